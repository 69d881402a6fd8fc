// `sixfold/convex`: the engine without meshes, tori and terrain, for pages that shall load less. Kinds of these are
// handed in where they are wanted (`sixfold/concave`); `sixfold` has them.

// Rooms in their order: bundles keep it, and what is alike then stands within the 32 kB that gzip looks back, which
// saves 3 kB. Nothing happens in these lines.
import './math/trig.js';
import './checks/fields.js';
import './memory/arena.js';
import './shapes/registry.js';
import './broadphase/broad-phase.js';
import './distance/points.js';
import './distance/facing.js';
import './distance/between.js';
import './overlap/solid-pair.js';
import './patch/limit-surface.js';
import './patch/patch.js';
import './solver/island-solver.js';
import './joints/correct.js';
import './joints/assemble.js';
import './contact/six/wrench-law.js';
import './contact/six/crowd-solve.js';
import './contact/six/correct.js';
import './contact/six/model.js';
import './contact/point/model.js';
import './world/step.js';

export { SixfoldError } from './checks/error.js';
export type {
  BodyKind,
  Companion,
  CompanionContext,
  CompanionKind,
  Details,
  Flag,
  ModelHooks,
  Reader,
  StudioLayer,
  StudioParts,
  Words,
  WordValues,
} from './contact/kind.js';
export type { ContactContext, ContactModel, ContactModelKind, ContactRecord } from './contact/model.js';
export { withModel } from './io/with-model.js';
export type { JointKind } from './joints/kind.js';
export type { Quat, Vec3 } from './math/vec3.js';
export { type GrowingMemory, type MemorySource, memoryWithin, plainMemory, sharedMemory } from './memory/arena.js';
export type { ShapeKind } from './shapes/kind.js';
export type { CompoundPartDescription, ShapeDescription } from './shapes/shape.js';
export { Body } from './world/body.js';
export type { BodyChanges } from './world/change-body.js';
export type { JointChanges } from './world/change-joint.js';
export type { ContactEventType } from './world/events.js';
export type { ContactRule } from './world/hooks.js';
export { Joint } from './world/joint.js';
export type { OverlapOptions } from './world/overlaps.js';
export type {
  Contact,
  ContactEvent,
  Energy,
  JointBreakEvent,
  Overlap,
  RayResult,
  Sensation,
  SensorEvent,
  ShapeCastResult,
} from './world/results.js';
export type {
  AxisDescription,
  BodyDescription,
  BodyType,
  ContactDescription,
  JointDescription,
  Lock,
  ModelName,
  MotorDescription,
  SceneDescription,
  ShapeReference,
  SolverDescription,
  SolverMethod,
} from './world/scene.js';
export type { SensorEventType } from './world/sensors.js';
export type { Pose, QueryOptions } from './world/shape-queries.js';
export type { Profile } from './world/state.js';
export { World, type WorldOptions } from './world/world.js';

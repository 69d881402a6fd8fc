// The description of a scene: what `new World(…)`, `addBody`, `addJoint`, scene files and share links speak.
// Fields and defaults are documented in docs/scene-format.md.

import type { SixAxis } from '../joints/kinds/six-axis.js';
import type { Quat, Vec3 } from '../math/vec3.js';
import type { ShapeDescription } from '../shapes/shape.js';

// Models bring words of their own. These are where an entry of the package enters them, by `declare module` (see
// CONTRIBUTING.md, "To add a model"): so the types know the words of those models that a program imports.

/** Values of the options of `six`, each a key; `sixfold/paper` adds the paper's. */
export interface SixPresets {
  accurate: true;
}
export interface SixPatches {
  hull: true;
}
export interface SixSpins {
  contensou: true;
}
export interface SixNormals {
  face: true;
}
export interface SixLaws {
  exact: true;
}

/** By model: its words in `contact`. The keys are the names of models. */
export interface ContactWords {
  six: {
    /** Everything as Bouchard et al. 2015 have it, or as accurate as we can; the fields below win over it. */
    preset: keyof SixPresets;
    patch: keyof SixPatches;
    spin: keyof SixSpins;
    normal: keyof SixNormals;
    law: keyof SixLaws;
    /** Of corners (Pa), which bear on a spot of force over hardness; null: they are points. */
    hardness: number | null;
  };
  point: {
    /** Keep at most four points a pair, as games do. */
    reduce: boolean;
  };
}
/** By model: its words on bodies. */
// biome-ignore lint/suspicious/noEmptyInterface: models add to it
export interface BodyWords {}
/** By model: its words at the top of the scene. */
// biome-ignore lint/suspicious/noEmptyInterface: models add to it
export interface SceneWords {}
/** Kinds of body beside the rigid ones, by the word that `type` has for them. */
// biome-ignore lint/suspicious/noEmptyInterface: models add to it
export interface BodyKinds {}

type KeysOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
/** Every word of every model, each optional; where two models have the same word, what either takes. */
type AnyWords<T> = { [K in KeysOf<T[keyof T]>]?: ValueOf<T[keyof T], K> };

export type ModelName = keyof ContactWords;

export interface SceneDescription extends AnyWords<SceneWords> {
  sixfold?: 1;
  name?: string;
  gravity?: Vec3;
  timeStep?: number;
  substeps?: number;
  sleep?: boolean;
  contact?: ContactDescription;
  solver?: SolverDescription;
  shapes?: Readonly<Record<string, ShapeReference>>;
  bodies?: readonly BodyDescription[];
  joints?: readonly JointDescription[];
}

/** A shape, the name of one in the scene's `shapes`, or a mesh file that the loader has still to read. */
export type ShapeReference = ShapeDescription | string | { type: 'mesh'; file: string } | CompoundReference;
export interface CompoundReference {
  type: 'compound';
  parts: readonly {
    shape: ShapeReference;
    position?: Vec3;
    rotation?: Quat;
    friction?: number;
    density?: number;
    /** Reports who overlaps it; neither solid nor heavy. */
    sensor?: boolean;
  }[];
}

export interface ContactDescription extends AnyWords<ContactWords> {
  model?: ModelName;
  friction?: number;
  staticFriction?: number;
  restitution?: number;
  depth?: number;
  compliance?: number;
  damping?: number;
}

export type SolverMethod = 'auto' | 'gauss-seidel' | 'nncg' | 'newton';

export interface SolverDescription {
  method?: SolverMethod;
  iterations?: number;
  tolerance?: number;
  warmStart?: boolean;
}

export type RigidBodyType = 'dynamic' | 'static' | 'kinematic';
export type BodyType = RigidBodyType | keyof BodyKinds;
export const LOCKS = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
export type Lock = (typeof LOCKS)[number];

export interface BodyDescription extends AnyWords<BodyWords> {
  name?: string;
  type?: BodyType;
  shape: ShapeReference;
  mass?: number;
  density?: number;
  inertia?: Vec3;
  position?: Vec3;
  rotation?: Quat;
  linearVelocity?: Vec3;
  angularVelocity?: Vec3;
  force?: Vec3;
  torque?: Vec3;
  locked?: readonly Lock[];
  /** How much of the scene's gravity acts on it; 1 unless told. */
  gravityScale?: number;
  linearDamping?: number;
  angularDamping?: number;
  group?: number;
  mask?: number;
  /** Reports who overlaps it, and touches nobody. */
  sensor?: boolean;
  surfaceVelocity?: Vec3;
  friction?: number;
  staticFriction?: number;
  restitution?: number;
  /** Anything of yours; kept in snapshots if it is plain data. */
  userData?: unknown;
}

export interface MotorDescription {
  target?: number;
  velocity?: number;
  stiffness?: number;
  damping?: number;
  maxForce?: number;
}

/** Free, locked, or with limits (m, rad), a motor or both. */
export type AxisDescription = 'free' | 'locked' | { limits?: readonly [number, number]; motor?: MotorDescription };

export interface JointDescription<BodyReference = string> {
  type: 'ball' | 'hinge' | 'slider' | 'fixed' | 'spring' | 'rope' | 'gear' | 'rack' | 'six-axis';
  name?: string;
  /** Left out: the world. */
  a?: BodyReference;
  b: BodyReference;
  anchor?: Vec3;
  anchorB?: Vec3;
  axis?: Vec3;
  limits?: readonly [number, number];
  motor?: MotorDescription;
  /** Of a ball joint: least and greatest twist about the axis (rad). */
  twistLimits?: readonly [number, number];
  /** Of a rope (m); the distance at the start unless told. */
  length?: number;
  /** Of a gear or rack: the axis of b; that of a unless told. */
  axisB?: Vec3;
  /** Turns of b for one of a; of a rack metres for a radian. */
  ratio?: number;
  /**
   * Of a six-axis joint: its axes x, y, z as they stand in the world, as a rotation of the world's; else along `axis`.
   */
  frame?: Quat;
  /** Of a six-axis joint: what each axis may do. Locked unless told. */
  axes?: Readonly<Partial<Record<SixAxis, AxisDescription>>>;
  /** Loads at which the joint breaks (N, N·m). */
  breakForce?: number;
  breakTorque?: number;
  stiffness?: number;
  damping?: number;
  restLength?: number;
  /** Whether the two bodies may also touch; default: only for springs. */
  collide?: boolean;
  userData?: unknown;
}

// sixfold: a physics engine in which bodies touch over areas.

// Rooms in their order, as in convex.ts.
import './math/trig.js';
import './checks/fields.js';
import './memory/arena.js';
import './shapes/registry.js';
import './shapes/concave-kinds.js';
import './broadphase/broad-phase.js';
import './distance/ground.js';
import './distance/concave-points.js';
import './distance/between-mesh.js';
import './distance/points.js';
import './distance/facing.js';
import './distance/between.js';
import './overlap/rays/ray-overlap.js';
import './overlap/meshes/mesh-pair.js';
import './overlap/concave.js';
import './overlap/solid-pair.js';
import './patch/limit-surface.js';
import './patch/patch.js';
import './solver/island-solver.js';
import './joints/correct.js';
import './joints/assemble.js';
import './contact/six/wrench-law.js';
import './contact/six/concave.js';
import './contact/six/crowd-solve.js';
import './contact/six/correct.js';
import './contact/six/model.js';
import './contact/point/model.js';
import './world/step.js';

export * from './convex.js';
export { World } from './world/whole-world.js';

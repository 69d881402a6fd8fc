// `sixfold/convex`: the world without meshes, tori and terrain, for pages that load little. Their kinds are handed in
// where they are wanted: `sixfold/concave`.

export { SixfoldError } from './checks/error.js';
export { Body } from './world/body.js';
export { Joint } from './world/joint.js';
export type { SceneDescription } from './world/scene.js';
export { World, type WorldOptions } from './world/world.js';

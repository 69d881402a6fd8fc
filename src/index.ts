// sixfold: a physics engine in which bodies touch over areas.

export * from './convex.js';
export { World } from './world/whole-world.js';

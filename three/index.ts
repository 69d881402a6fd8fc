// sixfold/three: drawing worlds and their contacts with three.js. Needs the package three; runs wherever that does.

export { type GeometryOptions, geometryFromShape } from './geometry-from-shape.js';
export { type MeshOptions, meshFromShape } from './mesh-from-shape.js';
export {
  type BodiesLike,
  type BodyLike,
  disposeObject,
  type SyncOptions,
  syncMeshes,
  syncPoses,
} from './sync-meshes.js';

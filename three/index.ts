// sixfold/three: drawing worlds and their contacts with three.js (WebGLRenderer). Needs the package three. See
// docs/three.md.

export { type BoxLike, BoxView, type BoxViewOptions } from './box-view.js';
export { type CenterLike, type CenterOfMassOptions, CenterOfMassView } from './center-of-mass-view.js';
export {
  type ContactLike,
  type ContactState,
  type OverlapLike,
  type SolidLike,
  STATE_COLORS,
} from './contact-like.js';
export { type ContactPatchOptions, ContactPatchView, PRESSURE_STOPS } from './contact-patch-view.js';
export { type GeometryOptions, geometryFromShape } from './geometry-from-shape.js';
export { type JointFrameOptions, JointFrameView, type JointLike } from './joint-frame-view.js';
export { type MeshOptions, meshFromShape } from './mesh-from-shape.js';
export { OverlapView, type OverlapViewOptions } from './overlap-view.js';
export type { OverlayOptions } from './overlay.js';
export { SoftMesh, type SurfaceLike } from './soft-mesh.js';
export {
  type BodiesLike,
  type BodyLike,
  disposeObject,
  type SyncOptions,
  syncMeshes,
  syncPoses,
} from './sync-meshes.js';
export { TractionRaster, type TractionsLike } from './traction-raster.js';
export { type TractionOptions, TractionView } from './traction-view.js';
export { type TracedLike, type TrailOptions, TrailView } from './trail-view.js';
export { type MovingLike, type VelocityOptions, VelocityView } from './velocity-view.js';
export { fittingNewtonsPerMetre, formatNewtons, type WrenchOptions, WrenchView } from './wrench-view.js';

import type { ShapeBase } from '../kind.js';

/**
 * A convex solid with a curved surface that is known by what its kind says of it: `support`, `clipRay` and `outward`.
 * No kind of the engine itself needs it; the fixture of test/shapes/new-kind.test.ts does.
 */
export interface SmoothShape extends ShapeBase {
  readonly type: 'smooth';
}

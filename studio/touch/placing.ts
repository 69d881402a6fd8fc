// Room for new bodies: as large as those that are there and can be seen, above whatever is below them.
// Verified in test/studio/touch.test.ts.

import type { ShapeDescription, Vec3 } from '../../src/index.js';
import type { Quat } from '../../src/math/vec3.js';
import { type Extent, extentOfShape, moved } from '../files/extent.js';
import type { BodyInfo } from '../sim/protocol.js';

/** Sizes that one can see and handle, as shares of the distance to the eye. */
const SMALLEST = 0.03;
const LARGEST = 0.2;

/** How large a new body should be (m): as the others, unless they are out of proportion to the picture. */
export function fittingSize(longest: number, distance: number): number {
  return Math.min(LARGEST * distance, Math.max(SMALLEST * distance, longest));
}

interface Crowd {
  bodies: readonly BodyInfo[];
  shapes: readonly ShapeDescription[];
  /** Seven numbers a body. */
  poses: ArrayLike<number>;
}

/** The box of a body (m); null if it has no end. */
export function boxOf({ bodies, shapes, poses }: Crowd, k: number): Extent | null {
  const own = extentOfShape(shapes[bodies[k]!.shape]!);
  if (!own || poses.length < 7 * k + 7) return null;
  const at = Array.from({ length: 7 }, (_, n) => poses[7 * k + n]!);
  return moved(own, at.slice(0, 3) as unknown as Vec3, at.slice(3) as unknown as Quat);
}

/** Height of the highest body over or under an upright column of square section (m); -Infinity if it is empty. */
export function topOfColumn(crowd: Crowd, x: number, z: number, halfWidth: number): number {
  let top = -Infinity;
  for (let k = 0; k < crowd.bodies.length; k++) {
    const box = boxOf(crowd, k);
    if (!box) continue;
    const isOver = box[0] < x + halfWidth && box[3] > x - halfWidth && box[2] < z + halfWidth && box[5] > z - halfWidth;
    if (isOver) top = Math.max(top, box[4]);
  }
  return top;
}

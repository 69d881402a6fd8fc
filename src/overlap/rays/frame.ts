// The frame in which the rays are cast: the axes of one of the two solids.
//
// Which one depends on the shapes alone, never on the pose, so that the grid does not jump as solids move: flat sides
// along the rays and across them are exact, so half-spaces and boxes come first, solids of revolution next; between
// meshes the one with more triangles, whose tree boxes then need no turning.

import { matrixFromQuaternion } from '../../math/quaternion.js';
import type { SimpleShape } from '../../shapes/shape.js';

export class RayFrame {
  /** Rotation from the frame to the world, by rows. */
  readonly rotation = new Float64Array(9);
  /** Origin of the frame relative to A's origin, world axes. */
  readonly origin = new Float64Array(3);
  readonly #matrices = [new Float64Array(9), new Float64Array(9)];

  /** Set the frame and the places of both solids in it; poses are x, y, z and quaternion x, y, z, w. */
  set(
    a: SimpleShape,
    pa: Float64Array,
    ai: number,
    b: SimpleShape,
    pb: Float64Array,
    bi: number,
    places: readonly [Float64Array, Float64Array],
  ): void {
    const [ma, mb] = this.#matrices;
    matrixFromQuaternion(ma, 0, pa, ai + 3);
    matrixFromQuaternion(mb, 0, pb, bi + 3);
    const x = pb[bi] - pa[ai];
    const y = pb[bi + 1] - pa[ai + 1];
    const z = pb[bi + 2] - pa[ai + 2];
    const owner = rank(b) > rank(a) ? 1 : 0;
    const own = owner === 0 ? ma : mb;
    const sign = owner === 0 ? 1 : -1;
    this.rotation.set(own);
    this.origin[0] = owner === 0 ? 0 : x;
    this.origin[1] = owner === 0 ? 0 : y;
    this.origin[2] = owner === 0 ? 0 : z;
    const self = places[owner];
    self.fill(0);
    self[0] = self[4] = self[8] = 1;
    const other = places[1 - owner];
    const turned = owner === 0 ? mb : ma;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        other[3 * i + j] = own[i] * turned[j] + own[3 + i] * turned[3 + j] + own[6 + i] * turned[6 + j];
      }
      other[9 + i] = sign * (own[i] * x + own[3 + i] * y + own[6 + i] * z);
    }
  }
}

function rank(shape: SimpleShape): number {
  return shape.kind.rank?.(shape) ?? 0;
}

/** The rotation is the identity to the last bit. */
export function isAligned(place: Float64Array): boolean {
  return (
    place[0] === 1 &&
    place[4] === 1 &&
    place[8] === 1 &&
    place[1] === 0 &&
    place[2] === 0 &&
    place[3] === 0 &&
    place[5] === 0 &&
    place[6] === 0 &&
    place[7] === 0
  );
}

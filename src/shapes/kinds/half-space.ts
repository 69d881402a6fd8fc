import { ShapeError } from '../errors.js';
import type { ColumnParts, ShapeBase, ShapeKind } from '../kind.js';
import { cutByPlane } from '../line-cut.js';
import { clipByPlane } from '../ray-clip.js';

/** All of y ≤ 0. */
export interface HalfSpaceDescription {
  type: 'half-space';
}
export interface HalfSpaceShape extends ShapeBase {
  readonly type: 'half-space';
}

export const halfSpace: ShapeKind<HalfSpaceDescription, HalfSpaceShape> = {
  type: 'half-space',
  fields: [],
  sampled: false,
  read: () => ({ type: 'half-space' }),
  create: () => ({
    type: 'half-space',
    kind: halfSpace,
    bounds: Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, 0, Infinity),
    massProperties: null,
    description: { type: 'half-space' },
    solid: null,
  }),
  size: () => 1,
  bounds(_shape, r, ri, out, oi) {
    for (let k = 0; k < 3; k++) {
      // Bounded along an axis only where the normal is that axis exactly.
      const y = r[ri + 3 * k + 1];
      out[oi + k] = y === -1 ? 0 : -Infinity;
      out[oi + 3 + k] = y === 1 ? 0 : Infinity;
    }
  },
  tessellate() {
    throw new ShapeError('a half-space has no end: it cannot be made into a mesh');
  },
  rank: () => 1e15,
  clipRay: (_shape, hit, _x, y, _z, _dx, dy) => clipByPlane(hit, 0, 1, 0, -y, dy),
};

export const halfSpaceColumns: ColumnParts<HalfSpaceShape> = {
  cutLine(_shape, cut) {
    cut.start();
    return cutByPlane(cut.t, cut.line[1], cut.line[4]) ? 1 : 0;
  },
  outward(_shape, _x, _y, _z, n) {
    n[0] = n[2] = 0;
    n[1] = 1;
  },
};

// A kind of shape that the engine does not have, as a contributor would write it: this file, and one line that hands it
// in.

import { readVec3 } from '../../../src/checks/fields.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { symmetricBounds } from '../../../src/shapes/bounds.js';
import type { ShapeKind } from '../../../src/shapes/kind.js';
import type { SmoothShape } from '../../../src/shapes/kinds/smooth.js';
import { principalMass } from '../../../src/shapes/mass.js';
import { icosphere } from '../../../src/shapes/procedural.js';
import { clipByBall } from '../../../src/shapes/ray-clip.js';
import { readLength } from '../../../src/shapes/read.js';
import type { ShapeDescription } from '../../../src/shapes/shape.js';

export interface EllipsoidDescription {
  type: 'ellipsoid';
  /** Half axes (m). */
  radii: Vec3;
}
interface EllipsoidShape extends SmoothShape {
  readonly radii: Vec3;
}

/** x²/a² + y²/b² + z²/c² ≤ 1: the unit ball, stretched. */
export const ellipsoid: ShapeKind<EllipsoidDescription, EllipsoidShape> = {
  type: 'ellipsoid',
  fields: ['radii'],
  sampled: true,
  read(fields, where) {
    const radii = readVec3(fields.radii, `${where}.radii`, 'm');
    for (let k = 0; k < 3; k++) readLength(radii[k], `${where}.radii[${k}]`);
    return { type: 'ellipsoid', radii };
  },
  create(description) {
    const [a, b, c] = description.radii;
    const volume = (4 / 3) * Math.PI * a * b * c;
    const k = volume / 5;
    return {
      type: 'smooth',
      kind: ellipsoid,
      radii: description.radii,
      bounds: symmetricBounds(a, b, c),
      massProperties: principalMass(volume, [0, 0, 0], k * (b * b + c * c), k * (a * a + c * c), k * (a * a + b * b)),
      description: description as unknown as ShapeDescription,
    };
  },
  size: ({ radii }) => Math.max(radii[0], radii[1], radii[2]),
  bounds({ radii: [a, b, c] }, r, ri, out, oi) {
    for (let k = 0; k < 3; k++) {
      const x = a * r[ri + 3 * k];
      const y = b * r[ri + 3 * k + 1];
      const z = c * r[ri + 3 * k + 2];
      const reach = Math.sqrt(x * x + y * y + z * z);
      out[oi + k] = -reach;
      out[oi + 3 + k] = reach;
    }
  },
  tessellate({ radii }, segments) {
    const ball = icosphere(Math.ceil(segments / 5), 1);
    for (let i = 0; i < ball.positions.length; i++) ball.positions[i] *= radii[i % 3];
    return ball;
  },
  clipRay({ radii: [a, b, c] }, hit, x, y, z, dx, dy, dz) {
    // The stretched line and the unit ball; a normal stretches the other way.
    clipByBall(hit, 1, 0, x / a, y / b, z / c, dx / a, dy / b, dz / c);
    const k = 1 / Math.sqrt((hit.nx / a) ** 2 + (hit.ny / b) ** 2 + (hit.nz / c) ** 2);
    hit.nx *= k / a;
    hit.ny *= k / b;
    hit.nz *= k / c;
  },
  support({ radii: [a, b, c] }, x, y, z, out, o) {
    const size = Math.sqrt((a * x) ** 2 + (b * y) ** 2 + (c * z) ** 2);
    const k = size > 0 ? 1 / size : 0;
    out[o] = k * a * a * x;
    out[o + 1] = size > 0 ? k * b * b * y : b;
    out[o + 2] = k * c * c * z;
  },
  outward({ radii: [a, b, c] }, x, y, z, n) {
    n[0] = x / (a * a);
    n[1] = y / (b * b);
    n[2] = z / (c * c);
  },
};

import { PI } from '../../math/trig.js';
import { symmetricBounds } from '../bounds.js';
import type { ColumnParts, ShapeBase, ShapeKind } from '../kind.js';
import { insideBall } from '../line-cut.js';
import { type MassProperties, principalMass } from '../mass.js';
import { icosphere } from '../procedural.js';
import { clipByBall } from '../ray-clip.js';
import { readLength } from '../read.js';

export interface SphereDescription {
  type: 'sphere';
  radius: number;
}
export interface SphereShape extends ShapeBase {
  readonly type: 'sphere';
  readonly radius: number;
  /** It has no straight part: with this field a ball is of one class with what is round about an axis (solid.ts). */
  readonly halfHeight: 0;
}

export const sphere: ShapeKind<SphereDescription, SphereShape> = {
  type: 'sphere',
  fields: ['radius'],
  sampled: false,
  read: (fields, where) => ({ type: 'sphere', radius: readLength(fields.radius, `${where}.radius`) }),
  create(description) {
    const { radius } = description;
    return {
      type: 'sphere',
      kind: sphere,
      radius,
      halfHeight: 0,
      bounds: symmetricBounds(radius, radius, radius),
      massProperties: sphereMass(radius),
      description: { ...description },
      solid: null,
    };
  },
  size: (shape) => shape.radius,
  bounds({ radius }, _r, _ri, out, oi) {
    for (let k = 0; k < 3; k++) {
      out[oi + k] = -radius;
      out[oi + 3 + k] = radius;
    }
  },
  tessellate: (shape, segments) => icosphere(Math.ceil(segments / 5), shape.radius),
  clipRay: (shape, hit, x, y, z, dx, dy, dz) => clipByBall(hit, shape.radius, 0, x, y, z, dx, dy, dz),
  support: supportSphere,
  coreRadius: (shape) => shape.radius,
  nearest: (shape, x, y, z, _limit, out) => out.ofBall(x, y, z, 0, 0, 0, shape.radius, false),
};

export const sphereColumns: ColumnParts<SphereShape> = {
  cutLine(shape, { t, line }) {
    return insideBall(t, line[0], line[1], line[2], line[3], line[4], line[5], shape.radius) ? 1 : 0;
  },
  outward(_shape, x, y, z, n) {
    n[0] = x;
    n[1] = y;
    n[2] = z;
  },
};

function sphereMass(radius: number): MassProperties {
  const volume = (4 / 3) * PI * radius * radius * radius;
  const i = 0.4 * volume * radius * radius;
  return principalMass(volume, [0, 0, 0], i, i, i);
}

/** The core is the centre. */
export function supportSphere(
  _shape: SphereShape,
  _x: number,
  _y: number,
  _z: number,
  out: Float64Array,
  o: number,
): void {
  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
}

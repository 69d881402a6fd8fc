import { PI } from '../../math/trig.js';
import { discExtent, symmetricBounds } from '../bounds.js';
import type { ColumnParts, ShapeBase, ShapeKind } from '../kind.js';
import { cutBySlab, insideTube } from '../line-cut.js';
import { type MassProperties, principalMass } from '../mass.js';
import { revolve } from '../procedural.js';
import { clipByPlane, clipByWall } from '../ray-clip.js';
import { readLength } from '../read.js';

export interface CylinderDescription {
  type: 'cylinder';
  radius: number;
  height: number;
}
export interface CylinderShape extends ShapeBase {
  readonly type: 'cylinder';
  readonly radius: number;
  readonly halfHeight: number;
}

export const cylinder: ShapeKind<CylinderDescription, CylinderShape> = {
  type: 'cylinder',
  fields: ['radius', 'height'],
  sampled: false,
  read: (fields, where) => ({
    type: 'cylinder',
    radius: readLength(fields.radius, `${where}.radius`),
    height: readLength(fields.height, `${where}.height`),
  }),
  create(description) {
    const { radius, height } = description;
    const halfHeight = 0.5 * height;
    return {
      type: 'cylinder',
      kind: cylinder,
      radius,
      halfHeight,
      bounds: symmetricBounds(radius, halfHeight, radius),
      massProperties: cylinderMass(radius, height),
      description: { ...description },
      solid: null,
    };
  },
  size: (shape) => Math.max(shape.radius, shape.halfHeight),
  bounds(shape, r, ri, out, oi) {
    for (let k = 0; k < 3; k++) {
      const m = ri + 3 * k;
      const reach = Math.abs(r[m + 1]) * shape.halfHeight + shape.radius * discExtent(r[m], r[m + 2]);
      out[oi + k] = -reach;
      out[oi + 3 + k] = reach;
    }
  },
  tessellate({ radius: r, halfHeight: h }, segments) {
    const profile: [number, number][] = [
      [0, -h],
      [r, -h],
      [r, h],
      [0, h],
    ];
    return revolve(profile, segments);
  },
  rank: () => 1e13,
  clipRay(shape, hit, x, y, z, dx, dy, dz) {
    clipByWall(hit, shape.radius, x, z, dx, dz);
    clipByPlane(hit, 0, 1, 0, shape.halfHeight - y, dy);
    clipByPlane(hit, 0, -1, 0, shape.halfHeight + y, -dy);
  },
  support: supportCylinder,
  nearest(shape, x, y, z, _limit, out) {
    const { radius, halfHeight } = shape;
    const rho = Math.sqrt(x * x + z * z);
    const ux = rho > 0 ? x / rho : 1;
    const uz = rho > 0 ? z / rho : 0;
    const side = rho - radius;
    const end = Math.abs(y) - halfHeight;
    if (side > 0 || end > 0) {
      out.x = side > 0 ? ux * radius : x;
      out.y = end > 0 ? (y > 0 ? halfHeight : -halfHeight) : y;
      out.z = side > 0 ? uz * radius : z;
      if (out.fromOutside(Math.max(radius, halfHeight), x, y, z)) return;
    }
    const up = y >= 0 ? 1 : -1;
    if (end >= side) out.put(end, x, up * halfHeight, z, 0, up, 0);
    else out.put(side, ux * radius, y, uz * radius, ux, 0, uz);
  },
};

export const cylinderColumns: ColumnParts<CylinderShape> = {
  cutLine(shape, { t, line }) {
    if (!insideTube(t, line[0], line[2], line[3], line[5], shape.radius)) return 0;
    return cutBySlab(t, line[1], line[4], shape.halfHeight) ? 1 : 0;
  },
  outward(shape, x, y, z, n) {
    n[0] = x;
    n[1] = y;
    n[2] = z;
    if (Math.abs(y) - shape.halfHeight > Math.sqrt(x * x + z * z) - shape.radius) n[0] = n[2] = 0;
    else n[1] = 0;
  },
};

function cylinderMass(radius: number, height: number): MassProperties {
  const rr = radius * radius;
  const volume = PI * rr * height;
  const across = (volume * (3 * rr + height * height)) / 12;
  return principalMass(volume, [0, 0, 0], across, 0.5 * volume * rr, across);
}

export function supportCylinder(
  shape: CylinderShape,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  o: number,
): void {
  const side = x * x + z * z;
  out[o] = shape.radius;
  out[o + 1] = y >= 0 ? shape.halfHeight : -shape.halfHeight;
  out[o + 2] = 0;
  if (side > 0) {
    const k = shape.radius / Math.sqrt(side);
    out[o] = x * k;
    out[o + 2] = z * k;
  }
}

import { readVec3 } from '../../checks/fields.js';
import type { Vec3 } from '../../math/vec3.js';
import { symmetricBounds } from '../bounds.js';
import type { ColumnParts, ShapeBase, ShapeKind } from '../kind.js';
import { cutBySlab } from '../line-cut.js';
import { type MassProperties, principalMass } from '../mass.js';
import { triangulateFaces } from '../polyhedral-mass.js';
import { boxPolyhedron, type Polyhedron } from '../polyhedron.js';
import { clipByPlane } from '../ray-clip.js';
import { readLength } from '../read.js';
import type { Solid } from '../solid.js';

export interface BoxDescription {
  type: 'box';
  size: Vec3;
}
/** Half lengths, and the box as a polyhedron. */
export interface BoxShape extends ShapeBase {
  readonly type: 'box';
  readonly hx: number;
  readonly hy: number;
  readonly hz: number;
  readonly polyhedron: Polyhedron;
}

/** Worlds of boxes have thousands of them: what is seldom asked for is made when it is. */
class Box implements BoxShape {
  readonly type = 'box';
  readonly polyhedron: Polyhedron;
  solid: Solid | null = null;

  constructor(
    readonly hx: number,
    readonly hy: number,
    readonly hz: number,
  ) {
    this.polyhedron = boxPolyhedron(hx, hy, hz);
  }

  get bounds(): Float64Array {
    return symmetricBounds(this.hx, this.hy, this.hz);
  }

  get kind(): ShapeKind<BoxDescription, BoxShape> {
    return box;
  }

  get massProperties(): MassProperties {
    return boxMass(2 * this.hx, 2 * this.hy, 2 * this.hz);
  }

  get description(): BoxDescription {
    return { type: 'box', size: [2 * this.hx, 2 * this.hy, 2 * this.hz] };
  }
}

export const box: ShapeKind<BoxDescription, BoxShape> = {
  type: 'box',
  fields: ['size'],
  sampled: false,
  read(fields, where) {
    const size = readVec3(fields.size, `${where}.size`, 'm');
    for (let k = 0; k < 3; k++) readLength(size[k], `${where}.size[${k}]`);
    return { type: 'box', size };
  },
  create: ({ size: [x, y, z] }) => new Box(0.5 * x, 0.5 * y, 0.5 * z),
  size: (shape) => Math.max(shape.hx, shape.hy, shape.hz),
  bounds(shape, r, ri, out, oi) {
    for (let k = 0; k < 3; k++) {
      const m = ri + 3 * k;
      const reach = Math.abs(r[m]) * shape.hx + Math.abs(r[m + 1]) * shape.hy + Math.abs(r[m + 2]) * shape.hz;
      out[oi + k] = -reach;
      out[oi + 3 + k] = reach;
    }
  },
  tessellate: ({ polyhedron: p }) => ({ positions: p.vertices.slice(), indices: triangulateFaces(p) }),
  rank: () => 1e14,
  clipRay(shape, hit, x, y, z, dx, dy, dz) {
    clipByPlane(hit, 1, 0, 0, shape.hx - x, dx);
    clipByPlane(hit, -1, 0, 0, shape.hx + x, -dx);
    clipByPlane(hit, 0, 1, 0, shape.hy - y, dy);
    clipByPlane(hit, 0, -1, 0, shape.hy + y, -dy);
    clipByPlane(hit, 0, 0, 1, shape.hz - z, dz);
    clipByPlane(hit, 0, 0, -1, shape.hz + z, -dz);
  },
  support: supportBox,
  nearest(shape, x, y, z, _limit, out) {
    const { hx, hy, hz } = shape;
    const ax = Math.abs(x) - hx;
    const ay = Math.abs(y) - hy;
    const az = Math.abs(z) - hz;
    if (ax > 0 || ay > 0 || az > 0) {
      out.x = ax > 0 ? (x > 0 ? hx : -hx) : x;
      out.y = ay > 0 ? (y > 0 ? hy : -hy) : y;
      out.z = az > 0 ? (z > 0 ? hz : -hz) : z;
      if (out.fromOutside(Math.max(hx, hy, hz), x, y, z)) return;
    }
    const sx = x >= 0 ? 1 : -1;
    const sy = y >= 0 ? 1 : -1;
    const sz = z >= 0 ? 1 : -1;
    if (ay >= ax && ay >= az) out.put(ay, x, sy * hy, z, 0, sy, 0);
    else if (ax >= az) out.put(ax, sx * hx, y, z, sx, 0, 0);
    else out.put(az, x, y, sz * hz, 0, 0, sz);
  },
};

export const boxColumns: ColumnParts<BoxShape> = {
  cutLine(shape, cut) {
    const { t, line } = cut;
    cut.start();
    return cutBySlab(t, line[0], line[3], shape.hx) &&
      cutBySlab(t, line[1], line[4], shape.hy) &&
      cutBySlab(t, line[2], line[5], shape.hz)
      ? 1
      : 0;
  },
  outward(shape, x, y, z, n) {
    const ax = Math.abs(x) - shape.hx;
    const ay = Math.abs(y) - shape.hy;
    const az = Math.abs(z) - shape.hz;
    n[0] = ax >= ay && ax >= az ? x : 0;
    n[1] = n[0] === 0 && ay >= az ? y : 0;
    n[2] = n[0] === 0 && n[1] === 0 ? z : 0;
  },
};

/** Full lengths. */
function boxMass(x: number, y: number, z: number): MassProperties {
  const volume = x * y * z;
  const k = volume / 12;
  return principalMass(volume, [0, 0, 0], k * (y * y + z * z), k * (x * x + z * z), k * (x * x + y * y));
}

export function supportBox(shape: BoxShape, x: number, y: number, z: number, out: Float64Array, o: number): void {
  out[o] = x >= 0 ? shape.hx : -shape.hx;
  out[o + 1] = y >= 0 ? shape.hy : -shape.hy;
  out[o + 2] = z >= 0 ? shape.hz : -shape.hz;
}

import { PI } from '../../math/trig.js';
import { discExtent, symmetricBounds } from '../bounds.js';
import type { ColumnParts, ShapeBase, ShapeKind } from '../kind.js';
import { cutBySlab } from '../line-cut.js';
import { type MassProperties, principalMass } from '../mass.js';
import { revolve } from '../procedural.js';
import { clipByPlane, clipToNothing } from '../ray-clip.js';
import type { RayHit } from '../ray-hit.js';
import { readLength } from '../read.js';

export interface ConeDescription {
  type: 'cone';
  radius: number;
  height: number;
}
/** Apex at +halfHeight, base disc at −halfHeight. */
export interface ConeShape extends ShapeBase {
  readonly type: 'cone';
  readonly radius: number;
  readonly halfHeight: number;
}

export const cone: ShapeKind<ConeDescription, ConeShape> = {
  type: 'cone',
  fields: ['radius', 'height'],
  sampled: false,
  read: (fields, where) => ({
    type: 'cone',
    radius: readLength(fields.radius, `${where}.radius`),
    height: readLength(fields.height, `${where}.height`),
  }),
  create(description) {
    const { radius, height } = description;
    const halfHeight = 0.5 * height;
    return {
      type: 'cone',
      kind: cone,
      radius,
      halfHeight,
      bounds: symmetricBounds(radius, halfHeight, radius),
      massProperties: coneMass(radius, height),
      description: { ...description },
      solid: null,
    };
  },
  size: (shape) => Math.max(shape.radius, shape.halfHeight),
  bounds(shape, r, ri, out, oi) {
    for (let k = 0; k < 3; k++) {
      const m = ri + 3 * k;
      const apex = r[m + 1] * shape.halfHeight;
      const disc = shape.radius * discExtent(r[m], r[m + 2]);
      out[oi + k] = Math.min(apex, -apex - disc);
      out[oi + 3 + k] = Math.max(apex, -apex + disc);
    }
  },
  tessellate({ radius: r, halfHeight: h }, segments) {
    const profile: [number, number][] = [
      [0, -h],
      [r, -h],
      [0, h],
    ];
    return revolve(profile, segments);
  },
  rank: () => 1e13,
  clipRay(shape, hit, x, y, z, dx, dy, dz) {
    clipByCone(hit, shape, x, y, z, dx, dy, dz);
    clipByPlane(hit, 0, -1, 0, shape.halfHeight + y, -dy);
  },
  support: supportCone,
  // In the half-plane (ρ, y): apex (0, h), rim (R, −h), side normal (2h, R)/slant.
  nearest(shape, x, y, z, _limit, out) {
    const { radius, halfHeight } = shape;
    const rho = Math.sqrt(x * x + z * z);
    const ux = rho > 0 ? x / rho : 1;
    const uz = rho > 0 ? z / rho : 0;
    const slant = Math.sqrt(radius * radius + 4 * halfHeight * halfHeight);
    const nr = (2 * halfHeight) / slant;
    const ny = radius / slant;
    const side = nr * rho + ny * (y - halfHeight);
    const base = -y - halfHeight;
    let t = ny * rho - nr * (y - halfHeight);
    if (t < 0) t = 0;
    else if (t > slant) t = slant;
    const gr = t * ny;
    const gy = halfHeight - t * nr;
    if (side > 0 || base > 0) {
      if (base > 0 && rho <= radius) {
        out.x = x;
        out.y = -halfHeight;
        out.z = z;
      } else {
        out.x = ux * gr;
        out.y = gy;
        out.z = uz * gr;
      }
      if (out.fromOutside(Math.max(radius, halfHeight), x, y, z)) return;
    }
    if (base >= side) out.put(base, x, -halfHeight, z, 0, -1, 0);
    else out.put(side, ux * gr, gy, uz * gr, ux * nr, ny, uz * nr);
  },
};

export const coneColumns: ColumnParts<ConeShape> = {
  cutLine(shape, { t, line }) {
    const { radius, halfHeight } = shape;
    return cutCone(t, line[0], line[1], line[2], line[3], line[4], line[5], radius, halfHeight) ? 1 : 0;
  },
  outward(shape, x, y, z, n) {
    const radial = Math.sqrt(x * x + z * z);
    const side = 2 * shape.halfHeight;
    const slant = Math.sqrt(side * side + shape.radius * shape.radius);
    const outside = (radial * side + (y - shape.halfHeight) * shape.radius) / slant;
    if (-y - shape.halfHeight > outside) {
      n[0] = n[2] = 0;
      n[1] = -1;
    } else {
      const k = radial > 0 ? side / radial : 0;
      n[0] = k * x;
      n[2] = k * z;
      n[1] = shape.radius;
    }
  },
};

/** Apex up, centred at half height: the centre of mass lies a quarter of the height below the origin. */
function coneMass(radius: number, height: number): MassProperties {
  const rr = radius * radius;
  const volume = (PI * rr * height) / 3;
  const across = volume * (0.15 * rr + 0.0375 * height * height);
  return principalMass(volume, [0, -0.25 * height, 0], across, 0.3 * volume * rr, across);
}

/** The lower half of the double cone x² + z² = k² (y - apex)², open below. */
function clipByCone(
  hit: RayHit,
  { radius, halfHeight }: ConeShape,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const k = radius / (2 * halfHeight);
  const kk = k * k;
  const fall = y - halfHeight;
  const a = dx * dx + dz * dz - kk * dy * dy + 0; // + 0: no negative zero, whose quotient would have the wrong sign
  const b = x * dx + z * dz - kk * fall * dy;
  const c = x * x + z * z - kk * fall * fall;
  let root = b * b - a * c;
  if (root < 0) {
    // A steep line always meets the double cone: less than nothing is rounding there.
    if (a > 0) {
      clipToNothing(hit);
      return;
    }
    root = 0;
  }
  const q = b > 0 ? -(b + Math.sqrt(root)) : -b + Math.sqrt(root);
  const t1 = Math.min(q / a, c / q);
  const t2 = Math.max(q / a, c / q);
  if (a < 0) {
    if (dy < 0) hit.enter = t2;
    else hit.exit = t1;
  } else if (t1 < t2 && fall + 0.5 * (t1 + t2) * dy <= 0) {
    hit.enter = t1;
    hit.exit = t2;
  } else {
    clipToNothing(hit);
  }
  if (!(Math.abs(hit.enter) < Infinity)) return;
  const gx = x + hit.enter * dx;
  const gy = -kk * (fall + hit.enter * dy);
  const gz = z + hit.enter * dz;
  const length = Math.sqrt(gx * gx + gy * gy + gz * gz);
  // At the apex itself every direction upwards is a normal.
  hit.nx = length > 0 ? gx / length : 0;
  hit.ny = length > 0 ? gy / length : 1;
  hit.nz = length > 0 ? gz / length : 0;
}

/** Apex at +h, base of the given radius at -h. */
function cutCone(
  t: Float64Array,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  radius: number,
  h: number,
): boolean {
  t[0] = Number.NEGATIVE_INFINITY;
  t[1] = Number.POSITIVE_INFINITY;
  if (!cutBySlab(t, oy, dy, h)) return false;
  const low = t[0];
  const high = t[1];
  // x² + z² ≤ k² (h - y)², a double cone; with y ≤ h only its lower half is left.
  const k = radius / (2 * h);
  const kk = k * k;
  const s = h - oy;
  const a = dx * dx + dz * dz - kk * dy * dy;
  const b = ox * dx + oz * dz + kk * s * dy;
  const c = ox * ox + oz * oz - kk * s * s;
  if (Math.abs(a) < 1e-14) {
    // Parallel to a side line: one crossing.
    if (Math.abs(b) < 1e-300) return c < 0;
    const x = -c / (2 * b);
    if (b > 0) {
      if (x < t[1]) t[1] = x;
    } else if (x > t[0]) t[0] = x;
    return t[0] < t[1];
  }
  const disc = b * b - a * c;
  if (a > 0) {
    if (!(disc > 0)) return false;
    const root = Math.sqrt(disc);
    // The root that does not cancel, and the other from the product of the two.
    const q = b >= 0 ? -b - root : -b + root;
    const x = q / a;
    const y = c / q;
    t[0] = Math.max(low, Math.min(x, y));
    t[1] = Math.min(high, Math.max(x, y));
    return t[0] < t[1];
  }
  // Steeper than the sides: inside before the first root (where it runs in the lower half) or after the second.
  if (!(disc > 0)) return true;
  const root = Math.sqrt(disc);
  const q = b >= 0 ? -b - root : -b + root;
  const x = q / a;
  const y = c / q;
  if (dy > 0) t[1] = Math.min(high, Math.min(x, y));
  else t[0] = Math.max(low, Math.max(x, y));
  return t[0] < t[1];
}

export function supportCone(shape: ConeShape, x: number, y: number, z: number, out: Float64Array, o: number): void {
  const { radius, halfHeight } = shape;
  const side = Math.sqrt(x * x + z * z);
  out[o] = 0;
  out[o + 2] = 0;
  if (2 * halfHeight * y >= radius * side) {
    out[o + 1] = halfHeight;
    return;
  }
  out[o + 1] = -halfHeight;
  if (side > 0) {
    const k = radius / side;
    out[o] = x * k;
    out[o + 2] = z * k;
  } else out[o] = radius;
}

// The intervals in which parallel rays lie inside a primitive, in closed form (a quartic for the torus).
//
// Local frame of the primitive, Y up. The direction is a unit vector and the same for all rays of a cast; depth along
// the ray is the frame's own coordinate. Convex solids give one interval, the torus up to two. Lines parallel to a face
// that lie in it count as outside of it or inside by the sign of zero: V does not care, being continuous.

import type { SimpleShape } from '../../shapes/shape.js';
import type { RayHits } from './hits.js';
import { QuarticRoots } from './torus-roots.js';

export class PrimitiveCaster {
  /** Intervals of the last line: t[0] … t[1], and t[2] … t[3] where there are two. */
  readonly t = new Float64Array(4);
  /** The line at hand: origin and unit direction. An array, as a call with six doubles would box them. */
  readonly line = new Float64Array(6);
  /** Only this stretch of the line matters: what a torus does before and behind it may be given as endless. */
  low = Number.NEGATIVE_INFINITY;
  high = Number.POSITIVE_INFINITY;
  private readonly quartic = new QuarticRoots();

  /**
   * Write the finished hits of rays [from, to) with depths in [low, high]. Ray r stands at (rayU[r], rayV[r]) on the two
   * axes after `axis`; `place` is the primitive's rotation by rows and position in the rays' frame. Rays that are not `wanted`
   * or that `other` shows to be empty are left empty.
   */
  cast(
    shape: SimpleShape,
    place: Float64Array,
    axis: number,
    rayU: Float64Array,
    rayV: Float64Array,
    from: number,
    to: number,
    low: number,
    high: number,
    wanted: Uint8Array,
    other: RayHits | null,
    hits: RayHits,
  ): void {
    const u = axis === 2 ? 0 : axis + 1;
    const v = axis === 0 ? 2 : axis - 1;
    // Rows of the rotation are the frame's axes in the primitive's frame.
    const ux = place[3 * u];
    const uy = place[3 * u + 1];
    const uz = place[3 * u + 2];
    const vx = place[3 * v];
    const vy = place[3 * v + 1];
    const vz = place[3 * v + 2];
    const { line } = this;
    line[3] = place[3 * axis];
    line[4] = place[3 * axis + 1];
    line[5] = place[3 * axis + 2];
    const pu = place[9 + u];
    const pv = place[9 + v];
    const pw = place[9 + axis];
    hits.reserveSorted(hits.sortedCount + 4 * (to - from));
    const { start, stop, wind, depth, code } = hits;
    const t = this.t;
    this.low = low - pw;
    this.high = high - pw;
    let at = hits.sortedCount;
    for (let r = from; r < to; r++) {
      start[r] = at;
      wind[r] = 0;
      if (wanted[r] !== 0 && (other === null || other.start[r] < other.stop[r] || other.wind[r] !== 0)) {
        const a = rayU[r] - pu;
        const b = rayV[r] - pv;
        line[0] = a * ux + b * vx;
        line[1] = a * uy + b * vy;
        line[2] = a * uz + b * vz;
        const n = this.intervals(shape);
        for (let k = 0; k < 2 * n; k += 2) {
          const enter = t[k] + pw;
          const leave = t[k + 1] + pw;
          if (!(enter < leave) || leave < low || enter > high) continue;
          if (enter < low) wind[r] = 1;
          else {
            depth[at] = enter;
            code[at++] = 0;
          }
          if (leave <= high) {
            depth[at] = leave;
            code[at++] = 1;
          }
        }
      }
      stop[r] = at;
    }
    hits.sortedCount = at;
  }

  /** Intervals of the line at hand inside the shape, into `t`; returns how many. */
  intervals(shape: SimpleShape): number {
    const { t, line } = this;
    const ox = line[0];
    const oy = line[1];
    const oz = line[2];
    const dx = line[3];
    const dy = line[4];
    const dz = line[5];
    switch (shape.type) {
      case 'sphere': {
        return ball(t, ox, oy, oz, dx, dy, dz, shape.radius) ? 1 : 0;
      }
      case 'box': {
        t[0] = Number.NEGATIVE_INFINITY;
        t[1] = Number.POSITIVE_INFINITY;
        return slab(t, ox, dx, shape.hx) && slab(t, oy, dy, shape.hy) && slab(t, oz, dz, shape.hz) ? 1 : 0;
      }
      case 'cylinder': {
        if (!tube(t, ox, oz, dx, dz, shape.radius)) return 0;
        return slab(t, oy, dy, shape.halfHeight) ? 1 : 0;
      }
      case 'capsule': {
        const h = shape.halfHeight;
        let enter = Number.POSITIVE_INFINITY;
        let leave = Number.NEGATIVE_INFINITY;
        // Convex, and the union of three convex parts: the hull of their intervals.
        if (tube(t, ox, oz, dx, dz, shape.radius) && slab(t, oy, dy, h)) {
          enter = t[0];
          leave = t[1];
        }
        if (ball(t, ox, oy - h, oz, dx, dy, dz, shape.radius)) {
          if (t[0] < enter) enter = t[0];
          if (t[1] > leave) leave = t[1];
        }
        if (ball(t, ox, oy + h, oz, dx, dy, dz, shape.radius)) {
          if (t[0] < enter) enter = t[0];
          if (t[1] > leave) leave = t[1];
        }
        t[0] = enter;
        t[1] = leave;
        return enter < leave ? 1 : 0;
      }
      case 'cone':
        return cone(t, ox, oy, oz, dx, dy, dz, shape.radius, shape.halfHeight) ? 1 : 0;
      case 'half-space': {
        t[0] = Number.NEGATIVE_INFINITY;
        t[1] = Number.POSITIVE_INFINITY;
        return below(t, oy, dy) ? 1 : 0;
      }
      case 'convex': {
        const planes = shape.polyhedron.planes;
        t[0] = Number.NEGATIVE_INFINITY;
        t[1] = Number.POSITIVE_INFINITY;
        for (let k = 0; k < planes.length; k += 4) {
          const x = planes[k];
          const y = planes[k + 1];
          const z = planes[k + 2];
          if (!below(t, x * ox + y * oy + z * oz - planes[k + 3], x * dx + y * dy + z * dz)) return 0;
        }
        return 1;
      }
      case 'torus':
        return this.torus(ox, oy, oz, dx, dy, dz, shape.radius, shape.tube);
      default:
        return 0;
    }
  }

  private torus(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    ring: number,
    radius: number,
  ): number {
    const t = this.t;
    let from = this.low;
    let to = this.high;
    let inside = false;
    let insideAtEnd = false;
    if (to - from < 2 * radius) {
      // No nearer to the ends than the surface is: the distance from it changes no faster than t.
      const before = torusDistance(ox + from * dx, oy + from * dy, oz + from * dz, ring, radius);
      const after = torusDistance(ox + to * dx, oy + to * dy, oz + to * dz, ring, radius);
      inside = before < 0;
      insideAtEnd = after < 0;
      from += Math.abs(before);
      to -= Math.abs(after);
    } else {
      // All of it, from outside to outside.
      if (!ball(t, ox, oy, oz, dx, dy, dz, ring + radius) || !slab(t, oy, dy, radius)) return 0;
      if (t[0] >= to || t[1] <= from) return 0;
      from = t[0];
      to = t[1];
    }
    const mid = 0.5 * (from + to);
    const x0 = ox + mid * dx;
    const y0 = oy + mid * dy;
    const z0 = oz + mid * dz;
    if (inside === insideAtEnd && Math.abs(torusDistance(x0, y0, z0, ring, radius)) > 0.5 * (to - from)) {
      t[0] = Number.NEGATIVE_INFINITY;
      t[1] = Number.POSITIVE_INFINITY;
      return inside ? 1 : 0;
    }
    // From the middle, in units of the ring: keeps the coefficients of order one.
    const x = x0 / ring;
    const y = y0 / ring;
    const z = z0 / ring;
    const r = radius / ring;
    // (|p|² + 1 - r²)² - 4 (p_x² + p_z²) = 0
    const od = x * dx + y * dy + z * dz;
    const k = x * x + y * y + z * z + 1 - r * r;
    const { quartic } = this;
    // A hair wider: roots may lie on the ends.
    const reach = (0.5 * Math.max(to - from, 0) * (1 + 1e-9)) / ring + 1e-12;
    const count = quartic.solve(
      4 * od,
      2 * k + 4 * od * od - 4 * (dx * dx + dz * dz),
      4 * k * od - 8 * (x * dx + z * dz),
      k * k - 4 * (x * x + z * z),
      -reach,
      reach,
    );
    let n = 0;
    if (quartic.startsBelow) t[n++] = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count && n < 4; i++) t[n++] = mid + ring * quartic.roots[i];
    // An odd end is the exit beyond `high`, or a graze.
    if (n & 1 && quartic.endsBelow) t[n++] = Number.POSITIVE_INFINITY;
    return n >> 1;
  }
}

/** Signed distance from the surface of a torus, negative inside. */
function torusDistance(x: number, y: number, z: number, ring: number, radius: number): number {
  const out = Math.sqrt(x * x + z * z) - ring;
  return Math.sqrt(out * out + y * y) - radius;
}

function ball(
  t: Float64Array,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  radius: number,
): boolean {
  const mid = -(ox * dx + oy * dy + oz * dz);
  const x = ox + mid * dx;
  const y = oy + mid * dy;
  const z = oz + mid * dz;
  const h = radius * radius - (x * x + y * y + z * z);
  if (!(h > 0)) return false;
  const root = Math.sqrt(h);
  t[0] = mid - root;
  t[1] = mid + root;
  return true;
}

/** Sets the interval inside an endless cylinder around Y. */
function tube(t: Float64Array, ox: number, oz: number, dx: number, dz: number, radius: number): boolean {
  const a = dx * dx + dz * dz;
  if (a < 1e-24) {
    t[0] = Number.NEGATIVE_INFINITY;
    t[1] = Number.POSITIVE_INFINITY;
    return ox * ox + oz * oz < radius * radius;
  }
  const mid = -(ox * dx + oz * dz) / a;
  const x = ox + mid * dx;
  const z = oz + mid * dz;
  const h = radius * radius - (x * x + z * z);
  if (!(h > 0)) return false;
  const root = Math.sqrt(h / a);
  t[0] = mid - root;
  t[1] = mid + root;
  return true;
}

/** Cuts the interval with |o + t d| ≤ half. */
function slab(t: Float64Array, o: number, d: number, half: number): boolean {
  return below(t, o - half, d) && below(t, -o - half, -d);
}

/** Cuts the interval with o + t d ≤ 0. */
function below(t: Float64Array, o: number, d: number): boolean {
  if (Math.abs(d) < 1e-14) return o < 0;
  const x = -o / d;
  if (d > 0) {
    if (x < t[1]) t[1] = x;
  } else if (x > t[0]) t[0] = x;
  return t[0] < t[1];
}

/** Apex at +h, base of the given radius at -h. */
function cone(
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
  if (!slab(t, oy, dy, h)) return false;
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

/** Outward direction, not normalised, of the surface at the point of a primitive nearest to (x, y, z). */
export function primitiveNormal(n: Float64Array, shape: SimpleShape, x: number, y: number, z: number): void {
  n[0] = x;
  n[1] = y;
  n[2] = z;
  switch (shape.type) {
    case 'box': {
      const ax = Math.abs(x) - shape.hx;
      const ay = Math.abs(y) - shape.hy;
      const az = Math.abs(z) - shape.hz;
      n[0] = ax >= ay && ax >= az ? x : 0;
      n[1] = n[0] === 0 && ay >= az ? y : 0;
      n[2] = n[0] === 0 && n[1] === 0 ? z : 0;
      return;
    }
    case 'cylinder': {
      if (Math.abs(y) - shape.halfHeight > Math.sqrt(x * x + z * z) - shape.radius) n[0] = n[2] = 0;
      else n[1] = 0;
      return;
    }
    case 'capsule':
      n[1] = y - Math.max(-shape.halfHeight, Math.min(shape.halfHeight, y));
      return;
    case 'cone': {
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
      return;
    }
    case 'torus': {
      const radial = Math.sqrt(x * x + z * z);
      const k = radial > 0 ? 1 - shape.radius / radial : 0;
      n[0] = k * x;
      n[2] = k * z;
      return;
    }
    case 'half-space':
      n[0] = n[2] = 0;
      n[1] = 1;
      return;
    case 'convex': {
      const planes = shape.polyhedron.planes;
      let best = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < planes.length; k += 4) {
        const d = planes[k] * x + planes[k + 1] * y + planes[k + 2] * z - planes[k + 3];
        if (d > best) {
          best = d;
          n[0] = planes[k];
          n[1] = planes[k + 1];
          n[2] = planes[k + 2];
        }
      }
      return;
    }
    default:
      return;
  }
}

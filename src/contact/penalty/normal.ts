// The contact normal of two solids that overlap.
//
// Hasegawa & Sato 2004, §4.2: separate the two convex solids along the normal of the last step, ask for the closest
// points, and take the line between them as the new normal; where they still touch, double the distance and ask again.
// A normal that is followed this way stays with the face on which the contact began, however the overlap's shape
// changes.
//
// Deviations:
// - The first normal of a pair is the overlap's own: the face that it lies on, or -g/|g| (overlap.ts). A pair of bodies
//   may touch in several directions, so "the last normal" is the one nearest to the overlap's own; where none is near,
//   the one along which the way out is shorter than along the overlap's own. (Plates that are pressed into each other
//   by their thickness have an overlap whose own normal suddenly lies sideways.)
// - Round solids are asked without being separated if their cores (centre, axis) are apart: then the normal is exact
//   and does not lag.
// - A half-space has one normal. Meshes and tori, which are not convex, take the overlap's own in every step.
// - The contact plane goes through the overlap's centre instead of the middle of the closest points: that one jumps as
//   features change, and the two differ by less than the depth.
// Verified in test/contact/penalty-footprint.test.ts.

import { Gjk } from '../../distance/gjk.js';
import { Placed } from '../../distance/placed.js';
import { OV_AREA_VECTOR, OV_FACE_NORMAL, OV_STRIDE, type OverlapBuffer } from '../../overlap/overlap.js';
import type { SimpleShape } from '../../shapes/shape.js';

/** Gap to ask over, as a share of the smaller solid: small against its features, large against rounding. */
const GAP = 1e-3;
const MOST_DOUBLINGS = 20;
/** An old normal serves as the last one of a piece if it is as near as this (cos) to the overlap's own. */
const SAME = 0.7;
/** A followed normal that leaves the overlap's own by more than this (cos) has lost it. */
const LOST = 0.2;

export class ContactNormal {
  readonly #gjk = new Gjk();
  readonly #a = new Placed();
  readonly #b = new Placed();
  readonly #corner = new Float64Array(6);

  /** The overlap's own normal of component c, from B to A, into out[0…2]. */
  first(out: Float64Array, buffer: OverlapBuffer, c: number): void {
    const r = buffer.records;
    const o = c * OV_STRIDE;
    const f = o + OV_FACE_NORMAL;
    if (r[f] !== 0 || r[f + 1] !== 0 || r[f + 2] !== 0) {
      for (let k = 0; k < 3; k++) out[k] = r[f + k];
      return;
    }
    const g = o + OV_AREA_VECTOR;
    const size = Math.sqrt(r[g] * r[g] + r[g + 1] * r[g + 1] + r[g + 2] * r[g + 2]);
    if (size > 0) for (let k = 0; k < 3; k++) out[k] = -r[g + k] / size;
    else {
      out[0] = 0;
      out[1] = 1;
      out[2] = 0;
    }
  }

  /**
   * The last normal for a piece of solids at p[0…6] and p[7…13] whose overlap has the normal n[0…2], into n. `old`
   * holds the normals of the step before: `count` of them, every `stride` from `from` on.
   */
  takeLast(
    n: Float64Array,
    sa: SimpleShape,
    sb: SimpleShape,
    p: Float64Array,
    old: Float64Array,
    from: number,
    stride: number,
    count: number,
  ): void {
    let best = SAME;
    let at = -1;
    for (let k = 0; k < count; k++) {
      const o = from + k * stride;
      const along = n[0] * old[o] + n[1] * old[o + 1] + n[2] * old[o + 2];
      if (along > best) {
        best = along;
        at = o;
      }
    }
    if (at < 0 && count > 0 && isBounded(sa) && isBounded(sb)) {
      this.#a.set(sa, p, 0, p[0], p[1], p[2]);
      this.#b.set(sb, p, 7, p[0], p[1], p[2]);
      let least = this.#wayOut(n, 0);
      for (let k = 0; k < count; k++) {
        const way = this.#wayOut(old, from + k * stride);
        if (!(way < least)) continue;
        least = way;
        at = from + k * stride;
      }
    }
    if (at >= 0) for (let k = 0; k < 3; k++) n[k] = old[at + k];
  }

  /** How far A has to go along the normal at n[o…] to be clear of B (m). */
  #wayOut(n: Float64Array, o: number): number {
    const a = this.#a;
    const b = this.#b;
    const corner = this.#corner;
    let way = a.coreRadius + b.coreRadius;
    for (let side = 0; side < 2; side++) {
      const s = side === 0 ? a : b;
      const sign = side === 0 ? -1 : 1;
      const x = sign * n[o];
      const y = sign * n[o + 1];
      const z = sign * n[o + 2];
      const { r } = s;
      const dx = r[0] * x + r[3] * y + r[6] * z;
      const dy = r[1] * x + r[4] * y + r[7] * z;
      const dz = r[2] * x + r[5] * y + r[8] * z;
      s.support(s.shape!, dx, dy, dz, corner, 0);
      way += dx * corner[0] + dy * corner[1] + dz * corner[2] + x * s.x + y * s.y + z * s.z;
    }
    return way;
  }

  /**
   * Follows the normal in n[0…2] (of the last step, or the first) at poses p[0…6] and p[7…13]; `depth` is about how
   * deep they
   * overlap. Leaves it as it is where the solids are not both convex.
   */
  follow(n: Float64Array, sa: SimpleShape, sb: SimpleShape, p: Float64Array, depth: number): void {
    if (!isBounded(sa) || !isBounded(sb)) {
      if (sb.type === 'half-space') upOf(n, p, 10, 1);
      else if (sa.type === 'half-space') upOf(n, p, 3, -1);
      return;
    }
    const a = this.#a;
    const b = this.#b;
    const gjk = this.#gjk;
    const x = n[0];
    const y = n[1];
    const z = n[2];
    a.set(sa, p, 0, p[0], p[1], p[2]);
    b.set(sb, p, 7, p[0], p[1], p[2]);
    const gap = GAP * Math.min(a.size, b.size);
    let apart = a.coreRadius + b.coreRadius > 0 ? 0 : 2 * depth + gap;
    for (let k = 0; k < MOST_DOUBLINGS; k++) {
      a.x = apart * x;
      a.y = apart * y;
      a.z = apart * z;
      const distance = gjk.distance(a, b, Infinity);
      if (distance > 0.5 * gap) {
        const nx = (gjk.onA[0] - gjk.onB[0]) / distance;
        const ny = (gjk.onA[1] - gjk.onB[1]) / distance;
        const nz = (gjk.onA[2] - gjk.onB[2]) / distance;
        if (nx * x + ny * y + nz * z < LOST) return;
        const s = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
        n[0] = nx * s;
        n[1] = ny * s;
        n[2] = nz * s;
        return;
      }
      apart = apart > 0 ? 2 * apart : 2 * depth + gap;
    }
  }
}

/** Convex and bounded. */
export function isBounded(shape: SimpleShape): boolean {
  return shape.type !== 'half-space' && shape.type !== 'mesh' && shape.type !== 'torus';
}

/** ± the second axis of the quaternion at p[q…]. */
function upOf(n: Float64Array, p: Float64Array, q: number, sign: number): void {
  const x = p[q];
  const y = p[q + 1];
  const z = p[q + 2];
  const w = p[q + 3];
  n[0] = sign * 2 * (x * y - w * z);
  n[1] = sign * (1 - 2 * (x * x + z * z));
  n[2] = sign * 2 * (y * z + w * x);
}

/** Completes the unit normal at f[0…2] to a frame (n, u, w) with u × w = n. */
export function completeFrame(f: Float64Array): void {
  const x = Math.abs(f[0]);
  const y = Math.abs(f[1]);
  const z = Math.abs(f[2]);
  // Across the axis that the normal leans to least.
  const ax = x <= y && x <= z ? 1 : 0;
  const ay = ax === 0 && y <= z ? 1 : 0;
  const az = 1 - ax - ay;
  let ux = ay * f[2] - az * f[1];
  let uy = az * f[0] - ax * f[2];
  let uz = ax * f[1] - ay * f[0];
  const s = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= s;
  uy *= s;
  uz *= s;
  f[3] = ux;
  f[4] = uy;
  f[5] = uz;
  f[6] = f[1] * uz - f[2] * uy;
  f[7] = f[2] * ux - f[0] * uz;
  f[8] = f[0] * uy - f[1] * ux;
}

// Pairs of convex bodies that are farther apart than they can come closer, found by the direction that parted them in
// the step before.
//
// A direction n, from B to A, along which there is room enough is a proof, whoever proposed it: the answer is that of
// the full search, whatever is remembered, so that snapshots need not have it. Where the old one fails, a few steps of
// Frank & Wolfe (1956) towards the point of A - B nearest to the origin make it better. Two polyhedra are asked by
// their separating axes, which may see less room than there is between corners (sat.ts): there the normal of a face has
// to do.
// Verified in test/contact/six-parting.test.ts.

import type { BodyStore } from '../../bodies/store.js';
import { BX_HALF, BX_ROTATION } from '../../distance/box-layout.js';
import { BOX, CAPSULE, CONE, CONVEX, CYLINDER, SPHERE } from '../../distance/placed.js';
import type { Arena, F64Slab } from '../../memory/arena.js';
import type { Polyhedron } from '../../shapes/polyhedron.js';
import type { Shape } from '../../shapes/shape.js';
import type { BodyTable } from './body-table.js';
import { T_BOX, T_INSIDE, T_IS_BOX, T_KIND, T_MIDDLE, T_STRIDE } from './table-layout.js';

/** Record of a pair: the direction, and of polyhedra 1 + the face of A, or -1 - the face of B; 0: there is none. */
const FACE = 3;
const STRIDE = 4;
/** Directions that are tried. */
const TRIES = 4;

export class Parting {
  readonly #kept: F64Slab;
  readonly #bodies: BodyStore;
  readonly #table: BodyTable;
  /** A direction, and the farthest points of the two bodies along it, from the middles of their boxes. */
  readonly #n = new Float64Array(3);
  readonly #p = new Float64Array(6);

  constructor(bodies: BodyStore, table: BodyTable, arena: Arena) {
    this.#bodies = bodies;
    this.#table = table;
    this.#kept = arena.f64(STRIDE * 16);
  }

  /** Whether two bodies are farther apart than `by`. False: they may be nearer. */
  areApart(pair: number, a: number, b: number, by: number): boolean {
    const table = this.#table;
    const t = table.data;
    const qa = a * T_STRIDE;
    const qb = b * T_STRIDE;
    if (!table.areConvex(a, b) || (t[qa + T_IS_BOX] === 1 && t[qb + T_IS_BOX] === 1)) return false;
    const o = pair * STRIDE;
    this.#kept.reserve(o + STRIDE);
    const kept = this.#kept.data;
    const { shapes } = this.#bodies;
    const pa = polyhedronOf(t, qa, shapes[a]!);
    const pb = polyhedronOf(t, qb, shapes[b]!);
    const isFlat = pa !== null && pb !== null;
    if (isFlat && kept[o + FACE] !== 0 && this.#isBeyond(kept[o + FACE], qa, qb, pa, pb, by)) return true;
    const n = this.#n;
    const p = this.#p;
    const x = t[qa + T_MIDDLE] - t[qb + T_MIDDLE];
    const y = t[qa + T_MIDDLE + 1] - t[qb + T_MIDDLE + 1];
    const z = t[qa + T_MIDDLE + 2] - t[qb + T_MIDDLE + 2];
    let vx = kept[o];
    let vy = kept[o + 1];
    let vz = kept[o + 2];
    if (vx === 0 && vy === 0 && vz === 0) {
      vx = x;
      vy = y;
      vz = z;
    }
    for (let k = 0; k < TRIES; k++) {
      const length = Math.sqrt(vx * vx + vy * vy + vz * vz);
      if (!(length > 0)) return false;
      n[0] = vx / length;
      n[1] = vy / length;
      n[2] = vz / length;
      farthest(t, qa, pa, n, -1, p, 0);
      farthest(t, qb, pb, n, 1, p, 3);
      const wx = x + p[0] - p[3];
      const wy = y + p[1] - p[4];
      const wz = z + p[2] - p[5];
      if (n[0] * wx + n[1] * wy + n[2] * wz > by) {
        for (let m = 0; m < 3; m++) kept[o + m] = n[m];
        return !isFlat || this.#findFace(o, qa, qb, pa, pb, by);
      }
      // The first direction is no point of the difference.
      let s = 1;
      if (k > 0) {
        const dx = wx - vx;
        const dy = wy - vy;
        const dz = wz - vz;
        s = Math.min(1, -(vx * dx + vy * dy + vz * dz) / (dx * dx + dy * dy + dz * dz));
        if (!(s > 0)) return false;
      }
      vx += s * (wx - vx);
      vy += s * (wy - vy);
      vz += s * (wz - vz);
    }
    return false;
  }

  /** Whether the face of either polyhedron that is most along the direction in hand parts them; it is kept. */
  #findFace(o: number, qa: number, qb: number, pa: Polyhedron, pb: Polyhedron, by: number): boolean {
    const faceA = 1 + faceAlong(this.#table.data, qa, pa, this.#n, -1);
    const faceB = 1 + faceAlong(this.#table.data, qb, pb, this.#n, 1);
    const code = this.#isBeyond(faceA, qa, qb, pa, pb, by)
      ? faceA
      : this.#isBeyond(-faceB, qa, qb, pa, pb, by)
        ? -faceB
        : 0;
    this.#kept.data[o + FACE] = code;
    return code !== 0;
  }

  /** Whether one body is farther than `by` from a face of the other. */
  #isBeyond(code: number, qa: number, qb: number, pa: Polyhedron, pb: Polyhedron, by: number): boolean {
    const t = this.#table.data;
    const n = this.#n;
    const isA = code > 0;
    const { planes } = isA ? pa : pb;
    const f = 4 * (Math.abs(code) - 1);
    // What is kept may be another pair's.
    if (!(f < planes.length)) return false;
    const own = isA ? qa : qb;
    const other = isA ? qb : qa;
    const r = own + T_BOX + BX_ROTATION;
    let way = -planes[f + 3];
    for (let m = 0; m < 3; m++) {
      n[m] = t[r + 3 * m] * planes[f] + t[r + 3 * m + 1] * planes[f + 1] + t[r + 3 * m + 2] * planes[f + 2];
      way += n[m] * (t[other + T_MIDDLE + m] - t[own + T_MIDDLE + m]) + planes[f + m] * t[own + T_INSIDE + m];
    }
    const p = this.#p;
    farthest(t, other, isA ? pb : pa, n, -1, p, 0);
    return way + n[0] * p[0] + n[1] * p[1] + n[2] * p[2] > by;
  }
}

function polyhedronOf(t: Float64Array, q: number, shape: Shape): Polyhedron | null {
  const kind = t[q + T_KIND];
  return kind === BOX || kind === CONVEX ? (shape as { polyhedron: Polyhedron }).polyhedron : null;
}

/** The face of a polyhedron, its record at t[q…], that is most along sign·n. */
function faceAlong(t: Float64Array, q: number, { planes }: Polyhedron, n: Float64Array, sign: number): number {
  const r = q + T_BOX + BX_ROTATION;
  const x = sign * (t[r] * n[0] + t[r + 3] * n[1] + t[r + 6] * n[2]);
  const y = sign * (t[r + 1] * n[0] + t[r + 4] * n[1] + t[r + 7] * n[2]);
  const z = sign * (t[r + 2] * n[0] + t[r + 5] * n[1] + t[r + 8] * n[2]);
  let best = 0;
  let most = -Infinity;
  for (let f = 0; f < planes.length; f += 4) {
    const along = planes[f] * x + planes[f + 1] * y + planes[f + 2] * z;
    if (!(along > most)) continue;
    most = along;
    best = f >> 2;
  }
  return best;
}

/** The farthest point of a body, its record at t[q…], along sign·n, n of length one: from the middle of its box. */
function farthest(
  t: Float64Array,
  q: number,
  p: Polyhedron | null,
  n: Float64Array,
  sign: number,
  out: Float64Array,
  o: number,
): void {
  const r = q + T_BOX + BX_ROTATION;
  const lx = sign * (t[r] * n[0] + t[r + 3] * n[1] + t[r + 6] * n[2]);
  const ly = sign * (t[r + 1] * n[0] + t[r + 4] * n[1] + t[r + 7] * n[2]);
  const lz = sign * (t[r + 2] * n[0] + t[r + 5] * n[1] + t[r + 8] * n[2]);
  const hx = t[q + T_BOX + BX_HALF];
  const hy = t[q + T_BOX + BX_HALF + 1];
  let x = 0;
  let y = 0;
  let z = 0;
  switch (t[q + T_KIND]) {
    case SPHERE:
      x = hx * lx;
      y = hx * ly;
      z = hx * lz;
      break;
    case CAPSULE:
      x = hx * lx;
      y = hx * ly + (ly >= 0 ? hy - hx : hx - hy);
      z = hx * lz;
      break;
    case BOX:
      x = lx >= 0 ? hx : -hx;
      y = ly >= 0 ? hy : -hy;
      z = lz >= 0 ? t[q + T_BOX + BX_HALF + 2] : -t[q + T_BOX + BX_HALF + 2];
      break;
    case CYLINDER:
    case CONE: {
      const side = Math.sqrt(lx * lx + lz * lz);
      // The tip of a cone, or the rim.
      const isTip = t[q + T_KIND] === CONE && 2 * hy * ly > hx * side;
      const k = side > 0 && !isTip ? hx / side : 0;
      x = k * lx;
      y = isTip || (t[q + T_KIND] === CYLINDER && ly >= 0) ? hy : -hy;
      z = k * lz;
      break;
    }
    default: {
      const v = p!.vertices;
      let most = -Infinity;
      for (let i = 0; i < v.length; i += 3) {
        const along = lx * v[i] + ly * v[i + 1] + lz * v[i + 2];
        if (!(along > most)) continue;
        most = along;
        x = v[i];
        y = v[i + 1];
        z = v[i + 2];
      }
      x -= t[q + T_INSIDE];
      y -= t[q + T_INSIDE + 1];
      z -= t[q + T_INSIDE + 2];
    }
  }
  out[o] = t[r] * x + t[r + 1] * y + t[r + 2] * z;
  out[o + 1] = t[r + 3] * x + t[r + 4] * y + t[r + 5] * z;
  out[o + 2] = t[r + 6] * x + t[r + 7] * y + t[r + 8] * z;
}

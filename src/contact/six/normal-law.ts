// The normal law of a contact patch: which point, edge or area of it bears, for friction that is known.
//
// Given e and A, the velocities of the normal rows (wrench-law.ts) and how they answer to N = f_n (1, p_u, p_w), both
// with friction already in them, find N with f_n ≥ 0 and p in the patch P such that either nothing turns, e + A N = 0,
// or p lies on the boundary where v_n(x) = (1, x)·(e + A N) is least and its bearing point q rests, v_n(q) = 0. A need
// not be symmetric: friction that goes with f_n is in its first column. A walk along the boundary finds the vertex or
// edge that bears. Verified in test/contact/six-law.test.ts, without friction against Lemke's problem by enumeration.

import { invertMatrix, transformVector } from '../../math/matrix3.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { polygonContains } from '../../patch/polygon.js';
import { W_SHARP } from './layout.js';
import { LOCKED, RANK, ROUNDING } from './tolerances.js';

/** Rounds for where on an edge p is, and when it is known, as a share of the edge. */
const EDGE_ROUNDS = 8;
const EDGE_SETTLED = 1e-13;

export class NormalLaw {
  /** A by rows, e, and N where solved. */
  readonly a = new Float64Array(9);
  readonly e = new Float64Array(3);
  readonly n = new Float64Array(3);
  /** How N answers while what bears stays the same: δN = Z (δe + δA N), by rows. After `respond`. */
  readonly z = new Float64Array(9);
  /**
   * Whether p is on the boundary; where it may move while the same bears: along an edge, anywhere (zeros), or not at
   * all.
   */
  tips = false;
  isStill = false;
  alongU = 0;
  alongW = 0;
  /** What bears: a vertex, or the edge between two (where their pairs begin), and its bearing point. */
  #first = 0;
  #second = -1;
  #qu = 0;
  #qw = 0;
  /** How v_n(q) answers to the forces at both ends of an edge. */
  #m11 = 0;
  #m12 = 0;
  readonly #patches: PatchBuffer;
  /** The patch of the block at hand. */
  patch = 0;

  constructor(patches: PatchBuffer) {
    this.#patches = patches;
  }

  /** Whether (u, w) lies in the patch. */
  inPatch(u: number, w: number): boolean {
    const patches = this.#patches;
    const k = this.patch;
    return polygonContains(patches.vertices, patches.outlineStart[k], patches.outlineCount[k], u, w);
  }

  /** N for the system (a, e); false: the patch opens. Sets `tips`. */
  solve(f: Float64Array, o: number): boolean {
    const { a, e, n } = this;
    this.tips = false;
    n[0] = 0;
    // Axes that are locked bear any torque: the centre of pressure stays at c along them.
    if (!(a[4] * a[8] - a[5] * a[7] > RANK * a[4] * a[8])) {
      const give = LOCKED * (a[4] + a[8]) + (a[4] + a[8] > 0 ? 0 : a[0]);
      a[4] += give;
      a[8] += give;
    }
    if (invertMatrix(this.z, a)) {
      const { z } = this;
      for (let k = 0; k < 9; k++) z[k] = -z[k];
      transformVector(n, z, e);
      if (n[0] > 0 && this.inPatch(n[1] / n[0], n[2] / n[0])) return true;
    } else this.z.fill(0);
    this.tips = true;
    return this.#walk(f, o);
  }

  /** Z for the solution in hand. */
  respond(): void {
    const { a, z } = this;
    const first = this.#first;
    const second = this.#second;
    const qu = this.#qu;
    const qw = this.#qw;
    this.isStill = this.tips && second < 0;
    this.alongU = this.alongW = 0;
    if (!this.tips) return;
    const v = this.#patches.vertices;
    const u1 = v[first];
    const w1 = v[first + 1];
    const p1 = a[3] + a[4] * u1 + a[5] * w1;
    const p2 = a[6] + a[7] * u1 + a[8] * w1;
    if (second < 0) {
      setProduct(z, 0, -1 / (a[0] + a[1] * u1 + a[2] * w1 + p1 * qu + p2 * qw), u1, w1, 1, qu, qw);
      return;
    }
    // The equations of edgeBears: forces at both ends from v_n(q) and the turning along the edge.
    const u2 = v[second];
    const w2 = v[second + 1];
    const tu = u2 - u1;
    const tw = w2 - w1;
    this.alongU = tu;
    this.alongW = tw;
    const r1 = a[3] + a[4] * u2 + a[5] * w2;
    const r2 = a[6] + a[7] * u2 + a[8] * w2;
    const m11 = this.#m11;
    const m12 = this.#m12;
    const m21 = p1 * tu + p2 * tw;
    const m22 = r1 * tu + r2 * tw;
    const k = -1 / (m11 * m22 - m12 * m21);
    setProduct(z, 0, k, u1, w1, m22, m22 * qu - m12 * tu, m22 * qw - m12 * tw);
    setProduct(z, 1, k, u2, w2, -m21, m11 * tu - m21 * qu, m11 * tw - m21 * qw);
  }

  /** The vertex that approaches fastest with the velocities e of the normal rows, or -1: none bears. */
  fastest(f: Float64Array, o: number, e: Float64Array): number {
    const patches = this.#patches;
    const k = this.patch;
    const v = patches.vertices;
    const start = patches.outlineStart[k];
    let found = -1;
    let least = 0;
    let speed = Infinity;
    for (let j = 0; j < patches.outlineCount[k]; j++) {
      const u = v[start + 2 * j];
      const w = v[start + 2 * j + 1];
      const there = e[0] + e[1] * u + e[2] * w;
      if (there < speed) {
        found = j;
        speed = there;
      }
      least = Math.min(least, e[0] + e[1] * bearing(f, o, 0, u) + e[2] * bearing(f, o, 2, w));
    }
    return least < 0 ? found : -1;
  }

  /**
   * N at the vertex that approaches fastest, which it stops. A last resort: where the patch is sharp on
   * one side and curved on the other, and lies askew, the law may have no solution (once in 30 000 solves of tumbling
   * boxes).
   */
  pushAtFastest(f: Float64Array, o: number): void {
    const { a, e, n } = this;
    const patches = this.#patches;
    const at = patches.outlineStart[this.patch] + 2 * this.fastest(f, o, e);
    const u = patches.vertices[at];
    const w = patches.vertices[at + 1];
    const c = a[0] + (a[1] + a[3]) * u + (a[2] + a[6]) * w + a[4] * u * u + (a[5] + a[7]) * u * w + a[8] * w * w;
    const push = c > 0 ? Math.max(0, -(e[0] + e[1] * u + e[2] * w) / c) : 0;
    n[0] = push;
    n[1] = push * u;
    n[2] = push * w;
    this.tips = true;
  }

  /**
   * Finds the vertex or edge of the patch where the law holds, outwards both ways from the vertex that lies farthest
   * towards the p that would stop all turning, or, where none does, from the one that approaches fastest without this
   * contact. The first is the better guess: a patch that ends in curves has 32 vertices, and was gone round half-way
   * from the second.
   */
  #walk(f: Float64Array, o: number): boolean {
    const patches = this.#patches;
    const count = patches.outlineCount[this.patch];
    const { e, n } = this;
    // Where nothing bears, what did so at another patch would be asked how it answers.
    this.#first = patches.outlineStart[this.patch];
    this.#second = -1;
    this.#qu = this.#qw = 0;
    // What closes at its centre does so somewhere on its boundary.
    const fastest = n[0] > 0 && e[0] < 0 ? 0 : this.fastest(f, o, e);
    if (fastest < 0) return false;
    const first = n[0] > 0 ? this.#farthest(n[1], n[2]) : fastest;
    for (let away = 0; 2 * away <= count; away++) {
      const i = (first + away) % count;
      const j = (first + count - away) % count;
      if (this.#vertexBears(f, o, i)) return true;
      if (count > 1 && this.#edgeBears(f, o, i)) return true;
      if (away > 0 && this.#vertexBears(f, o, j)) return true;
      if (count > 2 && this.#edgeBears(f, o, (j + count - 1) % count)) return true;
    }
    return false;
  }

  /** The vertex farthest along (x, y). */
  #farthest(x: number, y: number): number {
    const { vertices: v, outlineStart, outlineCount } = this.#patches;
    const start = outlineStart[this.patch];
    let found = 0;
    let most = -Infinity;
    for (let j = 0; j < outlineCount[this.patch]; j++) {
      const along = x * v[start + 2 * j] + y * v[start + 2 * j + 1];
      if (!(along > most)) continue;
      most = along;
      found = j;
    }
    return found;
  }

  /** All force at vertex i: it pushes, and v_n grows towards both neighbours. Sets N. */
  #vertexBears(f: Float64Array, o: number, i: number): boolean {
    const { a, e, n } = this;
    const patches = this.#patches;
    const k = this.patch;
    const v = patches.vertices;
    const start = patches.outlineStart[k];
    const count = patches.outlineCount[k];
    const u = v[start + 2 * i];
    const w = v[start + 2 * i + 1];
    const qu = bearing(f, o, 0, u);
    const qw = bearing(f, o, 2, w);
    const c0 = a[0] + a[1] * u + a[2] * w;
    const c1 = a[3] + a[4] * u + a[5] * w;
    const c2 = a[6] + a[7] * u + a[8] * w;
    const push = -(e[0] + e[1] * qu + e[2] * qw) / (c0 + c1 * qu + c2 * qw);
    if (!(push > 0) || push === Infinity) return false;
    n[0] = push;
    n[1] = push * u;
    n[2] = push * w;
    const gu = e[1] + c1 * push;
    const gw = e[2] + c2 * push;
    const su = ROUNDING * (Math.abs(e[1]) + Math.abs(c1 * push));
    const sw = ROUNDING * (Math.abs(e[2]) + Math.abs(c2 * push));
    this.#first = start + 2 * i;
    this.#second = -1;
    this.#qu = qu;
    this.#qw = qw;
    for (let side = 1; side < 3; side++) {
      const m = start + 2 * ((side === 1 ? i + 1 : i + count - 1) % count);
      const du = v[m] - u;
      const dw = v[m + 1] - w;
      if (gu * du + gw * dw < -su * Math.abs(du) - sw * Math.abs(dw)) return false;
    }
    return true;
  }

  /** Force at both ends of the edge from vertex i on: both push, v_n is the same at both, and grows inwards. Sets N. */
  #edgeBears(f: Float64Array, o: number, i: number): boolean {
    const { a, e, n } = this;
    const patches = this.#patches;
    const k = this.patch;
    const v = patches.vertices;
    const count = patches.outlineCount[k];
    const at = patches.outlineStart[k] + 2 * i;
    const to = patches.outlineStart[k] + 2 * ((i + 1) % count);
    const u1 = v[at];
    const w1 = v[at + 1];
    const u2 = v[to];
    const w2 = v[to + 1];
    const tu = u2 - u1;
    const tw = w2 - w1;
    const p0 = a[0] + a[1] * u1 + a[2] * w1;
    const p1 = a[3] + a[4] * u1 + a[5] * w1;
    const p2 = a[6] + a[7] * u1 + a[8] * w1;
    const r0 = a[0] + a[1] * u2 + a[2] * w2;
    const r1 = a[3] + a[4] * u2 + a[5] * w2;
    const r2 = a[6] + a[7] * u2 + a[8] * w2;
    const m21 = p1 * tu + p2 * tw;
    const m22 = r1 * tu + r2 * tw;
    const b2 = -(e[1] * tu + e[2] * tw);
    let f1 = 0;
    let f2 = 0;
    let x = 0.5;
    // v_n(q) depends on where p is only in so far as the sides are not equally sharp: mostly one round does.
    for (let round = 0; round < EDGE_ROUNDS; round++) {
      const u = u1 + x * tu;
      const w = w1 + x * tw;
      const su = f[o + W_SHARP + (u >= 0 ? 0 : 1)];
      const sw = f[o + W_SHARP + 2 + (w >= 0 ? 0 : 1)];
      const m11 = p0 + p1 * su * u + p2 * sw * w;
      const m12 = r0 + r1 * su * u + r2 * sw * w;
      // How v_n(q) changes along the edge, per force: q moves with p.
      const slope =
        su === sw || !(f1 + f2 > 0)
          ? 0
          : (su * tu * (e[1] + p1 * f1 + r1 * f2) + sw * tw * (e[2] + p2 * f1 + r2 * f2)) / (f1 + f2);
      const n11 = m11 - x * slope;
      const n12 = m12 + (1 - x) * slope;
      const b1 = -(e[0] + e[1] * su * u + e[2] * sw * w);
      const det = n11 * m22 - n12 * m21;
      if (det === 0) return false;
      f1 = (b1 * m22 - n12 * b2) / det;
      f2 = (n11 * b2 - m21 * b1) / det;
      this.#qu = su * u;
      this.#qw = sw * w;
      this.#m11 = n11;
      this.#m12 = n12;
      if (su === sw && f[o + W_SHARP + (u1 >= 0 ? 0 : 1)] === su) break;
      const last = x;
      x = Math.min(1, Math.max(0, f2 / (f1 + f2)));
      if (!(Math.abs(x - last) > EDGE_SETTLED)) break;
    }
    if (!(f1 >= 0 && f2 >= 0 && f1 + f2 > 0)) return false;
    n[0] = f1 + f2;
    n[1] = f1 * u1 + f2 * u2;
    n[2] = f1 * w1 + f2 * w2;
    this.#first = at;
    this.#second = to;
    if (count === 2) return true;
    const cu = p1 * f1 + r1 * f2;
    const cw = p2 * f1 + r2 * f2;
    // Counter-clockwise: inwards is (-t_w, t_u).
    const slack = Math.abs(tw) * (Math.abs(e[1]) + Math.abs(cu)) + Math.abs(tu) * (Math.abs(e[2]) + Math.abs(cw));
    return (e[2] + cw) * tu - (e[1] + cu) * tw >= -ROUNDING * slack;
  }
}

/** A coordinate of the bearing point q for that of p: `at` 0 for u, 2 for w. */
export function bearing(f: Float64Array, o: number, at: number, x: number): number {
  return x * f[o + W_SHARP + at + (x >= 0 ? 0 : 1)];
}

/** Z = `keep`·Z + k (1, u, w)ᵀ(r0, r1, r2). */
function setProduct(
  z: Float64Array,
  keep: number,
  k: number,
  u: number,
  w: number,
  r0: number,
  r1: number,
  r2: number,
): void {
  for (let i = 0; i < 3; i++) {
    const b = k * (i === 0 ? 1 : i === 1 ? u : w);
    z[3 * i] = keep * z[3 * i] + b * r0;
    z[3 * i + 1] = keep * z[3 * i + 1] + b * r1;
    z[3 * i + 2] = keep * z[3 * i + 2] + b * r2;
  }
}

// The law of one volume: its quarters push, each for itself, and one friction force bounded by all of them slides or
// sticks.
//
// Rows: up to four normals (one for each quarter of the overlap, divided by its area), then two tangents. With e₀ = r -
// S λ the part of the residual that does not depend on the block,
//   λ_i ≥ 0,  (S λ + e₀)_i ≥ 0,  complementary, for the quarters;   |λ_t| ≤ μ Σ λ_i, and while slipping λ_t opposes the
//   slip (Allard et al. 2010, Eq. 9, 10
//   with the cone itself instead of a pyramid).
// Deviation: the paper's mono-volume has one pressure. One constraint on V holds no tilt: a body pressed between two
// plates turns over as a strut would on pivots. Quarters keep the paper's single friction force (it spins freely about
// the contact's centre) and hold the tilt. Normals by an active set of at most four (four quarters under a rigid body
// are one too many: Gauss–Seidel would take as many rounds as the block's compliance is small), friction exactly, as in
// projectCone; the two in turn until they agree. Verified in test/contact/volume/truths.test.ts.

import { atLambda, atSchur } from '../../solver/blocks.js';
import { CONE_FRICTION, type Projection } from '../../solver/projections.js';

const ROUNDS = 40;
const TURNS = 12;
const SETTLED = 1e-14;

/** The law with room of its own to solve in: one for each world. */
export function createVolumeLaw(): Projection {
  const room = new Float64Array(20);
  return (f, o, m, r) => visit(f, o, m, r, room);
}

function visit(f: Float64Array, o: number, m: number, r: Float64Array, room: Float64Array): void {
  const k = m - 2;
  const s = o + atSchur;
  const l = o + atLambda;
  const mu = f[o + CONE_FRICTION];
  // r becomes e₀; λ is worked on in the block's own place and put back at the end.
  for (let i = 0; i < m; i++) {
    let sum = r[i];
    for (let j = 0; j < m; j++) sum -= f[s + m * i + j] * f[l + j];
    r[i] = sum;
  }
  const [o0, o1, o2, o3, o4, o5] = [f[l], f[l + 1], f[l + 2], f[l + 3], f[l + 4], f[l + 5]];
  let active = (1 << k) - 1;
  for (let round = 0; round < ROUNDS; round++) {
    const u = k;
    const w = k + 1;
    const oldU = f[l + u];
    const oldW = f[l + w];
    const oldLoad = loadOf(f, l, k);
    active = solveNormals(f, s, l, m, k, r, active, room);
    const load = loadOf(f, l, k);
    let bu = r[u];
    let bw = r[w];
    for (let j = 0; j < k; j++) {
      bu += f[s + m * u + j] * f[l + j];
      bw += f[s + m * w + j] * f[l + j];
    }
    slide(f, s + m * u + u, m, bu, bw, mu * load, l + u);
    const change = Math.max(Math.abs(load - oldLoad), Math.abs(f[l + u] - oldU), Math.abs(f[l + w] - oldW));
    if (change <= SETTLED * load || load === 0) break;
  }
  for (let i = 0; i < m; i++) r[i] = f[l + i];
  f[l] = o0;
  f[l + 1] = o1;
  f[l + 2] = o2;
  f[l + 3] = o3;
  f[l + 4] = o4;
  f[l + 5] = o5;
}

function loadOf(f: Float64Array, l: number, k: number): number {
  let sum = 0;
  for (let i = 0; i < k; i++) sum += f[l + i];
  return sum;
}

/** λ ≥ 0, S λ + e ≥ 0, complementary, for the k normals with the tangents as they stand; returns which push. */
function solveNormals(
  f: Float64Array,
  s: number,
  l: number,
  m: number,
  k: number,
  r: Float64Array,
  start: number,
  room: Float64Array,
): number {
  let active = start;
  for (let turn = 0; turn < TURNS; turn++) {
    solveActive(f, s, l, m, k, r, active, room);
    // The most negative of those that push leaves; else the one that is entered fastest comes in.
    let worst = 0;
    let leaves = -1;
    for (let i = 0; i < k; i++) {
      if (f[l + i] < worst) {
        worst = f[l + i];
        leaves = i;
      }
    }
    if (leaves >= 0) {
      active &= ~(1 << leaves);
      continue;
    }
    let comes = -1;
    let fastest = 0;
    for (let i = 0; i < k; i++) {
      if ((active >> i) & 1) continue;
      let e = r[i];
      for (let j = 0; j < m; j++) e += f[s + m * i + j] * f[l + j];
      if (e < fastest - 1e-14 * Math.abs(r[i])) {
        fastest = e;
        comes = i;
      }
    }
    if (comes < 0) return active;
    active |= 1 << comes;
  }
  for (let i = 0; i < k; i++) if (f[l + i] < 0) f[l + i] = 0;
  return active;
}

/** S_aa λ_a = -(e + S_at λ_t)_a by elimination in place; the others are zero. */
function solveActive(
  f: Float64Array,
  s: number,
  l: number,
  m: number,
  k: number,
  r: Float64Array,
  active: number,
  a: Float64Array,
): void {
  let n = 0;
  for (let i = 0; i < k; i++) {
    if (!((active >> i) & 1)) {
      f[l + i] = 0;
      continue;
    }
    let c = 0;
    for (let j = 0; j < k; j++) if ((active >> j) & 1) a[5 * n + c++] = f[s + m * i + j];
    a[5 * n + 4] = -r[i] - f[s + m * i + k] * f[l + k] - f[s + m * i + k + 1] * f[l + k + 1];
    n++;
  }
  for (let p = 0; p < n; p++) {
    const pivot = a[6 * p];
    for (let q = p + 1; q < n; q++) {
      const x = pivot !== 0 ? a[5 * q + p] / pivot : 0;
      for (let c = p; c < n; c++) a[5 * q + c] -= x * a[5 * p + c];
      a[5 * q + 4] -= x * a[5 * p + 4];
    }
  }
  for (let p = n - 1; p >= 0; p--) {
    let x = a[5 * p + 4];
    for (let c = p + 1; c < n; c++) x -= a[5 * p + c] * a[5 * c + 4];
    a[5 * p + 4] = a[6 * p] !== 0 ? x / a[6 * p] : 0;
  }
  for (let i = 0, at = 0; i < k; i++) if ((active >> i) & 1) f[l + i] = a[5 * at++ + 4];
}

/**
 * Two tangential impulses at f[to…] that stop the slip b + S λ, or, on the disc, oppose it: (S + γ) λ = -b with |λ| =
 * radius.
 */
function slide(f: Float64Array, s: number, m: number, bu: number, bw: number, radius: number, to: number): void {
  const suu = f[s];
  const suw = f[s + 1];
  const sww = f[s + m + 1];
  if (!(radius > 0)) {
    f[to] = f[to + 1] = 0;
    return;
  }
  let gamma = 0;
  for (let n = 0; n < 50; n++) {
    const a = suu + gamma;
    const d = sww + gamma;
    const det = a * d - suw * suw;
    if (!(det > 0)) {
      gamma += 1e-12 * (suu + sww) + 1e-300;
      continue;
    }
    const lu = -(d * bu - suw * bw) / det;
    const lw = -(a * bw - suw * bu) / det;
    f[to] = lu;
    f[to + 1] = lw;
    const q = lu * lu + lw * lw;
    if (q <= radius * radius * (1 + 1e-15)) return;
    const size = Math.sqrt(q);
    const slope = (d * lu * lu - 2 * suw * lu * lw + a * lw * lw) / det;
    const change = ((size - radius) / radius) * (q / slope);
    if (!(change > 1e-16 * gamma)) break;
    gamma += change;
  }
  const size = Math.sqrt(f[to] * f[to] + f[to + 1] * f[to + 1]);
  if (size > radius) {
    f[to] *= radius / size;
    f[to + 1] *= radius / size;
  }
}

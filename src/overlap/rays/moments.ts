// Sums over the segments: volume, first and second moments from each direction, area vector and turn from the ends.
//
// For rays along w at (u, v), pixel area a = h_u h_v, segment [l, m]:
//   V += a (m-l),  ∫u += a u (m-l),  ∫w += a (m²-l²)/2,  ∫u² += a (u² + h_u²/12)(m-l),  ∫uw += a u (m²-l²)/2, …
// The h²/12 is the pixel's own spread: with it boxes along the axes are exact. Each end on A adds ∓a to g_w (Allard et
// al. 2010, §3.1–3.2: entry -, exit +) and x × (∓a e_w) to the turn. A segment's two ends add up to nothing, so
// ∫_{∂A∩B} n = -∫_{∂B∩A} n holds exactly, and the same for the turns.
//
// Each direction gives its own V. The midpoint rule errs where segment lengths jump from pixel to pixel (a wall along
// the rays) and not where they vary linearly, so directions are weighed by the inverse square of an error estimate:
// second differences of the lengths, and a share of the bound below that keeps a direction which saw nothing from
// winning. With N_k segments along axis k, each of pixel area a_k,
//   |V_w - V| ≤ (h_u/2) ∫|n_u| dS + (h_v/2) ∫|n_v| dS ≈ h_u N_u a_u + h_v N_v a_v:
// in one dimension the midpoint rule errs by at most h/2 times the variation, the variation of the length along u is at
// most ∫|n_u| dS over the overlap's boundary, and rays along u measure that: each segment has two ends.

import type { RayDirection } from './direction.js';
import { NO_SURFACE } from './direction.js';
import { grownFloat } from './hits.js';

/**
 * Per component: three directions of V, ∫x (3), ∫xxᵀ (xx, xy, xz, yy, yz, zz); then g and the turn about the reference.
 */
export const SUM_STRIDE = 36;
export const SUM_AREA = 30;
export const SUM_TURN = 33;

/** Share of the error bound that enters the weights. */
const PRIOR = 0.001;
/** What is left of a cut pixel's squared error: three times the rim pixels, each of a ninth of the area. */
const FINER = 1 / 27;

export class RaySums {
  data = new Float64Array(SUM_STRIDE * 8);
  readonly weights = new Float64Array(3);
  /** Bound on the error of V for the last region. */
  bound = 0;
  #lengths = new Float64Array(4096);

  reserve(components: number): void {
    if (components * SUM_STRIDE > this.data.length) this.data = grownFloat(this.data, 2 * components * SUM_STRIDE);
  }

  /** Add the segments of one direction to components offset + label; positions relative to `reference`. */
  add(dir: RayDirection, reference: Float64Array, offset: number): void {
    const { data } = this;
    const {
      axis: w,
      u,
      v,
      segRay,
      segLow,
      segHigh,
      endLow,
      endHigh,
      label,
      rayU,
      rayV,
      rayArea,
      rayShare,
      coarseCount,
    } = dir;
    const uu = packed(u, u);
    const vv = packed(v, v);
    const ww = packed(w, w);
    const uv = packed(u, v);
    const uw = packed(u, w);
    const vw = packed(v, w);
    const cu = reference[u];
    const cv = reference[v];
    const cw = reference[w];
    const spreadU = (dir.hu * dir.hu) / 12;
    const spreadV = (dir.hv * dir.hv) / 12;
    const finer = 1 / (dir.sub * dir.sub);
    for (let s = 0; s < dir.segCount; s++) {
      const r = segRay[s];
      const a = rayArea[r];
      if (a === 0) continue;
      const o = SUM_STRIDE * (offset + label[s]);
      const d = o + 10 * w;
      const x = rayU[r] - cu;
      const y = rayV[r] - cv;
      const low = segLow[s] - cw;
      const high = segHigh[s] - cw;
      const length = high - low;
      const mid = 0.5 * (low + high);
      const volume = a * rayShare[r] * length;
      const k = r < coarseCount ? 1 : finer;
      data[d] += volume;
      data[d + 1 + u] += volume * x;
      data[d + 1 + v] += volume * y;
      data[d + 1 + w] += volume * mid;
      data[d + 4 + uu] += volume * (x * x + k * spreadU);
      data[d + 4 + vv] += volume * (y * y + k * spreadV);
      data[d + 4 + ww] += volume * (mid * mid + (length * length) / 12);
      data[d + 4 + uv] += volume * x * y;
      data[d + 4 + uw] += volume * x * mid;
      data[d + 4 + vw] += volume * y * mid;
      // x × (± a e_w) has components (y, -x) on (u, v), as u, v, w is right-handed.
      let area = 0;
      if (endLow[s] !== NO_SURFACE && (endLow[s] & 1) === 0) area -= a;
      if (endHigh[s] !== NO_SURFACE && (endHigh[s] & 1) === 0) area += a;
      if (area !== 0) {
        data[o + SUM_AREA + w] += area;
        data[o + SUM_TURN + u] += area * y;
        data[o + SUM_TURN + v] -= area * x;
      }
    }
  }

  /** Weights of the three directions, and the bound on V that goes with them. */
  weigh(directions: readonly RayDirection[]): void {
    const { weights } = this;
    let total = 0;
    let bound = 0;
    for (let k = 0; k < 3; k++) {
      const dir = directions[k];
      const limit = dir.hu * crossSection(directions[dir.u]) + dir.hv * crossSection(directions[dir.v]);
      const rough = this.#roughness(dir);
      const error2 = rough * rough + PRIOR * PRIOR * limit * limit;
      weights[k] = 1 / (error2 + 1e-300);
      total += weights[k];
      bound += weights[k] * limit;
    }
    for (let k = 0; k < 3; k++) weights[k] /= total;
    this.bound = bound / total;
  }

  /** Root of the summed squares of what the midpoint rule misses per pixel, estimated by second differences / 24. */
  #roughness(dir: RayDirection): number {
    const { columns, rows, coarseCount, rayArea } = dir;
    if (coarseCount > this.#lengths.length) this.#lengths = new Float64Array(2 * coarseCount);
    const lengths = this.#lengths;
    lengths.fill(0, 0, coarseCount);
    for (let s = 0; s < dir.segCount; s++) {
      const r = dir.segRay[s];
      if (r < coarseCount) lengths[r] += dir.segHigh[s] - dir.segLow[s];
    }
    let sum = 0;
    for (let j = 0; j < rows; j++) {
      for (let i = 1; i < columns - 1; i++) {
        const k = j * columns + i;
        const e = lengths[k - 1] - 2 * lengths[k] + lengths[k + 1];
        sum += rayArea[k] > 0 ? e * e : FINER * e * e;
      }
    }
    for (let j = 1; j < rows - 1; j++) {
      for (let i = 0; i < columns; i++) {
        const k = j * columns + i;
        const e = lengths[k - columns] - 2 * lengths[k] + lengths[k + columns];
        sum += rayArea[k] > 0 ? e * e : FINER * e * e;
      }
    }
    return (dir.hu * dir.hv * Math.sqrt(sum)) / 24;
  }
}

/** Area of the segments' cross-sections: half the overlap's surface as seen along the rays. */
function crossSection(dir: RayDirection): number {
  let n = 0;
  for (let s = 0; s < dir.segCount; s++) if (dir.segRay[s] < dir.coarseCount) n++;
  return n * dir.hu * dir.hv;
}

/** Place of entry (i, j) in xx, xy, xz, yy, yz, zz. */
function packed(i: number, j: number): number {
  const a = i < j ? i : j;
  const b = i < j ? j : i;
  return a === 0 ? b : a + b + 1;
}

// Slip about a centre of rotation that is near the patch, in closed form by edges and lines: slip.ts has the method.

import { log } from '../math/trig.js';
import { EDGE_STRIDE, type PressureLoad } from './load.js';
import { clear, G1, G2, H0, H1, H2 } from './slip-record.js';

/**
 * What ∫ ds/r along an edge at distance h, from s1 to s2 with radii r1, r2, is the logarithm of. No cancellation on
 * either side.
 */
function ratio(h: number, s1: number, s2: number, r1: number, r2: number): number {
  if (s1 >= 0) return (s2 + r2) / (s1 + r1);
  if (s2 <= 0) return (r1 - s1) / (r2 - s2);
  return (s2 + r2) * ((r1 - s1) / (h * h));
}

/** E, m_u, m_w, -, T_uu, T_uw, T_ww about the centre of rotation (cu, cw), by edges. */
export function nearArea(
  out: Float64Array,
  oi: number,
  load: PressureLoad,
  cu: number,
  cw: number,
  curvature: boolean,
): void {
  const e = load.edges;
  const end = EDGE_STRIDE * load.edgeCount;
  const bu = load.betaU;
  const bw = load.betaW;
  const a = load.alpha + bu * cu + bw * cw;
  let mean = 0;
  let mu = 0;
  let mw = 0;
  let tuu = 0;
  let tuw = 0;
  let tww = 0;
  const { logs } = load;
  const count = load.edgeCount;
  let zu = e[0] - cu;
  let zw = e[1] - cw;
  const first = Math.sqrt(zu * zu + zw * zw);
  let r1 = first;
  // All logarithms in one call, which has no number to allocate: of every edge, and behind them the radii of the ends.
  for (let j = 0, n = 0; j < end; j += EDGE_STRIDE, n++) {
    const tu = e[j + 2];
    const tw = e[j + 3];
    const h = e[j + 5] - tw * cu + tu * cw;
    const s1 = tu * (e[j] - cu) + tw * (e[j + 1] - cw);
    const s2 = s1 + e[j + 4];
    const r2 = n + 1 < count ? Math.sqrt(h * h + s2 * s2) : first;
    logs[n] = ratio(h, s1, s2, r1, r2);
    logs[count + n] = r2;
    r1 = r2;
  }
  takeLogs(logs, count);
  r1 = first;
  for (let j = 0, n = 0; j < end; j += EDGE_STRIDE, n++) {
    const tu = e[j + 2];
    const tw = e[j + 3];
    const length = e[j + 4];
    const h = e[j + 5] - tw * cu + tu * cw;
    zu = e[j] - cu;
    zw = e[j + 1] - cw;
    const s1 = tu * zu + tw * zw;
    const s2 = s1 + length;
    const r2 = logs[count + n];
    const hh = h * h;
    // An edge through the centre of rotation contributes h ln h → 0.
    if (hh > 1e-30 * length * length) {
      const l = logs[n];
      const dr = ((s2 + s1) * length) / (r1 + r2);
      const sr = s2 * r2 - s1 * r1;
      const r0 = 0.5 * (sr + hh * l); // ∫ r
      const s2r = 0.5 * (sr - hh * l); // ∫ s²/r
      const cube = (dr * (r1 * r1 + r1 * r2 + r2 * r2)) / 3; // ∫ s r
      const bn = (tw * bu - tu * bw) * h;
      const bt = tu * bu + tw * bw;
      mean += h * ((a / 3 + bn / 4) * r0 + (bt / 4) * cube);
      const along = a / 2 + bn / 3;
      const across = h * (along * l + (bt / 3) * dr);
      const tangent = along * dr + (bt / 3) * s2r;
      mu += h * (tw * across + tu * tangent);
      mw += h * (tw * tangent - tu * across);
      if (curvature) {
        const q = s2 / r2 - s1 / r1;
        const d = dr / (r1 * r2); // -[1/r]
        const c = a + bn / 2;
        const b = bt / 2;
        const nn = h * (c * q + b * hh * d);
        const nt = hh * (c * d + b * (l - q));
        const tt = h * (c * (l - q) + b * (dr - hh * d));
        tuu += tw * tw * nn + 2 * tu * tw * nt + tu * tu * tt;
        tuw += tu * tw * (tt - nn) + (tw * tw - tu * tu) * nt;
        tww += tu * tu * nn - 2 * tu * tw * nt + tw * tw * tt;
      }
    }
    r1 = r2;
  }
  out[oi] = mean;
  out[oi + 1] = mu;
  out[oi + 2] = mw;
  out[oi + 4] = tuu;
  out[oi + 5] = tuw;
  out[oi + 6] = tww;
}

function takeLogs(x: Float64Array, n: number): void {
  for (let k = 0; k < n; k++) x[k] = log(x[k]);
}

/** The same for a line load. */
export function nearLine(out: Float64Array, oi: number, load: PressureLoad, cu: number, cw: number): void {
  clear(out, oi);
  const { tu, tw } = load;
  addLine(out, oi, tu, tw, tu * cw - tw * cu, tu * cu + tw * cw, load.s0, load.s1, load.q0, load.q1, load.q2);
}

/**
 * Add the line from s0 to s1 along (tu, tw), at distance h from the centre of rotation towards (tw, -tu), with the
 * density q0 + q1 s + q2 s²; the centre of rotation's foot is at s = foot. These are the edge integrals themselves.
 */
function addLine(
  out: Float64Array,
  oi: number,
  tu: number,
  tw: number,
  h: number,
  foot: number,
  s0: number,
  s1: number,
  q0: number,
  q1: number,
  q2: number,
): void {
  // On the line itself ∇²D grows like ln h: keep it finite.
  const least = 1e-12 * (s1 - s0);
  if (Math.abs(h) < least) h = h < 0 ? -least : least;
  const a = s0 - foot;
  const b = s1 - foot;
  // A short line far away: the closed form cancels by (distance/length)³, and Gauss is exact to (16)⁻¹⁰.
  if (Math.max(Math.abs(h), a, -b) > 8 * (s1 - s0)) {
    const middle = 0.5 * (s0 + s1);
    const half = 0.5 * (s1 - s0);
    addSample(out, oi, tu, tw, h, foot, middle, 2 * half * H0, q0, q1, q2);
    addSample(out, oi, tu, tw, h, foot, middle - half * G1, 2 * half * H1, q0, q1, q2);
    addSample(out, oi, tu, tw, h, foot, middle + half * G1, 2 * half * H1, q0, q1, q2);
    addSample(out, oi, tu, tw, h, foot, middle - half * G2, 2 * half * H2, q0, q1, q2);
    addSample(out, oi, tu, tw, h, foot, middle + half * G2, 2 * half * H2, q0, q1, q2);
    return;
  }
  const hh = h * h;
  const p0 = q0 + foot * (q1 + foot * q2);
  const p1 = q1 + 2 * foot * q2;
  const r1 = Math.sqrt(hh + a * a);
  const r2 = Math.sqrt(hh + b * b);
  const l = log(ratio(h, a, b, r1, r2));
  const dr = ((b + a) * (b - a)) / (r1 + r2);
  const sr = b * r2 - a * r1;
  const r0 = 0.5 * (sr + hh * l); // ∫ r
  const s2r = 0.5 * (sr - hh * l); // ∫ s²/r
  const cube = (dr * (r1 * r1 + r1 * r2 + r2 * r2)) / 3; // ∫ s r
  const s3r = cube - hh * dr; // ∫ s³/r
  const ssr = 0.25 * (b * r2 * r2 * r2 - a * r1 * r1 * r1 - hh * r0); // ∫ s² r
  out[oi] += p0 * r0 + p1 * cube + q2 * ssr;
  const across = h * (p0 * l + p1 * dr + q2 * s2r);
  const tangent = p0 * dr + p1 * s2r + q2 * s3r;
  out[oi + 1] += tw * across + tu * tangent;
  out[oi + 2] += tw * tangent - tu * across;
  const q = b / r2 - a / r1;
  const d = dr / (r1 * r2);
  const nn = p0 * q + hh * (p1 * d + q2 * (l - q));
  const nt = h * (p0 * d + p1 * (l - q) + q2 * (dr - hh * d));
  const tt = p0 * (l - q) + p1 * (dr - hh * d) + q2 * (r0 - 2 * hh * l + hh * q);
  out[oi + 4] += tw * tw * nn + 2 * tu * tw * nt + tu * tu * tt;
  out[oi + 5] += tu * tw * (tt - nn) + (tw * tw - tu * tu) * nt;
  out[oi + 6] += tu * tu * nn - 2 * tu * tw * nt + tw * tw * tt;
}

/** One point s of such a line, times weight. */
function addSample(
  out: Float64Array,
  oi: number,
  tu: number,
  tw: number,
  h: number,
  foot: number,
  s: number,
  weight: number,
  q0: number,
  q1: number,
  q2: number,
): void {
  const q = weight * (q0 + s * (q1 + s * q2));
  const zu = tw * h + tu * (s - foot);
  const zw = tw * (s - foot) - tu * h;
  const r = Math.sqrt(zu * zu + zw * zw);
  const k = q / r;
  const c = k / (r * r);
  out[oi] += q * r;
  out[oi + 1] += k * zu;
  out[oi + 2] += k * zw;
  out[oi + 4] += c * zu * zu;
  out[oi + 5] += c * zu * zw;
  out[oi + 6] += c * zw * zw;
}

/**
 * The same for a strip and a centre of rotation many widths away from it, where the edges cancel by (distance/width)²:
 * three Gauss lines that divide the width evenly, in columns between the vertices. On each the density per length is
 * pressure times width, a quadratic, and addLine is exact.
 */
export function nearStrip(out: Float64Array, oi: number, load: PressureLoad, cu: number, cw: number): void {
  clear(out, oi);
  const { edges: e, columns, tu, tw } = load;
  const end = EDGE_STRIDE * load.edgeCount;
  let n = 0;
  for (let j = 0; j < end; j += EDGE_STRIDE) {
    const x = tu * e[j] + tw * e[j + 1];
    let k = n++;
    for (; k > 0 && columns[k - 1] > x; k--) columns[k] = columns[k - 1];
    columns[k] = x;
  }
  const bx = tu * load.betaU + tw * load.betaW;
  const by = tu * load.betaW - tw * load.betaU;
  for (let k = 1; k < n; k++) {
    const from = columns[k - 1];
    const to = columns[k];
    if (!(to - from > 1e-15 * load.size)) continue;
    const mid = 0.5 * (from + to);
    // Lower and upper edge of the column, at both its ends; y is towards (-tw, tu).
    let low0 = 0;
    let low1 = 0;
    let high0 = 0;
    let high1 = 0;
    for (let j = 0; j < end; j += EDGE_STRIDE) {
      const next = j + EDGE_STRIDE < end ? j + EDGE_STRIDE : 0;
      const xa = tu * e[j] + tw * e[j + 1];
      const xb = tu * e[next] + tw * e[next + 1];
      if (xa > mid === xb > mid) continue;
      const ya = tu * e[j + 1] - tw * e[j];
      const slope = (tu * e[next + 1] - tw * e[next] - ya) / (xb - xa);
      const y0 = ya + (from - xa) * slope;
      const y1 = ya + (to - xa) * slope;
      if (xb > xa) {
        low0 = y0;
        low1 = y1;
      } else {
        high0 = y0;
        high1 = y1;
      }
    }
    for (let g = -1; g <= 1; g++) {
      const share = 0.5 * (1 + g * 0.7745966692414834);
      const y0 = low0 + share * (high0 - low0);
      const y1 = low1 + share * (high1 - low1);
      const dx = to - from;
      const dy = y1 - y0;
      const length = Math.sqrt(dx * dx + dy * dy);
      // Line direction in (u, w), pressure and width along it from its start.
      const du = (tu * dx - tw * dy) / length;
      const dw = (tw * dx + tu * dy) / length;
      const p0 = load.alpha + bx * from + by * y0;
      const p1 = (bx * dx + by * dy) / length;
      const weight = ((g === 0 ? 4 / 9 : 5 / 18) * dx) / length;
      const w0 = weight * (high0 - low0);
      const w1 = (weight * (high1 - low1 - high0 + low0)) / length;
      const su = tu * from - tw * y0 - cu;
      const sw = tw * from + tu * y0 - cw;
      const h = dw * su - du * sw;
      const foot = -(du * su + dw * sw);
      addLine(out, oi, du, dw, h, foot, 0, length, p0 * w0, p0 * w1 + p1 * w0, p1 * w1);
    }
  }
}

// Pressure along a line: of a patch that is one, and the limit of pressure at an edge (pressure.ts).

import type { PressureLoad } from './load.js';

/** A centre of pressure nearer to the end of what bears than this share of its size is at it. */
export const LINE_DISTANCE = 1e-6;

/** The load of a patch that is thin: a line with affine density. */
export function slenderLoad(
  load: PressureLoad,
  poly: Float64Array,
  pi: number,
  n: number,
  moments: Float64Array,
  mi: number,
): void {
  // The long axis: from the vertex farthest from the first, to the farthest from that.
  let cu = poly[pi];
  let cw = poly[pi + 1];
  let eu = cu;
  let ew = cw;
  for (let pass = 0; pass < 2; pass++) {
    let far = -1;
    let best = pi;
    for (let k = pi; k < pi + 2 * n; k += 2) {
      const d = (poly[k] - cu) * (poly[k] - cu) + (poly[k + 1] - cw) * (poly[k + 1] - cw);
      if (d > far) {
        far = d;
        best = k;
      }
    }
    eu = cu;
    ew = cw;
    cu = poly[best];
    cw = poly[best + 1];
  }
  let tu = cu - eu;
  let tw = cw - ew;
  const length = Math.sqrt(tu * tu + tw * tw);
  if (!(length > 0)) {
    load.copU = cu;
    load.copW = cw;
    load.setPoint();
    return;
  }
  tu /= length;
  tw /= length;
  // The centre of pressure on the axis through the middle.
  const along = tu * (load.copU - eu) + tw * (load.copW - ew);
  const at = along > 0 ? (along < length ? along : length) : 0;
  const across = tu * (moments[mi + 2] - ew) - tw * (moments[mi + 1] - eu);
  load.copU = eu + at * tu - across * tw;
  load.copW = ew + at * tw + across * tu;
  load.tu = tu;
  load.tw = tw;
  load.s0 = -at;
  load.s1 = length - at;
  setLine(load, false);
}

/**
 * Line load between its s0 ≤ 0 and s1 ≥ 0 along its direction, centre of pressure at s = 0. `squared`: density (1 +
 * kξ)², the limit of a strip at an edge; else 1 + kξ. ξ runs from -1 to 1. Beyond the kern (½ or ⅓ of the half-length)
 * the density falls to zero at 4 or 3 times the distance to the near end.
 */
export function setLine(load: PressureLoad, squared: boolean): void {
  const from = load.s0;
  const to = load.s1;
  const half = 0.5 * (to - from);
  const s0 = from < 0 ? from : 0;
  const s1 = to > 0 ? to : 0;
  const middle = 0.5 * (s0 + s1);
  const near = Math.min(-s0, s1);
  if (!(near > LINE_DISTANCE * half)) {
    load.setPoint();
    return;
  }
  const t = -middle / half;
  const limit = squared ? 0.5 : 1 / 3;
  // Density c (A + B s)^m
  let c: number;
  let a: number;
  let b: number;
  load.s0 = s0;
  load.s1 = s1;
  if (Math.abs(t) <= limit) {
    const k = squared ? (3 * t) / (1 + Math.sqrt(1 - 3 * t * t)) : 3 * t;
    a = 1 - (k * middle) / half;
    b = k / half;
    c = 1 / (half * (squared ? 2 + (2 * k * k) / 3 : 2));
  } else {
    const reach = (squared ? 4 : 3) * near;
    const side = t > 0 ? 1 : -1;
    if (side > 0) load.s0 = s1 - reach;
    else load.s1 = s0 + reach;
    a = 1 - near / reach;
    b = side / reach;
    c = (squared ? 3 : 2) / reach;
  }
  load.q0 = squared ? c * a * a : c * a;
  load.q1 = squared ? 2 * c * a * b : c * b;
  load.q2 = squared ? c * b * b : 0;
  load.kind = 2;
  load.size = Math.max(-load.s0, load.s1);
  load.edgeCount = 0;
}

// Slip about a centre of rotation that is far from the patch, or of a point: rules of quadrature. slip.ts has the
// method.

import { EDGE_STRIDE, type PressureLoad } from './load.js';
import { clear, G1, G2, H0, H1, H2 } from './slip-record.js';

/** Add weight·(integrands at (yu, yw)) to the slip record at out[oi…]. */
function addPoint(
  out: Float64Array,
  oi: number,
  weight: number,
  yu: number,
  yw: number,
  vu: number,
  vw: number,
  omega: number,
  curvature: boolean,
): void {
  const pu = vu - omega * yw;
  const pw = vw + omega * yu;
  const speed = Math.sqrt(pu * pu + pw * pw);
  const k = 1 / speed;
  const du = pu * k;
  const dw = pw * k;
  out[oi] += weight * speed;
  out[oi + 1] += weight * du;
  out[oi + 2] += weight * dw;
  out[oi + 3] += weight * (yu * dw - yw * du);
  if (!curvature) return;
  const b = yu * du + yw * dw;
  const c = weight * k;
  out[oi + 4] += c * dw * dw;
  out[oi + 5] -= c * du * dw;
  out[oi + 6] -= c * dw * b;
  out[oi + 7] += c * du * du;
  out[oi + 8] += c * du * b;
  out[oi + 9] += c * b * b;
}

// Radon's rule of degree 5 with seven points: (6 ± √15)/21 and weights (155 ± √15)/1200.
const RA = 0.10128650732345634;
const RB = 0.4701420641051151;
const WA = 0.12593918054482715;
const WB = 0.13239415278850619;

export function farArea(
  out: Float64Array,
  oi: number,
  load: PressureLoad,
  vu: number,
  vw: number,
  omega: number,
  curvature: boolean,
): void {
  clear(out, oi);
  const e = load.edges;
  const ou = e[0];
  const ow = e[1];
  for (let j = EDGE_STRIDE; j < EDGE_STRIDE * (load.edgeCount - 1); j += EDGE_STRIDE) {
    const au = e[j];
    const aw = e[j + 1];
    const bu = e[j + EDGE_STRIDE];
    const bw = e[j + EDGE_STRIDE + 1];
    const area = 0.5 * ((au - ou) * (bw - ow) - (aw - ow) * (bu - ou));
    const su = ou + au + bu;
    const sw = ow + aw + bw;
    // One call for all seven points: it is taken into this loop, and its numbers never reach the heap.
    for (let point = 0; point < 7; point++) {
      let weight = 0.225 * area;
      let yu = su / 3;
      let yw = sw / 3;
      if (point > 0) {
        const share = point < 4 ? RA : RB;
        const corner = point < 4 ? point : point - 3;
        weight = (point < 4 ? WA : WB) * area;
        yu = share * su + (1 - 3 * share) * (corner === 1 ? ou : corner === 2 ? au : bu);
        yw = share * sw + (1 - 3 * share) * (corner === 1 ? ow : corner === 2 ? aw : bw);
      }
      addPoint(out, oi, weight * (load.alpha + load.betaU * yu + load.betaW * yw), yu, yw, vu, vw, omega, curvature);
    }
  }
}

export function farLine(
  out: Float64Array,
  oi: number,
  load: PressureLoad,
  vu: number,
  vw: number,
  omega: number,
  curvature: boolean,
): void {
  clear(out, oi);
  const middle = 0.5 * (load.s0 + load.s1);
  const half = 0.5 * (load.s1 - load.s0);
  linePoint(out, oi, load, 2 * half * H0, middle, vu, vw, omega, curvature);
  linePoint(out, oi, load, 2 * half * H1, middle - half * G1, vu, vw, omega, curvature);
  linePoint(out, oi, load, 2 * half * H1, middle + half * G1, vu, vw, omega, curvature);
  linePoint(out, oi, load, 2 * half * H2, middle - half * G2, vu, vw, omega, curvature);
  linePoint(out, oi, load, 2 * half * H2, middle + half * G2, vu, vw, omega, curvature);
}

function linePoint(
  out: Float64Array,
  oi: number,
  load: PressureLoad,
  weight: number,
  s: number,
  vu: number,
  vw: number,
  omega: number,
  curvature: boolean,
): void {
  const q = load.q0 + s * (load.q1 + s * load.q2);
  addPoint(out, oi, weight * q, s * load.tu, s * load.tw, vu, vw, omega, curvature);
}

export function slipOfPoint(out: Float64Array, oi: number, vu: number, vw: number, speed: number): void {
  clear(out, oi);
  if (speed > 0) addPoint(out, oi, 1, 0, 0, vu, vw, 0, true);
}

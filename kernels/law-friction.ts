// Friction of a patch for a normal force that is known, and how it answers: what src/contact/six/patch-friction.ts does
// where force and torque are limited together, operation by operation.

import { LAW_BLOCK, LAW_MOMENTS, LAW_SCHUR } from '../src/contact/six/law-layout';
import { W_SHARP } from '../src/contact/six/layout';
import { defect, invertSymmetric, isBorne, project, record, setSymmetric, setThree } from './law-limit';
import {
  CENTRE,
  E0,
  GIVE,
  L_ALPHA,
  L_BETA_U,
  L_BETA_W,
  L_KIND,
  L_SIZE,
  L_SPIN,
  LOAD_AREA,
  MATRIX,
  METRIC,
  MISS,
  N,
  NUDGED,
  PER_FORCE,
  PRESSED,
  RECORD,
  SLIP,
  SLIP_TO_MOTION,
  SLIP_TO_NORMAL,
  STIFFNESS,
  TO_MOTION,
  TO_NORMAL,
  WRENCH,
} from './law-memory';
import { bearing, invertMatrix, multiplyMatrices } from './law-normal';
import { differentiate, pressOn } from './law-pressure';
import { evaluateSlip } from './law-slip';

const NUDGE: f64 = 1e-6;
const LOCKED: f64 = 1e-9;
const S: usize = LAW_SCHUR;
const SHARP: usize = LAW_BLOCK + 8 * W_SHARP;

/** The friction polygon. */
let polygon: usize = 0;
let count: i32 = 0;
/** Whether PRESSED is pressed at (pressedU, pressedW), the last place that was pressed. */
let isPressed: bool = false;
let pressedU: f64 = 0;
let pressedW: f64 = 0;
let sticks: bool = false;
let qu: f64 = 0;
let qw: f64 = 0;
export let lever: f64 = 1;

export function takePolygon(at: usize, n: i32): void {
  polygon = at;
  count = n;
  isPressed = false;
}

export function beginFriction(): bool {
  const s0 = load<f64>(S, 168);
  const s3 = load<f64>(S, 224);
  const s5 = load<f64>(S, 280);
  const give = LOCKED * (s0 + s3);
  for (let attempt = 0; attempt < 2; attempt++) {
    const k = <f64>attempt;
    setSymmetric(
      GIVE,
      s0 + k * give,
      load<f64>(S, 176),
      load<f64>(S, 184),
      s3 + k * give,
      load<f64>(S, 232),
      s5 + k * (s5 > 0 ? LOCKED * s5 : give),
    );
    if (invertSymmetric(GIVE, GIVE)) return true;
  }
  return false;
}

/** out = C⁻¹ (x, y, z). */
export function stick(out: usize, x: f64, y: f64, z: f64): void {
  const c1 = load<f64>(GIVE, 8);
  const c2 = load<f64>(GIVE, 16);
  const c4 = load<f64>(GIVE, 32);
  setThree(
    out,
    load<f64>(GIVE) * x + c1 * y + c2 * z,
    c1 * x + load<f64>(GIVE, 24) * y + c4 * z,
    c2 * x + c4 * y + load<f64>(GIVE, 40) * z,
  );
}

export function sticking(out: usize): void {
  const n0 = load<f64>(N);
  const n1 = load<f64>(N, 8);
  const n2 = load<f64>(N, 16);
  stick(
    out,
    -(load<f64>(E0, 24) + load<f64>(S, 24) * n0 + load<f64>(S, 72) * n1 + load<f64>(S, 120) * n2),
    -(load<f64>(E0, 32) + load<f64>(S, 32) * n0 + load<f64>(S, 80) * n1 + load<f64>(S, 128) * n2),
    -(load<f64>(E0, 40) + load<f64>(S, 40) * n0 + load<f64>(S, 88) * n1 + load<f64>(S, 136) * n2),
  );
}

/** Whether the friction part of the wrench at x lies in the limit set for its normal part. */
export function bears(mu: f64, x: usize): bool {
  const x0 = load<f64>(x);
  const x3 = load<f64>(x, 24);
  const x4 = load<f64>(x, 32);
  const x5 = load<f64>(x, 40);
  const c = mu * x0;
  const pu = bearing(0, load<f64>(x, 8) / x0);
  const pw = bearing(16, load<f64>(x, 16) / x0);
  const force = sqrt<f64>(x3 * x3 + x4 * x4);
  if (force > c) return false;
  if (force === 0 && x5 === 0) return true;
  press(pu, pw);
  return isBorne(PRESSED, c, x3, x4, x5 - qu * x4 + qw * x3);
}

function press(pu: f64, pw: f64): void {
  qu = pu;
  qw = pw;
  if (
    isPressed &&
    reinterpret<u64>(pressedU) === reinterpret<u64>(pu) &&
    reinterpret<u64>(pressedW) === reinterpret<u64>(pw)
  )
    return;
  pressOn(PRESSED, polygon, count, LAW_MOMENTS, pu, pw, true);
  isPressed = true;
  pressedU = pu;
  pressedW = pw;
}

export function solveFriction(mu: f64, tolerance: f64): void {
  const n0 = load<f64>(N);
  const n1 = load<f64>(N, 8);
  const n2 = load<f64>(N, 16);
  press(bearing(0, n1 / n0), bearing(16, n2 / n0));
  const pu = qu;
  const pw = qw;
  sticking(WRENCH);
  store<f64>(WRENCH, load<f64>(WRENCH, 16) + (pw * load<f64>(WRENCH) - pu * load<f64>(WRENCH, 8)), 16);
  const uu = load<f64>(S, 168);
  const uw = load<f64>(S, 176);
  const ut = load<f64>(S, 184);
  const ww = load<f64>(S, 224);
  const wt = load<f64>(S, 232);
  const tt = load<f64>(S, 280);
  setSymmetric(
    METRIC,
    uu - 2 * pw * ut + pw * pw * tt,
    uw + pu * ut - pw * wt - pu * pw * tt,
    ut - pw * tt,
    ww + 2 * pu * wt + pu * pu * tt,
    wt + pu * tt,
    tt,
  );
  const turn = load<f64>(SLIP, 16);
  store<f64>(SLIP, load<f64>(SLIP) - pw * turn);
  store<f64>(SLIP, load<f64>(SLIP, 8) + pu * turn, 8);
  sticks = !project(PRESSED, mu * n0, tolerance);
  if (sticks) setThree(SLIP, 0, 0, 0);
  const after = load<f64>(SLIP, 16);
  store<f64>(SLIP, load<f64>(SLIP) + pw * after);
  store<f64>(SLIP, load<f64>(SLIP, 8) - pu * after, 8);
  const k = 1 / n0;
  const p0 = load<f64>(WRENCH) * k;
  const p1 = load<f64>(WRENCH, 8) * k;
  const p2 = load<f64>(WRENCH, 16) * k + pu * p1 - pw * p0;
  setThree(PER_FORCE, p0, p1, p2);
  const arm = load<f64>(PRESSED, L_SPIN) + abs<f64>(pu) + abs<f64>(pw);
  lever = arm > 0 ? arm : 1;
  const isOff = defect > 0;
  for (let i: usize = 0; i < 24; i += 8) {
    const row = S + 168 + 6 * i;
    const x = S + 24 + i;
    const motion = load<f64>(E0 + i, 24) + load<f64>(x) * n0 + load<f64>(x, 48) * n1 + load<f64>(x, 96) * n2;
    const answer = n0 * (load<f64>(row) * p0 + load<f64>(row, 8) * p1 + load<f64>(row, 16) * p2);
    store<f64>(MISS + i, isOff ? motion + answer - load<f64>(SLIP + i) : 0);
  }
}

export function hold(force: usize): void {
  sticks = true;
  const n0 = load<f64>(N);
  setThree(PER_FORCE, load<f64>(force) / n0, load<f64>(force, 8) / n0, load<f64>(force, 16) / n0);
}

export function respondFriction(mu: f64, still: bool, tu: f64, tw: f64): bool {
  const n0 = load<f64>(N);
  const k = 1 / n0;
  const d0 = load<f64>(PER_FORCE);
  const d1 = load<f64>(PER_FORCE, 8);
  const d2 = load<f64>(PER_FORCE, 16);
  if (sticks) {
    for (let i: usize = 0; i < 72; i += 8) {
      store<f64>(SLIP_TO_NORMAL + i, 0);
      store<f64>(SLIP_TO_MOTION + i, 0);
    }
    // By columns, from MATRIX.
    for (let i: usize = 0; i < 3; i++) {
      const x = S + 48 * i + 24;
      stick(MATRIX, -k * load<f64>(x), -k * load<f64>(x, 8), -k * load<f64>(x, 16));
      const g = TO_NORMAL + 8 * i;
      store<f64>(g, load<f64>(MATRIX));
      store<f64>(g, load<f64>(MATRIX, 8), 24);
      store<f64>(g, load<f64>(MATRIX, 16), 48);
    }
    store<f64>(TO_NORMAL, load<f64>(TO_NORMAL) - k * d0);
    store<f64>(TO_NORMAL, load<f64>(TO_NORMAL, 24) - k * d1, 24);
    store<f64>(TO_NORMAL, load<f64>(TO_NORMAL, 48) - k * d2, 48);
    const e1 = -k * load<f64>(GIVE, 8);
    const e2 = -k * load<f64>(GIVE, 16);
    const e4 = -k * load<f64>(GIVE, 32);
    setThree(TO_MOTION, -k * load<f64>(GIVE), e1, e2);
    setThree(TO_MOTION + 24, e1, -k * load<f64>(GIVE, 24), e4);
    setThree(TO_MOTION + 48, e2, e4, -k * load<f64>(GIVE, 40));
    return true;
  }
  const pu = load<f64>(N, 8) * k;
  const pw = load<f64>(N, 16) * k;
  const sharpU = mu * load<f64>(SHARP + ((<usize>!(pu >= 0)) << 3));
  const sharpW = mu * load<f64>(SHARP + 16 + ((<usize>!(pw >= 0)) << 3));
  setSymmetric(CENTRE, 0, 0, 0, 0, 0, 0);
  if (!still) differentiateCentre(tu * sharpU, tw * sharpW, sharpU, sharpW);
  stiffnessAtCentre();
  const c00 = load<f64>(S, 168);
  const c01 = load<f64>(S, 176);
  const c02 = load<f64>(S, 184);
  const c10 = load<f64>(S, 216);
  const c11 = load<f64>(S, 224);
  const c12 = load<f64>(S, 232);
  const c20 = load<f64>(S, 264);
  const c21 = load<f64>(S, 272);
  const c22 = load<f64>(S, 280);
  for (let j: usize = 0; j < 3; j++) {
    const x = load<f64>(STIFFNESS + 8 * j);
    const y = load<f64>(STIFFNESS + 8 * j, 24);
    const z = load<f64>(STIFFNESS + 8 * j, 48);
    const m = MATRIX + 8 * j;
    store<f64>(m, (j === 0 ? 1.0 : 0.0) + c00 * x + c01 * y + c02 * z);
    store<f64>(m, (j === 1 ? 1.0 : 0.0) + c10 * x + c11 * y + c12 * z, 24);
    store<f64>(m, (j === 2 ? 1.0 : 0.0) + c20 * x + c21 * y + c22 * z, 48);
  }
  const l = SLIP_TO_MOTION;
  if (!invertMatrix(l, MATRIX)) return false;
  multiplyMatrices(MATRIX, STIFFNESS, l);
  for (let i: usize = 0; i < 72; i += 8) store<f64>(TO_MOTION + i, -k * load<f64>(MATRIX + i));
  for (let j: usize = 0; j < 3; j++) {
    const du = sharpU * (j === 1 ? 1.0 : j === 0 ? -pu : 0.0);
    const dw = sharpW * (j === 2 ? 1.0 : j === 0 ? -pw : 0.0);
    const h0 = load<f64>(CENTRE) * du + load<f64>(CENTRE, 24) * dw;
    const h1 = load<f64>(CENTRE, 8) * du + load<f64>(CENTRE, 32) * dw;
    const h2 = load<f64>(CENTRE, 16) * du + load<f64>(CENTRE, 40) * dw;
    const b0 = h0 + (j === 0 ? d0 : 0.0);
    const b1 = h1 + (j === 0 ? d1 : 0.0);
    const b2 = h2 + (j === 0 ? d2 : 0.0);
    const row = S + 48 * j + 24;
    const r0 = load<f64>(row) + c00 * b0 + c01 * b1 + c02 * b2;
    const r1 = load<f64>(row, 8) + c10 * b0 + c11 * b1 + c12 * b2;
    const r2 = load<f64>(row, 16) + c20 * b0 + c21 * b1 + c22 * b2;
    transformColumn(SLIP_TO_NORMAL + 8 * j, l, r0, r1, r2);
    const g = TO_NORMAL + 8 * j;
    transformColumn(g, MATRIX, r0, r1, r2);
    store<f64>(g, k * (h0 - load<f64>(g)));
    store<f64>(g, k * (h1 - load<f64>(g, 24)), 24);
    store<f64>(g, k * (h2 - load<f64>(g, 48)), 48);
  }
  return true;
}

/** The column at out = A (x, y, z). */
function transformColumn(out: usize, a: usize, x: f64, y: f64, z: f64): void {
  store<f64>(out, load<f64>(a) * x + load<f64>(a, 8) * y + load<f64>(a, 16) * z);
  store<f64>(out, load<f64>(a, 24) * x + load<f64>(a, 32) * y + load<f64>(a, 40) * z, 24);
  store<f64>(out, load<f64>(a, 48) * x + load<f64>(a, 56) * y + load<f64>(a, 64) * z, 48);
}

function stiffnessAtCentre(): void {
  const h0 = load<f64>(record, 32);
  const h1 = load<f64>(record, 40);
  const h2 = load<f64>(record, 48);
  const h3 = load<f64>(record, 56);
  const h4 = load<f64>(record, 64);
  const k2 = h2 - h0 * qw + h1 * qu;
  const k5 = h4 - h1 * qw + h3 * qu;
  setThree(STIFFNESS, h0, h1, k2);
  setThree(STIFFNESS + 24, h1, h3, k5);
  setThree(STIFFNESS + 48, k2, k5, load<f64>(record, 72) - (h2 + k2) * qw + (h4 + k5) * qu);
}

function differentiateCentre(tu: f64, tw: f64, u: f64, w: f64): void {
  const tt = tu * tu + tw * tw;
  if (tt > 0) {
    if (!differentiateAlong(tu, tw)) return;
    for (let i: usize = 0; i < 24; i += 8) {
      const x = load<f64>(RECORD + i, 8);
      store<f64>(CENTRE + i, (x * tu) / tt);
      store<f64>(CENTRE + i, (x * tw) / tt, 24);
    }
    return;
  }
  if (u > 0 && differentiateAlong(1, 0)) memory.copy(CENTRE, RECORD + 8, 24);
  if (w > 0 && differentiateAlong(0, 1)) memory.copy(CENTRE + 24, RECORD + 8, 24);
}

function differentiateAlong(du: f64, dw: f64): bool {
  const s0 = load<f64>(SLIP);
  const s1 = load<f64>(SLIP, 8);
  const s2 = load<f64>(SLIP, 16);
  if (load<i32>(PRESSED, L_KIND) === LOAD_AREA) {
    const alpha = load<f64>(PRESSED, L_ALPHA);
    const betaU = load<f64>(PRESSED, L_BETA_U);
    const betaW = load<f64>(PRESSED, L_BETA_W);
    if (!differentiate(PRESSED, du, dw)) return false;
    evaluateSlip(RECORD, PRESSED, qw * s2 - s0, -s1 - qu * s2, -s2, false);
    store<f64>(PRESSED, alpha, L_ALPHA);
    store<f64>(PRESSED, betaU, L_BETA_U);
    store<f64>(PRESSED, betaW, L_BETA_W);
    store<f64>(RECORD, load<f64>(RECORD, 24) + (qu * load<f64>(RECORD, 16) - qw * load<f64>(RECORD, 8)), 24);
    return true;
  }
  const length = sqrt<f64>(du * du + dw * dw);
  const step = (NUDGE * load<f64>(PRESSED, L_SIZE)) / length;
  if (!(step > 0)) return false;
  const u = qu + step * du;
  const w = qw + step * dw;
  pressOn(NUDGED, polygon, count, LAW_MOMENTS, u, w, false);
  isPressed = false;
  evaluateSlip(RECORD, NUDGED, w * s2 - s0, -s1 - u * s2, -s2, false);
  const r1 = load<f64>(RECORD, 8);
  const r2 = load<f64>(RECORD, 16);
  const l1 = load<f64>(record, 8);
  const l2 = load<f64>(record, 16);
  setThree(
    RECORD + 8,
    (r1 - l1) / step,
    (r2 - l2) / step,
    (load<f64>(RECORD, 24) + (u * r2 - w * r1) - (load<f64>(record, 24) + qu * l2 - qw * l1)) / step,
  );
  return true;
}

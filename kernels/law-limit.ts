// Which friction wrenches a pressed patch can bear, and where it slips to: what src/patch/limit-surface.ts and
// limit-steps.ts do, operation by operation.

import {
  FIRST_RECORD,
  L_KIND,
  L_LEAN_U,
  L_LEAN_W,
  L_SPIN,
  LOAD_POINT,
  METRIC,
  NEWTON,
  SCALED,
  SCALED_INVERSE,
  SECOND_RECORD,
  SLIP,
  WAY,
  WRENCH,
} from './law-memory';
import { evaluateSlip } from './law-slip';

const ROUNDING: f64 = 1e-7;
const HOLDS: f64 = 1e10;
/** Of LIMIT_PRECISE. */
const PRECISE: f64 = 1e-11;
const PRECISE_STEPS: i32 = 60;
/** Of the projection of patch-friction.ts. */
const STEPS: i32 = 40;

/** D and its derivatives at the slip of the last projection that slipped, divided by -c; and where what is tried goes. */
export let record: usize = FIRST_RECORD;
let trial: usize = SECOND_RECORD;
/** The error that the last projection ended with, in units of c. */
export let defect: f64 = 0;

/** a b c, a d e, b … : S⁻¹ of the six numbers at s, into out, which may be s; false and zeros where it is not. */
export function invertSymmetric(out: usize, s: usize): bool {
  const a = load<f64>(s);
  const b = load<f64>(s, 8);
  const c = load<f64>(s, 16);
  const d = load<f64>(s, 24);
  const e = load<f64>(s, 32);
  const f = load<f64>(s, 40);
  const m0 = d * f - e * e;
  const m1 = c * e - b * f;
  const m2 = b * e - c * d;
  const det = a * m0 + b * m1 + c * m2;
  if (!(det > 0) || !(a > 0)) {
    setSymmetric(out, 0, 0, 0, 0, 0, 0);
    return false;
  }
  const k = 1 / det;
  setSymmetric(out, m0 * k, m1 * k, m2 * k, (a * f - c * c) * k, (b * c - a * e) * k, (a * d - b * b) * k);
  return true;
}

export function setSymmetric(out: usize, a: f64, b: f64, c: f64, d: f64, e: f64, f: f64): void {
  store<f64>(out, a);
  store<f64>(out, b, 8);
  store<f64>(out, c, 16);
  store<f64>(out, d, 24);
  store<f64>(out, e, 32);
  store<f64>(out, f, 40);
}

export function setThree(out: usize, x: f64, y: f64, z: f64): void {
  store<f64>(out, x);
  store<f64>(out, y, 8);
  store<f64>(out, z, 16);
}

function quickTest(p: usize, c: f64, fu: f64, fw: f64, torque: f64): i32 {
  if (!(c > 0)) return fu === 0 && fw === 0 && torque === 0 ? 1 : -1;
  const limit = c * load<f64>(p, L_SPIN);
  const turn = abs<f64>(torque);
  if (fu * fu + fw * fw > c * c * (1 + 1e-14) || turn > limit * (1 + 1e-14)) return -1;
  if (turn === 0) return 1;
  if (!(limit > 0)) return -1;
  const share = torque / limit;
  const ru = fu + share * c * load<f64>(p, L_LEAN_W);
  const rw = fw - share * c * load<f64>(p, L_LEAN_U);
  const rest = c * (1 - abs<f64>(share));
  return ru * ru + rw * rw <= rest * rest ? 1 : 0;
}

function rescale(r: usize, t: f64): void {
  store<f64>(r, load<f64>(r) * t);
  const k = 1 / t;
  const kk = f64x2.splat(k);
  v128.store(r, f64x2.mul(v128.load(r, 32), kk), 32);
  v128.store(r, f64x2.mul(v128.load(r, 48), kk), 48);
  v128.store(r, f64x2.mul(v128.load(r, 64), kk), 64);
}

/** WRENCH becomes (fu, fw, torque), and SLIP what takes it there from (gu, gw, gt): METRIC of their difference. */
function setSlip(fu: f64, fw: f64, torque: f64, gu: f64, gw: f64, gt: f64): void {
  setThree(WRENCH, fu, fw, torque);
  const a = fu - gu;
  const b = fw - gw;
  const t = torque - gt;
  const s1 = load<f64>(METRIC, 8);
  const s2 = load<f64>(METRIC, 16);
  const s4 = load<f64>(METRIC, 32);
  setThree(
    SLIP,
    load<f64>(METRIC) * a + s1 * b + s2 * t,
    s1 * a + load<f64>(METRIC, 24) * b + s4 * t,
    s2 * a + s4 * b + load<f64>(METRIC, 40) * t,
  );
}

/** Into NEWTON. */
function solve3(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, x: f64, y: f64, z: f64): bool {
  if (!(a > 0)) return false;
  const l1 = b / a;
  const l2 = c / a;
  const d1 = d - l1 * b;
  if (!(d1 > 0)) return false;
  const e1 = e - l1 * c;
  const l3 = e1 / d1;
  const d2 = f - l2 * c - l3 * e1;
  if (!(d2 > 0)) return false;
  const y1 = y - l1 * x;
  const y2 = z - l2 * x - l3 * y1;
  const o2 = y2 / d2;
  const o1 = y1 / d1 - l3 * o2;
  setThree(NEWTON, x / a - l1 * o1 - l2 * o2, o1, o2);
  return true;
}

export function isBorne(p: usize, c: f64, fu: f64, fw: f64, torque: f64): bool {
  const quick = quickTest(p, c, fu, fw, torque);
  if (quick !== 0) return quick > 0;
  return minimise(p, fu / c, fw / c, torque / (c * load<f64>(p, L_SPIN)), PRECISE, PRECISE_STEPS) <= 1;
}

/** Projects WRENCH in METRIC, from the guess in SLIP; true: it slips. */
export function project(p: usize, c: f64, tolerance: f64): bool {
  defect = 0;
  const fu = load<f64>(WRENCH);
  const fw = load<f64>(WRENCH, 8);
  const torque = load<f64>(WRENCH, 16);
  if (!(c > 0)) {
    setSlip(0, 0, 0, fu, fw, torque);
    return true;
  }
  const l = load<f64>(p, L_SPIN);
  if (load<i32>(p, L_KIND) === LOAD_POINT || !(l > 0)) return projectPoint(p, c);
  const quick = quickTest(p, c, fu, fw, torque);
  if (quick > 0) return false;
  const bu = fu / c;
  const bw = fw / c;
  const bt = torque / (c * l);
  const m0 = load<f64>(METRIC);
  const m1 = load<f64>(METRIC, 8);
  const m2 = load<f64>(METRIC, 16) * l;
  const m3 = load<f64>(METRIC, 24);
  const m4 = load<f64>(METRIC, 32) * l;
  const m5 = load<f64>(METRIC, 40) * l * l;
  setSymmetric(SCALED, m0, m1, m2, m3, m4, m5);
  if (!invertSymmetric(SCALED_INVERSE, SCALED)) {
    const jitter = 1e-9 * (m0 + m3 + m5);
    setSymmetric(SCALED, m0 + jitter, m1, m2, m3 + jitter, m4, m5 + jitter);
    if (!invertSymmetric(SCALED_INVERSE, SCALED)) setSymmetric(SCALED_INVERSE, 1, 0, 0, 1, 0, 1);
  }
  let found = lengthen(p, -load<f64>(SLIP), -load<f64>(SLIP, 8), -load<f64>(SLIP, 16) * l, bu, bw, bt);
  if (!found) {
    const s0 = load<f64>(SCALED);
    const s3 = load<f64>(SCALED, 24);
    const s5 = load<f64>(SCALED, 40);
    found = lengthen(
      p,
      s0 * bu + m1 * bw + m2 * bt,
      m1 * bu + s3 * bw + m4 * bt,
      m2 * bu + m4 * bw + s5 * bt,
      bu,
      bw,
      bt,
    );
  }
  if (!found) {
    minimise(p, bu, bw, bt, tolerance, STEPS);
    found = lengthen(p, load<f64>(WAY), load<f64>(WAY, 8), load<f64>(WAY, 16), bu, bw, bt);
  }
  if (!found) return false;
  descend(p, bu, bw, bt, tolerance);
  setThree(WRENCH, c * load<f64>(record, 8), c * load<f64>(record, 16), c * load<f64>(record, 24));
  setThree(SLIP, -c * load<f64>(WAY), -c * load<f64>(WAY, 8), (-c * load<f64>(WAY, 16)) / l);
  return true;
}

function accept(): void {
  const swap = record;
  record = trial;
  trial = swap;
}

function lengthen(p: usize, x: f64, y: f64, z: f64, bu: f64, bw: f64, bt: f64): bool {
  const norm = sqrt<f64>(x * x + y * y + z * z);
  if (!(norm > 0)) return false;
  evaluateSlip(record, p, x, y, z * (1 / load<f64>(p, L_SPIN)), true);
  const d = load<f64>(record);
  const gain = bu * x + bw * y + bt * z - d;
  if (!(gain > 1e-14 * d)) return false;
  const t = gain / energy(x, y, z);
  setThree(WAY, t * x, t * y, t * z);
  rescale(record, t);
  return true;
}

function energy(x: f64, y: f64, z: f64): f64 {
  const q = SCALED_INVERSE;
  return (
    x * (load<f64>(q) * x + 2 * (load<f64>(q, 8) * y + load<f64>(q, 16) * z)) +
    y * (load<f64>(q, 24) * y + 2 * load<f64>(q, 32) * z) +
    load<f64>(q, 40) * z * z
  );
}

function descend(p: usize, bu: f64, bw: f64, bt: f64, tolerance: f64): void {
  const l = load<f64>(p, L_SPIN);
  const il = 1 / l;
  const q0 = load<f64>(SCALED_INVERSE);
  const q1 = load<f64>(SCALED_INVERSE, 8);
  const q2 = load<f64>(SCALED_INVERSE, 16);
  const q3 = load<f64>(SCALED_INVERSE, 24);
  const q4 = load<f64>(SCALED_INVERSE, 32);
  const q5 = load<f64>(SCALED_INVERSE, 40);
  let x = load<f64>(WAY);
  let y = load<f64>(WAY, 8);
  let z = load<f64>(WAY, 16);
  let psi = load<f64>(record) + 0.5 * energy(x, y, z) - (bu * x + bw * y + bt * z);
  let best = Infinity;
  let stalled = 0;
  for (let k = 0; k < STEPS; k++) {
    const r = record;
    const g0 = load<f64>(r, 8) + q0 * x + q1 * y + q2 * z - bu;
    const g1 = load<f64>(r, 16) + q1 * x + q3 * y + q4 * z - bw;
    const g2 = load<f64>(r, 24) * il + q2 * x + q4 * y + q5 * z - bt;
    defect = sqrt<f64>(g0 * g0 + g1 * g1 + g2 * g2);
    if (defect < 0.5 * best) {
      best = defect;
      stalled = 0;
    } else if (best <= ROUNDING || ++stalled > 5) break;
    if (defect <= tolerance) break;
    const ok = solve3(
      load<f64>(r, 32) + q0,
      load<f64>(r, 40) + q1,
      load<f64>(r, 48) * il + q2,
      load<f64>(r, 56) + q3,
      load<f64>(r, 64) * il + q4,
      load<f64>(r, 72) * il * il + q5,
      -g0,
      -g1,
      -g2,
    );
    if (!ok) break;
    let sx = load<f64>(NEWTON);
    let sy = load<f64>(NEWTON, 8);
    let sz = load<f64>(NEWTON, 16);
    let slope = g0 * sx + g1 * sy + g2 * sz;
    let taken = false;
    for (let back = 0; back < 25; back++) {
      const px = x + sx;
      const py = y + sy;
      const pz = z + sz;
      evaluateSlip(trial, p, px, py, pz * (1 / l), true);
      const d = load<f64>(trial);
      const gain = bu * px + bw * py + bt * pz - d;
      if (gain > 0) {
        const e = energy(px, py, pz);
        const value = (-0.5 * gain * gain) / e;
        const noise = (1e-13 * gain * d) / e;
        if (value <= psi + 1e-4 * slope + noise) {
          const t = gain / e;
          rescale(trial, t);
          x = t * px;
          y = t * py;
          z = t * pz;
          psi = value;
          taken = true;
          break;
        }
      }
      sx *= 0.5;
      sy *= 0.5;
      sz *= 0.5;
      slope *= 0.5;
    }
    if (!taken) break;
    accept();
  }
  setThree(WAY, x, y, z);
}

/** The gauge of the scaled wrench, only as far as it takes to tell whether it exceeds 1; the slip into WAY. */
function minimise(p: usize, bu: f64, bw: f64, bt: f64, tolerance: f64, steps: i32): f64 {
  const il = 1 / load<f64>(p, L_SPIN);
  const bb = bu * bu + bw * bw + bt * bt;
  const bn = 1 / sqrt<f64>(bb);
  const nx = bu * bn;
  const ny = bw * bn;
  const nz = bt * bn;
  const sign: f64 = nz >= 0 ? 1 : -1;
  const w = -1 / (sign + nz);
  const ex = 1 + sign * nx * nx * w;
  const ey = sign * nx * ny * w;
  const ez = -sign * nx;
  const fx = nx * ny * w;
  const fy = sign + ny * ny * w;
  const fz = -ny;
  let x = bu / bb;
  let y = bw / bb;
  let z = bt / bb;
  evaluateSlip(record, p, x, y, z * il, true);
  for (let k = 0; k < steps; k++) {
    const r = record;
    const d = load<f64>(r);
    if (d < 1) break;
    const h00 = load<f64>(r, 32);
    const h01 = load<f64>(r, 40);
    const h02 = load<f64>(r, 48) * il;
    const h11 = load<f64>(r, 56);
    const h12 = load<f64>(r, 64) * il;
    const h22 = load<f64>(r, 72) * il * il;
    const g0 = load<f64>(r, 8);
    const g1 = load<f64>(r, 16);
    const g2 = load<f64>(r, 24) * il;
    const ge = g0 * ex + g1 * ey + g2 * ez;
    const gf = g0 * fx + g1 * fy + g2 * fz;
    const hex = h00 * ex + h01 * ey + h02 * ez;
    const hey = h01 * ex + h11 * ey + h12 * ez;
    const hez = h02 * ex + h12 * ey + h22 * ez;
    let hee = ex * hex + ey * hey + ez * hez;
    const hef = fx * hex + fy * hey + fz * hez;
    let hff =
      fx * (h00 * fx + h01 * fy + h02 * fz) +
      fy * (h01 * fx + h11 * fy + h12 * fz) +
      fz * (h02 * fx + h12 * fy + h22 * fz);
    const jitter = 1e-12 * (hee + hff) + 1e-300;
    hee += jitter;
    hff += jitter;
    const det = hee * hff - hef * hef;
    if (!(det > 0)) break;
    let se = (hef * gf - hff * ge) / det;
    let sf = (hef * ge - hee * gf) / det;
    let slope = ge * se + gf * sf;
    if (!(-slope > 0.01 * tolerance * d)) break;
    let taken = false;
    for (let back = 0; back < 25; back++) {
      const px = x + se * ex + sf * fx;
      const py = y + se * ey + sf * fy;
      const pz = z + se * ez + sf * fz;
      evaluateSlip(trial, p, px, py, pz * il, true);
      if (load<f64>(trial) <= d + 1e-4 * slope) {
        x = px;
        y = py;
        z = pz;
        taken = true;
        break;
      }
      se *= 0.5;
      sf *= 0.5;
      slope *= 0.5;
    }
    if (!taken) break;
    accept();
  }
  setThree(WAY, x, y, z);
  return 1 / load<f64>(record);
}

function projectPoint(p: usize, c: f64): bool {
  const fu = load<f64>(WRENCH);
  const fw = load<f64>(WRENCH, 8);
  const torque = load<f64>(WRENCH, 16);
  const suu = load<f64>(METRIC);
  const suw = load<f64>(METRIC, 8);
  const sut = load<f64>(METRIC, 16);
  const sww = load<f64>(METRIC, 24);
  const swt = load<f64>(METRIC, 32);
  const det = suu * sww - suw * suw;
  let tu = fu;
  let tw = fw;
  if (det > 0) {
    tu += (torque * (sww * sut - suw * swt)) / det;
    tw += (torque * (suu * swt - suw * sut)) / det;
  }
  const slides = tu * tu + tw * tw > c * c;
  if (slides) {
    const bu = suu * tu + suw * tw;
    const bw = suw * tu + sww * tw;
    let nu: f64 = 0;
    for (let k = 0; k < 40; k++) {
      const a = suu + nu;
      const b = sww + nu;
      const d = a * b - suw * suw;
      tu = (b * bu - suw * bw) / d;
      tw = (a * bw - suw * bu) / d;
      const ff = tu * tu + tw * tw;
      const f = sqrt<f64>(ff);
      if (!(f > c * (1 + 1e-15))) break;
      const slope = (b * tu * tu - 2 * suw * tu * tw + a * tw * tw) / d;
      nu += (ff / slope) * ((f - c) / c);
    }
    const f = sqrt<f64>(tu * tu + tw * tw);
    tu *= c / f;
    tw *= c / f;
  } else if (torque === 0) return false;
  setSlip(tu, tw, 0, fu, fw, torque);
  evaluateSlip(record, p, slides ? -load<f64>(SLIP) / c : 0, slides ? -load<f64>(SLIP, 8) / c : 0, 0, true);
  if (!slides) {
    const holds = HOLDS / (suu + sww);
    store<f64>(record, holds, 32);
    store<f64>(record, holds, 56);
  }
  return true;
}

// The exact law of a patch, a visit at a time, and how its answer changes with what it is asked: what src/contact/six/
// wrench-law.ts does with a patch that is no union, and what that asks for, operation by operation, so that every bit is
// the same. In a new process it is the first thing that is dear, and is needed before any TypeScript is compiled well;
// here it is compiled at once.
//
// Built by scripts/build-kernels.js into src/contact/six/law-wasm.ts. Held against TypeScript in
// test/contact/law-kernel.test.ts.

import { LAW_BLOCK, LAW_D, LAW_FACTOR, LAW_LAMBDA, LAW_P, LAW_R, LAW_SCHUR } from '../src/contact/six/law-layout';
import { W_FORCE, W_FRICTION, W_GUESS, W_SLIPS } from '../src/contact/six/layout';
import {
  bears,
  beginFriction,
  hold,
  lever,
  respondFriction,
  solveFriction,
  stick,
  sticking,
  takePolygon,
} from './law-friction';
import { defect, setThree } from './law-limit';
import {
  A,
  COUPLING,
  E,
  E0,
  FORCE,
  INVERSE,
  MISS,
  N,
  PER_FORCE,
  SLIP,
  SLIP_TO_MOTION,
  SLIP_TO_NORMAL,
  START,
  STEP,
  TO_MOTION,
  TO_NORMAL,
  X,
  Y,
  Z,
} from './law-memory';
import {
  alongU,
  alongW,
  fastest,
  inPatch,
  invertMatrix,
  isStill,
  multiplyMatrices,
  pushAtFastest,
  respondNormal,
  solveNormal,
  takeOutline,
  transformVector,
} from './law-normal';

const ROUNDS: i32 = 24;
const STUBBORN: f64 = 2;
const ATTEMPTS: i32 = 4;
const CUTS: i32 = 6;
const WORSE: f64 = 2;
const NOISE: f64 = 1e-6;
const GAINS: f64 = 0.1;
const SETTLED: f64 = 1e-12;
const FIRST: f64 = 1e-2;
const SAME: f64 = 1e-6;

const S: usize = LAW_SCHUR;
const L: usize = LAW_LAMBDA;
/** The factor of S. */
const D: usize = LAW_FACTOR;
const MU: usize = LAW_BLOCK + 8 * W_FRICTION;
const SLIPS: usize = LAW_BLOCK + 8 * W_SLIPS;
const KEPT_FORCE: usize = LAW_BLOCK + 8 * W_FORCE;
const KEPT_GUESS: usize = LAW_BLOCK + 8 * W_GUESS;

let isStubborn: bool = false;

/** Takes the outline's `corners` vertices and the `count` of the friction polygon at `polygon`. */
function take(corners: i32, polygon: usize, count: i32): void {
  takeOutline(corners);
  takePolygon(polygon, count);
}

/** The new λ into LAW_R, in place of the residual; what the block keeps for the next visit into its parameters. */
export function project(corners: i32, polygon: usize, count: i32): void {
  take(corners, polygon, count);
  takeMotion();
  solveLdl(LAW_R);
  for (let k: usize = 0; k < 48; k += 8) store<f64>(LAW_R + k, load<f64>(L + k) - load<f64>(LAW_R + k));
  isStubborn = load<f64>(SLIPS) === STUBBORN;
  store<f64>(SLIPS, 0);
  const mu = load<f64>(MU);
  const r0 = load<f64>(LAW_R);
  const isFlat = r0 > 0 && inPatch(load<f64>(LAW_R, 8) / r0, load<f64>(LAW_R, 16) / r0);
  if (isFlat && bears(mu, LAW_R)) return;
  solve(mu, isFlat);
}

function takeMotion(): void {
  const l0 = load<f64>(L);
  const l1 = load<f64>(L, 8);
  const l2 = load<f64>(L, 16);
  const l3 = load<f64>(L, 24);
  const l4 = load<f64>(L, 32);
  const l5 = load<f64>(L, 40);
  for (let k: usize = 0; k < 48; k += 8) {
    const row = S + 6 * k;
    const sum =
      load<f64>(row) * l0 +
      load<f64>(row, 8) * l1 +
      load<f64>(row, 16) * l2 +
      load<f64>(row, 24) * l3 +
      load<f64>(row, 32) * l4 +
      load<f64>(row, 40) * l5;
    store<f64>(E0 + k, load<f64>(LAW_R + k) - sum);
  }
}

function solveLdl(x: usize): void {
  const l10 = load<f64>(D, 48);
  const l20 = load<f64>(D, 96);
  const l21 = load<f64>(D, 104);
  const l30 = load<f64>(D, 144);
  const l31 = load<f64>(D, 152);
  const l32 = load<f64>(D, 160);
  const l40 = load<f64>(D, 192);
  const l41 = load<f64>(D, 200);
  const l42 = load<f64>(D, 208);
  const l43 = load<f64>(D, 216);
  const l50 = load<f64>(D, 240);
  const l51 = load<f64>(D, 248);
  const l52 = load<f64>(D, 256);
  const l53 = load<f64>(D, 264);
  const l54 = load<f64>(D, 272);
  let x0 = load<f64>(x);
  let x1 = load<f64>(x, 8) - l10 * x0;
  let x2 = load<f64>(x, 16) - l20 * x0 - l21 * x1;
  let x3 = load<f64>(x, 24) - l30 * x0 - l31 * x1 - l32 * x2;
  let x4 = load<f64>(x, 32) - l40 * x0 - l41 * x1 - l42 * x2 - l43 * x3;
  const x5 = (load<f64>(x, 40) - l50 * x0 - l51 * x1 - l52 * x2 - l53 * x3 - l54 * x4) * load<f64>(D, 280);
  x4 = x4 * load<f64>(D, 224) - l54 * x5;
  x3 = x3 * load<f64>(D, 168) - l43 * x4 - l53 * x5;
  x2 = x2 * load<f64>(D, 112) - l32 * x3 - l42 * x4 - l52 * x5;
  x1 = x1 * load<f64>(D, 56) - l21 * x2 - l31 * x3 - l41 * x4 - l51 * x5;
  x0 = x0 * load<f64>(D) - l10 * x1 - l20 * x2 - l30 * x3 - l40 * x4 - l50 * x5;
  setThree(x, x0, x1, x2);
  setThree(x + 24, x3, x4, x5);
}

/** to = from, three numbers. */
function copyThree(to: usize, from: usize): void {
  setThree(to, load<f64>(from), load<f64>(from, 8), load<f64>(from, 16));
}

function solve(mu: f64, isFlat: bool): void {
  setThree(LAW_R, 0, 0, 0);
  setThree(LAW_R + 24, 0, 0, 0);
  setThree(SLIP, 0, 0, 0);
  if (fastest(E0) === 0) return;
  const rubs = mu > 0 && beginFriction();
  let closed = false;
  if (rubs) {
    stickingSystem();
    closed = solveNormal();
    if (closed && !isFlat) {
      copyThree(LAW_R, N);
      sticking(LAW_R + 24);
      if (bears(mu, LAW_R)) return;
    }
  }
  store<f64>(SLIPS, 1);
  if (!closed) setThree(FORCE, 0, 0, 0);
  if ((!closed && !normalFor()) || (rubs && !slide(mu))) {
    setThree(FORCE, 0, 0, 0);
    normalSystem();
    pushAtFastest();
  }
  copyThree(LAW_R, N);
  copyThree(LAW_R + 24, FORCE);
  copyThree(KEPT_FORCE, FORCE);
  copyThree(KEPT_GUESS, SLIP);
}

/** ∂λ/∂e of the visit that made the λ in LAW_P of the residual in LAW_R, into LAW_D; 0 where that is not known. */
export function differentiate(corners: i32, polygon: usize, count: i32): i32 {
  take(corners, polygon, count);
  const mu = load<f64>(MU);
  takeMotion();
  copyThree(FORCE, LAW_P + 24);
  copyThree(SLIP, KEPT_GUESS);
  const p0 = load<f64>(LAW_P);
  if (!normalFor() || !(abs<f64>(load<f64>(N) - p0) <= SAME * p0)) return 0;
  const rubs = mu > 0 && beginFriction();
  if (rubs) {
    if (load<f64>(SLIPS) > 0) frictionFor(mu, SETTLED);
    else hold(FORCE);
    if (!couple(mu)) return 0;
  } else respondNormal();
  const n0 = load<f64>(N);
  for (let side: usize = 0; side < 2; side++) {
    if (!rubs) for (let k: usize = 0; k < 72; k += 8) store<f64>(COUPLING + k, 0);
    else {
      if (side === 0) multiplyMatrices(Y, X, Z);
      else for (let k: usize = 0; k < 72; k += 8) store<f64>(Y + k, n0 * load<f64>(TO_MOTION + k));
      multiplyMatrices(COUPLING, INVERSE, Y);
    }
    for (let i: usize = 0; i < 3; i++) {
      const row = S + 48 * i + 24;
      const x = load<f64>(row);
      const y = load<f64>(row, 8);
      const z = load<f64>(row, 16);
      for (let j: usize = 0; j < 3; j++) {
        const t = COUPLING + 8 * j;
        store<f64>(LAW_D + 144 + 48 * i + 24 * side + 8 * j, load<f64>(t + 24 * i));
        store<f64>(
          Y + 24 * i + 8 * j,
          x * load<f64>(t) + y * load<f64>(t, 24) + z * load<f64>(t, 48) + (side === 0 && i === j ? 1.0 : 0.0),
        );
      }
    }
    multiplyMatrices(COUPLING, Z, Y);
    for (let i: usize = 0; i < 3; i++) copyThree(LAW_D + 48 * i + 24 * side, COUPLING + 24 * i);
  }
  return 1;
}

/** Finds the FORCE that is the friction of its own N. */
function slide(mu: f64): bool {
  if (!startFromGuess()) {
    setThree(SLIP, 0, 0, 0);
    frictionFor(mu, FIRST);
    takeFriction();
    if (!normalForLess()) return false;
  }
  if (!isStubborn && settle(mu)) return true;
  for (let attempt = 1; attempt < ATTEMPTS && !isStubborn; attempt++) {
    setThree(SLIP, 0, 0, 0);
    setThree(FORCE, 0, 0, 0);
    if (!normalFor()) return false;
    const steps = 1 << (2 * attempt);
    let k = 1;
    while (k <= steps && settle((mu * <f64>k) / <f64>steps)) k++;
    if (k > steps) return true;
  }
  store<f64>(SLIPS, STUBBORN);
  frictionFor(mu, SETTLED);
  takeFriction();
  return true;
}

function settle(mu: f64): bool {
  let change = frictionFor(mu, FIRST);
  for (let round = 0; round < ROUNDS && change > SETTLED; round++) {
    newtonStep(mu);
    copyThree(START, FORCE);
    copyThree(START + 24, SLIP);
    const before = change;
    const cuts = before < NOISE ? 1 : CUTS;
    let share: f64 = 1;
    for (let cut = 0; cut < cuts; cut++, share *= 0.5) {
      goOn(share);
      if (!normalFor()) continue;
      change = frictionFor(mu, before);
      if (change <= WORSE * before) break;
    }
    if (before >= NOISE || change <= GAINS * before) continue;
    if (change < before) return true;
    goOn(0);
    return normalFor();
  }
  return change <= NOISE;
}

function goOn(share: f64): void {
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(FORCE + k, load<f64>(START + k) + share * load<f64>(STEP + k));
    store<f64>(SLIP + k, load<f64>(START + 24 + k) + share * load<f64>(STEP + 24 + k));
  }
}

function takeFriction(): void {
  const n0 = load<f64>(N);
  setThree(FORCE, n0 * load<f64>(PER_FORCE), n0 * load<f64>(PER_FORCE, 8), n0 * load<f64>(PER_FORCE, 16));
}

function newtonStep(mu: f64): void {
  const isKnown = couple(mu);
  const n0 = load<f64>(N);
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(X + k, n0 * load<f64>(PER_FORCE + k) - load<f64>(FORCE + k));
    store<f64>(STEP + 24 + k, 0);
  }
  if (!isKnown) {
    copyThree(STEP, X);
    return;
  }
  transformVector(Y, TO_MOTION, MISS);
  for (let k: usize = 0; k < 24; k += 8) store<f64>(X + k, load<f64>(X + k) + n0 * load<f64>(Y + k));
  transformVector(STEP, INVERSE, X);
  const f0 = load<f64>(STEP);
  const f1 = load<f64>(STEP, 8);
  const f2 = load<f64>(STEP, 16);
  for (let i: usize = 0; i < 3; i++) {
    const row = S + 48 * i + 24;
    store<f64>(Y + 8 * i, load<f64>(row) * f0 + load<f64>(row, 8) * f1 + load<f64>(row, 16) * f2);
  }
  transformVector(X, Z, Y);
  transformVector(Y, SLIP_TO_NORMAL, X);
  transformVector(X, SLIP_TO_MOTION, MISS);
  for (let k: usize = 0; k < 24; k += 8) store<f64>(STEP + 24 + k, load<f64>(X + k) + load<f64>(Y + k));
}

/** ∂F/∂N into X, (1 - ∂F/∂force)⁻¹ into INVERSE. */
function couple(mu: f64): bool {
  respondNormal();
  if (!respondFriction(mu, isStill, alongU, alongW)) return false;
  const n0 = load<f64>(N);
  for (let i: usize = 0; i < 3; i++) {
    const row = S + 48 * i + 24;
    setThree(INVERSE + 24 * i, -load<f64>(row), -load<f64>(row, 8), -load<f64>(row, 16));
    const to = TO_NORMAL + 24 * i;
    setThree(
      X + 24 * i,
      n0 * load<f64>(to) + load<f64>(PER_FORCE + 8 * i),
      n0 * load<f64>(to, 8),
      n0 * load<f64>(to, 16),
    );
  }
  multiplyMatrices(Y, Z, INVERSE);
  multiplyMatrices(COUPLING, X, Y);
  for (let k: usize = 0; k < 72; k += 32) store<f64>(COUPLING + k, load<f64>(COUPLING + k) + 1);
  return invertMatrix(INVERSE, COUPLING);
}

function normalForLess(): bool {
  for (let halvings = 0; halvings < 6; halvings++) {
    if (normalFor()) return true;
    const k: f64 = halvings < 4 ? 0.5 : 0;
    setThree(FORCE, load<f64>(FORCE) * k, load<f64>(FORCE, 8) * k, load<f64>(FORCE, 16) * k);
  }
  return false;
}

function startFromGuess(): bool {
  if (load<f64>(KEPT_FORCE) === 0 && load<f64>(KEPT_FORCE, 8) === 0 && load<f64>(KEPT_FORCE, 16) === 0) return false;
  copyThree(FORCE, KEPT_FORCE);
  copyThree(SLIP, KEPT_GUESS);
  const n0 = load<f64>(N);
  const n1 = load<f64>(N, 8);
  const n2 = load<f64>(N, 16);
  if (normalFor()) return true;
  setThree(N, n0, n1, n2);
  return false;
}

/** N for the friction FORCE. */
function normalFor(): bool {
  normalSystem();
  return solveNormal();
}

/** Friction for the present N; returns how far it is from FORCE. */
function frictionFor(mu: f64, tolerance: f64): f64 {
  solveFriction(mu, max<f64>(tolerance, SETTLED));
  const k = 1 / load<f64>(N);
  return max<f64>(
    max<f64>(defect, abs<f64>(load<f64>(PER_FORCE) - k * load<f64>(FORCE))),
    max<f64>(
      abs<f64>(load<f64>(PER_FORCE, 8) - k * load<f64>(FORCE, 8)),
      abs<f64>(load<f64>(PER_FORCE, 16) - k * load<f64>(FORCE, 16)) / lever,
    ),
  );
}

/** Normal system with friction eliminated as sticking: A - X C⁻¹ Xᵀ. */
function stickingSystem(): void {
  for (let i: usize = 0; i < 3; i++) {
    const row = S + 48 * i;
    stick(X, load<f64>(row, 24), load<f64>(row, 32), load<f64>(row, 40));
    const x0 = load<f64>(X);
    const x1 = load<f64>(X, 8);
    const x2 = load<f64>(X, 16);
    for (let j: usize = 0; j < 3; j++) {
      const other = S + 48 * j;
      store<f64>(
        A + 24 * i + 8 * j,
        load<f64>(row + 8 * j) - (x0 * load<f64>(other, 24) + x1 * load<f64>(other, 32) + x2 * load<f64>(other, 40)),
      );
    }
    const e = E0 + 8 * i;
    store<f64>(E + 8 * i, load<f64>(e) - (x0 * load<f64>(E0, 24) + x1 * load<f64>(E0, 32) + x2 * load<f64>(E0, 40)));
  }
}

/** Normal system with the friction FORCE. */
function normalSystem(): void {
  const d0 = load<f64>(FORCE);
  const d1 = load<f64>(FORCE, 8);
  const d2 = load<f64>(FORCE, 16);
  for (let i: usize = 0; i < 3; i++) {
    const row = S + 48 * i;
    copyThree(A + 24 * i, row);
    store<f64>(
      E + 8 * i,
      load<f64>(E0 + 8 * i) + load<f64>(row, 24) * d0 + load<f64>(row, 32) * d1 + load<f64>(row, 40) * d2,
    );
  }
}

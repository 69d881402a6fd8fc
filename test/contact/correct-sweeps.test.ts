// Correction asks for the least motion (in the metric of mass) that leaves every gap at its target or open. That is a
// convex program, whose answer is the one that meets its conditions: no gap is negative, no contact pulls, each presses
// within its outline, and only where nothing is left open. The kernel in WebAssembly has the same bits.

import { describe, expect, test } from 'vitest';
import { B_CENTER, B_INV_INERTIA, B_INV_MASS, B_ROTATION, BODY_STRIDE } from '../../src/bodies/layout.js';
import type { BodyStore } from '../../src/bodies/store.js';
import type { CorrectionIslands } from '../../src/contact/six/correct-islands.js';
import {
  C_GAP,
  C_INTS,
  C_MOST,
  C_NORMAL,
  C_STRIDE,
  C_TILT_1,
  C_TILT_2,
  C_TURN_A,
  C_TURN_B,
  C_VISITED,
  CB_INV_INERTIA,
  CB_INV_MASS,
  CB_STRIDE,
  CI_A,
  CI_B,
  CI_COUNT,
  CI_START,
} from '../../src/contact/six/correct-layout.js';
import { CorrectionSweeps } from '../../src/contact/six/correct-sweeps.js';
import { CorrectionTape } from '../../src/contact/six/correct-tape.js';
import { CorrectionTogether } from '../../src/contact/six/correct-together.js';
import { CrowdKernel } from '../../src/contact/six/crowd-kernel.js';
import { LedBound } from '../../src/contact/six/led-bound.js';
import { contains } from '../../src/contact/six/press.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { atJacobian, BlockStore } from '../../src/solver/blocks.js';
import { fastestKernels, typescriptKernels } from '../../src/solver/kernels.js';
import { Movers } from '../../src/solver/movers.js';
import { PROJECT_BILATERAL } from '../../src/solver/projections.js';

const BODIES = 24;
const CONTACTS = 40;

/** Contacts between any two of the bodies, or with what stands still, on squares; some motion x opens them all. */
function fill(tape: CorrectionTape, seed: number, corners = 4): void {
  const random = new Random(seed);
  const some = (n: number, size: number) => Array.from({ length: n }, () => random.between(-size, size));
  tape.begin(CONTACTS, 8 * CONTACTS, BODIES);
  const { records: t, ints: q, bodies: y, outline } = tape;
  y.fill(0, 0, BODIES * CB_STRIDE);
  for (let b = 1; b < BODIES; b++) {
    const o = b * CB_STRIDE;
    y.fill(random.between(0.3, 2), o + CB_INV_MASS, o + CB_INV_MASS + 3);
    for (const k of [0, 3, 5]) y[o + CB_INV_INERTIA + k] = random.between(30, 90);
    for (const k of [1, 2, 4]) y[o + CB_INV_INERTIA + k] = random.between(-8, 8);
  }
  const x = some(6 * BODIES, 0.01).map((v, k) => (k < 6 ? 0 : v));
  const dot = (r: number, at: number, sign = 1) =>
    sign * [0, 1, 2].reduce((sum, m) => sum + t[r + m]! * x[6 * at + 3 + m]!, 0);
  for (let k = 0; k < CONTACTS; k++) {
    const a = 1 + random.below(BODIES - 1);
    const other = random.below(BODIES);
    const b = other === a ? 0 : other;
    const r = k * C_STRIDE;
    q.set([a * CB_STRIDE, b * CB_STRIDE, 8 * k, corners], k * C_INTS + CI_A);
    const half = random.between(0.02, 0.1);
    if (corners === 1) outline.fill(0, 8 * k, 8 * k + 2);
    else outline.set([-half, -half, half, -half, half, half, -half, half], 8 * k);
    const n = some(3, 1);
    const length = Math.hypot(...n);
    t.set(
      n.map((v) => v / length),
      r + C_NORMAL,
    );
    t.set([...some(6, 0.15), ...some(6, 1)], r + C_TURN_A);
    tape.answer(k);
    const linear = [0, 1, 2].reduce((sum, m) => sum + t[r + C_NORMAL + m]! * (x[6 * a + m]! - x[6 * b + m]!), 0);
    const open = k % 3 === 0 ? 0 : random.between(0, 0.01);
    t[r + C_GAP] = open - linear - dot(r + C_TURN_A, a) - dot(r + C_TURN_B, b);
    t[r + C_GAP + 1] = dot(r + C_TILT_1, b) - dot(r + C_TILT_1, a);
    t[r + C_GAP + 2] = dot(r + C_TILT_2, b) - dot(r + C_TILT_2, a);
    t[r + C_MOST] = Infinity;
    t[r + C_VISITED] = -1;
  }
}

/** s₀, s_u, s_w of contact k where the sweeps have left it. */
function gapOf({ records: t, ints: q, bodies: y }: CorrectionTape, k: number): [number, number, number] {
  const r = k * C_STRIDE;
  const a = q[k * C_INTS + CI_A]!;
  const b = q[k * C_INTS + CI_B]!;
  const along = (row: number, at: number) => [0, 1, 2].reduce((sum, m) => sum + t[r + row + m]! * y[at + m]!, 0);
  return [
    t[r + C_GAP]! + along(C_NORMAL, a) - along(C_NORMAL, b) + along(C_TURN_A, a + 3) + along(C_TURN_B, b + 3),
    t[r + C_GAP + 1]! + along(C_TILT_1, a + 3) - along(C_TILT_1, b + 3),
    t[r + C_GAP + 2]! + along(C_TILT_2, a + 3) - along(C_TILT_2, b + 3),
  ];
}

test('the least motion that opens all', () => {
  let pressed = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const tape = new CorrectionTape(new Arena());
    fill(tape, seed);
    const sweeps = new CorrectionSweeps();
    expect(sweeps.run(tape, 0, CONTACTS, 20000, 1e-13), `seed ${seed}`).toBeLessThan(20000);
    for (let k = 0; k < CONTACTS; k++) {
      const [s0, s1, s2] = gapOf(tape, k);
      const [n0, n1, n2] = tape.lambda.subarray(3 * k, 3 * k + 3) as unknown as [number, number, number];
      const start = tape.ints[k * C_INTS + CI_START]!;
      const corners = tape.ints[k * C_INTS + CI_COUNT]!;
      for (let m = start; m < start + 2 * corners; m += 2)
        // A sweep that changes nothing beyond 1e-13 is that over one minus its rate of convergence from the end.
        expect(s0 + s1 * tape.outline[m]! + s2 * tape.outline[m + 1]!, `seed ${seed}, ${k}`).toBeGreaterThan(-1e-9);
      if (n0 === 0 && n1 === 0 && n2 === 0) continue;
      pressed++;
      expect(n0).toBeGreaterThan(0);
      // To rounding: a corner that bears lies on the outline.
      expect(contains(tape.outline, start, corners, (n1 / n0) * (1 - 1e-9), (n2 / n0) * (1 - 1e-9))).toBe(true);
      expect(Math.abs(s0 * n0 + s1 * n1 + s2 * n2) / n0, `seed ${seed}, ${k}`).toBeLessThan(1e-9);
    }
  }
  expect(pressed).toBeGreaterThan(200);
});

/** The same contacts, corrected together; where their bodies' centres are then. `ties`: pairs that a joint holds. */
function together(seed: number, ties: readonly (readonly [number, number])[]): Float64Array {
  const arena = new Arena();
  const tape = new CorrectionTape(arena);
  fill(tape, seed, 1);
  tape.slots.reserve(BODIES);
  for (let b = 0; b < BODIES; b++) tape.slots.data[b] = b;
  const d = new Float64Array(BODIES * BODY_STRIDE);
  for (let b = 1; b < BODIES; b++) {
    const o = b * CB_STRIDE;
    // The radius is none: gaps count as linear, and masses as they are.
    for (let m = 0; m < 3; m++) d[b * BODY_STRIDE + B_INV_MASS + m] = tape.bodies[o + CB_INV_MASS + m]!;
    for (let m = 0; m < 6; m++) d[b * BODY_STRIDE + B_INV_INERTIA + m] = tape.bodies[o + CB_INV_INERTIA + m]!;
    d[b * BODY_STRIDE + B_ROTATION + 3] = 1;
  }
  const movers = new Movers(arena, arena.f64(64));
  movers.begin(BODIES);
  const joints = new BlockStore(arena, movers);
  for (const [a, b] of ties) {
    const k = joints.add(a, b, 3, PROJECT_BILATERAL);
    const j = joints.dataOf(k) + atJacobian(3);
    for (let m = 0; m < 3; m++) {
      joints.f.data[j + 13 * m] = 1;
      joints.f.data[j + 13 * m + 6] = -1;
    }
  }
  const bodies = { f: { data: d }, count: BODIES } as unknown as BodyStore;
  const one = { ofBody: () => 0 } as unknown as CorrectionIslands;
  const corrector = new CorrectionTogether(bodies, joints, tape, one, typescriptKernels, arena);
  const bound = new LedBound(arena);
  bound.beginStep(BODIES);
  corrector.run(tape, 0, 0, CONTACTS, new Float64Array(BODIES), bound);
  return Float64Array.from({ length: 3 * BODIES }, (_, k) => d[Math.floor(k / 3) * BODY_STRIDE + B_CENTER + (k % 3)]!);
}

// Contacts of meshes have one row. Newton's method ends within 1e-10 m of every law, and 23 bodies in a tangle answer by
// up to a hundred times that.
test("Newton's method finds the same", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const tape = new CorrectionTape(new Arena());
    fill(tape, seed, 1);
    new CorrectionSweeps().run(tape, 0, CONTACTS, 20000, 1e-13);
    const found = together(seed, []);
    for (let k = 3; k < 3 * BODIES; k++) {
      const x = tape.bodies[Math.floor(k / 3) * CB_STRIDE + (k % 3)]!;
      expect(Math.abs(found[k]! - x), `seed ${seed}, ${k}`).toBeLessThan(1e-8);
    }
  }
});

test('bodies that a joint holds are moved together', () => {
  let moved = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const found = together(seed, [
      [1, 2],
      [5, 9],
    ]);
    for (let m = 0; m < 3; m++) {
      expect(found[3 + m]!, `seed ${seed}`).toBeCloseTo(found[6 + m]!, 9);
      expect(found[15 + m]!, `seed ${seed}`).toBeCloseTo(found[27 + m]!, 9);
    }
    if (Math.hypot(...found.subarray(3, 6)) > 1e-3) moved++;
  }
  expect(moved).toBeGreaterThan(5);
});

describe('in WebAssembly', () => {
  test.each([1, 2, 16, 60])('every bit of %i sweeps is the same', (most) => {
    for (let seed = 1; seed <= 20; seed++) {
      const here = new CorrectionTape(new Arena());
      fill(here, seed);
      const sweeps = new CorrectionSweeps();
      const done = sweeps.run(here, 0, CONTACTS, most, 1e-10);
      const kernel = CrowdKernel.make(fastestKernels().wasm!)!;
      const there = new CorrectionTape(new Arena());
      there.moveTo(kernel.memory);
      fill(there, seed);
      expect(kernel.correct(there, 0, CONTACTS, most, 1e-10)).toBe(done);
      expect(kernel.worst).toBe(sweeps.worst);
      expect([...there.lambda.subarray(0, 3 * CONTACTS)], `seed ${seed}`).toEqual([
        ...here.lambda.subarray(0, 3 * CONTACTS),
      ]);
      expect([...there.bodies.subarray(0, BODIES * CB_STRIDE)], `seed ${seed}`).toEqual([
        ...here.bodies.subarray(0, BODIES * CB_STRIDE),
      ]);
    }
  });
});

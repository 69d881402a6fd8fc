// An island on its tape is visited as blocks are, by the same law: first visits leave the same impulses and velocities,
// and where visits end, those of the blocks change nothing.
// In WebAssembly it is visited with the same bits.

import { describe, expect, test } from 'vitest';
import { B_INV_INERTIA, B_INV_MASS, BODY_STRIDE } from '../../src/bodies/layout.js';
import { ENDS_SCRATCH, prepare, takesOut } from '../../src/contact/six/crowd-ends.js';
import { CrowdKernel } from '../../src/contact/six/crowd-kernel.js';
import { CrowdSolve } from '../../src/contact/six/crowd-solve.js';
import { CrowdTape } from '../../src/contact/six/crowd-tape.js';
import { W_FRICTION, W_SHARP } from '../../src/contact/six/layout.js';
import { T_ABOVE, T_S, T_STRIDE } from '../../src/contact/six/tape-layout.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import {
  atCompliance,
  atJacobian,
  atLambda,
  atRhs,
  atSchur,
  BLOCK_INTS,
  BlockStore,
  K_SUBJECT,
} from '../../src/solver/blocks.js';
import { boundEnergy } from '../../src/solver/dissipation.js';
import { Island } from '../../src/solver/island.js';
import { fastestKernels, typescriptKernels } from '../../src/solver/kernels.js';
import { Movers } from '../../src/solver/movers.js';
import { NncgSolver } from '../../src/solver/nncg.js';
import { BASE_PROJECTIONS, BOUND_HIGH, PROJECT_BOUNDS } from '../../src/solver/projections.js';
import { applyImpulses, SweepTools, sweep } from '../../src/solver/sweeps.js';
import { startWorkers } from '../../workers/index.js';
import { patchesOf, regular } from './six-law-support.js';
import { SplitVisit } from './split-visit.js';

const PATCH = BASE_PROJECTIONS.length;
const BODIES = 30;
const BLOCKS = 60;

type Vector = [number, number, number];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/**
 * Bodies of some kg, thrown together; contacts between any two of them, none with the next's if `apart`; body 0 stands
 * still. `isLocked`: every second one does not turn, and blocks give as locked.ts has them. `isJammed`: two more contacts
 * hold one between them, and both ask it to go away.
 */
function crowd(seed: number, apart = false, count = BLOCKS, isLocked = false, isJammed = false) {
  const random = new Random(seed);
  const vector = (size: number) => [0, 0, 0].map(() => random.between(-size, size)) as Vector;
  const arena = new Arena();
  const v = arena.f64(6 * BODIES);
  for (let k = 6; k < 6 * BODIES; k++) v.data[k] = random.between(-1, 1);
  const movers = new Movers(arena, v);
  movers.begin(BODIES);
  const blocks = new BlockStore(arena, movers);
  const bodies = new Float64Array(BODY_STRIDE * BODIES);
  for (let b = 1; b < BODIES; b++) {
    const o = b * BODY_STRIDE;
    bodies.fill(random.between(0.3, 2), o + B_INV_MASS, o + B_INV_MASS + 3);
    for (const k of [0, 3, 5]) bodies[o + B_INV_INERTIA + k] = random.between(30, 90);
    for (const k of [1, 2, 4]) bodies[o + B_INV_INERTIA + k] = random.between(-8, 8);
    if (isLocked && b % 2 === 0) bodies.fill(0, o + B_INV_INERTIA, o + B_INV_INERTIA + 6);
  }
  const patches = patchesOf(regular(4, 0.1, 0.3));
  let last = [0, 0];
  for (let k = 0; k < count; k++) {
    const jams = isJammed && k >= count - 2;
    const a = jams ? 1 : 1 + random.below(BODIES - 1);
    const other = jams ? 0 : random.below(BODIES);
    let b = other === a ? 0 : other;
    if (apart && a === last[0] && b === last[1]) b = b === 0 ? 1 + (a % (BODIES - 1)) : 0;
    last = [a, b];
    const isRow = k % 7 === 3 && !jams;
    const block = blocks.add(a, b, isRow ? 1 : 6, isRow ? PROJECT_BOUNDS : PATCH);
    const f = blocks.f.data;
    const at = blocks.dataOf(block);
    const q = !jams ? random.rotation() : k % 2 === 0 ? [0, 0, 0, 1] : [0, 0, 1, 0];
    const n: Vector = [
      1 - 2 * (q[1] ** 2 + q[2] ** 2),
      2 * (q[0] * q[1] + q[3] * q[2]),
      2 * (q[0] * q[2] - q[3] * q[1]),
    ];
    const u: Vector = [
      2 * (q[0] * q[1] - q[3] * q[2]),
      1 - 2 * (q[0] ** 2 + q[2] ** 2),
      2 * (q[1] * q[2] + q[3] * q[0]),
    ];
    const w = cross(n, u);
    const arms = [vector(jams ? 0 : 0.15), vector(0.15)] as const;
    const linear = (row: number, e: Vector) =>
      f.set([...e, ...cross(arms[0], e), ...e.map((x) => -x), ...cross(arms[1], e).map((x) => -x)], row);
    const angular = (row: number, e: Vector, sign: number) => {
      f.set(
        e.map((x) => sign * x),
        row + 3,
      );
      f.set(
        e.map((x) => -sign * x),
        row + 9,
      );
    };
    const j = at + atJacobian(isRow ? 1 : 6);
    linear(j, n);
    f[at + atRhs] = jams ? -0.01 : random.between(-0.2, 0.5);
    if (isRow) {
      f[at + BOUND_HIGH] = Infinity;
      continue;
    }
    angular(j + 12, w, -1);
    angular(j + 24, u, 1);
    linear(j + 36, u);
    linear(j + 48, w);
    angular(j + 60, n, 1);
    f[at + W_FRICTION] = random.between(0, 0.8);
    for (let m = 0; m < 4; m++) f[at + W_SHARP + m] = k % 5 === 0 ? 0 : 1;
    blocks.i.data[block * BLOCK_INTS + K_SUBJECT] = 0;
    if (isLocked) f.fill(1e-9, at + atCompliance, at + atCompliance + 6);
    if (k % 2 === 0) f[at + atLambda] = random.between(0, 0.2);
  }
  for (let k = 0; k < count; k++) {
    typescriptKernels.assemble(blocks, k, bodies);
    typescriptKernels.factor(blocks, k);
  }
  const island = new Island(blocks).look(
    Int32Array.from({ length: count }, (_, k) => k),
    0,
    count,
    bodies,
  );
  return { arena, blocks, island, patches, v };
}

const lawOf = (patches: ReturnType<typeof patchesOf>) => [...BASE_PROJECTIONS, new SplitVisit(patches).project];

test.each([false, true])('the first visits (locked: %s)', (isLocked) => {
  for (let seed = 1; seed <= 20; seed++) {
    const one = crowd(seed, true, BLOCKS, isLocked);
    new NncgSolver(new SweepTools(lawOf(one.patches), typescriptKernels), one.arena).solve(one.island, 1, 0);
    const other = crowd(seed, true, BLOCKS, isLocked);
    const solver = new CrowdSolve(other.patches, other.arena, typescriptKernels);
    expect(solver.solve(other.island, 1, 0)).toBe(true);
    expect(solver.iterations).toBe(1);
    // Sums in another order, 1e-16 each, through systems of condition up to 1e5, locked 1e10; slipping ends within 1e-7
    // of its limit.
    let worst = 0;
    for (let k = 0; k < 6 * BODIES; k++) worst = Math.max(worst, Math.abs(one.v.data[k]! - other.v.data[k]!));
    for (let k = 0; k < BLOCKS; k++)
      for (let m = 0; m < (k % 7 === 3 ? 1 : 6); m++) {
        const at = one.blocks.dataOf(k) + atLambda + m;
        worst = Math.max(worst, Math.abs(one.blocks.f.data[at]! - other.blocks.f.data[at]!));
      }
    expect(worst).toBeLessThan(1e-5);
  }
});

test('where visits of the tape end, those of the blocks change nothing', () => {
  let ended = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const { arena, island, patches } = crowd(seed);
    const solver = new CrowdSolve(patches, arena, typescriptKernels);
    solver.solve(island, 2000, 1e-12);
    // Strong friction may go round in circles.
    if (solver.norm > 1e-12) continue;
    ended++;
    const change = Math.sqrt(sweep(island, new SweepTools(lawOf(patches), typescriptKernels)));
    // As above: what a visit of the one finds, the other finds but for rounding times 1e5; impulses are up to 1 N·s.
    expect(change, `seed ${seed}`).toBeLessThan(1e-9);
  }
  expect(ended).toBeGreaterThan(9);
});

test('S is that of the blocks', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { arena, blocks, island, patches } = crowd(seed);
    const tape = new CrowdTape(patches, arena, null);
    expect(tape.load(island, 1)).toBe(true);
    prepare(tape, false, new Float64Array(ENDS_SCRATCH));
    for (let k = 0; k < BLOCKS; k++) {
      if (k % 7 === 3) continue;
      const s = blocks.dataOf(k) + atSchur;
      const f = blocks.f.data;
      for (let r = 0, above = k * T_STRIDE + T_ABOVE; r < 6; r++)
        for (let c = r; c < 6; c++) {
          const at = r === c ? k * T_STRIDE + T_S + r : above++;
          // Some thirty products each, of arms that were taken from rows again: sums of sizes below the diagonals'.
          const size = Math.sqrt(f[s + 7 * r]! * f[s + 7 * c]!);
          expect(Math.abs(tape.records[at]! - f[s + 6 * r + c]!)).toBeLessThan(1e-14 * size);
        }
    }
  }
});

test('from velocities before any impulse it begins where blocks do, and knows whether impulses take energy out', () => {
  let out = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const one = crowd(seed);
    const { arena, blocks, island, patches, v } = one;
    island.start = Float64Array.from(v.data);
    // What a solve finds takes most out; four times as much puts energy in.
    new CrowdSolve(patches, arena, typescriptKernels).solve(island, 20, 0);
    const share = new Random(seed).between(0.5, 4);
    for (let k = 0; k < BLOCKS; k++)
      for (let m = 0; m < (k % 7 === 3 ? 1 : 6); m++) blocks.f.data[blocks.dataOf(k) + atLambda + m]! *= share;
    const tape = new CrowdTape(patches, arena, null);
    tape.load(island, 1);
    prepare(tape, true, new Float64Array(ENDS_SCRATCH));
    const takes = takesOut(tape, island.start);
    tape.store(island);
    const found = Float64Array.from(v.data);
    v.data.set(island.start);
    applyImpulses(island, typescriptKernels);
    // Impulses below 2 N·s over inverse masses below 2 and inertias below 90 at arms of 0.3 m; eight contacts a body.
    for (let k = 0; k < 6 * BODIES; k++) expect(Math.abs(found[k]! - v.data[k]!)).toBeLessThan(1e-12);
    if (takes) out++;
    expect(boundEnergy(island, new SweepTools(lawOf(patches), typescriptKernels)) === 1, `seed ${seed}`).toBe(takes);
  }
  expect(out).toBeGreaterThan(5);
  expect(out).toBeLessThan(35);
});

test('where Anderson’s method goes round in circles, momentum goes on', () => {
  let went = 0;
  let arrived = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const [first, both] = [Infinity, 1e-9].map((enough) => {
      const { arena, island, patches } = crowd(seed, false, 120);
      const solver = new CrowdSolve(patches, arena, typescriptKernels);
      solver.solve(island, 1000, 1e-12, 0, enough);
      return { sweeps: solver.iterations, norm: solver.norm, history: [...solver.history.data] };
    });
    // What it does until then is the same.
    expect(both!.history.slice(0, first!.sweeps - 1)).toEqual(first!.history.slice(0, first!.sweeps - 1));
    if (both!.sweeps === first!.sweeps) continue;
    went++;
    if (both!.norm <= 1e-12) arrived++;
  }
  expect(went).toBeGreaterThan(0);
  expect(arrived).toBeGreaterThan(0);
});

// The jammed body's impulses grow by the same amount in every sweep, and no tolerance on impulses ends that. Three
// sweeps that end it change velocities by up to 15e-6 of what impulses exchange (below 3 J, twice that energy); where each
// leaves 0.97 of the change, as the slowest do, eleven times as much is still to come, and inverse inertia is below 90.
test('impulses that go on along what moves nothing end once velocities stand', () => {
  let ended = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const [short, once, long] = [1e-6, 0, 0].map((share, way) => {
      const { arena, island, patches, v } = crowd(seed, false, 40, false, true);
      const solver = new CrowdSolve(patches, arena, typescriptKernels);
      for (let n = 0; n < (way < 2 ? 1 : 10); n++) solver.solve(island, 1000, 1e-12, share);
      return { sweeps: solver.iterations, norm: solver.norm, v: [...v.data] };
    });
    expect(long!.norm, `seed ${seed}`).toBeGreaterThan(1e-3);
    if (short!.sweeps >= once!.sweeps) continue;
    ended++;
    const off = Math.max(...short!.v.map((x, k) => Math.abs(x - long!.v[k]!)));
    expect(off, `seed ${seed}`).toBeLessThan(11 * 15e-6 * Math.sqrt(3 * 90));
  }
  expect(ended).toBeGreaterThan(3);
});

describe('in WebAssembly', () => {
  test('this host has it', () => {
    expect(CrowdKernel.make(fastestKernels().wasm!)).not.toBeNull();
  });

  test.each([1, 4, 40])('every bit of %i sweeps is the same', (sweeps) => {
    for (let seed = 1; seed <= 20; seed++) {
      const [here, there] = [typescriptKernels, fastestKernels()].map((kernels) => {
        const { arena, blocks, island, patches, v } = crowd(seed);
        const solver = new CrowdSolve(patches, arena, kernels);
        solver.solve(island, sweeps, 1e-9);
        return { v: [...v.data], f: [...blocks.f.data], history: [...solver.history.data] };
      });
      expect(there, `seed ${seed}`).toEqual(here);
    }
  });

  test('and from velocities before any impulse', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [here, there] = [typescriptKernels, fastestKernels()].map((kernels) => {
        const { arena, blocks, island, patches, v } = crowd(seed);
        island.start = Float64Array.from(v.data);
        const solver = new CrowdSolve(patches, arena, kernels);
        solver.solve(island, 5, 1e-9);
        return { v: [...v.data], f: [...blocks.f.data], takesOut: solver.takesOut };
      });
      expect(there, `seed ${seed}`).toEqual(here);
    }
  });

  test('and where impulses go on along what moves nothing', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [here, there] = [typescriptKernels, fastestKernels()].map((kernels) => {
        const { arena, blocks, island, patches, v } = crowd(seed, false, 40, false, true);
        const solver = new CrowdSolve(patches, arena, kernels);
        solver.solve(island, 300, 1e-9, 1e-4);
        return { v: [...v.data], f: [...blocks.f.data], history: [...solver.history.data] };
      });
      expect(there, `seed ${seed}`).toEqual(here);
    }
  });

  test('and where momentum goes on after it got on no more', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [here, there] = [typescriptKernels, fastestKernels()].map((kernels) => {
        const { arena, blocks, island, patches, v } = crowd(seed, false, 120);
        const solver = new CrowdSolve(patches, arena, kernels);
        solver.solve(island, 300, 1e-9, 0, 1e-9);
        return { v: [...v.data], f: [...blocks.f.data], history: [...solver.history.data] };
      });
      expect(there, `seed ${seed}`).toEqual(here);
    }
  });

  // Momentum instead of Anderson's method, and blocks that pause; a share: calm.
  test.each([0, 1e-10])('and of 300 blocks, which have momentum and pauses, to a share of %d', (share) => {
    for (let seed = 1; seed <= 5; seed++) {
      const [here, there] = [typescriptKernels, fastestKernels()].map((kernels) => {
        const { arena, blocks, island, patches, v } = crowd(seed, false, 300);
        const solver = new CrowdSolve(patches, arena, kernels);
        solver.solve(island, 32, 1e-9, share);
        return { v: [...v.data], f: [...blocks.f.data], history: [...solver.history.data] };
      });
      expect(there, `seed ${seed}`).toEqual(here);
    }
  });
});

// Crowds whose bodies meet each other at random, with groups of several blocks: seams everywhere. After sweeps that get on
// no more others follow on the same tape.
describe('shared by threads', () => {
  test.each([1, 3])('%i workers: every bit is the same, from velocities of now and of before any impulse', (count) => {
    const workers = startWorkers(count, { isPatient: true });
    try {
      for (let seed = 1; seed <= 6; seed++)
        for (const isCold of [false, true]) {
          const [alone, shared] = [fastestKernels(), fastestKernels(workers)].map((kernels) => {
            const { arena, blocks, island, patches, v } = crowd(seed, false, 300);
            if (isCold) island.start = Float64Array.from(v.data);
            const solver = new CrowdSolve(patches, arena, kernels);
            solver.solve(island, 120, 1e-9, 0, 1e-9);
            return { v: [...v.data], f: [...blocks.f.data], history: [...solver.history.data], out: solver.takesOut };
          });
          expect(shared, `seed ${seed}, cold: ${isCold}`).toEqual(alone);
        }
      for (const { shares } of workers.work) expect(shares).toBeGreaterThan(12);
    } finally {
      workers.close();
    }
  });
});

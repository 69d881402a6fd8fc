// The counted rule for islands of many contacts: which islands it is for, when they are calm, and how they pause.

import { describe, expect, test } from 'vitest';
import { B_INV_INERTIA, B_INV_MASS, BODY_INTS, BODY_STRIDE, I_FAILURES, I_PAUSE } from '../../src/bodies/layout.js';
import { World } from '../../src/index.js';
import { Arena } from '../../src/memory/arena.js';
import {
  atCompliance,
  atJacobian,
  atLambda,
  atRhs,
  BLOCK_INTS,
  BlockStore,
  K_BODY_A,
  K_BODY_B,
} from '../../src/solver/blocks.js';
import {
  hasArrived,
  hasMoved,
  isCrowd,
  isSmallCrowd,
  isTired,
  mostOf,
  noteAttempt,
  noteMotion,
  noteOutcome,
  noteTry,
  pauses,
  speedOf,
  sweepsInMotion,
  triesAgain,
} from '../../src/solver/crowd.js';
import { Island } from '../../src/solver/island.js';
import { IslandSolver } from '../../src/solver/island-solver.js';
import { typescriptKernels } from '../../src/solver/kernels.js';
import { Movers } from '../../src/solver/movers.js';
import {
  BASE_PROJECTIONS,
  type CrowdSolver,
  PROJECT_BILATERAL,
  PROJECT_BOUNDS,
  type Projection,
  projectBilateral,
} from '../../src/solver/projections.js';
import { SweepTools } from '../../src/solver/sweeps.js';

const QUICK = BASE_PROJECTIONS.length;
const law: Projection = () => {};
law.crowd = {} as CrowdSolver;
const LAWS = [...BASE_PROJECTIONS, law];

/** A chain of `count` blocks between bodies 1, 2, … of 1 kg; slot 0 is the world. */
function chain(count: number, kinds: (k: number) => number): Island {
  const arena = new Arena();
  const v = arena.f64(6 * (count + 2));
  const movers = new Movers(arena, v);
  movers.begin(count + 2);
  const blocks = new BlockStore(arena, movers);
  for (let k = 0; k < count; k++) blocks.add(k + 1, k === 0 ? 0 : k, kinds(k) === PROJECT_BOUNDS ? 1 : 6, kinds(k));
  const bodies = new Float64Array(BODY_STRIDE * (count + 2));
  for (let b = 1; b < count + 2; b++) bodies[b * BODY_STRIDE + B_INV_MASS] = 1;
  const order = Int32Array.from({ length: count }, (_, k) => k);
  const island = new Island(blocks).look(order, 0, count, bodies);
  island.old = new Float64Array(6 * (count + 2));
  island.ints = new Int32Array(BODY_INTS * (count + 2));
  return island;
}

describe('which islands', () => {
  test('many contacts with a quick law, with or without landings', () => {
    expect(
      isCrowd(
        chain(40, () => QUICK),
        LAWS,
      ),
    ).toBe(true);
    expect(
      isCrowd(
        chain(40, (k) => (k % 2 ? QUICK : PROJECT_BOUNDS)),
        LAWS,
      ),
    ).toBe(true);
  });

  test('not a few, not with a joint, not without a quick law', () => {
    expect(
      isCrowd(
        chain(31, () => QUICK),
        LAWS,
      ),
    ).toBe(false);
    expect(
      isCrowd(
        chain(40, (k) => (k === 7 ? PROJECT_BILATERAL : QUICK)),
        LAWS,
      ),
    ).toBe(false);
    expect(
      isCrowd(
        chain(40, () => PROJECT_BOUNDS),
        LAWS,
      ),
    ).toBe(false);
  });

  test('not where one is a hundred times as heavy as another', () => {
    const island = chain(40, () => QUICK);
    island.bodies[20 * BODY_STRIDE + B_INV_MASS] = 0.01;
    expect(isCrowd(island, LAWS)).toBe(false);
  });

  test('the smaller, the more sweeps', () => {
    const sweeps = (n: number, look: number) =>
      sweepsInMotion(
        chain(n, () => QUICK),
        look,
      );
    expect([9, 128, 256, 1000].map((n) => sweeps(n, 0))).toEqual([256, 128, 64, 32]);
    expect([128, 1000].map((n) => sweeps(n, 1))).toEqual([64, 16]);
    // Few have all of them each time: what they do not solve, Newton's method has to.
    expect(sweeps(9, 1)).toBe(256);
  });
});

test('speed counts from body to body: what moves as a whole on its ground moves there alone', () => {
  const island = chain(16, () => QUICK);
  for (let b = 1; b < 18; b++) island.old.set([3, 4, 0, 0, 0, 0], 6 * b);
  // One of sixteen blocks, the one with the world, sees 5 m/s.
  expect(Math.abs(speedOf(island) - 5 / 4)).toBeLessThan(1e-14);
});

test('islands that join pause for the longer of both; what cannot move remembers nothing', () => {
  const island = chain(600, () => QUICK);
  island.ints[5 * BODY_INTS + I_PAUSE] = 3;
  island.ints[5 * BODY_INTS + I_FAILURES] = 4;
  expect(pauses(island)).toBe(true);
  expect(island.ints[40 * BODY_INTS + I_PAUSE]).toBe(2);
  expect(island.ints[I_PAUSE]).toBe(0);
});

test('two bodies with many patches between them are no small crowd', () => {
  const island = chain(6, () => QUICK);
  expect(isSmallCrowd(island, LAWS)).toBe(true);
  // What is heavy among them does not matter: it is solved, or it does not count.
  island.bodies[3 * BODY_STRIDE + B_INV_MASS] *= 1e-3;
  expect(isSmallCrowd(island, LAWS)).toBe(true);
  const i = island.blocks.i.data;
  for (let k = 0; k < 6; k++) [i[k * BLOCK_INTS + K_BODY_A], i[k * BLOCK_INTS + K_BODY_B]] = [1, 2];
  expect(isSmallCrowd(island, LAWS)).toBe(false);
});

test('that something moved is remembered by its bodies, and by every crowd that they come to', () => {
  const island = chain(256, () => QUICK);
  expect(hasMoved(island)).toBe(false);
  noteMotion(island);
  const other = chain(40, () => QUICK);
  other.ints[9 * BODY_INTS + I_FAILURES] = island.ints[9 * BODY_INTS + I_FAILURES];
  expect(hasMoved(other)).toBe(true);
  expect(island.ints[I_FAILURES]).toBe(0);
});

test('attempts on what has moved and does not settle pause, twice as long after each that fails', () => {
  const island = chain(40, () => QUICK);
  noteMotion(island);
  const gaps: number[] = [];
  for (let k = 0; k < 6; k++) {
    expect(triesAgain(island)).toBe(true);
    noteTry(island, true);
    let steps = 1;
    while (steps < 100 && !triesAgain(island)) steps++;
    gaps.push(steps);
  }
  expect(gaps).toEqual([8, 16, 32, 64, 64, 64]);
  expect(hasMoved(island)).toBe(true);
  noteTry(island, false);
  expect(triesAgain(island)).toBe(true);
  // Many have none at all.
  const many = chain(256, () => QUICK);
  noteMotion(many);
  expect(triesAgain(many)).toBe(false);
});

// Quick sweeps do without matrices, and blocks are thin until an exact law is asked of them.
test('what has moved, and quick sweeps do not settle, is solved by Newton’s method with blocks that are made ready', () => {
  const COUNT = 40;
  const arena = new Arena();
  const held: Projection = (...block) => projectBilateral(...block);
  const v = arena.f64(6 * (COUNT + 1));
  const movers = new Movers(arena, v);
  movers.begin(COUNT + 1);
  const blocks = new BlockStore(arena, movers);
  held.crowd = {
    iterations: 1,
    norm: 1,
    share: 1,
    history: { data: new Float64Array(1) },
    takesOut: false,
    solve: () => true,
    // The six velocities of A.
    fill: (block) => {
      blocks.f.data.fill(0, blocks.dataOf(block) + atRhs, blocks.dataOf(block) + atCompliance);
      blocks.widen(block);
      for (let k = 0; k < 6; k++) blocks.f.data[blocks.dataOf(block) + atJacobian(6) + 13 * k] = 1;
    },
  };
  const bodies = new Float64Array(BODY_STRIDE * (COUNT + 1));
  for (let b = 1; b <= COUNT; b++) {
    blocks.add(b, 0, 6, QUICK, -1, b);
    bodies.fill(1, b * BODY_STRIDE + B_INV_MASS, b * BODY_STRIDE + B_INV_MASS + 3);
    for (const k of [0, 3, 5]) bodies[b * BODY_STRIDE + B_INV_INERTIA + k] = 1;
    v.data.fill(0.01 * b, 6 * b, 6 * b + 6);
  }
  const order = Int32Array.from({ length: COUNT }, (_, k) => k);
  const island = new Island(blocks).look(order, 0, COUNT, bodies);
  island.old = new Float64Array(6 * (COUNT + 1));
  island.start = Float64Array.from(v.data);
  island.ints = new Int32Array(BODY_INTS * (COUNT + 1));
  noteMotion(island);
  const solver = new IslandSolver(new SweepTools([...BASE_PROJECTIONS, held], typescriptKernels), 40, arena);
  const options = { method: 'auto', iterations: 40, tolerance: 1e-12, warmStart: true } as const;
  solver.begin();
  solver.solveIsland(island, options, 1);
  expect(solver.isSolved).toBe(true);
  // Each body of 1 kg is held by itself: all of its speed is taken out, to the tolerance.
  for (const speed of v.data) expect(Math.abs(speed)).toBeLessThan(1e-12);
});

test('few blocks have arrived if the last change is small against all impulses, and these took energy out', () => {
  const COUNT = 5;
  const island = chain(COUNT, () => QUICK);
  const f = island.blocks.f.data;
  island.start = new Float64Array(6 * (COUNT + 2));
  for (let k = 0; k < COUNT; k++) {
    const o = island.blocks.dataOf(k);
    f[o + atLambda] = 2;
    f[o + atJacobian(6)] = 1;
  }
  const size = 2 * Math.sqrt(COUNT);
  // Before, body 1 came at the world with 1 m/s; now it stands still: the impulse has done work of -1 J.
  island.start[6] = -1;
  expect(hasArrived(island, 4e-6 * size)).toBe(true);
  expect(hasArrived(island, 6e-6 * size)).toBe(false);
  // Beside what is 500 times as heavy the light ones are to be as right as at 50.
  const inverse = island.bodies[2 * BODY_STRIDE + B_INV_MASS]!;
  island.bodies[2 * BODY_STRIDE + B_INV_MASS] = inverse / 500;
  expect(hasArrived(island, 4e-7 * size)).toBe(true);
  expect(hasArrived(island, 6e-7 * size)).toBe(false);
  island.bodies[2 * BODY_STRIDE + B_INV_MASS] = inverse;
  // It leaves faster than it came: +0.5 J.
  island.v[6] = 1.5;
  expect(hasArrived(island, 0)).toBe(false);
  // As fast as it came: the impulse does no work, but it was at rest before gravity pulled, and is thrown up now.
  island.v[6] = 0.99;
  expect(hasArrived(island, 0)).toBe(false);
  island.old[6] = -1;
  expect(hasArrived(island, 0)).toBe(true);
});

test('islands below 512 blocks never pause: a failure costs them little, and an arch needs every step', () => {
  const island = chain(500, () => QUICK);
  for (let k = 0; k < 10; k++) noteOutcome(island, true);
  for (let k = 0; k < 10; k++) noteAttempt(island, true, false);
  expect(pauses(island)).toBe(false);
});

test('below 512 blocks attempts are short after three that failed, all but every eighth, until one arrives', () => {
  const island = chain(9, () => QUICK);
  const tired = Array.from({ length: 20 }, () => {
    const isShort = isTired(island);
    noteAttempt(island, true, isShort);
    return isShort;
  });
  expect(tired.map((isShort, k) => (isShort ? -1 : k)).filter((k) => k >= 0)).toEqual([0, 1, 2, 10, 18]);
  noteAttempt(island, false, false);
  expect(isTired(island)).toBe(false);
  expect(island.ints[I_FAILURES]).toBe(0);
});

test('a world restored from a snapshot while its pile falls and settles goes on with the same bits', () => {
  const bodies = Array.from({ length: 27 }, (_, k) => ({
    shape: { type: 'box' as const, size: [0.3, 0.2, 0.25] as const },
    density: 500,
    position: [0.33 * (k % 3), 0.2 + 0.3 * Math.floor(k / 9), 0.3 * (Math.floor(k / 3) % 3)] as const,
    angularVelocity: [0.5 * (k % 4), 0, 0.3 * (k % 5)] as const,
  }));
  const world = new World({ bodies: [{ type: 'static', shape: { type: 'half-space' } }, ...bodies] });
  for (let k = 0; k < 25; k++) world.step();
  const restored = World.restore(world.snapshot());
  for (let k = 0; k < 15; k++) {
    world.step();
    restored.step();
  }
  expect(restored.hash()).toBe(world.hash());
});

describe('islands whose attempts take seconds', () => {
  const many = () => chain(600, () => QUICK);
  const of = (island: Island, at: number) => island.ints[BODY_INTS + at];

  test('have few iterations after two failures', () => {
    const island = many();
    expect(mostOf(island)).toBe(Infinity);
    for (let n = 0; n < 2; n++) noteOutcome(island, true);
    expect(mostOf(island)).toBe(27);
  });

  test('pause as long as can be where it fails again, and forget once it has been solved', () => {
    const island = many();
    for (let n = 0; n < 2; n++) noteOutcome(island, true);
    expect(pauses(island)).toBe(false);
    noteOutcome(island, true);
    expect(of(island, I_PAUSE)).toBe(64);
    noteOutcome(island, false);
    expect(mostOf(island)).toBe(Infinity);
  });
});

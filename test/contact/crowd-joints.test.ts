// Joints among contacts in motion: on the tape their rows are visited one by one, and are the same visit as all of a
// joint's at once; crowds that have some keep them together.

import { expect, test } from 'vitest';
import { B_INV_INERTIA, B_INV_MASS, BODY_STRIDE } from '../../src/bodies/layout.js';
import { CrowdSolve } from '../../src/contact/six/crowd-solve.js';
import { World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { atJacobian, atLambda, atRhs, BlockStore } from '../../src/solver/blocks.js';
import { Island } from '../../src/solver/island.js';
import { fastestKernels, type Kernels, typescriptKernels } from '../../src/solver/kernels.js';
import { Movers } from '../../src/solver/movers.js';
import { BASE_PROJECTIONS, PROJECT_BILATERAL } from '../../src/solver/projections.js';
import { SweepTools, sweep } from '../../src/solver/sweeps.js';
import { patchesOf, regular } from './six-law-support.js';

const BODIES = 12;

/** Joints of one to six rows between bodies in a ring; body 0 stands still. */
function joints(seed: number) {
  const random = new Random(seed);
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
    for (const k of [0, 3, 5]) bodies[o + B_INV_INERTIA + k] = random.between(3, 9);
    for (const k of [1, 2, 4]) bodies[o + B_INV_INERTIA + k] = random.between(-1, 1);
  }
  for (let k = 0; k < BODIES; k++) {
    const m = 1 + (k % 6);
    const block = blocks.add((k + 1) % BODIES, k, m, PROJECT_BILATERAL);
    const at = blocks.dataOf(block);
    // Rows that are as good as independent of each other.
    for (let n = 0; n < 12 * m; n++) blocks.f.data[at + atJacobian(m) + n] = random.between(-0.1, 0.1);
    for (let r = 0; r < m; r++) {
      blocks.f.data[at + atJacobian(m) + 13 * r] += 1;
      blocks.f.data[at + atJacobian(m) + 13 * r + 6] -= 1;
    }
    // A row that repeats another one adds nothing, and gets nothing.
    if (k === 5) blocks.f.data.copyWithin(at + atJacobian(m) + 24, at + atJacobian(m), at + atJacobian(m) + 12);
    for (let r = 0; r < m; r++) {
      blocks.f.data[at + atRhs + r] = random.between(-1, 1);
      blocks.f.data[at + atLambda + r] = random.between(-1, 1);
    }
    typescriptKernels.assemble(blocks, block, bodies);
    typescriptKernels.factor(blocks, block);
  }
  const order = Int32Array.from({ length: BODIES }, (_, k) => k);
  return { arena, blocks, island: new Island(blocks).look(order, 0, BODIES, bodies), v };
}

function swept(seed: number, kernels: Kernels) {
  const made = joints(seed);
  const solver = new CrowdSolve(patchesOf(regular(4, 0.1, 0.3)), made.arena, kernels);
  expect(solver.solve(made.island, 1, 0, 0)).toBe(true);
  return made;
}

test('a sweep over the tape is a sweep over the blocks', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const one = joints(seed);
    sweep(one.island, new SweepTools(BASE_PROJECTIONS, typescriptKernels));
    const other = swept(seed, typescriptKernels);
    // Some hundred sums with roundings of 1e-16 of numbers up to 10, through S of condition some 100.
    let worst = 0;
    for (let k = 0; k < 6 * BODIES; k++) worst = Math.max(worst, Math.abs(one.v.data[k]! - other.v.data[k]!));
    for (let k = 0; k < BODIES; k++)
      for (let r = 0; r < 1 + (k % 6); r++) {
        const at = one.blocks.dataOf(k) + atLambda + r;
        const size = 1 + Math.abs(one.blocks.f.data[at]!);
        worst = Math.max(worst, Math.abs(one.blocks.f.data[at]! - other.blocks.f.data[at]!) / size);
      }
    expect(worst, `seed ${seed}`).toBeLessThan(1e-11);
  }
});

test('with the same bits in WebAssembly', () => {
  for (let seed = 1; seed <= 20; seed++)
    expect(Array.from(swept(seed, fastestKernels()).v.data)).toEqual(Array.from(swept(seed, typescriptKernels).v.data));
});

/** Bodies of three linked boxes each and loose boxes fall into a pit. */
function linkedPile(seed: number) {
  const random = new Random(seed);
  const world = new World({
    gravity: [0, -9.81, 0],
    contact: { friction: 0.5 },
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      ...[-1, 1].flatMap((s) => [
        {
          type: 'static' as const,
          shape: { type: 'box' as const, size: [0.2, 2, 2.4] as const },
          position: [1.1 * s, 1, 0] as const,
        },
        {
          type: 'static' as const,
          shape: { type: 'box' as const, size: [2.4, 2, 0.2] as const },
          position: [0, 1, 1.1 * s] as const,
        },
      ]),
    ],
  });
  const anchors: [ReturnType<World['addBody']>, ReturnType<World['addBody']>][] = [];
  for (let k = 0; k < 12; k++) {
    const [x, y, z] = [random.between(-0.6, 0.6), 0.4 + 0.45 * k, random.between(-0.6, 0.6)];
    const part = (dx: number) =>
      world.addBody({ shape: { type: 'box', size: [0.24, 0.2, 0.2] }, density: 500, position: [x + dx, y, z] });
    const [a, b, c] = [part(-0.25), part(0), part(0.25)];
    world.addJoint({ type: 'ball', a, b, anchor: [x - 0.125, y, z] });
    world.addJoint({ type: 'hinge', a: b, b: c, anchor: [x + 0.125, y, z], axis: [0, 0, 1] });
    anchors.push([a, b], [b, c]);
    for (let n = 0; n < 2; n++)
      world.addBody({
        shape: { type: 'box', size: [0.2, 0.2, 0.2] },
        density: 500,
        position: [random.between(-0.8, 0.8), y + 0.22, random.between(-0.8, 0.8)],
      });
  }
  return { world, anchors };
}

/** A point of a body's own, in the world. */
function pointOf({ position: p, rotation: q }: ReturnType<World['addBody']>, x: number): number[] {
  const [a, b, c, w] = q;
  return [p[0] + x * (1 - 2 * (b * b + c * c)), p[1] + x * 2 * (a * b + w * c), p[2] + x * 2 * (a * c - w * b)];
}

test('a pile of linked bodies stays linked, and gains no energy', () => {
  const { world, anchors } = linkedPile(7);
  let most = 0;
  let crowds = 0;
  const { kinetic, potential } = world.energy();
  let before = kinetic + potential;
  let gained = 0;
  for (let k = 0; k < 150; k++) {
    world.step(1 / 60);
    most = Math.max(most, world.solverStatistics.blocks);
    if (world.solverStatistics.blocks >= 64) crowds++;
    for (const [a, b] of anchors) {
      const [p, q] = [pointOf(a, 0.125), pointOf(b, -0.125)];
      expect(Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!), `step ${k}`).toBeLessThan(1e-6);
    }
    const energy = world.energy();
    const now = energy.kinetic + energy.potential - energy.correctionWork;
    gained = Math.max(gained, now - before);
    before = now;
  }
  expect(most).toBeGreaterThan(100);
  expect(crowds).toBeGreaterThan(30);
  // A body weighs 14 N and is 0.7 m long.
  expect(gained).toBeLessThan(1e-6 * 14 * 0.7);
}, 30_000);

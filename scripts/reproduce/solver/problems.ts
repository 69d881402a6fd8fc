// Solver problems taken out of worlds as they stand before a step's solve, and timed with every method on the same
// numbers.

import { type BodyDescription, type JointDescription, type SceneDescription, World } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { Arena } from '../../../src/memory/arena.js';
import { BLOCK_INTS, BlockStore, K_ISLAND } from '../../../src/solver/blocks.js';
import { Island } from '../../../src/solver/island.js';
import { IslandSolver, type Method } from '../../../src/solver/island-solver.js';
import { Movers } from '../../../src/solver/movers.js';
import { naturalError } from '../../../src/solver/residual.js';
import type { SweepTools } from '../../../src/solver/sweeps.js';

/** Solves of one scene, timed together. */
export interface Problem {
  name: string;
  solves: readonly Solve[];
}

export interface Solve {
  /** Doubles and integers of the blocks, the bodies' records and velocities, and which blocks are solved. */
  doubles: Float64Array;
  ints: Int32Array;
  count: number;
  bodies: Float64Array;
  velocities: Float64Array;
  order: Int32Array;
  tools: SweepTools;
  /** Kept alive: laws look up their patches in it. */
  world: World;
}

const ground: BodyDescription = { type: 'static', shape: { type: 'half-space' } };
const cube = (size: number, mass: number, x: number, y: number): BodyDescription => ({
  shape: { type: 'box', size: [size, size, size] },
  mass,
  position: [x, y, 0],
});

function taperedStack(): SceneDescription {
  const bodies = [ground];
  let y = 0;
  for (let k = 0; k < 22; k++) {
    const size = 1 - (0.9 * k) / 22;
    bodies.push(cube(size, size ** 3, 0, y + size / 2));
    y += size;
  }
  return { contact: { model: 'six' }, bodies };
}

function heavyTop(): SceneDescription {
  const bodies = [ground];
  for (let k = 0; k < 20; k++) bodies.push(cube(1, k === 19 ? 100 : 1, 0, k + 0.5));
  return { contact: { model: 'six' }, bodies };
}

function loadedChain(): SceneDescription {
  const bodies: BodyDescription[] = [];
  const joints: JointDescription[] = [];
  for (let k = 0; k < 100; k++) {
    bodies.push({
      name: `link${k}`,
      shape: { type: 'box', size: [0.02, 0.08, 0.02] },
      mass: 0.1,
      position: [0, -0.1 * k - 0.05, 0],
    });
    joints.push({ type: 'ball', ...(k > 0 ? { a: `link${k - 1}` } : {}), b: `link${k}`, anchor: [0, -0.1 * k, 0] });
  }
  bodies.push({ name: 'load', shape: { type: 'box', size: [1, 1, 1] }, mass: 100, position: [0, -10.5, 0] });
  joints.push({ type: 'ball', a: 'link99', b: 'load', anchor: [0, -10, 0] });
  return { bodies, joints };
}

function pyramid(): SceneDescription {
  const bodies = [ground];
  for (let row = 0; row < 10; row++)
    for (let k = 0; k < 10 - row; k++) bodies.push(cube(1, 1, 1.1 * k + 0.55 * row, row + 0.5));
  return { contact: { model: 'six' }, bodies };
}

export function boxPile(model: 'six' | 'point', count: number): SceneDescription {
  const random = new Random(7);
  const bodies = [ground];
  const wall = 1.6;
  for (const [x, z] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const)
    bodies.push({
      type: 'static',
      shape: { type: 'box', size: [x === 0 ? 2 * wall : 0.2, 6, z === 0 ? 2 * wall : 0.2] },
      position: [x * wall, 3, z * wall],
    });
  for (let k = 0; k < count; k++) {
    const q = [0, 0, 0, 0].map(() => random.between(-0.5, 0.5));
    const size = Math.hypot(...q);
    bodies.push({
      shape: { type: 'box', size: [random.between(0.3, 0.5), random.between(0.3, 0.5), random.between(0.3, 0.5)] },
      density: 1000,
      position: [random.between(-1, 1), 0.5 + 0.08 * k, random.between(-1, 1)],
      rotation: q.map((x) => x / size) as [number, number, number, number],
    });
  }
  return { contact: { model }, bodies };
}

/** The largest island of the world's solve in each of the given steps. */
export function capture(name: string, scene: SceneDescription, steps: readonly number[]): Problem {
  const solves: Solve[] = [];
  // Always sweeps on the way there, so that the problem does not depend on what is being measured.
  const world = new World({ sleep: false, solver: { method: 'gauss-seidel' }, ...scene });
  // Through the back door: worlds do not show their blocks.
  const door = IslandSolver.prototype;
  const original = door.solveIsland;
  for (let k = 0; k <= Math.max(...steps); k++) {
    let largest: Solve | null = null;
    door.solveIsland = function (island, ...rest) {
      const { blocks, order, from, to, bodies, v } = island;
      if (steps.includes(k) && (largest === null || to - from > largest.order.length))
        largest = {
          doubles: blocks.f.data.slice(0, blocks.size),
          ints: blocks.i.data.slice(),
          count: blocks.count,
          bodies: bodies.slice(),
          velocities: v.slice(),
          order: order.slice(from, to),
          tools: this.tools,
          world,
        };
      return original.call(this, island, ...rest);
    };
    world.step();
    if (largest !== null) solves.push(largest);
  }
  door.solveIsland = original;
  return { name, solves };
}

/**
 * A pile's states, and with them the steps that any method takes, change by chance: five steps of it. Cold starts are
 * alike.
 */
export const problems = (): Problem[] => [
  capture('tapered stack of 22 (six), cold', taperedStack(), [0]),
  capture('20 boxes, top 100 times as heavy (six), cold', heavyTop(), [0]),
  capture('100 links carry 10 times their mass, cold', loadedChain(), [0]),
  capture('pyramid of 55 boxes (six), cold', pyramid(), [0]),
  capture('pile of 60 boxes (point), five steps', boxPile('point', 60), [135, 140, 145, 150, 155]),
];

/** The worst error of a problem's solves, and the sums of their iterations and times. */
export interface Outcome {
  error: number;
  iterations: number;
  milliseconds: number;
}

export function solveProblem(problem: Problem, solver: IslandSolver, method: Method, tolerance: number): Outcome {
  const outcome = { error: 0, iterations: 0, milliseconds: 0 };
  for (const solve of problem.solves) {
    const arena = new Arena();
    const movers = new Movers(arena, arena.f64(16));
    movers.v.load(solve.velocities);
    const blocks = new BlockStore(arena, movers);
    blocks.f.reserve(solve.doubles.length);
    blocks.f.data.set(solve.doubles);
    blocks.i.reserve(solve.ints.length);
    blocks.i.data.set(solve.ints);
    blocks.count = solve.count;
    const island = new Island(blocks).look(solve.order, 0, solve.order.length, solve.bodies);
    const options = { method, tolerance, iterations: MOST_ITERATIONS, warmStart: true };
    const start = performance.now();
    solver.begin();
    solver.solveIsland(island, options);
    solver.end();
    outcome.milliseconds += performance.now() - start;
    outcome.iterations += solver.iterations;
    const error = naturalError(only(blocks, solve.order), movers.v.data, solve.tools);
    outcome.error = Math.max(outcome.error, error);
  }
  return outcome;
}

/** The blocks with all but the solved ones marked as of no island. */
function only(blocks: BlockStore, order: Int32Array): BlockStore {
  const solved = new Set(order);
  for (let k = 0; k < blocks.count; k++) if (!solved.has(k)) blocks.i.data[BLOCK_INTS * k + K_ISLAND] = -1;
  return blocks;
}

export const METHODS: readonly Method[] = ['gauss-seidel', 'nncg', 'newton', 'auto'];
export const TARGETS = [1e-3, 1e-6, 1e-9] as const;

export interface WorkPrecision {
  problem: string;
  blocks: number;
  /** By method: runs at ever smaller tolerances. */
  runs: Record<Method, Outcome[]>;
}

const MOST_ITERATIONS = 3000;
/** Runs slower than this (ms) need no median. */
const SLOW = 300;

/**
 * Every method at ever smaller tolerances. The runs of a round take turns, so that whatever else the machine does meets
 * all methods alike.
 */
export function workPrecision(problem: Problem, repeat: number, progress: () => void): WorkPrecision {
  const runs = {} as Record<Method, Outcome[]>;
  const timed: { run: Outcome; method: Method; tolerance: number; times: number[] }[] = [];
  const solver = new IslandSolver(problem.solves[0]!.tools, MOST_ITERATIONS, new Arena());
  for (const method of METHODS) {
    runs[method] = [];
    for (let exponent = -1; exponent >= -13; exponent--) {
      const run = solveProblem(problem, solver, method, 10 ** exponent);
      runs[method].push(run);
      if (run.milliseconds < SLOW) timed.push({ run, method, tolerance: 10 ** exponent, times: [] });
      if (run.iterations >= MOST_ITERATIONS * problem.solves.length || run.error < 1e-11) break;
    }
    progress();
  }
  for (let round = 0; round < repeat; round++)
    for (const { method, tolerance, times } of timed)
      times.push(solveProblem(problem, solver, method, tolerance).milliseconds);
  for (const { run, times } of timed) run.milliseconds = times.sort((a, b) => a - b)[times.length >> 1]!;
  return { problem: problem.name, blocks: problem.solves[0]!.order.length, runs };
}

/** The cheapest run that is precise enough, if any. */
export function cheapest(runs: readonly Outcome[], target: number): Outcome | null {
  const enough = runs.filter(({ error }) => error <= target);
  return enough.length === 0 ? null : enough.reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
}

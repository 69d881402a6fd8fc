// Solver problems taken out of worlds as they stand before a step's solve, and timed with every method on the same numbers.

import { B_VELOCITY, BODY_STRIDE } from '../../../src/bodies/layout.js';
import { type BodyDescription, type JointDescription, type SceneDescription, World } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { Arena } from '../../../src/memory/arena.js';
import { BlockStore } from '../../../src/solver/blocks.js';
import { IslandSolver, type Method } from '../../../src/solver/island-solver.js';
import type { Projection } from '../../../src/solver/projections.js';
import { naturalError } from '../../../src/solver/residual.js';

export interface Problem {
  name: string;
  /** Doubles and integers of the blocks, the bodies' records, and which blocks are solved. */
  doubles: Float64Array;
  ints: Int32Array;
  count: number;
  bodies: Float64Array;
  order: Int32Array;
  projections: readonly Projection[];
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

/** The largest island of the world's next solve after some steps. */
export function capture(name: string, scene: SceneDescription, after: number): Problem {
  // Always sweeps on the way there, so that the problem does not depend on what is being measured.
  const world = new World({ sleep: false, solver: { method: 'gauss-seidel' }, ...scene });
  for (let k = 0; k < after; k++) world.step();
  // Through the back door: worlds do not show their blocks.
  const { state } = world as unknown as { state: { solver: IslandSolver; projections: readonly Projection[] } };
  const { solver } = state;
  const original = solver.solveIsland;
  let problem: Problem | null = null;
  solver.solveIsland = (blocks, order, from, to, bodies, options) => {
    if (problem === null || to - from > problem.order.length)
      problem = {
        name,
        doubles: blocks.f.data.slice(0, blocks.size),
        ints: blocks.i.data.slice(),
        count: blocks.count,
        bodies: bodies.slice(),
        order: order.slice(from, to),
        projections: state.projections,
        world,
      };
    original.call(solver, blocks, order, from, to, bodies, options);
  };
  world.step();
  solver.solveIsland = original;
  return problem!;
}

export const problems = (): Problem[] => [
  capture('tapered stack of 22 (six), cold', taperedStack(), 0),
  capture('20 boxes, top 100 times as heavy (six), cold', heavyTop(), 0),
  capture('100 links carry 10 times their mass, cold', loadedChain(), 0),
  capture('pyramid of 55 boxes (six), cold', pyramid(), 0),
  capture('pile of 60 boxes (point), settling', boxPile('point', 60), 150),
];

export interface Outcome {
  error: number;
  iterations: number;
  /** Median of the repetitions. */
  milliseconds: number;
}

export function solveProblem(
  problem: Problem,
  method: Method,
  tolerance: number,
  most: number,
  repeat: number,
): Outcome {
  const times: number[] = [];
  let outcome: Outcome = { error: Infinity, iterations: 0, milliseconds: 0 };
  const solver = new IslandSolver(problem.projections, most, new Arena());
  for (let k = 0; k < repeat; k++) {
    const blocks = new BlockStore(new Arena());
    blocks.f.reserve(problem.doubles.length);
    blocks.f.data.set(problem.doubles);
    blocks.i.reserve(problem.ints.length);
    blocks.i.data.set(problem.ints);
    blocks.count = problem.count;
    const bodies = problem.bodies.slice();
    const start = performance.now();
    solver.begin();
    solver.solveIsland(blocks, problem.order, 0, problem.order.length, bodies, {
      method,
      tolerance,
      iterations: most,
      warmStart: true,
    });
    solver.end();
    times.push(performance.now() - start);
    if (k > 0) continue;
    const velocities = new Float64Array((6 * bodies.length) / BODY_STRIDE);
    for (let b = 0; b < bodies.length / BODY_STRIDE; b++)
      for (let n = 0; n < 6; n++) velocities[6 * b + n] = bodies[b * BODY_STRIDE + B_VELOCITY + n]!;
    const error = naturalError(only(blocks, problem.order), velocities, problem.projections);
    outcome = { error, iterations: solver.iterations, milliseconds: 0 };
  }
  times.sort((a, b) => a - b);
  return { ...outcome, milliseconds: times[times.length >> 1]! };
}

/** The blocks with all but the solved ones marked as of no island. */
function only(blocks: BlockStore, order: Int32Array): BlockStore {
  const solved = new Set(order);
  for (let k = 0; k < blocks.count; k++) if (!solved.has(k)) blocks.i.data[6 * k + 5] = -1;
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

export function workPrecision(problem: Problem, repeat: number, progress: () => void): WorkPrecision {
  const runs = {} as Record<Method, Outcome[]>;
  for (const method of METHODS) {
    runs[method] = [];
    for (let exponent = -1; exponent >= -13; exponent--) {
      const first = solveProblem(problem, method, 10 ** exponent, MOST_ITERATIONS, 1);
      // Slow ones need no median.
      const again =
        first.milliseconds > 300 ? first : solveProblem(problem, method, 10 ** exponent, MOST_ITERATIONS, repeat);
      runs[method].push(again);
      if (first.iterations >= MOST_ITERATIONS || first.error < 1e-11) break;
    }
    progress();
  }
  return { problem: problem.name, blocks: problem.order.length, runs };
}

/** The cheapest run that is precise enough, if any. */
export function cheapest(runs: readonly Outcome[], target: number): Outcome | null {
  const enough = runs.filter(({ error }) => error <= target);
  return enough.length === 0 ? null : enough.reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
}

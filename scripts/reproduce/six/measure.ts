// Runs a scene with one contact model and one solver and keeps what the paper's tables are made of.

import { scenes } from '../../../scenes/index.js';
import { type ContactDescription, type SceneDescription, type SolverDescription, World } from '../../../src/index.js';
import { paper } from '../../../src/paper.js';
import type { Progress } from '../progress.js';

export interface Model {
  name: string;
  contact: ContactDescription;
}

export const PAPER: Model = { name: '6D, paper', contact: { model: 'six', preset: 'paper' } };
export const OURS: Model = { name: '6D, ours', contact: { model: 'six' } };
export const POINT: Model = { name: 'points', contact: { model: 'point' } };
export const MODELS: readonly Model[] = [PAPER, OURS, POINT];

/** The paper's: block Gauss–Seidel until the 2-norm of a sweep's change is below 1e-15 N·s. */
export const sweeps = (iterations: number, warmStart: boolean): SolverDescription => ({
  method: 'gauss-seidel',
  iterations,
  tolerance: 1e-15,
  warmStart,
});

export interface Statistics {
  mean: number;
  deviation: number;
}

export interface Run {
  /** Milliseconds a step. */
  detection: number;
  assembly: number;
  factorisation: number;
  solve: number;
  iterations: Statistics;
  residual: Statistics;
  /** Steps in all, and those in which the solver met its tolerance. */
  steps: number;
  reached: number;
  /** The most iterations of any step, and what they were allowed to be. */
  most: number;
  cap: number;
  rows: number;
  blocks: number;
  /** How far the last step's answer is from the law: natural-map error of the worst block (m/s). */
  error: number;
  /** Norm after every iteration of the last step. */
  history: Float64Array;
}

export const statistics = (values: readonly number[]): Statistics => {
  const mean = values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);
  const square = values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0);
  return { mean, deviation: Math.sqrt(square / Math.max(1, values.length - 1)) };
};

export function sceneOf(name: string, parameters: Record<string, number> = {}): SceneDescription {
  const scene = scenes.find((s) => s.name === name);
  if (!scene) throw new Error(`there is no scene ${name}`);
  return scene.make(parameters);
}

export function worldOf(scene: SceneDescription, model: Model, solver: SolverDescription = {}): World {
  return new World(
    { ...scene, sleep: false, contact: { ...scene.contact, ...model.contact }, solver },
    { clock: () => performance.now(), models: [paper] },
  );
}

/** Takes `skip` steps, then measures `steps`. */
export function measure(
  scene: SceneDescription,
  model: Model,
  solver: SolverDescription,
  skip: number,
  steps: number,
  progress: Progress,
): Run {
  const world = worldOf(scene, model, solver);
  const tolerance = solver.tolerance ?? 1e-9;
  const run = { detection: 0, assembly: 0, factorisation: 0, solve: 0, rows: 0, blocks: 0, reached: 0, most: 0 };
  const iterations: number[] = [];
  const residuals: number[] = [];
  for (let k = 0; k < skip + steps; k++) {
    world.step();
    progress.tick();
    if (k < skip) continue;
    const { profile, solverStatistics: s } = world;
    run.detection += profile.overlap / steps;
    run.assembly += profile.assembly / steps;
    run.factorisation += profile.factorisation / steps;
    run.solve += profile.solve / steps;
    run.rows = Math.max(run.rows, s.rows);
    run.blocks = Math.max(run.blocks, s.blocks);
    run.most = Math.max(run.most, s.iterations);
    iterations.push(s.iterations);
    residuals.push(s.residual);
    if (s.residual <= tolerance) run.reached++;
  }
  return {
    ...run,
    steps,
    cap: solver.iterations ?? 50,
    iterations: statistics(iterations),
    residual: statistics(residuals),
    error: world.solverStatistics.error,
    history: world.solverStatistics.history,
  };
}

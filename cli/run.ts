// sixfold run: steps a scene and says what became of it.

import { allModels } from '../src/all-models.js';
import { SixfoldError, World, withModel } from '../src/index.js';
import { namesOfBodies, type RecordingHeader, type Sample, statesOfBodies } from '../src/io/samples.js';
import { checkTractionsFile, exportTractions } from './export-tractions.js';
import { LineFile } from './line-file.js';
import { loadScene } from './load-scene.js';
import { Progress } from './progress.js';
import { type Run, reportOf, Statistics, summaryOf } from './report.js';
import { oneLine } from './text.js';

export interface RunOptions {
  time?: string;
  steps?: string;
  sample?: string;
  model?: string;
  json?: boolean;
  out?: string;
  tractionsTo?: string;
  /** Flags of models, by their names. */
  [flag: string]: unknown;
}

/** The flags that models bring, each once. */
export const MODEL_FLAGS = [...new Map(allModels.flatMap((kind) => kind.flags ?? []).map((f) => [f.name, f])).values()];

const DEFAULT_SECONDS = 10;
const NON_FINITE = 3;

export async function run(scene: string, options: RunOptions): Promise<number> {
  if (options.time !== undefined && options.steps !== undefined) {
    throw new SixfoldError('--time and --steps are both given; they exclude each other');
  }
  const seconds = readNumber(options.time, '--time', 'seconds, 0 or more', (x) => x >= 0);
  const givenSteps = readNumber(options.steps, '--steps', 'a whole number, 0 or more', (x) => x >= 0 && x % 1 === 0);
  const every = readNumber(options.sample, '--sample', 'seconds, more than 0', (x) => x > 0);

  if (options.tractionsTo !== undefined) checkTractionsFile(options.tractionsTo);
  const { name, description, drive } = await loadScene(scene);
  const details = MODEL_FLAGS.filter((flag) => options[flag.name] === true).map((flag) => flag.name);
  const described = options.model === undefined ? description : withModel(description, options.model, allModels);
  const world = new World(described, { clock: () => performance.now(), models: allModels });
  const driver = drive?.(world);
  const steps = givenSteps ?? Math.round((seconds ?? DEFAULT_SECONDS) / world.timeStep);
  if (!Number.isSafeInteger(steps))
    throw new SixfoldError(`--time is ${seconds}; it is more steps than can be counted`);
  const stepsPerSample = every === undefined ? 1 : wholeStepsUp(every, world.timeStep);

  const names = namesOfBodies(world);
  const model = world.model;
  const out = options.out === undefined ? null : new LineFile(options.out);
  const header: RecordingHeader = {
    sixfold: 1,
    scene: name,
    model,
    timeStep: world.timeStep,
    stepsPerSample,
    bodies: names,
  };
  out?.write(header);
  const samples: Sample[] | null = every === undefined ? null : [];
  const statistics = new Statistics(world, steps);
  const takeSample = (): void => {
    if (!samples && !out) return;
    const sample = { time: world.time, bodies: statesOfBodies(world, details) };
    samples?.push(sample);
    out?.write(sample);
  };

  const progress = new Progress(name, steps, steps * world.timeStep);
  takeSample();
  let broken = world.findNonFinite();
  for (let step = 1; step <= steps && !broken; step++) {
    const start = performance.now();
    driver?.act(world.timeStep);
    world.step();
    statistics.addStep(performance.now() - start);
    broken = world.findNonFinite();
    if (!broken && step % stepsPerSample === 0) takeSample();
    progress.update(step, world.time);
  }
  progress.stop();
  out?.close();

  if (options.tractionsTo !== undefined) {
    if (model !== 'quasi-rigid')
      throw new SixfoldError(`--tractions-to is for model quasi-rigid; the scene has ${JSON.stringify(model)}`);
    await exportTractions(world, options.tractionsTo);
  }
  const result: Run = { scene: name, model, world, statistics, samples, details };
  process.stdout.write(`${options.json ? JSON.stringify(reportOf(result)) : summaryOf(result)}\n`);
  if (!broken) return 0;
  const text = `body ${JSON.stringify(broken.name)} has a non-finite state at ${world.time} s, after step ${world.stepCount}`;
  process.stderr.write(`sixfold: ${oneLine(text)}\n`);
  return NON_FINITE;
}

function readNumber(
  text: string | undefined,
  option: string,
  allowed: string,
  isAllowed: (x: number) => boolean,
): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || !isAllowed(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new SixfoldError(`${option} is ${JSON.stringify(text)}; it must be ${allowed}`);
  }
  return value;
}

/** As many steps as reach a duration; a quotient that is whole but for rounding stays so. */
function wholeStepsUp(seconds: number, timeStep: number): number {
  return Math.max(1, Math.ceil((seconds / timeStep) * (1 - 1e-12)));
}

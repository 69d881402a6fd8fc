// How even steps are: those that take more than five times the median of the second around them, after the first second.
//
// npm run bench -- even [SCENE…] [--seconds 4]
// Every scene is run in a process of its own, twice: what is dear the first time alone was not compiled yet. Times are
// the processor's, of all threads of the process; collection of garbage is told apart by the clock.

import { spawnSync } from 'node:child_process';
import { constants, PerformanceObserver, performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { scenes as builtIn } from '../scenes/index.js';
import { type SceneDescription, World } from '../src/index.js';
import { scenes as peers } from './peers/scenes/index.js';

const SCENES = ['pile-1000', 'mixed-300', 'dominoes-200', 'growth-1000', 'salad', 'bowling', 'wrecking-ball'];
/** A step may take so many times the median. */
const MOST = 5;

interface Step {
  time: number;
  ms: number;
  /** By the clock: when it began and ended, and what of it was collection of garbage. */
  begin: number;
  end: number;
  garbage: number;
  profile: { [stage: string]: number };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '4' }, alone: { type: 'boolean', default: false } },
});

if (values.alone) {
  const steps = [await run(positionals[0]!), await run(positionals[0]!)];
  for (const [k, of] of steps.entries()) report(`${positionals[0]}, ${k === 0 ? 'first' : 'second'} time`, of);
} else
  for (const name of positionals.length > 0 ? positionals : SCENES) {
    const args = [process.argv[1]!, name, '--alone', '--seconds', values.seconds];
    spawnSync(process.execPath, args, { stdio: 'inherit' });
  }

function sceneOf(name: string): SceneDescription {
  const made = peers.find((scene) => scene.name === name)?.make();
  return made ? { ...made, sleep: false } : builtIn.find((scene) => scene.name === name)!.make();
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function run(name: string): Promise<Step[]> {
  const steps: Step[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime, duration } = entry;
      // Incremental marking is spread over steps.
      const { kind } = (entry as unknown as { detail: { kind: number } }).detail;
      if (kind === constants.NODE_PERFORMANCE_GC_INCREMENTAL) continue;
      const step = steps.find(({ begin, end }) => startTime >= begin && startTime < end);
      if (step) step.garbage += duration;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  const world = new World(sceneOf(name), { clock: cpu });
  while (world.time < Number(values.seconds)) {
    const begin = performance.now();
    const before = cpu();
    world.step();
    const ms = cpu() - before;
    steps.push({ time: world.time, ms, begin, end: performance.now(), garbage: 0, profile: { ...world.profile } });
  }
  // Entries come when nothing else runs.
  await new Promise((done) => setTimeout(done, 100));
  observer.disconnect();
  return steps;
}

function report(title: string, steps: readonly Step[]): void {
  const dear = steps
    .map((step, k) => ({ ...step, k, share: step.ms / medianAround(steps, step.time) }))
    .filter(({ time, share }) => time > 1 && share > MOST);
  console.log(`${title}: ${dear.length} of ${steps.length} steps, median ${medianOf(steps).toFixed(2)} ms`);
  for (const { k, ms, share, garbage, profile } of dear) {
    const stages = Object.entries(profile).map(([stage, x]) => `${stage} ${x.toFixed(1)}`);
    console.log(
      `  step ${k}: ${ms.toFixed(1)} ms, ${share.toFixed(1)} times the median; ${stages.join(', ')}; garbage ${garbage.toFixed(1)} by the clock`,
    );
  }
}

function medianAround(steps: readonly Step[], time: number): number {
  return medianOf(steps.filter((step) => Math.abs(step.time - time) <= 0.5));
}

function medianOf(steps: readonly Step[]): number {
  const sorted = steps.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

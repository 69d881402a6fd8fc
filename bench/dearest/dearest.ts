// The dearest steps of a scene, what they are made of, and what they cost once code is compiled.
//
// npm run bench -- dearest [SCENE] [--steps 360] [--show 16]
// One process steps the scene three times. Times are the processor's, of the thread that steps: no clock stands still
// for threads that compile. Steps are listed by what they took the first time.

import { parseArgs } from 'node:util';
import { scenes as builtIn } from '../../scenes/index.js';
import { World } from '../../src/index.js';
import { scenes as peers } from '../peers/scenes/index.js';
import { threadClock } from './thread-clock.js';

const STAGES = ['overlap', 'assembly', 'solve', 'stabilisation'] as const;
const TIMES = 3;

interface Step {
  number: number;
  ms: number;
  parts: number[];
  blocks: number;
  iterations: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { steps: { type: 'string', default: '360' }, show: { type: 'string', default: '16' } },
});
const name = positionals[0] ?? 'pile-1000';
const scene = [...peers, ...builtIn].find((candidate) => candidate.name === name);
if (!scene) {
  console.error(`there is no scene ${JSON.stringify(name)}`);
  process.exit(2);
}
const clock = threadClock();
const steps = Number(values.steps);
const runs: Step[][] = [];
for (let time = 0; time < TIMES; time++) {
  const world = new World({ ...scene.make(), sleep: false }, { clock });
  const run: Step[] = [];
  for (let number = 0; number < steps; number++) {
    const before = clock();
    world.step();
    const ms = clock() - before;
    const { profile, solverStatistics } = world;
    const parts = STAGES.map((stage) => profile[stage]);
    run.push({ number, ms, parts, blocks: solverStatistics.blocks, iterations: solverStatistics.iterations });
  }
  runs.push(run);
}
const text = (ms: number) => ms.toFixed(1).padStart(7);
for (const [time, run] of runs.entries()) {
  const sorted = run.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => text(sorted[Math.min(steps - 1, Math.floor(share * steps))]!);
  console.log(`${name}, time ${time + 1}: median ${at(0.5)}, 99th percentile ${at(0.99)}, dearest ${at(1)}`);
}
console.log(
  `\n step   ms 1 ${runs
    .slice(1)
    .map((_, k) => `  ms ${k + 2} `)
    .join('')}| ${STAGES.join(', ')} | blocks, iterations`,
);
for (const { number, ms, parts, blocks, iterations } of [...runs[0]!]
  .sort((a, b) => b.ms - a.ms)
  .slice(0, Number(values.show))) {
  const later = runs.slice(1).map((run) => text(run[number]!.ms));
  console.log(
    `${String(number).padStart(5)}${text(ms)}${later.join('')} |${parts.map(text).join('')} | ${blocks}, ${iterations}`,
  );
}
process.exit(0);

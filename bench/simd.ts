// What the kernels in WebAssembly save of a step: two worlds of one scene, with them and without, stepped in turns in
// one process. Processor time; the bits must be the same.
//
// npm run bench -- simd [pile-1000 | mixed-300 | dominoes-200] [--from STEP] [--steps N]

import { parseArgs } from 'node:util';
import { World } from '../src/index.js';
import { scenes } from './peers/scenes/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: '40' }, steps: { type: 'string', default: '60' } },
});
const name = positionals[0] ?? 'pile-1000';
const scene = scenes.find((candidate) => candidate.name === name);
if (!scene) {
  console.error(`there is no scene ${JSON.stringify(name)}; choose from ${scenes.map((s) => s.name).join(', ')}`);
  process.exit(2);
}
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const STAGES = ['overlap', 'assembly', 'factorisation', 'solve', 'stabilisation'] as const;
const sides = [false, true].map((simd) => ({
  world: new World({ ...scene.make(), sleep: false }, { clock, simd }),
  total: 0,
  all: [] as number[],
  stages: STAGES.map(() => 0),
}));
const from = Number(values.from);
const steps = Number(values.steps);
for (let k = 0; k < from + steps; k++) {
  for (const side of k % 2 ? sides : [...sides].reverse()) {
    const before = clock();
    side.world.step();
    const ms = clock() - before;
    if (k < from) continue;
    side.total += ms;
    side.all.push(ms);
    STAGES.forEach((stage, n) => {
      side.stages[n]! += side.world.profile[stage];
    });
  }
}
const [without, withKernels] = sides as [(typeof sides)[0], (typeof sides)[0]];
const median = (all: number[]) => [...all].sort((a, b) => a - b)[all.length >> 1]!;
const per = (ms: number) => (ms / steps).toFixed(2).padStart(8);
const row = (what: string, a: number, b: number) =>
  console.log(`${what.padEnd(16)}${per(a)}${per(b)}${(a / b).toFixed(2).padStart(8)}`);
console.log(`${name}, steps ${from} to ${from + steps}, ms of processor time a step`);
console.log(`${''.padEnd(16)}${'TypeScript'.padStart(8)}${'SIMD'.padStart(6)}${'ratio'.padStart(8)}`);
STAGES.forEach((stage, n) => {
  row(stage, without.stages[n]!, withKernels.stages[n]!);
});
row('all', without.total, withKernels.total);
row('median', steps * median(without.all), steps * median(withKernels.all));
const same = without.world.hash() === withKernels.world.hash();
console.log(same ? `same bits: ${without.world.hash()}` : 'THE BITS DIFFER');
process.exit(same ? 0 : 1);

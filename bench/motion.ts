// Where the time goes while many bodies move: shares by stage and by function, from a sampling profile of one process.
//
// npm run bench -- motion [pile-300 | pile-1000 | mixed-300 | dominoes-200] [--from STEP] [--steps N]
// Steps before --from warm up; shares are of the steps after it. Shares of one run can be compared, milliseconds
// cannot.

import { Session } from 'node:inspector/promises';
import { parseArgs } from 'node:util';
import { scenes as builtIn } from '../scenes/index.js';
import { type SceneDescription, World } from '../src/index.js';
import { scenes as peers } from './peers/scenes/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '30' },
    steps: { type: 'string', default: '60' },
    method: { type: 'string' },
  },
});
const name = positionals[0] ?? 'pile-300';
const made: SceneDescription | undefined =
  name === 'pile-300'
    ? builtIn.find((scene) => scene.name === 'pile')!.make({ boxes: 300 })
    : peers.find((scene) => scene.name === name)?.make();
if (!made) {
  console.error(
    `there is no scene ${JSON.stringify(name)}; choose from pile-300, ${peers.map((scene) => scene.name).join(', ')}`,
  );
  process.exit(2);
}
const solver = { ...made.solver, ...(values.method ? { method: values.method as 'auto' } : {}) };
const world = new World({ ...made, solver, sleep: false }, { clock: () => performance.now() });
for (let k = 0; k < Number(values.from); k++) world.step();

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 500 });
await session.post('Profiler.start');
const stages: { [stage: string]: number } = {};
let iterations = 0;
let blocks = 0;
const start = performance.now();
for (let k = 0; k < Number(values.steps); k++) {
  world.step();
  for (const [stage, ms] of Object.entries(world.profile))
    if (typeof ms === 'number') stages[stage] = (stages[stage] ?? 0) + ms;
  iterations += world.solverStatistics.iterations;
  blocks += world.solverStatistics.blocks;
}
const total = performance.now() - start;
const { profile } = await session.post('Profiler.stop');

const steps = Number(values.steps);
console.log(
  `${name}, steps ${values.from} to ${Number(values.from) + steps}: ${(total / steps).toFixed(1)} ms a step, ${Math.round(blocks / steps)} blocks, ${(iterations / steps).toFixed(1)} iterations`,
);
console.log(
  Object.entries(stages)
    .map(([stage, ms]) => `${stage} ${((100 * ms) / total).toFixed(0)} %`)
    .join(', '),
);
const self = new Map<string, number>();
const count = new Map(profile.nodes.map((node) => [node.id, node]));
const interval = profile.timeDeltas ?? [];
for (const [k, id] of (profile.samples ?? []).entries()) {
  const { functionName, url } = count.get(id)!.callFrame;
  if (functionName === '(idle)') continue;
  const key = url.startsWith('file:') || url.startsWith('/') ? functionName || '(anonymous)' : functionName;
  self.set(key, (self.get(key) ?? 0) + (interval[k] ?? 0));
}
const sum = [...self.values()].reduce((a, b) => a + b, 0);
for (const [key, time] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 32))
  console.log(`${((100 * time) / sum).toFixed(1).padStart(6)} %  ${key}`);
process.exit(0);

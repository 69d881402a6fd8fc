// Two shovels and six blocks at 1 kHz: how long 60,000 steps take one by one, and what held up the longest ones.
//
//   npm run bench -- haptics [--steps N] [--scene NAME]
//
// Takes a minute: steps are paced. On a machine that does anything else, percentiles are those of the other programs.
// Writes bench/results/local/haptics.json.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { scenes } from '../scenes/index.js';
import { measureSteps } from '../scripts/reproduce/penalty/step-times.js';
import { allModels } from '../src/all-models.js';
import { World } from '../src/index.js';
import { warmUp } from '../src/loop.js';

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '60000' }, scene: { type: 'string', default: 'shovels' } },
});
const steps = Number(values.steps);
const scene = scenes.find(({ name }) => name === values.scene);
if (!scene || !Number.isInteger(steps) || steps < 1000) {
  console.error('usage: npm run bench -- haptics [--steps N, 1000 at least] [--scene NAME]');
  process.exit(2);
}
const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} threads, Node ${process.version}`;
const load = loadavg()[0]!;
const world = new World(scene.make(), { models: allModels, clock: () => performance.now() });
const warmed = warmUp(scene.make(), allModels, () => performance.now());
const { took: _, ...times } = await measureSteps(world, steps, { paced: true });

const ms = (x: number): string => `${x.toFixed(4)} ms`;
console.log(`${machine}, load ${load.toFixed(2)} at the start`);
console.log(
  `${values.scene}: ${steps.toLocaleString('en')} steps of ${1000 * world.timeStep} ms, paced, after ${warmed} of a copy that warmed up`,
);
console.log(`  median            ${ms(times.median)}   (bar 0.25)`);
console.log(`  99th percentile   ${ms(times.p99)}`);
console.log(`  99.9th percentile ${ms(times.p999)}   (bar 1)`);
console.log(`  longest           ${ms(times.longest)}`);
console.log(`  late steps        ${times.late}, collections ${times.collections}`);
for (const { time, milliseconds, cause } of times.slowest)
  console.log(`    ${milliseconds.toFixed(3)} ms at ${time.toFixed(3)} s: ${cause}`);
mkdirSync('bench/results/local', { recursive: true });
const result = { scene: values.scene, machine, load, ...times };
writeFileSync('bench/results/local/haptics.json', `${JSON.stringify(result, null, 2)}\n`);

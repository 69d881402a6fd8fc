// Two shovels and six blocks at 1 kHz: how long 60,000 steps take one by one, and what held up the longest ones.
//
//   npm run bench -- haptics [--steps N] [--scene NAME]
//
// Steps are paced: step k starts no sooner than k milliseconds after the first, as a hand would have it. The thread waits awake in
// between and lets the event loop turn once, so that garbage collections are seen with their times; a step that one of them fell into names
// it. Compilation is not reported by the engine: it happens in the first seconds. What neither explains is the machine's: other programs,
// interrupts. Writes bench/results/local/haptics.json.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { scenes } from '../scenes/index.js';
import { allModels } from '../src/all-models.js';
import { World } from '../src/index.js';

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '60000' }, scene: { type: 'string', default: 'shovels' } },
});
const steps = Number(values.steps);
const scene = scenes.find(({ name }) => name === values.scene);
if (!scene || !Number.isInteger(steps) || steps < 1000) {
  console.error('usage: npm run bench -- haptics [--steps N, 1000 at least] [--scene NAME]');
  process.exit(2);
}

const pauses: { start: number; end: number; kind: string }[] = [];
const KINDS = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor collection'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major collection'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental marking'],
]);
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { kind } = (entry as unknown as { detail: { kind: number } }).detail;
    pauses.push({
      start: entry.startTime,
      end: entry.startTime + entry.duration,
      kind: KINDS.get(kind) ?? 'collection',
    });
  }
}).observe({ entryTypes: ['gc'] });

const clock = () => performance.now();
const world = new World(scene.make(), { models: allModels, clock });
const period = 1000 * world.timeStep;
const starts = new Float64Array(steps);
const took = new Float64Array(steps);
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const load = loadavg()[0]!;
const begin = clock();
let late = 0;
for (let k = 0; k < steps; k++) {
  const due = begin + k * period;
  // Once a step: promises are garbage too.
  await turn();
  while (clock() < due);
  const start = clock();
  world.step();
  const end = clock();
  starts[k] = start;
  took[k] = end - start;
  if (end > due + period) late++;
}
await turn();

const sorted = Float64Array.from(took).sort();
const at = (share: number): number => sorted[Math.min(steps - 1, Math.floor(share * steps))]!;
const causeOf = (k: number): string => {
  const start = starts[k]!;
  const end = start + took[k]!;
  const pause = pauses.find((one) => one.start < end && one.end > start);
  if (pause) return `${pause.kind} of ${(pause.end - pause.start).toFixed(2)} ms`;
  return k < 3000 ? 'compilation, or another program' : 'another program, or an interrupt';
};
const longest = [...took.keys()].sort((a, b) => took[b]! - took[a]!).slice(0, 10);
const result = {
  scene: values.scene,
  machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} threads, Node ${process.version}`,
  load,
  steps,
  median: at(0.5),
  p99: at(0.99),
  p999: at(0.999),
  longest: sorted[steps - 1]!,
  late,
  collections: pauses.length,
  slowest: longest.map((k) => ({ step: k, time: k * world.timeStep, milliseconds: took[k]!, cause: causeOf(k) })),
};

console.log(`${result.machine}, load ${load.toFixed(2)} at the start`);
console.log(`${values.scene}: ${steps.toLocaleString('en')} steps of ${period} ms, paced`);
console.log(`  median            ${result.median.toFixed(4)} ms   (bar 0.25)`);
console.log(`  99th percentile   ${result.p99.toFixed(4)} ms`);
console.log(`  99.9th percentile ${result.p999.toFixed(4)} ms   (bar 1)`);
console.log(`  longest           ${result.longest.toFixed(4)} ms`);
console.log(`  late steps        ${late}, collections ${pauses.length}`);
for (const { time, milliseconds, cause } of result.slowest)
  console.log(`    ${milliseconds.toFixed(3)} ms at ${time.toFixed(3)} s: ${cause}`);
mkdirSync('bench/results/local', { recursive: true });
writeFileSync('bench/results/local/haptics.json', `${JSON.stringify(result, null, 2)}\n`);

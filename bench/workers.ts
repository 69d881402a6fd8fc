// What workers save of a step: one scene in worlds with none, and with each number of them that was asked for, stepped in
// turns in one process. The bits must be the same.
//
// npm run bench -- workers [pile-1000 | …] [--from STEP] [--steps N] [--workers 1,3] [--patient]
//
// Time by the clock says something on a quiet machine only, with a core for each thread. Whatever else runs there,
// processor time of each thread (where Linux tells it) says how the work is split, and what sharing adds to it;
// on a busy one `--patient` waits for workers that would be left out since they are not awake in time.

import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { World } from '../src/index.js';
import { startWorkers, type Workers } from '../workers/index.js';
import { scenes } from './peers/scenes/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '90' },
    steps: { type: 'string', default: '60' },
    workers: { type: 'string', default: '1' },
    patient: { type: 'boolean', default: false },
  },
});
const name = positionals[0] ?? 'pile-1000';
const scene = scenes.find((candidate) => candidate.name === name);
if (!scene) {
  console.error(`there is no scene ${JSON.stringify(name)}; choose from ${scenes.map((s) => s.name).join(', ')}`);
  process.exit(2);
}

/** Milliseconds of processor time of each thread of this process, by its number; empty where nobody tells. */
function threadTimes(): Map<string, number> {
  const times = new Map<string, number>();
  try {
    for (const id of readdirSync('/proc/self/task'))
      times.set(id, Number(readFileSync(`/proc/self/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6);
  } catch {
    // A thread has ended meanwhile, or there is no such file system.
  }
  return times;
}

/** The threads that came with these workers, in the order in which they were made: the others are the engine's. */
function begin(count: number): { workers: Workers; ids: string[] } {
  const before = threadTimes();
  const workers = startWorkers(count, { isPatient: values.patient });
  return { workers, ids: [...threadTimes().keys()].filter((id) => !before.has(id)) };
}

const STAGES = ['overlap', 'assembly', 'factorisation', 'solve', 'stabilisation'] as const;
const clock = () => performance.now();
const main = String(process.pid);
const sides = [0, ...values.workers.split(',').map(Number)].map((count) => {
  const { workers, ids } = begin(count);
  if (workers.missing) console.log(workers.missing);
  return {
    count,
    workers,
    ids,
    world: new World({ ...scene.make(), sleep: false }, { clock, workers }),
    all: [] as number[],
    stages: STAGES.map(() => [] as number[]),
    own: 0,
    theirs: 0,
    work: workers.work,
  };
});
const from = Number(values.from);
const steps = Number(values.steps);
for (let k = 0; k < from + steps; k++) {
  // Workers begin to serve while this thread lets them.
  if (k < 5) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const side of k % 2 ? sides : [...sides].reverse()) {
    if (k === from) side.work = side.workers.work;
    const times = threadTimes();
    const start = clock();
    side.world.step();
    const ms = clock() - start;
    const now = threadTimes();
    if (k < from) continue;
    side.all.push(ms);
    side.own += (now.get(main) ?? 0) - (times.get(main) ?? 0);
    for (const id of side.ids) side.theirs += (now.get(id) ?? 0) - (times.get(id) ?? 0);
    STAGES.forEach((stage, n) => {
      side.stages[n]!.push(side.world.profile[stage]);
    });
  }
}
const quantile = (all: number[], share: number) => [...all].sort((a, b) => a - b)[Math.floor(share * all.length)]!;
const median = (all: number[]) => quantile(all, 0.5);
/** Of the quickest tenth the slowest: where others run, too, these were let alone. */
const quick = (all: number[]) => quantile(all, 0.1);
const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);
const columns = (label: string, of: (side: (typeof sides)[0]) => string) =>
  console.log(label.padEnd(34) + sides.map((side) => of(side).padStart(12)).join(''));
const per = (ms: number) => (ms / steps).toFixed(2);
console.log(`${name}, steps ${from} to ${from + steps}, ms a step`);
columns('workers beside the thread', ({ count }) => String(count));
columns('by the clock: mean', ({ all }) => per(sum(all)));
columns('by the clock: median', ({ all }) => median(all).toFixed(2));
columns('  times as fast (median)', ({ all }) => (median(sides[0]!.all) / median(all)).toFixed(2));
columns('by the clock: quickest tenth', ({ all }) => quick(all).toFixed(2));
columns('  times as fast (quickest tenth)', ({ all }) => (quick(sides[0]!.all) / quick(all)).toFixed(2));
STAGES.forEach((stage, n) => {
  columns(
    `  ${stage}: mean, quickest tenth`,
    ({ stages }) => `${per(sum(stages[n]!))} ${quick(stages[n]!).toFixed(2)}`,
  );
});
columns('processor: the thread that steps', ({ own }) => per(own));
columns('processor: all workers', ({ theirs }) => per(theirs));
for (const [label, key] of [
  ['visits a step, by thread', 'visits'],
  ['waits for another thread', 'waits'],
  ['looks in vain', 'looks'],
  ['shared solves and corrections', 'shares'],
] as const)
  columns(label, ({ workers, work }) =>
    workers.work.map((now, k) => ((now[key] - work[k]![key]) / steps).toFixed(key === 'shares' ? 1 : 0)).join('/'),
  );
const hashes = new Set(sides.map(({ world }) => world.hash()));
console.log(hashes.size === 1 ? `same bits: ${[...hashes][0]}` : 'THE BITS DIFFER');
for (const { workers } of sides) workers.close();
process.exit(hashes.size === 1 ? 0 : 1);

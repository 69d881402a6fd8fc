// This checkout against another branch: the same scenes in fresh processes, in turns; medians, ratios and noise.
//
// npm run bench -- compare [--against main] [--rounds 5] [--scenes pile,tower] [--share 1]
//
// The other branch is checked out as a worktree in the cache folder and removed afterwards. Scenes are made here and
// handed to both. A ratio below 1 means that this checkout is faster; it counts if it is farther from 1 than the noise.

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { scenes as builtIn } from '../../scenes/index.js';
import type { CompareRun } from './job.js';

/** Name of a built-in scene, its parameters, steps. */
const SCENES: readonly (readonly [string, Record<string, number>, number])[] = [
  ['pile', { boxes: 40 }, 300],
  ['pile', { boxes: 300 }, 100],
  ['pyramid', { base: 10 }, 200],
  ['tower', { boxes: 20 }, 300],
  ['heavy-on-light', {}, 200],
  ['domino-run', {}, 300],
  ['two-tori', {}, 200],
  ['salad', {}, 100],
  ['bumpy-cube', {}, 60],
];

const { values } = parseArgs({
  options: {
    against: { type: 'string', default: 'main' },
    rounds: { type: 'string', default: '5' },
    scenes: { type: 'string' },
    share: { type: 'string', default: '1' },
  },
});

function stop(text: string): never {
  console.error(text);
  process.exit(2);
}

const rounds = Math.round(Number(values.rounds));
if (!(rounds >= 1)) stop(`--rounds is ${values.rounds}; it must be a number of at least 1`);
const share = Number(values.share);
if (!(share > 0)) stop(`--share is ${values.share}; it must be a number above 0`);
const wanted = values.scenes?.split(',');
for (const name of wanted ?? [])
  if (!SCENES.some(([known]) => known === name))
    stop(
      `--scenes: there is no ${JSON.stringify(name)}; choose from ${[...new Set(SCENES.map(([known]) => known))].join(', ')}`,
    );
const chosen = SCENES.filter(([name]) => wanted === undefined || wanted.includes(name));

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const cache = resolve('node_modules', '.cache', 'sixfold', 'compare');
const other = join(cache, 'worktree');

function bundle(file: string): string {
  const made = spawnSync(process.execPath, [join('scripts', 'run-ts.js'), '--bundle', file], { encoding: 'utf8' });
  if (made.status !== 0) stop(`${file} could not be bundled: ${made.stderr.trim().split('\n').at(-1)}`);
  return made.stdout.trim();
}

function run(job: string, scene: string, steps: number): CompareRun {
  const made = spawnSync(process.execPath, [job, scene, String(steps)], { encoding: 'utf8' });
  if (made.status !== 0) stop(`${job} ended with status ${made.status}: ${made.stderr.trim().split('\n').at(-1)}`);
  return JSON.parse(made.stdout.trim().split('\n').at(-1)!);
}

const middle = (list: number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1]!;

function removeWorktree(): void {
  if (existsSync(other)) git('worktree', 'remove', '--force', other);
  rmSync(other, { recursive: true, force: true });
}

const commit = (() => {
  try {
    return git('rev-parse', '--verify', `${values.against}^{commit}`);
  } catch {
    return stop(`--against: there is no branch or commit ${JSON.stringify(values.against)}`);
  }
})();
mkdirSync(cache, { recursive: true });
removeWorktree();
git('worktree', 'add', '--detach', other, commit);
try {
  mkdirSync(join(other, 'bench', 'compare'), { recursive: true });
  copyFileSync(join('bench', 'compare', 'job.ts'), join(other, 'bench', 'compare', 'job.ts'));
  const [ours, theirs] = [
    bundle(join('bench', 'compare', 'job.ts')),
    bundle(join(other, 'bench', 'compare', 'job.ts')),
  ];
  const bar = process.stderr.isTTY
    ? new SingleBar({
        format: 'compare {bar} {value}/{total} runs · {job}',
        stream: process.stderr,
        clearOnComplete: true,
      })
    : null;
  bar?.start(2 * rounds * chosen.length, 0, { job: '' });
  const rows: string[] = [];
  for (const [name, parameters, steps] of chosen) {
    const title = [name, ...Object.values(parameters)].join(' ');
    bar?.update({ job: title });
    bar?.render();
    const file = join(cache, 'scene.json');
    const scene = builtIn.find((candidate) => candidate.name === name)!.make(parameters);
    // Packed arrays of meshes become plain ones.
    writeFileSync(
      file,
      JSON.stringify(scene, (_, value) => (ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value)),
    );
    const runs: { here: CompareRun[]; there: CompareRun[] } = { here: [], there: [] };
    for (let round = 0; round < rounds; round++) {
      // Who goes first changes, so that a machine that grows warm or busy favours nobody.
      const turns = round % 2 === 0 ? (['here', 'there'] as const) : (['there', 'here'] as const);
      for (const turn of turns) {
        runs[turn].push(run(turn === 'here' ? ours : theirs, file, Math.max(1, Math.round(share * steps))));
        bar?.increment();
        bar?.render();
      }
    }
    rows.push(row(title, runs.here, runs.there));
  }
  bar?.stop();
  console.log(
    `here: ${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') ? ' with changes' : ''}, there: ${values.against} ${commit.slice(0, 7)}, ${rounds} rounds`,
  );
  console.log('scene                 ms a step here / there: median          p99     ratio of totals  noise   bits');
  for (const text of rows) console.log(text);
} finally {
  removeWorktree();
}

/** Noise: half the range of the totals over their middle, the larger of the two sides. */
function row(title: string, here: CompareRun[], there: CompareRun[]): string {
  const of = (list: CompareRun[], what: 'median' | 'p99' | 'total') => middle(list.map((one) => one[what]));
  const noise = Math.max(
    ...[here, there].map((list) => {
      const totals = list.map(({ total }) => total);
      return (Math.max(...totals) - Math.min(...totals)) / (2 * middle(totals));
    }),
  );
  const pair = (what: 'median' | 'p99') => `${of(here, what).toFixed(3)} / ${of(there, what).toFixed(3)}`;
  const same = here[0]!.hash === there[0]!.hash ? 'same' : 'differ';
  const ratio = of(here, 'total') / of(there, 'total');
  return `${title.padEnd(22)}${pair('median').padStart(32)}${pair('p99').padStart(24)}${ratio.toFixed(3).padStart(10)}${`±${Math.round(100 * noise)} %`.padStart(12)}   ${same}`;
}

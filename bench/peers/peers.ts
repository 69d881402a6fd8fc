// The scoreboard: sixfold and its peers on the same scenes, each run in a fresh process, one after the other.
//
// npm run bench -- peers [--quick | --short] [--scenes a,b] [--engines a,b] [--repeat N] [--limit SECONDS]
//   [--no-report] [--from FILE]
//
// Installs the pinned packages of bench/peers/package.json into that folder first. Writes docs/results/peers.md and its
// plots, and the raw figures to bench/results/local/peers.json. --quick does a tenth of the steps, to see that
// everything works: its figures mean nothing, so it writes no report unless --report is given. --short does every run
// once and whole, but stops it after 90 s of computing. --from draws the report anew from raw figures. Names of scenes
// and engines may be shortened to their beginnings: --scenes pile,mixed --engines sixfold,rapier,rapier-simd

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { engines } from './engines/index.js';
import { PEERS_FOLDER, peerVersion } from './load.js';
import { type Board, writeReport } from './report.js';
import type { RunResult } from './run.js';
import type { PeerScene } from './scene.js';
import { scenes } from './scenes/index.js';

const RAW = join('bench', 'results', 'local', 'peers.json');
const REPORT = join('docs', 'results');

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    scenes: { type: 'string' },
    engines: { type: 'string' },
    repeat: { type: 'string' },
    limit: { type: 'string' },
    report: { type: 'boolean', default: false },
    'no-report': { type: 'boolean', default: false },
    from: { type: 'string' },
  },
});

const say = (text: string) => console.error(text);

function stop(text: string): never {
  say(text);
  process.exit(2);
}

/** The named ones of a list, in the list's order: by their whole names, or all that begin with what is given. */
function choose<T extends { name: string }>(what: string, all: readonly T[], names: string | undefined): readonly T[] {
  if (names === undefined) return all;
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const wanted = names.split(',').flatMap((name) => {
    const whole = all.filter((one) => plain(one.name) === plain(name));
    const found = whole.length > 0 ? whole : all.filter((one) => plain(one.name).startsWith(plain(name)));
    if (found.length === 0)
      stop(`--${what}: there is no ${JSON.stringify(name)}; choose from ${all.map((one) => one.name).join(', ')}`);
    return found;
  });
  return all.filter((one) => wanted.includes(one));
}

function number(what: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!(value > 0)) stop(`--${what} is ${text}; it must be a number above 0`);
  return value;
}

function npm(args: string[], folder: string): Promise<number> {
  const cli = process.env.npm_execpath;
  const [command, before] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  return new Promise((resolve) => {
    const child = spawn(command, [...before, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Brings bench/peers/node_modules up to its lock file; does nothing when it already is. */
async function install(): Promise<void> {
  const wanted = JSON.parse(readFileSync(join(PEERS_FOLDER, 'package.json'), 'utf8')).dependencies;
  const there = Object.entries(wanted).every(([name, version]) => {
    try {
      return peerVersion(name) === version;
    } catch {
      return false;
    }
  });
  if (there) return;
  say('Installing the peers of bench/peers/package.json ...');
  const code = await npm(['ci', '--ignore-scripts'], PEERS_FOLDER);
  if (code !== 0) stop(`npm ci in bench/peers ended with status ${code}; its messages are above`);
}

/** Bundles the job once; every run starts it anew. */
function bundleJob(): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [join('scripts', 'run-ts.js'), '--bundle', join('bench', 'peers', 'job.ts')];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (data) => (out += data));
    child.on('close', (code) => (code === 0 ? resolve(out.trim()) : reject(new Error('the job could not be bundled'))));
  });
}

/** Runs one job; what hangs is ended after three times its limit and a minute. */
function runJob(job: string, engine: string, scene: string, share: number, limit: number): Promise<RunResult> {
  return new Promise((resolve) => {
    const args = ['--max-old-space-size=8192', job, engine, scene, String(share), String(limit)];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 1000 * (60 + 3 * limit),
      killSignal: 'SIGKILL',
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (err += data));
    child.on('close', (code, signal) => {
      const line = out.trim().split('\n').at(-1) ?? '';
      try {
        resolve(JSON.parse(line));
      } catch {
        const why = signal ? 'did not end in time' : (err.trim().split('\n').at(-1) ?? `ended with status ${code}`);
        resolve({
          engine,
          scene,
          times: {},
          measures: {},
          notes: [],
          steps: 0,
          wanted: 0,
          yardstick: NaN,
          failed: why.slice(0, 120),
        });
      }
    });
  });
}

async function measure(): Promise<Board> {
  const chosenScenes = choose('scenes', scenes, values.scenes).filter((scene) => {
    const missing = scene.missing?.() ?? null;
    if (missing !== null) say(`${scene.name} is left out: ${missing}`);
    return missing === null;
  });
  const chosenEngines = choose('engines', engines, values.engines);
  const repeat = Math.round(number('repeat', values.repeat, values.quick || values.short ? 1 : 3));
  const limit = number('limit', values.limit, values.quick ? 5 : values.short ? 90 : 240);
  const share = values.quick ? 0.1 : 1;
  await install();
  const job = await bundleJob();
  const results: RunResult[] = [];
  const enginesOf = (scene: PeerScene) => chosenEngines.filter((one) => one.scenes?.includes(scene.name) ?? true);
  const total = repeat * chosenScenes.reduce((sum, scene) => sum + enginesOf(scene).length, 0);
  const bar = process.stderr.isTTY
    ? new SingleBar({
        format: 'peers {bar} {value}/{total} runs, {duration_formatted} · {job}',
        stream: process.stderr,
        hideCursor: true,
        clearOnComplete: true,
      })
    : null;
  bar?.start(total, 0, { job: '' });
  // Engines take turns in each scene, so that what else the machine does falls on all of them.
  for (const scene of chosenScenes) {
    for (let round = 0; round < repeat; round++) {
      for (const engine of enginesOf(scene)) {
        const title = `${scene.name}: ${engine.name}`;
        bar?.update({ job: title });
        const result = await runJob(job, engine.name, scene.name, share, limit);
        results.push(result);
        if (bar) bar.increment();
        else say(`${results.length}/${total} ${title} ${line(result)}`);
      }
    }
  }
  bar?.stop();
  return {
    when: new Date().toISOString().slice(0, 10),
    machine: `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    share,
    limit,
    repeat,
    versions: Object.fromEntries(chosenEngines.map(({ name, packageName }) => [name, peerVersion(packageName)])),
    results,
  };
}

function line(result: RunResult): string {
  if (result.unsupported) return `cannot: ${result.unsupported}`;
  if (result.failed) return `failed: ${result.failed}`;
  const times = Object.entries(result.times).map(
    ([phase, t]) => `${phase} ${t.median.toFixed(3)}/${t.p99.toFixed(2)} ms, mean ${t.mean.toFixed(2)}`,
  );
  const figures = Object.entries(result.measures).map(
    ([name, value]) => `${name} ${Number(value ?? NaN).toPrecision(4)}`,
  );
  return [
    ...times,
    ...figures,
    ...(result.steps < result.wanted ? [`stopped at ${result.steps}/${result.wanted}`] : []),
  ].join(', ');
}

if (values.from !== undefined && !existsSync(values.from)) stop(`--from: there is no file ${values.from}`);
const board: Board = values.from === undefined ? await measure() : JSON.parse(readFileSync(values.from, 'utf8'));
if (values.from === undefined) {
  mkdirSync(dirname(RAW), { recursive: true });
  writeFileSync(RAW, JSON.stringify(board));
  say(`raw figures: ${RAW}`);
}
if (!values['no-report'] && (!values.quick || values.report)) {
  writeReport(board, REPORT);
  say(`report: ${join(REPORT, 'peers.md')}`);
}

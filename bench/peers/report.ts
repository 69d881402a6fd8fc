// Writes docs/results/peers.md: tables by scene, in plain words where a peer is ahead, and the plots.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from './engines/index.js';
import { growthPlot, speedPlot } from './plots.js';
import type { RunResult } from './run.js';
import type { Measure, PeerScene } from './scene.js';
import { crowds, growths, meshes, stands, truths } from './scenes/index.js';

/** Raw figures of the scoreboard. */
export interface Board {
  when: string;
  machine: string;
  node: string;
  /** Of the steps of each scene; below 1 figures mean nothing. */
  share: number;
  limit: number;
  repeat: number;
  versions: { [engine: string]: string };
  results: RunResult[];
}

/** The middle over the repeats, and half the distance from least to largest as a share of it. */
export interface Figure {
  value: number;
  noise: number;
}

export function figure(values: readonly number[]): Figure | null {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const value = sorted[sorted.length >> 1]!;
  return { value, noise: value === 0 ? 0 : (sorted.at(-1)! - sorted[0]!) / (2 * value) };
}

const OURS = engines[0]!.name;

const isPeer = (name: string): boolean =>
  engines.find((engine) => engine.name === name)?.packageName !== engines[0]!.packageName;

/** Two significant digits below a hundred, whole numbers above. */
export function short(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  if (size < 0.01) return value.toExponential(0);
  return String(Number(value.toPrecision(2)));
}

class Tables {
  constructor(private readonly board: Board) {}

  runs(scene: PeerScene, engine: string): RunResult[] {
    return this.board.results.filter((run) => run.scene === scene.name && run.engine === engine);
  }

  get names(): string[] {
    return Object.keys(this.board.versions);
  }

  time(scene: PeerScene, engine: string, phase: string, what: 'median' | 'p99'): Figure | null {
    return figure(this.runs(scene, engine).flatMap(({ times }) => (times[phase] ? [times[phase][what]] : [])));
  }

  measure(scene: PeerScene, engine: string, name: string): Figure | null {
    return figure(
      this.runs(scene, engine).flatMap(({ measures }) => (name in measures ? [measures[name] ?? NaN] : [])),
    );
  }

  measured(scene: PeerScene): boolean {
    return this.board.results.some((run) => run.scene === scene.name);
  }

  /** One table of a scene: a row for each engine. */
  scene(scene: PeerScene): string {
    const phases = Object.keys(scene.phases);
    const names = Object.keys(scene.measures);
    const head = [
      'engine',
      ...phases.map((phase) => `ms a step, ${phase === 'rest' ? 'at rest' : phase}: median / p99`),
      ...names.map((name) => title(scene.measures[name]!)),
      'remarks',
    ];
    const rows = this.names
      .filter((engine) => this.runs(scene, engine).length > 0)
      .map((engine) => this.row(scene, engine, phases, names));
    const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
    return `### ${scene.title}\n\n${scene.about}\n\n${lines.join('\n')}\n\n${this.verdict(scene)}\n`;
  }

  private row(scene: PeerScene, engine: string, phases: string[], names: string[]): string[] {
    const runs = this.runs(scene, engine);
    const first = runs[0];
    const remarks = [...new Set(runs.flatMap(({ notes }) => notes))];
    if (first?.unsupported) remarks.push(first.unsupported);
    if (first?.failed) remarks.push(`failed: ${first.failed}`);
    if (first && !first.failed && !first.unsupported && first.steps < first.wanted)
      remarks.push(`stopped after ${this.board.limit} s of computing, ${first.steps} of ${first.wanted} steps`);
    const bold = (text: string) => (engine === OURS ? `**${text}**` : text);
    return [
      bold(engine),
      ...phases.map((phase) => {
        const [median, p99] = [this.time(scene, engine, phase, 'median'), this.time(scene, engine, phase, 'p99')];
        return median && p99 ? bold(`${short(median.value)} / ${short(p99.value)}${noise(median)}`) : '–';
      }),
      ...names.map((name) => {
        const value = this.measure(scene, engine, name);
        return value ? bold(shown(value.value, scene.measures[name]!)) : '–';
      }),
      remarks.join('; '),
    ];
  }

  /** Who is ahead of sixfold, and by how much. */
  private verdict(scene: PeerScene): string {
    const out: string[] = [];
    for (const phase of Object.keys(scene.phases)) {
      const ours = this.time(scene, OURS, phase, 'median');
      if (!ours) continue;
      const ratios = this.names
        .filter(isPeer)
        .flatMap((name) => {
          const theirs = this.time(scene, name, phase, 'median');
          return theirs ? [{ name, ratio: ours.value / theirs.value }] : [];
        })
        .sort((a, b) => b.ratio - a.ratio);
      const faster = ratios.filter(({ ratio }) => ratio > 1);
      const where = phase === 'rest' ? 'at rest' : `while ${phase}`;
      out.push(
        faster.length === 0
          ? `No peer is faster ${where}.`
          : `Faster than sixfold ${where}: ${faster.map(({ name, ratio }) => `${name} ${short(ratio)} times`).join(', ')}.`,
      );
    }
    for (const [name, measure] of Object.entries(scene.measures)) {
      const off = (value: number) => Math.abs(value - (measure.truth ?? 0));
      const ours = this.measure(scene, OURS, name);
      if (!ours) continue;
      const nearer = this.names.filter((engine) => {
        const theirs = isPeer(engine) ? this.measure(scene, engine, name) : null;
        return theirs && off(theirs.value) < 0.98 * off(ours.value) && off(ours.value) > 10 ** -(measure.digits + 1);
      });
      if (nearer.length > 0) out.push(`Better in "${measure.label}": ${nearer.join(', ')}.`);
    }
    return out.join(' ');
  }

  /** Exponent of the cost between the smallest and largest number of bodies. */
  growth(): string {
    const sizes = growths.filter((scene) => this.measured(scene));
    if (sizes.length < 2) return '';
    const rows = this.names.map((engine) => {
      const cells = sizes.map((scene) =>
        ['moving', 'rest']
          .map((phase) => {
            const t = this.time(scene, engine, phase, 'median');
            return t ? short(t.value) : '–';
          })
          .join(' / '),
      );
      const exponent = ['moving', 'rest']
        .map((phase) => {
          const known = sizes.flatMap((scene) => {
            const t = this.time(scene, engine, phase, 'median');
            return t ? [{ n: Number(scene.name.split('-')[1]), t: t.value }] : [];
          });
          const [low, high] = [known[0], known.at(-1)];
          if (!low || !high || low.n === high.n) return '–';
          return (Math.log(high.t / low.t) / Math.log(high.n / low.n)).toFixed(2);
        })
        .join(' / ');
      return `| ${[engine === OURS ? `**${engine}**` : engine, ...cells, exponent].join(' | ')} |`;
    });
    const head = ['engine', ...sizes.map(({ title: text }) => `${text}: ms, moving / at rest`), 'exponent'];
    return `## Growth\n\nThe same pile at three sizes; the exponent is that of n between the smallest and the largest that was reached.\n
| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}\n${rows.join('\n')}\n\n![Growth](peers-growth.svg)\n`;
  }
}

const title = (measure: Measure): string => {
  const unit = measure.unit ? ` (${measure.unit})` : '';
  return measure.truth === null
    ? `${measure.label}${unit}`
    : `${measure.label}${unit}, truth ${shown(measure.truth, measure)}`;
};

const shown = (value: number, { digits }: Measure): string =>
  Math.abs(value) >= 1e5 ? value.toExponential(1) : Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(digits);

const noise = ({ noise: share }: Figure): string => (share > 0.1 ? ` ±${Math.round(100 * share)} %` : '');

export function writeReport(board: Board, folder: string): void {
  const tables = new Tables(board);
  const section = (name: string, text: string, list: readonly PeerScene[]) => {
    const measured = list.filter((scene) => tables.measured(scene));
    return measured.length === 0
      ? ''
      : `## ${name}\n\n${text}\n\n${measured.map((scene) => tables.scene(scene)).join('\n')}`;
  };
  const rulers = figure(board.results.map(({ yardstick }) => yardstick));
  const versions = engines
    .filter(({ name }) => name in board.versions)
    .map(({ name, packageName }) => `${name} (\`${packageName}\` ${board.versions[name]})`);
  const parts = [
    `# sixfold and its peers

Written by \`npm run bench -- peers\`; do not edit. How it is measured, and what each engine had to be told: [bench/README.md](../../bench/README.md).
${board.share < 1 ? '\n**Not a measurement:** a quick run with a share of the steps, to see that everything works.\n' : ''}
Measured ${board.when} on ${board.machine}, Node ${board.node}. Default settings of every engine, sleeping off, damping and restitution
off, one thread, the scene's own step (1/60 s unless said). Each run in a fresh process, engines in turns, ${board.repeat} time${board.repeat > 1 ? 's' : ''}; figures are the middle
of these, with half their range where it exceeds 10 %. A fixed piece of arithmetic before each run took ${rulers ? `${short(rulers.value)} ms ±${Math.round(100 * rulers.noise)} %` : '–'}: that is
how evenly the machine ran. Depths, speeds and energies are computed from poses and velocities by one and the same code for all. With sleeping off, too, sixfold
does not solve again what nothing moves ([rest](../decisions/rest.md)): its figures of stacks at rest are those of a step that passes them over.
"sixfold, warm" has stepped 30 bodies of every convex shape 60 times before, as [the guide](../guides/speed.md) says: what is compiled as it is used is then compiled, as that of engines in WebAssembly is when they are loaded.

Engines: ${versions.join(', ')}.
`,
    '![Milliseconds a step](peers-speed.svg)\n',
    section('Crowds', 'Many bodies, from the fall to rest.', crowds),
    section('Meshes', 'Bodies that are not convex.', meshes),
    section('What must stand', 'Stacks, and pushes just below and above what mathematics allows.', stands),
    section('Truths', 'Motions that have a formula.', truths),
    tables.growth(),
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'peers.md'),
    `${parts
      .filter((part) => part !== '')
      .join('\n')
      .trimEnd()}\n`,
  );
  writeFileSync(join(folder, 'peers-speed.svg'), speedPlot(tables, [...crowds, ...meshes, ...stands.slice(0, 3)]));
  writeFileSync(join(folder, 'peers-growth.svg'), growthPlot(tables, growths));
}

export type { Tables };

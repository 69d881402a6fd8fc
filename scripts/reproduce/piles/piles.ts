// Ten thousand steps of what is hard for a solver: a pile of 300 boxes and a salad of meshes, from the fall to long
// after they have come to rest. Writes docs/results/piles.md and its plot. Takes a quarter of an hour.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scenes } from '../../../scenes/index.js';
import { World } from '../../../src/index.js';
import { BLUE, Diagram, ORANGE, Picture } from '../../pictures/svg.js';
import { Progress } from '../progress.js';

const FOLDER = 'docs/results';
const STEPS = 10_000;
const TOLERANCE = 1e-8;
/** Kinetic energy (J) of a scene at rest: a kilogram at a micrometre a second. */
const AT_REST = 5e-13;

interface Run {
  title: string;
  bodies: number;
  /** By step: outer iterations, residual (N·s), milliseconds. */
  iterations: number[];
  residual: number[];
  milliseconds: number[];
  /** The step from which on it is at rest; kinetic energy at the end (J). */
  restFrom: number;
  energy: number;
  /** How much farther from the middle than at first any body got (m), and the largest depth met at rest (m). */
  escaped: number;
  deepest: number;
  /** Steps after which some number was not finite. */
  broken: number;
}

const RUNS = [
  ['pile of 300 boxes', 'pile', { boxes: 300 }],
  ['salad', 'salad', {}],
] as const;

const progress = new Progress('reproduce piles', RUNS.length * STEPS);
const runs = RUNS.map(([title, name, parameters]) => {
  progress.begin(title);
  return measure(title, name, parameters);
});
progress.stop();
mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'piles.svg'), plot());
writeFileSync(join(FOLDER, 'piles.md'), report());

function measure(title: string, name: string, parameters: Record<string, number>): Run {
  const scene = scenes.find((candidate) => candidate.name === name)!;
  const world = new World({ ...scene.make(parameters), sleep: false, solver: { tolerance: TOLERANCE } });
  const moving = [...world.bodies()].filter(({ type }) => type === 'dynamic');
  const spread = () => Math.max(...moving.map(({ position: [x, , z] }) => Math.hypot(x, z)));
  const atFirst = spread();
  const run: Run = {
    title,
    bodies: moving.length,
    iterations: [],
    residual: [],
    milliseconds: [],
    restFrom: 0,
    energy: 0,
    escaped: 0,
    deepest: 0,
    broken: 0,
  };
  for (let k = 0; k < STEPS; k++) {
    const begin = performance.now();
    world.step();
    run.milliseconds.push(performance.now() - begin);
    const { iterations, residual } = world.solverStatistics;
    run.iterations.push(iterations);
    run.residual.push(residual);
    run.energy = world.energy().kinetic;
    if (!Number.isFinite(run.energy)) run.broken++;
    if (!(run.energy < AT_REST)) run.restFrom = k + 1;
    progress.tick();
  }
  run.escaped = spread() - atFirst;
  run.deepest = Math.max(...world.contacts().map(({ depth }) => depth));
  return run;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Residuals over the first thousand steps. */
function plot(): string {
  const shown = 1000;
  const picture = new Picture(1060, 420, 'Residual of a pile and of a salad, step by step');
  picture.text([24, 30], 'From the fall to rest: residual after at most 50 iterations', { size: 17, bold: true });
  runs.forEach(({ title, residual }, k) => {
    const left = 90 + 500 * k;
    const diagram = new Diagram(picture, left, 74, 420, 280, [1, shown], [1e-14, 10], true);
    picture.text([left, 64], title, { size: 12, bold: true });
    diagram.frame(
      [1, 10, 100, 1000].map((x) => [x, `${x}`]),
      [0, -4, -8, -12].map((p) => [10 ** p, p === 0 ? '1' : `1e${p}`]),
      'step',
      k === 0 ? 'residual (N·s)' : '',
    );
    picture.line(diagram.at(1, TOLERANCE), diagram.at(shown, TOLERANCE), { stroke: ORANGE, width: 1.5 });
    residual.slice(0, shown).forEach((r, n) => {
      picture.circle(diagram.at(n + 1, Math.min(10, Math.max(1e-14, r))), 1.5, { fill: BLUE });
    });
  });
  return picture.toString();
}

function report(): string {
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  const rows = runs.map((run) => {
    const { iterations, residual, restFrom, milliseconds } = run;
    const met = residual.filter((r) => r <= TOLERANCE).length;
    const metFalling = residual.slice(0, restFrom).filter((r) => r <= TOLERANCE).length;
    return [
      `| ${run.title}, ${run.bodies} bodies`,
      median(iterations),
      `${share(met, STEPS)} of all, ${share(metFalling, restFrom)} of the moving`,
      `${median(iterations.slice(0, restFrom))}, residual ${median(residual.slice(0, restFrom)).toExponential(0)} N·s`,
      restFrom < STEPS
        ? `after ${restFrom} steps, ${run.energy.toExponential(0)} J at the end`
        : `no, ${run.energy.toExponential(0)} J`,
      `${run.broken} broken, ${(1e3 * Math.max(0, run.escaped)).toFixed(0)} mm farther out than at first, ${(1e3 * run.deepest).toFixed(3)} mm deep`,
      `${median(milliseconds.slice(0, restFrom)).toPrecision(2)} / ${median(milliseconds.slice(restFrom)).toPrecision(2)} |`,
    ].join(' | ');
  });
  return `# Piles, ten thousand steps

Written by \`npm run reproduce -- piles\`; do not edit. How the solver works: [solver.md](../theory/solver.md).

Default settings (\`six\`, \`auto\`, at most 50 iterations, 1/60 s), sleeping off, tolerance ${TOLERANCE.toExponential(0)} N·s. Every step counts, from the first contact to the
last second of ${Math.round(STEPS / 60)} s. At rest means less than ${AT_REST} J in all from then on.

| scene | median of outer iterations | tolerance met in | while it moves: median of iterations | comes to rest | failures | ms a step, moving / at rest |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

![Residual by step](piles.svg)

A step that is not solved to 1e-8 returns the best point met; it is not a failure, and what is missing shows as the residual. Bodies that are held all round
while others still push them have stresses that nothing determines, and their contacts contradict each other by a hair: impulses have to travel far along
forces that balance each other, from one change of state to the next (see [the method's limits](../theory/solver.md#what-it-cannot-do)).
`;
}

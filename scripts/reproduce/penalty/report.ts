// The text of docs/results/penalty.md.

import type { StepTimes } from './step-times.js';

export interface Measured {
  machine: string;
  walls: readonly {
    name: string;
    points: readonly (readonly [number, number])[];
    fit: number;
    standsFor: number;
    largestStandsFor: number;
  }[];
  momentum: readonly { name: string; at60: number; depth: number }[];
  shovels: StepTimes & { meanCpu: number };
}

const short = (x: number): string =>
  x === 0 ? '0' : Math.abs(x) >= 1e-3 && Math.abs(x) < 1e4 ? String(Number(x.toPrecision(3))) : x.toExponential(1);

const standing = (seconds: number): string => (seconds >= 10 ? 'all 10 s' : `${short(seconds)} s`);

export function writeReport({ machine, walls, momentum, shovels }: Measured): string {
  const blocks = walls[0]!.points.map(([n]) => n);
  const rows = walls.map(
    ({ name, points, fit, standsFor, largestStandsFor }) =>
      `| ${name} | ${points.map(([, ms]) => short(ms)).join(' | ')} | ${fit.toFixed(4)} | ${standing(standsFor)} | ${standing(largestStandsFor)} |`,
  );
  const rest = momentum.map(({ name, at60, depth }) => `| ${name} | ${short(at60)} | ${short(1000 * depth)} |`);
  return `# Contact-volume penalty: the paper measured again

Written by \`npm run reproduce -- penalty\`; do not edit. The paper: S. Hasegawa, M. Sato, *Real-time Rigid Body Simulation for Haptic
Interactions Based on Contact Volume of Polygonal Objects*, Eurographics 2004. The method and what we change in it:
[penalty.md](../theory/penalty.md).

This run: ${machine}, one thread. Figures 10 and 15 depend on the machine; other programs may have been running. Motions do not
depend on the clock.

## Figure 10: time per step

Walls of blocks of 2 × 1 × 1 m and 1 kg, step 5 ms, milliseconds of CPU a step while it stands (0.05 s to 0.15 s, best of nine); R² of a straight line; and how long walls of 28 and of 200
blocks stand in ten seconds (no block more than half a metre aside). The paper's deepest-point method fell after 1.8 s.

| model | ${blocks.join(' | ')} | R² | 28 stand | 200 stand |
| --- | ${blocks.map(() => '---').join(' | ')} | --- | --- | --- |
${rows.join('\n')}

![cost of a step](penalty-figure-10.svg)

## Figure 12: a tilted cube

Friction 0, 1500 N/m, 1.5 N·s/m, step 10 ms. At rest it must stand 6.53 mm deep (m g/k, with the paper's g = 9.8 m/s²); \`six\` and \`point\` have no springs.

| model | turning at 60 s (rad/s) | depth at 60 s (mm) |
| --- | --- | --- |
${rest.join('\n')}

![angular momentum](penalty-figure-12.svg)

## Figure 14: stick-slip

The weight of Experiment 3 at steps of 1 ms, beside ideal dry friction with the same two coefficients. \`six\` and \`point\` know one coefficient (that in motion), so they
swing about the pull of 3.14 N (μ m g) and come to a halt for an instant only.

![way of the weight](penalty-figure-14.svg)

The tension of the spring: it starts to slip at 5.20 N (μ₀ m g) and stops at 1.08 N. The deepest point is left out: it wanders over the face.

![tension of the spring](penalty-figure-14-tension.svg)

## Figure 15: two hands

Two shovels and six blocks, ${shovels.steps.toLocaleString('en')} steps of 1 ms: median ${short(shovels.median)} ms by the wall clock, 99.9th percentile ${short(shovels.p999)} ms, longest ${short(shovels.longest)} ms at
${short(shovels.slowest[0]!.time)} s of simulated time (${shovels.slowest[0]!.cause}); ${shovels.collections} garbage collections; ${short(shovels.meanCpu)} ms of CPU a step on average, collections and compilation included. The paper's steps took less than 2.8 ms. \`npm run bench -- haptics\` measures the same
paced by the clock; where other programs run, percentiles are theirs. Under \`six\` and \`point\` the same hands play; figures above 0.5 ms are cut off.

![cost of a step](penalty-figure-15.svg)
`;
}

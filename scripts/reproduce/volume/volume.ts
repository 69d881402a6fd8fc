// Allard et al. 2010 measured again: truths of soft bodies, the rod and the snake of Figure 7 by cells, and what a step costs. Writes
// docs/results/volume.md. CPU time is measured, not the wall clock: other programs may be running.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { cutBar, fork, snake, softTori } from '../../../scenes/soft.js';
import { type SceneDescription, World } from '../../../src/index.js';
import { volume } from '../../../src/volume.js';
import { Progress } from '../progress.js';

const FOLDER = 'docs/results';
const ROD_STEPS = 60;
const SNAKE_STEPS = 100;
const RODS = [
  [1, 0],
  [2, 1 / 3],
  [4, 0.4],
  [7, 0.4127],
  [12, 0.4118],
  [20, 0.4138],
  [40, 0.414],
] as const;
/** Cells, and the paper's mean and greatest difference (% of the length). */
const SNAKES = [
  [1, 26.21, 61.3],
  [4, 3.47, 9.94],
  [7, 3.85, 6.58],
  [12, 0.4, 0.83],
  [20, 0.25, 0.46],
] as const;
const SCENES = [cutBar, fork, snake, softTori];
const SCENE_STEPS = 60;

const progress = new Progress(
  'reproduce volume',
  2 * RODS.length * ROD_STEPS + (SNAKES.length + 1) * SNAKE_STEPS + SCENES.length * SCENE_STEPS,
);
mkdirSync(FOLDER, { recursive: true });
const cpu = (): number => process.cpuUsage().user / 1000;
const worldOf = (scene: object): World => new World(scene as SceneDescription, { models: [volume] });

function run(world: World, steps: number): World {
  for (let k = 0; k < steps; k++) {
    world.step();
    progress.tick();
  }
  return world;
}

/** Speed of a rod that is pulled sideways at its end with a share of μ m g, after a while (m/s and rad/s together). */
function rod(cells: number, share: number): number {
  const [mu, d] = [0.5, 0.02];
  const mass = 1000 * d * d;
  const f = share * mu * mass * 9.81;
  const body = {
    name: 'rod',
    shape: { type: 'box', size: [1, d, d] },
    mass,
    position: [0.5, d / 2, d / 2 + 0.001],
    force: [0, 0, f],
    torque: [(-d / 2) * f, -0.5 * f, 0],
  };
  const world = worldOf({
    timeStep: 0.005,
    sleep: false,
    contact: { model: 'volume', friction: mu, cell: 1 / cells },
    bodies: [{ name: 'ground', type: 'static', shape: { type: 'half-space' } }, body],
  });
  const { angularVelocity, linearVelocity } = run(world, ROD_STEPS).body('rod')!;
  return Math.abs(angularVelocity[1]) + Math.abs(linearVelocity[2]);
}

const rods = RODS.map(([cells, truth]) => {
  const below = truth === 0 ? 0 : rod(cells, 0.99 * truth);
  const above = rod(cells, truth === 0 ? 0.01 : 1.01 * truth);
  return { cells, truth, holds: below < 1e-4, moves: above > 1e-3 };
});

const nodesOf = (cells: number): number[] =>
  run(worldOf(snake.make({ cells })), SNAKE_STEPS)
    .body('snake')!
    .report(['nodes']).nodes as number[];
const many = nodesOf(40);
const snakes = SNAKES.map(([cells, mean, most]) => {
  const nodes = nodesOf(cells);
  let sum = 0;
  let worst = 0;
  for (let k = 0; k < nodes.length; k += 3) {
    const gap = Math.hypot(nodes[k]! - many[k]!, nodes[k + 1]! - many[k + 1]!, nodes[k + 2]! - many[k + 2]!);
    sum += gap / (nodes.length / 3);
    worst = Math.max(worst, gap);
  }
  return { cells, mean, most, ourMean: 100 * sum, ourMost: 100 * worst };
});

const costs = SCENES.map((scene) => {
  const world = worldOf(scene.make());
  run(world, 10);
  const start = cpu();
  run(world, SCENE_STEPS - 10);
  const ms = (cpu() - start) / (SCENE_STEPS - 10);
  const nodes = world.part(volume).softs.list.reduce((n, { body }) => n + body.solid.nodeCount, 0);
  const triangles = world.part(volume).softs.list.reduce((n, { body }) => n + body.surface.indices.length / 3, 0);
  return { name: scene.name, nodes, triangles, ms };
});
progress.stop();

const percent = (x: number): string => x.toFixed(2);
const text = `# Volume constraints, measured

\`npm run reproduce -- volume\` writes this page; the method is in [theory/volume.md](../theory/volume.md). ${cpus()[0]?.model ?? 'One core'}, one core, CPU time.

## A rod pulled sideways at its end, by cells

A rigid rod lies on the floor from x = 0 to 1 m, cells anchored at the origin, and is pulled sideways at its end at floor height. It should start to move at the given share of μ m g: it must hold at 0.99 of it and move at 1.01 (one cell: move
at 0.01 μ m g, spinning about its middle).

| cells | share of μ m g | holds below | moves above |
| ---: | ---: | --- | --- |
${rods.map((r) => `| ${r.cells} | ${r.truth.toFixed(4)} | ${r.truth === 0 ? '–' : r.holds ? 'yes' : 'NO'} | ${r.moves ? 'yes' : 'NO'} |`).join('\n')}

## The snake of Figure 7

A soft rod of 1 m, pulled sideways at one end with 9 N for a second; difference of its nodes from the solution with 40 cells, in per cent of its length. The paper prints no parameters and compares with many contact points, so its column is for
orientation only.

| cells | paper: mean, greatest (%) | ours: mean, greatest (%) |
| ---: | --- | --- |
${snakes.map((s) => `| ${s.cells} | ${s.mean} / ${s.most} | ${percent(s.ourMean)} / ${percent(s.ourMost)} |`).join('\n')}

## What a step costs

| scene | soft nodes | triangles | CPU ms a step |
| --- | ---: | ---: | ---: |
${costs.map((c) => `| ${c.name} | ${c.nodes} | ${c.triangles} | ${c.ms.toFixed(1)} |`).join('\n')}

The paper's own scenes (armadillos, octopuses, toys, the medical scene; Table 1) are not built: there is no comparison with its frame rates here.
`;
writeFileSync(`${FOLDER}/volume.md`, text);

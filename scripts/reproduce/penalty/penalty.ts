// Hasegawa & Sato 2004 measured again: Figures 10, 12, 14 and 15, with the other models beside them. Writes
// docs/results/penalty.md and its figures. CPU time is measured for walls, the wall clock for hands: run it on a
// machine that does nothing else.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { blockWall, stickSlip, tiltedCube } from '../../../scenes/haptics.js';
import { shovels } from '../../../scenes/shovels.js';
import { allModels } from '../../../src/all-models.js';
import { type SceneDescription, World, withModel } from '../../../src/index.js';
import { BLUE, GREEN, INK, ORANGE, PURPLE, RED } from '../../pictures/svg.js';
import { Progress } from '../progress.js';
import { type Curve, motionPlot } from '../six/plots.js';
import { writeReport } from './report.js';
import { measureSteps } from './step-times.js';

const FOLDER = 'docs/results';
const worldOf = (scene: SceneDescription, model = 'penalty') =>
  new World(withModel(scene, model, allModels), { models: allModels });

const WALLS = [3, 6, 13, 28, 55, 91, 136, 200];
/** From 0.05 s to 0.15 s after the start, so many times. */
const WALL_STEPS = 20;
const ROUNDS = 9;
const CUBE_STEPS = 6000;
const SLIP_STEPS = 5000;
const SHOVEL_STEPS = 60_000;
const OTHERS_STEPS = 16_000;
const VARIANTS = [
  { name: 'penalty, areas', model: 'penalty', area: 1, color: BLUE },
  { name: 'penalty, deepest point', model: 'penalty', area: 0, color: RED },
  { name: 'six', model: 'six', area: 1, color: GREEN },
  { name: 'point', model: 'point', area: 1, color: ORANGE },
] as const;

const progress = new Progress(
  'reproduce penalty',
  4 * CUBE_STEPS + 5 * SLIP_STEPS + SHOVEL_STEPS + 2 * OTHERS_STEPS + 8 * 2000,
);
mkdirSync(FOLDER, { recursive: true });

/** CPU milliseconds of this process. */
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function run(world: World, steps: number, watch?: (world: World) => void): void {
  for (let k = 0; k < steps; k++) {
    world.step();
    watch?.(world);
    if (k % 500 === 499) progress.tick(500);
  }
}

// Figure 10: time per step against blocks.
export interface WallTimes {
  name: string;
  color: string;
  points: [number, number][];
  /** Coefficient of determination of the straight line through them. */
  fit: number;
  standsFor: number;
  /** Likewise of the largest wall. */
  largestStandsFor: number;
}

function timesOfWalls({ name, model, area, color }: (typeof VARIANTS)[number]): WallTimes {
  // Compiled before it counts.
  run(worldOf(blockWall.make({ blocks: 55, area }), model), 100);
  const points = WALLS.map((blocks): [number, number] => {
    progress.begin(`wall of ${blocks}, ${name}`);
    // The best of some, while the wall still stands: what other programs and garbage cost is not what the figure is
    // about.
    let least = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      const world = worldOf(blockWall.make({ blocks, area }), model);
      run(world, 10);
      const start = cpu();
      run(world, WALL_STEPS);
      least = Math.min(least, (cpu() - start) / WALL_STEPS);
    }
    return [blocks, least];
  });
  const stands = (blocks: number) => standsFor(worldOf(blockWall.make({ blocks, area }), model));
  return { name, color, points, fit: straightness(points), standsFor: stands(28), largestStandsFor: stands(200) };
}

/** How long no block is more than half a metre aside, up to ten seconds. */
function standsFor(world: World): number {
  const start = new Map([...world.bodies()].map((body) => [body.name, body.position]));
  let time = 10;
  run(world, 2000, () => {
    if (time < 10 || world.stepCount % 20 !== 0) return;
    for (const { name: body, position: p } of world.bodies()) {
      const q = start.get(body)!;
      if (Math.max(Math.abs(p[0] - q[0]), Math.abs(p[2] - q[2])) > 0.5) time = Math.min(time, world.time);
    }
  });
  return time;
}

function straightness(points: readonly (readonly [number, number])[]): number {
  const mean = (f: (p: readonly [number, number]) => number) => points.reduce((s, p) => s + f(p), 0) / points.length;
  const x = mean((p) => p[0]);
  const y = mean((p) => p[1]);
  const xy = mean((p) => (p[0] - x) * (p[1] - y));
  return (xy * xy) / (mean((p) => (p[0] - x) ** 2) * mean((p) => (p[1] - y) ** 2));
}

const walls = VARIANTS.map(timesOfWalls);

// Figure 12: angular momentum of the tilted cube about z.
const I = 4 / 6;
const momentum = VARIANTS.map(({ name, model, area, color }) => {
  progress.begin(`tilted cube, ${name}`);
  const world = worldOf(tiltedCube.make({ area }), model);
  const cube = world.body('cube');
  const points: [number, number][] = [];
  run(world, CUBE_STEPS, () => {
    if (world.stepCount <= 2000 && world.stepCount % 2 === 0) points.push([world.time, I * cube.angularVelocity[2]]);
  });
  return { name, color, points, at60: Math.abs(cube.angularVelocity[2]), depth: 1 - cube.position[1] };
});

// Figure 14: how far the weight gets, and what pulls it.
const SPRING = 400;
const slips = [
  ...VARIANTS.map((v) => ({ ...v, damping: 0 })),
  { name: 'areas, small damper', model: 'penalty', area: 1, color: PURPLE, damping: 3 } as const,
].map(({ name, model, area, color, damping }) => {
  progress.begin(`stick-slip, ${name}`);
  const scene = stickSlip.make({ damping });
  const world = worldOf(
    area === 1
      ? scene
      : { ...scene, contact: { ...scene.contact, penaltyArea: false } as SceneDescription['contact'] & object },
    model,
  );
  const weight = world.body('weight');
  const hook = world.body('hook');
  const points: [number, number][] = [[0, 0]];
  const tension: [number, number][] = [[0, 0]];
  run(world, SLIP_STEPS, () => {
    if (world.stepCount % 5 !== 0) return;
    points.push([world.time, 1000 * weight.position[0]]);
    tension.push([world.time, SPRING * (hook.position[0] - weight.position[0] - 0.3)]);
  });
  return { name, color, points, tension };
});

/** Ideal dry friction: sticks until the spring overcomes μ₀, then slips as an oscillator. */
function idealSlip(): { points: [number, number][]; tension: [number, number][] } {
  const [m, k, v, rest, moving, g] = [2, 400, 0.0642, 0.265, 0.16, 9.81];
  const points: [number, number][] = [];
  const tension: [number, number][] = [];
  let x = 0;
  let u = 0;
  let sticks = true;
  const h = 1e-4;
  for (let n = 0; n <= 50_000; n++) {
    const pull = k * (v * n * h - x);
    if (sticks && pull > rest * m * g) sticks = false;
    if (!sticks) {
      u += (h * (pull - moving * m * g)) / m;
      if (u < 0) {
        u = 0;
        sticks = true;
      }
      x += h * u;
    }
    if (n % 50 !== 0) continue;
    points.push([n * h, 1000 * x]);
    tension.push([n * h, pull]);
  }
  return { points, tension };
}

// Figure 15: what every step of the shovels costs.
progress.begin('two shovels');
const world = worldOf(shovels.make());
const cpuStart = cpu();
const times = await measureSteps(world, SHOVEL_STEPS, {
  paced: false,
  tick: (k) => {
    if (k % 500 === 499) progress.tick(500);
  },
});
const meanCpu = (cpu() - cpuStart) / SHOVEL_STEPS;
/** Medians of 100 steps each, over the time in which something happens. */
function mediansOf(took: Float64Array): [number, number][] {
  const out: [number, number][] = [];
  for (let from = 0; from < OTHERS_STEPS; from += 100) {
    const part = [...took.subarray(from, from + 100)].sort((a, b) => a - b);
    out.push([(from + 50) / 1000, part[50]!]);
  }
  return out;
}
const hands = [{ name: 'penalty', color: BLUE, points: mediansOf(times.took) }];
for (const { name, model, color } of [
  { name: 'six', model: 'six', color: GREEN },
  { name: 'point', model: 'point', color: ORANGE },
]) {
  progress.begin(`two shovels, ${name}`);
  const tick = (k: number): void => {
    if (k % 500 === 499) progress.tick(500);
  };
  const other = await measureSteps(worldOf(shovels.make(), model), OTHERS_STEPS, { paced: false, tick });
  hands.push({ name, color, points: mediansOf(other.took) });
}
progress.stop();

const ideal = idealSlip();
const save = (name: string, svg: string): void => writeFileSync(`${FOLDER}/penalty-${name}.svg`, svg);
const curve = ({ name, color, points }: { name: string; color: string; points: Curve['points'] }): Curve => ({
  name,
  color,
  points,
});
const top = Math.ceil(Math.max(...walls.flatMap(({ points }) => points.map(([, y]) => y))));
save(
  'figure-10',
  motionPlot(
    'Figure 10: cost of a step of a wall',
    'blocks',
    'CPU time per step (ms)',
    [0, 200, 50],
    [0, top, top / 4],
    walls.map(curve),
  ),
);
save(
  'figure-12',
  motionPlot(
    'Figure 12: a tilted cube, angular momentum about z',
    'time (s)',
    'kg·m²/s',
    [0, 20, 5],
    [-3, 3, 1],
    [momentum[1]!, momentum[0]!, momentum[2]!, momentum[3]!].map(curve),
  ),
);
save(
  'figure-14',
  motionPlot(
    'Figure 14: way of the weight',
    'time (s)',
    'mm',
    [0, 5, 1],
    [0, 400, 100],
    [{ name: 'ideal dry friction', color: INK, points: ideal.points, dash: '5 3' }, ...slips.map(curve)],
  ),
);
save(
  'figure-14-tension',
  motionPlot(
    'Figure 14: tension of the spring',
    'time (s)',
    'N',
    [0, 3, 0.5],
    [0, 8, 2],
    [
      { name: 'ideal dry friction', color: INK, points: ideal.tension.filter(([t]) => t <= 3), dash: '5 3' },
      ...slips
        .filter(({ name }) => name !== 'penalty, deepest point')
        .map(({ name, color, tension }) => ({ name, color, points: tension.filter(([t]) => t <= 3) })),
    ],
  ),
);
save(
  'figure-15',
  motionPlot(
    'Figure 15: cost of a step with two hands',
    'time (s)',
    'median of 100 steps (ms)',
    [0, 16, 4],
    [0, 0.5, 0.1],
    hands.map(({ points, ...rest }) => ({ ...rest, points: points.map(([t, c]) => [t, Math.min(c, 0.5)] as const) })),
  ),
);
writeFileSync(
  `${FOLDER}/penalty.md`,
  writeReport({
    machine: `${cpus()[0]?.model.replace(/ \d.*/, '') ?? 'unknown'}, ${cpus().length} threads, Node ${process.version}`,
    walls,
    momentum,
    shovels: { ...times, meanCpu },
  }),
);

// Small scenes with a known answer, for all three models: what the paper's simplifications cost, and what ours buy.

import type { BodyDescription, SceneDescription, World } from '../../../src/index.js';
import type { Progress } from '../progress.js';
import { MODELS, type Model, OURS, PAPER, worldOf } from './measure.js';
import { COLORS, type Curve } from './plots.js';

const G = 9.81;
const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };
const colorOf = (model: Model) => (model === PAPER ? COLORS.paper : model === OURS ? COLORS.ours : COLORS.point);

export interface Truth {
  what: string;
  truth: string;
  /** For each of MODELS. */
  found: string[];
}

const plate: SceneDescription = {
  timeStep: 1 / 240,
  contact: { friction: 0.5 },
  bodies: [
    ground,
    {
      name: 'body',
      shape: { type: 'box', size: [1, 0.05, 1] },
      mass: 1,
      position: [0, 0.025, 0],
      angularVelocity: [0, 10, 0],
    },
  ],
};

const disc: SceneDescription = {
  timeStep: 1 / 240,
  contact: { friction: 0.5 },
  bodies: [
    ground,
    {
      name: 'body',
      shape: { type: 'cylinder', radius: 0.5, height: 0.01 },
      mass: 1,
      position: [0, 0.005, 0],
      linearVelocity: [3, 0, 0],
      angularVelocity: [0, 10, 0],
    },
  ],
};

const rolling = (type: 'sphere' | 'cylinder', depth: number): SceneDescription => ({
  gravity: [G * Math.sin(0.2), -G * Math.cos(0.2), 0],
  contact: { friction: 0.5, depth },
  bodies: [
    ground,
    {
      name: 'body',
      shape: type === 'sphere' ? { type, radius: 0.5 } : { type, radius: 0.5, height: 1 },
      mass: 1,
      position: [0, 0.5 - (type === 'sphere' ? 2 : 1.5) * depth, 0],
      rotation: type === 'sphere' ? [0, 0, 0, 1] : [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    },
  ],
});

const overhang = (friction: number): SceneDescription => ({
  contact: { friction, depth: 0.0186 },
  bodies: [
    { name: 'base', type: 'static', shape: { type: 'box', size: [1, 1, 1] }, position: [0, -0.5, 0] },
    { name: 'body', shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0.4, 0.5, 0] },
  ],
});

function play(
  scene: SceneDescription,
  model: Model,
  seconds: number,
  progress: Progress,
  each?: (w: World) => void,
): World {
  const world = worldOf(scene, model);
  for (let k = Math.round(seconds / world.timeStep); k > 0; k--) {
    world.step();
    each?.(world);
  }
  progress.tick();
  return world;
}

/** Steps of the bar that `measureTruths` takes. */
export const TRUTH_TICKS = 3 * 7;

export function measureTruths(progress: Progress): { truths: Truth[]; spin: Curve[]; slide: Curve[] } {
  const truths: Truth[] = [];
  const spin: Curve[] = [];
  const slide: Curve[] = [];
  progress.begin('spinning, sliding, rolling, overhanging');

  truths.push({
    what: 'square plate, 10 rad/s, stops after (s)',
    truth: '0.888',
    found: MODELS.map((model) => {
      const points: [number, number][] = [[0, 10]];
      let stops = 0;
      play(plate, model, 1.2, progress, (w) => {
        const rate = w.body('body').angularVelocity[1];
        if (Math.abs(rate) > 1e-6) stops = w.time + w.timeStep;
        points.push([w.time, rate]);
      });
      spin.push({ name: model.name, color: colorOf(model), points: points.filter((_, k) => k % 6 === 0) });
      return stops.toFixed(3);
    }),
  });
  spin.push({
    name: 'truth',
    color: COLORS.truth,
    dash: '5 5',
    points: [
      [0, 10],
      [0.888, 0],
      [1.2, 0],
    ],
  });

  truths.push({
    what: 'disc, 3 m/s and 10 rad/s, travels (m)',
    truth: '1.578',
    found: MODELS.map((model) => {
      const points: [number, number][] = [[0, 0]];
      const w = play(disc, model, 1.5, progress, (world) => points.push([world.time, world.body('body').position[0]]));
      slide.push({ name: model.name, color: colorOf(model), points: points.filter((_, k) => k % 6 === 0) });
      return w.body('body').position[0].toFixed(3);
    }),
  });
  slide.push({
    name: 'truth at rest',
    color: COLORS.truth,
    dash: '5 5',
    points: [
      [1.041, 1.578],
      [1.5, 1.578],
    ],
  });

  for (const [type, depth] of [
    ['sphere', 1e-4],
    ['cylinder', 1e-4],
  ] as const) {
    const share = type === 'sphere' ? 5 / 7 : 2 / 3;
    const a = type === 'sphere' ? 2 * Math.sqrt(0.5 * depth) : Math.sqrt(1.5 * depth);
    truths.push({
      what: `${type} of 0.5 m at depth 0.1 mm: half-width of the patch that its rolling resists with (mm)`,
      truth: (1000 * a).toFixed(2),
      found: MODELS.map((model) => {
        let before = 0;
        let after = 0;
        play(rolling(type, depth), model, 1.2, progress, (w) => {
          after = w.body('body').linearVelocity[0];
          if (w.time < 0.2 + 1e-6) before = after;
        });
        return (1000 * 0.5 * (Math.tan(0.2) - (after - before) / (share * G * Math.cos(0.2)))).toFixed(2);
      }),
    });
  }

  for (const friction of [0.002, 0.029, 0.033]) {
    truths.push({
      what: `cube overhanging by 0.4 m at depth 18.6 mm, μ = ${friction}: slides in 1 s by (mm)`,
      truth: '0',
      found: MODELS.map((model) => {
        let start = 0;
        const w = play(overhang(friction), model, 1.5, progress, (world) => {
          if (world.time < 0.5 + 1e-6) start = world.body('body').position[0];
        });
        const way = 1000 * Math.abs(w.body('body').position[0] - start);
        return way < 0.005 ? '0' : way.toFixed(way < 10 ? 2 : 0);
      }),
    });
  }
  return { truths, spin, slide };
}

// Boxes and others on belts, level and inclined up to 0.9 of where they would slip or tip.

import { type Quat, type Vec3, World } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { decades, pick, short, type Trial } from './trial.js';
import { standing } from './turntable.js';

const G = 9.81;
const SECONDS = 10;

/** Slip below 0.1 % of its way in 10 s, from when it has the belt's speed. */
export function belt(seed: number): Trial {
  const random = new Random(8000 + seed);
  const u = (low: number, high: number) => random.between(low, high);
  const size = decades(random, 0.01, 2);
  const { shape, height, foot, kind } = standing(random, size);
  const friction = u(0.1, 1.2);
  const high = new World({ bodies: [{ name: 'it', shape, density: 1000, position: [0, 0.5 * height, 0] }] }).body('it')
    .centerOfMass[1];
  const steep = Math.min(friction, foot / high);
  const lean = random.below(3) === 0 ? 0 : u(0, 0.9) * Math.atan(steep);
  const speed = decades(random, 0.02, 5);
  // Up, down or across the slope, which falls along -x.
  const way = u(0, 2 * Math.PI);
  const [c, s] = [Math.cos(lean), Math.sin(lean)];
  const along: Vec3 = [Math.cos(way) * c, Math.cos(way) * s, Math.sin(way)];
  const moves: Vec3 = [speed * along[0], speed * along[1], speed * along[2]];
  const tilt: Quat = [0, 0, Math.sin(0.5 * lean), Math.cos(0.5 * lean)];
  const facing = 0.5 * u(0, 2 * Math.PI);
  // About the belt's normal, then leaning with it.
  const rotation: Quat = [
    -tilt[2] * Math.sin(facing),
    tilt[3] * Math.sin(facing),
    tilt[2] * Math.cos(facing),
    tilt[3] * Math.cos(facing),
  ];
  // From rest it is taken along with what friction has left beside the slope; who would tip by that starts with it.
  const canStart = foot / high > 1.5 * friction;
  const start = canStart && random.below(2) === 0 ? 'rest' : 'speed';
  const drop = random.below(2) === 0 ? 0 : 0.02 * size;
  const under = pick(random, ['half-space', 'box'] as const);
  // μ cos - sin is what friction has left up the slope.
  const settles = start === 'rest' ? speed / (G * Math.max(0.05 * friction, friction * c - s)) : 0;
  const from = Math.round(60 * (1.2 * settles + 0.5));
  if (settles > 20) return { drawn: 'takes too long to come to speed', measures: [] };
  const length = 2 * speed * (SECONDS + from / 60) + 20 * size;
  const world = new World({
    sleep: false,
    contact: { friction },
    bodies: [
      {
        type: 'static',
        shape: under === 'box' ? { type: 'box', size: [length, size, length] } : { type: 'half-space' },
        position: under === 'box' ? [0.5 * size * s, -0.5 * size * c, 0] : [0, 0, 0],
        rotation: tilt,
        // In the belt's own frame.
        surfaceVelocity: [speed * Math.cos(way), 0, speed * Math.sin(way)],
      },
      {
        name: 'rider',
        shape,
        density: decades(random, 200, 8000),
        position: [-(0.5 * height + drop) * s, (0.5 * height + drop) * c, 0],
        rotation,
        linearVelocity: start === 'speed' ? moves : [0, 0, 0],
      },
    ],
  });
  const body = world.body('rider');
  for (let k = 0; k < from; k++) world.step();
  const at = [...body.centerOfMass];
  let slip = 0;
  const steps = 60 * SECONDS;
  for (let k = 1; k <= steps; k++) {
    world.step();
    const off = [0, 1, 2].map((m) => body.centerOfMass[m]! - at[m]! - (moves[m]! * k) / 60);
    slip = Math.max(slip, Math.hypot(...off));
  }
  return {
    drawn: `${kind} of ${short(size)} m on a ${under}, ${short(speed)} m/s, leaning by ${short(lean)} of ${short(Math.atan(steep))}, friction ${short(friction)}, from ${start}${drop ? ', dropped' : ''}`,
    measures: [{ name: 'slip, of its way', found: slip / (speed * SECONDS), most: 1e-3 }],
  };
}

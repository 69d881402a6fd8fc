// Single bodies whose motion mathematics knows: rolling, spinning, sliding, an incline, torsion, a coin.

import type { BodyDescription, SceneDescription, Vec3 } from '../../../src/index.js';
import { FRAME } from '../engine.js';
import type { Record as RunRecord } from '../run.js';
import { lessIsBetter, millimetres, type PeerScene, truth } from '../scene.js';
import { scene } from './stands.js';

const G = 9.81;
const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };

/** Gravity leans by an angle towards +x: an incline without a plank. */
const leaning = (angle: number): Vec3 => [G * Math.sin(angle), -G * Math.cos(angle), 0];
const ball = 1;

const velocity = (frame: Float64Array, axis: number) => frame[FRAME * ball + 7 + axis]!;
const spin = (frame: Float64Array, axis: number) => frame[FRAME * ball + 10 + axis]!;

const single = (body: BodyDescription, friction: number, more: Partial<SceneDescription> = {}): SceneDescription => ({
  contact: { friction },
  bodies: [ground, body],
  ...more,
});

const TILT = (15 * Math.PI) / 180;
const PLATE: BodyDescription = {
  name: 'plate',
  shape: { type: 'box', size: [1, 0.05, 1] },
  mass: 1,
  position: [0, 0.025, 0],
};
/** Of a square plate with even pressure about its centre, over the side. */
const SQUARE_ARM = 0.3825978582;
const LIMIT = 0.5 * G * SQUARE_ARM;
const PLATE_INERTIA = 1 / 6;

const torsion = (share: number): PeerScene => ({
  name: `torsion-${Math.round(100 * share)}`,
  title: `Torsion, ${share} of the limit`,
  about: 'A square plate is turned by a torque about the vertical.',
  seconds: 2,
  every: 1,
  phases: { moving: [0, 2] },
  measures: {
    rate: truth('turns after 2 s at', 'rad/s', share < 1 ? 0 : ((share - 1) * LIMIT * 2) / PLATE_INERTIA, 3),
  },
  make: () => single({ ...PLATE, torque: [0, share * LIMIT, 0] }, 0.5),
  measure: (record) => ({ rate: spin(record.last, 1) }),
});

const CREEP = Math.atan(0.475);

export const truths: readonly PeerScene[] = [
  {
    name: 'rolling',
    title: 'Rolling ball',
    about: 'A ball of 0.1 m rolls down an incline of 15°: 5/7 g sin θ.',
    seconds: 2,
    every: 1,
    phases: { moving: [0, 2] },
    measures: {
      acceleration: truth('acceleration', 'm/s²', (5 / 7) * G * Math.sin(TILT)),
      deepest: millimetres('deepest'),
    },
    make: () =>
      single({ name: 'ball', shape: { type: 'sphere', radius: 0.1 }, density: 1000, position: [0, 0.1, 0] }, 0.5, {
        gravity: leaning(TILT),
      }),
    measure: (record) => ({
      acceleration: velocity(record.last, 0) / record.time(record.frames.length - 1),
      deepest: 1000 * record.deepest(),
    }),
  },
  {
    name: 'spinning',
    title: 'Spinning plate',
    about: 'A square plate of 1 m spins flat at 10 rad/s and is slowed by μ g m · 0.3826 L/I.',
    seconds: 0.5,
    every: 1,
    phases: { moving: [0, 0.5] },
    measures: { deceleration: truth('deceleration', 'rad/s²', LIMIT / PLATE_INERTIA) },
    make: () => single({ ...PLATE, angularVelocity: [0, 10, 0] }, 0.5),
    measure: (record) => ({ deceleration: (10 - spin(record.at(0.4), 1)) / 0.4 }),
  },
  {
    name: 'sliding',
    title: 'Sliding box',
    about: 'A flat box slides at 3 m/s and is slowed by μ g.',
    seconds: 0.5,
    every: 1,
    phases: { moving: [0, 0.5] },
    measures: { deceleration: truth('deceleration', 'm/s²', 0.5 * G) },
    make: () => single({ ...PLATE, linearVelocity: [3, 0, 0] }, 0.5),
    measure: (record) => ({ deceleration: (3 - velocity(record.at(0.4), 0)) / 0.4 }),
  },
  {
    name: 'sliding-disc',
    title: 'Sliding and spinning disc',
    about: 'A disc of 0.5 m at 3 m/s and 10 rad/s: spin makes sliding easier, and both end at once.',
    seconds: 2,
    every: 1,
    phases: { moving: [0, 1] },
    measures: { distance: truth('distance', 'm', 1.578) },
    make: () => scene('sliding-disc'),
    measure: (record) => ({ distance: record.last[FRAME * ball]! }),
  },
  {
    name: 'incline',
    title: 'Box on an incline',
    about: 'A cube on an incline of 0.95 of its limit must not move in 10 s.',
    seconds: 10,
    every: 10,
    phases: { rest: [2, 10] },
    measures: { creep: millimetres('creep') },
    make: () =>
      single({ name: 'box', shape: { type: 'box', size: [0.5, 0.5, 0.5] }, mass: 1, position: [0, 0.25, 0] }, 0.5, {
        gravity: leaning(CREEP),
      }),
    measure: (record) => ({
      creep:
        1000 *
        Math.hypot(record.last[FRAME]! - record.first[FRAME]!, record.last[FRAME + 2]! - record.first[FRAME + 2]!),
    }),
  },
  torsion(0.95),
  torsion(1.05),
  {
    name: 'coin',
    title: "Coin (Euler's disc)",
    about: 'A heavy disc wobbles down on its rim. No step may gain energy, and it must come to rest.',
    seconds: 10,
    every: 1,
    phases: { moving: [0, 3] },
    measures: {
      rise: lessIsBetter('largest gain of energy in a step', 'J', 4),
      end: lessIsBetter('spin at the end', 'rad/s', 3),
      deepest: millimetres('deepest'),
    },
    make: () => scene('euler-disc'),
    measure: (record: RunRecord) => {
      const energies = record.frames.map((frame) => record.energy(frame));
      let rise = 0;
      for (let k = 1; k < energies.length; k++) rise = Math.max(rise, energies[k]! - energies[k - 1]!);
      const rate = Math.hypot(...[0, 1, 2].map((axis) => spin(record.last, axis)));
      return { rise, end: rate, deepest: 1000 * record.deepest(100) };
    },
  },
];

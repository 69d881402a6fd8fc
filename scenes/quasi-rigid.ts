// Scenes of Pauly, Pai & Guibas 2004: bodies that give way where they touch.

import { cos, sin } from '../src/math/trig.js';
import type {} from '../src/quasi-rigid.js';
import { femurField, footField, headField, hipField, scan } from './clouds.js';
import { box, count, defineScene, ground, once, radians, turn } from './scene.js';

const GROUP = 'paper: Pauly 2004';
const RUBBER = { young: 1e6, poisson: 0.3 };
const FLESH = { young: 6e5, poisson: 0.45 };

/** Three balls over three plates: elastic on rigid, rigid on elastic, both elastic. */
const combinations = () =>
  [0, 1, 2].flatMap((k) => [
    {
      name: `plate ${k + 1}`,
      type: 'static' as const,
      shape: box(0.18, 0.04, 0.18),
      position: [0.2 * (k - 1), -0.02, 0] as const,
      ...(k > 0 ? { material: RUBBER } : {}),
    },
    {
      name: `ball ${k + 1}`,
      shape: { type: 'sphere' as const, radius: 0.05 },
      density: 1100,
      position: [0.2 * (k - 1), 0.06, 0] as const,
      ...(k !== 1 ? { material: RUBBER } : {}),
    },
  ]);

export const elasticBall = defineScene({
  name: 'elastic-ball',
  title: 'Ball on a plane, each rigid or elastic',
  group: GROUP,
  summary:
    'Three balls of 10 cm drop on three plates: elastic on rigid, rigid on elastic, and both elastic. ' +
    'The force is the same, 5.65 N; the softer the pair, the deeper the ball and the larger the contact.',
  parameters: [count('nodes', 'nodes of a contact', 20, 400, 100)],
  seconds: 2,
  build: ({ nodes }) => ({
    timeStep: 1 / 240,
    contact: { model: 'quasi-rigid', nodes },
    bodies: combinations(),
  }),
});

export const bulgingBall = defineScene({
  name: 'bulging-ball',
  title: 'Ball on a plane that keeps its volume',
  group: GROUP,
  summary:
    'The same three pairs with the response that keeps the volume (Fig. 4): what is pressed in rises beside the ' +
    'contact. The narrower the response, the stiffer the pair: balls sink in less than on a half-space.',
  parameters: [{ name: 'width', label: 'width of the response (mm)', min: 5, max: 50, step: 1, value: 15 }],
  seconds: 2,
  build: ({ width }) => ({
    timeStep: 1 / 240,
    contact: { model: 'quasi-rigid', response: 'volume', width: 0.001 * width },
    bodies: combinations(),
  }),
});

export const uphillSpin = defineScene({
  name: 'uphill-spin',
  title: 'A ball spins up a slope',
  group: GROUP,
  summary:
    'A ball of 20 cm that spins at 100 rad/s is set on a slope of 20 degrees (Fig. 8). It slips for 1.05 s until it rolls at 0.35 m/s, then slows down, and turns 0.21 m up.',
  parameters: [
    { name: 'friction', label: 'friction', min: 0.05, max: 1, step: 0.01, value: 0.4 },
    { name: 'spin', label: 'spin (rad/s)', min: 0, max: 200, step: 1, value: 100 },
  ],
  seconds: 1.6,
  build: ({ friction, spin }) => {
    const tilt = radians(20);
    return {
      timeStep: 0.002,
      contact: { model: 'quasi-rigid', friction },
      bodies: [
        { ...ground(), rotation: turn('z', tilt), material: RUBBER },
        {
          name: 'ball',
          shape: { type: 'sphere', radius: 0.1 },
          density: 1100,
          position: [-0.1 * sin(tilt), 0.1 * cos(tilt), 0],
          angularVelocity: [0, 0, -spin],
          material: RUBBER,
        },
      ],
    };
  },
});

const footCloud = once(() =>
  scan(footField, [-0.16, -0.01, -0.065], [0.165, 0.16, 0.065], 55_061, {
    seed: 9,
    noise: 1e-4,
    holes: [
      [-0.085, 0.14, 0.02, 0.012],
      [0.0, 0.08, 0, 0.008],
    ],
  }),
);

export const foot = defineScene({
  name: 'foot',
  title: 'A foot on a plate',
  group: GROUP,
  summary:
    'A scan of a foot, 55 061 points with noise and holes, is pressed on a rigid plate (Fig. 9). Heel, ball and toes bear: the pressure is what a sensor under the foot would see.',
  parameters: [{ name: 'load', label: 'load (N)', min: 50, max: 800, step: 10, value: 350 }],
  seconds: 1,
  build: ({ load }) => ({
    timeStep: 1 / 120,
    contact: { model: 'quasi-rigid', nodes: 400 },
    bodies: [
      ground(),
      {
        name: 'foot',
        shape: footCloud(),
        density: 1000,
        position: [0, 0.0005, 0],
        force: [0, -load, 0],
        locked: ['rx', 'ry', 'rz', 'x', 'z'],
        material: FLESH,
      },
    ],
  }),
});

const headCloud = once(() => scan(headField, [-0.1, -0.12, -0.12], [0.1, 0.13, 0.13], 52_809, { seed: 11 }));

export const twoHeads = defineScene({
  name: 'two-heads',
  title: 'Two heads',
  group: GROUP,
  summary:
    'Two scanned heads, 52 809 points each, are pushed against each other, brow to brow (Fig. 1). Both give way, and share one contact surface.',
  parameters: [{ name: 'push', label: 'push (N)', min: 1, max: 100, step: 1, value: 20 }],
  seconds: 1,
  build: ({ push }) => ({
    gravity: [0, 0, 0],
    timeStep: 1 / 120,
    contact: { model: 'quasi-rigid', nodes: 200 },
    bodies: [
      { name: 'left', type: 'static', shape: headCloud(), position: [0, 0, -0.1195], material: FLESH },
      {
        name: 'right',
        shape: headCloud(),
        density: 1000,
        position: [0.01, 0.002, 0.1195],
        rotation: turn('y', Math.PI),
        force: [0, 0, -push],
        locked: ['rx', 'ry', 'rz', 'x', 'y'],
        linearDamping: 2,
        material: FLESH,
      },
    ],
  }),
});

const femurCloud = once(() => scan(femurField, [-0.03, -0.028, -0.03], [0.046, 0.155, 0.03], 44_513, { seed: 10 }));
const hipCloud = once(() => scan(hipField, [-0.1, -0.105, -0.055], [0.06, 0.015, 0.055], 141_221, { seed: 12 }));

export const ballJoint = defineScene({
  name: 'ball-joint',
  title: 'A ball joint in its socket',
  group: GROUP,
  summary:
    'The scan of a thigh bone, 44 513 points, is pressed into that of a hip, 141 221 points, both of cartilage (Fig. 10). The closer the radii, 25 and 25.5 mm, the wider the contact.',
  parameters: [{ name: 'load', label: 'load (N)', min: 10, max: 1000, step: 10, value: 200 }],
  seconds: 0.5,
  build: ({ load }) => ({
    timeStep: 1 / 240,
    contact: { model: 'quasi-rigid', nodes: 200 },
    bodies: [
      { name: 'hip', type: 'static', shape: hipCloud(), material: { young: 1e7, poisson: 0.45 } },
      {
        name: 'femur',
        shape: femurCloud(),
        density: 1100,
        position: [0, -0.0004, 0],
        force: [0, -load, 0],
        locked: ['x', 'z', 'rx', 'ry', 'rz'],
        material: { young: 1e7, poisson: 0.45 },
      },
    ],
  }),
});

export const headRoom = defineScene({
  name: 'head-room',
  title: 'A head bounces in a room',
  group: GROUP,
  summary:
    'A scanned head, 52 809 points, flies through a room without gravity whose walls dent (Fig. 11). It bounces off them by its own elasticity, with no coefficient of restitution.',
  parameters: [{ name: 'speed', label: 'speed (m/s)', min: 0.1, max: 3, step: 0.1, value: 1 }],
  seconds: 2,
  build: ({ speed }) => {
    const wall = (
      name: string,
      position: readonly [number, number, number],
      size: readonly [number, number, number],
    ) => ({
      name,
      type: 'static' as const,
      shape: box(...size),
      position,
      material: FLESH,
    });
    return {
      gravity: [0, 0, 0],
      timeStep: 1 / 1000,
      contact: { model: 'quasi-rigid', nodes: 80, friction: 0.3 },
      bodies: [
        wall('floor', [0, -0.35, 0], [0.8, 0.1, 0.8]),
        wall('ceiling', [0, 0.35, 0], [0.8, 0.1, 0.8]),
        wall('left', [-0.35, 0, 0], [0.1, 0.6, 0.8]),
        wall('right', [0.35, 0, 0], [0.1, 0.6, 0.8]),
        wall('back', [0, 0, -0.35], [0.6, 0.6, 0.1]),
        wall('front', [0, 0, 0.35], [0.6, 0.6, 0.1]),
        {
          name: 'head',
          shape: headCloud(),
          density: 1000,
          linearVelocity: [0.6 * speed, 0.5 * speed, 0.62 * speed],
          angularVelocity: [1, 2, 0.5],
          material: FLESH,
        },
      ],
    };
  },
});

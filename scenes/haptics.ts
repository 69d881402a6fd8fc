// Scenes of Hasegawa & Sato 2004 and of hands: springs over areas at short steps.

import { cos, PI, sin } from '../src/math/trig.js';
import type {} from '../src/penalty.js';
import { box, count, defineScene, ground, range, turn } from './scene.js';

/** g of the paper (m/s²). */
const GRAVITY = 9.8;

export const stickSlip = defineScene({
  name: 'stick-slip',
  title: 'Stick and slip',
  group: 'paper: Hasegawa 2004',
  summary:
    'A weight of 2 kg is pulled over cardboard by a spring whose end moves at 64 mm/s: it sticks, slips and sticks again (Experiment 3). ' +
    'Friction at rest is 0.265, in motion 0.160; the period is 0.485 s.',
  parameters: [
    { name: 'damping', label: 'damper of the spring (N·s/m)', min: 0, max: 10, step: 0.1, value: 0 },
    { name: 'stiffness', label: 'stiffness of the contact (N/m)', min: 2e4, max: 4e5, step: 1e4, value: 2e5 },
  ],
  seconds: 5,
  build: ({ damping, stiffness }) => {
    // Let down already: the weight's own bouncing is not what the scene is about.
    const height = 0.05 - (2 * 9.81) / stiffness;
    return {
      timeStep: 0.001,
      sleep: false,
      contact: { model: 'penalty', stiffness, friction: 0.16, staticFriction: 0.265 },
      bodies: [
        ground(),
        { name: 'weight', shape: box(0.1, 0.1, 0.1), mass: 2, position: [0, height, 0] },
        {
          name: 'hook',
          type: 'kinematic',
          shape: { type: 'sphere', radius: 0.01 },
          position: [0.3, height, 0],
          linearVelocity: [0.0642, 0, 0],
          mask: 0,
        },
      ],
      joints: [
        {
          type: 'spring',
          a: 'weight',
          b: 'hook',
          anchor: [0, height, 0],
          anchorB: [0.3, height, 0],
          stiffness: 400,
          damping,
        },
      ],
    };
  },
});

export const tiltedCube = defineScene({
  name: 'tilted-cube',
  title: 'A tilted cube comes to rest',
  group: 'paper: Hasegawa 2004',
  summary:
    'A cube of 2 m and 1 kg falls on its edge, with springs of 1500 N/m and hardly any damper (Experiment 2). Springs over the area bring it to ' +
    'rest within 40 s; all of it at the deepest point never does.',
  parameters: [
    { name: 'area', label: 'springs over the area (1) or at the deepest point (0)', min: 0, max: 1, step: 1, value: 1 },
  ],
  seconds: 60,
  moment: 2,
  build: ({ area }) => ({
    gravity: [0, -GRAVITY, 0],
    timeStep: 0.01,
    sleep: false,
    contact: { model: 'penalty', stiffness: 1500, normalDamping: 1.5, friction: 0, penaltyArea: area === 1 },
    bodies: [ground(), { name: 'cube', shape: box(2, 2, 2), mass: 1, position: [0, 2, 0], rotation: turn('z', 0.1) }],
  }),
});

/** Between blocks of a row (m): side by side they would share their loads by friction. */
const GAP = 0.05;

/**
 * Rows of the highest wall: sixteen of them, as 200 blocks in a triangle have, would buckle on any springs that the
 * step carries.
 */
const MOST_ROWS = 8;

/** Rows of a wall of n blocks, each a block shorter than the one below it: 2 + 1, 3 + 2 + 1, 5 + 4 + 3 + 1. */
export function wallRows(n: number): number[] {
  let long = 1;
  const holds = (length: number): number => {
    const high = Math.min(length, MOST_ROWS);
    return high * length - (high * (high - 1)) / 2;
  };
  while (holds(long) < n) long++;
  const rows: number[] = [];
  for (let left = n; left > 0; long--) {
    rows.push(Math.min(left, long));
    left -= long;
  }
  return rows;
}

/**
 * Stiffness of the wall's springs (N/m): nine tenths of what a step of 5 ms carries, as where coefficients are chosen.
 * The quickest mode of a running bond is that in which all blocks turn the same way: each of the four contacts of a
 * block, at (x, y) = (0.51, 0.5) m from its middle and l = 0.975 m long, is then strained twice as far as by the block
 * alone, so that ω² = 8 k (x² + l²/12 + y²)/I with I = 5/12 kg·m², and semi-implicit Euler is stable while h ω²(h +
 * 2b/k) < 4, b = 2ζ√(k/2). On softer ones high walls buckle: rows lean against k w²/12 a contact, w = 1 m, under the
 * weight above them; 200 blocks in eight rows need 5.1 kN/m, in sixteen 19.8. Both in
 * test/contact/penalty-truths.test.ts.
 */
const WALL_STIFFNESS = 9800;

export const blockWall = defineScene({
  name: 'block-wall',
  title: 'A wall of blocks',
  group: 'paper: Hasegawa 2004',
  summary:
    'Blocks of 2 × 1 × 1 m and 1 kg in a running bond, at steps of 5 ms (Experiment 1). Springs over areas hold it up; at the deepest points it ' +
    'falls within a second or two.',
  parameters: [
    count('blocks', 'blocks', 3, 200, 13),
    { name: 'area', label: 'springs over the area (1) or at the deepest point (0)', min: 0, max: 1, step: 1, value: 1 },
  ],
  seconds: 10,
  build: ({ blocks, area }) => ({
    gravity: [0, -GRAVITY, 0],
    timeStep: 0.005,
    sleep: false,
    contact: { model: 'penalty', stiffness: WALL_STIFFNESS, dampingRatio: 0.05, penaltyArea: area === 1 },
    bodies: [
      ground(),
      ...wallRows(blocks).flatMap((row, y) =>
        range(row).map((x) => ({
          name: `block-${y}-${x}`,
          shape: box(2, 1, 1),
          mass: 1,
          position: [(2 + GAP) * (x + 0.5 * y), 0.5 + y, 0] as const,
        })),
      ),
    ],
  }),
});

export const handOnWall = defineScene({
  name: 'hand-on-wall',
  title: 'A hand presses on a wall',
  group: 'hands',
  summary:
    'A hand of 500 N/m aims 10 mm into a wall of 2000 N/m. It feels 4 N and stands 2 mm deep, as two springs in a row say.',
  seconds: 2,
  build: () => ({
    timeStep: 0.001,
    contact: { model: 'penalty', stiffness: 2000 },
    bodies: [ground(), { name: 'tip', type: 'kinematic', shape: box(0.1, 0.1, 0.1), position: [0, 0.06, 0] }],
    devices: [
      {
        name: 'hand',
        type: 'hand',
        body: 'tip',
        path: [
          [0, 0, 0.06, 0, 0, 0, 0, 1],
          [0.5, 0, 0.04, 0, 0, 0, 0, 1],
        ],
      },
    ],
  }),
});

/** A hand that no force moves: its own spring is out of all proportion. */
const RIGID = { mass: 0.3, stiffness: 1e9, damping: 0, maxForce: 100 } as const;

export const prescribedHand = defineScene({
  name: 'prescribed-hand',
  title: 'What sampling adds',
  group: 'hands',
  summary:
    'A hand that cannot be stopped moves by ±5 mm at 2 Hz in a wall of 1000 N/m without damping. Held forces give it 0.4935 mJ a cycle; ' +
    'the passivity controller takes that away.',
  parameters: [{ name: 'passivity', label: 'passivity controller', min: 0, max: 1, step: 1, value: 1 }],
  seconds: 5,
  build: ({ passivity }) => ({
    timeStep: 0.001,
    contact: { model: 'penalty', stiffness: 1000, normalDamping: 0, friction: 0 },
    bodies: [ground(), { name: 'tip', type: 'kinematic', shape: box(0.1, 0.1, 0.1), position: [0, 0.04, 0] }],
    devices: [
      {
        name: 'hand',
        type: 'hand',
        body: 'tip',
        ...RIGID,
        passivity: passivity === 1,
        path: range(10001).map((k) => [0.001 * k, 0, 0.04 + 0.005 * sin(0.004 * PI * (k % 500)), 0, 0, 0, 0, 1]),
      },
    ],
  }),
});

export const spinningDisc = defineScene({
  name: 'spinning-disc',
  title: 'A disc spins down on springs',
  group: 'paper: Hasegawa 2004',
  summary:
    'A disc of 0.5 m spins flat on the floor. Friction over its area stops it by a torque of two thirds of the radius times μ m g; friction at one ' +
    'point would not stop it at all.',
  seconds: 2,
  build: () => ({
    timeStep: 0.001,
    contact: { model: 'penalty', friction: 0.3 },
    bodies: [
      ground(),
      {
        name: 'disc',
        shape: { type: 'cylinder', radius: 0.5, height: 0.05 },
        mass: 1,
        position: [0, 0.025, 0],
        angularVelocity: [0, 5, 0],
      },
    ],
  }),
});

export const cornerCube = defineScene({
  name: 'corner-cube',
  title: 'A cube falls on its corner',
  group: 'contact',
  summary:
    'A cube falls on its very corner with coefficients chosen from its mass and the step. It gives way there as if it had a quarter of its mass, must not jump, and tips over onto a face.',
  parameters: [{ name: 'height', label: 'height of the corner (m)', min: 0, max: 2, step: 0.01, value: 0.2 }],
  seconds: 3,
  build: ({ height }) => {
    // The cube's diagonal upright: turned by acos(1/√3) about (1, 0, -1)/√2; and a hundredth more, so that it does not
    // balance for ever.
    const half = 0.47765830906225464 + 0.005;
    const s = sin(half) / Math.sqrt(2);
    return {
      timeStep: 0.001,
      contact: { model: 'penalty' },
      bodies: [
        ground(),
        {
          name: 'cube',
          shape: box(1, 1, 1),
          mass: 1,
          position: [0, height + 0.5 * Math.sqrt(3), 0],
          rotation: [s, 0, -s, cos(half)],
        },
      ],
    };
  },
});

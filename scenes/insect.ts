// An insect of 27 degrees of freedom that walks by friction (Hasegawa & Sato 2004, Figure 18).
//
// As the paper counts them: three for the head, two for each groin, one for each knee and ankle. One joint of every groin turns
// steadily, three legs half a turn ahead of the three others, as six-legged robots do it; all other joints are held by springs.

import type { BodyDescription, JointDescription, Vec3 } from '../src/index.js';
import type {} from '../src/penalty.js';
import { box, defineScene, ground } from './scene.js';

/** Joints along a leg, from the hip (m). */
const KNEE = 0.045;
const ANKLE = 0.09;
const FOOT = 0.12;
const RADIUS = 0.008;
const HIP = FOOT + RADIUS;
/** Touches the ground alone. */
const OWN = { group: 2, mask: 1 } as const;

function leg(name: string, x: number, z: number, down: 1 | -1, speed: number): [BodyDescription[], JointDescription[]] {
  const at = (along: number): Vec3 => [x, HIP - down * along, z];
  const limb = (part: string, from: number, to: number, mass: number): BodyDescription => ({
    name: `${name} ${part}`,
    shape: { type: 'capsule', radius: RADIUS, height: to - from },
    mass,
    position: at(0.5 * (from + to)),
    ...OWN,
  });
  const held = { target: 0, stiffness: 20, damping: 0.3 };
  return [
    [
      { name: `${name} hip`, shape: { type: 'sphere', radius: 0.012 }, mass: 0.05, position: at(0), ...OWN },
      limb('thigh', 0, KNEE, 0.05),
      limb('shin', KNEE, ANKLE, 0.05),
      limb('foot', ANKLE, FOOT, 0.05),
    ],
    [
      {
        type: 'hinge',
        a: 'body',
        b: `${name} hip`,
        anchor: at(0),
        axis: [0, 0, 1],
        motor: { velocity: -speed, damping: 5, maxForce: 4 },
      },
      { type: 'hinge', a: `${name} hip`, b: `${name} thigh`, anchor: at(0), axis: [1, 0, 0], motor: held },
      { type: 'hinge', a: `${name} thigh`, b: `${name} shin`, anchor: at(KNEE), axis: [0, 0, 1], motor: held },
      { type: 'hinge', a: `${name} shin`, b: `${name} foot`, anchor: at(ANKLE), axis: [0, 0, 1], motor: held },
    ],
  ];
}

export const insect = defineScene({
  name: 'insect',
  title: 'An insect walks',
  group: 'paper: Hasegawa 2004',
  summary:
    'Six legs of four joints and a head on a ball joint, 27 degrees of freedom (Figure 18). Three legs bear while three swing over; nothing but friction carries it along.',
  parameters: [
    { name: 'speed', label: 'turning of the legs (rad/s)', min: 0, max: 6, step: 0.1, value: 2 },
    { name: 'friction', label: 'friction', min: 0, max: 1, step: 0.05, value: 0.8 },
  ],
  seconds: 10,
  moment: 4,
  build: ({ speed, friction }) => {
    const legs = [-0.16, 0, 0.16].flatMap((x, row) =>
      ([1, -1] as const).map((side) =>
        leg(
          `${side > 0 ? 'right' : 'left'} ${row + 1}`,
          x,
          0.14 * side,
          (row + (side > 0 ? 0 : 1)) % 2 === 0 ? 1 : -1,
          speed,
        ),
      ),
    );
    return {
      timeStep: 0.001,
      sleep: false,
      contact: { model: 'penalty', friction, stiffness: 4000, dampingRatio: 0.5 },
      bodies: [
        ground(),
        { name: 'body', shape: box(0.3, 0.05, 0.12), mass: 0.5, position: [0, HIP, 0], ...OWN },
        {
          name: 'head',
          shape: { type: 'sphere', radius: 0.03 },
          mass: 0.05,
          position: [0.19, HIP, 0],
          angularDamping: 5,
          ...OWN,
        },
        ...legs.flatMap(([bodies]) => bodies),
      ],
      joints: [
        { type: 'ball', a: 'body', b: 'head', anchor: [0.155, HIP, 0] },
        ...legs.flatMap(([, joints]) => joints),
      ],
    };
  },
});

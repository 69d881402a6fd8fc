// An insect of 27 degrees of freedom that walks by friction (Hasegawa & Sato 2004, Figure 18).
//
// As the paper counts them: three for the head, two for each groin, one for each knee and ankle. Legs sprawl as those
// of insects do. Springs hold every joint at its angle, and two of those angles are led: the groin swings the leg to
// and fro, and lifts it on its way forwards. Three legs (two of one side, the middle one of the other) bear while the
// three others swing, so that the body's weight is always above the triangle of their feet and it stays level.

import type { BodyDescription, Joint, JointDescription, Quat, Vec3 } from '../src/index.js';
import { atan2, cos, sin } from '../src/math/trig.js';
import type {} from '../src/penalty.js';
import { box, defineScene, ground, radians, turn } from './scene.js';

/** Radius of a limb (m). */
const RADIUS = 0.008;
/** From the hip out: length (m) and angle above the horizon (rad). */
const THIGH = [0.07, radians(30)] as const;
const SHIN = [0.09, radians(-60)] as const;
const FOOT = [0.05, radians(-90)] as const;
/** Of the hips (m): feet touch the ground. */
const HIP = RADIUS - [THIGH, SHIN, FOOT].reduce((sum, [length, angle]) => sum + length * sin(angle), 0);
/** How far legs swing to either side, and how far they are lifted (rad). */
const SWING = 0.4;
const LIFT = 0.35;
/** Springs of the joints (N·m/rad, N·m·s/rad). */
const HELD = { stiffness: 20, damping: 0.3 } as const;
/** Touches the ground alone. */
const OWN = { group: 2, mask: 1 } as const;

type Side = 1 | -1;
const ROWS = [-0.16, 0, 0.16] as const;
const LEGS = ROWS.flatMap((x, row) =>
  ([1, -1] as const).map((side) => ({
    name: `${side > 0 ? 'right' : 'left'} ${row + 1}`,
    x,
    side,
    /** Legs of one triangle go together. */
    isFirst: (row + (side > 0 ? 0 : 1)) % 2 === 0,
  })),
);

function leg(name: string, x: number, side: Side): [BodyDescription[], JointDescription[]] {
  const bodies: BodyDescription[] = [];
  let at: Vec3 = [x, HIP, 0.07 * side];
  const joints: Vec3[] = [at];
  bodies.push({ name: `${name} hip`, shape: { type: 'sphere', radius: 0.012 }, mass: 0.05, position: at, ...OWN });
  for (const [part, [length, angle]] of [
    ['thigh', THIGH],
    ['shin', SHIN],
    ['foot', FOOT],
  ] as const) {
    const way: Vec3 = [0, length * sin(angle), length * cos(angle) * side];
    const rotation: Quat = turn('x', atan2(way[2], way[1]));
    const position: Vec3 = [x, at[1] + 0.5 * way[1], at[2] + 0.5 * way[2]];
    bodies.push({
      name: `${name} ${part}`,
      shape: { type: 'capsule', radius: RADIUS, height: length },
      mass: 0.05,
      position,
      rotation,
      ...OWN,
    });
    at = [x, at[1] + way[1], at[2] + way[2]];
    joints.push(at);
  }
  const hinge = (joint: string, a: string, b: string, anchor: Vec3, axis: Vec3): JointDescription => ({
    type: 'hinge',
    name: `${name} ${joint}`,
    a,
    b,
    anchor,
    axis,
    motor: { target: 0, ...HELD },
  });
  return [
    bodies,
    [
      hinge('swing', 'body', `${name} hip`, joints[0]!, [0, 1, 0]),
      hinge('lift', `${name} hip`, `${name} thigh`, joints[0]!, [1, 0, 0]),
      hinge('knee', `${name} thigh`, `${name} shin`, joints[1]!, [1, 0, 0]),
      hinge('ankle', `${name} shin`, `${name} foot`, joints[2]!, [1, 0, 0]),
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
    { name: 'pace', label: 'pace (rad/s): a double step takes 2π over it', min: 0, max: 12, step: 0.5, value: 6 },
    { name: 'friction', label: 'friction', min: 0, max: 1, step: 0.05, value: 0.8 },
  ],
  seconds: 10,
  moment: 4,
  build: ({ friction }) => {
    const legs = LEGS.map(({ name, x, side }) => leg(name, x, side));
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
        { type: 'ball', name: 'neck', a: 'body', b: 'head', anchor: [0.155, HIP, 0] },
        ...legs.flatMap(([, joints]) => joints),
      ],
    };
  },
  drive: (world, { pace }) => {
    const joints = new Map<string, Joint>([...world.joints()].map((joint) => [joint.name, joint]));
    const lead = (name: string, target: number, velocity: number): void =>
      joints.get(name)!.setMotor({ target, velocity, ...HELD });
    return {
      act(dt) {
        const time = world.time + dt;
        // It begins to move over half a second.
        const share = time < 0.5 ? 2 * time : 1;
        for (const { name, side, isFirst } of LEGS) {
          const phase = pace * time + (isFirst ? 0 : Math.PI);
          lead(`${name} swing`, side * share * SWING * cos(phase), -side * share * SWING * pace * sin(phase));
          const isForward = sin(phase) < 0;
          const lift = isForward ? side * share * LIFT : 0;
          lead(`${name} lift`, lift * sin(phase), lift * pace * cos(phase));
        }
      },
      // All that it does follows from the time.
      save: () => null,
      load: () => {},
    };
  },
});

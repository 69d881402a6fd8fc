// Bodies on joints, alone and in contact.

import { gear } from './forms.js';
import { box, count, defineScene, FRICTION, ground, radians, range, turn } from './scene.js';

/**
 * The fingers hang from hinges 9 cm above the ruler and press on its flat sides. They hold it off its middle: its
 * weight then also turns it, and only friction torque about the line of the grip resists. Hard fingertips could press
 * anywhere along their length, at the very end as well, where friction has no lever: soft ones spread the pressure.
 */
export const pinchGrasp = defineScene({
  name: 'pinch-grasp',
  title: 'Pinch grasp',
  group: 'paper: Bouchard 2015',
  summary:
    'Two fingers on hinges, driven by springs and dampers, hold a ruler off its middle (Fig. 12). Friction torque over the patches keeps it level; a weaker grip lets it swing down between the fingertips.',
  parameters: [
    { name: 'grip', label: 'torque of the grip (N·m)', min: 0.01, max: 2, step: 0.01, value: 0.5 },
    { name: 'offset', label: 'grip off the middle (m)', min: 0, max: 0.12, step: 0.005, value: 0.04 },
    { name: 'friction', label: 'friction', min: 0, max: 1.5, step: 0.05, value: 0.8 },
    { name: 'softness', label: 'compliance of the fingertips (m/N)', min: 0, max: 1e-4, step: 1e-6, value: 2e-5 },
  ],
  seconds: 3,
  build: ({ grip, offset, friction, softness }) => {
    const [thick, radius, pivot, high] = [0.003, 0.008, 0.09, 0.3];
    const reach = 0.5 * thick + radius;
    // A spring that has to turn by `closing` to reach its target gives the torque `grip` where the finger stands.
    const closing = 0.25;
    const stiffness = grip / closing;
    const finger = (name: string, side: 1 | -1) => ({
      name,
      shape: { type: 'capsule' as const, radius, height: 0.09 },
      density: 1200,
      position: [0, high + 0.04, side * reach] as const,
    });
    const hinge = (name: string, side: 1 | -1) => ({
      type: 'hinge' as const,
      name: `${name} hinge`,
      a: 'palm',
      b: name,
      anchor: [0, high + pivot, side * reach] as const,
      // Turning about this axis moves the fingertip, which hangs below, inwards.
      axis: [side, 0, 0] as const,
      motor: { target: closing, stiffness, damping: 0.1 * stiffness },
    });
    return {
      contact: { friction, compliance: softness },
      bodies: [
        ground(),
        { name: 'palm', type: 'static', shape: box(0.04, 0.02, 0.12), position: [0, high + pivot + 0.03, 0] },
        finger('left', 1),
        finger('right', -1),
        { name: 'ruler', shape: box(0.3, 0.03, thick), mass: 0.03, position: [offset, high, 0] },
      ],
      joints: [hinge('left', 1), hinge('right', -1)],
    };
  },
});

const MODULE = 0.1;

/** The driven gear turns at teeth₁/teeth₂ of the driver's speed, backwards. */
export const gearPair = defineScene({
  name: 'gear-pair',
  title: 'Gear pair',
  group: 'mechanisms',
  summary:
    'A motor turns a small gear, which turns a large one against a brake. Nothing but contact between the involute teeth couples the two, and the ratio of their speeds is that of the teeth.',
  parameters: [
    { name: 'speed', label: 'speed of the motor (rad/s)', min: -10, max: 10, step: 0.1, value: 2 },
    { name: 'brake', label: 'brake on the large gear (N·m·s)', min: 0, max: 50, step: 0.5, value: 5 },
    { name: 'friction', label: 'friction', min: 0, max: 0.5, step: 0.01, value: 0.1 },
  ],
  seconds: 5,
  build: ({ speed, brake, friction }) => {
    const [small, large, width] = [12, 20, 0.2];
    const distance = 0.5 * MODULE * (small + large);
    return {
      timeStep: 1 / 120,
      contact: { friction },
      bodies: [
        { name: 'small', shape: gear(small, MODULE, width, 0.001), density: 800, position: [0, 1, 0] },
        {
          name: 'large',
          shape: gear(large, MODULE, width, 0.001),
          density: 800,
          position: [distance, 1, 0],
          // Tooth 0 of the small one points at a gap of the large one.
          rotation: turn('z', Math.PI / large),
        },
      ],
      joints: [
        {
          type: 'hinge',
          name: 'motor',
          b: 'small',
          anchor: [0, 1, 0],
          axis: [0, 0, 1],
          motor: { velocity: speed, damping: 500 },
        },
        {
          type: 'hinge',
          name: 'brake',
          b: 'large',
          anchor: [distance, 1, 0],
          axis: [0, 0, 1],
          ...(brake > 0 ? { motor: { velocity: 0, damping: brake } } : {}),
        },
      ],
    };
  },
});

export const chain = defineScene({
  name: 'chain',
  title: 'Chain',
  group: 'mechanisms',
  summary:
    'A chain of rods on ball joints, let go from the side with a heavy ball at its end. It swings down and whips; the joints must not stretch.',
  parameters: [
    count('links', 'links', 1, 60, 15),
    { name: 'mass', label: 'mass of the ball (kg)', min: 0.1, max: 100, step: 0.1, value: 1 },
  ],
  seconds: 6,
  moment: 0.9,
  view: ({ links }) => ({
    from: [15, 8],
    box: [
      [-0.16 * links, 3.6 - 0.2 * links, -0.2],
      [0.2 * links + 0.4, 4.2, 0.2],
    ],
  }),
  build: ({ links, mass }) => {
    const pitch = 0.2;
    const last = links * pitch;
    return {
      timeStep: 1 / 240,
      bodies: [
        ...range(links).map((i) => ({
          name: `link${i}`,
          shape: { type: 'capsule' as const, radius: 0.03, height: 0.12 },
          mass: 0.1,
          position: [(i + 0.5) * pitch, 4, 0] as const,
          rotation: turn('z', radians(90)),
        })),
        { name: 'ball', shape: { type: 'sphere', radius: 0.2 }, mass, position: [last + 0.2, 4, 0] },
      ],
      joints: [
        ...range(links).map((i) => ({
          type: 'ball' as const,
          ...(i > 0 ? { a: `link${i - 1}` } : {}),
          b: `link${i}`,
          anchor: [i * pitch, 4, 0] as const,
        })),
        { type: 'ball', a: `link${links - 1}`, b: 'ball', anchor: [last, 4, 0] },
      ],
    };
  },
});

/** Balls a hair apart, so that impacts come one after the other as they do in steel. */
export const newtonsCradle = defineScene({
  name: 'newtons-cradle',
  title: "Newton's cradle",
  group: 'mechanisms',
  summary:
    'Five balls hang side by side; as many as are let go on one side leave on the other. Momentum and energy pass through the balls that stay at rest.',
  parameters: [count('balls', 'balls', 2, 9, 5), count('lifted', 'balls let go', 1, 4, 1)],
  seconds: 6,
  view: ({ balls }) => ({
    from: [20, 8],
    box: [
      [-0.1 * balls - 0.65, 0.35, -0.15],
      [0.1 * balls + 0.65, 1.55, 0.15],
    ],
  }),
  build: ({ balls, lifted }) => {
    const [radius, long, angle] = [0.1, 1, radians(40)];
    const gap = 1e-3;
    const q = turn('z', -angle);
    const [s, c] = [2 * q[2]! * q[3]!, 1 - 2 * q[2]! * q[2]!];
    return {
      timeStep: 1 / 480,
      contact: { friction: 0, restitution: 1 },
      bodies: range(balls).map((i) => {
        const x = (2 * radius + gap) * (i - 0.5 * (balls - 1));
        return {
          name: `ball${i}`,
          shape: { type: 'sphere' as const, radius },
          mass: 1,
          position: (i < lifted ? [x + long * s, 1.5 - long * c, 0] : [x, 1.5 - long, 0]) as [number, number, number],
          ...(i < lifted ? { rotation: q } : {}),
        };
      }),
      joints: range(balls).map((i) => ({
        type: 'hinge' as const,
        b: `ball${i}`,
        anchor: [(2 * radius + gap) * (i - 0.5 * (balls - 1)), 1.5, 0] as const,
        axis: [0, 0, 1] as const,
      })),
    };
  },
});

export const doublePendulum = defineScene({
  name: 'double-pendulum',
  title: 'Double pendulum',
  group: 'mechanisms',
  summary:
    'Two rods on hinges, let go from above: chaos. Without contact and damping its energy stays what it was, however wildly it turns.',
  parameters: [{ name: 'angle', label: 'angle at the start (degrees)', min: -180, max: 180, step: 1, value: 120 }],
  seconds: 10,
  moment: 1.1,
  view: {
    from: [15, 6],
    box: [
      [-1.15, 0.85, -0.1],
      [1.15, 3.15, 0.1],
    ],
  },
  build: ({ angle }) => {
    const q = turn('z', radians(angle));
    const [s, c] = [2 * q[2]! * q[3]!, 1 - 2 * q[2]! * q[2]!];
    const rod = { shape: box(0.06, 0.6, 0.06), density: 800, rotation: q };
    // Hanging straight down at angle 0.
    const at = (r: number) => [r * s, 2 - r * c, 0] as const;
    return {
      timeStep: 1 / 240,
      bodies: [
        { ...rod, name: 'upper', position: at(0.3) },
        { ...rod, name: 'lower', position: at(0.9) },
      ],
      joints: [
        { type: 'hinge', b: 'upper', anchor: at(0), axis: [0, 0, 1] },
        { type: 'hinge', a: 'upper', b: 'lower', anchor: at(0.6), axis: [0, 0, 1] },
      ],
    };
  },
});

export const wreckingBall = defineScene({
  name: 'wrecking-ball',
  title: 'Wrecking ball',
  group: 'mechanisms',
  summary:
    'A ball of 300 kg on a rod swings into a wall of loose bricks. The wall stands until it is hit, and what is left of it comes to rest.',
  parameters: [
    count('rows', 'rows of bricks', 1, 12, 7),
    { name: 'mass', label: 'mass of the ball (kg)', min: 10, max: 2000, step: 10, value: 300 },
    FRICTION,
  ],
  seconds: 5,
  view: ({ rows }) => ({
    from: [38, 14],
    box: [
      [-3.2, 0, -1.4],
      [2.2, Math.max(3.2, 0.25 * rows), 1.4],
    ],
  }),
  build: ({ rows, mass, friction }) => {
    const [x, y, z] = [0.25, 0.25, 0.5];
    return {
      contact: { friction },
      bodies: [
        ground(),
        ...range(rows).flatMap((row) =>
          range(5).map((i) => ({
            name: `brick${row}-${i}`,
            shape: box(x, y, z),
            density: 1500,
            position: [0, (row + 0.5) * y, z * (i - 2 + 0.5 * (row % 2))] as const,
          })),
        ),
        // Let go with its rod level; at the bottom of its swing it just reaches the wall.
        { name: 'ball', shape: { type: 'sphere', radius: 0.35 }, mass, position: [-0.5 - 3, 4, 0.2] },
      ],
      joints: [{ type: 'hinge', b: 'ball', anchor: [-0.5, 4, 0.2], axis: [0, 0, 1] }],
    };
  },
});

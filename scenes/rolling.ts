// Spheres and cylinders that roll and slide (Bouchard et al. 2015, Fig. 9–11; physics of rolling in docs).

import { cos, sin } from '../src/math/trig.js';
import { box, defineScene, FRICTION, ground, radians, turn } from './scene.js';

const RADIUS = 0.1;

const onIncline = (tilt: number, depth: number, friction: number) => {
  const slope = radians(tilt);
  // Up the slope and just touching: along the plank's x axis by -9 m, along its y axis by half its thickness and the
  // radius.
  const lift = 0.1 + RADIUS;
  return {
    contact: { friction, depth },
    bodies: [
      { name: 'plank', type: 'static' as const, shape: box(20, 0.2, 1), rotation: turn('z', -slope) },
      {
        name: 'ball',
        shape: { type: 'sphere' as const, radius: RADIUS },
        density: 1000,
        position: [-9 * cos(slope) + lift * sin(slope), 9 * sin(slope) + lift * cos(slope), 0] as const,
      },
    ],
  };
};

const TILT = { name: 'tilt', label: 'slope (degrees)', min: 0, max: 45, step: 0.5, value: 15 } as const;
const DEPTH = {
  name: 'depth',
  label: 'depth of the contact (m)',
  min: 1e-6,
  max: 1e-3,
  step: 1e-6,
  value: 4e-5,
} as const;

/**
 * Rolls without slipping while tan(tilt) is below 7/2 of the friction: 5/7 (g sin θ - g cos θ a/R), a the patch radius.
 */
export const rollingSphere = defineScene({
  name: 'rolling-sphere',
  title: 'Rolling sphere',
  group: 'paper: Bouchard 2015',
  summary:
    'A ball rolls down a plank (Fig. 9). The deeper the contact, the larger its patch and the slower it rolls: rolling friction without a coefficient.',
  parameters: [TILT, FRICTION, DEPTH],
  seconds: 3,
  build: ({ tilt, friction, depth }) => onIncline(tilt, depth, friction),
});

export const slidingSphere = defineScene({
  name: 'sliding-sphere',
  title: 'Sphere without friction',
  group: 'paper: Bouchard 2015',
  summary:
    'The same ball on the same plank without friction (Fig. 9). It slides down at g sin θ and never begins to turn, although the contact could bear a torque.',
  parameters: [TILT, DEPTH],
  seconds: 3,
  build: ({ tilt, depth }) => onIncline(tilt, depth, 0),
});

export const spinningSphere = defineScene({
  name: 'spinning-sphere',
  title: 'Spinning sphere',
  group: 'paper: Bouchard 2015',
  summary:
    'A ball spins on the spot on top of a cube (Fig. 10). Dry friction over its small patch stops it; a softer ball, with a deeper contact, stops sooner.',
  parameters: [
    { name: 'spin', label: 'spin at the start (rad/s)', min: 0, max: 100, step: 1, value: 20 },
    { name: 'depth', label: 'depth of the contact (m)', min: 1e-5, max: 1e-2, step: 1e-5, value: 1e-3 },
    FRICTION,
  ],
  seconds: 8,
  build: ({ spin, depth, friction }) => ({
    contact: { friction, depth },
    bodies: [
      { name: 'cube', type: 'static', shape: box(1.2, 1, 1.2), position: [0, 0.5, 0] },
      {
        name: 'ball',
        shape: { type: 'sphere', radius: 0.5 },
        mass: 1,
        position: [0, 1.5, 0],
        angularVelocity: [0, spin, 0],
      },
    ],
  }),
});

/** Released at the top with the top moving at `push`; 2.5 rad/s about its rim is enough to tip it. */
export const tumblingCylinder = defineScene({
  name: 'tumbling-cylinder',
  title: 'Tumbling cylinder',
  group: 'paper: Bouchard 2015',
  summary:
    'A standing cylinder is knocked at its top, tips over its rim, falls on its side and rolls away (Fig. 11). Watch the patch shrink to a point on the rim, run along it and grow into a strip.',
  parameters: [
    { name: 'knock', label: 'turning speed after the knock (rad/s)', min: 0, max: 6, step: 0.1, value: 3 },
    FRICTION,
  ],
  seconds: 6,
  build: ({ knock, friction }) => ({
    contact: { friction },
    bodies: [
      ground(),
      {
        name: 'cylinder',
        shape: { type: 'cylinder', radius: 0.25, height: 0.8 },
        mass: 1,
        position: [0, 0.4, 0],
        // Turns about its rim at x = 0.25, and spins about its axis: that is what makes it roll away once it lies.
        linearVelocity: [0.4 * knock, 0.25 * knock, 0],
        angularVelocity: [0.1 * knock, 2 * knock, -knock],
      },
    ],
  }),
});

export const rollingCoin = defineScene({
  name: 'rolling-coin',
  title: 'Rolling coin',
  group: 'paper: Bouchard 2015',
  summary:
    'A coin rolls on its edge, leans, curls into ever tighter circles, rattles and lies down (Fig. 11). Energy never rises, and the coin comes to rest.',
  parameters: [
    { name: 'speed', label: 'speed (m/s)', min: 0, max: 5, step: 0.1, value: 1.5 },
    { name: 'lean', label: 'lean at the start (degrees)', min: 0, max: 30, step: 1, value: 10 },
    FRICTION,
  ],
  seconds: 10,
  moment: 4,
  build: ({ speed, lean, friction }) => {
    const [radius, height, angle] = [0.3, 0.04, radians(lean)];
    // The cylinder's axis is turned from y to z and then leaned about x, the direction of travel.
    return {
      timeStep: 1 / 120,
      contact: { friction },
      bodies: [
        ground(),
        {
          name: 'coin',
          shape: { type: 'cylinder', radius, height },
          density: 7800,
          position: [0, radius * cos(angle) + 0.5 * height * sin(angle), 0],
          rotation: turn('x', radians(90) - angle),
          linearVelocity: [speed, 0, 0],
          angularVelocity: [0, (-speed / radius) * sin(angle), (-speed / radius) * cos(angle)],
        },
      ],
    };
  },
});

/** Slides first, ends rolling at 5/7 of the speed (less what its patch resists), then meets the pins. */
export const bowling = defineScene({
  name: 'bowling',
  title: 'Bowling',
  group: 'rolling and spinning',
  summary:
    'A ball thrown without spin slides, grips and rolls at 5/7 of its speed into ten pins. Watch its contact turn from sliding to rolling.',
  parameters: [
    { name: 'speed', label: 'speed (m/s)', min: 1, max: 15, step: 0.5, value: 7 },
    { name: 'friction', label: 'friction of the lane', min: 0.01, max: 0.5, step: 0.01, value: 0.15 },
  ],
  seconds: 5,
  moment: 1.55,
  view: {
    from: [-52, 15],
    box: [
      [8.5, 0, -0.75],
      [10.4, 0.6, 0.75],
    ],
  },
  build: ({ speed, friction }) => ({
    // Hard: the patch of a softer ball resists turning so much that it grips late.
    contact: { friction, depth: 1e-6 },
    bodies: [
      { name: 'lane', type: 'static', shape: box(14, 0.2, 1.4), position: [5, -0.1, 0] },
      {
        name: 'ball',
        shape: { type: 'sphere', radius: 0.108 },
        mass: 6,
        position: [0, 0.108, 0.02],
        linearVelocity: [speed, 0, 0],
      },
      ...[0, 1, 1, 2, 2, 2, 3, 3, 3, 3].map((row, i) => ({
        name: `pin${i + 1}`,
        shape: {
          type: 'compound' as const,
          parts: [
            { shape: { type: 'cylinder' as const, radius: 0.045, height: 0.2 }, position: [0, 0.1, 0] as const },
            { shape: { type: 'sphere' as const, radius: 0.058 }, position: [0, 0.12, 0] as const },
            { shape: { type: 'cylinder' as const, radius: 0.024, height: 0.12 }, position: [0, 0.26, 0] as const },
            { shape: { type: 'sphere' as const, radius: 0.032 }, position: [0, 0.345, 0] as const },
          ],
        },
        mass: 1.5,
        position: [9 + 0.264 * row, 0, 0.305 * (i - (row * (row + 1)) / 2 - 0.5 * row)] as const,
      })),
    ],
  }),
});

export const boxOnIncline = defineScene({
  name: 'box-on-incline',
  title: 'Box on an incline',
  group: 'contact',
  summary:
    'A box on a slope that friction can just hold: it stays for ever below atan μ, 26.57 degrees for μ = 0.5. Raise the slope by a tenth of a degree and it slides.',
  parameters: [{ name: 'tilt', label: 'slope (degrees)', min: 0, max: 45, step: 0.1, value: 26.5 }, FRICTION],
  seconds: 5,
  build: ({ tilt, friction }) => {
    const slope = radians(tilt);
    return {
      contact: { friction },
      bodies: [
        { name: 'plank', type: 'static', shape: box(10, 0.2, 2), rotation: turn('z', -slope) },
        {
          name: 'box',
          shape: box(0.6, 0.4, 0.6),
          mass: 1,
          position: [-3 * cos(slope) + 0.3 * sin(slope), 3 * sin(slope) + 0.3 * cos(slope), 0],
          rotation: turn('z', -slope),
        },
      ],
    };
  },
});

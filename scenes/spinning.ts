// Plates, discs, tops: bodies that spin on what they stand on.

import { atan2, cos, sin } from '../src/math/trig.js';
import { box, defineScene, FRICTION, ground, prism, radians, range, turn } from './scene.js';

export const octagon = defineScene({
  name: 'sliding-octagon',
  title: 'Sliding octagon',
  group: 'paper: Bouchard 2015',
  summary:
    'An eight-sided block of 1 kg slides and turns to rest on a plane (Fig. 17). Six rows and a handful of sweeps, where points need 63 rows and 118 sweeps.',
  parameters: [{ name: 'speed', label: 'speed (m/s)', min: 0, max: 10, step: 0.1, value: 3 }, FRICTION],
  seconds: 2,
  build: ({ speed, friction }) => ({
    contact: { friction },
    bodies: [
      ground(),
      {
        name: 'octagon',
        shape: prism(
          range(8).map((k) => [0.5 * cos(radians(45 * k + 22.5)), 0.5 * sin(radians(45 * k + 22.5))] as const),
          0.2,
        ),
        mass: 1,
        position: [0, 0.1, 0],
        rotation: turn('x', radians(90)),
        linearVelocity: [speed, 0, 0.3],
        angularVelocity: [0, 2, 0],
      },
    ],
  }),
});

/** Stops at a rate of μ g m · 0.3826 L/I: 11.26 rad/s² for μ = 0.5 and L = 1 m. */
export const spinningPlate = defineScene({
  name: 'spinning-plate',
  title: 'Spinning plate',
  group: 'rolling and spinning',
  summary:
    'A square plate spins flat on the ground until friction stops it. Pressure is spread over the plate, so it stops at 54 % of the rate that four contact points at its corners would give.',
  parameters: [{ name: 'spin', label: 'spin at the start (rad/s)', min: 0, max: 50, step: 1, value: 10 }, FRICTION],
  seconds: 2,
  build: ({ spin, friction }) => ({
    contact: { friction },
    bodies: [
      ground(),
      { name: 'plate', shape: box(1, 0.05, 1), mass: 1, position: [0, 0.025, 0], angularVelocity: [0, spin, 0] },
    ],
  }),
});

/** Radius 0.5 m, μ = 0.5, 3 m/s and 10 rad/s: 1.578 m in 1.041 s, against 0.917 m without spin. */
export const slidingDisc = defineScene({
  name: 'sliding-disc',
  title: 'Spinning and sliding disc',
  group: 'rolling and spinning',
  summary:
    'A disc slides and spins at once. Spin makes sliding easier, so it travels 1.6 m where it would stop after 0.9 m without, and both motions end in the same instant.',
  parameters: [
    { name: 'speed', label: 'speed (m/s)', min: 0, max: 10, step: 0.1, value: 3 },
    { name: 'spin', label: 'spin (rad/s)', min: 0, max: 50, step: 0.5, value: 10 },
    FRICTION,
  ],
  seconds: 2,
  build: ({ speed, spin, friction }) => ({
    timeStep: 1 / 240,
    contact: { friction },
    bodies: [
      ground(),
      {
        name: 'disc',
        shape: { type: 'cylinder', radius: 0.5, height: 0.02 },
        mass: 1,
        position: [0, 0.01, 0],
        linearVelocity: [speed, 0, 0],
        angularVelocity: [0, spin, 0],
      },
    ],
  }),
});

/**
 * Steady precession of a thin disc with its centre at rest: it turns about the diameter through the contact at Ω sin α,
 * and the contact runs round at Ω = √(4g/(r sin α)).
 */
export const eulerDisc = defineScene({
  name: 'euler-disc',
  title: "Euler's disc",
  group: 'rolling and spinning',
  summary:
    'A heavy disc wobbles down on its rim, faster and faster, and stops at a stroke. Its contact runs round the rim ever faster while its face turns ever more slowly.',
  parameters: [{ name: 'tilt', label: 'tilt at the start (degrees)', min: 2, max: 60, step: 1, value: 25 }, FRICTION],
  seconds: 10,
  build: ({ tilt, friction }) => {
    const [radius, height, a] = [0.4, 0.04, radians(tilt)];
    const rate = Math.sqrt((4 * 9.81) / (radius * sin(a)));
    return {
      timeStep: 1 / 240,
      contact: { friction },
      bodies: [
        ground(),
        {
          name: 'disc',
          shape: { type: 'cylinder', radius, height },
          density: 7800,
          position: [0, radius * sin(a) + 0.5 * height * cos(a), 0],
          // Tilted about z by -a: the rim at +x is lowest.
          rotation: turn('z', -a),
          angularVelocity: [rate * sin(a) * cos(a), -rate * sin(a) * sin(a), 0],
        },
      ],
    };
  },
});

/**
 * Inverts when its centre of mass lies low enough and its two inertias are close to each other (1 - ε < A/C < 1 + ε).
 */
export const tippeTop = defineScene({
  name: 'tippe-top',
  title: 'Tippe top',
  group: 'rolling and spinning',
  summary:
    'A ball with a stem, heavy at the bottom, is spun fast and turns itself over to spin on its stem. Friction at the sliding contact lifts its centre of mass.',
  parameters: [
    { name: 'spin', label: 'spin at the start (rad/s)', min: 0, max: 200, step: 5, value: 100 },
    { name: 'friction', label: 'friction', min: 0, max: 1, step: 0.01, value: 0.3 },
  ],
  seconds: 8,
  build: ({ spin, friction }) => {
    const radius = 0.1;
    const lean = radians(10);
    return {
      timeStep: 1 / 240,
      // A hard top on a hard floor: with a larger patch, spinning friction in it would outweigh the friction that
      // lifts.
      contact: { friction, depth: 2e-7 },
      bodies: [
        ground(),
        {
          name: 'top',
          shape: {
            type: 'compound',
            parts: [
              { shape: { type: 'sphere', radius }, density: 500 },
              { shape: { type: 'cylinder', radius: 0.08, height: 0.03 }, position: [0, -0.03, 0], density: 1500 },
              { shape: { type: 'capsule', radius: 0.03, height: 0.04 }, position: [0, 0.085, 0], density: 500 },
            ],
          },
          density: 500,
          position: [0, radius, 0],
          rotation: turn('z', lean),
          angularVelocity: [-spin * sin(lean), spin * cos(lean), 0],
        },
      ],
    };
  },
});

/** A wooden top: a disc on a pin. Precesses at m g l / (I ω), here about 1.5 rad/s at first. */
export const spinningTop = defineScene({
  name: 'spinning-top',
  title: 'Spinning top',
  group: 'rolling and spinning',
  summary:
    'A top leans and precesses instead of falling, while friction at its round tip slowly raises it until it sleeps upright. Give it less spin, and it topples and rolls round on its rim.',
  parameters: [
    { name: 'spin', label: 'spin at the start (rad/s)', min: 0, max: 200, step: 5, value: 80 },
    { name: 'lean', label: 'lean at the start (degrees)', min: 0, max: 40, step: 1, value: 12 },
    FRICTION,
  ],
  seconds: 12,
  build: ({ spin, lean, friction }) => {
    const a = radians(lean);
    const [tip, middle] = [0.01, 0.09];
    return {
      timeStep: 1 / 240,
      contact: { friction },
      bodies: [
        ground(),
        {
          name: 'top',
          shape: {
            type: 'compound',
            parts: [
              { shape: { type: 'cylinder', radius: 0.12, height: 0.03 }, position: [0, middle, 0] },
              { shape: { type: 'capsule', radius: tip, height: 0.16 }, position: [0, 0.08, 0] },
            ],
          },
          density: 700,
          // The origin is the centre of the ball at the tip.
          position: [0, tip, 0],
          rotation: turn('z', a),
          angularVelocity: [-spin * sin(a), spin * cos(a), 0],
        },
      ],
    };
  },
});

/**
 * The hoop curves by 0.56 m along itself and by 0.06 m across, and the weights lie low enough to keep it upright. They
 * make the axes of inertia differ from those of the curvature: that alone tells left from right.
 */
export const rattleback = defineScene({
  name: 'rattleback',
  title: 'Rattleback',
  group: 'rolling and spinning',
  summary:
    'A hoop that stands on its rim because of weights at its foot, which lie askew to it. Spun one way it turns on and on; spun the other way it begins to rattle, stops and turns back.',
  parameters: [
    { name: 'spin', label: 'spin at the start (rad/s)', min: -6, max: 6, step: 0.1, value: 3 },
    { name: 'skew', label: 'weights beside the hoop (m)', min: -0.12, max: 0.12, step: 0.01, value: 0.1 },
  ],
  seconds: 12,
  build: ({ spin, skew }) => {
    const [radius, tube] = [0.5, 0.06];
    const weight = { shape: box(0.04, 0.02, 0.02), density: 40000 };
    return {
      timeStep: 1 / 240,
      // The instability is weak: what an integrator of first order damps must be less.
      substeps: 4,
      // As hard as can be: rolling friction of a larger patch would keep it from rattling.
      contact: { friction: 1, depth: 1e-9 },
      bodies: [
        ground(),
        {
          name: 'hoop',
          shape: {
            type: 'compound',
            parts: [
              {
                shape: { type: 'torus', radius, tube },
                position: [0, radius + tube, 0],
                rotation: turn('x', radians(90)),
                density: 1,
              },
              { ...weight, position: [0.22, 0.035, skew] },
              { ...weight, position: [-0.22, 0.035, -skew] },
              // The rod that carries them; it passes through the hoop.
              {
                shape: box(2 * Math.sqrt(0.22 * 0.22 + skew * skew), 0.01, 0.01),
                position: [0, 0.035, 0],
                rotation: turn('y', -atan2(skew, 0.22)),
                density: 2000,
              },
            ],
          },
          density: 1,
          rotation: turn('z', 0.01),
          angularVelocity: [0, spin, 0],
        },
      ],
    };
  },
});

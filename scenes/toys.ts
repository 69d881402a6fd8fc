// Toys and mechanisms of Hasegawa & Sato 2004 (Figures 16, 19 and 20), on springs over areas.

import { cos, PI, sin } from '../src/math/trig.js';
import type {} from '../src/penalty.js';
import { gear } from './forms.js';
import { box, defineScene, ground, radians, range, turn } from './scene.js';

/** A ball of 16 meridians and 12 belts: 192 faces. */
function ball192(radius: number): [number, number, number][] {
  const points: [number, number, number][] = [
    [0, radius, 0],
    [0, -radius, 0],
  ];
  for (let belt = 1; belt < 12; belt++) {
    const y = radius * cos((PI * belt) / 12);
    const r = radius * sin((PI * belt) / 12);
    for (const k of range(16)) points.push([r * cos((PI * k) / 8), y, r * sin((PI * k) / 8)]);
  }
  return points;
}

export const fallingTop = defineScene({
  name: 'falling-top',
  title: 'A top falls, rolls and stops',
  group: 'paper: Hasegawa 2004',
  summary:
    'A top spins on its tip, tires, falls on its rim, rolls round and comes to rest, all by friction over areas (Figure 16). At the deepest point it would ' +
    'not stop turning.',
  parameters: [{ name: 'spin', label: 'spin at the start (rad/s)', min: 0, max: 200, step: 5, value: 40 }],
  seconds: 20,
  moment: 3,
  build: ({ spin }) => {
    const a = radians(15);
    const [tip, middle] = [0.01, 0.06];
    return {
      timeStep: 0.001,
      contact: { model: 'penalty', friction: 0.4 },
      bodies: [
        ground(),
        {
          name: 'top',
          shape: {
            type: 'compound',
            parts: [
              { shape: { type: 'cylinder', radius: 0.08, height: 0.02 }, position: [0, middle, 0] },
              { shape: { type: 'capsule', radius: tip, height: 0.1 }, position: [0, 0.05, 0] },
            ],
          },
          density: 700,
          position: [0, tip, 0],
          rotation: turn('z', a),
          angularVelocity: [-spin * sin(a), spin * cos(a), 0],
        },
      ],
    };
  },
});

export const tippeTop192 = defineScene({
  name: 'tippe-top-192',
  title: 'Tippe top of 192 polygons',
  group: 'paper: Hasegawa 2004',
  summary:
    'A ball of 192 faces with a stem, heavy at the bottom, turns itself over while it spins (Figure 19). Sliding friction off its axis lifts it.',
  parameters: [
    { name: 'spin', label: 'spin at the start (rad/s)', min: 0, max: 300, step: 5, value: 150 },
    { name: 'lean', label: 'lean at the start (degrees)', min: 0, max: 60, step: 1, value: 30 },
  ],
  seconds: 10,
  moment: 2,
  build: ({ spin, lean: degrees }) => {
    const radius = 0.1;
    const lean = radians(degrees);
    return {
      timeStep: 0.001,
      // Softer than the step could bear: on harder springs it may come to stand on one of its faces.
      contact: { model: 'penalty', friction: 0.3, stiffness: 2e4 },
      bodies: [
        ground(),
        {
          name: 'top',
          shape: {
            type: 'compound',
            parts: [
              { shape: { type: 'convex', points: ball192(radius) }, density: 500 },
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

const MODULE = 0.1;

export const gearsAndCube = defineScene({
  name: 'gears-and-cube',
  title: 'Gears rub a cube',
  group: 'paper: Hasegawa 2004',
  summary:
    'A driven gear turns another one, and a cube lies on both (Figure 20). Their teeth rub it, and its friction slows them down.',
  parameters: [{ name: 'torque', label: 'torque of the motor (N·m)', min: 1, max: 50, step: 1, value: 10 }],
  seconds: 5,
  build: ({ torque }) => {
    const teeth = 16;
    const distance = MODULE * teeth;
    const width = 0.3;
    const radius = 0.5 * MODULE * (teeth + 2);
    return {
      timeStep: 0.001,
      contact: { model: 'penalty', friction: 0.3 },
      bodies: [
        { name: 'left', shape: gear(teeth, MODULE, width, 0.002), density: 20, position: [0, 0, 0] },
        {
          name: 'right',
          shape: gear(teeth, MODULE, width, 0.002),
          density: 20,
          position: [distance, 0, 0],
          rotation: turn('z', PI / teeth),
        },
        // On the two crests, held back from rolling away by both turning towards it.
        { name: 'cube', shape: box(1.4 * distance, 0.4, width), mass: 2, position: [0.5 * distance, radius + 0.21, 0] },
      ],
      joints: [
        { type: 'hinge', name: 'bearing', b: 'left', anchor: [0, 0, 0], axis: [0, 0, 1] },
        {
          type: 'hinge',
          name: 'motor',
          b: 'right',
          anchor: [distance, 0, 0],
          axis: [0, 0, 1],
          motor: { velocity: 3, damping: 500, maxForce: torque },
        },
        // The cube may only go up and down and tilt: else it would be carried off.
        { type: 'slider', b: 'cube', anchor: [0.5 * distance, radius + 0.21, 0], axis: [0, 1, 0] },
      ],
    };
  },
});

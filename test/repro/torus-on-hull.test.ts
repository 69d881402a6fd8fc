// A torus that lies over an edge of a hull: on one side with an arc of its ring along a face, on the other on the edge. The
// arc was several overlaps by rays, of which each moved with what it rested on: the torus crept down by 2.5 mm/s, and was
// lifted by 0.2 mJ in every step (curved heap 1031055).

import { expect, test } from 'vitest';
import { World } from '../../src/index.js';

type Point = [number, number, number];
const points: Point[] = [
  [-0.129222, -0.0318621, 0.0152604],
  [0.128461, 0.0119795, -0.110075],
  [-0.0414563, -0.0923753, -0.0690564],
  [-0.0354112, -0.0800649, 0.0355237],
  [-0.0742684, -0.0445226, 0.128558],
  [0.0169615, 0.105756, -0.0988714],
  [-0.12684, -0.0378803, 0.089099],
  [-0.0620737, 0.0770303, -0.0437079],
  [0.0470575, -0.0673349, -0.0612015],
  [-0.0271511, -0.0948301, -0.0628467],
  [0.101935, -0.102689, 0.0758335],
  [-0.0736429, 0.0521894, 0.0226601],
  [0.0364557, 0.0445136, -0.00413564],
];

test('a torus over an edge of a hull rests', () => {
  const world = new World({
    sleep: false,
    contact: { friction: 0.798 },
    bodies: [
      {
        type: 'static',
        shape: { type: 'convex', points },
        position: [0.370256, 0.0913792, -0.013417],
        rotation: [0.0872692, 0.0805902, -0.8751438, -0.469055],
      },
      {
        name: 'torus',
        shape: { type: 'torus', radius: 0.0907788, tube: 0.0311241 },
        mass: 1.38867,
        position: [0.3631061, 0.245983, -0.0147324],
        rotation: [-0.2232575, -0.458505, -0.1342854, 0.8496451],
      },
    ],
  });
  const torus = world.body('torus');
  for (let k = 0; k < 60; k++) world.step();
  const before = world.energy().correctionWork;
  for (let k = 0; k < 60; k++) world.step();
  expect(Math.hypot(...torus.linearVelocity)).toBeLessThan(1e-6);
  // In a second it takes out what the last digits of a target depth ask for: less than the lift of one.
  expect(world.energy().correctionWork - before).toBeLessThan(torus.mass * 9.81 * 2e-5 * 0.0622);
});

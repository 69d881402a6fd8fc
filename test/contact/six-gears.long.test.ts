// Spur gears, and a rack and its pinion, as meshes: every tooth keeps the ratio.

import { describe, expect, test } from 'vitest';
import { World } from '../../src/index.js';
import { drive, gear, MODULE, rack } from './gears.js';

describe.each([0, 0.3])('friction %f', (friction) => {
  // At 20 rad/s by a tooth in every step, which is made in six.
  test.each([2, 5, -10, 13, 20])('20 teeth drive 30 at %f rad/s', (velocity) => drive(friction, velocity, 2));
});

test('a pinion of 18 teeth drives a rack against a force', () => {
  const teeth = 18;
  const pitch = (MODULE * teeth) / 2;
  const velocity = 3;
  const world = new World({
    gravity: [0, 0, 0],
    sleep: false,
    contact: { friction: 0.3 },
    bodies: [
      { name: 'base', type: 'static', shape: { type: 'sphere', radius: 0.001 }, position: [0, 0, -1], mask: 0 },
      { name: 'pinion', shape: gear(teeth, -Math.PI / 2), density: 7800 },
      { name: 'rack', shape: rack(24), density: 7800, position: [0, -pitch, 0] },
    ],
    joints: [
      { type: 'hinge', a: 'pinion', b: 'base', anchor: [0, 0, 0], axis: [0, 0, 1], motor: { velocity, maxForce: 1e3 } },
      { type: 'slider', a: 'rack', b: 'base', anchor: [0, -pitch, 0], axis: [1, 0, 0] },
    ],
  });
  let [turned, gone, touching, steps] = [0, 0, 0, 0];
  for (let k = 0; k < 72; k++) {
    world.body('rack').applyForce([-20, 0, 0]);
    world.step();
    if (k < 12) continue;
    steps++;
    turned += world.body('pinion').angularVelocity[2] * world.timeStep;
    gone += world.body('rack').linearVelocity[0] * world.timeStep;
    if ([...world.contacts()].some(({ force }) => Math.hypot(...force) > 0)) touching++;
    if (turned < (2 * Math.PI) / teeth) continue;
    expect(Math.abs(gone / (pitch * turned) - 1)).toBeLessThan(0.01);
    turned = gone = 0;
  }
  expect(touching).toBeGreaterThanOrEqual(0.95 * steps);
});

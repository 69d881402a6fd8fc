// Chains of mesh links with a ball of 300 times a link's mass, 5 s at 1/100 s: none parts, and none goes in deep (20 links
// do, and are not among them). And an arm on a pin.

import { expect, test } from 'vitest';
import { type BodyDescription, World } from '../../src/index.js';
import { chain, WIRE } from './chain.js';
import { Manifold, meshOf } from './solids.js';

test.each([3, 6, 12])('%i links', (count) => {
  const { deepest, isWhole } = chain(count, 5);
  expect(isWhole).toBe(true);
  expect(deepest).toBeLessThan(0.05 * WIRE);
});

test('an arm on a pin without friction swings to the other side', () => {
  const pin = Manifold.cylinder(0.1, 0.01, 0.01, 48, true);
  const flange = Manifold.cylinder(0.01, 0.02, 0.02, 32, true);
  const hole = Manifold.cylinder(0.1, 0.0102, 0.0102, 48, true);
  const arm = Manifold.cube([0.03, 0.24, 0.02], true).translate([0, -0.1, 0]).subtract(hole);
  const bodies: BodyDescription[] = [
    { type: 'static', shape: meshOf(pin.add(flange.translate([0, 0, 0.02])).add(flange.translate([0, 0, -0.02]))) },
    { name: 'arm', shape: meshOf(arm), density: 2700, rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
  ];
  const w = new World({ timeStep: 0.01, contact: { friction: 0 }, sleep: false, bodies });
  let far = 0;
  for (let k = 0; k < 60; k++) {
    w.step();
    const { rotation, position } = w.body('arm');
    far = Math.max(far, -2 * Math.atan2(rotation[2]!, rotation[3]!));
    expect(Math.hypot(position[0]!, position[1]!)).toBeLessThan(0.001);
  }
  expect((far * 180) / Math.PI).toBeGreaterThan(88);
});

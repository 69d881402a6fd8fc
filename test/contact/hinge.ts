// An arm on a pin, both meshes, for tests.

import { expect } from 'vitest';
import { type BodyDescription, World } from '../../src/index.js';
import { Manifold, meshOf } from './solids.js';

/**
 * How far an arm of 0.24 m on a pin of 1 cm, let go at 90°, swings up on the other side (degrees), at 1/100 s. Of
 * another size all lengths are multiplied.
 */
export function farPeak(friction: number, size = 1): number {
  const pin = Manifold.cylinder(0.1, 0.01, 0.01, 48, true);
  const flange = Manifold.cylinder(0.01, 0.02, 0.02, 32, true);
  const hole = Manifold.cylinder(0.1, 0.0102, 0.0102, 48, true);
  const arm = Manifold.cube([0.03, 0.24, 0.02], true).translate([0, -0.1, 0]).subtract(hole);
  const still = pin.add(flange.translate([0, 0, 0.02])).add(flange.translate([0, 0, -0.02]));
  const bodies: BodyDescription[] = [
    { type: 'static', shape: meshOf(still.scale(size)) },
    { name: 'arm', shape: meshOf(arm.scale(size)), density: 2700, rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
  ];
  const w = new World({ timeStep: 0.01, contact: { friction }, sleep: false, bodies });
  let far = 0;
  for (let k = 0; k < 60 * Math.sqrt(size); k++) {
    w.step();
    const { rotation, position } = w.body('arm');
    far = Math.max(far, -2 * Math.atan2(rotation[2]!, rotation[3]!));
    expect(Math.hypot(position[0]!, position[1]!)).toBeLessThan(0.001 * size);
  }
  return (far * 180) / Math.PI;
}

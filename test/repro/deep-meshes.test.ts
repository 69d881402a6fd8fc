// Stars that began deep in each other stayed so, by 0.76 of their thickness: by the deepest of their vertices the way led
// into the next arm, and features that just touch elsewhere were taken for all there is.

import { expect, test } from 'vitest';
import { type ShapeDescription, World } from '../../src/index.js';
import { extruded } from '../random/flat-meshes.js';

const THICK = 0.3;
/** About 1 across. */
const star = (arms: number): ShapeDescription =>
  extruded(
    Array.from({ length: 2 * arms }, (_, k) => {
      const r = k % 2 ? 0.2 : 0.5;
      return [r * Math.cos((Math.PI * k) / arms), r * Math.sin((Math.PI * k) / arms)] as const;
    }),
    THICK,
  );

test.each([
  [0, 3, 1.2],
  [0, 5, 0.8],
  [0.5, 3, 1],
  [0.5, 5, 1],
])('friction %f, %i arms, turned by %f', (friction, arms, angle) => {
  const turned = [Math.sin(0.4), 0, Math.cos(0.4) * Math.sin(angle), Math.cos(0.4) * Math.cos(angle)] as const;
  const world = new World({
    gravity: [0, 0, 0],
    contact: { friction },
    bodies: [
      { name: 'a', shape: star(arms), density: 1000 },
      { name: 'b', shape: star(arms), density: 1000, position: [0.1, 0.1, 0.3], rotation: turned },
    ],
  });
  const bodies = [world.body('a'), world.body('b')];
  for (let step = 0; step < 60; step++) {
    const before = bodies.map((b) => b.centerOfMass);
    world.step();
    bodies.forEach((b, n) => {
      // Half of that would be a jump.
      expect(Math.hypot(...[0, 1, 2].map((m) => b.centerOfMass[m]! - before[n]![m]!))).toBeLessThan(0.5 * THICK);
      expect(Math.hypot(...b.linearVelocity)).toBeLessThan(1e-6);
    });
  }
  // Overlaps end where correction does, at the target depth: 2e-4 of the thickness.
  for (const { depth } of world.overlaps()) expect(depth).toBeLessThan(1e-3 * THICK);
});

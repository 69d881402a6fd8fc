// Bodies that begin deep inside a mesh were thrown out of it at 350 m/s: what correction leaves was pushed out by
// velocity, however deep.

import { expect, test } from 'vitest';
import { type Vec3, World } from '../../src/index.js';
import { free } from '../world/support.js';

/** An L of three unit squares, two high. */
function bracket(size: number): { type: 'mesh'; positions: number[]; indices: number[] } {
  const outline = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
  const positions: number[] = [];
  for (const z of [-1, 1])
    for (let k = 0; k < 6; k++)
      positions.push((outline[2 * k]! - 0.8) * size, (outline[2 * k + 1]! - 0.8) * size, z * size);
  const indices: number[] = [];
  for (let k = 1; k < 5; k++) indices.push(0, k + 1, k, 6, k + 6, k + 7);
  for (let k = 0; k < 6; k++) indices.push(k, (k + 1) % 6, ((k + 1) % 6) + 6, k, ((k + 1) % 6) + 6, k + 6);
  return { type: 'mesh', positions, indices };
}

test.each([
  [1, [0.3, 0.2, 0.1]],
  [1, [-0.5, 0.9, 0.4]],
  [0.1, [0.02, 0.03, 0]],
  [5, [4, 0.5, -3]],
] as [number, Vec3][])('in a bracket of %f m, at %j', (size, position) => {
  const world = new World({
    bodies: [
      { type: 'static', shape: bracket(size), rotation: [0.48, 0, 0.36, 0.8] },
      { name: 'box', shape: { type: 'box', size: [0.9 * size, 0.7 * size, 0.8 * size] }, density: 500, position },
      { name: 'other', shape: bracket(0.4 * size), density: 500, position: [position[0], position[1] + 0.3 * size, 0] },
    ],
  });
  // What the solver pushes out returns at most the g h of the step's gravity, as it came: ½ m (g h)², and g h² higher.
  const most = 1.5 * (world.body('box').mass + world.body('other').mass) * (9.81 / 60) ** 2;
  for (let step = 0, last = free(world); step < 120; step++) {
    world.step();
    const now = free(world);
    expect(now - last).toBeLessThan(most);
    last = now;
  }
});

// A bridge of planks on hinges, and what falls on it: joints put no energy in as the chain is pulled straight
// (src/solver/bounce.ts).

import { expect, test } from 'vitest';
import { type BodyDescription, type JointDescription, type Vec3, World } from '../../src/index.js';

const PLANKS = 12;
const LONG = 0.4;

/** Planks along a parabola that sags by 0.3 m, and a box of this density above their middle. */
function bridge(density: number): World {
  const half = 0.5 * PLANKS * LONG;
  const sag = 0.3;
  const wide = Math.sqrt(1 - (4 / 3) * (sag / half) ** 2);
  const ends = Array.from({ length: PLANKS + 1 }, (_, k): Vec3 => {
    const t = (2 * k) / PLANKS - 1;
    return [t * half * wide, sag * (t * t - 1), 0];
  });
  const planks = Array.from({ length: PLANKS }, (_, k): BodyDescription => {
    const [a, b] = [ends[k]!, ends[k + 1]!];
    const angle = Math.atan2(b[1]! - a[1]!, b[0]! - a[0]!);
    return {
      name: `plank${k}`,
      shape: { type: 'box', size: [0.38, 0.05, 1] },
      density: 600,
      position: [0.5 * (a[0]! + b[0]!), 0.5 * (a[1]! + b[1]!), 0],
      rotation: [0, 0, Math.sin(0.5 * angle), Math.cos(0.5 * angle)],
    };
  });
  const joints = ends.map(
    (anchor, k): JointDescription => ({
      type: 'hinge',
      ...(k > 0 && k < PLANKS ? { a: `plank${k - 1}` } : {}),
      b: `plank${Math.min(k, PLANKS - 1)}`,
      anchor,
      axis: [0, 0, 1],
    }),
  );
  const box: BodyDescription = {
    name: 'box',
    shape: { type: 'box', size: [1, 0.6, 0.6] },
    density,
    position: [0, 0.7, 0],
  };
  return new World({ bodies: [...planks, box], joints });
}

test.each([100, 300])('what falls on a bridge lies on it, at a density of %i', (density) => {
  const world = bridge(density);
  const energy = () => world.energy().kinetic + world.energy().potential - world.energy().correctionWork;
  const start = energy();
  let most = start;
  for (let k = 0; k < 300; k++) {
    world.step();
    most = Math.max(most, energy());
  }
  const box = world.body('box');
  // Of what the box has fallen by the time that it lands, 0.75 m, a hundredth.
  expect(most - start).toBeLessThan(0.01 * box.mass * 9.81 * 0.75);
  // It hangs where the ends of the chain let it: half a metre below them at most, and does not go through.
  expect(box.position[1]).toBeGreaterThan(-0.3);
  expect(box.position[1]).toBeLessThan(0.3);
  expect(Math.hypot(...box.linearVelocity)).toBeLessThan(0.5);
});

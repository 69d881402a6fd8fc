// Flat faces by the gap over their facing region: scenes that used to go wrong, each as small as it gets.

import { describe, expect, test } from 'vitest';
import { type BodyDescription, World } from '../../src/index.js';

const ground: BodyDescription = { type: 'static', shape: { type: 'half-space' } };
const cube = (size: number) => ({ type: 'box', size: [size, size, size] }) as const;

function run(world: World, seconds: number, watch: () => void = () => {}): World {
  for (const end = world.time + seconds - 1e-9; world.time < end; ) {
    world.step();
    watch();
  }
  return world;
}

test('a cube that leans on another by 0.02 rad comes to rest at once', () => {
  const world = new World({
    sleep: false,
    bodies: [
      ground,
      { shape: cube(0.2), mass: 8, position: [0, 0.1, 0] },
      {
        shape: cube(0.2),
        mass: 8,
        position: [0.02, 0.303, 0],
        rotation: [0.01, 0.2474, 0, 0.9689],
      },
    ],
  });
  run(world, 0.5);
  expect(world.energy().kinetic).toBeLessThan(1e-12);
  // It rocked for ever, with 70 J of correction a minute; m g size is 16 J.
  expect(world.energy().correctionWork).toBeLessThan(0.01 * 16);
});

describe('a box almost wholly inside another, adrift', () => {
  test('leaves it the shortest way, a share of itself a step, without velocity', () => {
    const world = new World({
      gravity: [0, 0, 0],
      sleep: false,
      bodies: [
        { name: 'large', shape: cube(1), mass: 10 },
        { name: 'small', shape: cube(0.3), mass: 1, position: [0.3, 0.02, 0.01] },
      ],
    });
    let last = world.body('small').position;
    run(world, 1, () => {
      const now = world.body('small').position;
      expect(Math.hypot(...now.map((x, m) => x - last[m]!))).toBeLessThan(0.15);
      last = now;
    });
    // Positions are known to 1e-16 m: in a step of 1/60 s that is 6e-15 m/s, of 10 kg 2e-28 J.
    expect(world.energy().kinetic).toBeLessThan(2e-28);
    expect(last[0]! - world.body('large').position[0]!).toBeGreaterThan(0.65 - 1e-4);
    expect(Math.max(0, ...world.contacts().map(({ depth }) => depth))).toBeLessThan(1e-4);
  });
});

test('a box flies past the edge of a table and is not slowed', () => {
  const world = new World({
    gravity: [0, 0, 0],
    bodies: [
      { type: 'static', shape: { type: 'box', size: [2, 1, 2] }, position: [0, -0.5, 0] },
      { name: 'box', shape: cube(0.2), mass: 1, position: [-2, 0.105, 0], linearVelocity: [10, 0, 0] },
    ],
  });
  run(world, 0.5, () => expect(world.body('box').linearVelocity).toEqual([10, 0, 0]));
});

test('what lies beside a body at rest lets it sleep', () => {
  const world = new World({
    bodies: [
      ground,
      { name: 'a', shape: cube(1), mass: 1, position: [0, 0.5, 0] },
      { name: 'b', shape: cube(1), mass: 1, position: [1.0005, 0.5, 0] },
    ],
  });
  run(world, 1);
  expect(world.body('a').asleep).toBe(true);
  world.body('b').angularVelocity = [0, 0, 0];
  world.body('b').wake();
  world.step();
  expect(world.body('a').asleep).toBe(true);
});

test('plates that fall flat on each other stay as thin as they are', () => {
  const world = new World({
    sleep: false,
    bodies: [
      ground,
      ...[0, 1, 2, 3].map(
        (k): BodyDescription => ({
          shape: { type: 'box', size: [0.2, 0.006, 0.15] },
          density: 1000,
          position: [0.01 * k, 0.05 + 0.08 * k, 0],
          rotation: [0.03 * k - 0.04, 0, 0.02, 1],
        }),
      ),
    ],
  });
  let deepest = 0;
  run(world, 2, () => {
    deepest = Math.max(deepest, ...world.contacts().map(({ depth }) => depth));
  });
  expect(deepest).toBeLessThan(0.1 * 0.006);
  expect(world.energy().kinetic).toBeLessThan(1e-9);
});

test('a cube on a turntable stays at its radius', () => {
  const world = new World({
    sleep: false,
    contact: { friction: 0.8 },
    bodies: [
      {
        type: 'kinematic',
        shape: { type: 'cylinder', radius: 2, height: 0.2 },
        position: [0, -0.1, 0],
        angularVelocity: [0, 1.5, 0],
      },
      {
        name: 'cube',
        shape: cube(0.2),
        mass: 1,
        position: [1, 0.1, 0],
        linearVelocity: [0, 0, -1.5],
        angularVelocity: [0, 1.5, 0],
      },
    ],
  });
  run(world, 20);
  const [x, , z] = world.body('cube').position;
  // It grew by r ω² h/2 a second, 46 % in 20 s. What is left is the step in which it sinks to its target depth.
  expect(Math.abs(Math.hypot(x, z) - 1)).toBeLessThan(1e-3);
});

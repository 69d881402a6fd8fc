// Restitution puts no energy in: bodies of all shapes, thrown into the corner between the ground and a wall that leans.

import { expect, test } from 'vitest';
import { type ShapeDescription, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';

const G = 9.81;
const H = 1 / 60;

function shape(random: Random, size: number): ShapeDescription {
  const u = (low: number, high: number) => size * random.between(low, high);
  switch (random.below(4)) {
    case 0:
      return { type: 'box', size: [u(0.3, 1), u(0.3, 1), u(0.3, 1)] };
    case 1:
      return { type: 'cylinder', radius: u(0.15, 0.5), height: u(0.2, 1) };
    case 2:
      return {
        type: 'convex',
        points: Array.from({ length: 8 }, () => [u(-0.5, 0.5), u(-0.5, 0.5), u(-0.5, 0.5)] as const),
      };
    default:
      return { type: 'sphere', radius: u(0.2, 0.5) };
  }
}

function corner(seed: number, model: 'six' | 'point') {
  const random = new Random(seed);
  const size = 0.03 * 100 ** random.next();
  const contact = { model, restitution: random.between(0.2, 1), friction: random.between(0.1, 1) };
  const body = shape(random, size);
  const lean = 0.5 * random.between(0, 0.6);
  const speed = Math.sqrt(G * size);
  const turn = () => random.between(-9, 9);
  const world = new World({
    contact,
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      {
        type: 'static',
        shape: { type: 'box', size: [size, 8 * size, 12 * size] },
        position: [2.5 * size, 2 * size, 0],
        rotation: [0, 0, -Math.sin(lean), Math.cos(lean)],
      },
      {
        name: 'thrown',
        shape: body,
        density: 1000,
        position: [0, 1.5 * size, 0],
        rotation: random.rotation(),
        linearVelocity: [speed * random.between(1, 3), speed * random.between(-2, 1), speed * random.between(-1, 1)],
        angularVelocity: [turn(), turn(), turn()],
      },
    ],
  });
  return { world, size };
}

test.each(['six', 'point'] as const)('%s: thrown into a corner', (model) => {
  for (let seed = 1; seed <= 16; seed++) {
    const { world, size } = corner(seed, model);
    const thrown = world.body('thrown');
    const { mass } = thrown;
    let last = [Infinity, Infinity];
    let gain = 0;
    for (let k = 0; k < 90; k++) {
      world.step(H);
      const { kinetic, potential, correctionWork } = world.energy();
      const energy = kinetic + potential - correctionWork;
      // Semi-implicit Euler keeps the second while a body flies; the first rises by m g h |v| where it turns back. The
      // second rises by as much where an impulse turns a body downwards without taking anything out.
      const now = [energy, energy - 0.5 * mass * G * H * thrown.linearVelocity[1]];
      gain = Math.max(gain, Math.min(now[0]! - last[0]!, now[1]! - last[1]!));
      last = now;
    }
    // What solves leave: 1e-9 of the energy, which is some 10 m g size.
    expect(gain / (mass * G * size), `seed ${seed}`).toBeLessThan(1e-7);
  }
});

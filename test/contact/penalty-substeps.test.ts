// Steps are cut as short as weight and size ask where stiffness is the model's to choose: small things do not fall
// through floors, towers do not buckle, at any step.

import { describe, expect, it } from 'vitest';
import { type BodyDescription, type SceneDescription, World } from '../../src/index.js';
import { penalty } from '../../src/penalty.js';

const models = [penalty];
const ground = { name: 'ground', type: 'static', shape: { type: 'half-space' } } as const;
const worldOf = (bodies: BodyDescription[], more: Partial<SceneDescription> = {}) =>
  new World({ contact: { model: 'penalty' }, sleep: false, ...more, bodies: [ground, ...bodies] }, { models });
const cube = (size: number, y: number, mass: number, name = 'cube'): BodyDescription => ({
  name,
  shape: { type: 'box', size: [size, size, size] },
  mass,
  position: [0, y, 0],
});

describe('at rest', () => {
  for (const timeStep of [1e-3, 5e-3, 1 / 60])
    for (const size of [0.01, 0.1, 1, 10])
      it(`a cube of ${size} m stands on the floor at steps of ${timeStep.toPrecision(2)} s`, () => {
        const world = worldOf([cube(size, 0.5 * size, 1)], { timeStep });
        while (world.time < 1) world.step();
        const { position, linearVelocity } = world.body('cube');
        // No deeper than 1/12 of its height, by which it would begin to lean; shorter parts than 0.25 ms are not made:
        // 25 µm a cube.
        expect(0.5 * size - position[1]).toBeLessThan(size / 12 + 3e-5);
        expect(Math.hypot(...linearVelocity)).toBeLessThan(1e-3 * Math.sqrt(size));
      });

  it('a tower of ten stands for 5 s at 1/60 s, and one of 100 times the mass stands on a light one', () => {
    const tower = worldOf(Array.from({ length: 10 }, (_, k) => cube(1, 0.5 + k, 1, `box${k}`)));
    while (tower.time < 5) tower.step();
    for (const { name, position } of tower.bodies())
      if (name !== 'ground') expect(Math.hypot(position[0], position[2]), name).toBeLessThan(1e-3);
    const two = worldOf([cube(1, 0.5, 1, 'light'), cube(1, 1.5, 100, 'heavy')]);
    while (two.time < 2) two.step();
    expect(two.body('heavy').position[1]).toBeGreaterThan(1.2);
  });

  it('coefficients that a scene gives are not touched, and their step is not cut', () => {
    // 5 cm/s² … at 1/60 s semi-implicit Euler of one mode, step by step.
    const world = worldOf([cube(1, 0.5, 1)], {
      contact: { model: 'penalty', stiffness: 200, normalDamping: 10, friction: 0 },
    });
    let [y, v] = [0.5, 0];
    const h = 1 / 60;
    for (let k = 0; k < 120; k++) {
      world.step();
      const d = 0.5 - y;
      const push = d > 0 ? Math.max(0, 200 * d - 10 * v) : 0;
      v += h * (push - 9.81);
      y += h * v;
      expect(world.body('cube').position[1]).toBeCloseTo(y, 9);
    }
  });
});

describe('parts of a step', () => {
  it('stay the same through a snapshot, whatever has moved meanwhile', () => {
    const world = worldOf([cube(0.2, 0.1, 1, 'low'), cube(0.2, 0.3, 2, 'high'), cube(0.2, 0.8, 1, 'falls')]);
    for (let k = 0; k < 40; k++) world.step();
    const copy = World.restore(world.snapshot(), { models });
    for (const one of [world, copy]) for (let k = 0; k < 20; k++) one.step();
    expect(copy.hash()).toBe(world.hash());
  });

  it('are counted anew when something small comes', () => {
    const world = worldOf([cube(1, 0.5, 1)]);
    for (let k = 0; k < 60; k++) world.step();
    world.addBody({ ...cube(0.02, 0.01, 0.01, 'small'), position: [2, 0.01, 0] });
    for (let k = 0; k < 60; k++) world.step();
    expect(world.body('small').position[1]).toBeGreaterThan(0.005);
  });

  it('a step that is longer than the ones before is carried too', () => {
    const world = worldOf([cube(1, 0.5, 1)], { timeStep: 0.001 });
    for (let k = 0; k < 300; k++) world.step();
    for (let k = 0; k < 120; k++) world.step(1 / 60);
    expect(Math.hypot(...world.body('cube').linearVelocity)).toBeLessThan(1e-3);
    expect(world.body('cube').position[1]).toBeGreaterThan(0.4);
  });
});

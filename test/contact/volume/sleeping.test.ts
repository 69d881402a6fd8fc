// Soft bodies that have come to rest sleep, with what lies on them, and wake as others do.

import { describe, expect, test } from 'vitest';
import { type SceneDescription, World } from '../../../src/index.js';
import { volume } from '../../../src/volume.js';

const make = (scene: object): World => new World(scene as SceneDescription, { models: [volume] });
const ground = { name: 'ground', type: 'static', shape: { type: 'half-space' } };
const jelly = {
  name: 'jelly',
  type: 'soft',
  shape: { type: 'box', size: [0.2, 0.1, 0.2] },
  density: 1000,
  position: [0, 0.05, 0],
  resolution: 3,
  material: { young: 2e5, poisson: 0.3, stiffnessDamping: 0.01, massDamping: 1 },
};
const brick = { name: 'brick', shape: { type: 'box', size: [0.1, 0.05, 0.1] }, density: 500, position: [0, 0.126, 0] };
const stepUntil = (world: World, done: () => boolean, most: number): number => {
  for (let k = 0; k < most; k++) {
    if (done()) return k;
    world.step();
  }
  return -1;
};

describe('soft bodies at rest', () => {
  test('sleep together with what they carry, keep every bit, and wake when they are touched or pulled', () => {
    const world = make({ timeStep: 0.01, contact: { model: 'volume' }, bodies: [ground, jelly, brick] });
    const soft = world.body('jelly')!;
    expect(stepUntil(world, () => soft.asleep && world.body('brick')!.asleep, 400)).toBeGreaterThan(0);
    const { solid } = world.part(volume).softs.list[0]!.body;
    const x = solid.x.slice();
    world.step();
    world.step();
    expect(solid.x).toEqual(x);
    expect(world.energy().kinetic).toBe(0);
    expect(world.contacts().length).toBe(2);
    // A snapshot of what sleeps goes on asleep.
    const again = World.restore(world.snapshot(), { models: [volume] });
    again.step();
    world.step();
    expect(again.hash()).toBe(world.hash());
    // Something falls on it: all wake in the step in which they touch.
    world.addBody({
      name: 'ball',
      shape: { type: 'sphere', radius: 0.03 },
      mass: 0.1,
      position: [0.08, 0.2, 0.08],
    });
    expect(stepUntil(world, () => !soft.asleep, 60)).toBeGreaterThan(0);
    expect(stepUntil(world, () => soft.asleep, 1500)).toBeGreaterThan(0);
    world.part(volume).pullVertex('jelly', 0, [0, 1, 0]);
    expect(soft.asleep).toBe(false);
  });

  // The area that is pressed changes with what is pressed: with one pressure under all of it these went back and forth
  // from step to step for ever, at up to a metre a second.
  test.each([
    ['torus', { type: 'torus', radius: 0.012, tube: 0.006 }, 0.038, 1.1e4, 5],
    ['ball pressed in deeply', { type: 'sphere', radius: 0.034 }, 0.068, 1.2e4, 6],
    ['capsule', { type: 'capsule', radius: 0.012, height: 0.02 }, 0.054, 2.8e4, 6],
  ])('a curved body comes to rest wholly: %s', (_, shape, size, young, resolution) => {
    const body = {
      name: 'soft',
      type: 'soft',
      shape,
      density: 1000,
      position: [0, 0.7 * size, 0],
      rotation: [0.6, 0, 0, 0.8],
      resolution,
      material: { young, poisson: 0.3, stiffnessDamping: 0.005 },
    };
    const world = make({ timeStep: 0.01, contact: { model: 'volume', friction: 0.5 }, bodies: [ground, body] });
    expect(stepUntil(world, () => world.body('soft')!.asleep, 300)).toBeGreaterThan(0);
    const [contact] = world.contacts();
    expect((contact as unknown as { cells: number }).cells).toBe(1);
    const weight = world.body('soft')!.mass * 9.81;
    expect(Math.abs(contact!.force[1] / weight - 1)).toBeLessThan(0.02);
  });

  test('what hangs on a body that starts to move wakes', () => {
    const grip = {
      name: 'grip',
      type: 'kinematic',
      shape: { type: 'box', size: [0.05, 0.05, 0.05] },
      position: [0, 1, 0],
    };
    const held = {
      ...jelly,
      position: [0, 0.925, 0],
      mask: 0,
      fixed: [
        {
          box: [
            [-0.1, 0.049, -0.1],
            [0.1, 0.05, 0.1],
          ],
          to: 'grip',
        },
      ],
    };
    const world = make({ timeStep: 0.01, contact: { model: 'volume' }, bodies: [grip, held] });
    for (let k = 0; k < 300; k++) world.step();
    // Nothing but the grip holds it, and that is no contact: it may sleep or not, but it must follow.
    world.body('grip')!.linearVelocity = [0, 0.1, 0];
    const before = world.body('jelly')!.position[1];
    for (let k = 0; k < 100; k++) world.step();
    expect(world.body('jelly')!.position[1] - before).toBeCloseTo(0.1, 2);
  });
});

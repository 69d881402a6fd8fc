// Cuts through the world, and snapshots before and after them.

import { describe, expect, test } from 'vitest';
import { type SceneDescription, World } from '../../../src/index.js';
import { volume } from '../../../src/volume.js';

const scene = (cuts: object[]) =>
  ({
    timeStep: 0.01,
    contact: { model: 'volume' },
    bodies: [
      { name: 'ground', type: 'static', shape: { type: 'half-space' } },
      {
        name: 'jelly',
        type: 'soft',
        shape: { type: 'box', size: [0.4, 0.1, 0.1] },
        density: 1000,
        position: [0, 0.08, 0],
        resolution: 5,
        material: { young: 5e4, poisson: 0.3, stiffnessDamping: 0.01 },
      },
    ],
    cuts,
  }) as unknown as SceneDescription;
const make = (cuts: object[]) => new World(scene(cuts), { models: [volume] });
const steps = (world: World, n: number): World => {
  for (let k = 0; k < n; k++) world.step();
  return world;
};
const across = { time: 0.03, body: 'jelly', plane: { point: [0.03, 0, 0], normal: [1, 0, 0] } };

describe('cuts in a world', () => {
  test('what falls apart are bodies of their own, named after the whole; mass is kept and nothing passes through the floor', () => {
    const world = steps(make([across]), 3);
    expect([...world.bodies()].map((b) => b.name)).toEqual(['ground', 'jelly']);
    const mass = world.body('jelly')!.mass;
    steps(world, 1);
    expect([...world.bodies()].map((b) => b.name).sort()).toEqual(['ground', 'jelly/1', 'jelly/2']);
    expect(world.body('jelly/1')!.mass + world.body('jelly/2')!.mass).toBeCloseTo(mass, 12);
    steps(world, 60);
    for (const name of ['jelly/1', 'jelly/2']) {
      expect(world.body(name)!.position[1]).toBeGreaterThan(0.045);
      expect(world.body(name)!.position[1]).toBeLessThan(0.055);
    }
    const load = world
      .contacts()
      .reduce((sum, { a, b, force }) => sum + (b.name === 'ground' || a.name === 'ground' ? force[1] : 0), 0);
    expect(Math.abs(load / (mass * 9.81) - 1)).toBeLessThan(0.02);
  });

  test('a cut that misses is a warning, and the run goes on', () => {
    const world = steps(make([{ ...across, plane: { point: [9, 0, 0], normal: [1, 0, 0] } }]), 5);
    expect(world.report().warnings).toHaveLength(1);
    expect(world.body('jelly')).toBeDefined();
  });

  test('cuts at one time go one after the other, through the pieces of the first', () => {
    const at = (x: number, body = 'jelly') => ({ ...across, body, plane: { point: [x, 0, 0], normal: [1, 0, 0] } });
    const world = steps(make([at(0.03), at(-0.1), at(0.1, 'jelly/2')]), 4);
    expect(world.report().warnings).toBeUndefined();
    expect([...world.bodies()].map((b) => b.name).sort()).toEqual([
      'ground',
      'jelly/1/1',
      'jelly/1/2',
      'jelly/2/1',
      'jelly/2/2',
    ]);
    const whole = steps(make([]), 4);
    const mass = [...world.bodies()].reduce((sum, b) => sum + (b.type === 'soft' ? b.mass : 0), 0);
    expect(mass).toBeCloseTo(whole.body('jelly')!.mass, 12);
  });

  test('a cut of a body that is not there says so', () => {
    const world = steps(make([{ ...across, body: 'jam' }]), 5);
    expect(world.report().warnings).toEqual([expect.stringMatching(/misses body "jam": there is none/)]);
  });

  test('a snapshot goes on with the same bits, before a cut and after it', () => {
    for (const at of [2, 9]) {
      const world = steps(make([across]), at);
      const other = World.restore(world.snapshot(), { models: [volume] });
      expect(steps(other, 8).hash()).toBe(steps(world, 8).hash());
    }
  });
});

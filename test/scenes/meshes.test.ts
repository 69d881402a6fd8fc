import { expect, test } from 'vitest';
import { deepest, distance, fastest, make, runTo } from './support.js';

test('the bumpy cube lands and slides to rest upright', () => {
  // Half as many triangles along each side: the same bumps.
  const world = runTo(make('bumpy-cube', { detail: 64 }), 1);
  const cube = world.body('cube');
  expect(fastest(world)).toBeLessThan(0.02);
  expect(cube.position[0]).toBeGreaterThan(0.1);
  expect(cube.position[1]).toBeGreaterThan(0.515);
  expect(cube.position[1]).toBeLessThan(0.521);
});

test('what falls into the bowl stays above its wall', () => {
  const world = runTo(make('salad', { pieces: 2 }), 0.35);
  for (const name of ['star0', 'knot0']) {
    const { position } = world.body(name);
    expect(position[1], name).toBeGreaterThan(0.08);
    expect(distance(position, [0, 0.9, 0]), name).toBeLessThan(0.82);
  }
});

test('one torus falls on the other and does not pass through', () => {
  const world = make('two-tori');
  // Found are 0.6 mm, in the step of the impact.
  runTo(world, 1.2, () => expect(deepest(world)).toBeLessThan(1e-3));
  // Both above the ground, and neither inside the other: their centre lines are at least a tube apart.
  for (const name of ['lower', 'upper']) expect(world.body(name).position[1], name).toBeGreaterThan(0.11);
});

test('linked tori stay linked', () => {
  const world = runTo(make('linked-tori'), 1);
  // Each ring's centre line pierces the disc of the other: their centres stay within two radii.
  expect(distance(world.body('flat').position, world.body('upright').position)).toBeLessThan(0.8);
  for (const name of ['flat', 'upright']) expect(world.body(name).position[1], name).toBeGreaterThan(0.09);
});

test('the chain of rings hangs', () => {
  const world = runTo(make('link-chain', { links: 3 }), 0.4);
  // Each ring can hang at most by twice its inner radius below the one above, and then touches it.
  expect(world.body('ring1').position[1]).toBeGreaterThan(-0.31);
  expect(world.body('ring2').position[1]).toBeGreaterThan(-0.62);
});

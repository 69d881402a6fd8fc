import { expect, test } from 'vitest';
import { deepest, fastest, largestMove, make, positions, runTo, upOf } from './support.js';

test('cubes with their centre over the table stay, the others fall off it, the last slides down its side', () => {
  const world = runTo(make('cubes-on-edge'), 2.5);
  for (let i = 0; i < 4; i++) {
    // On the table, upright, where they fell.
    const cube = world.body(`cube${i}`);
    expect(cube.position[1], `cube${i}`).toBeCloseTo(1.75, 3);
    expect(upOf(cube)[1], `cube${i}`).toBeGreaterThan(0.999999);
  }
  for (let i = 4; i < 8; i++) expect(world.body(`cube${i}`).position[1], `cube${i}`).toBeLessThan(0.5);
  // The last fell past the table without being turned by its edge.
  const last = world.body('cube7');
  expect(upOf(last)[1]).toBeGreaterThan(0.999999);
  expect(last.position[0]).toBeGreaterThan(0.25);
  expect(last.position[0]).toBeLessThan(0.26);
});

test('a cube that overhangs does not slide, even without any friction', () => {
  for (const friction of [0, 0.002]) {
    const world = runTo(make('cube-near-edge', { friction }), 3);
    const cube = world.body('cube');
    // Nothing pushes it sideways: what moves it is rounding.
    expect(Math.abs(cube.position[0] - 0.4)).toBeLessThan(1e-6);
    expect(Math.abs(cube.linearVelocity[0])).toBeLessThan(1e-6);
  }
});

test('beyond its edge the cube tips off', () => {
  const world = runTo(make('cube-near-edge', { overhang: 0.49, friction: 0.1 }), 1);
  expect(upOf(world.body('cube'))[1]).toBeGreaterThan(0.9999);
});

test('the sloppy stack stands still', () => {
  const world = runTo(make('sloppy-stack', {}, { solver: { method: 'newton' } }), 1);
  const before = positions(world);
  runTo(world, 3);
  expect(largestMove(world, before)).toBeLessThan(1e-6);
  expect(deepest(world)).toBeLessThan(1e-3);
});

test('the nested stack stands still, and its foot bears the weight of all', () => {
  const world = runTo(make('nested-stack'), 1);
  const before = positions(world);
  runTo(world, 2);
  expect(largestMove(world, before)).toBeLessThan(1e-6);
  expect(fastest(world)).toBeLessThan(1e-6);
  let weight = 0;
  for (const body of world.bodies()) weight += 9.81 * body.mass;
  const foot = world.contacts().find(({ a, b }) => a.name === 'ground' || b.name === 'ground')!;
  expect(Math.abs(foot.force[1]) / weight).toBeCloseTo(1, 6);
});

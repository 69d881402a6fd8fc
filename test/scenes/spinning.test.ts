import { expect, test } from 'vitest';
import { energyOf, fastest, make, runTo, upOf } from './support.js';

test('the octagon slides to rest without turning over, in the direction of its push', () => {
  const world = runTo(make('sliding-octagon'), 2);
  const [x, y, z] = world.body('octagon').position;
  expect(x).toBeGreaterThan(0.8);
  expect(x).toBeLessThan(1.1);
  expect(y).toBeCloseTo(0.1, 3);
  expect(z).toBeGreaterThan(0);
  expect(fastest(world)).toBeLessThan(1e-6);
});

test('the plate spins on the spot, and stops', () => {
  const world = runTo(make('spinning-plate'), 1.2);
  const plate = world.body('plate');
  expect(Math.hypot(plate.position[0], plate.position[2])).toBeLessThan(1e-6);
  expect(Math.abs(plate.angularVelocity[1])).toBeLessThan(1e-6);
});

test('spin makes the disc slide farther', () => {
  const travel = (spin: number) => runTo(make('sliding-disc', { spin }), 1.5).body('disc').position[0];
  const without = travel(0);
  // v²/(2 μ g), less half a step of travel.
  expect(without).toBeCloseTo(0.917, 1);
  expect(travel(10)).toBeGreaterThan(1.5 * without);
});

test("Euler's disc loses energy all the time and lies down", () => {
  const world = make('euler-disc');
  const energies = [energyOf(world)];
  runTo(world, 5, () => energies.push(energyOf(world)));
  // What correction has added in all: found are 0.1 J of 418 J, where a disc that hardly leans turns from its overlap
  // to its face.
  expect(Math.abs(world.energy().correctionWork)).toBeLessThan(3e-4 * energies[0]!);
  const half = Math.round(0.5 / world.timeStep);
  for (let k = half; k < energies.length; k++) expect(energies[k]! - energies[k - half]!).toBeLessThan(1e-9);
  expect(upOf(world.body('disc'))[1]).toBeGreaterThan(0.99999);
  expect(fastest(world)).toBeLessThan(1e-6);
});

test('the tippe top turns over and spins on its stem', () => {
  // One contact is solved in a visit or two; half as many steps show it as well.
  const world = make('tippe-top', {}, { timeStep: 1 / 120, solver: { iterations: 5 } });
  runTo(world, 0.5);
  expect(upOf(world.body('top'))[1]).toBeGreaterThan(0.9);
  runTo(world, 6.5);
  expect(upOf(world.body('top'))[1]).toBeLessThan(-0.9);
  expect(world.body('top').angularVelocity[1]).toBeGreaterThan(20);
});

test('without spin the tippe top rights itself like a tumbler', () => {
  const world = runTo(make('tippe-top', { spin: 0 }), 3);
  expect(upOf(world.body('top'))[1]).toBeGreaterThan(0.95);
});

test('the top precesses instead of falling, and does not lean more', () => {
  const world = make('spinning-top');
  const lean = () => upOf(world.body('top'));
  const [x0] = lean();
  expect(x0).toBeLessThan(-0.2);
  runTo(world, 2);
  // Neither fallen nor standing still: it has turned to the other side.
  expect(lean()[1]).toBeGreaterThan(0.97);
  expect(lean()[0]).toBeGreaterThan(0.1);
  runTo(world, 6);
  expect(lean()[1]).toBeGreaterThan(0.98);
});

test('without spin the top falls over', () => {
  const world = runTo(make('spinning-top', { spin: 0 }), 2);
  // It leans on the rim of its disc, 0.08 m above the tip's centre and 0.12 m out.
  expect(upOf(world.body('top'))[1]).toBeLessThan(0.85);
});

test('the rattleback turns back one way and not the other', () => {
  const spinAfter = (spin: number, seconds: number) =>
    runTo(make('rattleback', { spin }), seconds).body('hoop').angularVelocity[1];
  expect(spinAfter(3, 9)).toBeLessThan(-0.5);
  expect(spinAfter(-3, 4)).toBeLessThan(-2.9);
});

import { expect, test } from 'vitest';
import { fastest, make, movers, runTo, upOf } from './support.js';

test('the falling box ends flat on the ground', () => {
  const world = runTo(make('falling-box'), 2);
  expect(world.body('box').position[1]).toBeCloseTo(0.25, 3);
  expect(fastest(world)).toBeLessThan(1e-6);
});

test('the table holds below the load that tips it, and tips above', () => {
  // About the outer edge of the legs at 0.54 m: W·0.16 + F·0.76 = m g·0.54 with 15 kg, W = 300 N.
  const critical = (15 * 9.81 * 0.54 - 300 * 0.16) / 0.76;
  const tilt = (sideways: number) =>
    upOf(runTo(make('table', { sideways }, { solver: { method: 'newton' } }), 1).body('table'))[1];
  expect(tilt(0.99 * critical)).toBeGreaterThan(1 - 1e-8);
  expect(tilt(1.02 * critical)).toBeLessThan(0.9999);
});

test('four legs are four patches', () => {
  const world = runTo(make('table', { down: 0, sideways: 0 }), 0.2);
  expect(world.contacts()).toHaveLength(4);
});

test('the two arms of the U share the load by the lever rule', () => {
  const world = runTo(make('u-support', { load: 0.4 }), 1);
  const patches = world.contacts().filter(({ a, b }) => a.name === 'support' || b.name === 'support');
  expect(patches).toHaveLength(2);
  const [left, right] = patches.sort((p, q) => p.point[0] - q.point[0]);
  const up = (contact: (typeof patches)[number]) => Math.abs(contact.force[1]);
  expect(up(left!) + up(right!)).toBeCloseTo(11 * 9.81, 2);
  // Moments about the middle: forces act at their centres of pressure.
  const moment = up(left!) * left!.centerOfPressure[0] + up(right!) * right!.centerOfPressure[0];
  expect(moment).toBeCloseTo(10 * 9.81 * 0.4, 2);
});

test('a load beyond the arms tips the beam', () => {
  const world = runTo(make('u-support', { load: 1.3 }), 1);
  expect(Math.abs(upOf(world.body('beam'))[1])).toBeLessThan(0.99);
});

test('nothing passes through the wall, and nothing through the ground', () => {
  const world = make('bullets');
  runTo(world, 1, () => {
    for (const { name, position } of movers(world)) {
      expect(position[0], name).toBeLessThan(10);
      expect(position[1], name).toBeGreaterThan(0);
    }
  });
});

test('parcels take the speed of the belt and move on to the second one', () => {
  const world = make('conveyor', { slope: 0 });
  runTo(world, 0.9);
  // Friction 0.5 gives 1.5 m/s in a third of a second.
  expect(world.body('parcel0').linearVelocity[0]).toBeCloseTo(1.5, 3);
  runTo(world, 4);
  expect(world.body('parcel4').linearVelocity[0]).toBeCloseTo(-1.5, 1);
});

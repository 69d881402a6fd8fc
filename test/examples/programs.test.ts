// The eight programs of examples/programs run, and what they find is what mechanics says.

import { expect, test } from 'vitest';
import * as character from '../../examples/programs/character.js';
import * as conveyors from '../../examples/programs/conveyors.js';
import * as dominoes from '../../examples/programs/dominoes.js';
import * as forcePlate from '../../examples/programs/force-plate.js';
import * as gripper from '../../examples/programs/gripper.js';
import * as ragdoll from '../../examples/programs/ragdoll.js';
import * as rollback from '../../examples/programs/rollback.js';
import * as vehicle from '../../examples/programs/vehicle.js';

test('vehicle: drives over hills, turns, and stops upright', () => {
  const { fastest, speed, upright, turned, load, position } = vehicle.run();
  // 4 · 900 N on 1200 kg for 5 s, less what the hills and the bend take: at most 15 m/s.
  expect(fastest).toBeGreaterThan(8);
  expect(fastest).toBeLessThan(15.5);
  expect(speed).toBeLessThan(0.3);
  expect(upright).toBeGreaterThan(0.97);
  expect(Math.abs(turned)).toBeGreaterThan(0.1);
  // Springs bear across the slope: m g cos α.
  expect(load / (1200 * 9.81)).toBeGreaterThan(0.95);
  expect(load / (1200 * 9.81)).toBeLessThan(1.05);
  expect(Math.abs(position[2])).toBeGreaterThan(1);
});

test('gripper: lifts a mug by ten centimetres and holds it without creep', () => {
  const { lifted, creep, slipMargin } = gripper.run();
  expect(lifted).toBeGreaterThan(0.099);
  expect(lifted).toBeLessThan(0.101);
  expect(creep).toBeLessThan(1e-6);
  expect(slipMargin).toBeGreaterThan(0);
});

test('ragdoll: no joint comes apart on the stairs, and it falls asleep', () => {
  const { gap, knees, lowest, asleep } = ragdoll.run();
  // Joints have the last word in every step, by Newton's method: what is left of a centimetre after three passes is
  // next to nothing.
  expect(gap).toBeLessThan(1e-5);
  expect(knees).toBeLessThan(0.02);
  expect(lowest).toBeGreaterThan(0.04);
  expect(asleep).toBe(true);
});

test('character: climbs, is carried, walks on and pushes', () => {
  const { heights, pushed } = character.run();
  const expected = [0, 0.75, 2.25, 2.25];
  for (const [k, height] of heights.entries()) expect(height).toBeCloseTo(expected[k]!, 1);
  expect(pushed).toBeGreaterThan(0.3);
});

test('dominoes: all fall, and the wave has an even speed', () => {
  const { fallen, early, late } = dominoes.run();
  expect(fallen).toBe(40);
  // Of the order of √(g h): measured dominoes run at 0.7 to 1.6 of it.
  expect(late / Math.sqrt(9.81 * 0.048)).toBeGreaterThan(0.7);
  expect(late / Math.sqrt(9.81 * 0.048)).toBeLessThan(2);
  expect(Math.abs(late / early - 1)).toBeLessThan(0.1);
});

test('rollback: both sides end with the same bits', () => {
  const { red, blue, repeated } = rollback.run();
  expect(red).toBe(blue);
  expect(repeated).toBe(4 * 8);
});

test('force plate: load and centre of pressure are those of statics', () => {
  const { load, center, free, expected } = forcePlate.run();
  expect(load).toBeCloseTo(expected.load, 6);
  expect(center[0]).toBeCloseTo(expected.center[0], 7);
  expect(center[1]).toBeCloseTo(expected.center[1], 7);
  expect(Math.abs(free)).toBeLessThan(1e-6);
});

test('conveyors: tall parcels end on the side belt, low ones on the main one', () => {
  const { seen, z, x } = conveyors.run();
  expect(seen).toBe(2);
  for (const [k, tall] of [false, true, false, true].entries()) {
    expect(z[k]! > 0.3, `parcel ${k} at z = ${z[k]}`).toBe(tall);
    // Past the pusher.
    expect(x[k]!).toBeGreaterThan(1.2);
  }
});

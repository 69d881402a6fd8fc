// A kind of joint that the engine does not have, in one file of kinds/ and handed in by one line.

import { expect, test } from 'vitest';
import { type JointDescription, type SceneDescription, World } from '../../src/index.js';
import { length, sub } from '../../src/math/vec3.js';
import { rod } from './kinds/rod.js';

const G = 9.81;
const LENGTH = 0.5;
const joint = (fields: object): JointDescription =>
  ({ type: 'rod', b: 'bob', ...fields }) as unknown as JointDescription;
const scene = (fields: object = {}): SceneDescription => ({
  gravity: [0, -G, 0],
  sleep: false,
  bodies: [
    {
      name: 'bob',
      shape: { type: 'sphere', radius: 0.05 },
      mass: 2,
      position: [0.02 * LENGTH, 2 - LENGTH * Math.sqrt(1 - 0.02 ** 2), 0],
    },
  ],
  joints: [joint({ anchor: [0, 2, 0], ...fields })],
});
const worldOf = (description: SceneDescription): World => new World(description, { joints: [rod] });

test('a rod swings as a pendulum of its length, which it keeps', () => {
  const world = worldOf(scene());
  const bob = world.body('bob')!;
  const h = 1 / 240;
  const crossings: number[] = [];
  let x = bob.position[0];
  let worst = 0;
  for (let i = 0; i < 1440; i++) {
    world.step(h);
    const next = bob.position[0];
    if (x < 0 && next >= 0) crossings.push(world.time - (h * next) / (next - x));
    x = next;
    worst = Math.max(worst, Math.abs(length(sub(bob.position, [0, 2, 0])) - LENGTH));
  }
  // Corrected to 1e-10 in every step.
  expect(worst).toBeLessThan(1e-9);
  const period = (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1);
  // T = 2π √(L/g) (1 + θ²/16) with θ = 0.02: 2.5e-5; the step's error (ωh)²/24: 1.4e-5. Twice their sum.
  expect(Math.abs(period / (2 * Math.PI * Math.sqrt(LENGTH / G)) - 1)).toBeLessThan(8e-5);
});

test('two bodies on a rod that spins in free flight keep momentum and distance', () => {
  const ball = { shape: { type: 'sphere', radius: 0.05 } as const, mass: 1 };
  const world = worldOf({
    gravity: [0, 0, 0],
    sleep: false,
    bodies: [
      { ...ball, name: 'a', position: [0, 0, 0], linearVelocity: [0, 1, 0] },
      { ...ball, name: 'b', mass: 3, position: [1, 0, 0], linearVelocity: [0, -1, 0.5] },
    ],
    joints: [joint({ a: 'a', b: 'b' })],
  });
  for (let i = 0; i < 300; i++) world.step(1 / 60);
  const [a, b] = [world.body('a')!, world.body('b')!];
  expect(Math.abs(length(sub(a.position, b.position)) - 1)).toBeLessThan(1e-9);
  const momentum = [0, 1, 2].map((k) => a.linearVelocity[k]! + 3 * b.linearVelocity[k]!);
  [0, -2, 1.5].forEach((p, k) => {
    // 300 steps, each of a few rounding errors of size 1.
    expect(Math.abs(momentum[k]! - p)).toBeLessThan(1e-12);
  });
});

test('a rod goes on with the same bits from a snapshot, which names it where it is missing', () => {
  const world = worldOf(scene());
  for (let i = 0; i < 10; i++) world.step();
  const bytes = world.snapshot();
  const restored = World.restore(bytes, { joints: [rod] });
  for (let i = 0; i < 10; i++) {
    world.step();
    restored.step();
  }
  expect(restored.hash()).toBe(world.hash());
  expect([...restored.joints()][0]!.type).toBe('rod');
  expect(() => World.restore(bytes)).toThrow(/joint type "rod" of the snapshot is not known; hand its kind in/);
});

test('what does not belong to a rod is refused in one line', () => {
  expect(() => new World(scene())).toThrow(/type is "rod"; it must be one of/);
  expect(() => worldOf(scene({ limits: [0, 1] }))).toThrow(/limits does not apply to a rod joint; it belongs to ball/);
  expect(() => worldOf(scene({ restLength: -1 }))).toThrow(/restLength is -1; it must be/);
  const [first] = [...worldOf(scene()).joints()];
  expect(() => first!.setMotor({ velocity: 1 })).toThrow(/a rod joint has no motor/);
});

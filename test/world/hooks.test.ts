// A hook that lets bodies pass and gives pairs coefficients of their own; kinematic bodies that go to a pose.

import { describe, expect, test } from 'vitest';
import { World } from '../../src/index.js';
import { box, G, ground, H, pointWorld, sphere, stepTimes, turn } from './support.js';

describe.each(['six', 'point'] as const)('the contact hook: %s', (model) => {
  test('a one-way platform lets a ball through from below and bears it from above', () => {
    const platform = {
      name: 'platform',
      type: 'static',
      shape: { type: 'box', size: [2, 0.1, 2] },
      position: [0, 1, 0],
    } as const;
    const world = new World({
      contact: { model },
      bodies: [platform, sphere(0.2, [0, 0, 0], { name: 'ball', linearVelocity: [0, 6, 0] })],
    });
    const ball = world.body('ball');
    const pairs: string[] = [];
    world.contactHook = (a, b) => {
      pairs.push(`${a.name} ${b.name}`);
      return ball.position[1] > 1.05 + 0.19 && ball.linearVelocity[1] <= 0;
    };
    let top = 0;
    for (let k = 0; k < 180; k++) {
      world.step();
      top = Math.max(top, ball.position[1]);
    }
    // v²/2g less half a step of gravity.
    expect(top).toBeCloseTo(36 / (2 * G), 1);
    expect(ball.position[1]).toBeCloseTo(1.25, 3);
    expect(new Set(pairs)).toEqual(new Set(['ball platform']));
  });

  test("friction of a pair's own: a box on a belt of ice", () => {
    const world = new World({
      contact: { model, friction: 0.8 },
      bodies: [
        ground,
        box([0.4, 0.2, 0.4], [0, 0.1, 0], { name: 'slides', linearVelocity: [2, 0, 0] }),
        box([0.4, 0.2, 0.4], [0, 0.1, 2], { name: 'stops', linearVelocity: [2, 0, 0] }),
      ],
    });
    stepTimes(world, 1);
    const speed = world.body('slides').linearVelocity[0];
    expect(speed).toBeLessThan(1.9);
    world.contactHook = (a) => (a.name === 'slides' ? { friction: 0 } : undefined);
    stepTimes(world, 30);
    expect(world.body('slides').linearVelocity[0]).toBeCloseTo(speed, 6);
    expect(world.body('stops').linearVelocity[0]).toBeCloseTo(0, 6);
    // A copy with the same hook goes on with the same bits.
    const copy = World.restore(world.snapshot());
    copy.contactHook = world.contactHook;
    for (const w of [world, copy]) {
      for (const body of w.bodies()) body.wake();
      stepTimes(w, 20);
    }
    expect(copy.hash()).toBe(world.hash());
    world.contactHook = null;
    stepTimes(world, 30);
    expect(world.body('slides').linearVelocity[0]).toBeCloseTo(0, 6);
  });
});

test('what a hook may not return is told in one line', () => {
  const world = pointWorld({ bodies: [ground, sphere(1, [0, 1, 0])] });
  world.contactHook = () => 7 as never;
  expect(() => world.step()).toThrow(/the contact hook returned 7; it must return/);
  expect(() => {
    world.contactHook = 3 as never;
  }).toThrow(/contactHook is 3/);
});

describe('moveTo', () => {
  test('arrives at the pose, also about a centre of mass off the origin', () => {
    const shape = {
      type: 'compound',
      parts: [{ shape: { type: 'box', size: [1, 1, 1] }, position: [0.5, 0, 0] }],
    } as const;
    const world = new World({ bodies: [{ name: 'arm', type: 'kinematic', shape }] });
    const arm = world.body('arm');
    const rotation = turn('y', 2.5);
    arm.moveTo({ position: [1, 2, 3], rotation }, H);
    world.step();
    for (let k = 0; k < 3; k++) expect(arm.position[k]).toBeCloseTo([1, 2, 3][k]!, 12);
    for (let k = 0; k < 4; k++) expect(arm.rotation[k]).toBeCloseTo(rotation[k]!, 12);
    arm.moveTo({}, H);
    expect(arm.linearVelocity).toEqual([0, 0, 0]);
    world.body('arm').type = 'static';
    expect(() => arm.moveTo({}, H)).toThrow(/only kinematic bodies/);
  });

  test('a lift carries its load', () => {
    const world = pointWorld({
      bodies: [
        { name: 'lift', type: 'kinematic', shape: { type: 'box', size: [2, 0.2, 2] } },
        box([0.4, 0.4, 0.4], [0, 0.3, 0], { name: 'load' }),
      ],
    });
    for (let k = 1; k <= 60; k++) {
      world.body('lift').moveTo({ position: [0.01 * k, 0.02 * k, 0] }, H);
      world.step();
    }
    expect(world.body('load').position[1]).toBeCloseTo(1.2 + 0.3, 3);
    expect(world.body('load').linearVelocity[0]).toBeCloseTo(0.6, 3);
  });
});

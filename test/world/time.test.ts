// Worlds in time: fixed steps from uneven seconds, poses in between, and going back in place.

import { describe, expect, test } from 'vitest';
import { World } from '../../src/index.js';
import { box, G, ground, H, sphere, stepTimes } from './support.js';

describe('advance', () => {
  test('makes as many steps as fit, keeps the rest, and interpolates in between', () => {
    const world = new World({ gravity: [0, 0, 0], bodies: [sphere(1, [0, 0, 0], { linearVelocity: [6, 0, 0] })] });
    const ball = world.body('body0');
    expect(world.advance(0.5 * H)).toEqual({ steps: 0, share: 0.5 });
    let seconds = 0.5 * H;
    for (const part of [0.3, 1.7, 0.9, 2.6]) {
      const { share } = world.advance(part * H);
      seconds += part * H;
      expect(world.time + share * H).toBeCloseTo(seconds, 12);
      // Drawn one step behind, evenly: the way is that of the time passed.
      expect(world.interpolated(ball, share).position[0]).toBeCloseTo(Math.max(0, 6 * (seconds - H)), 12);
    }
  });

  test('60 times a sixtieth is a second, and a long pause is let go', () => {
    const world = new World({ bodies: [sphere(1, [0, 0, 0])] });
    for (let k = 0; k < 60; k++) expect(world.advance(1 / 60).steps).toBe(1);
    expect(world.stepCount).toBe(60);
    expect(world.advance(100, 5).steps).toBe(5);
    expect(world.advance(0).steps).toBe(0);
    expect(() => world.advance(-1)).toThrow(/seconds is -1/);
  });

  test('a turning body is drawn turned evenly to second order', () => {
    const world = new World({ gravity: [0, 0, 0], bodies: [sphere(1, [0, 0, 0], { angularVelocity: [0, 0, 3] })] });
    world.advance(1.5 * H);
    const [, , z, w] = world.interpolated(world.body('body0'), 0.5).rotation;
    // A step turns by 2 atan(ωh/2), short of ωh by (ωh)³/12.
    expect(Math.abs(2 * Math.atan2(z, w) - 0.5 * 3 * H)).toBeLessThan((3 * H) ** 3 / 24);
  });
});

describe('restore in place', () => {
  const make = () =>
    new World({
      bodies: [ground, box([1, 1, 1], [0, 2, 0], { name: 'box' }), sphere(0.4, [0.1, 4, 0], { name: 'ball' })],
    });

  test('goes back and on with the same bits; handles and listeners stay good', () => {
    const world = make();
    const ball = world.body('ball');
    const joint = world.addJoint({ type: 'rope', a: 'box', b: 'ball', length: 5 });
    let begun = 0;
    world.on('begin', () => begun++);
    stepTimes(world, 20);
    const saved = world.snapshot();
    const at = ball.position;
    stepTimes(world, 60);
    const hash = world.hash();
    const first = begun;
    const late = world.addBody(sphere(0.1, [5, 5, 5]));
    world.restore(saved);
    expect(ball.alive && joint.alive).toBe(true);
    expect(late.alive).toBe(false);
    expect(ball.position).toEqual(at);
    expect(world.body('ball') === ball).toBe(true);
    stepTimes(world, 60);
    expect(world.hash()).toBe(hash);
    expect(begun).toBe(2 * first);
    ball.linearVelocity = [0, 0, 1];
    world.removeJoint(joint);
    world.removeBody(ball);
    world.restore(saved);
    expect(ball.alive).toBe(true);
    expect(() => world.removeBody(ball)).not.toThrow();
  });

  test('what is not a snapshot changes nothing', () => {
    const world = make();
    stepTimes(world, 5);
    const hash = world.hash();
    expect(() => world.restore(Uint8Array.of(1, 2, 3))).toThrow(/SIXF/);
    expect(world.hash()).toBe(hash);
  });
});

test('a snapshot of a pile of 30 boxes takes less than 30 kB', () => {
  const bodies = [
    ground,
    ...Array.from({ length: 30 }, (_, k) => box([1, 1, 1], [1.1 * (k % 5), 0.5 + Math.floor(k / 5), 0])),
  ];
  const world = new World({ bodies });
  stepTimes(world, 30);
  expect(world.snapshot().length).toBeLessThan(30_000);
});

test('userData that cannot be kept is refused when it is to be saved', () => {
  const world = new World({ bodies: [sphere(1, [0, 0, 0], { userData: new Map([[1, 2]]) })] });
  expect(() => world.snapshot()).toThrow(/userData cannot be saved: it holds a Map; keep plain data in it/);
});

test('gravity that was changed is restored too', () => {
  const world = new World({ bodies: [sphere(1, [0, 0, 0])] });
  world.gravity = [0, 1, 0];
  const saved = world.snapshot();
  world.gravity = [0, -G, 0];
  world.restore(saved);
  expect(world.gravity).toEqual([0, 1, 0]);
});

// The small parts of the simulation's side: pacing, packing of contacts, how patches move along.

import { describe, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { type Body, type Vec3, World } from '../../src/index.js';
import { length, sub } from '../../src/math/vec3.js';
import { packContacts, unpackContacts } from '../../studio/sim/contact-codec.js';
import { patchMotion } from '../../studio/sim/contact-motion.js';
import { History, type Key } from '../../studio/sim/history.js';
import { Pacer } from '../../studio/sim/pacer.js';

const H = 1 / 60;

describe('pacer', () => {
  function play(pacer: Pacer, milliseconds: number, interval: number, stepCost: number): number {
    let now = 0;
    let steps = 0;
    pacer.restart(now);
    while (now < milliseconds) {
      pacer.tick(now, H);
      const start = now;
      while (pacer.isDue(H) && now - start < 12) {
        now += stepCost;
        pacer.did(H);
        steps++;
      }
      now += interval;
    }
    return steps;
  }

  test('does as many steps as time has passed, at every rate', () => {
    for (const rate of [0.05, 0.5, 1, 4]) {
      const pacer = new Pacer();
      pacer.rate = rate;
      expect(Math.abs(play(pacer, 10_000, 3, 0) - 600 * rate)).toBeLessThanOrEqual(2);
      expect(pacer.speed).toBe(1);
    }
  });

  test('tells the speed that it reaches when steps cost more than they simulate', () => {
    const pacer = new Pacer();
    // 30 ms for a step of 16.7 ms: at most 56 %.
    const steps = play(pacer, 10_000, 1, 30);
    expect(pacer.speed).toBeGreaterThan(0.45);
    expect(pacer.speed).toBeLessThan(0.57);
    expect(steps / 600).toBeCloseTo(pacer.speed, 1);
  });

  test('does not make up for a long sleep', () => {
    const pacer = new Pacer();
    pacer.restart(0);
    pacer.tick(60_000, H);
    let steps = 0;
    while (pacer.isDue(H)) {
      pacer.did(H);
      steps++;
    }
    expect(steps).toBeLessThanOrEqual(6);
  });
});

test('packed contacts come back as they were, to the bit', () => {
  const world = new World(scenes.find(({ name }) => name === 'card-house')!.make());
  for (let n = 0; n < 20; n++) world.step();
  const contacts = world.contacts().map((contact) => ({ ...contact, a: contact.a.index, b: contact.b.index }));
  expect(contacts.length).toBeGreaterThan(10);
  const back = unpackContacts(packContacts(contacts));
  expect(back).toEqual(contacts);
  expect(unpackContacts(packContacts([]))).toEqual([]);
});

describe('patches come along with what moves', () => {
  const still = { type: 'static' } as Body;
  const moving = (shape: object, v: Vec3, w: Vec3, rotation = [0, 0, 0, 1]) =>
    ({
      type: 'dynamic',
      shape,
      rotation,
      centerOfMass: [0, 0, 0],
      linearVelocity: v,
      angularVelocity: w,
    }) as unknown as Body;
  const near = (a: Vec3, b: Vec3) => expect(length(sub(a, b))).toBeLessThan(1e-12);
  const under: Vec3 = [0, -1, 0];

  test('under a rolling ball', () => {
    const ball = moving({ type: 'sphere', radius: 1 }, [2, 0, 0], [0, 0, -2]);
    near(patchMotion(ball, still, 0.1)(under), [0.2, -1, 0]);
  });

  test('under a coin that rolls on its edge; not under one that tips', () => {
    // Lying with its axis along z.
    const upright = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
    const coin = { type: 'cylinder', radius: 1, height: 0.1 };
    near(patchMotion(moving(coin, [2, 0, 0], [0, 0, -2], upright), still, 0.1)(under), [0.2, -1, 0]);
    // Falling over: the point below does not move, to first order in the angle (second: 1 - cos 0.02).
    const tipping = patchMotion(moving(coin, [0, 0, 0.2], [0.2, 0, 0], upright), still, 0.1)([0, -1, -0.02]);
    expect(length(sub(tipping, [0, -1, -0.02]))).toBeLessThan(1e-3);
  });

  test('the outline of a spinning plate turns with it', () => {
    const plate = moving({ type: 'box', size: [2, 0.1, 2] }, [0, 0, 0], [0, Math.PI, 0]);
    near(patchMotion(plate, still, 0.5)([1, -0.05, 0]), [0, -0.05, -1]);
  });

  test('two that move alike carry it as one would', () => {
    const a = moving({ type: 'box', size: [1, 1, 1] }, [1, 0, 0], [0, 0, 0]);
    near(patchMotion(a, a, 0.5)(under), [0.5, -1, 0]);
  });
});

describe('history', () => {
  const roster = { bodies: [], descriptions: [], shapes: [], joints: [], jointDescriptions: [] };
  const key = (step: number, bytes: number, cost: number): Key => ({
    step,
    cost,
    lanes: [{ bytes: new Uint8Array(bytes), roster, hands: { grab: null, pushes: [] } }],
  });

  test('keys stay within the memory, spread over the time, and the first stays', () => {
    const history = new History({ seconds: 1000, bytes: 60_000 });
    for (let step = 0; step <= 100; step++) {
      history.record({
        step,
        time: step / 60,
        lanes: [{ roster, poses: new Float32Array(1), flags: new Uint8Array(1) }],
      });
      history.addKey(key(step, 3000, step === 0 ? 0 : 10));
    }
    expect(history.bytes).toBeLessThanOrEqual(60_000);
    expect(history.keyFor(0).step).toBe(0);
    let longest = 0;
    for (let step = 0; step <= 100; step++) longest = Math.max(longest, step - history.keyFor(step).step);
    // Some 12 keys fit beside the poses (20 kB): evenly spread they would be 8 steps apart; the greedy choice is within
    // twice that.
    expect(longest).toBeLessThanOrEqual(20);
  });

  test('of moves within one step only the last is kept, in its place among other commands', () => {
    const history = new History({ seconds: 10, bytes: 1e6 });
    const move = (x: number) => ({ type: 'move-grab', target: [x, 0, 0] }) as const;
    for (const command of [move(1), move(2), { type: 'release' } as const, move(3)]) history.note({ step: 4, command });
    history.note({ step: 5, command: move(4) });
    expect(history.commandsAt(4)).toEqual([move(2), { type: 'release' }, move(3)]);
    expect(history.commandsAt(5)).toEqual([move(4)]);
  });
});

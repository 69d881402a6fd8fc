// The spring that holds a grabbed body, against the closed form of the critically damped oscillator and against its
// limits.

import { describe, expect, test } from 'vitest';
import { type Vec3, World } from '../../src/index.js';
import { length, rotate, scale, sub } from '../../src/math/vec3.js';
import { Hands } from '../../studio/sim/hands.js';

function hold(world: World, name: string, point_B: Vec3, target: Vec3): { hands: Hands; step: () => void } {
  const body = world.body(name);
  const hands = new Hands();
  hands.hold(body, body.index, point_B, { target });
  return {
    hands,
    step: () => {
      hands.apply(() => body, world.timeStep, world.gravity);
      world.step();
    },
  };
}

const ball = { name: 'ball', shape: { type: 'sphere', radius: 0.2 }, mass: 3 } as const;

describe('the spring of a grab', () => {
  test('comes to its target as a critically damped spring does, and does not overshoot', () => {
    // Held at its centre of mass, so that it is a point mass: x(t) = (1 - (1 + ω t) exp(-ω t)).
    const far = 0.05; // within the limit of the force
    const errors = [1 / 240, 1 / 480].map((timeStep) => {
      const world = new World({ gravity: [0, 0, 0], timeStep, bodies: [ball] });
      const { hands, step } = hold(world, 'ball', [0, 0, 0], [far, 0, 0]);
      const { omega } = hands.grab!;
      let worst = 0;
      while (world.time < 0.5) {
        step();
        const t = omega * world.time;
        worst = Math.max(worst, Math.abs(world.body('ball').position[0] / far - (1 - (1 + t) * Math.exp(-t))));
        expect(world.body('ball').position[0]).toBeLessThan(far * (1 + 1e-9));
      }
      return worst;
    });
    // Implicit Euler: first order in ω h ≈ 0.1, and half of the error with half of the step.
    expect(errors[0]!).toBeLessThan(0.06);
    expect(errors[1]!).toBeLessThan(0.55 * errors[0]!);
  });

  test('sags under the weight by g/ω², and its force is then the weight', () => {
    const world = new World({ bodies: [ball], sleep: false });
    const { hands, step } = hold(world, 'ball', [0, 0, 0], [0, 2, 0]);
    for (let n = 0; n < 300; n++) step();
    const { omega } = hands.grab!;
    expect(world.body('ball').position[1]).toBeCloseTo(2 - 9.81 / (omega * omega), 9);
    expect(hands.pulls[0]!.force[1]).toBeCloseTo(3 * 9.81, 7);
  });

  test('is stable at the end of a thin rod, whose mobility there is many times that of its centre, at large steps too', () => {
    for (const timeStep of [1 / 30, 1 / 60, 1 / 240]) {
      const world = new World({
        gravity: [0, 0, 0],
        timeStep,
        bodies: [{ name: 'rod', shape: { type: 'box', size: [2, 0.01, 0.01] }, mass: 0.1 }],
      });
      const rod = world.body('rod');
      const { step } = hold(world, 'rod', [1, 0.005, 0], [1, 0.3, 0.2]);
      for (let n = 0; n < Math.round(20 / timeStep); n++) step();
      // It swings about the held point for a while: nothing damps that. But the point is held.
      const point = rotate(rod.rotation, [1, 0.005, 0]).map((x, k) => x + rod.position[k]!) as unknown as Vec3;
      expect(length(sub(point, [1, 0.3, 0.2]))).toBeLessThan(0.02);
      expect(length(rod.linearVelocity)).toBeLessThan(1);
    }
  });

  test('pulls no harder than forty times the weight, whatever is asked', () => {
    const world = new World({ bodies: [ball] });
    const { hands, step } = hold(world, 'ball', [0, 0.2, 0], [1000, 0, 0]);
    step();
    const { force } = hands.pulls[0]!;
    expect(length(force)).toBeCloseTo(40 * 9.81 * 3, 6);
    expect(scale(force, 1 / length(force))[0]).toBeGreaterThan(0.99);
  });
});

test('the spring that turns a body does so as a critically damped one does', () => {
  // About a principal axis, held at the centre of mass: θ(t) = (1 + ω t) exp(-ω t) of what it was.
  const angle = 0.1;
  const wanted = [0, Math.sin(0.5 * angle), 0, Math.cos(0.5 * angle)] as const;
  const errors = [1 / 240, 1 / 480].map((timeStep) => {
    const brick = { name: 'brick', shape: { type: 'box', size: [0.2, 0.3, 0.6] }, mass: 3 } as const;
    const world = new World({ gravity: [0, 0, 0], timeStep, bodies: [brick] });
    const body = world.body('brick');
    const hands = new Hands();
    hands.hold(body, body.index, [0, 0, 0], { target: [0, 0, 0], rotation: wanted });
    const { omega } = hands.grab!;
    let worst = 0;
    while (world.time < 0.5) {
      hands.apply(() => body, timeStep, world.gravity);
      world.step();
      const t = omega * world.time;
      const done = (2 * Math.asin(body.rotation[1])) / angle;
      worst = Math.max(worst, Math.abs(done - (1 - (1 + t) * Math.exp(-t))));
    }
    return worst;
  });
  // Implicit Euler, as for the other spring; the vector part of the quaternion is the angle to a part in 2400.
  expect(errors[0]!).toBeLessThan(0.06);
  expect(errors[1]!).toBeLessThan(0.55 * errors[0]!);
});

test('a force that is held acts until it is let go, and can be changed on the way', () => {
  const world = new World({ gravity: [0, 0, 0], bodies: [ball] });
  const body = world.body('ball');
  const hands = new Hands();
  hands.hold(body, body.index, [0, 0, 0], { target: [9, 9, 9], force: [6, 0, 0] });
  for (let n = 0; n < 20; n++) {
    if (n === 10) hands.move({ target: [9, 9, 9], force: [-3, 0, 0] });
    if (n === 15) hands.letGo();
    hands.apply(() => body, world.timeStep, world.gravity);
    expect(hands.pulls.map(({ kind }) => kind)).toEqual(n < 15 ? ['push'] : []);
    world.step();
  }
  expect(body.linearVelocity[0]).toBeCloseTo((6 * 10 - 3 * 5) / 60 / 3, 12);
});

test('a push acts for its steps at a point that moves with the body, and changes momentum by its impulse', () => {
  const world = new World({ gravity: [0, 0, 0], bodies: [ball] });
  const body = world.body('ball');
  const hands = new Hands();
  hands.push(body, body.index, [6, 0, 0], [0, 0.1, 0], 10);
  const before = hands.save();
  for (let n = 0; n < 15; n++) {
    hands.apply(() => body, world.timeStep, world.gravity);
    expect(hands.pulls).toHaveLength(n < 10 ? 1 : 0);
    world.step();
  }
  expect(body.linearVelocity[0]).toBeCloseTo((6 * 10) / 60 / 3, 12);
  // What is saved is not what goes on changing.
  hands.load(before);
  hands.apply(() => body, world.timeStep, world.gravity);
  expect(hands.save().pushes[0]!.left).toBe(9);
});

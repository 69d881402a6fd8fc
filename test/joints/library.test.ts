// Reactions, twist limits, ropes, gears, racks and breaking, against statics and kinematics.

import { describe, expect, test } from 'vitest';
import { type JointBreakEvent, World } from '../../src/index.js';
import { box, G, H, sphere, stepTimes, turn } from '../world/support.js';

describe('reactions', () => {
  test("a cantilever's clamp bears m g and m g l, whatever its orientation", () => {
    for (const rotation of [turn('y', 0), turn('y', 0.7)]) {
      const world = new World({ sleep: false, bodies: [box([0.2, 0.1, 0.1], [1, 0, 0], { name: 'arm', rotation })] });
      const joint = world.addJoint({ type: 'fixed', b: 'arm', anchor: [0, 0, 0], axis: [0.6, 0, 0.8] });
      stepTimes(world, 10);
      const { force, torque } = joint;
      expect(force[1]).toBeCloseTo(G, 9);
      expect(torque[0]).toBeCloseTo(0, 9);
      expect(torque[1]).toBeCloseTo(0, 9);
      // 1 kg at 1 m along x: gravity turns it by -9.81 N·m about z, the clamp by as much against it.
      expect(torque[2]).toBeCloseTo(9.81, 9);
    }
  });

  test('a slider bears across its axis, a motor along it, a spring along itself', () => {
    const world = new World({ sleep: false, bodies: [sphere(0.1, [0, 0, 0], { name: 'ball', mass: 2 })] });
    const slider = world.addJoint({ type: 'slider', b: 'ball', axis: [0.6, 0.8, 0], motor: { velocity: 0 } });
    stepTimes(world, 3);
    expect(slider.force[0]).toBeCloseTo(0, 9);
    expect(slider.force[1]).toBeCloseTo(2 * G, 9);
    expect(slider.motorForce).toBeCloseTo(2 * G * 0.8, 9);
    const hung = new World({ sleep: false, bodies: [sphere(0.1, [0, 0, 0], { name: 'ball' })] });
    const spring = hung.addJoint({ type: 'spring', b: 'ball', anchor: [0, 1, 0], stiffness: G / 0.5, restLength: 0.5 });
    hung.step();
    expect(spring.force[1]).toBeCloseTo(G, 6);
  });

  test('a hinge reports the torque across its axis and that of its motor about it', () => {
    const world = new World({
      sleep: false,
      solver: { method: 'newton', tolerance: 1e-12 },
      bodies: [box([0.2, 0.1, 0.1], [1, 0, 0.5], { name: 'arm' })],
    });
    const hinge = world.addJoint({
      type: 'hinge',
      b: 'arm',
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      motor: { velocity: 0 },
    });
    stepTimes(world, 5);
    expect(hinge.torque[0]).toBeCloseTo(-0.5 * G, 8);
    expect(hinge.torque[2]).toBeCloseTo(G, 8);
    expect(hinge.motorForce).toBeCloseTo(G, 8);
  });
});

test('a ball joint keeps its twist within limits, with and without swing', () => {
  for (const swing of [undefined, [0, 0.4] as const]) {
    const world = new World({
      gravity: [0, 0, 0],
      bodies: [box([1, 0.2, 0.1], [0.5, 0, 0], { name: 'limb', angularVelocity: [3, 0.5, 0] })],
    });
    const joint = world.addJoint({
      type: 'ball',
      b: 'limb',
      anchor: [0, 0, 0],
      axis: [1, 0, 0],
      twistLimits: [-0.2, 0.5],
      ...(swing ? { limits: swing } : {}),
    });
    let most = 0;
    for (let k = 0; k < 240; k++) {
      world.step();
      most = Math.max(most, joint.coordinate);
      // Corrected to 1e-10 at the step's end, read at the next one's start.
      expect(joint.coordinate).toBeLessThan(0.5 + 1e-6);
      expect(joint.coordinate).toBeGreaterThan(-0.2 - 1e-6);
    }
    expect(most).toBeGreaterThan(0.49);
  }
});

describe('ropes', () => {
  test('a ball falls freely, is caught at the length and swings without losing energy', () => {
    const world = new World({ bodies: [sphere(0.1, [0.5, 0, 0], { name: 'ball' })] });
    const rope = world.addJoint({ type: 'rope', b: 'ball', anchor: [0, 0, 0], length: 2 });
    const ball = world.body('ball');
    stepTimes(world, 20);
    expect(ball.linearVelocity[1]).toBeCloseTo(-20 * H * G, 9);
    expect(rope.force).toEqual([0, 0, 0]);
    let energy = 0;
    let pull = 0;
    for (let k = 0; k < 600; k++) {
      world.step();
      const [x, y] = ball.position;
      expect(Math.sqrt(x! * x! + y! * y!)).toBeLessThan(2 + 1e-9);
      const { kinetic, potential, correctionWork } = world.energy();
      if (k === 60) energy = kinetic + potential - correctionWork;
      pull = Math.max(pull, rope.force[1]);
    }
    const { kinetic, potential, correctionWork } = world.energy();
    // Caught with a jerk that takes the speed along the rope; afterwards a pendulum, whose energy wavers by (ωh)² = g
    // h²/l of m g l a few times over, and does not drift: tangents alone would lose a fifth in a second.
    expect(Math.abs(kinetic + potential - correctionWork - energy)).toBeLessThan((4 * G * 2 * G * H * H) / 2);
    expect(pull).toBeGreaterThan(G);
  });

  test('at rest it bears the weight, and a shorter one lifts', () => {
    const world = new World({ sleep: false, bodies: [sphere(0.1, [0, -1, 0], { name: 'ball' })] });
    const rope = world.addJoint({ type: 'rope', b: 'ball', anchor: [0, 0, 0] });
    stepTimes(world, 30);
    expect(rope.length).toBe(1);
    expect(rope.force[1]).toBeCloseTo(G, 9);
    rope.length = 0.9;
    stepTimes(world, 2);
    expect(world.body('ball').position[1]).toBeCloseTo(-0.9, 9);
  });
});

describe('couplings', () => {
  const wheels = () => {
    const world = new World({
      gravity: [0, 0, 0],
      bodies: [
        {
          name: 'small',
          shape: { type: 'cylinder', radius: 0.1, height: 0.1 },
          mass: 1,
          rotation: turn('x', Math.PI / 2),
        },
        {
          name: 'large',
          shape: { type: 'cylinder', radius: 0.2, height: 0.1 },
          mass: 4,
          position: [1, 0, 0],
          rotation: turn('x', Math.PI / 2),
        },
        { name: 'bar', shape: { type: 'box', size: [1, 0.1, 0.1] }, mass: 2, position: [0, 0, 2] },
      ],
    });
    const a = world.addJoint({ type: 'hinge', b: 'small', axis: [0, 0, 1] });
    const b = world.addJoint({ type: 'hinge', b: 'large', axis: [0, 0, 1] });
    const s = world.addJoint({ type: 'slider', b: 'bar', axis: [1, 0, 0] });
    return { world, a, b, s };
  };

  test('gears turn at their ratio for many turns, and share the load as 1/ratio', () => {
    const { world, a, b } = wheels();
    world.addJoint({ type: 'gear', a: 'small', b: 'large', axis: [0, 0, 1], ratio: -0.5 });
    a.motor = { velocity: 9 };
    b.motor = { velocity: 0, damping: 2 };
    stepTimes(world, 300);
    // A step turns a body by 2 atan(ωh/2): angles keep the ratio to rounding, velocities to (ωh)²/12.
    expect(Math.abs(world.body('large').angularVelocity[2] + 4.5)).toBeLessThan((4.5 * (9 * H) ** 2) / 12);
    world.step();
    expect(a.coordinate).toBeGreaterThan(40);
    expect(b.coordinate).toBeCloseTo(-0.5 * a.coordinate, 7);
    // The brake takes 2ω at the large one: half of it at the small one.
    expect(b.motorForce).toBeCloseTo(-2 * world.body('large').angularVelocity[2], 6);
    expect(a.motorForce).toBeCloseTo(0.5 * b.motorForce, 6);
  });

  test('a rack goes r for a radian of its pinion', () => {
    const { world, a, s } = wheels();
    world.addJoint({ type: 'rack', a: 'small', b: 'bar', axis: [0, 0, 1], axisB: [1, 0, 0], ratio: -0.1 });
    a.motor = { velocity: 8 };
    stepTimes(world, 200);
    expect(Math.abs(world.body('bar').linearVelocity[0] + 0.8)).toBeLessThan((0.8 * (8 * H) ** 2) / 12);
    world.step();
    expect(s.coordinate).toBeCloseTo(-0.1 * a.coordinate, 8);
  });
});

test('a joint breaks at its load, says so and lets go', () => {
  const world = new World({ bodies: [box([0.2, 0.1, 0.1], [1, 0, 0], { name: 'arm' })] });
  const log: JointBreakEvent[] = [];
  world.on('jointBreak', (event) => log.push(event));
  const joint = world.addJoint({ type: 'fixed', name: 'clamp', b: 'arm', anchor: [0, 0, 0], breakTorque: 10 });
  stepTimes(world, 20);
  expect(joint.alive).toBe(true);
  world.body('arm').applyForce([0, -1, 0]);
  world.step();
  expect(joint.alive).toBe(false);
  expect(log.length).toBe(1);
  expect(log[0]!.name).toBe('clamp');
  expect(log[0]!.torque[2]).toBeCloseTo(10.81, 9);
  stepTimes(world, 10);
  expect(world.body('arm').linearVelocity[1]).toBeCloseTo(-10 * H * G, 6);
});

test('a restored world has the same joints', () => {
  const world = new World({ bodies: [sphere(0.1, [0.5, 0, 0], { name: 'ball' })] });
  world.addJoint({ type: 'rope', b: 'ball', anchor: [0, 0, 0], length: 1 });
  stepTimes(world, 40);
  const other = World.restore(world.snapshot());
  stepTimes(world, 40);
  stepTimes(other, 40);
  expect(other.hash()).toBe(world.hash());
});

test.each(['six', 'point'] as const)(
  'velocity motors on four wheels do not fight each other at constant speed: %s',
  (model) => {
    const wheels = [-1, 1].flatMap((x) => [-1, 1].map((z) => [x, z] as const));
    const world = new World({
      contact: { model, friction: 0.9 },
      bodies: [
        { type: 'static', shape: { type: 'half-space' } },
        { name: 'car', shape: { type: 'box', size: [2.4, 0.4, 1] }, mass: 1000, position: [0, 0.6, 0] },
        ...wheels.map(([x, z], k) => ({
          name: `wheel${k}`,
          shape: { type: 'cylinder', radius: 0.35, height: 0.2 } as const,
          mass: 20,
          position: [x + 0.3, 0.35, 0.7 * z] as const,
          rotation: turn('x', Math.PI / 2),
        })),
      ],
    });
    const motors = wheels.map((_, k) =>
      world.addJoint({
        type: 'hinge',
        a: 'car',
        b: `wheel${k}`,
        axis: [0, 0, 1],
        motor: { velocity: -5, maxForce: 300 },
      }),
    );
    stepTimes(world, 240);
    expect(world.body('car').linearVelocity[0]).toBeCloseTo(1.75, 3);
    const torques = motors.map((motor) => motor.motorForce);
    const mean = torques.reduce((sum, t) => sum + t, 0) / 4;
    // All alike. Points roll for nothing; patches have a rolling resistance, the same for all.
    for (const torque of torques) expect(Math.abs(torque - mean)).toBeLessThan(0.01);
    if (model === 'point') expect(Math.abs(mean)).toBeLessThan(0.01);
  },
);

// Joints in motion: pendulums against elliptic integrals, limits, motors, springs.

import { describe, expect, test } from 'vitest';
import type { World } from '../../src/index.js';
import { box, G, H, pointWorld, run, sphere, stepTimes, total, turn } from '../world/support.js';
import { Watch, WORLD } from './support.js';

const EXACT = { iterations: 200, tolerance: 1e-13 };

/** 2π/AGM(1, cos θ₀/2): the period of a pendulum of unit √(I/mgl). */
function pendulumPeriod(amplitude: number): number {
  let a = 1;
  let b = Math.cos(amplitude / 2);
  while (Math.abs(a - b) > 1e-15) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * Math.PI) / a;
}

/**
 * Kinetic energy plus the potential half-way between the last two steps: where semi-implicit Euler is of second order.
 */
class MiddleEnergy {
  private last: number;
  constructor(private readonly world: World) {
    this.last = world.energy().potential;
  }
  next(): number {
    const { kinetic, potential } = this.world.energy();
    const middle = kinetic + (potential + this.last) / 2;
    this.last = potential;
    return middle;
  }
}

describe('pendulums', () => {
  test('the period is that of the elliptic integral, with an error that falls as dt²', () => {
    for (const amplitude of [0.1, 1, 2, 2.5]) {
      const measure = (dt: number): number => {
        const world = pointWorld({ sleep: false, solver: EXACT });
        const bob = world.addBody(sphere(0.1, [Math.sin(amplitude), -Math.cos(amplitude), 0]));
        world.addJoint({ type: 'hinge', b: bob, anchor: [0, 0, 0], axis: [0, 0, 1] });
        const crossings: number[] = [];
        let last = bob.position[0];
        while (crossings.length < 9) {
          world.step(dt);
          const x = bob.position[0];
          if (x > 0 !== last > 0 && bob.position[1] < 0) crossings.push(world.time - (dt * x) / (x - last));
          last = x;
        }
        return (crossings[8]! - crossings[0]!) / 4;
      };
      const truth = pendulumPeriod(amplitude) * Math.sqrt((1 + 0.4 * 0.01) / G);
      const coarse = Math.abs(measure(H) / truth - 1);
      const fine = Math.abs(measure(H / 4) / truth - 1);
      // At 2.5 rad (143°) the period itself is steep in the energy.
      expect(coarse).toBeLessThan(amplitude < 2.5 ? 3e-4 : 2e-3);
      expect(coarse / fine).toBeGreaterThan(6);
    }
  });

  test('a double pendulum of rods: energy of first order as read, of second order half-way between steps', () => {
    const measure = (dt: number): [number, number] => {
      const world = pointWorld({ sleep: false, solver: EXACT });
      const a = world.addBody(box([1, 0.1, 0.1], [0.5, 0, 0]));
      const b = world.addBody(box([1, 0.1, 0.1], [1.5, 0, 0]));
      world.addJoint({ type: 'hinge', b: a, anchor: [0, 0, 0], axis: [0, 0, 1] });
      world.addJoint({ type: 'hinge', a, b, anchor: [1, 0, 0], axis: [0, 0, 1] });
      const start = total(world);
      const middle = new MiddleEnergy(world);
      let plain = 0;
      let half = 0;
      let most = 0;
      run(world, 3, dt, () => {
        plain = Math.max(plain, Math.abs(total(world) - start));
        half = Math.max(half, Math.abs(middle.next() - start));
        most = Math.max(most, world.energy().kinetic);
      });
      return [plain / most, half / most];
    };
    // Measured, of the largest kinetic energy: 3.0 %, 1.3 %, 0.6 % as read; 1.1 %, 0.23 %, 0.05 % half-way.
    const errors = [measure(H), measure(H / 2), measure(H / 4)];
    expect(errors[0]![0]).toBeLessThan(0.04);
    expect(errors[0]![1]).toBeLessThan(0.015);
    for (const k of [0, 1]) {
      expect(errors[k]![0] / errors[k + 1]![0]).toBeGreaterThan(1.9);
      expect(errors[k]![1] / errors[k + 1]![1]).toBeGreaterThan(3.8);
    }
  });

  test('a conical pendulum on a ball joint keeps its height and its rate √(g / l cos θ)', () => {
    const angle = 0.6;
    const rate = Math.sqrt(G / Math.cos(angle));
    const world = pointWorld({ sleep: false, solver: EXACT });
    const bob = world.addBody({
      shape: { type: 'sphere', radius: 0.01 },
      mass: 1,
      position: [Math.sin(angle), -Math.cos(angle), 0],
      linearVelocity: [0, 0, -rate * Math.sin(angle)],
      // The ball joint carries the bob round without spin about the string: ω of the rigid turn about y.
      angularVelocity: [0, rate, 0],
    });
    world.addJoint({ type: 'ball', b: bob, anchor: [0, 0, 0] });
    let turns = 0;
    let last = 0;
    run(world, 10, H / 4, () => {
      const phase = Math.atan2(-bob.position[2], bob.position[0]);
      let step = phase - last;
      if (step < -Math.PI) step += 2 * Math.PI;
      turns += step;
      last = phase;
      expect(bob.position[1]).toBeCloseTo(-Math.cos(angle), 1);
    });
    expect(Math.abs(turns / (10 * rate) - 1)).toBeLessThan(0.01);
  });
});

describe('limits', () => {
  test('a hinge stops at either end, stays there, and comes back', () => {
    for (const sign of [1, -1]) {
      const world = pointWorld({ sleep: false, gravity: [0, 0, 0] });
      const arm = world.addBody(box([1, 0.1, 0.1], [0.5, 0, 0]));
      const joint = world.addJoint({ type: 'hinge', b: arm, anchor: [0, 0, 0], axis: [0, 0, 1], limits: [-0.5, 0.7] });
      arm.torque = [0, 0, 2 * sign];
      let reach = 0;
      const angle = (): number => 2 * Math.atan2(arm.rotation[2], arm.rotation[3]);
      run(world, 3, H, () => {
        reach = Math.max(reach, sign * angle());
      });
      const end = sign > 0 ? 0.7 : 0.5;
      expect(reach).toBeLessThan(end + 1e-6);
      expect(angle()).toBeCloseTo(sign * end, 6);
      expect(arm.angularVelocity[2]).toBeCloseTo(0, 5);
      expect(joint.limitForce).toBeCloseTo(-2 * sign, 5);
      arm.torque = [0, 0, -0.1 * sign];
      run(world, 0.5);
      expect(sign * angle()).toBeLessThan(end - 0.01);
      expect(joint.limitForce).toBe(0);
    }
  });

  test('a hinge counts whole turns, and limits beyond one turn hold', () => {
    const world = pointWorld({ sleep: false, gravity: [0, 0, 0] });
    const wheel = world.addBody({ shape: { type: 'cylinder', radius: 0.5, height: 0.1 }, mass: 1 });
    const joint = world.addJoint({
      type: 'hinge',
      b: wheel,
      axis: [0, 1, 0],
      limits: [-15, 15],
      motor: { velocity: 4 },
    });
    run(world, 3);
    expect(joint.coordinate).toBeCloseTo(12, 0);
    run(world, 3);
    expect(joint.coordinate).toBeCloseTo(15, 6);
    joint.setMotor({ velocity: -4 });
    run(world, 9);
    expect(joint.coordinate).toBeCloseTo(-15, 6);
  });

  test('a slider stops at either end and carries the load there', () => {
    const world = pointWorld({ sleep: false });
    const body = world.addBody(box([0.2, 0.2, 0.2], [0, 0, 0], { mass: 2 }));
    const joint = world.addJoint({ type: 'slider', b: body, axis: [0, 1, 0], limits: [-0.25, 1] });
    run(world, 2);
    expect(body.position[1]).toBeCloseTo(-0.25, 9);
    expect(joint.limitForce).toBeCloseTo(2 * G, 6);
    body.applyImpulse([0, 20, 0]);
    let top = -1;
    run(world, 1, H, () => {
      top = Math.max(top, body.position[1]);
    });
    expect(top).toBeLessThan(1 + 1e-9);
    expect(top).toBeGreaterThan(0.99);
  });

  test('equal limits hold the coordinate from both sides', () => {
    const world = pointWorld({ sleep: false });
    const body = world.addBody(box([0.2, 0.2, 0.2], [0, 0, 0]));
    world.addJoint({ type: 'slider', b: body, axis: [0, 1, 0], limits: [0, 0] });
    body.linearVelocity = [0, 3, 0];
    run(world, 1);
    expect(body.position[1]).toBeCloseTo(0, 9);
  });

  test('the cone of a ball joint holds a swinging, spinning arm', () => {
    const world = pointWorld({ sleep: false });
    const arm = world.addBody(box([0.1, 1, 0.1], [0, -0.5, 0]));
    const anchor = [0, 0, 0] as const;
    world.addJoint({ type: 'ball', b: arm, anchor, axis: [0, 1, 0], limits: [0, 0.4] });
    const watch = new Watch(WORLD, arm, anchor, [0, 1, 0]);
    arm.angularVelocity = [16, 3, 15];
    let tilt = 0;
    run(world, 10, H, () => {
      tilt = Math.max(tilt, watch.tilt);
      expect(watch.gap).toBeLessThan(1e-6);
    });
    // The limit's direction turns within a step by about ω h: what is left is corrected, to some 1e-5.
    expect(tilt).toBeLessThan(0.4 + 1e-4);
    expect(tilt).toBeGreaterThan(0.39);
  });
});

describe('motors', () => {
  test('PD control brings a hinge to its target, with the droop of a spring under load', () => {
    const world = pointWorld({ sleep: false });
    const arm = world.addBody(box([1, 0.1, 0.1], [0.5, 0, 0]));
    const joint = world.addJoint({
      type: 'hinge',
      b: arm,
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      motor: { target: 0.8, stiffness: 200, damping: 20 },
    });
    run(world, 5);
    // k (target - θ) = m g l cos θ / 2
    let theta = 0.8;
    for (let k = 0; k < 100; k++) theta = 0.8 - (0.5 * G * Math.cos(theta)) / 200;
    expect(joint.coordinate).toBeCloseTo(theta, 6);
    expect(joint.motorForce).toBeCloseTo(0.5 * G * Math.cos(theta), 4);
  });

  test('without load it is there to rounding, for stiffnesses from soft to absurd', () => {
    for (const stiffness of [10, 1e3, 1e6, 1e9]) {
      const world = pointWorld({ sleep: false, gravity: [0, 0, 0] });
      const wheel = world.addBody({ shape: { type: 'cylinder', radius: 0.5, height: 0.1 }, mass: 1 });
      const joint = world.addJoint({
        type: 'hinge',
        b: wheel,
        axis: [0, 1, 0],
        motor: { target: 2, stiffness, damping: stiffness / 10 },
      });
      run(world, 10);
      expect(joint.coordinate).toBeCloseTo(2, 6);
      expect(wheel.angularVelocity[1]).toBeCloseTo(0, 6);
    }
  });

  test('a velocity motor reaches its speed at once if it may, else with exactly its force', () => {
    const inertia = 0.5 * 2 * 0.25;
    for (const maxForce of [Infinity, 0.5]) {
      const world = pointWorld({ sleep: false, gravity: [0, 0, 0] });
      const wheel = world.addBody({ shape: { type: 'cylinder', radius: 0.5, height: 0.1 }, mass: 2 });
      const motor = maxForce < Infinity ? { velocity: 3, maxForce } : { velocity: 3 };
      const joint = world.addJoint({ type: 'hinge', b: wheel, axis: [0, 1, 0], motor });
      stepTimes(world, 1);
      // A motor gives way by a millionth of the speed that it makes in a step (YIELD in assemble.ts): 3e-6 rad/s here,
      // made up in the next.
      const short = 3 * 1.001e-6;
      if (maxForce === Infinity) expect(Math.abs(wheel.angularVelocity[1] - 3)).toBeLessThan(short);
      else {
        expect(wheel.angularVelocity[1]).toBeCloseTo((0.5 * H) / inertia, 12);
        expect(joint.motorForce).toBeCloseTo(0.5, 12);
        run(world, 0.5);
        expect(wheel.angularVelocity[1]).toBeCloseTo((0.5 * world.time) / inertia, 9);
        run(world, 1);
        expect(Math.abs(wheel.angularVelocity[1] - 3)).toBeLessThan(short);
        expect(Math.abs(joint.motorForce)).toBeLessThan((inertia * short) / H);
      }
    }
  });

  test('a motor stalls against a load beyond its force, pulling with exactly that force', () => {
    const world = pointWorld({ sleep: false });
    const load = world.addBody(box([0.2, 0.2, 0.2], [0, 0, 0], { mass: 10 }));
    const lift = world.addJoint({
      type: 'slider',
      b: load,
      axis: [0, 1, 0],
      limits: [0, 5],
      motor: { velocity: 1, maxForce: 90 },
    });
    run(world, 2);
    expect(load.position[1]).toBeCloseTo(0, 9);
    expect(lift.motorForce).toBeCloseTo(90, 9);
    expect(lift.limitForce).toBeCloseTo(10 * G - 90, 6);
    // A little stronger, and it rises with the surplus.
    lift.setMotor({ velocity: 1, maxForce: 100 });
    run(world, 1);
    const surplus = 100 - 10 * G;
    expect(load.linearVelocity[1]).toBeCloseTo(surplus / 10, 6);
    expect(lift.motorForce).toBeCloseTo(100, 9);
    // Strong enough, and it keeps its speed and holds the weight.
    lift.setMotor({ velocity: 1, maxForce: 1000 });
    run(world, 1);
    expect(load.linearVelocity[1]).toBeCloseTo(1, 6);
    expect(lift.motorForce).toBeCloseTo(10 * G, 5);
    // Taken away, it falls and reports nothing.
    lift.setMotor(null);
    const v = load.linearVelocity[1];
    stepTimes(world, 10);
    expect(load.linearVelocity[1]).toBeCloseTo(v - 10 * G * H, 9);
    expect(lift.motorForce).toBe(0);
  });

  test('a positive target moves b along the axis, and turns b about it by the right hand', () => {
    const world = pointWorld({ gravity: [0, 0, 0] });
    const motor = { target: 0.5, stiffness: 100, damping: 20 };
    const slid = world.addBody(sphere(0.1, [3, 0, 0]));
    world.addJoint({ type: 'slider', b: slid, axis: [1, 0, 0], motor });
    const turned = world.addBody(sphere(0.1, [0, 0, 0]));
    world.addJoint({ type: 'hinge', b: turned, axis: [0, 0, 1], motor });
    const twisted = world.addBody(sphere(0.1, [0, 3, 0]));
    world.addJoint({ type: 'ball', b: twisted, axis: [0, 1, 0], motor });
    run(world, 5);
    expect(slid.position[0]).toBeCloseTo(3.5, 4);
    expect(turned.rotation[2]).toBeCloseTo(Math.sin(0.25), 4);
    expect(twisted.rotation[1]).toBeCloseTo(Math.sin(0.25), 4);
  });

  test('a motor wakes what it is to move', () => {
    const world = pointWorld({ gravity: [0, 0, 0] });
    const wheel = world.addBody(sphere(0.5, [0, 0, 0]));
    const joint = world.addJoint({ type: 'hinge', b: wheel, axis: [0, 1, 0] });
    run(world, 2);
    expect(wheel.asleep).toBe(true);
    joint.setMotor({ velocity: 1 });
    expect(wheel.asleep).toBe(false);
    stepTimes(world, 2);
    expect(wheel.angularVelocity[1]).toBeCloseTo(1, 9);
  });

  test('a motor slower than the threshold of sleep still turns', () => {
    const world = pointWorld({ gravity: [0, 0, 0] });
    const wheel = world.addBody(sphere(0.1, [0, 0, 0]));
    const joint = world.addJoint({ type: 'hinge', b: wheel, axis: [0, 1, 0], motor: { velocity: 0.01 } });
    run(world, 10);
    expect(joint.coordinate).toBeCloseTo(0.1, 3);
    // Stalled for good, it may sleep.
    joint.setMotor({ velocity: 0.01, maxForce: 1 });
    world.addJoint({ type: 'fixed', b: wheel });
    run(world, 3);
    expect(wheel.asleep).toBe(true);
  });

  test('a motor of any strength that runs into a limit stops there and comes away at once', () => {
    for (const maxForce of [undefined, 5]) {
      const world = pointWorld({ sleep: false, gravity: [0, 0, 0] });
      const wheel = world.addBody(sphere(0.5, [0, 0, 0]));
      const motor = (velocity: number) => (maxForce ? { velocity, maxForce } : { velocity });
      const joint = world.addJoint({ type: 'hinge', b: wheel, axis: [0, 1, 0], limits: [-1, 1], motor: motor(4) });
      run(world, 5);
      expect(joint.coordinate).toBeCloseTo(1, 9);
      if (maxForce) expect(joint.motorForce).toBeCloseTo(5, 9);
      joint.setMotor(motor(-4));
      run(world, 0.2);
      expect(wheel.angularVelocity[1]).toBeCloseTo(-4, 6);
    }
  });

  test('two bodies on a motor turn against each other: the torque acts on both', () => {
    const world = pointWorld({ gravity: [0, 0, 0], sleep: false });
    const a = world.addBody({ shape: { type: 'cylinder', radius: 0.5, height: 0.1 }, mass: 1 });
    const b = world.addBody({ shape: { type: 'cylinder', radius: 0.5, height: 0.1 }, mass: 3, position: [0, 0.2, 0] });
    world.addJoint({ type: 'hinge', a, b, axis: [0, 1, 0], motor: { velocity: 4 } });
    stepTimes(world, 5);
    expect(b.angularVelocity[1] - a.angularVelocity[1]).toBeCloseTo(4, 9);
    expect(3 * b.angularVelocity[1] + a.angularVelocity[1]).toBeCloseTo(0, 9);
  });
});

describe('springs', () => {
  test('swing at √(k/m) and keep their energy while ω dt is small', () => {
    for (const k of [10, 100, 400]) {
      const world = pointWorld({ sleep: false, gravity: [0, 0, 0] });
      const body = world.addBody(sphere(0.1, [1.2, 0, 0], { mass: 2 }));
      world.addJoint({ type: 'spring', b: body, anchor: [0, 0, 0], anchorB: [1.2, 0, 0], stiffness: k, restLength: 1 });
      const omega = Math.sqrt(k / 2);
      const start = total(world);
      expect(start).toBeCloseTo(0.5 * k * 0.04, 12);
      const crossings: number[] = [];
      let last = 0.2;
      let swing = 0;
      while (crossings.length < 41) {
        world.step(H);
        const x = body.position[0] - 1;
        if (x > 0 !== last > 0) crossings.push(world.time - (H * x) / (x - last));
        last = x;
        swing = Math.max(swing, Math.abs(total(world) / start - 1));
      }
      const period = (crossings[40]! - crossings[0]!) / 20;
      // Semi-implicit Euler swings at (2/dt) asin(ω dt/2), exactly.
      const discrete = (2 / H) * Math.asin((omega * H) / 2);
      expect(Math.abs((period * discrete) / (2 * Math.PI) - 1)).toBeLessThan(1e-3);
      // Its energy waves by ω dt/2 and does not drift: after 20 periods the amplitude is what it was.
      expect(swing).toBeLessThan(0.6 * omega * H);
      let far = 0;
      run(world, 3 * period, H, () => {
        far = Math.max(far, body.position[0] - 1);
      });
      // A sampled crest may miss the top by (ω dt)²/8, and waves by ω dt/4.
      expect(Math.abs(far / 0.2 - 1)).toBeLessThan(0.3 * omega * H);
    }
  });

  test('any stiffness is stable, and rest length is where it rests', () => {
    for (const stiffness of [1, 1e4, 1e8, 1e12]) {
      const world = pointWorld({ sleep: false });
      const body = world.addBody(sphere(0.1, [0, -1, 0]));
      const spring = world.addJoint({ type: 'spring', b: body, anchor: [0, 0, 0], stiffness, damping: 2 });
      run(world, 30);
      expect(body.position[1]).toBeCloseTo(-1 - G / stiffness, 3);
      expect(spring.coordinate).toBeCloseTo(1 + G / stiffness, 3);
      expect(spring.motorForce).toBeCloseTo(-G, 3);
    }
  });

  test('damping is that of a damper: a slow pull at constant force ends at F/d', () => {
    const world = pointWorld({ sleep: false, gravity: [0, 0, 0] });
    const body = world.addBody(sphere(0.1, [1, 0, 0], { force: [3, 0, 0] }));
    world.addJoint({ type: 'spring', b: body, anchor: [0, 0, 0], stiffness: 0, damping: 6 });
    run(world, 3);
    expect(body.linearVelocity[0]).toBeCloseTo(0.5, 6);
  });

  test('between two bodies: the common centre stays, the frequency is that of the reduced mass', () => {
    const world = pointWorld({ sleep: false, gravity: [0, 0, 0] });
    const a = world.addBody(sphere(0.1, [0, 0, 0], { mass: 1 }));
    const b = world.addBody(sphere(0.1, [1.3, 0, 0], { mass: 3 }));
    world.addJoint({ type: 'spring', a, b, stiffness: 30, restLength: 1 });
    const omega = Math.sqrt(30 / 0.75);
    let first = 0;
    let last = 0.3;
    while (first === 0) {
      world.step(H / 8);
      const x = b.position[0] - a.position[0] - 1;
      if (x < 0) first = world.time - ((H / 8) * x) / (x - last);
      last = x;
    }
    expect(Math.abs((first * omega) / (Math.PI / 2) - 1)).toBeLessThan(0.01);
    expect((a.position[0] + 3 * b.position[0]) / 4).toBeCloseTo(0.975, 12);
  });

  test('anchors off the centres pull and turn', () => {
    const world = pointWorld({ sleep: false, gravity: [0, 0, 0] });
    const body = world.addBody(box([1, 1, 1], [0, 0, 0], { rotation: turn('z', 0) }));
    world.addJoint({
      type: 'spring',
      b: body,
      anchor: [3, 0.5, 0],
      anchorB: [0.5, 0.5, 0],
      stiffness: 12,
      restLength: 2,
    });
    stepTimes(world, 1);
    expect(body.linearVelocity[0]).toBeCloseTo(6 * H, 12);
    expect(body.angularVelocity[2]).toBeCloseTo((-6 * 0.5 * H) / (1 / 6), 12);
  });

  test('a spring of no length does not blow up', () => {
    const world = pointWorld({ sleep: false });
    const body = world.addBody(sphere(0.1, [0, 0, 0]));
    world.addJoint({ type: 'spring', b: body, anchor: [0, 0, 0], anchorB: [0, 0, 0], stiffness: 100, damping: 5 });
    run(world, 10);
    expect(body.position[1]).toBeCloseTo(-G / 100, 4);
  });
});

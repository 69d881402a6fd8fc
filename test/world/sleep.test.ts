import { describe, expect, test } from 'vitest';
import { box, ground, H, pointWorld, sphere, stepTimes } from './support.js';

describe('sleeping', () => {
  test('a resting body sleeps after half a second and then does not move by a bit', () => {
    const world = pointWorld({ bodies: [ground] });
    const body = world.addBody(box([1, 1, 1], [0, 0.5, 0]));
    stepTimes(world, 20);
    expect(body.asleep).toBe(false);
    stepTimes(world, 40);
    expect(body.asleep).toBe(true);
    expect(body.linearVelocity).toEqual([0, 0, 0]);
    const hash = world.hash();
    stepTimes(world, 100);
    expect(world.hash()).toBe(hash);
    // Its contacts are still there to be read, and still bear it.
    expect(world.contacts().reduce((sum, c) => sum + c.force[1], 0)).toBeCloseTo(9.81, 6);
  });

  test('sleep: false means never', () => {
    const world = pointWorld({ bodies: [ground], sleep: false });
    const body = world.addBody(box([1, 1, 1], [0, 0.5, 0]));
    stepTimes(world, 300);
    expect(body.asleep).toBe(false);
  });

  test('a body adrift in empty space keeps its momentum, however small', () => {
    const world = pointWorld({ gravity: [0, 0, 0] });
    const body = world.addBody(sphere(0.5, [0, 0, 0], { linearVelocity: [1e-4, 0, 0] }));
    stepTimes(world, 600);
    expect(body.asleep).toBe(false);
    expect(body.position[0]).toBeCloseTo(1e-3, 12);
  });

  test('a stack wakes as one when its top is hit', () => {
    const world = pointWorld({ bodies: [ground] });
    const stack = [0, 1, 2].map((k) => world.addBody(box([1, 1, 1], [0, 0.5 + k, 0])));
    stepTimes(world, 120);
    expect(stack.map((b) => b.asleep)).toEqual([true, true, true]);
    world.addBody(sphere(0.3, [0, 3.5, 0], { linearVelocity: [0, -3, 0] }));
    stepTimes(world, 10);
    expect(stack.map((b) => b.asleep)).toEqual([false, false, false]);
  });

  test('every way of pushing wakes', () => {
    const pushes: ((body: ReturnType<ReturnType<typeof pointWorld>['addBody']>) => void)[] = [
      (b) => b.applyForce([1, 0, 0]),
      (b) => b.applyTorque([1, 0, 0]),
      (b) => b.applyImpulse([1, 0, 0]),
      (b) => b.applyAngularImpulse([1, 0, 0]),
      (b) => b.wake(),
      (b) => {
        b.linearVelocity = [1, 0, 0];
      },
      (b) => {
        b.angularVelocity = [1, 0, 0];
      },
      (b) => {
        b.position = [0, 2, 0];
      },
      (b) => {
        b.rotation = [0, 1, 0, 0];
      },
      (b) => {
        b.force = [1, 0, 0];
      },
      (b) => {
        b.torque = [1, 0, 0];
      },
      (b) => {
        b.friction = 0;
      },
    ];
    for (const push of pushes) {
      const world = pointWorld({ bodies: [ground] });
      const body = world.addBody(box([1, 1, 1], [0, 0.5, 0]));
      stepTimes(world, 60);
      expect(body.asleep).toBe(true);
      push(body);
      expect(body.asleep).toBe(false);
    }
  });

  test('a ground that turns slippery or starts to move wakes what lies on it', () => {
    for (const change of [
      (g: ReturnType<ReturnType<typeof pointWorld>['addBody']>) => {
        g.friction = 0;
      },
      (g: ReturnType<ReturnType<typeof pointWorld>['addBody']>) => {
        g.surfaceVelocity = [1, 0, 0];
      },
      (g: ReturnType<ReturnType<typeof pointWorld>['addBody']>) => {
        g.position = [0, -1, 0];
      },
    ]) {
      const world = pointWorld();
      const floor = world.addBody({ ...ground, rotation: [0, 0, -0.0871557427476582, 0.9961946980917455] });
      const body = world.addBody(
        box([0.5, 0.5, 0.5], [0.25 * 0.17364817766693033, 0.25 * 0.984807753012208, 0], {
          rotation: [0, 0, -0.0871557427476582, 0.9961946980917455],
        }),
      );
      stepTimes(world, 90);
      expect(body.asleep).toBe(true);
      change(floor);
      expect(body.asleep).toBe(false);
      const x = body.position[0];
      stepTimes(world, 60);
      expect(Math.abs(body.position[0] - x) + Math.abs(body.position[1])).toBeGreaterThan(0.3);
    }
  });

  test('a conveyor slower than the threshold of sleep still carries', () => {
    const world = pointWorld({ bodies: [{ ...ground, surfaceVelocity: [0.003, 0, 0] }] });
    const body = world.addBody(box([1, 1, 1], [0, 0.5, 0]));
    stepTimes(world, 600);
    expect(body.asleep).toBe(false);
    expect(body.position[0]).toBeCloseTo(0.03, 3);
  });

  test('a kinematic floor slower than the threshold still carries, and one that arrives wakes', () => {
    const world = pointWorld();
    const floor = world.addBody({
      type: 'kinematic',
      shape: { type: 'box', size: [4, 1, 4] },
      position: [0, -0.5, 0],
      linearVelocity: [0.003, 0, 0],
    });
    const body = world.addBody(box([1, 1, 1], [0, 0.5, 0]));
    stepTimes(world, 600);
    expect(body.position[0]).toBeCloseTo(0.03, 3);
    floor.linearVelocity = [0, 0, 0];
    stepTimes(world, 60);
    expect(body.asleep).toBe(true);
    const pusher = world.addBody({
      type: 'kinematic',
      shape: { type: 'box', size: [1, 1, 1] },
      position: [-1.5, 0.5, 0],
      linearVelocity: [1, 0, 0],
    });
    stepTimes(world, 60);
    expect(body.position[0]).toBeGreaterThan(0.4);
    expect(pusher.position[0]).toBeCloseTo(-0.5, 12);
  });

  test('a static or kinematic body that is put into a sleeping one wakes it', () => {
    for (const type of ['static', 'kinematic'] as const) {
      const world = pointWorld({ bodies: [ground] });
      const far = world.addBody({ type, shape: { type: 'box', size: [1, 1, 1] }, position: [50, 0, 0] });
      const body = world.addBody(sphere(0.5, [0, 0.5, 0]));
      stepTimes(world, 60);
      expect(body.asleep).toBe(true);
      far.position = [-0.8, 0.5, 0];
      stepTimes(world, 1);
      expect(body.position[0]).toBeGreaterThan(0);
      body.position = [0, 0.5, 3];
      stepTimes(world, 60);
      expect(body.asleep).toBe(true);
      world.addBody({ type, shape: { type: 'box', size: [1, 1, 1] }, position: [-0.8, 0.5, 3] });
      stepTimes(world, 1);
      expect(body.position[0]).toBeGreaterThan(0);
    }
  });

  test('sleep() by hand: a hanging body stays where it is until touched, and wakes with what it is jointed to', () => {
    const world = pointWorld();
    const body = world.addBody(sphere(0.5, [0, 5, 0], { linearVelocity: [1, 1, 1] }));
    body.sleep();
    stepTimes(world, 60);
    expect(body.position).toEqual([0, 5, 0]);
    world.addBody(sphere(0.5, [0.2, 7, 0]));
    stepTimes(world, 60);
    expect(body.asleep).toBe(false);
    expect(body.position[1]).toBeLessThan(5);

    const bar = pointWorld();
    const a = bar.addBody(sphere(0.1, [0, 0, 0]));
    const b = bar.addBody(sphere(0.1, [1, 0, 0]));
    bar.addJoint({ type: 'fixed', a, b });
    a.sleep();
    stepTimes(bar, 30);
    // Both fall: a joint to a body that is awake keeps nobody asleep in mid-air.
    expect(a.asleep).toBe(false);
    expect(a.position[1]).toBeCloseTo(b.position[1], 2);
    expect(a.position[1]).toBeLessThan(-0.5);
    expect(() => world.addBody({ ...ground }).sleep()).toThrow(/only dynamic bodies/);
  });

  test('a kinematic body that starts to move, or is put elsewhere, takes what is jointed to it along', () => {
    for (const how of ['velocity', 'position'] as const) {
      const world = pointWorld();
      const hand = world.addBody({ type: 'kinematic', shape: { type: 'sphere', radius: 0.1 } });
      const body = world.addBody(sphere(0.1, [0, -1, 0]));
      world.addJoint({ type: 'ball', a: hand, b: body, anchor: [0, 0, 0] });
      stepTimes(world, 60);
      expect(body.asleep).toBe(true);
      if (how === 'velocity') hand.linearVelocity = [0, 1, 0];
      else hand.position = [0, 0.5, 0];
      stepTimes(world, 30);
      expect(body.position[1]).toBeCloseTo(-0.5, 3);
    }
  });

  test('bodies that hang on joints sleep and wake together', () => {
    const world = pointWorld();
    const a = world.addBody(sphere(0.1, [0, -1, 0]));
    const b = world.addBody(sphere(0.1, [0, -2, 0]));
    world.addJoint({ type: 'ball', b: a, anchor: [0, 0, 0] });
    world.addJoint({ type: 'ball', a, b, anchor: [0, -1, 0] });
    stepTimes(world, 60);
    expect([a.asleep, b.asleep]).toEqual([true, true]);
    b.applyImpulse([1, 0, 0]);
    expect([a.asleep, b.asleep]).toEqual([false, false]);
    world.step(H);
    expect(a.linearVelocity[0]).not.toBe(0);
  });

  test('what is changed while asleep does not bounce from a velocity of long ago', () => {
    // Put to sleep in full flight, then hit gently: restitution must look at the present velocity, which is zero.
    const world = pointWorld({ gravity: [0, 0, 0], contact: { restitution: 1 } });
    const target = world.addBody(sphere(0.5, [0, 0, 0], { linearVelocity: [100, 0, 0] }));
    world.step();
    target.sleep();
    const x = target.position[0];
    const bullet = world.addBody(sphere(0.5, [x - 1.2, 0, 0], { linearVelocity: [20, 0, 0] }));
    stepTimes(world, 2);
    expect(target.linearVelocity[0]).toBeCloseTo(20, 9);
    expect(bullet.linearVelocity[0]).toBeCloseTo(0, 9);
  });
});

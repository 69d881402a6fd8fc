import { describe, expect, test } from 'vitest';
import { Body, SixfoldError, type Vec3, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { box, ground, H, pointWorld, sphere, stepTimes } from './support.js';

describe('handles', () => {
  test('a removed body: `alive` is false and everything else throws in one line, also after its slot is used again', () => {
    const world = pointWorld({ bodies: [ground] });
    const old = world.addBody(sphere(0.5, [0, 2, 0], { name: 'old' }));
    world.step();
    world.removeBody(old);
    const uses: (() => unknown)[] = [
      () => old.position,
      () => old.rotation,
      () => old.name,
      () => old.type,
      () => old.shape,
      () => old.mass,
      () => old.userData,
      () => old.asleep,
      () => old.centerOfMass,
      () => old.linearVelocity,
      () => old.angularVelocity,
      () => old.force,
      () => old.torque,
      () => old.friction,
      () => old.restitution,
      () => old.surfaceVelocity,
      () => old.velocityAt([0, 0, 0]),
      () => old.wake(),
      () => old.sleep(),
      () => old.applyForce([1, 0, 0]),
      () => old.applyForce([1, 0, 0], [0, 0, 0]),
      () => old.applyTorque([1, 0, 0]),
      () => old.applyImpulse([1, 0, 0]),
      () => old.applyAngularImpulse([1, 0, 0]),
      () => {
        old.position = [0, 0, 0];
      },
      () => {
        old.rotation = [0, 0, 0, 1];
      },
      () => {
        old.linearVelocity = [0, 0, 0];
      },
      () => {
        old.angularVelocity = [0, 0, 0];
      },
      () => {
        old.force = [0, 0, 0];
      },
      () => {
        old.torque = [0, 0, 0];
      },
      () => {
        old.surfaceVelocity = [0, 0, 0];
      },
      () => {
        old.friction = 1;
      },
      () => {
        old.restitution = 1;
      },
      () => {
        old.userData = 1;
      },
      () => world.removeBody(old),
      () => world.addJoint({ type: 'ball', b: old }),
    ];
    const check = (): void => {
      expect(old.alive).toBe(false);
      for (const use of uses) {
        expect(use).toThrow(SixfoldError);
        expect(use).toThrow('the body has been removed from its world; check body.alive before using it');
      }
    };
    check();
    const young = world.addBody(sphere(0.5, [0, 3, 0]));
    expect(young.alive).toBe(true);
    const before = young.position;
    check();
    expect(young.position).toEqual(before);
    world.step();
    check();
  });

  test('a removed joint, and a joint whose body is removed', () => {
    const world = pointWorld();
    const a = world.addBody(sphere(0.1, [0, 0, 0]));
    const b = world.addBody(sphere(0.1, [1, 0, 0]));
    const ball = world.addJoint({ type: 'ball', a, b, anchor: [0.5, 0, 0] });
    const hinge = world.addJoint({ type: 'hinge', b, anchor: [1, 1, 0], axis: [0, 0, 1], motor: { velocity: 1 } });
    world.step();
    world.removeJoint(hinge);
    world.removeBody(a);
    expect([...world.joints()]).toEqual([]);
    for (const joint of [ball, hinge]) {
      expect(joint.alive).toBe(false);
      for (const use of [
        () => joint.type,
        () => joint.name,
        () => joint.coordinate,
        () => joint.force,
        () => joint.motorForce,
        () => joint.limitForce,
        () => joint.userData,
        () => joint.setMotor(null),
        () => world.removeJoint(joint),
      ])
        expect(use).toThrow('the joint has been removed from its world; check joint.alive before using it');
    }
    world.step();
  });

  test('a body of another world, and things that are no bodies', () => {
    const one = pointWorld();
    const two = pointWorld();
    const mine = one.addBody(sphere(1, [0, 0, 0]));
    two.addBody(sphere(1, [0, 0, 0]));
    expect(() => two.removeBody(mine)).toThrow('the body belongs to another world');
    expect(() => two.addJoint({ type: 'ball', b: mine })).toThrow('the body belongs to another world');
    for (const wrong of [undefined, null, 3, {}, 'ball']) {
      expect(() => two.removeBody(wrong as unknown as Body)).toThrow(SixfoldError);
      expect(() => two.removeJoint(wrong as never)).toThrow(SixfoldError);
    }
    expect(mine.alive).toBe(true);
  });

  test('the same body is the same object wherever it is met', () => {
    const world = pointWorld({ bodies: [ground, sphere(0.5, [0, 0.5, 0], { name: 'ball' })] });
    world.step();
    const ball = world.body('ball');
    expect([...world.bodies()][1]).toBe(ball);
    expect(world.contacts()[0]!.a).toBe(ball);
    expect(world.castRay([0, 5, 0], [0, -1, 0])!.body).toBe(ball);
    expect(world.bodiesIn({ min: [-0.1, 0.4, -0.1], max: [0.1, 0.6, 0.1] })).toEqual([ball]);
    expect(ball).toBeInstanceOf(Body);
  });

  test('names: given, made up, free again after removal, and unknown', () => {
    const world = pointWorld();
    const a = world.addBody(sphere(1, [0, 0, 0], { name: 'a' }));
    expect(() => world.addBody(sphere(1, [0, 0, 0], { name: 'a' }))).toThrow(/"a" is taken/);
    const made = world.addBody(sphere(1, [9, 0, 0]));
    expect(world.body(made.name)).toBe(made);
    world.removeBody(a);
    expect(() => world.body('a')).toThrow('no body is named "a"');
    expect(() => world.body('')).toThrow(SixfoldError);
    expect(world.addBody(sphere(1, [0, 0, 0], { name: 'a' })).name).toBe('a');
    // A made-up name gives way to one that the user has taken.
    world.addBody(sphere(1, [0, 0, 0], { name: 'body2' }));
    const names = new Set<string>();
    for (let k = 0; k < 5; k++) world.addBody(sphere(1, [0, 0, 0]));
    for (const body of world.bodies()) names.add(body.name);
    expect(names.size).toBe(8);
  });

  test('a refused body leaves the world as it was', () => {
    const world = pointWorld({ bodies: [ground, sphere(0.5, [0, 1, 0])] });
    world.step();
    const bytes = world.snapshot();
    expect(() => world.addBody({ shape: { type: 'sphere', radius: -1 }, mass: 1 })).toThrow(SixfoldError);
    expect(() => world.addBody({ shape: { type: 'half-space' } })).toThrow(SixfoldError);
    expect(() => world.addJoint({ type: 'ball', b: 'nobody' })).toThrow(SixfoldError);
    expect(() => world.step(0)).toThrow(SixfoldError);
    expect(() => world.step(Number.NaN)).toThrow(SixfoldError);
    expect(() => world.step(-H)).toThrow(SixfoldError);
    expect(() => world.step(Infinity)).toThrow(SixfoldError);
    expect(() => world.step(null as never)).toThrow(SixfoldError);
    expect(world.snapshot()).toEqual(bytes);
  });
});

describe('user data', () => {
  test('is kept as it is, and through snapshots if it is plain', () => {
    const world = pointWorld();
    const data = { score: 3, list: [1, 2, { deep: -0 }] };
    const body = world.addBody(sphere(1, [0, 0, 0], { name: 'a', userData: data }));
    const joint = world.addJoint({ type: 'ball', b: body, userData: 'door' });
    expect(body.userData).toBe(data);
    expect(joint.userData).toBe('door');
    const again = World.restore(world.snapshot());
    expect(again.body('a').userData).toEqual(data);
    expect([...again.joints()][0]!.userData).toBe('door');
    body.userData = null;
    expect(body.userData).toBeNull();
    const ring: unknown[] = [];
    ring.push(ring);
    body.userData = ring;
    expect(() => world.snapshot()).toThrow(/userData cannot be saved/);
  });
});

describe('adding and removing at any time', () => {
  test('200 random changes between steps leave no trace: a world with the same bodies goes on the same way', () => {
    const random = new Random(17);
    const world = pointWorld({ bodies: [ground], sleep: false });
    const alive: Body[] = [];
    for (let k = 0; k < 200; k++) {
      if (random.below(3) > 0 || alive.length < 3) {
        const at: Vec3 = [random.between(-2, 2), random.between(0.5, 4), random.between(-2, 2)];
        alive.push(
          world.addBody(
            random.below(2) === 0 ? sphere(0.3, at) : box([0.5, 0.4, 0.6], at, { rotation: random.rotation() }),
          ),
        );
      } else world.removeBody(alive.splice(random.below(alive.length), 1)[0]!);
      if (alive.length >= 2 && random.below(10) === 0) {
        const [a, b] = [alive[random.below(alive.length)]!, alive[random.below(alive.length)]!];
        if (a !== b) world.addJoint({ type: 'spring', a, b, stiffness: 10 });
      }
      stepTimes(world, random.below(4));
    }
    expect(world.findNonFinite()).toBeNull();
    expect([...world.bodies()].length).toBe(alive.length + 1);
    for (const body of alive) expect(body.position[1]).toBeGreaterThan(-0.5);
  });

  test('what stood on a removed body falls, asleep or not', () => {
    for (const sleep of [true, false]) {
      const world = pointWorld({ bodies: [ground], sleep });
      const low = world.addBody(box([1, 1, 1], [0, 0.5, 0]));
      const top = world.addBody(box([1, 1, 1], [0, 1.5, 0]));
      stepTimes(world, 90);
      expect(top.asleep).toBe(sleep);
      world.removeBody(low);
      stepTimes(world, 60);
      expect(top.position[1]).toBeCloseTo(0.5, 2);
    }
  });

  test('a moving body may be removed and added in flight', () => {
    const world = pointWorld({ gravity: [0, 0, 0] });
    const a = world.addBody(sphere(0.5, [0, 0, 0], { linearVelocity: [10, 0, 0] }));
    const b = world.addBody(sphere(0.5, [2, 0, 0]));
    stepTimes(world, 3);
    world.removeBody(b);
    stepTimes(world, 20);
    expect(a.linearVelocity).toEqual([10, 0, 0]);
    const wall = world.addBody({ type: 'static', shape: { type: 'box', size: [1, 1, 1] }, position: [6, 0, 0] });
    stepTimes(world, 30);
    expect(a.linearVelocity[0]).toBeCloseTo(0, 9);
    expect(a.position[0]).toBeLessThan(5.01);
    world.removeBody(wall);
  });
});

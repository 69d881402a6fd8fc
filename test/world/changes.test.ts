// Everything that can be set takes effect and wakes whom it must; everything else says so.

import { describe, expect, test } from 'vitest';
import { SixfoldError, World } from '../../src/index.js';
import { box, G, ground, H, pointWorld, sphere, stepTimes, turn } from './support.js';

const SLOPE = Math.PI / 9;

function onSlope() {
  const world = pointWorld({
    contact: { friction: 0.8 },
    bodies: [
      { name: 'slope', type: 'static', shape: { type: 'half-space' }, rotation: turn('z', SLOPE) },
      box([0.4, 0.2, 0.4], [-0.1 * Math.sin(SLOPE), 0.1 * Math.cos(SLOPE), 0], {
        name: 'box',
        rotation: turn('z', SLOPE),
      }),
    ],
  });
  stepTimes(world, 90);
  return { world, body: world.body('box'), slope: world.body('slope') };
}

const speed = (v: readonly number[]): number => Math.sqrt(v[0]! ** 2 + v[1]! ** 2 + v[2]! ** 2);

describe('a sleeping box on a slope', () => {
  test.each(['box', 'slope'] as const)('slides with g sin α once the %s has no friction', (which) => {
    const { world, body, slope } = onSlope();
    expect(body.asleep).toBe(true);
    if (which === 'box') body.friction = 0;
    else slope.friction = 0;
    stepTimes(world, 30);
    // Semi-implicit Euler gains g sin α h in every step, to rounding and to what is left of the contact's depth.
    expect(speed(body.linearVelocity)).toBeCloseTo(30 * H * G * Math.sin(SLOPE), 4);
  });

  test('falls freely when masks part it from the slope, whoever changed', () => {
    for (const change of [
      (s: ReturnType<typeof onSlope>) => (s.body.mask = 0),
      (s: ReturnType<typeof onSlope>) => (s.slope.group = 2) && (s.body.mask = ~2),
      (s: ReturnType<typeof onSlope>) => (s.slope.sensor = true),
    ]) {
      const scene = onSlope();
      change(scene);
      stepTimes(scene.world, 10);
      expect(scene.body.linearVelocity[1]).toBeCloseTo(-10 * H * G, 9);
    }
  });

  test('feels gravity, its scale, locks, forces and damping change', () => {
    const { world, body } = onSlope();
    world.gravity = [0, 1, 0];
    body.gravityScale = 3;
    body.linearDamping = 2;
    stepTimes(world, 20);
    let v = 0;
    for (let k = 0; k < 20; k++) v = (v + 3 * H) / (1 + 2 * H);
    expect(body.linearVelocity[1]).toBeCloseTo(v, 3);
    body.locked = ['x', 'y', 'z', 'rx', 'ry', 'rz'];
    const at = body.position;
    stepTimes(world, 5);
    for (let k = 0; k < 3; k++) expect(body.position[k]).toBeCloseTo(at[k]!, 9);
    expect(body.locked).toEqual(['x', 'y', 'z', 'rx', 'ry', 'rz']);
  });
});

test('mass, inertia, shape and type change', () => {
  const world = new World({ gravity: [0, 0, 0], bodies: [sphere(1, [0, 0, 0], { name: 'ball', mass: 2 })] });
  const ball = world.body('ball');
  ball.mass = 5;
  // 2/5 m r²
  for (let k = 0; k < 3; k++) expect(ball.inertia[k]).toBeCloseTo(2, 12);
  ball.inertia = [1, 1.5, 2];
  expect(ball.inertia).toEqual([1, 1.5, 2]);
  ball.applyAngularImpulse([3, 0, 0]);
  expect(ball.angularVelocity[0]).toBeCloseTo(3, 12);
  ball.shape = { type: 'box', size: [2, 2, 2] };
  // m (a² + b²)/12
  expect(ball.inertia[0]).toBeCloseTo((5 * 8) / 12, 12);
  expect(ball.mass).toBe(5);
  ball.type = 'static';
  expect(ball.linearVelocity).toEqual([0, 0, 0]);
  expect(ball.mass).toBe(0);
  expect(() => {
    ball.type = 'dynamic';
  }).toThrow(/mass/);
  ball.set({ type: 'dynamic', mass: 3, linearVelocity: [1, 0, 0] });
  world.step();
  expect(ball.position[0]).toBeCloseTo(H, 12);
});

test('a new shape leaves the origin, the points of joints and the velocity of points where they were', () => {
  const world = new World({ gravity: [0, 0, 0], bodies: [box([1, 1, 1], [1, 2, 3], { angularVelocity: [0, 0, 2] })] });
  const body = world.body('body0');
  const joint = world.addJoint({ type: 'ball', b: body, anchor: [1.5, 2, 3] });
  const before = body.velocityAt([0, 0, 0]);
  body.shape = { type: 'compound', parts: [{ shape: { type: 'box', size: [1, 1, 1] }, position: [0.5, 0, 0] }] };
  expect(body.position).toEqual([1, 2, 3]);
  expect(body.centerOfMass[0]).toBeCloseTo(1.5, 12);
  for (let k = 0; k < 3; k++) {
    expect(joint.anchors[1][k]).toBeCloseTo([1.5, 2, 3][k]!, 12);
    expect(body.velocityAt([0, 0, 0])[k]).toBeCloseTo(before[k]!, 12);
  }
});

test('a support that becomes dynamic, or shrinks, lets go of what slept on it', () => {
  for (const change of ['type', 'shape'] as const) {
    const world = pointWorld({
      bodies: [box([1, 1, 1], [0, 2, 0], { name: 'shelf', type: 'static' }), box([0.2, 0.2, 0.2], [0, 2.6, 0], {})],
    });
    stepTimes(world, 90);
    const body = world.body('body1');
    expect(body.asleep).toBe(true);
    if (change === 'type') world.body('shelf').set({ type: 'dynamic', mass: 1 });
    else world.body('shelf').shape = { type: 'sphere', radius: 0.1 };
    stepTimes(world, 20);
    expect(body.position[1]).toBeLessThan(2.3);
  }
});

describe('joints', () => {
  const pendulum = () => {
    const world = new World({ bodies: [box([0.1, 1, 0.1], [0, -0.5, 0], { name: 'rod' })] });
    return { world, joint: world.addJoint({ type: 'hinge', b: 'rod', anchor: [0, 0, 0], axis: [0, 0, 1] }) };
  };

  test('limits and motors that change take effect on a sleeping body', () => {
    const { world, joint } = pendulum();
    stepTimes(world, 60);
    expect(world.body('rod').asleep).toBe(true);
    joint.limits = [0.3, 0.5];
    stepTimes(world, 5);
    expect(joint.coordinate).toBeCloseTo(0.3, 6);
    joint.limits = null;
    expect(joint.limits).toBe(null);
    joint.motor = { velocity: 2 };
    expect(joint.motor).toMatchObject({ velocity: 2, maxForce: Infinity });
    stepTimes(world, 2);
    expect(world.body('rod').angularVelocity[2]).toBeCloseTo(2, 6);
  });

  test('anchors, axes and springs change', () => {
    const { world, joint } = pendulum();
    joint.set({ anchor: [0, -1, 0], axis: [1, 0, 0] });
    expect(joint.anchors).toEqual([
      [0, -1, 0],
      [0, -1, 0],
    ]);
    expect(joint.axis[0]).toBeCloseTo(1, 12);
    world.removeJoint(joint);
    const spring = world.addJoint({ type: 'spring', b: 'rod', anchor: [0, 1, 0], stiffness: 10 });
    spring.restLength = 3;
    spring.stiffness = 20;
    world.step();
    // 20 N/m, 1.5 m too short, pushes b away.
    expect(spring.motorForce).toBeCloseTo(30, 6);
  });
});

describe('what cannot be set says so', () => {
  const world = new World({ bodies: [sphere(1, [0, 0, 0], { name: 'ball' })] });
  const ball = world.body('ball') as unknown as Record<string, unknown>;
  const joint = world.addJoint({ type: 'ball', b: 'ball' }) as unknown as Record<string, unknown>;

  // Objects come last: in a title they would be printed with all that hangs on them.
  test.each([
    ['name', 'x', ball],
    ['asleep', true, ball],
    ['centerOfMass', [0, 0, 0], ball],
    ['type', 'hinge', joint],
    ['force', [0, 0, 0], joint],
    ['time', 0, world as unknown as Record<string, unknown>],
  ])('%s', (word, value, object) => {
    expect(() => {
      object[word] = value;
    }).toThrow(SixfoldError);
  });

  test('nor can fields that nobody knows, nor the numbers of a returned vector', () => {
    expect(() => {
      ball.colour = 'red';
    }).toThrow(TypeError);
    expect(() => {
      (ball.position as number[])[1] = 7;
    }).toThrow(TypeError);
    expect(() => {
      (world.gravity as unknown as number[])[1] = 7;
    }).toThrow(TypeError);
    expect(() => world.body('ball').set({ colour: 1 } as never)).toThrow(/unknown field "colour"/);
    expect(() => world.body('ball').set({ mass: -1, position: [9, 9, 9] })).toThrow(/mass is -1/);
    expect(world.body('ball').position).toEqual([0, 0, 0]);
    expect(() => {
      (joint as { limits: unknown }).limits = [2, 1];
    }).toThrow(/low <= high/);
  });
});

test('the mass of what is not dynamic is not kept in silence, and comes with the type', () => {
  const world = new World({ bodies: [{ name: 'wall', type: 'static', shape: { type: 'box', size: [1, 1, 1] } }] });
  const wall = world.body('wall');
  expect(() => {
    wall.mass = 3;
  }).toThrow('body "wall": mass is of a dynamic body; set both: body.set({ type: "dynamic", mass: … })');
  expect(() => {
    wall.type = 'dynamic';
  }).toThrow('body "wall": a body that becomes dynamic needs its mass (kg): body.set({ type: "dynamic", mass: … })');
  wall.set({ type: 'dynamic', mass: 3 });
  world.step();
  expect(wall.linearVelocity[1]).toBeCloseTo(-9.81 / 60, 12);
  expect(() => world.castRays(new Float64Array(6), new Float64Array(6) as never)).toThrow(/options is .*an object/);
});

test('bits may be written with ~', () => {
  const world = new World({ bodies: [ground, sphere(1, [0, 1, 0], { mask: ~1 })] });
  expect(world.body('body1').mask).toBe(4294967294);
  expect(() => world.addBody(sphere(1, [0, 0, 0], { mask: 0.5 }))).toThrow(/32 bits/);
});

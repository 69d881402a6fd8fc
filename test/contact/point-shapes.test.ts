// Every shape at rest on every ground: nothing sinks, drifts off or becomes infinite.

import { describe, expect, test } from 'vitest';
import type { BodyDescription, ShapeDescription, Vec3 } from '../../src/index.js';
import { createShape } from '../../src/shapes/create.js';
import { icosphere } from '../../src/shapes/procedural.js';
import { tessellate } from '../../src/shapes/tessellate.js';
import { box, contactForce, G, ground, H, pointWorld, run, sphere, stepTimes, turn } from '../world/support.js';

const mesh = (data: { positions: Float64Array; indices: Int32Array }): ShapeDescription => ({
  type: 'mesh',
  positions: data.positions,
  indices: data.indices,
});
const boxMesh = (size: Vec3): ShapeDescription => mesh(tessellate(createShape({ type: 'box', size })));

/** Shape, the height of its origin at rest, and how it lies. */
const shapes: Record<string, { shape: ShapeDescription; height: number; lying?: BodyDescription['rotation'] }> = {
  sphere: { shape: { type: 'sphere', radius: 0.4 }, height: 0.4 },
  box: { shape: { type: 'box', size: [0.8, 0.6, 1] }, height: 0.3 },
  'standing cylinder': { shape: { type: 'cylinder', radius: 0.4, height: 0.6 }, height: 0.3 },
  'lying cylinder': {
    shape: { type: 'cylinder', radius: 0.4, height: 0.6 },
    height: 0.4,
    lying: turn('x', Math.PI / 2),
  },
  'lying capsule': { shape: { type: 'capsule', radius: 0.3, height: 0.6 }, height: 0.3, lying: turn('x', Math.PI / 2) },
  cone: { shape: { type: 'cone', radius: 0.4, height: 0.6 }, height: 0.3 },
  octahedron: {
    shape: {
      type: 'convex',
      points: [
        [0.5, 0, 0.5],
        [-0.5, 0, 0.5],
        [0.5, 0, -0.5],
        [-0.5, 0, -0.5],
        [0, 0.7, 0],
      ],
    },
    height: 0,
  },
  torus: { shape: { type: 'torus', radius: 0.4, tube: 0.15 }, height: 0.15 },
  'mesh of a box': { shape: boxMesh([0.8, 0.6, 1]), height: 0.3 },
  'mesh of a cylinder': {
    shape: mesh(tessellate(createShape({ type: 'cylinder', radius: 0.4, height: 0.6 }), { segments: 16 })),
    height: 0.3,
  },
  'mesh of a torus': {
    shape: mesh(tessellate(createShape({ type: 'torus', radius: 0.4, tube: 0.15 }), { segments: 16 })),
    height: 0.15,
  },
  compound: {
    shape: {
      type: 'compound',
      parts: [
        { shape: { type: 'box', size: [1, 0.2, 0.3] }, position: [0, 0.1, 0] },
        { shape: { type: 'sphere', radius: 0.2 }, position: [0, 0.2, 0.4] },
        { shape: { type: 'cylinder', radius: 0.15, height: 0.3 }, position: [0, 0.15, -0.4] },
      ],
    },
    height: 0,
  },
};

const grounds: Record<string, BodyDescription> = {
  'a half-space': ground,
  'a box': { type: 'static', shape: { type: 'box', size: [4, 1, 4] }, position: [0, -0.5, 0] },
  'a mesh': { type: 'static', shape: boxMesh([4, 1, 4]), position: [0, -0.5, 0] },
};

describe('rest', () => {
  for (const [where, floor] of Object.entries(grounds)) {
    test(`every shape rests on ${where} for 3 s where it was put`, () => {
      for (const [name, { shape, height, lying }] of Object.entries(shapes)) {
        const world = pointWorld({ sleep: false });
        world.addBody(floor);
        const body = world.addBody({
          shape,
          mass: 2,
          position: [0.1, height, 0.05],
          ...(lying && { rotation: lying }),
        });
        run(world, 3);
        expect(world.findNonFinite(), name).toBeNull();
        // The target depth is 2e-4 of the thinner body, 0.2 mm here at most; faceted curves may lower a little more.
        expect(Math.abs(body.position[1] - height), name).toBeLessThan(5e-4);
        expect(Math.hypot(body.position[0] - 0.1, body.position[2] - 0.05), name).toBeLessThan(1e-3);
        expect(contactForce(world, body)[1], name).toBeCloseTo(2 * G, 3);
        expect(Math.hypot(...body.linearVelocity) + Math.hypot(...body.angularVelocity), name).toBeLessThan(1e-3);
      }
    });
  }

  test('a ball of 320 triangles dropped on a floor of triangles comes to rest on it', () => {
    const world = pointWorld();
    world.addBody(grounds['a mesh']!);
    const ball = world.addBody({ shape: mesh(icosphere(4, 0.3)), mass: 1, position: [0, 0.5, 0] });
    run(world, 3);
    expect(world.findNonFinite()).toBeNull();
    expect(ball.position[1]).toBeGreaterThan(0.28);
    expect(ball.position[1]).toBeLessThan(0.301);
  });

  test('every shape on every other: dropped in a narrow heap they stay finite, above the ground and together', () => {
    const world = pointWorld({ bodies: [ground] });
    let y = 0.5;
    for (const [k, { shape }] of Object.values(shapes).entries()) {
      world.addBody({ shape, density: 500, position: [0.05 * (k % 3), y, 0.04 * (k % 2)], rotation: turn('y', k) });
      y += 0.9;
    }
    run(world, 4);
    expect(world.findNonFinite()).toBeNull();
    for (const body of world.bodies()) if (body.type === 'dynamic') expect(body.centerOfMass[1]).toBeGreaterThan(0.05);
  });

  test('the reduction to four points still bears the weight', () => {
    const world = pointWorld({ bodies: [ground], contact: { reduce: true }, sleep: false });
    const body = world.addBody({
      shape: { type: 'cylinder', radius: 0.5, height: 0.4 },
      mass: 2,
      position: [0, 0.2, 0],
    });
    run(world, 2);
    expect(world.contacts().length).toBeLessThanOrEqual(4);
    expect(contactForce(world, body)[1]).toBeCloseTo(2 * G, 4);
    expect(body.position[1]).toBeCloseTo(0.2, 3);
  });
});

describe('grounds that move', () => {
  test('a conveyor carries a box to its speed, with μ g on the way', () => {
    const world = pointWorld({
      bodies: [{ ...ground, surfaceVelocity: [2, 0, 0] }],
      contact: { friction: 0.4 },
      sleep: false,
    });
    const body = world.addBody(box([0.5, 0.2, 0.5], [0, 0.1, 0]));
    run(world, 0.25);
    expect(body.linearVelocity[0]).toBeCloseTo(0.4 * G * 0.25, 6);
    run(world, 1);
    expect(body.linearVelocity[0]).toBeCloseTo(2, 6);
    expect(body.position[1]).toBeCloseTo(0.1, 4);
  });

  test('the surface velocity is the body’s: a turned conveyor carries along its own axis', () => {
    const world = pointWorld({ sleep: false });
    world.addBody({
      type: 'static',
      shape: { type: 'box', size: [9, 1, 9] },
      position: [0, -0.5, 0],
      rotation: turn('y', Math.PI / 2),
      surfaceVelocity: [1, 0, 0],
    });
    const body = world.addBody(box([0.5, 0.2, 0.5], [0, 0.1, 0]));
    run(world, 2);
    expect(body.linearVelocity[2]).toBeCloseTo(-1, 6);
    expect(body.linearVelocity[0]).toBeCloseTo(0, 6);
  });

  test('a conveyor on the dynamic body drives it: a tracked vehicle moves the other way', () => {
    const world = pointWorld({ bodies: [ground], sleep: false });
    const tank = world.addBody(box([1, 0.4, 0.6], [0, 0.2, 0], { surfaceVelocity: [-1.5, 0, 0] }));
    run(world, 2);
    expect(tank.linearVelocity[0]).toBeCloseTo(1.5, 6);
  });

  test('a kinematic pusher moves a box at its own speed and feels nothing', () => {
    const world = pointWorld({ bodies: [ground], sleep: false });
    const pusher = world.addBody({
      type: 'kinematic',
      shape: { type: 'box', size: [0.2, 1, 1] },
      position: [-1, 0.5, 0],
      linearVelocity: [0.5, 0, 0],
    });
    const body = world.addBody(box([0.5, 0.5, 0.5], [0, 0.25, 0], { mass: 100 }));
    run(world, 4);
    expect(pusher.position[0]).toBeCloseTo(1, 12);
    expect(body.position[0]).toBeCloseTo(1 + 0.1 + 0.25, 3);
    expect(body.linearVelocity[0]).toBeCloseTo(0.5, 4);
  });

  test('a turntable carries what lies on it round', () => {
    const world = pointWorld({ sleep: false, contact: { friction: 0.9 } });
    world.addBody({
      type: 'kinematic',
      shape: { type: 'cylinder', radius: 2, height: 0.2 },
      position: [0, -0.1, 0],
      angularVelocity: [0, 1, 0],
    });
    const body = world.addBody(
      box([0.2, 0.2, 0.2], [1, 0.1, 0], { angularVelocity: [0, 1, 0], linearVelocity: [0, 0, -1] }),
    );
    run(world, Math.PI / 2, Math.PI / 2 / 94);
    // A quarter turn: explicit along the tangent, a step leaves the circle by (ωh)²/2, which adds up to ω h t/2.
    expect(body.position[0]).toBeCloseTo(0, 1);
    expect(body.position[2]).toBeCloseTo(-1, 1);
    expect(body.angularVelocity[1]).toBeCloseTo(1, 3);
  });

  test('a lift carries up, stops and goes down without losing its load', () => {
    const world = pointWorld({ sleep: false });
    const lift = world.addBody({
      type: 'kinematic',
      shape: { type: 'box', size: [2, 0.2, 2] },
      linearVelocity: [0, 1, 0],
    });
    const load = world.addBody(sphere(0.3, [0, 0.4, 0]));
    run(world, 1);
    expect(load.position[1] - lift.position[1]).toBeCloseTo(0.4, 3);
    lift.linearVelocity = [0, -1, 0];
    run(world, 1);
    expect(load.position[1] - lift.position[1]).toBeCloseTo(0.4, 3);
  });
});

describe('groups and masks', () => {
  test('two bodies touch if each one’s group is in the other’s mask', () => {
    const cases: [number, number, number, number, boolean][] = [
      [1, 0xffffffff, 1, 0xffffffff, true],
      [1, 2, 2, 1, true],
      [1, 2, 2, 2, false],
      [1, 1, 2, 1, false],
      [0, 0xffffffff, 1, 0xffffffff, false],
      [2 ** 31, 2 ** 31, 2 ** 31, 2 ** 31, true],
    ];
    for (const [ga, ma, gb, mb, touch] of cases) {
      const world = pointWorld({ gravity: [0, 0, 0] });
      world.addBody(sphere(0.5, [0, 0, 0], { group: ga, mask: ma }));
      world.addBody(sphere(0.5, [0.9, 0, 0], { group: gb, mask: mb }));
      stepTimes(world, 2);
      expect(world.contacts().length > 0).toBe(touch);
    }
  });

  test('static and kinematic bodies do not touch each other', () => {
    const world = pointWorld();
    world.addBody({ type: 'static', shape: { type: 'sphere', radius: 1 } });
    world.addBody({ type: 'kinematic', shape: { type: 'sphere', radius: 1 }, linearVelocity: [1, 0, 0] });
    stepTimes(world, 5);
    expect(world.contacts()).toEqual([]);
  });
});

describe('compounds', () => {
  test('a dumb-bell rests on both its balls and rolls between them', () => {
    const world = pointWorld({ bodies: [ground], sleep: false });
    const ball = { type: 'sphere', radius: 0.3 } as const;
    const body = world.addBody({
      shape: {
        type: 'compound',
        parts: [
          { shape: ball, position: [0, 0, -0.5] },
          { shape: ball, position: [0, 0, 0.5] },
          { shape: { type: 'cylinder', radius: 0.1, height: 1 }, rotation: turn('x', Math.PI / 2) },
        ],
      },
      density: 1000,
      position: [0, 0.3, 0],
      linearVelocity: [1, 0, 0],
      angularVelocity: [0, 0, -1 / 0.3],
    });
    run(world, 2);
    expect(world.contacts().length).toBe(2);
    expect(body.position[0]).toBeCloseTo(2, 2);
    expect(body.angularVelocity[2]).toBeCloseTo(-1 / 0.3, 3);
  });

  test('parts have their own friction', () => {
    const world = pointWorld({ bodies: [ground], contact: { friction: 0.5 }, sleep: false });
    const part = { type: 'box', size: [0.4, 0.2, 0.2] } as const;
    const body = world.addBody({
      shape: {
        type: 'compound',
        parts: [
          { shape: part, position: [0, 0, -0.5], friction: 0 },
          { shape: part, position: [0, 0, 0.5], friction: 0.8 },
        ],
      },
      mass: 1,
      position: [0, 0.1, 0],
      linearVelocity: [3, 0, 0],
    });
    world.step(H);
    // How the weight is shared between the two is not determined; that only one of them pulls is, so it also turns.
    let load = 0;
    for (const c of world.contacts()) {
      if (c.point[2] > 0) load += c.force[1];
      else expect(c.force[0]).toBe(0);
    }
    expect((3 - body.linearVelocity[0]) / H).toBeCloseTo(0.8 * load, 3);
    expect(Math.abs(body.angularVelocity[1])).toBeGreaterThan(0.01);
  });
});

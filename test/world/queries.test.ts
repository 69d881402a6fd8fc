// Rays and boxes through the world, against asking every body.

import { describe, expect, test } from 'vitest';
import { type Body, SixfoldError, type Vec3, type World } from '../../src/index.js';
import { matrixFromQuaternion } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { add, dot, length, normalize, rotate, scale, sub, unrotate } from '../../src/math/vec3.js';
import { updateBounds } from '../../src/shapes/bounds.js';
import { createShape } from '../../src/shapes/create.js';
import { icosphere } from '../../src/shapes/procedural.js';
import { castRayShape, RayHit } from '../../src/shapes/ray.js';
import type { ShapeDescription } from '../../src/shapes/shape.js';
import { containsPoint } from '../shapes/contains-point.js';
import { box, ground, pointWorld, sphere, stepTimes } from './support.js';

const shapes: ShapeDescription[] = [
  { type: 'sphere', radius: 0.4 },
  { type: 'box', size: [0.8, 0.5, 0.6] },
  { type: 'cylinder', radius: 0.3, height: 0.7 },
  { type: 'capsule', radius: 0.25, height: 0.5 },
  { type: 'cone', radius: 0.4, height: 0.8 },
  { type: 'torus', radius: 0.4, tube: 0.15 },
  { type: 'mesh', ...icosphere(1, 0.4) },
  {
    type: 'compound',
    parts: [
      { shape: { type: 'box', size: [0.2, 0.8, 0.2] } },
      { shape: { type: 'sphere', radius: 0.2 }, position: [0, 0.5, 0] },
    ],
  },
];

/** Bodies of every shape strewn about and, if asked, in motion. */
function strewn(seed: number, count: number): World {
  const random = new Random(seed);
  const world = pointWorld({ gravity: [0, -2, 0], sleep: false });
  world.addBody(ground);
  for (let k = 0; k < count; k++) {
    world.addBody({
      type: (['dynamic', 'static', 'kinematic'] as const)[k % 3]!,
      shape: shapes[k % shapes.length]!,
      density: 100,
      position: [random.between(-4, 4), random.between(0.6, 6), random.between(-4, 4)],
      rotation: random.rotation(),
      ...(k % 3 !== 1 && {
        linearVelocity: scale(random.direction(), 3),
        angularVelocity: scale(random.direction(), 3),
      }),
    });
  }
  return world;
}

function castOne(body: Body, origin: Vec3, direction: Vec3, most: number): number {
  const o = unrotate(body.rotation, sub(origin, body.position));
  const d = unrotate(body.rotation, direction);
  return castRayShape(createShape(body.shape), o[0], o[1], o[2], d[0], d[1], d[2], most, new RayHit());
}

function boundsOf(body: Body): Float64Array {
  const m = new Float64Array(9);
  matrixFromQuaternion(m, 0, Float64Array.from(body.rotation), 0);
  const out = new Float64Array(6);
  updateBounds(out, 0, createShape(body.shape), m, 0, ...body.position);
  return out;
}

describe('castRay', () => {
  test('finds the first body that any ray meets, before the first step and between steps', () => {
    const random = new Random(81);
    const world = strewn(82, 24);
    let hits = 0;
    for (let round = 0; round < 4; round++) {
      const bodies = [...world.bodies()];
      for (let k = 0; k < 60; k++) {
        const origin: Vec3 = [random.between(-6, 6), random.between(0.2, 8), random.between(-6, 6)];
        const direction = scale(random.direction(), random.between(0.1, 10));
        const most = random.below(3) === 0 ? random.between(0, 5) : 1000;
        const unit = normalize(direction);
        const all = bodies.map((b) => castOne(b, origin, unit, most)).map((t) => (t < 0 ? Infinity : t));
        const nearest = Math.min(...all);
        const hit = world.castRay(origin, direction, most);
        if (nearest === Infinity) {
          expect(hit).toBeNull();
          continue;
        }
        hits++;
        expect(hit!.distance).toBeCloseTo(nearest, 9);
        expect(all[bodies.indexOf(hit!.body)]).toBeCloseTo(nearest, 9);
        expect(length(sub(hit!.point, add(origin, scale(unit, nearest))))).toBeLessThan(1e-8);
        expect(length(hit!.normal)).toBeCloseTo(1, 9);
        if (hit!.distance > 0) expect(dot(hit!.normal, unit)).toBeLessThan(1e-9);
      }
      stepTimes(world, 7);
    }
    expect(hits).toBeGreaterThan(60);
  });

  test('a body that was struck in the last step is found where it is now', () => {
    const world = pointWorld({ gravity: [0, 0, 0], contact: { restitution: 1 } });
    const cue = world.addBody(sphere(0.2, [-0.5, 0, 0], { mass: 50, linearVelocity: [60, 0, 0] }));
    const ball = world.addBody(sphere(0.2, [0, 0, 0]));
    stepTimes(world, 1);
    // It left at nearly twice the speed of what struck it, two metres a step.
    expect(ball.position[0]).toBeGreaterThan(1);
    expect(world.castRay([ball.position[0], 5, 0], [0, -1, 0])?.body).toBe(ball);
    expect(
      world.bodiesIn({ min: sub(ball.position, [0.1, 0.1, 0.1]), max: add(ball.position, [0.1, 0.1, 0.1]) }),
    ).toEqual([ball]);
    expect(cue.alive).toBe(true);
  });

  test('a body that was teleported, turned or added is found at once', () => {
    const world = pointWorld();
    const body = world.addBody(box([4, 0.2, 0.2], [0, 0, 0]));
    body.position = [0, 50, 0];
    expect(world.castRay([1.9, 60, 0], [0, -1, 0])?.body).toBe(body);
    expect(world.castRay([0, 10, 0], [0, -1, 0])).toBeNull();
    body.rotation = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
    expect(world.castRay([1.9, 60, 0], [0, -1, 0])).toBeNull();
    expect(world.castRay([0, 60, 1.9], [0, -1, 0])?.body).toBe(body);
    const late = world.addBody(sphere(1, [0, 55, 0]));
    expect(world.castRay([0, 60, 0], [0, -1, 0])?.body).toBe(late);
    world.removeBody(late);
    expect(world.castRay([0, 60, 0], [0, -1, 0])?.body).toBe(body);
  });

  test('from inside: where the ray starts in a solid agrees with containment', () => {
    const world = strewn(83, 16);
    for (const body of world.bodies()) {
      if (body.shape.type === 'half-space' || body.shape.type === 'torus') continue;
      const center = body.centerOfMass;
      const local = unrotate(body.rotation, sub(center, body.position));
      if (!containsPoint(createShape(body.shape), local[0], local[1], local[2])) continue;
      const hit = world.castRay(center, rotate(body.rotation, [0, 1, 0]));
      expect(hit).not.toBeNull();
    }
  });

  test('wrong arguments are refused', () => {
    const world = pointWorld();
    for (const [origin, direction, most] of [
      [[0, 0], [1, 0, 0], 1],
      [[0, 0, 0], [0, 0, 0], 1],
      [[0, 0, Number.NaN], [1, 0, 0], 1],
      [[0, 0, 0], [1, 0, 0], -1],
      [[0, 0, 0], [1, 0, 0], Number.NaN],
      [[0, 0, 0], 'x', 1],
      [null, [1, 0, 0], 1],
    ] as never[][])
      expect(() => world.castRay(origin as never, direction as never, most as never)).toThrow(SixfoldError);
  });
});

describe('bodiesIn', () => {
  test('gives the bodies whose boxes overlap, in the order of their slots', () => {
    const random = new Random(84);
    const world = strewn(85, 30);
    for (let round = 0; round < 4; round++) {
      const bodies = [...world.bodies()];
      for (let k = 0; k < 40; k++) {
        const center: Vec3 = [random.between(-5, 5), random.between(-1, 7), random.between(-5, 5)];
        const half = random.between(0, 2);
        const region = { min: sub(center, [half, half, half]), max: add(center, [half, half, half]) };
        const expected = bodies.filter((b) => {
          const t = boundsOf(b);
          return [0, 1, 2].every((i) => t[i]! <= region.max[i]! && t[i + 3]! >= region.min[i]!);
        });
        expect(world.bodiesIn(region)).toEqual(expected);
      }
      stepTimes(world, 9);
    }
  });

  test('wrong arguments are refused', () => {
    const world = pointWorld();
    for (const wrong of [
      null,
      {},
      { min: [0, 0, 0] },
      { min: [1, 0, 0], max: [0, 1, 1] },
      { min: [0, 0, 0], max: [1, 1] },
    ])
      expect(() => world.bodiesIn(wrong as never)).toThrow(SixfoldError);
  });
});

// Filters, all hits, batches, shape casts, closest points and overlaps, against closed forms and each other.

import { describe, expect, test } from 'vitest';
import { type ShapeReference, type Vec3, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { icosphere } from '../../src/shapes/procedural.js';
import { box, ground, sphere, turn } from './support.js';

const row = () =>
  new World({
    gravity: [0, 0, 0],
    bodies: [
      sphere(0.5, [0, 0, 0], { name: 'a', group: 1 }),
      sphere(0.5, [2, 0, 0], { name: 'b', group: 2 }),
      { ...sphere(0.5, [4, 0, 0], { name: 'c' }), sensor: true },
      sphere(0.5, [6, 0, 0], { name: 'd', group: 4 }),
    ],
  });
const X: Vec3 = [1, 0, 0];
const FROM: Vec3 = [-2, 0, 0];

describe('rays', () => {
  test('filters', () => {
    const world = row();
    const first = (options?: Parameters<World['castRay']>[2]) => world.castRay(FROM, X, options)?.body.name;
    expect(first()).toBe('a');
    expect(first({ exclude: world.body('a') })).toBe('b');
    expect(first({ exclude: [world.body('a'), world.body('b')] })).toBe('d');
    expect(first({ mask: ~3 })).toBe('d');
    expect(first({ mask: 2 })).toBe('b');
    expect(first({ filter: (body) => body.position[0] > 3 })).toBe('d');
    expect(first({ filter: (body) => body.position[0] > 3, sensors: true })).toBe('c');
    expect(first({ maxDistance: 1 })).toBe(undefined);
    expect(first(1)).toBe(undefined);
    expect(() => first({ masks: 1 } as never)).toThrow(/unknown field "masks"/);
  });

  test('from inside, and all of them', () => {
    const world = row();
    expect(world.castRay([0, 0, 0], X)!.distance).toBe(0);
    const out = world.castRay([0, 0, 0], X, { inside: 'pass' })!;
    expect([out.distance, out.body.name]).toEqual([1.5, 'b']);
    const hits = world.castRayAll(FROM, [2, 0, 0], { sensors: true });
    expect(hits.map(({ body, distance }) => [body.name, distance])).toEqual([
      ['a', 1.5],
      ['b', 3.5],
      ['c', 5.5],
      ['d', 7.5],
    ]);
  });

  test('a batch gives what single rays give', () => {
    const world = row();
    const random = new Random(3);
    const rays = Array.from({ length: 600 }, () => random.between(-3, 3));
    const { distances, normals, bodies } = world.castRays(rays);
    let met = 0;
    for (let k = 0; k < 100; k++) {
      const r = rays.slice(6 * k, 6 * k + 6);
      const one = world.castRay([r[0]!, r[1]!, r[2]!], [r[3]!, r[4]!, r[5]!]);
      expect(distances[k]).toBe(one?.distance ?? Infinity);
      expect(bodies[k] === (one?.body ?? null)).toBe(true);
      if (one) expect([...normals.slice(3 * k, 3 * k + 3)]).toEqual([...one.normal]);
      if (one) met++;
    }
    expect(met).toBeGreaterThan(3);
  });
});

describe('closest points', () => {
  const between = (a: ShapeReference, pa: Vec3, b: ShapeReference, pb: Vec3, rotation = turn('y', 0)) => {
    const world = new World({
      bodies: [
        { name: 'a', mass: 1, shape: a, position: pa, rotation },
        { name: 'b', type: 'static', shape: b, position: pb },
      ],
    });
    return world.closestPoints(world.body('a'), world.body('b'));
  };
  const cube = { type: 'box', size: [1, 1, 1] } as const;

  test('corner to corner: √3 of the gap; inside: the depth', () => {
    const apart = between(cube, [2, 2, 2], cube, [0, 0, 0]);
    expect(apart.distance).toBeCloseTo(Math.sqrt(3), 12);
    for (let k = 0; k < 3; k++) {
      expect(apart.onA[k]).toBeCloseTo(1.5, 12);
      expect(apart.onB[k]).toBeCloseTo(0.5, 12);
    }
    expect(between(cube, [0.9, 0.1, 0], cube, [0, 0, 0]).distance).toBeCloseTo(-0.1, 9);
    expect(
      between({ type: 'sphere', radius: 1 }, [3, 0, 0], { type: 'sphere', radius: 0.5 }, [0, 0, 0]).distance,
    ).toBeCloseTo(1.5, 12);
  });

  test('a ball and a half-space, a ball and a mesh, a mesh and a mesh', () => {
    expect(
      between({ type: 'sphere', radius: 1 }, [3, 1.25, 0], { type: 'half-space' }, [0, 0, 0]).distance,
    ).toBeCloseTo(0.25, 12);
    const positions = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z])));
    const indices = [
      0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
    ];
    const mesh = { type: 'mesh', positions, indices } as unknown as ShapeReference;
    expect(between({ type: 'sphere', radius: 0.5 }, [2, 2, 0.3], mesh, [0, 0, 0]).distance).toBeCloseTo(
      Math.SQRT2 - 0.5,
      9,
    );
    expect(between(mesh, [3, 3, 0.2], mesh, [0, 0, 0]).distance).toBeCloseTo(Math.SQRT2, 9);
    expect(between({ type: 'sphere', radius: 0.1 }, [0, 0, 0.2], mesh, [0, 0, 0]).distance).toBe(0);
    // The tessellation of a torus is 0.12 % short at most.
    const torus = { type: 'torus', radius: 1, tube: 0.2 } as const;
    expect(between({ type: 'sphere', radius: 0.1 }, [2, 0, 0], torus, [0, 0, 0]).distance).toBeCloseTo(0.7, 2);
  });

  test('a point: outside, inside, and the nearest of many', () => {
    const world = row();
    const near = world.closestBody([-1, 0, 0])!;
    expect([near.body.name, near.distance, near.normal[0]]).toEqual(['a', 0.5, -1]);
    expect(world.closestBody([2.1, 0, 0])!.distance).toBeCloseTo(-0.4, 12);
    expect(world.closestBody([6, 3, 0], 1)).toBe(null);
  });
});

describe('shape casts', () => {
  const world = new World({
    bodies: [
      ground,
      { name: 'wall', type: 'static', shape: { type: 'box', size: [1, 4, 4] }, position: [5, 2, 0] },
      {
        name: 'ball',
        type: 'static',
        shape: { type: 'mesh', ...icosphere(2, 1) } as ShapeReference,
        position: [0, 5, 0],
      },
    ],
  });

  test('a ball meets a wall where its radius says, whatever the angle', () => {
    const ball = { type: 'sphere', radius: 0.5 } as const;
    const hit = world.castShape(ball, { position: [0, 2, 0] }, [1, 0, 0])!;
    expect(hit.body.name).toBe('wall');
    expect(hit.distance).toBeCloseTo(4, 8);
    expect(hit.normal[0]).toBeCloseTo(-1, 8);
    expect(hit.point[0]).toBeCloseTo(4.5, 8);
    const down = world.castShape(ball, { position: [0, 2, 0] }, [0.6, -0.8, 0])!;
    expect(down.body.name).toBe('ground');
    expect(down.distance).toBeCloseTo(1.5 / 0.8, 8);
    expect(world.castShape(ball, { position: [0, 2, 0] }, [1, 0, 0], 3.9)).toBe(null);
    expect(world.castShape(ball, { position: [0, 2, 0] }, [0, 0, 1])).toBe(null);
    expect(world.castShape(ball, { position: [0, 0.2, 0] }, [0, 0, 1])!.distance).toBe(0);
  });

  test('a box meets a mesh', () => {
    // The icosphere has a vertex or an edge at its pole to 2 %: between the inscribed and the circumscribed ball.
    const hit = world.castShape({ type: 'box', size: [1, 1, 1] }, { position: [0, 10, 0] }, [0, -1, 0])!;
    expect(hit.body.name).toBe('ball');
    expect(hit.distance).toBeGreaterThan(3.5 - 1e-6);
    expect(hit.distance).toBeLessThan(3.53);
  });
});

test('what a shape would overlap, and by how much', () => {
  const world = new World({ bodies: [ground, box([1, 1, 1], [0, 0.5, 0], { name: 'crate' })] });
  const found = world.overlapping({ type: 'box', size: [1, 1, 1] }, { position: [0.5, 0.25, 0] });
  expect(found.map(({ body }) => body.name)).toEqual(['ground', 'crate']);
  expect(found[0]!.volume).toBeCloseTo(0.25, 12);
  expect(found[1]!.volume).toBeCloseTo(0.5 * 0.75, 12);
  expect(world.overlapping({ type: 'sphere', radius: 0.1 }, { position: [0, 3, 0] })).toEqual([]);
});

test('the distance of a body from itself is refused', () => {
  const world = new World({ bodies: [{ name: 'one', shape: { type: 'sphere', radius: 1 }, mass: 1 }] });
  const one = world.body('one');
  expect(() => world.closestPoints(one, one)).toThrow('a and b are both "one"; give two bodies');
});

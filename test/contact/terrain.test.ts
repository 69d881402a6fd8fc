// Bodies on terrain: nothing catches on internal edges, and what should rest rests. Seeds are printed where a test
// fails.

import { describe, expect, test } from 'vitest';
import { type Body, type ShapeDescription, type Vec3, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';

const SHAPES: Record<string, ShapeDescription> = {
  box: { type: 'box', size: [1, 0.5, 0.8] },
  hull: {
    type: 'convex',
    points: [
      [-0.4, -0.25, -0.4],
      [0.4, -0.25, -0.3],
      [0.3, -0.25, 0.4],
      [-0.3, -0.25, 0.4],
      [0, 0.4, 0],
      [0.3, 0.3, 0.1],
    ],
  },
  sphere: { type: 'sphere', radius: 0.25 },
  cylinder: { type: 'cylinder', radius: 0.4, height: 0.5 },
  capsule: { type: 'capsule', radius: 0.25, height: 0.5 },
  cone: { type: 'cone', radius: 0.4, height: 0.5 },
};

/** 72 × 72 heights: 10,082 triangles on 20 m. */
function field(height: (x: number, z: number) => number): ShapeDescription {
  const n = 72;
  const cell = 20 / (n - 1);
  const heights = Array.from({ length: n }, (_, r) =>
    Array.from({ length: n }, (_, c) => height(c * cell - 10, r * cell - 10)),
  );
  return { type: 'height-field', heights, cell };
}

/** A sheet of 10,082 triangles whose vertices lie anywhere in their cells of the plane y = 0. */
function sheet(seed: number): ShapeDescription {
  const numbers = new Random(seed);
  const random = (): number => numbers.next();
  const n = 72;
  const cell = 20 / (n - 1);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let r = 0; r < n; r++)
    for (let c = 0; c < n; c++) {
      const jitter = (): number => (random() - 0.5) * 0.45 * cell;
      positions.push(c * cell - 10 + jitter(), 0, r * cell - 10 + jitter());
      if (r === n - 1 || c === n - 1) continue;
      const v = r * n + c;
      indices.push(v, v + n, v + n + 1, v, v + n + 1, v + 1);
    }
  return { type: 'mesh', positions, indices, thickness: 1 };
}

function slide(ground: ShapeDescription, shape: string, model: 'six' | 'point', steps: number): Body {
  const world = new World({ contact: { model, friction: 0 }, sleep: false });
  world.addBody({ type: 'static', shape: ground });
  const lying = shape === 'capsule';
  const body = world.addBody({
    shape: SHAPES[shape]!,
    density: 1000,
    position: [-8, 0.2501, -2.123],
    rotation: lying ? [Math.SQRT1_2, 0, 0, Math.SQRT1_2] : [0, Math.sin(0.15), 0, Math.cos(0.15)],
    linearVelocity: [3, 0, 1],
  });
  for (let k = 0; k < steps; k++) world.step(1 / 60);
  return body;
}

describe.each(['six', 'point'] as const)('without friction, under %s', (model) => {
  const shapes = model === 'six' ? Object.keys(SHAPES) : ['box', 'hull', 'sphere'];
  test.each(shapes)('a %s slides over 10,000 triangles and keeps its speed', (shape) => {
    const body = slide(
      field(() => 0),
      shape,
      model,
      180,
    );
    const [x, y, z] = body.linearVelocity;
    // 0.1 % is the bar; what is lost must be rounding, since nothing touches but a plane.
    expect(Math.abs(Math.sqrt(x * x + z * z) / Math.sqrt(10) - 1)).toBeLessThan(1e-9);
    expect(Math.abs(y)).toBeLessThan(1e-6);
    expect(body.position[0]).toBeCloseTo(-8 + 9, 6);
    for (const w of body.angularVelocity) expect(Math.abs(w)).toBeLessThan(1e-6);
  });

  test.each(['box', 'sphere', 'hull'])('a %s slides over an irregular open mesh', (shape) => {
    const body = slide(sheet(5), shape, model, 120);
    const [x, , z] = body.linearVelocity;
    expect(Math.abs(Math.sqrt(x * x + z * z) / Math.sqrt(10) - 1)).toBeLessThan(1e-3);
    expect(body.position[1]).toBeGreaterThan(0.249);
  });

  test('a box on a slope of triangles gains g sin α', () => {
    const slope = 0.25;
    const world = new World({ contact: { model, friction: 0 }, sleep: false });
    world.addBody({ type: 'static', shape: field((x) => -slope * x) });
    const angle = -Math.atan(slope);
    const up: Vec3 = [Math.sin(-angle), Math.cos(angle), 0];
    const box = world.addBody({
      shape: { type: 'box', size: [0.5, 0.5, 0.5] },
      density: 1000,
      position: [-8 + 0.2501 * up[0], 8 * slope + 0.2501 * up[1], 0.1],
      rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    });
    for (let k = 0; k < 120; k++) world.step(1 / 60);
    const speed = Math.hypot(...box.linearVelocity);
    expect(speed / (9.81 * Math.sin(-angle) * 2)).toBeCloseTo(1, 3);
  });
});

describe('at rest', () => {
  test.each(['box', 'hull', 'sphere', 'cylinder', 'cone'])('a %s on rough ground comes to rest and sleeps', (shape) => {
    const numbers = new Random(11);
    const random = (): number => numbers.next();
    const world = new World({});
    world.addBody({ type: 'static', shape: field(() => 0.1 * random()) });
    const body = world.addBody({ shape: SHAPES[shape]!, density: 1000, position: [0.3, 0.45, 0.2] });
    for (let k = 0; k < 300 && !body.asleep; k++) world.step(1 / 60);
    expect(body.asleep).toBe(true);
    expect(body.position[1]).toBeGreaterThan(0.25);
    let force = 0;
    for (const contact of world.contacts()) force += contact.force[1];
    expect(force / (body.mass * 9.81)).toBeCloseTo(1, 3);
  });

  test('a plate on the ridge between two slopes lies on it, level', () => {
    const world = new World({ contact: { friction: 0.5 } });
    // Heights stand half a cell beside the middle.
    const x = 10 / 71;
    world.addBody({ type: 'static', shape: field((at) => -0.5 * Math.abs(at - x)) });
    const box = world.addBody({ shape: { type: 'box', size: [1, 0.2, 1] }, density: 500, position: [x, 0.11, 0] });
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(box.position[1]).toBeCloseTo(0.1, 3);
    expect(Math.abs(box.rotation[2])).toBeLessThan(1e-3);
  });

  test('a fast box does not fall through, and stops at a wall of triangles', () => {
    const world = new World({ contact: { friction: 0 } });
    world.addBody({ type: 'static', shape: field((x) => (x > 5 ? 2 : 0)) });
    const dropped = world.addBody({
      shape: { type: 'box', size: [0.3, 0.3, 0.3] },
      density: 1000,
      position: [-5, 10, 0.1],
      linearVelocity: [0, -100, 0],
    });
    const thrown = world.addBody({
      shape: { type: 'box', size: [0.3, 0.3, 0.3] },
      density: 1000,
      position: [0, 0.1501, 0.1],
      linearVelocity: [40, 0, 0],
    });
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(dropped.position[1]).toBeGreaterThan(0.14);
    // The wall rises over one cell from x = 4.93.
    expect(thrown.position[0]).toBeLessThan(5.3);
  });

  test.each([0.01, 1, 10])('a heap of size %f m lies still on hilly ground', (size) => {
    const numbers = new Random(3);
    const random = (): number => numbers.next();
    const world = new World({});
    const n = 30;
    const heights = Array.from({ length: n }, (_, r) =>
      Array.from({ length: n }, (_, c) => size * (0.04 * ((c - 14.5) ** 2 + (r - 14.5) ** 2) * 0.25 + 0.1 * random())),
    );
    world.addBody({ type: 'static', shape: { type: 'height-field', heights, cell: 0.5 * size } });
    const bodies = Array.from({ length: 5 }, (_, k) =>
      world.addBody({
        shape: { type: 'box', size: [size * (0.3 + 0.3 * random()), 0.3 * size, size * (0.3 + 0.3 * random())] },
        density: 1000,
        position: [size * (random() - 0.5), size * (0.6 + 0.5 * k), size * (random() - 0.5)],
      }),
    );
    // Falls and slides take √(size/g); sleep half a second.
    const steps = Math.ceil(60 * (1 + 8 * Math.sqrt(size)));
    for (let k = 0; k < steps && !bodies.every((body) => body.asleep); k++) world.step(1 / 60);
    expect(bodies.filter((body) => body.asleep).length).toBe(5);
    for (const body of bodies) expect(body.position[1]).toBeGreaterThan(0.1 * size);
  });
});

describe('round bodies on a flat field', () => {
  const flat = Array.from({ length: 40 }, () => new Array<number>(40).fill(0));
  const lying = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
  const shapes = {
    sphere: { type: 'sphere', radius: 0.2 },
    cylinder: { type: 'cylinder', radius: 0.2, height: 0.5 },
    capsule: { type: 'capsule', radius: 0.2, height: 0.4 },
  } as const;

  test.each(['sphere', 'cylinder', 'capsule'] as const)('a %s rests and rolls as on a half-space', (name) => {
    const found = (
      [{ type: 'half-space' }, { type: 'height-field', heights: flat, cell: 0.3, thickness: 1 }] as const
    ).map((ground) => {
      const make = (v: number) =>
        new World({
          sleep: false,
          bodies: [
            { type: 'static', shape: ground },
            {
              name: 'body',
              shape: shapes[name],
              mass: 1,
              position: [-3, 0.2, 0.07],
              ...(name === 'sphere' ? {} : { rotation: lying }),
              linearVelocity: [v, 0, 0],
              angularVelocity: [0, 0, -v / 0.2],
            },
          ],
        });
      const [resting, rolling] = [make(0), make(1)];
      for (let k = 0; k < 30; k++) {
        resting.step();
        rolling.step();
      }
      return { rest: resting.contacts()[0]!, speed: rolling.body('body').linearVelocity[0] };
    });
    const [plane, field] = found as [(typeof found)[0], (typeof found)[0]];
    expect(field.rest.depth / plane.rest.depth).toBeCloseTo(1, 3);
    // An octagon stands for the disc.
    expect(Math.abs(field.rest.area / plane.rest.area - 1)).toBeLessThan(0.03);
    // Resistance to rolling is the patch's half-width; gaps of flat patches grow ahead as those of curved ones do only
    // to first order.
    expect(Math.abs((1 - field.speed) / (1 - plane.speed) - 1)).toBeLessThan(0.1);
  });
});

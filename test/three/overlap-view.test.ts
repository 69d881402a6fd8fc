import { describe, expect, test } from 'vitest';
import { type Overlap, type Quat, type ShapeDescription, type Vec3, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { OverlapView } from '../../three/index.js';
import { enclosed } from './surface.js';

function drawn(view: OverlapView): { volume: number; center: [number, number, number] } {
  const { geometry } = view.surface;
  const count = geometry.drawRange.count;
  return enclosed({
    positions: geometry.getAttribute('position').array,
    indices: geometry.getIndex()!.array.slice(0, count),
  });
}

function overlapsOf(a: object, b: object): Overlap[] {
  const world = new World({});
  world.addBody({ type: 'static', ...(a as { shape: ShapeDescription }) });
  world.addBody({ mass: 1, ...(b as { shape: ShapeDescription }) });
  return world.overlaps();
}

function randomQuat(random: Random): Quat {
  const q = [0, 0, 0, 0].map(() => random.between(-1, 1));
  const size = Math.hypot(...q);
  return q.map((x) => x / size) as unknown as Quat;
}

describe('the surface of the intersection has the volume and the centre that the engine finds', () => {
  const seed = 20151103;
  const random = new Random(seed);
  const between = (low: number, high: number): Vec3 =>
    [0, 1, 2].map(() => random.between(low, high)) as unknown as Vec3;
  const box = (): ShapeDescription => ({ type: 'box', size: between(0.3, 1) });
  const hull = (): ShapeDescription => ({
    type: 'convex',
    points: Array.from({ length: 12 }, () => between(-0.6, 0.6)),
  });
  const cases: [string, () => ShapeDescription, () => ShapeDescription][] = [
    ['box and box', box, box],
    ['box and hull', box, hull],
    ['hull and hull', hull, hull],
    ['half-space and box', () => ({ type: 'half-space' }), box],
    ['half-space and hull', () => ({ type: 'half-space' }), hull],
  ];
  test.each(cases)(`%s (seed ${seed})`, (_, first, second) => {
    const view = new OverlapView();
    let seen = 0;
    for (let i = 0; i < 40; i++) {
      const a = { shape: first(), position: [10, 20, -30] as const, rotation: randomQuat(random) };
      const off = between(-0.5, 0.5);
      const b = {
        shape: second(),
        position: [10 + off[0], 20 + off[1], -30 + off[2]] as const,
        rotation: randomQuat(random),
      };
      const [overlap] = overlapsOf(a, b);
      if (!overlap) continue;
      seen++;
      view.update([overlap]);
      const { volume, center } = drawn(view);
      // Singles about 35 m from the origin: 2e-6 m on faces of at most a few m².
      expect(Math.abs(volume - overlap.volume)).toBeLessThan(1e-5);
      if (overlap.volume > 1e-3)
        center.forEach((x, k) => {
          expect(x).toBeCloseTo(overlap.center[k]!, 4);
        });
    }
    expect(seen).toBeGreaterThan(15);
  });

  test('faces that lie in one plane count once', () => {
    const view = new OverlapView();
    const cube = { shape: { type: 'box', size: [1, 1, 1] } };
    for (const position of [
      [0, 0.75, 0],
      [0, 0, 0],
      [0.5, 0.5, 0],
    ]) {
      const [overlap] = overlapsOf(cube, { ...cube, position });
      view.update([overlap!]);
      expect(drawn(view).volume).toBeCloseTo(overlap!.volume, 6);
    }
  });
});

test('a stretched overlap is as much larger', () => {
  const [overlap] = overlapsOf(
    { shape: { type: 'half-space' } },
    { shape: { type: 'box', size: [1, 1, 1] }, position: [0, 0.499, 0] },
  );
  const view = new OverlapView({ exaggeration: 50 });
  view.update([overlap!]);
  expect(drawn(view).volume).toBeCloseTo(50 * overlap!.volume, 6);
  expect(drawn(view).center[1]).toBeCloseTo(overlap!.center[1], 6);
});

test('a cylinder that lies flat is cut as a prism of 64 sides', () => {
  const [overlap] = overlapsOf(
    { shape: { type: 'box', size: [1, 1, 1] } },
    { shape: { type: 'cylinder', radius: 0.4, height: 0.1 }, position: [0, 0.54, 0] },
  );
  const view = new OverlapView();
  view.update([overlap!]);
  const sides = ((64 / 2) * Math.sin((2 * Math.PI) / 64)) / Math.PI;
  expect(drawn(view).volume / overlap!.volume).toBeCloseTo(sides, 5);
});

test.each([
  ['sphere', { type: 'sphere', radius: 0.5 }],
  ['capsule', { type: 'capsule', radius: 0.5, height: 0.4 }],
] as const)('of a %s a prism of the outline by the mean depth is drawn', (_, shape) => {
  const height = shape.type === 'sphere' ? 0.49 : 0.69;
  const [overlap] = overlapsOf({ shape: { type: 'half-space' } }, { shape, position: [0, height, 0] });
  const view = new OverlapView();
  view.update([overlap!]);
  const o = overlap!.outline;
  let area = 0;
  for (let k = 0; k < o.length; k++) {
    const [p, q] = [o[k]!, o[(k + 1) % o.length]!];
    area += 0.5 * Math.abs(p[0] * q[2] - p[2] * q[0]);
  }
  expect(drawn(view).volume).toBeCloseTo(area * overlap!.depth, 7);
});

test('of compounds the parts that meet are cut', () => {
  const bench: ShapeDescription = {
    type: 'compound',
    parts: [
      { shape: { type: 'box', size: [1.2, 0.1, 0.4] }, position: [0, 0.45, 0] },
      { shape: { type: 'box', size: [0.1, 0.4, 0.4] }, position: [-0.5, 0.2, 0] },
      { shape: { type: 'box', size: [0.2, 0.4, 0.4] }, position: [0.5, 0.2, 0], rotation: [0, 0.2, 0, 0.9797959] },
    ],
  };
  const overlaps = overlapsOf({ shape: { type: 'half-space' } }, { shape: bench, position: [0, -0.01, 0] });
  expect(overlaps).toHaveLength(2);
  const view = new OverlapView();
  for (const overlap of overlaps) {
    view.update([overlap]);
    expect(drawn(view).volume).toBeCloseTo(overlap.volume, 6);
    expect(drawn(view).center[0]).toBeCloseTo(overlap.center[0], 5);
  }
});

test('takes contacts too, keeps its buffers, does nothing while invisible', () => {
  const world = new World({ sleep: false });
  world.addBody({ type: 'static', shape: { type: 'half-space' } });
  for (let k = 0; k < 5; k++)
    world.addBody({ shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [2 * k, 0.5, 0] });
  for (let i = 0; i < 10; i++) world.step();
  const view = new OverlapView();
  view.visible = false;
  view.update(world.contacts());
  expect(view.surface.triangleCount).toBe(0);
  view.visible = true;
  view.update(world.contacts());
  expect(view.surface.triangleCount).toBe(5 * 12);
  const { array } = view.surface.geometry.getAttribute('position');
  view.update(world.contacts());
  expect(view.surface.geometry.getAttribute('position').array).toBe(array);
  view.dispose();
});

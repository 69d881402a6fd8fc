import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { add, dot, length, rotate, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { triangulateFaces } from '../../src/shapes/polyhedral-mass.js';
import { boxPolyhedron } from '../../src/shapes/polyhedron.js';
import { bumpyCube, icosphere, torusMesh } from '../../src/shapes/procedural.js';
import type { ShapeDescription } from '../../src/shapes/shape.js';
import { type Body, body, deepest, type Point, points, signedDistance, turn } from './support.js';

function boxMesh(x: number, y: number, z: number): ShapeDescription {
  const p = boxPolyhedron(x / 2, y / 2, z / 2);
  return { type: 'mesh', positions: p.vertices, indices: triangulateFaces(p) };
}

/** A plate of n × n squares, top at y = 0, whose many coplanar borders must not be felt. */
function plate(n: number, side: number, thickness: number): ShapeDescription {
  const positions: Vec3[] = [];
  const indices: Vec3[] = [];
  for (let layer = 0; layer < 2; layer++) {
    for (let i = 0; i <= n; i++) {
      for (let j = 0; j <= n; j++) positions.push([(i / n - 0.5) * side, -layer * thickness, (j / n - 0.5) * side]);
    }
  }
  const at = (layer: number, i: number, j: number): number => layer * (n + 1) * (n + 1) + i * (n + 1) + j;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      indices.push(
        [at(0, i, j), at(0, i, j + 1), at(0, i + 1, j + 1)],
        [at(0, i, j), at(0, i + 1, j + 1), at(0, i + 1, j)],
      );
      indices.push(
        [at(1, i, j), at(1, i + 1, j + 1), at(1, i, j + 1)],
        [at(1, i, j), at(1, i + 1, j), at(1, i + 1, j + 1)],
      );
    }
    const wall = (a: number, b: number, c: number, d: number): void => {
      indices.push([a, b, c], [a, c, d]);
    };
    wall(at(0, 0, i), at(1, 0, i), at(1, 0, i + 1), at(0, 0, i + 1));
    wall(at(0, n, i + 1), at(1, n, i + 1), at(1, n, i), at(0, n, i));
    wall(at(0, i + 1, 0), at(1, i + 1, 0), at(1, i, 0), at(0, i, 0));
    wall(at(0, i, n), at(1, i, n), at(1, i + 1, n), at(0, i + 1, n));
  }
  return { type: 'mesh', positions, indices };
}

function onSurfaces(list: readonly Point[], a: Body, b: Body, tolerance: number): void {
  for (const p of list) {
    expect(Math.abs(length(p.n) - 1)).toBeLessThan(1e-12);
    expect(Math.abs(signedDistance(a, p.a))).toBeLessThan(tolerance);
    expect(Math.abs(signedDistance(b, p.b))).toBeLessThan(tolerance);
    expect(Math.abs(dot(sub(p.a, p.b), p.n) - p.separation)).toBeLessThan(tolerance);
  }
}

const spread = (list: readonly Point[], axis: number): number =>
  Math.max(...list.map((p) => p.a[axis])) - Math.min(...list.map((p) => p.a[axis]));

describe('meshes and polyhedra', () => {
  const UP: Vec3 = [0, 1, 0];

  test('on a half-space a mesh reports the vertices a loop over all of them finds', () => {
    const data = bumpyCube(8, 1, 3, 0.05);
    const random = new Random(31);
    const floor = body({ type: 'half-space' });
    for (let i = 0; i < 20; i++) {
      const b = body({ type: 'mesh', ...data }, [0, random.between(0, 0.9), 0], random.rotation());
      let expected = 0;
      for (let k = 0; k < data.positions.length; k += 3) {
        const v = rotate(b.rotation, [data.positions[k], data.positions[k + 1], data.positions[k + 2]]);
        if (v[1] + b.position[1] <= 0.02) expected++;
      }
      expect(points(b, floor, 0.02).length).toBe(expected);
    }
  });

  test('cube meshes resting on each other, aligned, turned, overhanging, apart, touching and sunk', () => {
    for (const below of [body(boxMesh(1, 1, 1)), body({ type: 'box', size: [1, 1, 1] })]) {
      for (const gap of [-1e-3, -1e-9, 0, 1e-9, 1e-4]) {
        for (const [x, angle, count] of [
          [0, 0, 4],
          [0.3, 0, 4],
          [0, Math.PI / 4, 8],
          [0.2, 0.3, 0],
        ]) {
          const a = body(boxMesh(1, 1, 1), [x, 1 + gap, 0], turn([0, 1, 0], angle));
          const list = points(a, below, 0.01);
          onSurfaces(list, a, below, 1e-8);
          for (const p of list) {
            expect(dot(p.n, UP)).toBeGreaterThan(1 - 1e-9);
            expect(Math.abs(p.separation - gap)).toBeLessThan(1e-9);
          }
          // aligned edges report both bodies' corners where they coincide: no fewer than the polygon's corners
          if (count > 0) expect(list.length).toBeGreaterThanOrEqual(count);
          expect(spread(list, 0)).toBeGreaterThan(0.69);
          expect(spread(list, 2)).toBeGreaterThan(0.69);
        }
      }
    }
  });

  test('crossed beams touch at the four crossings of their edges', () => {
    for (const gap of [-5e-3, 0, 5e-3]) {
      const a = body(boxMesh(4, 1, 1), [0, 1 + gap, 0]);
      const b = body(boxMesh(1, 1, 4));
      const list = points(a, b, 0.02);
      expect(list.length).toBe(4);
      onSurfaces(list, a, b, 1e-9);
      for (const p of list) {
        expect(dot(p.n, UP)).toBeGreaterThan(1 - 1e-12);
        expect(p.separation).toBeCloseTo(gap, 12);
        expect(Math.abs(p.a[0])).toBeCloseTo(0.5, 12);
        expect(Math.abs(p.a[2])).toBeCloseTo(0.5, 12);
      }
    }
  });

  test('a box on a finely divided plate feels no inner borders', () => {
    const b = body(plate(10, 2, 0.2));
    const random = new Random(32);
    for (let i = 0; i < 30; i++) {
      const q = turn([0, 1, 0], random.between(0, 6));
      const a = body(
        { type: 'box', size: [0.5, 0.5, 0.5] },
        [random.between(-0.5, 0.5), 0.249, random.between(-0.5, 0.5)],
        q,
      );
      const list = points(a, b, 0.01);
      expect(list.length).toBeGreaterThanOrEqual(4);
      for (const p of list) {
        expect(dot(p.n, UP)).toBeGreaterThan(1 - 1e-9);
        expect(p.separation).toBeCloseTo(-1e-3, 9);
      }
    }
  });

  test('shallow random poses of convex meshes agree with the polyhedra they are', () => {
    const random = new Random(33);
    let compared = 0;
    for (let i = 0; i < 300; i++) {
      const rotation = random.rotation();
      const d = random.direction();
      const size: Vec3 = [1, random.between(0.5, 1.5), 1];
      const a = body({ type: 'box', size }, [0, 0, 0], rotation);
      const mesh = body(boxMesh(...size), [0, 0, 0], rotation);
      const other = body({ type: 'box', size: [1, 1, 1] }, [0, 0, 0], random.rotation());
      // slide along d until 1 % deep
      let low = 0;
      let high = 3;
      for (let k = 0; k < 40; k++) {
        const m = 0.5 * (low + high);
        const list = points(a, { ...other, position: scale(d, m) }, 0);
        if (list.length > 0 && deepest(list) < -0.01) low = m;
        else high = m;
      }
      const b = { ...other, position: scale(d, low) };
      const truth = points(a, b, 0);
      const list = points(mesh, b, 0);
      expect(list.length).toBeGreaterThan(0);
      onSurfaces(list, mesh, b, 1e-6);
      if (truth.length === 0) continue;
      compared++;
      // The local rule may add points the single axis does not see; the axis' own deepest point must be there.
      const best = truth.reduce((p, q) => (q.separation < p.separation ? q : p));
      const found = list.filter((p) => dot(p.n, best.n) > 0.99 && Math.abs(p.separation - best.separation) < 2e-3);
      expect(found.length).toBeGreaterThan(0);
    }
    expect(compared).toBeGreaterThan(250);
  });

  test('a mesh wholly inside another is still told a way out', () => {
    const a = body(boxMesh(0.2, 0.2, 0.2), [0.1, 0.3, 0]);
    const list = points(a, body(boxMesh(1, 1, 1)));
    expect(list.length).toBeGreaterThan(0);
    for (const p of list) expect(p.separation).toBeLessThan(0);
  });
});

describe('round shapes on meshes', () => {
  test('a ball on a finely divided plate has one point, wherever it lies', () => {
    const b = body(plate(10, 2, 0.2));
    const random = new Random(34);
    const places: Vec3[] = [
      [0, 0.299, 0],
      [0.2, 0.299, 0.1],
      [0.1, 0.301, 0.1],
    ];
    for (let i = 0; i < 50; i++)
      places.push([random.between(-0.6, 0.6), random.between(0.25, 0.305), random.between(-0.6, 0.6)]);
    for (const position of places) {
      const list = points(body({ type: 'sphere', radius: 0.3 }, position), b, 0.01);
      expect(list.length).toBe(1);
      expect(list[0].n[1]).toBeCloseTo(1, 12);
      expect(list[0].separation).toBeCloseTo(position[1] - 0.3, 12);
    }
  });

  test('a ball at random places around a bumpy cube: its deepest point is the signed distance', () => {
    const b = body({ type: 'mesh', ...bumpyCube(6, 1, 2, 0.05) }, [1, 2, 3], turn([1, 2, 3], 1));
    const random = new Random(35);
    for (let i = 0; i < 200; i++) {
      const a = body(
        { type: 'sphere', radius: 0.2 },
        add(b.position, scale(random.direction(), random.between(0.1, 0.9))),
      );
      const truth = signedDistance(b, a.position) - 0.2;
      const list = points(a, b, 0.05);
      if (truth > 0.05) expect(list.length).toBe(0);
      else {
        expect(deepest(list)).toBeCloseTo(truth, 9);
        onSurfaces(list, a, b, 1e-9);
      }
    }
  });

  test('a ball in the hole of a torus mesh touches all around, and never from behind', () => {
    const b = body({ type: 'mesh', ...torusMesh(1, 0.5, 12, 12) });
    const a = body({ type: 'sphere', radius: 0.52 });
    const list = points(a, b, 0.01);
    expect(list.length).toBeGreaterThanOrEqual(12);
    onSurfaces(list, a, b, 1e-9);
    for (const p of list) expect(dot(p.n, p.b)).toBeLessThan(0);
  });

  test('a lying capsule and a lying cylinder have two points on a plate, a standing cylinder its ring', () => {
    for (const description of [plate(1, 4, 0.2), plate(8, 4, 0.2)]) {
      const b = body(description);
      const q = turn([0, 0, 1], Math.PI / 2);
      for (const gap of [-1e-3, 0, 1e-4]) {
        const capsule = body({ type: 'capsule', radius: 0.2, height: 1 }, [0.11, 0.2 + gap, 0.07], q);
        const lying = body({ type: 'cylinder', radius: 0.2, height: 1 }, [0.11, 0.2 + gap, 0.07], q);
        const standing = body({ type: 'cylinder', radius: 0.2, height: 1 }, [0.11, 0.5 + gap, 0.07]);
        const cone = body({ type: 'cone', radius: 0.2, height: 1 }, [0.11, 0.5 + gap, 0.07]);
        for (const [a, least] of [
          [capsule, 2],
          [lying, 2],
          [standing, 12],
          [cone, 12],
        ] as const) {
          const list = points(a, b, 0.01);
          expect(list.length).toBeGreaterThanOrEqual(least);
          onSurfaces(list, a, b, 1e-8);
          for (const p of list) {
            expect(p.n[1]).toBeGreaterThan(1 - 1e-9);
            expect(p.separation).toBeCloseTo(gap, 9);
          }
          expect(spread(list, 0)).toBeGreaterThan(0.39);
        }
      }
    }
  });

  test('capsule and cylinder across a mesh beam touch its two edges', () => {
    const b = body(boxMesh(0.5, 1, 4));
    const q = turn([0, 0, 1], Math.PI / 2);
    for (const type of ['capsule', 'cylinder'] as const) {
      const a = body({ type, radius: 0.2, height: 2 }, [0, 0.699, 0], q);
      const list = points(a, b, 0.01);
      expect(list.length).toBe(2);
      onSurfaces(list, a, b, 1e-8);
      for (const p of list) {
        expect(Math.abs(p.b[0])).toBeCloseTo(0.25, 9);
        expect(p.separation).toBeCloseTo(-1e-3, 9);
        expect(p.n[1]).toBeGreaterThan(1 - 1e-9);
      }
    }
    const standing = points(body({ type: 'cylinder', radius: 0.5, height: 1 }, [0, 0.999, 0]), b, 0.01);
    expect(spread(standing, 0)).toBeCloseTo(0.5, 6);
    expect(spread(standing, 2)).toBeGreaterThan(0.8);
    for (const p of standing) expect(p.n[1]).toBeGreaterThan(1 - 1e-9);
  });
});

describe('tori', () => {
  const description = { type: 'torus', radius: 1, tube: 0.25 } as const;

  test('flat on a box and a mesh: a ring; upright: one point; threaded by a capsule: the exact distance', () => {
    for (const below of [body({ type: 'box', size: [4, 1, 4] }), body(boxMesh(4, 1, 4))]) {
      const flat = body(description, [0, 0.749, 0]);
      const list = points(flat, below, 0.01);
      expect(list.length).toBe(12);
      onSurfaces(list, flat, below, 1e-9);
      for (const p of list) expect(p.separation).toBeCloseTo(-1e-3, 9);
      const upright = body(description, [0, 1.749, 0], turn([1, 0, 0], Math.PI / 2));
      const one = points(upright, below, 0.005);
      expect(one.length).toBe(1);
      expect(one[0].separation).toBeCloseTo(-1e-3, 9);
      expect(Math.abs(one[0].a[0])).toBeLessThan(1e-6);
    }
    const ring = body(description, [0, 0, 0], turn([0, 0, 1], 0.2));
    const rod = body({ type: 'capsule', radius: 0.3, height: 3 }, [0.5, 0, 0]);
    let truth = Infinity;
    for (let i = 0; i < 20000; i++) {
      const u = (2 * Math.PI * i) / 20000;
      truth = Math.min(truth, signedDistance(rod, rotate(ring.rotation, [Math.cos(u), 0, Math.sin(u)])) - 0.25);
    }
    const list = points(ring, rod, 0.05);
    onSurfaces(list, ring, rod, 1e-9);
    expect(deepest(list)).toBeCloseTo(truth, 6);
  });

  test('linked rings touch where their centre lines come nearest', () => {
    const a = body(description);
    const b = body(description, [1.6, 0, 0], turn([1, 0, 0], Math.PI / 2));
    const list = points(a, b, 0.05);
    onSurfaces(list, a, b, 1e-9);
    // b's near point lies at x = 0.6 inside a's ring: 0.4 from a's centre line, tubes 0.5
    expect(deepest(list)).toBeCloseTo(-0.1, 9);
  });

  test('a torus and its mesh, fallen on a floor, agree', () => {
    const mesh = torusMesh(1, 0.25, 48, 24);
    const floor = body({ type: 'box', size: [9, 3, 9] }, [0, -1, 0]);
    const random = new Random(36);
    for (let i = 0; i < 20; i++) {
      const rotation = random.rotation();
      const exact = deepest(points(body(description, [0, 1.2, 0], rotation), floor, 1));
      const meshed = deepest(points(body({ type: 'mesh', ...mesh }, [0, 1.2, 0], rotation), floor, 1));
      // inscribed: high by no more than the sagitta of both divisions
      expect(meshed - exact).toBeGreaterThan(-1e-9);
      expect(meshed - exact).toBeLessThan(1.25 * (1 - Math.cos(Math.PI / 48)) + 0.25 * (1 - Math.cos(Math.PI / 24)));
    }
  });
});

test('an icosphere mesh among its own kind: depth converges to that of spheres', () => {
  const data = icosphere(8, 1);
  const a = body({ type: 'mesh', ...data });
  const random = new Random(37);
  for (let i = 0; i < 10; i++) {
    const d = random.direction();
    const b = body({ type: 'mesh', ...data }, scale(d, 1.97), random.rotation());
    const list = points(a, b, 0.01);
    expect(list.length).toBeGreaterThan(0);
    onSurfaces(list, a, b, 1e-6);
    // faces sink by up to the sagitta (edge 0.14: 0.0025) on either side
    expect(deepest(list)).toBeGreaterThan(-0.0301);
    expect(deepest(list)).toBeLessThan(-0.02);
    for (const p of list) expect(dot(p.n, d)).toBeLessThan(-0.95);
  }
});

import { describe, expect, test } from 'vitest';
import { ConvexContact } from '../../src/distance/convex.js';
import { CylinderAxis } from '../../src/distance/cylinder-axis.js';
import { supportCore } from '../../src/distance/gjk.js';
import { Placed } from '../../src/distance/placed.js';
import { Random } from '../../src/math/random.js';
import { scale, type Vec3 } from '../../src/math/vec3.js';
import { type Body, body, randomHull } from './support.js';

function place(b: Body): Placed {
  const p = new Placed();
  p.set(b.shape, Float64Array.from([...b.position, ...b.rotation]), 0, 0, 0, 0);
  return p;
}

/** Room between two solids along n, from b to a. */
function room(a: Placed, b: Placed, n: ArrayLike<number>): number {
  const s = new Float64Array(6);
  supportCore(a, -n[0]!, -n[1]!, -n[2]!, s, 0);
  supportCore(b, n[0]!, n[1]!, n[2]!, s, 3);
  return n[0]! * (s[0]! - s[3]!) + n[1]! * (s[1]! - s[4]!) + n[2]! * (s[2]! - s[5]!);
}

/** A cylinder and a box or a hull, every seventh with aligned axes, from apart to deep inside each other. */
function randomPair(random: Random, i: number): [Placed, Placed] {
  const radius = random.between(0.05, 1);
  const cylinder = body({ type: 'cylinder', radius, height: random.between(0.05, 2) });
  const sides: Vec3 = [random.between(0.1, 2), random.between(0.1, 2), random.between(0.1, 2)];
  const other = body(i % 2 ? randomHull(random) : { type: 'box', size: sides });
  const position = scale(random.direction(), random.between(0, 2.2));
  const turned = { ...cylinder, rotation: i % 7 === 0 ? cylinder.rotation : random.rotation() };
  return [place(turned), place({ ...other, position, rotation: i % 7 === 0 ? other.rotation : random.rotation() })];
}

describe('the axis of a cylinder and a polyhedron', () => {
  test('no direction that GJK and EPA find has more room, and the room is there (seed 5)', () => {
    const random = new Random(5);
    const axis = new CylinderAxis();
    const c = new ConvexContact();
    let overlapping = 0;
    for (let i = 0; i < 4000; i++) {
      const [cylinder, other] = randomPair(random, i);
      expect(axis.find(cylinder, other, Infinity)).toBe(true);
      expect(c.direction(cylinder, other, Infinity)).toBe(true);
      // Sizes of order one, a dozen operations on them.
      expect(Math.abs(room(cylinder, other, axis.n) - axis.gap)).toBeLessThan(1e-13);
      expect(axis.gap).toBeGreaterThan(room(cylinder, other, [c.nx, c.ny, c.nz]) - 1e-13);
      for (let k = 0; k < 3; k++)
        expect(axis.onCylinder[k]! - axis.onPolyhedron[k]! - axis.gap * axis.n[k]!).toBeCloseTo(0, 14);
      if (axis.gap < 0) overlapping++;
    }
    expect(overlapping).toBeGreaterThan(1500);
    expect(overlapping).toBeLessThan(3000);
  });

  test('no direction near it has more: it is a maximum, to rounding (seed 6)', () => {
    const random = new Random(6);
    const axis = new CylinderAxis();
    for (let i = 0; i < 600; i++) {
      const [cylinder, other] = randomPair(random, i);
      axis.find(cylinder, other, Infinity);
      for (const far of [1e-2, 1e-4, 1e-6])
        for (let k = 0; k < 8; k++) {
          const [x, y, z] = random.direction();
          const n = [axis.n[0]! + far * x, axis.n[1]! + far * y, axis.n[2]! + far * z];
          const l = Math.hypot(n[0]!, n[1]!, n[2]!);
          expect(room(cylinder, other, [n[0]! / l, n[1]! / l, n[2]! / l])).toBeLessThan(axis.gap + 1e-13);
        }
    }
  });

  test('a rim that has gone through an edge comes out across that edge, whatever else is less deep nearby', () => {
    // A flat disc leaning over the edge of a wide plate: in the plane across the edge its rim is an ellipse, and the way
    // out from within it was missed where its slope changes sign twice in a quarter.
    const random = new Random(77);
    const axis = new CylinderAxis();
    for (let i = 0; i < 3000; i++) {
      const cylinder = place({ ...body({ type: 'cylinder', radius: 0.6, height: 0.3 }), rotation: random.rotation() });
      const position = scale(random.direction(), random.between(0.2, 0.6));
      const other = place({ ...body({ type: 'box', size: [2, 0.4, 1] }), position, rotation: random.rotation() });
      axis.find(cylinder, other, Infinity);
      for (let k = 0; k < 60; k++) expect(room(cylinder, other, random.direction())).toBeLessThan(axis.gap + 1e-13);
    }
  });

  test('what is farther apart than asked for is told so', () => {
    const axis = new CylinderAxis();
    const cylinder = place(body({ type: 'cylinder', radius: 0.5, height: 1 }));
    const box = place({ ...body({ type: 'box', size: [1, 1, 1] }), position: [0, 1.25, 0] });
    expect(axis.find(cylinder, box, 0.2)).toBe(false);
    expect(axis.find(cylinder, box, 0.3)).toBe(true);
    expect(axis.gap).toBe(0.25);
    expect(axis.n).toEqual(Float64Array.of(0, -1, 0));
  });
});

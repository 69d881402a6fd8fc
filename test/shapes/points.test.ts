// Clouds of points: the surface that they mean, the solid about them, and what is refused.

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { quasiRigid } from '../../src/quasi-rigid.js';
import { PointCloud } from '../../src/shapes/cloud/cloud.js';
import { createShape } from '../../src/shapes/create.js';
import { EVERY_KIND } from '../../src/shapes/every-kind.js';

/** Even samples of a sphere (a spiral), with noise along the normal and a hole at the top. */
function sphereCloud(n: number, radius: number, noise = 0, hole = 1, seed = 1) {
  const random = new Random(seed);
  const positions: number[] = [];
  const normals: number[] = [];
  for (let k = 0; k < n; k++) {
    const y = 1 - (2 * k + 1) / n;
    if (y > hole) continue;
    const s = Math.sqrt(1 - y * y);
    const a = k * 2.399963229728653;
    const d = [s * Math.cos(a), y, s * Math.sin(a)];
    const r = radius + noise * (2 * random.next() - 1);
    for (const x of d) {
      positions.push(r * x);
      normals.push(x);
    }
  }
  return { positions: Float64Array.from(positions), normals: Float64Array.from(normals) };
}

describe('clouds of points', () => {
  it('the closest sample is that of brute force', () => {
    const { positions, normals } = sphereCloud(3000, 1);
    const cloud = new PointCloud(positions, normals);
    const random = new Random(7);
    for (let t = 0; t < 300; t++) {
      const x = [0, 1, 2].map(() => 3 * random.next() - 1.5) as [number, number, number];
      let best = -1;
      let least = Infinity;
      for (let k = 0; k < cloud.count; k++) {
        const d =
          (positions[3 * k]! - x[0]) ** 2 + (positions[3 * k + 1]! - x[1]) ** 2 + (positions[3 * k + 2]! - x[2]) ** 2;
        if (d < least) {
          least = d;
          best = k;
        }
      }
      expect(cloud.closest(...x, 10), `at ${x}`).toBe(best);
    }
  });

  it('moving least squares is the sphere to second order in the spacing, and averages noise out', () => {
    const radius = 0.05;
    for (const n of [2000, 8000]) {
      const { positions, normals } = sphereCloud(n, radius);
      const cloud = new PointCloud(positions, normals);
      const spacing = Math.sqrt((4 * Math.PI * radius * radius) / n);
      for (const d of [
        [0.6, 0.8, 0],
        [0, -1, 0],
        [0.48, 0.6, -0.64],
      ] as const) {
        const t = cloud.meet(0, 0, 0, d[0], d[1], d[2], radius, 3 * spacing);
        // A plane through samples within some spacings lies below the sphere by about spacing²/R.
        expect(Math.abs(t - radius)).toBeLessThan((2 * spacing * spacing) / radius);
      }
    }
    const noisy = sphereCloud(20000, radius, 1e-4);
    const cloud = new PointCloud(noisy.positions, noisy.normals);
    const t = cloud.meet(0, 0, 0, 0, -1, 0, radius, 5e-3);
    // A mean over some ten samples of a uniform error of 1e-4, and the spacing's own error.
    expect(Math.abs(t - radius)).toBeLessThan(1e-4);
  });

  it('is solid: volume and mass of the sphere, also with noise and a hole', () => {
    for (const [noise, hole] of [
      [0, 1],
      [1e-4, 0.97],
    ] as const) {
      const cloud = sphereCloud(6000, 0.05, noise, hole);
      const shape = createShape({ type: 'points', ...cloud }, EVERY_KIND);
      // Marching tetrahedra with cells of a twenty-eighth of the diameter: cell²/R² or so.
      expect(Math.abs(shape.massProperties!.volume / ((4 / 3) * Math.PI * 0.05 ** 3) - 1)).toBeLessThan(0.02);
    }
  });

  it('presses as the ball that it is a scan of', () => {
    const { positions, normals } = sphereCloud(55000, 0.05);
    const world = new World(
      {
        gravity: [0, 0, 0],
        contact: { model: 'quasi-rigid' },
        bodies: [
          { type: 'static', shape: { type: 'half-space' } },
          {
            shape: { type: 'points', positions, normals },
            mass: 1,
            position: [0, 0.049, 0],
            locked: ['x', 'y', 'z', 'rx', 'ry', 'rz'],
            material: { young: 1e6, poisson: 0.3 },
          },
        ],
      },
      { models: [quasiRigid] },
    );
    world.step();
    // A surface off by spacing²/R, ten micrometres of a millimetre: 1.5 % of the force.
    expect(Math.abs(world.contacts()[0]!.force[1] / 10.361 - 1)).toBeLessThan(0.02);
  });

  it('refuses what is no closed cloud with normals, in one line', () => {
    const cloud = sphereCloud(100, 1);
    const few = sphereCloud(40, 1);
    const messageOf = (shape: unknown) => {
      try {
        new World({ bodies: [{ shape, mass: 1 } as never] }, { models: [quasiRigid] });
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    expect(() => new World({ bodies: [{ shape: { type: 'points', ...cloud }, mass: 1 }] })).toThrow(
      /needs: import { quasiRigid } from 'sixfold\/quasi-rigid'/,
    );
    expect(messageOf({ type: 'points', positions: cloud.positions })).toMatch(
      /normals is missing; a cloud of points needs/,
    );
    expect(messageOf({ type: 'points', ...few })).toMatch(/positions is "40 points"; it must be 50 to 2000000 points/);
    const bad = cloud.positions.slice();
    bad[7] = Number.NaN;
    expect(messageOf({ type: 'points', positions: bad, normals: cloud.normals })).toMatch(
      /positions\[7\] is NaN; it must be/,
    );
    expect(messageOf({ type: 'points', positions: cloud.positions, normals: cloud.normals.slice(3) })).toMatch(
      /normals is "99 normals"; it must be one for each of the 100 points/,
    );
    expect(messageOf({ type: 'points', file: 'foot.ply' })).toMatch(/the engine reads no files/);
  });
});

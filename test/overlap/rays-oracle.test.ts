// 250 random pairs that are not convex against manifold-3d's boolean intersection.
//
// manifold-3d takes meshes in single precision: vertices are rounded to singles before either side sees them, and it
// places them by a matrix in doubles. Its own tolerance is then 1e-6 of the size or less, far under the bound derived
// from pixels.

import Module from 'manifold-3d';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import { RayOverlap } from '../../src/overlap/rays/ray-overlap.js';
import { solidOf } from './manifold-solid.js';
import { hasNoNaN, meshOf, pose, randomMesh, total } from './rays-helpers.js';

const rays = new RayOverlap();
const out = new OverlapBuffer();

describe('manifold-3d', () => {
  let wasm: Awaited<ReturnType<typeof Module>>;
  beforeAll(async () => {
    wasm = await Module();
    wasm.setup();
  });

  it('finds the same volume within the bound, and twice as close at twice the resolution (seed 61)', () => {
    const random = new Random(61);
    let met = 0;
    let worst = 0;
    let coarse = 0;
    let fine = 0;
    for (let i = 0; i < 250; i++) {
      const A = randomMesh(random, i);
      const B = randomMesh(random, (i / 5) | 0);
      const d = random.direction();
      const r = random.between(0, 1.2);
      const pa: Vec3 = [d[0] * r, d[1] * r, d[2] * r];
      const qa = random.rotation();
      const qb = random.rotation();
      const a = solidOf(wasm, A, pa, qa);
      const b = solidOf(wasm, B, [0, 0, 0], qb);
      const both = a.intersect(b);
      const want = both.volume();
      const smaller = Math.min(a.volume(), b.volume());
      for (const m of [a, b, both]) m.delete();
      const [MA, MB] = [meshOf(A), meshOf(B)];
      rays.compute(MA, pose(pa, qa), 0, MB, pose([0, 0, 0], qb), 0, out, { resolution: 32 });
      const e32 = total(out).V - want;
      rays.compute(MA, pose(pa, qa), 0, MB, pose([0, 0, 0], qb), 0, out, { resolution: 64 });
      const e64 = total(out).V - want;
      expect(hasNoNaN(out)).toBe(true);
      // 1e-6: manifold's singles. Overlaps that no ray meets have a bound of zero; they are thinner than a pixel of the
      // smaller solid, 1/64 of its side in two directions.
      const missed = smaller / 64 ** 2;
      expect(Math.abs(e64), `case ${i}: off by ${e64} of ${want}`).toBeLessThan(
        rays.errorBound + 1e-6 * smaller + missed,
      );
      // In practice, far less.
      worst = Math.max(worst, Math.abs(e64) / smaller);
      if (want > 0) met++;
      coarse += (e32 / smaller) ** 2;
      fine += (e64 / smaller) ** 2;
    }
    expect(met).toBeGreaterThan(150);
    expect(worst).toBeLessThan(5e-3);
    // First order would be 2, smooth overlaps give 4; these have edges.
    expect(Math.sqrt(coarse / fine)).toBeGreaterThan(2);
  });
});

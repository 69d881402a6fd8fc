// V follows the pose: slide one solid past another in 10,000 steps and look at every step.
//
// Between two poses V changes by g·δ, by the curvature of V over a step (nothing, at 10,000 steps), and by what the sum
// over pixels adds. For overlaps without walls along the rays that is small change per step. A wall passes one row of
// pixels after the other, and V then moves by up to that row's share, h/L, at once: the first-order bound at work.
// Changes of the grid (pixel counts of the shorter sides, pieces) move V by no more than the errors before and after.

import { describe, expect, it } from 'vitest';
import { type Quat, scale, type Vec3 } from '../../src/math/vec3.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import { RayOverlap } from '../../src/overlap/rays/ray-overlap.js';
import { torusMesh } from '../../src/shapes/procedural.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { about, boxMesh, bumpySphere, meshOf, pose, shapeOf, total } from './rays-helpers.js';

const rays = new RayOverlap();
const out = new OverlapBuffer();

interface Slide {
  largest: number;
  peak: number;
  /** Largest step beyond what the gradient asks, relative to the error bound there and to the peak of V. */
  overBound: number;
  overPeak: number;
}

function slide(A: SimpleShape, q: Quat, from: Vec3, to: Vec3, B: SimpleShape, steps: number, cubic: boolean): Slide {
  const pb = pose([0, 0, 0]);
  const jumps: number[] = [];
  const bounds: number[] = [];
  let peak = 0;
  let before = { V: 0, g: [0, 0, 0] as Vec3 };
  let boundBefore = 0;
  const step = scale([to[0] - from[0], to[1] - from[1], to[2] - from[2]], 1 / steps);
  const pa = pose(from, q);
  for (let i = 0; i <= steps; i++) {
    for (let k = 0; k < 3; k++) pa[k] = from[k] + i * step[k];
    rays.compute(A, pa, 0, B, pb, 0, out, { resolution: 16, split: 'none', cubic });
    const now = total(out);
    let expected = 0;
    for (let k = 0; k < 3; k++) expected += 0.5 * (now.g[k] + before.g[k]) * step[k];
    jumps.push(Math.abs(now.V - before.V - expected));
    bounds.push(rays.errorBound + boundBefore);
    peak = Math.max(peak, now.V);
    before = now;
    boundBefore = rays.errorBound;
  }
  const largest = Math.max(...jumps);
  // At the first touch V is as large as its own bound: a millionth of the peak is of no account.
  const overBound = Math.max(...jumps.map((j, i) => (j > 1e-6 * peak ? j / bounds[i] : 0)));
  return { largest, peak, overBound, overPeak: largest / peak };
}

describe('sliding in 10,000 steps', () => {
  it('balls: no step beyond the gradient by more than 0.2 % of the peak', () => {
    const ball = shapeOf({ type: 'sphere', radius: 1 });
    const s = slide(ball, [0, 0, 0, 1], [-1.5, 1.7, 0.1], [1.5, 1.7, 0.1], ball, 10_000, false);
    expect(s.peak).toBeGreaterThan(0.1);
    expect(s.overBound).toBeLessThan(0.25);
    expect(s.overPeak).toBeLessThan(2e-3);
    // With as many pixels along all sides nothing of the grid ever changes, and steps are finer still.
    const c = slide(ball, [0, 0, 0, 1], [-1.5, 1.7, 0.1], [1.5, 1.7, 0.1], ball, 1000, true);
    expect(c.overPeak).toBeLessThan(2e-3);
  });

  it('boxes along the axes: exact at every step', () => {
    const s = slide(
      shapeOf({ type: 'box', size: [1, 1, 1] }),
      [0, 0, 0, 1],
      [-1.5, 0.9, 0.2],
      [1.5, 0.9, 0.2],
      meshOf(boxMesh([1.2, 0.7, 1.2])),
      10_000,
      false,
    );
    // δ·(change of g) over one step, 3e-4 × 0.3, at the two kinks where the box starts and stops to overhang.
    expect(s.largest).toBeLessThan(1e-4);
    expect(s.peak).toBeGreaterThan(0.2);
  });

  it.each([
    [
      'a turned box mesh over an edge',
      meshOf(boxMesh([1, 0.6, 0.8])),
      about([0, 1, 0], 0.4),
      [-2.2, 0.65, 0.1],
      [1.2, 0.65, 0.1],
    ],
    ['bumpy sphere', meshOf(bumpySphere(8, 0.1, 5)), about([1, 0, 0], 0.4), [-2.3, 1.4, 0.3], [2.3, 1.4, 0.3]],
    ['ring', meshOf(torusMesh(0.8, 0.25, 32, 16)), about([1, 0, 0], 1.3), [-2.3, 1.2, 0.3], [2.3, 1.2, 0.3]],
  ] as [string, SimpleShape, Quat, Vec3, Vec3][])('%s: within the bound', (_, A, q, from, to) => {
    const s = slide(A, q, from, to, meshOf(boxMesh([1.4, 0.7, 1.2])), 2000, false);
    expect(s.peak).toBeGreaterThan(0.005);
    expect(s.overBound).toBeLessThan(0.25);
    expect(s.overPeak).toBeLessThan(0.01);
  });
});

// The curvature that two surfaces share, from sums over arcs that are known in closed form.

import { expect, test } from 'vitest';
import { EN_AREA, EN_NORMAL, EN_PLACE, EN_SIDE, EN_SPREAD, EN_STRIDE, EN_TURN } from '../../src/overlap/overlap.js';
import { SharedCurvature } from '../../src/patch/curvature.js';

/** Frame n = y, u = z, w = x: right-handed. */
const FRAME = Float64Array.of(0, 1, 0, 0, 0, 1, 1, 0, 0);

/**
 * Adds one side's sums over the part of a cylinder of radius r along z, 2 half long, within ±angle of +y: midpoints of
 * 2000 × 40 cells. `outward`: +1 for a pin, -1 for its hole.
 */
function addArc(ends: Float64Array, side: number, r: number, angle: number, half: number, outward: number): void {
  const e = side * EN_SIDE;
  for (let i = 0; i < 2000; i++) {
    const a = angle * ((2 * i + 1) / 2000 - 1);
    for (let j = 0; j < 40; j++) {
      const x = [r * Math.sin(a), r * Math.cos(a), half * ((2 * j + 1) / 40 - 1)];
      const n = [outward * Math.sin(a), outward * Math.cos(a), 0];
      ends[e + EN_AREA]! += 1;
      for (let m = 0; m < 3; m++) {
        ends[e + EN_NORMAL + m]! += n[m]!;
        ends[e + EN_PLACE + m]! += x[m]!;
        for (let l = 0; l < 3; l++) ends[e + EN_TURN + 3 * m + l]! += n[m]! * x[l]!;
      }
      [0, 0, 0, 1, 1, 2].forEach((p, k) => {
        ends[e + EN_SPREAD + k]! += x[p]! * x[[0, 1, 2, 1, 2, 2][k]!]!;
      });
    }
  }
}

const curve = new SharedCurvature();
const K = new Float64Array(3);

test('a pin in its hole: lines of force through the axis', () => {
  for (const angle of [0.05, 0.3, 1]) {
    const ends = new Float64Array(EN_STRIDE);
    // A is the hole, whose outward normal points inwards; B the pin. Normals are linear in x: C_Nx = C_xx/r exactly,
    // and |N̄| = sin(angle)/angle, up to the midpoint rule's angle²/2000².
    addArc(ends, 0, 0.0102, angle, 0.01, -1);
    addArc(ends, 1, 0.01, angle, 0.01, 1);
    curve.write(K, 0, ends, 0, FRAME, 0);
    const truth = -1 / (0.0102 * (Math.sin(angle) / angle));
    expect(K[2]! / truth).toBeCloseTo(1, 6);
    expect(Math.abs(K[0]!) + Math.abs(K[1]!)).toBeLessThan(1e-9 * Math.abs(truth));
  }
});

test('a roller on a roller shares nothing, nor does one on a plane', () => {
  const ends = new Float64Array(EN_STRIDE);
  addArc(ends, 1, 0.01, 0.3, 0.01, 1);
  // The upper one, mirrored: its outward normals point down.
  addArc(ends, 0, 0.01, 0.3, 0.01, 1);
  for (let m = 0; m < 3; m++) {
    ends[EN_NORMAL + m]! *= m === 1 ? -1 : 1;
    ends[EN_PLACE + m]! *= m === 1 ? -1 : 1;
  }
  curve.write(K, 0, ends, 0, FRAME, 0);
  expect([...K]).toEqual([0, 0, 0]);
});

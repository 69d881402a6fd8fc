// Volumes and gradients of cells against closed forms and Newton's third law.

import { describe, expect, test } from 'vitest';
import { VolumeColumns } from '../../../src/contact/volume/columns.js';
import { KeyedSums } from '../../../src/contact/volume/sums.js';
import {
  C_SIDE,
  C_VOLUME,
  CELL_STRIDE,
  PairVolumes,
  S_AREA,
  S_TORQUE,
  SIDE_STRIDE,
} from '../../../src/contact/volume/volumes.js';
import { createShape } from '../../../src/shapes/create.js';
import type { SimpleShape } from '../../../src/shapes/shape.js';

const place = (x: number, y: number, z: number, angle = 0): Float64Array => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return Float64Array.of(c, -s, 0, s, c, 0, 0, 0, 1, x, y, z);
};
const simple = (d: Parameters<typeof createShape>[0]): SimpleShape => createShape(d) as SimpleShape;

function overlap(
  a: SimpleShape,
  pa: Float64Array,
  b: SimpleShape,
  pb: Float64Array,
  cell: number,
  pixel = 0,
): PairVolumes {
  const volumes = new PairVolumes();
  const cells = { origin: new Float64Array(3), edge: new Float64Array(3).fill(cell) };
  new VolumeColumns().cast(a, pa, b, pb, cells, pixel, volumes);
  return volumes;
}

const ground = simple({ type: 'half-space' });
const sum = (v: PairVolumes, at: number): number => {
  let total = 0;
  for (let c = 0; c < v.cells; c++) total += v.data[CELL_STRIDE * c + at]!;
  return total;
};

describe('volumes by ray columns', () => {
  test('a box in the ground: volume and area are exact, in one cell and in many', () => {
    const box = simple({ type: 'box', size: [1, 0.2, 0.3] });
    for (const cell of [0, 0.3, 1 / 7, 0.04]) {
      const v = overlap(box, place(0.51, 0.0999, 0.02), ground, place(0, 0, 0), cell);
      expect(v.cells).toBeGreaterThan(cell === 0 ? 0 : 4);
      expect(sum(v, C_VOLUME)).toBeCloseTo(1 * 0.3 * 1e-4, 12);
      expect(sum(v, C_SIDE + S_AREA + 1)).toBeCloseTo(-0.3, 12);
    }
  });

  test("every cell obeys Newton's third law", () => {
    const ball = simple({ type: 'sphere', radius: 0.5 });
    const box = simple({ type: 'box', size: [1, 0.5, 0.8] });
    for (const cell of [0, 0.11, 0.23]) {
      const v = overlap(ball, place(0.1, 0.65, 0.05), box, place(0, 0, 0, 0.3), cell);
      for (let c = 0; c < v.cells; c++) {
        const o = CELL_STRIDE * c + C_SIDE;
        const force = Math.hypot(...[0, 1, 2].map((k) => v.data[o + S_AREA + k]!));
        for (let k = 0; k < 6; k++)
          expect(Math.abs(v.data[o + k]! + v.data[o + SIDE_STRIDE + k]!)).toBeLessThan(1e-12 * (force + 1e-6));
      }
      // The sum over cells is that of the whole, to the pixels' error.
      const whole = overlap(ball, place(0.1, 0.65, 0.05), box, place(0, 0, 0, 0.3), 0);
      expect(sum(v, C_VOLUME) / whole.data[C_VOLUME]!).toBeCloseTo(1, 1);
    }
  });

  test('the gradient is that of the volume, by central differences', () => {
    const ball = simple({ type: 'sphere', radius: 0.5 });
    const box = simple({ type: 'box', size: [1, 0.5, 0.8] });
    const at = (y: number) => overlap(ball, place(0.1, y, 0.05), box, place(0, 0, 0), 0, 0.004).data[C_VOLUME]!;
    const v = overlap(ball, place(0.1, 0.65, 0.05), box, place(0, 0, 0), 0, 0.004);
    const difference = (at(0.651) - at(0.649)) / 0.002;
    expect(v.data[C_SIDE + S_AREA + 1]! / difference).toBeCloseTo(1, 2);
    // Cap of height 0.1: π h² (3R - h)/3.
    expect(v.data[C_VOLUME]! / ((Math.PI * 0.01 * 1.4) / 3)).toBeCloseTo(1, 2);
    void S_TORQUE;
  });

  test('contacts much smaller than a pixel of the bodies are found', () => {
    const ball = simple({ type: 'sphere', radius: 0.5 });
    const lying = simple({ type: 'capsule', radius: 0.1, height: 0.6 });
    for (const depth of [1e-3, 1e-5, 1e-7]) {
      const v = overlap(ball, place(0.3, 0.5 - depth, 0.2), ground, place(0, 0, 0), 0);
      expect(sum(v, C_VOLUME) / (Math.PI * depth * depth * (0.5 - depth / 3))).toBeCloseTo(1, 1);
      const w = overlap(lying, place(0.3, 0.1 - depth, 0.2, Math.PI / 2), ground, place(0, 0, 0), 0);
      expect(sum(w, C_VOLUME)).toBeGreaterThan(0);
    }
  });
});

test('sums by two keys lose nothing when their tables grow', () => {
  const sums = new KeyedSums();
  for (let round = 0; round < 2; round++) for (let k = 0; k < 3000; k++) sums.add(k % 7, k, k % 3, 1);
  let all = 0;
  for (let k = 0; k < 3 * sums.count; k++) all += sums.value[k]!;
  expect(all).toBe(6000);
});

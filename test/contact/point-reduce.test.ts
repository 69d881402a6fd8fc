import { expect, test } from 'vitest';
import { reduceToFour } from '../../src/contact/point/reduce.js';
import { CP_SEPARATION, CP_STRIDE, PointBuffer } from '../../src/distance/buffer.js';
import { PointGenerator } from '../../src/distance/points.js';
import { CONCAVE_SOLIDS } from '../../src/overlap/concave-solids.js';
import { createShape } from '../../src/shapes/create.js';
import type { SimpleShape } from '../../src/shapes/shape.js';

test('reduction keeps the deepest point and the widest quadrilateral', () => {
  const generator = new PointGenerator(CONCAVE_SOLIDS);
  const out = new PointBuffer();
  const floor = createShape({ type: 'half-space' }) as SimpleShape;
  const coin = createShape({ type: 'cylinder', radius: 1, height: 0.2 }) as SimpleShape;
  const tilt = 1e-3;
  const poses = Float64Array.from([0, 0.1, 0, 0, 0, Math.sin(tilt / 2), Math.cos(tilt / 2), 0, 0, 0, 0, 0, 0, 1]);
  expect(generator.generate(coin, poses, 0, floor, poses, 7, 0.1, out)).toBe(12);
  const low = Math.min(...Array.from({ length: 12 }, (_, i) => out.data[i * CP_STRIDE + CP_SEPARATION]));
  reduceToFour(out);
  expect(out.count).toBe(4);
  const kept = Array.from({ length: 4 }, (_, i) => out.data[i * CP_STRIDE + CP_SEPARATION]);
  expect(Math.min(...kept)).toBe(low);
  // of twelve points on a circle: the lowest, its opposite, and the two at right angles
  const area = [0, 1].map((c) => {
    const v = Array.from({ length: 4 }, (_, i) => out.data[i * CP_STRIDE + 2 * c]);
    return Math.max(...v) - Math.min(...v);
  });
  expect(area[0]).toBeCloseTo(2, 5);
  expect(area[1]).toBeCloseTo(2, 5);
});

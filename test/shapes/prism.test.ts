// Directions of prisms: of solids whose faces are known, turned at random.

import { expect, test } from 'vitest';
import { rotateVector, turnByVector } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { createShape } from '../../src/shapes/create.js';
import { prismAxes } from '../../src/shapes/prism.js';
import type { ShapeDescription, SimpleShape } from '../../src/shapes/shape.js';

/** A prism over the outline, along z, leaning by `lean` in x for every metre, turned by q. */
function prism(outline: [number, number][], lean: number, q: Float64Array): ShapeDescription {
  const n = outline.length;
  const positions: number[] = [];
  const v = new Float64Array(3);
  for (const z of [-0.5, 0.5])
    for (const [x, y] of outline) {
      rotateVector(v, 0, q, 0, x + lean * z, y, z);
      positions.push(...v);
    }
  const indices: number[] = [];
  // A fan from the first corner: outlines here are seen whole from it.
  for (let k = 1; k + 1 < n; k++) indices.push(0, k + 1, k, n, n + k, n + k + 1);
  for (let k = 0; k < n; k++) {
    const j = (k + 1) % n;
    indices.push(k, j, n + j, k, n + j, n + k);
  }
  return { type: 'mesh', positions, indices };
}

const ell: [number, number][] = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
];
const arrow: [number, number][] = [
  [0, 0],
  [1, -0.4],
  [2.1, 0.1],
  [1, 0.6],
];

const turned = (seed: number) => {
  const random = new Random(seed);
  const q = Float64Array.of(0, 0, 0, 1);
  turnByVector(q, 0, random.between(-2, 2), random.between(-2, 2), random.between(-2, 2));
  return q;
};

test('a prism has the direction along which it was drawn', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const q = turned(seed);
    const axes = prismAxes(createShape(prism(arrow, 0, q)) as SimpleShape);
    expect(axes.length, `seed ${seed}`).toBe(3);
    const v = new Float64Array(3);
    rotateVector(v, 0, q, 0, 0, 0, 1);
    // Cosine: the square of what single precision, of a size of 2, leaves of a normal.
    expect(Math.abs(v[0]! * axes[0]! + v[1]! * axes[1]! + v[2]! * axes[2]!), `seed ${seed}`).toBeGreaterThan(1 - 1e-10);
  }
});

test('one of right angles has three', () => {
  expect(prismAxes(createShape(prism(ell, 0, turned(3))) as SimpleShape).length).toBe(9);
  expect(prismAxes(createShape({ type: 'box', size: [1, 2, 3] }) as SimpleShape).length).toBe(9);
});

test('what leans, and a pyramid, have none; nor has a ball', () => {
  expect(prismAxes(createShape(prism(arrow, 0.1, turned(4))) as SimpleShape).length).toBe(0);
  const points: [number, number, number][] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0.2, 0.2, 1],
  ];
  expect(prismAxes(createShape({ type: 'convex', points }) as SimpleShape).length).toBe(0);
  expect(prismAxes(createShape({ type: 'sphere', radius: 1 }) as SimpleShape).length).toBe(0);
});

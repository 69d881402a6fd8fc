// Second opinions for the patch's integrals: adaptive cubature on triangles, sharing no code with src/patch.

import type { Random } from '../../src/math/random.js';

export type Point = readonly [number, number];

// Degree 5, seven points (barycentric), and the three midpoints (degree 2) as its check.
const S = Math.sqrt(15);
const RULE: [number, number, number, number][] = [[1 / 3, 1 / 3, 1 / 3, 9 / 40]];
for (const [a, w] of [
  [(6 - S) / 21, (155 - S) / 1200],
  [(6 + S) / 21, (155 + S) / 1200],
]) {
  RULE.push([a, a, 1 - 2 * a, w], [a, 1 - 2 * a, a, w], [1 - 2 * a, a, a, w]);
}

function rule(f: (x: number, y: number) => number, a: Point, b: Point, c: Point): number {
  const area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  let sum = 0;
  for (const [p, q, r, w] of RULE) {
    sum += w * f(p * a[0] + q * b[0] + r * c[0], p * a[1] + q * b[1] + r * c[1]);
  }
  return sum * area;
}

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

function refine(
  f: (x: number, y: number) => number,
  a: Point,
  b: Point,
  c: Point,
  whole: number,
  tolerance: number,
  depth: number,
): number {
  const ab = middle(a, b);
  const bc = middle(b, c);
  const ca = middle(c, a);
  const parts = [rule(f, a, ab, ca), rule(f, ab, b, bc), rule(f, ca, bc, c), rule(f, ab, bc, ca)];
  const sum = parts[0] + parts[1] + parts[2] + parts[3];
  if (depth === 0 || Math.abs(sum - whole) < tolerance) return sum;
  const t = tolerance / 2;
  return (
    refine(f, a, ab, ca, parts[0], t, depth - 1) +
    refine(f, ab, b, bc, parts[1], t, depth - 1) +
    refine(f, ca, bc, c, parts[2], t, depth - 1) +
    refine(f, ab, bc, ca, parts[3], t, depth - 1)
  );
}

/** ∫ f over a convex polygon, to about `tolerance` absolute. */
export function integrate(poly: readonly Point[], f: (x: number, y: number) => number, tolerance = 1e-10): number {
  let sum = 0;
  for (let k = 1; k + 1 < poly.length; k++) {
    sum += refine(f, poly[0], poly[k], poly[k + 1], rule(f, poly[0], poly[k], poly[k + 1]), tolerance, 22);
  }
  return sum;
}

export const pack = (poly: readonly Point[]): Float64Array => Float64Array.from(poly.flat());

export function rectangle(a: number, b: number): Point[] {
  return [
    [-a / 2, -b / 2],
    [a / 2, -b / 2],
    [a / 2, b / 2],
    [-a / 2, b / 2],
  ];
}

export function turned(poly: readonly Point[], angle: number, scale = 1, dx = 0, dy = 0): Point[] {
  const c = scale * Math.cos(angle);
  const s = scale * Math.sin(angle);
  return poly.map(([x, y]) => [c * x - s * y + dx, s * x + c * y + dy]);
}

export function regular(n: number, r: number): Point[] {
  return Array.from({ length: n }, (_, k) => [
    r * Math.cos((2 * Math.PI * k) / n),
    r * Math.sin((2 * Math.PI * k) / n),
  ]);
}

/** Convex polygon with 3 to `most` vertices on an ellipse, in random position. */
export function randomPolygon(random: Random, most: number, slenderness = 1): Point[] {
  const n = 3 + random.below(most - 2);
  const angles = Array.from({ length: n }, (_, k) => (2 * Math.PI * (k + 0.9 * random.next())) / n);
  const poly = angles.map((a): Point => [Math.cos(a), slenderness * Math.sin(a)]);
  return turned(poly, random.between(0, 6), random.between(0.5, 2), random.between(-1, 1), random.between(-1, 1));
}

/** A point of the polygon; a large `bias` makes points near its boundary likely. */
export function randomInside(random: Random, poly: readonly Point[], bias: number): Point {
  let sum = 0;
  let x = 0;
  let y = 0;
  for (const p of poly) {
    const w = random.next() ** (1 + bias);
    sum += w;
    x += w * p[0];
    y += w * p[1];
  }
  return [x / sum, y / sum];
}

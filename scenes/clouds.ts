// Procedural scans: clouds of points with normals on surfaces given by a function, with noise and holes as scanners
// leave them.

import { Random } from '../src/math/random.js';
import { sin } from '../src/math/trig.js';

export type Field = (x: number, y: number, z: number) => number;

export interface Cloud {
  type: 'points';
  positions: Float64Array;
  normals: Float64Array;
}

/** Two solids melted into one over a width k (m). */
export function melt(a: number, b: number, k: number): number {
  const h = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.min(a, b) - 0.25 * h * h * k;
}

export const ellipsoid =
  (cx: number, cy: number, cz: number, rx: number, ry: number, rz: number): Field =>
  (x, y, z) => {
    const u = (x - cx) / rx;
    const v = (y - cy) / ry;
    const w = (z - cz) / rz;
    return (Math.sqrt(u * u + v * v + w * w) - 1) * Math.min(rx, ry, rz);
  };

/** Even in the mean: points of a thin layer about the surface, moved onto it. */
export function scan(
  field: Field,
  low: readonly [number, number, number],
  high: readonly [number, number, number],
  count: number,
  options: { seed?: number; noise?: number; holes?: readonly (readonly [number, number, number, number])[] } = {},
): Cloud {
  const { seed = 1, noise = 0, holes = [] } = options;
  const random = new Random(seed);
  const positions = new Float64Array(3 * count);
  const normals = new Float64Array(3 * count);
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const layer = 0.02 * size;
  const step = 1e-4 * size;
  const x = [0, 0, 0] as [number, number, number];
  const g = [0, 0, 0] as [number, number, number];
  for (let n = 0; n < count; ) {
    for (let k = 0; k < 3; k++) x[k] = random.between(low[k]!, high[k]!);
    if (Math.abs(field(...x)) > layer) continue;
    let slope = 0;
    for (let round = 0; round < 6; round++) {
      g[0] = field(x[0] + step, x[1], x[2]) - field(x[0] - step, x[1], x[2]);
      g[1] = field(x[0], x[1] + step, x[2]) - field(x[0], x[1] - step, x[2]);
      g[2] = field(x[0], x[1], x[2] + step) - field(x[0], x[1], x[2] - step);
      slope = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
      if (!(slope > 0)) break;
      const move = (field(...x) * 2 * step) / (slope * slope);
      for (let k = 0; k < 3; k++) x[k]! -= move * g[k]!;
    }
    if (!(slope > 0) || Math.abs(field(...x)) > 1e-3 * layer) continue;
    const isHole = holes.some(([hx, hy, hz, r]) => {
      const d = [x[0] - hx, x[1] - hy, x[2] - hz] as const;
      return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < r * r;
    });
    if (isHole) continue;
    const off = noise * random.between(-1, 1);
    for (let k = 0; k < 3; k++) {
      normals[3 * n + k] = g[k]! / slope;
      positions[3 * n + k] = x[k]! + (off * g[k]!) / slope;
    }
    n++;
  }
  return { type: 'points', positions, normals };
}

/** A left foot along x, toes at +x, sole at y = 0 (m): heel, arch, ball, toes and ankle melted together. */
export const footField: Field = (x, y, z) => {
  let f = ellipsoid(-0.1, 0.032, 0, 0.045, 0.034, 0.034)(x, y, z);
  f = melt(f, ellipsoid(-0.02, 0.045, -0.012, 0.085, 0.034, 0.028)(x, y, z), 0.03);
  f = melt(f, ellipsoid(0.055, 0.03, 0, 0.055, 0.0305, 0.046)(x, y, z), 0.03);
  f = melt(f, ellipsoid(-0.085, 0.085, 0, 0.036, 0.06, 0.033)(x, y, z), 0.03);
  const toes = [
    [0.125, 0.03, 0.017, 0.016],
    [0.128, 0.006, 0.011, 0.0115],
    [0.119, -0.013, 0.0105, 0.0105],
    [0.108, -0.029, 0.01, 0.01],
    [0.095, -0.043, 0.0095, 0.0095],
  ] as const;
  for (const [tx, tz, r, h] of toes) f = melt(f, ellipsoid(tx, h, tz, 1.5 * r, h, r)(x, y, z), 0.008);
  return f;
};

/** A head about the origin, looking along +z, chin down (m): skull, jaw, nose, brows and ears, with curls of hair. */
export const headField: Field = (x, y, z) => {
  let f = ellipsoid(0, 0.03, -0.01, 0.075, 0.085, 0.095)(x, y, z);
  f = melt(f, ellipsoid(0, -0.045, 0.03, 0.05, 0.055, 0.055)(x, y, z), 0.04);
  f = melt(f, ellipsoid(0, -0.005, 0.1, 0.011, 0.022, 0.018)(x, y, z), 0.015);
  f = melt(f, ellipsoid(0, 0.025, 0.078, 0.045, 0.01, 0.015)(x, y, z), 0.015);
  for (const side of [-1, 1]) f = melt(f, ellipsoid(side * 0.076, 0, -0.01, 0.008, 0.03, 0.018)(x, y, z), 0.008);
  const hair = Math.min(1, Math.max(0, (y - 0.045 - 0.5 * z) / 0.03));
  return f - 0.0015 * hair * sin(220 * x) * sin(220 * y) * sin(220 * z);
};

/** Two solids of which the second is cut out of the first, rounded over a width k (m). */
const cutOut = (a: number, b: number, k: number): number => -melt(-a, b, k);

const sphere =
  (r: number): Field =>
  (x, y, z) =>
    Math.sqrt(x * x + y * y + z * z) - r;

/** The upper end of a thigh bone, head of 25 mm at the origin and downwards, neck and shaft above it (m). */
export const femurField: Field = (x, y, z) => {
  let f = sphere(0.025)(x, y, z);
  f = melt(f, ellipsoid(0.008, 0.035, 0, 0.013, 0.03, 0.012)(x, y, z), 0.008);
  f = melt(f, ellipsoid(0.02, 0.062, 0, 0.022, 0.018, 0.018)(x, y, z), 0.012);
  return melt(f, ellipsoid(0.02, 0.1, 0, 0.015, 0.05, 0.014)(x, y, z), 0.012);
};

/** A hip with a hollow of 25.5 mm about the origin, open upwards (m). */
export const hipField: Field = (x, y, z) => {
  let f = ellipsoid(0, -0.03, 0, 0.055, 0.04, 0.05)(x, y, z);
  f = melt(f, ellipsoid(-0.055, -0.05, 0, 0.04, 0.05, 0.015)(x, y, z), 0.02);
  return cutOut(f, sphere(0.0255)(x, y, z), 0.004);
};

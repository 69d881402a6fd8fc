// Round solids, and an independent answer for what a plane cuts off them.

import { cross, dot, normalize, type Quat, rotate, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { AnalyticOverlap } from '../../src/overlap/analytic/analytic.js';
import { TorusCut } from '../../src/overlap/analytic/torus.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import { createShape } from '../../src/shapes/create.js';
import type { ShapeDescription, SimpleShape } from '../../src/shapes/shape.js';
import { type Answer, answer } from './convex-helpers.js';

export const shapeOf = (d: ShapeDescription): SimpleShape => createShape(d) as SimpleShape;
export const sphere = (radius: number): SimpleShape => shapeOf({ type: 'sphere', radius });
export const capsule = (radius: number, height: number): SimpleShape => shapeOf({ type: 'capsule', radius, height });
export const cylinder = (radius: number, height: number): SimpleShape => shapeOf({ type: 'cylinder', radius, height });
export const cone = (radius: number, height: number): SimpleShape => shapeOf({ type: 'cone', radius, height });
export const torus = (radius: number, tube: number): SimpleShape => shapeOf({ type: 'torus', radius, tube });
export const halfSpace = shapeOf({ type: 'half-space' });

const overlap = new AnalyticOverlap(new TorusCut());
const out = new OverlapBuffer();

export interface Result extends Answer {
  points: Vec3[];
  origin: Vec3;
}

/** The overlap of A and B; null: none. Throws where there is no formula. */
export function meet(A: SimpleShape, pa: Float64Array, B: SimpleShape, pb: Float64Array): Result | null {
  const found = overlap.compute(A, pa, 0, B, pb, 0, out);
  if (found < 0) throw new Error('no formula');
  if (found === 0) return null;
  const points: Vec3[] = [];
  for (let i = out.pointStart[0]; i < out.pointStart[1]; i++)
    points.push([out.points[3 * i], out.points[3 * i + 1], out.points[3 * i + 2]]);
  return { ...answer(out), points, origin: [out.origin[0], out.origin[1], out.origin[2]] };
}

interface Profile {
  r: (t: number) => number;
  knots: number[];
}

/** A torus is its outer surface's solid less its inner one's. */
function profiles(shape: SimpleShape): [number, Profile][] {
  if (shape.type !== 'torus') return [[1, profile(shape)]];
  const { radius: R, tube } = shape;
  const x = (t: number): number => Math.sqrt(Math.max((tube - t) * (tube + t), 0));
  return [
    [1, { r: (t) => R + x(t), knots: [-tube, tube] }],
    [-1, { r: (t) => R - x(t), knots: [-tube, tube] }],
  ];
}

/** Slice radius along the axis, and where it has a kink or an end. */
function profile(shape: SimpleShape): Profile {
  if (shape.type === 'sphere') {
    const R = shape.radius;
    return { r: (t) => Math.sqrt(Math.max((R - t) * (R + t), 0)), knots: [-R, R] };
  }
  if (shape.type === 'cylinder') return { r: () => shape.radius, knots: [-shape.halfHeight, shape.halfHeight] };
  if (shape.type === 'cone') {
    const h = shape.halfHeight;
    return { r: (t) => (shape.radius * (h - t)) / (2 * h), knots: [-h, h] };
  }
  if (shape.type !== 'capsule') throw new Error(shape.type);
  const { radius: R, halfHeight: h } = shape;
  const r = (t: number): number => {
    const q = Math.max(Math.abs(t) - h, 0);
    return Math.sqrt(Math.max((R - q) * (R + q), 0));
  };
  return { r, knots: [-h - R, -h, h, h + R] };
}

/**
 * V, centre and M of shape ∩ {m·x ≤ d}, about the shape's origin: tanh-sinh over slices along the axis between
 * numerically found kinks, and the midpoint rule over α within a slice, y = -r cos α. Good to 1e-10 unless kinks lie
 * very close together.
 */
export function sliceOracle(shape: SimpleShape, q: Quat, m: Vec3, d: number): { V: number; c: Vec3; M: number[] } {
  const a = rotate(q, [0, 1, 0]);
  const c = a[0] * m[0] + a[1] * m[1] + a[2] * m[2];
  // Square to a also where m is nearly parallel to it.
  const v = cross(a, m);
  const s = Math.hypot(...v);
  const z: Vec3 = s > 0 ? normalize(sub(v, scale(a, dot(v, a)))) : rotate(q, [0, 0, 1]);
  const e = cross(z, a);
  const sum = new Float64Array(8); // 1, t, y, tt, ty, yy, zz
  for (const [sign, p] of profiles(shape)) addSlices(sum, sign, p, c, s, d);
  const V = sum[0];
  const t = sum[1] / V;
  const y = sum[2] / V;
  const [tt, ty, yy, zz] = [sum[3] - t * sum[1], sum[4] - t * sum[2], sum[5] - y * sum[2], sum[6]];
  const M: number[] = [];
  for (let i = 0; i < 3; i++)
    for (let j = i; j < 3; j++)
      M.push(tt * a[i] * a[j] + ty * (a[i] * e[j] + a[j] * e[i]) + yy * e[i] * e[j] + zz * z[i] * z[j]);
  return { V, c: [t * a[0] + y * e[0], t * a[1] + y * e[1], t * a[2] + y * e[2]], M };
}

function addSlices(sum: Float64Array, weight: number, p: Profile, c: number, s: number, d: number): void {
  const { r, knots } = p;
  const cuts = [...knots];
  for (const sign of [-1, 1]) {
    const f = (t: number): number => d - c * t + sign * s * r(t);
    for (let k = 0; k + 1 < knots.length; k++) {
      const n = 4000;
      for (let i = 0; i < n; i++) {
        let lo = knots[k] + ((knots[k + 1] - knots[k]) * i) / n;
        let hi = knots[k] + ((knots[k + 1] - knots[k]) * (i + 1)) / n;
        if (f(lo) < 0 === f(hi) < 0) continue;
        const up = f(hi) > 0;
        for (let b = 0; b < 80; b++) {
          const mid = 0.5 * (lo + hi);
          if (f(mid) > 0 === up) hi = mid;
          else lo = mid;
        }
        cuts.push(hi);
      }
    }
  }
  cuts.sort((x, y) => x - y);
  for (let k = 0; k + 1 < cuts.length; k++) {
    const half = 0.5 * (cuts[k + 1] - cuts[k]);
    if (half <= 0) continue;
    const step = 1 / 24;
    for (let i = -80; i <= 80; i++) {
      const x = i * step;
      const g = 0.5 * Math.PI * Math.sinh(x);
      const w = (weight * half * step * 0.5 * Math.PI * Math.cosh(x)) / Math.cosh(g) ** 2;
      // Distance from the nearer end without cancellation.
      const gap = half * (2 / (Math.exp(2 * Math.abs(g)) + 1));
      addSlice(sum, i < 0 ? cuts[k] + gap : cuts[k + 1] - gap, w, r, c, s, d);
    }
  }
}

function addSlice(
  sum: Float64Array,
  t: number,
  w: number,
  radius: (t: number) => number,
  c: number,
  s: number,
  d: number,
): void {
  const r = radius(t);
  if (r <= 0) return;
  const p = d - c * t;
  const beta = p >= s * r ? Math.PI : p <= -s * r ? 0 : Math.acos(-p / (s * r));
  if (beta === 0) return;
  const n = 24;
  for (let i = 0; i < n; i++) {
    const al = 0.5 * beta * (1 + NODES[i]);
    const y = -r * Math.cos(al);
    const h = r * Math.sin(al);
    const f = w * 0.5 * beta * WEIGHTS[i] * 2 * h * h;
    sum[0] += f;
    sum[1] += f * t;
    sum[2] += f * y;
    sum[3] += f * t * t;
    sum[4] += f * t * y;
    sum[5] += f * y * y;
    sum[6] += (f * h * h) / 3;
  }
}

/** Gauss–Legendre on [-1, 1] by Newton's method, not from a table. */
function legendre(n: number): [number[], number[]] {
  const x: number[] = [];
  const w: number[] = [];
  for (let i = 0; i < n; i++) {
    let z = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let dp = 1;
    for (let k = 0; k < 20; k++) {
      let p0 = 1;
      let p1 = z;
      for (let j = 2; j <= n; j++) [p0, p1] = [p1, ((2 * j - 1) * z * p1 - (j - 1) * p0) / j];
      dp = (n * (z * p1 - p0)) / (z * z - 1);
      z -= p1 / dp;
    }
    x.push(z);
    w.push(2 / ((1 - z * z) * dp * dp));
  }
  return [x, w];
}
export const [NODES, WEIGHTS] = legendre(24);

/** Area of the convex hull of the points seen along n. */
export function hullArea(points: readonly Vec3[], n: Vec3): number {
  const hull = hullOf(points, n);
  let area = 0;
  hull.forEach(([x, y], i) => {
    const [X, Y] = hull[(i + 1) % hull.length];
    area += 0.5 * (x * Y - X * y);
  });
  return area;
}

/** Convex hull (monotone chain) of the points seen along n, in some frame square to n. */
export function hullOf(points: readonly Vec3[], n: Vec3): [number, number][] {
  const u: Vec3 = Math.abs(n[0]) < 0.7 ? [0, n[2], -n[1]] : [-n[2], 0, n[0]];
  const k = 1 / Math.hypot(...u);
  const [ux, uy, uz] = [u[0] * k, u[1] * k, u[2] * k];
  const [wx, wy, wz] = [n[1] * uz - n[2] * uy, n[2] * ux - n[0] * uz, n[0] * uy - n[1] * ux];
  const flat = points
    .map(([x, y, z]): [number, number] => [x * ux + y * uy + z * uz, x * wx + y * wy + z * wz])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: [number, number][]): [number, number][] => {
    const h: [number, number][] = [];
    for (const p of list) {
      while (h.length > 1) {
        const [a, b] = [h[h.length - 2], h[h.length - 1]];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        h.pop();
      }
      h.push(p);
    }
    h.pop();
    return h;
  };
  return [...half(flat), ...half(flat.reverse())];
}

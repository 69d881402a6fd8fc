// What mathematics expects of a screw and a nut of flat triangles, without our engine: how far down the screw can be
// pushed at every angle, and how fast it then turns down by its weight, held on its axis, each edge struck without
// bouncing.

import type { ShapeDescription } from '../../src/index.js';

const G = 9.81;
/** Angles at which the lowest height is measured in a facet, and time step (s). */
const SAMPLES = 96;
const H = 2e-6;

/** A mesh as solids.ts makes it. */
interface Mesh {
  positions: ArrayLike<number>;
  indices: ArrayLike<number>;
}
type Point = readonly [number, number];
/** x, y, z of three corners. */
type Triangle = number[];

/** The triangles that face up (1) or down (-1) along z, anticlockwise seen from above, turned by `angle`. */
function facing(mesh: Mesh, sign: number, angle: number): Triangle[] {
  const { positions: p, indices } = mesh;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const all: Triangle[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const q = [0, 1, 2].flatMap((k) => {
      const o = 3 * indices[t + (sign > 0 ? k : 2 - k)]!;
      return [c * p[o]! - s * p[o + 1]!, s * p[o]! + c * p[o + 1]!, p[o + 2]!];
    });
    if ((q[3]! - q[0]!) * (q[7]! - q[1]!) - (q[4]! - q[1]!) * (q[6]! - q[0]!) > 1e-12) all.push(q);
  }
  return all;
}

const low = (q: Triangle, m: number) => Math.min(q[m]!, q[3 + m]!, q[6 + m]!);
const high = (q: Triangle, m: number) => Math.max(q[m]!, q[3 + m]!, q[6 + m]!);

/** What two triangles have in common, seen along z. */
function common(a: Triangle, b: Triangle): Point[] {
  let outline: Point[] = [0, 3, 6].map((k) => [a[k]!, a[k + 1]!]);
  for (let k = 0; k < 9; k += 3) {
    const [x, y, ex, ey] = [b[k]!, b[k + 1]!, b[(k + 3) % 9]! - b[k]!, b[((k + 3) % 9) + 1]! - b[k + 1]!];
    const side = (q: Point) => ex * (q[1] - y) - ey * (q[0] - x);
    const next: Point[] = [];
    outline.forEach((u, n) => {
      const v = outline[(n + 1) % outline.length]!;
      const [su, sv] = [side(u), side(v)];
      if (su >= 0) next.push(u);
      if (su * sv < 0) next.push([u[0] + (su / (su - sv)) * (v[0] - u[0]), u[1] + (su / (su - sv)) * (v[1] - u[1])]);
    });
    outline = next;
  }
  return outline;
}

function heightOf(q: Triangle, [x, y]: Point): number {
  const [ux, uy, uz, vx, vy, vz] = [0, 1, 2, 3, 4, 5].map((k) => q[3 + k]! - q[k % 3]!) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [dx, dy, area] = [x - q[0]!, y - q[1]!, ux * vy - uy * vx];
  return q[2]! + ((dx * vy - dy * vx) * uz + (ux * dy - uy * dx) * vz) / area;
}

/** The lowest height of the screw, turned by `angle`, at which none of its triangles is below one of the nut. */
function lowest(screw: Mesh, nut: Triangle[], angle: number, pitch: number): number {
  let most = -Infinity;
  for (const a of facing(screw, -1, angle))
    for (const b of nut) {
      // Of another turn of the thread.
      if (Math.abs(low(a, 2) + high(a, 2) - low(b, 2) - high(b, 2)) > 0.7 * pitch) continue;
      if (low(a, 0) > high(b, 0) || low(b, 0) > high(a, 0) || low(a, 1) > high(b, 1) || low(b, 1) > high(a, 1))
        continue;
      for (const q of common(a, b)) {
        const height = heightOf(b, q) - heightOf(a, q);
        if (height < 0.3 * pitch) most = Math.max(most, height);
      }
    }
  return most;
}

/** The height at which the screw rests on the nut before it turns. */
export function seatOf(screw: ShapeDescription, nut: ShapeDescription, pitch: number): number {
  return lowest(screw as unknown as Mesh, facing(nut as unknown as Mesh, 1, 0), 0, pitch);
}

/** Angular velocity of a screw of the radius of gyration k, let go at height z, after so many seconds. */
export function facetedSpeed(
  screw: ShapeDescription,
  nut: ShapeDescription,
  pitch: number,
  segments: number,
  k: number,
  seconds: number,
  z = 0,
): number {
  const period = (2 * Math.PI) / segments;
  const fixed = facing(nut as unknown as Mesh, 1, 0);
  const f = Array.from({ length: SAMPLES }, (_, n) =>
    lowest(screw as unknown as Mesh, fixed, (-period * n) / SAMPLES, pitch),
  );
  const drop = pitch / segments;
  // Height at the angle q, and its slope there.
  const at = (q: number): [number, number] => {
    const facets = Math.floor(q / period);
    const x = (q / period - facets) * SAMPLES;
    const n = Math.min(SAMPLES - 1, Math.floor(x));
    const rise = (n + 1 < SAMPLES ? f[n + 1]! : f[0]! - drop) - f[n]!;
    return [f[n]! + rise * (x - n) - facets * drop, (rise * SAMPLES) / period];
  };
  let [q, v, w] = [0, 0, 0];
  for (let n = 0; n < Math.round(seconds / H); n++) {
    v -= G * H;
    const [floor, slope] = at(q + H * w);
    const closing = slope * w - v;
    if (z + H * v < floor && closing > 0) {
      const push = closing / (1 + (slope / k) ** 2);
      v += push;
      w -= (push * slope) / (k * k);
    }
    q += H * w;
    z = Math.max(z + H * v, at(q)[0]);
  }
  return w;
}

// Solids, poses and independent answers for the tests of convex overlap.

import { expect } from 'vitest';
import type { Random } from '../../src/math/random.js';
import { cos, sin } from '../../src/math/trig.js';
import { cross, dot, multiply, normalize, type Quat, rotate, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import {
  OV_AREA_VECTOR,
  OV_CENTER,
  OV_FACE_NORMAL,
  OV_MOMENT,
  OV_TURN,
  OV_VOLUME,
  type OverlapBuffer,
} from '../../src/overlap/overlap.js';
import { edgesOfFaces, type Polyhedron } from '../../src/shapes/polyhedron.js';

/** A polyhedron from its vertices and its faces, counter-clockwise seen from outside. */
export function polyhedronOf(points: readonly Vec3[], faces: readonly (readonly number[])[]): Polyhedron {
  const faceStart = new Int32Array(faces.length + 1);
  const planes = new Float64Array(4 * faces.length);
  faces.forEach((face, f) => {
    faceStart[f + 1] = faceStart[f] + face.length;
    // Newell's normal: exact for axis-parallel faces, and fair to all corners of the others.
    let n: Vec3 = [0, 0, 0];
    face.forEach((v, i) => {
      const c = cross(sub(points[v], points[face[0]]), sub(points[face[(i + 1) % face.length]], points[face[0]]));
      n = [n[0] + c[0], n[1] + c[1], n[2] + c[2]];
    });
    n = normalize(n);
    const d = face.reduce((s, v) => s + dot(n, points[v]), 0) / face.length;
    planes.set([n[0], n[1], n[2], d], 4 * f);
  });
  const faceVertices = Int32Array.from(faces.flat());
  const edges = edgesOfFaces(faceStart, faceVertices, points.length);
  if (edges === null) throw new Error('not closed');
  return { vertices: Float64Array.from(points.flat()), faceStart, faceVertices, planes, edges };
}

export function tetrahedron(a: Vec3, b: Vec3, c: Vec3, d: Vec3): Polyhedron {
  const right = dot(cross(sub(b, a), sub(c, a)), sub(d, a)) > 0;
  const points = right ? [a, b, c, d] : [a, c, b, d];
  return polyhedronOf(points, [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ]);
}

/** A prism along y from -h to h over a regular polygon of n corners, the first at `turn`. */
export function prism(n: number, radius: number, h: number, turn = 0): Polyhedron {
  const points: Vec3[] = [];
  for (const y of [-h, h]) {
    for (let i = 0; i < n; i++) {
      const angle = turn + (2 * Math.PI * i) / n;
      points.push([radius * cos(angle), y, radius * sin(angle)]);
    }
  }
  const ring = Array.from({ length: n }, (_, i) => i);
  return polyhedronOf(points, [
    ring,
    ring.map((i) => 2 * n - 1 - i),
    ...ring.map((i) => [i, n + i, n + ((i + 1) % n), (i + 1) % n]),
  ]);
}

/** Convex hull by trying every triangle: for points in general position, slow and simple. */
export function bruteHull(points: readonly Vec3[]): Polyhedron {
  const faces: number[][] = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) {
        const n = cross(sub(points[j], points[i]), sub(points[k], points[i]));
        let above = 0;
        let below = 0;
        points.forEach((p, m) => {
          if (m === i || m === j || m === k) return;
          if (dot(n, sub(p, points[i])) > 0) above++;
          else below++;
        });
        if (above === 0) faces.push([i, j, k]);
        else if (below === 0) faces.push([i, k, j]);
      }
    }
  }
  const used = [...new Set(faces.flat())].sort((a, b) => a - b);
  return polyhedronOf(
    used.map((v) => points[v]),
    faces.map((face) => face.map((v) => used.indexOf(v))),
  );
}

export function randomHull(random: Random, corners: number, size = 1): Polyhedron {
  const points: Vec3[] = [];
  for (let i = 0; i < corners; i++) points.push(scale(random.direction(), size * random.between(0.6, 1)));
  return bruteHull(points);
}

export function scaled(poly: Polyhedron, k: number): Polyhedron {
  const planes = poly.planes.slice();
  for (let i = 3; i < planes.length; i += 4) planes[i] *= k;
  return { ...poly, vertices: poly.vertices.map((v) => v * k), planes };
}

export const pose = (p: Vec3 = [0, 0, 0], q: Quat = [0, 0, 0, 1]): Float64Array => Float64Array.of(...p, ...q);

export function about(axis: Vec3, angle: number): Quat {
  const [x, y, z] = scale(normalize(axis), sin(angle / 2));
  return [x, y, z, cos(angle / 2)];
}

/** The pose moved by the rigid motion x → rotate(q, x) + p. */
export function moved(f: Float64Array, p: Vec3, q: Quat): Float64Array {
  const c = rotate(q, [f[0], f[1], f[2]]);
  return pose([c[0] + p[0], c[1] + p[1], c[2] + p[2]], multiply(q, [f[3], f[4], f[5], f[6]]));
}

export interface Answer {
  V: number;
  /** In world coordinates less the buffer's origin. */
  c: Vec3;
  M: number[];
  g: Vec3;
  turn: Vec3;
  n: Vec3;
}

export function answer(out: OverlapBuffer): Answer {
  const r = out.records;
  const three = (i: number): Vec3 => [r[i], r[i + 1], r[i + 2]];
  return {
    V: r[OV_VOLUME],
    c: three(OV_CENTER),
    M: Array.from(r.slice(OV_MOMENT, OV_MOMENT + 6)),
    g: three(OV_AREA_VECTOR),
    turn: three(OV_TURN),
    n: three(OV_FACE_NORMAL),
  };
}

/** A point of the polyhedron as the pose puts it. */
export function cornerAt(poly: Polyhedron, v: number, f: Float64Array): Vec3 {
  const p = rotate(
    [f[3], f[4], f[5], f[6]],
    [poly.vertices[3 * v], poly.vertices[3 * v + 1], poly.vertices[3 * v + 2]],
  );
  return [p[0] + f[0], p[1] + f[1], p[2] + f[2]];
}

export const size3 = (v: readonly number[]): number => Math.sqrt(v.reduce((s, x) => s + x * x, 0));
export const apart = (a: readonly number[], b: readonly number[]): number => size3(a.map((x, i) => x - b[i]));

/** V, centre and M of a tetrahedron mesh's union, by the textbook formula of each: an answer that shares no code. */
export function momentsOfTetrahedra(tets: readonly (readonly [Vec3, Vec3, Vec3, Vec3])[]): {
  V: number;
  c: Vec3;
  M: number[];
} {
  let V = 0;
  const first = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0];
  const pairs = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ];
  for (const t of tets) {
    const v = dot(cross(sub(t[1], t[0]), sub(t[2], t[0])), sub(t[3], t[0])) / 6;
    V += v;
    const s = [0, 1, 2].map((i) => t[0][i] + t[1][i] + t[2][i] + t[3][i]);
    for (let i = 0; i < 3; i++) first[i] += (v * s[i]) / 4;
    pairs.forEach(([i, j], k) => {
      second[k] += (v / 20) * (s[i] * s[j] + t.reduce((sum, p) => sum + p[i] * p[j], 0));
    });
  }
  const c: Vec3 = [first[0] / V, first[1] / V, first[2] / V];
  return { V, c, M: pairs.map(([i, j], k) => second[k] - V * c[i] * c[j]) };
}

/** Expect two vectors or numbers to agree within `tolerance`, naming the case in the failure. */
export function expectClose(
  got: number | readonly number[],
  want: number | readonly number[],
  tolerance: number,
  what: string,
): void {
  const d = apart(typeof got === 'number' ? [got] : got, typeof want === 'number' ? [want] : want);
  expect(d, `${what}: got ${got}, want ${want}`).toBeLessThanOrEqual(tolerance);
}

/** Spacing of doubles at x. */
export const ulp = (x: number): number => 2 ** (Math.floor(Math.log2(Math.abs(x))) - 52);

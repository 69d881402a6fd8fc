// What every convex polyhedron must satisfy, and an oracle for hulls that shares no code with the engine.

import { expect } from 'vitest';
import type { Polyhedron } from '../../src/shapes/polyhedron.js';

type Point = readonly [number, number, number];

export const flat = (points: readonly Point[]): Float64Array => Float64Array.from(points.flat());

/** Every plane bounds every point, faces are flat, convex and counter-clockwise, edges join two faces, Euler holds. */
export function checkPolyhedron(p: Polyhedron, points: Float64Array, tolerance: number): void {
  const faces = p.faceStart.length - 1;
  const vertices = p.vertices.length / 3;
  const edges = p.edges.length / 4;
  expect(vertices - edges + faces).toBe(2);
  expect(p.planes.length).toBe(4 * faces);
  const at = (v: number): Point => [p.vertices[3 * v], p.vertices[3 * v + 1], p.vertices[3 * v + 2]];
  let worst = -Infinity;
  let flatness = 0;
  let turned = -Infinity;
  for (let f = 0; f < faces; f++) {
    const [nx, ny, nz, d] = p.planes.subarray(4 * f, 4 * f + 4);
    expect(Math.abs(Math.sqrt(nx * nx + ny * ny + nz * nz) - 1)).toBeLessThan(1e-15 * 4);
    for (let i = 0; i < points.length; i += 3) {
      worst = Math.max(worst, nx * points[i] + ny * points[i + 1] + nz * points[i + 2] - d);
    }
    const loop = p.faceVertices.subarray(p.faceStart[f], p.faceStart[f + 1]);
    expect(loop.length).toBeGreaterThan(2);
    expect(new Set(loop).size).toBe(loop.length);
    for (let i = 0; i < loop.length; i++) {
      const a = at(loop[i]);
      const b = at(loop[(i + 1) % loop.length]);
      flatness = Math.max(flatness, Math.abs(nx * a[0] + ny * a[1] + nz * a[2] - d));
      // The outward side of this edge within the face: no vertex of the face may lie beyond it.
      const ex = b[0] - a[0];
      const ey = b[1] - a[1];
      const ez = b[2] - a[2];
      const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
      expect(length).toBeGreaterThan(0);
      const c = at(loop[(i + 2) % loop.length]);
      const gx = c[0] - a[0];
      const gy = c[1] - a[1];
      const gz = c[2] - a[2];
      const chord = Math.sqrt(gx * gx + gy * gy + gz * gz);
      const turn = nx * (ey * gz - ez * gy) + ny * (ez * gx - ex * gz) + nz * (ex * gy - ey * gx);
      turned = Math.max(turned, -turn / Math.max(chord, length));
    }
  }
  expect(worst).toBeLessThanOrEqual(2 * tolerance);
  expect(flatness).toBeLessThanOrEqual(2 * tolerance);
  expect(turned).toBeLessThanOrEqual(tolerance);
  // Each edge runs first → second in its left face and back in its right face, and these are all the sides there are.
  const sides = new Map<string, number>();
  for (let f = 0; f < faces; f++) {
    const loop = p.faceVertices.subarray(p.faceStart[f], p.faceStart[f + 1]);
    for (let i = 0; i < loop.length; i++) {
      const key = `${loop[i]}>${loop[(i + 1) % loop.length]}`;
      expect(sides.has(key)).toBe(false);
      sides.set(key, f);
    }
  }
  expect(sides.size).toBe(2 * edges);
  for (let e = 0; e < edges; e++) {
    const [a, b, left, right] = p.edges.subarray(4 * e, 4 * e + 4);
    expect(left).not.toBe(right);
    expect(sides.get(`${a}>${b}`)).toBe(left);
    expect(sides.get(`${b}>${a}`)).toBe(right);
  }
  // Vertices are given points.
  const given = new Set<string>();
  for (let i = 0; i < points.length; i += 3) given.add(points.subarray(i, i + 3).join());
  for (let v = 0; v < vertices; v++) expect(given.has(p.vertices.subarray(3 * v, 3 * v + 3).join())).toBe(true);
}

interface OracleHull {
  volume: number;
  faces: number;
}

/**
 * Volume and number of facets by brute force, O(n⁴): a triple of points spans a facet plane where no point lies above
 * it. Exact signs for integer coordinates below 2¹⁶ (determinants stay below 2⁵³). Facets are told apart by the
 * points on them; their area is that of the planar hull of these points, found by wrapping.
 */
export function bruteForceHull(points: readonly Point[]): OracleHull {
  const seen = new Set<string>();
  let volume = 0;
  let faces = 0;
  const o = points[0];
  const n = points.length;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) {
        if (i === j || j === k || i === k) continue;
        const normal = crossOf(points[i], points[j], points[k]);
        if (normal[0] === 0 && normal[1] === 0 && normal[2] === 0) continue;
        const on: number[] = [];
        let supporting = true;
        for (let m = 0; m < n && supporting; m++) {
          const h = heightOf(points[m], points[i], normal);
          if (h > 0) supporting = false;
          if (h === 0) on.push(m);
        }
        if (!supporting || seen.has(on.join())) continue;
        seen.add(on.join());
        faces++;
        const length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
        const height = -heightOf(o, points[i], normal) / length;
        volume +=
          (height *
            wrappedArea(
              on.map((m) => points[m]),
              normal,
            )) /
          3;
      }
    }
  }
  return { volume, faces };
}

function crossOf(a: Point, b: Point, c: Point): [number, number, number] {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

const heightOf = (p: Point, a: Point, n: readonly number[]): number =>
  n[0] * (p[0] - a[0]) + n[1] * (p[1] - a[1]) + n[2] * (p[2] - a[2]);

/** Area of the planar hull by gift wrapping: from a corner, always the next point with all others to its left. */
function wrappedArea(on: readonly Point[], normal: readonly number[]): number {
  const length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
  const dot = (c: readonly number[]): number => normal[0] * c[0] + normal[1] * c[1] + normal[2] * c[2];
  const start = [...on].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])[0];
  const distance = (a: Point, b: Point): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
  let area = 0;
  let current = start;
  for (let guard = 0; guard <= on.length; guard++) {
    let best: Point | null = null;
    for (const q of on) {
      if (distance(q, current) === 0) continue;
      if (best === null) {
        best = q;
        continue;
      }
      const turn = dot(crossOf(current, best, q));
      if (turn < 0 || (turn === 0 && distance(q, current) > distance(best, current))) best = q;
    }
    area += dot(crossOf(start, current, best!)) / length / 2;
    current = best!;
    if (distance(current, start) === 0) break;
  }
  return area;
}

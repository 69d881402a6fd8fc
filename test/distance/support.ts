// What the tests of point geometry share: shapes at poses, and independent measures of distance.

import { CP_STRIDE, PointBuffer } from '../../src/distance/buffer.js';
import { PointGenerator } from '../../src/distance/points.js';
import type { Random } from '../../src/math/random.js';
import {
  add,
  cross,
  dot,
  length,
  normalize,
  type Quat,
  rotate,
  scale,
  sub,
  unrotate,
  type Vec3,
} from '../../src/math/vec3.js';
import { CONCAVE_SOLIDS } from '../../src/overlap/concave-solids.js';
import { createShape } from '../../src/shapes/create.js';
import type { Polyhedron } from '../../src/shapes/polyhedron.js';
import type { ShapeDescription, SimpleShape } from '../../src/shapes/shape.js';

export interface Body {
  shape: SimpleShape;
  position: Vec3;
  rotation: Quat;
}

export interface Point {
  a: Vec3;
  b: Vec3;
  n: Vec3;
  separation: number;
  id: number;
}

export function body(description: ShapeDescription, position: Vec3 = [0, 0, 0], rotation: Quat = [0, 0, 0, 1]): Body {
  return { shape: createShape(description) as SimpleShape, position, rotation };
}

const generator = new PointGenerator(CONCAVE_SOLIDS);
const buffer = new PointBuffer();

/** Contact points in world coordinates. */
export function points(a: Body, b: Body, margin = 0): Point[] {
  const pa = Float64Array.from([9, 9, ...a.position, ...a.rotation]);
  const pb = Float64Array.from([...b.position, ...b.rotation]);
  const n = generator.generate(a.shape, pa, 2, b.shape, pb, 0, margin, buffer);
  const result: Point[] = [];
  const d = buffer.data;
  const o: Vec3 = [buffer.origin[0], buffer.origin[1], buffer.origin[2]];
  for (let i = 0; i < n; i++) {
    const k = i * CP_STRIDE;
    result.push({
      a: add(o, [d[k], d[k + 1], d[k + 2]]),
      b: add(o, [d[k + 3], d[k + 4], d[k + 5]]),
      n: [d[k + 6], d[k + 7], d[k + 8]],
      separation: d[k + 9],
      id: buffer.ids[i],
    });
  }
  return result;
}

export const deepest = (list: readonly Point[]): number => Math.min(...list.map((p) => p.separation));

export function turn(axis: Vec3, angle: number): Quat {
  const u = normalize(axis);
  const s = Math.sin(angle / 2);
  return [u[0] * s, u[1] * s, u[2] * s, Math.cos(angle / 2)];
}

export function randomHull(random: Random, n = 6 + random.below(14)): ShapeDescription {
  const list: Vec3[] = [];
  const stretch: Vec3 = [random.between(0.3, 1.5), random.between(0.3, 1.5), random.between(0.3, 1.5)];
  for (let i = 0; i < n; i++) {
    const d = random.direction();
    const r = random.between(0.6, 1);
    list.push([d[0] * r * stretch[0], d[1] * r * stretch[1], d[2] * r * stretch[2]]);
  }
  return { type: 'convex', points: list };
}

export function polyhedronOf(b: Body): Polyhedron {
  if (b.shape.type !== 'box' && b.shape.type !== 'convex') throw new Error('no polyhedron');
  return b.shape.polyhedron;
}

export function worldVertices(b: Body): Vec3[] {
  const v = polyhedronOf(b).vertices;
  const list: Vec3[] = [];
  for (let i = 0; i < v.length; i += 3) list.push(add(b.position, rotate(b.rotation, [v[i], v[i + 1], v[i + 2]])));
  return list;
}

/** Largest gap over every face normal and every cross product of edges, by brute force: the separating-axis oracle. */
export function separationBySat(a: Body, b: Body): { separation: number; face: number } {
  const va = worldVertices(a);
  const vb = worldVertices(b);
  const axes: Vec3[] = [];
  for (const body of [a, b]) {
    const p = polyhedronOf(body).planes;
    for (let i = 0; i < p.length; i += 4) axes.push(rotate(body.rotation, [p[i], p[i + 1], p[i + 2]]));
  }
  let best = -Infinity;
  const gap = (n: Vec3): number => {
    let minA = Infinity;
    let maxA = -Infinity;
    let minB = Infinity;
    let maxB = -Infinity;
    for (const v of va) {
      const h = dot(n, v);
      minA = Math.min(minA, h);
      maxA = Math.max(maxA, h);
    }
    for (const v of vb) {
      const h = dot(n, v);
      minB = Math.min(minB, h);
      maxB = Math.max(maxB, h);
    }
    return Math.max(minA - maxB, minB - maxA);
  };
  for (const n of axes) best = Math.max(best, gap(n));
  const face = best;
  const edges = (body: Body, v: Vec3[]): Vec3[] => {
    const e = polyhedronOf(body).edges;
    const list: Vec3[] = [];
    for (let i = 0; i < e.length; i += 4) list.push(sub(v[e[i + 1]], v[e[i]]));
    return list;
  };
  const eb = edges(b, vb);
  for (const u of edges(a, va)) {
    for (const v of eb) {
      const c = cross(u, v);
      const l = length(c);
      if (l < 1e-6 * length(u) * length(v)) continue;
      best = Math.max(best, gap(scale(c, 1 / l)));
    }
  }
  return { separation: best, face };
}

export function distancePointTriangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3): number {
  const n = cross(sub(b, a), sub(c, a));
  const inside = (u: Vec3, v: Vec3): boolean => dot(cross(sub(v, u), sub(p, u)), n) >= 0;
  if (inside(a, b) && inside(b, c) && inside(c, a)) return Math.abs(dot(sub(p, a), n)) / length(n);
  return Math.min(distancePointSegment(p, a, b), distancePointSegment(p, b, c), distancePointSegment(p, c, a));
}

export function distancePointSegment(p: Vec3, a: Vec3, b: Vec3): number {
  const u = sub(b, a);
  const t = Math.max(0, Math.min(1, dot(sub(p, a), u) / dot(u, u)));
  return length(sub(p, add(a, scale(u, t))));
}

export function distanceSegments(a: Vec3, b: Vec3, c: Vec3, d: Vec3): number {
  let best = Math.min(
    distancePointSegment(a, c, d),
    distancePointSegment(b, c, d),
    distancePointSegment(c, a, b),
    distancePointSegment(d, a, b),
  );
  const n = cross(sub(b, a), sub(d, c));
  const nn = dot(n, n);
  if (nn > 1e-18) {
    const w = sub(c, a);
    const s = dot(cross(w, sub(d, c)), n) / nn;
    const t = dot(cross(w, sub(b, a)), n) / nn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) best = Math.min(best, Math.abs(dot(w, n)) / Math.sqrt(nn));
  }
  return best;
}

/** Distance of two disjoint polyhedra, by all vertex–face and edge–edge pairs. */
export function distanceByFeatures(a: Body, b: Body): number {
  const va = worldVertices(a);
  const vb = worldVertices(b);
  let best = Infinity;
  const onto = (from: Vec3[], body: Body, v: Vec3[]): void => {
    const p = polyhedronOf(body);
    for (let f = 0; f + 1 < p.faceStart.length; f++) {
      const s = p.faceStart[f];
      for (let i = s + 1; i + 1 < p.faceStart[f + 1]; i++) {
        const tri = [v[p.faceVertices[s]], v[p.faceVertices[i]], v[p.faceVertices[i + 1]]];
        for (const q of from) best = Math.min(best, distancePointTriangle(q, tri[0], tri[1], tri[2]));
      }
    }
  };
  onto(va, b, vb);
  onto(vb, a, va);
  const ea = polyhedronOf(a).edges;
  const eb = polyhedronOf(b).edges;
  for (let i = 0; i < ea.length; i += 4) {
    for (let j = 0; j < eb.length; j += 4) {
      best = Math.min(best, distanceSegments(va[ea[i]], va[ea[i + 1]], vb[eb[j]], vb[eb[j + 1]]));
    }
  }
  return best;
}

/** Signed distance from a world point to the body's surface, written apart from the engine's own. */
export function signedDistance(b: Body, world: Vec3): number {
  const p = unrotate(b.rotation, sub(world, b.position));
  const s = b.shape;
  const rho = Math.sqrt(p[0] * p[0] + p[2] * p[2]);
  const outside = (x: number, y: number): number =>
    Math.min(Math.max(x, y), 0) + Math.sqrt(Math.max(x, 0) ** 2 + Math.max(y, 0) ** 2);
  switch (s.type) {
    case 'sphere':
      return length(p) - s.radius;
    case 'half-space':
      return p[1];
    case 'capsule':
      return distancePointSegment(p, [0, -s.halfHeight, 0], [0, s.halfHeight, 0]) - s.radius;
    case 'cylinder':
      return outside(rho - s.radius, Math.abs(p[1]) - s.halfHeight);
    case 'torus':
      return Math.sqrt((rho - s.radius) ** 2 + p[1] * p[1]) - s.tube;
    case 'cone': {
      // distance to the outline in the half-plane, signed by the two half-planes
      const h = s.halfHeight;
      const d = Math.min(
        distancePointSegment([rho, p[1], 0], [0, h, 0], [s.radius, -h, 0]),
        distancePointSegment([rho, p[1], 0], [0, -h, 0], [s.radius, -h, 0]),
      );
      const inside = p[1] >= -h && 2 * h * rho + s.radius * (p[1] - h) <= 0;
      return inside ? -d : d;
    }
    case 'smooth':
      throw new Error('smooth solids have no formula here');
    case 'box':
    case 'convex': {
      const q = s.polyhedron;
      const v = (i: number): Vec3 => [q.vertices[3 * i], q.vertices[3 * i + 1], q.vertices[3 * i + 2]];
      let highest = -Infinity;
      let best = Infinity;
      for (let f = 0; f + 1 < q.faceStart.length; f++) {
        const n: Vec3 = [q.planes[4 * f], q.planes[4 * f + 1], q.planes[4 * f + 2]];
        highest = Math.max(highest, dot(n, p) - q.planes[4 * f + 3]);
        const at = q.faceStart[f];
        for (let i = at + 1; i + 1 < q.faceStart[f + 1]; i++) {
          const d = distancePointTriangle(p, v(q.faceVertices[at]), v(q.faceVertices[i]), v(q.faceVertices[i + 1]));
          best = Math.min(best, d);
        }
      }
      return highest <= 0 ? -best : best;
    }
    case 'mesh': {
      const { positions: q, indices } = s.mesh;
      const v = (i: number): Vec3 => [q[3 * i], q[3 * i + 1], q[3 * i + 2]];
      let best = Infinity;
      let angle = 0;
      for (let t = 0; t < indices.length; t += 3) {
        const tri = [v(indices[t]), v(indices[t + 1]), v(indices[t + 2])];
        best = Math.min(best, distancePointTriangle(p, tri[0], tri[1], tri[2]));
        // solid angle (van Oosterom & Strackee): the winding number tells inside from outside
        const [a, c, d] = tri.map((w) => sub(w, p));
        const [la, lc, ld] = [length(a), length(c), length(d)];
        angle += Math.atan2(dot(a, cross(c, d)), la * lc * ld + dot(a, c) * ld + dot(a, d) * lc + dot(c, d) * la);
      }
      return angle > Math.PI ? -best : best;
    }
  }
}

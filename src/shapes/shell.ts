// An open surface made solid: the same surface again, `thickness` behind it, and walls between their borders.
//
// A vertex goes back against the normal of its triangles (each weighted by its angle there; Thürmer & Wüthrich 1998),
// by as much more as keeps the triangles on average `thickness` apart. The front comes first, so that triangle k of the
// solid is triangle k of the surface. Simplification: behind a ridge that is sharper than the thickness allows the back
// runs through itself; what is in front is not touched by that, but volumes that reach so deep are off.
// Verified in test/shapes/terrain.test.ts.

import { crossOfTriangle } from '../math/triangle.js';
import { acos } from '../math/trig.js';
import { ShapeError } from './errors.js';
import type { MeshData } from './procedural.js';

/** A vertex goes back by at most so many thicknesses, however sharp the ridge in front of it. */
const MOST_STRETCH = 2;

/** `positions` and `indices` of a surface all of whose triangles run the same way round. */
export function thicken(positions: Float64Array, indices: Int32Array, thickness: number): MeshData {
  const count = positions.length / 3;
  const normals = new Float64Array(positions.length);
  const faces = new Float64Array(indices.length);
  for (let t = 0; t < indices.length; t += 3) {
    normalOf(faces, t, positions, indices, t);
    for (let c = 0; c < 3; c++) {
      const v = 3 * indices[t + c];
      const weight = angleAt(positions, v, 3 * indices[t + ((c + 1) % 3)], 3 * indices[t + ((c + 2) % 3)]);
      for (let m = 0; m < 3; m++) normals[v + m] += weight * faces[t + m];
    }
  }
  const along = new Float64Array(count);
  const around = new Float64Array(count);
  for (let v = 0; v < normals.length; v += 3) {
    const l = Math.sqrt(normals[v] * normals[v] + normals[v + 1] * normals[v + 1] + normals[v + 2] * normals[v + 2]);
    if (!(l > 1e-12))
      throw new ShapeError(`mesh vertex ${v / 3} has triangles that face against each other: a thickness has no side`);
    for (let m = 0; m < 3; m++) normals[v + m] /= l;
  }
  for (let t = 0; t < indices.length; t++) {
    const v = indices[t];
    const f = 3 * Math.floor(t / 3);
    along[v] += faces[f] * normals[3 * v] + faces[f + 1] * normals[3 * v + 1] + faces[f + 2] * normals[3 * v + 2];
    around[v]++;
  }
  const all = new Float64Array(2 * positions.length);
  all.set(positions);
  for (let v = 0; v < count; v++) {
    const back = thickness * Math.min(MOST_STRETCH, around[v] / Math.max(along[v], 1e-9));
    for (let m = 0; m < 3; m++) all[positions.length + 3 * v + m] = positions[3 * v + m] - back * normals[3 * v + m];
  }
  return { positions: all, indices: joinSides(indices, count) };
}

/** Front, back and walls. An edge that one triangle has, in one direction, is on the border. */
function joinSides(indices: Int32Array, count: number): Int32Array {
  const used = new Set<number>();
  const edge = (a: number, b: number): number => a * count + b;
  for (let s = 0; s < indices.length; s++) used.add(edge(indices[s], indices[next(s)]));
  const walls: number[] = [];
  for (let s = 0; s < indices.length; s++) {
    const a = indices[s];
    const b = indices[next(s)];
    if (!used.has(edge(b, a))) walls.push(a, a + count, b, b, a + count, b + count);
  }
  const out = new Int32Array(2 * indices.length + walls.length);
  out.set(indices);
  for (let t = 0; t < indices.length; t += 3) {
    out[indices.length + t] = indices[t] + count;
    out[indices.length + t + 1] = indices[t + 2] + count;
    out[indices.length + t + 2] = indices[t + 1] + count;
  }
  out.set(walls, 2 * indices.length);
  return out;
}

const next = (s: number): number => (s % 3 === 2 ? s - 2 : s + 1);

/** Unit normal of the triangle at indices[t…], to out[o…]; zero if it has no area. */
function normalOf(out: Float64Array, o: number, p: Float64Array, indices: Int32Array, t: number): void {
  const n = out.subarray(o, o + 3);
  crossOfTriangle(n, p, 3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]);
  const l = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (let m = 0; m < 3; m++) n[m] *= l > 0 ? 1 / l : 0;
}

function angleAt(p: Float64Array, a: number, b: number, c: number): number {
  let uu = 0;
  let vv = 0;
  let uv = 0;
  for (let m = 0; m < 3; m++) {
    const u = p[b + m] - p[a + m];
    const v = p[c + m] - p[a + m];
    uu += u * u;
    vv += v * v;
    uv += u * v;
  }
  const k = Math.sqrt(uu * vv);
  return k > 0 ? acos(Math.max(-1, Math.min(1, uv / k))) : 0;
}

// Which faces of a surface lie within another closed part of it at rest: parts of a compound that overlap, or touch
// face to face, are one piece of material there, and such faces are no surface that could touch anything.
//
// A face counts as inner if its middle or one of its corners, moved a little to either side, is inside another part.
// Simplification: faces across the seam between two parts count as inner as a whole, so that contact of the body with
// itself begins a face away from there; a part thinner than a face that pierces another one right through is not seen.
// Verified in test/soft/parts.test.ts.

import { crossOfTriangle } from '../math/triangle.js';
import { castColumns } from './rays.js';

/** How far corners are moved, as a share of the surface's size. */
const ASIDE = 1e-5;

/** By triangle: 1 where it is an inner one. Null: the surface has one part only, or parts that lie apart. */
export function findInnerFaces(positions: Float64Array, indices: Int32Array): Uint8Array | null {
  const part = partsOf(positions.length / 3, indices);
  const members = new Map<number, number[]>();
  for (let t = 0; t < indices.length; t += 3) {
    const list = members.get(part[indices[t]]);
    if (list) list.push(indices[t], indices[t + 1], indices[t + 2]);
    else members.set(part[indices[t]], [indices[t], indices[t + 1], indices[t + 2]]);
  }
  if (members.size < 2) return null;
  const parts = [...members].map(([name, list]) => {
    const faces = Int32Array.from(list);
    return { name, faces, box: boxOf(positions, faces) };
  });
  const whole = boxOf(positions, indices);
  const aside = ASIDE * Math.max(whole[3] - whole[0], whole[4] - whole[1], whole[5] - whole[2]);
  const at = new Float64Array(3);
  /** Whether (x, y, z), moved along n either way, is inside a part other than `own`. */
  const isWithin = (x: ArrayLike<number>, o: number, n: Float64Array, ni: number, own: number): boolean => {
    for (const { name, faces, box } of parts) {
      if (name === own) continue;
      for (let side = -1; side <= 1; side += 2) {
        let near = true;
        for (let k = 0; k < 3; k++) {
          at[k] = x[o + k] + side * aside * n[ni + k];
          if (!(at[k] > box[k] && at[k] < box[3 + k])) near = false;
        }
        if (near && isInside(positions, faces, at)) return true;
      }
    }
    return false;
  };
  const normals = normalsOf(positions, indices);
  const isInner = new Uint8Array(positions.length / 3);
  for (let v = 0; v < isInner.length; v++) if (isWithin(positions, 3 * v, normals, 3 * v, part[v])) isInner[v] = 1;
  const inner = new Uint8Array(indices.length / 3);
  const middle = new Float64Array(3);
  const own = new Float64Array(3);
  let any = false;
  for (let t = 0; t < inner.length; t++) {
    const [a, b, c] = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
    for (let k = 0; k < 3; k++) middle[k] = (positions[3 * a + k] + positions[3 * b + k] + positions[3 * c + k]) / 3;
    crossOfTriangle(own, positions, 3 * a, 3 * b, 3 * c);
    normalise(own, 0);
    const corners = isInner[a] + isInner[b] + isInner[c];
    if (corners === 0 && !isWithin(middle, 0, own, 0, part[a])) continue;
    inner[t] = 1;
    any = true;
  }
  return any ? inner : null;
}

/** By vertex: the lowest-numbered one that edges lead to. */
function partsOf(count: number, indices: Int32Array): Int32Array {
  const part = Int32Array.from({ length: count }, (_, v) => v);
  const rootOf = (v: number): number => {
    let r = v;
    while (part[r] !== r) r = part[r] = part[part[r]];
    return r;
  };
  for (let t = 0; t < indices.length; t++) {
    const a = rootOf(indices[t]);
    const b = rootOf(indices[t % 3 === 2 ? t - 2 : t + 1]);
    part[Math.max(a, b)] = Math.min(a, b);
  }
  for (let v = 0; v < count; v++) part[v] = rootOf(v);
  return part;
}

function boxOf(p: Float64Array, indices: Int32Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (const v of indices) {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], p[3 * v + k]);
      box[3 + k] = Math.max(box[3 + k], p[3 * v + k]);
    }
  }
  return box;
}

function normalsOf(p: Float64Array, indices: Int32Array): Float64Array {
  const n = new Float64Array(p.length);
  const cross = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    const v = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]] as const;
    crossOfTriangle(cross, p, v[0], v[1], v[2]);
    for (const o of v) for (let k = 0; k < 3; k++) n[o + k] += cross[k];
  }
  for (let o = 0; o < n.length; o += 3) normalise(n, o);
  return n;
}

function normalise(n: Float64Array, o: number): void {
  const size = Math.sqrt(n[o] * n[o] + n[o + 1] * n[o + 1] + n[o + 2] * n[o + 2]);
  if (size > 0) for (let k = 0; k < 3; k++) n[o + k] /= size;
}

/** How often a ray along x has entered the part when it comes to the point. */
function isInside(positions: Float64Array, faces: Int32Array, [x, y, z]: Float64Array): boolean {
  const hits = castColumns(positions, faces, 0, Float64Array.of(y!), Float64Array.of(z!));
  let winding = 0;
  for (let k = 0; k < hits.depth.length; k++) if (hits.depth[k] < x!) winding += hits.sign[k];
  return winding > 0;
}

// Where a ray first enters a mesh.
//
// S. Woop, C. Benthin, I. Wald, "Watertight ray/triangle intersection", JCGT 2 (2013): vertices are sheared so that the
// ray runs along z; the edge functions of two triangles that share an edge are then the same numbers with opposite
// signs, and no ray slips between them. Edges belong to both triangles, which does not matter for the first hit.
// Deviation: doubles throughout, no fallback at exactly zero, and faces that look away from the ray are skipped, since
// a ray from outside enters through a front face. Rounding prunes no box that the ray touches (enter-box.ts).
// Verified in test/shapes/ray.test.ts.

import { crossOfTriangle } from '../math/triangle.js';
import { PointScratch } from './contains.js';
import { enterBox } from './enter-box.js';
import type { RayHit } from './ray-hit.js';
import type { MeshShape } from './shape.js';
import { MAX_TREE_DEPTH } from './triangle-tree.js';

/** The room that casting at meshes needs. */
export class MeshRoom {
  readonly stack = new Int32Array(MAX_TREE_DEPTH + 2);
  readonly distances = new Float64Array(MAX_TREE_DEPTH + 2);
  readonly points = new PointScratch();
}

/** The ray must start outside. Returns t or -1. */
export function castRayMesh(
  shape: MeshShape,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxT: number,
  hit: RayHit,
  room: MeshRoom,
): number {
  const { positions: p, indices, tree } = shape.mesh;
  const { bounds, first, count, order } = tree;
  const { stack, distances } = room;
  const ix = 1 / dx;
  const iy = 1 / dy;
  const iz = 1 / dz;
  // The axis along which the ray runs most, and the two others so that orientation is kept.
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const az = Math.abs(dz);
  const kz = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
  const along = kz === 0 ? dx : kz === 1 ? dy : dz;
  let kx = kz === 2 ? 0 : kz + 1;
  let ky = kx === 2 ? 0 : kx + 1;
  if (along < 0) {
    const swap = kx;
    kx = ky;
    ky = swap;
  }
  const okx = kx === 0 ? ox : kx === 1 ? oy : oz;
  const oky = ky === 0 ? ox : ky === 1 ? oy : oz;
  const okz = kz === 0 ? ox : kz === 1 ? oy : oz;
  const sx = (kx === 0 ? dx : kx === 1 ? dy : dz) / along;
  const sy = (ky === 0 ? dx : ky === 1 ? dy : dz) / along;
  const sz = 1 / along;
  let best = maxT;
  let found = -1;
  let top = 0;
  const start = enterBox(bounds, 0, ox, oy, oz, ix, iy, iz, best);
  if (start >= 0) {
    stack[0] = 0;
    distances[0] = start;
    top = 1;
  }
  while (top > 0) {
    const node = stack[--top];
    if (distances[top] > best) continue;
    if (count[node] === 0) {
      const left = node + 1;
      const right = first[node];
      const tl = enterBox(bounds, 6 * left, ox, oy, oz, ix, iy, iz, best);
      const tr = enterBox(bounds, 6 * right, ox, oy, oz, ix, iy, iz, best);
      const leftFirst = tl <= tr;
      const far = leftFirst ? tr : tl;
      const near = leftFirst ? tl : tr;
      if (far >= 0) {
        stack[top] = leftFirst ? right : left;
        distances[top++] = far;
      }
      if (near >= 0) {
        stack[top] = leftFirst ? left : right;
        distances[top++] = near;
      }
      continue;
    }
    const end = first[node] + count[node];
    for (let i = first[node]; i < end; i++) {
      const t = order[i];
      const a = 3 * indices[3 * t];
      const b = 3 * indices[3 * t + 1];
      const c = 3 * indices[3 * t + 2];
      const aw = p[a + kz] - okz;
      const bw = p[b + kz] - okz;
      const cw = p[c + kz] - okz;
      const au = p[a + kx] - okx - sx * aw;
      const av = p[a + ky] - oky - sy * aw;
      const bu = p[b + kx] - okx - sx * bw;
      const bv = p[b + ky] - oky - sy * bw;
      const cu = p[c + kx] - okx - sx * cw;
      const cv = p[c + ky] - oky - sy * cw;
      const u = cu * bv - cv * bu;
      const v = au * cv - av * cu;
      const w = bu * av - bv * au;
      // Seen along the ray a front face runs clockwise in (kx, ky): all three are ≥ 0.
      if (u < 0 || v < 0 || w < 0) continue;
      const det = u + v + w;
      if (!(det > 0)) continue;
      const at = (u * (sz * aw) + v * (sz * bw) + w * (sz * cw)) / det;
      if (!(at >= 0 && at <= best)) continue;
      // On a shared edge the lower triangle is named, whatever the order of the tree.
      if (at === best && found >= 0 && t > found) continue;
      best = at;
      found = t;
    }
  }
  if (found < 0) return -1;
  hit.triangle = found;
  const a = 3 * indices[3 * found];
  const b = 3 * indices[3 * found + 1];
  const c = 3 * indices[3 * found + 2];
  const { normal } = hit;
  crossOfTriangle(normal, p, a, b, c);
  const k = 1 / Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (let m = 0; m < 3; m++) normal[m] *= k;
  return best;
}

// Contact points of convex shapes on a half-space: every vertex, rim point or generator end within the margin, exactly.
// The normal is the half-space's own, so nothing here can be degenerate.

import { ID_OTHER, ID_VERTEX_A, type PointBuffer } from './buffer.js';
import { type Feature, supportFeature } from './feature.js';
import { BOX, CAPSULE, CONVEX, type Placed, SPHERE } from './placed.js';

/** First body s, second the half-space h. */
export function touchHalfSpace(s: Placed, h: Placed, feature: Feature, margin: number, out: PointBuffer): void {
  const nx = h.r[1];
  const ny = h.r[4];
  const nz = h.r[7];
  const offset = nx * h.x + ny * h.y + nz * h.z;
  switch (s.kind) {
    case BOX:
    case CONVEX: {
      const v = s.vertices;
      for (let i = 0; i < v.length; i += 3) pushVertex(s, v, i, nx, ny, nz, offset, margin, out);
      return;
    }
    case SPHERE: {
      const d = nx * s.x + ny * s.y + nz * s.z - offset - s.hx;
      push(s.x - s.hx * nx, s.y - s.hx * ny, s.z - s.hx * nz, nx, ny, nz, d, margin, ID_OTHER, out);
      return;
    }
    case CAPSULE:
      for (let k = 0; k < 2; k++) {
        const t = k === 0 ? s.hy : -s.hy;
        const x = s.x + t * s.r[1] - s.hx * nx;
        const y = s.y + t * s.r[4] - s.hx * ny;
        const z = s.z + t * s.r[7] - s.hx * nz;
        push(x, y, z, nx, ny, nz, nx * x + ny * y + nz * z - offset, margin, ID_OTHER | k, out);
      }
      return;
    default: {
      supportFeature(s, -nx, -ny, -nz, feature);
      const p = feature.points;
      for (let k = 0; k < feature.count; k++) {
        const x = p[3 * k];
        const y = p[3 * k + 1];
        const z = p[3 * k + 2];
        const d = nx * x + ny * y + nz * z - offset;
        push(x, y, z, nx, ny, nz, d, margin, ID_VERTEX_A | feature.index[k], out);
      }
    }
  }
}

/** Vertex i of s. */
export function pushVertex(
  s: Placed,
  v: Float64Array,
  i: number,
  nx: number,
  ny: number,
  nz: number,
  offset: number,
  margin: number,
  out: PointBuffer,
): void {
  const r = s.r;
  const x = s.x + r[0] * v[i] + r[1] * v[i + 1] + r[2] * v[i + 2];
  const y = s.y + r[3] * v[i] + r[4] * v[i + 1] + r[5] * v[i + 2];
  const z = s.z + r[6] * v[i] + r[7] * v[i + 1] + r[8] * v[i + 2];
  push(x, y, z, nx, ny, nz, nx * x + ny * y + nz * z - offset, margin, ID_VERTEX_A | (i / 3), out);
}

export function push(
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  d: number,
  margin: number,
  id: number,
  out: PointBuffer,
): void {
  if (d > margin) return;
  out.push(x, y, z, x - d * nx, y - d * ny, z - d * nz, nx, ny, nz, d, id);
}

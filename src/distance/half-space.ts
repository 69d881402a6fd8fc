// Contact points of any shape on a half-space: every vertex, rim point or generator end within the margin, exactly.
// The normal is the half-space's own, so nothing here can be degenerate.

import { MAX_TREE_DEPTH } from '../shapes/triangle-tree.js';
import { ID_OTHER, ID_VERTEX_A, type PointBuffer } from './buffer.js';
import { type Feature, LEVEL_TILT, RIM_COS, RIM_POINTS, RIM_SIN, supportFeature } from './feature.js';
import { Marks } from './marks.js';
import { BOX, CAPSULE, CONVEX, MESH, type Placed, SPHERE, TORUS } from './placed.js';

export class HalfSpaceContact {
  readonly #marks = new Marks();
  readonly #stack = new Int32Array(MAX_TREE_DEPTH + 2);

  /** First body s, second the half-space h. */
  generate(s: Placed, h: Placed, feature: Feature, margin: number, out: PointBuffer): void {
    const nx = h.r[1];
    const ny = h.r[4];
    const nz = h.r[7];
    const offset = nx * h.x + ny * h.y + nz * h.z;
    switch (s.kind) {
      case BOX:
      case CONVEX: {
        const v = s.vertices;
        for (let i = 0; i < v.length; i += 3) this.#vertex(s, v, i, nx, ny, nz, offset, margin, out);
        return;
      }
      case MESH:
        this.#mesh(s, nx, ny, nz, offset, margin, out);
        return;
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
      case TORUS:
        torus(s, nx, ny, nz, offset, margin, out);
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

  #vertex(
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

  #mesh(s: Placed, nx: number, ny: number, nz: number, offset: number, margin: number, out: PointBuffer): void {
    if (s.shape?.type !== 'mesh') return;
    const mesh = s.shape.mesh;
    const tree = mesh.tree;
    const v = mesh.positions;
    const b = tree.bounds;
    const r = s.r;
    // the plane in the mesh's frame
    const lx = r[0] * nx + r[3] * ny + r[6] * nz;
    const ly = r[1] * nx + r[4] * ny + r[7] * nz;
    const lz = r[2] * nx + r[5] * ny + r[8] * nz;
    const limit = offset + margin - (nx * s.x + ny * s.y + nz * s.z);
    const ix = lx >= 0 ? 0 : 3;
    const iy = ly >= 0 ? 1 : 4;
    const iz = lz >= 0 ? 2 : 5;
    this.#marks.start(v.length / 3);
    const stack = this.#stack;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const i = stack[--top];
      const o = 6 * i;
      if (lx * b[o + ix] + ly * b[o + iy] + lz * b[o + iz] > limit + 1e-9 * s.size) continue;
      const n = tree.count[i];
      if (n === 0) {
        stack[top++] = tree.first[i];
        stack[top++] = i + 1;
        continue;
      }
      for (let k = 0; k < n; k++) {
        const t = 3 * tree.order[tree.first[i] + k];
        for (let c = 0; c < 3; c++) {
          const w = mesh.indices[t + c];
          if (this.#marks.first(w)) this.#vertex(s, v, 3 * w, nx, ny, nz, offset, margin, out);
        }
      }
    }
  }
}

function push(
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

/**
 * Tube points under RIM_POINTS places of the ring, the first under its lowest. Each is the lowest of its own
 * cross-section: exact at the lowest place and where the ring lies flat, slightly high elsewhere.
 */
function torus(s: Placed, nx: number, ny: number, nz: number, offset: number, margin: number, out: PointBuffer): void {
  const r = s.r;
  const dx = -(r[0] * nx + r[3] * ny + r[6] * nz);
  const dy = -(r[1] * nx + r[4] * ny + r[7] * nz);
  const dz = -(r[2] * nx + r[5] * ny + r[8] * nz);
  const tilt = Math.sqrt(dx * dx + dz * dz);
  const ux = tilt > LEVEL_TILT ? dx / tilt : 1;
  const uz = tilt > LEVEL_TILT ? dz / tilt : 0;
  for (let k = 0; k < RIM_POINTS; k++) {
    const cx = RIM_COS[k] * ux + RIM_SIN[k] * uz;
    const cz = RIM_COS[k] * uz - RIM_SIN[k] * ux;
    // d within the cross-section spanned by the ring's radial direction and Y
    const radial = dx * cx + dz * cz;
    const length = Math.sqrt(radial * radial + dy * dy);
    if (length < 1e-9) continue;
    const px = cx * (s.hx + (s.hy * radial) / length);
    const py = (s.hy * dy) / length;
    const pz = cz * (s.hx + (s.hy * radial) / length);
    const x = s.x + r[0] * px + r[1] * py + r[2] * pz;
    const y = s.y + r[3] * px + r[4] * py + r[5] * pz;
    const z = s.z + r[6] * px + r[7] * py + r[8] * pz;
    push(x, y, z, nx, ny, nz, nx * x + ny * y + nz * z - offset, margin, ID_VERTEX_A | k, out);
  }
}

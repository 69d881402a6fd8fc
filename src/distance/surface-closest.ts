// Signed distance from a point to a closed triangle surface: nearest triangle by branch and bound over the box tree,
// sign by the angle-weighted normal of the face, edge or vertex found (Bærentzen & Aanæs 2005). In the surface's frame.
//
// `findAdmitted` looks only at triangles a given vertex may touch: a corner just inside a wall's top, near its side,
// is pushed up if its body lies over the wall and out if it lies beside it. Verified in
// test/distance/points-mesh.test.ts.

import { EDGE_LEFT, EDGE_RIGHT, EDGE_STRIDE } from '../shapes/polyhedron.js';
import { MAX_TREE_DEPTH } from '../shapes/triangle-tree.js';
import type { PointBuffer } from './buffer.js';
import type { Placed } from './placed.js';
import type { Surface } from './surface.js';
import { AT_CORNER, nearestOnTriangle, ON_EDGE, ON_FACE } from './triangle.js';

export class SurfaceClosest {
  /** Negative inside. */
  distance = Infinity;
  triangle = -1;
  part = ON_FACE;
  x = 0;
  y = 0;
  z = 0;
  /** Outward, unit. */
  nx = 0;
  ny = 1;
  nz = 0;
  readonly #stack = new Int32Array(MAX_TREE_DEPTH + 2);
  readonly #bound = new Float64Array(MAX_TREE_DEPTH + 2);
  readonly #q = new Float64Array(3);

  /** A surface point and its normal that were found otherwise. */
  setSpot(x: number, y: number, z: number, nx: number, ny: number, nz: number): void {
    this.x = x;
    this.y = y;
    this.z = z;
    this.nx = nx;
    this.ny = ny;
    this.nz = nz;
  }

  /** Distance from the surface's bounding box: 0 inside it. */
  static boxDistance(b: Float64Array, o: number, x: number, y: number, z: number): number {
    const dx = x < b[o] ? b[o] - x : x > b[o + 3] ? x - b[o + 3] : 0;
    const dy = y < b[o + 1] ? b[o + 1] - y : y > b[o + 4] ? y - b[o + 4] : 0;
    const dz = z < b[o + 2] ? b[o + 2] - z : z > b[o + 5] ? z - b[o + 5] : 0;
    return dx * dx + dy * dy + dz * dz;
  }

  /** Signed distance; Infinity if the point is farther than `limit` outside the surface's box. */
  find(s: Surface, x: number, y: number, z: number, limit: number): number {
    this.distance = Infinity;
    if (SurfaceClosest.boxDistance(s.bounds, 0, x, y, z) > limit * limit) return Infinity;
    const d2 = this.#search(s, x, y, z, null, -1, 0, 0, null);
    if (!(d2 < Infinity)) return Infinity;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    const t = this.triangle;
    const n = s.normals;
    if (this.part >= ON_EDGE) {
      const e = s.triangleEdges[3 * t + this.part - ON_EDGE];
      const l = 3 * s.edges[EDGE_STRIDE * e + EDGE_LEFT];
      const r = 3 * s.edges[EDGE_STRIDE * e + EDGE_RIGHT];
      nx = n[l] + n[r];
      ny = n[l + 1] + n[r + 1];
      nz = n[l + 2] + n[r + 2];
    } else if (this.part >= AT_CORNER) {
      const v = 3 * s.indices[3 * t + this.part - AT_CORNER];
      nx = s.vertexNormals[v];
      ny = s.vertexNormals[v + 1];
      nz = s.vertexNormals[v + 2];
    } else {
      nx = n[3 * t];
      ny = n[3 * t + 1];
      nz = n[3 * t + 2];
    }
    const dx = x - this.x;
    const dy = y - this.y;
    const dz = z - this.z;
    const inside = nx * dx + ny * dy + nz * dz < 0;
    const d = Math.sqrt(d2);
    this.distance = inside ? -d : d;
    const b = s.bounds;
    if (this.part === ON_FACE || !(d > 1e-12 * (b[3] - b[0] + (b[4] - b[1]) + (b[5] - b[2])))) {
      const l = Math.sqrt(nx * nx + ny * ny + nz * nz);
      if (l > 0) {
        this.nx = nx / l;
        this.ny = ny / l;
        this.nz = nz / l;
      } else {
        this.nx = n[3 * t];
        this.ny = n[3 * t + 1];
        this.nz = n[3 * t + 2];
      }
    } else {
      const k = inside ? -1 / d : 1 / d;
      this.nx = dx * k;
      this.ny = dy * k;
      this.nz = dz * k;
    }
    return this.distance;
  }

  /**
   * Nearest triangle, from inside, whose normal vertex v of surface `other` admits; `m` turns this frame to the other's
   * (rows). Returns the separation along that triangle's normal, or Infinity.
   */
  findAdmitted(
    s: Surface,
    x: number,
    y: number,
    z: number,
    other: Surface,
    v: number,
    m: Float64Array,
    slack: number,
  ): number {
    const d2 = this.#search(s, x, y, z, other, v, slack, 1, m);
    if (!(d2 < Infinity)) return Infinity;
    const t = 3 * this.triangle;
    this.nx = s.normals[t];
    this.ny = s.normals[t + 1];
    this.nz = s.normals[t + 2];
    this.distance = this.nx * (x - this.x) + this.ny * (y - this.y) + this.nz * (z - this.z);
    return this.distance;
  }

  #search(
    s: Surface,
    x: number,
    y: number,
    z: number,
    other: Surface | null,
    v: number,
    slack: number,
    inside: number,
    m: Float64Array | null,
  ): number {
    const tree = s.tree;
    const b = tree.bounds;
    const p = s.positions;
    const q = this.#q;
    const stack = this.#stack;
    const bound = this.#bound;
    const e = s.bounds;
    const tolerance = 1e-9 * (e[3] - e[0] + (e[4] - e[1]) + (e[5] - e[2]));
    let best = Infinity;
    this.triangle = -1;
    let top = 0;
    stack[top] = 0;
    bound[top++] = 0;
    while (top > 0) {
      top--;
      if (bound[top] >= best) continue;
      const i = stack[top];
      const n = tree.count[i];
      if (n === 0) {
        const l = i + 1;
        const r = tree.first[i];
        const dl = SurfaceClosest.boxDistance(b, 6 * l, x, y, z);
        const dr = SurfaceClosest.boxDistance(b, 6 * r, x, y, z);
        // the nearer child on top
        if (dl <= dr) {
          stack[top] = r;
          bound[top++] = dr;
          stack[top] = l;
          bound[top++] = dl;
        } else {
          stack[top] = l;
          bound[top++] = dl;
          stack[top] = r;
          bound[top++] = dr;
        }
        continue;
      }
      for (let k = 0; k < n; k++) {
        const t = tree.order[tree.first[i] + k];
        const a = 3 * s.indices[3 * t];
        if (inside !== 0 && other !== null && m !== null) {
          const nx = s.normals[3 * t];
          const ny = s.normals[3 * t + 1];
          const nz = s.normals[3 * t + 2];
          if (nx * (x - p[a]) + ny * (y - p[a + 1]) + nz * (z - p[a + 2]) > tolerance) continue;
          // the other body touches with the opposite normal, in its own frame
          const ox = -(m[0] * nx + m[1] * ny + m[2] * nz);
          const oy = -(m[3] * nx + m[4] * ny + m[5] * nz);
          const oz = -(m[6] * nx + m[7] * ny + m[8] * nz);
          if (!other.vertexAdmits(v, ox, oy, oz, slack)) continue;
        }
        const part = nearestOnTriangle(p, a, 3 * s.indices[3 * t + 1], 3 * s.indices[3 * t + 2], x, y, z, q);
        const dx = x - q[0];
        const dy = y - q[1];
        const dz = z - q[2];
        const d = dx * dx + dy * dy + dz * dz;
        if (d < best) {
          best = d;
          this.triangle = t;
          this.part = part;
          this.x = q[0];
          this.y = q[1];
          this.z = q[2];
        }
      }
    }
    return best;
  }
}

/** Push point (x, y, z) of the first body, in the second's frame, against what `c` found there. */
export function pushFromFrame(
  b: Placed,
  c: SurfaceClosest,
  x: number,
  y: number,
  z: number,
  d: number,
  id: number,
  out: PointBuffer,
): void {
  const r = b.r;
  out.push(
    b.x + r[0] * x + r[1] * y + r[2] * z,
    b.y + r[3] * x + r[4] * y + r[5] * z,
    b.z + r[6] * x + r[7] * y + r[8] * z,
    b.x + r[0] * c.x + r[1] * c.y + r[2] * c.z,
    b.y + r[3] * c.x + r[4] * c.y + r[5] * c.z,
    b.z + r[6] * c.x + r[7] * c.y + r[8] * c.z,
    r[0] * c.nx + r[1] * c.ny + r[2] * c.nz,
    r[3] * c.nx + r[4] * c.ny + r[5] * c.nz,
    r[6] * c.nx + r[7] * c.ny + r[8] * c.nz,
    d,
    id,
  );
}

/** Is node box b[o…] apart from the box? */
export function apart(b: Float64Array, o: number, box: Float64Array): boolean {
  return (
    b[o] > box[3] ||
    b[o + 3] < box[0] ||
    b[o + 1] > box[4] ||
    b[o + 4] < box[1] ||
    b[o + 2] > box[5] ||
    b[o + 5] < box[2]
  );
}

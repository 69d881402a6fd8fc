// Edges of one closed surface that pierce another: the middles of the pieces inside, each with its nearest surface
// point. The last resort of surface-pair.ts, for bodies that overlap although no vertex of either lies inside the
// other.

import { EDGE_FROM, EDGE_STRIDE } from '../shapes/polyhedron.js';
import { ID_OTHER, type PointBuffer } from './buffer.js';
import { Nearby } from './nearby.js';
import type { Placed } from './placed.js';
import type { Surface } from './surface.js';
import { pushFromFrame, SurfaceClosest } from './surface-closest.js';

export class SurfaceCrossing {
  readonly #closest = new SurfaceClosest();
  readonly #e = new Float64Array(6);
  readonly #nearby = new Nearby();
  readonly #cuts = new Float64Array(64);

  /** Middles of the pieces of the first surface's edges that lie inside the second. */
  generate(sa: Surface, b: Placed, sb: Surface, m: Float64Array, t: Float64Array, out: PointBuffer): void {
    const e = this.#e;
    const p = sa.positions;
    const cuts = this.#cuts;
    const { box } = this.#nearby;
    for (let k = 0; k < sa.edges.length; k += EDGE_STRIDE) {
      for (let j = 0; j < 2; j++) {
        const v = 3 * sa.edges[k + EDGE_FROM + j];
        for (let i = 0; i < 3; i++) {
          e[3 * j + i] = m[3 * i] * p[v] + m[3 * i + 1] * p[v + 1] + m[3 * i + 2] * p[v + 2] + t[i];
        }
      }
      for (let i = 0; i < 3; i++) {
        box[i] = Math.min(e[i], e[3 + i]);
        box[i + 3] = Math.max(e[i], e[3 + i]);
      }
      const n = this.#cutEdge(sb);
      for (let i = 0; i + 1 < n; i++) {
        const s = 0.5 * (cuts[i] + cuts[i + 1]);
        const x = e[0] + s * (e[3] - e[0]);
        const y = e[1] + s * (e[4] - e[1]);
        const z = e[2] + s * (e[5] - e[2]);
        const d = this.#closest.find(sb, x, y, z, 0);
        if (!(d < 0)) continue;
        const id = ID_OTHER | (out.flipped ? 1 << 29 : 0) | ((i & 31) << 24) | ((k / EDGE_STRIDE) & 0xffffff);
        pushFromFrame(b, this.#closest, x, y, z, d, id, out);
      }
    }
  }

  /** Where the edge in `e` passes through triangles of the surface: ascending parameters to `cuts`. */
  #cutEdge(s: Surface): number {
    const nearby = this.#nearby;
    const cuts = this.#cuts;
    nearby.collect(s);
    let n = 0;
    for (let k = 0; k < nearby.count && n < cuts.length; k++) {
      const cut = cutTriangle(s, 3 * nearby.triangles[k], this.#e);
      if (cut < 0) continue;
      let j = n++;
      while (j > 0 && cuts[j - 1] > cut) {
        cuts[j] = cuts[j - 1];
        j--;
      }
      cuts[j] = cut;
    }
    return n;
  }
}

/** Parameter at which the segment e (two points) passes through a triangle, or −1. */
function cutTriangle(s: Surface, tri: number, e: Float64Array): number {
  const p = s.positions;
  const n = s.normals;
  const a = 3 * s.indices[tri];
  const h0 = n[tri] * (e[0] - p[a]) + n[tri + 1] * (e[1] - p[a + 1]) + n[tri + 2] * (e[2] - p[a + 2]);
  const h1 = n[tri] * (e[3] - p[a]) + n[tri + 1] * (e[4] - p[a + 1]) + n[tri + 2] * (e[5] - p[a + 2]);
  if (h0 * h1 > 0 || h0 === h1) return -1;
  const t = h0 / (h0 - h1);
  const x = e[0] + t * (e[3] - e[0]);
  const y = e[1] + t * (e[4] - e[1]);
  const z = e[2] + t * (e[5] - e[2]);
  for (let c = 0; c < 3; c++) {
    const i = 3 * s.indices[tri + c];
    const j = 3 * s.indices[tri + (c === 2 ? 0 : c + 1)];
    const ux = p[j] - p[i];
    const uy = p[j + 1] - p[i + 1];
    const uz = p[j + 2] - p[i + 2];
    const dx = x - p[i];
    const dy = y - p[i + 1];
    const dz = z - p[i + 2];
    const side = n[tri] * (uy * dz - uz * dy) + n[tri + 1] * (uz * dx - ux * dz) + n[tri + 2] * (ux * dy - uy * dx);
    if (side < 0) return -1;
  }
  return t;
}

// Contact points of a closed triangle surface with spheres and capsules: every face, edge and vertex of the surface
// that is a local minimum of the distance to the core, exactly. A core inside the solid takes the one nearest point.
// Borders inside flat or hollow parts never touch (surface.ts). Verified in test/distance/points-mesh.test.ts.

import { EDGE_FROM, EDGE_LEFT, EDGE_RIGHT, EDGE_STRIDE, EDGE_TO } from '../shapes/polyhedron.js';
import { ID_EDGES, ID_OTHER, ID_VERTEX_B, isKnown, type PointBuffer } from './buffer.js';
import { Marks } from './marks.js';
import type { Nearby } from './nearby.js';
import type { Placed } from './placed.js';
import type { Surface } from './surface.js';
import { pushFromFrame, SurfaceClosest } from './surface-closest.js';
import { AT_CORNER, nearestOnTriangle, ON_EDGE, ON_FACE } from './triangle.js';

/** Leaning (sine) that rounding may cause at a local minimum. */
const SLACK = 1e-6;

export class SurfaceBall {
  readonly #near = new SurfaceClosest();
  readonly #vertexMarks = new Marks();
  readonly #edgeMarks = new Marks();
  readonly #q = new Float64Array(3);

  readonly #nearby: Nearby;

  /** `nearby` holds the triangles within reach when a method is called. */
  constructor(nearby: Nearby) {
    this.#nearby = nearby;
  }

  /** Push the contact of a ball around the core point p, in the mesh's frame, against what `near` holds. */
  #pushBall(
    m: Placed,
    px: number,
    py: number,
    pz: number,
    radius: number,
    separation: number,
    id: number,
    out: PointBuffer,
  ): void {
    const near = this.#near;
    const { r } = m;
    // on a border between coplanar triangles, both may claim the point
    const wx = m.x + r[0] * near.x + r[1] * near.y + r[2] * near.z;
    const wy = m.y + r[3] * near.x + r[4] * near.y + r[5] * near.z;
    const wz = m.z + r[6] * near.x + r[7] * near.y + r[8] * near.z;
    if (isKnown(out, !out.flipped, wx, wy, wz, 1e-6 * m.size)) return;
    const x = px - radius * near.nx;
    const y = py - radius * near.ny;
    const z = pz - radius * near.nz;
    pushFromFrame(m, near, x, y, z, separation, id, out);
  }

  /**
   * Local minima of the distance from c to the surface. `a`: outward axis of a capsule's end (zero for a sphere),
   * beyond which the end does not reach; `tag` tells ends apart in ids.
   */
  ball(
    cx: number,
    cy: number,
    cz: number,
    radius: number,
    ax: number,
    ay: number,
    az: number,
    m: Placed,
    s: Surface,
    margin: number,
    tag: number,
    out: PointBuffer,
  ): void {
    const near = this.#near;
    const reach = radius + margin;
    const d = near.find(s, cx, cy, cz, reach);
    if (d > reach) return;
    if (d <= 1e-9 * m.size) {
      this.#pushBall(m, cx, cy, cz, radius, d - radius, ID_OTHER | (tag << 24), out);
      return;
    }
    this.#vertexMarks.start(s.positions.length / 3);
    this.#edgeMarks.start(s.edges.length / EDGE_STRIDE);
    const p = s.positions;
    const q = this.#q;
    for (let i = 0; i < this.#nearby.count; i++) {
      const t = this.#nearby.triangles[i];
      const part = nearestOnTriangle(
        p,
        3 * s.indices[3 * t],
        3 * s.indices[3 * t + 1],
        3 * s.indices[3 * t + 2],
        cx,
        cy,
        cz,
        q,
      );
      const dx = cx - q[0];
      const dy = cy - q[1];
      const dz = cz - q[2];
      const d2 = dx * dx + dy * dy + dz * dz;
      if (d2 > reach * reach || !(d2 > 0)) continue;
      const l = Math.sqrt(d2);
      let nx = dx / l;
      let ny = dy / l;
      let nz = dz / l;
      if (nx * ax + ny * ay + nz * az > 0.01) continue;
      let id: number;
      if (part === ON_FACE) {
        const n = s.normals;
        if (nx * n[3 * t] + ny * n[3 * t + 1] + nz * n[3 * t + 2] <= 0) continue;
        nx = n[3 * t];
        ny = n[3 * t + 1];
        nz = n[3 * t + 2];
        id = ID_OTHER | (tag << 24) | (t & 0xffffff);
      } else if (part >= ON_EDGE) {
        const e = s.triangleEdges[3 * t + part - ON_EDGE];
        if (!this.#edgeMarks.first(e)) continue;
        if (!s.edgeAdmits(e, nx, ny, nz, SLACK)) continue;
        id = ID_EDGES | (tag << 24) | (e & 0xffffff);
      } else {
        const v = s.indices[3 * t + part - AT_CORNER];
        if (!this.#vertexMarks.first(v)) continue;
        if (!s.vertexAdmits(v, nx, ny, nz, SLACK)) continue;
        id = ID_VERTEX_B | (tag << 24) | (v & 0xffffff);
      }
      near.setSpot(q[0], q[1], q[2], nx, ny, nz);
      this.#pushBall(m, cx, cy, cz, radius, l - radius, id, out);
    }
  }

  /** Edges and vertices of the surface against the straight part of a capsule. */
  between(
    x: number,
    y: number,
    z: number,
    ax: number,
    ay: number,
    az: number,
    s: Placed,
    m: Placed,
    surface: Surface,
    margin: number,
    out: PointBuffer,
  ): void {
    const p = surface.positions;
    const h = s.hy;
    const reach = s.hx + margin;
    this.#vertexMarks.start(p.length / 3);
    this.#edgeMarks.start(surface.edges.length / EDGE_STRIDE);
    for (let i = 0; i < this.#nearby.count; i++) {
      const t = this.#nearby.triangles[i];
      for (let c = 0; c < 3; c++) {
        const v = surface.indices[3 * t + c];
        if (this.#vertexMarks.first(v)) {
          const dx = p[3 * v] - x;
          const dy = p[3 * v + 1] - y;
          const dz = p[3 * v + 2] - z;
          const w = dx * ax + dy * ay + dz * az;
          if (w > -h && w < h) {
            for (let k = 0; k < 3; k++) this.#q[k] = p[3 * v + k];
            this.#line(x + w * ax, y + w * ay, z + w * az, s.hx, v, -1, m, surface, reach, out);
          }
        }
        const e = surface.triangleEdges[3 * t + c];
        if (surface.sharp[e] === 0 || !this.#edgeMarks.first(e)) continue;
        const a = 3 * surface.edges[EDGE_STRIDE * e + EDGE_FROM];
        const b = 3 * surface.edges[EDGE_STRIDE * e + EDGE_TO];
        const ux = p[b] - p[a];
        const uy = p[b + 1] - p[a + 1];
        const uz = p[b + 2] - p[a + 2];
        const uu = ux * ux + uy * uy + uz * uz;
        const ua = ux * ax + uy * ay + uz * az;
        const det = uu - ua * ua;
        if (det < 1e-6 * uu) continue; // along the axis: the vertices and ends meet it
        const dx = p[a] - x;
        const dy = p[a + 1] - y;
        const dz = p[a + 2] - z;
        const da = dx * ax + dy * ay + dz * az;
        const du = dx * ux + dy * uy + dz * uz;
        const k = (ua * da - du) / det;
        const w = da + k * ua;
        if (k <= 0 || k >= 1 || w <= -h || w >= h) continue;
        this.#q[0] = p[a] + k * ux;
        this.#q[1] = p[a + 1] + k * uy;
        this.#q[2] = p[a + 2] + k * uz;
        this.#line(x + w * ax, y + w * ay, z + w * az, s.hx, -1, e, m, surface, reach, out);
      }
    }
  }

  /** A core that runs through the solid with both ends outside: its deepest of some points along it. */
  pierced(
    x: number,
    y: number,
    z: number,
    ax: number,
    ay: number,
    az: number,
    s: Placed,
    m: Placed,
    surface: Surface,
    out: PointBuffer,
  ): void {
    const near = this.#near;
    let deepest = 0;
    let at = 0;
    for (let k = -4; k <= 4; k++) {
      const w = (k / 4) * s.hy;
      const d = near.find(surface, x + w * ax, y + w * ay, z + w * az, 0);
      if (d < deepest) {
        deepest = d;
        at = w;
      }
    }
    if (!(deepest < 0)) return;
    const cx = x + at * ax;
    const cy = y + at * ay;
    const cz = z + at * az;
    const d = near.find(surface, cx, cy, cz, 0);
    this.#pushBall(m, cx, cy, cz, s.hx, d - s.hx, ID_OTHER, out);
  }

  /** A point c of the capsule's core line against the surface point `q` of vertex v or edge e. */
  #line(
    cx: number,
    cy: number,
    cz: number,
    radius: number,
    v: number,
    e: number,
    m: Placed,
    s: Surface,
    reach: number,
    out: PointBuffer,
  ): void {
    const q = this.#q;
    let nx = cx - q[0];
    let ny = cy - q[1];
    let nz = cz - q[2];
    const d = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (d > reach || d < 1e-12 * radius) return;
    nx /= d;
    ny /= d;
    nz /= d;
    let separation = d - radius;
    if (v >= 0) {
      if (!s.vertexAdmits(v, nx, ny, nz, SLACK)) return;
    } else {
      const l = 3 * s.edges[EDGE_STRIDE * e + EDGE_LEFT];
      const r = 3 * s.edges[EDGE_STRIDE * e + EDGE_RIGHT];
      const n = s.normals;
      if (nx * (n[l] + n[r]) + ny * (n[l + 1] + n[r + 1]) + nz * (n[l + 2] + n[r + 2]) < 0) {
        // the core itself has passed the edge
        nx = -nx;
        ny = -ny;
        nz = -nz;
        separation = -d - radius;
        if (d > radius) return;
      }
      if (!s.edgeAdmits(e, nx, ny, nz, SLACK)) return;
    }
    const id = (v >= 0 ? ID_VERTEX_B | (v & 0xffffff) : ID_EDGES | (e & 0xffffff)) | (3 << 24);
    this.#near.setSpot(q[0], q[1], q[2], nx, ny, nz);
    this.#pushBall(m, cx, cy, cz, radius, separation, id, out);
  }
}

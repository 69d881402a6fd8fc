// Contact points of a closed triangle surface with cylinders and cones: their rim and generator points over each
// triangle, the vertices of the surface by their signed distance to the shape, and its sharp edges where they come
// nearest to (or run along) the shape. Borders inside flat or hollow parts never touch (surface.ts). Simplification:
// where a rim lies across a hollow of the mesh that is smaller than the spacing of its 12 points, the rim point between
// two of them is missed. Verified in test/distance/points-mesh.test.ts and -fuzz.test.ts.

import { EDGE_FROM, EDGE_STRIDE, EDGE_TO } from '../shapes/polyhedron.js';
import { CP_STRIDE, ID_EDGES, ID_OTHER, ID_VERTEX_A, ID_VERTEX_B, isKnown, type PointBuffer } from './buffer.js';
import type { Closest } from './closest.js';
import { Feature, RIM_COS, RIM_POINTS, RIM_SIN, supportFeature } from './feature.js';
import { Marks } from './marks.js';
import type { Nearby } from './nearby.js';
import { CONE, type Placed } from './placed.js';
import type { Surface } from './surface.js';
import { SurfaceClosest } from './surface-closest.js';
import { nearestOnTriangle } from './triangle.js';

/** Leaning (sine) of a vertex's edges or an edge's faces against the contact plane that still counts as facing it. */
const VERTEX_SLACK = 0.15;
const EDGE_SLACK = 0.05;
const GOLDEN = 0.6180339887498949;

export class SurfaceFlatEnded {
  readonly #near = new SurfaceClosest();
  readonly #feature = new Feature();
  readonly #vertexMarks = new Marks();
  readonly #edgeMarks = new Marks();
  readonly #q = new Float64Array(3);
  readonly #corner = new Float64Array(3);
  /** World position of the point that was measured last. */
  readonly #w = new Float64Array(3);
  #edgeSlack = EDGE_SLACK;

  readonly #nearby: Nearby;
  readonly #closest: Closest;

  constructor(nearby: Nearby, closest: Closest) {
    this.#nearby = nearby;
    this.#closest = closest;
  }

  /** Cylinder or cone s first, mesh m second; `nearby` holds the triangles within reach. */
  generate(s: Placed, m: Placed, surface: Surface, margin: number, out: PointBuffer): void {
    this.#features(s, m, surface, margin, out);
    let deepest = 0;
    for (let i = 0; i < out.count; i++) deepest = Math.min(deepest, out.data[i * CP_STRIDE + 9]);
    if (deepest === 0) this.#entangled(s, m, surface, out);
  }

  #features(s: Placed, m: Placed, surface: Surface, margin: number, out: PointBuffer): void {
    const p = surface.positions;
    const n = surface.normals;
    const r = m.r;
    const f = this.#feature;
    const q = this.#q;
    const w = this.#corner;
    this.#vertexMarks.start(p.length / 3);
    this.#edgeMarks.start(surface.edges.length / EDGE_STRIDE);
    for (let i = 0; i < this.#nearby.count; i++) {
      const t = this.#nearby.triangles[i];
      // rim and generator points over this triangle
      const nx = r[0] * n[3 * t] + r[1] * n[3 * t + 1] + r[2] * n[3 * t + 2];
      const ny = r[3] * n[3 * t] + r[4] * n[3 * t + 1] + r[5] * n[3 * t + 2];
      const nz = r[6] * n[3 * t] + r[7] * n[3 * t + 1] + r[8] * n[3 * t + 2];
      const a = 3 * surface.indices[3 * t];
      m.toWorld(w, 0, p[a], p[a + 1], p[a + 2]);
      supportFeature(s, -nx, -ny, -nz, f);
      for (let k = 0; k < f.count; k++) {
        const x = f.points[3 * k];
        const y = f.points[3 * k + 1];
        const z = f.points[3 * k + 2];
        const h = nx * (x - w[0]) + ny * (y - w[1]) + nz * (z - w[2]);
        if (h > margin) continue;
        const dx = x - m.x;
        const dy = y - m.y;
        const dz = z - m.z;
        const lx = r[0] * dx + r[3] * dy + r[6] * dz;
        const ly = r[1] * dx + r[4] * dy + r[7] * dz;
        const lz = r[2] * dx + r[5] * dy + r[8] * dz;
        const b = 3 * surface.indices[3 * t + 1];
        const c = 3 * surface.indices[3 * t + 2];
        nearestOnTriangle(p, a, b, c, lx, ly, lz, q);
        const ex = lx - q[0];
        const ey = ly - q[1];
        const ez = lz - q[2];
        const tolerance = 1e-6 * m.size;
        // over the triangle: the way to its nearest point is its normal
        if (ex * ex + ey * ey + ez * ez > h * h + tolerance * tolerance) continue;
        // another, nearer side of the solid will take a point that lies deep behind this one
        if (h < 0 && this.#near.find(surface, lx, ly, lz, margin) > tolerance) continue;
        if (h < 0 && this.#near.distance > h * 0.5 - tolerance && this.#near.distance < -tolerance) continue;
        const id = out.distinctId(ID_VERTEX_A | f.index[k], 128);
        if (isKnown(out, out.flipped, x, y, z, tolerance)) continue;
        out.push(x, y, z, x - h * nx, y - h * ny, z - h * nz, nx, ny, nz, h, id);
      }
      for (let c = 0; c < 3; c++) {
        const v = surface.indices[3 * t + c];
        if (this.#vertexMarks.first(v)) {
          this.#surfacePoint(s, m, surface, v, -1, p[3 * v], p[3 * v + 1], p[3 * v + 2], margin, ID_VERTEX_B | v, out);
        }
        const e = surface.triangleEdges[3 * t + c];
        if (surface.sharp[e] === 0 || !this.#edgeMarks.first(e)) continue;
        this.#edge(s, m, surface, e, margin, out);
      }
    }
  }

  /** Signed distance from the round shape to a point of the mesh, in its frame. */
  #measure(s: Placed, m: Placed, x: number, y: number, z: number, limit: number): number {
    const w = this.#w;
    m.toWorld(w, 0, x, y, z);
    return this.#closest.find(s, w[0], w[1], w[2], limit);
  }

  /** Push what `measure` found. */
  #pushMeasured(d: number, id: number, out: PointBuffer): void {
    const c = this.#closest;
    const w = this.#w;
    out.push(c.x, c.y, c.z, w[0], w[1], w[2], -c.nx, -c.ny, -c.nz, d, id);
  }

  /** A vertex (or a point of an edge) of the mesh against the round shape's surface. */
  #surfacePoint(
    s: Placed,
    m: Placed,
    surface: Surface,
    v: number,
    e: number,
    x: number,
    y: number,
    z: number,
    margin: number,
    id: number,
    out: PointBuffer,
  ): void {
    const d = this.#measure(s, m, x, y, z, margin);
    if (d > margin) return;
    const c = this.#closest;
    const r = m.r;
    // the mesh touches with the opposite of the shape's normal
    const nx = -(r[0] * c.nx + r[3] * c.ny + r[6] * c.nz);
    const ny = -(r[1] * c.nx + r[4] * c.ny + r[7] * c.nz);
    const nz = -(r[2] * c.nx + r[5] * c.ny + r[8] * c.nz);
    if (
      v >= 0 ? !surface.vertexAdmits(v, nx, ny, nz, VERTEX_SLACK) : !surface.edgeAdmits(e, nx, ny, nz, this.#edgeSlack)
    )
      return;
    this.#pushMeasured(d, id, out);
  }

  /**
   * The part of a sharp edge nearest to the shape: its distance is convex along the edge, so golden section finds it.
   */
  #edge(s: Placed, m: Placed, surface: Surface, e: number, margin: number, out: PointBuffer): void {
    const p = surface.positions;
    const a = 3 * surface.edges[EDGE_STRIDE * e + EDGE_FROM];
    const b = 3 * surface.edges[EDGE_STRIDE * e + EDGE_TO];
    const x = p[a];
    const y = p[a + 1];
    const z = p[a + 2];
    const ux = p[b] - x;
    const uy = p[b + 1] - y;
    const uz = p[b + 2] - z;
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    // too far whatever the direction
    const mid = this.#measure(s, m, x + 0.5 * ux, y + 0.5 * uy, z + 0.5 * uz, Infinity);
    if (mid - 0.5 * length > margin) return;
    let low = 0;
    let high = 1;
    let t0 = 1 - GOLDEN;
    let t1 = GOLDEN;
    let d0 = this.#measure(s, m, x + t0 * ux, y + t0 * uy, z + t0 * uz, Infinity);
    let d1 = this.#measure(s, m, x + t1 * ux, y + t1 * uy, z + t1 * uz, Infinity);
    for (let i = 0; i < 60 && (high - low) * length > 1e-7 * s.size; i++) {
      if (d0 <= d1) {
        high = t1;
        t1 = t0;
        d1 = d0;
        t0 = high - GOLDEN * (high - low);
        d0 = this.#measure(s, m, x + t0 * ux, y + t0 * uy, z + t0 * uz, Infinity);
      } else {
        low = t0;
        t0 = t1;
        d0 = d1;
        t1 = low + GOLDEN * (high - low);
        d1 = this.#measure(s, m, x + t1 * ux, y + t1 * uy, z + t1 * uz, Infinity);
      }
      // distances change by no more than the way: this piece cannot come near enough
      if (Math.min(d0, d1) - (high - low) * length > margin) return;
    }
    const best = 0.5 * (low + high);
    const least = this.#measure(s, m, x + best * ux, y + best * uy, z + best * uz, Infinity);
    if (least > margin) return;
    // a stretch at the same distance (a generator or a flat end) bears at both of its ends
    const same = least + 1e-6 * s.size;
    const from = this.#stretch(s, m, x, y, z, ux, uy, uz, best, 0, same);
    const to = this.#stretch(s, m, x, y, z, ux, uy, uz, best, 1, same);
    const id = ID_EDGES | (e & 0x1fffffff);
    const inner = 1e-6;
    if ((to - from) * length > 1e-2 * s.size) {
      // ends of the edge itself are vertices and have had their turn
      if (from > inner)
        this.#surfacePoint(s, m, surface, -1, e, x + from * ux, y + from * uy, z + from * uz, margin, id, out);
      if (to < 1 - inner)
        this.#surfacePoint(s, m, surface, -1, e, x + to * ux, y + to * uy, z + to * uz, margin, id | (1 << 29), out);
    } else if (best > inner && best < 1 - inner) {
      this.#surfacePoint(s, m, surface, -1, e, x + best * ux, y + best * uy, z + best * uz, margin, id, out);
    }
  }

  /** How far towards `end` the distance stays below `same`. */
  #stretch(
    s: Placed,
    m: Placed,
    x: number,
    y: number,
    z: number,
    ux: number,
    uy: number,
    uz: number,
    start: number,
    end: number,
    same: number,
  ): number {
    if (this.#measure(s, m, x + end * ux, y + end * uy, z + end * uz, Infinity) <= same) return end;
    let inside = start;
    let outside = end;
    for (let i = 0; i < 24; i++) {
      const t = 0.5 * (inside + outside);
      if (this.#measure(s, m, x + t * ux, y + t * uy, z + t * uz, Infinity) <= same) inside = t;
      else outside = t;
    }
    return inside;
  }

  /**
   * No admitted feature is inside, yet the bodies may overlap (deeply, or where only rounded parts meet): the deepest
   * of the mesh's vertices and face centres inside the shape and of the shape's rim, end and middle points inside the
   * mesh.
   */
  #entangled(s: Placed, m: Placed, surface: Surface, out: PointBuffer): void {
    const p = surface.positions;
    const q = this.#q;
    const count = out.count;
    let deepest = 0;
    for (let i = 0; i < this.#nearby.count; i++) {
      const t = 3 * this.#nearby.triangles[i];
      for (let c = 0; c < 4; c++) {
        for (let j = 0; j < 3; j++) {
          q[j] =
            c < 3
              ? p[3 * surface.indices[t + c] + j]
              : (p[3 * surface.indices[t] + j] +
                  p[3 * surface.indices[t + 1] + j] +
                  p[3 * surface.indices[t + 2] + j]) /
                3;
        }
        const d = this.#measure(s, m, q[0], q[1], q[2], 0);
        if (!(d < deepest)) continue;
        deepest = d;
        out.count = count;
        this.#pushMeasured(d, ID_OTHER, out);
      }
    }
    const cone = s.kind === CONE;
    for (let i = 0; i < 2 * RIM_POINTS + 3; i++) {
      // three points of the axis, then both rims
      const rim = i >= 3;
      const top = rim ? i < 3 + RIM_POINTS : i === 0;
      const k = rim ? (i - 3) % RIM_POINTS : 0;
      const radius = !rim || (cone && top) ? 0 : s.hx;
      const lx = radius * RIM_COS[k];
      const ly = !rim && i === 2 ? 0 : top ? s.hy : -s.hy;
      const lz = radius * RIM_SIN[k];
      s.toWorld(q, 0, lx, ly, lz);
      const [x, y, z] = q;
      const d = this.#closest.find(m, x, y, z, 0);
      if (!(d < deepest)) continue;
      deepest = d;
      out.count = count;
      const c = this.#closest;
      if (rim || i < 2) {
        out.push(x, y, z, c.x, c.y, c.z, c.nx, c.ny, c.nz, d, ID_OTHER);
        continue;
      }
      // from the middle: the shape's own farthest point towards the inside counts
      const { x: qx, y: qy, z: qz, nx, ny, nz } = c;
      supportFeature(s, -nx, -ny, -nz, this.#feature);
      const f = this.#feature.points;
      let h = Infinity;
      let at = 0;
      for (let j = 0; j < this.#feature.count; j++) {
        const height = nx * (f[3 * j] - qx) + ny * (f[3 * j + 1] - qy) + nz * (f[3 * j + 2] - qz);
        if (height < h) {
          h = height;
          at = 3 * j;
        }
      }
      out.push(f[at], f[at + 1], f[at + 2], qx, qy, qz, nx, ny, nz, h, ID_OTHER);
    }
    if (out.count > count) return;
    // only edges pass through: each at its deepest, whatever its faces admit
    this.#edgeSlack = 2;
    this.#edgeMarks.start(surface.edges.length / EDGE_STRIDE);
    for (let i = 0; i < 3 * this.#nearby.count; i++) {
      const e = surface.triangleEdges[3 * this.#nearby.triangles[Math.floor(i / 3)] + (i % 3)];
      if (!this.#edgeMarks.first(e)) continue;
      this.#edge(s, m, surface, e, 0, out);
    }
    this.#edgeSlack = EDGE_SLACK;
  }
}

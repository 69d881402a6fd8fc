// Contact points of a closed triangle surface with spheres, capsules, cylinders and cones.
//
// Sphere and capsule: every face, edge and vertex of the surface that is a local minimum of the distance to the core, exactly; a
// core inside the solid takes the one nearest point. Cylinder and cone: their rim and generator points over each triangle, the vertices of the
// surface by their signed distance to the shape, and its sharp edges where they come nearest to (or run along) the shape.
// Borders inside flat or hollow parts never touch (surface.ts). Simplification: where a rim lies across a hollow of the mesh that is
// smaller than the spacing of its 12 points, the rim point between two of them is missed.
// Verified in test/contact/point-geometry-mesh.test.ts.

import { MAX_TREE_DEPTH } from '../../shapes/triangle-tree.js';
import { CP_STRIDE, ID_EDGES, ID_OTHER, ID_VERTEX_A, ID_VERTEX_B, type PointBuffer } from './buffer.js';
import type { Closest } from './closest.js';
import { Feature, RIM_COS, RIM_POINTS, RIM_SIN, supportFeature } from './feature.js';
import { VertexMarks } from './half-space.js';
import { CAPSULE, CONE, type Placed, SPHERE } from './placed.js';
import type { Surface } from './surface.js';
import { SurfaceClosest } from './surface-closest.js';
import { apart } from './surface-pair.js';
import { AT_CORNER, nearestOnTriangle, ON_EDGE, ON_FACE } from './triangle.js';

const SLACK = 1e-6;
const VERTEX_SLACK = 0.15;
const EDGE_SLACK = 0.05;

export class SurfaceRound {
  private readonly near = new SurfaceClosest();
  private readonly feature = new Feature();
  private readonly vertexMarks = new VertexMarks();
  private readonly edgeMarks = new VertexMarks();
  private readonly stack = new Int32Array(MAX_TREE_DEPTH + 2);
  private readonly box = new Float64Array(6);
  private readonly q = new Float64Array(3);
  private triangles = new Int32Array(64);
  private triangleCount = 0;
  private edgeSlack = EDGE_SLACK;

  constructor(private readonly closest: Closest) {}

  /** Round shape s first, mesh m with its surface second. */
  generate(s: Placed, m: Placed, surface: Surface, margin: number, out: PointBuffer): void {
    // centre and axis in the mesh's frame
    const r = m.r;
    const dx = s.x - m.x;
    const dy = s.y - m.y;
    const dz = s.z - m.z;
    const x = r[0] * dx + r[3] * dy + r[6] * dz;
    const y = r[1] * dx + r[4] * dy + r[7] * dz;
    const z = r[2] * dx + r[5] * dy + r[8] * dz;
    const ax = r[0] * s.r[1] + r[3] * s.r[4] + r[6] * s.r[7];
    const ay = r[1] * s.r[1] + r[4] * s.r[4] + r[7] * s.r[7];
    const az = r[2] * s.r[1] + r[5] * s.r[4] + r[8] * s.r[7];
    const h = s.kind === SPHERE ? 0 : s.hy;
    const side = s.hx + margin;
    const box = this.box;
    box[0] = x - h * Math.abs(ax) - side;
    box[1] = y - h * Math.abs(ay) - side;
    box[2] = z - h * Math.abs(az) - side;
    box[3] = x + h * Math.abs(ax) + side;
    box[4] = y + h * Math.abs(ay) + side;
    box[5] = z + h * Math.abs(az) + side;
    this.collect(surface);
    const before = out.count;
    if (s.kind === SPHERE) {
      this.ball(x, y, z, s.hx, 0, 0, 0, m, surface, margin, 0, out);
    } else if (s.kind === CAPSULE) {
      this.ball(x + h * ax, y + h * ay, z + h * az, s.hx, ax, ay, az, m, surface, margin, 1, out);
      this.ball(x - h * ax, y - h * ay, z - h * az, s.hx, -ax, -ay, -az, m, surface, margin, 2, out);
      this.between(x, y, z, ax, ay, az, s, m, surface, margin, out);
      if (out.count === before) this.pierced(x, y, z, ax, ay, az, s, m, surface, out);
    } else {
      this.flatEnded(s, m, surface, margin, out);
      let deepest = 0;
      for (let i = before; i < out.count; i++) deepest = Math.min(deepest, out.data[i * CP_STRIDE + 9]);
      if (deepest === 0) this.entangled(s, m, surface, out);
    }
  }

  private collect(surface: Surface): void {
    const tree = surface.tree;
    const stack = this.stack;
    this.triangleCount = 0;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const i = stack[--top];
      if (apart(tree.bounds, 6 * i, this.box)) continue;
      const n = tree.count[i];
      if (n === 0) {
        stack[top++] = tree.first[i];
        stack[top++] = i + 1;
        continue;
      }
      for (let k = 0; k < n; k++) {
        if (this.triangleCount === this.triangles.length) {
          const triangles = new Int32Array(2 * this.triangles.length);
          triangles.set(this.triangles);
          this.triangles = triangles;
        }
        this.triangles[this.triangleCount++] = tree.order[tree.first[i] + k];
      }
    }
  }

  /** Push a ball's contact: core point p, nearest surface point q, outward normal n, all in the mesh's frame. */
  private pushBall(
    m: Placed,
    px: number,
    py: number,
    pz: number,
    radius: number,
    qx: number,
    qy: number,
    qz: number,
    nx: number,
    ny: number,
    nz: number,
    separation: number,
    id: number,
    out: PointBuffer,
  ): void {
    const r = m.r;
    // on a border between coplanar triangles, both may claim the point
    const wx = m.x + r[0] * qx + r[1] * qy + r[2] * qz;
    const wy = m.y + r[3] * qx + r[4] * qy + r[5] * qz;
    const wz = m.z + r[6] * qx + r[7] * qy + r[8] * qz;
    if (known(out, !out.flipped, wx, wy, wz, 1e-6 * m.size)) return;
    const sx = px - radius * nx;
    const sy = py - radius * ny;
    const sz = pz - radius * nz;
    out.push(
      m.x + r[0] * sx + r[1] * sy + r[2] * sz,
      m.y + r[3] * sx + r[4] * sy + r[5] * sz,
      m.z + r[6] * sx + r[7] * sy + r[8] * sz,
      wx,
      wy,
      wz,
      r[0] * nx + r[1] * ny + r[2] * nz,
      r[3] * nx + r[4] * ny + r[5] * nz,
      r[6] * nx + r[7] * ny + r[8] * nz,
      separation,
      id,
    );
  }

  /**
   * Local minima of the distance from c to the surface. `a`: outward axis of a capsule's end (zero for a sphere), beyond which
   * the end does not reach; `tag` tells ends apart in ids.
   */
  private ball(
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
    const near = this.near;
    const reach = radius + margin;
    const d = near.find(s, cx, cy, cz, reach);
    if (d > reach) return;
    if (d <= 1e-9 * m.size) {
      const id = ID_OTHER | (tag << 24);
      this.pushBall(m, cx, cy, cz, radius, near.x, near.y, near.z, near.nx, near.ny, near.nz, d - radius, id, out);
      return;
    }
    this.vertexMarks.start(s.positions.length / 3);
    this.edgeMarks.start(s.edges.length / 4);
    const p = s.positions;
    const q = this.q;
    for (let i = 0; i < this.triangleCount; i++) {
      const t = this.triangles[i];
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
        if (this.edgeMarks.marks[e] === this.edgeMarks.stamp) continue;
        this.edgeMarks.marks[e] = this.edgeMarks.stamp;
        if (!s.edgeAdmits(e, nx, ny, nz, SLACK)) continue;
        id = ID_EDGES | (tag << 24) | (e & 0xffffff);
      } else {
        const v = s.indices[3 * t + part - AT_CORNER];
        if (this.vertexMarks.marks[v] === this.vertexMarks.stamp) continue;
        this.vertexMarks.marks[v] = this.vertexMarks.stamp;
        if (!s.vertexAdmits(v, nx, ny, nz, SLACK)) continue;
        id = ID_VERTEX_B | (tag << 24) | (v & 0xffffff);
      }
      this.pushBall(m, cx, cy, cz, radius, q[0], q[1], q[2], nx, ny, nz, l - radius, id, out);
    }
  }

  /** Edges and vertices of the surface against the straight part of a capsule. */
  private between(
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
    this.vertexMarks.start(p.length / 3);
    this.edgeMarks.start(surface.edges.length / 4);
    for (let i = 0; i < this.triangleCount; i++) {
      const t = this.triangles[i];
      for (let c = 0; c < 3; c++) {
        const v = surface.indices[3 * t + c];
        if (this.vertexMarks.marks[v] !== this.vertexMarks.stamp) {
          this.vertexMarks.marks[v] = this.vertexMarks.stamp;
          const dx = p[3 * v] - x;
          const dy = p[3 * v + 1] - y;
          const dz = p[3 * v + 2] - z;
          const w = dx * ax + dy * ay + dz * az;
          if (w > -h && w < h) {
            const id = ID_VERTEX_B | (3 << 24) | (v & 0xffffff);
            this.line(
              x + w * ax,
              y + w * ay,
              z + w * az,
              s.hx,
              p[3 * v],
              p[3 * v + 1],
              p[3 * v + 2],
              v,
              -1,
              m,
              surface,
              reach,
              id,
              out,
            );
          }
        }
        const e = surface.triangleEdges[3 * t + c];
        if (surface.sharp[e] === 0 || this.edgeMarks.marks[e] === this.edgeMarks.stamp) continue;
        this.edgeMarks.marks[e] = this.edgeMarks.stamp;
        const a = 3 * surface.edges[4 * e];
        const b = 3 * surface.edges[4 * e + 1];
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
        const id = ID_EDGES | (3 << 24) | (e & 0xffffff);
        this.line(
          x + w * ax,
          y + w * ay,
          z + w * az,
          s.hx,
          p[a] + k * ux,
          p[a + 1] + k * uy,
          p[a + 2] + k * uz,
          -1,
          e,
          m,
          surface,
          reach,
          id,
          out,
        );
      }
    }
  }

  /** A core that runs through the solid with both ends outside: its deepest of some points along it. */
  private pierced(
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
    const near = this.near;
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
    this.pushBall(m, cx, cy, cz, s.hx, near.x, near.y, near.z, near.nx, near.ny, near.nz, d - s.hx, ID_OTHER, out);
  }

  /** A point c of the capsule's core line against the surface point q of vertex v or edge e. */
  private line(
    cx: number,
    cy: number,
    cz: number,
    radius: number,
    qx: number,
    qy: number,
    qz: number,
    v: number,
    e: number,
    m: Placed,
    s: Surface,
    reach: number,
    id: number,
    out: PointBuffer,
  ): void {
    let nx = cx - qx;
    let ny = cy - qy;
    let nz = cz - qz;
    const d = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (d > reach || d < 1e-12 * radius) return;
    nx /= d;
    ny /= d;
    nz /= d;
    let separation = d - radius;
    if (v >= 0) {
      if (!s.vertexAdmits(v, nx, ny, nz, SLACK)) return;
    } else {
      const l = 3 * s.edges[4 * e + 2];
      const r = 3 * s.edges[4 * e + 3];
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
    this.pushBall(m, cx, cy, cz, radius, qx, qy, qz, nx, ny, nz, separation, id, out);
  }

  private flatEnded(s: Placed, m: Placed, surface: Surface, margin: number, out: PointBuffer): void {
    const p = surface.positions;
    const n = surface.normals;
    const r = m.r;
    const f = this.feature;
    const q = this.q;
    this.vertexMarks.start(p.length / 3);
    this.edgeMarks.start(surface.edges.length / 4);
    for (let i = 0; i < this.triangleCount; i++) {
      const t = this.triangles[i];
      // rim and generator points over this triangle
      const nx = r[0] * n[3 * t] + r[1] * n[3 * t + 1] + r[2] * n[3 * t + 2];
      const ny = r[3] * n[3 * t] + r[4] * n[3 * t + 1] + r[5] * n[3 * t + 2];
      const nz = r[6] * n[3 * t] + r[7] * n[3 * t + 1] + r[8] * n[3 * t + 2];
      const a = 3 * surface.indices[3 * t];
      const tx = m.x + r[0] * p[a] + r[1] * p[a + 1] + r[2] * p[a + 2];
      const ty = m.y + r[3] * p[a] + r[4] * p[a + 1] + r[5] * p[a + 2];
      const tz = m.z + r[6] * p[a] + r[7] * p[a + 1] + r[8] * p[a + 2];
      supportFeature(s, -nx, -ny, -nz, f);
      for (let k = 0; k < f.count; k++) {
        const x = f.points[3 * k];
        const y = f.points[3 * k + 1];
        const z = f.points[3 * k + 2];
        const h = nx * (x - tx) + ny * (y - ty) + nz * (z - tz);
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
        if (h < 0 && this.near.find(surface, lx, ly, lz, margin) > tolerance) continue;
        if (h < 0 && this.near.distance > h * 0.5 - tolerance && this.near.distance < -tolerance) continue;
        const id = ID_VERTEX_A | f.index[k];
        if (known(out, out.flipped, x, y, z, tolerance)) continue;
        out.push(x, y, z, x - h * nx, y - h * ny, z - h * nz, nx, ny, nz, h, id);
      }
      for (let c = 0; c < 3; c++) {
        const v = surface.indices[3 * t + c];
        if (this.vertexMarks.marks[v] !== this.vertexMarks.stamp) {
          this.vertexMarks.marks[v] = this.vertexMarks.stamp;
          this.surfacePoint(s, m, surface, v, -1, p[3 * v], p[3 * v + 1], p[3 * v + 2], margin, ID_VERTEX_B | v, out);
        }
        const e = surface.triangleEdges[3 * t + c];
        if (surface.sharp[e] === 0 || this.edgeMarks.marks[e] === this.edgeMarks.stamp) continue;
        this.edgeMarks.marks[e] = this.edgeMarks.stamp;
        this.edge(s, m, surface, e, margin, out);
      }
    }
  }

  /** Signed distance from the round shape to a point of the mesh, in its frame. */
  private measure(s: Placed, m: Placed, x: number, y: number, z: number, limit: number): number {
    const r = m.r;
    return this.closest.find(
      s,
      m.x + r[0] * x + r[1] * y + r[2] * z,
      m.y + r[3] * x + r[4] * y + r[5] * z,
      m.z + r[6] * x + r[7] * y + r[8] * z,
      limit,
    );
  }

  /** A vertex (or a point of an edge) of the mesh against the round shape's surface. */
  private surfacePoint(
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
    const d = this.measure(s, m, x, y, z, margin);
    if (d > margin) return;
    const c = this.closest;
    const r = m.r;
    // the mesh touches with the opposite of the shape's normal
    const nx = -(r[0] * c.nx + r[3] * c.ny + r[6] * c.nz);
    const ny = -(r[1] * c.nx + r[4] * c.ny + r[7] * c.nz);
    const nz = -(r[2] * c.nx + r[5] * c.ny + r[8] * c.nz);
    if (
      v >= 0 ? !surface.vertexAdmits(v, nx, ny, nz, VERTEX_SLACK) : !surface.edgeAdmits(e, nx, ny, nz, this.edgeSlack)
    )
      return;
    out.push(
      c.x,
      c.y,
      c.z,
      m.x + r[0] * x + r[1] * y + r[2] * z,
      m.y + r[3] * x + r[4] * y + r[5] * z,
      m.z + r[6] * x + r[7] * y + r[8] * z,
      -c.nx,
      -c.ny,
      -c.nz,
      d,
      id,
    );
  }

  /** The part of a sharp edge nearest to the shape: its distance is convex along the edge, so bisection finds it. */
  private edge(s: Placed, m: Placed, surface: Surface, e: number, margin: number, out: PointBuffer): void {
    const p = surface.positions;
    const a = 3 * surface.edges[4 * e];
    const b = 3 * surface.edges[4 * e + 1];
    const x = p[a];
    const y = p[a + 1];
    const z = p[a + 2];
    const ux = p[b] - x;
    const uy = p[b + 1] - y;
    const uz = p[b + 2] - z;
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    // too far whatever the direction
    const mid = this.measure(s, m, x + 0.5 * ux, y + 0.5 * uy, z + 0.5 * uz, Infinity);
    if (mid - 0.5 * length > margin) return;
    let low = 0;
    let high = 1;
    for (let i = 0; i < 60 && (high - low) * length > 1e-9 * s.size; i++) {
      const third = (high - low) / 3;
      const t0 = low + third;
      const t1 = high - third;
      const d0 = this.measure(s, m, x + t0 * ux, y + t0 * uy, z + t0 * uz, Infinity);
      const d1 = this.measure(s, m, x + t1 * ux, y + t1 * uy, z + t1 * uz, Infinity);
      if (d0 <= d1) high = t1;
      if (d0 >= d1) low = t0;
    }
    const best = 0.5 * (low + high);
    const least = this.measure(s, m, x + best * ux, y + best * uy, z + best * uz, Infinity);
    if (least > margin) return;
    // a stretch at the same distance (a generator or a flat end) bears at both of its ends
    const same = least + 1e-6 * s.size;
    const from = this.stretch(s, m, x, y, z, ux, uy, uz, best, 0, same);
    const to = this.stretch(s, m, x, y, z, ux, uy, uz, best, 1, same);
    const id = ID_EDGES | (e & 0x1fffffff);
    const inner = 1e-6;
    if ((to - from) * length > 1e-2 * s.size) {
      // ends of the edge itself are vertices and have had their turn
      if (from > inner)
        this.surfacePoint(s, m, surface, -1, e, x + from * ux, y + from * uy, z + from * uz, margin, id, out);
      if (to < 1 - inner)
        this.surfacePoint(s, m, surface, -1, e, x + to * ux, y + to * uy, z + to * uz, margin, id | (1 << 29), out);
    } else if (best > inner && best < 1 - inner) {
      this.surfacePoint(s, m, surface, -1, e, x + best * ux, y + best * uy, z + best * uz, margin, id, out);
    }
  }

  /** How far towards `end` the distance stays below `same`. */
  private stretch(
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
    if (this.measure(s, m, x + end * ux, y + end * uy, z + end * uz, Infinity) <= same) return end;
    let inside = start;
    let outside = end;
    for (let i = 0; i < 40; i++) {
      const t = 0.5 * (inside + outside);
      if (this.measure(s, m, x + t * ux, y + t * uy, z + t * uz, Infinity) <= same) inside = t;
      else outside = t;
    }
    return inside;
  }

  /**
   * No admitted feature is inside, yet the bodies may overlap (deeply, or where only rounded parts meet): the deepest of the
   * mesh's vertices and face centres inside the shape and of the shape's rim, end and middle points inside the mesh.
   */
  private entangled(s: Placed, m: Placed, surface: Surface, out: PointBuffer): void {
    const p = surface.positions;
    const q = this.q;
    const count = out.count;
    let deepest = 0;
    for (let i = 0; i < this.triangleCount; i++) {
      const t = 3 * this.triangles[i];
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
        const d = this.measure(s, m, q[0], q[1], q[2], 0);
        if (!(d < deepest)) continue;
        deepest = d;
        out.count = count;
        const k = this.closest;
        const r = m.r;
        const x = m.x + r[0] * q[0] + r[1] * q[1] + r[2] * q[2];
        const y = m.y + r[3] * q[0] + r[4] * q[1] + r[5] * q[2];
        const z = m.z + r[6] * q[0] + r[7] * q[1] + r[8] * q[2];
        out.push(k.x, k.y, k.z, x, y, z, -k.nx, -k.ny, -k.nz, d, ID_OTHER);
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
      const a = s.r;
      const x = s.x + a[0] * lx + a[1] * ly + a[2] * lz;
      const y = s.y + a[3] * lx + a[4] * ly + a[5] * lz;
      const z = s.z + a[6] * lx + a[7] * ly + a[8] * lz;
      const d = this.closest.find(m, x, y, z, 0);
      if (!(d < deepest)) continue;
      deepest = d;
      out.count = count;
      const c = this.closest;
      if (rim || i < 2) {
        out.push(x, y, z, c.x, c.y, c.z, c.nx, c.ny, c.nz, d, ID_OTHER);
        continue;
      }
      // from the middle: the shape's own farthest point towards the inside counts
      const { x: qx, y: qy, z: qz, nx, ny, nz } = c;
      supportFeature(s, -nx, -ny, -nz, this.feature);
      const f = this.feature.points;
      let h = Infinity;
      let at = 0;
      for (let j = 0; j < this.feature.count; j++) {
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
    this.edgeSlack = 2;
    this.edgeMarks.start(surface.edges.length / 4);
    for (let i = 0; i < 3 * this.triangleCount; i++) {
      const e = surface.triangleEdges[3 * this.triangles[Math.floor(i / 3)] + (i % 3)];
      if (this.edgeMarks.marks[e] === this.edgeMarks.stamp) continue;
      this.edgeMarks.marks[e] = this.edgeMarks.stamp;
      this.edge(s, m, surface, e, 0, out);
    }
    this.edgeSlack = EDGE_SLACK;
  }
}

/** Is this a point already, on body B if `onB`, else on A? (The buffer serves one pair.) */
function known(out: PointBuffer, onB: boolean, x: number, y: number, z: number, tolerance: number): boolean {
  const d = out.data;
  for (let i = 0; i < out.count; i++) {
    const o = i * CP_STRIDE + (onB ? 3 : 0);
    if (Math.abs(d[o] - x) + Math.abs(d[o + 1] - y) + Math.abs(d[o + 2] - z) < tolerance) return true;
  }
  return false;
}

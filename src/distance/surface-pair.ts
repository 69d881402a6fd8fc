// Contact points of two closed triangle surfaces (meshes, or polyhedra against meshes): vertices of either inside or
// near the other, and sharp edges of both that cross or pass each other.
//
// A vertex inside takes the nearest triangle whose normal its own edges admit; outside, the nearest point if its
// direction is admitted. Two edges make a point where the normal to both lies between the face normals of each.
// Simplifications, with their consequence: the choice is local, so bodies that overlap deeply (beyond a feature's own
// size) may get points with different normals; edges that lie much deeper than the deepest vertex are dropped as
// belonging to such an overlap; a vertex of a hollow or flat part that no triangle admits bears nothing, its neighbours
// do. If the solids overlap and nothing at all was admitted, the deepest vertex is reported with its nearest surface
// point, or, where only edges pierce the other body, the middles of the pieces inside. Verified in
// test/distance/points-mesh.test.ts.

import { EDGE_FROM, EDGE_LEFT, EDGE_RIGHT, EDGE_STRIDE, EDGE_TO } from '../shapes/polyhedron.js';
import { CP_STRIDE, edgePairId, ID_VERTEX_A, type PointBuffer } from './buffer.js';
import { Marks } from './marks.js';
import { Nearby } from './nearby.js';
import { type Placed, relative } from './placed.js';
import type { Surface } from './surface.js';
import { pushFromFrame, SurfaceClosest } from './surface-closest.js';
import { SurfaceCrossing } from './surface-crossing.js';
import { ON_FACE } from './triangle.js';

/** Leaning (sine) of a vertex's edges or an edge's faces against the contact plane that still counts as facing it. */
const VERTEX_SLACK = 0.15;
const EDGE_SLACK = 0.05;
/** How deep (in sizes) a vertex may lie behind a face that is not its nearest. */
const BESIDE = 0.1;
/** How much deeper (in sizes) than twice the deepest vertex an edge may lie. */
const EDGE_BESIDE = 0.03;
/** Edges more parallel than this (sine) make no point: their ends do, as vertices. */
const PARALLEL = 1e-3;

export class SurfacePair {
  /**
   * How deep edges may lie in each other (m). Where that is bounded, what lies between two crossed edges must also be
   * inside both bodies: a pin that fills its hole has edges on one side of it that are inside the body, and edges on the
   * other side which the body's are inside of. And where only edges pierce the other body there are no points.
   */
  deepest = Infinity;
  readonly #closest = new SurfaceClosest();
  readonly #crossing = new SurfaceCrossing();
  readonly #vertexMarks = new Marks();
  readonly #edgeMarks = new Marks();
  /** Triangles of one surface within reach of the other, and of the other within reach of one edge. */
  readonly #nearby = new Nearby();
  readonly #nearEdge = new Nearby();
  /** Frames: a to b and b to a, by rows, with the positions of their origins. */
  readonly #ab = new Float64Array(9);
  readonly #ba = new Float64Array(9);
  readonly #abx = new Float64Array(3);
  readonly #bax = new Float64Array(3);
  readonly #e = new Float64Array(6);
  // deepest vertex that was inside but admitted nowhere
  #lostDepth = 0;
  readonly #lost = new Float64Array(10);
  #lostId = 0;

  generate(a: Placed, sa: Surface, b: Placed, sb: Surface, margin: number, out: PointBuffer): void {
    relative(a, b, this.#ab, this.#abx);
    relative(b, a, this.#ba, this.#bax);
    const before = out.count;
    this.#lostDepth = 0;
    if (!this.#overlapBox(sb.bounds, this.#ba, this.#bax, margin, sa.bounds)) return;
    this.#vertices(a, sa, b, sb, this.#ab, this.#abx, this.#ba, margin, out);
    out.flipped = !out.flipped;
    if (this.#overlapBox(sa.bounds, this.#ab, this.#abx, margin, sb.bounds)) {
      this.#vertices(b, sb, a, sa, this.#ba, this.#bax, this.#ab, margin, out);
    }
    out.flipped = !out.flipped;
    let deepest = 0;
    for (let i = before; i < out.count; i++) deepest = Math.min(deepest, out.data[i * CP_STRIDE + 9]);
    let limit = out.count > before ? 2 * deepest - EDGE_BESIDE * Math.min(a.size, b.size) : -Infinity;
    limit = Math.max(limit, -this.deepest);
    this.#overlapBox(sb.bounds, this.#ba, this.#bax, margin, sa.bounds);
    this.#edges(sa, b, sb, margin, limit, out);
    if (out.count === before && this.#lostDepth === 0 && this.deepest === Infinity) {
      this.#crossing.generate(sa, b, sb, this.#ab, this.#abx, out);
      out.flipped = !out.flipped;
      if (this.#overlapBox(sa.bounds, this.#ab, this.#abx, margin, sb.bounds)) {
        this.#crossing.generate(sb, a, sa, this.#ba, this.#bax, out);
      }
      out.flipped = !out.flipped;
    }
    if (out.count === before && this.#lostDepth < 0) {
      const l = this.#lost;
      const flipped = out.flipped;
      out.flipped = false; // recorded as it would have been pushed
      out.push(l[0], l[1], l[2], l[3], l[4], l[5], l[6], l[7], l[8], l[9], this.#lostId);
      out.flipped = flipped;
    }
  }

  /**
   * The box `bounds` seen from another frame and grown by the margin, cut with `own`, to nearby.box; false if empty.
   */
  #overlapBox(bounds: Float64Array, m: Float64Array, t: Float64Array, margin: number, own: Float64Array): boolean {
    const { box } = this.#nearby;
    for (let i = 0; i < 3; i++) {
      let centre = t[i];
      let half = margin;
      for (let j = 0; j < 3; j++) {
        centre += m[3 * i + j] * 0.5 * (bounds[j] + bounds[j + 3]);
        half += Math.abs(m[3 * i + j]) * 0.5 * (bounds[j + 3] - bounds[j]);
      }
      box[i] = Math.max(centre - half, own[i]);
      box[i + 3] = Math.min(centre + half, own[i + 3]);
      // a plate may be flat as its own box: empty only beyond the margin
      if (box[i] > box[i + 3]) return false;
    }
    return true;
  }

  /** Vertices of the first surface within the margin of the second, or inside it. */
  #vertices(
    a: Placed,
    sa: Surface,
    b: Placed,
    sb: Surface,
    m: Float64Array,
    t: Float64Array,
    back: Float64Array,
    margin: number,
    out: PointBuffer,
  ): void {
    const nearby = this.#nearby;
    const vertexMarks = this.#vertexMarks;
    vertexMarks.start(sa.positions.length / 3);
    nearby.collect(sa);
    for (let k = 0; k < nearby.count; k++) {
      const corner = 3 * nearby.triangles[k];
      for (let c = corner; c < corner + 3; c++) {
        const v = sa.indices[c];
        if (vertexMarks.first(v)) this.#vertex(a, sa, v, b, sb, m, t, back, margin, out);
      }
    }
  }

  #vertex(
    a: Placed,
    sa: Surface,
    v: number,
    b: Placed,
    sb: Surface,
    m: Float64Array,
    t: Float64Array,
    back: Float64Array,
    margin: number,
    out: PointBuffer,
  ): void {
    const p = sa.positions;
    const x = m[0] * p[3 * v] + m[1] * p[3 * v + 1] + m[2] * p[3 * v + 2] + t[0];
    const y = m[3] * p[3 * v] + m[4] * p[3 * v + 1] + m[5] * p[3 * v + 2] + t[1];
    const z = m[6] * p[3 * v] + m[7] * p[3 * v + 1] + m[8] * p[3 * v + 2] + t[2];
    const c = this.#closest;
    let d = c.find(sb, x, y, z, margin);
    if (d > margin) return;
    const ox = -(back[0] * c.nx + back[1] * c.ny + back[2] * c.nz);
    const oy = -(back[3] * c.nx + back[4] * c.ny + back[5] * c.nz);
    const oz = -(back[6] * c.nx + back[7] * c.ny + back[8] * c.nz);
    // on an edge to rounding, the direction to the nearest point is noise: then the faces are asked
    const touch = 1e-9 * b.size;
    const directed = d > touch || c.part === ON_FACE;
    if (!directed || !sa.vertexAdmits(v, ox, oy, oz, VERTEX_SLACK)) {
      if (d > touch) return;
      if (d < this.#lostDepth) this.#lose(v, b, d, x, y, z, out);
      // Another face beside the nearest may take the vertex; one behind it, or far away, is the far side of the body.
      const nearest = d < 0 ? -d : 0;
      const nx = c.nx;
      const ny = c.ny;
      const nz = c.nz;
      d = c.findAdmitted(sb, x, y, z, sa, v, back, VERTEX_SLACK);
      if (!(d < Infinity) || -d > Math.max(2 * nearest, BESIDE * Math.min(a.size, b.size))) return;
      if (nearest > touch && nx * c.nx + ny * c.ny + nz * c.nz < -0.1) return;
    }
    pushFromFrame(b, this.#closest, x, y, z, d, ID_VERTEX_A | v, out);
  }

  #lose(v: number, b: Placed, d: number, x: number, y: number, z: number, out: PointBuffer): void {
    this.#lostDepth = d;
    const count = out.count;
    pushFromFrame(b, this.#closest, x, y, z, d, ID_VERTEX_A | v, out);
    for (let i = 0; i < 10; i++) this.#lost[i] = out.data[count * CP_STRIDE + i];
    this.#lostId = out.ids[count];
    out.count = count;
  }

  /** Sharp edges of the first surface inside `box` against those of the second. */
  #edges(sa: Surface, b: Placed, sb: Surface, margin: number, limit: number, out: PointBuffer): void {
    const nearby = this.#nearby;
    const edgeMarks = this.#edgeMarks;
    edgeMarks.start(sa.edges.length / EDGE_STRIDE);
    nearby.collect(sa);
    for (let k = 0; k < nearby.count; k++) {
      const corner = 3 * nearby.triangles[k];
      for (let c = corner; c < corner + 3; c++) {
        const e = sa.triangleEdges[c];
        if (sa.sharp[e] === 1 && edgeMarks.first(e)) this.#edge(sa, e, b, sb, margin, limit, out);
      }
    }
  }

  #edge(sa: Surface, ea: number, b: Placed, sb: Surface, margin: number, limit: number, out: PointBuffer): void {
    const m = this.#ab;
    const t = this.#abx;
    const p = sa.positions;
    const e = this.#e;
    const nearEdge = this.#nearEdge;
    const { box } = nearEdge;
    for (let k = 0; k < 2; k++) {
      const v = 3 * sa.edges[EDGE_STRIDE * ea + EDGE_FROM + k];
      for (let i = 0; i < 3; i++)
        e[3 * k + i] = m[3 * i] * p[v] + m[3 * i + 1] * p[v + 1] + m[3 * i + 2] * p[v + 2] + t[i];
    }
    // how deep an edge pair may lie is bounded by the body, not by the edge: the box must reach that far
    const reach = limit > -Infinity ? Math.max(margin, -limit) : Math.max(margin, 0.25 * b.size);
    for (let i = 0; i < 3; i++) {
      box[i] = Math.min(e[i], e[3 + i]) - reach;
      box[i + 3] = Math.max(e[i], e[3 + i]) + reach;
    }
    nearEdge.collect(sb);
    const q = sb.positions;
    for (let k = 0; k < nearEdge.count; k++) {
      const tri = nearEdge.triangles[k];
      for (let c = 0; c < 3; c++) {
        const eb = sb.triangleEdges[3 * tri + c];
        // each edge once, by the triangle to its left
        if (sb.sharp[eb] === 0 || sb.edges[EDGE_STRIDE * eb + EDGE_LEFT] !== tri) continue;
        const u = 3 * sb.edges[EDGE_STRIDE * eb + EDGE_FROM];
        const w = 3 * sb.edges[EDGE_STRIDE * eb + EDGE_TO];
        if (beside(q[u], q[w], box[0], box[3])) continue;
        if (beside(q[u + 1], q[w + 1], box[1], box[4])) continue;
        if (beside(q[u + 2], q[w + 2], box[2], box[5])) continue;
        this.#edgePair(sa, ea, b, sb, eb, margin, limit, out);
      }
    }
  }

  #edgePair(
    sa: Surface,
    ea: number,
    b: Placed,
    sb: Surface,
    eb: number,
    margin: number,
    limit: number,
    out: PointBuffer,
  ): void {
    const e = this.#e;
    const q = sb.positions;
    const w0 = 3 * sb.edges[EDGE_STRIDE * eb + EDGE_FROM];
    const w1 = 3 * sb.edges[EDGE_STRIDE * eb + EDGE_TO];
    const ux = e[3] - e[0];
    const uy = e[4] - e[1];
    const uz = e[5] - e[2];
    const vx = q[w1] - q[w0];
    const vy = q[w1 + 1] - q[w0 + 1];
    const vz = q[w1 + 2] - q[w0 + 2];
    let nx = uy * vz - uz * vy;
    let ny = uz * vx - ux * vz;
    let nz = ux * vy - uy * vx;
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    const nn = nx * nx + ny * ny + nz * nz;
    if (nn <= PARALLEL * PARALLEL * uu * vv) return;
    const dx = q[w0] - e[0];
    const dy = q[w0 + 1] - e[1];
    const dz = q[w0 + 2] - e[2];
    // d = q − p: s = (d × v)·n / nn on the first edge, t = (d × u)·n / nn on the second
    const s = ((dy * vz - dz * vy) * nx + (dz * vx - dx * vz) * ny + (dx * vy - dy * vx) * nz) / nn;
    if (s < 0 || s > 1) return;
    const t = ((dy * uz - dz * uy) * nx + (dz * ux - dx * uz) * ny + (dx * uy - dy * ux) * nz) / nn;
    if (t < 0 || t > 1) return;
    const k = 1 / Math.sqrt(nn);
    nx *= k;
    ny *= k;
    nz *= k;
    const l = 3 * sb.edges[EDGE_STRIDE * eb + EDGE_LEFT];
    const r = 3 * sb.edges[EDGE_STRIDE * eb + EDGE_RIGHT];
    const g = sb.normals;
    if (nx * (g[l] + g[r]) + ny * (g[l + 1] + g[r + 1]) + nz * (g[l + 2] + g[r + 2]) < 0) {
      nx = -nx;
      ny = -ny;
      nz = -nz;
    }
    const separation = -(nx * dx + ny * dy + nz * dz);
    if (separation > margin || separation < limit) return;
    if (!sb.edgeAdmits(eb, nx, ny, nz, EDGE_SLACK)) return;
    const m = this.#ba;
    const ax = -(m[0] * nx + m[1] * ny + m[2] * nz);
    const ay = -(m[3] * nx + m[4] * ny + m[5] * nz);
    const az = -(m[6] * nx + m[7] * ny + m[8] * nz);
    if (!sa.edgeAdmits(ea, ax, ay, az, EDGE_SLACK)) return;
    const px = e[0] + s * ux;
    const py = e[1] + s * uy;
    const pz = e[2] + s * uz;
    const ox = q[w0] + t * vx;
    const oy = q[w0 + 1] + t * vy;
    const oz = q[w0 + 2] + t * vz;
    if (separation < 0) {
      // crossed edges lie inside, or on the skin of, the other body; one that has passed it by does not
      const skin = 1e-6 * b.size;
      if (this.#closest.find(sb, px, py, pz, skin) > skin - 0.1 * separation) return;
      const fx = m[0] * ox + m[1] * oy + m[2] * oz + this.#bax[0];
      const fy = m[3] * ox + m[4] * oy + m[5] * oz + this.#bax[1];
      const fz = m[6] * ox + m[7] * oy + m[8] * oz + this.#bax[2];
      if (this.#closest.find(sa, fx, fy, fz, skin) > skin - 0.1 * separation) return;
      if (this.deepest < Infinity && separation < -skin) {
        const hx = 0.5 * (px + ox);
        const hy = 0.5 * (py + oy);
        const hz = 0.5 * (pz + oz);
        if (this.#closest.find(sb, hx, hy, hz, skin) > skin) return;
        const gx = m[0] * hx + m[1] * hy + m[2] * hz + this.#bax[0];
        const gy = m[3] * hx + m[4] * hy + m[5] * hz + this.#bax[1];
        const gz = m[6] * hx + m[7] * hy + m[8] * hz + this.#bax[2];
        if (this.#closest.find(sa, gx, gy, gz, skin) > skin) return;
      }
    }
    this.#closest.setSpot(ox, oy, oz, nx, ny, nz);
    const id = edgePairId(
      sa.edges[EDGE_STRIDE * ea + EDGE_FROM],
      sa.edges[EDGE_STRIDE * ea + EDGE_TO],
      sb.edges[EDGE_STRIDE * eb + EDGE_FROM],
      sb.edges[EDGE_STRIDE * eb + EDGE_TO],
    );
    pushFromFrame(b, this.#closest, px, py, pz, separation, id, out);
    const f = b.r;
    out.noteEdges(
      f[0] * ux + f[1] * uy + f[2] * uz,
      f[3] * ux + f[4] * uy + f[5] * uz,
      f[6] * ux + f[7] * uy + f[8] * uz,
      f[0] * vx + f[1] * vy + f[2] * vz,
      f[3] * vx + f[4] * vy + f[5] * vz,
      f[6] * vx + f[7] * vy + f[8] * vz,
    );
  }
}

function beside(p: number, q: number, low: number, high: number): boolean {
  return (p < low && q < low) || (p > high && q > high);
}

// Contact points of two convex shapes: first the direction of contact, then all points of the manifold.
//
// Direction: the separating-axis test for polyhedra of moderate size (sat.ts); GJK and, on overlap, EPA for the others
// (gjk.ts, epa.ts), after which the flat features of either body near that direction are tried as exact axes: a
// cylinder on its end or its side then has the face's own normal, not an iterate's.
// Points: the feature of one body clipped against the face of the other (clip.ts), plus every other vertex of the
// incident body that dips below the face; two parallel edges or generators give the ends of their common part; any
// other pair one point.
//
// Simplifications: while bodies are apart, the face normal stands for the direction between them if its gap differs by
// less than EDGE_BIAS of their size; crossings of the reference face's outline with faces beside the incident one are
// not sought. Verified in test/distance/points-convex.test.ts.

import { EDGE_FROM, EDGE_STRIDE, EDGE_TO, PLANE_STRIDE } from '../shapes/polyhedron.js';
import { edgePairId, ID_OTHER, ID_VERTEX_A, ID_VERTEX_B, type PointBuffer } from './buffer.js';
import { Clipper, overPolygon, pushClipped } from './clip.js';
import { CylinderAxis } from './cylinder-axis.js';
import { Epa } from './epa.js';
import { Feature, faceFeature, faceTowards, supportFeature } from './feature.js';
import { Gjk, supportCore } from './gjk.js';
import { Marks } from './marks.js';
import { BOX, CONVEX, CYLINDER, type Placed } from './placed.js';
import { EDGES, FACE_FIRST, LINE_DIRECTION, LINE_STRIDE, SeparatingAxis } from './sat.js';

/** Above this product of edge counts GJK/EPA is cheaper than trying all pairs of edges. */
const SAT_LIMIT = 2048;
/** Cores nearer than this (in sizes) are overlapping as far as GJK's direction is concerned. */
const TOUCH = 1e-8;
/** A flat feature's normal is taken if its gap is this close (in sizes) to the true one, as in sat.ts. */
const FACE_BIAS = 1e-4;
const FACE_RELATIVE_BIAS = 0.02;
/** Straight features enclosing less than this (sine) share a line of contact. */
const PARALLEL = 0.02;
/**
 * Faces of the incident body that look at the reference face at least this much (cosine) have their vertices tried too.
 */
const FACING = 0.1;

/** A direction as `direction` found it: from b to a, the gap along it, the nearest points. */
const D_GAP = 3;
const D_ON_A = 4;
const D_ON_B = 7;
export const DIRECTION = 10;

export class ConvexContact {
  readonly sat = new SeparatingAxis();
  readonly gjk = new Gjk();
  readonly epa = new Epa();
  readonly #byFeatures = new CylinderAxis();
  readonly featureA = new Feature();
  readonly featureB = new Feature();
  readonly #clipper = new Clipper();
  readonly #marks = new Marks();
  readonly #s = new Float64Array(6);
  /** Direction of contact from b to a, gap along it and the nearest points (surfaces), as `direction` found them. */
  nx = 0;
  ny = 1;
  nz = 0;
  gap = 0;
  readonly onA = new Float64Array(3);
  readonly onB = new Float64Array(3);

  /** Writes the direction in hand to out[0…]. */
  writeDirection(out: Float64Array): void {
    out[0] = this.nx;
    out[1] = this.ny;
    out[2] = this.nz;
    out[D_GAP] = this.gap;
    for (let k = 0; k < 3; k++) {
      out[D_ON_A + k] = this.onA[k];
      out[D_ON_B + k] = this.onB[k];
    }
  }

  /** The points of solids that are neither both flat nor round all over, whose direction is at d[0…], or its opposite. */
  generateAlong(d: Float64Array, isOpposite: boolean, a: Placed, b: Placed, margin: number, out: PointBuffer): void {
    const sign = isOpposite ? -1 : 1;
    this.nx = sign * d[0];
    this.ny = sign * d[1];
    this.nz = sign * d[2];
    this.gap = d[D_GAP];
    for (let k = 0; k < 3; k++) {
      this.onA[k] = d[(isOpposite ? D_ON_B : D_ON_A) + k];
      this.onB[k] = d[(isOpposite ? D_ON_A : D_ON_B) + k];
    }
    if (this.gap <= margin) this.#pointsAlong(a, b, margin, out);
  }

  generate(a: Placed, b: Placed, margin: number, out: PointBuffer): void {
    if (a.polyhedron !== null && b.polyhedron !== null) {
      if (a.kind === BOX && b.kind === BOX) {
        if (!this.sat.boxes(a, b, margin)) return;
        this.#fromSat(a, b, margin, out);
        return;
      }
      if ((a.polyhedron.edges.length / EDGE_STRIDE) * (b.polyhedron.edges.length / EDGE_STRIDE) <= SAT_LIMIT) {
        if (!this.sat.polyhedra(a, b, margin)) return;
        this.#fromSat(a, b, margin, out);
        return;
      }
    }
    this.#fromDirection(a, b, margin, out);
  }

  #fromSat(a: Placed, b: Placed, margin: number, out: PointBuffer): void {
    const sat = this.sat;
    const before = out.count;
    if (sat.kind === EDGES) {
      if (this.#edgePoint(a, b, margin, out)) return;
    } else {
      this.#faceManifold(a, b, sat.kind === FACE_FIRST, sat.kind === FACE_FIRST ? sat.faceA : sat.faceB, margin, out);
      if (out.count > before) return;
      if (sat.separation <= 0 && sat.edgeA >= 0 && this.#edgePoint(a, b, margin, out)) return;
    }
    // corner against corner, or edges that miss each other: the nearest points decide
    this.#fromDirection(a, b, margin, out);
  }

  /** The nearest points of the two edges of the axis test; false if they lie beyond the edges' ends or the margin. */
  #edgePoint(a: Placed, b: Placed, margin: number, out: PointBuffer): boolean {
    const sat = this.sat;
    if (sat.edgeSeparation > margin) return false;
    const e = sat.edgePoints;
    const ux = e[LINE_DIRECTION];
    const uy = e[LINE_DIRECTION + 1];
    const uz = e[LINE_DIRECTION + 2];
    const vx = e[LINE_STRIDE + LINE_DIRECTION];
    const vy = e[LINE_STRIDE + LINE_DIRECTION + 1];
    const vz = e[LINE_STRIDE + LINE_DIRECTION + 2];
    const dx = e[LINE_STRIDE] - e[0];
    const dy = e[LINE_STRIDE + 1] - e[1];
    const dz = e[LINE_STRIDE + 2] - e[2];
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    const uv = ux * vx + uy * vy + uz * vz;
    const ud = ux * dx + uy * dy + uz * dz;
    const vd = vx * dx + vy * dy + vz * dz;
    const det = uu * vv - uv * uv;
    if (!(det > 0)) return false;
    const s = (ud * vv - uv * vd) / det;
    const t = (uv * ud - uu * vd) / det;
    const boxes = a.kind === BOX && b.kind === BOX;
    let id: number;
    if (boxes) {
      // unit directions from the edge's middle
      const i = sat.edgeA >> 2;
      const j = sat.edgeB >> 2;
      const la = i === 0 ? a.hx : i === 1 ? a.hy : a.hz;
      const lb = j === 0 ? b.hx : j === 1 ? b.hy : b.hz;
      if (Math.abs(s) > la * 1.000001 || Math.abs(t) > lb * 1.000001) return false;
      id = ID_OTHER | (1 << 12) | (sat.edgeA << 4) | sat.edgeB;
    } else {
      if (s < -1e-6 || s > 1.000001 || t < -1e-6 || t > 1.000001) return false;
      const ea = a.polyhedron!.edges;
      const eb = b.polyhedron!.edges;
      id = edgePairId(
        ea[sat.edgeA + EDGE_FROM],
        ea[sat.edgeA + EDGE_TO],
        eb[sat.edgeB + EDGE_FROM],
        eb[sat.edgeB + EDGE_TO],
      );
    }
    out.push(
      e[0] + s * ux,
      e[1] + s * uy,
      e[2] + s * uz,
      e[LINE_STRIDE] + t * vx,
      e[LINE_STRIDE + 1] + t * vy,
      e[LINE_STRIDE + 2] + t * vz,
      -sat.ex,
      -sat.ey,
      -sat.ez,
      sat.edgeSeparation,
      id,
    );
    return true;
  }

  /** Clip the incident face of one polyhedron against face `face` of the other. */
  #faceManifold(a: Placed, b: Placed, first: boolean, face: number, margin: number, out: PointBuffer): void {
    const refShape = first ? a : b;
    const incShape = first ? b : a;
    const ref = first ? this.featureA : this.featureB;
    const inc = first ? this.featureB : this.featureA;
    faceFeature(refShape, face, ref);
    supportFeature(incShape, -ref.nx, -ref.ny, -ref.nz, inc);
    this.#clipper.clip(ref, first, inc, margin, out);
    this.#otherVertices(refShape, ref, first, incShape, margin, out);
  }

  /** Vertices of the incident body outside its incident face that lie over the reference face and within the margin. */
  #otherVertices(refShape: Placed, ref: Feature, first: boolean, s: Placed, margin: number, out: PointBuffer): void {
    const p = s.polyhedron!;
    const { planes } = p;
    const { r } = s;
    const dx = -(r[0] * ref.nx + r[3] * ref.ny + r[6] * ref.nz);
    const dy = -(r[1] * ref.nx + r[4] * ref.ny + r[7] * ref.nz);
    const dz = -(r[2] * ref.nx + r[5] * ref.ny + r[8] * ref.nz);
    const incidentFace = faceTowards(planes, dx, dy, dz);
    let marked = false;
    const offset = ref.nx * ref.points[0] + ref.ny * ref.points[1] + ref.nz * ref.points[2];
    for (let f = 0, o = 0; o < planes.length; f++, o += PLANE_STRIDE) {
      if (f === incidentFace || planes[o] * dx + planes[o + 1] * dy + planes[o + 2] * dz < FACING) continue;
      if (!marked) {
        marked = true;
        this.#marks.start(p.vertices.length / 3);
        for (let i = p.faceStart[incidentFace]; i < p.faceStart[incidentFace + 1]; i++) {
          this.#marks.first(p.faceVertices[i]);
        }
      }
      for (let i = p.faceStart[f]; i < p.faceStart[f + 1]; i++) {
        const k = p.faceVertices[i];
        if (!this.#marks.first(k)) continue;
        const vx = p.vertices[3 * k];
        const vy = p.vertices[3 * k + 1];
        const vz = p.vertices[3 * k + 2];
        const x = s.x + r[0] * vx + r[1] * vy + r[2] * vz;
        const y = s.y + r[3] * vx + r[4] * vy + r[5] * vz;
        const z = s.z + r[6] * vx + r[7] * vy + r[8] * vz;
        const h = ref.nx * x + ref.ny * y + ref.nz * z - offset;
        if (h > margin || !overPolygon(ref, x, y, z, 1e-6 * refShape.size)) continue;
        pushClipped(ref, first, x, y, z, h, (first ? ID_VERTEX_B : ID_VERTEX_A) | k, out);
      }
    }
  }

  /** Direction and gap by GJK, and EPA on overlap. False if they are farther apart than the margin. */
  direction(a: Placed, b: Placed, margin: number): boolean {
    const radii = a.coreRadius + b.coreRadius;
    const d = this.gjk.distance(a, b, radii + margin);
    if (d > radii + margin) return false;
    const onA = this.onA;
    const onB = this.onB;
    if (d > TOUCH * (a.size + b.size)) {
      this.#takePoints(this.gjk.onA, this.gjk.onB);
      const nx = (onA[0] - onB[0]) / d;
      const ny = (onA[1] - onB[1]) / d;
      const nz = (onA[2] - onB[2]) / d;
      const k = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
      this.nx = nx * k;
      this.ny = ny * k;
      this.nz = nz * k;
      this.gap = d - radii;
    } else if (this.epa.solve(a, b, this.gjk)) {
      const { nx, ny, nz } = this.epa;
      this.nx = nx;
      this.ny = ny;
      this.nz = nz;
      this.#takePoints(this.epa.onA, this.epa.onB);
      this.gap = (onA[0] - onB[0]) * nx + (onA[1] - onB[1]) * ny + (onA[2] - onB[2]) * nz - radii;
    } else return false;
    for (let i = 0; i < 3; i++) {
      const n = i === 0 ? this.nx : i === 1 ? this.ny : this.nz;
      onA[i] -= a.coreRadius * n;
      onB[i] += b.coreRadius * n;
    }
    return true;
  }

  /**
   * The same, by features where they are a cylinder and a polyhedron. Of points that are equally near, those that it
   * finds need not lie over each other.
   */
  axis(a: Placed, b: Placed, margin: number): boolean {
    const isFirst = a.kind === CYLINDER && b.polyhedron !== null;
    if (!isFirst && !(b.kind === CYLINDER && a.polyhedron !== null)) return this.direction(a, b, margin);
    // A start that was meant for GJK is not the next pair's.
    const { start } = this.gjk;
    start[0] = start[1] = start[2] = 0;
    const found = this.#byFeatures;
    if (!(isFirst ? found.find(a, b, margin) : found.find(b, a, margin))) return false;
    const { n, onCylinder, onPolyhedron } = found;
    const sign = isFirst ? 1 : -1;
    this.nx = sign * n[0];
    this.ny = sign * n[1];
    this.nz = sign * n[2];
    this.gap = found.gap;
    this.#takePoints(isFirst ? onCylinder : onPolyhedron, isFirst ? onPolyhedron : onCylinder);
    return true;
  }

  /** Three numbers each: a call of `set` takes longer. */
  #takePoints(onA: Float64Array, onB: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      this.onA[k] = onA[k];
      this.onB[k] = onB[k];
    }
  }

  /** Gap between the shapes along a direction from b to a. */
  #gapAlong(a: Placed, b: Placed, nx: number, ny: number, nz: number): number {
    const s = this.#s;
    supportCore(a, -nx, -ny, -nz, s, 0);
    supportCore(b, nx, ny, nz, s, 3);
    return nx * (s[0] - s[3]) + ny * (s[1] - s[4]) + nz * (s[2] - s[5]) - a.coreRadius - b.coreRadius;
  }

  #fromDirection(a: Placed, b: Placed, margin: number, out: PointBuffer): void {
    if (this.direction(a, b, margin)) this.#pointsAlong(a, b, margin, out);
  }

  /** The points of the direction in hand. */
  #pointsAlong(a: Placed, b: Placed, margin: number, out: PointBuffer): void {
    const fa = this.featureA;
    const fb = this.featureB;
    supportFeature(a, -this.nx, -this.ny, -this.nz, fa);
    supportFeature(b, this.nx, this.ny, this.nz, fb);
    const size = a.size < b.size ? a.size : b.size;
    const enough = this.gap - Math.max(FACE_BIAS * size, FACE_RELATIVE_BIAS * Math.abs(this.gap));
    const gapA = fa.count > 2 ? this.#gapAlong(a, b, -fa.nx, -fa.ny, -fa.nz) : -Infinity;
    const gapB = fb.count > 2 ? this.#gapAlong(a, b, fb.nx, fb.ny, fb.nz) : -Infinity;
    const before = out.count;
    if (gapA >= enough || gapB >= enough) {
      let first = gapA > gapB;
      if (Math.abs(gapA - gapB) <= 1e-5 * size) first = a.size >= b.size;
      const ref = first ? fa : fb;
      const inc = first ? fb : fa;
      const other = first ? b : a;
      const near = first ? gapA : gapB;
      if (near <= margin) {
        supportFeature(other, -ref.nx, -ref.ny, -ref.nz, inc);
        this.#clipper.clip(ref, first, inc, margin, out);
        if (other.kind === CONVEX) this.#otherVertices(first ? a : b, ref, first, other, margin, out);
        if (out.count > before) return;
        supportFeature(a, -this.nx, -this.ny, -this.nz, fa);
        supportFeature(b, this.nx, this.ny, this.nz, fb);
      }
    }
    if (this.#commonLine(a, b, margin, out)) return;
    this.#push(this.onA[0], this.onA[1], this.onA[2], this.onB[0], this.onB[1], this.onB[2], this.gap, ID_OTHER, out);
  }

  #push(
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    gap: number,
    id: number,
    out: PointBuffer,
  ): void {
    out.push(ax, ay, az, bx, by, bz, this.nx, this.ny, this.nz, gap, id);
  }

  /** Two straight features side by side: the ends of the part they share. */
  #commonLine(a: Placed, b: Placed, margin: number, out: PointBuffer): boolean {
    const fa = this.featureA;
    const fb = this.featureB;
    const size = a.size < b.size ? a.size : b.size;
    if (!keepEdge(fa, -this.nx, -this.ny, -this.nz, 1e-3 * size)) return false;
    if (!keepEdge(fb, this.nx, this.ny, this.nz, 1e-3 * size)) return false;
    const p = fa.points;
    const q = fb.points;
    let ux = p[3] - p[0];
    let uy = p[4] - p[1];
    let uz = p[5] - p[2];
    let vx = q[3] - q[0];
    let vy = q[4] - q[1];
    let vz = q[5] - q[2];
    const lu = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const lv = Math.sqrt(vx * vx + vy * vy + vz * vz);
    if (!(lu > 0 && lv > 0)) return false;
    ux /= lu;
    uy /= lu;
    uz /= lu;
    vx /= lv;
    vy /= lv;
    vz /= lv;
    const cx = uy * vz - uz * vy;
    const cy = uz * vx - ux * vz;
    const cz = ux * vy - uy * vx;
    if (cx * cx + cy * cy + cz * cz > PARALLEL * PARALLEL) return false;
    const c = ux * vx + uy * vy + uz * vz;
    const t0 = (q[0] - p[0]) * ux + (q[1] - p[1]) * uy + (q[2] - p[2]) * uz;
    const t1 = (q[3] - p[0]) * ux + (q[4] - p[1]) * uy + (q[5] - p[2]) * uz;
    const low = Math.max(0, Math.min(t0, t1));
    const high = Math.min(lu, Math.max(t0, t1));
    if (high - low <= 1e-6 * size) return false;
    const before = out.count;
    for (let k = 0; k < 2; k++) {
      const s = k === 0 ? low : high;
      const w = (s - t0) / c;
      const ax = p[0] + s * ux + fa.swept(-2, 0);
      const ay = p[1] + s * uy + fa.swept(-2, 1);
      const az = p[2] + s * uz + fa.swept(-2, 2);
      const bx = q[0] + w * vx + fb.swept(-2, 0);
      const by = q[1] + w * vy + fb.swept(-2, 1);
      const bz = q[2] + w * vz + fb.swept(-2, 2);
      const gap = (ax - bx) * this.nx + (ay - by) * this.ny + (az - bz) * this.nz;
      if (gap > margin) continue;
      const start = fa.index[0] < fa.index[1] ? k : 1 - k;
      this.#push(ax, ay, az, bx, by, bz, gap, ID_OTHER | (1 + start), out);
    }
    return out.count > before;
  }
}

/** Reduce a polygon to the edge that leads in direction d, both ends within `tolerance`; true if a segment remains. */
function keepEdge(f: Feature, dx: number, dy: number, dz: number, tolerance: number): boolean {
  if (f.count < 2) return false;
  const p = f.points;
  let best = -1;
  let height = -Infinity;
  let top = -Infinity;
  for (let i = 0; i < f.count; i++) {
    const j = i + 1 === f.count ? 0 : i + 1;
    const hi = dx * p[3 * i] + dy * p[3 * i + 1] + dz * p[3 * i + 2];
    const hj = dx * p[3 * j] + dy * p[3 * j + 1] + dz * p[3 * j + 2];
    if (hi > top) top = hi;
    const low = hi < hj ? hi : hj;
    if (low > height) {
      height = low;
      best = i;
    }
  }
  if (top - height > tolerance) return false;
  if (f.count === 2) return true;
  const j = best + 1 === f.count ? 0 : best + 1;
  const x0 = p[3 * best];
  const y0 = p[3 * best + 1];
  const z0 = p[3 * best + 2];
  const x1 = p[3 * j];
  const y1 = p[3 * j + 1];
  const z1 = p[3 * j + 2];
  const i0 = f.index[best];
  const i1 = f.index[j];
  f.count = 0;
  f.add(x0, y0, z0, i0);
  f.add(x1, y1, z1, i1);
  return true;
}

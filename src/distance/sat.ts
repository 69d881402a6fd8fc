// The axis of largest separation of two convex polyhedra, by the separating-axis theorem.
//
// Candidates are the face normals of both bodies and the cross products of edges that form a face of the Minkowski
// difference, which the Gauss map tells without computing a support: two arcs, one per edge, must cross
// (D. Gregorius, "The separating axis test between convex polyhedra", GDC 2013). Boxes take a shorter way: 3 + 3 + 9
// axes (Gottschalk, Lin & Manocha 1996). A pair of edges wins only if it beats the best face by EDGE_BIAS, and of two
// equal faces the larger one: manifolds then keep their features from step to step.
//
// Separations are lower bounds of the distance while the bodies are apart, and minus the smallest translation that
// parts them while they overlap. Verified against brute force in test/distance/points-convex.test.ts.

import {
  EDGE_FROM,
  EDGE_LEFT,
  EDGE_RIGHT,
  EDGE_STRIDE,
  EDGE_TO,
  PLANE_OFFSET,
  PLANE_STRIDE,
} from '../shapes/polyhedron.js';
import { type Placed, relative } from './placed.js';

export const FACE_FIRST = 0;
export const FACE_SECOND = 1;
export const EDGES = 2;

/** Absolute, in sizes of the smaller body, and relative advantage an edge pair needs over the best face. */
export const EDGE_BIAS = 1e-4;
export const EDGE_RELATIVE_BIAS = 0.02;
/** Faces this close (in sizes) count as equal. */
export const FACE_TIE = 1e-5;
/** Edges more parallel than this (sine) span no axis: a face normal lies within that angle. */
export const PARALLEL = 1e-6;

/** Record of an edge as a line in the world: a point of it, then its direction. */
export const LINE_DIRECTION = 3;
export const LINE_STRIDE = 6;

export class SeparatingAxis {
  kind = FACE_FIRST;
  separation = 0;
  /** Unit, world, out of the first body towards the second. */
  nx = 0;
  ny = 0;
  nz = 0;
  /** Best faces, and the best pair of edges (−1: none; boxes: axis·4 + signs). */
  faceA = 0;
  faceB = 0;
  edgeA = -1;
  edgeB = -1;
  faceSeparationA = 0;
  faceSeparationB = 0;
  edgeSeparation = -Infinity;
  /** A point on either edge, and the edge directions, world. */
  readonly edgePoints = new Float64Array(2 * LINE_STRIDE);
  /** Axis of the best edge pair, world, out of the first body. */
  ex = 0;
  ey = 0;
  ez = 0;

  readonly #m = new Float64Array(9);
  readonly #am = new Float64Array(9);
  /** From a to b in the frames of a and of b; half-lengths of boxes. */
  readonly #t = new Float64Array(3);
  readonly #u = new Float64Array(3);
  readonly #ha = new Float64Array(3);
  readonly #hb = new Float64Array(3);
  #bVertices = new Float64Array(3 * 64);
  #bPlanes = new Float64Array(PLANE_STRIDE * 64);
  /** Edges of the second solid that may be tried. */
  #edgesB = new Int32Array(EDGE_STRIDE * 64);

  /** False if some axis shows more than `margin` of room. */
  boxes(a: Placed, b: Placed, margin: number): boolean {
    const m = this.#m;
    const am = this.#am;
    const t = this.#t;
    const u = this.#u;
    const ha = this.#ha;
    const hb = this.#hb;
    relative(b, a, m, t);
    for (let k = 0; k < 9; k++) am[k] = Math.abs(m[k]);
    setHalves(ha, a);
    setHalves(hb, b);
    let sepA = -Infinity;
    let axisA = 0;
    for (let i = 0; i < 3; i++) {
      const s = Math.abs(t[i]) - ha[i] - (am[3 * i] * hb[0] + am[3 * i + 1] * hb[1] + am[3 * i + 2] * hb[2]);
      if (s > sepA) {
        sepA = s;
        axisA = i;
      }
    }
    if (sepA > margin) return false;
    let sepB = -Infinity;
    let axisB = 0;
    for (let j = 0; j < 3; j++) {
      u[j] = m[j] * t[0] + m[3 + j] * t[1] + m[6 + j] * t[2];
      const s = Math.abs(u[j]) - hb[j] - (am[j] * ha[0] + am[3 + j] * ha[1] + am[6 + j] * ha[2]);
      if (s > sepB) {
        sepB = s;
        axisB = j;
      }
    }
    if (sepB > margin) return false;

    let edgeSep = -Infinity;
    let edge = -1;
    for (let i = 0; i < 3; i++) {
      const i1 = i === 2 ? 0 : i + 1;
      const i2 = i === 0 ? 2 : i - 1;
      for (let j = 0; j < 3; j++) {
        // a_i × b_j in A's frame: components −m[i2][j] on axis i1 and m[i1][j] on axis i2
        const p = m[3 * i1 + j];
        const q = m[3 * i2 + j];
        const l2 = p * p + q * q;
        if (l2 < PARALLEL * PARALLEL) continue;
        const j1 = j === 2 ? 0 : j + 1;
        const j2 = j === 0 ? 2 : j - 1;
        const room =
          Math.abs(t[i2] * p - t[i1] * q) -
          (ha[i1] * am[3 * i2 + j] + ha[i2] * am[3 * i1 + j]) -
          (hb[j1] * am[3 * i + j2] + hb[j2] * am[3 * i + j1]);
        const s = room / Math.sqrt(l2);
        if (s > edgeSep) {
          edgeSep = s;
          edge = 3 * i + j;
          if (s > margin) return false;
        }
      }
    }

    this.faceSeparationA = sepA;
    this.faceSeparationB = sepB;
    this.edgeSeparation = edgeSep;
    this.edgeA = -1;
    if (edge >= 0) {
      const i = (edge / 3) | 0;
      const j = edge - 3 * i;
      // world axis a_i × b_j, out of A
      const ra = a.r;
      const rb = b.r;
      const aix = ra[i];
      const aiy = ra[i + 3];
      const aiz = ra[i + 6];
      const bjx = rb[j];
      const bjy = rb[j + 3];
      const bjz = rb[j + 6];
      let nx = aiy * bjz - aiz * bjy;
      let ny = aiz * bjx - aix * bjz;
      let nz = aix * bjy - aiy * bjx;
      let k = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
      if (nx * (b.x - a.x) + ny * (b.y - a.y) + nz * (b.z - a.z) < 0) k = -k;
      nx *= k;
      ny *= k;
      nz *= k;
      this.ex = nx;
      this.ey = ny;
      this.ez = nz;
      this.edgeA = 4 * i + this.#boxEdge(a, i, nx, ny, nz, 0);
      this.edgeB = 4 * j + this.#boxEdge(b, j, -nx, -ny, -nz, LINE_STRIDE);
    }
    this.#choose(a, b);
    // Faces -x, +x, -y, +y, -z, +z (polyhedron.ts).
    const ka = t[axisA] >= 0 ? 1 : -1;
    const kb = u[axisB] >= 0 ? 1 : -1;
    this.faceA = 2 * axisA + (ka > 0 ? 1 : 0);
    this.faceB = 2 * axisB + (kb > 0 ? 0 : 1);
    if (this.kind === FACE_FIRST) this.#setNormal(a.r, axisA, ka);
    else if (this.kind === FACE_SECOND) this.#setNormal(b.r, axisB, kb);
    return true;
  }

  #setNormal(r: Float64Array, axis: number, sign: number): void {
    this.nx = sign * r[axis];
    this.ny = sign * r[axis + 3];
    this.nz = sign * r[axis + 6];
  }

  /**
   * The box edge along axis i that lies farthest in direction n: mid-point and direction to edgePoints[o…], signs
   * returned.
   */
  #boxEdge(s: Placed, i: number, nx: number, ny: number, nz: number, o: number): number {
    const r = s.r;
    let x = s.x;
    let y = s.y;
    let z = s.z;
    let bits = 0;
    let bit = 1;
    for (let k = 0; k < 3; k++) {
      if (k === i) continue;
      let h = k === 0 ? s.hx : k === 1 ? s.hy : s.hz;
      if (nx * r[k] + ny * r[k + 3] + nz * r[k + 6] < 0) {
        h = -h;
        bits |= bit;
      }
      bit <<= 1;
      x += h * r[k];
      y += h * r[k + 3];
      z += h * r[k + 6];
    }
    const e = this.edgePoints;
    e[o] = x;
    e[o + 1] = y;
    e[o + 2] = z;
    e[o + LINE_DIRECTION] = r[i];
    e[o + LINE_DIRECTION + 1] = r[i + 3];
    e[o + LINE_DIRECTION + 2] = r[i + 6];
    return bits;
  }

  #choose(a: Placed, b: Placed): void {
    const size = a.size < b.size ? a.size : b.size;
    const difference = this.faceSeparationB - this.faceSeparationA;
    let kind = difference > 0 ? FACE_SECOND : FACE_FIRST;
    if (Math.abs(difference) <= FACE_TIE * size) kind = b.size > a.size * 1.000001 ? FACE_SECOND : FACE_FIRST;
    const face = kind === FACE_FIRST ? this.faceSeparationA : this.faceSeparationB;
    const bias = Math.max(EDGE_BIAS * size, EDGE_RELATIVE_BIAS * Math.abs(face));
    if (this.edgeA >= 0 && this.edgeSeparation > face + bias) {
      kind = EDGES;
      this.separation = this.edgeSeparation;
      this.nx = this.ex;
      this.ny = this.ey;
      this.nz = this.ez;
    } else {
      this.separation = face;
    }
    this.kind = kind;
  }

  /**
   * As `boxes`, for any two convex polyhedra. With `axisOnly` edges are left out that cannot beat the best face: there
   * may then be no `edgeA`.
   *
   * Room along n is n·c - h_A(n) - h_B(-n), c from A's origin to B's, and h is nowhere less than the radius of a ball
   * round the origin within the solid: so it is at most n·c less both radii. Along the arc between the normals of an
   * edge's faces n·c is at most what c has across the edge.
   */
  polyhedra(a: Placed, b: Placed, margin: number, axisOnly = false): boolean {
    const pa = a.polyhedron!;
    const pb = b.polyhedron!;
    const ra = a.r;
    const rb = b.r;
    const m = this.#m;
    const t = this.#t;
    relative(b, a, m, t);
    const tx = t[0];
    const ty = t[1];
    const tz = t[2];
    const va = pa.vertices;
    const planesA = pa.planes;
    const nv = pb.vertices.length;
    if (this.#bVertices.length < nv) this.#bVertices = new Float64Array(2 * nv);
    const vb = this.#bVertices;
    for (let i = 0; i < nv; i += 3) {
      const x = pb.vertices[i];
      const y = pb.vertices[i + 1];
      const z = pb.vertices[i + 2];
      vb[i] = m[0] * x + m[1] * y + m[2] * z + tx;
      vb[i + 1] = m[3] * x + m[4] * y + m[5] * z + ty;
      vb[i + 2] = m[6] * x + m[7] * y + m[8] * z + tz;
    }

    const ballA = ballWithin(planesA);
    const ballB = ballWithin(pb.planes);
    let sepA = -Infinity;
    for (let f = 0, o = 0; o < planesA.length; f++, o += PLANE_STRIDE) {
      const most = planesA[o] * tx + planesA[o + 1] * ty + planesA[o + 2] * tz - ballB - planesA[o + 3];
      if (most < sepA) continue;
      const low = lowest(vb, nv, planesA[o], planesA[o + 1], planesA[o + 2]) - planesA[o + 3];
      if (low > sepA) {
        sepA = low;
        this.faceA = f;
        if (low > margin) return false;
      }
    }

    const np = pb.planes.length;
    if (this.#bPlanes.length < np) this.#bPlanes = new Float64Array(2 * np);
    const planesB = this.#bPlanes;
    let sepB = -Infinity;
    for (let f = 0, o = 0; o < np; f++, o += PLANE_STRIDE) {
      const x = pb.planes[o];
      const y = pb.planes[o + 1];
      const z = pb.planes[o + 2];
      const nx = m[0] * x + m[1] * y + m[2] * z;
      const ny = m[3] * x + m[4] * y + m[5] * z;
      const nz = m[6] * x + m[7] * y + m[8] * z;
      const d = pb.planes[o + PLANE_OFFSET] + nx * tx + ny * ty + nz * tz;
      planesB[o] = nx;
      planesB[o + 1] = ny;
      planesB[o + 2] = nz;
      planesB[o + 3] = d;
      if (-ballA - d < sepB) continue;
      const low = lowest(va, va.length, nx, ny, nz) - d;
      if (low > sepB) {
        sepB = low;
        this.faceB = f;
        if (low > margin) return false;
      }
    }

    let edgeSep = -Infinity;
    let edgeA = -1;
    let edgeB = -1;
    let bestX = 0;
    let bestY = 0;
    let bestZ = 0;
    const ea = pa.edges;
    const eb = pb.edges;
    const enough = axisOnly ? Math.max(sepA, sepB) + ballA + ballB : 0;
    if (this.#edgesB.length < eb.length) this.#edgesB = new Int32Array(eb.length);
    const edgesB = this.#edgesB;
    let few = 0;
    for (let j = 0; j < eb.length; j += EDGE_STRIDE) {
      if (enough > 0 && !reaches(planesB, eb, j, -tx, -ty, -tz, enough)) continue;
      edgesB[few++] = j;
    }
    for (let i = 0; i < ea.length; i += EDGE_STRIDE) {
      if (enough > 0 && !reaches(planesA, ea, i, tx, ty, tz, enough)) continue;
      const v0 = 3 * ea[i + EDGE_FROM];
      const v1 = 3 * ea[i + EDGE_TO];
      const ax = va[v0];
      const ay = va[v0 + 1];
      const az = va[v0 + 2];
      const ux = va[v1] - ax;
      const uy = va[v1 + 1] - ay;
      const uz = va[v1 + 2] - az;
      const uu = ux * ux + uy * uy + uz * uz;
      const l = PLANE_STRIDE * ea[i + EDGE_LEFT];
      const r = PLANE_STRIDE * ea[i + EDGE_RIGHT];
      const lx = planesA[l];
      const ly = planesA[l + 1];
      const lz = planesA[l + 2];
      const rx = planesA[r];
      const ry = planesA[r + 1];
      const rz = planesA[r + 2];
      for (let m = 0; m < few; m++) {
        const j = edgesB[m];
        const lb = PLANE_STRIDE * eb[j + EDGE_LEFT];
        const rbo = PLANE_STRIDE * eb[j + EDGE_RIGHT];
        // Arcs l–r on the sphere of A and −lb – −rb of B cross: the ends of each lie on both sides of the other's great
        // circle, whose normal is the edge direction, and on the same hemisphere.
        const cx = planesB[lb];
        const cy = planesB[lb + 1];
        const cz = planesB[lb + 2];
        const ex = planesB[rbo];
        const ey = planesB[rbo + 1];
        const ez = planesB[rbo + 2];
        const cu = -(cx * ux + cy * uy + cz * uz);
        const eu = -(ex * ux + ey * uy + ez * uz);
        if (cu * eu >= 0) continue;
        const w0 = 3 * eb[j + EDGE_FROM];
        const w1 = 3 * eb[j + EDGE_TO];
        const vx = vb[w1] - vb[w0];
        const vy = vb[w1 + 1] - vb[w0 + 1];
        const vz = vb[w1 + 2] - vb[w0 + 2];
        const lv = lx * vx + ly * vy + lz * vz;
        const rv = rx * vx + ry * vy + rz * vz;
        if (lv * rv >= 0) continue;
        // edge direction u = l × r up to a positive factor, and v = (lb × rb): same hemisphere iff cu and rv agree in
        // sign
        if (cu * rv <= 0) continue;
        let nx = uy * vz - uz * vy;
        let ny = uz * vx - ux * vz;
        let nz = ux * vy - uy * vx;
        const nn = nx * nx + ny * ny + nz * nz;
        if (nn <= PARALLEL * PARALLEL * uu * (vx * vx + vy * vy + vz * vz)) continue;
        let k = 1 / Math.sqrt(nn);
        if (nx * (lx + rx) + ny * (ly + ry) + nz * (lz + rz) < 0) k = -k;
        nx *= k;
        ny *= k;
        nz *= k;
        const s = nx * (vb[w0] - ax) + ny * (vb[w0 + 1] - ay) + nz * (vb[w0 + 2] - az);
        if (s > edgeSep) {
          edgeSep = s;
          edgeA = i;
          edgeB = j;
          bestX = nx;
          bestY = ny;
          bestZ = nz;
          if (s > margin) return false;
        }
      }
    }
    this.faceSeparationA = sepA;
    this.faceSeparationB = sepB;
    this.edgeSeparation = edgeSep;
    this.edgeA = edgeA;
    this.edgeB = edgeB;
    if (edgeA >= 0) {
      this.ex = ra[0] * bestX + ra[1] * bestY + ra[2] * bestZ;
      this.ey = ra[3] * bestX + ra[4] * bestY + ra[5] * bestZ;
      this.ez = ra[6] * bestX + ra[7] * bestY + ra[8] * bestZ;
      edgeToWorld(a, ea[edgeA + EDGE_FROM], ea[edgeA + EDGE_TO], this.edgePoints, 0);
      edgeToWorld(b, eb[edgeB + EDGE_FROM], eb[edgeB + EDGE_TO], this.edgePoints, LINE_STRIDE);
    }
    this.#choose(a, b);
    if (this.kind === FACE_FIRST) {
      const o = PLANE_STRIDE * this.faceA;
      this.nx = ra[0] * planesA[o] + ra[1] * planesA[o + 1] + ra[2] * planesA[o + 2];
      this.ny = ra[3] * planesA[o] + ra[4] * planesA[o + 1] + ra[5] * planesA[o + 2];
      this.nz = ra[6] * planesA[o] + ra[7] * planesA[o + 1] + ra[8] * planesA[o + 2];
    } else if (this.kind === FACE_SECOND) {
      const o = PLANE_STRIDE * this.faceB;
      const p = pb.planes;
      this.nx = -(rb[0] * p[o] + rb[1] * p[o + 1] + rb[2] * p[o + 2]);
      this.ny = -(rb[3] * p[o] + rb[4] * p[o + 1] + rb[5] * p[o + 2]);
      this.nz = -(rb[6] * p[o] + rb[7] * p[o + 1] + rb[8] * p[o + 2]);
    }
    return true;
  }
}

/** Radius of a ball round the origin within all planes, less what rounding may add; -Infinity: there is none. */
export function ballWithin(planes: Float64Array): number {
  let least = Infinity;
  for (let o = PLANE_OFFSET; o < planes.length; o += PLANE_STRIDE) if (planes[o] < least) least = planes[o];
  return least > 0 ? (1 - 1e-9) * least : -Infinity;
}

/** Whether some n on the arc between the normals of both faces of edge i has n·c of `enough`, which is positive. */
export function reaches(
  planes: Float64Array,
  edges: Int32Array,
  i: number,
  cx: number,
  cy: number,
  cz: number,
  enough: number,
): boolean {
  const l = PLANE_STRIDE * edges[i + EDGE_LEFT];
  const r = PLANE_STRIDE * edges[i + EDGE_RIGHT];
  const lc = planes[l] * cx + planes[l + 1] * cy + planes[l + 2] * cz;
  const rc = planes[r] * cx + planes[r + 1] * cy + planes[r + 2] * cz;
  if (lc >= enough || rc >= enough) return true;
  const g = planes[l] * planes[r] + planes[l + 1] * planes[r + 1] + planes[l + 2] * planes[r + 2];
  // Between them only where c, seen along the edge, lies between them.
  if (!(lc > g * rc && rc > g * lc)) return false;
  return lc * lc - 2 * g * lc * rc + rc * rc >= enough * enough * (1 - g * g);
}

function lowest(v: Float64Array, n: number, nx: number, ny: number, nz: number): number {
  let low = Infinity;
  for (let i = 0; i < n; i += 3) {
    const h = nx * v[i] + ny * v[i + 1] + nz * v[i + 2];
    if (h < low) low = h;
  }
  return low;
}

function setHalves(out: Float64Array, s: Placed): void {
  out[0] = s.hx;
  out[1] = s.hy;
  out[2] = s.hz;
}

function edgeToWorld(s: Placed, i0: number, i1: number, e: Float64Array, o: number): void {
  const v = s.vertices;
  const r = s.r;
  const x = v[3 * i0];
  const y = v[3 * i0 + 1];
  const z = v[3 * i0 + 2];
  const dx = v[3 * i1] - x;
  const dy = v[3 * i1 + 1] - y;
  const dz = v[3 * i1 + 2] - z;
  s.toWorld(e, o, x, y, z);
  e[o + LINE_DIRECTION] = r[0] * dx + r[1] * dy + r[2] * dz;
  e[o + LINE_DIRECTION + 1] = r[3] * dx + r[4] * dy + r[5] * dz;
  e[o + LINE_DIRECTION + 2] = r[6] * dx + r[7] * dy + r[8] * dz;
}

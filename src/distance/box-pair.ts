// Two boxes as packed numbers: the axis along which they are separated, or least inside each other, and the faces that
// look at each other along it. What sat.ts, facing-axis.ts and face-towards.ts say of boxes, operation by operation,
// without the objects that shapes are: in a crowd these are scattered over the heap and cold by the time a pair comes
// to them.
//
// An axis of two edges is asked for its length only where it can beat the faces: room/l with l ≤ 1 is no more than a
// room below zero. Verified against sat.ts, bit by bit, in test/distance/box-pair.test.ts.

import { matrixFromQuaternion } from '../math/quaternion.js';
import type { BoxShape } from '../shapes/kinds/box.js';
import { BX_HALF, BX_ROTATION, BX_SIZE } from './box-layout.js';
import type { Face } from './face.js';
import { EDGE_BIAS, EDGE_RELATIVE_BIAS, FACE_TIE, PARALLEL } from './sat.js';

/** Corners of the faces -x, +x, -y, +y, -z, +z: bits 1, 2, 4 say which are on the positive side (polyhedron.ts). */
const CORNERS = Int32Array.of(0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6);

export class BoxPair {
  /** From the second to the first, and the separation along it; faces that it is the normal of, or -1. */
  nx = 0;
  ny = 1;
  nz = 0;
  separation = 0;
  faceA = -1;
  faceB = -1;
  /** Size of the smaller box. */
  size = 1;
  /** From the origin of the first to that of the second, world axes: to be set first. */
  readonly place = new Float64Array(3);
  readonly #none = new Float64Array(3);
  #p: Float64Array = this.#none;
  #a = 0;
  #q: Float64Array = this.#none;
  #b = 0;

  /** The records of the two boxes: the first at p[a…], the second at q[b…]. */
  set(p: Float64Array, a: number, q: Float64Array, b: number): void {
    this.#p = p;
    this.#a = a;
    this.#q = q;
    this.#b = b;
  }

  /** Finds the axis; false: some axis shows more than `reach` of room. */
  find(reach: number): boolean {
    const { place } = this;
    const p = this.#p;
    const a = this.#a;
    const q = this.#q;
    const b = this.#b;
    const x = place[0];
    const y = place[1];
    const z = place[2];
    const a0 = p[a];
    const a1 = p[a + 1];
    const a2 = p[a + 2];
    const a3 = p[a + 3];
    const a4 = p[a + 4];
    const a5 = p[a + 5];
    const a6 = p[a + 6];
    const a7 = p[a + 7];
    const a8 = p[a + 8];
    const b0 = q[b];
    const b1 = q[b + 1];
    const b2 = q[b + 2];
    const b3 = q[b + 3];
    const b4 = q[b + 4];
    const b5 = q[b + 5];
    const b6 = q[b + 6];
    const b7 = q[b + 7];
    const b8 = q[b + 8];
    const ha0 = p[a + BX_HALF];
    const ha1 = p[a + BX_HALF + 1];
    const ha2 = p[a + BX_HALF + 2];
    const hb0 = q[b + BX_HALF];
    const hb1 = q[b + BX_HALF + 1];
    const hb2 = q[b + BX_HALF + 2];
    const m0 = a0 * b0 + a3 * b3 + a6 * b6;
    const m1 = a0 * b1 + a3 * b4 + a6 * b7;
    const m2 = a0 * b2 + a3 * b5 + a6 * b8;
    const n0 = Math.abs(m0);
    const n1 = Math.abs(m1);
    const n2 = Math.abs(m2);
    const t0 = a0 * x + a3 * y + a6 * z;
    let sepA = Math.abs(t0) - ha0 - (n0 * hb0 + n1 * hb1 + n2 * hb2);
    if (sepA > reach) return false;
    let axisA = 0;
    const m3 = a1 * b0 + a4 * b3 + a7 * b6;
    const m4 = a1 * b1 + a4 * b4 + a7 * b7;
    const m5 = a1 * b2 + a4 * b5 + a7 * b8;
    const n3 = Math.abs(m3);
    const n4 = Math.abs(m4);
    const n5 = Math.abs(m5);
    const t1 = a1 * x + a4 * y + a7 * z;
    let s = Math.abs(t1) - ha1 - (n3 * hb0 + n4 * hb1 + n5 * hb2);
    if (s > sepA) {
      if (s > reach) return false;
      sepA = s;
      axisA = 1;
    }
    const m6 = a2 * b0 + a5 * b3 + a8 * b6;
    const m7 = a2 * b1 + a5 * b4 + a8 * b7;
    const m8 = a2 * b2 + a5 * b5 + a8 * b8;
    const n6 = Math.abs(m6);
    const n7 = Math.abs(m7);
    const n8 = Math.abs(m8);
    const t2 = a2 * x + a5 * y + a8 * z;
    s = Math.abs(t2) - ha2 - (n6 * hb0 + n7 * hb1 + n8 * hb2);
    if (s > sepA) {
      if (s > reach) return false;
      sepA = s;
      axisA = 2;
    }
    const u0 = m0 * t0 + m3 * t1 + m6 * t2;
    let sepB = Math.abs(u0) - hb0 - (n0 * ha0 + n3 * ha1 + n6 * ha2);
    if (sepB > reach) return false;
    let axisB = 0;
    const u1 = m1 * t0 + m4 * t1 + m7 * t2;
    s = Math.abs(u1) - hb1 - (n1 * ha0 + n4 * ha1 + n7 * ha2);
    if (s > sepB) {
      if (s > reach) return false;
      sepB = s;
      axisB = 1;
    }
    const u2 = m2 * t0 + m5 * t1 + m8 * t2;
    s = Math.abs(u2) - hb2 - (n2 * ha0 + n5 * ha1 + n8 * ha2);
    if (s > sepB) {
      if (s > reach) return false;
      sepB = s;
      axisB = 2;
    }
    const sizeA = p[a + BX_SIZE];
    const sizeB = q[b + BX_SIZE];
    const size = sizeA < sizeB ? sizeA : sizeB;
    const difference = sepB - sepA;
    let isFirst = !(difference > 0);
    if (Math.abs(difference) <= FACE_TIE * size) isFirst = !(sizeB > sizeA * 1.000001);
    const face = isFirst ? sepA : sepB;
    const bias = Math.max(EDGE_BIAS * size, EDGE_RELATIVE_BIAS * Math.abs(face));
    // What an axis of edges must beat.
    let most = face + bias;
    let edge = -1;
    let room = Math.abs(t2 * m3 - t1 * m6) - (ha1 * n6 + ha2 * n3) - (hb1 * n2 + hb2 * n1);
    if (room > most || room > 0) {
      s = spread(room, m3, m6);
      if (s > reach) return false;
      if (s > most) {
        most = s;
        edge = 0;
      }
    }
    room = Math.abs(t2 * m4 - t1 * m7) - (ha1 * n7 + ha2 * n4) - (hb2 * n0 + hb0 * n2);
    if (room > most || room > 0) {
      s = spread(room, m4, m7);
      if (s > reach) return false;
      if (s > most) {
        most = s;
        edge = 1;
      }
    }
    room = Math.abs(t2 * m5 - t1 * m8) - (ha1 * n8 + ha2 * n5) - (hb0 * n1 + hb1 * n0);
    if (room > most || room > 0) {
      s = spread(room, m5, m8);
      if (s > reach) return false;
      if (s > most) {
        most = s;
        edge = 2;
      }
    }
    room = Math.abs(t0 * m6 - t2 * m0) - (ha2 * n0 + ha0 * n6) - (hb1 * n5 + hb2 * n4);
    if (room > most || room > 0) {
      s = spread(room, m6, m0);
      if (s > reach) return false;
      if (s > most) {
        most = s;
        edge = 3;
      }
    }
    room = Math.abs(t0 * m7 - t2 * m1) - (ha2 * n1 + ha0 * n7) - (hb2 * n3 + hb0 * n5);
    if (room > most || room > 0) {
      s = spread(room, m7, m1);
      if (s > reach) return false;
      if (s > most) {
        most = s;
        edge = 4;
      }
    }
    room = Math.abs(t0 * m8 - t2 * m2) - (ha2 * n2 + ha0 * n8) - (hb0 * n4 + hb1 * n3);
    if (room > most || room > 0) {
      s = spread(room, m8, m2);
      if (s > reach) return false;
      if (s > most) {
        most = s;
        edge = 5;
      }
    }
    room = Math.abs(t1 * m0 - t0 * m3) - (ha0 * n3 + ha1 * n0) - (hb1 * n8 + hb2 * n7);
    if (room > most || room > 0) {
      s = spread(room, m0, m3);
      if (s > reach) return false;
      if (s > most) {
        most = s;
        edge = 6;
      }
    }
    room = Math.abs(t1 * m1 - t0 * m4) - (ha0 * n4 + ha1 * n1) - (hb2 * n6 + hb0 * n8);
    if (room > most || room > 0) {
      s = spread(room, m1, m4);
      if (s > reach) return false;
      if (s > most) {
        most = s;
        edge = 7;
      }
    }
    room = Math.abs(t1 * m2 - t0 * m5) - (ha0 * n5 + ha1 * n2) - (hb0 * n7 + hb1 * n6);
    if (room > most || room > 0) {
      s = spread(room, m2, m5);
      if (s > reach) return false;
      if (s > most) {
        most = s;
        edge = 8;
      }
    }
    this.size = size;
    this.faceA = this.faceB = -1;
    if (edge >= 0) {
      this.separation = most;
      this.#setEdges(edge);
    } else if (isFirst) {
      this.separation = sepA;
      const t = axisA === 0 ? t0 : axisA === 1 ? t1 : t2;
      this.faceA = 2 * axisA + (t >= 0 ? 1 : 0);
      this.#setNormal(p, a + axisA, t >= 0 ? -1 : 1);
    } else {
      this.separation = sepB;
      const u = axisB === 0 ? u0 : axisB === 1 ? u1 : u2;
      this.faceB = 2 * axisB + (u >= 0 ? 0 : 1);
      this.#setNormal(q, b + axisB, u >= 0 ? -1 : 1);
    }
    return true;
  }

  #setNormal(r: Float64Array, o: number, sign: number): void {
    this.nx = sign * r[o];
    this.ny = sign * r[o + 3];
    this.nz = sign * r[o + 6];
  }

  /** The common perpendicular of edges, 3 i + j: axis i of the first, j of the second. */
  #setEdges(edge: number): void {
    const { place } = this;
    const p = this.#p;
    const a = this.#a;
    const q = this.#q;
    const b = this.#b;
    const i = a + ((edge / 3) | 0);
    const j = b + (edge % 3);
    const nx = p[i + 3] * q[j + 6] - p[i + 6] * q[j + 3];
    const ny = p[i + 6] * q[j] - p[i] * q[j + 6];
    const nz = p[i] * q[j + 3] - p[i + 3] * q[j];
    let k = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (nx * place[0] + ny * place[1] + nz * place[2] < 0) k = -k;
    this.nx = -(nx * k);
    this.ny = -(ny * k);
    this.nz = -(nz * k);
  }

  /** The faces that look at each other along the axis found, relative to the origin of the first. */
  takeFaces(faceA: Face, faceB: Face): void {
    const { nx, ny, nz } = this;
    const p = this.#p;
    const a = this.#a;
    const q = this.#q;
    const b = this.#b;
    takeFace(p, a, this.faceA >= 0 ? this.faceA : towards(p, a, -nx, -ny, -nz), this.#none, faceA);
    takeFace(q, b, this.faceB >= 0 ? this.faceB : towards(q, b, nx, ny, nz), this.place, faceB);
  }
}

/** Writes the record of a box that is turned as the pose at pose[i…] says. */
export function setBox(out: Float64Array, shape: BoxShape, pose: Float64Array, i: number): void {
  matrixFromQuaternion(out, BX_ROTATION, pose, i + 3);
  setSides(out, 0, shape);
}

/** Writes the lengths of a box to the record at out[o…]. */
export function setSides(out: Float64Array, o: number, shape: BoxShape): void {
  out[o + BX_HALF] = shape.hx;
  out[o + BX_HALF + 1] = shape.hy;
  out[o + BX_HALF + 2] = shape.hz;
  out[o + BX_SIZE] = Math.max(shape.hx, shape.hy, shape.hz);
}

/** Face `face` of the box at r[o…], whose origin is at `place`. */
function takeFace(r: Float64Array, o: number, face: number, place: Float64Array, out: Face): void {
  const { points } = out;
  for (let m = 0; m < 4; m++) {
    const k = CORNERS[4 * face + m];
    const x = (k & 1) !== 0 ? r[o + BX_HALF] : -r[o + BX_HALF];
    const y = (k & 2) !== 0 ? r[o + BX_HALF + 1] : -r[o + BX_HALF + 1];
    const z = (k & 4) !== 0 ? r[o + BX_HALF + 2] : -r[o + BX_HALF + 2];
    points[3 * m] = place[0] + r[o] * x + r[o + 1] * y + r[o + 2] * z;
    points[3 * m + 1] = place[1] + r[o + 3] * x + r[o + 4] * y + r[o + 5] * z;
    points[3 * m + 2] = place[2] + r[o + 6] * x + r[o + 7] * y + r[o + 8] * z;
  }
  const axis = o + (face >> 1);
  const sign = (face & 1) === 0 ? -1 : 1;
  out.count = 4;
  out.isDisc = false;
  out.nx = sign * r[axis];
  out.ny = sign * r[axis + 3];
  out.nz = sign * r[axis + 6];
}

/** Room along a_i × b_j as a length; what is nearly parallel spans no axis. */
function spread(room: number, p: number, q: number): number {
  const square = p * p + q * q;
  return square < PARALLEL * PARALLEL ? -Infinity : room / Math.sqrt(square);
}

/** The face of the box at r[o…] most along (x, y, z). */
function towards(r: Float64Array, o: number, x: number, y: number, z: number): number {
  const dx = r[o] * x + r[o + 3] * y + r[o + 6] * z;
  const dy = r[o + 1] * x + r[o + 4] * y + r[o + 7] * z;
  const dz = r[o + 2] * x + r[o + 5] * y + r[o + 8] * z;
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const az = Math.abs(dz);
  if (ax >= ay && ax >= az) return dx > 0 ? 1 : 0;
  if (ay >= az) return dy > 0 ? 3 : 2;
  return dz > 0 ? 5 : 4;
}

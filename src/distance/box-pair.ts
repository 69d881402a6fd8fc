// Two boxes as packed numbers: the axis along which they are separated, or least inside each other, and the faces that
// look at each other along it. What sat.ts, facing-axis.ts and face-towards.ts say of boxes, operation by operation,
// without the objects that shapes are: in a crowd these are scattered over the heap and cold by the time a pair comes
// to them.
//
// An axis of two edges is asked for its length only where it can beat the faces: room/l with l ≤ 1 is no more than a
// room below zero. Verified against sat.ts, bit by bit, in test/distance/box-pair.test.ts.

import { matrixFromQuaternion } from '../math/quaternion.js';
import type { BoxShape } from '../shapes/kinds/box.js';
import { BX_HALF, BX_ROTATION, BX_SIZE, BX_STRIDE } from './box-layout.js';
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
  /** From the origin of the first to that of the second, world axes. */
  readonly #place = new Float64Array(3);
  readonly #none = new Float64Array(3);
  /** The records of the two. */
  readonly #boxA = new Float64Array(BX_STRIDE);
  readonly #boxB = new Float64Array(BX_STRIDE);
  /** Products of the axes of both, and the way along those of the first. */
  readonly #products = new Float64Array(9);
  readonly #along = new Float64Array(3);

  /** Takes two boxes at poses[0…] and poses[7…]. */
  set(a: BoxShape, b: BoxShape, poses: Float64Array): void {
    setBox(this.#boxA, a, poses, 0);
    setBox(this.#boxB, b, poses, 7);
    for (let m = 0; m < 3; m++) this.#place[m] = poses[7 + m] - poses[m];
  }

  /** Finds the axis; false: some axis shows more than `reach` of room. */
  find(reach: number): boolean {
    const m = this.#products;
    const t = this.#along;
    const p = this.#boxA;
    const q = this.#boxB;
    const x = this.#place[0];
    const y = this.#place[1];
    const z = this.#place[2];
    let sepA = 0;
    let axisA = 0;
    for (let i = 0; i < 3; i++) {
      const ax = p[i];
      const ay = p[3 + i];
      const az = p[6 + i];
      const m0 = ax * q[0] + ay * q[3] + az * q[6];
      const m1 = ax * q[1] + ay * q[4] + az * q[7];
      const m2 = ax * q[2] + ay * q[5] + az * q[8];
      m[3 * i] = m0;
      m[3 * i + 1] = m1;
      m[3 * i + 2] = m2;
      t[i] = ax * x + ay * y + az * z;
      const s =
        Math.abs(t[i]) -
        p[BX_HALF + i] -
        (Math.abs(m0) * q[BX_HALF] + Math.abs(m1) * q[BX_HALF + 1] + Math.abs(m2) * q[BX_HALF + 2]);
      if (i > 0 && !(s > sepA)) continue;
      if (s > reach) return false;
      sepA = s;
      axisA = i;
    }
    let sepB = 0;
    let axisB = 0;
    let side = 0;
    for (let j = 0; j < 3; j++) {
      const u = m[j] * t[0] + m[3 + j] * t[1] + m[6 + j] * t[2];
      const s =
        Math.abs(u) -
        q[BX_HALF + j] -
        (Math.abs(m[j]) * p[BX_HALF] + Math.abs(m[3 + j]) * p[BX_HALF + 1] + Math.abs(m[6 + j]) * p[BX_HALF + 2]);
      if (j > 0 && !(s > sepB)) continue;
      if (s > reach) return false;
      sepB = s;
      axisB = j;
      side = u;
    }
    const sizeA = p[BX_SIZE];
    const sizeB = q[BX_SIZE];
    const size = sizeA < sizeB ? sizeA : sizeB;
    const difference = sepB - sepA;
    let isFirst = !(difference > 0);
    if (Math.abs(difference) <= FACE_TIE * size) isFirst = !(sizeB > sizeA * 1.000001);
    const face = isFirst ? sepA : sepB;
    // What an axis of edges must beat.
    let most = face + Math.max(EDGE_BIAS * size, EDGE_RELATIVE_BIAS * Math.abs(face));
    let edge = -1;
    for (let i = 0; i < 3; i++) {
      const i1 = i === 2 ? 0 : i + 1;
      const i2 = i === 0 ? 2 : i - 1;
      for (let j = 0; j < 3; j++) {
        const j1 = j === 2 ? 0 : j + 1;
        const j2 = j === 0 ? 2 : j - 1;
        const m1 = m[3 * i1 + j];
        const m2 = m[3 * i2 + j];
        const room =
          Math.abs(t[i2] * m1 - t[i1] * m2) -
          (p[BX_HALF + i1] * Math.abs(m2) + p[BX_HALF + i2] * Math.abs(m1)) -
          (q[BX_HALF + j1] * Math.abs(m[3 * i + j2]) + q[BX_HALF + j2] * Math.abs(m[3 * i + j1]));
        if (!(room > most || room > 0)) continue;
        const s = spread(room, m1, m2);
        if (s > reach) return false;
        if (!(s > most)) continue;
        most = s;
        edge = 3 * i + j;
      }
    }
    this.size = size;
    this.faceA = this.faceB = -1;
    if (edge >= 0) {
      this.separation = most;
      this.#setEdges(edge);
    } else if (isFirst) {
      this.separation = sepA;
      const isAhead = t[axisA] >= 0;
      this.faceA = 2 * axisA + (isAhead ? 1 : 0);
      this.#setNormal(p, axisA, isAhead ? -1 : 1);
    } else {
      this.separation = sepB;
      this.faceB = 2 * axisB + (side >= 0 ? 0 : 1);
      this.#setNormal(q, axisB, side >= 0 ? -1 : 1);
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
    const place = this.#place;
    const p = this.#boxA;
    const q = this.#boxB;
    const i = (edge / 3) | 0;
    const j = edge % 3;
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
    const p = this.#boxA;
    const q = this.#boxB;
    takeFace(p, this.faceA >= 0 ? this.faceA : towards(p, -nx, -ny, -nz), this.#none, faceA);
    takeFace(q, this.faceB >= 0 ? this.faceB : towards(q, nx, ny, nz), this.#place, faceB);
  }
}

/** Writes the record of a box that is turned as the pose at pose[i…] says. */
function setBox(out: Float64Array, shape: BoxShape, pose: Float64Array, i: number): void {
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

/** Face `face` of the box r, whose origin is at `place`. */
function takeFace(r: Float64Array, face: number, place: Float64Array, out: Face): void {
  const { points } = out;
  for (let m = 0; m < 4; m++) {
    const k = CORNERS[4 * face + m];
    const x = (k & 1) !== 0 ? r[BX_HALF] : -r[BX_HALF];
    const y = (k & 2) !== 0 ? r[BX_HALF + 1] : -r[BX_HALF + 1];
    const z = (k & 4) !== 0 ? r[BX_HALF + 2] : -r[BX_HALF + 2];
    points[3 * m] = place[0] + r[0] * x + r[1] * y + r[2] * z;
    points[3 * m + 1] = place[1] + r[3] * x + r[4] * y + r[5] * z;
    points[3 * m + 2] = place[2] + r[6] * x + r[7] * y + r[8] * z;
  }
  const axis = face >> 1;
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

/** The face of the box r most along (x, y, z). */
function towards(r: Float64Array, x: number, y: number, z: number): number {
  const dx = r[0] * x + r[3] * y + r[6] * z;
  const dy = r[1] * x + r[4] * y + r[7] * z;
  const dz = r[2] * x + r[5] * y + r[8] * z;
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const az = Math.abs(dz);
  if (ax >= ay && ax >= az) return dx > 0 ? 1 : 0;
  if (ay >= az) return dy > 0 ? 3 : 2;
  return dz > 0 ? 5 : 4;
}

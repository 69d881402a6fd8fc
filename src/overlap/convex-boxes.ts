// Overlaps of boxes, faster than those of other hulls: planes by the boxes' own axes, a closed form for a box at rest
// (convex-slab.ts), and the boundary polygons of an overlap on request. For models that live by overlaps of boxes; the
// numbers are those of convex.ts to rounding. Verified in test/overlap/convex*.test.ts.

import { matrixFromQuaternion } from '../math/quaternion.js';
import type { Polyhedron } from '../shapes/polyhedron.js';
import { ConvexOverlap, clear, NOISE } from './convex.js';
import { OverlapPolygons } from './convex-polygons.js';
import { writeSlab } from './convex-slab.js';
import { OverlapBuffer } from './overlap.js';

export class BoxOverlap extends ConvexOverlap {
  /** Boundary polygons of the last overlap, once `updatePolygons` has put them in order. */
  readonly polygons = new OverlapPolygons();
  /** Of the other box's three slabs: where the base's centre lies, and how far the base reaches beyond. */
  readonly #slabs = new Float64Array(6);
  /** The base if the last overlap came in closed form, without cutting; else null. */
  #uncut: Polyhedron | null = null;
  readonly #axes = new Float64Array(9);
  readonly #spare = new OverlapBuffer();

  override computeBoxes(
    boxA: Polyhedron,
    pa: Float64Array,
    ai: number,
    boxB: Polyhedron,
    pb: Float64Array,
    bi: number,
    out: OverlapBuffer,
  ): boolean {
    clear(out, pa, ai);
    this.cut.place(pa, ai, pb, bi);
    const rel = this.cut.otherToBase;
    const r0 = rel[0];
    const r1 = rel[1];
    const r2 = rel[2];
    const r3 = rel[3];
    const r4 = rel[4];
    const r5 = rel[5];
    const r6 = rel[6];
    const r7 = rel[7];
    const r8 = rel[8];
    const tx = this.cut.otherOrigin[0];
    const ty = this.cut.otherOrigin[1];
    const tz = this.cut.otherOrigin[2];
    const ax = boxA.vertices[21];
    const ay = boxA.vertices[22];
    const az = boxA.vertices[23];
    const bx = boxB.vertices[21];
    const by = boxB.vertices[22];
    const bz = boxB.vertices[23];
    const q0 = Math.abs(r0);
    const q1 = Math.abs(r1);
    const q2 = Math.abs(r2);
    const q3 = Math.abs(r3);
    const q4 = Math.abs(r4);
    const q5 = Math.abs(r5);
    const q6 = Math.abs(r6);
    const q7 = Math.abs(r7);
    const q8 = Math.abs(r8);
    const distance = Math.abs(tx) + Math.abs(ty) + Math.abs(tz);
    const eps = NOISE * (ax + ay + az + bx + by + bz + distance);

    // How far B reaches beyond A's centre planes, less A's half lengths, and the other way round: a slab of A is
    // missed if t - reach ≥ half, cuts B at its + face if t + reach > half, at its - face if -t + reach > half.
    const reachX = q0 * bx + q1 * by + q2 * bz - ax;
    const reachY = q3 * bx + q4 * by + q5 * bz - ay;
    const reachZ = q6 * bx + q7 * by + q8 * bz - az;
    if (Math.abs(tx) + eps >= reachX + 2 * ax) return false;
    if (Math.abs(ty) + eps >= reachY + 2 * ay) return false;
    if (Math.abs(tz) + eps >= reachZ + 2 * az) return false;
    const sx = -(r0 * tx + r3 * ty + r6 * tz);
    const sy = -(r1 * tx + r4 * ty + r7 * tz);
    const sz = -(r2 * tx + r5 * ty + r8 * tz);
    const reachU = q0 * ax + q3 * ay + q6 * az - bx;
    const reachV = q1 * ax + q4 * ay + q7 * az - by;
    const reachW = q2 * ax + q5 * ay + q8 * az - bz;
    if (Math.abs(sx) + eps >= reachU + 2 * bx) return false;
    if (Math.abs(sy) + eps >= reachV + 2 * by) return false;
    if (Math.abs(sz) + eps >= reachW + 2 * bz) return false;

    // How many planes of A cut B, less how many of B cut A: the solid that is cut less often becomes the base.
    let excess = 0;
    if (reachX + tx > eps) excess++;
    if (reachX - tx > eps) excess++;
    if (reachY + ty > eps) excess++;
    if (reachY - ty > eps) excess++;
    if (reachZ + tz > eps) excess++;
    if (reachZ - tz > eps) excess++;
    if (reachU + sx > eps) excess--;
    if (reachU - sx > eps) excess--;
    if (reachV + sy > eps) excess--;
    if (reachV - sy > eps) excess--;
    if (reachW + sz > eps) excess--;
    if (reachW - sz > eps) excess--;
    this.cut.noise[0] = eps;
    const slabs = this.#slabs;
    if (excess >= 0) {
      slabs[0] = sx;
      slabs[1] = sy;
      slabs[2] = sz;
      slabs[3] = reachU;
      slabs[4] = reachV;
      slabs[5] = reachW;
      this.cut.begin(boxA, 0, 6);
      this.#addSlabs(boxB.vertices, 1, 3);
      return this.finish(boxA, out, true);
    }
    slabs[0] = tx;
    slabs[1] = ty;
    slabs[2] = tz;
    slabs[3] = reachX;
    slabs[4] = reachY;
    slabs[5] = reachZ;
    this.cut.begin(boxB, 1, 6);
    matrixFromQuaternion(this.cut.baseToWorld, 0, pb, bi + 3);
    this.#addSlabs(boxA.vertices, 3, 1);
    this.cut.shiftToB(pa, ai, pb, bi);
    return this.finish(boxB, out, true);
  }

  /** Put the boundary polygons of the last overlap found into `polygons`. Costs as much again: only on request. */
  updatePolygons(out: OverlapBuffer): OverlapPolygons {
    if (out.count === 0) {
      this.polygons.clear();
      return this.polygons;
    }
    let points = out.points;
    if (this.#uncut !== null) {
      // Cut now, into a spare buffer: asking for polygons must not change the record.
      if (!this.cut.measure(this.#uncut, this.#spare)) {
        this.polygons.clear();
        return this.polygons;
      }
      points = this.#spare.points;
    }
    this.polygons.update(this.cut.solid, this.cut.moments, points, this.cut.owners, this.cut.baseFaces);
    return this.polygons;
  }

  /**
   * Candidates among the faces of the other box, whose axis k in the base frame is the column (step 1, stride 3) or the
   * row (step 3, stride 1) k of otherToBase; along it the base's centre lies at slabs[k], and reaches slabs[3+k] +
   * half.
   */
  #addSlabs(otherVertices: Float64Array, step: number, stride: number): void {
    const slabs = this.#slabs;
    const capPlanes = this.cut.capPlanes;
    const candidates = this.cut.candidates;
    const otherToBase = this.cut.otherToBase;
    const noise = this.cut.noise;
    // Planes that only touch matter where their face may own one of the base's: where the base is B.
    const least = this.cut.baseSolid === 0 ? noise[0] : -noise[0];
    let count = 0;
    let deepest = -Infinity;
    for (let k = 0; k < 3; k++) {
      const s = slabs[k];
      const beyond = slabs[3 + k];
      const half = otherVertices[21 + k];
      const nx = otherToBase[step * k];
      const ny = otherToBase[step * k + stride];
      const nz = otherToBase[step * k + 2 * stride];
      if (beyond - s > least) {
        const i = 8 * k;
        capPlanes[i] = -nx;
        capPlanes[i + 1] = -ny;
        capPlanes[i + 2] = -nz;
        capPlanes[i + 3] = half + s;
        const lowest = -s - beyond - 2 * half;
        if (lowest > deepest) {
          deepest = lowest;
          this.cut.first = count;
        }
        candidates[count++] = 2 * k;
      }
      if (beyond + s > least) {
        const i = 8 * k + 4;
        capPlanes[i] = nx;
        capPlanes[i + 1] = ny;
        capPlanes[i + 2] = nz;
        capPlanes[i + 3] = half - s;
        const lowest = s - beyond - 2 * half;
        if (lowest > deepest) {
          deepest = lowest;
          this.cut.first = count;
        }
        candidates[count++] = 2 * k + 1;
      }
    }
    this.cut.candidateCount = count;
  }

  override finish(box: Polyhedron, out: OverlapBuffer, isBox: boolean): boolean {
    this.#uncut = null;
    if (isBox && this.cut.candidateCount === 1) {
      const baseToWorld = this.cut.baseToWorld;
      const shift = this.cut.shift;
      const noise = this.cut.noise;
      const axes = this.#axes;
      const baseSolid = this.cut.baseSolid;
      const capPlanes = this.cut.capPlanes;
      const plane = 4 * this.cut.candidates[0];
      if (writeSlab(box.vertices, capPlanes, plane, baseToWorld, shift, noise, baseSolid, axes, out)) {
        this.#uncut = box;
        return true;
      }
    }
    return this.cut.measure(box, out);
  }
}

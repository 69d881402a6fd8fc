// The overlap of two convex polyhedra, exactly: one solid, the base, is cut by the planes of the other.
//
// Everything happens in the base body's own frame, so that only the difference of the two positions enters and
// kilometres from the world origin cost no digits. Planes that do not reach the base are passed over by a bounding
// test; the plane that leaves least goes first, so that the rest meet a small solid. Faces of the result are the base's
// remaining faces and one cap per cutting plane, which is how each boundary polygon knows the solid it comes from.
//
// Equations: shared notation of Bouchard et al. 2015, §4 and Appendix A (eq. 14–16, with the division by V that eq. 15
// lacks); V, c, M, g and turn as defined in overlap.ts. The base is a choice of speed only.
//
// Simplifications and their consequence:
// - Coincident faces that look the same way count for A only (up to eps). V is continuous there but has a kink, and g
//   is its derivative on the side of B growing.
// - An overlap thinner than eps = 2⁻⁴⁸ × (size + distance of the origins), about the rounding of the input, is none.
// - Boxes that only an edge–edge axis separates are found apart by cutting (0.25 µs), not by an early test.
//
// Verified in test/overlap/convex*.test.ts; timed in bench/overlap-convex.ts; docs/decisions/overlap-convex.md.

import { matrixFromQuaternion } from '../math/quaternion.js';
import type { Polyhedron } from '../shapes/polyhedron.js';
import { CLIP_CUT, CLIP_EMPTY, CLIP_TOUCHES, ClippedPolyhedron } from './convex-clip.js';
import { PolyhedronMoments } from './convex-moments.js';
import { OverlapPolygons } from './convex-polygons.js';
import { writeSlab } from './convex-slab.js';
import { OverlapBuffer } from './overlap.js';

/** Distances below this times the size of the numbers involved are rounding: some 30 half-ulps. */
const NOISE = 2 ** -48;

/** Number of cutting planes from which on the bounds of what is left are kept. */
const MANY = 8;

/** Finds overlaps of convex solids. Owns its scratch: keep one per thread of work. Allocates only to grow. */
export class ConvexOverlap {
  /** Boundary polygons of the last overlap, once `updatePolygons` has put them in order. */
  readonly polygons = new OverlapPolygons();

  readonly #solid = new ClippedPolyhedron();
  readonly #moments = new PolyhedronMoments();
  /** Base axes → world axes. */
  readonly #baseToWorld = new Float64Array(9);
  /** The other solid's axes → base axes, and its origin in the base frame. */
  readonly #otherToBase = new Float64Array(9);
  readonly #otherOrigin = new Float64Array(3);
  /** The other solid's planes in the base frame. */
  #capPlanes = new Float64Array(4 * 32);
  /** Planes that may cut, and the least distance of the base's bounds from each. */
  #candidates = new Int32Array(32);
  #candidateCount = 0;
  #first = 0;
  /** From out.origin to the base's origin, world axes. */
  readonly #shift = new Float64Array(3);
  /** eps. */
  readonly #noise = new Float64Array(1);
  /** Of the other box's three slabs: where the base's centre lies, and how far the base reaches beyond. */
  readonly #slabs = new Float64Array(6);
  /** For a base face that a face of the other solid coincides with and owns: that face's number + 1. */
  #owners = new Int32Array(64);
  #ownedFaces = new Int32Array(64);
  #ownedCount = 0;
  /** The base of the last overlap: 0 is A, 1 is B. */
  #baseSolid = 0;
  #baseFaces = 0;
  /** The base if the last overlap came in closed form, without cutting; else null. */
  #uncut: Polyhedron | null = null;
  readonly #axes = new Float64Array(9);
  readonly #spare = new OverlapBuffer();

  /**
   * Overlap of two convex polyhedra at poses (x, y, z, then quaternion x, y, z, w) at pa[ai…] and pb[bi…].
   * False, and out.count = 0, where there is none.
   */
  compute(
    polyA: Polyhedron,
    pa: Float64Array,
    ai: number,
    polyB: Polyhedron,
    pb: Float64Array,
    bi: number,
    out: OverlapBuffer,
  ): boolean {
    clear(out, pa, ai);
    // Cutting the solid of many faces by the few planes of the other beats the reverse.
    const swap = polyB.planes.length > polyA.planes.length;
    const base = swap ? polyB : polyA;
    const other = swap ? polyA : polyB;
    if (swap) this.#place(pb, bi, pa, ai);
    else this.#place(pa, ai, pb, bi);
    this.#begin(base, swap ? 1 : 0, other.planes.length >> 2);

    const x = base.vertices;
    let lowX = Infinity;
    let lowY = Infinity;
    let lowZ = Infinity;
    let highX = -Infinity;
    let highY = -Infinity;
    let highZ = -Infinity;
    for (let i = 0; i < x.length; i += 3) {
      const vx = x[i];
      const vy = x[i + 1];
      const vz = x[i + 2];
      if (vx < lowX) lowX = vx;
      if (vx > highX) highX = vx;
      if (vy < lowY) lowY = vy;
      if (vy > highY) highY = vy;
      if (vz < lowZ) lowZ = vz;
      if (vz > highZ) highZ = vz;
    }
    const mx = 0.5 * (lowX + highX);
    const my = 0.5 * (lowY + highY);
    const mz = 0.5 * (lowZ + highZ);
    const hx = highX - mx;
    const hy = highY - my;
    const hz = highZ - mz;
    const tx = this.#otherOrigin[0];
    const ty = this.#otherOrigin[1];
    const tz = this.#otherOrigin[2];
    const size = Math.abs(mx) + Math.abs(my) + Math.abs(mz) + hx + hy + hz;
    const eps = NOISE * (size + Math.abs(tx) + Math.abs(ty) + Math.abs(tz));

    const rel = this.#otherToBase;
    const r0 = rel[0];
    const r1 = rel[1];
    const r2 = rel[2];
    const r3 = rel[3];
    const r4 = rel[4];
    const r5 = rel[5];
    const r6 = rel[6];
    const r7 = rel[7];
    const r8 = rel[8];
    const planes = other.planes;
    const caps = this.#capPlanes;
    const candidates = this.#candidates;
    let count = 0;
    let deepest = -Infinity;
    for (let i = 0; i < planes.length; i += 4) {
      const px = planes[i];
      const py = planes[i + 1];
      const pz = planes[i + 2];
      const nx = r0 * px + r1 * py + r2 * pz;
      const ny = r3 * px + r4 * py + r5 * pz;
      const nz = r6 * px + r7 * py + r8 * pz;
      const d = planes[i + 3] + (nx * tx + ny * ty + nz * tz);
      const middle = nx * mx + ny * my + nz * mz - d;
      const reach = Math.abs(nx) * hx + Math.abs(ny) * hy + Math.abs(nz) * hz;
      if (middle + reach < -eps) continue;
      const lowest = middle - reach;
      if (lowest >= -eps) return false;
      caps[i] = nx;
      caps[i + 1] = ny;
      caps[i + 2] = nz;
      caps[i + 3] = d;
      if (lowest > deepest) {
        deepest = lowest;
        this.#first = count;
      }
      candidates[count++] = i >> 2;
    }
    this.#candidateCount = count;
    this.#noise[0] = eps;
    if (swap) this.#shiftToB(pa, ai, pb, bi);
    return this.#clipAndMeasure(base, out);
  }

  /** As `compute`, for two polyhedra made by `boxPolyhedron`: about the origin, faces -x, +x, -y, +y, -z, +z. */
  computeBoxes(
    boxA: Polyhedron,
    pa: Float64Array,
    ai: number,
    boxB: Polyhedron,
    pb: Float64Array,
    bi: number,
    out: OverlapBuffer,
  ): boolean {
    clear(out, pa, ai);
    this.#place(pa, ai, pb, bi);
    const rel = this.#otherToBase;
    const r0 = rel[0];
    const r1 = rel[1];
    const r2 = rel[2];
    const r3 = rel[3];
    const r4 = rel[4];
    const r5 = rel[5];
    const r6 = rel[6];
    const r7 = rel[7];
    const r8 = rel[8];
    const tx = this.#otherOrigin[0];
    const ty = this.#otherOrigin[1];
    const tz = this.#otherOrigin[2];
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
    this.#noise[0] = eps;
    const slabs = this.#slabs;
    if (excess >= 0) {
      slabs[0] = sx;
      slabs[1] = sy;
      slabs[2] = sz;
      slabs[3] = reachU;
      slabs[4] = reachV;
      slabs[5] = reachW;
      this.#begin(boxA, 0, 6);
      this.#addSlabs(boxB.vertices, 1, 3);
      return this.#clipBox(boxA, out);
    }
    slabs[0] = tx;
    slabs[1] = ty;
    slabs[2] = tz;
    slabs[3] = reachX;
    slabs[4] = reachY;
    slabs[5] = reachZ;
    this.#begin(boxB, 1, 6);
    matrixFromQuaternion(this.#baseToWorld, 0, pb, bi + 3);
    this.#addSlabs(boxA.vertices, 3, 1);
    this.#shiftToB(pa, ai, pb, bi);
    return this.#clipBox(boxB, out);
  }

  /**
   * Overlap of a convex polyhedron at pp[pi…] with the half-space y ≤ 0 of the frame at hp[hi…]. `halfSpaceIsA` says
   * which of the two is A, `isBox` that boxPolyhedron made the polyhedron. out.origin is the polyhedron's position in
   * both orders: a half-space may have its own far away.
   */
  computeHalfSpace(
    poly: Polyhedron,
    pp: Float64Array,
    pi: number,
    hp: Float64Array,
    hi: number,
    halfSpaceIsA: boolean,
    out: OverlapBuffer,
    isBox = false,
  ): boolean {
    clear(out, pp, pi);
    const r = this.#baseToWorld;
    matrixFromQuaternion(r, 0, pp, pi + 3);
    const qx = hp[hi + 3];
    const qy = hp[hi + 4];
    const qz = hp[hi + 5];
    const qw = hp[hi + 6];
    const ux = 2 * (qx * qy - qw * qz);
    const uy = 1 - 2 * (qx * qx + qz * qz);
    const uz = 2 * (qy * qz + qw * qx);
    const nx = r[0] * ux + r[3] * uy + r[6] * uz;
    const ny = r[1] * ux + r[4] * uy + r[7] * uz;
    const nz = r[2] * ux + r[5] * uy + r[8] * uz;
    const dx = ux * (hp[hi] - pp[pi]);
    const dy = uy * (hp[hi + 1] - pp[pi + 1]);
    const dz = uz * (hp[hi + 2] - pp[pi + 2]);
    const x = poly.vertices;
    let size = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
    for (let i = 0; i < x.length; i += 3) {
      const s = Math.abs(x[i]) + Math.abs(x[i + 1]) + Math.abs(x[i + 2]);
      if (s > size) size = s;
    }
    this.#begin(poly, halfSpaceIsA ? 1 : 0, 1);
    this.#capPlanes[0] = nx;
    this.#capPlanes[1] = ny;
    this.#capPlanes[2] = nz;
    this.#capPlanes[3] = dx + dy + dz;
    this.#candidates[0] = 0;
    this.#candidateCount = 1;
    this.#first = 0;
    this.#noise[0] = 2 * NOISE * size;
    return isBox ? this.#clipBox(poly, out) : this.#clipAndMeasure(poly, out);
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
      if (!this.#clipAndMeasure(this.#uncut, this.#spare)) {
        this.polygons.clear();
        return this.polygons;
      }
      points = this.#spare.points;
    }
    this.polygons.update(this.#solid, this.#moments, points, this.#owners, this.#baseFaces);
    return this.polygons;
  }

  /**
   * Candidates among the faces of the other box, whose axis k in the base frame is the column (step 1, stride 3) or the
   * row (step 3, stride 1) k of otherToBase; along it the base's centre lies at slabs[k], and reaches slabs[3+k] +
   * half.
   */
  #addSlabs(otherVertices: Float64Array, step: number, stride: number): void {
    const slabs = this.#slabs;
    const capPlanes = this.#capPlanes;
    const candidates = this.#candidates;
    const otherToBase = this.#otherToBase;
    const noise = this.#noise;
    // Planes that only touch matter where their face may own one of the base's: where the base is B.
    const least = this.#baseSolid === 0 ? noise[0] : -noise[0];
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
          this.#first = count;
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
          this.#first = count;
        }
        candidates[count++] = 2 * k + 1;
      }
    }
    this.#candidateCount = count;
  }

  /** Poses of the base and the other solid as baseToWorld, otherToBase and otherOrigin. */
  #place(p: Float64Array, i: number, o: Float64Array, j: number): void {
    const r = this.#baseToWorld;
    matrixFromQuaternion(r, 0, p, i + 3);
    const dx = o[j] - p[i];
    const dy = o[j + 1] - p[i + 1];
    const dz = o[j + 2] - p[i + 2];
    const t = this.#otherOrigin;
    t[0] = r[0] * dx + r[3] * dy + r[6] * dz;
    t[1] = r[1] * dx + r[4] * dy + r[7] * dz;
    t[2] = r[2] * dx + r[5] * dy + r[8] * dz;
    const ax = -p[i + 3];
    const ay = -p[i + 4];
    const az = -p[i + 5];
    const aw = p[i + 6];
    const bx = o[j + 3];
    const by = o[j + 4];
    const bz = o[j + 5];
    const bw = o[j + 6];
    const x = aw * bx + ax * bw + ay * bz - az * by;
    const y = aw * by - ax * bz + ay * bw + az * bx;
    const z = aw * bz + ax * by - ay * bx + az * bw;
    const w = aw * bw - ax * bx - ay * by - az * bz;
    const m = this.#otherToBase;
    const xx = x * x;
    const yy = y * y;
    const zz = z * z;
    m[0] = 1 - 2 * (yy + zz);
    m[1] = 2 * (x * y - w * z);
    m[2] = 2 * (x * z + w * y);
    m[3] = 2 * (x * y + w * z);
    m[4] = 1 - 2 * (xx + zz);
    m[5] = 2 * (y * z - w * x);
    m[6] = 2 * (x * z - w * y);
    m[7] = 2 * (y * z + w * x);
    m[8] = 1 - 2 * (xx + yy);
  }

  #begin(base: Polyhedron, baseSolid: number, otherFaces: number): void {
    for (let i = 0; i < this.#ownedCount; i++) this.#owners[this.#ownedFaces[i]] = 0;
    this.#ownedCount = 0;
    this.#uncut = null;
    this.#baseSolid = baseSolid;
    this.#baseFaces = base.planes.length >> 2;
    this.#shift[0] = 0;
    this.#shift[1] = 0;
    this.#shift[2] = 0;
    const faces = this.#baseFaces + otherFaces;
    if (this.#candidates.length < otherFaces) {
      this.#candidates = new Int32Array(2 * otherFaces);
      this.#capPlanes = new Float64Array(8 * otherFaces);
    }
    if (this.#owners.length < faces) {
      this.#owners = new Int32Array(2 * faces);
      this.#ownedFaces = new Int32Array(2 * faces);
    }
  }

  #shiftToB(pa: Float64Array, ai: number, pb: Float64Array, bi: number): void {
    this.#shift[0] = pb[bi] - pa[ai];
    this.#shift[1] = pb[bi + 1] - pa[ai + 1];
    this.#shift[2] = pb[bi + 2] - pa[ai + 2];
  }

  #clipBox(box: Polyhedron, out: OverlapBuffer): boolean {
    if (this.#candidateCount === 1) {
      const baseToWorld = this.#baseToWorld;
      const shift = this.#shift;
      const noise = this.#noise;
      const axes = this.#axes;
      const baseSolid = this.#baseSolid;
      const capPlanes = this.#capPlanes;
      const plane = 4 * this.#candidates[0];
      if (writeSlab(box.vertices, capPlanes, plane, baseToWorld, shift, noise, baseSolid, axes, out)) {
        this.#uncut = box;
        return true;
      }
    }
    return this.#clipAndMeasure(box, out);
  }

  #clipAndMeasure(base: Polyhedron, out: OverlapBuffer): boolean {
    const solid = this.#solid;
    const caps = this.#capPlanes;
    const candidates = this.#candidates;
    const count = this.#candidateCount;
    const faces = this.#owners.length;
    this.#moments.reserve(0, faces);
    solid.start(base.vertices, base.edges, faces);
    // With many planes to come it pays to keep the bounds of what is left: most of them miss it.
    const many = count > MANY;
    let bounded = false;
    for (let k = 0; k < count; k++) {
      // The deepest plane first, in exchange for the one that was.
      const face = candidates[k === 0 ? this.#first : k === this.#first ? 0 : k];
      if (bounded && solid.clears(caps, 4 * face, this.#noise)) continue;
      const status = solid.clip(caps, 4 * face, this.#baseFaces + face, this.#noise);
      if (status === CLIP_EMPTY) return false;
      if (status === CLIP_TOUCHES && this.#baseSolid === 1) this.#claimFace(face);
      if (many && status === CLIP_CUT) {
        solid.updateBounds();
        bounded = true;
      }
    }
    return this.#moments.write(
      solid,
      base.planes,
      this.#baseFaces,
      caps,
      this.#owners,
      this.#baseSolid,
      this.#baseToWorld,
      this.#shift,
      this.#noise,
      out,
    );
  }

  /** A's plane `plane` touches the base B: a face of B that lies in it belongs to A. */
  #claimFace(plane: number): void {
    const eps = this.#noise[0];
    const { edges, edgeCount, distances } = this.#solid;
    // Of the faces met by an edge in the plane, the one that lies in it has no edge that leaves the plane.
    for (let e = 0; e < edgeCount; e++) {
      if (distances[edges[4 * e]] < -eps || distances[edges[4 * e + 1]] < -eps) continue;
      for (let side = 2; side < 4; side++) {
        const face = edges[4 * e + side];
        if (face >= this.#baseFaces || this.#owners[face] !== 0) continue;
        let inPlane = true;
        for (let k = 0; k < edgeCount && inPlane; k++) {
          if (edges[4 * k + 2] !== face && edges[4 * k + 3] !== face) continue;
          inPlane = distances[edges[4 * k]] >= -eps && distances[edges[4 * k + 1]] >= -eps;
        }
        if (!inPlane) continue;
        this.#owners[face] = plane + 1;
        this.#ownedFaces[this.#ownedCount++] = face;
        return;
      }
    }
  }
}

function clear(out: OverlapBuffer, p: Float64Array, i: number): void {
  out.count = 0;
  out.pointStart[0] = 0;
  out.pointStart[1] = 0;
  out.origin[0] = p[i];
  out.origin[1] = p[i + 1];
  out.origin[2] = p[i + 2];
}

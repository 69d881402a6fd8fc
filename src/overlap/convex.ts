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
import { ConvexCut } from './convex-cut.js';
import type { OverlapBuffer } from './overlap.js';

/** Distances below this times the size of the numbers involved are rounding: some 30 half-ulps. */
export const NOISE = 2 ** -48;

/** Finds overlaps of convex solids. Owns its scratch: keep one per thread of work. Allocates only to grow. */
export class ConvexOverlap {
  readonly cut = new ConvexCut();

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
    if (swap) this.cut.place(pb, bi, pa, ai);
    else this.cut.place(pa, ai, pb, bi);
    this.cut.begin(base, swap ? 1 : 0, other.planes.length >> 2);

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
    const tx = this.cut.otherOrigin[0];
    const ty = this.cut.otherOrigin[1];
    const tz = this.cut.otherOrigin[2];
    const size = Math.abs(mx) + Math.abs(my) + Math.abs(mz) + hx + hy + hz;
    const eps = NOISE * (size + Math.abs(tx) + Math.abs(ty) + Math.abs(tz));

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
    const planes = other.planes;
    const caps = this.cut.capPlanes;
    const candidates = this.cut.candidates;
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
        this.cut.first = count;
      }
      candidates[count++] = i >> 2;
    }
    this.cut.candidateCount = count;
    this.cut.noise[0] = eps;
    if (swap) this.cut.shiftToB(pa, ai, pb, bi);
    return this.finish(base, out, false);
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
    return this.compute(boxA, pa, ai, boxB, pb, bi, out);
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
    const r = this.cut.baseToWorld;
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
    this.cut.begin(poly, halfSpaceIsA ? 1 : 0, 1);
    this.cut.capPlanes[0] = nx;
    this.cut.capPlanes[1] = ny;
    this.cut.capPlanes[2] = nz;
    this.cut.capPlanes[3] = dx + dy + dz;
    this.cut.candidates[0] = 0;
    this.cut.candidateCount = 1;
    this.cut.first = 0;
    this.cut.noise[0] = 2 * NOISE * size;
    return this.finish(poly, out, isBox);
  }

  /** Cuts, once all planes are known; `isBox`: boxPolyhedron made the base. */
  finish(base: Polyhedron, out: OverlapBuffer, _isBox: boolean): boolean {
    return this.cut.measure(base, out);
  }
}

/** Where nothing overlaps yet, about p. */
export function clear(out: OverlapBuffer, p: Float64Array, i: number): void {
  out.count = 0;
  out.pointStart[0] = 0;
  out.pointStart[1] = 0;
  out.origin[0] = p[i];
  out.origin[1] = p[i + 1];
  out.origin[2] = p[i + 2];
}

// Overlaps of round solids that have a formula: sphere, capsule, cylinder, cone and torus against a half-space or against the
// inside of a flat face, and sphere against sphere. Closed forms and one-dimensional quadrature to 1e-12 (plane-cut.ts
// and a file per solid): no facets, so that what rolls does not feel any.
//
// Only the difference of the two positions enters, and points are relative to A's position, or to the round solid's if
// A is a half-space, whose own position may be far along its plane. Verified in test/overlap/analytic-*.test.ts; timed
// in bench/overlap-analytic.ts.

import type { Polyhedron } from '../../shapes/polyhedron.js';
import type { SimpleShape } from '../../shapes/shape.js';
import type { OverlapBuffer } from '../overlap.js';
import { cutCapsule } from './capsule.js';
import { cutCone } from './cone.js';
import { cutCylinder } from './cylinder.js';
import { FACE_APART, FACE_MANY, type RoundShape, roundReach, singleFace } from './flat-face.js';
import { PlaneCut } from './plane-cut.js';
import { cutSphere, sphereSphere } from './sphere.js';
import { TorusCut } from './torus.js';

/** What `compute` returns. */
export const ANALYTIC_NONE = 0;
export const ANALYTIC_FOUND = 1;
export const ANALYTIC_UNKNOWN = -1;

/** Owns its scratch: keep one per thread of work. Allocates only to grow. */
export class AnalyticOverlap {
  private readonly cut = new PlaneCut();
  private readonly torus = new TorusCut();

  /**
   * Overlap of solids at poses (x, y, z, then quaternion x, y, z, w) at pa[ai…] and pb[bi…].
   * 1: one component in `out`; 0: they do not overlap; -1: no formula for this pair as it lies, another method must
   * answer.
   */
  compute(
    shapeA: SimpleShape,
    pa: Float64Array,
    ai: number,
    shapeB: SimpleShape,
    pb: Float64Array,
    bi: number,
    out: OverlapBuffer,
  ): number {
    out.count = 0;
    out.pointStart[0] = 0;
    out.origin[0] = pa[ai];
    out.origin[1] = pa[ai + 1];
    out.origin[2] = pa[ai + 2];
    if (isRound(shapeA)) {
      if (shapeB.type === 'half-space') return this.halfSpace(shapeA, pa, ai, pb, bi, true, out);
      if (shapeB.type === 'sphere' && shapeA.type === 'sphere') {
        const { radius } = shapeA;
        const x = pb[bi] - pa[ai];
        const y = pb[bi + 1] - pa[ai + 1];
        const z = pb[bi + 2] - pa[ai + 2];
        return sphereSphere(this.cut, radius, shapeB.radius, x, y, z, out);
      }
      if (shapeB.type === 'box' || shapeB.type === 'convex')
        return this.polyhedron(shapeA, pa, ai, shapeB.polyhedron, pb, bi, true, out);
      return ANALYTIC_UNKNOWN;
    }
    if (!isRound(shapeB)) return ANALYTIC_UNKNOWN;
    if (shapeA.type === 'half-space') {
      out.origin[0] = pb[bi];
      out.origin[1] = pb[bi + 1];
      out.origin[2] = pb[bi + 2];
      return this.halfSpace(shapeB, pb, bi, pa, ai, false, out);
    }
    if (shapeA.type === 'box' || shapeA.type === 'convex')
      return this.polyhedron(shapeB, pb, bi, shapeA.polyhedron, pa, ai, false, out);
    return ANALYTIC_UNKNOWN;
  }

  private halfSpace(
    round: RoundShape,
    pr: Float64Array,
    ri: number,
    ph: Float64Array,
    hi: number,
    roundIsA: boolean,
    out: OverlapBuffer,
  ): number {
    const x = ph[hi + 3];
    const y = ph[hi + 4];
    const z = ph[hi + 5];
    const w = ph[hi + 6];
    const mx = 2 * (x * y - w * z);
    const my = 1 - 2 * (x * x + z * z);
    const mz = 2 * (y * z + w * x);
    const dx = mx * (ph[hi] - pr[ri]);
    const dy = my * (ph[hi + 1] - pr[ri + 1]);
    const dz = mz * (ph[hi + 2] - pr[ri + 2]);
    const size = Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + extent(round);
    const { cut } = this;
    cut.setPlane(mx, my, mz, dx + dy + dz, size, 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y));
    if (!this.cutRound(round, pr, ri + 3)) return ANALYTIC_NONE;
    cut.write(out, roundIsA, 0, 0, 0);
    return ANALYTIC_FOUND;
  }

  private polyhedron(
    round: RoundShape,
    pr: Float64Array,
    ri: number,
    poly: Polyhedron,
    pp: Float64Array,
    pi: number,
    roundIsA: boolean,
    out: OverlapBuffer,
  ): number {
    const x = pp[pi + 3];
    const y = pp[pi + 4];
    const z = pp[pi + 5];
    const w = pp[pi + 6];
    const r0 = 1 - 2 * (y * y + z * z);
    const r1 = 2 * (x * y - w * z);
    const r2 = 2 * (x * z + w * y);
    const r3 = 2 * (x * y + w * z);
    const r4 = 1 - 2 * (x * x + z * z);
    const r5 = 2 * (y * z - w * x);
    const r6 = 2 * (x * z - w * y);
    const r7 = 2 * (y * z + w * x);
    const r8 = 1 - 2 * (x * x + y * y);
    const ox = pr[ri] - pp[pi];
    const oy = pr[ri + 1] - pp[pi + 1];
    const oz = pr[ri + 2] - pp[pi + 2];
    const cx = r0 * ox + r3 * oy + r6 * oz;
    const cy = r1 * ox + r4 * oy + r7 * oz;
    const cz = r2 * ox + r5 * oy + r8 * oz;
    const qx = pr[ri + 3];
    const qy = pr[ri + 4];
    const qz = pr[ri + 5];
    const qw = pr[ri + 6];
    const ax = 2 * (qx * qy - qw * qz);
    const ay = 1 - 2 * (qx * qx + qz * qz);
    const az = 2 * (qy * qz + qw * qx);
    const bx = r0 * ax + r3 * ay + r6 * az;
    const by = r1 * ax + r4 * ay + r7 * az;
    const bz = r2 * ax + r5 * ay + r8 * az;
    const face = singleFace(poly, round, cx, cy, cz, bx, by, bz);
    if (face === FACE_APART) return ANALYTIC_NONE;
    if (face === FACE_MANY) return ANALYTIC_UNKNOWN;
    const f = 4 * face;
    const nx = poly.planes[f];
    const ny = poly.planes[f + 1];
    const nz = poly.planes[f + 2];
    // The face's own direction: its first side.
    const v = poly.vertices;
    const i = 3 * poly.faceVertices[poly.faceStart[face]];
    const j = 3 * poly.faceVertices[poly.faceStart[face] + 1];
    const ex = v[j] - v[i];
    const ey = v[j + 1] - v[i + 1];
    const ez = v[j + 2] - v[i + 2];
    const k = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
    const along = Math.abs(nx * cx) + Math.abs(ny * cy) + Math.abs(nz * cz) + Math.abs(poly.planes[f + 3]);
    const { cut } = this;
    cut.setPlane(
      r0 * nx + r1 * ny + r2 * nz,
      r3 * nx + r4 * ny + r5 * nz,
      r6 * nx + r7 * ny + r8 * nz,
      poly.planes[f + 3] - (nx * cx + ny * cy + nz * cz),
      along + extent(round),
      k * (r0 * ex + r1 * ey + r2 * ez),
      k * (r3 * ex + r4 * ey + r5 * ez),
      k * (r6 * ex + r7 * ey + r8 * ez),
    );
    if (!this.cutRound(round, pr, ri + 3)) return ANALYTIC_NONE;
    if (roundIsA) cut.write(out, true, 0, 0, 0);
    else cut.write(out, false, ox, oy, oz);
    return ANALYTIC_FOUND;
  }

  /** The overlap with the half-space that `cut` holds. */
  private cutRound(round: RoundShape, q: Float64Array, qi: number): boolean {
    const { cut } = this;
    if (round.type === 'sphere') {
      const inside = cut.d >= round.radius;
      if (inside) cut.d = round.radius;
      if (!cutSphere(cut, round.radius)) return false;
      if (inside) cut.clearSection();
      return true;
    }
    const x = q[qi];
    const y = q[qi + 1];
    const z = q[qi + 2];
    const w = q[qi + 3];
    cut.setAxis(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), round.type !== 'cone');
    const { c, s } = cut;
    // A solid wholly inside is the same at any depth: just below the plane its moments lose no digits.
    const reach = roundReach(round, c, s, 1);
    const inside = cut.d >= reach;
    if (inside) cut.d = reach;
    const found =
      round.type === 'torus'
        ? this.torus.cut(cut, round.radius, round.tube)
        : round.type === 'cylinder'
          ? cutCylinder(cut, round.radius, round.halfHeight)
          : round.type === 'capsule'
            ? cutCapsule(cut, round.radius, round.halfHeight)
            : cutCone(cut, round.radius, round.halfHeight);
    if (found && inside) cut.clearSection();
    return found && cut.volume > 0;
  }
}

function isRound(shape: SimpleShape): shape is RoundShape {
  const { type } = shape;
  return type === 'sphere' || type === 'capsule' || type === 'cylinder' || type === 'cone' || type === 'torus';
}

function extent(round: RoundShape): number {
  if (round.type === 'sphere') return round.radius;
  return round.radius + (round.type === 'torus' ? round.tube : round.halfHeight);
}

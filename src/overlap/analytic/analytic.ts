// Overlaps of round solids that have a formula: sphere, capsule, cylinder, cone and torus against a half-space or
// against the inside of a flat face, and sphere against sphere. Closed forms and one-dimensional quadrature to 1e-12
// (plane-cut.ts and a file per solid): no facets, so that what rolls does not feel any.
//
// Only the difference of the two positions enters, and points are relative to A's position, or to the round solid's if
// A is a half-space, whose own position may be far along its plane. Verified in test/overlap/analytic-*.test.ts; timed
// in bench/overlap-analytic.ts.

import { matrixFromQuaternion } from '../../math/quaternion.js';
import type { Polyhedron } from '../../shapes/polyhedron.js';
import type { SimpleShape } from '../../shapes/shape.js';
import type { OverlapBuffer } from '../overlap.js';
import { cutCapsule } from './capsule.js';
import { cutCone } from './cone.js';
import { cutCylinder } from './cylinder.js';
import { FACE_APART, FACE_MANY, type RoundShape, roundReach, singleFace } from './flat-face.js';
import { PlaneCut } from './plane-cut.js';
import { cutSphere, sphereSphere } from './sphere.js';
import type { TorusCut } from './torus.js';

/** What `compute` returns. */
export const ANALYTIC_NONE = 0;
export const ANALYTIC_FOUND = 1;
export const ANALYTIC_UNKNOWN = -1;

/** Owns its scratch: keep one per thread of work. Allocates only to grow. */
export class AnalyticOverlap {
  readonly #cut = new PlaneCut();
  readonly #torus: TorusCut | null;
  readonly #rotation = new Float64Array(9);
  readonly #turned = new Float64Array(9);

  /** `torus`: null where there are none. */
  constructor(torus: TorusCut | null) {
    this.#torus = torus;
  }

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
    for (let k = 0; k < 3; k++) out.origin[k] = shapeA.type === 'half-space' ? pb[bi + k] : pa[ai + k];
    if (isRound(shapeA)) {
      if (shapeB.type === 'half-space') return this.#halfSpace(shapeA, pa, ai, pb, bi, true, out);
      if (shapeB.type === 'sphere' && shapeA.type === 'sphere') {
        const { radius } = shapeA;
        const x = pb[bi] - pa[ai];
        const y = pb[bi + 1] - pa[ai + 1];
        const z = pb[bi + 2] - pa[ai + 2];
        return sphereSphere(this.#cut, radius, shapeB.radius, x, y, z, out);
      }
      if (shapeB.type === 'box' || shapeB.type === 'convex')
        return this.#polyhedron(shapeA, pa, ai, shapeB.polyhedron, pb, bi, true, out);
      return ANALYTIC_UNKNOWN;
    }
    if (!isRound(shapeB)) return ANALYTIC_UNKNOWN;
    if (shapeA.type === 'half-space') return this.#halfSpace(shapeB, pb, bi, pa, ai, false, out);
    if (shapeA.type === 'box' || shapeA.type === 'convex')
      return this.#polyhedron(shapeB, pb, bi, shapeA.polyhedron, pa, ai, false, out);
    return ANALYTIC_UNKNOWN;
  }

  #halfSpace(
    round: RoundShape,
    pr: Float64Array,
    ri: number,
    ph: Float64Array,
    hi: number,
    roundIsA: boolean,
    out: OverlapBuffer,
  ): number {
    const r = this.#rotation;
    matrixFromQuaternion(r, 0, ph, hi + 3);
    const dx = r[1] * (ph[hi] - pr[ri]);
    const dy = r[4] * (ph[hi + 1] - pr[ri + 1]);
    const dz = r[7] * (ph[hi + 2] - pr[ri + 2]);
    const size = Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + extent(round);
    const cut = this.#cut;
    cut.setPlane(r[1], r[4], r[7], dx + dy + dz, size, r[0], r[3], r[6]);
    if (!this.#cutRound(round, pr, ri + 3)) return ANALYTIC_NONE;
    cut.write(out, roundIsA, 0, 0, 0);
    return ANALYTIC_FOUND;
  }

  #polyhedron(
    round: RoundShape,
    pr: Float64Array,
    ri: number,
    poly: Polyhedron,
    pp: Float64Array,
    pi: number,
    roundIsA: boolean,
    out: OverlapBuffer,
  ): number {
    const r = this.#rotation;
    const turned = this.#turned;
    matrixFromQuaternion(r, 0, pp, pi + 3);
    const ox = pr[ri] - pp[pi];
    const oy = pr[ri + 1] - pp[pi + 1];
    const oz = pr[ri + 2] - pp[pi + 2];
    const cx = r[0] * ox + r[3] * oy + r[6] * oz;
    const cy = r[1] * ox + r[4] * oy + r[7] * oz;
    const cz = r[2] * ox + r[5] * oy + r[8] * oz;
    matrixFromQuaternion(turned, 0, pr, ri + 3);
    const ax = turned[1];
    const ay = turned[4];
    const az = turned[7];
    const bx = r[0] * ax + r[3] * ay + r[6] * az;
    const by = r[1] * ax + r[4] * ay + r[7] * az;
    const bz = r[2] * ax + r[5] * ay + r[8] * az;
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
    const cut = this.#cut;
    cut.setPlane(
      r[0] * nx + r[1] * ny + r[2] * nz,
      r[3] * nx + r[4] * ny + r[5] * nz,
      r[6] * nx + r[7] * ny + r[8] * nz,
      poly.planes[f + 3] - (nx * cx + ny * cy + nz * cz),
      along + extent(round),
      k * (r[0] * ex + r[1] * ey + r[2] * ez),
      k * (r[3] * ex + r[4] * ey + r[5] * ez),
      k * (r[6] * ex + r[7] * ey + r[8] * ez),
    );
    if (!this.#cutRound(round, pr, ri + 3)) return ANALYTIC_NONE;
    if (roundIsA) cut.write(out, true, 0, 0, 0);
    else cut.write(out, false, ox, oy, oz);
    return ANALYTIC_FOUND;
  }

  /** The overlap with the half-space that `cut` holds. */
  #cutRound(round: RoundShape, q: Float64Array, qi: number): boolean {
    const cut = this.#cut;
    if (round.type === 'sphere') {
      const inside = cut.d >= round.radius;
      if (inside) cut.d = round.radius;
      if (!cutSphere(cut, round.radius)) return false;
      if (inside) cut.clearSection();
      return true;
    }
    const turned = this.#turned;
    matrixFromQuaternion(turned, 0, q, qi);
    cut.setAxis(turned[1], turned[4], turned[7], round.type !== 'cone');
    const { c, s } = cut;
    // A solid wholly inside is the same at any depth: just below the plane its moments lose no digits.
    const reach = roundReach(round, c, s, 1);
    const inside = cut.d >= reach;
    if (inside) cut.d = reach;
    const found =
      round.type === 'torus'
        ? this.#torus!.cut(cut, round.radius, round.tube)
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

// The overlap of any two simple solids: the most exact method that knows the pair.

import type { SimpleShape } from '../shapes/shape.js';
import { AnalyticOverlap } from './analytic/analytic.js';
import { ConvexOverlap } from './convex.js';
import type { OverlapBuffer } from './overlap.js';
import { type RayOptions, RayOverlap } from './rays/ray-overlap.js';

export class SolidOverlap {
  readonly convex = new ConvexOverlap();
  readonly analytic = new AnalyticOverlap();
  readonly rays = new RayOverlap();

  /**
   * Overlap of `a` at pose pa[ai…] with `b` at pb[bi…] (origin x, y, z and quaternion x, y, z, w) into `out`; returns
   * the number of components. Convex pairs have at most one; `options` rule what ray columns do with the others.
   */
  compute(
    a: SimpleShape,
    pa: Float64Array,
    ai: number,
    b: SimpleShape,
    pb: Float64Array,
    bi: number,
    out: OverlapBuffer,
    options: RayOptions,
  ): number {
    out.count = 0;
    const polyA = a.type === 'box' || a.type === 'convex' ? a.polyhedron : null;
    const polyB = b.type === 'box' || b.type === 'convex' ? b.polyhedron : null;
    if (polyA && polyB) {
      const found =
        a.type === 'box' && b.type === 'box'
          ? this.convex.computeBoxes(polyA, pa, ai, polyB, pb, bi, out)
          : this.convex.compute(polyA, pa, ai, polyB, pb, bi, out);
      return found ? 1 : 0;
    }
    if (polyA && b.type === 'half-space')
      return this.convex.computeHalfSpace(polyA, pa, ai, pb, bi, false, out, a.type === 'box') ? 1 : 0;
    if (polyB && a.type === 'half-space')
      return this.convex.computeHalfSpace(polyB, pb, bi, pa, ai, true, out, b.type === 'box') ? 1 : 0;
    const known = this.analytic.compute(a, pa, ai, b, pb, bi, out);
    if (known >= 0) return known;
    return this.rays.compute(a, pa, ai, b, pb, bi, out, options);
  }
}

// The overlap of any two simple solids: the most exact method that knows the pair.

import type { ConcaveParts } from '../shapes/kind.js';
import type { Polyhedron } from '../shapes/polyhedron.js';
import { computeHull } from '../shapes/quickhull.js';
import type { SimpleShape } from '../shapes/shape.js';
import { AnalyticOverlap } from './analytic/analytic.js';
import type { ConcaveOverlap } from './concave.js';
import { ConvexOverlap } from './convex.js';
import type { OverlapBuffer } from './overlap.js';
import type { RayOptions } from './rays/ray-overlap.js';

declare module '../shapes/kind.js' {
  interface ConcaveParts {
    overlap(): ConcaveOverlap;
  }
}

const MOST_COMPONENTS = 64;
/** Sides to a full circle of what stands for curved convex solids without ray columns: 0.5 % of a radius too small. */
const SEGMENTS = 32;

export class SolidOverlap {
  readonly #convex: ConvexOverlap;
  readonly #analytic: AnalyticOverlap;
  /** Null: there are no meshes and tori. */
  readonly concave: ConcaveOverlap | null;
  #facets: WeakMap<SimpleShape, Polyhedron> | null = null;
  /** Components of a mesh and a half-space, at most, where that is not what `options` say: they are exact. */
  mostOnPlane = 0;

  /** `convex`: how hulls overlap; a BoxOverlap for who has many boxes. */
  constructor(concave: Pick<ConcaveParts, 'overlap'> | null, convex = new ConvexOverlap()) {
    this.#convex = convex;
    this.concave = concave?.overlap() ?? null;
    this.#analytic = new AnalyticOverlap(this.concave?.torus ?? null);
  }

  /**
   * Overlap of `a` at pose pa[ai…] with `b` at pb[bi…] (origin x, y, z and quaternion x, y, z, w) into `out`; returns
   * the number of components. Convex pairs have at most one; `options` rule what ray columns do with the others, of
   * which there are none if they are null: -1 where the pair has no formula as it lies. Without ray columns curved
   * convex solids without a formula overlap as polyhedra do: by 0.6 % less for each that is curved all round.
   */
  compute(
    a: SimpleShape,
    pa: Float64Array,
    ai: number,
    b: SimpleShape,
    pb: Float64Array,
    bi: number,
    out: OverlapBuffer,
    options: RayOptions | null,
  ): number {
    out.count = 0;
    out.hasEnds = false;
    const polyA = a.type === 'box' || a.type === 'convex' ? a.polyhedron : null;
    const polyB = b.type === 'box' || b.type === 'convex' ? b.polyhedron : null;
    if (polyA && polyB) {
      const found =
        a.type === 'box' && b.type === 'box'
          ? this.#convex.computeBoxes(polyA, pa, ai, polyB, pb, bi, out)
          : this.#convex.compute(polyA, pa, ai, polyB, pb, bi, out);
      return found ? 1 : 0;
    }
    if (polyA && b.type === 'half-space')
      return this.#convex.computeHalfSpace(polyA, pa, ai, pb, bi, false, out, a.type === 'box') ? 1 : 0;
    if (polyB && a.type === 'half-space')
      return this.#convex.computeHalfSpace(polyB, pb, bi, pa, ai, true, out, b.type === 'box') ? 1 : 0;
    if (options !== null && options.gradientA === undefined && options.gradientB === undefined) {
      const most = options.split === 'none' ? 1 : this.mostOnPlane || (options.maxComponents ?? MOST_COMPONENTS);
      if (a.type === 'mesh' && b.type === 'half-space')
        return this.concave!.onPlane(options).compute(a.mesh, pa, ai, pb, bi, false, most, out);
      if (b.type === 'mesh' && a.type === 'half-space')
        return this.concave!.onPlane(options).compute(b.mesh, pb, bi, pa, ai, true, most, out);
    }
    const known = this.#analytic.compute(a, pa, ai, b, pb, bi, out);
    if (known >= 0 || options === null) return known;
    if (this.concave) return this.concave.compute(a, pa, ai, b, pb, bi, out, options, polyA, polyB);
    return this.#convex.compute(polyA ?? this.#facetsOf(a), pa, ai, polyB ?? this.#facetsOf(b), pb, bi, out) ? 1 : 0;
  }

  /** The polyhedron that stands for a curved convex solid. */
  #facetsOf(shape: SimpleShape): Polyhedron {
    this.#facets ??= new WeakMap();
    let hull = this.#facets.get(shape);
    if (!hull) {
      hull = computeHull(shape.kind.tessellate(shape, SEGMENTS).positions);
      this.#facets.set(shape, hull);
    }
    return hull;
  }
}

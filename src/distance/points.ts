// Where two simple shapes face each other: contact points, for the models that need them.
//
// Every point lies on both surfaces, joined by the normal from B to A; a point is reported while its separation is at
// most the margin, so that bodies about to touch bear from the first step. No manifold is reduced.
// Compounds are split by the caller. Simplification: a smooth solid of no kind that is listed here meets meshes and
// tori with its tessellation, whose facets are felt; everything else meets its support function. Everything is
// deterministic and allocates only until its buffers are large enough.

import type { ConcaveParts } from '../shapes/kind.js';
import type { SimpleShape } from '../shapes/shape.js';
import type { PointBuffer } from './buffer.js';
import { Closest } from './closest.js';
import type { ConcavePoints } from './concave-points.js';
import { ConvexContact } from './convex.js';
import { touchHalfSpace } from './half-space.js';
import { hasMantle, pushMantleEnds } from './mantle-ends.js';
import { CAPSULE, HALF_SPACE, MESH, Placed, SMOOTH, SPHERE, TORUS } from './placed.js';
import { capsuleVsCapsule, sphereVsShape } from './round.js';

declare module '../shapes/kind.js' {
  interface ConcaveParts {
    points(): ConcavePoints;
  }
}

export class PointGenerator {
  readonly #placedA = new Placed();
  readonly #placedB = new Placed();
  readonly #convex = new ConvexContact();
  readonly #closest = new Closest(null);
  /** Null: there are no meshes and tori. */
  readonly concave: ConcavePoints | null;

  constructor(concave: Pick<ConcaveParts, 'points'> | null) {
    this.concave = concave?.points() ?? null;
  }

  /**
   * The same where one of the shapes is a torus and the other neither a mesh nor a half-space: only where they are
   * nearest to each other. False: they run along each other there, unless `isRound` asks for places along that.
   */
  places(
    a: SimpleShape,
    b: SimpleShape,
    poses: Float64Array,
    margin: number,
    out: PointBuffer,
    isRound = false,
  ): boolean {
    out.clear();
    const { origin } = out;
    for (let k = 0; k < 3; k++) origin[k] = poses[k];
    this.#placedA.set(a, poses, 0, origin[0], origin[1], origin[2]);
    this.#placedB.set(b, poses, 7, origin[0], origin[1], origin[2]);
    out.flipped = a.type !== 'torus';
    return out.flipped
      ? this.concave!.places(this.#placedB, this.#placedA, margin, out, isRound)
      : this.concave!.places(this.#placedA, this.#placedB, margin, out, isRound);
  }

  /**
   * Contact points of shape a at pose pa[ai…] (position xyz, quaternion xyzw) and shape b at pb[bi…], into `out`, which
   * is cleared. Returns their number. `known`: the direction that cylinders and cones have there (convex.ts).
   */
  generate(
    a: SimpleShape,
    pa: Float64Array,
    ai: number,
    b: SimpleShape,
    pb: Float64Array,
    bi: number,
    margin: number,
    out: PointBuffer,
    known: Float64Array | null = null,
  ): number {
    const ox = pa[ai];
    const oy = pa[ai + 1];
    const oz = pa[ai + 2];
    out.clear();
    out.origin[0] = ox;
    out.origin[1] = oy;
    out.origin[2] = oz;
    this.#placedA.set(a, pa, ai, ox, oy, oz);
    this.#placedB.set(b, pb, bi, ox, oy, oz);
    let first = this.#placedA;
    let second = this.#placedB;
    // each routine knows one order: the simpler shape first
    if (first.kind > second.kind) {
      first = this.#placedB;
      second = this.#placedA;
      out.flipped = true;
    }
    if (second.kind === TORUS || second.kind === MESH || first.kind === TORUS || first.kind === MESH) {
      this.concave!.generate(first, second, margin, out);
    } else if (second.kind === HALF_SPACE) {
      if (first.kind !== HALF_SPACE) touchHalfSpace(first, second, this.#convex.featureA, margin, out);
    } else if (first.kind === SPHERE && second.kind !== SMOOTH) {
      sphereVsShape(first, second, this.#closest, margin, out);
    } else if (second.kind === CAPSULE) {
      capsuleVsCapsule(first, second, margin, out);
    } else if (known !== null) {
      this.#convex.generateAlong(known, out.flipped, first, second, margin, out);
    } else {
      this.#convex.generate(first, second, margin, out);
    }
    return out.count;
  }

  /** Adds the ends of the mantles of the two shapes of the last `generate`, apart by `least` to `most` (m). */
  addEnds(least: number, most: number, out: PointBuffer): void {
    const a = this.#placedA;
    const b = this.#placedB;
    out.flipped = false;
    if (hasMantle(a) && hasMantle(b)) pushMantleEnds(a, b, this.#closest, least, most, out);
  }
}

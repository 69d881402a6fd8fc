// How a patch ends: at an edge of the bodies, or where a surface curves away.
//
// It decides where a contact bears when its centre of pressure reaches the boundary (wrench-law.ts). An overlap that
// ends at an edge is about as thick there as in its middle; one that ends because the surface curves away, or because
// two faces cross, thins out to nothing. So: how thick is the overlap just inside its own end, against its mean depth.
// The thickness is measured by a ray along the normal from outside each body to its surface.

import { unrotateVector } from '../../math/quaternion.js';
import { PA_CENTER, PA_DEPTH, PA_FRAME, PA_REACH } from '../../patch/layout.js';
import { castRayShape, RayHit } from '../../shapes/ray.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { END_CURVED, END_EDGED, END_PROBE, END_START } from './tolerances.js';

export class EndProbe {
  readonly #hit = new RayHit();
  readonly #local = new Float64Array(6);

  /**
   * Sharpness towards +u, -u, +w, -w into out[oi…], 0 (curved) to 1 (edge), for the patch made at r[0…] of bodies whose shapes have
   * their poses (origin, rotation) at poses[0…] and poses[7…]. `origin`: the point that the patch's centre is relative
   * to.
   */
  measure(
    out: Float64Array,
    oi: number,
    r: Float64Array,
    origin: Float64Array,
    a: SimpleShape,
    b: SimpleShape,
    poses: Float64Array,
  ): void {
    const mean = r[PA_DEPTH];
    for (let side = 0; side < 4; side++) {
      const axis = PA_FRAME + (side < 2 ? 3 : 6);
      const sign = side & 1 ? -1 : 1;
      const way = END_PROBE * sign * r[PA_REACH + side];
      const far = END_START * mean;
      const bottom = this.#surface(r, origin, axis, way, -far, a, poses, 0);
      const top = -this.#surface(r, origin, axis, way, far, b, poses, 7);
      const x = ((top - bottom) / mean - END_CURVED) / (END_EDGED - END_CURVED);
      out[oi + side] = x > 0 ? (x < 1 ? x * x * (3 - 2 * x) : 1) : 0;
    }
  }

  /**
   * Casts a ray along the normal, from `from` below (< 0) or above the patch's plane towards it, at `way` along the
   * axis; returns the height at which it meets the shape, measured in the ray's direction.
   */
  #surface(
    r: Float64Array,
    origin: Float64Array,
    axis: number,
    way: number,
    from: number,
    shape: SimpleShape,
    p: Float64Array,
    i: number,
  ): number {
    const sign = from < 0 ? 1 : -1;
    const far = from < 0 ? -from : from;
    const l = this.#local;
    const c = PA_CENTER;
    const n = PA_FRAME;
    unrotateVector(
      l,
      0,
      p,
      i + 3,
      r[c] + way * r[axis] + from * r[n] + (origin[0] - p[i]),
      r[c + 1] + way * r[axis + 1] + from * r[n + 1] + (origin[1] - p[i + 1]),
      r[c + 2] + way * r[axis + 2] + from * r[n + 2] + (origin[2] - p[i + 2]),
    );
    unrotateVector(l, 3, p, i + 3, sign * r[n], sign * r[n + 1], sign * r[n + 2]);
    const t = castRayShape(shape, l[0], l[1], l[2], l[3], l[4], l[5], 2 * far, this.#hit);
    return t < 0 ? far : t - far;
  }
}

// The intervals in which parallel rays lie inside a primitive: each ray asks the kind (`cutLine`).
//
// The direction is a unit vector and the same for all rays of a cast; depth along the ray is the frame's own
// coordinate.

import type { ColumnParts, ShapeKind } from '../../shapes/kind.js';
import { LineCut } from '../../shapes/line-cut.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { columnPartsOf } from './column-parts.js';
import type { RayHits } from './hits.js';

export class PrimitiveCaster {
  readonly cut = new LineCut();

  /**
   * Write the finished hits of rays [from, to) with depths in [low, high]. Ray r stands at (rayU[r], rayV[r]) on the
   * two axes after `axis`; `place` is the primitive's rotation by rows and position in the rays' frame. Rays that are
   * not `wanted` or that `other` shows to be empty are left empty.
   */
  cast(
    shape: SimpleShape,
    place: Float64Array,
    axis: number,
    rayU: Float64Array,
    rayV: Float64Array,
    from: number,
    to: number,
    low: number,
    high: number,
    wanted: Uint8Array,
    other: RayHits | null,
    hits: RayHits,
  ): void {
    const u = axis === 2 ? 0 : axis + 1;
    const v = axis === 0 ? 2 : axis - 1;
    // Rows of the rotation are the frame's axes in the primitive's frame.
    const ux = place[3 * u];
    const uy = place[3 * u + 1];
    const uz = place[3 * u + 2];
    const vx = place[3 * v];
    const vy = place[3 * v + 1];
    const vz = place[3 * v + 2];
    const { cut } = this;
    const { line, t } = cut;
    const parts = columnPartsOf(shape);
    line[3] = place[3 * axis];
    line[4] = place[3 * axis + 1];
    line[5] = place[3 * axis + 2];
    const pu = place[9 + u];
    const pv = place[9 + v];
    const pw = place[9 + axis];
    hits.reserveSorted(hits.sortedCount + 4 * (to - from));
    const { start, stop, wind, depth, code } = hits;
    cut.low = low - pw;
    cut.high = high - pw;
    let at = hits.sortedCount;
    for (let r = from; r < to; r++) {
      start[r] = at;
      wind[r] = 0;
      if (wanted[r] !== 0 && (other === null || other.start[r] < other.stop[r] || other.wind[r] !== 0)) {
        const a = rayU[r] - pu;
        const b = rayV[r] - pv;
        line[0] = a * ux + b * vx;
        line[1] = a * uy + b * vy;
        line[2] = a * uz + b * vz;
        const n = cutShape(parts, shape, cut);
        for (let k = 0; k < 2 * n; k += 2) {
          const enter = t[k] + pw;
          const leave = t[k + 1] + pw;
          if (!(enter < leave) || leave < low || enter > high) continue;
          if (enter < low) wind[r] = 1;
          else {
            depth[at] = enter;
            code[at++] = 0;
          }
          if (leave <= high) {
            depth[at] = leave;
            code[at++] = 1;
          }
        }
      }
      stop[r] = at;
    }
    hits.sortedCount = at;
  }
}

/** Where the line at hand lies inside the shape, into `cut.t`; returns how many stretches. */
export function cutShape(parts: ColumnParts, shape: SimpleShape, cut: LineCut): number {
  return parts.cutLine ? parts.cutLine(shape, cut) : cutByClip(shape.kind, shape, cut);
}

/** What `clipRay` of a convex kind leaves of the line at hand; returns how many stretches. */
function cutByClip(kind: ShapeKind, shape: SimpleShape, cut: LineCut): number {
  const { hit, line, t } = cut;
  const shift = -(line[0] * line[3] + line[1] * line[4] + line[2] * line[5]);
  hit.enter = Number.NEGATIVE_INFINITY;
  hit.exit = Number.POSITIVE_INFINITY;
  kind.clipRay?.(
    shape,
    hit,
    line[0] + shift * line[3],
    line[1] + shift * line[4],
    line[2] + shift * line[5],
    line[3],
    line[4],
    line[5],
  );
  t[0] = hit.enter + shift;
  t[1] = hit.exit + shift;
  return t[0] < t[1] ? 1 : 0;
}

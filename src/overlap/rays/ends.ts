// Sums over the surfaces that end the rays' segments: what says how they curve (patch/curvature.ts).
//
// A ray of direction w that meets a surface with the unit normal n stands for a/|n_w| of it, a its pixel. Seen from all
// three directions a place would count three times; weighed by n_w² the three add up to one, since n is a unit vector.
// So each end counts a |n_w|. Verified in test/overlap/rays-ends.test.ts.

import {
  EN_AREA,
  EN_NORMAL,
  EN_PLACE,
  EN_SIDE,
  EN_SPREAD,
  EN_STRIDE,
  EN_TURN,
  type OverlapBuffer,
} from '../overlap.js';
import type { Components } from './components.js';
import { NO_SURFACE, type RayDirection } from './direction.js';
import type { RayFrame } from './frame.js';
import { grownFloat } from './hits.js';

export class EndSums {
  readonly #n = new Float64Array(3);
  readonly #x = new Float64Array(3);

  /** Adds the ends of all segments with label k to component first + k of `out`, in world axes about its origin. */
  add(
    out: OverlapBuffer,
    first: number,
    count: number,
    directions: readonly RayDirection[],
    surfaces: Components,
    frame: RayFrame,
  ): void {
    const size = EN_STRIDE * (first + count);
    if (size > out.ends.length) out.ends = grownFloat(out.ends, 2 * size);
    out.ends.fill(0, EN_STRIDE * first, size);
    for (const dir of directions)
      for (let s = 0; s < dir.segCount; s++) {
        const area = dir.rayArea[dir.segRay[s]];
        if (area === 0) continue;
        const o = EN_STRIDE * (first + dir.label[s]);
        if (dir.endLow[s] !== NO_SURFACE)
          this.#addEnd(out.ends, o, dir, s, dir.segLow[s], dir.endLow[s], area, surfaces, frame);
        if (dir.endHigh[s] !== NO_SURFACE)
          this.#addEnd(out.ends, o, dir, s, dir.segHigh[s], dir.endHigh[s], area, surfaces, frame);
      }
  }

  #addEnd(
    f: Float64Array,
    o: number,
    dir: RayDirection,
    s: number,
    depth: number,
    end: number,
    area: number,
    surfaces: Components,
    { rotation: r, origin }: RayFrame,
  ): void {
    const n = this.#n;
    const x = this.#x;
    surfaces.surfaceNormal(dir, s, depth, end);
    const { normal: m } = surfaces;
    const size = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    if (!(size > 0)) return;
    const weight = area * Math.abs(m[dir.axis] / size);
    const ray = dir.segRay[s];
    x[dir.u] = dir.rayU[ray];
    x[dir.v] = dir.rayV[ray];
    x[dir.axis] = depth;
    const px = r[0] * x[0] + r[1] * x[1] + r[2] * x[2] + origin[0];
    const py = r[3] * x[0] + r[4] * x[1] + r[5] * x[2] + origin[1];
    const pz = r[6] * x[0] + r[7] * x[1] + r[8] * x[2] + origin[2];
    const k = weight / size;
    for (let i = 0; i < 3; i++) n[i] = k * (r[3 * i] * m[0] + r[3 * i + 1] * m[1] + r[3 * i + 2] * m[2]);
    const e = o + (end & 1) * EN_SIDE;
    f[e + EN_AREA] += weight;
    f[e + EN_PLACE] += weight * px;
    f[e + EN_PLACE + 1] += weight * py;
    f[e + EN_PLACE + 2] += weight * pz;
    f[e + EN_SPREAD] += weight * px * px;
    f[e + EN_SPREAD + 1] += weight * px * py;
    f[e + EN_SPREAD + 2] += weight * px * pz;
    f[e + EN_SPREAD + 3] += weight * py * py;
    f[e + EN_SPREAD + 4] += weight * py * pz;
    f[e + EN_SPREAD + 5] += weight * pz * pz;
    for (let i = 0; i < 3; i++) {
      f[e + EN_NORMAL + i] += n[i];
      f[e + EN_TURN + 3 * i] += n[i] * px;
      f[e + EN_TURN + 3 * i + 1] += n[i] * py;
      f[e + EN_TURN + 3 * i + 2] += n[i] * pz;
    }
  }
}

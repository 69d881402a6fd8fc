// How patches move on their bodies within a step that is cut into substeps, and how they tilt: per metre that the
// bodies go. The substeps take them along by that.

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import { OV_CENTER, OV_STRIDE } from '../../overlap/overlap.js';
import { PA_FRAME } from '../../patch/layout.js';
import type { PatchOptions } from '../../patch/patch.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { S_ARM_A, S_DRIFT, S_FRAME, S_TILT, SIX_STRIDE } from './layout.js';
import { travel } from './motion.js';
import type { OverlapPair } from './overlap-pair.js';
import { REUSE } from './tolerances.js';

export class PatchDrift {
  readonly #hand: OverlapPair;
  readonly #patchOptions: PatchOptions;

  constructor(hand: OverlapPair, patchOptions: PatchOptions) {
    this.#hand = hand;
    this.#patchOptions = patchOptions;
  }

  /** Where nothing better is known a patch moves with the centre of the body that moves, as under a ball that rolls. */
  withCenters(f: Float64Array, o: number, share: number): void {
    const d = this.#hand.bodies.old.data;
    const va = 6 * this.#hand.a;
    const vb = 6 * this.#hand.b;
    const way =
      travel(this.#hand.bodies, this.#hand.a, this.#hand.h) + travel(this.#hand.bodies, this.#hand.b, this.#hand.h);
    if (!(way > 0)) return;
    for (let m = 0; m < 3; m++)
      f[o + S_DRIFT + m] = ((share * d[va + m] + (1 - share) * d[vb + m]) * this.#hand.h) / way;
    flatten(f, o + S_DRIFT, f, o + S_FRAME);
  }

  /**
   * How the patches from `first` on move in the step: towards where they would be at its end if the bodies went on as
   * before it. No farther than the bodies themselves: the patch of a face that is coming down jumps to its middle.
   */
  foretell(first: number, sa: SimpleShape, sb: SimpleShape): void {
    const { a, b, h, buffer, pool, patches } = this.#hand;
    const d = this.#hand.bodies.f.data;
    const pa = a * BODY_STRIDE;
    const way = travel(this.#hand.bodies, a, h) + travel(this.#hand.bodies, b, h);
    if (way < REUSE * this.#hand.depth) return;
    this.#hand.present.set(this.#hand.poses);
    this.#hand.overlapAt(sa, sb, h, this.#hand.bodies.old.data);
    this.#hand.time = 0;
    if (buffer.count === 0) return;
    const ov = buffer.records;
    for (let k = first; k < pool.count; k++) {
      const f = pool.f.data;
      const o = k * SIX_STRIDE;
      let nearest = 0;
      let best = Infinity;
      for (let c = 0; c < buffer.count; c++) {
        const apart = this.#hand.apartFrom(a, o + S_ARM_A, 0, c * OV_STRIDE, 0);
        if (apart < best) {
          best = apart;
          nearest = c;
        }
      }
      const r = nearest * OV_STRIDE;
      patches.add(buffer, nearest, this.#patchOptions, f, o + S_FRAME);
      const { made } = patches;
      for (let m = 0; m < 3; m++) {
        const m1 = (m + 1) % 3;
        const m2 = (m + 2) % 3;
        const x = ov[r + OV_CENTER + m] + (buffer.origin[m] - d[pa + B_CENTER + m]) - f[o + S_ARM_A + m];
        f[o + S_DRIFT + m] = x / way;
        const turn = f[o + S_FRAME + m1] * made[PA_FRAME + m2] - f[o + S_FRAME + m2] * made[PA_FRAME + m1];
        f[o + S_TILT + m] = turn / way;
      }
      patches.dropLast();
      flatten(f, o + S_DRIFT, f, o + S_FRAME);
      const v = o + S_DRIFT;
      const drift = Math.sqrt(f[v] * f[v] + f[v + 1] * f[v + 1] + f[v + 2] * f[v + 2]);
      if (drift > 1) for (let m = 0; m < 3; m++) f[v + m] /= drift;
    }
  }
}

/** Takes out of the vector at f[v…] what lies along the unit vector at g[n…]. */
function flatten(f: Float64Array, v: number, g: Float64Array, n: number): void {
  const along = f[v] * g[n] + f[v + 1] * g[n + 1] + f[v + 2] * g[n + 2];
  for (let m = 0; m < 3; m++) f[v + m] -= along * g[n + m];
}

// Two parts where their bodies take them.

import { B_RADIUS, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { FacingRegion } from '../../distance/facing.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { turning } from './motion.js';
import { movePart } from './speculative.js';
import { DEEPER, MOST_ADVANCES } from './tolerances.js';

export class PartsAhead {
  /** The velocities by which bodies go: those before this step's forces, unless told otherwise. */
  course: Float64Array;
  /** Both poses, where they were moved to last. */
  readonly moved = new Float64Array(14);
  /** When the parts of the last `meeting` were still apart (s). */
  clear = 0;
  readonly #v = new Float64Array(3);

  constructor(readonly bodies: BodyStore) {
    this.course = bodies.old.data;
  }

  /** Moves the parts of bodies a and b from `poses` on their course for t seconds, or at the velocities `by`. */
  moveTo(a: number, b: number, poses: Float64Array, t: number, by = this.course): void {
    const d = this.bodies.f.data;
    movePart(this.moved, 0, poses, d, a * BODY_STRIDE, by, 6 * a, t, this.#v);
    movePart(this.moved, 7, poses, d, b * BODY_STRIDE, by, 6 * b, t, this.#v);
  }

  /**
   * When the parts meet on their way, or h; leaves them there, a hair inside each other, so that faces can be
   * told apart. Conservative advancement: along the axis that separates them they cannot meet before they have come
   * closer by what separates them. `clear` is the last time at which they were still apart. At the start they are
   * `apart`, and the region has just been asked for that; where they meet before h, it has been asked there.
   */
  meeting(
    a: number,
    b: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    small: number,
    h: number,
    region: FacingRegion,
    v = this.course,
    apart = region.separationAt(sa, sb, poses, Infinity),
  ): number {
    const { moved } = this;
    const d = this.bodies.f.data;
    const spin = d[a * BODY_STRIDE + B_RADIUS] * turning(v, a) + d[b * BODY_STRIDE + B_RADIUS] * turning(v, b);
    const hair = DEEPER * small;
    this.clear = 0;
    let t = 0;
    let left = apart;
    if (!(left > 0)) {
      this.moveTo(a, b, poses, 0, v);
      return 0;
    }
    for (let n = 0; n < MOST_ADVANCES; n++) {
      const speed = spin - region.alongAxis(v, 6 * a) + region.alongAxis(v, 6 * b);
      if (!(left < speed * (h - t))) break;
      this.clear = t + (left > hair ? (left - hair) / speed : 0);
      t += (left + hair) / speed;
      if (t > h) t = h;
      this.moveTo(a, b, poses, t, v);
      left = region.separationAt(sa, sb, moved, Infinity, true);
      if (!(left > 0)) return t;
    }
    this.moveTo(a, b, poses, h, v);
    return h;
  }
}

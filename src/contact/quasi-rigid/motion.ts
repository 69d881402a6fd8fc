// How two bodies move against each other at a contact: opening along n, tilting about u and w.

import { BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { applyInverseMass } from '../../solver/movers.js';
import type { Motion } from './moving-nodes.js';

/** Of A against B at a point given by its arms, in a frame n, u, w. */
export class PairMotion implements Motion {
  readonly e = new Float64Array(3);
  readonly s = new Float64Array(9);
  readonly y = new Float64Array(3);
  readonly flat = new Float64Array(2);
  h = 0;
  readonly back = new Float64Array(3);
  reach = 0;
  within = 0;
  readonly #rows = new Float64Array(36);
  readonly #weighted = new Float64Array(12);

  /** e and S at the point whose arms are at q[arm…] (from A, then from B), in the frame at f[fi…], for velocities v. */
  take(
    bodies: BodyStore,
    a: number,
    b: number,
    q: Float64Array,
    arm: number,
    f: Float64Array,
    fi: number,
    v: Float64Array,
  ): void {
    const { e, s } = this;
    const rows = this.#rows;
    const weighted = this.#weighted;
    const d = bodies.f.data;
    const [x, y, z] = [f[fi], f[fi + 1], f[fi + 2]];
    rows.fill(0);
    for (let side = 0; side < 2; side++) {
      const r = arm + 3 * side;
      const sign = side === 0 ? 1 : -1;
      const o = 6 * side;
      rows[o] = sign * x;
      rows[o + 1] = sign * y;
      rows[o + 2] = sign * z;
      rows[o + 3] = sign * (q[r + 1] * z - q[r + 2] * y);
      rows[o + 4] = sign * (q[r + 2] * x - q[r] * z);
      rows[o + 5] = sign * (q[r] * y - q[r + 1] * x);
      for (let k = 0; k < 3; k++) {
        rows[12 + o + 3 + k] = sign * f[fi + 3 + k];
        rows[24 + o + 3 + k] = sign * f[fi + 6 + k];
      }
    }
    for (let i = 0; i < 3; i++) {
      applyInverseMass(weighted, 0, rows, 12 * i, d, a * BODY_STRIDE);
      applyInverseMass(weighted, 6, rows, 12 * i + 6, d, b * BODY_STRIDE);
      for (let j = 0; j < 3; j++) {
        let sum = 0;
        for (let k = 0; k < 12; k++) sum += weighted[k] * rows[12 * j + k];
        s[3 * i + j] = sum;
      }
      let speed = 0;
      for (let k = 0; k < 6; k++) speed += rows[12 * i + k] * v[6 * a + k] + rows[12 * i + 6 + k] * v[6 * b + k];
      e[i] = speed;
    }
  }
}

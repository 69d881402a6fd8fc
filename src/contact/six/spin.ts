// Friction of a patch whose force and torque are limited each for itself, as the paper has it: the force by Coulomb's
// disc, the torque by the patch alone ("uniform") or by all force at the four corners of a rectangle ("corners").
//
// Bouchard et al. 2015, §5.6, Eq. 11–13 (src/patch/ellipse.ts has the sum). The rectangle is the one round the paper's
// ellipse: half-lengths √(3·variance) along u and w about the overlap's centre, which is the patch itself for a box
// that lies flat. A hull may reach beyond it; a centre of pressure out there counts as the rectangle's nearest point.
// Verified in test/contact/six-paper.test.ts.

import { spinBoundCorners } from '../../patch/ellipse.js';
import { KEPT_HALF, KEPT_STRIDE } from '../../patch/layout.js';
import type { PatchBuffer } from '../../patch/patch.js';

export class UncoupledLimits {
  readonly byCorners: boolean;

  constructor(byCorners: boolean) {
    this.byCorners = byCorners;
  }

  /** By corners: the most torque about the centre of pressure (pu, pw) of patch k, divided by μ f_n (m). */
  bound(patches: PatchBuffer, k: number, pu: number, pw: number): number {
    const h = k * KEPT_STRIDE + KEPT_HALF;
    const a = patches.records[h];
    const b = patches.records[h + 1];
    return spinBoundCorners(a, b, Math.max(-a, Math.min(a, pu)), Math.max(-b, Math.min(b, pw)));
  }

  /**
   * Takes the wrench x that would stick (force, then torque about the centre of pressure) to where force in its disc
   * and torque in its interval are each right for the other held; c: S of the three, as xx, xy, xz, yy, yz, zz.
   * `bound`: torque over μ f_n (m).
   */
  solve(x: Float64Array, c: Float64Array, limit: number, bound: number): void {
    const su = x[0];
    const sw = x[1];
    const st = x[2];
    const most = limit * bound;
    x[2] = st > most ? most : st < -most ? -most : st;
    const rho = 1 / Math.max(c[0] + Math.abs(c[1]), c[3] + Math.abs(c[1]));
    for (let k = 0; k < 60; k++) {
      const du = x[0] - su;
      const dw = x[1] - sw;
      const dt = x[2] - st;
      let u = x[0] - rho * (c[0] * du + c[1] * dw + c[2] * dt);
      let w = x[1] - rho * (c[1] * du + c[3] * dw + c[4] * dt);
      const size = Math.sqrt(u * u + w * w);
      if (size > limit) {
        u *= limit / size;
        w *= limit / size;
      }
      const t = c[5] > 0 ? st - (c[2] * (u - su) + c[4] * (w - sw)) / c[5] : st;
      x[0] = u;
      x[1] = w;
      x[2] = t > most ? most : t < -most ? -most : t;
    }
  }

  /** Share of the friction limit in use. `bound`: torque over μ f_n (m). */
  share(limit: number, bound: number, fu: number, fw: number, torque: number): number {
    if (!(limit > 0)) return fu === 0 && fw === 0 && torque === 0 ? 0 : 1;
    const slide = Math.sqrt(fu * fu + fw * fw) / limit;
    // Where no torque can be borne, rounding of one is no use of it.
    const turn = bound > 0 ? Math.abs(torque) / (limit * bound) : 0;
    return Math.max(slide, turn);
  }
}

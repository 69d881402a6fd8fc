// Fixed points x = G(x) in three unknowns, the third weighed by a length, by Broyden's (good) method.
//
// x ← x + H (G(x) - x), and H ← H + (Δx - H y) ΔxᵀH / (ΔxᵀH y) with y the fall of the defect G(x) - x: after three steps H knows how
// the defect answers to x, and convergence is superlinear. With H = 1 it is plain repetition. Where the defect grows,
// it starts anew with half the step. Verified in test/contact/six-law.test.ts through the law that uses it.

/** Starts anew where the defect grew by this. */
const GROWN = 4;

export class Broyden {
  private readonly h = new Float64Array(9);
  private readonly step = new Float64Array(3);
  private readonly defect = new Float64Array(3);
  private readonly now = new Float64Array(3);
  private last = 0;
  private share = 1;
  private fresh = true;

  /** Forgets what it knows; the first step goes `share` of the way to G(x). */
  begin(share: number): void {
    this.h.fill(0);
    this.h[0] = this.h[4] = this.h[8] = share;
    this.share = share;
    this.fresh = true;
  }

  /** x ← the next guess, from g = G(x), |g - x| = change. */
  advance(x: Float64Array, g: Float64Array, lever: number, change: number): void {
    const { h, step, defect, now } = this;
    for (let k = 0; k < 3; k++) now[k] = (g[k] - x[k]) / (k === 2 ? lever : 1);
    if (!this.fresh) {
      if (change > GROWN * this.last) this.begin(0.5 * this.share);
      else this.update();
    }
    this.fresh = false;
    this.last = change;
    for (let k = 0; k < 3; k++) {
      step[k] = h[3 * k] * now[0] + h[3 * k + 1] * now[1] + h[3 * k + 2] * now[2];
      defect[k] = now[k];
    }
    for (let k = 0; k < 3; k++) x[k] += step[k] * (k === 2 ? lever : 1);
  }

  /** Takes back half of the last step, and starts anew. */
  takeBackHalf(x: Float64Array, lever: number): void {
    for (let k = 0; k < 3; k++) x[k] -= 0.5 * this.step[k] * (k === 2 ? lever : 1);
    this.begin(0.5);
  }

  /** H ← H + (Δx - H y) ΔxᵀH / (ΔxᵀH y), y the fall of the defect. */
  private update(): void {
    const { h, step, defect, now } = this;
    const y0 = defect[0] - now[0];
    const y1 = defect[1] - now[1];
    const y2 = defect[2] - now[2];
    const z0 = step[0] * h[0] + step[1] * h[3] + step[2] * h[6];
    const z1 = step[0] * h[1] + step[1] * h[4] + step[2] * h[7];
    const z2 = step[0] * h[2] + step[1] * h[5] + step[2] * h[8];
    const by = z0 * y0 + z1 * y1 + z2 * y2;
    if (!(Math.abs(by) > 1e-300)) return;
    for (let k = 0; k < 3; k++) {
      const r = (step[k] - h[3 * k] * y0 - h[3 * k + 1] * y1 - h[3 * k + 2] * y2) / by;
      h[3 * k] += r * z0;
      h[3 * k + 1] += r * z1;
      h[3 * k + 2] += r * z2;
    }
  }
}

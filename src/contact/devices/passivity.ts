// A passivity observer and controller for one hand.
//
// A force that is held while the hand moves gives more than the springs behind it have: over a step the hand gets
// F_k·Δx_k, whereas forces that had followed it would have given ½(F_k + F_{k+1})·Δx_k. The difference,
//
//   g_k = -½ (F_{k+1} - F_k)·Δx_k - ½ (τ_{k+1} - τ_k)·Δθ_k        (½ K |Δx|² for a spring K)
//
// comes from sampling alone, and is what makes a stiff wall buzz (Colgate & Schenkel 1997: passive only for b > K T/2).
// The observer sums it; the controller adds as much damping as takes it away again, in the step after (time-domain
// passivity, Hannaford & Ryu 2002), together with what the coming step is about to add. Credit is not kept: a hand that
// has lost energy to a damper must not get it back from a spring an hour later.
//
// Simplification: dampers in the contact are given no credit, so the controller adds its K T/2 beside them.
// Symbols: F, τ force and torque on the hand as sent (N, N·m), Δx, Δθ its way in a step (m, rad).
// Verified in test/contact/devices.test.ts.

export class Passivity {
  /**
   * What sampling has added and damping has not taken away yet (J); below zero by what was taken for the coming step.
   */
  excess = 0;
  /** The last step's share. */
  #share = 0;
  /** Taken for a share that has not come yet. */
  #prepaid = 0;
  readonly #last = new Float64Array(6);
  readonly #way = new Float64Array(6);
  #started = false;

  /** The contact's wrench at the start of a step, before control: closes the account of the step before. */
  observe(wrench: Float64Array): void {
    if (this.#started) {
      let g = 0;
      for (let m = 0; m < 6; m++) g -= 0.5 * (wrench[m] - this.#last[m]) * this.#way[m];
      this.#share = g;
      this.excess = Math.max(-this.#prepaid, this.excess + g);
    }
    let touches = false;
    for (let m = 0; m < 6; m++) touches ||= wrench[m] !== 0;
    // In the air there is nothing to take away, and a hand that has let go must not be held back.
    if (!touches) this.excess = this.#share = this.#prepaid = 0;
    this.#last.set(wrench);
    this.#started = true;
  }

  /**
   * Damping wrench for a hand that moves with `twist` (m/s, rad/s), in a step of h, into out[0…5]. `arm` (m) weighs
   * turning
   * against moving; no more than `most` (N·s/m).
   */
  control(out: Float64Array, twist: Float64Array, arm: number, h: number, most: number): void {
    out.fill(0);
    this.#prepaid = AHEAD * Math.max(0, this.#share);
    const due = this.excess + this.#prepaid;
    if (!(due > 0)) return;
    let speed = 0;
    for (let m = 0; m < 3; m++) speed += twist[m] * twist[m] + arm * arm * twist[3 + m] * twist[3 + m];
    if (!(speed > 0)) return;
    const damping = Math.min(most, due / (h * speed));
    for (let m = 0; m < 3; m++) {
      out[m] = -damping * twist[m];
      out[3 + m] = -damping * arm * arm * twist[3 + m];
    }
  }

  /** The hand has moved; `control` took part in what it felt. */
  move(way: Float64Array, control: Float64Array): void {
    let work = 0;
    for (let m = 0; m < 6; m++) {
      this.#way[m] = way[m];
      work += control[m] * way[m];
    }
    this.excess = Math.max(-this.#prepaid, this.excess + work);
  }

  save(): number[] {
    return [this.excess, this.#share, this.#started ? 1 : 0, this.#prepaid, ...this.#last, ...this.#way];
  }

  load(saved: readonly number[]): void {
    this.excess = saved[0]!;
    this.#share = saved[1]!;
    this.#started = saved[2] === 1;
    this.#prepaid = saved[3]!;
    for (let m = 0; m < 6; m++) {
      this.#last[m] = saved[4 + m]!;
      this.#way[m] = saved[10 + m]!;
    }
  }
}

/**
 * Of the coming step's share, as that of the last step foretells it: a little more, since the hand may be speeding up.
 */
const AHEAD = 1.1;

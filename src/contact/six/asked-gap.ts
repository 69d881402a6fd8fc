// What a facing contact asks for: the right-hand side of its three normal rows. Of a crowd's contacts the kernel does the
// same (kernels/crowd-raw.ts).

import { atJacobian, atRhs } from '../../solver/blocks.js';
import type { ContactContext } from '../model.js';
import { askBounce, reboundOf } from '../rebound.js';
import type { PatchContacts } from './contacts.js';
import { leastGap } from './gap.js';
import { S_DEPTH, S_GAP, S_LATER, S_WRENCH } from './layout.js';
import { FLUSH, FLUSH_ROUNDING, LEVEL } from './tolerances.js';

export class AskedGap {
  readonly #context: ContactContext;
  readonly #contacts: PatchContacts;
  readonly #gap = new Float64Array(3);
  readonly #row = new Float64Array(12);

  constructor(context: ContactContext, contacts: PatchContacts) {
    this.#context = context;
    this.#contacts = contacts;
  }

  /**
   * The right-hand side of a facing contact: s(x)/h on the whole patch, so that bodies may come as close as the gap
   * lets them and land flat. Depth that is there already is not pushed out by velocity: s is raised until it is nowhere
   * negative.
   */
  ask(
    s: Float64Array,
    at: number,
    f: Float64Array,
    o: number,
    patch: number,
    bodyA: number,
    bodyB: number,
    restitution: number,
  ): void {
    const { h, patches } = this.#contacts;
    const gap = this.#gap;
    const g = o + S_GAP;
    const least = leastGap(f, g, patches, patch);
    gap[0] = f[g] - Math.min(0, least);
    gap[1] = f[g + 1];
    gap[2] = f[g + 2];
    const bore = f[o + S_WRENCH] !== 0 || f[o + S_WRENCH + 1] !== 0 || f[o + S_WRENCH + 2] !== 0;
    if (bore) this.#close(patch, FLUSH * f[o + S_DEPTH]);
    gap[0] -= f[o + S_LATER];
    const b = at + atRhs;
    for (let m = 0; m < 3; m++) s[b + m] = gap[m] / h;
    if (!(restitution > 0)) return;
    // Where the bodies are closest they part again; elsewhere as much later as the gap is wider there.
    const v = patches.vertices;
    const row = this.#row;
    let lowest = Infinity;
    let u = 0;
    let w = 0;
    for (let m = patches.outlineStart[patch], e = m + 2 * patches.outlineCount[patch]; m < e; m += 2) {
      const here = gap[0] + gap[1] * v[m] + gap[2] * v[m + 1];
      if (!(here < lowest)) continue;
      lowest = here;
      u = v[m];
      w = v[m + 1];
    }
    const flat = Math.abs(gap[1]) + Math.abs(gap[2]) < LEVEL;
    const j = at + atJacobian(6);
    for (let m = 0; m < 12; m++) row[m] = s[j + m] + (flat ? 0 : u * s[j + 12 + m] + w * s[j + 24 + m]);
    const { v: now, old } = this.#context.bodies;
    const deep = least - f[o + S_DEPTH];
    const rebound = reboundOf(restitution, row, 0, now.data, old.data, bodyA, bodyB, deep, h);
    if (rebound > 0) askBounce(s, at, lowest / h + rebound);
  }

  /**
   * What bore and is closed within `most` stays closed: everywhere, along an edge, or at a corner. If bodies that bear
   * each other all round were still allowed the last 1e-10 m, rigid contact would have to bear with those alone that
   * have used theirs up, and forces would wander for ever.
   */
  #close(patch: number, most: number): void {
    const gap = this.#gap;
    const { vertices: v, outlineStart, outlineCount } = this.#contacts.patches;
    const start = outlineStart[patch];
    const n = outlineCount[patch];
    let closed = 0;
    let lowest = Infinity;
    let at = 0;
    for (let m = 0; m < n; m++) {
      const here = gap[0] + gap[1] * v[start + 2 * m] + gap[2] * v[start + 2 * m + 1];
      if (here <= most) closed++;
      if (here < lowest) {
        lowest = here;
        at = m;
      }
    }
    if (closed === 0) return;
    if (closed === n) {
      gap[0] = gap[1] = gap[2] = 0;
      return;
    }
    const p = start + 2 * at;
    const u = v[p];
    const w = v[p + 1];
    for (let side = 0; side < 2 && n > 1; side++) {
      const q = start + 2 * (side === 0 ? (at + 1) % n : (at + n - 1) % n);
      const du = v[q] - u;
      const dw = v[q + 1] - w;
      const rise = gap[1] * du + gap[2] * dw;
      if (!(lowest + rise <= most)) continue;
      const k = rise / (du * du + dw * dw);
      const gu = gap[1] - k * du;
      const gw = gap[2] - k * dw;
      // A short edge says little of how faces lean: closed along it, they would be driven apart at the far end.
      let least = 0;
      for (let m = start; m < start + 2 * n; m += 2) least = Math.min(least, gu * (v[m] - u) + gw * (v[m + 1] - w));
      if (least < -FLUSH_ROUNDING * most) continue;
      gap[1] = gu;
      gap[2] = gw;
      break;
    }
    gap[0] = -(gap[1] * u + gap[2] * w);
  }
}

// Patches of one pair that lie in one plane and face the same way are one contact: a table's feet, the bumps of a rough
// face.
//
// As blocks of their own they would be redundant: how feet in one plane share a load is not determined, and solvers
// spend their iterations on choosing. So the patches stay what is found, followed and corrected, one by one (one may
// come or go at any time), and the solver gets one block for all of them. It bears under the hull of all, which is what
// normal forces at the pieces can do, and rubs by the limit surface of their union under one affine pressure
// (src/patch/pressure.ts). What it has borne is shared out again: to each piece the pressure on it, and its friction.
// Where the union slips that is exact; where it sticks friction is not determined, and each piece has what an elastic
// layer would give it, in proportion to its pressure.
//
// Internal edges are sorted out before. The block comes as close as the deepest piece lets it.
// Simplifications: steps lower than TOGETHER target depths are no steps, and a foot that is off the ground by less
// bears with the others. Pieces of more than 96/n vertices are simplified, with their centroid and polar variance.
// Rough faces with more spots than the overlap splits into have clusters of spots as pieces, which press with their
// hull. Verified in test/contact/six-joined.test.ts and, for the union's friction, test/patch/union.test.ts.

import { KEPT_FRICTION, KEPT_OUTLINE, KEPT_STRIDE } from '../../patch/layout.js';
import { PressureLoad } from '../../patch/load.js';
import { PressureSolver } from '../../patch/pressure.js';
import { evaluateSlip } from '../../patch/slip.js';
import { SLIP_STRIDE } from '../../patch/slip-record.js';
import { atLambda } from '../../solver/blocks.js';
import type { PatchContacts } from './contacts.js';
import {
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_CURVE,
  S_DEPTH,
  S_FRAME,
  S_FRICTION,
  S_GAP,
  S_GROWN,
  S_SHARP,
  S_SHIFT,
  S_VOLUME,
  S_WRENCH,
  SI_FACING,
  SI_PARTS,
  SI_PATCH,
  SI_SKIP,
  SIX_INTS,
  SIX_STRIDE,
  W_FRICTION,
  W_GUESS,
  W_SLIPS,
} from './layout.js';
import { FACING, TOGETHER } from './tolerances.js';
import { addWrench, writeWrench } from './wrench.js';

/** Doubles a piece when sharing out: f_n and f_n p, friction (3), mean square distance from its centre of pressure. */
const SHARE = 7;
export class PatchJoiner {
  /** The contact that all members are, and its patch. */
  readonly record = new Float64Array(SIX_STRIDE);
  patch = 0;
  isFacing = false;
  /** Contacts that are one. */
  members = new Int32Array(8);
  #count = 0;
  readonly #contacts: PatchContacts;
  #first = 0;
  #isTaken = new Int32Array(8);
  #pieces = new Int32Array(8);
  #places = new Float64Array(48);
  #shares = new Float64Array(SHARE * 8);
  readonly #pressure = new PressureSolver();
  readonly #load = new PressureLoad();
  readonly #slip = new Float64Array(SLIP_STRIDE);
  readonly #v = new Float64Array(3);

  constructor(contacts: PatchContacts) {
    this.#contacts = contacts;
  }

  /** From here on contacts from `from` up to `to`, those of a pair, are asked for. */
  begin(from: number, to: number): void {
    if (to - from > this.members.length) {
      const most = 2 * (to - from);
      this.members = new Int32Array(most);
      this.#pieces = new Int32Array(most);
      this.#isTaken = new Int32Array(most);
      this.#places = new Float64Array(6 * most);
      this.#shares = new Float64Array(SHARE * most);
    }
    this.#first = from;
    this.#isTaken.fill(0, 0, to - from);
  }

  /**
   * Gathers in `members` contact k and those behind it, up to `to`, that are one with it. 0: it is in an earlier one.
   */
  gather(k: number, to: number): number {
    const { members } = this;
    const first = this.#first;
    const isTaken = this.#isTaken;
    const i = this.#contacts.now.i.data;
    this.#count = 0;
    if (isTaken[k - first] === 1) return 0;
    for (let j = k; j < to; j++) {
      if (isTaken[j - first] === 1 || i[j * SIX_INTS + SI_SKIP] >= 1 || (j > k && !this.#areOne(k, j))) continue;
      isTaken[j - first] = 1;
      members[this.#count++] = j;
    }
    return this.#count;
  }

  /**
   * How far the centre of the contact at q lies off the plane of that at p, along the normal at n: as seen from A or
   * from B, since one that came apart (matching.ts) is where it was on both.
   */
  #height(p: number, q: number, n: number): number {
    const f = this.#contacts.now.f.data;
    const fromA = dot(f, q + S_ARM_A, f, n) - dot(f, p + S_ARM_A, f, n);
    const fromB = dot(f, q + S_ARM_B, f, n) - dot(f, p + S_ARM_B, f, n);
    return Math.min(Math.abs(fromA), Math.abs(fromB));
  }

  /** How far the gap of the facing contact at q is off that of the one at p, gone on to q's centre. */
  #gapOff(p: number, q: number): number {
    const v = this.#v;
    const f = this.#contacts.now.f.data;
    subtract(v, f, q + S_ARM_A, f, p + S_ARM_A);
    const u = dot(v, 0, f, p + S_FRAME + 3);
    const w = dot(v, 0, f, p + S_FRAME + 6);
    return f[q + S_GAP] - (f[p + S_GAP] + u * f[p + S_GAP + 1] + w * f[p + S_GAP + 2]);
  }

  #areOne(k: number, j: number): boolean {
    const { now, patches } = this.#contacts;
    const f = now.f.data;
    const o = k * SIX_STRIDE;
    const p = j * SIX_STRIDE;
    const n = S_FRAME;
    const most = TOGETHER * f[o + S_DEPTH];
    if (dot(f, o + n, f, p + n) < FACING) return false;
    if (isCurved(f, o) || isCurved(f, p)) return false;
    const isFacing = now.i.data[k * SIX_INTS + SI_FACING] === 1;
    if (isFacing !== (now.i.data[j * SIX_INTS + SI_FACING] === 1)) return false;
    // Two parts face each other in one place: another contact of theirs is a second look.
    if (isFacing && now.i.data[k * SIX_INTS + SI_PARTS] === now.i.data[j * SIX_INTS + SI_PARTS]) return false;
    if (isFacing && !(Math.abs(this.#gapOff(o, p)) <= most && Math.abs(this.#gapOff(p, o)) <= most)) return false;
    if (f[o + S_SHIFT] > 0 !== f[p + S_SHIFT] > 0 || f[o + S_FRICTION] !== f[p + S_FRICTION]) return false;
    if (!isFacing && !(Math.abs(depthOf(f, o) - depthOf(f, p)) <= most)) return false;
    if (!(this.#height(o, p, o + n) <= most && this.#height(o, p, p + n) <= most)) return false;
    // Lines and points have no area to press on.
    const a = now.i.data[k * SIX_INTS + SI_PATCH] * KEPT_STRIDE + KEPT_OUTLINE;
    const b = now.i.data[j * SIX_INTS + SI_PATCH] * KEPT_STRIDE + KEPT_OUTLINE;
    return patches.records[a] > 0 && patches.records[b] > 0;
  }

  /** Makes `record` and `patch` of the members. */
  join(): void {
    const { record: r, members } = this;
    const count = this.#count;
    const pieces = this.#pieces;
    const places = this.#places;
    const v = this.#v;
    const { now, patches } = this.#contacts;
    const f = now.f.data;
    this.#place();
    let deepest = -Infinity;
    for (let m = 0; m < count; m++) {
      const o = members[m] * SIX_STRIDE;
      pieces[m] = now.i.data[members[m] * SIX_INTS + SI_PATCH];
      deepest = Math.max(deepest, depthOf(f, o));
      addWrench(r, S_WRENCH, f, o + S_WRENCH, f, o + S_ARM_A, r, S_ARM_A);
      subtract(v, f, o + S_ARM_A, r, S_ARM_A);
      for (let axis = 0; axis < 2; axis++) {
        const e = S_FRAME + 3 + 3 * axis;
        const at = 6 * m + 3 * axis;
        places[at] = dot(r, e, f, o + S_FRAME + 3);
        places[at + 1] = dot(r, e, f, o + S_FRAME + 6);
        places[at + 2] = dot(r, e, v, 0);
      }
    }
    this.isFacing = now.i.data[members[0] * SIX_INTS + SI_FACING] === 1;
    if (this.isFacing) this.#joinGaps();
    r[S_GROWN] = 0;
    r[S_VOLUME] = (deepest + r[S_SHIFT]) * r[S_AREA];
    this.#end(f);
    this.patch = patches.addUnion(pieces, places, count);
  }

  /** The gap of all members: the mean of theirs. */
  #joinGaps(): void {
    const { record: r, members } = this;
    const count = this.#count;
    const v = this.#v;
    const f = this.#contacts.now.f.data;
    r[S_GAP] = r[S_GAP + 1] = r[S_GAP + 2] = 0;
    for (let m = 0; m < count; m++) {
      const o = members[m] * SIX_STRIDE;
      const share = f[o + S_AREA] / r[S_AREA];
      subtract(v, r, S_ARM_A, f, o + S_ARM_A);
      const u = o + S_FRAME + 3;
      const w = o + S_FRAME + 6;
      const gu = f[o + S_GAP + 1];
      const gw = f[o + S_GAP + 2];
      r[S_GAP] += share * (f[o + S_GAP] + gu * dot(v, 0, f, u) + gw * dot(v, 0, f, w));
      for (let axis = 0; axis < 2; axis++) {
        const e = S_FRAME + 3 + 3 * axis;
        r[S_GAP + 1 + axis] += share * (gu * dot(r, e, f, u) + gw * dot(r, e, f, w));
      }
    }
  }

  /**
   * Area, arms and frame of the members: means, and u to the farthest of them. A body on two rolls across, and tips
   * along.
   */
  #place(): void {
    const { record: r, members } = this;
    const count = this.#count;
    const v = this.#v;
    const f = this.#contacts.now.f.data;
    const first = members[0] * SIX_STRIDE;
    for (let m = 0; m < SIX_STRIDE; m++) r[m] = f[first + m];
    r.fill(0, S_WRENCH, S_FRAME + 3);
    r[S_AREA] = 0;
    for (let m = 0; m < count; m++) r[S_AREA] += f[members[m] * SIX_STRIDE + S_AREA];
    for (let m = 0; m < count; m++) {
      const o = members[m] * SIX_STRIDE;
      // Both arms and the normal follow one another.
      for (let j = S_ARM_A; j < S_FRAME + 3; j++) r[j] += (f[o + S_AREA] / r[S_AREA]) * f[o + j];
    }
    const n = S_FRAME;
    const u = n + 3;
    let far = 0;
    for (let m = 0; m < count; m++) {
      subtract(v, f, members[m] * SIX_STRIDE + S_ARM_A, r, S_ARM_A);
      if (!(dot(v, 0, v, 0) > far)) continue;
      far = dot(v, 0, v, 0);
      for (let j = 0; j < 3; j++) r[u + j] = v[j];
    }
    normalize(r, n);
    const along = dot(r, n, r, u);
    for (let j = 0; j < 3; j++) r[u + j] -= along * r[n + j];
    normalize(r, u);
    for (let j = 0; j < 3; j++) {
      const j1 = (j + 1) % 3;
      const j2 = (j + 2) % 3;
      r[n + 6 + j] = r[n + j1] * r[u + j2] - r[n + j2] * r[u + j1];
    }
  }

  /** How sharply the union ends: at the piece that reaches farthest, and there as that piece does. */
  #end(f: Float64Array): void {
    const { record: r, members } = this;
    const count = this.#count;
    const pieces = this.#pieces;
    const places = this.#places;
    const { vertices: v, outlineStart, outlineCount } = this.#contacts.patches;
    for (let side = 0; side < 4; side++) {
      const sign = side & 1 ? -1 : 1;
      let farthest = 0;
      for (let m = 0; m < count; m++) {
        const at = 6 * m + (side < 2 ? 0 : 3);
        const pu = sign * places[at];
        const pw = sign * places[at + 1];
        const middle = sign * places[at + 2];
        let reach = 0;
        for (let j = outlineStart[pieces[m]], e = j + 2 * outlineCount[pieces[m]]; j < e; j += 2)
          reach = Math.max(reach, pu * v[j] + pw * v[j + 1]);
        if (!(middle + reach > farthest)) continue;
        farthest = middle + reach;
        const o = members[m] * SIX_STRIDE + S_SHARP;
        const sharp = pu * pu * f[o + (pu >= 0 ? 0 : 1)] + pw * pw * f[o + 2 + (pw >= 0 ? 0 : 1)];
        r[S_SHARP + side] = Math.min(1, Math.max(0, (middle + sharp * reach) / farthest));
      }
    }
  }

  /** Shares out what the block with its numbers at s[at…] bears among contacts bearing[2 from], … bearing[2 to - 2]. */
  share(bearing: Int32Array, from: number, to: number, s: Float64Array, at: number, patch: number): void {
    const { record: r, members } = this;
    const x = this.#shares;
    const f = this.#contacts.now.f.data;
    this.#count = to - from;
    for (let m = from; m < to; m++) members[m - from] = bearing[2 * m];
    this.#place();
    this.#press(s, at, patch);
    for (let m = 0; m < this.#count; m++) {
      const o = members[m] * SIX_STRIDE;
      writeWrench(r, S_WRENCH, x, SHARE * m, r, S_FRAME, S_CURVE);
      f.fill(0, o + S_WRENCH, o + S_WRENCH + 6);
      addWrench(f, o + S_WRENCH, r, S_WRENCH, r, S_ARM_A, f, o + S_ARM_A);
    }
  }

  /** Writes to `shares` what each member has of the block's impulse, in the block's rows. */
  #press(s: Float64Array, at: number, patch: number): void {
    const { members } = this;
    const x = this.#shares;
    const count = this.#count;
    const load = this.#load;
    const slip = this.#slip;
    const { now, patches } = this.#contacts;
    const l = at + atLambda;
    const fn = s[l];
    x.fill(0, 0, SHARE * count);
    if (!(fn > 0)) {
      // What Newton's method leaves of a union that has opened: nothing that could be shared, but it has acted.
      for (let m = 0; m < 6; m++) x[m] = s[l + m];
      return;
    }
    const pu = s[l + 1] / fn;
    const pw = s[l + 2] / fn;
    patches.press(this.#pressure, load, patch, pu, pw);
    const omega = -s[at + W_GUESS + 2];
    const limit = s[at + W_FRICTION] * fn;
    let sum = 0;
    let su = 0;
    let sw = 0;
    // What is left of friction: all of it where the union sticks.
    let fu = s[l + 3];
    let fw = s[l + 4];
    let torque = s[l + 5];
    for (let m = 0; m < count; m++) {
      const y = SHARE * m;
      const a = now.i.data[members[m] * SIX_INTS + SI_PATCH] * KEPT_STRIDE + KEPT_FRICTION;
      x[y + 6] = (patches.records[a + 3] + patches.records[a + 5]) / patches.records[a];
      if (m < load.partCount) {
        const part = load.parts[m]!;
        const { copU: qu, copW: qw, force } = part;
        x[y] = force;
        x[y + 1] = force * qu;
        x[y + 2] = force * qw;
        if (s[at + W_SLIPS] > 0 && force > 0) {
          evaluateSlip(slip, 0, part, -s[at + W_GUESS] - omega * qw, -s[at + W_GUESS + 1] + omega * qu, omega, false);
          x[y + 3] = limit * slip[1];
          x[y + 4] = limit * slip[2];
          x[y + 5] = limit * slip[3] + qu * x[y + 4] - qw * x[y + 3];
        }
      } else x[y] = 1 / count;
      sum += x[y];
      su += x[y + 1];
      sw += x[y + 2];
      fu -= x[y + 3];
      fw -= x[y + 4];
      torque -= x[y + 5];
    }
    torque -= pu * fw - pw * fu;
    let stiff = 0;
    for (let y = 0; y < SHARE * count; y += SHARE) {
      // About p, which is what the solver found: the load's centre is a hair inside the hull.
      x[y] /= sum;
      x[y + 1] = (x[y + 1] - x[y] * su) / sum;
      x[y + 2] = (x[y + 2] - x[y] * sw) / sum;
      if (x[y] > 0) stiff += (x[y + 1] * x[y + 1] + x[y + 2] * x[y + 2]) / x[y] + x[y] * x[y + 6];
    }
    const turn = torque / stiff;
    for (let y = 0; y < SHARE * count; y += SHARE) {
      const share = x[y];
      if (!(share > 0)) continue;
      const gu = share * fu - turn * x[y + 2];
      const gw = share * fw + turn * x[y + 1];
      x[y + 1] += share * pu;
      x[y + 2] += share * pw;
      x[y + 3] += gu;
      x[y + 4] += gw;
      x[y + 5] += (x[y + 1] * gw - x[y + 2] * gu) / share + turn * share * x[y + 6];
      for (let j = 0; j < 3; j++) x[y + j] *= fn;
    }
  }
}

/** How deep (m) the contact at f[o…] is. */
function depthOf(f: Float64Array, o: number): number {
  return (f[o + S_VOLUME] + f[o + S_GROWN]) / f[o + S_AREA] - f[o + S_SHIFT];
}

function isCurved(f: Float64Array, o: number): boolean {
  return f[o + S_CURVE] !== 0 || f[o + S_CURVE + 1] !== 0 || f[o + S_CURVE + 2] !== 0;
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

function subtract(out: Float64Array, a: Float64Array, i: number, b: Float64Array, j: number): void {
  for (let m = 0; m < 3; m++) out[m] = a[i + m] - b[j + m];
}

function normalize(a: Float64Array, i: number): void {
  const k = 1 / Math.sqrt(dot(a, i, a, i));
  for (let m = 0; m < 3; m++) a[i + m] *= k;
}

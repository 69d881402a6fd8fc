// Position correction along the full 6D gradient of the overlap's volume (Allard et al. 2010, §4.3; Bouchard §5.7).
//
// After the step the volume is known to first order, V + g·δx + t·δθ with the motion of A against B since detection,
// and the gap of a facing contact exactly (gap.ts). Where a contact is deeper than its target, both bodies move by M⁻¹
// Jᵀ N, so that it comes to the target and not beyond. Velocities are not touched. The second-order rest shows in the
// next step's exact volume.
// Contacts of one body push each other's depths. So each keeps its N over the passes and takes back what others have
// done for it: nothing is lifted farther than the least motion that serves all (correct-sweeps.ts). Islands are
// corrected each by itself, and have so many sweeps: what is not done by then is left to the next step.

import { B_CENTER, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import type { ConcaveParts } from '../../shapes/kind.js';
import type { BlockStore } from '../../solver/blocks.js';
import { SMALL } from '../../solver/crowd.js';
import type { Kernels } from '../../solver/kernels.js';
import { approachOf } from '../approach.js';
import { CORRECTION_PASSES } from '../model.js';
import { MEASURED, type PatchContacts } from './contacts.js';
import { CorrectionIslands } from './correct-islands.js';
import {
  C_GAP,
  C_INTS,
  C_MOST,
  C_NORMAL,
  C_STRIDE,
  C_TILT_1,
  C_TILT_2,
  C_TURN_A,
  C_TURN_B,
  C_VISITED,
  CB_MOVED,
  CB_STRIDE,
  CI_A,
  CI_B,
  CI_BEARS,
  CI_COUNT,
  CI_START,
} from './correct-layout.js';
import { CorrectionRegion } from './correct-region.js';
import { CorrectionSweeps } from './correct-sweeps.js';
import { CorrectionTape } from './correct-tape.js';
import type { CorrectionTogether } from './correct-together.js';
import type { SweepKernel } from './crowd-kernel.js';
import type { CrowdSolve } from './crowd-solve.js';
import { GapMeter, leastGap } from './gap.js';
import { VolumeGrowth } from './growth.js';
import {
  ASIDE,
  S_AREA,
  S_DEPTH,
  S_LATER,
  S_MOST,
  S_SHARP,
  S_SHIFT,
  S_VOLUME,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_FEATURES,
  SI_KIND,
  SI_OPEN,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
  WAY_OUT,
} from './layout.js';
import { LedBound } from './led-bound.js';
import { correctPose, notePose } from './motion.js';
import type { OverlapHere } from './overlap-here.js';
import { BEARS_FLAT } from './press.js';
import { writePush } from './rows.js';
import {
  CORRECTED_ENOUGH,
  CORRECTION_FEWEST,
  CORRECTION_MOST,
  CORRECTION_VISITS,
  PASS_SWEEPS,
  PASS_SWEEPS_OF_OVERLAPS,
  SWEEPS_PER_RATIO,
  TOGETHER_MOST,
} from './tolerances.js';

/** Of an island: see `islands`. */
const I_FROM = 0;
const I_BODIES = 1;
const I_LEFT = 2;
const I_READY = 3;
const I_PASS = 4;
const I_STRIDE = 5;
/** Value of I_PASS: its contacts are corrected together (correct-together.ts). */
const TOGETHER = 0;

export class PatchCorrector {
  readonly #bodies: BodyStore;
  readonly #blocks: BlockStore;
  readonly #grouped: CorrectionIslands;
  readonly #region: CorrectionRegion;
  readonly growth: VolumeGrowth;
  readonly #meter = new GapMeter();
  readonly #tape: CorrectionTape;
  readonly #sweeps = new CorrectionSweeps();
  /** Made with the first contact by an overlap of meshes. */
  #together: CorrectionTogether | null = null;
  /** Where the kernel comes from that large islands are swept with, and that kernel. */
  readonly #crowd: CrowdSolve | null;
  readonly #here: OverlapHere | null;
  readonly #concave: ConcaveParts | null;
  readonly #kernels: Kernels;
  readonly #arena: Arena;
  #kernel: SweepKernel | null = null;
  /** Whether there was anything to correct so far: a pyramid that stands needs no kernel. */
  #hasSwept = false;
  /** Of a record: which contact it is. */
  readonly #order: I32Slab;
  /**
   * Of an island: where its records and its bodies begin; sweeps that it still has; 1: its rows are written; sweeps of
   * a pass.
   */
  readonly #islands: I32Slab;
  #islandCount = 0;
  /** Of a body of the tape: 1, it has another pose than when gaps were measured. */
  readonly #changed: I32Slab;
  #isFirst = true;
  /** The first of the contacts that correction itself has led to since it was begun; 0: it begins with all. */
  #found = 0;
  /** By slot: how far points of a body were moved since contacts were last looked for, at most (m). */
  readonly moved: F64Slab;
  readonly #bound: LedBound;

  constructor(
    bodies: BodyStore,
    blocks: BlockStore,
    arena: Arena,
    crowd: CrowdSolve | null,
    here: OverlapHere | null,
    concave: ConcaveParts | null,
    kernels: Kernels,
  ) {
    this.#here = here;
    this.#concave = concave;
    this.#bodies = bodies;
    this.#blocks = blocks;
    this.#grouped = new CorrectionIslands(arena);
    this.#region = new CorrectionRegion(arena);
    this.growth = new VolumeGrowth(bodies);
    this.#crowd = crowd;
    this.#tape = new CorrectionTape(arena);
    this.#kernels = kernels;
    this.#arena = arena;
    this.#order = arena.i32(16);
    this.#islands = arena.i32(16);
    this.#changed = arena.i32(16);
    this.moved = arena.f64(16);
    this.#bound = new LedBound(arena);
  }

  beginStep(): void {
    this.#bound.beginStep(this.#bodies.count);
  }

  /** A new substep: its contacts have other rows. */
  begin(): void {
    this.beginAnew();
    this.#bound.begin(this.#bodies.count);
    this.#together?.begin();
    this.moved.reserve(this.#bodies.count);
    this.forgetMoves();
  }

  /**
   * There are other contacts, where bodies are by now, all from number `found` on; what was pushed so far stays as it
   * is.
   */
  beginAnew(found = 0): void {
    this.#isFirst = true;
    this.#found = found;
  }

  /** Contacts were looked for where bodies are. */
  forgetMoves(): void {
    this.moved.data.fill(0);
  }

  /**
   * Some sweeps over all contacts that were in the solve; returns the largest excess of depth (m) met in the last, or
   * that turning may have left, of islands that still have sweeps.
   */
  pass(contacts: PatchContacts): number {
    if (this.#isFirst) this.#gather(contacts);
    const q = this.#islands.data;
    let worst = 0;
    for (let n = 0; n < this.#islandCount; n++) {
      const o = n * I_STRIDE;
      if (q[o + I_LEFT] === 0) continue;
      this.#kernel?.expect(q[o + I_STRIDE + I_FROM] - q[o + I_FROM]);
      const error = this.#measure(contacts, n);
      if (!(error > CORRECTED_ENOUGH)) continue;
      if (q[o + I_READY] === 0) this.#writeRows(contacts, n);
      if (q[o + I_PASS] === TOGETHER) {
        worst = Math.max(worst, error, this.#runTogether(n));
        continue;
      }
      this.#prepare(n);
      const most = q[o + I_LEFT] > CORRECTION_FEWEST ? q[o + I_PASS] : q[o + I_LEFT];
      q[o + I_LEFT] -= this.#sweep(q[o + I_FROM], q[o + I_STRIDE + I_FROM], most);
      const off = Math.max((this.#kernel ?? this.#sweeps).worst, this.#displaceAll(n));
      if (q[o + I_LEFT] > 0 && off > worst) worst = off;
    }
    this.#isFirst = false;
    contacts.measuredCount = 0;
    return worst;
  }

  #sweep(from: number, to: number, most: number): number {
    this.#hasSwept = true;
    return this.#kernel === null
      ? this.#sweeps.run(this.#tape, from, to, most, CORRECTED_ENOUGH)
      : this.#kernel.correct(this.#tape, from, to, most, CORRECTED_ENOUGH);
  }

  #runTogether(n: number): number {
    const q = this.#islands.data;
    this.#together ??= this.#concave!.six.together(
      this.#bodies,
      this.#blocks,
      this.#tape,
      this.#grouped,
      this.#kernels,
      this.#arena,
    );
    const from = q[n * I_STRIDE + I_FROM];
    return this.#together.run(this.#tape, n, from, q[(n + 1) * I_STRIDE + I_FROM], this.moved.data, this.#bound);
  }

  /** Contacts by islands, and their bodies. Bodies of one island follow each other. */
  #gather(contacts: PatchContacts): void {
    const tape = this.#tape;
    const bodies = this.#bodies;
    const { i } = contacts.now;
    const { bearing, bearingCount: all, patches } = contacts;
    this.#grouped.find(contacts, bodies, this.#blocks);
    const count = bodies.count;
    const islandOf = this.#grouped.of.data;
    if (this.#found > 0) this.#region.find(islandOf, contacts, bodies, this.#found);
    else this.#region.takeAll();
    let corners = 0;
    for (let m = 0; m < all; m++) corners += patches.outlineCount[i.data[bearing.data[2 * m] * SIX_INTS + SI_PATCH]];
    this.#islandCount = count;
    this.#islands.reserve((count + 1) * I_STRIDE);
    const q = this.#islands.data;
    q.fill(0, 0, (count + 1) * I_STRIDE);
    // What no island has stands still on both sides.
    for (let m = 0; m < all; m++) if (islandOf[m] >= 0) q[(islandOf[m] + 1) * I_STRIDE + I_FROM]++;
    for (let n = 0; n < count; n++) q[(n + 1) * I_STRIDE + I_FROM] += q[n * I_STRIDE + I_FROM];
    this.#order.reserve(all);
    const order = this.#order.data;
    for (let m = 0; m < all; m++) {
      const o = islandOf[m] * I_STRIDE;
      if (o >= 0) order[q[o + I_FROM] + q[o + I_LEFT]++] = bearing.data[2 * m];
    }
    const records = q[count * I_STRIDE + I_FROM];
    // Compiled code that few contacts would not pay for.
    if (this.#kernel === null && this.#hasSwept && records >= SMALL && this.#crowd?.ownKernel) {
      this.#kernel = this.#crowd.ownKernel;
      tape.moveTo(this.#kernel.memory);
    }
    tape.begin(records, 2 * corners, bodies.count);
    for (let n = 0; n < count; n++) {
      const o = n * I_STRIDE;
      q[o + I_BODIES] = tape.bodyCount;
      q[o + I_PASS] = PASS_SWEEPS;
      for (let r = q[o + I_FROM]; r < q[o + I_STRIDE + I_FROM]; r++) {
        const s = order[r] * SIX_INTS;
        if (this.#here?.isOwn(contacts.now, order[r])) q[o + I_PASS] = TOGETHER;
        else if (i.data[s + SI_FACING] !== 1 && q[o + I_PASS] !== TOGETHER) q[o + I_PASS] = PASS_SWEEPS_OF_OVERLAPS;
        tape.ints[r * C_INTS + CI_A] = this.#enter(i.data[s + SI_BODY_A], n);
        tape.ints[r * C_INTS + CI_B] = this.#enter(i.data[s + SI_BODY_B], n);
        tape.ints[r * C_INTS + CI_COUNT] = 0;
      }
      const size = q[o + I_LEFT];
      if (size > TOGETHER_MOST && q[o + I_PASS] === TOGETHER) q[o + I_PASS] = PASS_SWEEPS_OF_OVERLAPS;
      q[o + I_LEFT] = size === 0 ? 0 : sweepsFor(size);
      if (size > 1 && q[o + I_PASS] !== TOGETHER) tape.level(q[o + I_BODIES], q[o + I_LEFT] / SWEEPS_PER_RATIO);
      if (q[o + I_PASS] === PASS_SWEEPS)
        q[o + I_PASS] = Math.max(PASS_SWEEPS, Math.ceil(q[o + I_LEFT] / CORRECTION_PASSES));
    }
    q[count * I_STRIDE + I_BODIES] = tape.bodyCount;
    this.#changed.reserve(tape.bodyCount);
    this.#changed.data[0] = 0;
  }

  /** Where a body of an island begins on the tape. */
  #enter(slot: number, island: number): number {
    return this.#region.holds(slot, island) ? 0 : this.#tape.enter(this.#bodies, slot);
  }

  /**
   * Gaps of the contacts of island n whose bodies have moved since they were last measured; the largest error (m).
   * Within sweeps gaps follow to first order: leaning faces that are turned and slide along each other answer to a push
   * by more than it takes, and sweeps over what they really do would not settle.
   */
  #measure(contacts: PatchContacts, n: number): number {
    const isFirst = this.#isFirst;
    const tape = this.#tape;
    this.#note(n);
    const f = contacts.now.f.data;
    const i = contacts.now.i.data;
    const t = tape.records;
    const { gaps } = tape;
    const measured = contacts.measured.data;
    const changed = this.#changed.data;
    const q = this.#islands.data;
    let worst = 0;
    for (let r = q[n * I_STRIDE + I_FROM]; r < q[(n + 1) * I_STRIDE + I_FROM]; r++) {
      const a = tape.ints[r * C_INTS + CI_A] / CB_STRIDE;
      const b = tape.ints[r * C_INTS + CI_B] / CB_STRIDE;
      if (isFirst || changed[a] === 1 || changed[b] === 1) {
        const k = this.#order.data[r];
        const o = k * SIX_STRIDE;
        const s = k * SIX_INTS;
        const g = r * C_STRIDE + C_GAP;
        if (i[s + SI_FACING] === 1) {
          const m = MEASURED * k;
          if (k < contacts.measuredCount && !Number.isNaN(measured[m + 3])) {
            for (let c = 0; c < 3; c++) t[g + c] = measured[m + c];
            gaps[2 * r] = measured[m + 3];
          } else {
            this.#meter.measure(t, g, f, o, i, s, this.#bodies.f.data);
            gaps[2 * r] = leastGap(t, g, contacts.patches, i[s + SI_PATCH]);
          }
          if (curvesAway(f, o, i, s)) gaps[2 * r] = t[g];
          // A vertex off its face, an edge past its end (feature-finder.ts); what another contact stands for.
          if (i[s + SI_OPEN] !== 0) gaps[2 * r] = t[g] = Infinity;
        } else {
          if (!isFirst && this.#here?.renew(contacts.now, k)) q[n * I_STRIDE + I_READY] = 0;
          const deep = (f[o + S_VOLUME] + this.growth.of(f, o, i[s + SI_BODY_A], i[s + SI_BODY_B])) / f[o + S_AREA];
          gaps[2 * r] = t[g] =
            i[s + SI_OPEN] === ASIDE ? Infinity : f[o + S_SHIFT] + f[o + S_DEPTH] - f[o + S_LATER] - deep;
          t[g + 1] = t[g + 2] = 0;
        }
        if (isFirst) this.#limit(r, f, o, i[s + SI_BODY_A], i[s + SI_BODY_B], contacts.h);
        t[g] += gaps[2 * r + 1];
        gaps[2 * r] += gaps[2 * r + 1];
      }
      const off = tape.lambda[3 * r] === 0 ? -gaps[2 * r] : Math.abs(gaps[2 * r]);
      if (off > worst) worst = off;
    }
    return worst;
  }

  /** Poses of island n's bodies as they are, and which of them differ from those of the pass before. */
  #note(n: number): void {
    const isFirst = this.#isFirst;
    const d = this.#bodies.f.data;
    const { base } = this.#tape;
    const changed = this.#changed.data;
    const q = this.#islands.data;
    for (let b = q[n * I_STRIDE + I_BODIES]; b < q[(n + 1) * I_STRIDE + I_BODIES]; b++) {
      const o = this.#tape.slots.data[b] * BODY_STRIDE;
      const p = 7 * b;
      changed[b] =
        isFirst ||
        base[p] !== d[o + B_CENTER] ||
        base[p + 1] !== d[o + B_CENTER + 1] ||
        base[p + 2] !== d[o + B_CENTER + 2] ||
        base[p + 3] !== d[o + B_ROTATION] ||
        base[p + 4] !== d[o + B_ROTATION + 1] ||
        base[p + 5] !== d[o + B_ROTATION + 2] ||
        base[p + 6] !== d[o + B_ROTATION + 3]
          ? 1
          : 0;
      if (changed[b] === 1) notePose(base, p, d, o);
    }
  }

  /** Nothing of island n has been moved or visited yet. */
  #prepare(n: number): void {
    const { records: t, bodies: y } = this.#tape;
    const q = this.#islands.data;
    for (let b = q[n * I_STRIDE + I_BODIES]; b < q[(n + 1) * I_STRIDE + I_BODIES]; b++) {
      for (let m = b * CB_STRIDE; m < b * CB_STRIDE + 6; m++) y[m] = 0;
      y[b * CB_STRIDE + CB_MOVED] = 0;
    }
    for (let r = q[n * I_STRIDE + I_FROM]; r < q[(n + 1) * I_STRIDE + I_FROM]; r++) t[r * C_STRIDE + C_VISITED] = -1;
  }

  /** What the sweeps need to know of the contacts of island n besides their gaps. */
  #writeRows(contacts: PatchContacts, n: number): void {
    const tape = this.#tape;
    const { row } = this.growth;
    const { records: t, ints } = tape;
    const { vertices, outlineStart, outlineCount } = contacts.patches;
    const f = contacts.now.f.data;
    const i = contacts.now.i.data;
    const q = this.#islands.data;
    const isAgain = tape.ints[q[n * I_STRIDE + I_FROM] * C_INTS + CI_COUNT] > 0;
    q[n * I_STRIDE + I_READY] = 1;
    for (let r = q[n * I_STRIDE + I_FROM]; r < q[(n + 1) * I_STRIDE + I_FROM]; r++) {
      const k = this.#order.data[r];
      const o = k * SIX_STRIDE;
      const at = r * C_STRIDE;
      if (isAgain && i[k * SIX_INTS + SI_FACING] === 1) continue;
      if (!isAgain) ints[r * C_INTS + CI_START] = tape.used;
      ints[r * C_INTS + CI_BEARS] = BEARS_FLAT;
      if (i[k * SIX_INTS + SI_FACING] === 1) {
        writePush(t, at, f, o);
        // What is led out of another body is not turned on its way.
        if (i[k * SIX_INTS + SI_FEATURES] === WAY_OUT) t.fill(0, at + C_TURN_A, at + C_TILT_2 + 3);
        if (curvesAway(f, o, i, k * SIX_INTS)) {
          tape.outline[tape.used++] = tape.outline[tape.used++] = 0;
          ints[r * C_INTS + CI_COUNT] = 1;
        } else {
          const patch = i[k * SIX_INTS + SI_PATCH];
          const start = outlineStart[patch];
          for (let m = start; m < start + 2 * outlineCount[patch]; m++) tape.outline[tape.used++] = vertices[m];
          ints[r * C_INTS + CI_COUNT] = outlineCount[patch];
        }
      } else {
        this.growth.writeRow(f, o);
        t.fill(0, at + C_TILT_1, at + C_TILT_2 + 3);
        for (let m = 0; m < 3; m++) {
          t[at + C_NORMAL + m] = -row[m] / f[o + S_AREA];
          t[at + C_TURN_A + m] = -row[3 + m] / f[o + S_AREA];
          t[at + C_TURN_B + m] = -row[9 + m] / f[o + S_AREA];
        }
        tape.outline[ints[r * C_INTS + CI_START]] = tape.outline[ints[r * C_INTS + CI_START] + 1] = 0;
        if (!isAgain) tape.used += 2;
        ints[r * C_INTS + CI_COUNT] = 1;
      }
      tape.answer(r);
    }
  }

  /** Poses of island n from its moves. Returns how far points may be from where first order has them: r θ²/2. */
  #displaceAll(n: number): number {
    const d = this.#bodies.f.data;
    const { bodies: y, slots } = this.#tape;
    const q = this.#islands.data;
    const bound = this.#bound;
    let off = 0;
    let share = 1;
    for (let b = q[n * I_STRIDE + I_BODIES]; b < q[(n + 1) * I_STRIDE + I_BODIES]; b++)
      share = bound.shareOf(d, slots.data[b], y, b * CB_STRIDE, share);
    for (let b = q[n * I_STRIDE + I_BODIES]; b < q[(n + 1) * I_STRIDE + I_BODIES]; b++) {
      const p = b * CB_STRIDE;
      for (let m = p; m < p + 6 && share < 1; m++) y[m] *= share;
      bound.lead(d, slots.data[b], y, p);
      off = Math.max(off, correctPose(d, slots.data[b], y, p, this.moved.data));
    }
    return off;
  }

  /**
   * How far record r, the contact at f[o…], may be moved in this step, a share of the thinner body and as far as the
   * bodies came, and how much of its depth is thus left.
   */
  #limit(r: number, f: Float64Array, o: number, a: number, b: number, h: number): void {
    const { gaps } = this.#tape;
    const deep = -gaps[2 * r];
    let most = f[o + S_MOST];
    const came = approachOf(this.#bodies.f.data, this.#bodies.v.data, a, b, h);
    this.#bound.allow(a, most, came);
    this.#bound.allow(b, most, came);
    if (deep > most) most += came;
    this.#tape.records[r * C_STRIDE + C_MOST] = most;
    gaps[2 * r + 1] = deep > most ? deep - most : 0;
  }
}

/**
 * Whether the facing contact at f[o…], its integers at i[n…], is of surfaces that curve away from it all round. The law
 * holds the centre of such a patch (normal-law.ts), and so does correction: its rim is a label on bodies that roll, and
 * goes down where the bodies do not. To lift it again feeds the rolling.
 */
function curvesAway(f: Float64Array, o: number, i: Int32Array, n: number): boolean {
  if (i[n + SI_KIND] !== 0) return false;
  return f[o + S_SHARP] === 0 && f[o + S_SHARP + 1] === 0 && f[o + S_SHARP + 2] === 0 && f[o + S_SHARP + 3] === 0;
}

/** Sweeps that an island of so many contacts has in a step. */
function sweepsFor(contacts: number): number {
  return Math.max(CORRECTION_FEWEST, Math.min(CORRECTION_MOST, Math.floor(CORRECTION_VISITS / contacts)));
}

// 6D contact: one block of six rows for every contact patch (Bouchard et al. 2015).
//
// Who does what in a step: matching.ts decides what a pair takes over from the step before; facing-finder.ts finds the
// contacts of flat faces, patch-finder.ts those of everything else by its overlap; second-looks.ts looks again at the
// velocities found, closing.ts says which would close; internal-edges.ts sorts out those that only look like contacts,
// join.ts puts together what lies in one plane, assemble.ts makes blocks of the rest, wrench-law.ts is the law of one
// patch, correct.ts takes out penetration. contacts.ts keeps them, report.ts shows them. docs/theory/six.md tells the
// method. Verified in test/contact/six*.test.ts.

import { BODY_INTS, I_ASLEEP } from '../../bodies/layout.js';
import { SixfoldError } from '../../checks/error.js';
import type { Vec3 } from '../../math/vec3.js';
import type { I32Slab } from '../../memory/arena.js';
import { BOUNCE } from '../../solver/blocks.js';
import type { Projection } from '../../solver/projections.js';
import type { Ties } from '../../solver/ties.js';
import { DEPTH_PER_SIZE, hasMesh, isSampled, restitutionOf, thickness } from '../material.js';
import type { ContactContext, ContactModel, ContactModelKind, ContactRecord, Meeting } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_FOUND, PB_SLOT } from '../pair-batch.js';
import { ApartPairs } from './apart.js';
import { PatchAssembler } from './assemble.js';
import { BluntCorners } from './blunt.js';
import { BodyTable } from './body-table.js';
import { BoxBatch } from './box-batch.js';
import { ELSEWHERE, TOUCHES } from './box-layout.js';
import { ContactClosing } from './closing.js';
import { PatchContacts } from './contacts.js';
import { PatchCorrector } from './correct.js';
import { CrowdSolve } from './crowd-solve.js';
import { FacingFinder } from './facing-finder.js';
import { Follower } from './follow.js';
import { Grazing } from './grazing.js';
import { markInternalEdges, type PassTest } from './internal-edges.js';
import { PatchJoiner } from './join.js';
import {
  IDLE,
  KNOCKED,
  LANDS,
  S_FRICTION,
  S_HELD,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_FEATURES,
  SI_KIND,
  SI_SKIP,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { Leap } from './leap.js';
import { ContactMatching } from './matching.js';
import { turning } from './motion.js';
import { readSixOptions, SIX_OPTIONS, type SixOptions } from './options.js';
import type { PaperParts } from './paper.js';
import { PatchFinder } from './patch-finder.js';
import { PatchReporter } from './report.js';
import { SecondLooks } from './second-looks.js';
import { Tally } from './tally.js';
import {
  DEPTH_BOUND,
  DIVIDED,
  DIVIDED_FOR,
  FEWEST_STEPS,
  FRICTION_VERTICES,
  HELD_TURN,
  LATE_LOOKS,
  LOOKS,
  MATCH_PER_SIZE,
  MOST_PATCHES,
  MOST_STEPS,
  STEP_TURN,
} from './tolerances.js';
import { Waiting } from './waiting.js';
import { WrenchLaw } from './wrench-law.js';

interface Saved {
  contacts: unknown;
  span: number;
  tally: unknown;
  divided: number;
  wary: number;
  held: Int32Array;
  corners: Float64Array;
}

export const sixModel: ContactModelKind = {
  name: 'six',
  // Impacts on stacks of thin bodies.
  iterations: 200,
  options: SIX_OPTIONS,
  create: (context, firstProjection) => new SixModel(context, firstProjection, null),
};

export class SixModel implements ContactModel {
  readonly projections: readonly Projection[];
  readonly mostLooks = LATE_LOOKS;
  readonly rests: boolean;
  readonly #context: ContactContext;
  readonly #options: SixOptions;
  readonly #contacts: PatchContacts;
  /** Everything by its overlap, as the paper does; compliance needs it too. */
  readonly #byOverlap: boolean;
  readonly #table: BodyTable;
  /** Who looks at all pairs of boxes at once; null: they go by their overlap. */
  readonly #batch: BoxBatch | null;
  readonly #finder: PatchFinder;
  readonly #corrector: PatchCorrector;
  readonly #matching: ContactMatching;
  readonly #follower: Follower;
  readonly #joiner: PatchJoiner;
  readonly #assembler: PatchAssembler;
  readonly #reporter: PatchReporter;
  readonly #leap: Leap;
  readonly #closing: ContactClosing;
  readonly #looks: SecondLooks;
  /** Of steps in parts. */
  readonly #tally: Tally;
  /** Length of the whole step (s). */
  #span = 0;
  readonly #waiting: Waiting;
  readonly #grazing: Grazing;
  /** Pairs that are known to have nothing; null: all go by their overlap. */
  readonly #apart: ApartPairs | null;
  /** Null: they are points. */
  readonly #corners: BluntCorners | null;
  readonly #heads: I32Slab;
  readonly #links: I32Slab;
  /** The step's pairs that have contacts. */
  #pairs: PairBatch | null = null;
  /** Pairs whose geometry was computed and reused in this step. */
  #computed = 0;
  #reused = 0;
  #mayLeap = false;
  /** Whether bodies have been moved since contacts were looked for. */
  #hasMoved = true;
  /** Whether correction has begun in this substep. */
  #isCorrected = false;
  /** Steps that are still made in several since looks did not settle. */
  #divided = 0;
  /** Steps for which it is remembered that looks did not settle. */
  #wary = 0;
  hasEvenParts = false;
  /** How many times as long as the last this step is, for what sleeps; 1 from its second part on. */
  #longer = 1;
  /** What impulses of contacts that sleep are multiplied with in this part. */
  #ofSleep = 1;

  /** `paper`: what options beside the default ones need. */
  constructor(context: ContactContext, firstProjection: number, paper: PaperParts | null) {
    const { arena } = context;
    const options = readSixOptions(context.settings.options, paper !== null);
    const uncoupled = paper?.limits(options) ?? null;
    this.#context = context;
    this.#options = options;
    this.#contacts = new PatchContacts(arena);
    this.#byOverlap =
      options.law === 'paper' ||
      options.patch === 'ellipse' ||
      options.normal === 'gradient' ||
      context.settings.compliance > 0;
    this.rests = !this.#byOverlap;
    if (this.#byOverlap && context.concave === null)
      throw new SixfoldError(
        `contact.compliance and sixfold/paper need columns of rays: import { mesh } from 'sixfold/concave' ` +
          'and new World(scene, { shapes: [mesh] })',
      );
    this.#table = new BodyTable(context.bodies, arena);
    this.#finder = new PatchFinder(
      context.bodies,
      context.settings,
      { normal: options.normal, outline: options.patch, frictionVertices: FRICTION_VERTICES },
      // The paper has one contact for every pair.
      options.law === 'paper'
        ? { split: 'none' }
        : { maxComponents: MOST_PATCHES, ends: true, exact: true, wasm: context.kernels.wasm },
      this.#byOverlap,
      this.#table,
      context.concave,
    );
    this.#closing = new ContactClosing(context, this.#contacts);
    this.#waiting = new Waiting(context.bodies, arena);
    this.#batch = this.#byOverlap ? null : new BoxBatch(context, this.#contacts, this.#waiting, this.#table);
    this.#grazing = new Grazing(context.bodies, arena);
    this.#apart = this.#byOverlap ? null : new ApartPairs(context.bodies, this.#table, arena);
    this.#looks = new SecondLooks(
      context,
      this.#contacts,
      this.#finder,
      this.#closing,
      this.#waiting,
      this.#grazing,
      this.#table,
      this.#batch,
      this.#byOverlap,
    );
    const { patches } = this.#contacts;
    const hasQuick = options.law !== 'paper' && options.spin === 'contensou';
    this.#assembler = new PatchAssembler(context, this.#contacts, firstProjection, hasQuick);
    const crowd = hasQuick ? new CrowdSolve(patches, arena, context.kernels, context.workspace, this.#assembler) : null;
    this.#corrector = new PatchCorrector(
      context.bodies,
      context.blocks,
      arena,
      crowd,
      this.#finder.here,
      context.concave,
      context.kernels,
    );
    this.#matching = new ContactMatching(context.bodies, this.#contacts, this.#corrector.growth, this.#table);
    this.#follower = new Follower(this.#corrector.growth);
    this.#joiner = new PatchJoiner(this.#contacts);
    const facing = new FacingFinder(context.bodies, context.concave);
    this.#leap = new Leap(context.bodies, facing, this.#table);
    this.#tally = new Tally(arena, context.bodies);
    this.#reporter = new PatchReporter(this.#contacts, uncoupled, facing, this.#finder.tori, this.#finder.here);
    this.#corners = options.hardness === null ? null : new BluntCorners(this.#contacts, context, options.hardness);
    this.#heads = arena.i32(16);
    this.#links = arena.i32(16);
    const exact: Projection =
      paper?.law(patches, options, uncoupled) ?? new WrenchLaw(patches, uncoupled, context.kernels.wasm).project;
    if (crowd !== null) exact.crowd = crowd;
    this.projections = [exact];
  }

  depthOf(slot: number): number {
    const { bodies, settings } = this.#context;
    return this.rests ? (settings.depth ?? DEPTH_PER_SIZE * thickness(bodies.shapes[slot]!)) : 0;
  }

  addBody(slot: number): void {
    this.#finder.look?.ready(slot);
  }

  /**
   * What turns fast and is held by features, as a gear or an arm on its pin, is found anew as it turns, whether it touches
   * just now or flies through its play; what looks did not settle lately, as a chain that is jerked, as it goes.
   */
  stepsOf(h: number): number {
    const pool = this.#contacts.now;
    const ranges = pool.ranges.data;
    const { v, old, shapes } = this.#context.bodies;
    let turn = 0;
    let ways = 0;
    for (let r = 0; this.#mayTurn() && r < ranges.length; r += 2)
      for (let k = ranges[r]; k < ranges[r] + ranges[r + 1]; k++) {
        const n = k * SIX_INTS;
        // Meshes that do not rub go by features next, though they may have struck each other by an overlap: as what
        // goes farther than it is thick does.
        const isStruck = pool.i.data[n + SI_SKIP] === -1 && pool.f.data[k * SIX_STRIDE + S_FRICTION] === 0;
        if (pool.i.data[n + SI_KIND] === 0 && !isStruck) continue;
        const a = pool.i.data[n + SI_BODY_A];
        const b = pool.i.data[n + SI_BODY_B];
        turn = Math.max(turn, h * turning(v.data, a), h * turning(v.data, b));
        if (!isStruck) continue;
        const x = old.data[6 * a] - old.data[6 * b];
        const y = old.data[6 * a + 1] - old.data[6 * b + 1];
        const z = old.data[6 * a + 2] - old.data[6 * b + 2];
        const thin = Math.min(thickness(shapes[a]!), thickness(shapes[b]!));
        ways = Math.max(ways, (h * Math.sqrt(x * x + y * y + z * z)) / thin);
      }
    turn = Math.max(turn, h * (this.#finder.held?.fastest(v.data) ?? 0));
    this.hasEvenParts = !(turn > HELD_TURN) && !(ways > 1);
    if (this.hasEvenParts) return this.#divided > 0 ? DIVIDED : 1;
    return Math.min(MOST_STEPS, Math.max(FEWEST_STEPS, 1 + Math.ceil(Math.max(turn / STEP_TURN, ways))));
  }

  /** Whether any contact may be of features, or have struck: in the order of records, where those of pairs are scattered. */
  #mayTurn(): boolean {
    const { i, count } = this.#contacts.now;
    for (let n = 0; n < count * SIX_INTS; n += SIX_INTS)
      if (i.data[n + SI_KIND] !== 0 || i.data[n + SI_SKIP] === -1) return true;
    return false;
  }

  addLift(lift: Float64Array, [x, y, z]: Vec3): void {
    const { ranges, i, f } = this.#contacts.now;
    for (let r = 0; r < ranges.data.length; r += 2)
      for (let k = ranges.data[r]; k < ranges.data[r] + ranges.data[r + 1]; k++) {
        const o = k * SIX_STRIDE;
        const up = f.data[o] * x + f.data[o + 1] * y + f.data[o + 2] * z;
        lift[i.data[k * SIX_INTS + SI_BODY_A]] += up;
        lift[i.data[k * SIX_INTS + SI_BODY_B]] -= up;
      }
  }

  beginStep(h: number, isAgain: boolean): void {
    if (this.#divided > 0) this.#divided--;
    if (this.#wary > 0 && !isAgain) this.#wary--;
    this.#longer = this.#span > 0 ? h / this.#span : 1;
    this.#span = h;
    this.#tally.begin();
    this.#corrector.beginStep();
    this.#corners?.begin();
  }

  begin(span: number, h: number): void {
    this.#computed = 0;
    this.#reused = 0;
    const contacts = this.#contacts;
    this.#corners?.beginPart();
    // Of substeps each has its own share, and only what they add to velocities counts.
    if (span === h) this.#corners?.resist(h);
    contacts.patches.dropUnions();
    // What sleeps bears no share of the step, but all of it.
    this.#ofSleep = contacts.h > 0 ? (this.#longer * contacts.h) / h : 1;
    this.#longer = 1;
    contacts.begin(span, h);
    this.#waiting.clear();
    this.#grazing.clear();
    this.#finder.held?.clear();
    this.#mayLeap = !this.#byOverlap && span === h;
  }

  find(pairs: PairBatch): void {
    // Once a step: further pairs are those of what was woken.
    this.#table.update();
    this.#hasMoved = false;
    if (this.#mayLeap && this.#leap.take(pairs, this.#contacts.span)) this.#table.update();
    this.#mayLeap = false;
    const isBatch = this.#batch?.begin(pairs) === true;
    const i = pairs.i.data;
    for (
      let n = isBatch ? this.#batch!.next() : 0;
      n >= 0 && n < pairs.count;
      n = isBatch ? this.#batch!.next() : n + 1
    ) {
      const o = n * PAIR_INTS;
      const state = isBatch ? this.#batch!.stateOf(n) : ELSEWHERE;
      const pair = i[o + PB_SLOT];
      const a = i[o + PB_BODY_A];
      const b = i[o + PB_BODY_B];
      i[o + PB_FOUND] = (state === ELSEWHERE ? this.#findOne(pair, a, b, isBatch) : this.#takeOne(pair, a, b, state))
        ? 1
        : 0;
    }
  }

  /** Takes over what the batch has found of a pair. */
  #takeOne(pair: number, a: number, b: number, state: number): boolean {
    const contacts = this.#contacts;
    const { now: pool } = contacts;
    const start = pool.count;
    const patch = contacts.patches.count;
    // Looks ask it what touched in the step before, by the pair that was looked at last.
    this.#finder.pair = pair;
    this.#finder.before = contacts.now;
    if (state === TOUCHES && this.#isAsleep(a) === this.#isAsleep(b) && this.#batch!.replace(pair, a, b)) {
      this.#computed++;
      return true;
    }
    this.#batch!.take(pair, a, b, state);
    if (pool.count > start) {
      this.#matching.match(pair, start, MATCH_PER_SIZE * Math.min(this.#table.thinner(a, b), 1e3));
      this.#matching.passOn(pair, start);
    }
    return this.#countFound(pair, a, b, start, patch);
  }

  /** As `#keepFound`, of convex bodies: where there is nothing it is not said whether anybody looked (apart.ts). */
  #countFound(pair: number, a: number, b: number, start: number, patch: number): boolean {
    const isFound = this.#keepFound(pair, a, b, start, patch);
    if (isFound) this.#computed++;
    return isFound;
  }

  /** `isTried`: spheres and boxes have not told the pair apart. */
  #findOne(pair: number, a: number, b: number, isTried: boolean): boolean {
    if (this.#matching.reuse(pair, a, b)) {
      this.#reused++;
      const from = this.#contacts.now.startOf(pair);
      return (
        this.#isAsleep(a) === this.#isAsleep(b) || this.#closing.presses(from, from + this.#contacts.now.countOf(pair))
      );
    }
    const reach = this.#table.reachOf(a, b, this.#contacts.span);
    if (this.#areApart(pair, a, b, reach, isTried)) return false;
    const { bodies, settings } = this.#context;
    const table = this.#table;
    const finder = this.#finder;
    const depth = table.depthOf(a, b, settings, !this.#byOverlap);
    const { now: pool, patches, span, h } = this.#contacts;
    const start = pool.count;
    const patch = patches.count;
    finder.pair = pair;
    finder.before = this.#contacts.now;
    finder.waiting = this.#mayWait(pair, a, b, depth) ? this.#waiting : null;
    finder.grazing = h < span || this.#byOverlap || this.#isAsleep(a) !== this.#isAsleep(b) ? null : this.#grazing;
    finder.find(a, b, depth, span, h < span, pool, patches);
    if (table.areConvex(a, b)) {
      this.#matching.match(pair, start, MATCH_PER_SIZE * Math.min(table.thinner(a, b), 1e3));
      this.#matching.passOn(pair, start);
      const isFound = this.#countFound(pair, a, b, start, patch);
      if (!isFound && this.#isWorthKnowing(a, b, reach)) this.#apart!.measure(pair, a, b, this.#needOf(a, b, reach));
      return isFound;
    }
    this.#computed++;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const size = Math.min(thickness(shapeA), thickness(shapeB), 1e3);
    this.#matching.match(pair, start, MATCH_PER_SIZE * size);
    const isMesh = hasMesh(shapeA, !this.#byOverlap) || hasMesh(shapeB, !this.#byOverlap);
    if (isSampled(shapeA) || isSampled(shapeB)) this.#matching.keepOpen(pair, start, a, b, depth, size, isMesh);
    this.#matching.passOn(pair, start);
    // What sleeps gets no second look: what flies at it is looked for here.
    if (isMesh && this.#isAsleep(a) !== this.#isAsleep(b) && pool.count === start)
      this.#finder.look?.lookAhead(a, b, depth, span, pool, patches, start, start, 1, -1);
    // A second look may find what this one has not.
    return this.#keepFound(pair, a, b, start, patch) || (isMesh && this.#isAsleep(a) === this.#isAsleep(b));
  }

  /** The contacts from `start` on are the pair's, with patches from `patch` on. False: there are none, and it does not wait. */
  #keepFound(pair: number, a: number, b: number, start: number, patch: number): boolean {
    const pool = this.#contacts.now;
    // What lies beside a body at rest, and does not press on it, lets it sleep.
    if (this.#isAsleep(a) !== this.#isAsleep(b) && !this.#closing.presses(start, pool.count)) pool.count = start;
    // Only now: until then the pair has its old contacts.
    this.#contacts.settle(pair, start, patch);
    return pool.countOf(pair) > 0 || this.#waiting.has(pair) || this.#grazing.has(pair);
  }

  /**
   * Whether two bodies without contacts are too far apart for any, by the spheres and boxes around them: most pairs of a
   * crowd end here.
   */
  #areApart(pair: number, a: number, b: number, reach: number, isTried: boolean): boolean {
    const contacts = this.#contacts;
    if (contacts.now.countOf(pair) > 0) return false;
    const need = this.#needOf(a, b, reach);
    const table = this.#table;
    const isApart =
      this.#apart?.holds(pair, a, b, need) || (!isTried && (table.areFar(a, b, need) || table.areClear(a, b, need)));
    if (!isApart) {
      if (!table.areClearInLine(a, b, need)) return false;
      if (this.#isWorthKnowing(a, b, reach)) this.#apart!.note(pair, a, b, table.lineRoom);
    }
    contacts.now.setRange(pair, contacts.now.count, 0);
    return true;
  }

  /** What is farther apart than this has no contacts, where bodies may come closer by `reach`. */
  #needOf(a: number, b: number, reach: number): number {
    return reach + 2 * (this.#context.settings.depth ?? DEPTH_BOUND * this.#table.smaller(a, b));
  }

  /** Whether the room between two bodies is likely to be there in the next step: most of `reach` is what forces give. */
  #isWorthKnowing(a: number, b: number, reach: number): boolean {
    const table = this.#table;
    return this.#apart !== null && 4 * table.wayOf(a, b, this.#contacts.span) < reach && table.areRound(a, b);
  }

  /**
   * Whether a pair that stays apart in this step needs no contacts: it moves, both sides are awake, and it bore
   * nothing.
   */
  #mayWait(pair: number, a: number, b: number, depth: number): boolean {
    const { now: old, span, h } = this.#contacts;
    if (h < span || this.#isAsleep(a) !== this.#isAsleep(b)) return false;
    if (!(this.#table.wayOf(a, b, span) > depth)) return false;
    const from = old.startOf(pair);
    for (let o = from * SIX_STRIDE; o < (from + old.countOf(pair)) * SIX_STRIDE; o += SIX_STRIDE)
      if (old.f.data[o] !== 0 || old.f.data[o + 1] !== 0 || old.f.data[o + 2] !== 0) return false;
    return true;
  }

  #isAsleep(body: number): boolean {
    return this.#context.bodies.i.data[body * BODY_INTS + I_ASLEEP] !== 0;
  }

  keep(pairs: PairBatch): void {
    const contacts = this.#contacts;
    const all = this.#ofSleep;
    if (all === 1) return;
    for (let n = 0; n < pairs.count; n++) {
      const slot = pairs.i.data[n * PAIR_INTS + PB_SLOT];
      const from = contacts.now.startOf(slot);
      for (let k = from; k < from + contacts.now.countOf(slot); k++)
        for (let m = k * SIX_STRIDE; m < k * SIX_STRIDE + 6; m++) contacts.now.f.data[m] *= all;
    }
  }

  settle(pairs: PairBatch): void {
    this.#pairs = pairs;
    const { bodies } = this.#context;
    markInternalEdges(this.#contacts.now, bodies.count, this.#heads, this.#links, this.#passes);
    this.#closing.markIdle(pairs, this.#contacts.span);
  }

  forces(h: number): void {
    if (h !== this.#contacts.span) this.#corners?.resist(h);
    this.#assembler.begin();
    this.#looks.begin();
  }

  readonly #passes: PassTest = (k, shared, x, y, z, push) =>
    this.#finder.passes(this.#contacts.now, k, shared, x, y, z, push);

  assemble(): void {
    const pairs = this.#pairs;
    if (pairs === null) return;
    // Again after a look: all of them bear anew.
    this.#contacts.bearingCount = 0;
    for (let n = 0; n < pairs.count; n++) {
      const i = pairs.i.data;
      const o = n * PAIR_INTS;
      this.#assemblePair(i[o + PB_SLOT], i[o + PB_BODY_A], i[o + PB_BODY_B]);
    }
  }

  #assemblePair(pair: number, a: number, b: number): void {
    const pool = this.#contacts.now;
    const { bodies, settings } = this.#context;
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    const restitution = restitutionOf(bodies, a, b, settings);
    if (restitution > 0) this.#looks.hasBounces = true;
    const i = pool.i.data;
    // Nothing to join, and nothing to land beside.
    if (to - from === 1 && i[from * SIX_INTS + SI_KIND] === 0) {
      if (this.#hasBlock(from)) this.#bear(from, a, b, restitution);
      return;
    }
    this.#joiner.begin(from, to);
    // What would land beside internal edges alone is one.
    let edges = 0;
    let others = 0;
    for (let k = from; k < to; k++) {
      if (i[k * SIX_INTS + SI_KIND] !== 0 && this.#looks.count === 0) pool.f.data[k * SIX_STRIDE + S_HELD] = 0;
      if (i[k * SIX_INTS + SI_SKIP] === 1) edges++;
      else if (i[k * SIX_INTS + SI_FEATURES] !== LANDS) others++;
    }
    const lands = edges === 0 || others > 0;
    for (let k = from; k < to; k++) {
      if (this.#hasBlock(k) && (lands || i[k * SIX_INTS + SI_FEATURES] !== LANDS))
        this.#assembleOne(k, to, a, b, restitution);
    }
  }

  /** Whether contact k gets a block: an impact that was over before this one is no part of it, and may be struck anew. */
  #hasBlock(k: number): boolean {
    const i = this.#contacts.now.i.data;
    const n = k * SIX_INTS + SI_SKIP;
    if (i[n] === KNOCKED && this.#assembler.isOnTop) i[n] = IDLE;
    return i[n] !== 1 && i[n] !== IDLE;
  }

  /** What bounced in the substep before, and was idle from then on, is a contact of this one as any other. */
  #askAnew(k: number): void {
    const { i, f } = this.#contacts.now;
    const n = k * SIX_INTS + SI_SKIP;
    const o = k * SIX_STRIDE;
    const bore = f.data[o] !== 0 || f.data[o + 1] !== 0 || f.data[o + 2] !== 0;
    if (i.data[n] === KNOCKED || (i.data[n] === IDLE && bore)) i.data[n] = 0;
  }

  /** The block of contact k alone. */
  #bear(k: number, a: number, b: number, restitution: number): void {
    const { blocks } = this.#context;
    const block = this.#assembler.assembleAgain(k, a, b, restitution);
    this.#contacts.bear(k, block);
    if (restitution > 0 && blocks.f.data[blocks.dataOf(block) + BOUNCE] > 0)
      this.#contacts.now.i.data[k * SIX_INTS + SI_SKIP] = KNOCKED;
  }

  /** The block of contact k and of those behind it that are one with it. */
  #assembleOne(k: number, to: number, a: number, b: number, restitution: number): void {
    const contacts = this.#contacts;
    const joiner = this.#joiner;
    const assembler = this.#assembler;
    const { f, i } = contacts.now;
    const { settings } = this.#context;
    if (i.data[k * SIX_INTS + SI_KIND] !== 0) {
      contacts.bear(k, assembler.assembleFeatures(f.data, k * SIX_STRIDE, a, b, restitution));
      return;
    }
    // Compliance says how patches share a load. What limits friction by anything but the patch's limit surface has no
    // unions.
    const joins = settings.compliance === 0 && this.#options.law !== 'paper' && this.#options.spin === 'contensou';
    const count = joiner.gather(k, joins ? to : k + 1);
    if (count === 1) this.#bear(k, a, b, restitution);
    if (count < 2) return;
    joiner.join();
    const block = assembler.assemble(joiner.record, 0, joiner.patch, a, b, restitution, joiner.isFacing);
    for (let m = 0; m < count; m++) contacts.bear(joiner.members[m], block);
  }

  /** All that was found, whether it has a block or not: what one wakes, it must fall asleep with. */
  ties(into: Ties): void {
    const pairs = this.#pairs;
    if (pairs === null) return;
    const i = pairs.i.data;
    for (let n = 0; n < pairs.count; n++) {
      const o = n * PAIR_INTS;
      if (!this.#closing.isIdle(i[o + PB_SLOT])) into.add(i[o + PB_BODY_A], i[o + PB_BODY_B]);
    }
  }

  readBack(): void {
    this.#assembler.readBack(this.#joiner);
    this.#corrector.begin();
    this.#isCorrected = false;
  }

  get isUnsettled(): boolean {
    return this.#isJerked || (this.#looks.count > LOOKS && this.#looks.isUnsettled);
  }

  /** Whether looks at overlaps of meshes did not settle. */
  get #isJerked(): boolean {
    return this.#looks.count > LOOKS && this.#finder.look?.isUnsettled === true;
  }

  lookAgain(h: number, hasty: Int32Array, stirred: Int32Array): boolean {
    const isAdded = this.#pairs !== null && this.#looks.again(this.#pairs, h, hasty, stirred);
    if (this.#isJerked || (this.isUnsettled && this.#wary > 0 && this.#wary < DIVIDED_FOR)) this.#divided = DIVIDED_FOR;
    if (this.isUnsettled) this.#wary = DIVIDED_FOR;
    return isAdded;
  }

  get hasBounces(): boolean {
    return this.#looks.hasBounces;
  }

  strikeOn(h: number, stirred: Int32Array): boolean {
    this.#assembler.beginOnTop();
    return this.#pairs !== null && this.#looks.strikeOn(this.#pairs, h, stirred);
  }

  meet(pairs: PairBatch, h: number, why: Meeting): void {
    // It is about where bodies are, and before the move that is where contacts were looked for.
    if (this.#hasMoved) this.#table.update();
    if (why === 'last') this.#looks.meetLast(pairs, h);
    else this.#looks.meet(pairs, h, why === 'bounce');
  }

  correct(): number {
    this.#hasMoved = true;
    if (this.#context.settings.compliance > 0) return 0;
    const looked = this.#byOverlap ? null : this.#pairs;
    if (looked !== null) this.#lookHere(looked);
    this.#isCorrected = true;
    const worst = this.#corrector.pass(this.#contacts);
    // What was pushed out may have been pushed into something else.
    const found = this.#contacts.bearingCount;
    if (looked === null || !this.#looks.here(looked, this.#corrector.moved.data)) return worst;
    this.#corrector.beginAnew(found);
    this.#corrector.forgetMoves();
    return Infinity;
  }

  /** Where bodies are now, before a pass of correction. */
  #lookHere(pairs: PairBatch): void {
    const { here } = this.#finder;
    const isAgain = this.#isCorrected;
    if (!isAgain) this.#looks.here(pairs, null);
    if (here === null) return;
    const isTaken = !isAgain || here.isIncomplete;
    if (isTaken) here.take(this.#contacts, isAgain);
    if (here.meet(this.#contacts, pairs) || isTaken) this.#corrector.beginAnew();
  }

  follow(): void {
    const d = this.#context.bodies.f.data;
    this.#contacts.patches.dropUnions();
    this.#follower.follow(this.#contacts, d);
    const pool = this.#contacts.now;
    for (let n = 0; this.#pairs !== null && n < this.#pairs.count; n++) {
      const slot = this.#pairs.i.data[n * PAIR_INTS + PB_SLOT];
      const from = pool.startOf(slot);
      for (let k = from; k < from + pool.countOf(slot); k++) {
        this.#askAnew(k);
        if (pool.i.data[k * SIX_INTS + SI_FACING] !== 1) continue;
        this.#follower.followFacing(pool.f.data, k * SIX_STRIDE, pool.i.data, k * SIX_INTS, d);
      }
    }
    this.#contacts.bearingCount = 0;
  }

  sumUp(isLast: boolean): void {
    this.#corners?.keepPart();
    const contacts = this.#contacts;
    if (!isLast) {
      if (this.#pairs !== null) this.#tally.take(this.#pairs, contacts.now);
      return;
    }
    this.#tally.fold(contacts.now);
    // From now on impulses are those of the whole step.
    contacts.h = this.#span;
  }

  touches(pair: number): boolean {
    return this.#closing.touches(pair);
  }

  report(pair: number, into: ContactRecord[]): void {
    const pool = this.#contacts.now;
    const { bodies } = this.#context;
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    const first = into.length;
    for (let k = from; k < to; k++) if (this.#closing.bears(k)) into.push(this.#reporter.recordOf(k, bodies));
    this.#tally.report(pair, this.#span, (record) => into.push(record));
    if (into.length > first) this.#corners?.report(pair, this.#span, into[first]!.torque);
  }

  reportUnpaired(into: { a: number; b: number; record: ContactRecord }[]): void {
    this.#tally.report(-1, this.#span, (record, a, b) => into.push({ a, b, record }));
  }

  get statistics(): { computed: number; reused: number } {
    return { computed: this.#computed, reused: this.#reused };
  }

  forget(pair: number): void {
    this.#contacts.now.setRange(pair, 0, 0);
    this.#tally.forget(pair);
    this.#corners?.forget(pair);
  }

  save(): unknown {
    return {
      contacts: this.#contacts.saveAll(),
      span: this.#span,
      tally: this.#tally.save(),
      divided: this.#divided,
      wary: this.#wary,
      held: this.#finder.held?.save() ?? null,
      corners: this.#corners?.save() ?? null,
    };
  }

  load(saved: unknown): void {
    const s = saved as Saved;
    this.#contacts.loadAll(s.contacts);
    this.#span = s.span;
    this.#tally.load(s.tally);
    this.#divided = s.divided;
    this.#wary = s.wary;
    this.#finder.held?.load(s.held);
    this.#corners?.load(s.corners);
  }
}

// 6D contact: one block of six rows for every contact patch (Bouchard et al. 2015).
//
// Who does what in a step: recall.ts decides what a pair takes over from the step before, geometry.ts finds the patches of
// the others, ghosts.ts sorts out those that only look like contacts, join.ts puts together what lies in one plane,
// assemble.ts makes blocks of the rest, wrench-law.ts is the law of one patch, correct.ts takes out penetration. contacts.ts keeps
// them, report.ts shows them.
// Verified in test/contact/six*.test.ts.

import type { I32Slab } from '../../memory/arena.js';
import type { Projection } from '../../solver/projections.js';
import { isSampled, restitutionOf, targetDepth, thickness } from '../material.js';
import type { ContactContext, ContactModel, ContactModelKind, ContactRecord } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_FOUND, PB_SLOT } from '../pair-batch.js';
import { ContactPool } from '../pool.js';
import { PatchAssembler } from './assemble.js';
import { PatchContacts } from './contacts.js';
import { PatchCorrector } from './correct.js';
import { Follower } from './follow.js';
import { PatchFinder } from './geometry.js';
import { markGhosts, type PassTest } from './ghosts.js';
import { PatchJoiner } from './join.js';
import { assembleLanding, followLandings, LANDING_INTS, LANDING_STRIDE } from './landing.js';
import { S_SHIFT, SI_GHOST, SI_LOST, SI_PATCH, SIX_INTS, SIX_STRIDE } from './layout.js';
import { readSixOptions, SIX_OPTIONS, type SixOptions } from './options.js';
import { PaperLaw } from './paper-law.js';
import { Recall } from './recall.js';
import { PatchReporter } from './report.js';
import { spinCode } from './spin.js';
import { SplitVisit } from './split-visit.js';
import { WrenchLaw } from './wrench-law.js';

/** How far a patch's centre may wander in a step and still be the same patch, as a share of the thinner body. */
const MATCH_PER_SIZE = 0.2;
/** Patches of one pair of parts, at most; the smallest join their neighbours. A table has four. */
const MOST_PATCHES = 4;

export const sixModel: ContactModelKind = {
  name: 'six',
  options: SIX_OPTIONS,
  create: (context, firstProjection) => new SixModel(context, firstProjection),
};

class SixModel implements ContactModel {
  readonly projections: readonly Projection[];
  private readonly context: ContactContext;
  private readonly options: SixOptions;
  private readonly contacts: PatchContacts;
  private readonly landings: ContactPool;
  private readonly finder: PatchFinder;
  private readonly corrector: PatchCorrector;
  private readonly recall: Recall;
  private readonly follower: Follower;
  private readonly joiner: PatchJoiner;
  private readonly assembler: PatchAssembler;
  private readonly reporter: PatchReporter;
  private readonly heads: I32Slab;
  private readonly links: I32Slab;
  /** The step's pairs that have contacts. */
  private pairs: PairBatch | null = null;
  /** Pairs whose geometry was computed and reused in this step. */
  private computed = 0;
  private reused = 0;

  constructor(context: ContactContext, firstProjection: number) {
    const { arena } = context;
    const options = readSixOptions(context.settings.options);
    const spin = spinCode(options);
    this.context = context;
    this.options = options;
    this.contacts = new PatchContacts(arena);
    this.landings = new ContactPool(arena, LANDING_STRIDE, LANDING_INTS);
    this.finder = new PatchFinder(
      context.bodies,
      context.settings,
      { normal: options.normal, outline: options.patch, frictionVertices: 16 },
      // The paper has one contact for every pair.
      options.law === 'paper' ? { split: 'none' } : { maxComponents: MOST_PATCHES },
    );
    this.corrector = new PatchCorrector(context.bodies);
    this.recall = new Recall(context.bodies, this.contacts, this.corrector);
    this.follower = new Follower(this.corrector);
    this.joiner = new PatchJoiner(this.contacts);
    this.assembler = new PatchAssembler(context, this.contacts, firstProjection, spin);
    this.reporter = new PatchReporter(this.contacts, spin);
    this.heads = arena.i32(16);
    this.links = arena.i32(16);
    const patches = () => this.contacts.patches;
    const law = options.law === 'paper' ? new PaperLaw(patches, options.patch) : new WrenchLaw(patches);
    const exact: Projection = law.project;
    if (options.law !== 'paper' && options.spin === 'contensou') exact.quick = new SplitVisit(patches).project;
    this.projections = [exact];
  }

  begin(span: number, h: number): void {
    this.computed = 0;
    this.reused = 0;
    this.contacts.patches.dropUnions();
    this.contacts.begin(span, h);
    this.landings.clear();
  }

  find(pairs: PairBatch): void {
    for (let n = 0; n < pairs.count; n++) {
      const i = pairs.i.data;
      const o = n * PAIR_INTS;
      i[o + PB_FOUND] = this.findOne(i[o + PB_SLOT], i[o + PB_BODY_A], i[o + PB_BODY_B]) ? 1 : 0;
    }
  }

  private findOne(pair: number, a: number, b: number): boolean {
    if (this.recall.reuse(pair, a, b)) {
      this.reused++;
      return true;
    }
    this.computed++;
    const { bodies, settings } = this.context;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const depth = targetDepth(shapeA, shapeB, settings);
    const { now: pool, patches, span, h } = this.contacts;
    const start = pool.count;
    const firstLanding = this.landings.count;
    this.finder.find(a, b, depth, span, h < span, pool, patches, this.landings);
    this.landings.setRange(pair, firstLanding, this.landings.count - firstLanding);
    const size = Math.min(thickness(shapeA), thickness(shapeB), 1e3);
    this.recall.inherit(pair, start, MATCH_PER_SIZE * size);
    if (isSampled(shapeA) || isSampled(shapeB)) this.recall.remember(pair, start, a, b, depth, size);
    this.recall.bequeath(pair, start);
    // Only now: `before` may be the same pool, in which the pair still had its old contacts.
    pool.setRange(pair, start, pool.count - start);
    return pool.count > start;
  }

  keep(pairs: PairBatch): void {
    for (let n = 0; n < pairs.count; n++) this.contacts.keep(pairs.i.data[n * PAIR_INTS + PB_SLOT]);
  }

  settle(pairs: PairBatch): void {
    this.pairs = pairs;
    const { bodies } = this.context;
    markGhosts(this.contacts.now, bodies.count, this.heads, this.links, this.passes);
  }

  forces(): void {}

  private readonly passes: PassTest = (k, shared, x, y, z, push) =>
    this.finder.passes(this.contacts.now, k, shared, x, y, z, push);

  assemble(h: number): void {
    const { pairs } = this;
    if (pairs === null) return;
    for (let n = 0; n < pairs.count; n++) {
      const i = pairs.i.data;
      const o = n * PAIR_INTS;
      this.assemblePair(i[o + PB_SLOT], i[o + PB_BODY_A], i[o + PB_BODY_B], h);
    }
  }

  private assemblePair(pair: number, a: number, b: number, h: number): void {
    const pool = this.contacts.now;
    const { bodies, blocks, settings } = this.context;
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    const restitution = restitutionOf(bodies, a, b, settings);
    this.joiner.begin(from, to);
    let ghosts = 0;
    for (let k = from; k < to; k++) {
      if (pool.i.data[k * SIX_INTS + SI_GHOST] === 1) ghosts++;
      else this.assembleOne(k, to, a, b, restitution);
    }
    // What would land beside ghosts alone is one.
    if (this.options.law === 'paper' || (ghosts > 0 && ghosts === to - from)) return;
    const first = this.landings.startOf(pair);
    for (let k = first; k < first + this.landings.countOf(pair); k++) assembleLanding(this.landings, k, blocks, h);
  }

  /** The block of contact k and of those behind it that are one with it. */
  private assembleOne(k: number, to: number, a: number, b: number, restitution: number): void {
    const { contacts, joiner, assembler } = this;
    const { f, i } = contacts.now;
    const { settings } = this.context;
    // Compliance says how patches share a load. What limits friction by anything but the patch's limit surface has no unions.
    const joins = settings.compliance === 0 && this.options.law !== 'paper' && this.options.spin === 'contensou';
    const count = joiner.gather(k, joins ? to : k + 1);
    if (count === 1) {
      const patch = i.data[k * SIX_INTS + SI_PATCH];
      contacts.bear(k, assembler.assemble(f.data, k * SIX_STRIDE, patch, a, b, restitution));
    }
    if (count < 2) return;
    joiner.join();
    const block = assembler.assemble(joiner.record, 0, joiner.patch, a, b, restitution);
    for (let m = 0; m < count; m++) contacts.bear(joiner.members[m], block);
  }

  ties(): void {}

  readBack(): void {
    this.assembler.readBack(this.joiner);
  }

  correct(): number {
    if (this.context.settings.compliance > 0) return 0;
    return this.corrector.pass(this.contacts);
  }

  follow(): void {
    const d = this.context.bodies.f.data;
    this.contacts.patches.dropUnions();
    this.follower.follow(this.contacts, d);
    followLandings(this.landings, this.context.bodies.v.data, this.contacts.h);
    this.contacts.bearingCount = 0;
  }

  touches(pair: number): boolean {
    const pool = this.contacts.now;
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    for (let k = from; k < to; k++) if (this.bears(k)) return true;
    return false;
  }

  private bears(k: number): boolean {
    const pool = this.contacts.now;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    const overlaps = f[o + S_SHIFT] === 0 && pool.i.data[k * SIX_INTS + SI_LOST] === 0;
    return overlaps || f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0;
  }

  report(pair: number, into: ContactRecord[]): void {
    const pool = this.contacts.now;
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    for (let k = from; k < to; k++) if (this.bears(k)) into.push(this.reporter.recordOf(k, this.context.bodies));
  }

  get statistics(): { computed: number; reused: number } {
    return { computed: this.computed, reused: this.reused };
  }

  forget(pair: number): void {
    this.contacts.now.setRange(pair, 0, 0);
  }

  save(): unknown {
    return this.contacts.save();
  }

  load(saved: unknown): void {
    this.contacts.load(saved);
  }
}

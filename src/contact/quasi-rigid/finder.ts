// From two bodies to their contacts: where their undeformed shapes overlap, now or within the step, and what that makes
// of them.
//
// The overlap of all their parts (overlap-search.ts) says where to look: a normal, a rectangle around each component,
// its area. The tractions there come from resolve.ts, the record of them from contact-record.ts. What is soft is taken
// as it is at the start of the step, with its force law (force-law.ts); what is stiff is solved for its end.

import { B_INV_MASS, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { PI } from '../../math/trig.js';
import type { Arena } from '../../memory/arena.js';
import { OV_AREA_VECTOR, OV_CENTER, OV_MOMENT, OV_STRIDE, OV_VOLUME } from '../../overlap/overlap.js';
import { partCount, partFriction } from '../../shapes/parts.js';
import type { Shape, SimpleShape } from '../../shapes/shape.js';
import { approachOf } from '../approach.js';
import { frictionOf } from '../material.js';
import type { ContactSettings } from '../model.js';
import { KeptFactor } from './active-matrix.js';
import { ContactFrame } from './contact-frame.js';
import { type Found, RecordWriter } from './contact-record.js';
import type { Elasticity } from './elasticity.js';
import {
  HINT_SIZE,
  Q_ARM_A,
  Q_DEPTH,
  Q_ENERGY,
  Q_FORESEEN,
  Q_HINT,
  Q_IF_PUSHED,
  Q_IMPLICIT,
  Q_INTS,
  Q_KAPPA,
  Q_LOOK,
  Q_NOW,
  Q_OTHERS_N,
  Q_RESHAPED,
  Q_STRIDE,
  QI_NODE_COUNT,
  QI_NODES,
  QI_PARTS,
} from './layout.js';
import { PairMotion } from './motion.js';
import { MOST_CONTACTS, OverlapSearch, PUSHED } from './overlap-search.js';
import { nearestContact, PairContacts } from './pair-contacts.js';
import { RayField } from './ray-field.js';
import type { Hint, Region } from './request.js';
import { Resolver } from './resolve.js';
import { SplitProblems } from './split.js';
import { Summary } from './tractions.js';

/** Overlaps smaller than this share of the largest of their pair are specks. */
const SPECK = 1e-6;
/** Overlaps that come from ray columns are widened by this: their outline is that of pixels. */
const PIXELS = 0.05;
/** κ from which a contact is solved for the end of the step, and above which it stays so. */
const STIFF = 0.5;
const STAYS_STIFF = 0.3;
/** How far a tilting body may reach beside an overlap, in radii of gyration of that. */
const TILTING = 4;

export class ContactFinder implements Found {
  readonly search: OverlapSearch;
  readonly field = new RayField();
  readonly resolver: Resolver;
  readonly summary: Summary;
  readonly split: SplitProblems;
  readonly motion = new PairMotion();
  readonly region: Region = { u0: 0, u1: 0, w0: 0, w1: 0, area: 0 };
  readonly old = new PairContacts();
  h = 0;
  friction = 0;
  parts = 0;
  parted = false;
  /** Whether the step has been solved before: what others do is known then. */
  isAgain = false;
  /** Whether only the coarsest lattice is solved for. */
  #isRough = false;
  readonly #bodies: BodyStore;
  readonly #settings: ContactSettings;
  readonly #elasticity: Elasticity;
  readonly #withSplit: boolean;
  readonly #frame = new ContactFrame();
  readonly #record: RecordWriter;
  readonly #heights = new Float64Array(2);
  readonly #arms = new Float64Array(6);
  readonly #hint = {
    values: new Float64Array(HINT_SIZE),
    nodes: new Float64Array(0),
    first: 0,
    count: 0,
    factor: new KeptFactor(),
    depth: 0,
  };

  constructor(bodies: BodyStore, settings: ContactSettings, elasticity: Elasticity, arena: Arena) {
    this.#bodies = bodies;
    this.#settings = settings;
    this.#elasticity = elasticity;
    this.search = new OverlapSearch(bodies);
    this.resolver = new Resolver(arena);
    this.summary = new Summary(arena);
    this.split = new SplitProblems(arena);
    this.#record = new RecordWriter(bodies, settings);
    this.#withSplit = settings.options.split === true;
  }

  /** Replaces the contacts of bodies a and b by those that they have within `span`. */
  find(into: PairContacts, a: number, b: number, span: number, h: number, isAgain = false): void {
    this.h = h;
    this.isAgain = isAgain;
    const { search } = this;
    const bodies = this.#bodies;
    this.old.copyFrom(into);
    into.clear();
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const partsA = partCount(shapeA);
    const partsB = partCount(shapeB);
    for (let m = 0; m < partsA; m++) {
      for (let n = 0; n < partsB; n++) {
        search.begin(a, m, b, n);
        this.friction = frictionOf(bodies, a, b, partFriction(shapeA, m), partFriction(shapeB, n), this.#settings);
        this.parts = m * partsB + n;
        this.#findParts(into, span);
      }
    }
    if (!isAgain) noteReshaped(into, this.old);
  }

  #findParts(into: PairContacts, span: number): void {
    const { search } = this;
    const { count, nodeCount } = into;
    this.#frame.forget();
    if (search.now() === 0 && !search.ahead(span)) {
      if (!this.#mayBeStiff(into) || !search.ifPushed(this.h)) return;
      this.#takeAll(into, true);
      if (isStiff(into, count)) return;
      // What is soft is held in time once it overlaps.
      into.count = count;
      into.nodeCount = nodeCount;
      return;
    }
    if (!this.#wasStiff()) {
      // What is new is looked at roughly first, if it may be stiff: then it is solved for once.
      this.#isRough = !this.#wasThere() && this.#mayBeStiff(into);
      if (this.#isRough) this.#takeAll(into, false);
      const isSoft = !isStiff(into, count);
      into.count = count;
      into.nodeCount = nodeCount;
      if (isSoft) {
        this.#isRough = false;
        this.#takeAll(into, false);
        if (!isStiff(into, count)) return;
        into.count = count;
        into.nodeCount = nodeCount;
      }
      this.#isRough = false;
    }
    if (search.time === 0) {
      this.#frame.remember(search.buffer);
      if (!this.#overlapWithin()) return;
    } else {
      search.first();
      this.#frame.remember(search.buffer);
      search.again();
    }
    this.#takeAll(into, true);
  }

  #takeAll(into: PairContacts, implicit: boolean): void {
    const { buffer } = this.search;
    let largest = 0;
    for (let c = 0; c < buffer.count; c++) largest = Math.max(largest, buffer.records[c * OV_STRIDE + OV_VOLUME]);
    for (let c = 0; c < buffer.count && into.count < MOST_CONTACTS; c++)
      if (buffer.records[c * OV_STRIDE + OV_VOLUME] > SPECK * largest) this.#take(into, c, implicit);
  }

  /**
   * Whether a contact of the bodies may be stiff at all. K is 2E*a, a at most half the length of the shorter one; a
   * point of a body gives way to a push up to some four times as easily as its centre, and to tilting twice that.
   */
  #mayBeStiff(into: PairContacts): boolean {
    const { search, h } = this;
    const bodies = this.#bodies;
    const { a, b } = search;
    into.material ??= this.#elasticity.pairOf(a, b);
    const length = Math.min(lengthOf(bodies.shapes[a]!), lengthOf(bodies.shapes[b]!));
    const give = giveOf(bodies, a) + giveOf(bodies, b);
    return 8 * h * h * into.material.options.modulus * length * give > STIFF;
  }

  /** Whether the parts at hand touched in the last step. */
  #wasThere(): boolean {
    const { old } = this;
    for (let k = 0; k < old.count; k++) if (old.i[k * Q_INTS + QI_PARTS] === this.parts) return true;
    return false;
  }

  /** Whether they did so stiffly. */
  #wasStiff(): boolean {
    const { old } = this;
    for (let k = 0; k < old.count; k++) {
      const o = k * Q_STRIDE;
      if (old.i[k * Q_INTS + QI_PARTS] !== this.parts) continue;
      if (old.f[o + Q_IMPLICIT] === 1 && old.f[o + Q_KAPPA] > STAYS_STIFF) return true;
    }
    return false;
  }

  /**
   * The overlap of all that may touch within the step: as if A were nearer to B by what free motion would bring. Where
   * the bodies are stays as it is; only the place to look at comes from here.
   */
  #overlapWithin(): boolean {
    const { motion, field, search } = this;
    const { buffer } = search;
    let best = 0;
    for (let c = 1; c < buffer.count; c++)
      if (buffer.records[c * OV_STRIDE + OV_VOLUME] > buffer.records[best * OV_STRIDE + OV_VOLUME]) best = c;
    if (!this.#frameOf(best, false)) return false;
    const r = buffer.records;
    const o = best * OV_STRIDE;
    const g = o + OV_AREA_VECTOR;
    const deep = r[o + OV_VOLUME] / Math.sqrt(r[g] * r[g] + r[g + 1] * r[g + 1] + r[g + 2] * r[g + 2]);
    this.#prepareMotion();
    const { e } = motion;
    const wide = Math.sqrt((r[o + OV_MOMENT] + r[o + OV_MOMENT + 3] + r[o + OV_MOMENT + 5]) / r[o + OV_VOLUME]);
    const way = this.h * (Math.abs(e[0]) + TILTING * wide * (Math.abs(e[1]) + Math.abs(e[2])));
    motion.reach = search.reachOf(way + deep);
    motion.within = motion.reach;
    return search.nearer(field.frame, motion.reach) > 0;
  }

  #frameOf(c: number, isDeep: boolean): boolean {
    const { field, search } = this;
    const frame = this.#frame;
    return frame.take(field.origin, field.frame, search.buffer, c, search.moved, search.sa, search.sb, isDeep);
  }

  /** Component c of the overlap as a contact. */
  #take(into: PairContacts, c: number, implicit: boolean): void {
    if (!this.#frameOf(c, implicit)) return;
    const { field, resolver, summary, region, search } = this;
    const { buffer, moved, sa, sb, pushed } = search;
    into.material ??= this.#elasticity.pairOf(search.a, search.b);
    const { material } = into;
    const points = buffer.points;
    let low = Infinity;
    let high = -Infinity;
    region.u0 = Infinity;
    region.u1 = -Infinity;
    region.w0 = Infinity;
    region.w1 = -Infinity;
    const f = field.frame;
    const center = c * OV_STRIDE + OV_CENTER;
    const r = buffer.records;
    for (let p = buffer.pointStart[c]; p < buffer.pointStart[c + 1]; p++) {
      const x = points[3 * p] - r[center];
      const y = points[3 * p + 1] - r[center + 1];
      const z = points[3 * p + 2] - r[center + 2];
      const n = x * f[0] + y * f[1] + z * f[2];
      const u = x * f[3] + y * f[4] + z * f[5];
      const w = x * f[6] + y * f[7] + z * f[8];
      low = Math.min(low, n);
      high = Math.max(high, n);
      region.u0 = Math.min(region.u0, u);
      region.u1 = Math.max(region.u1, u);
      region.w0 = Math.min(region.w0, w);
      region.w1 = Math.max(region.w1, w);
    }
    if (!(region.u1 > region.u0 && region.w1 > region.w0)) return;
    const g = c * OV_STRIDE + OV_AREA_VECTOR;
    region.area = Math.abs(r[g] * f[0] + r[g + 1] * f[1] + r[g + 2] * f[2]);
    if (!(region.area > 0)) return;
    if (isSampled(sa) || isSampled(sb)) {
      const du = PIXELS * (region.u1 - region.u0);
      const dw = PIXELS * (region.w1 - region.w0);
      region.u0 -= du;
      region.u1 += du;
      region.w0 -= dw;
      region.w1 += dw;
    }
    // Outlines lie on the surfaces, whose deepest points may lie beyond: by no more than some mean depths.
    const mean = r[c * OV_STRIDE + OV_VOLUME] / region.area;
    const beyond = high - low + 8 * mean;
    // Places to look at may come from A moved nearer; heights are those of where it is.
    const at = implicit && search.time === 0 ? search.poses : moved;
    const reach = implicit ? Math.max(this.motion.reach, pushed) : 0;
    field.place(sa, at, 0, sb, at, 7, low - beyond - reach, high + beyond + reach);
    this.parted = false;
    if (implicit && pushed === 0) this.#prepareMotion();
    const hint = this.#hintFor(into, implicit);
    const motion = implicit ? this.motion : null;
    if (
      pushed > 0 ||
      resolver.resolve(field, region, material.options, motion, hint, this.isAgain, this.#isRough) === 0
    ) {
      if (!implicit) return;
      // By themselves they part: the tangent for when others push.
      this.parted = true;
      this.#prepareMotion();
      const { motion } = this;
      // Shifted along the normal until a little of how deep they lie in each other there is left.
      const deep = this.#deepestOf(region);
      const left = PUSHED * Math.max(motion.reach, Math.abs(deep));
      motion.s.fill(0);
      for (let k = 0; k < 3; k++) motion.e[k] = ((k === 0 ? deep - left : 0) + motion.back[k]) / motion.h;
      motion.reach = Math.max(motion.reach, left - deep);
      if (resolver.resolve(field, region, material.options, motion) === 0) return;
    }
    summary.take(resolver, material.options.modulus);
    if (this.#withSplit) this.split.solve(resolver, PI * material.options.modulus);
    this.#record.write(into, this, c, r[c * OV_STRIDE + OV_VOLUME], implicit);
  }

  /**
   * How deep the surfaces lie in each other over the region, at most (m); negative: how far apart they are at least.
   */
  #deepestOf({ u0, u1, w0, w1 }: Region): number {
    const { field } = this;
    const h = this.#heights;
    let [u, w] = [0.5 * (u0 + u1), 0.5 * (w0 + w1)];
    let [du, dw] = [0.5 * (u1 - u0), 0.5 * (w1 - w0)];
    let best = -Infinity;
    // Nine by nine, and again around the deepest.
    for (let round = 0; round < 4; round++) {
      let [nextU, nextW] = [u, w];
      for (let i = -4; i <= 4; i++)
        for (let j = -4; j <= 4; j++) {
          if (!field.sample(u + 0.25 * i * du, w + 0.25 * j * dw, h) || !(h[1] - h[0] > best)) continue;
          best = h[1] - h[0];
          nextU = u + 0.25 * i * du;
          nextW = w + 0.25 * j * dw;
        }
      u = nextU;
      w = nextW;
      du *= 0.3;
      dw *= 0.3;
    }
    return best;
  }

  /** The lattice of the contact that was here in the last step, solved in the same way. */
  #hintFor(into: PairContacts, implicit: boolean): Hint | null {
    const { old, field, search } = this;
    const arms = this.#arms;
    const hint = this.#hint;
    for (let k = 0; k < 3; k++) arms[k] = field.origin[k] - search.centers[k];
    const from = nearestContact(old, this.parts, arms, 0);
    if (from < 0 || (old.f[from + Q_IMPLICIT] === 1) !== implicit || old.f[from + Q_IF_PUSHED] > 0) return null;
    const n = (from / Q_STRIDE) * Q_INTS;
    for (let k = 0; k < HINT_SIZE; k++) hint.values[k] = old.f[from + Q_HINT + k];
    hint.nodes = old.nodes;
    hint.first = old.i[n + QI_NODES];
    hint.count = old.i[n + QI_NODE_COUNT];
    hint.depth = old.f[from + Q_DEPTH];
    hint.factor = into.factorOf(from / Q_STRIDE);
    return hint;
  }

  /** How the bodies move at the field's origin, with what others did to that in the last step. */
  #prepareMotion(): void {
    const { motion, field, old, search } = this;
    const bodies = this.#bodies;
    const arms = this.#arms;
    const { a, b, centers, time } = search;
    const f = field.frame;
    for (let k = 0; k < 3; k++) {
      arms[k] = field.origin[k] - centers[k];
      arms[3 + k] = field.origin[k] - centers[3 + k];
    }
    motion.take(bodies, a, b, arms, 0, f, 0, bodies.v.data);
    motion.h = this.h;
    for (let k = 0; k < 3; k++) motion.back[k] = time * motion.e[k];
    if (time > 0) {
      motion.reach = approachOf(bodies.f.data, bodies.v.data, a, b, this.h - time);
      motion.within = 0;
    }
    const from = nearestContact(old, this.parts, arms, 0);
    if (from < 0) return;
    const p = old.f;
    const others = from + (this.isAgain ? Q_LOOK : Q_OTHERS_N);
    const dot = (axis: number, at: number) =>
      f[3 * axis] * p[at] + f[3 * axis + 1] * p[at + 1] + f[3 * axis + 2] * p[at + 2];
    const ou = dot(1, others + 1);
    const ow = dot(2, others + 1);
    // From the contact's point then to the origin now.
    const u = dot(1, from + Q_ARM_A) - (f[3] * arms[0] + f[4] * arms[1] + f[5] * arms[2]);
    const w = dot(2, from + Q_ARM_A) - (f[6] * arms[0] + f[7] * arms[1] + f[8] * arms[2]);
    motion.e[0] += p[others] - w * ou + u * ow;
    motion.e[1] += ou;
    motion.e[2] += ow;
  }
}

/** How much the lattices of soft contacts know otherwise than those of the last step of the energy at its end. */
function noteReshaped(into: PairContacts, old: PairContacts): void {
  if (into.count === 0 || old.count === 0) return;
  let sum = 0;
  for (let k = 0; k < into.count; k++) {
    const o = k * Q_STRIDE;
    if (into.f[o + Q_IMPLICIT] === 1) return;
    sum += into.f[o + Q_NOW] > 0 ? into.f[o + Q_ENERGY] : 0;
  }
  for (let k = 0; k < old.count; k++) {
    if (old.f[k * Q_STRIDE + Q_IMPLICIT] === 1) return;
    sum -= old.f[k * Q_STRIDE + Q_FORESEEN];
  }
  into.f[Q_RESHAPED] = sum;
}

/** How easily the body's centre gives way, along the axis that is least locked (1/kg). */
function giveOf(bodies: BodyStore, body: number): number {
  const d = bodies.f.data;
  const o = body * BODY_STRIDE + B_INV_MASS;
  return Math.max(d[o], d[o + 1], d[o + 2]);
}

function lengthOf({ bounds: b }: Shape): number {
  return Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
}

function isSampled(shape: SimpleShape): boolean {
  return shape.type === 'mesh' || shape.type === 'torus';
}

/** Whether a contact from `first` on is too stiff to be taken as it is at the start of the step. */
function isStiff(pair: PairContacts, first: number): boolean {
  for (let k = first; k < pair.count; k++) if (pair.f[k * Q_STRIDE + Q_KAPPA] > STIFF) return true;
  return false;
}

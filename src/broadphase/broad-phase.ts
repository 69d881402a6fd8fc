// Which pairs of bodies may touch.
//
// Every proxy (a body, by its dense slot index) has a fat box: its box at the time, wider by a share of its least side
// (a length would pair every grain of sand with a thousand others) and stretched along its velocity. It is replaced only when the body leaves it, or when it has become much too large. Two
// proxies pair for exactly as long as their fat boxes overlap and the filter admits them; pairs change in `update`
// only. So pairs are a function of the fat boxes, which are part of the saved state: what goes on from there goes on
// alike.
//
// Bounded boxes live in a BoxTree. Unbounded ones (half-spaces) would swell every box above them; they are few, so they
// lie in a list of their own and are compared with everything. A proxy whose box holds a NaN, or is inside out, is set
// aside: it pairs with nothing until it is given a proper box.
//
// Verified in test/broadphase/broad-phase.test.ts against all pairs of fat boxes.

import { Arena, type F64Slab, type I32Slab } from '../memory/arena.js';
import { Workspace } from '../memory/wasm.js';
import { enterBox } from '../shapes/enter-box.js';
import { BoxTree, type RayVisitor } from './box-tree.js';
import { BOUNDED_BOX, boxContains, boxesOverlap, boxKind, EMPTY_BOX, UNBOUNDED_BOX } from './boxes.js';
import { DIRTY, FRESH, type PairFilter, PairList, REFILTER } from './pair-list.js';

export type { RayVisitor } from './box-tree.js';
export type { PairFilter } from './pair-list.js';

export interface BroadPhaseOptions {
  /** How much wider than its body a fat box is on every side, as a share of the least side of the body's box. */
  readonly margin?: number;
  /** How far ahead of a moving body its fat box reaches, s. */
  readonly lookAhead?: number;
  /**
   * Which pairs to form at all: groups and masks, never two static bodies, and so on. Asked when a pair would begin.
   */
  readonly filter?: PairFilter;
}

export interface BroadPhaseState {
  readonly f64: Float64Array[];
  readonly i32: Int32Array[];
}

/** A fat box is given up when on some side it exceeds a fresh one by more than this many margins and the look-ahead. */
const SLACK_MARGINS = 4;
/** From this share of moved proxies on, a rebuild is cheaper than reinserting them. */
const REBUILD_SHARE = 0.2;

const ABSENT = -1;

export class BroadPhase {
  readonly margin: number;
  /** How far ahead of a moving body its fat box reaches, s: two or so time steps. May be set between updates. */
  lookAhead: number;
  readonly filter: PairFilter;
  /** The pairs, ascending, their slots, and those that began and ended in the last update. */
  readonly pairs: PairList;
  /** Six per proxy id. For reading; changes identity when proxies are added. */
  readonly fatBoxes: F64Slab;
  readonly #tree: BoxTree;
  /** BoxKind per id, or ABSENT. */
  readonly #kinds: I32Slab;
  readonly #flags: I32Slab;
  /** Ids with flags, each once, in any order. */
  readonly #dirty: I32Slab;
  #dirtyCount = 0;
  readonly #unbounded: I32Slab;
  #unboundedCount = 0;
  #idEnd = 0;
  readonly #candidates: I32Slab;
  readonly #hits: I32Slab;
  /** Two boxes: the fresh fat box, and the largest that is kept. */
  readonly #scratch: F64Slab;
  /** The velocity of a body at rest. */
  readonly #still: Float64Array;

  constructor(options: BroadPhaseOptions = {}, arena = new Arena(), workspace = new Workspace()) {
    this.margin = options.margin ?? 0.1;
    this.lookAhead = options.lookAhead ?? 1 / 30;
    this.filter = options.filter ?? (() => true);
    this.pairs = new PairList(arena, workspace);
    this.#tree = new BoxTree(arena, workspace);
    this.fatBoxes = arena.f64(6 * 16);
    this.#kinds = arena.i32(16);
    this.#flags = arena.i32(16);
    this.#dirty = arena.i32(16);
    this.#unbounded = arena.i32(4);
    this.#candidates = arena.i32(64);
    this.#hits = arena.i32(64);
    this.#scratch = arena.f64(12);
    this.#still = arena.f64(3).data;
  }

  has(id: number): boolean {
    return id >= 0 && id < this.#idEnd && this.#kinds.data[id] !== ABSENT;
  }

  /**
   * Add a proxy with the box boxes[at…at+5] (min x, y, z, max x, y, z) and the velocity velocities[v…v+2], m/s. An id
   * in use is replaced. `isFixed`: it does not move, and needs no margin.
   */
  add(id: number, boxes: Float64Array, at = 0, velocities = this.#still, v = 0, isFixed = false): void {
    if (this.has(id)) this.remove(id);
    if (id >= this.#idEnd) {
      this.#kinds.reserve(id + 1);
      this.#flags.reserve(id + 1);
      this.fatBoxes.reserve(6 * (id + 1));
      this.#dirty.reserve(id + 1);
      this.#kinds.data.fill(ABSENT, this.#idEnd, id + 1);
      this.#flags.data.fill(0, this.#idEnd, id + 1);
      this.fatBoxes.data.fill(0, 6 * this.#idEnd, 6 * (id + 1)); // equal states save equal bytes
      this.#idEnd = id + 1;
    }
    this.#setFresh(boxes, at, velocities, v, isFixed);
    this.#place(id);
    this.#mark(id, DIRTY | FRESH);
  }

  /** Take a proxy out; its pairs end with the next update. Returns whether it was there. */
  remove(id: number): boolean {
    if (!this.has(id)) return false;
    this.#displace(id);
    this.#kinds.data[id] = ABSENT;
    this.#mark(id, DIRTY | FRESH);
    return true;
  }

  /** The body's box is now boxes[at…at+5], its velocity velocities[v…v+2]. Returns whether it got a new fat box. */
  move(id: number, boxes: Float64Array, at = 0, velocities = this.#still, v = 0, isFixed = false): boolean {
    if (!this.has(id)) return false;
    this.#setFresh(boxes, at, velocities, v, isFixed);
    const fat = this.fatBoxes.data;
    const fresh = this.#scratch.data;
    const kind = this.#kinds.data[id];
    if (kind !== EMPTY_BOX) {
      if (boxContains(fat, 6 * id, boxes, at) && boxContains(fresh, 6, fat, 6 * id)) return false;
      if (kind === BOUNDED_BOX && boxKind(fresh, 0) === BOUNDED_BOX) {
        for (let k = 0; k < 6; k++) fat[6 * id + k] = fresh[k];
        this.#tree.enlarge(id, fat, 6 * id);
        this.#mark(id, DIRTY);
        return true;
      }
    } else if (boxKind(fresh, 0) === EMPTY_BOX) return false;
    this.#displace(id);
    this.#place(id);
    this.#mark(id, DIRTY);
    return true;
  }

  /** What the filter says about this proxy has changed: ask it again in the next update. */
  refilter(id: number): void {
    if (this.has(id)) this.#mark(id, DIRTY | REFILTER);
  }

  /** Whether the next update would find the pairs that there are. */
  get isSettled(): boolean {
    return this.#dirtyCount === 0;
  }

  /**
   * Find the pairs that began and ended since the last update. See `pairs`; of its two lists, handle `ended` before
   * `begun`, since a begun pair may take over the slot of an ended one.
   */
  update(): void {
    if (this.#dirtyCount === 0) {
      this.pairs.settle();
      return;
    }
    this.#tidyTree();
    const dirty = this.#dirty.data;
    const flags = this.#flags.data;
    const n = this.#findCandidates();
    this.pairs.merge(this.#candidates, n, flags, this.#idEnd, this.filter);
    for (let k = 0; k < this.#dirtyCount; k++) flags[dirty[k]] = 0;
    this.#dirtyCount = 0;
  }

  /**
   * Write the ids of proxies whose fat boxes overlap the given box to `out`, ascending; returns how many. The bodies
   * themselves may lie outside.
   */
  collect(box: Float64Array, at: number, out: I32Slab): number {
    let count = 0;
    if (boxKind(box, at) === EMPTY_BOX) return count;
    count = this.#tree.collect(box, at, out);
    for (let k = 0; k < this.#unboundedCount; k++) {
      const id = this.#unbounded.data[k];
      if (!boxesOverlap(this.fatBoxes.data, 6 * id, box, at)) continue;
      out.reserve(count + 1);
      out.data[count++] = id;
    }
    out.data.subarray(0, count).sort();
    return count;
  }

  /**
   * Visit the proxies whose fat boxes the ray o + t d enters at some t in [0, maxFraction]. The visitor returns the
   * fraction up to which to look on: what it was given, less after a hit, below 0 to end. The order of visits is not
   * defined beyond being the same for the same history: let equal hits be decided by id. A ray with NaN or an infinite
   * origin or direction visits nothing.
   */
  castRay(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    maxFraction: number,
    visit: RayVisitor,
  ): void {
    // 0 · x is NaN unless x is finite.
    if (0 * ox + 0 * oy + 0 * oz + 0 * dx + 0 * dy + 0 * dz !== 0 || !(maxFraction >= 0)) return;
    for (let k = 0; k < this.#unboundedCount; k++) {
      const id = this.#unbounded.data[k];
      if (enterBox(this.fatBoxes.data, 6 * id, ox, oy, oz, 1 / dx, 1 / dy, 1 / dz, maxFraction) < 0) continue;
      maxFraction = visit(id, maxFraction);
      if (!(maxFraction >= 0)) return;
    }
    this.#tree.castRay(ox, oy, oz, dx, dy, dz, maxFraction, visit);
  }

  /** Plain copies of everything that decides what comes next. The lists of begun and ended pairs are not part of it. */
  save(): BroadPhaseState {
    const tree = this.#tree.save();
    return {
      f64: [this.fatBoxes.data.slice(0, 6 * this.#idEnd), ...tree.f64],
      i32: [
        this.#kinds.data.slice(0, this.#idEnd),
        this.#flags.data.slice(0, this.#idEnd),
        this.#unbounded.data.slice(0, this.#unboundedCount),
        ...tree.i32,
        ...this.pairs.save(),
      ],
    };
  }

  /** Become what was saved. The margin, the look-ahead and the filter are the caller's to set alike. */
  load(state: BroadPhaseState): void {
    const [fatBoxes, ...treeF64] = state.f64;
    const [kinds, flags, unbounded, treeHeader, treeLinks, treeLeaves, ...pairs] = state.i32;
    this.#idEnd = kinds.length;
    this.#kinds.load(kinds);
    this.#flags.load(flags);
    this.fatBoxes.load(fatBoxes);
    this.#dirty.reserve(this.#idEnd);
    this.#dirtyCount = 0;
    for (let id = 0; id < this.#idEnd; id++) if (flags[id] !== 0) this.#dirty.data[this.#dirtyCount++] = id;
    this.#unbounded.load(unbounded);
    this.#unboundedCount = unbounded.length;
    this.#tree.load({ f64: treeF64, i32: [treeHeader, treeLinks, treeLeaves] });
    this.pairs.load(pairs);
  }

  #mark(id: number, flag: number): void {
    const flags = this.#flags.data;
    if (flags[id] === 0) this.#dirty.data[this.#dirtyCount++] = id;
    flags[id] |= flag;
  }

  /**
   * scratch = the fat box that this box would get now, and the largest box that may stand for it. Numbers come and go
   * in arrays, since a number passed to a function that is not inlined is allocated.
   */
  #setFresh(boxes: Float64Array, at: number, velocities: Float64Array, v: number, isFixed: boolean): void {
    const s = this.#scratch.data;
    const least = Math.min(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]);
    // What is unbounded does not move out of its box either.
    const margin = !isFixed && least < Infinity ? this.margin * least : 0;
    const slack = SLACK_MARGINS * margin;
    for (let i = 0; i < 3; i++) {
      const d = this.lookAhead * velocities[v + i];
      // A velocity that is not finite predicts nothing: the box is as fat as that of a body at rest.
      const ahead = 0 * d === 0 ? d : 0;
      const low = boxes[at + i] - margin + (ahead < 0 ? ahead : 0);
      const high = boxes[at + i + 3] + margin + (ahead > 0 ? ahead : 0);
      s[i] = low;
      s[i + 3] = high;
      // A fat box trails behind its body as far as it reached ahead of it: that much is no reason to give it up.
      const most = slack + (ahead < 0 ? -ahead : ahead);
      s[i + 6] = low - most;
      s[i + 9] = high + most;
    }
  }

  /** Put the proxy where the box in scratch belongs. */
  #place(id: number): void {
    const fresh = this.#scratch.data;
    const fat = this.fatBoxes.data;
    const kind = boxKind(fresh, 0);
    this.#kinds.data[id] = kind;
    for (let k = 0; k < 6; k++) fat[6 * id + k] = fresh[k];
    if (kind === BOUNDED_BOX) this.#tree.insert(id, fat, 6 * id);
    else if (kind === UNBOUNDED_BOX) {
      this.#unbounded.reserve(this.#unboundedCount + 1);
      this.#unbounded.data[this.#unboundedCount++] = id;
    }
  }

  /** Take the proxy from where `place` put it. */
  #displace(id: number): void {
    const kind = this.#kinds.data[id];
    if (kind === BOUNDED_BOX) this.#tree.remove(id);
    else if (kind === UNBOUNDED_BOX) {
      const list = this.#unbounded.data;
      const at = list.indexOf(id);
      list[at] = list[--this.#unboundedCount];
    }
  }

  #tidyTree(): void {
    if (this.#dirtyCount > REBUILD_SHARE * this.#tree.count) {
      this.#tree.rebuild();
      return;
    }
    const dirty = this.#dirty.data;
    for (let k = 0; k < this.#dirtyCount; k++) {
      const id = dirty[k];
      // Fresh proxies were hung where they fit when they came.
      if (this.#kinds.data[id] === BOUNDED_BOX && (this.#flags.data[id] & FRESH) === 0) this.#tree.reinsert(id);
    }
  }

  /** Every overlapping pair of which at least one proxy is dirty, once each, with a < b. */
  #findCandidates(): number {
    const fat = this.fatBoxes.data;
    const kinds = this.#kinds.data;
    let n = 0;
    for (let k = 0; k < this.#dirtyCount; k++) {
      const id = this.#dirty.data[k];
      const kind = kinds[id];
      if (kind === BOUNDED_BOX) {
        const hitCount = this.#tree.collect(fat, 6 * id, this.#hits);
        this.#candidates.reserve(2 * (n + hitCount + this.#unboundedCount));
        const hits = this.#hits.data;
        for (let h = 0; h < hitCount; h++) n = this.#addCandidate(n, id, hits[h]);
        for (let u = 0; u < this.#unboundedCount; u++) {
          const other = this.#unbounded.data[u];
          if (boxesOverlap(fat, 6 * id, fat, 6 * other)) n = this.#addCandidate(n, id, other);
        }
      } else if (kind === UNBOUNDED_BOX) {
        this.#candidates.reserve(2 * (n + this.#idEnd));
        for (let other = 0; other < this.#idEnd; other++) {
          if (kinds[other] <= EMPTY_BOX) continue;
          if (boxesOverlap(fat, 6 * id, fat, 6 * other)) n = this.#addCandidate(n, id, other);
        }
      }
    }
    return n;
  }

  #addCandidate(n: number, id: number, other: number): number {
    // Two dirty proxies find each other: the one with the lower id reports.
    if (other === id || (other < id && this.#flags.data[other] !== 0)) return n;
    const out = this.#candidates.data;
    out[2 * n] = id < other ? id : other;
    out[2 * n + 1] = id < other ? other : id;
    return n + 1;
  }
}

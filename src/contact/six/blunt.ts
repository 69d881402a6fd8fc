// Corners and edges are blunt: no material bears an infinite pressure. Under a force f a corner gives way until it bears on
// a spot of area f/H, H the hardness of what it is made of: a disc of radius a = √(f/πH). What bears on corners alone and
// turns about them has friction there, which a point has not:
//
//   rolling    pressure H on the leading half of the spot, as what lies behind has come off: f = ½ π r² H, whose centroid
//              is 4r/3π ahead of the corner: a torque of 0.600 a f
//   spinning   pressure H all over the spot: ⅔ μ a f
//
// An edge of length l is straight to a share of that, ε l, and bears on spots, too: on two at least, and on so many that
// none has to give way by more. What rolls about it meets 0.600 b f, b = min(a/√2, ε l).
//
// Without it a table that hangs on two corners, or on an edge of another one, swings as a pendulum for minutes, where one
// of wood stops within seconds (docs/decisions/six-corners.md).
//
// Simplifications. The impulse acts at the start of a step, by what was borne in the one before; it stops a body at
// most, so that it adds no energy. Rims and curved sides have none; nor do meshes, whose corners are often no corners of
// what they stand for. Spots of an edge are as wide as if each bore the same.
// Verified in test/contact/six-corners.test.ts.

import { B_INV_INERTIA, BODY_INTS, BODY_STRIDE, I_ASLEEP } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { PI } from '../../math/trig.js';
import type { F64Slab, I32Slab } from '../../memory/arena.js';
import { partCount, solidPart } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { thickness } from '../material.js';
import type { ContactContext } from '../model.js';
import type { PatchContacts } from './contacts.js';
import {
  S_FRAME,
  S_FRICTION,
  S_WRENCH,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_FEATURES,
  SI_KIND,
  SI_PARTS,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';

/** √2 · 4/3π: how far ahead of a corner that rolls its pressure is, in radii of the spot. */
const AHEAD = (4 * 1.4142135623730951) / (3 * PI);
/** √½: radius of each of two spots. */
const HALF = 0.7071067811865476;
/** Arm of a spot's friction against spinning, in radii. */
const SPINS = 2 / 3;
/** A spot is no larger than this share of the thinner body: what gives way by more is not rigid. */
const MOST_SPOT = 0.02;
/**
 * ε: how straight edges are, as a share of their length. As workshops keep it (ISO 2768-2, class K, asks for 0.05 mm of
 * 10 mm, 0.2 of 100, 0.6 of 1000).
 */
const STRAIGHT = 1e-3;

/** A spot's radius squared is at most this times its area over π, whatever is lost on the way. */
const ROUNDED = 1 + 1e-9;
/**
 * Numbers of the contact in hand, which calls would allocate: normal impulse (N·s); square of its spot's radius before
 * that is held to the bodies' size, and of the way to the nearest corner or to an edge (m²); how long that edge is, 0 at
 * a corner, and where it goes (u, w); the most that it resists rolling, and any turn, by (N·m·s); the turn, then its
 * axis, then the impulse about that.
 */
const NORMAL = 0;
const SQUARE = 1;
const APART = 2;
const LENGTH = 3;
const ALONG = 4;
const ROLLS = 6;
const MOST = 7;
const AXIS = 8;

/** Pairs that there is room for at first. */
const DONE = 16;

export class BluntCorners {
  readonly #contacts: PatchContacts;
  readonly #bodies: BodyStore;
  /** Pa */
  readonly #hardness: number;
  /**
   * What it did in this step, for reports: pair, and impulse on its A (N·m·s). Pairs ascend in each part of the step, and
   * where these begin.
   */
  readonly #done: F64Slab;
  #count = 0;
  readonly #parts: I32Slab;
  #partCount = 0;
  /** Of both, what is of parts that are over. */
  #kept = 0;
  #keptParts = 0;
  /** Of the contact in hand: impulse so far, and NORMAL to AXIS. */
  readonly #impulse = new Float64Array(3);
  readonly #at = new Float64Array(AXIS + 3);

  constructor(contacts: PatchContacts, { arena, bodies }: ContactContext, hardness: number) {
    this.#contacts = contacts;
    this.#bodies = bodies;
    this.#hardness = hardness;
    this.#done = arena.f64(4 * DONE);
    this.#parts = arena.i32(4);
  }

  /** A step begins, in whatever parts. */
  begin(): void {
    this.#count = this.#partCount = this.#kept = this.#keptParts = 0;
  }

  /** A part of it begins; one that was not kept has not been. */
  beginPart(): void {
    this.#count = this.#kept;
    this.#partCount = this.#keptParts;
  }

  keepPart(): void {
    this.#kept = this.#count;
    this.#keptParts = this.#partCount;
  }

  /** Adds what a pair got in a step of `span` to the torque on its A. */
  report(pair: number, span: number, torque: [number, number, number]): void {
    const done = this.#done.data;
    for (let n = 0; n < this.#partCount; n++)
      for (let k = this.#firstOf(pair, n), end = this.#endOf(n); k < end && done[4 * k] === pair; k++)
        for (let m = 0; m < 3; m++) torque[m]! += done[4 * k + 1 + m] / span;
  }

  forget(pair: number): void {
    const done = this.#done.data;
    for (let n = 0; n < this.#partCount; n++) {
      const from = this.#firstOf(pair, n);
      let to = from;
      for (const end = this.#endOf(n); to < end && done[4 * to] === pair; ) to++;
      if (to === from) continue;
      done.copyWithin(4 * from, 4 * to, 4 * this.#count);
      this.#count -= to - from;
      if (from < this.#kept) this.#kept -= to - from;
      for (let later = n + 1; later < this.#partCount; later++) this.#parts.data[later] -= to - from;
    }
  }

  /** Where part n ends. */
  #endOf(n: number): number {
    return n + 1 < this.#partCount ? this.#parts.data[n + 1] : this.#count;
  }

  /** The first entry of part n that is of this pair or one behind it. */
  #firstOf(pair: number, n: number): number {
    const done = this.#done.data;
    let from = this.#parts.data[n];
    let to = this.#endOf(n);
    while (from < to) {
      const middle = (from + to) >> 1;
      if (done[4 * middle] < pair) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #noteStart(): void {
    this.#parts.reserve(this.#partCount + 1);
    this.#parts.data[this.#partCount++] = this.#count;
  }

  save(): Float64Array {
    return this.#done.data.slice(0, 4 * this.#count);
  }

  load(saved: Float64Array): void {
    this.#done.reserve(saved.length);
    this.begin();
    for (let k = 0; k < saved.length; k += 4) {
      // Earlier versions have left what was forgotten there.
      if (saved[k] < 0) continue;
      const { data } = this.#done;
      if (this.#count === 0 || saved[k] < data[4 * this.#count - 4]) this.#noteStart();
      for (let m = 0; m < 4; m++) data[4 * this.#count + m] = saved[k + m];
      this.#count++;
    }
  }

  /** Impulses of h seconds, by what contacts bore in the step before. */
  resist(h: number): void {
    const { now: pool, h: before } = this.#contacts;
    const { ranges, i, f } = pool;
    const awake = this.#bodies.i.data;
    const at = this.#at;
    if (!(before > 0)) return;
    this.#noteStart();
    for (let r = 0; r < ranges.data.length; r += 2)
      for (let k = ranges.data[r]; k < ranges.data[r] + ranges.data[r + 1]; k++) {
        const n = k * SIX_INTS;
        if (i.data[n + SI_FACING] !== 1 || i.data[n + SI_KIND] !== 0 || i.data[n + SI_FEATURES] !== 0) continue;
        const a = i.data[n + SI_BODY_A];
        const b = i.data[n + SI_BODY_B];
        // Before the record, which lies farther off.
        if (awake[a * BODY_INTS + I_ASLEEP] !== 0 && awake[b * BODY_INTS + I_ASLEEP] !== 0) continue;
        const o = k * SIX_STRIDE;
        const x = f.data[o + S_FRAME];
        const y = f.data[o + S_FRAME + 1];
        const z = f.data[o + S_FRAME + 2];
        const normal = x * f.data[o] + y * f.data[o + 1] + z * f.data[o + 2];
        if (!(normal > 0)) continue;
        at[NORMAL] = normal;
        at[SQUARE] = normal / before / (PI * this.#hardness);
        // Where it is at no corner or edge its bodies' shapes, scattered over the heap, are not asked.
        if (!this.#isSharp(k)) continue;
        const spot = this.#spot(a, b);
        if (!(at[APART] < spot * spot) || !this.#areFlat(i.data[n + SI_PARTS], a, b)) continue;
        const wide = at[LENGTH] > 0 ? Math.min(HALF * spot, STRAIGHT * at[LENGTH]) : spot;
        at[ROLLS] = ((AHEAD * h) / before) * wide * normal;
        this.#impulse.fill(0);
        if (at[LENGTH] > 0) this.#roll(a, b, f.data, o);
        else this.#turn(a, b, f.data, o);
        this.#note(r / 2);
      }
  }

  #note(pair: number): void {
    if (this.#impulse[0] === 0 && this.#impulse[1] === 0 && this.#impulse[2] === 0) return;
    this.#done.reserve(4 * this.#count + 4);
    const done = this.#done.data;
    const o = 4 * this.#count++;
    done[o] = pair;
    for (let m = 0; m < 3; m++) done[o + 1 + m] = this.#impulse[m];
  }

  /** Radius of the spot of the contact in hand (m). */
  #spot(a: number, b: number): number {
    const { shapes } = this.#bodies;
    const thin = Math.min(thickness(shapes[a]!), thickness(shapes[b]!));
    return Math.min(MOST_SPOT * thin, Math.sqrt(this.#at[SQUARE]));
  }

  /** Whether the two parts in contact have flat faces only. */
  #areFlat(parts: number, a: number, b: number): boolean {
    const { shapes } = this.#bodies;
    const shapeA = shapes[a]!;
    const shapeB = shapes[b]!;
    const count = partCount(shapeB);
    const pair = parts % (partCount(shapeA) * count);
    return isFlat(solidPart(shapeA, Math.floor(pair / count))) && isFlat(solidPart(shapeB, pair % count));
  }

  /** Whether contact k bears as near to a corner of its patch as its spot may be large, or to an edge; writes which. */
  #isSharp(k: number): boolean {
    const { now: pool, patches } = this.#contacts;
    const at = this.#at;
    const f = pool.f.data;
    const o = k * SIX_STRIDE;
    const patch = pool.i.data[k * SIX_INTS + SI_PATCH];
    const count = patches.outlineCount[patch];
    if (count < 3) return false;
    const t = o + S_WRENCH + 3;
    const u = o + S_FRAME + 3;
    const w = o + S_FRAME + 6;
    const pu = -(f[t] * f[w] + f[t + 1] * f[w + 1] + f[t + 2] * f[w + 2]) / at[NORMAL];
    const pw = (f[t] * f[u] + f[t + 1] * f[u + 1] + f[t + 2] * f[u + 2]) / at[NORMAL];
    const start = patches.outlineStart[patch];
    const end = start + 2 * count;
    const x = patches.vertices;
    const most = ROUNDED * at[SQUARE];
    let least = Infinity;
    let longest = 0;
    for (let v = start, last = end - 2; v < end; last = v, v += 2) {
      const du = x[v] - pu;
      const dw = x[v + 1] - pw;
      const square = du * du + dw * dw;
      if (square < least) least = square;
      const eu = x[v] - x[last];
      const ew = x[v + 1] - x[last + 1];
      const length = eu * eu + ew * ew;
      const off = du * ew - dw * eu;
      if (!(off * off < most * length) || !(length > longest)) continue;
      longest = length;
      at[APART] = (off * off) / length;
      at[ALONG] = eu;
      at[ALONG + 1] = ew;
    }
    at[LENGTH] = least < most ? 0 : Math.sqrt(longest);
    if (least < most) at[APART] = least;
    return least < most || longest > 0;
  }

  /** Slows the turn of A against B about the edge in hand down, by at[ROLLS] (N·m·s) at most. Its frame is at f[o…]. */
  #roll(a: number, b: number, f: Float64Array, o: number): void {
    const at = this.#at;
    const v = this.#bodies.v.data;
    const cu = at[ALONG] / at[LENGTH];
    const cw = at[ALONG + 1] / at[LENGTH];
    const u = o + S_FRAME + 3;
    const w = o + S_FRAME + 6;
    let speed = 0;
    for (let m = 0; m < 3; m++) {
      at[AXIS + m] = cu * f[u + m] + cw * f[w + m];
      speed += at[AXIS + m] * (v[6 * a + 3 + m] - v[6 * b + 3 + m]);
    }
    for (let m = AXIS; m < AXIS + 3; m++) at[m] *= speed;
    at[MOST] = at[ROLLS];
    this.#stop(a, b);
  }

  /**
   * Slows the turn of A against B down: about axes across n, the normal at f[o…], by at[ROLLS] (N·m·s) at most, about n
   * by friction's share.
   */
  #turn(a: number, b: number, f: Float64Array, o: number): void {
    const at = this.#at;
    const v = this.#bodies.v.data;
    const x = f[o + S_FRAME];
    const y = f[o + S_FRAME + 1];
    const z = f[o + S_FRAME + 2];
    const wx = v[6 * a + 3] - v[6 * b + 3];
    const wy = v[6 * a + 4] - v[6 * b + 4];
    const wz = v[6 * a + 5] - v[6 * b + 5];
    const spin = wx * x + wy * y + wz * z;
    at[AXIS] = wx - spin * x;
    at[AXIS + 1] = wy - spin * y;
    at[AXIS + 2] = wz - spin * z;
    at[MOST] = at[ROLLS];
    this.#stop(a, b);
    at[AXIS] = spin * x;
    at[AXIS + 1] = spin * y;
    at[AXIS + 2] = spin * z;
    at[MOST] = (SPINS / AHEAD) * f[o + S_FRICTION] * at[ROLLS];
    this.#stop(a, b);
  }

  /** An impulse against the turn at[AXIS…] of A against B, of at[MOST] or what stops it if both are free. */
  #stop(a: number, b: number): void {
    const at = this.#at;
    const speed = Math.sqrt(at[AXIS] * at[AXIS] + at[AXIS + 1] * at[AXIS + 1] + at[AXIS + 2] * at[AXIS + 2]);
    if (!(speed > 0)) return;
    const x = at[AXIS] / speed;
    const y = at[AXIS + 1] / speed;
    const z = at[AXIS + 2] / speed;
    at[AXIS] = x;
    at[AXIS + 1] = y;
    at[AXIS + 2] = z;
    const impulse = -Math.min(at[MOST], speed / (this.#ease(a) + this.#ease(b)));
    if (!(impulse < 0)) return;
    this.#impulse[0] += x * impulse;
    this.#impulse[1] += y * impulse;
    this.#impulse[2] += z * impulse;
    at[AXIS] = x * impulse;
    at[AXIS + 1] = y * impulse;
    at[AXIS + 2] = z * impulse;
    this.#push(a, 1);
    this.#push(b, -1);
  }

  /** How much a unit impulse about the axis in hand turns a body about it. */
  #ease(body: number): number {
    if (this.#bodies.i.data[body * BODY_INTS + I_ASLEEP] !== 0) return 0;
    const at = this.#at;
    const x = at[AXIS];
    const y = at[AXIS + 1];
    const z = at[AXIS + 2];
    const d = this.#bodies.f.data;
    const o = body * BODY_STRIDE + B_INV_INERTIA;
    return (
      x * (d[o] * x + 2 * (d[o + 1] * y + d[o + 2] * z)) + y * (d[o + 3] * y + 2 * d[o + 4] * z) + d[o + 5] * z * z
    );
  }

  /** The impulse in hand, on A (`sign` 1) or B (-1). */
  #push(body: number, sign: number): void {
    if (this.#bodies.i.data[body * BODY_INTS + I_ASLEEP] !== 0) return;
    const at = this.#at;
    const x = sign * at[AXIS];
    const y = sign * at[AXIS + 1];
    const z = sign * at[AXIS + 2];
    const d = this.#bodies.f.data;
    const o = body * BODY_STRIDE + B_INV_INERTIA;
    const v = this.#bodies.v.data;
    v[6 * body + 3] += d[o] * x + d[o + 1] * y + d[o + 2] * z;
    v[6 * body + 4] += d[o + 1] * x + d[o + 3] * y + d[o + 4] * z;
    v[6 * body + 5] += d[o + 2] * x + d[o + 4] * y + d[o + 5] * z;
  }
}

function isFlat({ type }: SimpleShape): boolean {
  return type === 'box' || type === 'convex' || type === 'half-space';
}

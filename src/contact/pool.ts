// Contacts as packed records, and which of them each pair has.

import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';

export class ContactPool {
  readonly stride: number;
  readonly ints: number;
  readonly f: F64Slab;
  readonly i: I32Slab;
  /** First contact and number of contacts of each pair slot. */
  readonly ranges: I32Slab;
  /** Records in use, and how many of them belong to a pair. */
  count = 0;
  owned = 0;

  /** `stride` doubles and `ints` integers a contact. */
  constructor(arena: Arena, stride: number, ints: number) {
    this.stride = stride;
    this.ints = ints;
    this.f = arena.f64(stride * 16);
    this.i = arena.i32(ints * 16);
    this.ranges = arena.i32(64);
  }

  clear(): void {
    this.count = 0;
    this.owned = 0;
    this.ranges.data.fill(0);
  }

  /** A record of zeros: what a kind of contact has no number for does not depend on what was there. */
  add(): number {
    const k = this.count++;
    this.f.reserve(this.count * this.stride);
    this.i.reserve(this.count * this.ints);
    this.f.data.fill(0, k * this.stride, this.count * this.stride);
    this.i.data.fill(0, k * this.ints, this.count * this.ints);
    return k;
  }

  startOf(pair: number): number {
    return 2 * pair < this.ranges.data.length ? this.ranges.data[2 * pair] : 0;
  }

  countOf(pair: number): number {
    return 2 * pair < this.ranges.data.length ? this.ranges.data[2 * pair + 1] : 0;
  }

  setRange(pair: number, start: number, count: number): void {
    this.ranges.reserve(2 * pair + 2);
    const r = this.ranges.data;
    this.owned += count - r[2 * pair + 1];
    r[2 * pair] = start;
    r[2 * pair + 1] = count;
  }

  /** Contact `to` becomes what contact k is. */
  move(k: number, to: number): void {
    if (k === to) return;
    const { stride, ints } = this;
    const f = this.f.data;
    const i = this.i.data;
    for (let m = to * stride, e = m + stride, q = k * stride; m < e; m++, q++) f[m] = f[q];
    for (let m = to * ints, e = m + ints, q = k * ints; m < e; m++, q++) i[m] = i[q];
  }

  /** Appends a copy of contact n of a pool, which may be this one; returns its index. */
  copyFrom(from: ContactPool, n: number): number {
    const k = this.add();
    const { stride, ints } = this;
    const f = this.f.data;
    const g = from.f.data;
    const i = this.i.data;
    const j = from.i.data;
    for (let m = k * stride, e = m + stride, q = n * stride; m < e; m++, q++) f[m] = g[q];
    for (let m = k * ints, e = m + ints, q = n * ints; m < e; m++, q++) i[m] = j[q];
    return k;
  }
}

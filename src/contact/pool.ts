// The contacts of a step, packed, with the pairs they belong to. A model keeps two pools that take turns: the new
// step's contacts look up their impulses among the old ones.

import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';

export class ContactPool {
  readonly stride: number;
  readonly ints: number;
  readonly f: F64Slab;
  readonly i: I32Slab;
  /** First contact and number of contacts of each pair slot. */
  readonly ranges: I32Slab;
  count = 0;

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
    this.ranges.data.fill(0);
  }

  add(): number {
    const k = this.count++;
    this.f.reserve(this.count * this.stride);
    this.i.reserve(this.count * this.ints);
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
    this.ranges.data[2 * pair] = start;
    this.ranges.data[2 * pair + 1] = count;
  }

  /** Appends copies of the contacts of a pair in another pool. */
  copyPair(pair: number, from: ContactPool): void {
    const first = from.startOf(pair);
    const count = from.countOf(pair);
    const start = this.count;
    for (let n = 0; n < count; n++) this.copyFrom(from, first + n);
    this.setRange(pair, start, count);
  }

  /** Appends a copy of contact n of another pool; returns its index. */
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

  save(): unknown {
    return {
      count: this.count,
      f: this.f.data.slice(0, this.count * this.stride),
      i: this.i.data.slice(0, this.count * this.ints),
      ranges: this.ranges.data.slice(),
    };
  }

  load(saved: unknown): void {
    const s = saved as { count: number; f: Float64Array; i: Int32Array; ranges: Int32Array };
    this.count = s.count;
    this.f.reserve(s.f.length);
    this.f.data.set(s.f);
    this.i.reserve(s.i.length);
    this.i.data.set(s.i);
    this.ranges.reserve(s.ranges.length);
    this.ranges.data.fill(0);
    this.ranges.data.set(s.ranges);
  }
}

// The contact points of a step, packed, with the pairs they belong to. Two pools take turns: the new step's points look
// up their impulses among the old ones.

import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';

/** World impulse of the last solve (N·s). */
export const P_IMPULSE = 0;
/** Points on the surfaces relative to the centres of mass, body frames. */
export const P_ANCHOR_A = 3;
export const P_ANCHOR_B = 6;
/** From b to a. */
export const P_NORMAL = 9;
/** At detection; negative is penetration (m). */
export const P_SEPARATION = 12;
export const P_FRICTION = 13;
/** Target depth of the pair (m). */
export const P_DEPTH = 14;
export const POINT_STRIDE = 16;

export const PI_ID = 0;
/** Which parts of the two bodies. */
export const PI_PARTS = 1;
export const PI_BLOCK = 2;
export const PI_BODY_A = 3;
export const PI_BODY_B = 4;
/** 1: has inherited an impulse in this step; 2: has passed its own on. */
export const PI_HEIR = 5;
export const POINT_INTS = 6;

export class PointPool {
  readonly f: F64Slab;
  readonly i: I32Slab;
  /** First point and number of points of each pair slot. */
  readonly ranges: I32Slab;
  count = 0;

  constructor(arena: Arena) {
    this.f = arena.f64(POINT_STRIDE * 64);
    this.i = arena.i32(POINT_INTS * 64);
    this.ranges = arena.i32(64);
  }

  clear(): void {
    this.count = 0;
    this.ranges.data.fill(0);
  }

  add(): number {
    const k = this.count++;
    this.f.reserve(this.count * POINT_STRIDE);
    this.i.reserve(this.count * POINT_INTS);
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

  save(): unknown {
    return {
      count: this.count,
      f: this.f.data.slice(0, this.count * POINT_STRIDE),
      i: this.i.data.slice(0, this.count * POINT_INTS),
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

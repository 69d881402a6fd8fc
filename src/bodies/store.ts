// The packed state of all bodies of a world, with slots that are reused and generations that tell a stale handle.

import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';
import type { Shape } from '../shapes/shape.js';
import {
  B_GRAVITY_SCALE,
  B_ROTATION,
  BODY_INTS,
  BODY_STRIDE,
  I_ALIVE,
  I_GENERATION,
  I_TYPE,
  TYPE_STATIC,
} from './layout.js';

/**
 * What a contact model has its own words for: the type, where it is one of the model's, and what its readers have left.
 */
export interface OwnWords {
  readonly type: string | null;
  readonly words: Readonly<Record<string, unknown>>;
}

/** Type of the small rigid bodies by which joints hold what a contact model moves. Nobody sees them. */
export const PLATE = 'plate';

/** A key for two slots, whichever comes first. */
export function pairOf(a: number, b: number): number {
  return a < b ? a * 67108864 + b : b * 67108864 + a;
}

export class BodyStore {
  readonly f: F64Slab;
  readonly i: I32Slab;
  /**
   * Velocities, one packed vector that the solver works on: the twist of slot s at 6·s, linear (m/s, of the centre of
   * mass), then angular (rad/s).
   */
  readonly v: F64Slab;
  /** The same at the start of the step, before its forces: what restitution looks at. */
  readonly old: F64Slab;
  /** Seconds of this step by which a body has been moved before contacts were found. */
  readonly lead: F64Slab;
  /** Whether forces of the next step may have been given: what comes from a snapshot has those it was saved with. */
  arePushed = true;
  /** Slots ever used, the world's slot 0 included. */
  count = 1;
  /** What is not numbers, by slot. */
  readonly shapes: (Shape | null)[] = [null];
  readonly names: string[] = [''];
  /** Slots whose name was made up; a name that the user chooses takes precedence. */
  readonly autoNamed = new Set<number>();
  readonly userData: unknown[] = [undefined];
  readonly own: (OwnWords | null)[] = [null];
  /**
   * Kinematic bodies that a device holds, with the mass of the hand (kg): they touch static and kinematic bodies too.
   */
  readonly held = new Map<number, number>();
  /** Coefficients that a hook gives to pairs in this step, by `pairOf`; empty without a hook. */
  readonly pairRules = new Map<number, { readonly friction?: number; readonly restitution?: number }>();
  /** Freed slots, last in first out. */
  readonly free: number[] = [];

  constructor(arena: Arena) {
    this.f = arena.f64(BODY_STRIDE * 16);
    this.i = arena.i32(BODY_INTS * 16);
    this.v = arena.f64(6 * 16);
    this.old = arena.f64(6 * 16);
    this.lead = arena.f64(16);
    this.f.data[B_ROTATION + 3] = 1;
    this.i.data[I_TYPE] = TYPE_STATIC;
    this.i.data[I_ALIVE] = 1;
  }

  allocate(shape: Shape, name: string, userData: unknown): number {
    const slot = this.free.pop() ?? this.count++;
    this.f.reserve(this.count * BODY_STRIDE);
    this.i.reserve(this.count * BODY_INTS);
    this.v.reserve(6 * this.count);
    this.old.reserve(6 * this.count);
    this.lead.reserve(this.count);
    const generation = this.i.data[slot * BODY_INTS + I_GENERATION];
    this.f.data.fill(0, slot * BODY_STRIDE, (slot + 1) * BODY_STRIDE);
    this.f.data[slot * BODY_STRIDE + B_GRAVITY_SCALE] = 1;
    this.i.data.fill(0, slot * BODY_INTS, (slot + 1) * BODY_INTS);
    this.v.data.fill(0, 6 * slot, 6 * slot + 6);
    this.old.data.fill(0, 6 * slot, 6 * slot + 6);
    this.i.data[slot * BODY_INTS + I_GENERATION] = generation + 1;
    this.i.data[slot * BODY_INTS + I_ALIVE] = 1;
    this.shapes[slot] = shape;
    this.names[slot] = name;
    this.userData[slot] = userData;
    this.own[slot] = null;
    return slot;
  }

  release(slot: number): void {
    this.i.data[slot * BODY_INTS + I_ALIVE] = 0;
    this.i.data[slot * BODY_INTS + I_TYPE] = TYPE_STATIC;
    this.f.data.fill(0, slot * BODY_STRIDE, (slot + 1) * BODY_STRIDE);
    this.v.data.fill(0, 6 * slot, 6 * slot + 6);
    this.shapes[slot] = null;
    this.names[slot] = '';
    this.autoNamed.delete(slot);
    this.held.delete(slot);
    this.userData[slot] = undefined;
    this.own[slot] = null;
    this.free.push(slot);
  }

  /** The body of that name; -1 if there is none. */
  slotOf(name: string): number {
    return name === '' ? -1 : this.names.indexOf(name);
  }

  /** Of a plate the body that it is tied to, else the body itself. */
  wholeOf(slot: number): number {
    const own = this.own[slot];
    return own?.type === PLATE ? (own.words.of as number) : slot;
  }

  isAlive(slot: number, generation: number): boolean {
    return (
      slot > 0 &&
      slot < this.count &&
      this.i.data[slot * BODY_INTS + I_ALIVE] === 1 &&
      this.i.data[slot * BODY_INTS + I_GENERATION] === generation
    );
  }
}

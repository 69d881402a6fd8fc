import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';
import type { JointKind } from './kind.js';
import { JI_ALIVE, JI_GENERATION, JI_TYPE, JOINT_INTS, JOINT_STRIDE } from './layout.js';
import { JOINT_KINDS } from './registry.js';

/** The packed state of all joints of a world. */
export class JointStore {
  readonly f: F64Slab;
  readonly i: I32Slab;
  count = 0;
  readonly names: string[] = [];
  readonly userData: unknown[] = [];
  readonly free: number[] = [];

  readonly kinds: readonly JointKind[];

  constructor(arena: Arena, kinds: readonly JointKind[] = JOINT_KINDS) {
    this.kinds = kinds;
    this.f = arena.f64(JOINT_STRIDE * 4);
    this.i = arena.i32(JOINT_INTS * 4);
  }

  allocate(name: string, userData: unknown): number {
    const slot = this.free.pop() ?? this.count++;
    this.f.reserve(this.count * JOINT_STRIDE);
    this.i.reserve(this.count * JOINT_INTS);
    const generation = this.i.data[slot * JOINT_INTS + JI_GENERATION];
    this.f.data.fill(0, slot * JOINT_STRIDE, (slot + 1) * JOINT_STRIDE);
    this.i.data.fill(0, slot * JOINT_INTS, (slot + 1) * JOINT_INTS);
    this.i.data[slot * JOINT_INTS + JI_GENERATION] = generation + 1;
    this.i.data[slot * JOINT_INTS + JI_ALIVE] = 1;
    this.names[slot] = name;
    this.userData[slot] = userData;
    return slot;
  }

  release(slot: number): void {
    this.i.data[slot * JOINT_INTS + JI_ALIVE] = 0;
    this.names[slot] = '';
    this.userData[slot] = undefined;
    this.free.push(slot);
  }

  kindOf(slot: number): JointKind {
    return this.kinds[this.i.data[slot * JOINT_INTS + JI_TYPE]]!;
  }

  isAlive(slot: number, generation: number): boolean {
    return (
      slot >= 0 &&
      slot < this.count &&
      this.i.data[slot * JOINT_INTS + JI_ALIVE] === 1 &&
      this.i.data[slot * JOINT_INTS + JI_GENERATION] === generation
    );
  }
}

// The handles by which users know bodies and joints: one for each slot, and the same one each time.

import { BODY_INTS, I_GENERATION } from '../bodies/layout.js';
import { SixfoldError } from '../checks/error.js';
import { show } from '../checks/fields.js';
import { JI_GENERATION, JOINT_INTS } from '../joints/layout.js';
import { Body } from './body.js';
import { Joint } from './joint.js';
import type { Home } from './state.js';

export class Views {
  readonly #bodies: (Body | undefined)[] = [];
  readonly #joints: (Joint | undefined)[] = [];

  readonly #home: Home;

  constructor(home: Home) {
    this.#home = home;
  }

  body(slot: number): Body {
    const generation = this.#home.state.bodies.i.data[slot * BODY_INTS + I_GENERATION];
    return (this.#bodies[slot] ??= new Body(this.#home, slot, generation));
  }

  joint(slot: number): Joint {
    const generation = this.#home.state.joints.i.data[slot * JOINT_INTS + JI_GENERATION];
    return (this.#joints[slot] ??= new Joint(this.#home, slot, generation));
  }

  forgetBody(slot: number): void {
    this.#bodies[slot] = undefined;
  }

  forgetJoint(slot: number): void {
    this.#joints[slot] = undefined;
  }

  /** Forgets those that are not there any more. */
  sweep(): void {
    for (const [slot, view] of this.#bodies.entries()) if (view && !view.alive) this.#bodies[slot] = undefined;
    for (const [slot, view] of this.#joints.entries()) if (view && !view.alive) this.#joints[slot] = undefined;
  }

  /** Slot of a body of this world. */
  own(body: unknown): number {
    if (!(body instanceof Body)) throw new SixfoldError(`${show(body)} is not a body`);
    const slot = body.index;
    if (!body.isOf(this.#home)) throw new SixfoldError('the body belongs to another world');
    return slot;
  }

  /** Slot of a body of this world, or of the one of that name. */
  resolve(value: unknown, where: string): number {
    if (value instanceof Body) return this.own(value);
    const slot = typeof value === 'string' ? this.#home.state.bodies.slotOf(value) : -1;
    if (slot < 0) throw new SixfoldError(`${where} is ${show(value)}; it must be the name of a body`);
    return slot;
  }
}

import { grownI32 } from '../memory/grown.js';

// Contact events. They are gathered during a step and delivered after it, so that handlers may change the world.

export type ContactEventType = 'begin' | 'persist' | 'end';

/** Three numbers an event: type, body slot a, body slot b. */
export class EventQueue {
  #data = new Int32Array(3 * 16);
  count = 0;
  readonly handlers: Record<ContactEventType, Set<unknown>>;

  constructor(handlers?: Record<ContactEventType, Set<unknown>>) {
    this.handlers = handlers ?? { begin: new Set(), persist: new Set(), end: new Set() };
  }

  wants(type: ContactEventType): boolean {
    return this.handlers[type].size > 0;
  }

  add(type: ContactEventType, a: number, b: number): void {
    if (!this.wants(type)) return;
    if (3 * (this.count + 1) > this.#data.length) {
      this.#data = grownI32(this.#data);
    }
    const o = 3 * this.count++;
    this.#data[o] = EVENT_TYPES.indexOf(type);
    this.#data[o + 1] = a;
    this.#data[o + 2] = b;
  }

  typeOf(k: number): ContactEventType {
    return EVENT_TYPES[this.#data[3 * k]]!;
  }

  bodyA(k: number): number {
    return this.#data[3 * k + 1];
  }

  bodyB(k: number): number {
    return this.#data[3 * k + 2];
  }
}

const EVENT_TYPES: readonly ContactEventType[] = ['begin', 'persist', 'end'];

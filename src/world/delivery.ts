// Contacts, sensations and breaking joints of a step, as handles of bodies, and the handlers that are told of them.

import { BODY_INTS, I_GENERATION } from '../bodies/layout.js';
import { SixfoldError } from '../checks/error.js';
import { show } from '../checks/fields.js';
import type { Details } from '../contact/kind.js';
import type { ContactRecord } from '../contact/model.js';
import {
  J_BREAK_FORCE,
  J_BREAK_TORQUE,
  J_WRENCH,
  JI_ALIVE,
  JI_BODY_A,
  JI_BODY_B,
  JOINT_INTS,
  JOINT_STRIDE,
} from '../joints/layout.js';
import { length, vec3At } from '../math/vec3.js';
import { firstOf, secondOf } from './detect.js';
import type { ContactEventType } from './events.js';
import type { Members } from './members.js';
import type { Contact, ContactEvent, JointBreakEvent, Sensation, SensorEvent } from './results.js';
import { frozen } from './sealed.js';
import type { Sensed, SensorEventType } from './sensors.js';
import type { Home } from './state.js';
import type { Views } from './views.js';

export class Delivery {
  readonly #breakHandlers = new Set<(event: JointBreakEvent) => void>();

  readonly #home: Home;
  readonly #views: Views;
  readonly #members: Members;

  constructor(home: Home, views: Views, members: Members) {
    this.#home = home;
    this.#views = views;
    this.#members = members;
  }

  /** Adds a handler; returns a function that takes it away. */
  on(type: ContactEventType | SensorEventType | 'jointBreak', handler: unknown): () => void {
    const { state } = this.#home;
    const known: Record<string, Set<unknown>> = {
      ...state.events.handlers,
      ...state.sensors.handlers,
      jointBreak: this.#breakHandlers as Set<unknown>,
    };
    const handlers = Object.hasOwn(known, type) ? known[type]! : null;
    if (!handlers)
      throw new SixfoldError(
        `event type is ${show(type)}; it must be one of ${Object.keys(known).map(show).join(', ')}`,
      );
    if (typeof handler !== 'function')
      throw new SixfoldError(`the handler of "${type}" is ${show(handler)}; it must be a function`);
    handlers.add(handler);
    return () => handlers.delete(handler);
  }

  /** After a step: joints that bore more than they can are gone, and everybody is told. */
  deliver(): void {
    const { events, sensors } = this.#home.state;
    const broken = this.#breakJoints();
    if (events.count > 0) this.#deliverContacts();
    if (sensors.events.length > 0) this.#deliverSensations();
    for (const event of broken) for (const handler of this.#breakHandlers) handler(event);
  }

  /** The contacts of the last step. */
  contacts(details: Details): Contact[] {
    const views = this.#views;
    const { state } = this.#home;
    const out: Contact[] = [];
    const records: ContactRecord[] = [];
    for (let k = 0; k < state.broadPhase.pairs.count; k++) this.#reportPair(k, records, out, details);
    const unpaired: { a: number; b: number; record: ContactRecord }[] = [];
    state.model.reportUnpaired?.(unpaired, details);
    for (const { a, b, record } of unpaired) out.push(frozen({ a: views.body(a), b: views.body(b), ...record }));
    return out;
  }

  sensation({ sensor, part, other, volume }: Sensed): Sensation {
    return { sensor: this.#views.body(sensor), part: part < 0 ? null : part, body: this.#views.body(other), volume };
  }

  /** Takes away the joints whose load of this step is more than they bear. */
  #breakJoints(): JointBreakEvent[] {
    const views = this.#views;
    const { joints } = this.#home.state;
    const out: JointBreakEvent[] = [];
    for (let slot = 0; slot < joints.count; slot++) {
      const f = joints.f.data;
      const j = slot * JOINT_STRIDE;
      const i = joints.i.data;
      if (i[slot * JOINT_INTS + JI_ALIVE] === 0) continue;
      if (f[j + J_BREAK_FORCE] === Infinity && f[j + J_BREAK_TORQUE] === Infinity) continue;
      const force = vec3At(f, j + J_WRENCH);
      const torque = vec3At(f, j + J_WRENCH + 3);
      if (length(force) <= f[j + J_BREAK_FORCE] && length(torque) <= f[j + J_BREAK_TORQUE]) continue;
      const a = i[slot * JOINT_INTS + JI_BODY_A];
      const b = views.body(i[slot * JOINT_INTS + JI_BODY_B]);
      const [name, userData] = [joints.names[slot]!, joints.userData[slot]];
      out.push({ type: 'jointBreak', name, a: a === 0 ? null : views.body(a), b, userData, force, torque });
      this.#members.removeJoint(slot);
    }
    return out;
  }

  #deliverSensations(): void {
    const { sensors } = this.#home.state;
    // Made before any handler may remove a body; what is gone by then is passed over.
    const all = sensors.events.map(({ type, of }) => ({ type, event: { type, ...this.sensation(of) } }));
    for (const { type, event } of all)
      for (const handler of sensors.handlers[type])
        if (event.sensor.alive && event.body.alive) (handler as (event: SensorEvent) => void)(event);
  }

  #deliverContacts(): void {
    const views = this.#views;
    const { events, bodies } = this.#home.state;
    const generation = (slot: number) => bodies.i.data[slot * BODY_INTS + I_GENERATION];
    // A handler may remove bodies and others may take their slots: such events are not delivered.
    const at = Array.from(
      { length: events.count },
      (_, k) => [generation(events.bodyA(k)), generation(events.bodyB(k))] as const,
    );
    for (let k = 0; k < events.count; k++) {
      const a = events.bodyA(k);
      const b = events.bodyB(k);
      const type = events.typeOf(k);
      for (const handler of events.handlers[type]) {
        if (!bodies.isAlive(a, at[k]![0]) || !bodies.isAlive(b, at[k]![1])) break;
        const between = () => (type === 'end' ? [] : this.#contactsBetween(a, b));
        (handler as (event: ContactEvent) => void)({
          type,
          a: views.body(a),
          b: views.body(b),
          get contacts() {
            return between();
          },
        });
      }
    }
  }

  #reportPair(k: number, records: ContactRecord[], out: Contact[], details: Details): void {
    const views = this.#views;
    const { state } = this.#home;
    records.length = 0;
    state.model.report(state.broadPhase.pairs.slots.data[k], records, details);
    for (const record of records)
      out.push(frozen({ a: views.body(firstOf(state, k)), b: views.body(secondOf(state, k)), ...record }));
  }

  #contactsBetween(a: number, b: number): Contact[] {
    const out: Contact[] = [];
    const k = this.#home.state.broadPhase.pairs.find(a, b);
    if (k >= 0) this.#reportPair(k, [], out, []);
    return out;
  }
}

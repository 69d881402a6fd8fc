// Contacts in one array of numbers. As objects they would cost the page more than drawing them: posting copies every
// small array by itself.

import type { ContactView } from './protocol.js';

const STATES = ['slide', 'roll', 'spin', 'stick'] as const;
const VECTORS = ['point', 'normal', 'force', 'torque', 'centerOfPressure'] as const;
const NUMBERS = ['area', 'volume', 'depth', 'slipMargin', 'tipMargin'] as const;
/** a, b, state, number of corners of the outline, then the vectors and the numbers; the outline follows. */
const HEAD = 4 + 3 * VECTORS.length + NUMBERS.length;

export function packContacts(contacts: readonly ContactView[]): Float64Array {
  const out = new Float64Array(contacts.reduce((sum, { outline }) => sum + HEAD + 3 * outline.length, 0));
  let o = 0;
  for (const contact of contacts) {
    out[o++] = contact.a;
    out[o++] = contact.b;
    out[o++] = STATES.indexOf(contact.state);
    out[o++] = contact.outline.length;
    for (const key of VECTORS) {
      out.set(contact[key], o);
      o += 3;
    }
    for (const key of NUMBERS) out[o++] = contact[key];
    for (const corner of contact.outline) {
      out.set(corner, o);
      o += 3;
    }
  }
  return out;
}

export function unpackContacts(packed: Float64Array): ContactView[] {
  const contacts: ContactView[] = [];
  let o = 0;
  const vector = (): [number, number, number] => {
    o += 3;
    return [packed[o - 3]!, packed[o - 2]!, packed[o - 1]!];
  };
  while (o < packed.length) {
    const a = packed[o]!;
    const b = packed[o + 1]!;
    const state = STATES[packed[o + 2]!]!;
    const corners = packed[o + 3]!;
    o += 4;
    const contact = { a, b, state, outline: [] as [number, number, number][] } as ContactView;
    for (const key of VECTORS) contact[key] = vector();
    for (const key of NUMBERS) contact[key] = packed[o++]!;
    for (let k = 0; k < corners; k++) contact.outline.push(vector());
    contacts.push(contact);
  }
  return contacts;
}

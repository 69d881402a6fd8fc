// Contacts in one array of numbers. As objects they would cost the page more than drawing them: posting copies every
// small array by itself.

import type { ContactView } from './protocol.js';

const STATES = ['slide', 'roll', 'spin', 'stick'] as const;
const VECTORS = ['point', 'normal', 'force', 'torque', 'centerOfPressure'] as const;
const NUMBERS = ['area', 'volume', 'depth', 'slipMargin', 'tipMargin'] as const;
/** By nodes, and numbers of each: place, normal, area, pressure, friction. */
const NODE = 11;
/**
 * a, b, state, corners of the outline, nodes with tractions, then the vectors and the numbers; outline and nodes
 * follow.
 */
const HEAD = 5 + 3 * VECTORS.length + NUMBERS.length;

export function packContacts(contacts: readonly ContactView[]): Float64Array {
  const sizeOf = ({ outline, tractions }: ContactView) =>
    HEAD + 3 * outline.length + NODE * (tractions?.areas.length ?? 0);
  const out = new Float64Array(contacts.reduce((sum, contact) => sum + sizeOf(contact), 0));
  let o = 0;
  for (const contact of contacts) {
    out[o++] = contact.a;
    out[o++] = contact.b;
    out[o++] = STATES.indexOf(contact.state);
    out[o++] = contact.outline.length;
    out[o++] = contact.tractions?.areas.length ?? 0;
    for (const key of VECTORS) {
      out.set(contact[key], o);
      o += 3;
    }
    for (const key of NUMBERS) out[o++] = contact[key];
    for (const corner of contact.outline) {
      out.set(corner, o);
      o += 3;
    }
    for (let k = 0; k < (contact.tractions?.areas.length ?? 0); k++) {
      const { positions, normals, areas, pressures, friction } = contact.tractions!;
      for (const list of [positions, normals, friction]) for (let m = 0; m < 3; m++) out[o++] = list[3 * k + m]!;
      out[o++] = areas[k]!;
      out[o++] = pressures[k]!;
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
    const nodes = packed[o + 4]!;
    o += 5;
    const contact = { a, b, state, outline: [] as [number, number, number][] } as ContactView;
    for (const key of VECTORS) contact[key] = vector();
    for (const key of NUMBERS) contact[key] = packed[o++]!;
    for (let k = 0; k < corners; k++) contact.outline.push(vector());
    if (nodes > 0) {
      const [positions, normals, friction, areas, pressures] = [[], [], [], [], []] as number[][];
      for (let k = 0; k < nodes; k++) {
        for (const list of [positions!, normals!, friction!]) list.push(...vector());
        areas!.push(packed[o++]!);
        pressures!.push(packed[o++]!);
      }
      contact.tractions = {
        positions: positions!,
        normals: normals!,
        friction: friction!,
        areas: areas!,
        pressures: pressures!,
      };
    }
    contacts.push(contact);
  }
  return contacts;
}

// Handles that refuse what they cannot do. Assigning to a property that has only a getter throws in modules, without
// saying why, and does nothing at all in older scripts: here every such property answers with one line.

import { SixfoldError } from '../checks/error.js';

/** Freezes what is handed out, and the lists in it: to change it would change nothing in the world. */
export function frozen<T extends object>(record: T): T {
  for (const value of Object.values(record)) {
    if (!Array.isArray(value) || Object.isFrozen(value)) continue;
    if (Array.isArray(value[0])) for (const inner of value) Object.freeze(inner);
    Object.freeze(value);
  }
  return Object.freeze(record);
}

/** Gives every getter of the prototype that has no setter one that throws, with a remedy where there is one. */
export function refuseAssignment(prototype: object, what: string, remedies: Readonly<Record<string, string>>): void {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (!property.get || property.set) continue;
    const remedy = remedies[name] ?? 'it can only be read';
    Object.defineProperty(prototype, name, {
      ...property,
      set() {
        throw new SixfoldError(`${what}.${name} cannot be set; ${remedy}`);
      },
    });
  }
}

// The options of model `penalty`, by name: flat fields of a scene's `contact`.

import { SixfoldError } from '../../checks/error.js';
import { fail, readBoolean, readNonNegative, readOneOf, readPositive } from '../../checks/fields.js';

export interface PenaltyOptions {
  /** N/m of a pair; null: the stiffest that is safe. */
  stiffness: number | null;
  dampingRatio: number;
  /** N·s/m outright; null: by the ratio. */
  normalDamping: number | null;
  /** Null: as the normal ones. */
  tangentStiffness: number | null;
  tangentDamping: number | null;
  /** False: everything at the deepest point. */
  penaltyArea: boolean;
  spin: 'exact' | 'vertices';
  /** Whether the damper may pull. */
  pull: boolean;
}

type Reader = (value: unknown, where: string) => unknown;

const orNull =
  (read: (value: unknown, where: string, unit: string) => number, unit: string): Reader =>
  (value, where) =>
    value === undefined || value === null ? null : read(value, where, unit);

export const PENALTY_OPTIONS: Readonly<Record<keyof PenaltyOptions, Reader>> = {
  stiffness: orNull(readPositive, 'N/m'),
  dampingRatio: (value, where) => (value === undefined ? null : readRatio(value, where)),
  normalDamping: orNull(readNonNegative, 'N·s/m'),
  tangentStiffness: orNull(readNonNegative, 'N/m'),
  tangentDamping: orNull(readNonNegative, 'N·s/m'),
  penaltyArea: (value, where) => (value === undefined ? true : readBoolean(value, where)),
  spin: (value, where) => (value === undefined ? 'exact' : readOneOf(value, where, ['exact', 'vertices'])),
  pull: (value, where) => (value === undefined ? false : readBoolean(value, where)),
};

function readRatio(value: unknown, where: string): number {
  const x = readNonNegative(value, where);
  if (x > 1000) fail(where, value, 'a damping ratio from 0 to 1000');
  return x;
}

export function readPenaltyOptions(options: Readonly<Record<string, unknown>>): PenaltyOptions {
  const o = options as unknown as PenaltyOptions & { dampingRatio: number | null };
  if (o.dampingRatio !== null && o.normalDamping !== null)
    throw new SixfoldError('contact.dampingRatio and contact.normalDamping are both given; keep one');
  return { ...o, dampingRatio: o.dampingRatio ?? 1 };
}

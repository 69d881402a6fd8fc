// The options of model `six`, by name: flat fields of a scene's `contact`.
//
// A preset sets them all; a field that is given wins over it. All but the defaults need paper.ts.

import { SixfoldError } from '../../checks/error.js';
import { readOneOf, readPositive, show } from '../../checks/fields.js';
import { needs } from '../kind.js';
import { HARDNESS } from './tolerances.js';

export interface SixOptions {
  /** Outline of the patch: the overlap's convex hull, or the paper's ellipse. */
  patch: 'hull' | 'ellipse';
  /**
   * How spinning is limited: with sliding, by the patch's limit surface; by the patch alone (`uniform`, also called
   * `patch`); by the paper's four corners.
   */
  spin: 'contensou' | 'uniform' | 'corners';
  /** The face the patch lies on, or the paper's volume gradient. */
  normal: 'face' | 'gradient';
  /** The law of a patch, solved exactly (wrench-law.ts), or the paper's Algorithm 1 (paper-law.ts). */
  law: 'exact' | 'paper';
  /** Of corners (Pa; blunt.ts); null: they are points, whatever they bear. */
  hardness: number | null;
}

const PRESETS: Readonly<Record<'accurate' | 'paper', Omit<SixOptions, 'hardness'>>> = {
  accurate: { patch: 'hull', spin: 'contensou', normal: 'face', law: 'exact' },
  paper: { patch: 'ellipse', spin: 'corners', normal: 'gradient', law: 'paper' },
};

/** Null where the field is not given: what it then is depends on the preset. */
const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: unknown, where: string): T | null =>
    value === undefined ? null : readOneOf(value, where, values);

export const SIX_OPTIONS = {
  preset: oneOf(['accurate', 'paper']),
  patch: oneOf(['hull', 'ellipse']),
  spin: oneOf(['contensou', 'uniform', 'patch', 'corners']),
  normal: oneOf(['face', 'gradient']),
  law: oneOf(['exact', 'paper']),
  hardness: (value: unknown, where: string) => {
    if (value === undefined) return HARDNESS;
    return value === null ? null : readPositive(value, where, 'Pa');
  },
};

/**
 * The given options (as the readers above left them), completed by their preset. Those of the paper are refused where
 * it was not handed in.
 */
export function readSixOptions(options: Readonly<Record<string, unknown>>, hasPaper: boolean): SixOptions {
  const given = options as { [K in keyof typeof SIX_OPTIONS]?: ReturnType<(typeof SIX_OPTIONS)[K]> };
  const known: Readonly<Record<string, unknown>> = {
    preset: 'accurate',
    ...PRESETS.accurate,
    hardness: given.hardness,
  };
  for (const [word, value] of Object.entries(given))
    if (!hasPaper && value && value !== known[word])
      throw new SixfoldError(`contact.${word} ${show(value)} ${needs('paper', 'paper')}`);
  const preset = PRESETS[given.preset ?? 'accurate'];
  return {
    patch: given.patch ?? preset.patch,
    spin: given.spin === 'patch' ? 'uniform' : (given.spin ?? preset.spin),
    normal: given.normal ?? preset.normal,
    law: given.law ?? preset.law,
    hardness: given.hardness ?? null,
  };
}

// The options of model `six`, by name.

import { readOneOf } from '../../checks/fields.js';

export interface SixOptions {
  /** Outline of the patch: the overlap's convex hull, or the paper's ellipse. */
  patch: 'hull' | 'ellipse';
  /** How spinning is limited: with sliding, by the patch's limit surface; by the patch alone. */
  spin: 'contensou' | 'uniform';
  /** The face the patch lies on, or the paper's volume gradient. */
  normal: 'face' | 'gradient';
}

const oneOf =
  <T extends string>(values: readonly T[], otherwise: T) =>
  (value: unknown, where: string): T =>
    value === undefined ? otherwise : readOneOf(value, where, values);

export const SIX_OPTIONS = {
  patch: oneOf(['hull', 'ellipse'], 'hull'),
  spin: oneOf(['contensou', 'uniform'], 'contensou'),
  normal: oneOf(['face', 'gradient'], 'face'),
};

export function readSixOptions(options: Readonly<Record<string, unknown>>): SixOptions {
  return options as unknown as SixOptions;
}

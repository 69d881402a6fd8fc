// Which models there are. `six` and `point` are in every world; the further ones are handed in by whoever wants them.

import { SixfoldError } from '../checks/error.js';
import { readOneOf, show } from '../checks/fields.js';
import { needs } from './kind.js';
import type { ContactModelKind } from './model.js';
import { pointModel } from './point/model.js';
import { sixModel } from './six/model.js';

const ALWAYS: readonly ContactModelKind[] = [sixModel, pointModel];
export const DEFAULT_MODEL = 'six';

/**
 * Models that are entries of the package: the name in scenes, and the name of the export of `sixfold/NAME`. Only the
 * names, so that a world which lacks one can say what to import.
 */
export const FURTHER_MODELS: Readonly<Record<string, string>> = {
  penalty: 'penalty',
  volume: 'volume',
  'quasi-rigid': 'quasiRigid',
};

/** Those that are always there and those that were handed in. */
export function collectModels(given: unknown): readonly ContactModelKind[] {
  if (given === undefined) return ALWAYS;
  if (!Array.isArray(given)) throw new SixfoldError(`models is ${show(given)}; it must be a list of contact models`);
  const models = [...ALWAYS];
  for (const [k, kind] of given.entries()) {
    if (typeof kind?.name !== 'string' || typeof kind.create !== 'function')
      throw new SixfoldError(`models[${k}] is ${show(kind)}; it must be a contact model, such as an entry's export`);
    if (models.includes(kind)) continue;
    const other = models.findIndex(({ name }) => name === kind.name);
    if (other >= 0 && kind.replaces === models[other]) models[other] = kind;
    else if (other >= 0)
      throw new SixfoldError(`models[${k}] is another model named ${show(kind.name)}; names must be unique`);
    else models.push(kind);
  }
  return models;
}

/** Shapes that a model brings, and its name. */
export const FURTHER_SHAPES: Readonly<Record<string, string>> = { points: 'quasi-rigid' };

/** The model of that name; one that was not handed in gets a line that says what to import. */
export function findModel(
  models: readonly ContactModelKind[],
  value: unknown,
  where: string,
  further = FURTHER_MODELS,
): ContactModelKind {
  if (typeof value === 'string' && !models.some(({ name }) => name === value) && Object.hasOwn(further, value)) {
    throw new SixfoldError(`${where} ${show(value)} ${needs(value, further[value]!)}`);
  }
  const names = models.map(({ name }) => name);
  return models[names.indexOf(readOneOf(value, where, names))]!;
}

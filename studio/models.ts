// The contact models and solvers that can be laid over a scene, as the selectors name them.

import { allModels } from '../src/all-models.js';
import type { ContactDescription, ModelName, SolverMethod } from '../src/index.js';
import type { LaneOverrides } from './sim/protocol.js';

export interface ModelChoice {
  id: string;
  title: string;
  hint: string;
  contact: Partial<ContactDescription>;
}

/** Models of a name of their own. */
const FURTHER = allModels.filter(({ replaces }) => !replaces);

export const MODELS: readonly ModelChoice[] = [
  {
    id: 'six',
    title: 'six: areas',
    hint: 'One block of six rows per patch; pressure and friction over its real outline.',
    contact: { model: 'six', preset: 'accurate' },
  },
  {
    id: 'six-paper',
    title: 'six, as in the paper',
    hint: 'Bouchard et al. 2015 to the letter: ellipse, four corners, volume gradient.',
    contact: { model: 'six', preset: 'paper' },
  },
  {
    id: 'point',
    title: 'point: the classic',
    hint: 'All vertex–face and edge–edge points, three rows each.',
    contact: { model: 'point' },
  },
  {
    id: 'point-four',
    title: 'point, at most four',
    hint: 'The classic as games have it: at most four points a pair.',
    contact: { model: 'point', reduce: true },
  },
  ...FURTHER.map(({ name, studio }) => ({
    id: name,
    title: studio?.title ?? name,
    hint: studio?.hint ?? '',
    contact: { model: name as ModelName },
  })),
];

/** The fields that tell the choices apart. */
const TELLING = ['model', 'preset', 'reduce'] as const;

/** The choice that has been laid over a scene; null: the scene's own model. */
export function modelOf({ contact = {} }: LaneOverrides): ModelChoice | null {
  return (
    MODELS.find((choice) => TELLING.every((key) => contact[key] === choice.contact[key])) ??
    MODELS.find(({ contact: { model, preset, reduce } }) => model === contact.model && !reduce && preset !== 'paper') ??
    null
  );
}

/** Overrides with another model in them, and all else as it was. */
export function withModel(overrides: LaneOverrides, choice: ModelChoice | null): LaneOverrides {
  const { model: _, preset: __, reduce: ___, ...others } = overrides.contact ?? {};
  const { contact: ____, ...rest } = overrides;
  const contact = { ...others, ...choice?.contact };
  return Object.keys(contact).length > 0 ? { ...rest, contact } : rest;
}

export const SOLVERS: readonly { id: SolverMethod; title: string }[] = [
  { id: 'auto', title: 'automatic' },
  { id: 'gauss-seidel', title: 'Gauss–Seidel' },
  { id: 'nncg', title: 'conjugate gradients (NNCG)' },
  { id: 'newton', title: 'Newton' },
];

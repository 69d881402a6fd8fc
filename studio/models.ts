// The contact models and solvers that can be laid over a scene, as the selectors and the address name them.

import type { ContactDescription, SolverMethod } from '../src/index.js';

export interface ModelChoice {
  /** In the address: #model=… */
  id: string;
  title: string;
  hint: string;
  contact: Partial<ContactDescription>;
}

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
];

export const modelById = (id: string): ModelChoice | undefined => MODELS.find((model) => model.id === id);

export const SOLVERS: readonly { id: SolverMethod; title: string }[] = [
  { id: 'auto', title: 'automatic' },
  { id: 'gauss-seidel', title: 'Gauss–Seidel' },
  { id: 'nncg', title: 'conjugate gradients (NNCG)' },
  { id: 'newton', title: 'Newton' },
];

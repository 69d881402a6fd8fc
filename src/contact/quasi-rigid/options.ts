// Words of the model: `nodes`, `levels`, `response`, `width`, `split` and `slip` in `contact`, `material` on bodies.

import {
  fail,
  readBoolean,
  readInteger,
  readObject,
  readOneOf,
  readPositive,
  refuseUnknown,
} from '../../checks/fields.js';

export interface QuasiRigidOptions {
  /** Most nodes of a contact that bear. */
  nodes: number;
  /** Lattices from coarse to fine. */
  levels: number;
  response: 'half-space' | 'volume';
  /** Of the kernel that keeps the volume (m); null: half of the thinner elastic body. */
  width: number | null;
  /** Whether contacts also report what the paper's two split problems find. */
  split: boolean;
  /**
   * Friction by the limit surface of the pressure, or at every node by its own slip before the step, as the paper has
   * it.
   */
  slip: 'limit-surface' | 'nodes';
}

export interface Material {
  /** Young's modulus (Pa) and Poisson's ratio. */
  readonly young: number;
  readonly poisson: number;
}

export const QUASI_RIGID_OPTIONS = {
  nodes: (value: unknown, where: string) => (value === undefined ? 100 : readInteger(value, where, 10, 2000)),
  levels: (value: unknown, where: string) => (value === undefined ? 3 : readInteger(value, where, 1, 8)),
  response: (value: unknown, where: string) =>
    value === undefined ? 'half-space' : readOneOf(value, where, ['half-space', 'volume'] as const),
  width: (value: unknown, where: string) =>
    value === undefined || value === null ? null : readPositive(value, where, 'm'),
  split: (value: unknown, where: string) => (value === undefined ? false : readBoolean(value, where)),
  slip: (value: unknown, where: string) =>
    value === undefined ? 'limit-surface' : readOneOf(value, where, ['limit-surface', 'nodes'] as const),
};

/** A body's material; left out: rigid. */
export function readMaterial(value: unknown, where: string): Material | null {
  if (value === undefined) return null;
  const fields = readObject(value, where);
  refuseUnknown(fields, where, ['young', 'poisson']);
  const young = readPositive(fields.young, `${where}.young`, 'Pa');
  const poisson = fields.poisson === undefined ? 0.3 : fields.poisson;
  if (typeof poisson !== 'number' || !(poisson >= 0 && poisson <= 0.5))
    fail(`${where}.poisson`, poisson, "Poisson's ratio, from 0 to 0.5");
  return { young, poisson };
}

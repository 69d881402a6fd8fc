// What is shown, in the address bar: `#scene=NAME&p.friction=0.3&model=point&compare=six`, or `#s=TEXT&compare=six` for a
// whole scene (files/share.ts). An address that cannot be used is refused with one line that says why.

import type { SolverMethod } from '../src/index.js';
import { MODELS, SOLVERS } from './models.js';

export interface Address {
  /** Name of a built-in scene, or nothing beside a whole one. */
  scene: string;
  /** A whole scene as encodeScene writes it. */
  whole?: string;
  parameters: Record<string, number>;
  /** Id of a ModelChoice; absent: as the scene has it. */
  model?: string;
  solver?: SolverMethod;
  /** s */
  timeStep?: number;
  /** Id of the ModelChoice to compare with. */
  compare?: string;
}

/** @throws an Error of one line; null when the hash is empty. */
export function parseAddress(hash: string): Address | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  if (fields.size === 0) return null;
  const scene = fields.get('scene');
  const whole = fields.get('s');
  if (!scene && !whole) throw new Error('the link names no scene; it must have scene=NAME or s=…');
  if (scene && whole) throw new Error('the link has "scene" and "s"; it must have one of the two');
  const address: Address = { scene: scene ?? '', parameters: {} };
  if (whole) address.whole = whole;
  for (const [key, text] of fields) {
    if (key.startsWith('p.')) address.parameters[key.slice(2)] = readNumber(key, text);
  }
  const model = fields.get('model');
  if (model !== null) address.model = readOneOf('model', model, MODELS);
  const compare = fields.get('compare');
  if (compare !== null) address.compare = readOneOf('compare', compare, MODELS);
  const solver = fields.get('solver');
  if (solver !== null) address.solver = readOneOf('solver', solver, SOLVERS) as SolverMethod;
  const timeStep = fields.get('timeStep');
  if (timeStep !== null) address.timeStep = readNumber('timeStep', timeStep);
  return address;
}

export function formatAddress({ scene, whole, parameters, model, solver, timeStep, compare }: Address): string {
  const fields = new URLSearchParams(whole ? { s: whole } : { scene });
  for (const [name, value] of Object.entries(parameters)) fields.set(`p.${name}`, String(value));
  if (model) fields.set('model', model);
  if (solver) fields.set('solver', solver);
  if (timeStep !== undefined) fields.set('timeStep', String(timeStep));
  if (compare) fields.set('compare', compare);
  return `#${fields}`;
}

function readNumber(key: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new Error(`the link says ${key}=${text}; it must be a number`);
  return value;
}

function readOneOf(key: string, text: string, choices: readonly { id: string }[]): string {
  if (choices.some(({ id }) => id === text)) return text;
  throw new Error(`the link says ${key}=${text}; it must be one of ${choices.map(({ id }) => id).join(', ')}`);
}

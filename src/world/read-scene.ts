// Checking the settings of a scene and filling in the defaults.

import { SixfoldError } from '../checks/error.js';
import {
  fail,
  readBoolean,
  readInteger,
  readNonNegative,
  readObject,
  readOneOf,
  readPositive,
  readString,
  readVec3,
  refuseUnknown,
  show,
} from '../checks/fields.js';
import type { ContactSettings } from '../contact/model.js';
import { BUILT_MODELS, DEFAULT_MODEL } from '../contact/registry.js';
import type { Vec3 } from '../math/vec3.js';
import type { SolverOptions } from '../solver/sweeps.js';
import type { SolverMethod } from './scene.js';

export interface WorldSettings {
  name: string;
  gravity: Vec3;
  timeStep: number;
  substeps: number;
  sleep: boolean;
  contact: ContactSettings;
  solver: SolverOptions & { method: SolverMethod };
}

export const SCENE_FIELDS = [
  'sixfold',
  'name',
  'gravity',
  'timeStep',
  'substeps',
  'sleep',
  'contact',
  'solver',
  'shapes',
  'bodies',
  'joints',
];
const MODELS = ['six', 'point', 'penalty', 'volume', 'quasi-rigid'] as const;
const BUILT_METHODS: readonly SolverMethod[] = ['auto', 'gauss-seidel', 'nncg', 'newton'];
const METHODS: readonly SolverMethod[] = ['auto', 'gauss-seidel', 'nncg', 'newton'];

export function readSettings(value: unknown): WorldSettings {
  const fields = readObject(value, 'scene');
  refuseUnknown(fields, 'scene', SCENE_FIELDS);
  if (fields.sixfold !== undefined && fields.sixfold !== 1)
    fail('sixfold', fields.sixfold, '1 (the format version that this release reads)');
  return {
    name: fields.name === undefined ? 'scene' : readString(fields.name, 'name'),
    gravity: fields.gravity === undefined ? [0, -9.81, 0] : readGravity(fields.gravity),
    timeStep: fields.timeStep === undefined ? 1 / 60 : readTimeStep(fields.timeStep, 'timeStep'),
    substeps: fields.substeps === undefined ? 1 : readInteger(fields.substeps, 'substeps', 1, 1000),
    sleep: fields.sleep === undefined ? true : readBoolean(fields.sleep, 'sleep'),
    contact: readContact(fields.contact),
    solver: readSolver(fields.solver),
  };
}

export function readTimeStep(value: unknown, where: string): number {
  const h = readPositive(value, where, 's');
  if (h < 1e-9 || h > 10) fail(where, value, 'from 1e-9 to 10 (s)');
  return h;
}

function readGravity(value: unknown): Vec3 {
  const g = readVec3(value, 'gravity', 'm/s²');
  for (let k = 0; k < 3; k++) if (Math.abs(g[k]!) > 1e6) fail(`gravity[${k}]`, g[k], 'at most 1e6 (m/s²)');
  return g;
}

function readContact(value: unknown): ContactSettings {
  const fields = value === undefined ? {} : readObject(value, 'contact');
  const model = fields.model === undefined ? DEFAULT_MODEL : readOneOf(fields.model, 'contact.model', MODELS);
  const built = BUILT_MODELS.find((m) => m.name === model);
  if (!built) fail('contact.model', model, `a model of this release: ${BUILT_MODELS.map((m) => m.name).join(', ')}`);
  refuseUnknown(fields, 'contact', [
    'model',
    'friction',
    'staticFriction',
    'restitution',
    'depth',
    'compliance',
    'damping',
    ...Object.keys(built.options),
  ]);
  const friction = fields.friction === undefined ? 0.5 : readCoefficient(fields.friction, 'contact.friction');
  const options: Record<string, unknown> = {};
  for (const [key, read] of Object.entries(built.options)) options[key] = read(fields[key], `contact.${key}`);
  return {
    model,
    friction,
    staticFriction:
      fields.staticFriction === undefined ? friction : readCoefficient(fields.staticFriction, 'contact.staticFriction'),
    restitution: fields.restitution === undefined ? 0 : readRestitution(fields.restitution, 'contact.restitution'),
    depth: fields.depth === undefined ? null : readPositive(fields.depth, 'contact.depth', 'm'),
    compliance: fields.compliance === undefined ? 0 : readNonNegative(fields.compliance, 'contact.compliance', 'm/N'),
    damping: fields.damping === undefined ? 0 : readNonNegative(fields.damping, 'contact.damping', 's/m'),
    options,
  };
}

export function readCoefficient(value: unknown, where: string): number {
  const x = readNonNegative(value, where);
  if (x > 1000) fail(where, value, 'a coefficient from 0 to 1000');
  return x;
}

export function readRestitution(value: unknown, where: string): number {
  const x = readNonNegative(value, where);
  if (x > 1) fail(where, value, 'from 0 to 1');
  return x;
}

function readSolver(value: unknown): WorldSettings['solver'] {
  const fields = value === undefined ? {} : readObject(value, 'solver');
  refuseUnknown(fields, 'solver', ['method', 'iterations', 'tolerance', 'warmStart']);
  const method = fields.method === undefined ? 'auto' : readOneOf(fields.method, 'solver.method', METHODS);
  if (!BUILT_METHODS.includes(method))
    throw new SixfoldError(
      `solver.method is ${show(method)}; it must be a method of this release: ${BUILT_METHODS.join(', ')}`,
    );
  return {
    method,
    iterations:
      fields.iterations === undefined ? 50 : readInteger(fields.iterations, 'solver.iterations', 1, 1_000_000),
    tolerance: fields.tolerance === undefined ? 1e-9 : readNonNegative(fields.tolerance, 'solver.tolerance', 'N·s'),
    warmStart: fields.warmStart === undefined ? true : readBoolean(fields.warmStart, 'solver.warmStart'),
  };
}

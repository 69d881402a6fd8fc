// Checking the settings of a scene and filling in the defaults.

import {
  fail,
  optional,
  readBoolean,
  readInteger,
  readNonNegative,
  readObject,
  readOneOf,
  readPositive,
  readString,
  readVec3,
  refuseUnknown,
} from '../checks/fields.js';
import type { WordValues } from '../contact/kind.js';
import type { ContactSettings } from '../contact/model.js';
import { Vocabulary } from '../contact/vocabulary.js';
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
  /** The contact model's own words at the top of the scene. */
  words: WordValues;
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
const CONTACT_FIELDS = ['model', 'friction', 'staticFriction', 'restitution', 'depth', 'compliance', 'damping'];
const METHODS: readonly SolverMethod[] = ['auto', 'gauss-seidel', 'nncg', 'newton'];

/** What a scene may say: the words of all models and of the one that it names. */
export function vocabularyOf(scene: unknown, models: unknown): Vocabulary {
  const { contact } = readObject(scene, 'scene');
  const own = contact === undefined ? undefined : readObject(contact, 'contact').model;
  return new Vocabulary(models, own);
}

export function readSettings(value: unknown, vocabulary: Vocabulary): WorldSettings {
  const fields = readObject(value, 'scene');
  vocabulary.refuse(fields, 'scene', 'scene', SCENE_FIELDS);
  if (fields.sixfold !== undefined && fields.sixfold !== 1)
    fail('sixfold', fields.sixfold, '1 (the format version that this release reads)');
  const get = optional(fields, '');
  const contact = readContact(fields.contact, vocabulary);
  return {
    name: get('name', 'scene', readString),
    gravity: get('gravity', [0, -9.81, 0], readGravity),
    timeStep: get('timeStep', 1 / 60, readTimeStep),
    substeps: get('substeps', 1, readInteger, 1, 1000),
    sleep: get('sleep', true, readBoolean),
    contact,
    words: vocabulary.read(fields, '', 'scene'),
    solver: readSolver(fields.solver, vocabulary.chosen.iterations ?? ITERATIONS),
  };
}

export function readTimeStep(value: unknown, where: string): number {
  const h = readPositive(value, where, 's');
  if (h < 1e-9 || h > 10) fail(where, value, 'from 1e-9 to 10 (s)');
  return h;
}

export function readGravity(value: unknown): Vec3 {
  const g = readVec3(value, 'gravity', 'm/s²');
  for (let k = 0; k < 3; k++) if (Math.abs(g[k]!) > 1e6) fail(`gravity[${k}]`, g[k], 'at most 1e6 (m/s²)');
  return g;
}

function readContact(value: unknown, vocabulary: Vocabulary): ContactSettings {
  const fields = value === undefined ? {} : readObject(value, 'contact');
  vocabulary.refuse(fields, 'contact', 'contact', CONTACT_FIELDS);
  const get = optional(fields, 'contact.');
  const friction = get('friction', 0.5, readCoefficient);
  return {
    model: vocabulary.chosen.name,
    friction,
    staticFriction: get('staticFriction', friction, readCoefficient),
    restitution: get('restitution', 0, readRestitution),
    depth: get('depth', null, readPositive, 'm'),
    compliance: get('compliance', 0, readNonNegative, 'm/N'),
    damping: get('damping', 0, readNonNegative, 's/m'),
    options: vocabulary.read(fields, 'contact.', 'contact'),
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

/** Unless the model asks for more. */
const ITERATIONS = 50;

function readSolver(value: unknown, most: number): WorldSettings['solver'] {
  const fields = value === undefined ? {} : readObject(value, 'solver');
  refuseUnknown(fields, 'solver', ['method', 'iterations', 'tolerance', 'warmStart']);
  const get = optional(fields, 'solver.');
  return {
    method: get<SolverMethod, SolverMethod, [readonly SolverMethod[]]>('method', 'auto', readOneOf, METHODS),
    iterations: get('iterations', most, readInteger, 1, 1_000_000),
    tolerance: get('tolerance', 1e-9, readNonNegative, 'N·s'),
    warmStart: get('warmStart', true, readBoolean),
  };
}

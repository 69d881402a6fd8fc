// Checking a body's description.

import type { OwnWords } from '../bodies/store.js';
import { SixfoldError } from '../checks/error.js';
import {
  fail,
  optional,
  readBoolean,
  readNonNegative,
  readNumber,
  readObject,
  readOneOf,
  readPositive,
  readQuaternion,
  readString,
  readVec3,
  show,
} from '../checks/fields.js';
import type { Vocabulary } from '../contact/vocabulary.js';
import { IDENTITY, type Quat, type Sym3, type Vec3, ZERO } from '../math/vec3.js';
import { ShapeError } from '../shapes/errors.js';
import { bodyMass, type MassMoments } from '../shapes/mass.js';
import { partCount, partShape } from '../shapes/parts.js';
import type { Shape } from '../shapes/shape.js';
import { readCoefficient, readRestitution } from './read-scene.js';
import type { ShapeLibrary } from './read-shape.js';
import { LOCKS, type Lock, type RigidBodyType } from './scene.js';

const FIELDS = [
  'name',
  'type',
  'shape',
  'mass',
  'density',
  'inertia',
  'position',
  'rotation',
  'linearVelocity',
  'angularVelocity',
  'force',
  'torque',
  'locked',
  'gravityScale',
  'linearDamping',
  'angularDamping',
  'group',
  'mask',
  'sensor',
  'surfaceVelocity',
  'friction',
  'staticFriction',
  'restitution',
  'userData',
];
const TYPES: readonly RigidBodyType[] = ['dynamic', 'static', 'kinematic'];
const LARGEST_SPEED = 1e9;
/** Masses outside this range overflow or underflow when inverted and squared in the solver. */
const LIGHTEST = 1e-15;
const HEAVIEST = 1e15;

/** A body with everything checked and filled in. Negative coefficients: none of its own. */
export interface CheckedBody {
  name: string | null;
  type: RigidBodyType | 'other';
  /** Its type and words where the contact model has such. */
  own: OwnWords | null;
  shape: Shape;
  mass: MassMoments | null;
  position: Vec3;
  rotation: Quat;
  linearVelocity: Vec3;
  angularVelocity: Vec3;
  force: Vec3;
  torque: Vec3;
  /** Bits as in the body record. */
  locked: number;
  gravityScale: number;
  linearDamping: number;
  angularDamping: number;
  group: number;
  mask: number;
  sensor: boolean;
  surfaceVelocity: Vec3;
  friction: number;
  staticFriction: number;
  restitution: number;
  userData: unknown;
}

export function readBody(value: unknown, where: string, shapes: ShapeLibrary, vocabulary: Vocabulary): CheckedBody {
  const fields = readObject(value, where);
  const name = fields.name === undefined ? null : readString(fields.name, `${where}.name`);
  if (name !== null) where = `${where} ${show(name)}`;
  const given = fields.type === undefined ? 'dynamic' : vocabulary.readType(fields.type, `${where}: type`, TYPES);
  const kind = vocabulary.bodyKind(given);
  vocabulary.refuse(fields, where, 'body', FIELDS, kind);
  const type = kind ? 'other' : (given as RigidBodyType);
  const get = optional(fields, `${where}: `);
  const words = vocabulary.read(fields, `${where}: `, 'body', kind);
  const said = kind?.shapeOf?.(words) ?? fields.shape;
  if (said === undefined)
    throw new SixfoldError(`${where}: shape is missing; give one, such as { "type": "box", "size": [1, 1, 1] }`);
  const shape = shapes.read(said, `${where}: ${said === fields.shape ? 'shape' : 'surface'}`);
  if (shape.massProperties === null && type !== 'static') {
    throw new SixfoldError(`${where}: a half-space is unbounded; its type must be "static", not ${show(given)}`);
  }
  if (type !== 'static' && type !== 'kinematic') refuseTerrain(shape, where);
  const velocity = (key: string, unit: string): Vec3 => {
    const v = get(key, ZERO, readVec3, unit);
    for (let k = 0; k < 3; k++)
      if (Math.abs(v[k]!) > LARGEST_SPEED) fail(`${where}: ${key}[${k}]`, v[k], `at most ${LARGEST_SPEED} (${unit})`);
    return v;
  };
  return {
    name,
    type,
    own: kind || Object.keys(words).length > 0 ? { type: kind ? given : null, words } : null,
    shape,
    mass: type === 'dynamic' || kind ? readMass(fields, where, shape) : refuseMass(fields, where),
    position: get('position', ZERO, readVec3, 'm'),
    rotation: get('rotation', IDENTITY, readQuaternion),
    linearVelocity: velocity('linearVelocity', 'm/s'),
    angularVelocity: velocity('angularVelocity', 'rad/s'),
    force: get('force', ZERO, readVec3, 'N'),
    torque: get('torque', ZERO, readVec3, 'N·m'),
    locked: get('locked', 0, readLocks),
    gravityScale: get('gravityScale', 1, readNumber),
    linearDamping: get('linearDamping', 0, readNonNegative, '1/s'),
    angularDamping: get('angularDamping', 0, readNonNegative, '1/s'),
    group: get('group', 1, readBits),
    mask: get('mask', 4294967295, readBits),
    sensor: get('sensor', false, readBoolean),
    surfaceVelocity: velocity('surfaceVelocity', 'm/s'),
    friction: get('friction', -1, readCoefficient),
    staticFriction: get('staticFriction', -1, readCoefficient),
    restitution: get('restitution', -1, readRestitution),
    userData: fields.userData,
  };
}

/** Ground has a front only: what moves is a solid. */
export function refuseTerrain(shape: Shape, where: string): void {
  for (let k = 0; k < partCount(shape); k++) {
    const part = partShape(shape, k);
    if (part.type !== 'mesh' || !part.isTerrain) continue;
    throw new SixfoldError(
      `${where}: shape is terrain (${show(part.kind.type)}), which cannot move; give the body type "static" or ` +
        `"kinematic", or for a mesh its hull ({ "type": "convex" }) or convex pieces (convexPieces of sixfold/meshes)`,
    );
  }
}

function refuseMass(fields: Readonly<Record<string, unknown>>, where: string): null {
  // Harmless on a body that does not move, but wrong numbers are still wrong.
  for (const key of ['mass', 'density'] as const)
    if (fields[key] !== undefined) readPositive(fields[key], `${where}: ${key}`);
  return null;
}

export function readMass(fields: Readonly<Record<string, unknown>>, where: string, shape: Shape): MassMoments {
  if (fields.mass !== undefined && fields.density !== undefined)
    throw new SixfoldError(`${where}: mass and density are both given; keep one`);
  if (fields.mass === undefined && fields.density === undefined) {
    throw new SixfoldError(`${where}: mass is missing; a dynamic body needs "mass" (kg) or "density" (kg/m³)`);
  }
  if (fields.inertia !== undefined && fields.mass === undefined)
    throw new SixfoldError(`${where}: inertia is given without mass; give "mass" (kg) with it`);
  let result: MassMoments;
  try {
    const given =
      fields.mass !== undefined
        ? { mass: readPositive(fields.mass, `${where}: mass`, 'kg') }
        : { density: readPositive(fields.density, `${where}: density`, 'kg/m³') };
    result = bodyMass(shape.massProperties!, given);
  } catch (error) {
    if (error instanceof ShapeError) throw new SixfoldError(`${where}: ${error.message}`);
    throw error;
  }
  if (fields.inertia !== undefined) result = { ...result, inertia: readInertia(fields.inertia, `${where}: inertia`) };
  if (!(result.mass >= LIGHTEST && result.mass <= HEAVIEST))
    fail(`${where}: mass`, result.mass, `from ${LIGHTEST} to ${HEAVIEST} (kg)`);
  const { inertia } = result;
  if (
    !(inertia[0] > 1e-40 && inertia[3] > 1e-40 && inertia[5] > 1e-40 && inertia[0] + inertia[3] + inertia[5] < 1e40)
  ) {
    fail(
      `${where}: inertia`,
      [inertia[0], inertia[3], inertia[5]],
      'from 1e-40 to 1e40 (kg·m²); change the mass or the size',
    );
  }
  return result;
}

export function readInertia(value: unknown, where: string): Sym3 {
  const v = readVec3(value, where, 'kg·m²');
  for (let k = 0; k < 3; k++) readPositive(v[k], `${where}[${k}]`, 'kg·m²');
  const [x, y, z] = v;
  // Any real mass distribution obeys the triangle inequality; rounding may miss it by a little.
  const slack = 1e-9 * (x + y + z);
  if (x > y + z + slack || y > x + z + slack || z > x + y + slack)
    fail(where, value, 'moments of which none exceeds the sum of the other two (kg·m²)');
  return [x, 0, 0, y, 0, z];
}

/** Thirty-two bits. JavaScript's operators make signed numbers of them: ~1 is -2, and means all bits but the first. */
export function readBits(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < -2147483648 || value > 4294967295)
    fail(where, value, '32 bits: a whole number from 0 to 4294967295, or what ~ makes of one');
  return value >>> 0;
}

export function readLocks(value: unknown, where: string): number {
  if (!Array.isArray(value)) fail(where, value, `a list of ${LOCKS.map((l) => `"${l}"`).join(', ')}`);
  let bits = 0;
  for (let k = 0; k < value.length; k++) bits |= 1 << LOCKS.indexOf(readOneOf<Lock>(value[k], `${where}[${k}]`, LOCKS));
  return bits;
}

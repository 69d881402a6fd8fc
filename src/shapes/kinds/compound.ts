// Several simple shapes as one; nested compounds are flattened.

import {
  fail,
  readBoolean,
  readNonNegative,
  readObject,
  readPositive,
  readQuaternion,
  readVec3,
  refuseUnknown,
} from '../../checks/fields.js';
import { matrixFromQuaternion } from '../../math/quaternion.js';
import { add, IDENTITY, multiply, normalizeQuat, type Quat, rotate, type Vec3, ZERO } from '../../math/vec3.js';
import { boundsSize, symmetricBounds, turnedBounds, updateBounds } from '../bounds.js';
import { ShapeError } from '../errors.js';
import type { CreateShape, ShapeBase, ShapeKind } from '../kind.js';
import { combine, type MassMoments, type MassProperties, scaled, transformMass } from '../mass.js';
import type { MeshData } from '../procedural.js';
import { castRaySimple } from '../ray.js';
import type { Shape, ShapeDescription, SimpleShape } from '../shape.js';

export const MOST_PARTS = 10_000;

export interface CompoundPartDescription {
  shape: ShapeDescription;
  position?: Vec3;
  rotation?: Quat;
  friction?: number;
  density?: number;
  /** Reports who overlaps it; neither solid nor heavy. */
  sensor?: boolean;
}
export interface CompoundDescription {
  type: 'compound';
  parts: readonly CompoundPartDescription[];
}

/** One simple shape of a compound. */
export interface CompoundPart {
  readonly shape: SimpleShape;
  readonly position: Vec3;
  readonly rotation: Quat;
  readonly friction: number | null;
  readonly density: number | null;
}
/** A part that is a sensor, and which one of the description's parts it comes from. */
export interface SensorPart {
  readonly index: number;
  readonly part: CompoundPart;
}
export interface CompoundShape extends ShapeBase {
  readonly type: 'compound';
  readonly sensors: readonly SensorPart[];
  readonly parts: readonly CompoundPart[];
}

export const compound: ShapeKind<CompoundDescription, CompoundShape> = {
  type: 'compound',
  fields: ['parts'],
  sampled: false,
  read(fields, where, reader) {
    const { parts } = fields;
    if (!Array.isArray(parts) || parts.length === 0 || parts.length > MOST_PARTS)
      fail(`${where}.parts`, parts, `a list of 1 to ${MOST_PARTS} parts`);
    // Array.from and not map, which leaves the holes of a sparse list as they are.
    const read = Array.from(parts, (part: unknown, k: number) => {
      const at = `${where}.parts[${k}]`;
      const own = readObject(part, at);
      refuseUnknown(own, at, ['shape', 'position', 'rotation', 'friction', 'density', 'sensor']);
      const shape = reader.describe(own.shape, `${at}.shape`) as ShapeDescription;
      if (shape.type === 'half-space')
        fail(`${at}.shape.type`, shape.type, 'a bounded shape: a half-space cannot be part of a compound');
      const out: CompoundPartDescription = { shape };
      if (own.position !== undefined) out.position = readVec3(own.position, `${at}.position`, 'm');
      if (own.rotation !== undefined) out.rotation = readQuaternion(own.rotation, `${at}.rotation`);
      if (own.friction !== undefined) out.friction = readNonNegative(own.friction, `${at}.friction`);
      if (own.density !== undefined) out.density = readPositive(own.density, `${at}.density`, 'kg/m³');
      if (own.sensor !== undefined) out.sensor = readBoolean(own.sensor, `${at}.sensor`);
      return out;
    });
    return { type: 'compound', parts: read };
  },
  create: (description, create) => createCompound(description.parts, create),
  size: (shape) => boundsSize(shape.bounds),
  bounds: (shape, r, ri, out, oi) => turnedBounds(shape.bounds, r, ri, out, oi),
  tessellate: (shape, segments) => joinParts(shape.parts, segments),
  castRay(shape, hit, ox, oy, oz, dx, dy, dz, maxT) {
    const r = new Float64Array(9);
    let best = maxT;
    let part = -1;
    let triangle = -1;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let i = 0; i < shape.parts.length; i++) {
      const { shape: simple, position, rotation } = shape.parts[i];
      // Rows of the part's rotation matrix; its transpose takes the ray into the part's frame.
      matrixFromQuaternion(r, 0, Float64Array.from(rotation), 0);
      const px = ox - position[0];
      const py = oy - position[1];
      const pz = oz - position[2];
      hit.triangle = -1;
      const t = castRaySimple(
        simple,
        r[0] * px + r[3] * py + r[6] * pz,
        r[1] * px + r[4] * py + r[7] * pz,
        r[2] * px + r[5] * py + r[8] * pz,
        r[0] * dx + r[3] * dy + r[6] * dz,
        r[1] * dx + r[4] * dy + r[7] * dz,
        r[2] * dx + r[5] * dy + r[8] * dz,
        best,
        hit,
      );
      if (t < 0 || (part >= 0 && t >= best)) continue;
      best = t;
      part = i;
      triangle = hit.triangle;
      const n = hit.normal;
      nx = r[0] * n[0] + r[1] * n[1] + r[2] * n[2];
      ny = r[3] * n[0] + r[4] * n[1] + r[5] * n[2];
      nz = r[6] * n[0] + r[7] * n[1] + r[8] * n[2];
    }
    if (part < 0) return -1;
    hit.part = part;
    hit.triangle = triangle;
    hit.normal[0] = nx;
    hit.normal[1] = ny;
    hit.normal[2] = nz;
    return best;
  },
};

function createCompound(descriptions: readonly CompoundPartDescription[], create: CreateShape): CompoundShape {
  const parts: CompoundPart[] = [];
  const kept: CompoundPartDescription[] = [];
  const sensors: SensorPart[] = [];
  for (const [index, d] of descriptions.entries()) {
    const start = parts.length;
    const shape = create(d.shape) as Shape;
    const position = d.position ?? ZERO;
    const rotation = normalizeQuat(d.rotation ?? IDENTITY);
    const friction = d.friction ?? null;
    const density = d.density ?? null;
    // What is kept is what was given, down to the bits, with the part's own description in place of the caller's.
    const description: CompoundPartDescription = { ...d, shape: shape.description };
    if (d.position) description.position = [d.position[0], d.position[1], d.position[2]];
    if (d.rotation) description.rotation = [d.rotation[0], d.rotation[1], d.rotation[2], d.rotation[3]];
    kept.push(description);
    if (shape.type !== 'compound')
      parts.push({ shape, position: [position[0], position[1], position[2]], rotation, friction, density });
    else if (shape.sensors.length > 0)
      throw new ShapeError('compound has a sensor in a compound within it: sensors must be parts of the outer one');
    for (const inner of shape.type === 'compound' ? shape.parts : []) {
      parts.push({
        shape: inner.shape,
        position: add(position, rotate(rotation, inner.position)),
        rotation: normalizeQuat(multiply(rotation, inner.rotation)),
        friction: inner.friction ?? friction,
        density: inner.density ?? density,
      });
    }
    if (d.sensor) for (const part of parts.splice(start)) sensors.push({ index, part });
  }
  if (parts.length === 0 && sensors.length > 0)
    throw new ShapeError('compound has no solid part: give the body "sensor": true instead of its parts');
  if (parts.length === 0) throw new ShapeError('compound has no parts: it needs at least one');
  return {
    type: 'compound',
    kind: compound,
    parts,
    sensors,
    bounds: boundsOfParts(parts),
    massProperties: massOfParts(parts),
    description: { type: 'compound', parts: kept },
  };
}

function massOfParts(parts: readonly CompoundPart[]): MassProperties | null {
  const all: MassMoments[] = [];
  const free: MassMoments[] = [];
  const weighted: MassMoments[] = [];
  for (const { shape, position, rotation, density } of parts) {
    const m = shape.massProperties;
    if (m === null) return null;
    const unit: MassMoments = { mass: m.volume, center: m.center, inertia: m.inertia };
    const placed = transformMass(unit, position, rotation);
    all.push(placed);
    if (density === null) {
      free.push(placed);
    } else {
      weighted.push(scaled(placed, density));
    }
  }
  const { mass, center, inertia } = combine(all);
  const split = weighted.length === 0 ? null : { free: combine(free), weighted: combine(weighted) };
  return { volume: mass, center, inertia, split };
}

function boundsOfParts(parts: readonly CompoundPart[]): Float64Array {
  const bounds = symmetricBounds(-Infinity, -Infinity, -Infinity);
  const part = new Float64Array(6);
  const matrix = new Float64Array(9);
  for (const { shape, position, rotation } of parts) {
    matrixFromQuaternion(matrix, 0, Float64Array.from(rotation as Quat), 0);
    updateBounds(part, 0, shape, matrix, 0, position[0], position[1], position[2]);
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], part[k]);
      bounds[k + 3] = Math.max(bounds[k + 3], part[k + 3]);
    }
  }
  return bounds;
}

function joinParts(parts: readonly CompoundPart[], segments: number): MeshData {
  const meshes = parts.map((part) => part.shape.kind.tessellate(part.shape, segments));
  const positions = new Float64Array(meshes.reduce((sum, m) => sum + m.positions.length, 0));
  const indices = new Int32Array(meshes.reduce((sum, m) => sum + m.indices.length, 0));
  let p = 0;
  let k = 0;
  for (let i = 0; i < parts.length; i++) {
    const { position, rotation } = parts[i];
    const m = meshes[i];
    for (let j = 0; j < m.indices.length; j++) indices[k++] = p / 3 + m.indices[j];
    for (let v = 0; v < m.positions.length; v += 3) {
      const turned = rotate(rotation, [m.positions[v], m.positions[v + 1], m.positions[v + 2]]);
      positions.set(add(position, turned), p);
      p += 3;
    }
  }
  return { positions, indices };
}

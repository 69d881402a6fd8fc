// Makes of a sixfold scene what any engine can be given: bodies about their centre of mass, shapes as lists of simple
// parts, masses and principal inertias computed by sixfold, so that every engine moves the same bodies.

import { type Quat, type SceneDescription, type ShapeDescription, type Vec3, World } from '../../src/index.js';
import { createShape } from '../../src/shapes/create.js';
import type { Polyhedron } from '../../src/shapes/polyhedron.js';

export type SimpleShapeDescription = Exclude<
  ShapeDescription,
  { type: 'compound' | 'torus' | 'cone' | 'points' | 'height-field' }
>;

export interface MeshArrays {
  positions: Float64Array;
  indices: Int32Array;
}

/** Position and rotation are in the frame of the body: origin at its centre of mass, axes of its shape. */
export interface PreparedPart {
  readonly shape: SimpleShapeDescription;
  readonly position: Vec3;
  readonly rotation: Quat;
}

export interface PreparedBody {
  readonly name: string;
  readonly dynamic: boolean;
  readonly parts: readonly PreparedPart[];
  /** Of the centre of mass (m). */
  readonly position: Vec3;
  readonly rotation: Quat;
  readonly linearVelocity: Vec3;
  readonly angularVelocity: Vec3;
  /** Constant, world frame, at the centre of mass. */
  readonly force: Vec3;
  readonly torque: Vec3;
  readonly mass: number;
  /** About the axes of the body's frame (kg·m²). */
  readonly inertia: Vec3;
}

export interface PreparedScene {
  readonly description: SceneDescription;
  readonly gravity: Vec3;
  readonly timeStep: number;
  /** One coefficient for every pair: engines combine two of them in different ways. */
  readonly friction: number;
  readonly bodies: readonly PreparedBody[];
}

const ZERO: Vec3 = [0, 0, 0];
const IDENTITY: Quat = [0, 0, 0, 1];

/**
 * How far a body's principal axes may be from those of its shape, as a share of its inertia: what is beyond is dropped.
 */
const CROSS_SHARE = 0.02;

export function prepare(description: SceneDescription): PreparedScene {
  const shapes = description.shapes ?? {};
  const bodies = (description.bodies ?? []).map((body, k): PreparedBody => {
    const shape = (typeof body.shape === 'string' ? shapes[body.shape] : body.shape) as ShapeDescription;
    if (body.friction !== undefined)
      throw new Error(`${body.name}: scenes of the scoreboard have one friction for all`);
    const dynamic = (body.type ?? 'dynamic') === 'dynamic';
    const { mass, center, inertia } = dynamic ? massOf(shape, body) : { mass: 0, center: ZERO, inertia: ZERO };
    const [x, y, z] = body.position ?? ZERO;
    const rotation = body.rotation ?? IDENTITY;
    const [cx, cy, cz] = rotate(rotation, center);
    return {
      name: body.name ?? `body${k}`,
      dynamic,
      parts: partsOf(shape).map((part) => ({ ...part, position: minus(part.position, center) })),
      position: [x + cx, y + cy, z + cz],
      rotation,
      linearVelocity: body.linearVelocity ?? ZERO,
      angularVelocity: body.angularVelocity ?? ZERO,
      force: body.force ?? ZERO,
      torque: body.torque ?? ZERO,
      mass,
      inertia,
    };
  });
  return {
    description,
    gravity: description.gravity ?? [0, -9.81, 0],
    timeStep: description.timeStep ?? 1 / 60,
    friction: description.contact?.friction ?? 0.5,
    bodies,
  };
}

function massOf(shape: ShapeDescription, given: { mass?: number; density?: number }) {
  const { mass: m, density } = given;
  const world = new World({ bodies: [m === undefined ? { shape, density: density! } : { shape, mass: m }] });
  const body = [...world.bodies()][0]!;
  const [xx, xy, xz, yy, yz, zz] = body.inverseInertia;
  if (Math.max(Math.abs(xy), Math.abs(xz), Math.abs(yz)) > CROSS_SHARE * Math.min(xx, yy, zz))
    throw new Error('scenes of the scoreboard have bodies whose principal axes are those of their shape');
  return { mass: body.mass, center: body.centerOfMass, inertia: [1 / xx, 1 / yy, 1 / zz] as Vec3 };
}

function partsOf(shape: ShapeDescription): PreparedPart[] {
  if (shape.type === 'compound')
    return shape.parts.map((part) => ({
      shape: simple(part.shape),
      position: part.position ?? ZERO,
      rotation: part.rotation ?? IDENTITY,
    }));
  return [{ shape: simple(shape), position: ZERO, rotation: IDENTITY }];
}

function simple(shape: ShapeDescription): SimpleShapeDescription {
  if (
    shape.type === 'compound' ||
    shape.type === 'cone' ||
    shape.type === 'torus' ||
    shape.type === 'points' ||
    shape.type === 'height-field'
  )
    throw new Error(`a ${shape.type} is no simple part of a scoreboard scene`);
  return shape;
}

/** Flat arrays of a mesh, relative to nothing but its own frame. */
export function meshArrays(shape: SimpleShapeDescription & { type: 'mesh' }): MeshArrays {
  return { positions: Float64Array.from(flat(shape.positions)), indices: Int32Array.from(flat(shape.indices)) };
}

const flat = (values: ArrayLike<number> | readonly Vec3[]): ArrayLike<number> =>
  values.length > 0 && typeof values[0] !== 'number'
    ? (values as readonly Vec3[]).flat()
    : (values as ArrayLike<number>);

/** Points whose hull is a cylinder along Y with so many sides: for engines that have none. */
export function cylinderPoints(radius: number, height: number, sides = 24): Vec3[] {
  const points: Vec3[] = [];
  for (let k = 0; k < sides; k++) {
    const [x, z] = [radius * Math.cos((2 * Math.PI * k) / sides), radius * Math.sin((2 * Math.PI * k) / sides)];
    points.push([x, 0.5 * height, z], [x, -0.5 * height, z]);
  }
  return points;
}

/** The faces of the hull of points, for engines that want faces, and for depths. */
export function hullOf(points: readonly Vec3[]): Polyhedron {
  const shape = createShape({ type: 'convex', points });
  if (shape.type !== 'convex') throw new Error('not a convex shape');
  return shape.polyhedron;
}

export function rotate([x, y, z, w]: Quat, [a, b, c]: Vec3): Vec3 {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export const isIdentity = (part: PreparedPart): boolean =>
  part.rotation[3] === 1 && Math.hypot(part.position[0], part.position[1], part.position[2]) < 1e-9;

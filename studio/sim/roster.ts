// Who is there: the bodies, shapes and joints of a lane, as the page knows them. A roster never changes; when bodies
// come or go there is a new one, and the history remembers which step had which.

import type { Body, BodyDescription, Joint, JointDescription, ShapeDescription, Vec3, World } from '../../src/index.js';
import { matrixFromQuaternion } from '../../src/math/quaternion.js';
import { invertSymmetric, rotateSymmetric } from '../../src/math/symmetric3.js';
import { type Sym3, sub, unrotate } from '../../src/math/vec3.js';
import type { BodyInfo, JointInfo } from './protocol.js';

export interface Roster {
  readonly bodies: readonly BodyInfo[];
  /** As they were given, in the order of `bodies`. */
  readonly descriptions: readonly BodyDescription[];
  /** Of the whole load, in the order in which they came: an index stays a shape's. */
  readonly shapes: ShapeDescription[];
  readonly joints: readonly JointInfo[];
  readonly jointDescriptions: readonly JointDescription[];
}

/** `describe` gives the description of a body by its id. */
export function rosterOf(
  world: World,
  shapes: ShapeDescription[],
  describe: (id: number) => BodyDescription,
  jointDescriptions: readonly JointDescription[],
  before?: Roster,
): Roster {
  const known = new Map(before?.bodies.map((info) => [info.id, info]));
  const deviceOf = new Map(world.devices().map(({ body, name }) => [body, name]));
  const bodies = [...world.bodies()].map((body) => {
    const old = known.get(body.index);
    return old && old.name === body.name ? old : infoOf(body, shapes, deviceOf.get(body.name));
  });
  const idOf = new Map(bodies.map(({ name, id }) => [name, id]));
  return {
    bodies,
    descriptions: bodies.map(({ id }) => describe(id)),
    shapes,
    joints: [...world.joints()].map((joint, k) => jointInfo(world, joint, idOf, jointDescriptions[k])),
    jointDescriptions,
  };
}

function jointInfo(
  world: World,
  joint: Joint,
  idOf: ReadonlyMap<string, number>,
  description: JointDescription | undefined,
): JointInfo {
  const [anchorA, anchorB] = joint.anchors;
  const a = joint.a === null ? null : world.body(joint.a);
  const b = world.body(joint.b);
  const local = (body: Body | null, point: Vec3) => (body ? unrotate(body.rotation, sub(point, body.position)) : point);
  return {
    name: joint.name,
    type: joint.type,
    a: joint.a === null ? 0 : idOf.get(joint.a)!,
    b: idOf.get(joint.b)!,
    anchor_A: local(a, anchorA),
    anchor_B: local(b, anchorB),
    axis_A: a ? unrotate(a.rotation, joint.axis) : joint.axis,
    ...(description?.motor && { motor: description.motor }),
  };
}

function infoOf(body: Body, shapes: ShapeDescription[], device: string | undefined): BodyInfo {
  const inertia_B = inertiaOf(body);
  return {
    id: body.index,
    name: body.name,
    type: body.type,
    shape: shapeIndex(body.shape, shapes),
    mass: body.mass,
    centerOfMass_B: unrotate(body.rotation, sub(body.centerOfMass, body.position)),
    ...(inertia_B && { inertia_B }),
    ...(body.surfaceVelocity.some(Boolean) && { surfaceVelocity: body.surfaceVelocity }),
    ...(device !== undefined && { device }),
  };
}

function inertiaOf({ inverseInertia, rotation }: Body): Sym3 | null {
  const out = new Float64Array(6);
  if (!invertSymmetric(out, 0, Float64Array.from(inverseInertia), 0)) return null;
  const back = new Float64Array(9);
  const [x, y, z, w] = rotation;
  matrixFromQuaternion(back, 0, Float64Array.of(-x, -y, -z, w), 0);
  rotateSymmetric(out, 0, back, 0, out, 0);
  return [...out] as unknown as Sym3;
}

/**
 * The shape's place among those known, where it is added if it is new. Equal shapes share one, as their geometry may.
 */
function shapeIndex(shape: ShapeDescription, shapes: ShapeDescription[]): number {
  const at = shapes.findIndex((other) => isSame(shape, other));
  return at >= 0 ? at : shapes.push(shape) - 1;
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (ArrayBuffer.isView(a) || Array.isArray(a)) {
    const [x, y] = [a, b] as unknown as [ArrayLike<unknown>, ArrayLike<unknown>];
    if (x.length !== y.length) return false;
    for (let k = 0; k < x.length; k++) if (!isSame(x[k], y[k])) return false;
    return true;
  }
  const [x, y] = [a, b] as Record<string, unknown>[] as [Record<string, unknown>, Record<string, unknown>];
  const keys = Object.keys(x);
  return keys.length === Object.keys(y).length && keys.every((key) => isSame(x[key], y[key]));
}

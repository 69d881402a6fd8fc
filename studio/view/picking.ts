// What is under the pointer: a body, or a contact where contacts are drawn.

import { type Matrix4, Plane, type Raycaster, Vector3 } from 'three';
import type { Vec3 } from '../../src/index.js';
import type { ContactView } from '../sim/protocol.js';
import type { BodiesView } from './bodies-view.js';

export interface BodyHit {
  kind: 'body';
  lane: number;
  /** Id of the body. */
  body: number;
  point: Vec3;
  /** In the frame of the body. */
  point_B: Vec3;
  /** Outward, unit. */
  normal: Vec3;
  distance: number;
}

export interface ContactHit {
  kind: 'contact';
  lane: number;
  /** Place in the frame's list of contacts. */
  index: number;
  contact: ContactView;
  point: Vec3;
  distance: number;
}

export type Hit = BodyHit | ContactHit;

const tuple = ({ x, y, z }: Vector3): Vec3 => [x, y, z];

export function pickBody(bodies: BodiesView, raycaster: Raycaster, lane: number): BodyHit | null {
  const { scene } = bodies;
  if (!scene || bodies.poses.length === 0) return null;
  const solid = bodies.raycast(raycaster);
  let found = solid && {
    k: solid.body,
    point: solid.hit.point,
    normal: normalOf(solid.hit.face!.normal, bodies.matrixOf(solid.body)),
    distance: solid.hit.distance,
  };
  const plane = new Plane();
  for (const [k, { shape }] of scene.bodies.entries()) {
    if (scene.shapes[shape]!.type !== 'half-space') continue;
    const matrix = bodies.matrixOf(k);
    const normal = normalOf(new Vector3(0, 1, 0), matrix);
    plane.setFromNormalAndCoplanarPoint(normal, new Vector3().setFromMatrixPosition(matrix));
    const point = raycaster.ray.intersectPlane(plane, new Vector3());
    if (!point || raycaster.ray.direction.dot(normal) > 0) continue;
    const distance = point.distanceTo(raycaster.ray.origin);
    if (!found || distance < found.distance) found = { k, point, normal, distance };
  }
  if (!found) return null;
  const local = found.point.clone().applyMatrix4(bodies.matrixOf(found.k).invert());
  return {
    kind: 'body',
    lane,
    body: scene.bodies[found.k]!.id,
    point: tuple(found.point),
    point_B: tuple(local),
    normal: tuple(found.normal),
    distance: found.distance,
  };
}

function normalOf(normal: Vector3, matrix: Matrix4): Vector3 {
  return normal.clone().transformDirection(matrix);
}

/**
 * The contact whose patch the ray goes through or passes within `slack` radians of, seen from the eye; patches are
 * drawn over bodies.
 */
export function pickContact(
  contacts: readonly ContactView[],
  raycaster: Raycaster,
  lane: number,
  slack: number,
): ContactHit | null {
  const { ray } = raycaster;
  let best: ContactHit | null = null;
  let least = Infinity;
  for (const [index, contact] of contacts.entries()) {
    const center = new Vector3(...contact.point);
    const distance = center.distanceTo(ray.origin);
    if (new Vector3().subVectors(center, ray.origin).dot(ray.direction) <= 0) continue;
    const plane = new Plane().setFromNormalAndCoplanarPoint(new Vector3(...contact.normal), center);
    const crossing = ray.intersectPlane(plane, new Vector3());
    const isInside = crossing !== null && contains(contact, crossing);
    // The nearest to the pointer wins; inside a patch counts as on it, the nearer patch first.
    const nearest = nearestOn(contact, raycaster);
    const angle = isInside ? 0 : nearest / distance;
    if (angle > slack) continue;
    const rank = angle + 1e-6 * distance;
    if (rank >= least) continue;
    least = rank;
    best = { kind: 'contact', lane, index, contact, point: tuple(isInside ? crossing : center), distance };
  }
  return best;
}

function contains({ outline, normal }: ContactView, point: Vector3): boolean {
  if (outline.length < 3) return false;
  const n = new Vector3(...normal);
  let sign = 0;
  for (let k = 0; k < outline.length; k++) {
    const a = new Vector3(...outline[k]!);
    const edge = new Vector3(...outline[(k + 1) % outline.length]!).sub(a);
    const side = edge.cross(point.clone().sub(a)).dot(n);
    if (side === 0) continue;
    if (sign !== 0 && Math.sign(side) !== sign) return false;
    sign = Math.sign(side);
  }
  return true;
}

function nearestOn({ outline, point }: ContactView, { ray }: Raycaster): number {
  let least = ray.distanceToPoint(new Vector3(...point));
  for (let k = 0; k < outline.length; k++) {
    const a = new Vector3(...outline[k]!);
    const b = new Vector3(...outline[(k + 1) % outline.length]!);
    least = Math.min(least, Math.sqrt(ray.distanceSqToSegment(a, b)));
  }
  return least;
}

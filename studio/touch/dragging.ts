// Where a pointer drags a point to. The point always lies in a plane through where it was dragged last: so one can
// change the plane on the way, and nothing jumps. Verified in test/studio/touch.test.ts.

import type { Vec3 } from '../../src/index.js';
import { add, dot, length, scale, sub } from '../../src/math/vec3.js';

export interface Ray {
  origin: Vec3;
  /** Unit. */
  direction: Vec3;
}

/** Facing the eye, or level: for depth. */
export type DragPlane = 'facing' | 'level';

/** Where a plane is seen edge-on, a pixel is miles: no farther away than this many times as far as the point was. */
const FARTHEST = 4;
/** A level plane that is seen at less than this is not used (sine). */
const EDGE_ON = 0.05;

/** Unit normal of a plane, for an eye in the direction `back` (unit). */
export function planeNormal(plane: DragPlane, back: Vec3): Vec3 {
  return plane === 'level' && Math.abs(back[1]) > EDGE_ON ? [0, 1, 0] : back;
}

/** The point under the pointer, in the plane through `from`. */
export function dragTo(from: Vec3, ray: Ray, normal: Vec3): Vec3 {
  const away = sub(from, ray.origin);
  const most = FARTHEST * length(away);
  const t = dot(away, normal) / dot(ray.direction, normal);
  if (t > 0 && t <= most) return add(ray.origin, scale(ray.direction, t));
  // Beyond the horizon: as far out as is allowed, and back into the plane.
  const out = add(ray.origin, scale(ray.direction, most));
  return sub(out, scale(normal, dot(sub(out, from), normal)));
}

/** Farther along the line of sight (factor above 1) or nearer. */
export function deepen(from: Vec3, eye: Vec3, factor: number): Vec3 {
  return add(eye, scale(sub(from, eye), factor));
}

/** Largest force of a push, in multiples of the body's weight: as much as the grabbing spring has. */
const STRENGTH = 40;
const G = 9.81;

/** As many times its weight may a body be pushed by an arrow of a fifth of the distance to the eye. */
const FIRMNESS = 10;

/**
 * Newtons a metre of a push: those of the view's arrows, but never so many that a light body among heavy ones flies at
 * a touch.
 */
export function pushScale(newtonsPerMetre: number, mass: number, distance: number): number {
  return Math.min(newtonsPerMetre, (FIRMNESS * G * mass) / (0.2 * distance));
}

/** The force of an arrow drawn from `from` to `to` (N), in newtons a metre. */
export function pushForce(from: Vec3, to: Vec3, newtonsPerMetre: number, mass: number): Vec3 {
  const force = scale(sub(to, from), newtonsPerMetre);
  const size = length(force);
  const most = STRENGTH * G * mass;
  return size > most ? scale(force, most / size) : force;
}

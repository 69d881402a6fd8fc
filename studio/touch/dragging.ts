// Where a pointer drags a point to. The point always lies in a plane through where it was dragged last: so one can change the
// plane on the way, and nothing jumps. Verified in test/studio/touch.test.ts.

import type { Vec3 } from '../../src/index.js';
import { add, dot, length, normalize, scale, sub } from '../../src/math/vec3.js';

export interface Ray {
  origin: Vec3;
  /** Unit. */
  direction: Vec3;
}

/** Facing the eye; level, for depth; upright, so that up is up also when one looks from above. */
export type DragPlane = 'facing' | 'level' | 'upright';

/** Where a plane is seen edge-on, a pixel is miles: no farther away than this many times as far as the point was. */
const FARTHEST = 4;
/** Planes that are steeper to the line of sight than this are not used (sine). */
const EDGE_ON = 0.05;

/** Unit normal of a plane, for an eye in the direction `back` (unit). */
export function planeNormal(plane: DragPlane, back: Vec3): Vec3 {
  if (plane === 'level' && Math.abs(back[1]) > EDGE_ON) return [0, 1, 0];
  const flat: Vec3 = [back[0], 0, back[2]];
  if (plane === 'upright' && length(flat) > EDGE_ON) return normalize(flat);
  return back;
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

/** The force of an arrow drawn from `from` to `to` (N), in the scale in which the view draws forces. */
export function pushForce(from: Vec3, to: Vec3, newtonsPerMetre: number, mass: number): Vec3 {
  const force = scale(sub(to, from), newtonsPerMetre);
  const size = length(force);
  const most = STRENGTH * G * mass;
  return size > most ? scale(force, most / size) : force;
}

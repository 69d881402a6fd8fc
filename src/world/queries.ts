// Questions about where things are.

import { B_ORIGIN, B_ROTATION, BODY_STRIDE } from '../bodies/layout.js';
import { boxesOverlap } from '../broadphase/boxes.js';
import { fail, readNumber, readObject, readVec3 } from '../checks/fields.js';
import { matrixFromQuaternion } from '../math/quaternion.js';
import { add, length, type Quat, rotate, scale, sub, unrotate, type Vec3 } from '../math/vec3.js';
import { I32Slab } from '../memory/arena.js';
import { updateBounds } from '../shapes/bounds.js';
import { castRayShape, RayHit as ShapeHit } from '../shapes/ray.js';
import type { WorldState } from './state.js';

export interface RayHit {
  slot: number;
  /** Along the ray (m). */
  distance: number;
  point: Vec3;
  /** Outward, unit. */
  normal: Vec3;
}

/** First body that a ray from `origin` along `direction` meets within `reach` metres. Equal distances: the lower slot. */
export function castRay(state: WorldState, origin: unknown, direction: unknown, reach: unknown): RayHit | null {
  const o = readVec3(origin, 'origin', 'm');
  const d = readVec3(direction, 'direction');
  const size = length(d);
  if (!(size > 1e-12)) fail('direction', direction, 'a vector of non-zero length');
  const most = reach === undefined ? 1e12 : readNumber(reach, 'maxDistance', 'm');
  if (!(most >= 0)) fail('maxDistance', reach, 'a number >= 0 (m)');
  const unit = scale(d, 1 / size);
  const shapeHit = new ShapeHit();
  let best: RayHit | null = null;
  const data = state.bodies.f.data;
  state.broadPhase.castRay(o[0], o[1], o[2], unit[0], unit[1], unit[2], most, (slot, limit) => {
    const p = slot * BODY_STRIDE;
    const q: Quat = [
      data[p + B_ROTATION],
      data[p + B_ROTATION + 1],
      data[p + B_ROTATION + 2],
      data[p + B_ROTATION + 3],
    ];
    const local = unrotate(q, sub(o, [data[p + B_ORIGIN], data[p + B_ORIGIN + 1], data[p + B_ORIGIN + 2]]));
    const along = unrotate(q, unit);
    const t = castRayShape(
      state.bodies.shapes[slot]!,
      local[0],
      local[1],
      local[2],
      along[0],
      along[1],
      along[2],
      limit,
      shapeHit,
    );
    if (t < 0 || (best !== null && (t > best.distance || (t === best.distance && slot > best.slot)))) return limit;
    best = {
      slot,
      distance: t,
      point: add(o, scale(unit, t)),
      normal: rotate(q, [shapeHit.normal[0], shapeHit.normal[1], shapeHit.normal[2]]),
    };
    return t;
  });
  return best;
}

/** Slots of the bodies whose boxes overlap the box from `min` to `max`, ascending. */
export function slotsIn(state: WorldState, region: unknown): number[] {
  const fields = readObject(region, 'box');
  const min = readVec3(fields.min, 'box.min', 'm');
  const max = readVec3(fields.max, 'box.max', 'm');
  for (let k = 0; k < 3; k++) if (min[k]! > max[k]!) fail(`box.min[${k}]`, min[k], `at most box.max[${k}] = ${max[k]}`);
  const box = Float64Array.of(...min, ...max);
  const found = new I32Slab(64);
  const count = state.broadPhase.collect(box, 0, found);
  const tight = new Float64Array(6);
  const r = new Float64Array(9);
  const d = state.bodies.f.data;
  const out: number[] = [];
  for (let k = 0; k < count; k++) {
    const slot = found.data[k];
    const o = slot * BODY_STRIDE;
    matrixFromQuaternion(r, 0, d, o + B_ROTATION);
    updateBounds(tight, 0, state.bodies.shapes[slot]!, r, 0, d[o + B_ORIGIN], d[o + B_ORIGIN + 1], d[o + B_ORIGIN + 2]);
    if (boxesOverlap(tight, 0, box, 0)) out.push(slot);
  }
  return out;
}

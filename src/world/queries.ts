// Questions about where things are.

import { BODY_INTS, I_ALIVE, I_TYPE, TYPE_STATIC } from '../bodies/layout.js';
import { boxContains, boxesOverlap } from '../broadphase/boxes.js';
import { fail, readObject, readVec3 } from '../checks/fields.js';
import { matrixFromQuaternion } from '../math/quaternion.js';
import { add, length, quatAt, rotate, scale, sub, unrotate, type Vec3, vec3At } from '../math/vec3.js';
import { Arena } from '../memory/arena.js';
import { updateBounds } from '../shapes/bounds.js';
import { castRayShape, RayHit as ShapeHit } from '../shapes/ray.js';
import { solidAt } from './solids.js';
import type { WorldState } from './state.js';

export interface RayHit {
  slot: number;
  /** Along the ray (m). */
  distance: number;
  point: Vec3;
  /** Outward, unit. */
  normal: Vec3;
}

/** Who counts in a query, and how far it looks (m). */
export interface Sieve {
  reach: number;
  admits(slot: number): boolean;
  /** Bodies that hold the origin of a ray are passed over. */
  passInside: boolean;
}

export function readDirection(direction: unknown): Vec3 {
  const d = readVec3(direction, 'direction');
  const size = length(d);
  if (!(size > 1e-12)) fail('direction', direction, 'a vector of non-zero length');
  return scale(d, 1 / size);
}

/** All bodies that a ray meets, each once, where it first does; nearest first, equal distances by slot. */
export function castRayAll(state: WorldState, origin: unknown, direction: unknown, sieve: Sieve): RayHit[] {
  const hits: RayHit[] = [];
  const met = new Set<number>();
  const one: Sieve = { ...sieve, admits: (slot) => !met.has(slot) && sieve.admits(slot) };
  for (;;) {
    const hit = castRay(state, origin, direction, one);
    if (!hit) return hits;
    met.add(hit.slot);
    hits.push(hit);
  }
}

/** First body that a ray from `origin` along `direction` meets. Equal distances: the lower slot. */
export function castRay(state: WorldState, origin: unknown, direction: unknown, sieve: Sieve): RayHit | null {
  const o = readVec3(origin, 'origin', 'm');
  const unit = readDirection(direction);
  const most = sieve.reach;
  const shapeHit = new ShapeHit();
  let best: RayHit | null = null;
  const visit = (slot: number, limit: number): number => {
    if (!sieve.admits(slot)) return limit;
    const { shape, data, at } = solidAt(state, slot);
    const q = quatAt(data, at + 3);
    const local = unrotate(q, sub(o, vec3At(data, at)));
    const along = unrotate(q, unit);
    const t = castRayShape(shape, local[0], local[1], local[2], along[0], along[1], along[2], limit, shapeHit);
    if (t === 0 && sieve.passInside) return limit;
    if (t < 0 || (best !== null && (t > best.distance || (t === best.distance && slot > best.slot)))) return limit;
    best = {
      slot,
      distance: t,
      point: add(o, scale(unit, t)),
      normal: rotate(q, vec3At(shapeHit.normal, 0)),
    };
    return t;
  };
  let limit = most;
  for (const slot of escapedSlots(state)) limit = visit(slot, limit);
  state.broadPhase.castRay(o[0], o[1], o[2], unit[0], unit[1], unit[2], limit, visit);
  return best;
}

/** Slots of the bodies whose boxes overlap the box from `min` to `max`, ascending. */
export function slotsIn(state: WorldState, region: unknown): number[] {
  const fields = readObject(region, 'box');
  const min = readVec3(fields.min, 'box.min', 'm');
  const max = readVec3(fields.max, 'box.max', 'm');
  for (let k = 0; k < 3; k++) if (min[k]! > max[k]!) fail(`box.min[${k}]`, min[k], `at most box.max[${k}] = ${max[k]}`);
  const box = Float64Array.of(...min, ...max);
  const found = new Arena().i32(64);
  const count = state.broadPhase.collect(box, 0, found);
  const slots = new Set(found.data.subarray(0, count));
  for (const slot of escapedSlots(state)) slots.add(slot);
  const tight = new Float64Array(6);
  return [...slots]
    .sort((a, b) => a - b)
    .filter((slot) => {
      writeTightBox(tight, 0, state, slot);
      return boxesOverlap(tight, 0, box, 0);
    });
}

/** The box of a body as it is now, to out[at…]. */
export function writeTightBox(out: Float64Array, at: number, state: WorldState, slot: number): void {
  const r = new Float64Array(9);
  const { shape, data, at: o } = solidAt(state, slot);
  matrixFromQuaternion(r, 0, data, o + 3);
  updateBounds(out, at, shape, r, 0, data[o], data[o + 1], data[o + 2]);
}

/**
 * Bodies that the last step took beyond the box which the broad phase has of them: boxes foresee how a body moves, but
 * not that it is struck. Few if any, found once a step and only if somebody asks.
 */
function escapedSlots(state: WorldState): readonly number[] {
  const { bodies, escaped } = state;
  const i = bodies.i.data;
  if (escaped.step !== state.stepCount) {
    escaped.step = state.stepCount;
    escaped.slots.length = 0;
    const tight = new Float64Array(6);
    for (let b = 1; b < bodies.count; b++) {
      if (i[b * BODY_INTS + I_ALIVE] === 0 || i[b * BODY_INTS + I_TYPE] === TYPE_STATIC) continue;
      writeTightBox(tight, 0, state, b);
      if (!boxContains(state.broadPhase.fatBoxes.data, 6 * b, tight, 0)) escaped.slots.push(b);
    }
  }
  return escaped.slots.filter((b) => i[b * BODY_INTS + I_ALIVE] === 1);
}

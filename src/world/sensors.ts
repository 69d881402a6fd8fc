// Sensors: bodies, or parts of compounds, that report who overlaps them and by how much, and push nobody.
//
// They take no part in contact: pairs with a sensor are never formed, parts that are sensors are not among a compound's
// solid parts. After the bodies have moved, every zone (a sensor body, or one sensor part) asks the broad phase who is
// near and measures overlaps, exactly where the geometry is (docs/overlap.md), by rays elsewhere. Where neither side
// has moved the last answer stands, so sensors cost nothing over sleeping bodies and wake nobody.
// Simplifications: a sensor that sees something allocates in every step, and a tree over the triangles of a soft body
// that moves in it; where parts of one body overlap each other their volumes add up.
// Verified in test/world/sensors.test.ts.

import {
  B_POSE,
  BODY_INTS,
  BODY_STRIDE,
  I_ALIVE,
  I_GROUP,
  I_MASK,
  I_SENSOR,
  I_TYPE,
  TYPE_STATIC,
} from '../bodies/layout.js';
import { matrixFromQuaternion } from '../math/quaternion.js';
import { OV_STRIDE, OV_VOLUME, OverlapBuffer } from '../overlap/overlap.js';
import { SolidOverlap } from '../overlap/solid-pair.js';
import { updateBounds } from '../shapes/bounds.js';
import type { ConcaveParts } from '../shapes/kind.js';
import { partCount, partShape, placePart } from '../shapes/parts.js';
import type { CompoundPart, Shape, SimpleShape } from '../shapes/shape.js';
import { slotsIn } from './queries.js';
import { isStirring } from './sleeping.js';
import { solidAt } from './solids.js';
import type { WorldState } from './state.js';

export type SensorEventType = 'sensorBegin' | 'sensorStay' | 'sensorEnd';
export const SENSOR_EVENTS: readonly SensorEventType[] = ['sensorBegin', 'sensorStay', 'sensorEnd'];

/** Who is in a zone, by slots. `part`: which part of the compound, -1 for a sensor body. */
export interface Sensed {
  sensor: number;
  part: number;
  other: number;
  /** m³ */
  volume: number;
}

interface Zone {
  slot: number;
  part: number;
  /** The zone's solids, placed in the body. */
  solids: Shape;
}

const RESOLUTION = 48;

export class Sensors {
  /** Ordered by sensor, part and other. */
  now: Sensed[] = [];
  readonly handlers: Record<SensorEventType, Set<unknown>>;
  readonly events: { type: SensorEventType; of: Sensed }[] = [];
  /** Bodies have come, gone, changed or been put elsewhere: nothing of the last step may be taken over. */
  changed = true;
  #zones: Zone[] = [];
  readonly #finder: SolidOverlap;
  readonly #buffer = new OverlapBuffer();
  readonly #poses = new Float64Array(14);
  readonly #box = new Float64Array(6);
  readonly #rotation = new Float64Array(9);

  constructor(concave: ConcaveParts | null, handlers?: Record<SensorEventType, Set<unknown>>) {
    this.#finder = new SolidOverlap(concave);
    this.handlers = handlers ?? { sensorBegin: new Set(), sensorStay: new Set(), sensorEnd: new Set() };
  }

  /** Looks again, after the bodies have moved and before they may fall asleep. */
  update(state: WorldState): void {
    this.events.length = 0;
    if (this.changed) this.#zones = zonesOf(state);
    if (this.#zones.length === 0 && this.now.length === 0) {
      this.changed = false;
      return;
    }
    const before = this.now;
    this.now = [];
    for (const zone of this.#zones) this.#look(state, zone, before);
    this.#compare(state, before);
    this.changed = false;
  }

  /** Forgets a body that is removed. */
  drop(slot: number): void {
    this.changed = true;
    this.now = this.now.filter(({ sensor, other }) => sensor !== slot && other !== slot);
  }

  #look(state: WorldState, zone: Zone, before: readonly Sensed[]): void {
    const { slot, part } = zone;
    const moved = this.changed || isStirring(state, slot);
    for (const other of slotsIn(state, this.#boxOf(state, zone))) {
      if (!senses(state, slot, other)) continue;
      const last = before.find((s) => s.sensor === slot && s.part === part && s.other === other);
      if (!moved && !isStirring(state, other)) {
        if (last) this.now.push(last);
        continue;
      }
      const volume = this.#volume(state, zone, other);
      if (volume > 0) this.now.push({ sensor: slot, part, other, volume });
    }
  }

  #boxOf(state: WorldState, { slot, solids }: Zone): { min: number[]; max: number[] } {
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    const box = this.#box;
    const rotation = this.#rotation;
    const poses = this.#poses;
    for (let k = 0; k < partCount(solids); k++) {
      placePart(poses, 0, solids, k, state.bodies.f.data, slot * BODY_STRIDE + B_POSE);
      matrixFromQuaternion(rotation, 0, poses, 3);
      updateBounds(box, 0, partShape(solids, k), rotation, 0, poses[0], poses[1], poses[2]);
      for (let n = 0; n < 3; n++) {
        // A half-space has no end; 1e12 m is where coordinates end.
        min[n] = Math.max(-1e12, Math.min(min[n]!, box[n]));
        max[n] = Math.min(1e12, Math.max(max[n]!, box[3 + n]));
      }
    }
    return { min, max };
  }

  #volume(state: WorldState, { slot, solids }: Zone, other: number): number {
    const { bodies } = state;
    const poses = this.#poses;
    const buffer = this.#buffer;
    const { shape, data, at } = solidAt(state, other);
    let sum = 0;
    for (let m = 0; m < partCount(solids); m++) {
      const sa = partShape(solids, m);
      placePart(poses, 0, solids, m, bodies.f.data, slot * BODY_STRIDE + B_POSE);
      for (let n = 0; n < partCount(shape); n++) {
        const sb: SimpleShape = partShape(shape, n);
        if (sa.type === 'half-space' && sb.type === 'half-space') continue;
        placePart(poses, 7, shape, n, data, at);
        const count = this.#finder.compute(sa, poses, 0, sb, poses, 7, buffer, { resolution: RESOLUTION });
        for (let c = 0; c < count; c++) sum += buffer.records[c * OV_STRIDE + OV_VOLUME];
      }
    }
    return sum;
  }

  /** What began, stays and ended. Both lists have the same order. */
  #compare(state: WorldState, before: readonly Sensed[]): void {
    const { now, handlers } = this;
    const add = (type: SensorEventType, of: Sensed) => {
      if (handlers[type].size > 0) this.events.push({ type, of });
    };
    let k = 0;
    for (const last of before) {
      while (k < now.length && order(now[k]!, last) < 0) add('sensorBegin', now[k++]!);
      if (k < now.length && order(now[k]!, last) === 0) add('sensorStay', now[k++]!);
      else if (state.bodies.i.data[last.other * BODY_INTS + I_ALIVE] === 1) add('sensorEnd', { ...last, volume: 0 });
    }
    while (k < now.length) add('sensorBegin', now[k++]!);
  }
}

function order(a: Sensed, b: Sensed): number {
  return a.sensor - b.sensor || a.part - b.part || a.other - b.other;
}

/** A sensor sees whoever its mask allows, if one of the two can move; neither itself nor other sensors. */
function senses(state: WorldState, a: number, b: number): boolean {
  const i = state.bodies.i.data;
  const na = a * BODY_INTS;
  const nb = b * BODY_INTS;
  if (a === b || i[nb + I_SENSOR] === 1) return false;
  if (i[na + I_TYPE] === TYPE_STATIC && i[nb + I_TYPE] === TYPE_STATIC) return false;
  return (i[na + I_GROUP] & i[nb + I_MASK]) !== 0 && (i[nb + I_GROUP] & i[na + I_MASK]) !== 0;
}

function zonesOf(state: WorldState): Zone[] {
  const { bodies } = state;
  const zones: Zone[] = [];
  for (let slot = 1; slot < bodies.count; slot++) {
    const n = slot * BODY_INTS;
    const shape = bodies.shapes[slot];
    if (bodies.i.data[n + I_ALIVE] === 0 || !shape) continue;
    if (bodies.i.data[n + I_SENSOR] === 1) zones.push({ slot, part: -1, solids: shape });
    if (shape.type !== 'compound') continue;
    const parts = new Map<number, CompoundPart[]>();
    for (const { index, part } of shape.sensors) parts.set(index, [...(parts.get(index) ?? []), part]);
    for (const [part, list] of parts) zones.push({ slot, part, solids: { ...shape, parts: list } });
  }
  return zones;
}

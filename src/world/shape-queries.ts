// Questions that take a whole shape, or distances: casts, overlaps, closest points. And who counts in a query.
// Verified in test/world/shape-queries.test.ts.

import { BODY_INTS, I_ALIVE, I_GROUP, I_MASK, I_SENSOR } from '../bodies/layout.js';
import { SixfoldError } from '../checks/error.js';
import {
  fail,
  optional,
  readBoolean,
  readNumber,
  readObject,
  readOneOf,
  readQuaternion,
  readVec3,
  refuseUnknown,
  show,
} from '../checks/fields.js';
import { Between } from '../distance/between.js';
import { Closest } from '../distance/closest.js';
import { Placed } from '../distance/placed.js';
import { matrixFromQuaternion } from '../math/quaternion.js';
import { IDENTITY, type Quat, scale, type Vec3, vec3At, ZERO } from '../math/vec3.js';
import { OV_STRIDE, OV_VOLUME, OverlapBuffer } from '../overlap/overlap.js';
import { SolidOverlap } from '../overlap/solid-pair.js';
import { updateBounds } from '../shapes/bounds.js';
import { partCount, partShape, placePart } from '../shapes/parts.js';
import type { Shape } from '../shapes/shape.js';
import type { Body } from './body.js';
import { type RayHit, readDirection, type Sieve, slotsIn } from './queries.js';
import { readBits } from './read-body.js';
import { type Solid, solidAt } from './solids.js';
import type { WorldState } from './state.js';

/** Where a shape is. */
export interface Pose {
  position?: Vec3;
  rotation?: Quat;
}

export interface QueryOptions {
  /** How far to look (m). */
  maxDistance?: number;
  /** Bodies that do not count. */
  exclude?: Body | readonly Body[];
  /** Bits, as those of a body: only bodies that would touch one with these count. */
  group?: number;
  mask?: number;
  /** Only bodies for which it returns true count. */
  filter?: (body: Body) => boolean;
  /** Whether sensors count; false unless told. */
  sensors?: boolean;
  /** Rays that start inside a body: "hit" it at once (unless told), or "pass" over it. */
  inside?: 'hit' | 'pass';
}

const OPTIONS = ['maxDistance', 'exclude', 'group', 'mask', 'filter', 'sensors', 'inside'];
const FARTHEST = 1e12;

export function readSieve(
  state: WorldState,
  options: unknown,
  view: (slot: number) => Body,
  own: (body: unknown) => number,
): Sieve {
  const fields =
    options === undefined
      ? {}
      : typeof options === 'number'
        ? { maxDistance: options }
        : readObject(options, 'options');
  refuseUnknown(fields, 'options', OPTIONS);
  const get = optional(fields as Record<string, unknown>, '');
  const reach = get('maxDistance', FARTHEST, readNumber, 'm');
  if (!(reach >= 0)) fail('maxDistance', reach, 'a number >= 0 (m)');
  const { exclude, filter } = fields as { exclude?: unknown; filter?: unknown };
  const excluded = new Set((exclude === undefined ? [] : Array.isArray(exclude) ? exclude : [exclude]).map(own));
  if (filter !== undefined && typeof filter !== 'function') fail('filter', filter, 'a function of a body');
  const predicate = filter as ((body: Body) => unknown) | undefined;
  const group = get('group', 4294967295, readBits);
  const mask = get('mask', 4294967295, readBits);
  const sensors = get('sensors', false, readBoolean);
  const inside = get('inside', 'hit', (value, where) => readOneOf(value, where, ['hit', 'pass']));
  return {
    reach,
    passInside: inside === 'pass',
    admits(slot) {
      const n = slot * BODY_INTS;
      const i = state.bodies.i.data;
      if (excluded.has(slot) || i[n + I_ALIVE] === 0 || (i[n + I_SENSOR] === 1 && !sensors)) return false;
      // A query without bits of its own sees bodies of whatever mask and group, even of none.
      if (fields.mask !== undefined && (i[n + I_GROUP] & mask) === 0) return false;
      if (fields.group !== undefined && (i[n + I_MASK] & group) === 0) return false;
      return predicate === undefined || Boolean(predicate(view(slot)));
    },
  };
}

export class ShapeQueries {
  readonly #state: WorldState;
  readonly #distance: Between;
  readonly #closest: Closest;
  readonly #placed = new Placed();
  readonly #finder: SolidOverlap;
  readonly #buffer = new OverlapBuffer();

  constructor(state: WorldState) {
    const { concave } = state;
    this.#state = state;
    this.#distance = new Between(concave);
    this.#closest = new Closest(concave?.nearest() ?? null);
    this.#finder = new SolidOverlap(concave);
  }

  between(a: number, b: number): { distance: number; onA: Vec3; onB: Vec3; normal: Vec3 } {
    const { bodies } = this.#state;
    if (a === b) throw new SixfoldError(`closestPoints: a and b are both ${show(bodies.names[a])}; give two bodies`);
    const out = { distance: Infinity, onA: ZERO, onB: ZERO, normal: ZERO };
    const [pa, pb] = [new Float64Array(7), new Float64Array(7)];
    this.#eachPart(solidAt(this.#state, a), pa, (sa) =>
      this.#eachPart(solidAt(this.#state, b), pb, (sb) => {
        const found = this.#distance.find(sa, pa, 0, sb, pb, 0, out.distance);
        if (!(found < out.distance)) return;
        out.distance = found;
        out.onA = vec3At(this.#distance.onA, 0);
        out.onB = vec3At(this.#distance.onB, 0);
        out.normal = vec3At(this.#distance.normal, 0);
      }),
    );
    return out;
  }

  nearest(at: unknown, sieve: Sieve): RayHit | null {
    const [x, y, z] = readVec3(at, 'point', 'm');
    const { bodies } = this.#state;
    const pose = new Float64Array(7);
    let best: RayHit | null = null;
    for (let slot = 1; slot < bodies.count; slot++) {
      if (!this.#isAlive(slot) || !sieve.admits(slot)) continue;
      this.#eachPart(solidAt(this.#state, slot), pose, (shape) => {
        const limit = Math.min(best?.distance ?? Infinity, sieve.reach);
        this.#placed.set(shape, pose, 0, 0, 0, 0);
        const p = this.#placed;
        const c = this.#closest;
        if (shape.type === 'half-space') {
          const [nx, ny, nz] = [p.r[1], p.r[4], p.r[7]];
          const d = nx * (x - p.x) + ny * (y - p.y) + nz * (z - p.z);
          if (d < limit)
            best = { slot, distance: d, point: [x - d * nx, y - d * ny, z - d * nz], normal: [nx, ny, nz] };
          return;
        }
        const d = c.find(p, x, y, z, limit);
        if (d < limit) best = { slot, distance: d, point: [c.x, c.y, c.z], normal: [c.nx, c.ny, c.nz] };
      });
    }
    return best;
  }

  cast(shape: Shape, from: unknown, direction: unknown, sieve: Sieve): RayHit | null {
    const unit = readDirection(direction);
    const start = readPose(from);
    let best: RayHit | null = null;
    const reach = Math.min(sieve.reach, FARTHEST / 10);
    const [pa, moving, pb] = [new Float64Array(7), new Float64Array(7), new Float64Array(7)];
    for (const slot of this.#near(shape, start, scale(unit, reach))) {
      if (!sieve.admits(slot)) continue;
      this.#eachPart({ shape, data: start, at: 0 }, pa, (sa) =>
        this.#eachPart(solidAt(this.#state, slot), pb, (sb) => {
          if (sa.type === 'half-space') fail('shape', sa.type, 'a bounded shape');
          moving.set(pa);
          const t = this.#distance.cast(sa, moving, unit, best?.distance ?? reach, sb, pb);
          if (t < 0 || (best !== null && t >= best.distance)) return;
          const { onB, normal } = this.#distance;
          best = { slot, distance: t, point: vec3At(onB, 0), normal: vec3At(normal, 0) };
        }),
      );
    }
    return best;
  }

  overlapping(shape: Shape, at: unknown, sieve: Sieve): { slot: number; volume: number }[] {
    const pose = readPose(at);
    const out: { slot: number; volume: number }[] = [];
    const [pa, pb] = [new Float64Array(7), new Float64Array(7)];
    for (const slot of this.#near(shape, pose, ZERO)) {
      if (!sieve.admits(slot)) continue;
      let volume = 0;
      this.#eachPart({ shape, data: pose, at: 0 }, pa, (sa) =>
        this.#eachPart(solidAt(this.#state, slot), pb, (sb) => {
          if (sa.type === 'half-space' && sb.type === 'half-space') return;
          const count = this.#finder.compute(sa, pa, 0, sb, pb, 0, this.#buffer, {});
          for (let c = 0; c < count; c++) volume += this.#buffer.records[c * OV_STRIDE + OV_VOLUME];
        }),
      );
      if (volume > 0) out.push({ slot, volume });
    }
    return out;
  }

  /** Bodies whose boxes meet the box that the shape sweeps along `way`. */
  #near(shape: Shape, pose: Float64Array, way: Vec3): number[] {
    const box = new Float64Array(6);
    const r = new Float64Array(9);
    matrixFromQuaternion(r, 0, pose, 3);
    updateBounds(box, 0, shape, r, 0, pose[0], pose[1], pose[2]);
    const inside = (v: number): number => Math.max(-FARTHEST, Math.min(FARTHEST, v));
    const min = way.map((w, k) => inside(box[k] + Math.min(0, w)));
    const max = way.map((w, k) => inside(box[3 + k] + Math.max(0, w)));
    return slotsIn(this.#state, { min, max }).filter((slot) => this.#isAlive(slot));
  }

  #isAlive(slot: number): boolean {
    const i = this.#state.bodies.i.data;
    return i[slot * BODY_INTS + I_ALIVE] === 1;
  }

  #eachPart({ shape, data, at }: Solid, pose: Float64Array, visit: (part: ReturnType<typeof partShape>) => void): void {
    for (let k = 0; k < partCount(shape); k++) {
      placePart(pose, 0, shape, k, data, at);
      visit(partShape(shape, k));
    }
  }
}

function readPose(value: unknown): Float64Array {
  const fields = readObject(value, 'pose');
  refuseUnknown(fields, 'pose', ['position', 'rotation']);
  const get = optional(fields, 'pose.');
  return Float64Array.of(...get('position', ZERO, readVec3, 'm'), ...get('rotation', IDENTITY, readQuaternion));
}

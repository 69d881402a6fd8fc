// The questions that users ask a world about where things are, with bodies in place of slots: rays, shapes on a way or at a
// pose, nearest points, overlaps. The answers are those of queries.ts, shape-queries.ts and overlaps.ts.

import { SixfoldError } from '../checks/error.js';
import type { Vec3 } from '../math/vec3.js';
import type { Body } from './body.js';
import type { Members } from './members.js';
import { findOverlaps, type OverlapOptions } from './overlaps.js';
import { castRay, castRayAll, type RayHit, type Sieve, slotsIn } from './queries.js';
import type { Overlap, RayResult, ShapeCastResult } from './results.js';
import type { ShapeReference } from './scene.js';
import { frozen } from './sealed.js';
import { type Pose, type QueryOptions, readSieve, ShapeQueries } from './shape-queries.js';
import type { Home, WorldState } from './state.js';
import type { Views } from './views.js';

interface RayBatch {
  distances: Float64Array;
  normals: Float64Array;
  bodies: (Body | null)[];
}

export class Asking {
  readonly #home: Home;
  readonly #views: Views;
  readonly #members: Members;
  /** Made with the first question that needs it, for the state of that time. */
  #queries: ShapeQueries | null = null;
  #asked: WorldState | null = null;

  constructor(home: Home, views: Views, members: Members) {
    this.#home = home;
    this.#views = views;
    this.#members = members;
  }

  castRay(origin: Vec3, direction: Vec3, options?: number | QueryOptions): RayResult | null {
    const hit = castRay(this.#home.state, origin, direction, this.#sieve(options));
    return hit && this.#rayResult(hit);
  }

  castRayAll(origin: Vec3, direction: Vec3, options?: number | QueryOptions): RayResult[] {
    return castRayAll(this.#home.state, origin, direction, this.#sieve(options)).map((hit) => this.#rayResult(hit));
  }

  castRays(rays: ArrayLike<number>, options?: number | QueryOptions): RayBatch {
    const count = rays.length / 6;
    if (!Number.isInteger(count))
      throw new SixfoldError(`rays has ${rays.length} numbers; it must have six for each: origin and direction`);
    const sieve = this.#sieve(options);
    const distances = new Float64Array(count).fill(Infinity);
    const normals = new Float64Array(3 * count);
    const bodies: (Body | null)[] = new Array(count).fill(null);
    for (let k = 0; k < count; k++) {
      const [x, y, z, dx, dy, dz] = Array.from({ length: 6 }, (_, n) => rays[6 * k + n]!);
      const hit = castRay(this.#home.state, [x, y, z], [dx, dy, dz], sieve);
      if (!hit) continue;
      distances[k] = hit.distance;
      normals.set(hit.normal, 3 * k);
      bodies[k] = this.#views.body(hit.slot);
    }
    return { distances, normals, bodies };
  }

  castShape(
    shape: ShapeReference,
    from: Pose,
    direction: Vec3,
    options?: number | QueryOptions,
  ): ShapeCastResult | null {
    const hit = this.#ask().cast(this.#members.shapes.read(shape, 'shape'), from, direction, this.#sieve(options));
    return (
      hit && frozen({ body: this.#views.body(hit.slot), distance: hit.distance, point: hit.point, normal: hit.normal })
    );
  }

  overlapping(shape: ShapeReference, at: Pose, options?: QueryOptions): { body: Body; volume: number }[] {
    const found = this.#ask().overlapping(this.#members.shapes.read(shape, 'shape'), at, this.#sieve(options));
    return found.map(({ slot, volume }) => ({ body: this.#views.body(slot), volume }));
  }

  closestPoints(a: Body, b: Body): { distance: number; onA: Vec3; onB: Vec3; normal: Vec3 } {
    return this.#ask().between(this.#views.own(a), this.#views.own(b));
  }

  closestBody(point: Vec3, options?: number | QueryOptions): RayResult | null {
    const hit = this.#ask().nearest(point, this.#sieve(options));
    return hit && this.#rayResult(hit);
  }

  bodiesIn(box: { min: Vec3; max: Vec3 }): Body[] {
    return slotsIn(this.#home.state, box).map((slot) => this.#views.body(slot));
  }

  overlaps(options?: OverlapOptions): Overlap[] {
    const out: Overlap[] = [];
    findOverlaps(this.#home.state, options, (a, b, record) =>
      out.push(frozen({ a: this.#views.body(a), b: this.#views.body(b), ...record })),
    );
    return out;
  }

  #ask(): ShapeQueries {
    const { state } = this.#home;
    if (this.#queries === null || this.#asked !== state) this.#queries = new ShapeQueries(state);
    this.#asked = state;
    return this.#queries;
  }

  #rayResult({ slot, point, normal, distance }: RayHit): RayResult {
    return frozen({ body: this.#views.body(slot), point, normal, distance });
  }

  #sieve(options: number | QueryOptions | undefined): Sieve {
    return readSieve(
      this.#home.state,
      options,
      (slot) => this.#views.body(slot),
      (body) => this.#views.own(body),
    );
  }
}

// Closest points of two simple solids, their signed distance, and how far one can move before it meets the other.
//
// Convex pairs: GJK, and EPA where they overlap, so distances are signed. A half-space: the farthest point of the other
// in its direction. Meshes: between-mesh.ts. Moving: conservative advancement (Mirtich 1996): a separation d along the unit normal n allows a
// translation along u to go on for d/(-n·u) where both are convex, for d otherwise.
// Simplifications: two solids that overlap and one of which is a mesh or torus have distance 0, not the depth; a torus
// is taken as its tessellation (64 sides: 0.12 % of its radius too small).
// Verified in test/world/shape-queries.test.ts.

import type { ConcaveParts } from '../shapes/kind.js';
import type { SimpleShape } from '../shapes/shape.js';
import type { MeshBetween } from './between-mesh.js';
import { ConvexContact } from './convex.js';
import { supportCore } from './gjk.js';
import { Placed } from './placed.js';

declare module '../shapes/kind.js' {
  interface ConcaveParts {
    between(): MeshBetween;
  }
}

/** Closer than this share of the sizes is touching. */
const TOUCHING = 1e-9;
const MOST_STEPS = 200;

export class Between {
  /** Negative where convex solids overlap. */
  distance = 0;
  readonly onA = new Float64Array(3);
  readonly onB = new Float64Array(3);
  /** From b to a, unit. */
  readonly normal = new Float64Array(3);
  readonly #a = new Placed();
  readonly #b = new Placed();
  readonly #convex = new ConvexContact();
  readonly #p = new Float64Array(6);
  /** Null: there are no meshes and tori. */
  readonly #mesh: MeshBetween | null;

  constructor(concave: ConcaveParts | null) {
    this.#mesh = concave?.between() ?? null;
  }

  /** Returns the distance, or Infinity if it is more than `limit`. Poses: position, then quaternion. */
  find(
    sa: SimpleShape,
    pa: Float64Array,
    ai: number,
    sb: SimpleShape,
    pb: Float64Array,
    bi: number,
    limit: number,
  ): number {
    this.#place(this.#a, sa, pa, ai);
    this.#place(this.#b, sb, pb, bi);
    this.distance = Infinity;
    if (this.#b.shape!.type === 'half-space') this.#toPlane(this.#a, this.#b, 1, limit);
    else if (this.#a.shape!.type === 'half-space') this.#toPlane(this.#b, this.#a, -1, limit);
    else if (this.#b.shape!.type === 'mesh') this.#mesh!.toMesh(this, this.#a, this.#b, 1, limit);
    else if (this.#a.shape!.type === 'mesh') this.#mesh!.toMesh(this, this.#b, this.#a, -1, limit);
    else this.offer(this.#a, this.#b, 1, limit);
    return this.distance <= limit ? this.distance : Infinity;
  }

  /**
   * How far a, which starts at pose pa, can go along the unit vector u before it meets b: at most `most`, -1 if it
   * never does. A pair that overlaps meets at 0. Leaves points and normal as they are where they meet; pa is moved
   * along.
   */
  cast(
    sa: SimpleShape,
    pa: Float64Array,
    u: readonly [number, number, number],
    most: number,
    sb: SimpleShape,
    pb: Float64Array,
  ): number {
    const from = [pa[0], pa[1], pa[2]];
    const isSmooth = isConvex(sa) && isConvex(sb);
    let t = 0;
    for (let k = 0; k < MOST_STEPS; k++) {
      const d = this.find(sa, pa, 0, sb, pb, 0, Infinity);
      if (d <= TOUCHING * (this.#a.size + this.#b.size)) return t;
      const { normal: n } = this;
      const closing = -(n[0] * u[0] + n[1] * u[1] + n[2] * u[2]);
      if (isSmooth && closing <= 0) return -1;
      t += isSmooth ? d / closing : d;
      if (t > most) return -1;
      for (let c = 0; c < 3; c++) pa[c] = from[c]! + t * u[c]!;
    }
    // Grazing: nearer than can be told apart in so many steps.
    return t;
  }

  #place(out: Placed, shape: SimpleShape, pose: Float64Array, i: number): void {
    out.set(shape.type === 'torus' ? this.#mesh!.meshOf(shape) : shape, pose, i, 0, 0, 0);
  }

  /** Convex solids, or triangles. `sign` is -1 where a and b have changed places. */
  offer(a: Placed, b: Placed, sign: number, limit: number): void {
    const c = this.#convex;
    if (!c.direction(a, b, limit)) {
      // Apart, or a triangle that lies in the other's side: they touch, but there is no depth to speak of.
      const radii = a.coreRadius + b.coreRadius;
      if (c.gjk.distance(a, b, limit + radii) <= TOUCHING * (a.size + b.size))
        this.distance = Math.min(this.distance, 0);
      return;
    }
    if (c.gap >= this.distance) return;
    this.#put(c.gap, c.onA, c.onB, c.nx, c.ny, c.nz, sign);
  }

  #put(d: number, onA: Float64Array, onB: Float64Array, x: number, y: number, z: number, sign: number): void {
    this.distance = d;
    this.onA.set(sign > 0 ? onA : onB);
    this.onB.set(sign > 0 ? onB : onA);
    this.normal[0] = sign * x;
    this.normal[1] = sign * y;
    this.normal[2] = sign * z;
  }

  #toPlane(s: Placed, plane: Placed, sign: number, limit: number): void {
    if (s.shape!.type === 'half-space') return;
    const [nx, ny, nz] = [plane.r[1], plane.r[4], plane.r[7]];
    const p = this.#p;
    if (s.shape!.type === 'mesh') this.#mesh!.lowest(s, nx, ny, nz, p);
    else {
      supportCore(s, -nx, -ny, -nz, p, 0);
      for (let k = 0; k < 3; k++) p[k] -= s.coreRadius * (k === 0 ? nx : k === 1 ? ny : nz);
    }
    const d = nx * (p[0] - plane.x) + ny * (p[1] - plane.y) + nz * (p[2] - plane.z);
    if (d > limit) return;
    p[3] = p[0] - d * nx;
    p[4] = p[1] - d * ny;
    p[5] = p[2] - d * nz;
    this.#put(d, p.subarray(0, 3), p.subarray(3, 6), nx, ny, nz, sign);
  }
}

function isConvex(shape: SimpleShape): boolean {
  return shape.type !== 'mesh' && shape.type !== 'torus';
}

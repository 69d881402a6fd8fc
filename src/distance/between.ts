// Closest points of two simple solids, their signed distance, and how far one can move before it meets the other.
//
// Convex pairs: GJK, and EPA where they overlap, so distances are signed. A half-space: the farthest point of the other
// in its direction. Meshes: the nearest pair of triangles, or of a triangle and the convex solid, by descent through
// the mesh's tree. Moving: conservative advancement (Mirtich 1996): a separation d along the unit normal n allows a
// translation along u to go on for d/(-n·u) where both are convex, for d otherwise.
// Simplifications: two solids that overlap and one of which is a mesh or torus have distance 0, not the depth; a torus
// is taken as its tessellation (64 sides: 0.12 % of its radius too small).
// Verified in test/world/shape-queries.test.ts.

import { meshContains, PointScratch } from '../shapes/contains.js';
import { mesh as meshKind } from '../shapes/kinds/mesh.js';
import type { MeshShape, SimpleShape } from '../shapes/shape.js';
import { MAX_TREE_DEPTH } from '../shapes/triangle-tree.js';
import { ConvexContact } from './convex.js';
import { supportCore } from './gjk.js';
import { Placed, SMOOTH } from './placed.js';

const TORUS_SIDES = 64;
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
  readonly #triangle = new Placed();
  readonly #other = new Placed();
  readonly #corners = new Float64Array(9);
  readonly #otherCorners = new Float64Array(9);
  readonly #convex = new ConvexContact();
  readonly #points = new PointScratch();
  readonly #p = new Float64Array(6);
  readonly #meshes = new WeakMap<SimpleShape, MeshShape>();

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
    else if (this.#b.shape!.type === 'mesh') this.#toMesh(this.#a, this.#b, 1, limit);
    else if (this.#a.shape!.type === 'mesh') this.#toMesh(this.#b, this.#a, -1, limit);
    else this.#offer(this.#a, this.#b, 1, limit);
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
    out.set(shape.type === 'torus' ? this.#meshOf(shape) : shape, pose, i, 0, 0, 0);
  }

  #meshOf(shape: SimpleShape): MeshShape {
    let mesh = this.#meshes.get(shape);
    if (!mesh) {
      const { positions, indices } = shape.kind.tessellate(shape, TORUS_SIDES);
      const description = { type: 'mesh', positions, indices } as const;
      mesh = meshKind.create(description, () => shape);
      this.#meshes.set(shape, mesh);
    }
    return mesh;
  }

  /** Convex solids, or triangles. `sign` is -1 where a and b have changed places. */
  #offer(a: Placed, b: Placed, sign: number, limit: number): void {
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
    if (s.shape!.type === 'mesh') {
      const { positions } = s.shape!.mesh;
      let low = Infinity;
      for (let v = 0; v < positions.length; v += 3) {
        s.toWorld(p, 3, positions[v], positions[v + 1], positions[v + 2]);
        const h = nx * p[3] + ny * p[4] + nz * p[5];
        if (h >= low) continue;
        low = h;
        for (let k = 0; k < 3; k++) p[k] = p[3 + k];
      }
    } else {
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

  /** Of s, convex or a mesh, to a mesh. */
  #toMesh(s: Placed, m: Placed, sign: number, limit: number): void {
    if (s.shape!.type === 'mesh') {
      const { positions, indices } = s.shape!.mesh;
      const t = triangleOf(this.#other, s, this.#otherCorners);
      for (let k = 0; k < indices.length; k += 3) {
        for (let c = 0; c < 3; c++)
          for (let n = 0; n < 3; n++) this.#otherCorners[3 * c + n] = positions[3 * indices[k + c] + n];
        this.#walk(t, m, sign, Math.min(limit, this.distance));
      }
    } else this.#walk(s, m, sign, limit);
    // Wholly inside one another no triangles are near.
    const inside = this.#holds(m, s) || (s.shape!.type === 'mesh' && this.#holds(s, m));
    if (inside || this.distance < 0) this.distance = 0;
  }

  /** Whether the mesh m holds a point of s. */
  #holds(m: Placed, s: Placed): boolean {
    const p = this.#p;
    if (s.shape!.type === 'mesh') {
      const { positions } = s.shape!.mesh;
      s.toWorld(p, 0, positions[0], positions[1], positions[2]);
    } else supportCore(s, 0, 1, 0, p, 0);
    const { r } = m;
    const [x, y, z] = [p[0] - m.x, p[1] - m.y, p[2] - m.z];
    return meshContains(
      m.shape as MeshShape,
      r[0] * x + r[3] * y + r[6] * z,
      r[1] * x + r[4] * y + r[7] * z,
      r[2] * x + r[5] * y + r[8] * z,
      this.#points,
    );
  }

  /** The triangles of m that may be nearer to s than anything yet. */
  #walk(s: Placed, m: Placed, sign: number, limit: number): void {
    const { positions, indices, tree } = (m.shape as MeshShape).mesh;
    const corners = this.#corners;
    const box = new Float64Array(6);
    boxIn(box, s, m, this.#p);
    const t = triangleOf(this.#triangle, m, corners);
    const stack = new Int32Array(MAX_TREE_DEPTH + 2);
    let top = 1;
    while (top > 0) {
      const node = stack[--top];
      if (boxGap(tree.bounds, 6 * node, box) > Math.min(limit, this.distance)) continue;
      if (tree.count[node] === 0) {
        const [near, far] = [node + 1, tree.first[node]];
        const swap = boxGap(tree.bounds, 6 * near, box) > boxGap(tree.bounds, 6 * far, box);
        stack[top++] = swap ? near : far;
        stack[top++] = swap ? far : near;
        continue;
      }
      for (let k = tree.first[node]; k < tree.first[node] + tree.count[node]; k++) {
        const at = 3 * tree.order[k];
        for (let c = 0; c < 3; c++) for (let n = 0; n < 3; n++) corners[3 * c + n] = positions[3 * indices[at + c] + n];
        this.#offer(s, t, sign, Math.min(limit, this.distance));
      }
    }
  }
}

function isConvex(shape: SimpleShape): boolean {
  return shape.type !== 'mesh' && shape.type !== 'torus';
}

/** A triangle that stands where m stands, with corners that may change. */
function triangleOf(out: Placed, m: Placed, corners: Float64Array): Placed {
  out.shape = m.shape;
  out.kind = SMOOTH;
  out.r.set(m.r);
  out.x = m.x;
  out.y = m.y;
  out.z = m.z;
  out.size = m.size;
  out.coreRadius = 0;
  out.support = (_shape, x, y, z, to, o) => {
    let best = 0;
    let most = -Infinity;
    for (let c = 0; c < 9; c += 3) {
      const d = x * corners[c] + y * corners[c + 1] + z * corners[c + 2];
      if (d <= most) continue;
      most = d;
      best = c;
    }
    for (let n = 0; n < 3; n++) to[o + n] = corners[best + n];
  };
  return out;
}

/** The box of s in the frame of m. */
function boxIn(box: Float64Array, s: Placed, m: Placed, p: Float64Array): void {
  const { r } = m;
  for (let k = 0; k < 3; k++) {
    for (const side of [-1, 1]) {
      supportCore(s, side * r[k], side * r[3 + k], side * r[6 + k], p, 0);
      const h = r[k] * (p[0] - m.x) + r[3 + k] * (p[1] - m.y) + r[6 + k] * (p[2] - m.z) + side * s.coreRadius;
      box[side < 0 ? k : 3 + k] = h;
    }
  }
}

function boxGap(a: Float64Array, i: number, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(0, a[i + k] - b[3 + k], b[k] - a[i + 3 + k]);
    sum += gap * gap;
  }
  return Math.sqrt(sum);
}

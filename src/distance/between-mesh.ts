// Closest points of solids that are not convex: see between.ts.
//
// The nearest pair of triangles, or of a triangle and the convex solid, by descent through the mesh's tree.

import { meshContains, PointScratch } from '../shapes/contains.js';
import { mesh as meshKind } from '../shapes/kinds/mesh.js';
import type { MeshShape, SimpleShape } from '../shapes/shape.js';
import { MAX_TREE_DEPTH } from '../shapes/triangle-tree.js';
import type { Between } from './between.js';
import { supportCore } from './gjk.js';
import { Placed, SMOOTH } from './placed.js';

const TORUS_SIDES = 64;

export class MeshBetween {
  readonly #triangle = new Placed();
  readonly #other = new Placed();
  readonly #corners = new Float64Array(9);
  readonly #otherCorners = new Float64Array(9);
  readonly #points = new PointScratch();
  readonly #p = new Float64Array(6);
  readonly #meshes = new WeakMap<SimpleShape, MeshShape>();

  /** What stands for a torus. */
  meshOf(shape: SimpleShape): MeshShape {
    let mesh = this.#meshes.get(shape);
    if (!mesh) {
      const { positions, indices } = shape.kind.tessellate(shape, TORUS_SIDES);
      const description = { type: 'mesh', positions, indices } as const;
      mesh = meshKind.create(description, () => shape);
      this.#meshes.set(shape, mesh);
    }
    return mesh;
  }

  /** The vertex of a mesh that is lowest along (nx, ny, nz), to p[0…2]; p[3…5] is scratch. */
  lowest(s: Placed, nx: number, ny: number, nz: number, p: Float64Array): void {
    const { positions } = (s.shape as MeshShape).mesh;
    let low = Infinity;
    for (let v = 0; v < positions.length; v += 3) {
      s.toWorld(p, 3, positions[v], positions[v + 1], positions[v + 2]);
      const h = nx * p[3] + ny * p[4] + nz * p[5];
      if (h >= low) continue;
      low = h;
      for (let k = 0; k < 3; k++) p[k] = p[3 + k];
    }
  }

  /** Of s, convex or a mesh, to a mesh. */
  toMesh(between: Between, s: Placed, m: Placed, sign: number, limit: number): void {
    if (s.shape!.type === 'mesh') {
      const { positions, indices } = s.shape!.mesh;
      const t = triangleOf(this.#other, s, this.#otherCorners);
      for (let k = 0; k < indices.length; k += 3) {
        for (let c = 0; c < 3; c++)
          for (let n = 0; n < 3; n++) this.#otherCorners[3 * c + n] = positions[3 * indices[k + c] + n];
        this.#walk(between, t, m, sign, Math.min(limit, between.distance));
      }
    } else this.#walk(between, s, m, sign, limit);
    // Wholly inside one another no triangles are near.
    const inside = this.#holds(m, s) || (s.shape!.type === 'mesh' && this.#holds(s, m));
    if (inside || between.distance < 0) between.distance = 0;
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
  #walk(between: Between, s: Placed, m: Placed, sign: number, limit: number): void {
    const { positions, indices, tree } = (m.shape as MeshShape).mesh;
    const corners = this.#corners;
    const box = new Float64Array(6);
    boxIn(box, s, m, this.#p);
    const t = triangleOf(this.#triangle, m, corners);
    const stack = new Int32Array(MAX_TREE_DEPTH + 2);
    let top = 1;
    while (top > 0) {
      const node = stack[--top];
      if (boxGap(tree.bounds, 6 * node, box) > Math.min(limit, between.distance)) continue;
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
        between.offer(s, t, sign, Math.min(limit, between.distance));
      }
    }
  }
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

// The overlap of a closed mesh with a half-space, exactly.
//
// A mesh on the ground is the commonest contact of all, and stands on feet far smaller than the pixels of a grid laid
// over all of them: rays miss a claw in one step and find it in the next, and the body never comes to rest. Here
// nothing is sampled: the triangles below the plane are cut off at it, and with the reference point o on the plane the
// cap adds nothing,
//   V = Σ (a-o)·(b-o)×(c-o) / 6,   ∫x and ∫xxᵀ likewise of the tetrahedra (o, a, b, c),
//   g = Σ (b-a)×(c-a)/2,           ∫(x-o)×n dS = Σ ((a+b+c)/3 - o) × (b-a)×(c-a)/2
// over the cut triangles (a, b, c). Cost follows the triangles below the plane. A kernel does the same where the host has
// WebAssembly and the mesh was taken down (kernels/mesh-half-space.ts).
//
// Components: cut triangles that share a vertex below the plane belong together. A surface of its own with negative
// volume (a cavity) joins the nearest component. Simplification: two that touch in the plane alone stay two.
// Outline: the extreme points of each component in SIDES directions of the plane. Convex outlines with more corners
// lose at most 1 - cos(π/SIDES) = 0.5 % of their reach.
// Verified in test/overlap/mesh-half-space.test.ts.

import { matrixFromQuaternion } from '../math/quaternion.js';
import { rotateSymmetric } from '../math/symmetric3.js';
import { around, cos, sin } from '../math/trig.js';
import { grownF64, grownI32 } from '../memory/grown.js';
import type { WasmHost } from '../memory/wasm.js';
import type { TriangleMesh } from '../shapes/mesh.js';
import { MAX_TREE_DEPTH } from '../shapes/triangle-tree.js';
import { HalfSpaceKernel } from './half-space-kernel.js';
import { EDGES, POINTS, SIDES, STRIDE, SUMS } from './half-space-layout.js';
import {
  OV_AREA_VECTOR,
  OV_CENTER,
  OV_FACE_NORMAL,
  OV_MOMENT,
  OV_STRIDE,
  OV_TURN,
  OV_VOLUME,
  type OverlapBuffer,
} from './overlap.js';

const SIDE_COS = around(SIDES, cos);
const SIDE_SIN = around(SIDES, sin);
/** Vertices nearer to the plane than this, against the coordinates at hand, are not below it: rounding. */
const LEAST = 1e-15;

export class MeshHalfSpaceOverlap {
  readonly #stack = new Int32Array(MAX_TREE_DEPTH + 1);
  readonly #rotation = new Float64Array(9);
  /** Plane in the mesh's frame: normal; then a point on it, o; then two directions in it. */
  readonly #plane = new Float64Array(12);
  readonly #corner = new Float64Array(12);
  /** Union-find over vertices, valid where `marks` has the stamp; the component of roots. */
  #parent = new Int32Array(0);
  #component = new Int32Array(0);
  #marks = new Int32Array(0);
  /** Where it has the stamp, the vertex has pushed out its component's extremes. */
  #reached = new Int32Array(0);
  /** Edges that the plane cuts, as far as they are kept: their vertices, and when. */
  readonly #edges = new Int32Array(3 * EDGES);
  #stamp = 0;
  /** Triangles below the plane, the heights of their corners, and where each belongs: a vertex, then its component. */
  #below = new Int32Array(1024);
  #heights = new Float64Array(3 * 1024);
  #owner = new Int32Array(1024);
  #belowCount = 0;
  /** By component: room of its own, and where sums are, which may be the kernel's. */
  #own = new Float64Array(0);
  #sums: Float64Array = this.#own;
  #merged = new Int32Array(64);
  /** Null: what is here does it. */
  readonly #kernel: HalfSpaceKernel | null;

  constructor(host?: WasmHost | null) {
    this.#kernel = HalfSpaceKernel.make(host);
  }

  /** Takes down a mesh that is not going to change, for overlaps to come. */
  ready(mesh: TriangleMesh): void {
    this.#kernel?.write(mesh);
  }

  /**
   * Overlap of `mesh` at pose pm[mi…] with the half-space below the plane y = 0 of pose ph[hi…] into `out`; no more
   * than
   * `most` components, the smallest join their nearest neighbours. Returns how many there are.
   */
  compute(
    mesh: TriangleMesh,
    pm: Float64Array,
    mi: number,
    ph: Float64Array,
    hi: number,
    halfSpaceIsA: boolean,
    most: number,
    out: OverlapBuffer,
  ): number {
    out.count = 0;
    out.pointStart[0] = 0;
    for (let k = 0; k < 3; k++) out.origin[k] = pm[mi + k];
    const low = this.#place(mesh, pm, mi, ph, hi);
    if (!(low < 0)) return 0;
    const found = this.#sumUp(mesh, -LEAST * (Math.abs(low) + this.#size(mesh)));
    if (found > this.#merged.length) this.#merged = new Int32Array(2 * found);
    const kept = this.#merge(found, Math.max(1, most));
    for (let c = 0, k = 0; c < found; c++) if (this.#merged[c] === c) this.#write(out, k++, c, halfSpaceIsA ? -1 : 1);
    out.count = kept;
    return kept;
  }

  /** Sums of the components that are lower than `level` into `sums`; returns how many. */
  #sumUp(mesh: TriangleMesh, level: number): number {
    const kernel = this.#kernel;
    if (kernel?.has(mesh)) {
      const found = kernel.find(mesh, this.#plane, level);
      this.#sums = kernel.sums;
      return found;
    }
    this.#collect(mesh, level);
    const found = this.#number();
    this.#addUp(mesh, found);
    return found;
  }

  /** Puts the plane into the mesh's frame; returns the height of the lowest corner of the mesh's box. */
  #place(mesh: TriangleMesh, pm: Float64Array, mi: number, ph: Float64Array, hi: number): number {
    const r = this.#rotation;
    const p = this.#plane;
    matrixFromQuaternion(r, 0, ph, hi + 3);
    const [ux, uy, uz] = [r[1], r[4], r[7]];
    matrixFromQuaternion(r, 0, pm, mi + 3);
    const away = ux * (ph[hi] - pm[mi]) + uy * (ph[hi + 1] - pm[mi + 1]) + uz * (ph[hi + 2] - pm[mi + 2]);
    for (let k = 0; k < 3; k++) p[k] = r[k] * ux + r[3 + k] * uy + r[6 + k] * uz;
    // o: below the middle of the box, so that it is near whatever overlaps.
    const { bounds } = mesh.tree;
    let mid = 0;
    let half = 0;
    for (let k = 0; k < 3; k++) {
      const x = 0.5 * (bounds[k] + bounds[3 + k]);
      p[3 + k] = x;
      mid += p[k] * x;
      half += Math.abs(p[k]) * (bounds[3 + k] - x);
    }
    for (let k = 0; k < 3; k++) p[3 + k] += (away - mid) * p[k];
    // Two directions in the plane: across the axis that the normal is farthest from.
    const ax = Math.abs(p[0]);
    const ay = Math.abs(p[1]);
    const az = Math.abs(p[2]);
    const x = ax <= ay && ax <= az ? 1 : 0;
    const y = x === 0 && ay <= az ? 1 : 0;
    const z = x + y === 0 ? 1 : 0;
    const along = p[0] * x + p[1] * y + p[2] * z;
    const length = Math.sqrt(1 - along * along);
    p[6] = (x - along * p[0]) / length;
    p[7] = (y - along * p[1]) / length;
    p[8] = (z - along * p[2]) / length;
    p[9] = p[1] * p[8] - p[2] * p[7];
    p[10] = p[2] * p[6] - p[0] * p[8];
    p[11] = p[0] * p[7] - p[1] * p[6];
    return mid - half - away;
  }

  #size(mesh: TriangleMesh): number {
    const { bounds } = mesh.tree;
    const plane = this.#plane;
    let size = 0;
    for (let k = 0; k < 3; k++) size += Math.max(Math.abs(bounds[k]), Math.abs(bounds[3 + k])) + Math.abs(plane[3 + k]);
    return size;
  }

  /** Height of vertex v over the plane. */
  #heightOf(positions: Float64Array, v: number): number {
    const p = this.#plane;
    return (
      p[0] * (positions[3 * v] - p[3]) + p[1] * (positions[3 * v + 1] - p[4]) + p[2] * (positions[3 * v + 2] - p[5])
    );
  }

  /** Gathers the triangles with a vertex lower than `level`, and joins their vertices below it. */
  #collect(mesh: TriangleMesh, level: number): void {
    const { tree, positions, indices } = mesh;
    const { bounds, first, count, order } = tree;
    const p = this.#plane;
    const stack = this.#stack;
    const vertices = positions.length / 3;
    if (vertices > this.#parent.length) {
      this.#parent = new Int32Array(vertices);
      this.#component = new Int32Array(vertices);
      this.#marks = new Int32Array(vertices);
      this.#reached = new Int32Array(vertices);
      this.#edges.fill(0);
      this.#stamp = 0;
    }
    this.#stamp++;
    this.#belowCount = 0;
    const parent = this.#parent;
    const marks = this.#marks;
    const stamp = this.#stamp;
    const offset = p[0] * p[3] + p[1] * p[4] + p[2] * p[5];
    // The lowest corner of a node's box.
    const ix = p[0] > 0 ? 0 : 3;
    const iy = p[1] > 0 ? 1 : 4;
    const iz = p[2] > 0 ? 2 : 5;
    let top = 0;
    let node = 0;
    for (;;) {
      const o = 6 * node;
      if (p[0] * bounds[o + ix] + p[1] * bounds[o + iy] + p[2] * bounds[o + iz] - offset < 0) {
        const n = count[node];
        if (n === 0) {
          stack[top++] = first[node];
          node++;
          continue;
        }
        for (let k = first[node]; k < first[node] + n; k++) {
          const t = order[k];
          const at = 3 * this.#belowCount;
          if (at === this.#heights.length) this.#growBelow();
          const heights = this.#heights;
          let seen = -1;
          for (let c = 0; c < 3; c++) {
            const v = indices[3 * t + c];
            heights[at + c] = this.#heightOf(positions, v);
            if (!(heights[at + c] < level)) continue;
            if (marks[v] !== stamp) {
              marks[v] = stamp;
              parent[v] = v;
            }
            if (seen < 0) seen = v;
            else this.#unite(seen, v);
          }
          if (seen < 0) continue;
          this.#owner[this.#belowCount] = seen;
          this.#below[this.#belowCount++] = t;
        }
      }
      if (top === 0) return;
      node = stack[--top];
    }
  }

  #find(v: number): number {
    const parent = this.#parent;
    let k = v;
    while (parent[k] !== k) {
      parent[k] = parent[parent[k]];
      k = parent[k];
    }
    return k;
  }

  /** The smaller index becomes the root, so that nothing depends on the order of joining. */
  #unite(v: number, w: number): void {
    const a = this.#find(v);
    const b = this.#find(w);
    if (a < b) this.#parent[b] = a;
    else if (b < a) this.#parent[a] = b;
  }

  #growBelow(): void {
    this.#below = grownI32(this.#below);
    this.#owner = grownI32(this.#owner);
    this.#heights = grownF64(this.#heights);
  }

  /** Numbers the components in the order of the tree. */
  #number(): number {
    const component = this.#component;
    const owner = this.#owner;
    for (let k = 0; k < this.#belowCount; k++) {
      owner[k] = this.#find(owner[k]);
      component[owner[k]] = -1;
    }
    let found = 0;
    for (let k = 0; k < this.#belowCount; k++) {
      const root = owner[k];
      if (component[root] < 0) component[root] = found++;
      owner[k] = component[root];
    }
    return found;
  }

  #addUp(mesh: TriangleMesh, found: number): void {
    if (STRIDE * found > this.#own.length) this.#own = new Float64Array(2 * STRIDE * found);
    this.#sums = this.#own;
    const sums = this.#sums;
    const below = this.#below;
    const corner = this.#corner;
    const p = this.#plane;
    const heights = this.#heights;
    const reached = this.#reached;
    const { positions, indices } = mesh;
    for (let c = 0; c < found; c++) {
      const o = STRIDE * c;
      sums.fill(0, o, o + SUMS);
      sums.fill(-Infinity, o + SUMS, o + POINTS);
    }
    for (let k = 0; k < this.#belowCount; k++) {
      const t = 3 * below[k];
      const o = STRIDE * this.#owner[k];
      // The part below the plane, relative to o: three or four corners, in the triangle's order.
      let n = 0;
      for (let c = 0; c < 3; c++) {
        const next = c === 2 ? 0 : c + 1;
        const v = 3 * indices[t + c];
        const w = 3 * indices[t + next];
        const height = heights[3 * k + c];
        const after = heights[3 * k + next];
        if (height < 0) {
          for (let m = 0; m < 3; m++) corner[3 * n + m] = positions[v + m] - p[3 + m];
          if (reached[indices[t + c]] !== this.#stamp) {
            reached[indices[t + c]] = this.#stamp;
            this.#reach(o, 3 * n);
          }
          n++;
        }
        if (height < 0 !== after < 0) {
          // From below to above, whichever triangle asks: both sides of the edge get the same point.
          const up = height < 0;
          const a = up ? v : w;
          const b = up ? w : v;
          const low = up ? height : after;
          const s = low / (low - (up ? after : height));
          for (let m = 0; m < 3; m++)
            corner[3 * n + m] = positions[a + m] - p[3 + m] + s * (positions[b + m] - positions[a + m]);
          if (this.#isFirst(a / 3, b / 3)) this.#reach(o, 3 * n);
          n++;
        }
      }
      if (n >= 3) this.#addTriangle(o, 3, 6);
      if (n === 4) this.#addTriangle(o, 6, 9);
    }
  }

  /** Whether the edge from vertex a, below the plane, to vertex b is cut for the first time, as far as that is known. */
  #isFirst(a: number, b: number): boolean {
    const edges = this.#edges;
    const at = 3 * ((7 * a + b) % EDGES);
    if (edges[at] === a && edges[at + 1] === b && edges[at + 2] === this.#stamp) return false;
    edges[at] = a;
    edges[at + 1] = b;
    edges[at + 2] = this.#stamp;
    return true;
  }

  /** Adds the triangle of corners 0, b, c and the tetrahedron that it forms with o. */
  #addTriangle(o: number, b: number, c: number): void {
    const s = this.#sums;
    const x = this.#corner;
    const ex = x[b] - x[0];
    const ey = x[b + 1] - x[1];
    const ez = x[b + 2] - x[2];
    const fx = x[c] - x[0];
    const fy = x[c + 1] - x[1];
    const fz = x[c + 2] - x[2];
    const gx = 0.5 * (ey * fz - ez * fy);
    const gy = 0.5 * (ez * fx - ex * fz);
    const gz = 0.5 * (ex * fy - ey * fx);
    const v = (gx * x[0] + gy * x[1] + gz * x[2]) / 3;
    const sx = x[0] + x[b] + x[c];
    const sy = x[1] + x[b + 1] + x[c + 1];
    const sz = x[2] + x[b + 2] + x[c + 2];
    s[o] += v;
    s[o + 1] += 0.25 * v * sx;
    s[o + 2] += 0.25 * v * sy;
    s[o + 3] += 0.25 * v * sz;
    // ∫xxᵀ of a tetrahedron with one corner at o: V/20 (Σ x xᵀ + (Σx)(Σx)ᵀ).
    const w = 0.05 * v;
    s[o + 4] += w * (x[0] * x[0] + x[b] * x[b] + x[c] * x[c] + sx * sx);
    s[o + 5] += w * (x[0] * x[1] + x[b] * x[b + 1] + x[c] * x[c + 1] + sx * sy);
    s[o + 6] += w * (x[0] * x[2] + x[b] * x[b + 2] + x[c] * x[c + 2] + sx * sz);
    s[o + 7] += w * (x[1] * x[1] + x[b + 1] * x[b + 1] + x[c + 1] * x[c + 1] + sy * sy);
    s[o + 8] += w * (x[1] * x[2] + x[b + 1] * x[b + 2] + x[c + 1] * x[c + 2] + sy * sz);
    s[o + 9] += w * (x[2] * x[2] + x[b + 2] * x[b + 2] + x[c + 2] * x[c + 2] + sz * sz);
    s[o + 10] += gx;
    s[o + 11] += gy;
    s[o + 12] += gz;
    s[o + 13] += (sy * gz - sz * gy) / 3;
    s[o + 14] += (sz * gx - sx * gz) / 3;
    s[o + 15] += (sx * gy - sy * gx) / 3;
  }

  /** Lets the corner at corner[c…] push out the component's extremes. */
  #reach(o: number, c: number): void {
    const s = this.#sums;
    const x = this.#corner;
    const p = this.#plane;
    const u = x[c] * p[6] + x[c + 1] * p[7] + x[c + 2] * p[8];
    const v = x[c] * p[9] + x[c + 1] * p[10] + x[c + 2] * p[11];
    const first = o + SUMS;
    for (let k = 0; k < SIDES; k++) {
      const far = u * SIDE_COS[k] + v * SIDE_SIN[k];
      if (!(far > s[first + k])) continue;
      s[first + k] = far;
      const at = o + POINTS + 3 * k;
      for (let m = 0; m < 3; m++) s[at + m] = x[c + m];
    }
  }

  /**
   * Joins the smallest components to their nearest neighbours until none is hollow and no more than `most` are left.
   */
  #merge(found: number, most: number): number {
    const s = this.#sums;
    const merged = this.#merged;
    for (let c = 0; c < found; c++) merged[c] = c;
    let left = found;
    for (; left > 1; left--) {
      let small = -1;
      for (let c = 0; c < found; c++) {
        if (merged[c] === c && (small < 0 || s[STRIDE * c] < s[STRIDE * small])) small = c;
      }
      if (left <= most && s[STRIDE * small] > 0) break;
      let near = -1;
      let least = Infinity;
      for (let c = 0; c < found; c++) {
        if (merged[c] !== c || c === small) continue;
        // By a point of each: centres of hollow or tiny ones have no digits.
        let d = 0;
        for (let m = 0; m < 3; m++) {
          const a = STRIDE * c + POINTS + m;
          const b = STRIDE * small + POINTS + m;
          const x = s[a] + s[a + 3 * (SIDES / 2)];
          const y = s[b] + s[b + 3 * (SIDES / 2)];
          d += (x - y) * (x - y);
        }
        if (near < 0 || d < least) {
          least = d;
          near = c;
        }
      }
      const a = STRIDE * near;
      const b = STRIDE * small;
      for (let m = 0; m < SUMS; m++) s[a + m] += s[b + m];
      for (let k = 0; k < SIDES; k++) {
        if (!(s[b + SUMS + k] > s[a + SUMS + k])) continue;
        s[a + SUMS + k] = s[b + SUMS + k];
        for (let m = POINTS + 3 * k; m < POINTS + 3 * k + 3; m++) s[a + m] = s[b + m];
      }
      merged[small] = near;
    }
    return left;
  }

  /** Component c as record k: central, in world axes, about the mesh's origin. `sign`: -1 where the mesh is B. */
  #write(out: OverlapBuffer, k: number, c: number, sign: number): void {
    const o = OV_STRIDE * k;
    if (o + OV_STRIDE > out.records.length) out.records = grownF64(out.records, 2 * (o + OV_STRIDE));
    const { records: r } = out;
    const s = this.#sums;
    const p = this.#plane;
    const m = this.#rotation;
    const t = STRIDE * c;
    const v = s[t];
    const inverse = v > 0 ? 1 / v : 0;
    const cx = s[t + 1] * inverse;
    const cy = s[t + 2] * inverse;
    const cz = s[t + 3] * inverse;
    r[o + OV_VOLUME] = v;
    rotateInto(r, o + OV_CENTER, m, cx + p[3], cy + p[4], cz + p[5], 1);
    for (let i = 0, n = 0; i < 3; i++) {
      for (let j = i; j < 3; j++, n++) {
        const moment = s[t + 4 + n] - v * (s[t + 1 + i] * inverse) * (s[t + 1 + j] * inverse);
        r[o + OV_MOMENT + n] = i === j ? Math.max(0, moment) : moment;
      }
    }
    rotateSymmetric(r, o + OV_MOMENT, m, 0, r, o + OV_MOMENT);
    const gx = s[t + 10];
    const gy = s[t + 11];
    const gz = s[t + 12];
    rotateInto(r, o + OV_AREA_VECTOR, m, gx, gy, gz, sign);
    const tx = s[t + 13] - (cy * gz - cz * gy);
    const ty = s[t + 14] - (cz * gx - cx * gz);
    const tz = s[t + 15] - (cx * gy - cy * gx);
    rotateInto(r, o + OV_TURN, m, tx, ty, tz, sign);
    rotateInto(r, o + OV_FACE_NORMAL, m, p[0], p[1], p[2], sign);
    r[o + OV_STRIDE - 1] = 0;
    let n = out.pointStart[k];
    if (3 * (n + SIDES) > out.points.length) out.points = grownF64(out.points, 6 * (n + SIDES));
    for (let i = 0; i < SIDES; i++) {
      const q = t + POINTS + 3 * i;
      // Neighbouring sides often have the same point.
      if (i > 0 && s[q] === s[q - 3] && s[q + 1] === s[q - 2] && s[q + 2] === s[q - 1]) continue;
      rotateInto(out.points, 3 * n, m, s[q] + p[3], s[q + 1] + p[4], s[q + 2] + p[5], 1);
      n++;
    }
    if (k + 2 > out.pointStart.length) out.pointStart = grownI32(out.pointStart, 2 * (k + 2));
    out.pointStart[k + 1] = n;
  }
}

function rotateInto(
  out: Float64Array,
  o: number,
  m: Float64Array,
  x: number,
  y: number,
  z: number,
  sign: number,
): void {
  out[o] = sign * (m[0] * x + m[1] * y + m[2] * z);
  out[o + 1] = sign * (m[3] * x + m[4] * y + m[5] * z);
  out[o + 2] = sign * (m[6] * x + m[7] * y + m[8] * z);
}

// The overlap of two closed meshes, exactly, from the curve in which their surfaces cross (crossings.ts).
//
// What bounds the overlap are the parts of each surface inside the other solid. On a triangle such a part is bounded by
// pieces of that curve and by what of the triangle's sides is inside; with r one of its corners, the directed pieces
// s → e around it make it up of triangles (r, s, e) with signs, so that no polygon is ever put together. With the
// reference point o
//   V = Σ (r-o)·(s-o)×(e-o) / 6,  ∫x, ∫xxᵀ likewise of the tetrahedra (o, r, s, e),  over both surfaces,
//   g = Σ (s-r)×(e-r)/2,  ∫(x-o)×n dS = Σ ((r+s+e)/3 - o) × (s-r)×(e-r)/2,          over A's.
// Triangles that no curve meets are inside if a vertex of theirs is, which spreads from crossed edges over the mesh. So
// cost follows the triangles near the curve and inside, whatever the size of the meshes.
//
// g of both surfaces must cancel. Where it does not, or edges do not go in and out in turns, rounding has got hold of a
// nearly degenerate pair; `compute` then returns -1, and so it does for surfaces of several shells, where one solid is
// wholly inside the other, and where sums over the surfaces are asked for: ray columns do those.
//
// Components: what hangs together by pieces and sides. Simplification: a part of a single triangle with a hole in it,
// opposite of which lies a single triangle with a hole, would be two. Outlines: the extreme points of each in 32
// directions across its normal. Verified in test/overlap/meshes.test.ts.

import { cos, PI, sin } from '../../math/trig.js';
import { grownF64, grownI32 } from '../../memory/grown.js';
import type { WasmHost } from '../../memory/wasm.js';
import { meshContains, PointScratch } from '../../shapes/contains.js';
import type { TriangleMesh } from '../../shapes/mesh.js';
import type { MeshShape } from '../../shapes/shape.js';
import type { OverlapBuffer } from '../overlap.js';
import { isAligned, RayFrame } from '../rays/frame.js';
import { Merging } from '../rays/merging.js';
import { RaySums, SUM_AREA, SUM_STRIDE } from '../rays/moments.js';
import type { RayOptions } from '../rays/ray-overlap.js';
import { TOTAL_STRIDE, writeRecord } from '../rays/record.js';
import { Crossings } from './crossings.js';
import { InsidePart } from './inside.js';
import type { PlacedMesh } from './placed-mesh.js';

const AXES = 16;
/** What g of both surfaces may differ by, as a share of the areas that were added up; and depth that is rounding. */
const CLOSED = 1e-9;
const LEAST = 1e-13;
export class MeshPairOverlap {
  readonly #crossings: Crossings;
  readonly #frame = new RayFrame();
  readonly #places = [new Float64Array(12), new Float64Array(12)] as const;
  readonly #sides = [new InsidePart(), new InsidePart()] as const;
  /** Crossings, and after them vertices inside: x, y, z, the root of what each hangs together with, its component. */
  #points = new Float64Array(3 * 512);
  #parent = new Int32Array(512);
  readonly #nodes = { segCount: 0, label: new Int32Array(512) };
  readonly #sums = new RaySums();
  readonly #merging = new Merging(this.#sums, [this.#nodes]);
  readonly #reference = new Float64Array(3);
  readonly #total = new Float64Array(TOTAL_STRIDE);
  readonly #r = new Float64Array(3);
  /** Of what A is made of: g; of B the same. Areas of both. */
  readonly #closure = new Float64Array(4);
  readonly #cosine = new Float64Array(AXES);
  readonly #sine = new Float64Array(AXES);
  readonly #extreme = new Float64Array(2 * AXES);
  readonly #farthest = new Int32Array(2 * AXES);
  readonly #scratch = new PointScratch();

  constructor(host?: WasmHost | null) {
    this.#crossings = new Crossings(host);
    this.#sums.weights[0] = 1;
    for (let k = 0; k < AXES; k++) {
      this.#cosine[k] = cos((PI * k) / AXES);
      this.#sine[k] = sin((PI * k) / AXES);
    }
  }

  /** Makes what a mesh needs, for which the first overlap would take many times as long. */
  ready(mesh: TriangleMesh): void {
    if (mesh.topology?.isOne) this.#crossings.fast?.write(mesh);
  }

  /** Overlap of two meshes, as RayOverlap.compute; -1: not known. */
  compute(
    a: MeshShape,
    pa: Float64Array,
    ai: number,
    b: MeshShape,
    pb: Float64Array,
    bi: number,
    out: OverlapBuffer,
    options: RayOptions,
  ): number {
    const crossings = this.#crossings;
    const [placeA, placeB] = this.#places;
    const { topology: ownTopology } = a.mesh;
    const { topology } = b.mesh;
    if (options.ends === true || !ownTopology?.isOne || !topology?.isOne) return -1;
    out.count = 0;
    out.pointStart[0] = 0;
    for (let k = 0; k < 3; k++) out.origin[k] = pa[ai + k];
    this.#frame.set(a, pa, ai, b, pb, bi, this.#places);
    const isOwn = isAligned(placeA) && placeA[9] === 0 && placeA[10] === 0 && placeA[11] === 0;
    crossings.meshes[0].begin(a.mesh, ownTopology, placeA, isOwn);
    crossings.meshes[1].begin(b.mesh, topology, placeB, !isOwn);
    crossings.find(isOwn ? placeB : placeA, isOwn ? 1 : 0);
    if (!crossings.isSound) return -1;
    if (crossings.pieces === 0) return this.#isInside(a, b) ? -1 : 0;
    if (!this.#sides[0].find(crossings, 0) || !this.#sides[1].find(crossings, 1)) return -1;
    this.#gather();
    const found = this.#label(options.split === 'none');
    if (!this.#addUp(found)) return -1;
    return this.#finish(found, options, out);
  }

  /** Whether the surface of either mesh, which do not cross, lies inside the other. */
  #isInside(a: MeshShape, b: MeshShape): boolean {
    return this.#holds(a, 0) || this.#holds(b, 1);
  }

  /** Whether mesh n, of this shape, has the first vertex of the other inside. */
  #holds(shape: MeshShape, n: 0 | 1): boolean {
    const other = this.#crossings.meshes[1 - n]!;
    const v = other.mesh.indices[0];
    other.put(v);
    // Into its own axes.
    const p = this.#places[n];
    const x = other.positions[3 * v] - p[9];
    const y = other.positions[3 * v + 1] - p[10];
    const z = other.positions[3 * v + 2] - p[11];
    return meshContains(
      shape,
      p[0] * x + p[3] * y + p[6] * z,
      p[1] * x + p[4] * y + p[7] * z,
      p[2] * x + p[5] * y + p[8] * z,
      this.#scratch,
    );
  }

  /** Numbers crossings and vertices inside, and joins what hangs together. */
  #gather(): void {
    const crossings = this.#crossings;
    const [s, t] = this.#sides;
    const total = crossings.count + s.inside + t.inside;
    if (total > this.#parent.length) {
      this.#parent = new Int32Array(2 * total);
      this.#nodes.label = new Int32Array(2 * total);
      this.#points = new Float64Array(6 * total);
    }
    this.#nodes.segCount = total;
    const points = this.#points;
    const parent = this.#parent;
    for (let c = 0; c < total; c++) parent[c] = c;
    const reference = this.#reference;
    reference.fill(0);
    for (let c = 0; c < 3 * crossings.count; c++) points[c] = crossings.points[c];
    for (let c = 0; c < crossings.count; c++)
      for (let k = 0; k < 3; k++) reference[k] += points[3 * c + k] / crossings.count;
    let node = crossings.count;
    for (let n = 0; n < 2; n++) {
      const side = this.#sides[n]!;
      const m = crossings.meshes[n]!;
      for (let k = 0; k < side.inside; k++, node++) {
        const v = side.vertices[k];
        side.node[v] = node;
        m.put(v);
        for (let i = 0; i < 3; i++) points[3 * node + i] = m.positions[3 * v + i];
      }
    }
    for (let c = 0; c < 3 * total; c += 3) for (let k = 0; k < 3; k++) points[c + k] -= reference[k];
    for (let p = 0; p < crossings.pieces; p++) this.#unite(crossings.piece[4 * p + 2], crossings.piece[4 * p + 3]);
    for (let n = 0; n < 2; n++) {
      const side = this.#sides[n]!;
      for (let k = 0; k < side.count; k++)
        for (let c = 0; c < 3; c++) this.#walk(n as 0 | 1, side.triangles[k], c, this.#joinEnds);
    }
  }

  /** What of side c of triangle t of mesh n is inside, piece by piece, as the triangle runs it. */
  #walk(n: 0 | 1, t: number, c: number, visit: (from: number, to: number) => void): void {
    const crossings = this.#crossings;
    const m = crossings.meshes[n];
    const side = this.#sides[n];
    const { indices } = m.mesh;
    const v = indices[3 * t + c];
    const w = indices[3 * t + (c === 2 ? 0 : c + 1)];
    const e = m.topology.edges[3 * t + c];
    const first = m.first(e);
    if (first < 0) {
      if (side.isInside(v)) visit(side.node[v], side.node[w]);
      return;
    }
    const isAlong = m.topology.ends[2 * e] === v;
    const begin = m.topology.ends[2 * e];
    const end = m.topology.ends[2 * e + 1];
    let at = side.isInside(begin) ? side.node[begin] : -1;
    for (let k = first; k >= 0; k = crossings.next[k]) {
      if (crossings.enters[k] === 1) at = k;
      else {
        if (isAlong) visit(at, k);
        else visit(k, at);
        at = -1;
      }
    }
    if (at < 0) return;
    if (isAlong) visit(at, side.node[end]);
    else visit(side.node[end], at);
  }

  readonly #joinEnds = (from: number, to: number): void => this.#unite(from, to);

  #find(k: number): number {
    const parent = this.#parent;
    let root = k;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  }

  #unite(k: number, l: number): void {
    const a = this.#find(k);
    const b = this.#find(l);
    if (a < b) this.#parent[b] = a;
    else if (b < a) this.#parent[a] = b;
  }

  #label(isOne: boolean): number {
    const { label, segCount } = this.#nodes;
    if (isOne) {
      label.fill(0, 0, segCount);
      return 1;
    }
    let found = 0;
    // The root of each is its first: it has its number before the others ask.
    for (let k = 0; k < segCount; k++) {
      const root = this.#find(k);
      label[k] = root === k ? found++ : label[root];
    }
    return found;
  }

  /** Sums of every component; false: surfaces do not close. */
  #addUp(found: number): boolean {
    const crossings = this.#crossings;
    const sums = this.#sums;
    sums.reserve(found);
    sums.data.fill(0, 0, SUM_STRIDE * found);
    const closure = this.#closure;
    closure.fill(0);
    for (let p = 0; p < crossings.pieces; p++) {
      const o = 4 * p;
      this.#base(0, crossings.piece[o]);
      this.#add(crossings.piece[o + 2], crossings.piece[o + 3], 1);
      this.#base(1, crossings.piece[o + 1]);
      this.#add(crossings.piece[o + 3], crossings.piece[o + 2], 0);
    }
    for (let n = 0; n < 2; n++) {
      const side = this.#sides[n]!;
      for (let k = 0; k < side.count; k++) {
        this.#base(n as 0 | 1, side.triangles[k]);
        // A side that begins at the triangle's first corner adds nothing to it.
        for (let c = 0; c < 3; c++) this.#walk(n as 0 | 1, side.triangles[k], c, n === 0 ? this.#addOfA : this.#addOfB);
      }
    }
    const off = Math.abs(closure[0]) + Math.abs(closure[1]) + Math.abs(closure[2]);
    if (!(off <= CLOSED * closure[3])) return false;
    for (let k = 0; k < found; k++) if (!(sums.data[SUM_STRIDE * k] > -LEAST * closure[3])) return false;
    return true;
  }

  readonly #addOfA = (from: number, to: number): void => this.#add(from, to, 1);
  readonly #addOfB = (from: number, to: number): void => this.#add(from, to, 0);

  /** The first corner of triangle t of mesh n, about the reference, into r. */
  #base(n: 0 | 1, t: number): void {
    const m: PlacedMesh = this.#crossings.meshes[n];
    const v = m.mesh.indices[3 * t];
    m.put(v);
    for (let k = 0; k < 3; k++) this.#r[k] = m.positions[3 * v + k] - this.#reference[k];
  }

  /** Adds the triangle of r and two nodes, and the tetrahedron that it forms with the reference. */
  #add(from: number, to: number, isOfA: number): void {
    const p = this.#points;
    const d = this.#sums.data;
    const closure = this.#closure;
    const o = SUM_STRIDE * this.#nodes.label[from];
    const rx = this.#r[0];
    const ry = this.#r[1];
    const rz = this.#r[2];
    const sx = p[3 * from];
    const sy = p[3 * from + 1];
    const sz = p[3 * from + 2];
    const ex = p[3 * to];
    const ey = p[3 * to + 1];
    const ez = p[3 * to + 2];
    const gx = 0.5 * ((sy - ry) * (ez - rz) - (sz - rz) * (ey - ry));
    const gy = 0.5 * ((sz - rz) * (ex - rx) - (sx - rx) * (ez - rz));
    const gz = 0.5 * ((sx - rx) * (ey - ry) - (sy - ry) * (ex - rx));
    closure[0] += gx;
    closure[1] += gy;
    closure[2] += gz;
    closure[3] += Math.abs(gx) + Math.abs(gy) + Math.abs(gz);
    const v = (gx * rx + gy * ry + gz * rz) / 3;
    const x = rx + sx + ex;
    const y = ry + sy + ey;
    const z = rz + sz + ez;
    d[o] += v;
    d[o + 1] += 0.25 * v * x;
    d[o + 2] += 0.25 * v * y;
    d[o + 3] += 0.25 * v * z;
    const w = 0.05 * v;
    d[o + 4] += w * (rx * rx + sx * sx + ex * ex + x * x);
    d[o + 5] += w * (rx * ry + sx * sy + ex * ey + x * y);
    d[o + 6] += w * (rx * rz + sx * sz + ex * ez + x * z);
    d[o + 7] += w * (ry * ry + sy * sy + ey * ey + y * y);
    d[o + 8] += w * (ry * rz + sy * sz + ey * ez + y * z);
    d[o + 9] += w * (rz * rz + sz * sz + ez * ez + z * z);
    if (isOfA === 0) return;
    d[o + SUM_AREA] += gx;
    d[o + SUM_AREA + 1] += gy;
    d[o + SUM_AREA + 2] += gz;
    d[o + SUM_AREA + 3] += (y * gz - z * gy) / 3;
    d[o + SUM_AREA + 4] += (z * gx - x * gz) / 3;
    d[o + SUM_AREA + 5] += (x * gy - y * gx) / 3;
  }

  #finish(found: number, options: RayOptions, out: OverlapBuffer): number {
    const { data } = this.#sums;
    const alike = options.alike === true ? this.#merging.mergeAlike(found) : found;
    const kept = this.#merging.mergeSmallest(alike, Math.max(1, options.maxComponents ?? 64));
    const total = this.#total;
    let points = 0;
    for (let k = 0; k < kept; k++) {
      const o = SUM_STRIDE * k;
      for (let i = 0; i < 10; i++) total[i] = data[o + i];
      for (let i = 0; i < 6; i++) total[10 + i] = data[o + SUM_AREA + i];
      writeRecord(out, k, total, 0, this.#reference, this.#frame);
      points = this.#addPoints(k, points, out);
    }
    out.count = kept;
    return kept;
  }

  /** Extreme points of component k across its normal, behind the first n points of `out`; returns where they end. */
  #addPoints(k: number, n: number, out: OverlapBuffer): number {
    const { rotation, origin } = this.#frame;
    const { label, segCount } = this.#nodes;
    const d = this.#sums.data;
    const p = this.#points;
    const extreme = this.#extreme;
    const farthest = this.#farthest;
    const o = SUM_STRIDE * k + SUM_AREA;
    let x = d[o];
    let y = d[o + 1];
    let z = d[o + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    x = length > 0 ? x / length : 0;
    y = length > 0 ? y / length : 0;
    z = length > 0 ? z / length : 1;
    // Two directions across it: the first lies in the plane of the two axes that it is farthest from the third of.
    const isUp = Math.abs(z) > 0.7;
    const l = isUp ? Math.sqrt(x * x + z * z) : Math.sqrt(x * x + y * y);
    const ux = isUp ? z / l : -y / l;
    const uy = isUp ? 0 : x / l;
    const uz = isUp ? -x / l : 0;
    const wx = y * uz - z * uy;
    const wy = z * ux - x * uz;
    const wz = x * uy - y * ux;
    extreme.fill(-Infinity);
    farthest.fill(-1);
    for (let q = 0; q < segCount; q++) {
      if (label[q] !== k) continue;
      const u = ux * p[3 * q] + uy * p[3 * q + 1] + uz * p[3 * q + 2];
      const w = wx * p[3 * q] + wy * p[3 * q + 1] + wz * p[3 * q + 2];
      for (let i = 0; i < AXES; i++) {
        const far = u * this.#cosine[i] + w * this.#sine[i];
        if (far > extreme[i]) {
          extreme[i] = far;
          farthest[i] = q;
        }
        if (-far > extreme[AXES + i]) {
          extreme[AXES + i] = -far;
          farthest[AXES + i] = q;
        }
      }
    }
    if (3 * (n + 2 * AXES) > out.points.length) out.points = grownF64(out.points, 6 * (n + 2 * AXES));
    let before = -1;
    for (let i = 0; i < 2 * AXES; i++) {
      const q = farthest[i];
      if (q === before || q < 0) continue;
      before = q;
      const px = p[3 * q] + this.#reference[0];
      const py = p[3 * q + 1] + this.#reference[1];
      const pz = p[3 * q + 2] + this.#reference[2];
      for (let m = 0; m < 3; m++)
        out.points[3 * n + m] = rotation[3 * m] * px + rotation[3 * m + 1] * py + rotation[3 * m + 2] * pz + origin[m];
      n++;
    }
    if (k + 2 > out.pointStart.length) out.pointStart = grownI32(out.pointStart, 2 * (k + 2));
    out.pointStart[k + 1] = n;
    return n;
  }
}

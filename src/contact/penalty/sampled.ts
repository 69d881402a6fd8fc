// The footprint of an overlap whose surfaces are curved or a mesh: points of the contact plane with an area and a depth
// each.
//
// Volume, centre and area come from overlap/ (closed forms for round solids, ray columns for meshes); the points only
// say how the depth is spread. Two rules:
// - Convex solids: spokes from the outline's middle to SPOKES points of the outline, three points on each, where
//   Gauss's rule for the weight 2t on [0, 1] has them. The depth is the chord along the normal, in closed form.
// - Meshes, and tori on flat solids: the chords of GRID × GRID columns along the normal over the component's box.
// Afterwards areas and depths are scaled so that their sums are the overlap's own, and moved so that the volume's
// centre is.
//
// Simplification: a rotation about a point of the footprint is integrated with an error of some 1e-3 of its torque (the
// kink of |x| between the points), and a mesh's rim is known to a pixel. Normal springs do not feel it. A torus against
// something round is taken as convex: a ball that lies in a ring sinks deeper than its stiffness says, and the energy
// in its springs is counted too high as they first touch. (By columns it would tremble by 1 mm/s and never sleep.)
// Verified in test/contact/penalty-footprint.test.ts.

import { matrixFromQuaternion } from '../../math/quaternion.js';
import { OV_AREA_VECTOR, OV_CENTER, OV_STRIDE, OV_VOLUME, type OverlapBuffer } from '../../overlap/overlap.js';
import { MeshCaster } from '../../overlap/rays/cast-mesh.js';
import { cutShape } from '../../overlap/rays/cast-primitive.js';
import { columnPartsOf } from '../../overlap/rays/column-parts.js';
import { RayHits } from '../../overlap/rays/hits.js';
import { HullBuilder } from '../../patch/hull.js';
import { POLYGON_MOMENTS, polygonMoments } from '../../patch/polygon.js';
import { LineCut } from '../../shapes/line-cut.js';
import type { MeshShape, SimpleShape } from '../../shapes/shape.js';
import {
  type Footprint,
  PC_AREA,
  PC_DEEPEST,
  PC_SQUARE,
  PC_VOLUME,
  PI_POINTS,
  PIECE_INTS,
  PIECE_STRIDE,
  POINT_STRIDE,
} from './cells.js';

const SPOKES = 24;
const GRID = 24;
/** Gauss–Jacobi for ∫₀¹ 2t f(t) dt, exact to degree 5. */
const RADII = [0.21234053823915294, 0.5905331355592653, 0.9114120404872961] as const;
const SHARES = [0.13965395980290823, 0.4584822127191725, 0.40186382747791927] as const;

export class SampledFootprint {
  readonly #hull = new HullBuilder();
  #outline = new Float64Array(2 * 64);
  readonly #moments = new Float64Array(POLYGON_MOMENTS);
  readonly #line = new LineCut();
  readonly #meshes = new MeshCaster();
  readonly #hits = [new RayHits(), new RayHits()] as const;
  readonly #map = Int32Array.from({ length: GRID * GRID }, (_, k) => k);
  readonly #rotations = [new Float64Array(9), new Float64Array(9)] as const;
  readonly #ends = [new Float64Array(64), new Float64Array(64)] as const;
  readonly #counts = new Int32Array(2);
  readonly #m = new Float64Array(12);
  #low = 0;
  #high = 0;

  /** Fills piece k of the footprint with component c of the overlap; its origin is the component's centre. */
  take(
    footprint: Footprint,
    k: number,
    frame: Float64Array,
    buffer: OverlapBuffer,
    c: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
  ): boolean {
    const from = buffer.pointStart[c];
    const to = buffer.pointStart[c + 1];
    const ov = buffer.records;
    const r = c * OV_STRIDE;
    const cx = ov[r + OV_CENTER];
    const cy = ov[r + OV_CENTER + 1];
    const cz = ov[r + OV_CENTER + 2];
    const volume = ov[r + OV_VOLUME];
    if (2 * (to - from) > this.#outline.length) this.#outline = new Float64Array(4 * (to - from));
    this.#hull.project(buffer.points, from, to, cx, cy, cz, frame, 0);
    const n = this.#hull.build(this.#outline, 0);
    if (n < 3 || !(volume > 0)) return false;
    polygonMoments(this.#moments, 0, this.#outline, 0, n);
    if (!(this.#moments[0] > 0)) return false;
    matrixFromQuaternion(this.#rotations[0], 0, poses, 3);
    matrixFromQuaternion(this.#rotations[1], 0, poses, 10);
    const x = buffer.origin[0] + cx;
    const y = buffer.origin[1] + cy;
    const z = buffer.origin[2] + cz;
    const along = Math.abs(
      ov[r + OV_AREA_VECTOR] * frame[0] + ov[r + OV_AREA_VECTOR + 1] * frame[1] + ov[r + OV_AREA_VECTOR + 2] * frame[2],
    );
    const isConvex = !isRing(sa, sb) && !isRing(sb, sa);
    if (!isConvex) {
      this.#extent(buffer.points, from, to, cx, cy, cz, frame, volume / Math.max(along, 1e-300));
      this.#columns(footprint, frame, n, sa, sb, poses, x, y, z);
    } else this.#spokes(footprint, frame, n, sa, sb, poses, x, y, z);
    footprint.ints[k * PIECE_INTS + PI_POINTS + 1] = footprint.pointCount;
    footprint.measure(k);
    // The footprint of a convex overlap is its outline; that of a mesh may be anything, that of a torus a ring, and the
    // area vector knows it.
    const area = isConvex ? this.#moments[0] : Math.min(along, this.#moments[0]);
    return this.#scale(footprint, k, area, volume);
  }

  #extent(
    p: Float64Array,
    from: number,
    to: number,
    cx: number,
    cy: number,
    cz: number,
    f: Float64Array,
    depth: number,
  ): void {
    this.#low = Infinity;
    this.#high = -Infinity;
    for (let m = 3 * from; m < 3 * to; m += 3) {
      const h = f[0] * (p[m] - cx) + f[1] * (p[m + 1] - cy) + f[2] * (p[m + 2] - cz);
      if (h < this.#low) this.#low = h;
      if (h > this.#high) this.#high = h;
    }
    this.#low -= 4 * depth;
    this.#high += 4 * depth;
  }

  /** Sums as the overlap has them; the volume's centre at the origin. */
  #scale(footprint: Footprint, k: number, area: number, volume: number): boolean {
    const o = k * PIECE_STRIDE;
    const p = footprint.pieces;
    if (!(p[o + PC_AREA] > 0) || !(p[o + PC_VOLUME] > 0) || !(area > 0)) return false;
    const grow = area / p[o + PC_AREA];
    const deepen = volume / (p[o + PC_VOLUME] * grow);
    const u = p[o + PC_VOLUME + 1] / p[o + PC_VOLUME];
    const w = p[o + PC_VOLUME + 2] / p[o + PC_VOLUME];
    const i = k * PIECE_INTS + PI_POINTS;
    for (let m = footprint.ints[i]; m < footprint.ints[i + 1]; m++) {
      const q = POINT_STRIDE * m;
      footprint.points[q] -= u;
      footprint.points[q + 1] -= w;
      footprint.points[q + 2] *= grow;
      footprint.points[q + 3] *= deepen;
    }
    footprint.measure(k);
    return p[o + PC_DEEPEST] > 0 && p[o + PC_SQUARE] > 0;
  }

  #spokes(
    footprint: Footprint,
    frame: Float64Array,
    n: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    x: number,
    y: number,
    z: number,
  ): void {
    const outline = this.#outline;
    const moments = this.#moments;
    const mu = moments[1];
    const mw = moments[2];
    // Each side in as many equal parts as bring the whole to about SPOKES.
    let round = 0;
    for (let m = 0; m < n; m++) round += this.#side(m, n);
    for (let m = 0; m < n; m++) {
      const e = m + 1 < n ? m + 1 : 0;
      const parts = Math.max(1, Math.ceil((SPOKES * this.#side(m, n)) / round - 1e-9));
      for (let s = 0; s < parts; s++) {
        const t0 = s / parts;
        const t1 = (s + 1) / parts;
        const au = outline[2 * m] + t0 * (outline[2 * e] - outline[2 * m]) - mu;
        const aw = outline[2 * m + 1] + t0 * (outline[2 * e + 1] - outline[2 * m + 1]) - mw;
        const bu = outline[2 * m] + t1 * (outline[2 * e] - outline[2 * m]) - mu;
        const bw = outline[2 * m + 1] + t1 * (outline[2 * e + 1] - outline[2 * m + 1]) - mw;
        const area = 0.5 * (au * bw - aw * bu);
        for (let q = 0; q < 3; q++) {
          const u = mu + RADII[q]! * 0.5 * (au + bu);
          const w = mw + RADII[q]! * 0.5 * (aw + bw);
          const d = this.#chord(frame, u, w, sa, sb, poses, x, y, z);
          footprint.addPoint(u, w, SHARES[q]! * area, d);
        }
      }
    }
  }

  #side(m: number, n: number): number {
    const e = m + 1 < n ? m + 1 : 0;
    const u = this.#outline[2 * e] - this.#outline[2 * m];
    const w = this.#outline[2 * e + 1] - this.#outline[2 * m + 1];
    return Math.sqrt(u * u + w * w);
  }

  /** Length of the line along the normal through (u, w) that lies in both solids. */
  #chord(
    f: Float64Array,
    u: number,
    w: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    x: number,
    y: number,
    z: number,
  ): number {
    const px = x + u * f[3] + w * f[6];
    const py = y + u * f[4] + w * f[7];
    const pz = z + u * f[5] + w * f[8];
    this.#cut(0, sa, poses, 0, f, px, py, pz);
    this.#cut(1, sb, poses, 7, f, px, py, pz);
    return this.#common();
  }

  /** Where the line through (x, y, z) along the normal lies inside a primitive: pairs of ends, ascending. */
  #cut(
    side: 0 | 1,
    shape: SimpleShape,
    poses: Float64Array,
    p: number,
    f: Float64Array,
    x: number,
    y: number,
    z: number,
  ): void {
    const { line, t } = this.#line;
    const r = this.#rotations[side];
    const dx = x - poses[p];
    const dy = y - poses[p + 1];
    const dz = z - poses[p + 2];
    for (let k = 0; k < 3; k++) {
      line[k] = r[k] * dx + r[3 + k] * dy + r[6 + k] * dz;
      line[3 + k] = r[k] * f[0] + r[3 + k] * f[1] + r[6 + k] * f[2];
    }
    this.#line.low = Number.NEGATIVE_INFINITY;
    this.#line.high = Number.POSITIVE_INFINITY;
    const n = cutShape(columnPartsOf(shape), shape, this.#line);
    this.#counts[side] = n;
    for (let k = 0; k < 2 * n; k++) this.#ends[side][k] = t[k];
  }

  /** Length that is in an interval of both. */
  #common(): number {
    const [a, b] = this.#ends;
    let sum = 0;
    for (let i = 0; i < this.#counts[0]; i++) {
      for (let j = 0; j < this.#counts[1]; j++) {
        const low = Math.max(a[2 * i], b[2 * j]);
        const high = Math.min(a[2 * i + 1], b[2 * j + 1]);
        if (high > low) sum += high - low;
      }
    }
    return sum < Infinity ? sum : 0;
  }

  #columns(
    footprint: Footprint,
    f: Float64Array,
    n: number,
    sa: SimpleShape,
    sb: SimpleShape,
    poses: Float64Array,
    x: number,
    y: number,
    z: number,
  ): void {
    const outline = this.#outline;
    let lu = Infinity;
    let hu = -Infinity;
    let lw = Infinity;
    let hw = -Infinity;
    for (let m = 0; m < n; m++) {
      lu = Math.min(lu, outline[2 * m]);
      hu = Math.max(hu, outline[2 * m]);
      lw = Math.min(lw, outline[2 * m + 1]);
      hw = Math.max(hw, outline[2 * m + 1]);
    }
    const du = (hu - lu) / GRID;
    const dw = (hw - lw) / GRID;
    if (!(du > 0) || !(dw > 0)) return;
    if (sa.type === 'mesh') this.#castMesh(0, sa, poses, 0, f, lu, lw, du, dw, x, y, z);
    if (sb.type === 'mesh') this.#castMesh(1, sb, poses, 7, f, lu, lw, du, dw, x, y, z);
    for (let j = 0; j < GRID; j++) {
      for (let i = 0; i < GRID; i++) {
        const u = lu + (i + 0.5) * du;
        const w = lw + (j + 0.5) * dw;
        const px = x + u * f[3] + w * f[6];
        const py = y + u * f[4] + w * f[7];
        const pz = z + u * f[5] + w * f[8];
        if (sa.type === 'mesh') this.#takeHits(0, j * GRID + i);
        else this.#cut(0, sa, poses, 0, f, px, py, pz);
        if (sb.type === 'mesh') this.#takeHits(1, j * GRID + i);
        else this.#cut(1, sb, poses, 7, f, px, py, pz);
        this.#bound();
        const d = this.#common();
        if (d > 0) footprint.addPoint(u, w, du * dw, d);
      }
    }
  }

  /** Only what belongs to the component along the normal. */
  #bound(): void {
    const a = this.#ends[0];
    for (let k = 0; k < 2 * this.#counts[0]; k++) a[k] = Math.min(this.#high, Math.max(this.#low, a[k]));
  }

  /** All hits of the grid's columns with a mesh; column (i, j) stands in the middle of its pixel. */
  #castMesh(
    side: 0 | 1,
    shape: MeshShape,
    poses: Float64Array,
    p: number,
    f: Float64Array,
    lu: number,
    lw: number,
    du: number,
    dw: number,
    x: number,
    y: number,
    z: number,
  ): void {
    const m = this.#m;
    const r = this.#rotations[side];
    const ox = poses[p] - x;
    const oy = poses[p + 1] - y;
    const oz = poses[p + 2] - z;
    for (let row = 0; row < 3; row++) {
      // Rows: column, row, depth; the frame has the normal first.
      const a = row === 2 ? 0 : 3 * (row + 1);
      const scale = row === 0 ? 1 / du : row === 1 ? 1 / dw : 1;
      for (let k = 0; k < 3; k++) m[4 * row + k] = scale * (f[a] * r[k] + f[a + 1] * r[3 + k] + f[a + 2] * r[6 + k]);
      m[4 * row + 3] = scale * (f[a] * ox + f[a + 1] * oy + f[a + 2] * oz);
    }
    m[3] -= lu / du + 0.5;
    m[7] -= lw / dw + 0.5;
    const hits = this.#hits[side];
    hits.clear();
    hits.reserveRays(GRID * GRID);
    this.#meshes.cast(shape.mesh.packed, m, GRID, GRID, -1e30, 1e30, this.#map, false, hits);
    hits.sort(0, GRID * GRID, true, true, 0);
  }

  #takeHits(side: 0 | 1, ray: number): void {
    const hits = this.#hits[side];
    const ends = this.#ends[side];
    let winding = 0;
    let count = 0;
    for (let k = hits.start[ray]; k < hits.stop[ray] && count < 32; k++) {
      const leaves = (hits.code[k] & 1) === 1;
      if (!leaves && winding === 0) ends[2 * count] = hits.depth[k];
      winding += leaves ? -1 : 1;
      if (leaves && winding === 0) ends[2 * count++ + 1] = hits.depth[k];
    }
    this.#counts[side] = count;
  }
}

/** Whether the overlap of a with b may have holes: that of a mesh, or of a torus that lies on something flat. */
function isRing(a: SimpleShape, b: SimpleShape): boolean {
  return (
    a.type === 'mesh' || (a.type === 'torus' && (b.type === 'half-space' || b.type === 'box' || b.type === 'convex'))
  );
}

// All hits of a grid of parallel rays with a closed mesh: one walk down the mesh's box tree, then scan conversion.
//
// Deviation from layered depth images (Allard et al. 2010, §3): not every triangle is drawn. A tree node between whose
// sides no ray passes is skipped with all its triangles, so once triangles are smaller than pixels the cost follows the
// rays (times the depth of the tree), not the triangles.
//
// Watertight: rays stand at the integers of pixel coordinates. A vertex at height v lies below row j iff ceil(v) ≤ j, a
// monotone function of the vertex alone; whether ray (i, j) stands left of an edge or not is computed from its lower end
// to its upper end, whichever triangle asks. Of a triangle's edges one going up and one going down cross row j; the ray
// hits the triangle if it stands left of one and not of the other. So each edge adds the same to the two triangles
// beside it with opposite sign, the sum over a closed mesh telescopes, and every ray has exactly as many entries as
// exits, whatever the rounding; a ray through an edge or a vertex is counted once.
// Verified in test/overlap/rays-watertight.test.ts.
//
// pixel coordinates  (p, q, d) = M (x, y, z, 1): column, row, depth along the ray in metres
// hit                2·triangle + 1 where the ray leaves (the normal points along the ray), 2·triangle where it enters

import type { TriangleMesh } from '../../shapes/mesh.js';
import { MAX_TREE_DEPTH } from '../../shapes/triangle-tree.js';
import type { RayHits } from './hits.js';

/** Pixels by which the boxes of a turned mesh grow, so that rounding cannot lose a triangle on their faces. */
const SLACK = 1e-6;

export class MeshCaster {
  private readonly stack = new Int32Array(MAX_TREE_DEPTH + 1);
  /** The triangle at hand: column, row, depth of each corner. An array, as a call with nine doubles would box them. */
  private readonly corners = new Float64Array(9);
  private hits!: RayHits;
  private map!: Int32Array;
  private columns = 0;
  private rows = 0;
  private low = 0;
  private high = 0;
  private sparse = false;

  /**
   * Append to `hits` all hits with depth in [low, high] of the rays on a grid of columns × rows. `map` gives each pixel
   * its ray, or a negative number where none is wanted (`sparse`: in many pixels). `m` holds M by rows; `aligned` says that it only scales and
   * shifts axes, column from `axis`+1, row from `axis`+2 and depth from `axis` (modulo 3).
   */
  cast(
    mesh: TriangleMesh,
    m: Float64Array,
    aligned: boolean,
    axis: number,
    columns: number,
    rows: number,
    low: number,
    high: number,
    map: Int32Array,
    sparse: boolean,
    hits: RayHits,
  ): void {
    this.sparse = sparse;
    this.hits = hits;
    this.map = map;
    this.columns = columns;
    this.rows = rows;
    this.low = low;
    this.high = high;
    if (aligned) this.walkAligned(mesh, m, axis);
    else this.walkTurned(mesh, m);
  }

  private walkAligned(mesh: TriangleMesh, m: Float64Array, axis: number): void {
    const { bounds, first, count, order } = mesh.tree;
    const { positions, indices } = mesh;
    const { stack, map, columns, low, high, corners, sparse } = this;
    const au = axis === 2 ? 0 : axis + 1;
    const av = axis === 0 ? 2 : axis - 1;
    // Coordinate c is the one whose rays are farther apart: it tells more, so it is asked first; f is the other.
    const uFirst = m[au] <= m[4 + av];
    const ac = uFirst ? au : av;
    const af = uFirst ? av : au;
    const sc = uFirst ? m[au] : m[4 + av];
    const sf = uFirst ? m[4 + av] : m[au];
    const oc = uFirst ? m[3] : m[7];
    const of = uFirst ? m[7] : m[3];
    const lastC = (uFirst ? columns : this.rows) - 1;
    const lastF = (uFirst ? this.rows : columns) - 1;
    const strideC = uFirst ? 1 : columns;
    const strideF = uFirst ? columns : 1;
    const ic = uFirst ? 0 : 1;
    const jf = 1 - ic;
    const sw = m[8 + axis];
    const ow = m[11];
    let top = 0;
    let node = 0;
    for (;;) {
      const bc = 6 * node + ac;
      const bf = 6 * node + af;
      const bw = 6 * node + axis;
      const c0 = bounds[bc] * sc + oc;
      const c1 = bounds[bc + 3] * sc + oc;
      const f0 = bounds[bf] * sf + of;
      const f1 = bounds[bf + 3] * sf + of;
      let wanted =
        Math.ceil(c0) <= c1 &&
        Math.ceil(f0) <= f1 &&
        f0 <= lastF &&
        f1 >= 0 &&
        c0 <= lastC &&
        c1 >= 0 &&
        bounds[bw] * sw + ow <= high &&
        bounds[bw + 3] * sw + ow >= low;
      if (wanted && sparse && c1 - c0 < 1 && f1 - f0 < 1) {
        wanted = map[Math.ceil(c0) * strideC + Math.ceil(f0) * strideF] >= 0;
      }
      if (wanted) {
        const n = count[node];
        if (n === 0) {
          stack[top++] = first[node];
          node++;
          continue;
        }
        const end = first[node] + n;
        for (let k = first[node]; k < end; k++) {
          const t = order[k];
          const a = 3 * indices[3 * t];
          const b = 3 * indices[3 * t + 1];
          const c = 3 * indices[3 * t + 2];
          const ca = positions[a + ac] * sc + oc;
          const cb = positions[b + ac] * sc + oc;
          const cc = positions[c + ac] * sc + oc;
          const ceilC = Math.ceil(ca);
          if (ceilC === Math.ceil(cb) && ceilC === Math.ceil(cc)) continue;
          const fa = positions[a + af] * sf + of;
          const fb = positions[b + af] * sf + of;
          const fc = positions[c + af] * sf + of;
          const ceilF = Math.ceil(fa);
          if (ceilF === Math.ceil(fb) && ceilF === Math.ceil(fc)) continue;
          corners[ic] = ca;
          corners[jf] = fa;
          corners[2] = positions[a + axis] * sw + ow;
          corners[3 + ic] = cb;
          corners[3 + jf] = fb;
          corners[5] = positions[b + axis] * sw + ow;
          corners[6 + ic] = cc;
          corners[6 + jf] = fc;
          corners[8] = positions[c + axis] * sw + ow;
          this.scan(t);
        }
      }
      if (top === 0) return;
      node = stack[--top];
    }
  }

  private walkTurned(mesh: TriangleMesh, m: Float64Array): void {
    const { bounds, first, count, order } = mesh.tree;
    const { positions, indices } = mesh;
    const { stack, map, columns, corners, sparse } = this;
    const stepU = Math.max(Math.abs(m[0]), Math.abs(m[1]), Math.abs(m[2]));
    const stepV = Math.max(Math.abs(m[4]), Math.abs(m[5]), Math.abs(m[6]));
    const uFirst = stepU <= stepV;
    const rc = uFirst ? 0 : 4;
    const rf = 4 - rc;
    const m0 = m[rc];
    const m1 = m[rc + 1];
    const m2 = m[rc + 2];
    const m3 = m[rc + 3];
    const m4 = m[rf];
    const m5 = m[rf + 1];
    const m6 = m[rf + 2];
    const m7 = m[rf + 3];
    const m8 = m[8];
    const m9 = m[9];
    const m10 = m[10];
    const m11 = m[11];
    const n0 = Math.abs(m0);
    const n1 = Math.abs(m1);
    const n2 = Math.abs(m2);
    const n4 = Math.abs(m4);
    const n5 = Math.abs(m5);
    const n6 = Math.abs(m6);
    const n8 = Math.abs(m8);
    const n9 = Math.abs(m9);
    const n10 = Math.abs(m10);
    const lastC = (uFirst ? columns : this.rows) - 1;
    const lastF = (uFirst ? this.rows : columns) - 1;
    const strideC = uFirst ? 1 : columns;
    const strideF = uFirst ? columns : 1;
    const ic = uFirst ? 0 : 1;
    const jf = 1 - ic;
    // Depth is in metres: the same slack, scaled by the rays' spacing, which the rows carry inverted.
    const depthSlack = SLACK / Math.min(stepU, stepV);
    const low = this.low - depthSlack;
    const high = this.high + depthSlack;
    let top = 0;
    let node = 0;
    for (;;) {
      const o = 6 * node;
      const x = 0.5 * (bounds[o] + bounds[o + 3]);
      const y = 0.5 * (bounds[o + 1] + bounds[o + 4]);
      const z = 0.5 * (bounds[o + 2] + bounds[o + 5]);
      const ex = bounds[o + 3] - x;
      const ey = bounds[o + 4] - y;
      const ez = bounds[o + 5] - z;
      let wanted = false;
      const midC = m0 * x + m1 * y + m2 * z + m3;
      const halfC = n0 * ex + n1 * ey + n2 * ez + SLACK;
      const c0 = midC - halfC;
      const c1 = midC + halfC;
      if (Math.ceil(c0) <= c1 && c0 <= lastC && c1 >= 0) {
        const midF = m4 * x + m5 * y + m6 * z + m7;
        const halfF = n4 * ex + n5 * ey + n6 * ez + SLACK;
        const f0 = midF - halfF;
        const f1 = midF + halfF;
        if (Math.ceil(f0) <= f1 && f0 <= lastF && f1 >= 0) {
          const w = m8 * x + m9 * y + m10 * z + m11;
          const ew = n8 * ex + n9 * ey + n10 * ez;
          wanted = w - ew <= high && w + ew >= low;
          if (wanted && sparse && c1 - c0 < 1 && f1 - f0 < 1) {
            wanted = map[Math.ceil(c0) * strideC + Math.ceil(f0) * strideF] >= 0;
          }
        }
      }
      if (wanted) {
        const n = count[node];
        if (n === 0) {
          stack[top++] = first[node];
          node++;
          continue;
        }
        const end = first[node] + n;
        for (let k = first[node]; k < end; k++) {
          const t = order[k];
          const a = 3 * indices[3 * t];
          const b = 3 * indices[3 * t + 1];
          const c = 3 * indices[3 * t + 2];
          const ax = positions[a];
          const ay = positions[a + 1];
          const az = positions[a + 2];
          const bx = positions[b];
          const by = positions[b + 1];
          const bz = positions[b + 2];
          const cx = positions[c];
          const cy = positions[c + 1];
          const cz = positions[c + 2];
          const ca = m0 * ax + m1 * ay + m2 * az + m3;
          const cb = m0 * bx + m1 * by + m2 * bz + m3;
          const cc = m0 * cx + m1 * cy + m2 * cz + m3;
          const ceilC = Math.ceil(ca);
          if (ceilC === Math.ceil(cb) && ceilC === Math.ceil(cc)) continue;
          const fa = m4 * ax + m5 * ay + m6 * az + m7;
          const fb = m4 * bx + m5 * by + m6 * bz + m7;
          const fc = m4 * cx + m5 * cy + m6 * cz + m7;
          const ceilF = Math.ceil(fa);
          if (ceilF === Math.ceil(fb) && ceilF === Math.ceil(fc)) continue;
          corners[ic] = ca;
          corners[jf] = fa;
          corners[2] = m8 * ax + m9 * ay + m10 * az + m11;
          corners[3 + ic] = cb;
          corners[3 + jf] = fb;
          corners[5] = m8 * bx + m9 * by + m10 * bz + m11;
          corners[6 + ic] = cc;
          corners[6 + jf] = fc;
          corners[8] = m8 * cx + m9 * cy + m10 * cz + m11;
          this.scan(t);
        }
      }
      if (top === 0) return;
      node = stack[--top];
    }
  }

  /** Scan-convert triangle t, whose corners are in `corners`. */
  private scan(t: number): void {
    const { corners, columns, rows } = this;
    const au = corners[0];
    const av = corners[1];
    const bu = corners[3];
    const bv = corners[4];
    const cu = corners[6];
    const cv = corners[7];
    const ja = Math.ceil(av) | 0;
    const jb = Math.ceil(bv) | 0;
    const jc = Math.ceil(cv) | 0;
    let j0 = ja < jb ? ja : jb;
    if (jc < j0) j0 = jc;
    let j1 = ja > jb ? ja : jb;
    if (jc > j1) j1 = jc;
    if (j0 < 0) j0 = 0;
    if (j1 > rows) j1 = rows;
    const ia = Math.ceil(au) | 0;
    const ib = Math.ceil(bu) | 0;
    const ic = Math.ceil(cu) | 0;
    let left = ia < ib ? ia : ib;
    if (ic < left) left = ic;
    let right = ia > ib ? ia : ib;
    if (ic > right) right = ic;
    if (left < 0) left = 0;
    if (right > columns) right = columns;
    if (left >= right) return;
    const single = right - left === 1;
    for (let j = j0; j < j1; j++) {
      // Of the three edges two cross row j, one going up and one going down: lower end p, upper end q of each.
      let pu = 0;
      let pv = 0;
      let qu = 0;
      let qv = 0;
      let ru = 0;
      let rv = 0;
      let su = 0;
      let sv = 0;
      if (ja <= j) {
        if (jb <= j) {
          // b c up, c a down
          pu = bu;
          pv = bv;
          qu = cu;
          qv = cv;
          ru = au;
          rv = av;
          su = cu;
          sv = cv;
        } else {
          // a b up, and down by b c or c a
          pu = au;
          pv = av;
          qu = bu;
          qv = bv;
          if (jc <= j) {
            ru = cu;
            rv = cv;
            su = bu;
            sv = bv;
          } else {
            ru = au;
            rv = av;
            su = cu;
            sv = cv;
          }
        }
      } else if (jb <= j) {
        // a b down, and up by b c or c a
        ru = bu;
        rv = bv;
        su = au;
        sv = av;
        if (jc <= j) {
          pu = cu;
          pv = cv;
          qu = au;
          qv = av;
        } else {
          pu = bu;
          pv = bv;
          qu = cu;
          qv = cv;
        }
      } else {
        // c a up, b c down
        pu = cu;
        pv = cv;
        qu = au;
        qv = av;
        ru = cu;
        rv = cv;
        su = bu;
        sv = bv;
      }
      let i0 = left;
      let i1 = left;
      if (single) {
        // i0: first column not left of the edge going down; i1: of the one going up.
        if ((j - rv) * (su - ru) > (left - ru) * (sv - rv)) i0++;
        if ((j - pv) * (qu - pu) > (left - pu) * (qv - pv)) i1++;
      } else {
        i0 = firstColumn(ru, rv, su, sv, j, left, right);
        i1 = firstColumn(pu, pv, qu, qv, j, left, right);
      }
      // Counter-clockwise: the edge going up is the right one, and the normal points along the ray.
      if (i0 < i1) this.add(2 * t + 1, j, i0, i1);
      else if (i1 < i0) this.add(2 * t, j, i1, i0);
    }
  }

  /** Add hits of the triangle in `corners` with the rays in columns i0 … i1-1 of row j. */
  private add(code: number, j: number, i0: number, i1: number): void {
    const { corners, columns, map, hits, low, high } = this;
    const au = corners[0];
    const av = corners[1];
    const aw = corners[2];
    const bw = corners[5];
    const cw = corners[8];
    const abu = corners[3] - au;
    const abv = corners[4] - av;
    const acu = corners[6] - au;
    const acv = corners[7] - av;
    // Depth over the triangle's plane; slivers seen edge-on are clamped to the triangle's own range.
    const area = abu * acv - abv * acu;
    const inverse = area !== 0 ? 1 / area : 0;
    const du = ((bw - aw) * acv - (cw - aw) * abv) * inverse;
    const dv = ((cw - aw) * abu - (bw - aw) * acu) * inverse;
    let wMin = aw < bw ? aw : bw;
    if (cw < wMin) wMin = cw;
    let wMax = aw > bw ? aw : bw;
    if (cw > wMax) wMax = cw;
    for (let i = i0; i < i1; i++) {
      const ray = map[j * columns + i];
      if (ray < 0) continue;
      let d = aw + (i - au) * du + (j - av) * dv;
      // Written so that a NaN of a degenerate plane is clamped, too.
      if (!(d >= wMin)) d = wMin;
      else if (d > wMax) d = wMax;
      if (d < low || d > high) continue;
      const n = hits.rawCount;
      if (n === hits.rawRay.length) hits.growRaw();
      hits.rawRay[n] = ray;
      hits.rawDepth[n] = d;
      hits.rawCode[n] = code;
      hits.rawCount = n + 1;
    }
  }
}

/**
 * First column in [left, right] whose ray in row j does not stand left of the edge from its lower end p to its upper end
 * q. Found by division, settled by the predicate that all triangles share.
 */
function firstColumn(pu: number, pv: number, qu: number, qv: number, j: number, left: number, right: number): number {
  const a = (j - pv) * (qu - pu);
  const h = qv - pv;
  const u = Math.ceil(pu + a / h);
  let i = u > left ? (u < right ? u | 0 : right) : left;
  while (i > left && a <= (i - 1 - pu) * h) i--;
  while (i < right && a > (i - pu) * h) i++;
  return i;
}

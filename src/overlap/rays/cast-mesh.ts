// All hits of a grid of parallel rays with a closed mesh: one walk down the mesh's box tree, then scan conversion.
//
// Deviation from layered depth images (Allard et al. 2010, §3): not every triangle is drawn. A tree node between whose
// sides no ray passes is skipped with all its triangles, so once triangles are smaller than pixels the cost follows the
// rays (times the depth of the tree), not the triangles.
//
// Watertight: rays stand at the integers of pixel coordinates. A vertex at height v lies below row j iff ceil(v) ≤ j, a
// monotone function of the vertex alone; an edge is crossed in row j at a column computed from its lower end to its
// upper end, whichever triangle asks. A triangle covers in row j the rays between the columns of its two crossed edges.
// So each edge gives the two triangles beside it the same column with opposite sign, the sum over a closed mesh
// telescopes, and every ray has exactly as many entries as exits, whatever the rounding; a ray through an edge or a
// vertex is counted once. Verified in test/overlap/rays-watertight.test.ts.
//
// pixel coordinates  (p, q, d) = M (x, y, z, 1): column, row, depth along the ray in metres
// hit                2·triangle + 1 where the ray leaves (the normal points along the ray), 2·triangle where it enters

import type { TriangleMesh } from '../../shapes/mesh.js';
import type { RayHits } from './hits.js';

const STACK = 1024;
/** Pixels by which the boxes of a turned mesh grow, so that rounding cannot lose a triangle on their faces. */
const SLACK = 1e-6;

export class MeshCaster {
  private readonly stack = new Int32Array(STACK);
  private hits!: RayHits;
  private map!: Int32Array;
  private columns = 0;
  private rows = 0;
  private low = 0;
  private high = 0;

  /**
   * Append to `hits` all hits with depth in [low, high] of the rays on a grid of columns × rows. `map` gives each pixel
   * its ray, or a negative number where none is wanted. `m` holds M by rows; `aligned` says that it only scales and
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
    hits: RayHits,
  ): void {
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
    const { stack, map, columns, low, high } = this;
    const lastColumn = columns - 1;
    const lastRow = this.rows - 1;
    const au = axis === 2 ? 0 : axis + 1;
    const av = axis === 0 ? 2 : axis - 1;
    const su = m[au];
    const ou = m[3];
    const sv = m[4 + av];
    const ov = m[7];
    const sw = m[8 + axis];
    const ow = m[11];
    let top = 0;
    let node = 0;
    for (;;) {
      const bu = 6 * node + au;
      const bv = 6 * node + av;
      const bw = 6 * node + axis;
      let i0 = Math.ceil(bounds[bu] * su + ou);
      let i1 = Math.floor(bounds[bu + 3] * su + ou);
      let j0 = Math.ceil(bounds[bv] * sv + ov);
      let j1 = Math.floor(bounds[bv + 3] * sv + ov);
      if (i0 < 0) i0 = 0;
      if (i1 > lastColumn) i1 = lastColumn;
      if (j0 < 0) j0 = 0;
      if (j1 > lastRow) j1 = lastRow;
      let wanted = i0 <= i1 && j0 <= j1 && bounds[bw] * sw + ow <= high && bounds[bw + 3] * sw + ow >= low;
      if (wanted && i1 - i0 < 2 && j1 - j0 < 2) {
        const k = j0 * columns + i0;
        const l = j1 * columns + i0;
        const di = i1 - i0;
        wanted = map[k] >= 0 || map[l] >= 0 || map[k + di] >= 0 || map[l + di] >= 0;
      }
      if (wanted) {
        const n = count[node];
        if (n === 0) {
          if (top < STACK) stack[top++] = first[node];
          node++;
          continue;
        }
        const end = first[node] + n;
        for (let k = first[node]; k < end; k++) {
          const t = order[k];
          const a = 3 * indices[3 * t];
          const b = 3 * indices[3 * t + 1];
          const c = 3 * indices[3 * t + 2];
          const av0 = positions[a + av] * sv + ov;
          const bv0 = positions[b + av] * sv + ov;
          const cv0 = positions[c + av] * sv + ov;
          const ja = Math.ceil(av0);
          const jb = Math.ceil(bv0);
          const jc = Math.ceil(cv0);
          if (ja === jb && jb === jc) continue;
          const au0 = positions[a + au] * su + ou;
          const bu0 = positions[b + au] * su + ou;
          const cu0 = positions[c + au] * su + ou;
          const ia = Math.ceil(au0);
          const ib = Math.ceil(bu0);
          if (ia === ib && ib === Math.ceil(cu0)) continue;
          const aw0 = positions[a + axis] * sw + ow;
          const bw0 = positions[b + axis] * sw + ow;
          const cw0 = positions[c + axis] * sw + ow;
          this.scan(t, au0, av0, aw0, ja, bu0, bv0, bw0, jb, cu0, cv0, cw0, jc);
        }
      }
      if (top === 0) return;
      node = stack[--top];
    }
  }

  private walkTurned(mesh: TriangleMesh, m: Float64Array): void {
    const { bounds, first, count, order } = mesh.tree;
    const { positions, indices } = mesh;
    const { stack, map, columns } = this;
    const lastColumn = columns - 1;
    const lastRow = this.rows - 1;
    const m0 = m[0];
    const m1 = m[1];
    const m2 = m[2];
    const m3 = m[3];
    const m4 = m[4];
    const m5 = m[5];
    const m6 = m[6];
    const m7 = m[7];
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
    // Depth is in metres: the same slack, scaled by the rays' spacing, which the first row carries inverted.
    const depthSlack = SLACK / Math.max(n0, n1, n2);
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
      const w = m8 * x + m9 * y + m10 * z + m11;
      const ew = n8 * ex + n9 * ey + n10 * ez;
      if (w - ew <= high && w + ew >= low) {
        const u = m0 * x + m1 * y + m2 * z + m3;
        const eu = n0 * ex + n1 * ey + n2 * ez + SLACK;
        let i0 = Math.ceil(u - eu);
        let i1 = Math.floor(u + eu);
        if (i0 < 0) i0 = 0;
        if (i1 > lastColumn) i1 = lastColumn;
        if (i0 <= i1) {
          const v = m4 * x + m5 * y + m6 * z + m7;
          const ev = n4 * ex + n5 * ey + n6 * ez + SLACK;
          let j0 = Math.ceil(v - ev);
          let j1 = Math.floor(v + ev);
          if (j0 < 0) j0 = 0;
          if (j1 > lastRow) j1 = lastRow;
          if (j0 <= j1) {
            wanted = true;
            if (i1 - i0 < 2 && j1 - j0 < 2) {
              const k = j0 * columns + i0;
              const l = j1 * columns + i0;
              const di = i1 - i0;
              wanted = map[k] >= 0 || map[l] >= 0 || map[k + di] >= 0 || map[l + di] >= 0;
            }
          }
        }
      }
      if (wanted) {
        const n = count[node];
        if (n === 0) {
          if (top < STACK) stack[top++] = first[node];
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
          const av = m4 * ax + m5 * ay + m6 * az + m7;
          const bv = m4 * bx + m5 * by + m6 * bz + m7;
          const cv = m4 * cx + m5 * cy + m6 * cz + m7;
          const ja = Math.ceil(av);
          const jb = Math.ceil(bv);
          const jc = Math.ceil(cv);
          if (ja === jb && jb === jc) continue;
          const au = m0 * ax + m1 * ay + m2 * az + m3;
          const bu = m0 * bx + m1 * by + m2 * bz + m3;
          const cu = m0 * cx + m1 * cy + m2 * cz + m3;
          const ia = Math.ceil(au);
          const ib = Math.ceil(bu);
          if (ia === ib && ib === Math.ceil(cu)) continue;
          const aw = m8 * ax + m9 * ay + m10 * az + m11;
          const bw = m8 * bx + m9 * by + m10 * bz + m11;
          const cw = m8 * cx + m9 * cy + m10 * cz + m11;
          this.scan(t, au, av, aw, ja, bu, bv, bw, jb, cu, cv, cw, jc);
        }
      }
      if (top === 0) return;
      node = stack[--top];
    }
  }

  /** Scan-convert triangle t with vertices (u, v, w); the j are the ceilings of the v. */
  private scan(
    t: number,
    au: number,
    av: number,
    aw: number,
    ja: number,
    bu: number,
    bv: number,
    bw: number,
    jb: number,
    cu: number,
    cv: number,
    cw: number,
    jc: number,
  ): void {
    const wMin = Math.min(aw, bw, cw);
    const wMax = Math.max(aw, bw, cw);
    if (wMin > this.high || wMax < this.low) return;
    const { columns, rows, map, hits, low, high } = this;
    let j0 = Math.min(ja, jb, jc);
    let j1 = Math.max(ja, jb, jc);
    if (j0 < 0) j0 = 0;
    if (j1 > rows) j1 = rows;
    // Depth over the triangle's plane; slivers seen edge-on are clamped to the triangle's own range.
    const abu = bu - au;
    const abv = bv - av;
    const acu = cu - au;
    const acv = cv - av;
    const area = abu * acv - abv * acu;
    const inverse = area !== 0 ? 1 / area : 0;
    const du = ((bw - aw) * acv - (cw - aw) * abv) * inverse;
    const dv = ((cw - aw) * abu - (bw - aw) * acu) * inverse;
    for (let j = j0; j < j1; j++) {
      const belowA = ja <= j;
      const belowB = jb <= j;
      const belowC = jc <= j;
      // Of the three edges two cross row j, one going up and one going down.
      let up = 0;
      let down = 0;
      if (belowA !== belowB) {
        if (belowA) up = crossing(au, av, bu, bv, j);
        else down = crossing(bu, bv, au, av, j);
      }
      if (belowB !== belowC) {
        if (belowB) up = crossing(bu, bv, cu, cv, j);
        else down = crossing(cu, cv, bu, bv, j);
      }
      if (belowC !== belowA) {
        if (belowC) up = crossing(cu, cv, au, av, j);
        else down = crossing(au, av, cu, cv, j);
      }
      let i0 = Math.ceil(down);
      let i1 = Math.ceil(up);
      if (i0 === i1) continue;
      // Counter-clockwise: the edge going up is the right one, and the normal points along the ray.
      let code = 2 * t + 1;
      if (i0 > i1) {
        const s = i0;
        i0 = i1;
        i1 = s;
        code--;
      }
      if (i0 < 0) i0 = 0;
      if (i1 > columns) i1 = columns;
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
}

/** Column at which the edge from its lower end p to its upper end q crosses row j, kept between the two. */
function crossing(pu: number, pv: number, qu: number, qv: number, j: number): number {
  const u = pu + ((j - pv) * (qu - pu)) / (qv - pv);
  if (pu < qu) return u < pu ? pu : u > qu ? qu : u;
  return u > pu ? pu : u < qu ? qu : u;
}

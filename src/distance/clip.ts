// The contact manifold of two supporting features: the incident one clipped against the prism over the reference
// polygon (Sutherland & Hodgman 1974), every remaining corner within the margin kept, none reduced away.
//
// Every corner knows its feature: a vertex of either body, or the crossing of two edges. Those ids do not depend on
// which body was the reference, so that warm starting survives a change of reference.

import { edgePairId, ID_VERTEX_A, ID_VERTEX_B, type PointBuffer } from './buffer.js';
import type { Feature } from './feature.js';

/** Corners within this share of the reference polygon's size count as inside: aligned edges must not flicker. */
const ON_PLANE = 1e-6;

const INCIDENT_CORNER = 0;
const REFERENCE_CORNER = 1;
const EDGE_CROSSING = 2;

/** What is known of a corner: its kind, and two indices whose meaning depends on it (side and corner numbers). */
const TAG_KIND = 0;
const TAG_FIRST = 1;
const TAG_SECOND = 2;
/** The edge that leaves it: incident k ≥ 0, reference −1−k. */
const TAG_EDGE = 3;
const TAG_STRIDE = 4;

export class Clipper {
  #p = new Float64Array(3 * 128);
  #q = new Float64Array(3 * 128);
  /** A tag per corner. */
  #pt = new Int32Array(TAG_STRIDE * 128);
  #qt = new Int32Array(TAG_STRIDE * 128);
  #d = new Float64Array(128);

  #reserve(corners: number): void {
    if (corners <= this.#d.length) return;
    const size = Math.max(corners, 2 * this.#d.length);
    this.#p = new Float64Array(3 * size);
    this.#q = new Float64Array(3 * size);
    this.#pt = new Int32Array(TAG_STRIDE * size);
    this.#qt = new Int32Array(TAG_STRIDE * size);
    this.#d = new Float64Array(size);
  }

  /**
   * Clip `inc` against the polygon `ref` and push the corners that lie less than `margin` above its plane.
   * `refIsFirst`: the reference belongs to the pair's first body.
   */
  clip(ref: Feature, refIsFirst: boolean, inc: Feature, margin: number, out: PointBuffer): number {
    this.#reserve(ref.count + inc.count + 8);
    let n = inc.count;
    let p = this.#p;
    let pt = this.#pt;
    let q = this.#q;
    let qt = this.#qt;
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < 3; c++) p[3 * i + c] = inc.points[3 * i + c] + inc.swept(-2, c);
      pt[TAG_STRIDE * i + TAG_KIND] = INCIDENT_CORNER;
      pt[TAG_STRIDE * i + TAG_FIRST] = i;
      pt[TAG_STRIDE * i + TAG_SECOND] = 0;
      pt[TAG_STRIDE * i + TAG_EDGE] = i;
    }
    const rp = ref.points;
    const sides = ref.count;
    const nx = ref.nx;
    const ny = ref.ny;
    const nz = ref.nz;
    const d = this.#d;
    const closed = n > 2;
    for (let s = 0; s < sides && n > 0; s++) {
      const a = 3 * s;
      const b = 3 * (s + 1 === sides ? 0 : s + 1);
      const ex = rp[b] - rp[a];
      const ey = rp[b + 1] - rp[a + 1];
      const ez = rp[b + 2] - rp[a + 2];
      // outward side normal e × n
      let sx = ey * nz - ez * ny;
      let sy = ez * nx - ex * nz;
      let sz = ex * ny - ey * nx;
      const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
      if (length === 0) continue;
      const k = 1 / length;
      sx *= k;
      sy *= k;
      sz *= k;
      const tolerance = ON_PLANE * length;
      const offset = sx * rp[a] + sy * rp[a + 1] + sz * rp[a + 2];
      let outside = 0;
      for (let i = 0; i < n; i++) {
        const v = sx * p[3 * i] + sy * p[3 * i + 1] + sz * p[3 * i + 2] - offset;
        d[i] = v > -tolerance && v < tolerance ? 0 : v;
        if (v >= tolerance) outside++;
      }
      if (outside === 0) continue;
      if (outside === n) {
        n = 0;
        break;
      }
      let m = 0;
      for (let i = 0; i < n; i++) {
        const di = d[i];
        if (di <= 0) {
          for (let c = 0; c < 3; c++) q[3 * m + c] = p[3 * i + c];
          for (let c = 0; c < TAG_STRIDE; c++) qt[TAG_STRIDE * m + c] = pt[TAG_STRIDE * i + c];
          m++;
        }
        let j = i + 1;
        if (j === n) {
          if (!closed) break;
          j = 0;
        }
        const dj = d[j];
        if (di === 0 && dj > 0) qt[TAG_STRIDE * (m - 1) + TAG_EDGE] = -1 - s;
        if ((di < 0 && dj > 0) || (di > 0 && dj < 0)) {
          const t = di / (di - dj);
          for (let c = 0; c < 3; c++) q[3 * m + c] = p[3 * i + c] + t * (p[3 * j + c] - p[3 * i + c]);
          const edge = pt[TAG_STRIDE * i + TAG_EDGE];
          if (edge >= 0) {
            qt[TAG_STRIDE * m + TAG_KIND] = EDGE_CROSSING;
            qt[TAG_STRIDE * m + TAG_FIRST] = edge;
            qt[TAG_STRIDE * m + TAG_SECOND] = s;
          } else {
            // two reference sides meet here: in a convex polygon, at the corner that starts the later one
            const other = -1 - edge;
            qt[TAG_STRIDE * m + TAG_KIND] = REFERENCE_CORNER;
            qt[TAG_STRIDE * m + TAG_FIRST] = other === 0 && s === sides - 1 ? 0 : s;
            qt[TAG_STRIDE * m + TAG_SECOND] = other;
          }
          qt[TAG_STRIDE * m + TAG_EDGE] = di < 0 ? -1 - s : edge;
          m++;
        }
      }
      const sp = p;
      p = q;
      q = sp;
      const st = pt;
      pt = qt;
      qt = st;
      n = m;
    }
    // a capsule's leading end touches with its cap, not with the end of its straight side
    const lead = inc.radius > 0 ? this.#leadingEnd(ref, refIsFirst, inc, margin, out) : -1;
    let kept = lead >= 0 ? 1 : 0;
    const offset = nx * rp[0] + ny * rp[1] + nz * rp[2];
    for (let i = 0; i < n; i++) {
      const x = p[3 * i];
      const y = p[3 * i + 1];
      const z = p[3 * i + 2];
      const h = nx * x + ny * y + nz * z - offset;
      if (
        h > margin ||
        (lead >= 0 && pt[TAG_STRIDE * i + TAG_KIND] === INCIDENT_CORNER && pt[TAG_STRIDE * i + TAG_FIRST] === lead)
      )
        continue;
      pushClipped(ref, refIsFirst, x, y, z, h, this.#idOf(pt, TAG_STRIDE * i, ref, refIsFirst, inc), out);
      kept++;
    }
    return kept;
  }

  #leadingEnd(ref: Feature, refIsFirst: boolean, inc: Feature, margin: number, out: PointBuffer): number {
    const k = inc.lead;
    const x = inc.points[3 * k] + inc.swept(k, 0);
    const y = inc.points[3 * k + 1] + inc.swept(k, 1);
    const z = inc.points[3 * k + 2] + inc.swept(k, 2);
    const rp = ref.points;
    const h = ref.nx * (x - rp[0]) + ref.ny * (y - rp[1]) + ref.nz * (z - rp[2]);
    if (h > margin || !overPolygon(ref, x, y, z, 0)) return -1;
    pushClipped(ref, refIsFirst, x, y, z, h, (refIsFirst ? ID_VERTEX_B : ID_VERTEX_A) | inc.index[k], out);
    return k;
  }

  #idOf(t: Int32Array, o: number, ref: Feature, refIsFirst: boolean, inc: Feature): number {
    if (t[o + TAG_KIND] === INCIDENT_CORNER)
      return (refIsFirst ? ID_VERTEX_B : ID_VERTEX_A) | inc.index[t[o + TAG_FIRST]];
    if (t[o + TAG_KIND] === REFERENCE_CORNER)
      return (refIsFirst ? ID_VERTEX_A : ID_VERTEX_B) | ref.index[t[o + TAG_FIRST]];
    const i = t[o + TAG_FIRST];
    const s = t[o + TAG_SECOND];
    const i0 = inc.index[i];
    const i1 = inc.index[i + 1 === inc.count ? 0 : i + 1];
    const r0 = ref.index[s];
    const r1 = ref.index[s + 1 === ref.count ? 0 : s + 1];
    return refIsFirst ? edgePairId(r0, r1, i0, i1) : edgePairId(i0, i1, r0, r1);
  }
}

/** Push point (x, y, z) of the incident body, h above the reference plane. */
export function pushClipped(
  ref: Feature,
  refIsFirst: boolean,
  x: number,
  y: number,
  z: number,
  h: number,
  id: number,
  out: PointBuffer,
): void {
  const { nx, ny, nz } = ref;
  const rx = x - h * nx;
  const ry = y - h * ny;
  const rz = z - h * nz;
  if (refIsFirst) out.push(rx, ry, rz, x, y, z, -nx, -ny, -nz, h, id);
  else out.push(x, y, z, rx, ry, rz, nx, ny, nz, h, id);
}

/** Does the point lie in the prism over the polygon, or no farther than `tolerance` beside it? */
export function overPolygon(ref: Feature, x: number, y: number, z: number, tolerance: number): boolean {
  const p = ref.points;
  for (let s = 0; s < ref.count; s++) {
    const a = 3 * s;
    const b = 3 * (s + 1 === ref.count ? 0 : s + 1);
    const ex = p[b] - p[a];
    const ey = p[b + 1] - p[a + 1];
    const ez = p[b + 2] - p[a + 2];
    const sx = ey * ref.nz - ez * ref.ny;
    const sy = ez * ref.nx - ex * ref.nz;
    const sz = ex * ref.ny - ey * ref.nx;
    const d = sx * (x - p[a]) + sy * (y - p[a + 1]) + sz * (z - p[a + 2]);
    if (d > tolerance * Math.sqrt(sx * sx + sy * sy + sz * sz)) return false;
  }
  return true;
}

// Penetration depth of two overlapping convex cores: the expanding polytope algorithm (van den Bergen 2001).
//
// A polytope inside the Minkowski difference A − B is grown at its face nearest to the origin until that face lies on
// the boundary. Distances are signed, so that the origin may lie on the boundary or a rounding error outside: exactly
// touching bodies need no special case, and any starting tetrahedron will do. Round shapes approach their depth from
// below, quadratically in the size of the facets; where a whole ring of directions is equally deep (coaxial cones) they
// may run out of vertices first and then fall short by some 1e-4 of their size.
// Verified in test/distance/points-convex.test.ts.

import { PLANE_OFFSET, PLANE_STRIDE } from '../shapes/polyhedron.js';
import { type Gjk, SV_ON_A, SV_STRIDE } from './gjk.js';
import type { Placed } from './placed.js';

const MAX_VERTICES = 192;
const MAX_FACES = 2 * MAX_VERTICES;
/** Relative to the size of the difference. */
const TOLERANCE = 1e-10;
/** Faces of a tetrahedron of positive volume. */
const TETRAHEDRON = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2] as const;

export class Epa {
  /** Unit normal from B to A, depth of the cores (≥ 0 up to rounding) and the touching points. */
  nx = 0;
  ny = 1;
  nz = 0;
  depth = 0;
  readonly onA = new Float64Array(3);
  readonly onB = new Float64Array(3);

  /** Difference point xyz, point of A xyz. */
  readonly #v = new Float64Array(SV_STRIDE * MAX_VERTICES);
  /** Two directions across the first edge, and what the triangle of the first three vertices spans. */
  readonly #across = new Float64Array(6);
  readonly #normal = new Float64Array(3);
  /** Vertices of the face that was nearest. */
  readonly #nearest = new Int32Array(3);
  readonly #faceVertices = new Int32Array(3 * MAX_FACES);
  /** Unit normal and signed distance of the origin's plane. */
  readonly #planes = new Float64Array(PLANE_STRIDE * MAX_FACES);
  #faceCount = 0;
  /** A point inside: every face must look away from it. */
  readonly #centre = new Float64Array(3);
  readonly #horizon = new Int32Array(2 * 3 * MAX_FACES);
  readonly #s = new Float64Array(6);

  /** Vertex k becomes the point of the difference farthest along `g` times d[o…]. */
  #support(k: number, a: Placed, b: Placed, d: Float64Array, o: number, g: number): void {
    const s = this.#s;
    const v = this.#v;
    for (let i = 0; i < 3; i++) {
      a.towards[i] = g * d[o + i];
      b.towards[i] = -a.towards[i];
    }
    a.farthest(s, 0);
    b.farthest(s, 3);
    for (let i = 0; i < 3; i++) {
      v[SV_STRIDE * k + i] = s[i] - s[3 + i];
      v[SV_STRIDE * k + SV_ON_A + i] = s[i];
    }
  }

  /** False if the difference is flat to rounding: then there is no depth to speak of. */
  solve(a: Placed, b: Placed, gjk: Gjk): boolean {
    if (!this.#start(a, b, gjk)) return false;
    const scale = a.size + b.size;
    const v = this.#v;
    const planes = this.#planes;
    let face = -1;
    for (let it = 0; it < MAX_VERTICES - 4; it++) {
      face = -1;
      let nearest = Infinity;
      for (let f = 0; f < this.#faceCount; f++) {
        if (planes[PLANE_STRIDE * f + PLANE_OFFSET] < nearest) {
          nearest = planes[PLANE_STRIDE * f + PLANE_OFFSET];
          face = f;
        }
      }
      if (face < 0) break;
      const o = PLANE_STRIDE * face;
      this.nx = -planes[o];
      this.ny = -planes[o + 1];
      this.nz = -planes[o + 2];
      this.depth = nearest;
      for (let c = 0; c < 3; c++) this.#nearest[c] = this.#faceVertices[3 * face + c];
      const at = SV_STRIDE * (4 + it);
      this.#support(4 + it, a, b, planes, o, 1);
      const h = planes[o] * v[at] + planes[o + 1] * v[at + 1] + planes[o + 2] * v[at + 2];
      if (h - nearest <= TOLERANCE * scale) break;
      if (!this.#expand(4 + it, TOLERANCE * 1e-3 * scale)) break;
    }
    if (face < 0) return false;
    this.#project();
    return true;
  }

  /** A tetrahedron of the difference with room in it: GJK's if it has one, else built from supports. */
  #start(a: Placed, b: Placed, gjk: Gjk): boolean {
    this.#faceCount = 0;
    const v = this.#v;
    const p = this.#across;
    const n = this.#normal;
    const scale = a.size + b.size;
    const least = 1e-9 * scale * scale * scale;
    if (gjk.count === 4) {
      for (let i = 0; i < 4 * SV_STRIDE; i++) v[i] = gjk.simplex[i];
      if (Math.abs(this.#volume()) > least) {
        this.#tetrahedron();
        return true;
      }
    }
    // Longest of three axes, then farthest from that line, then farthest from that plane.
    let longest = 0;
    let axis = -1;
    for (let i = 0; i < 3; i++) {
      const d = this.#extent(a, b, i);
      if (d > longest) {
        longest = d;
        axis = i;
      }
    }
    if (axis < 0) return false;
    this.#extent(a, b, axis);
    const ux = v[6] - v[0];
    const uy = v[7] - v[1];
    const uz = v[8] - v[2];
    p[0] = axis === 0 ? uy : axis === 1 ? -uy : 0;
    p[1] = axis === 0 ? -ux : axis === 1 ? ux : uz;
    p[2] = axis === 2 ? -uy : 0;
    p[3] = uy * p[2] - uz * p[1];
    p[4] = uz * p[0] - ux * p[2];
    p[5] = ux * p[1] - uy * p[0];
    let far = -1;
    let side = 0;
    for (let i = 0; i < 4; i++) {
      const c = this.#aside(a, b, i);
      if (c > far) {
        far = c;
        side = i;
      }
    }
    this.#aside(a, b, side);
    this.#support(3, a, b, n, 0, 1);
    const up = Math.abs(this.#volume());
    this.#support(3, a, b, n, 0, -1);
    if (Math.abs(this.#volume()) < up) this.#support(3, a, b, n, 0, 1);
    if (!(Math.abs(this.#volume()) > 1e-15 * scale * scale * scale)) return false;
    this.#tetrahedron();
    return true;
  }

  /** Both ends along axis i as vertices 0 and 1; returns how far they are apart. */
  #extent(a: Placed, b: Placed, i: number): number {
    const n = this.#normal;
    for (let k = 0; k < 3; k++) n[k] = k === i ? 1 : 0;
    this.#support(0, a, b, n, 0, 1);
    this.#support(1, a, b, n, 0, -1);
    return this.#v[i] - this.#v[6 + i];
  }

  /**
   * The farthest point to side i of the first edge as vertex 2; returns the square of what it spans, left in `normal`.
   */
  #aside(a: Placed, b: Placed, i: number): number {
    const v = this.#v;
    const p = this.#across;
    const n = this.#normal;
    const g = i & 1 ? -1 : 1;
    const o = i < 2 ? 0 : 3;
    this.#support(2, a, b, p, o, g);
    const ux = v[6] - v[0];
    const uy = v[7] - v[1];
    const uz = v[8] - v[2];
    const ex = v[12] - v[0];
    const ey = v[13] - v[1];
    const ez = v[14] - v[2];
    n[0] = uy * ez - uz * ey;
    n[1] = uz * ex - ux * ez;
    n[2] = ux * ey - uy * ex;
    return n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  }

  #volume(): number {
    const v = this.#v;
    const ax = v[6] - v[0];
    const ay = v[7] - v[1];
    const az = v[8] - v[2];
    const bx = v[12] - v[0];
    const by = v[13] - v[1];
    const bz = v[14] - v[2];
    const cx = v[18] - v[0];
    const cy = v[19] - v[1];
    const cz = v[20] - v[2];
    return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }

  #tetrahedron(): void {
    const v = this.#v;
    for (let i = 0; i < 3; i++)
      this.#centre[i] = 0.25 * (v[i] + v[SV_STRIDE + i] + v[2 * SV_STRIDE + i] + v[3 * SV_STRIDE + i]);
    const j = this.#volume() > 0 ? 1 : 2;
    for (let f = 0; f < 12; f += 3) this.#addFace(TETRAHEDRON[f], TETRAHEDRON[f + j], TETRAHEDRON[f + 3 - j]);
  }

  #addFace(i: number, j: number, k: number): void {
    const f = this.#faceCount++;
    const v = this.#v;
    const a = SV_STRIDE * i;
    const b = SV_STRIDE * j;
    const c = SV_STRIDE * k;
    const ux = v[b] - v[a];
    const uy = v[b + 1] - v[a + 1];
    const uz = v[b + 2] - v[a + 2];
    const wx = v[c] - v[a];
    const wy = v[c + 1] - v[a + 1];
    const wz = v[c + 2] - v[a + 2];
    let nx = uy * wz - uz * wy;
    let ny = uz * wx - ux * wz;
    let nz = ux * wy - uy * wx;
    const nn = nx * nx + ny * ny + nz * nz;
    const uu = ux * ux + uy * uy + uz * uz;
    const ww = wx * wx + wy * wy + wz * wz;
    const p = this.#planes;
    this.#faceVertices[3 * f] = i;
    this.#faceVertices[3 * f + 1] = j;
    this.#faceVertices[3 * f + 2] = k;
    const s = nn > 1e-16 * uu * ww && nn > 0 ? 1 / Math.sqrt(nn) : 0;
    nx *= s;
    ny *= s;
    nz *= s;
    const c0 = this.#centre;
    // a sliver without a direction, or turned over by rounding, closes the surface but is never grown nor seen
    const good = s > 0 && nx * (c0[0] - v[a]) + ny * (c0[1] - v[a + 1]) + nz * (c0[2] - v[a + 2]) < 0;
    p[PLANE_STRIDE * f] = good ? nx : 0;
    p[PLANE_STRIDE * f + 1] = good ? ny : 0;
    p[PLANE_STRIDE * f + 2] = good ? nz : 0;
    p[PLANE_STRIDE * f + PLANE_OFFSET] = good ? nx * v[a] + ny * v[a + 1] + nz * v[a + 2] : Infinity;
  }

  /** Replace the faces that vertex k sees by a fan to their outline. */
  #expand(k: number, tolerance: number): boolean {
    const v = this.#v;
    const p = this.#planes;
    const fv = this.#faceVertices;
    const h = this.#horizon;
    const wx = v[SV_STRIDE * k];
    const wy = v[SV_STRIDE * k + 1];
    const wz = v[SV_STRIDE * k + 2];
    let edges = 0;
    let f = 0;
    let seen = 0;
    while (f < this.#faceCount) {
      const o = PLANE_STRIDE * f;
      if (!(p[o] * wx + p[o + 1] * wy + p[o + 2] * wz - p[o + PLANE_OFFSET] > tolerance)) {
        f++;
        continue;
      }
      seen++;
      for (let e = 0; e < 3; e++) {
        const i = fv[3 * f + e];
        const j = fv[3 * f + (e === 2 ? 0 : e + 1)];
        let twin = -1;
        for (let t = 0; t < edges; t++) {
          if (h[2 * t] === j && h[2 * t + 1] === i) {
            twin = t;
            break;
          }
        }
        if (twin >= 0) {
          edges--;
          h[2 * twin] = h[2 * edges];
          h[2 * twin + 1] = h[2 * edges + 1];
        } else {
          h[2 * edges] = i;
          h[2 * edges + 1] = j;
          edges++;
        }
      }
      const last = --this.#faceCount;
      if (last !== f) {
        for (let c = 0; c < 3; c++) fv[3 * f + c] = fv[3 * last + c];
        for (let c = 0; c < PLANE_STRIDE; c++) p[o + c] = p[PLANE_STRIDE * last + c];
      }
    }
    if (seen === 0 || edges < 3 || this.#faceCount + edges > MAX_FACES) return false;
    for (let t = 0; t < edges; t++) this.#addFace(h[2 * t], h[2 * t + 1], k);
    return true;
  }

  /** Touching points: the origin projected on the nearest face, in that face's weights. */
  #project(): void {
    const v = this.#v;
    const a = SV_STRIDE * this.#nearest[0];
    const b = SV_STRIDE * this.#nearest[1];
    const c = SV_STRIDE * this.#nearest[2];
    const px = -this.nx * this.depth - v[a];
    const py = -this.ny * this.depth - v[a + 1];
    const pz = -this.nz * this.depth - v[a + 2];
    const ux = v[b] - v[a];
    const uy = v[b + 1] - v[a + 1];
    const uz = v[b + 2] - v[a + 2];
    const wx = v[c] - v[a];
    const wy = v[c + 1] - v[a + 1];
    const wz = v[c + 2] - v[a + 2];
    const cx = uy * wz - uz * wy;
    const cy = uz * wx - ux * wz;
    const cz = ux * wy - uy * wx;
    const nn = cx * cx + cy * cy + cz * cz;
    let t = (cx * (uy * pz - uz * py) + cy * (uz * px - ux * pz) + cz * (ux * py - uy * px)) / nn;
    let s = (cx * (py * wz - pz * wy) + cy * (pz * wx - px * wz) + cz * (px * wy - py * wx)) / nn;
    // the nearest face holds the projection; a face that is not yet final may not
    if (t < 0) t = 0;
    if (s < 0) s = 0;
    if (s + t > 1) {
      const q = 1 / (s + t);
      s *= q;
      t *= q;
    }
    for (let i = 0; i < 3; i++) {
      const onA =
        v[a + SV_ON_A + i] +
        s * (v[b + SV_ON_A + i] - v[a + SV_ON_A + i]) +
        t * (v[c + SV_ON_A + i] - v[a + SV_ON_A + i]);
      this.onA[i] = onA;
      this.onB[i] = onA - (v[a + i] + s * (v[b + i] - v[a + i]) + t * (v[c + i] - v[a + i]));
    }
  }
}

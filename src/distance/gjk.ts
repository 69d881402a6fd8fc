// Distance of two convex shapes: Gilbert, Johnson & Keerthi 1988, on cores (a sphere is a point, a capsule a segment;
// their radii are added by the caller, which keeps round contacts exact).
//
// The simplex of the Minkowski difference A − B nearest to the origin is found by comparing all of its faces rather
// than by Johnson's determinants: slower by some tens of nanoseconds and not misled by flat simplices. Every vertex
// remembers the point of A it came from, so the closest points follow from the barycentric weights. Verified against
// brute force in test/distance/points-convex.test.ts.

import { RimStep } from './gjk-rim.js';
import { CYLINDER, type Placed } from './placed.js';

/** Farthest point of the core of s in the world direction d, to out[o…]. */
export function supportCore(s: Placed, dx: number, dy: number, dz: number, out: Float64Array, o: number): void {
  const d = s.towards;
  d[0] = dx;
  d[1] = dy;
  d[2] = dz;
  s.farthest(out, o);
}

/** Record of a vertex of the simplex: the point of the difference A − B, then the point of A that it came from. */
export const SV_ON_A = 3;
export const SV_STRIDE = 6;

const MAX_ITERATIONS = 80;
const RELATIVE = 1e-14;
/** What rounding leaves of v·(v - w), in sizes times |v|: the same as some digits of a position. */
const ROUNDING = 2 ** -50;
/** Cores nearer than this, in sizes, are left to the simplex. */
const NEAR = 1e-6;
/** Corners that a cylinder touches are looked for from this iteration on, and in every so many. */
const FIRST_LOOK = 3;
const LOOKS = 2;

export class Gjk {
  /** Simplex vertices: difference point xyz, point of A xyz. */
  readonly simplex = new Float64Array(SV_STRIDE * 4);
  count = 0;
  /** Where the next `distance` looks first, about from B to A; zero: along the line of centres. It is forgotten then. */
  readonly start = new Float64Array(3);
  /** Closest points of the cores. */
  readonly onA = new Float64Array(3);
  readonly onB = new Float64Array(3);
  /** Of its vertices, for the point nearest to the origin. */
  readonly weights = new Float64Array(4);
  readonly #last = new Float64Array(4);
  readonly #rim = new RimStep();
  #far = 0;
  readonly #s = new Float64Array(6);
  readonly #trial = new Float64Array(4);

  /** Distance of the cores, 0 if they overlap; stops early once it is known to exceed `limit`. */
  distance(a: Placed, b: Placed, limit: number): number {
    const sx = this.simplex;
    const s = this.#s;
    const { start } = this;
    let vx = start[0];
    let vy = start[1];
    let vz = start[2];
    let vv = vx * vx + vy * vy + vz * vz;
    start[0] = start[1] = start[2] = 0;
    if (!(vv > 0)) {
      vx = a.x - b.x;
      vy = a.y - b.y;
      vz = a.z - b.z;
      vv = vx * vx + vy * vy + vz * vz;
    }
    if (!(vv > 0)) {
      vx = 0;
      vy = 1;
      vz = 0;
    }
    // How long the direction of the first look is.
    const first = vv > 0 ? vv : 1;
    vv = Infinity;
    this.count = 0;
    const size = a.size + b.size;
    const cylinder =
      a.kind === CYLINDER ? (b.kind < CYLINDER ? a : null) : b.kind === CYLINDER && a.kind < CYLINDER ? b : null;
    const da = a.towards;
    const db = b.towards;
    for (let it = 0; it < MAX_ITERATIONS; it++) {
      da[0] = -vx;
      da[1] = -vy;
      da[2] = -vz;
      db[0] = vx;
      db[1] = vy;
      db[2] = vz;
      a.farthest(s, 0);
      b.farthest(s, 3);
      const wx = s[0] - s[3];
      const wy = s[1] - s[4];
      const wz = s[2] - s[5];
      const vw = vx * wx + vy * wy + vz * wz;
      if (vv < Infinity) {
        if (vw > 0 && vw * vw > limit * limit * vv) return Math.sqrt(vw * (vw / vv));
        if (vv - vw <= RELATIVE * vv) break;
        let known = false;
        for (let k = 0; k < this.count; k++) {
          if (sx[SV_STRIDE * k] === wx && sx[SV_STRIDE * k + 1] === wy && sx[SV_STRIDE * k + 2] === wz) known = true;
        }
        if (known) break;
      } else if (vw > 0 && vw * vw > limit * limit * first) return Math.sqrt(vw * (vw / first));
      const o = SV_STRIDE * this.count++;
      sx[o] = wx;
      sx[o + 1] = wy;
      sx[o + 2] = wz;
      for (let k = 0; k < 3; k++) sx[o + SV_ON_A + k] = s[k];
      const before = this.count;
      const w = this.weights;
      const last = this.#last;
      for (let k = 0; k < 4; k++) last[k] = w[k];
      const isInside = this.#reduce();
      // A simplex as thin as rounding may have the origin on the right side of all of its faces, though v parts them.
      const isThin = isInside && vv < Infinity && vw > 0 && vw * vw > NEAR * NEAR * size * size * vv;
      if (isInside && !isThin) return 0;
      const t = this.#trial;
      const d2 = t[0];
      if (isThin || !(d2 < vv)) {
        // Rounding, no further progress: the closest points are those of before.
        for (let k = 0; k < 4; k++) w[k] = last[k];
        this.count = before - 1;
        this.#witness();
        this.count = before;
        return Math.sqrt(vv);
      }
      vv = d2;
      vx = t[1];
      vy = t[2];
      vz = t[3];
      // keep only the vertices that carry weight
      let n = 0;
      for (let k = 0; k < before; k++) {
        if (w[k] <= 0) continue;
        if (n < k) for (let c = 0; c < SV_STRIDE; c++) sx[SV_STRIDE * n + c] = sx[SV_STRIDE * k + c];
        w[n] = w[k];
        n++;
      }
      this.count = n;
      if (vv === 0) return 0;
      if (cylinder !== null && it >= FIRST_LOOK && (it - FIRST_LOOK) % LOOKS === 0 && this.#endsOnRim(a, b, cylinder))
        return this.#far;
    }
    this.#witness();
    return Math.sqrt(vv);
  }

  /** Whether the distance is one from the rim or side of the cylinder to the corners of the simplex (gjk-rim.ts). */
  #endsOnRim(a: Placed, b: Placed, cylinder: Placed): boolean {
    const rim = this.#rim;
    if (!rim.find(cylinder, cylinder === a, this, SV_STRIDE, SV_ON_A)) return false;
    const { v } = rim;
    const s = this.#s;
    for (let k = 0; k < 3; k++) {
      a.towards[k] = -v[k];
      b.towards[k] = v[k];
    }
    a.farthest(s, 0);
    b.farthest(s, 3);
    const vv = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    const vw = v[0] * (s[0] - s[3]) + v[1] * (s[1] - s[4]) + v[2] * (s[2] - s[5]);
    const size = a.size + b.size;
    const far = Math.sqrt(vv);
    if (!(far > NEAR * size && vv - vw <= Math.max(RELATIVE * vv, ROUNDING * size * far))) return false;
    this.#far = far;
    for (let k = 0; k < 3; k++) {
      this.onA[k] = rim.on[k] + (cylinder === a ? 0 : v[k]);
      this.onB[k] = this.onA[k] - v[k];
    }
    return true;
  }

  #witness(): void {
    const sx = this.simplex;
    const w = this.weights;
    for (let i = 0; i < 3; i++) {
      let a = 0;
      let d = 0;
      for (let k = 0; k < this.count; k++) {
        d += w[k] * sx[SV_STRIDE * k + i];
        a += w[k] * sx[SV_STRIDE * k + SV_ON_A + i];
      }
      this.onA[i] = a;
      this.onB[i] = a - d;
    }
  }

  /**
   * Nearest point of the simplex to the origin: trial = d², xyz; weights per vertex. True if the origin is inside. It
   * lies on a side of the last vertex: without that, the simplex was no nearer.
   */
  #reduce(): boolean {
    for (let k = 0; k < 4; k++) this.weights[k] = 0;
    this.#trial[0] = Infinity;
    switch (this.count) {
      case 1:
        this.#offerPoint(0);
        return false;
      case 2:
        this.#offerSegment(0, 1);
        return false;
      case 3:
        this.#offerTriangle(0, 1, 2);
        return false;
      default: {
        const v1 = this.#outside(0, 1, 3, 2);
        const v2 = this.#outside(0, 2, 3, 1);
        const v3 = this.#outside(1, 2, 3, 0);
        if (!v1 && !v2 && !v3) {
          if (!this.#outside(0, 1, 2, 3)) return true;
          this.#offerTriangle(0, 1, 2);
          return false;
        }
        if (v1) this.#offerTriangle(0, 1, 3);
        if (v2) this.#offerTriangle(0, 2, 3);
        if (v3) this.#offerTriangle(1, 2, 3);
        return false;
      }
    }
  }

  /** Does the origin lie on the other side of the plane i, j, k than vertex l (or is the tetrahedron flat)? */
  #outside(i: number, j: number, k: number, l: number): boolean {
    const s = this.simplex;
    const a = SV_STRIDE * i;
    const b = SV_STRIDE * j;
    const c = SV_STRIDE * k;
    const d = SV_STRIDE * l;
    const ux = s[b] - s[a];
    const uy = s[b + 1] - s[a + 1];
    const uz = s[b + 2] - s[a + 2];
    const vx = s[c] - s[a];
    const vy = s[c + 1] - s[a + 1];
    const vz = s[c + 2] - s[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const ex = s[d] - s[a];
    const ey = s[d + 1] - s[a + 1];
    const ez = s[d + 2] - s[a + 2];
    const toOrigin = -(nx * s[a] + ny * s[a + 1] + nz * s[a + 2]);
    const toVertex = nx * ex + ny * ey + nz * ez;
    const flat = 1e-14 * Math.sqrt((nx * nx + ny * ny + nz * nz) * (ex * ex + ey * ey + ez * ez));
    if (Math.abs(toVertex) <= flat) return true;
    return toOrigin * toVertex < 0;
  }

  #offerPoint(i: number): void {
    const s = this.simplex;
    const t = this.#trial;
    const o = SV_STRIDE * i;
    const d2 = s[o] * s[o] + s[o + 1] * s[o + 1] + s[o + 2] * s[o + 2];
    if (!(d2 < t[0])) return;
    t[0] = d2;
    t[1] = s[o];
    t[2] = s[o + 1];
    t[3] = s[o + 2];
    const w = this.weights;
    w[0] = w[1] = w[2] = w[3] = 0;
    w[i] = 1;
  }

  #offerSegment(i: number, j: number): void {
    const s = this.simplex;
    const a = SV_STRIDE * i;
    const b = SV_STRIDE * j;
    const ux = s[b] - s[a];
    const uy = s[b + 1] - s[a + 1];
    const uz = s[b + 2] - s[a + 2];
    const uu = ux * ux + uy * uy + uz * uz;
    const along = -(s[a] * ux + s[a + 1] * uy + s[a + 2] * uz);
    if (!(along > 0) || uu === 0) {
      this.#offerPoint(i);
      return;
    }
    if (along >= uu) {
      this.#offerPoint(j);
      return;
    }
    const k = along / uu;
    const x = s[a] + k * ux;
    const y = s[a + 1] + k * uy;
    const z = s[a + 2] + k * uz;
    const d2 = x * x + y * y + z * z;
    const t = this.#trial;
    if (!(d2 < t[0])) return;
    t[0] = d2;
    t[1] = x;
    t[2] = y;
    t[3] = z;
    const w = this.weights;
    w[0] = w[1] = w[2] = w[3] = 0;
    w[i] = 1 - k;
    w[j] = k;
  }

  /** Triangle i, j, k, of which k is the new vertex: its side i, j is no nearer than before. */
  #offerTriangle(i: number, j: number, k: number): void {
    const s = this.simplex;
    const a = SV_STRIDE * i;
    const b = SV_STRIDE * j;
    const c = SV_STRIDE * k;
    const ux = s[b] - s[a];
    const uy = s[b + 1] - s[a + 1];
    const uz = s[b + 2] - s[a + 2];
    const vx = s[c] - s[a];
    const vy = s[c + 1] - s[a + 1];
    const vz = s[c + 2] - s[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const nn = nx * nx + ny * ny + nz * nz;
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    if (nn > 1e-28 * uu * vv) {
      // barycentric weights of the origin's projection
      const px = -s[a];
      const py = -s[a + 1];
      const pz = -s[a + 2];
      const wk = (nx * (uy * pz - uz * py) + ny * (uz * px - ux * pz) + nz * (ux * py - uy * px)) / nn;
      const wj = (nx * (py * vz - pz * vy) + ny * (pz * vx - px * vz) + nz * (px * vy - py * vx)) / nn;
      const wi = 1 - wj - wk;
      if (wi >= 0 && wj >= 0 && wk >= 0) {
        // along the normal: exact in direction where the weighted sum would cancel
        const h = (nx * s[a] + ny * s[a + 1] + nz * s[a + 2]) / nn;
        const x = nx * h;
        const y = ny * h;
        const z = nz * h;
        const d2 = x * x + y * y + z * z;
        const t = this.#trial;
        if (!(d2 < t[0])) return;
        t[0] = d2;
        t[1] = x;
        t[2] = y;
        t[3] = z;
        const w = this.weights;
        w[0] = w[1] = w[2] = w[3] = 0;
        w[i] = wi;
        w[j] = wj;
        w[k] = wk;
        return;
      }
    }
    this.#offerSegment(j, k);
    this.#offerSegment(i, k);
  }
}

// The axis along which a cylinder and a polyhedron are farthest apart, or least inside each other, by all pairs of
// features that can have it.
//
// In the polyhedron's frame, with the cylinder's middle c, axis u, radius r and half height h, the room along a unit
// vector n from the polyhedron to the cylinder is
//
//   g(n) = n·c - h |s| - r √(1 - s²) - max n·v,     s = n·u, v its vertices
//
// Where g is greatest, n is the normal of a face or cap; at right angles to the axis and an edge; from a vertex to the
// axis, at right angles to it; or, where the rim meets an edge, the greatest of g among the n at right angles to that
// edge between the normals of its faces. Where they are apart, it may lead from a vertex to the nearest point of a rim.
// Rim and vertex have no such n where they overlap: at a ridge the depth is never least.
// Every n that is tried is measured by true farthest points, so that g is never more than there is room. Edges and
// vertices are passed over that cannot beat the best so far: g is at most n·c less the radii of balls within both.
// It takes a tenth of the time of GJK and EPA, and has n to rounding where EPA has it to the root of its tolerance.
// Verified in test/distance/cylinder-axis.test.ts.

import { EDGE_FROM, EDGE_LEFT, EDGE_RIGHT, EDGE_STRIDE, EDGE_TO, PLANE_STRIDE } from '../shapes/polyhedron.js';
import { type Placed, relative } from './placed.js';
import { ballWithin, reaches } from './sat.js';

/** Steps towards a maximum, at most. */
const STEPS = 40;
/** A step that is none any more, as a share of the arc. */
const STILL = 1e-12;
/** Directions that differ by less (sine) are one. */
const SAME = 1e-9;

export class CylinderAxis {
  /** Room along n, and n, world, from the polyhedron to the cylinder. */
  gap = 0;
  readonly n = new Float64Array(3);
  /** Points of the cylinder and of the polyhedron that are so far apart. */
  readonly onCylinder = new Float64Array(3);
  readonly onPolyhedron = new Float64Array(3);
  readonly #m = new Float64Array(9);
  readonly #c = new Float64Array(3);
  readonly #u = new Float64Array(3);
  #radius = 0;
  #half = 0;
  #vertices: Float64Array = this.#c;
  /** The best axis so far, and the vertex that it starts from; -1: it is that of a face, or of an edge and the rim. */
  readonly #best = new Float64Array(3);
  #from = -1;
  /** The edge that it is at right angles to, as is the axis; -1: there is none. */
  #edge = -1;
  /** From a point of the edge in hand to c, its direction; a normal on its arc and the derivative of g there. */
  readonly #a = new Float64Array(3);
  readonly #e = new Float64Array(3);
  readonly #d = new Float64Array(3);
  /** Its normals from one to another, and the part of them in hand; of these that most along the axis, and another. */
  readonly #ends = new Float64Array(6);
  readonly #arc = new Float64Array(6);
  readonly #middle = new Float64Array(3);
  readonly #mark = new Float64Array(3);

  /** False: they are farther apart than `margin`. */
  find(cylinder: Placed, p: Placed, margin: number): boolean {
    const { vertices, planes, edges } = p.polyhedron!;
    const c = this.#c;
    const u = this.#u;
    const m = this.#m;
    relative(cylinder, p, m, c);
    for (let k = 0; k < 3; k++) u[k] = m[3 * k + 1];
    const radius = cylinder.hx;
    const half = cylinder.hy;
    this.#radius = radius;
    this.#half = half;
    this.#vertices = vertices;
    this.gap = -Infinity;
    this.#edge = -1;
    for (let o = 0; o < planes.length; o += PLANE_STRIDE) {
      const x = planes[o];
      const y = planes[o + 1];
      const z = planes[o + 2];
      const room = x * c[0] + y * c[1] + z * c[2] - planes[o + 3];
      if (room - (half < radius ? half : radius) <= this.gap) continue;
      const s = x * u[0] + y * u[1] + z * u[2];
      const gap = room - half * (s < 0 ? -s : s) - radius * across(x, y, z, u);
      if (gap > this.gap) this.#take(gap, x, y, z, -1);
      if (gap > margin) return false;
    }
    this.#tryCaps();
    if (this.gap > margin) return false;
    for (let k = 0; k < vertices.length; k += 3) this.#tryVertex(k);
    if (this.gap > margin) return false;
    const balls = (half < radius ? half : radius) + ballWithin(planes);
    for (let i = 0; i < edges.length; i += EDGE_STRIDE) {
      const enough = this.gap + balls;
      if (enough > 0 && !reaches(planes, edges, i, c[0], c[1], c[2], enough)) continue;
      this.#tryEdge(planes, edges, i);
    }
    if (this.gap > margin) return false;
    this.#finish(p, edges);
    return true;
  }

  #take(gap: number, x: number, y: number, z: number, from: number): void {
    const n = this.#best;
    this.gap = gap;
    this.#from = from;
    this.#edge = -1;
    n[0] = x;
    n[1] = y;
    n[2] = z;
  }

  /** Both ends: what is farthest along the axis. */
  #tryCaps(): void {
    const v = this.#vertices;
    const u = this.#u;
    const c = this.#c;
    let low = Infinity;
    let high = -Infinity;
    let lowest = 0;
    let highest = 0;
    for (let k = 0; k < v.length; k += 3) {
      const along = u[0] * v[k] + u[1] * v[k + 1] + u[2] * v[k + 2];
      if (along < low) {
        low = along;
        lowest = k;
      }
      if (along > high) {
        high = along;
        highest = k;
      }
    }
    const middle = dot(u, c);
    const above = middle - this.#half - high;
    const below = low - middle - this.#half;
    if (above > this.gap) this.#take(above, u[0], u[1], u[2], highest);
    if (below > this.gap) this.#take(below, -u[0], -u[1], -u[2], lowest);
  }

  /** The nearest point of the mantle to vertex k, or of a rim. */
  #tryVertex(k: number): void {
    const v = this.#vertices;
    const u = this.#u;
    const c = this.#c;
    let x = c[0] - v[k];
    let y = c[1] - v[k + 1];
    let z = c[2] - v[k + 2];
    const along = x * u[0] + y * u[1] + z * u[2];
    x -= along * u[0];
    y -= along * u[1];
    z -= along * u[2];
    const far = Math.sqrt(x * x + y * y + z * z);
    if (!(far > SAME * this.#radius)) return;
    const out = far - this.#radius;
    const beyond = (along < 0 ? -along : along) - this.#half;
    let room = out;
    let k1 = 1 / far;
    if (beyond > 0) {
      if (!(out > 0)) return;
      room = Math.sqrt(out * out + beyond * beyond);
      const k2 = (along < 0 ? -beyond : beyond) / room;
      k1 *= out / room;
      x = k1 * x + k2 * u[0];
      y = k1 * y + k2 * u[1];
      z = k1 * z + k2 * u[2];
    } else {
      x *= k1;
      y *= k1;
      z *= k1;
    }
    if (!(room > this.gap)) return;
    const own = x * v[k] + y * v[k + 1] + z * v[k + 2];
    // What other vertices reach farther is room that is not there.
    const most = own + room - this.gap;
    let high = own;
    for (let j = 0; j < v.length; j += 3) {
      const way = x * v[j] + y * v[j + 1] + z * v[j + 2];
      if (!(way > high)) continue;
      if (way >= most) return;
      high = way;
    }
    this.#take(room - (high - own), x, y, z, k);
  }

  /** Takes edge i in hand. */
  #takeEdge(edges: Int32Array, i: number): void {
    const v = this.#vertices;
    const a = this.#a;
    const e = this.#e;
    const from = 3 * edges[i + EDGE_FROM];
    const to = 3 * edges[i + EDGE_TO];
    for (let m = 0; m < 3; m++) {
      a[m] = this.#c[m] - v[from + m];
      e[m] = v[to + m] - v[from + m];
    }
    const length = Math.sqrt(dot(e, e));
    for (let m = 0; m < 3; m++) e[m] /= length;
  }

  /** Edge i against the mantle and the rims. */
  #tryEdge(planes: Float64Array, edges: Int32Array, i: number): void {
    const u = this.#u;
    const a = this.#a;
    const e = this.#e;
    this.#takeEdge(edges, i);
    const l = PLANE_STRIDE * edges[i + EDGE_LEFT];
    const r = PLANE_STRIDE * edges[i + EDGE_RIGHT];
    const lx = planes[l];
    const ly = planes[l + 1];
    const lz = planes[l + 2];
    const rx = planes[r];
    const ry = planes[r + 1];
    const rz = planes[r + 2];
    // From the left face to the right one normals turn about the edge, this way round.
    if (turn(e, planes, l, planes, r) < 0) for (let m = 0; m < 3; m++) e[m] = -e[m];
    const sl = lx * u[0] + ly * u[1] + lz * u[2];
    const sr = rx * u[0] + ry * u[1] + rz * u[2];
    if (!(this.#roomAlong(planes, l, r, sl, sr) > this.gap)) return;
    const ends = this.#ends;
    if (!(sl * sr < 0)) {
      for (let m = 0; m < 3; m++) {
        ends[m] = planes[l + m];
        ends[3 + m] = planes[r + m];
      }
      this.#tryHalf(sl + sr < 0 ? -1 : 1);
      return;
    }
    // Between them is a normal at right angles to the axis.
    const wl = sr > 0 ? sr : -sr;
    const wr = sl > 0 ? sl : -sl;
    let x = wl * lx + wr * rx;
    let y = wl * ly + wr * ry;
    let z = wl * lz + wr * rz;
    const k = 1 / Math.sqrt(x * x + y * y + z * z);
    x *= k;
    y *= k;
    z *= k;
    const gap = x * a[0] + y * a[1] + z * a[2] - this.#radius;
    if (gap > this.gap) {
      this.#take(gap, x, y, z, -1);
      this.#edge = i;
    }
    for (let half = 0; half < 2; half++) {
      const at = half === 0 ? 3 : 0;
      ends[at] = x;
      ends[at + 1] = y;
      ends[at + 2] = z;
      for (let m = 0; m < 3; m++) ends[3 - at + m] = planes[(half === 0 ? l : r) + m];
      this.#tryHalf((half === 0 ? sl : sr) < 0 ? -1 : 1);
    }
  }

  /**
   * No less than the room along any normal of the edge in hand, between those at p[l…] and p[r…] with the given s: n·a,
   * which is greatest where a is or at an end, less the cylinder's part, which is least where |s| is least or greatest.
   */
  #roomAlong(p: Float64Array, l: number, r: number, sl: number, sr: number): number {
    const a = this.#a;
    const e = this.#e;
    const u = this.#u;
    let way = Math.max(
      p[l] * a[0] + p[l + 1] * a[1] + p[l + 2] * a[2],
      p[r] * a[0] + p[r + 1] * a[1] + p[r + 2] * a[2],
    );
    if (turn(e, p, l, a, 0) > 0 && turn(e, a, 0, p, r) > 0) {
      const along = dot(a, e);
      way = Math.sqrt(dot(a, a) - along * along);
    }
    const low = sl * sr < 0 ? 0 : Math.min(Math.abs(sl), Math.abs(sr));
    let high = Math.max(Math.abs(sl), Math.abs(sr));
    // Where the axis is, seen along the edge, or its opposite.
    if (turn(e, p, l, u, 0) * turn(e, u, 0, p, r) > 0) {
      const kappa = dot(e, u);
      high = Math.sqrt(Math.max(0, 1 - kappa * kappa));
    }
    return way * (1 + SAME) - (1 - SAME) * Math.min(this.#reach(low), this.#reach(high));
  }

  #reach(s: number): number {
    return this.#half * s + this.#radius * Math.sqrt(Math.max(0, 1 - s * s));
  }

  /**
   * The normals of the edge in hand from one of the ends to the other, on one side of what is at right angles to the
   * axis. Seen along the edge the rim is an ellipse with the half-axes r and κr, κ = |u·e|. With q from its middle to
   * the edge, the normal at (r cos θ, κr sin θ) leads through q where
   *
   *   q₁/cos θ - κ q₂/sin θ = r (1 - κ²)
   *
   * Within a quarter of it that rises or falls throughout, or, where q₁ > 0 > q₂, is least at tan³ θ = -κ q₂/q₁: so g has
   * one maximum at most in a quarter, and where its slope has one sign at both ends, there is none unless it has the
   * other there.
   */
  #tryHalf(side: number): void {
    const e = this.#e;
    const u = this.#u;
    const f = this.#middle;
    const arc = this.#arc;
    const ends = this.#ends;
    const kappa = dot(e, u);
    for (let m = 0; m < 3; m++) f[m] = side * (u[m] - kappa * e[m]);
    const k = Math.sqrt(dot(f, f));
    for (let m = 0; m < 3; m++) {
      // What is most along the axis.
      f[m] = k > SAME ? f[m] / k : 0;
      arc[m] = ends[m];
      arc[3 + m] = ends[3 + m];
    }
    if (turn(e, ends, 0, f, 0) > 0 && turn(e, f, 0, ends, 3) > 0) {
      for (let m = 0; m < 3; m++) arc[3 + m] = f[m];
      this.#tryQuarter(side, k, kappa, -1);
      for (let m = 0; m < 3; m++) {
        arc[m] = f[m];
        arc[3 + m] = ends[3 + m];
      }
      this.#tryQuarter(side, k, kappa, 1);
    } else this.#tryQuarter(side, k, kappa, turn(e, f, 0, ends, 0) + turn(e, f, 0, ends, 3) < 0 ? -1 : 1);
  }

  /** `way`: on which side of the normal that is most along the axis, at a sine of k to the edge's. */
  #tryQuarter(side: number, k: number, kappa: number, way: number): void {
    const arc = this.#arc;
    const f = this.#middle;
    const e = this.#e;
    const a = this.#a;
    const low = this.#slope(0, side);
    const high = this.#slope(1, side);
    if (low > 0 !== high > 0) {
      if (low > 0) this.#climb(low, high, side);
      return;
    }
    const wx = way * (e[1] * f[2] - e[2] * f[1]);
    const wy = way * (e[2] * f[0] - e[0] * f[2]);
    const wz = way * (e[0] * f[1] - e[1] * f[0]);
    const q1 = wx * a[0] + wy * a[1] + wz * a[2];
    const q2 = dot(f, a) - this.#half * k;
    const thin = Math.abs(kappa);
    // The least of it is (q₁^⅔ + (-κq₂)^⅔)^1½, and no less than their sum.
    if (!(q1 > 0 && q2 < 0 && q1 - thin * q2 < this.#radius * k * k)) return;
    const tangent = cubeRoot((-thin * q2) / q1);
    const t = this.#mark;
    t[0] = tangent * f[0] + thin * wx;
    t[1] = tangent * f[1] + thin * wy;
    t[2] = tangent * f[2] + thin * wz;
    if (!(turn(e, arc, 0, t, 0) > 0 && turn(e, t, 0, arc, 3) > 0)) return;
    const at = low > 0 ? 3 : 0;
    const l = 1 / Math.sqrt(dot(t, t));
    for (let m = 0; m < 3; m++) arc[at + m] = l * t[m];
    const between = this.#slope(low > 0 ? 1 : 0, side);
    if (low > 0 && between < 0) this.#climb(low, between, side);
    else if (!(low > 0) && between > 0) this.#climb(between, high, side);
  }

  /** Takes the maximum between the ends of the arc, at which g has these slopes, if it is the greatest so far. */
  #climb(up: number, down: number, side: number): void {
    // Regula falsi that halves the slope at an end which stays (Dowell & Jarratt 1971).
    let low = 0;
    let high = 1;
    let glow = up;
    let ghigh = down;
    let last = 0;
    let before = -1;
    for (let step = 0; step < STEPS; step++) {
      const t = low + (high - low) * (glow / (glow - ghigh));
      const g = this.#slope(t, side);
      if (g === 0 || Math.abs(t - before) < STILL) break;
      before = t;
      if (g > 0) {
        low = t;
        glow = g;
        if (last > 0) ghigh *= 0.5;
      } else {
        high = t;
        ghigh = g;
        if (last < 0) glow *= 0.5;
      }
      last = g;
    }
    this.#offer(side);
  }

  /** Sets the normal at t of the way between the ends of the arc; returns the slope of g there. */
  #slope(t: number, side: number): number {
    const d = this.#d;
    const e = this.#e;
    const u = this.#u;
    const a = this.#a;
    const arc = this.#arc;
    let x = arc[0] + t * (arc[3] - arc[0]);
    let y = arc[1] + t * (arc[4] - arc[1]);
    let z = arc[2] + t * (arc[5] - arc[2]);
    const k = 1 / Math.sqrt(x * x + y * y + z * z);
    x *= k;
    y *= k;
    z *= k;
    d[0] = x;
    d[1] = y;
    d[2] = z;
    const tx = e[1] * z - e[2] * y;
    const ty = e[2] * x - e[0] * z;
    const tz = e[0] * y - e[1] * x;
    const s = x * u[0] + y * u[1] + z * u[2];
    const wide = across(x, y, z, u);
    const bend = wide > 0 ? (this.#radius * s) / wide : 0;
    return tx * a[0] + ty * a[1] + tz * a[2] - (side * this.#half - bend) * (tx * u[0] + ty * u[1] + tz * u[2]);
  }

  /** The normal in hand, of the edge in hand and a rim. */
  #offer(side: number): void {
    const d = this.#d;
    const u = this.#u;
    const a = this.#a;
    const s = dot(d, u);
    const gap = dot(d, a) - side * this.#half * s - this.#radius * across(d[0], d[1], d[2], u);
    if (gap > this.gap) this.#take(gap, d[0], d[1], d[2], -1);
  }

  /** Axis and points in the world. */
  #finish(p: Placed, edges: Int32Array): void {
    const n = this.#best;
    const u = this.#u;
    const c = this.#c;
    const v = this.#vertices;
    const a = this.#a;
    const e = this.#e;
    const s = dot(n, u);
    const wide = across(n[0], n[1], n[2], u);
    // The lowest point of the cylinder; of a line or a cap its middle.
    let up = s > SAME ? -this.#half : s < -SAME ? this.#half : 0;
    if (this.#edge >= 0) {
      // Where the axis passes the edge.
      this.#takeEdge(edges, this.#edge);
      const along = dot(e, u);
      up = Math.max(-this.#half, Math.min(this.#half, (dot(e, a) * along - dot(u, a)) / (1 - along * along)));
    }
    const k = wide > SAME ? -this.#radius / wide : 0;
    const on = this.#d;
    for (let m = 0; m < 3; m++)
      on[m] = this.#from >= 0 ? v[this.#from + m] + this.gap * n[m] : c[m] + up * u[m] + k * (n[m] - s * u[m]);
    p.toWorld(this.onCylinder, 0, on[0], on[1], on[2]);
    const { r } = p;
    for (let m = 0; m < 3; m++) {
      this.n[m] = r[3 * m] * n[0] + r[3 * m + 1] * n[1] + r[3 * m + 2] * n[2];
      this.onPolyhedron[m] = this.onCylinder[m] - this.gap * this.n[m];
    }
  }
}

/** Positive where the vector b[j…] comes after a[i…], turning about e. */
function turn(e: Float64Array, a: Float64Array, i: number, b: Float64Array, j: number): number {
  return (
    e[0] * (a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1]) +
    e[1] * (a[i + 2] * b[j] - a[i] * b[j + 2]) +
    e[2] * (a[i] * b[j + 1] - a[i + 1] * b[j])
  );
}

/** Halley's method, which needs no start; roots that are all but zero or infinite are as good. */
function cubeRoot(x: number): number {
  let y = 1;
  for (let k = 0; k < 24; k++) {
    const cube = y * y * y;
    y *= (cube + 2 * x) / (2 * cube + x);
  }
  return y;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** |n×u|: what is left of √(1 - s²) in the digits of s would be its root. */
function across(x: number, y: number, z: number, u: Float64Array): number {
  const p = y * u[2] - z * u[1];
  const q = z * u[0] - x * u[2];
  const w = x * u[1] - y * u[0];
  return Math.sqrt(p * p + q * q + w * w);
}

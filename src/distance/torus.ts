// Contact points of a torus: balls of the tube's radius along its ring, against the signed distance of the other shape.
//
// The distance from the ring to the other surface is sampled at RING places; every local minimum is refined by golden
// section, so that a rolling torus touches at its exact point, and from the deepest on, RIM_POINTS places around the
// ring are reported if they lie within the margin, so that one lying flat has a ring to rest on. Consequence of the
// sampling: contacts closer together along the ring than 1/RING of a turn are seen as one. Torus points lie on the
// torus; the deepest is exact. `places` has the minima alone; of a ring that runs along a flat face a point for that face
// (arc-region.ts tells what there is of it), and of one that runs along something else places all along it.
// Verified in test/distance/points-mesh.test.ts.

import { around, cos, PI, sin } from '../math/trig.js';
import { ID_OTHER, type PointBuffer } from './buffer.js';
import type { Closest } from './closest.js';
import { RIM_POINTS } from './feature.js';
import { CONE, CYLINDER, type Placed } from './placed.js';

const RING = 48;
const RING_COS = around(RING, cos);
const RING_SIN = around(RING, sin);
const GOLDEN = 0.6180339887498949;
const REFINEMENTS = 32;
/** Rings that vary less than this (in sizes) in height lie flat: their points are fixed to the body. */
const LEVEL = 2e-3;
/**
 * A minimum from which the distance does not rise by this share of the tube within a sample, to either side, is a stretch
 * of the ring. Its end, as over the edge of a face, rises on one side alone.
 */
const SHARP = 2e-3;
/** Places around a ring that runs along something. */
const ALONG = 8;
/** Ids of points that stand for the arcs over a face. */
const ID_ARCS = ID_OTHER | (1 << 20);
/** Faces and edges that a ring runs along, at most: what has more of them is round to it. */
const MOST_FACES = 4;
const MOST_EDGES = 4;
/** Normals that agree to this (cosine) are those of one face. */
const SAME_FACE = 1 - 1e-9;

export class TorusContact {
  readonly #d = new Float64Array(RING);
  /** Normals of the flat faces that the ring runs along. */
  readonly #faces = new Float64Array(3 * MOST_FACES);
  #faceCount = 0;

  readonly #closest: Closest;

  constructor(closest: Closest) {
    this.#closest = closest;
  }

  /** Torus s first, any other shape second. */
  generate(s: Placed, other: Placed, margin: number, out: PointBuffer): void {
    const reach = s.hx + s.hy + margin;
    if (this.#closest.find(other, s.x, s.y, s.z, reach) > reach) return;
    const d = this.#d;
    let least = Infinity;
    let most = -Infinity;
    let at = 0;
    for (let k = 0; k < RING; k++) {
      // beyond the limit a lower bound is enough: the minimum is what counts
      d[k] = this.#ringDistance(s, other, RING_COS[k], RING_SIN[k]);
      if (d[k] < least) {
        least = d[k];
        at = k;
      }
      if (d[k] > most) most = d[k];
    }
    const step = (2 * PI) / RING;
    // between samples the distance falls by less than half a step of arc
    if (least - 0.5 * step * s.hx > s.hy + margin) return;
    const level = most - least < LEVEL * s.size;
    const phase = level ? 0 : this.#refine(s, other, at * step, step);
    for (let k = 0; k < RIM_POINTS; k++)
      this.#place(s, other, phase + (2 * PI * k) / RIM_POINTS, margin, ID_OTHER | k, out);
    if (level) return;
    // other local minima
    let others = 0;
    for (let k = 0; k < RING; k++) {
      const before = d[k === 0 ? RING - 1 : k - 1];
      const after = d[k === RING - 1 ? 0 : k + 1];
      if (k === at || d[k] > before || d[k] >= after || d[k] - 0.5 * step * s.hx > s.hy + margin) continue;
      const angle = this.#refine(s, other, k * step, step);
      if (near(angle, phase, 0.25 * step, (2 * PI) / RIM_POINTS)) continue;
      this.#place(s, other, angle, margin, ID_OTHER | (RIM_POINTS + others), out);
      others++;
    }
  }

  /**
   * The places at which torus s and any other shape are nearest to each other, or deepest inside each other, within the
   * margin, and a point for each flat face that it runs along. Where they run along each other otherwise there is none of
   * these, and it returns false; `isRound`: places all round the ring instead, from the deepest on, and true.
   */
  places(s: Placed, other: Placed, margin: number, out: PointBuffer, isRound: boolean): boolean {
    const reach = s.hx + s.hy + margin;
    if (this.#closest.find(other, s.x, s.y, s.z, reach) > reach) return true;
    const d = this.#d;
    for (let k = 0; k < RING; k++) d[k] = this.#ringDistance(s, other, RING_COS[k], RING_SIN[k]);
    const step = (2 * PI) / RING;
    let along = false;
    let edges = 0;
    this.#faceCount = 0;
    for (let k = 0; k < RING; k++) {
      const before = d[k === 0 ? RING - 1 : k - 1];
      const after = d[k === RING - 1 ? 0 : k + 1];
      if (d[k] > before || d[k] > after || d[k] - 0.5 * step * s.hx > s.hy + margin) continue;
      // Where it leaves the face it may still go down round the edge.
      if (this.#isOnFace(s, other, k * step) && this.#isOnFace(s, other, (k - 1) * step))
        if (this.#isOnFace(s, other, (k + 1) * step)) continue;
      const angle = this.#refine(s, other, k * step, step);
      const isSharp = !(this.#rise(s, other, angle, step) < SHARP * s.hy);
      if (!isSharp && this.#takeFace(s, other, angle, step, out)) continue;
      if (d[k] < after) this.#place(s, other, angle, margin, ID_OTHER | k, out);
      // A straight edge leaves the ring again.
      if (!isSharp && (other.polyhedron === null || edges++ >= MOST_EDGES)) along = true;
    }
    // What runs along a round face may run along its rim as soon as it leans.
    const hasRim = this.#faceCount > 0 && (other.kind === CYLINDER || other.kind === CONE);
    if (hasRim || (along && isRound)) this.#placeRound(s, other, margin, out);
    return !along || isRound || this.#faceCount > 0;
  }

  /** Whether the nearest point to that of the ring at `angle` is on a face that was taken. */
  #isOnFace(s: Placed, other: Placed, angle: number): boolean {
    if (this.#faceCount === 0) return false;
    this.#ringDistance(s, other, cos(angle), sin(angle));
    const { nx, ny, nz } = this.#closest;
    const f = this.#faces;
    for (let k = 0; k < 3 * this.#faceCount; k += 3)
      if (f[k] * nx + f[k + 1] * ny + f[k + 2] * nz > SAME_FACE) return true;
    return false;
  }

  /**
   * Takes the flat face that the ring runs along at `angle`, or from there on by a step on the side on which it is
   * nearer: its deepest point there. False: there is none. One on the other side alone is taken, too, but `angle` is not
   * on it: there the ring is nearest beside its edge.
   */
  #takeFace(s: Placed, other: Placed, angle: number, step: number, out: PointBuffer): boolean {
    const before = this.#ringDistance(s, other, cos(angle - step), sin(angle - step));
    const after = this.#ringDistance(s, other, cos(angle + step), sin(angle + step));
    const side = before < after ? -step : step;
    if (this.#takeFaceAt(s, other, angle + side, angle, out) || this.#takeFaceAt(s, other, angle, angle, out))
      return true;
    this.#takeFaceAt(s, other, angle - side, angle - side, out);
    return false;
  }

  /** Takes the flat face that is nearest at the angle `to`, with its point at `angle`. False: nearest is none, or too many are. */
  #takeFaceAt(s: Placed, other: Placed, to: number, angle: number, out: PointBuffer): boolean {
    const c = this.#closest;
    this.#ringDistance(s, other, cos(to), sin(to));
    if (!isFaceNormal(other, c)) return false;
    const { nx, ny, nz } = c;
    const { r } = s;
    if (!(Math.abs(r[1] * nx + r[4] * ny + r[7] * nz) > leastAlong(s))) return false;
    if (this.#isOnFace(s, other, to)) return true;
    if (this.#faceCount === MOST_FACES) return false;
    const f = this.#faces;
    const k = 3 * this.#faceCount++;
    f[k] = nx;
    f[k + 1] = ny;
    f[k + 2] = nz;
    const x = s.hx * cos(angle);
    const z = s.hx * sin(angle);
    const d = this.#ringDistance(s, other, cos(angle), sin(angle));
    const px = s.x + r[0] * x + r[2] * z - s.hy * nx;
    const py = s.y + r[3] * x + r[5] * z - s.hy * ny;
    const pz = s.z + r[6] * x + r[8] * z - s.hy * nz;
    out.push(px, py, pz, c.x, c.y, c.z, nx, ny, nz, d - s.hy, ID_ARCS | this.#faceCount);
    return true;
  }

  /**
   * Places all round a ring, beside those that are nearest. They stay with the ring: taken from the deepest on, they
   * would be others in every step, and what lies on one set sinks in at the next.
   */
  #placeRound(s: Placed, other: Placed, margin: number, out: PointBuffer): void {
    for (let k = 0; k < ALONG; k++) {
      const angle = (2 * PI * k) / ALONG;
      if (!this.#isOnFace(s, other, angle)) this.#place(s, other, angle, margin, ID_OTHER | (RING + k), out);
    }
  }

  /** By how much the distance rises from that at `angle` within a step, on the side on which it rises less. */
  #rise(s: Placed, other: Placed, angle: number, step: number): number {
    const before = this.#ringDistance(s, other, cos(angle - step), sin(angle - step));
    const after = this.#ringDistance(s, other, cos(angle + step), sin(angle + step));
    return Math.min(before, after) - this.#ringDistance(s, other, cos(angle), sin(angle));
  }

  #ringDistance(s: Placed, other: Placed, c: number, w: number): number {
    const r = s.r;
    const x = s.hx * c;
    const z = s.hx * w;
    return this.#closest.find(
      other,
      s.x + r[0] * x + r[2] * z,
      s.y + r[3] * x + r[5] * z,
      s.z + r[6] * x + r[8] * z,
      Infinity,
    );
  }

  /** Angle of the minimum within one step of `angle`. */
  #refine(s: Placed, other: Placed, angle: number, step: number): number {
    let low = angle - step;
    let high = angle + step;
    let p = high - GOLDEN * (high - low);
    let q = low + GOLDEN * (high - low);
    let dp = this.#ringDistance(s, other, cos(p), sin(p));
    let dq = this.#ringDistance(s, other, cos(q), sin(q));
    for (let i = 0; i < REFINEMENTS; i++) {
      if (dp <= dq) {
        high = q;
        q = p;
        dq = dp;
        p = high - GOLDEN * (high - low);
        dp = this.#ringDistance(s, other, cos(p), sin(p));
      } else {
        low = p;
        p = q;
        dp = dq;
        q = low + GOLDEN * (high - low);
        dq = this.#ringDistance(s, other, cos(q), sin(q));
      }
    }
    return 0.5 * (low + high);
  }

  /** The point of the tube's cross-section at this angle that faces the other shape. */
  #place(s: Placed, other: Placed, angle: number, margin: number, id: number, out: PointBuffer): void {
    const r = s.r;
    const ux = cos(angle);
    const uz = sin(angle);
    const c = this.#closest;
    const d = this.#ringDistance(s, other, ux, uz);
    if (d > s.hy + margin) return;
    // normal of the other, within the cross-section spanned by the radial direction and Y
    const rx = r[0] * ux + r[2] * uz;
    const ry = r[3] * ux + r[5] * uz;
    const rz = r[6] * ux + r[8] * uz;
    let radial = c.nx * rx + c.ny * ry + c.nz * rz;
    let axial = c.nx * r[1] + c.ny * r[4] + c.nz * r[7];
    const length = Math.sqrt(radial * radial + axial * axial);
    if (length < 1e-6) return; // the surface runs across the tube here: a neighbouring place is nearer
    radial *= s.hy / length;
    axial *= s.hy / length;
    const x = s.x + (s.hx - radial) * rx - axial * r[1];
    const y = s.y + (s.hx - radial) * ry - axial * r[4];
    const z = s.z + (s.hx - radial) * rz - axial * r[7];
    const separation = c.nx * (x - c.x) + c.ny * (y - c.y) + c.nz * (z - c.z);
    if (separation > margin) return;
    out.push(x, y, z, c.x, c.y, c.z, c.nx, c.ny, c.nz, separation, id);
  }
}

/** Whether a point with this id stands for the arcs of a ring over a flat face. */
export function isOfArcs(id: number): boolean {
  return (id & ID_ARCS) === ID_ARCS;
}

/**
 * Cosine between the axis of torus s and the normal of a flat face that its ring runs along, at least: the distance rises
 * by R sin α (1 - cos φ) within a sample from where it is least. What leans more may bend round a face beside it, as round
 * a bar in its hole, and lie over that with its far side, behind it.
 */
function leastAlong(s: Placed): number {
  const sine = (SHARP * s.hy) / ((1 - RING_COS[1]) * s.hx);
  return sine < 1 ? Math.sqrt(1 - sine * sine) : 0;
}

/** Whether torus s leans so little against a flat face of another that its ring may run along that. */
export function mayRunAlong(s: Placed, { kind, polyhedron, r }: Placed): boolean {
  const least = leastAlong(s);
  const x = r[0] * s.r[1] + r[3] * s.r[4] + r[6] * s.r[7];
  const y = r[1] * s.r[1] + r[4] * s.r[4] + r[7] * s.r[7];
  const z = r[2] * s.r[1] + r[5] * s.r[4] + r[8] * s.r[7];
  if (kind === CYLINDER || kind === CONE) return Math.abs(y) > least;
  if (polyhedron === null) return false;
  const { planes } = polyhedron;
  for (let k = 0; k < planes.length; k += 4)
    if (Math.abs(planes[k] * x + planes[k + 1] * y + planes[k + 2] * z) > least) return true;
  return false;
}

/** Whether the normal found last is that of a flat face of s. */
function isFaceNormal({ kind, polyhedron, r }: Placed, { nx, ny, nz }: Closest): boolean {
  const y = r[1] * nx + r[4] * ny + r[7] * nz;
  if (kind === CYLINDER) return Math.abs(y) > SAME_FACE;
  if (kind === CONE) return -y > SAME_FACE;
  if (polyhedron === null) return false;
  const x = r[0] * nx + r[3] * ny + r[6] * nz;
  const z = r[2] * nx + r[5] * ny + r[8] * nz;
  const { planes } = polyhedron;
  for (let k = 0; k < planes.length; k += 4)
    if (planes[k] * x + planes[k + 1] * y + planes[k + 2] * z > SAME_FACE) return true;
  return false;
}

/** Is the angle within `tolerance` of phase plus a multiple of `period`? */
function near(angle: number, phase: number, tolerance: number, period: number): boolean {
  const turns = (angle - phase) / period;
  return Math.abs(turns - Math.floor(turns + 0.5)) * period < tolerance;
}

// Where the undeformed shapes of two parts overlap: as they are, along their way, or if others push them.
//
// Where nothing overlaps yet, the bodies are moved along their way, in stages shorter than the thinner of them, to
// where they first do. So the moment of first contact is found without repeating the world's step, as the paper does
// (Pauly, Pai & Guibas 2004, §5).

import { B_CENTER, B_POSE, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { CP_NORMAL, CP_SEPARATION, CP_STRIDE, PointBuffer } from '../../distance/buffer.js';
import { PointGenerator } from '../../distance/points.js';
import { rotateVector, turnByVector, unrotateVector } from '../../math/quaternion.js';
import { CONCAVE_SOLIDS } from '../../overlap/concave-solids.js';
import { BoxOverlap } from '../../overlap/convex-boxes.js';
import { OverlapBuffer } from '../../overlap/overlap.js';
import { SolidOverlap } from '../../overlap/solid-pair.js';
import type { PointsShape } from '../../shapes/kinds/points.js';
import { partShape, placePart } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { approachOf } from '../approach.js';
import { thickness } from '../material.js';

/** Contacts of a pair, at most. */
export const MOST_CONTACTS = 16;
const COMPONENTS = { maxComponents: MOST_CONTACTS };
/** Stages of the way that are looked at, at most, each this share of the thinner body. */
const MOST_STAGES = 64;
const STAGE = 0.2;
/** A stage is halved so often at most to find a shallow overlap. */
const HALVINGS = 5;
/** Overlaps no deeper than this share of the thinner body are shallow. */
const SHALLOW = 0.01;
/** How far around a body is looked at most, as a share of the thinner one. */
const MOST_REACH = 0.2;
/** Depth at which a contact is taken that only others make, as a share of how far they may push. */
export const PUSHED = 0.01;

export class OverlapSearch {
  a = 0;
  b = 0;
  sa!: SimpleShape;
  sb!: SimpleShape;
  /** What was found last. */
  readonly buffer = new OverlapBuffer();
  /** Poses of both parts as they are, and where they were looked at; centres of mass of their bodies then. */
  readonly poses = new Float64Array(14);
  readonly moved = new Float64Array(14);
  readonly centers = new Float64Array(6);
  /** How far ahead the overlap at hand lies (s). */
  time = 0;
  /** How far A was moved towards B because others might push it there (m). */
  pushed = 0;
  #stage = 0;
  #found = 0;
  readonly #bodies: BodyStore;
  readonly #overlap = new SolidOverlap(CONCAVE_SOLIDS, new BoxOverlap());
  readonly #generator = new PointGenerator(CONCAVE_SOLIDS);
  readonly #points = new PointBuffer();
  readonly #v = new Float64Array(3);
  readonly #n = new Float64Array(3);
  readonly #pair = new Int32Array(2);

  constructor(bodies: BodyStore) {
    this.#bodies = bodies;
    this.#overlap.mostOnPlane = MOST_CONTACTS;
  }

  /** Part m of body a and part n of body b, where they are. */
  begin(a: number, m: number, b: number, n: number): void {
    const { poses } = this;
    const bodies = this.#bodies;
    const d = bodies.f.data;
    this.a = a;
    this.b = b;
    this.sa = partShape(bodies.shapes[a]!, m);
    this.sb = partShape(bodies.shapes[b]!, n);
    placePart(poses, 0, bodies.shapes[a]!, m, d, a * BODY_STRIDE + B_POSE);
    placePart(poses, 7, bodies.shapes[b]!, n, d, b * BODY_STRIDE + B_POSE);
    this.moved.set(poses);
    this.time = 0;
    this.pushed = 0;
    for (let k = 0; k < 3; k++) {
      this.centers[k] = d[a * BODY_STRIDE + B_CENTER + k];
      this.centers[3 + k] = d[b * BODY_STRIDE + B_CENTER + k];
    }
  }

  /** The thinner of the two (m). */
  get size(): number {
    return Math.min(thickness(this.sa), thickness(this.sb), 1e3);
  }

  /** How far around the bodies is looked, where they may come this near within the step (m). */
  reachOf(way: number): number {
    return Math.min(way, MOST_REACH * this.size);
  }

  /** Components of the overlap where the parts are looked at. */
  now(): number {
    return this.#overlap.compute(this.sa, this.moved, 0, this.sb, this.moved, 7, this.buffer, COMPONENTS);
  }

  /** The overlap with A as far as `reach` nearer to B, along the normal n. */
  nearer(n: Float64Array, reach: number): number {
    for (let k = 0; k < 3; k++) this.moved[k] = this.poses[k] - reach * n[k];
    return this.now();
  }

  /** Moves the parts along their way to where they first overlap within `span`. */
  ahead(span: number): boolean {
    const bodies = this.#bodies;
    const d = bodies.f.data;
    const v = bodies.v.data;
    const way = approachOf(d, v, this.a, this.b, span);
    const size = Math.min(thickness(this.sa), thickness(this.sb));
    const stages = Math.min(MOST_STAGES, Math.max(1, Math.ceil(way / (STAGE * size))));
    for (let s = 1; s <= stages; s++) {
      if (this.#at((span * s) / stages) === 0) continue;
      this.#stage = span / stages;
      return true;
    }
    return false;
  }

  /** The overlap after t of the bodies' motion. */
  #at(t: number): number {
    const { centers } = this;
    const bodies = this.#bodies;
    const d = bodies.f.data;
    const v = bodies.v.data;
    this.time = t;
    this.#movePose(0, this.a);
    this.#movePose(7, this.b);
    for (let k = 0; k < 3; k++) {
      centers[k] = d[this.a * BODY_STRIDE + B_CENTER + k] + t * v[6 * this.a + k];
      centers[3 + k] = d[this.b * BODY_STRIDE + B_CENTER + k] + t * v[6 * this.b + k];
    }
    return this.now();
  }

  /** After `ahead`: back within the stage to a shallow overlap, for its normals; `again` returns to where it was. */
  first(): void {
    const { time } = this;
    this.#found = time;
    const bodies = this.#bodies;
    let way = approachOf(bodies.f.data, bodies.v.data, this.a, this.b, this.#stage);
    let [apart, together] = [time - this.#stage, time];
    for (let n = 0; n < HALVINGS && way > SHALLOW * this.size; n++, way *= 0.5) {
      const middle = 0.5 * (apart + together);
      if (this.#at(middle) > 0) together = middle;
      else apart = middle;
    }
    if (this.time !== together) this.#at(together);
  }

  again(): void {
    if (this.time !== this.#found) this.#at(this.#found);
  }

  /**
   * Bodies that do not meet by themselves, but might if others push them: as far as their own speeds go in h. The
   * overlap is that of A moved there, a little deep; so they bear in the step in which they are pushed.
   */
  ifPushed(h: number): boolean {
    const { moved, poses } = this;
    const bodies = this.#bodies;
    const v = bodies.v.data;
    const margin = this.reachOf(h * (speedOf(v, this.a) + speedOf(v, this.b)));
    if (!(margin > 0)) return false;
    const gap = this.#nearestOf(margin);
    if (!(gap < margin)) return false;
    this.pushed = (gap > 0 ? gap : 0) + PUSHED * margin;
    this.time = 0;
    for (let k = 0; k < 7; k++) {
      moved[k] = poses[k];
      moved[7 + k] = poses[7 + k];
    }
    for (let k = 0; k < 3; k++) moved[k] -= this.pushed * this.#v[k];
    return this.now() > 0;
  }

  /** How far the parts are apart, with the direction from B to A in `v`; Infinity: farther than the margin. */
  #nearestOf(margin: number): number {
    const { poses } = this;
    const points = this.#points;
    const v = this.#v;
    if ('cloud' in this.sa && 'cloud' in this.sb) return this.#nearestOfClouds(margin);
    points.clear();
    if (this.#generator.generate(this.sa, poses, 0, this.sb, poses, 7, margin, points) === 0) return Infinity;
    let best = 0;
    for (let k = 1; k < points.count; k++)
      if (points.data[k * CP_STRIDE + CP_SEPARATION] < points.data[best * CP_STRIDE + CP_SEPARATION]) best = k;
    for (let k = 0; k < 3; k++) v[k] = points.data[best * CP_STRIDE + CP_NORMAL + k];
    return points.data[best * CP_STRIDE + CP_SEPARATION];
  }

  /** The nearest samples, apart along the mean of their normals: samples do not face each other, surfaces do. */
  #nearestOfClouds(margin: number): number {
    const { poses } = this;
    const v = this.#v;
    const n = this.#n;
    const pair = this.#pair;
    const a = (this.sa as PointsShape).cloud;
    const b = (this.sb as PointsShape).cloud;
    const reach = margin + a.spacing + b.spacing;
    if (!a.tree.nearestPair(poses, 0, b.tree, poses, 7, reach, pair)) return Infinity;
    const [i, j] = [3 * pair[0], 3 * pair[1]];
    rotateVector(v, 0, poses, 10, b.normals[j], b.normals[j + 1], b.normals[j + 2]);
    rotateVector(n, 0, poses, 3, a.normals[i], a.normals[i + 1], a.normals[i + 2]);
    for (let k = 0; k < 3; k++) v[k] -= n[k];
    const size = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(size > 0)) return Infinity;
    for (let k = 0; k < 3; k++) v[k] /= size;
    rotateVector(n, 0, poses, 3, a.positions[i], a.positions[i + 1], a.positions[i + 2]);
    let gap = 0;
    for (let k = 0; k < 3; k++) gap += v[k] * (n[k] + poses[k] - poses[7 + k]);
    rotateVector(n, 0, poses, 10, b.positions[j], b.positions[j + 1], b.positions[j + 2]);
    for (let k = 0; k < 3; k++) gap -= v[k] * n[k];
    return gap;
  }

  /** The pose of a part of `body` after this.time of the body's motion. */
  #movePose(at: number, body: number): void {
    const { moved, poses, time: t } = this;
    const d = this.#bodies.f.data;
    const v = this.#bodies.v.data;
    const c = body * BODY_STRIDE + B_CENTER;
    for (let k = 0; k < 7; k++) moved[at + k] = poses[at + k];
    const x = moved[at] - d[c];
    const y = moved[at + 1] - d[c + 1];
    const z = moved[at + 2] - d[c + 2];
    unrotateVector(this.#v, 0, moved, at + 3, x, y, z);
    turnByVector(moved, at + 3, t * v[6 * body + 3], t * v[6 * body + 4], t * v[6 * body + 5]);
    rotateVector(this.#v, 0, moved, at + 3, this.#v[0], this.#v[1], this.#v[2]);
    for (let k = 0; k < 3; k++) moved[at + k] = d[c + k] + t * v[6 * body + k] + this.#v[k];
  }
}

/** Greatest speed of the body's centre (m/s). */
function speedOf(v: Float64Array, body: number): number {
  const o = 6 * body;
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}

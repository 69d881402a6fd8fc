// Where two bodies overlap: the pieces of their footprint, one for every pair of parts and every component.
//
// Who does what: overlap/ finds the common part of two solids, normal.ts the contact normal, cells.ts and sampled.ts
// lay the overlap out on the contact plane.

import { B_CENTER, B_FRICTION, B_POSE, B_STATIC_FRICTION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { spheresMayTouch } from '../../distance/bounding-spheres.js';
import { CONCAVE_SOLIDS } from '../../overlap/concave-solids.js';
import { BoxOverlap } from '../../overlap/convex-boxes.js';
import { OV_CENTER, OV_STRIDE, OV_VOLUME, OverlapBuffer } from '../../overlap/overlap.js';
import { SolidOverlap } from '../../overlap/solid-pair.js';
import { partCount, partFriction, partShape, placePart } from '../../shapes/parts.js';
import type { SimpleShape } from '../../shapes/shape.js';
import { combineFriction } from '../material.js';
import type { ContactSettings } from '../model.js';
import { Footprint, PC_FRICTION, PC_STATIC_FRICTION, PIECE_STRIDE } from './cells.js';
import { ContactNormal, completeFrame } from './normal.js';
import { SampledFootprint } from './sampled.js';

/** Components that are smaller than this share of their pair's largest are left out. */
const SPECK = 1e-6;

export class PieceFinder {
  readonly footprint = new Footprint();
  /** The body that the footprint's origins are relative to. */
  bodyA = 0;
  readonly #bodies: BodyStore;
  readonly #settings: ContactSettings;
  readonly #convex = new BoxOverlap();
  readonly #overlap = new SolidOverlap(CONCAVE_SOLIDS, this.#convex);
  readonly #buffer = new OverlapBuffer();
  readonly #normal = new ContactNormal();
  readonly #sampled = new SampledFootprint();
  readonly #poses = new Float64Array(14);
  readonly #frame = new Float64Array(9);
  readonly #rays = { maxComponents: 8 };

  constructor(bodies: BodyStore, settings: ContactSettings) {
    this.#bodies = bodies;
    this.#settings = settings;
  }

  /**
   * Fills the footprint of bodies a and b. `old` holds the normals of the step before: `count` of them, every `stride`
   * from
   * `from` on. Returns the number of pieces.
   */
  find(a: number, b: number, old: Float64Array, from: number, stride: number, count: number): number {
    const { footprint } = this;
    const bodies = this.#bodies;
    const poses = this.#poses;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const d = bodies.f.data;
    footprint.clear();
    this.bodyA = a;
    for (let i = 0; i < partCount(shapeA); i++) {
      const sa = partShape(shapeA, i);
      placePart(poses, 0, shapeA, i, d, a * BODY_STRIDE + B_POSE);
      for (let j = 0; j < partCount(shapeB); j++) {
        const sb = partShape(shapeB, j);
        placePart(poses, 7, shapeB, j, d, b * BODY_STRIDE + B_POSE);
        if (!spheresMayTouch(sa, poses, 0, sb, poses, 7, 0)) continue;
        const first = footprint.count;
        this.#findParts(a, sa, sb, old, from, stride, count);
        if (footprint.count > first) this.#setFriction(first, a, b, partFriction(shapeA, i), partFriction(shapeB, j));
      }
    }
    return footprint.count;
  }

  #findParts(
    a: number,
    sa: SimpleShape,
    sb: SimpleShape,
    old: Float64Array,
    from: number,
    stride: number,
    count: number,
  ): void {
    const { footprint } = this;
    const overlap = this.#overlap;
    const poses = this.#poses;
    const buffer = this.#buffer;
    const frame = this.#frame;
    const components = overlap.compute(sa, poses, 0, sb, poses, 7, buffer, this.#rays);
    if (components === 0) return;
    const d = this.#bodies.f.data;
    const ov = buffer.records;
    let largest = 0;
    for (let c = 0; c < components; c++) largest = Math.max(largest, ov[c * OV_STRIDE + OV_VOLUME]);
    const flat = isFlat(sa) && isFlat(sb);
    for (let c = 0; c < components; c++) {
      const r = c * OV_STRIDE;
      if (!(ov[r + OV_VOLUME] > SPECK * largest)) continue;
      this.#normal.first(frame, buffer, c);
      this.#normal.takeLast(frame, sa, sb, poses, old, from, stride, count);
      // An overlap is hardly ever deeper than the cube root of its volume.
      const deep = cubeRoot(ov[r + OV_VOLUME]);
      this.#normal.follow(frame, sa, sb, poses, deep);
      completeFrame(frame);
      const o = a * BODY_STRIDE + B_CENTER;
      const k = footprint.add(
        frame,
        ov[r + OV_CENTER] + (buffer.origin[0] - d[o]),
        ov[r + OV_CENTER + 1] + (buffer.origin[1] - d[o + 1]),
        ov[r + OV_CENTER + 2] + (buffer.origin[2] - d[o + 2]),
      );
      const taken = flat
        ? footprint.takePolygons(
            k,
            this.#convex.updatePolygons(buffer),
            ov[r + OV_CENTER],
            ov[r + OV_CENTER + 1],
            ov[r + OV_CENTER + 2],
          )
        : this.#sampled.take(footprint, k, frame, buffer, c, sa, sb, poses);
      if (!taken) footprint.dropLast();
    }
  }

  /** A body's friction at rest is its own, else its friction, else the scene's; a part's friction is both. */
  #setFriction(first: number, a: number, b: number, partA: number | null, partB: number | null): void {
    const d = this.#bodies.f.data;
    const { footprint } = this;
    const settings = this.#settings;
    const ownA = partA ?? d[a * BODY_STRIDE + B_FRICTION];
    const ownB = partB ?? d[b * BODY_STRIDE + B_FRICTION];
    const restA = d[a * BODY_STRIDE + B_STATIC_FRICTION];
    const restB = d[b * BODY_STRIDE + B_STATIC_FRICTION];
    const friction = combineFriction(ownA, ownB, settings.friction);
    const staticA = partA ?? (restA >= 0 ? restA : ownA);
    const staticB = partB ?? (restB >= 0 ? restB : ownB);
    const atRest = combineFriction(staticA, staticB, settings.staticFriction);
    for (let k = first; k < footprint.count; k++) {
      footprint.pieces[k * PIECE_STRIDE + PC_FRICTION] = friction;
      // Less at rest than in motion makes no sense; nor would the two states ever part.
      footprint.pieces[k * PIECE_STRIDE + PC_STATIC_FRICTION] = Math.max(atRest, friction);
    }
  }
}

/** Whether the solid is a polyhedron or a half-space, which convex clipping cuts exactly. */
function isFlat(shape: SimpleShape): boolean {
  return shape.type === 'box' || shape.type === 'convex' || shape.type === 'half-space';
}

/** By Newton's method from above, to some digits: only a length to begin with. */
function cubeRoot(v: number): number {
  if (!(v > 0)) return 0;
  let x = v > 1 ? v : 1;
  for (let k = 0; k < 60; k++) {
    const next = (2 * x + v / (x * x)) / 3;
    if (!(next < 0.99 * x)) return next;
    x = next;
  }
  return x;
}

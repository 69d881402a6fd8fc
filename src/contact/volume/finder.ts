// Where two bodies overlap, at the poses to which given velocities lead them: columns of rays into cells, or into the
// quarters of one volume.
//
// One volume with a soft body in it has as many pressures as the body's surface has ways to give, and few more: with c
// cells of its lattice side by side, c + 2 parts, or two for each cell where that is less; c + 1 nodes move them. With one pressure p under all of it,
// what overlaps is pressed by p however little it does so, and what does not is not: at the rim, a switch. In one step
// it springs out of the overlap, and in the next back into it; so it goes on for ever as soon as p moves the surface
// within a step by more than the overlap changes across the rim. With pressures of its own the rim gets what holds it,
// next to nothing. Consequence: friction acts by these cells too, so that a soft contact resists spin. Overlaps wider
// than a few cells are cut more coarsely: rows cost their square.

import { B_CENTER, B_CENTER_B, B_ROTATION, BODY_INTS, BODY_STRIDE, I_TYPE, TYPE_STATIC } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { matrixFromQuaternion, rotateInto, turnByVector } from '../../math/quaternion.js';
import { updateBounds } from '../../shapes/bounds.js';
import { partCount, partShape, placePart } from '../../shapes/parts.js';
import type { Shape, SimpleShape } from '../../shapes/shape.js';
import { VolumeColumns } from './columns.js';
import { HALVES, ONE, type VolumePair, WHOLES } from './pair.js';
import type { SoftMover } from './soft-mover.js';
import type { PairVolumes } from './volumes.js';

/** Edge of quarters (m): longer than anything. */
const WHOLE = 1e12;
/** Frames whose axes are the world's to this are the world's. */
const ALIGNED = 1e-12;
/** Cells across an overlap of a soft body, at most. */
const MOST_ACROSS = 4;

export class OverlapFinder {
  readonly #columns = new VolumeColumns();
  readonly #grid = {
    origin: new Float64Array(3),
    edge: new Float64Array(3),
    fit: (box: Float64Array): void => this.#fit(box),
  };
  /** Edge of the lattice that decides about the cells (m), or 0: none does. */
  #spacing = 0;
  #isFitted = false;
  readonly #pose = new Float64Array(14);
  readonly #part = new Float64Array(14);
  readonly #places: readonly [Float64Array, Float64Array] = [new Float64Array(12), new Float64Array(12)];
  readonly #boxes = new Float64Array(12);
  readonly #arm = new Float64Array(3);
  /** From the rays' frame to the world by rows, and back as a quaternion. */
  readonly #frame = new Float64Array(9);
  readonly #frameTurn = new Float64Array(4);
  readonly #toFrame = new Float64Array(4);
  readonly #turn = new Float64Array(3);

  readonly #bodies: BodyStore;
  readonly #cell: number;
  readonly #pixel: number;

  constructor(bodies: BodyStore, cell: number, pixel: number) {
    this.#bodies = bodies;
    this.#cell = cell;
    this.#pixel = pixel;
  }

  /** Columns through both bodies where the velocities v lead them within `span`. */
  cast(
    pair: VolumePair,
    volumes: PairVolumes,
    softA: SoftMover | undefined,
    softB: SoftMover | undefined,
    v: Float64Array,
    span: number,
  ): void {
    const bodies = this.#bodies;
    const places = this.#places;
    const pose = this.#pose;
    const part = this.#part;
    const { a, b, ahead } = pair;
    softA?.lookAhead(span, ahead);
    softB?.lookAhead(span, ahead);
    this.#columns.idle[0] = softA?.heldFaces.get(b) ?? null;
    this.#columns.idle[1] = softB?.heldFaces.get(a) ?? null;
    const surfaceA = softA?.surface ?? null;
    const surfaceB = softB?.surface ?? null;
    const d = bodies.f.data;
    for (let k = 0; k < 3; k++) {
      volumes.reference[k] = d[a * BODY_STRIDE + B_CENTER + k] + span * v[6 * a + k];
      volumes.reference[3 + k] = d[b * BODY_STRIDE + B_CENTER + k] + span * v[6 * b + k];
    }
    if (!softA) this.#writePose(a, span, v, 0);
    if (!softB) this.#writePose(b, span, v, 7);
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    pair.pose.set(pose);
    pair.looked[0] = softA ? softA.shape : null;
    pair.looked[1] = softB ? softB.shape : null;
    const turned = this.#layFrame(pair);
    if (turned) {
      this.#turnPoses(volumes);
      softA?.turnLook(this.#frame);
      softB?.turnLook(this.#frame);
    }
    volumes.surfaces[0] = softA?.surface ?? null;
    volumes.surfaces[1] = softB?.surface ?? null;
    this.#spacing = this.#cell > 0 ? 0 : Math.min(softA?.spacing ?? Infinity, softB?.spacing ?? Infinity);
    pair.spacing = this.#spacing;
    if (this.#spacing < Infinity && this.#spacing > 0) {
      volumes.halved.fill(HALVES);
      // A second look is cut as the first one was.
      if (volumes === pair.volumes) this.#isFitted = false;
    } else this.#quarter(softA, shapeA, softB, shapeB, volumes.halved);
    const partsA = softA ? 1 : partCount(shapeA);
    const partsB = softB ? 1 : partCount(shapeB);
    for (let m = 0; m < partsA; m++) {
      const sa: SimpleShape = softA ? softA.shape : partShape(shapeA, m);
      if (softA) writeIdentity(places[0]);
      else {
        placePart(part, 0, shapeA, m, pose, 0);
        writePlace(places[0], part, 0);
      }
      for (let n = 0; n < partsB; n++) {
        const sb: SimpleShape = softB ? softB.shape : partShape(shapeB, n);
        if (softB) writeIdentity(places[1]);
        else {
          placePart(part, 7, shapeB, n, pose, 7);
          writePlace(places[1], part, 7);
        }
        this.#columns.cast(sa, places[0], sb, places[1], this.#grid, this.#pixel, volumes);
      }
    }
    volumes.close();
    if (turned) volumes.turn(this.#frame);
    volumes.surfaces[0] = surfaceA;
    volumes.surfaces[1] = surfaceB;
  }

  /**
   * The frame of the rays, from here to the world; false: the world's will do. One volume of two rigid bodies: that of
   * the one with flat sides. Where an overlap has many parts each has a normal of its own from the few rays that meet
   * it, and parts of a flat contact whose normals differ are teeth: one box slid down a slope without friction with
   * three quarters of what it should. So its rays run along the normal: that of a side of what stands still, or as the
   * contact faced in the last step. Consequence: cells that were asked for turn with it, about the world's origin.
   */
  #layFrame({ a, b, softA, softB, facing }: VolumePair): boolean {
    const { shapes, i } = this.#bodies;
    const isRigid = this.#cell === 0 && !softA && !softB;
    const flat = (slot: number, soft: boolean): number => {
      if (soft || !(isRigid || i.data[slot * BODY_INTS + I_TYPE] === TYPE_STATIC)) return 0;
      const sides = flatness(shapes[slot]!);
      return isRigid || sides > 1 ? sides : 0;
    };
    const ofA = flat(a, softA !== null);
    const ofB = flat(b, softB !== null);
    const turn = this.#frameTurn;
    if (Math.max(ofA, ofB) > 0) for (let k = 0; k < 4; k++) turn[k] = this.#pose[(ofB > ofA ? 10 : 3) + k];
    else if (isRigid || !turnToNormal(turn, facing)) return false;
    matrixFromQuaternion(this.#frame, 0, turn, 0);
    for (let k = 0; k < 4; k++) this.#toFrame[k] = k < 3 ? -turn[k] : turn[k];
    return isRigid || this.#frame.some((x) => Math.abs(x) > ALIGNED && Math.abs(x) < 1 - ALIGNED);
  }

  /** Poses and reference points as they are in the frame. */
  #turnPoses(volumes: PairVolumes): void {
    const pose = this.#pose;
    const toFrame = this.#toFrame;
    const turn = this.#turn;
    for (let o = 0; o < 14; o += 7) {
      rotateInto(turn, 0, toFrame, 0, pose, o);
      const [x, y, z, w] = [pose[o + 3], pose[o + 4], pose[o + 5], pose[o + 6]];
      const [a, b, c, d] = [toFrame[0], toFrame[1], toFrame[2], toFrame[3]];
      pose[o + 3] = d * x + a * w + b * z - c * y;
      pose[o + 4] = d * y - a * z + b * w + c * x;
      pose[o + 5] = d * z + a * y - b * x + c * w;
      pose[o + 6] = d * w - a * x - b * y - c * z;
      for (let k = 0; k < 3; k++) pose[o + k] = turn[k];
      rotateInto(turn, 0, toFrame, 0, volumes.reference, (3 * o) / 7);
      for (let k = 0; k < 3; k++) volumes.reference[(3 * o) / 7 + k] = turn[k];
    }
  }

  /** Pose to which velocities lead a rigid body within h: origin and rotation. */
  #writePose(slot: number, h: number, v: Float64Array, at: number): void {
    const pose = this.#pose;
    const arm = this.#arm;
    const d = this.#bodies.f.data;
    const o = slot * BODY_STRIDE;
    const w = 6 * slot;
    for (let k = 0; k < 4; k++) pose[at + 3 + k] = d[o + B_ROTATION + k];
    turnByVector(pose, at + 3, h * v[w + 3], h * v[w + 4], h * v[w + 5]);
    rotateInto(arm, 0, pose, at + 3, d, o + B_CENTER_B);
    for (let k = 0; k < 3; k++) pose[at + k] = d[o + B_CENTER + k] + h * v[w + k] - arm[k];
  }

  /** Parts of one volume: of the lattice's cells, or of larger ones where many lie side by side; a thin side stays whole. */
  #fit(box: Float64Array): void {
    if (this.#isFitted || !(this.#spacing > 0 && this.#spacing < Infinity)) return;
    this.#isFitted = true;
    const { edge, origin } = this.#grid;
    let thin = 0;
    let longest = 0;
    for (let k = 0; k < 3; k++) {
      const side = box[k + 3] - box[k];
      if (side < box[thin + 3] - box[thin]) thin = k;
      longest = Math.max(longest, side);
    }
    let cell = this.#spacing;
    // 1, 3/2, 2, 3, 4, … of the lattice's: the same ones while the overlap changes a little.
    for (let n = 0; longest > MOST_ACROSS * cell; n++) cell *= n % 2 === 0 ? 3 / 2 : 4 / 3;
    origin.fill(0);
    // As many parts side by side as there are nodes, and one more, wherever they begin; of few cells, halves.
    const across = Math.ceil(longest / cell);
    edge.fill(Math.max(0.5, across / (across + 2)) * cell);
    if (box[thin + 3] - box[thin] <= cell) edge[thin] = 0;
  }

  /**
   * Cuts the overlap in half along an axis with one cell, but for its thin side: one volume becomes quarters, cells in
   * a row halves, and cells that lie side by side both ways hold a tilt among themselves. `halved` says what a number
   * along each axis counts.
   */
  #quarter(
    softA: SoftMover | undefined,
    shapeA: Shape,
    softB: SoftMover | undefined,
    shapeB: Shape,
    halved: Uint8Array,
  ): void {
    const grid = this.#grid;
    const boxes = this.#boxes;
    const places = this.#places;
    const pose = this.#pose;
    const cell = this.#cell;
    writePlace(places[0], pose, 0);
    writePlace(places[1], pose, 7);
    if (softA) boxes.set(softA.surface.bounds, 0);
    else updateBounds(boxes, 0, shapeA, places[0], 0, pose[0], pose[1], pose[2]);
    if (softB) boxes.set(softB.surface.bounds, 6);
    else updateBounds(boxes, 6, shapeB, places[1], 0, pose[7], pose[8], pose[9]);
    let thin = 0;
    let least = Infinity;
    for (let k = 0; k < 3; k++) {
      const low = Math.max(boxes[k], boxes[6 + k]);
      const high = Math.min(boxes[3 + k], boxes[9 + k]);
      // Where there is one cell along an axis the overlap is halved: of a rod narrower than its cells the two sides
      // must bear for themselves.
      const single = cell === 0 || Math.floor(low / cell) === Math.ceil(high / cell) - 1;
      grid.origin[k] = single ? 0.5 * (low + high) : 0;
      grid.edge[k] = single ? WHOLE : cell;
      halved[k] = single ? ONE : WHOLES;
      if (high - low < least) {
        least = high - low;
        thin = k;
      }
    }
    grid.edge[thin] = cell;
    grid.origin[thin] = 0;
    halved[thin] = WHOLES;
  }
}

function flatness(shape: Shape): number {
  switch (shape.type) {
    case 'half-space':
      return 3;
    case 'box':
      return 2;
    case 'cylinder':
    case 'cone':
      return 1;
    default:
      return 0;
  }
}

/** The shortest turn that lays the nearest axis e along n, (e × n, 1 + e·n) over its length; false: n is none. */
function turnToNormal(out: Float64Array, n: Float64Array): boolean {
  let k = 0;
  for (let m = 1; m < 3; m++) if (Math.abs(n[m]) > Math.abs(n[k])) k = m;
  if (n[k] === 0) return false;
  const sign = n[k] > 0 ? 1 : -1;
  const size = Math.sqrt(2 + 2 * sign * n[k]);
  out[k] = 0;
  out[(k + 1) % 3] = (-sign * n[(k + 2) % 3]) / size;
  out[(k + 2) % 3] = (sign * n[(k + 1) % 3]) / size;
  out[3] = 0.5 * size;
  return true;
}

function writeIdentity(place: Float64Array): void {
  place.fill(0);
  place[0] = place[4] = place[8] = 1;
}

function writePlace(place: Float64Array, pose: Float64Array, at: number): void {
  matrixFromQuaternion(place, 0, pose, at + 3);
  for (let k = 0; k < 3; k++) place[9 + k] = pose[at + k];
}

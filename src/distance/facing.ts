// The facing region of two flat-faced bodies, and the affine gap over it.
//
//   n      the axis along which the bodies are separated, or least inside each other: a face's normal or the common
//          perpendicular of two edges (sat.ts), from B to A
//   P      the region in which the bodies face each other: each one's face most along ∓n, projected along n,
//   intersected
//   g(x)   g₀ + g_u x_u + g_w x_w, how far the planes of the two faces are apart along n over the point x of P (m,
//          negative where they are inside each other). It is affine for any n.
//
// P and g exist whether the bodies touch or not: a box that leans over another faces it with its whole face. Where
// edges cross, the crossing is a vertex of P. Round caps are polygons of RIM corners, one of them the rim's lowest
// point, and a torus on a plane is one that has its ring for a rim (face-towards.ts). Slivers: where P is thinner than `thin`, it is the side of a step that is no higher than bodies rest inside
// each other (an internal edge of a floor of tiles). Then the bodies face each other across that step's height instead,
// or not at all. Corner beside corner: no faces overlap along n; the closest points are then a P of one point.
// A curved side has no face: CURVED; or, on request, the patch that it has on flat ground (round-face.ts), for convex
// pairs whose overlap has no closed form. Over a flat side it lies where the curved surface is in the mean over it, so
// that bodies rest as deep as by the overlap in closed form that they have a little farther from the edge; otherwise
// what lies between the two would be pushed out and sink in for ever. Its two radii of curvature are those of its own:
// where two curved sides meet, the patch is up to √2 too wide, and lies on the planes that touch them.
// Verified in test/distance/facing.test.ts.

import type { BoxShape } from '../shapes/kinds/box.js';
import type { SimpleShape } from '../shapes/shape.js';
import { solidOf } from '../shapes/solid.js';
import { BoxPair } from './box-pair.js';
import { Face } from './face.js';
import { faceOf, takeFace } from './face-towards.js';
import { FacingAxis } from './facing-axis.js';
import { FacingPolygon } from './facing-polygon.js';
import { HALF_SPACE, type Placed, SMOOTH, TORUS } from './placed.js';
import { takeRound } from './round-face.js';

/**
 * What `find` found: farther apart than asked for; a region; or a pair that has none, since one of its sides is curved.
 */
export const APART = 0;
export const FACES = 1;
export const CURVED = 2;

/** A disc leans if its normal is off the axis by more than this (sine): what lies flat keeps its centroid. */
const LEANS = 1e-3;

export class FacingRegion extends FacingPolygon {
  /** Point that positions are relative to: A's origin. The centre is at the height at which the gap is least. */
  readonly origin = new Float64Array(3);
  /** g₀, g_u, g_w, and the least of g on P (m). */
  readonly gap = new Float64Array(3);
  least = 0;
  /** Planes of the two faces: outward normal, offset from `origin`; where a torus lies, both a tube's radius from it. */
  readonly planeA = new Float64Array(4);
  readonly planeB = new Float64Array(4);
  /** Axis about which the face of A, or of B, may turn and stay the same; zero: none. */
  readonly axis = new Float64Array(3);
  /** Whose axis that is: 1, A's; 2, B's; 0: none. */
  round = 0;
  hasRim = false;
  /** How many of the two faces in hand are patches of curved sides. */
  roundSides = 0;
  /** Radii of the ring and of the tube of a torus that lies on a plane; 0: it is none. */
  ring = 0;
  tube = 0;
  /** How often solids were placed: what is known of them holds until that changes. */
  looks = 0;

  protected readonly between = new FacingAxis();
  protected readonly faceA = new Face();
  protected readonly faceB = new Face();
  /** Boxes have a shorter way: as packed numbers, and whose they are. */
  readonly #boxes = new BoxPair();
  #isBoxes = false;
  #sa: SimpleShape | null = null;
  #sb: SimpleShape | null = null;
  #poses: Float64Array = this.gap;
  /** Whether the second face in hand is all of a plane. */
  #isPlane = false;

  /** Whether the kinds of two shapes can face each other at all. */
  static handles(a: SimpleShape, b: SimpleShape): boolean {
    return (isFlat(a) && (isFlat(b) || b.type === 'half-space')) || (a.type === 'torus' && b.type === 'half-space');
  }

  /** Whether one of two shapes is a torus that may lie on a face of the other. */
  static handlesRing(a: SimpleShape, b: SimpleShape): boolean {
    return (a.type === 'torus' && isFlat(b)) || (isFlat(a) && b.type === 'torus');
  }

  /** Whether two shapes can face each other where they are curved, too. */
  static handlesRound(a: SimpleShape, b: SimpleShape): boolean {
    return solidOf(a).kind < SMOOTH && solidOf(b).kind < SMOOTH;
  }

  /** Whether a mantle of one of two shapes may lie on a flat side of the other. */
  static handlesLine(a: SimpleShape, b: SimpleShape): boolean {
    const isFlatA = isFlat(a);
    const isFlatB = isFlat(b) || b.type === 'half-space';
    return (isFlatA && (isFlatB || b.type === 'capsule')) || (a.type === 'capsule' && isFlatB);
  }

  /** Whether no ring of a torus reaches beyond the region found last: only there it touches the face all round. */
  get hasWholeRing(): boolean {
    const { a, b } = this.between;
    // Boxes have a way of their own, and leave what was placed before them.
    return this.#isBoxes || (a.kind === TORUS ? this.ofA === 1 : b.kind !== TORUS || this.ofA === 0);
  }

  /** Radius of the disc that the region in hand has the rim of. */
  get rimRadius(): number {
    return (this.round === 1 ? this.between.a : this.between.b).hx;
  }

  /** How far the shapes that were asked for last are apart along their axis (m). */
  get separation(): number {
    return this.between.separation;
  }

  #place(sa: SimpleShape, sb: SimpleShape, poses: Float64Array): void {
    this.#isBoxes = sa.type === 'box' && sb.type === 'box';
    if (!this.#isBoxes) {
      this.#placeSolids(sa, sb, poses);
      return;
    }
    this.#sa = sa;
    this.#sb = sb;
    this.#poses = poses;
    this.#boxes.set(sa as BoxShape, sb as BoxShape, poses);
    for (let m = 0; m < 3; m++) this.origin[m] = poses[m];
  }

  #placeSolids(sa: SimpleShape, sb: SimpleShape, poses: Float64Array): void {
    this.#isBoxes = false;
    this.looks++;
    for (let k = 0; k < 3; k++) this.origin[k] = poses[k];
    this.between.place(sa, sb, poses, this.origin);
  }

  /** The axis of what was placed last; false: it is farther apart than `reach`. */
  #findAxis(reach: number, goesOn = false): boolean {
    const boxes = this.#boxes;
    const between = this.between;
    if (!this.#isBoxes) return between.find(reach, goesOn);
    if (!boxes.find(reach)) return false;
    between.set(boxes.nx, boxes.ny, boxes.nz);
    between.size = boxes.size;
    between.separation = boxes.separation;
    return true;
  }

  /**
   * How far the shapes at poses[0…] and poses[7…] are apart along their axis of separation; Infinity: more than
   * `reach`. `goesOn`: the axis in hand is theirs, too, from a little earlier on their way.
   */
  separationAt(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, reach: number, goesOn = false): number {
    this.#place(sa, sb, poses);
    return this.#findAxis(reach, goesOn) ? this.between.separation : Infinity;
  }

  /** Writes the direction of solids whose separation was asked for last (convex.ts) to out[0…]; false: they need none. */
  writeDirection(out: Float64Array): boolean {
    const { isRound, convex } = this.between;
    if (this.#isBoxes || !isRound) return false;
    convex.writeDirection(out);
    return true;
  }

  /** Writes the axis of separation in hand to out[0…]. */
  writeAxis(out: Float64Array): void {
    out[0] = this.between.nx;
    out[1] = this.between.ny;
    out[2] = this.between.nz;
  }

  /** How fast a body with the twist at v[w…] moves along the axis of separation in hand. */
  alongAxis(v: Float64Array, w: number): number {
    const { nx, ny, nz } = this.between;
    return nx * v[w] + ny * v[w + 1] + nz * v[w + 2];
  }

  /**
   * Finds the region of the shapes at poses[0…] and poses[7…] if they are within `reach` of each other. Curved sides
   * have the patch of the target depth `round`, or none if that is zero.
   */
  find(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, reach: number, thin: number, round = 0): number {
    this.#place(sa, sb, poses);
    return this.#findAxis(reach) ? this.findHere(reach, thin, round) : APART;
  }

  /** The same where the shapes were last asked for their separation, which was within `reach`. */
  findHere(reach: number, thin: number, round = 0): number {
    if (this.#isBoxes) {
      if (this.#findBoxes(thin)) return FACES;
      // Slivers and corners, as all solids.
      this.#placeSolids(this.#sa!, this.#sb!, this.#poses);
      this.between.find(reach);
    }
    if (!this.#takeFaces(round)) return CURVED;
    if (this.meet()) {
      if (this.roundSides > 0) this.ofA = 0.5;
      if (this.between.b.kind === HALF_SPACE || this.count < 3 || this.roundSides > 0 || this.width() > thin)
        return this.finish();
      // A sliver both ways is a corner that just grazes another.
      if (!this.between.across(this.frame, thin)) return APART;
      if (!this.#takeFaces() || !this.meet()) return APART;
      return this.width() > thin ? this.finish() : APART;
    }
    return this.#takeClosest(reach) ? this.finish() : APART;
  }

  /**
   * The region along a given axis, at n[ni…] from B to A, however deep the shapes are inside each other or whether they
   * have passed. False: they do not face each other along it; then it is a point between their farthest ends.
   */
  findAlong(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, n: Float64Array, ni: number): boolean {
    this.#placeSolids(sa, sb, poses);
    const { origin } = this;
    const between = this.between;
    between.ofFaceA = between.ofFaceB = -1;
    between.set(n[ni], n[ni + 1], n[ni + 2]);
    const gap = between.b.kind === HALF_SPACE ? 0 : between.gapAlong(between.nx, between.ny, between.nz);
    between.separation = gap;
    if (this.#takeFaces() && this.meet()) {
      this.finish();
      return true;
    }
    // Half-way between the points of both that are farthest along the axis, moved beside each other.
    const { s } = between;
    const [x, y, z] = [0.5 * (s[0] + s[3]), 0.5 * (s[1] + s[4]), 0.5 * (s[2] + s[5])];
    this.setPoint(x + origin[0], y + origin[1], z + origin[2], n, ni, gap);
    return false;
  }

  /** The region of two boxes; false: it is a sliver, or none. */
  #findBoxes(thin: number): boolean {
    this.#boxes.takeFaces(this.faceA, this.faceB);
    this.roundSides = 0;
    this.#isPlane = false;
    if (this.meet() && (this.count < 3 || this.width() > thin)) {
      this.finish();
      return true;
    }
    return false;
  }

  /** Whether the solids placed are inside each other by no more than `least` along the axis n[at…] from B to A. */
  isClearAlong(n: Float64Array, at: number, least: number): boolean {
    const between = this.between;
    if (between.b.kind === HALF_SPACE) return !between.find(-least);
    return between.gapAlong(n[at], n[at + 1], n[at + 2]) >= -least;
  }

  /** For `isClearAlong`, and for `findOnTriangle`, where the second is a mesh: the two solids. */
  placePair(sa: SimpleShape, sb: SimpleShape, poses: Float64Array): void {
    this.#placeSolids(sa, sb, poses);
  }

  /**
   * The region in which the first solid faces the triangle with corners c[0…8] and normal (nx, ny, nz), of the mesh's
   * frame, along the axis (x, y, z), world, from the mesh to the solid; its width, or -1 where they do not face each
   * other. What is round faces it with the patch that it has at the target depth. `finishTriangle` completes it.
   */
  findOnTriangle(
    c: Float64Array,
    nx: number,
    ny: number,
    nz: number,
    x: number,
    y: number,
    z: number,
    faceA: number,
    depth: number,
  ): number {
    const faceB = this.faceB;
    const { a, b } = this.between;
    this.between.set(x, y, z);
    if (faceA >= 0) takeFace(a, faceA, this.faceA);
    else if (!faceOf(a, -x, -y, -z, this.faceA)) takeRound(a, -x, -y, -z, depth, this.faceA);
    this.#isPlane = false;
    faceB.clear();
    for (let k = 0; k < 9; k += 3) faceB.add(b, c[k], c[k + 1], c[k + 2]);
    faceB.turn(b, nx, ny, nz);
    if (!this.meet() || this.count < 3) return -1;
    return this.width();
  }

  /** In place of the region of one triangle: the polygon of `n` corners at p[0…], pairs along u and w at `origin`. */
  replace(u: Float64Array, p: Float64Array, n: number): void {
    const { frame } = this;
    const faceA = this.faceA;
    const { nx, ny, nz } = this.between;
    frame[0] = nx;
    frame[1] = ny;
    frame[2] = nz;
    this.setCorners(u, p, n);
    this.ofA = this.isAllOf(faceA, -(faceA.nx * nx + faceA.ny * ny + faceA.nz * nz)) ? 1 : 0.5;
  }

  finishTriangle(): void {
    this.finish();
    this.between.separation = this.least;
  }

  /**
   * The faces that look at each other along the axis; false: there is none, and no patch of the depth `round` either.
   */
  #takeFaces(round = 0): boolean {
    const faceA = this.faceA;
    const faceB = this.faceB;
    const { a, b, nx, ny, nz, ofFaceA, ofFaceB } = this.between;
    this.roundSides = 0;
    this.#isPlane = b.kind === HALF_SPACE;
    let behindA = -1;
    if (ofFaceA >= 0) takeFace(a, ofFaceA, faceA);
    else if (!faceOf(a, -nx, -ny, -nz, faceA)) {
      if (!(round > 0)) return false;
      this.roundSides++;
      behindA = takeRound(a, -nx, -ny, -nz, round, faceA);
    }
    if (b.kind === HALF_SPACE) {
      faceB.clear();
      faceB.nx = nx;
      faceB.ny = ny;
      faceB.nz = nz;
    } else if (ofFaceB >= 0) takeFace(b, ofFaceB, faceB);
    else if (!faceOf(b, nx, ny, nz, faceB)) {
      if (!(round > 0)) return false;
      this.roundSides++;
      const behindB = takeRound(b, nx, ny, nz, round, faceB);
      if (behindA < 0) faceB.sink(behindB);
      return true;
    }
    if (behindA > 0) faceA.sink(behindA);
    return true;
  }

  /** P of the faces in hand: false if it is empty. */
  protected meet(): boolean {
    const { nx, ny, nz, size } = this.between;
    return this.intersect(this.faceA, this.faceB, nx, ny, nz, size);
  }

  /** A P of one point between the closest points of the two. */
  #takeClosest(reach: number): boolean {
    const { frame } = this;
    const faceA = this.faceA;
    const faceB = this.faceB;
    const between = this.between;
    const { convex, a, b } = between;
    if (b.kind === HALF_SPACE || !convex.direction(a, b, reach)) return false;
    between.set(convex.nx, convex.ny, convex.nz);
    const { nx, ny, nz } = between;
    frame[0] = faceB.nx = nx;
    frame[1] = faceB.ny = ny;
    frame[2] = faceB.nz = nz;
    this.completeFrame();
    faceA.nx = -nx;
    faceA.ny = -ny;
    faceA.nz = -nz;
    faceA.isDisc = faceB.isDisc = false;
    faceA.index = faceB.index = -1;
    for (let m = 0; m < 3; m++) {
      faceA.points[m] = convex.onA[m];
      faceB.points[m] = convex.onB[m];
      this.center[m] = convex.onA[m];
    }
    faceB.count = 1;
    this.setToCenter();
    this.measured = true;
    return true;
  }

  /** A P of one point at (x, y, z), world, half-way between two that are `gap` apart along the normal at n[ni…]. */
  setPoint(x: number, y: number, z: number, n: Float64Array, ni: number, gap: number): void {
    const { frame, planeA, planeB, origin, center } = this;
    origin[0] = x;
    origin[1] = y;
    origin[2] = z;
    for (let m = 0; m < 3; m++) {
      center[m] = 0;
      frame[m] = n[ni + m];
    }
    this.between.set(frame[0], frame[1], frame[2]);
    this.completeFrame();
    for (let m = 0; m < 3; m++) {
      planeA[m] = -frame[m];
      planeB[m] = frame[m];
    }
    planeA[3] = planeB[3] = -0.5 * gap;
    this.gap[0] = this.least = this.between.separation = gap;
    this.gap[1] = this.gap[2] = 0;
    this.setToCenter();
    this.hasRim = false;
    this.ring = this.tube = 0;
    this.round = 0;
    for (let m = 0; m < 3; m++) this.axis[m] = 0;
  }

  /**
   * Takes the centre of a leaning disc for that of the region: about any other point its turning about its own axis
   * would seem to lift and lower it, while it stays the same disc. A region that is cut off by the other face has its
   * centroid elsewhere.
   */
  #centerOnDisc(face: Face, { kind, x, y, z }: Placed): void {
    const { frame, center, vertices: v } = this;
    const along = frame[0] * face.nx + frame[1] * face.ny + frame[2] * face.nz;
    if (!(1 - along * along > LEANS * LEANS)) return;
    // From the solid's origin along its axis, which is that of the face, to the face. A ring was moved along the frame's
    // first axis, and is seen where it was.
    const first = face.points;
    const far = kind === TORUS ? 0 : face.nx * (first[0] - x) + face.ny * (first[1] - y) + face.nz * (first[2] - z);
    const dx = x + far * face.nx - center[0];
    const dy = y + far * face.ny - center[1];
    const dz = z + far * face.nz - center[2];
    const du = dx * frame[3] + dy * frame[4] + dz * frame[5];
    const dw = dx * frame[6] + dy * frame[7] + dz * frame[8];
    for (let m = 0; m < 2 * this.count; m += 2) {
      v[m] -= du;
      v[m + 1] -= dw;
    }
    for (let m = 0; m < 3; m++) center[m] += du * frame[3 + m] + dw * frame[6 + m];
  }

  protected finish(): number {
    const { planeA, planeB, gap, center, frame, vertices: v, axis } = this;
    const faceA = this.faceA;
    const faceB = this.faceB;
    const { a, b } = this.between;
    if (!this.measured) this.width();
    // The whole of a disc is about its centre.
    if (faceA.isDisc && !faceB.isDisc && this.ofA < 1) this.#centerOnDisc(faceA, a);
    if (faceB.isDisc && !faceA.isDisc && this.ofA > 0) this.#centerOnDisc(faceB, b);
    setPlane(planeA, faceA);
    if (this.#isPlane) {
      planeB[0] = faceB.nx;
      planeB[1] = faceB.ny;
      planeB[2] = faceB.nz;
      planeB[3] = faceB.nx * b.x + faceB.ny * b.y + faceB.nz * b.z;
    } else setPlane(planeB, faceB);
    heights(gap, planeA, center, frame);
    const high = gap[0];
    const hu = gap[1];
    const hw = gap[2];
    heights(gap, planeB, center, frame);
    const low = gap[0];
    gap[0] = high - low;
    gap[1] = hu - gap[1];
    gap[2] = hw - gap[2];
    let least = Infinity;
    let at = 0;
    for (let m = 0; m < this.count; m++) {
      const g = gap[0] + gap[1] * v[2 * m] + gap[2] * v[2 * m + 1];
      if (g < least) {
        least = g;
        at = m;
      }
    }
    this.least = least;
    const lift = high + hu * v[2 * at] + hw * v[2 * at + 1] - 0.5 * least;
    for (let m = 0; m < 3; m++) center[m] += lift * frame[m];
    this.hasRim = faceA.isDisc || faceB.isDisc;
    // Boxes leave what was placed before them: a torus there is none of theirs.
    const torus = this.#isBoxes ? null : a.kind === TORUS ? a : b.kind === TORUS ? b : null;
    this.ring = torus?.hx ?? 0;
    this.tube = torus?.hy ?? 0;
    axis[0] = axis[1] = axis[2] = 0;
    const disc = faceA.isDisc ? a : b;
    this.round = faceA.isDisc ? 1 : faceB.isDisc ? 2 : 0;
    if (this.hasRim) for (let m = 0; m < 3; m++) axis[m] = disc.r[3 * m + 1];
    // From here on the ring itself and a plane as far from the other: that holds however the torus turns.
    const way = torus === a ? this.tube : -this.tube;
    planeA[3] += way * (planeA[0] * frame[0] + planeA[1] * frame[1] + planeA[2] * frame[2]);
    planeB[3] += way * (planeB[0] * frame[0] + planeB[1] * frame[1] + planeB[2] * frame[2]);
    return FACES;
  }
}

function isFlat(s: SimpleShape): boolean {
  return s.type === 'box' || s.type === 'convex' || s.type === 'cylinder' || s.type === 'cone';
}

/** How high the plane is over the centre along the frame's first axis, and how it rises along the other two. */
function heights(out: Float64Array, plane: Float64Array, c: Float64Array, frame: Float64Array): void {
  const k = 1 / (plane[0] * frame[0] + plane[1] * frame[1] + plane[2] * frame[2]);
  out[0] = k * (plane[3] - (plane[0] * c[0] + plane[1] * c[1] + plane[2] * c[2]));
  out[1] = -k * (plane[0] * frame[3] + plane[1] * frame[4] + plane[2] * frame[5]);
  out[2] = -k * (plane[0] * frame[6] + plane[1] * frame[7] + plane[2] * frame[8]);
}

function setPlane(out: Float64Array, f: Face): void {
  out[0] = f.nx;
  out[1] = f.ny;
  out[2] = f.nz;
  out[3] = f.nx * f.points[0] + f.ny * f.points[1] + f.nz * f.points[2];
}

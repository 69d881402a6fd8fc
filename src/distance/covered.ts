// The facing region of meshes that are not convex where their hulls face each other (shapes/mesh-cover.ts): piece by
// piece of what lies in the two faces. All pieces have the planes of the faces of the hulls, so that their gaps are
// one.
//
// Verified in test/contact/six-flat-meshes.test.ts; why: docs/decisions/six-covered.md.

import { type MeshCover, MOST_PIECES } from '../shapes/mesh-cover.js';
import type { MeshShape, SimpleShape } from '../shapes/shape.js';
import type { Face } from './face.js';
import { FacingRegion } from './facing.js';
import { HALF_SPACE, type Placed } from './placed.js';

export class CoveredRegion extends FacingRegion {
  #coverA: MeshCover | null = null;
  #coverB: MeshCover | null = null;
  #firstA = 0;
  #firstB = 0;
  /** How many pairs of pieces there are. */
  pieces = 0;
  #piecesB = 1;
  /** How high the centre of the whole region is along its normal (m). */
  #height = 0;
  readonly #x = new Float64Array(3);

  /**
   * Takes in hand the pieces of the faces whose region was found last, of the hulls round `sa` and `sb`. False: these
   * do not meet with what lies in their faces alone.
   */
  begin(sa: SimpleShape, sb: SimpleShape): boolean {
    const { faceA, faceB } = this;
    this.#coverA = sa.type === 'mesh' ? sa.cover! : null;
    this.#coverB = sb.type === 'mesh' ? sb.cover! : null;
    // Corner beside corner no face is known.
    if ((this.#coverA !== null && faceA.index < 0) || (this.#coverB !== null && faceB.index < 0)) return false;
    this.#firstA = this.#coverA === null ? 0 : this.#coverA.faceStart[faceA.index];
    this.#firstB = this.#coverB === null ? 0 : this.#coverB.faceStart[faceB.index];
    const piecesA = this.#coverA === null ? 1 : this.#coverA.faceStart[faceA.index + 1] - this.#firstA;
    this.#piecesB = this.#coverB === null ? 1 : this.#coverB.faceStart[faceB.index + 1] - this.#firstB;
    this.pieces = piecesA * this.#piecesB;
    const { center: c, frame: n } = this;
    this.#height = c[0] * n[0] + c[1] * n[1] + c[2] * n[2];
    return this.pieces > 0;
  }

  /**
   * The same of the region in hand, of the hull round `sa` on a triangle or flat face of the ground: pieces are met
   * within it.
   */
  beginOnGround(sa: SimpleShape): boolean {
    const { faceA, faceB, planeB: p, center: c, frame: f, vertices: v } = this;
    this.#coverA = (sa as MeshShape).cover!;
    this.#coverB = null;
    this.#firstB = 0;
    this.#piecesB = 1;
    if (faceA.index < 0) return false;
    this.#firstA = this.#coverA.faceStart[faceA.index];
    this.pieces = this.#coverA.faceStart[faceA.index + 1] - this.#firstA;
    this.#height = c[0] * f[0] + c[1] * f[1] + c[2] * f[2];
    faceB.clear();
    for (let m = 0; m < 2 * this.count; m += 2) {
      for (let j = 0; j < 3; j++) this.#x[j] = c[j] + v[m] * f[3 + j] + v[m + 1] * f[6 + j];
      // Down onto the ground.
      const x = this.#x;
      const off = (p[3] - (p[0] * x[0] + p[1] * x[1] + p[2] * x[2])) / (p[0] * f[0] + p[1] * f[1] + p[2] * f[2]);
      faceB.addPoint(x[0] + off * f[0], x[1] + off * f[1], x[2] + off * f[2]);
    }
    return this.pieces > 0;
  }

  /** A number for pair k of pieces that is the same as long as the faces are. */
  codeOf(k: number): number {
    return Math.floor(k / this.#piecesB) * MOST_PIECES + (k % this.#piecesB);
  }

  /** The pair of pieces with that number; -1: there is none. */
  pairOf(code: number): number {
    const b = code % MOST_PIECES;
    const k = Math.floor(code / MOST_PIECES) * this.#piecesB + b;
    return b < this.#piecesB && k < this.pieces ? k : -1;
  }

  /** Puts the region of the pieces with that number in hand, of meshes whose hulls face each other; false: none. */
  takeCode(sa: SimpleShape, sb: SimpleShape, code: number): boolean {
    if (!this.begin(sa, sb)) return false;
    const k = this.pairOf(code);
    return k >= 0 && this.take(k, 0);
  }

  /** Puts the region of pair k of pieces in hand; false: they do not face each other, or no wider than `thin`. */
  take(k: number, thin: number): boolean {
    const { faceA, faceB } = this;
    const coverA = this.#coverA;
    const coverB = this.#coverB;
    const { a, b } = this.between;
    if (coverA !== null) takePiece(coverA, this.#firstA + Math.floor(k / this.#piecesB), a, faceA);
    if (coverB !== null) takePiece(coverB, this.#firstB + (k % this.#piecesB), b, faceB);
    if (!this.meet()) return false;
    // Segments have no width.
    const isFlat = faceA.count > 2 && (faceB.count > 2 || b.kind === HALF_SPACE);
    if (isFlat && b.kind !== HALF_SPACE && !(this.count > 2 && this.width() > thin)) return false;
    this.finish();
    this.between.separation = this.least;
    // All at the height of the whole: as they lie in one face, they are one contact (join.ts).
    const { center: c, frame: n } = this;
    const lift = this.#height - (c[0] * n[0] + c[1] * n[1] + c[2] * n[2]);
    for (let m = 0; m < 3; m++) c[m] += lift * n[m];
    return true;
  }
}

/** The corners of a piece, in place of those of the face that it lies in. */
function takePiece(cover: MeshCover, piece: number, s: Placed, face: Face): void {
  const { cornerStart, corners: c } = cover;
  face.count = 0;
  for (let m = 3 * cornerStart[piece]; m < 3 * cornerStart[piece + 1]; m += 3) face.add(s, c[m], c[m + 1], c[m + 2]);
}

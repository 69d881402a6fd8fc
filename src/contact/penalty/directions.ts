// The pieces of a pair's footprint, put together by the direction in which they face.

import {
  type Footprint,
  PC_AREA,
  PC_DEEPEST,
  PC_FRAME,
  PC_ORIGIN,
  PC_VOLUME,
  PI_GROUP,
  PIECE_INTS,
  PIECE_STRIDE,
} from './cells.js';
import { spreadSquare } from './integrals.js';
import { PressedPiece } from './pressed.js';

/** Normals within this angle (cos of 11°) are one direction. */
const ONE_DIRECTION = 0.98;

/** One direction of contact: what its friction needs to know. */
export class Direction {
  /** Its pieces and their pressures, side by side. */
  readonly pieces: number[] = [];
  readonly pressed: PressedPiece[] = [];
  count = 0;
  /** Normal, and the footprint's centre relative to A's centre of mass. */
  readonly normal = new Float64Array(3);
  readonly center = new Float64Array(3);
  /** Footprint of the pair, of this direction, and ∫|x - c|² of this direction. */
  pairArea = 0;
  area = 0;
  polar = 0;
  /** Velocity of A against B at the centre, and their relative spin. */
  readonly velocity = new Float64Array(3);
  readonly spin = new Float64Array(3);
  readonly #exact: boolean;

  constructor(exact: boolean) {
    this.#exact = exact;
  }

  /** The pieces of direction g: normal, centre, area and polar moment of their footprint. */
  gather(footprint: Footprint, g: number, pairArea: number): void {
    const { pieces: p, ints } = footprint;
    const { normal: n, center: c } = this;
    this.count = 0;
    this.area = 0;
    this.pairArea = pairArea;
    n.fill(0);
    c.fill(0);
    for (let k = 0; k < footprint.count; k++) {
      if (ints[k * PIECE_INTS + PI_GROUP] !== g) continue;
      const at = this.count++;
      this.pieces[at] = k;
      if (at === this.pressed.length) this.pressed.push(new PressedPiece(this.#exact));
      const o = k * PIECE_STRIDE;
      const area = p[o + PC_AREA];
      this.area += area;
      for (let m = 0; m < 3; m++) {
        n[m] += area * p[o + PC_FRAME + m];
        c[m] +=
          area * p[o + PC_ORIGIN + m] +
          p[o + PC_AREA + 1] * p[o + PC_FRAME + 3 + m] +
          p[o + PC_AREA + 2] * p[o + PC_FRAME + 6 + m];
      }
    }
    const s = 1 / Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (let m = 0; m < 3; m++) {
      n[m] *= s;
      c[m] /= this.area;
    }
    this.polar = 0;
    for (let at = 0; at < this.count; at++) this.polar += this.#polarOf(p, this.pieces[at]! * PIECE_STRIDE);
  }

  /** ∫|x - c|² along the plane over one piece. */
  #polarOf(p: Float64Array, o: number): number {
    const { center: c } = this;
    const f = o + PC_FRAME;
    const x = p[o + PC_ORIGIN] - c[0];
    const y = p[o + PC_ORIGIN + 1] - c[1];
    const z = p[o + PC_ORIGIN + 2] - c[2];
    const u = p[f + 3] * x + p[f + 4] * y + p[f + 5] * z;
    const w = p[f + 6] * x + p[f + 7] * y + p[f + 8] * z;
    // As the work of the field n×(x - c).
    return spreadSquare(p, o + PC_AREA, -w, u, 1);
  }
}

/** Everything at the deepest point of the deepest piece. */
export function keepDeepest(footprint: Footprint): void {
  let best = 0;
  footprint.wholeVolume = 0;
  for (let k = 0; k < footprint.count; k++) {
    footprint.wholeVolume += footprint.pieces[k * PIECE_STRIDE + PC_VOLUME];
    const o = k * PIECE_STRIDE + PC_DEEPEST;
    if (footprint.pieces[o] > footprint.pieces[best * PIECE_STRIDE + PC_DEEPEST]) best = k;
  }
  for (let k = 0; k < footprint.count; k++) footprint.ints[k * PIECE_INTS + PI_GROUP] = k === best ? 0 : -1;
  footprint.collapse(best);
}

/** Puts pieces that face the same way together; returns the number of directions. */
export function sortPieces(footprint: Footprint): number {
  const { pieces: p, ints } = footprint;
  let count = 0;
  for (let k = 0; k < footprint.count; k++) {
    if (ints[k * PIECE_INTS + PI_GROUP] < 0) continue;
    let group = -1;
    for (let m = 0; m < k && group < 0; m++) {
      if (ints[m * PIECE_INTS + PI_GROUP] < 0) continue;
      const i = k * PIECE_STRIDE + PC_FRAME;
      const j = m * PIECE_STRIDE + PC_FRAME;
      if (p[i] * p[j] + p[i + 1] * p[j + 1] + p[i + 2] * p[j + 2] > ONE_DIRECTION)
        group = ints[m * PIECE_INTS + PI_GROUP];
    }
    ints[k * PIECE_INTS + PI_GROUP] = group >= 0 ? group : count++;
  }
  return count;
}

/** Footprint of all pieces that count (m²). */
export function totalArea(footprint: Footprint): number {
  let area = 0;
  for (let k = 0; k < footprint.count; k++)
    if (footprint.ints[k * PIECE_INTS + PI_GROUP] >= 0) area += footprint.pieces[k * PIECE_STRIDE + PC_AREA];
  return area;
}

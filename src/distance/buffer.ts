// The contact points of one pair: packed, reused from pair to pair, growing only until warm.

import { grownF64, grownI32 } from '../memory/grown.js';

/** Offsets into the record of one point: its place on the surface of A and on that of B (m, relative to the origin). */
export const CP_ON_A = 0;
export const CP_ON_B = 3;
/** Unit normal from B to A. */
export const CP_NORMAL = 6;
/** Distance along the normal (m); negative is penetration. */
export const CP_SEPARATION = 9;
export const CP_STRIDE = 10;

/** Feature ids: which vertex, edge pair or rim point made a contact point. The top two bits tell the kind. */
export const ID_VERTEX_A = 0;
export const ID_VERTEX_B = 1 << 30;
export const ID_EDGES = 2 << 30;
export const ID_OTHER = 3 << 30;
const ID_MASK = (1 << 30) - 1;

/** Id of a crossing of edge (a0, a1) of A and edge (b0, b1) of B: exact below 128 vertices, a hash beyond. */
export function edgePairId(a0: number, a1: number, b0: number, b1: number): number {
  const a = a0 < a1 ? a0 : a1;
  const c = a0 < a1 ? a1 : a0;
  const b = b0 < b1 ? b0 : b1;
  const d = b0 < b1 ? b1 : b0;
  if (c < 128 && d < 128) return ID_EDGES | a | (c << 7) | (b << 14) | (d << 21);
  let h = Math.imul(a ^ 0x2c1b3c6d, 0x297a2d39);
  h = Math.imul(h ^ (h >>> 15) ^ c, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13) ^ b, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16) ^ d, 0x27d4eb2f);
  return ID_EDGES | ((h ^ (h >>> 15)) & ID_MASK);
}

/** The same feature seen with A and B exchanged (edge pairs swap their halves only while exactly packed). */
function exchangedId(id: number): number {
  const kind = id & (3 << 30);
  if (kind === ID_VERTEX_A) return id | ID_VERTEX_B;
  if (kind === ID_VERTEX_B) return id & ID_MASK;
  if (kind === ID_EDGES) return ID_EDGES | ((id >>> 14) & 0x3fff) | ((id & 0x3fff) << 14) | (id & 0x30000000);
  return id;
}

export class PointBuffer {
  count = 0;
  /** CP_STRIDE numbers a point, positions relative to `origin`, world axes. */
  data = new Float64Array(16 * CP_STRIDE);
  ids = new Int32Array(16);
  /** Of points at which edges cross: the edge of A and that of B, as vectors (m, world axes); else zero. */
  edges = new Float64Array(16 * 6);
  readonly origin = new Float64Array(3);
  /** While set, `push` exchanges the two bodies: for routines that know a pair in one order only. */
  flipped = false;

  clear(): void {
    this.count = 0;
    this.flipped = false;
  }

  /** Append the point given on the first and second body, normal from second to first. */
  push(
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    nx: number,
    ny: number,
    nz: number,
    separation: number,
    id: number,
  ): void {
    const k = this.count;
    if (k === this.ids.length) this.#grow();
    const { data: d, flipped } = this;
    const o = k * CP_STRIDE;
    const a = o + (flipped ? CP_ON_B : CP_ON_A);
    const b = o + (flipped ? CP_ON_A : CP_ON_B);
    const sign = flipped ? -1 : 1;
    d[a] = ax;
    d[a + 1] = ay;
    d[a + 2] = az;
    d[b] = bx;
    d[b + 1] = by;
    d[b + 2] = bz;
    d[o + CP_NORMAL] = sign * nx;
    d[o + CP_NORMAL + 1] = sign * ny;
    d[o + CP_NORMAL + 2] = sign * nz;
    d[o + CP_SEPARATION] = separation;
    this.ids[k] = flipped ? exchangedId(id) : id;
    for (let m = 6 * k; m < 6 * k + 6; m++) this.edges[m] = 0;
    this.count = k + 1;
  }

  /** The last point's edges: of the first body, then of the second. */
  noteEdges(ux: number, uy: number, uz: number, vx: number, vy: number, vz: number): void {
    const e = this.edges;
    const o = 6 * (this.count - 1);
    const a = o + (this.flipped ? 3 : 0);
    const b = o + (this.flipped ? 0 : 3);
    e[a] = ux;
    e[a + 1] = uy;
    e[a + 2] = uz;
    e[b] = vx;
    e[b + 1] = vy;
    e[b + 2] = vz;
  }

  /** Drops the points that are deeper than `most` (m). */
  dropDeeper(most: number): void {
    let count = 0;
    for (let k = 0; k < this.count; k++) if (this.data[k * CP_STRIDE + CP_SEPARATION] >= -most) this.move(k, count++);
    this.count = count;
  }

  /** Point `to` becomes what point k is. */
  move(k: number, to: number): void {
    if (k === to) return;
    this.data.copyWithin(to * CP_STRIDE, k * CP_STRIDE, (k + 1) * CP_STRIDE);
    this.edges.copyWithin(6 * to, 6 * k, 6 * k + 6);
    this.ids[to] = this.ids[k];
  }

  /** The id, moved on by `step` until no point of the pair has it: one rim point may touch several faces. */
  distinctId(id: number, step: number): number {
    for (let i = 0; i < this.count; i++) {
      if (this.ids[i] !== (this.flipped ? exchangedId(id) : id)) continue;
      id += step;
      i = -1;
    }
    return id;
  }

  #grow(): void {
    this.data = grownF64(this.data);
    this.ids = grownI32(this.ids);
    this.edges = grownF64(this.edges);
  }
}

/** Is this a point already, on body B if `onB`, else on A? (The buffer serves one pair.) */
export function isKnown(out: PointBuffer, onB: boolean, x: number, y: number, z: number, tolerance: number): boolean {
  const d = out.data;
  for (let i = 0; i < out.count; i++) {
    const o = i * CP_STRIDE + (onB ? CP_ON_B : CP_ON_A);
    if (Math.abs(d[o] - x) + Math.abs(d[o + 1] - y) + Math.abs(d[o + 2] - z) < tolerance) return true;
  }
  return false;
}

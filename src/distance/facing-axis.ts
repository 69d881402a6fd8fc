// The axis along which two solids are separated, or least inside each other: a face's normal or the common
// perpendicular of two edges (sat.ts); by GJK and EPA where there are too many edges or where a side is round
// (convex.ts).
//
// Verified in test/distance/facing.test.ts.

import type { SimpleShape } from '../shapes/shape.js';
import { ConvexContact } from './convex.js';
import { Face } from './face.js';
import { faceOf } from './face-towards.js';
import { supportCore } from './gjk.js';
import { BOX, HALF_SPACE, Placed } from './placed.js';
import { FACE_FIRST, FACE_SECOND } from './sat.js';

/** Above this product of edge counts GJK and EPA are cheaper than trying all pairs of edges. */
const SAT_LIMIT = 2048;
/**
 * A flat face's normal is taken for the direction between two bodies if its gap is as close to it: sizes, and share.
 */
const FACE_BIAS = 1e-4;
const FACE_RELATIVE_BIAS = 0.02;
/** A face along the height of a sliver: cosine. */
const ACROSS = 0.7;

export class FacingAxis {
  readonly a = new Placed();
  readonly b = new Placed();
  readonly convex = new ConvexContact();
  /** From B to A, and the separation along it; faces of polyhedra that it is the normal of, or -1. */
  nx = 0;
  ny = 1;
  nz = 0;
  separation = 0;
  ofFaceA = -1;
  ofFaceB = -1;
  /** Whether it was found from the direction that `convex` has in hand. */
  isRound = false;
  /** Size of the smaller solid. */
  size = 1;
  /** The points farthest along the direction that was asked for last. */
  readonly s = new Float64Array(6);
  readonly #faceA = new Face();
  readonly #faceB = new Face();

  /** The solids at poses[0…] and poses[7…], relative to `origin`. */
  place(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, origin: Float64Array): void {
    const { a, b } = this;
    a.set(sa, poses, 0, origin[0], origin[1], origin[2]);
    b.set(sb, poses, 7, origin[0], origin[1], origin[2]);
    this.size = b.kind === HALF_SPACE || a.size < b.size ? a.size : b.size;
  }

  /**
   * Finds it; false: the solids are farther apart than `reach`. `goesOn`: the axis in hand is one that the same solids
   * have a little earlier.
   */
  find(reach: number, goesOn = false): boolean {
    const { a, b, convex } = this;
    this.isRound = false;
    this.ofFaceA = this.ofFaceB = -1;
    if (b.kind === HALF_SPACE) {
      this.set(b.r[1], b.r[4], b.r[7]);
      supportCore(a, -this.nx, -this.ny, -this.nz, this.s, 0);
      const core = this.nx * (this.s[0] - b.x) + this.ny * (this.s[1] - b.y) + this.nz * (this.s[2] - b.z);
      this.separation = core - a.coreRadius;
      return this.separation <= reach;
    }
    const boxes = a.kind === BOX && b.kind === BOX;
    const pa = a.polyhedron;
    const pb = b.polyhedron;
    if (pa !== null && pb !== null && (boxes || (pa.edges.length >> 2) * (pb.edges.length >> 2) <= SAT_LIMIT)) {
      const { sat } = convex;
      if (!(boxes ? sat.boxes(a, b, reach) : sat.polyhedra(a, b, reach, true))) return false;
      this.set(-sat.nx, -sat.ny, -sat.nz);
      this.separation = sat.separation;
      if (sat.kind === FACE_FIRST) this.ofFaceA = sat.faceA;
      else if (sat.kind === FACE_SECOND) this.ofFaceB = sat.faceB;
      return true;
    }
    if (goesOn) {
      convex.gjk.start[0] = this.nx;
      convex.gjk.start[1] = this.ny;
      convex.gjk.start[2] = this.nz;
    }
    if (!convex.axis(a, b, reach)) return false;
    this.isRound = true;
    this.set(convex.nx, convex.ny, convex.nz);
    this.separation = convex.gap;
    this.#preferFaces();
    return true;
  }

  set(x: number, y: number, z: number): void {
    this.nx = x;
    this.ny = y;
    this.nz = z;
  }

  /** The normal of a face near the axis, where the bodies are as far apart along it. */
  #preferFaces(): void {
    const { a, b } = this;
    const faceA = this.#faceA;
    const faceB = this.#faceB;
    const enough = this.separation - Math.max(FACE_BIAS * this.size, FACE_RELATIVE_BIAS * Math.abs(this.separation));
    const hasA = faceOf(a, -this.nx, -this.ny, -this.nz, faceA, false);
    const hasB = faceOf(b, this.nx, this.ny, this.nz, faceB, false);
    const gapA = hasA ? this.gapAlong(-faceA.nx, -faceA.ny, -faceA.nz) : -Infinity;
    const gapB = hasB ? this.gapAlong(faceB.nx, faceB.ny, faceB.nz) : -Infinity;
    if (!(gapA >= enough || gapB >= enough)) return;
    const first = Math.abs(gapA - gapB) <= 1e-5 * this.size ? a.size >= b.size : gapA > gapB;
    this.separation = first ? gapA : gapB;
    if (first) this.set(-faceA.nx, -faceA.ny, -faceA.nz);
    else this.set(faceB.nx, faceB.ny, faceB.nz);
  }

  /** How far the solids are apart along a direction from B to A. */
  gapAlong(x: number, y: number, z: number): number {
    const { s } = this;
    supportCore(this.a, -x, -y, -z, s, 0);
    supportCore(this.b, x, y, z, s, 3);
    const cores = x * (s[0] - s[3]) + y * (s[1] - s[4]) + z * (s[2] - s[5]);
    return cores - this.a.coreRadius - this.b.coreRadius;
  }

  /** Takes the axis along the height of a sliver in `frame`, if the bodies are hardly inside each other along it. */
  across(frame: Float64Array, thin: number): boolean {
    let best = -2 * thin;
    let x = 0;
    let y = 0;
    let z = 0;
    let found = false;
    this.ofFaceA = this.ofFaceB = -1;
    for (let side = 0; side < 2; side++) {
      const s = side === 0 ? this.a : this.b;
      const sign = side === 0 ? -1 : 1;
      const planes = s.polyhedron?.planes;
      const faces = planes ? planes.length / 4 : 2;
      for (let f = 0; f < faces; f++) {
        const lx = planes ? planes[4 * f] : 0;
        const ly = planes ? planes[4 * f + 1] : f === 0 ? 1 : -1;
        const lz = planes ? planes[4 * f + 2] : 0;
        const { r } = s;
        const nx = sign * (r[0] * lx + r[1] * ly + r[2] * lz);
        const ny = sign * (r[3] * lx + r[4] * ly + r[5] * lz);
        const nz = sign * (r[6] * lx + r[7] * ly + r[8] * lz);
        const along = nx * frame[6] + ny * frame[7] + nz * frame[8];
        if (along < ACROSS && along > -ACROSS) continue;
        const gap = this.gapAlong(nx, ny, nz);
        if (!(gap > best)) continue;
        best = gap;
        found = true;
        x = nx;
        y = ny;
        z = nz;
      }
    }
    if (!found) return false;
    this.set(x, y, z);
    this.separation = best;
    return true;
  }
}

// A convex solid, the base, cut by planes of another: the working parts of convex.ts, with their scratch.

import { matrixFromQuaternion } from '../math/quaternion.js';
import type { Polyhedron } from '../shapes/polyhedron.js';
import { CLIP_CUT, CLIP_EMPTY, CLIP_TOUCHES, ClippedPolyhedron } from './convex-clip.js';
import { PolyhedronMoments } from './convex-moments.js';
import type { OverlapBuffer } from './overlap.js';

/** Number of cutting planes from which on the bounds of what is left are kept. */
const MANY = 8;

export class ConvexCut {
  readonly solid = new ClippedPolyhedron();
  readonly moments = new PolyhedronMoments();
  /** Base axes → world axes. */
  readonly baseToWorld = new Float64Array(9);
  /** The other solid's axes → base axes, and its origin in the base frame. */
  readonly otherToBase = new Float64Array(9);
  readonly otherOrigin = new Float64Array(3);
  /** The other solid's planes in the base frame. */
  capPlanes = new Float64Array(4 * 32);
  /** Planes that may cut, how many, and which of them leaves least. */
  candidates = new Int32Array(32);
  candidateCount = 0;
  first = 0;
  /** From the overlap's origin to the base's, world axes. */
  readonly shift = new Float64Array(3);
  /** eps. */
  readonly noise = new Float64Array(1);
  /** For a base face that a face of the other solid coincides with and owns: that face's number + 1. */
  owners = new Int32Array(64);
  #ownedFaces = new Int32Array(64);
  #ownedCount = 0;
  /** The base: 0 is A, 1 is B. */
  baseSolid = 0;
  baseFaces = 0;

  /** Poses of the base and the other solid as baseToWorld, otherToBase and otherOrigin. */
  place(p: Float64Array, i: number, o: Float64Array, j: number): void {
    const r = this.baseToWorld;
    matrixFromQuaternion(r, 0, p, i + 3);
    const dx = o[j] - p[i];
    const dy = o[j + 1] - p[i + 1];
    const dz = o[j + 2] - p[i + 2];
    const t = this.otherOrigin;
    t[0] = r[0] * dx + r[3] * dy + r[6] * dz;
    t[1] = r[1] * dx + r[4] * dy + r[7] * dz;
    t[2] = r[2] * dx + r[5] * dy + r[8] * dz;
    const ax = -p[i + 3];
    const ay = -p[i + 4];
    const az = -p[i + 5];
    const aw = p[i + 6];
    const bx = o[j + 3];
    const by = o[j + 4];
    const bz = o[j + 5];
    const bw = o[j + 6];
    const x = aw * bx + ax * bw + ay * bz - az * by;
    const y = aw * by - ax * bz + ay * bw + az * bx;
    const z = aw * bz + ax * by - ay * bx + az * bw;
    const w = aw * bw - ax * bx - ay * by - az * bz;
    const m = this.otherToBase;
    const xx = x * x;
    const yy = y * y;
    const zz = z * z;
    m[0] = 1 - 2 * (yy + zz);
    m[1] = 2 * (x * y - w * z);
    m[2] = 2 * (x * z + w * y);
    m[3] = 2 * (x * y + w * z);
    m[4] = 1 - 2 * (xx + zz);
    m[5] = 2 * (y * z - w * x);
    m[6] = 2 * (x * z - w * y);
    m[7] = 2 * (y * z + w * x);
    m[8] = 1 - 2 * (xx + yy);
  }

  /** Another overlap: which solid is the base, and how many faces the other has. */
  begin(base: Polyhedron, baseSolid: number, otherFaces: number): void {
    for (let i = 0; i < this.#ownedCount; i++) this.owners[this.#ownedFaces[i]] = 0;
    this.#ownedCount = 0;
    this.baseSolid = baseSolid;
    this.baseFaces = base.planes.length >> 2;
    this.shift[0] = 0;
    this.shift[1] = 0;
    this.shift[2] = 0;
    const faces = this.baseFaces + otherFaces;
    if (this.candidates.length < otherFaces) {
      this.candidates = new Int32Array(2 * otherFaces);
      this.capPlanes = new Float64Array(8 * otherFaces);
    }
    if (this.owners.length < faces) {
      this.owners = new Int32Array(2 * faces);
      this.#ownedFaces = new Int32Array(2 * faces);
    }
  }

  /** The base is B. */
  shiftToB(pa: Float64Array, ai: number, pb: Float64Array, bi: number): void {
    this.shift[0] = pb[bi] - pa[ai];
    this.shift[1] = pb[bi + 1] - pa[ai + 1];
    this.shift[2] = pb[bi + 2] - pa[ai + 2];
  }

  /** Cuts the base by the candidates and writes what is left; false: nothing is. */
  measure(base: Polyhedron, out: OverlapBuffer): boolean {
    const solid = this.solid;
    const caps = this.capPlanes;
    const candidates = this.candidates;
    const count = this.candidateCount;
    const faces = this.owners.length;
    this.moments.reserve(0, faces);
    solid.start(base.vertices, base.edges, faces);
    // With many planes to come it pays to keep the bounds of what is left: most of them miss it.
    const many = count > MANY;
    let bounded = false;
    for (let k = 0; k < count; k++) {
      // The deepest plane first, in exchange for the one that was.
      const face = candidates[k === 0 ? this.first : k === this.first ? 0 : k];
      if (bounded && solid.clears(caps, 4 * face, this.noise)) continue;
      const status = solid.clip(caps, 4 * face, this.baseFaces + face, this.noise);
      if (status === CLIP_EMPTY) return false;
      if (status === CLIP_TOUCHES && this.baseSolid === 1) this.#claimFace(face);
      if (many && status === CLIP_CUT) {
        solid.updateBounds();
        bounded = true;
      }
    }
    return this.moments.write(
      solid,
      base.planes,
      this.baseFaces,
      caps,
      this.owners,
      this.baseSolid,
      this.baseToWorld,
      this.shift,
      this.noise,
      out,
    );
  }

  /** A's plane `plane` touches the base B: a face of B that lies in it belongs to A. */
  #claimFace(plane: number): void {
    const eps = this.noise[0];
    const { edges, edgeCount, distances } = this.solid;
    // Of the faces met by an edge in the plane, the one that lies in it has no edge that leaves the plane.
    for (let e = 0; e < edgeCount; e++) {
      if (distances[edges[4 * e]] < -eps || distances[edges[4 * e + 1]] < -eps) continue;
      for (let side = 2; side < 4; side++) {
        const face = edges[4 * e + side];
        if (face >= this.baseFaces || this.owners[face] !== 0) continue;
        let inPlane = true;
        for (let k = 0; k < edgeCount && inPlane; k++) {
          if (edges[4 * k + 2] !== face && edges[4 * k + 3] !== face) continue;
          inPlane = distances[edges[4 * k]] >= -eps && distances[edges[4 * k + 1]] >= -eps;
        }
        if (!inPlane) continue;
        this.owners[face] = plane + 1;
        this.#ownedFaces[this.#ownedCount++] = face;
        return;
      }
    }
  }
}

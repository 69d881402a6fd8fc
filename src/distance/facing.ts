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
// point. Slivers: where P is thinner than `thin`, it is the side of a step that is no higher than bodies rest inside
// each other (an internal edge of a floor of tiles). Then the bodies face each other across that step's height instead,
// or not at all. Corner beside corner: no faces overlap along n; the closest points are then a P of one point.
// A curved side has no face: CURVED; or, on request, the patch that it has on flat ground (round-face.ts), for convex pairs
// whose overlap has no closed form. Its two radii of curvature are then those of its own: where two curved sides meet, the
// patch is up to √2 too wide.
// Verified in test/distance/facing.test.ts.

import { around, cos, PI, sin } from '../math/trig.js';
import type { SimpleShape } from '../shapes/shape.js';
import { ConvexContact } from './convex.js';
import { Face } from './face.js';
import { supportCore } from './gjk.js';
import { BOX, CONE, CONVEX, CYLINDER, HALF_SPACE, kindOf, Placed, SMOOTH } from './placed.js';
import { takeRound } from './round-face.js';
import { FACE_FIRST, FACE_SECOND } from './sat.js';

/**
 * What `find` found: farther apart than asked for; a region; or a pair that has none, since one of its sides is curved.
 */
export const APART = 0;
export const FACES = 1;
export const CURVED = 2;

/** Corners of a round cap. */
const RIM = 32;
const RIM_COS = around(RIM, cos);
const RIM_SIN = around(RIM, sin);
/** A polygon of RIM corners that has the mean square radius of its circle is larger by this factor. */
export const RIM_GROWTH = Math.sqrt(3 / (2 + cos((2 * PI) / RIM)));
/** Area of a circle over that of the polygon of RIM corners in it. */
export const RIM_AREA = (2 * PI) / (RIM * sin((2 * PI) / RIM));
/** Below this tilt the corners of a cap stay where they are on the body: the lowest point of a level disc is noise. */
const LEVEL = 1e-6;
/** Above this product of edge counts GJK and EPA are cheaper than trying all pairs of edges. */
const SAT_LIMIT = 2048;
/**
 * A flat face's normal is taken for the direction between two bodies if its gap is as close to it: sizes, and share.
 */
const FACE_BIAS = 1e-4;
const FACE_RELATIVE_BIAS = 0.02;
/** A face seen at a flatter angle than this (cosine) is seen as a line. */
const EDGE_ON = 0.02;
/** Corners of P nearer to each other than this share of the bodies' size are one. */
const SAME = 1e-9;
/** A face along the height of a sliver: cosine. */
const ACROSS = 0.7;

/** P is all of a face if it has this share of its area. */
const WHOLE = 0.999;

export class FacingRegion {
  /** n, u, w, world axes. */
  readonly frame = new Float64Array(9);
  /** Point that positions are relative to: A's origin. */
  readonly origin = new Float64Array(3);
  /** Centre of P, at the height at which the gap is least; relative to `origin`. */
  readonly center = new Float64Array(3);
  /** Corners of P, counter-clockwise pairs (u, w) about the centre. */
  count = 0;
  vertices = new Float64Array(2 * 128);
  /** g₀, g_u, g_w, and the least of g on P (m). */
  readonly gap = new Float64Array(3);
  least = 0;
  /** Planes of the two faces: outward normal, offset from `origin`. */
  readonly planeA = new Float64Array(4);
  readonly planeB = new Float64Array(4);
  /** Axis about which the face of A, or of B, may turn and stay the same; zero: none. */
  readonly axis = new Float64Array(3);
  /** Whose axis that is: 1, A's; 2, B's; 0: none. */
  round = 0;
  hasRim = false;
  /** How much of P's outline is A's: 1 where P is all of A's face, 0 where it is all of B's. */
  ofA = 0.5;
  area = 0;

  private readonly a = new Placed();
  private readonly b = new Placed();
  private readonly convex = new ConvexContact();
  private readonly faceA = new Face();
  private readonly faceB = new Face();
  private readonly s = new Float64Array(6);
  private p = new Float64Array(2 * 128);
  private q = new Float64Array(2 * 128);
  /** Axis in hand, B to A, and the separation along it; faces of polyhedra that it is the normal of, or -1. */
  private nx = 0;
  private ny = 1;
  private nz = 0;
  private ofFaceA = -1;
  private ofFaceB = -1;
  private size = 1;
  separation = 0;

  /** Whether the kinds of two shapes can face each other at all. */
  static handles(a: SimpleShape, b: SimpleShape): boolean {
    return isFlat(a) && (isFlat(b) || b.type === 'half-space');
  }

  /** Whether two shapes can face each other where they are curved, too. */
  static handlesRound(a: SimpleShape, b: SimpleShape): boolean {
    return kindOf(a) < SMOOTH && kindOf(b) < SMOOTH;
  }

  private place(sa: SimpleShape, sb: SimpleShape, poses: Float64Array): void {
    const { a, b, origin } = this;
    for (let k = 0; k < 3; k++) origin[k] = poses[k];
    a.set(sa, poses, 0, origin[0], origin[1], origin[2]);
    b.set(sb, poses, 7, origin[0], origin[1], origin[2]);
    this.size = b.kind === HALF_SPACE || a.size < b.size ? a.size : b.size;
  }

  /**
   * How far the shapes at poses[0…] and poses[7…] are apart along their axis of separation; Infinity: more than
   * `reach`.
   */
  separationAt(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, reach: number): number {
    this.place(sa, sb, poses);
    return this.findAxis(reach) ? this.separation : Infinity;
  }

  /** How fast a body with the twist at v[w…] moves along the axis of separation in hand. */
  alongAxis(v: Float64Array, w: number): number {
    return this.nx * v[w] + this.ny * v[w + 1] + this.nz * v[w + 2];
  }

  /**
   * Finds the region of the shapes at poses[0…] and poses[7…] if they are within `reach` of each other. Curved sides
   * have the patch of the target depth `round`, or none if that is zero.
   */
  find(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, reach: number, thin: number, round = 0): number {
    this.place(sa, sb, poses);
    return this.findAxis(reach) ? this.findHere(reach, thin, round) : APART;
  }

  /** The same where the shapes were last asked for their separation, which was within `reach`. */
  findHere(reach: number, thin: number, round = 0): number {
    if (!this.takeFaces(round)) return CURVED;
    if (this.intersect()) {
      if (this.isRound) this.ofA = 0.5;
      if (this.b.kind === HALF_SPACE || this.count < 3 || this.isRound || this.width() > thin) return this.finish();
      // A sliver both ways is a corner that just grazes another.
      if (!this.acrossSliver(thin) || !this.takeFaces() || !this.intersect()) return APART;
      return this.width() > thin ? this.finish() : APART;
    }
    return this.takeClosest(reach) ? this.finish() : APART;
  }

  /**
   * The region along a given axis, at n[ni…] from B to A, however deep the shapes are inside each other or whether they
   * have passed. False: they do not face each other along it; then it is a point between their farthest ends.
   */
  findAlong(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, n: Float64Array, ni: number): boolean {
    this.place(sa, sb, poses);
    this.ofFaceA = this.ofFaceB = -1;
    this.setNormal(n[ni], n[ni + 1], n[ni + 2]);
    const { s, origin, b } = this;
    const gap = b.kind === HALF_SPACE ? 0 : this.gapAlong(this.nx, this.ny, this.nz);
    this.separation = gap;
    if (this.takeFaces() && this.intersect()) {
      this.finish();
      return true;
    }
    // Half-way between the points of both that are farthest along the axis, moved beside each other.
    const [x, y, z] = [0.5 * (s[0] + s[3]), 0.5 * (s[1] + s[4]), 0.5 * (s[2] + s[5])];
    this.setPoint(x + origin[0], y + origin[1], z + origin[2], n, ni, gap);
    return false;
  }

  /** For `findOnTriangle`: the two solids, of which the second is a mesh. */
  placePair(sa: SimpleShape, sb: SimpleShape, poses: Float64Array): void {
    this.place(sa, sb, poses);
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
    const { a, b, faceB } = this;
    this.setNormal(x, y, z);
    if (faceA >= 0) takeFace(a, faceA, this.faceA);
    else if (!faceOf(a, -x, -y, -z, this.faceA)) takeRound(a, -x, -y, -z, depth, this.faceA);
    faceB.count = 0;
    faceB.isDisc = false;
    for (let k = 0; k < 9; k += 3) faceB.add(b, c[k], c[k + 1], c[k + 2]);
    faceB.turn(b, nx, ny, nz);
    if (!this.intersect() || this.count < 3) return -1;
    return this.width();
  }

  /** In place of the region of one triangle: the polygon of `n` corners at p[0…], pairs along u and w at `origin`. */
  replace(u: Float64Array, p: Float64Array, n: number): void {
    const { frame } = this;
    frame[0] = this.nx;
    frame[1] = this.ny;
    frame[2] = this.nz;
    for (let m = 0; m < 6; m++) frame[3 + m] = u[m];
    this.reserve(n + 8);
    this.count = n;
    for (let m = 0; m < 2 * n; m++) this.vertices[m] = p[m];
    this.width();
    const { faceA } = this;
    const towardsA = -(faceA.nx * this.nx + faceA.ny * this.ny + faceA.nz * this.nz);
    this.ofA = this.area >= WHOLE * towardsA * areaOfFace(faceA) ? 1 : 0.5;
  }

  finishTriangle(): void {
    this.finish();
    this.separation = this.least;
  }

  private findAxis(reach: number): boolean {
    const { a, b, convex } = this;
    this.ofFaceA = this.ofFaceB = -1;
    if (b.kind === HALF_SPACE) {
      this.setNormal(b.r[1], b.r[4], b.r[7]);
      supportCore(a, -this.nx, -this.ny, -this.nz, this.s, 0);
      this.separation = this.nx * (this.s[0] - b.x) + this.ny * (this.s[1] - b.y) + this.nz * (this.s[2] - b.z);
      return this.separation <= reach;
    }
    const boxes = a.kind === BOX && b.kind === BOX;
    const pa = a.polyhedron;
    const pb = b.polyhedron;
    if (pa !== null && pb !== null && (boxes || (pa.edges.length >> 2) * (pb.edges.length >> 2) <= SAT_LIMIT)) {
      const { sat } = convex;
      if (!(boxes ? sat.boxes(a, b, reach) : sat.polyhedra(a, b, reach))) return false;
      this.setNormal(-sat.nx, -sat.ny, -sat.nz);
      this.separation = sat.separation;
      if (sat.kind === FACE_FIRST) this.ofFaceA = sat.faceA;
      else if (sat.kind === FACE_SECOND) this.ofFaceB = sat.faceB;
      return true;
    }
    if (!convex.direction(a, b, reach)) return false;
    this.setNormal(convex.nx, convex.ny, convex.nz);
    this.separation = convex.gap;
    this.preferFaces();
    return true;
  }

  private setNormal(x: number, y: number, z: number): void {
    this.nx = x;
    this.ny = y;
    this.nz = z;
  }

  /** The normal of a face near the axis, where the bodies are as far apart along it. */
  private preferFaces(): void {
    const { a, b, faceA, faceB } = this;
    const enough = this.separation - Math.max(FACE_BIAS * this.size, FACE_RELATIVE_BIAS * Math.abs(this.separation));
    const hasA = faceOf(a, -this.nx, -this.ny, -this.nz, faceA);
    const hasB = faceOf(b, this.nx, this.ny, this.nz, faceB);
    const gapA = hasA ? this.gapAlong(-faceA.nx, -faceA.ny, -faceA.nz) : -Infinity;
    const gapB = hasB ? this.gapAlong(faceB.nx, faceB.ny, faceB.nz) : -Infinity;
    if (!(gapA >= enough || gapB >= enough)) return;
    const first = Math.abs(gapA - gapB) <= 1e-5 * this.size ? a.size >= b.size : gapA > gapB;
    this.separation = first ? gapA : gapB;
    if (first) this.setNormal(-faceA.nx, -faceA.ny, -faceA.nz);
    else this.setNormal(faceB.nx, faceB.ny, faceB.nz);
  }

  private gapAlong(x: number, y: number, z: number): number {
    const { s } = this;
    supportCore(this.a, -x, -y, -z, s, 0);
    supportCore(this.b, x, y, z, s, 3);
    const cores = x * (s[0] - s[3]) + y * (s[1] - s[4]) + z * (s[2] - s[5]);
    return cores - this.a.coreRadius - this.b.coreRadius;
  }

  /** Whether a face in hand is the patch of a curved side. */
  private isRound = false;

  /** The faces that look at each other along the axis; false: there is none, and no patch of the depth `round` either. */
  private takeFaces(round = 0): boolean {
    const { a, b, faceA, faceB, nx, ny, nz } = this;
    this.isRound = false;
    if (this.ofFaceA >= 0) takeFace(a, this.ofFaceA, faceA);
    else if (!faceOf(a, -nx, -ny, -nz, faceA)) {
      if (!(round > 0)) return false;
      this.isRound = true;
      takeRound(a, -nx, -ny, -nz, round, faceA);
    }
    if (b.kind === HALF_SPACE) {
      faceB.count = 0;
      faceB.isDisc = false;
      faceB.nx = nx;
      faceB.ny = ny;
      faceB.nz = nz;
    } else if (this.ofFaceB >= 0) takeFace(b, this.ofFaceB, faceB);
    else if (!faceOf(b, nx, ny, nz, faceB)) {
      if (!(round > 0)) return false;
      this.isRound = true;
      takeRound(b, nx, ny, nz, round, faceB);
    }
    return true;
  }

  /** P in some frame about `origin`: false if it is empty. */
  private intersect(): boolean {
    const { faceA, faceB, frame, nx, ny, nz } = this;
    const towardsA = -(faceA.nx * nx + faceA.ny * ny + faceA.nz * nz);
    const towardsB = faceB.nx * nx + faceB.ny * ny + faceB.nz * nz;
    if (!(towardsA > EDGE_ON && towardsB > EDGE_ON)) return false;
    frame[0] = nx;
    frame[1] = ny;
    frame[2] = nz;
    this.completeFrame();
    this.reserve(faceA.count + faceB.count + 8);
    // A's face looks down: seen along n it runs the other way round.
    let n = 0;
    for (let m = faceA.count - 1; m >= 0; m--) this.project(faceA, m, n++);
    const whole = areaOf(this.p, n);
    this.ofA = 1;
    if (faceB.count > 0) {
      n = this.clip(n, faceB);
      if (n === 0) return false;
      const area = areaOf(this.p, n);
      this.ofA = area >= WHOLE * whole ? 1 : area >= WHOLE * towardsB * areaOfFace(faceB) ? 0 : 0.5;
    }
    n = this.dedupe(n);
    this.count = n;
    const { vertices } = this;
    for (let m = 0; m < 2 * n; m++) vertices[m] = this.p[m];
    return n > 0;
  }

  private project(f: Face, m: number, at: number): void {
    const { frame, p } = this;
    p[2 * at] = dot3(f.points, 3 * m, frame, 3);
    p[2 * at + 1] = dot3(f.points, 3 * m, frame, 6);
  }

  /** Clips the n corners in `p` by face f, seen along n counter-clockwise (Sutherland & Hodgman 1974). */
  private clip(n: number, f: Face): number {
    const { frame } = this;
    let { p, q } = this;
    const tolerance = SAME * this.size;
    for (let k = 0; k < f.count && n > 0; k++) {
      const i = 3 * k;
      const j = 3 * (k + 1 < f.count ? k + 1 : 0);
      const u = dot3(f.points, i, frame, 3);
      const w = dot3(f.points, i, frame, 6);
      const du = dot3(f.points, j, frame, 3) - u;
      const dw = dot3(f.points, j, frame, 6) - w;
      const length = Math.sqrt(du * du + dw * dw);
      if (!(length > tolerance)) continue;
      let m = 0;
      let pu = p[2 * n - 2];
      let pw = p[2 * n - 1];
      // Positive: inside.
      let before = (du * (pw - w) - dw * (pu - u)) / length;
      if (before > -tolerance && before < tolerance) before = 0;
      for (let c = 0; c < n; c++) {
        const qu = p[2 * c];
        const qw = p[2 * c + 1];
        let here = (du * (qw - w) - dw * (qu - u)) / length;
        if (here > -tolerance && here < tolerance) here = 0;
        if ((here > 0 && before < 0) || (here < 0 && before > 0)) {
          const t = before / (before - here);
          q[2 * m] = pu + t * (qu - pu);
          q[2 * m + 1] = pw + t * (qw - pw);
          m++;
        }
        if (here >= 0) {
          q[2 * m] = qu;
          q[2 * m + 1] = qw;
          m++;
        }
        pu = qu;
        pw = qw;
        before = here;
      }
      const swap = p;
      p = q;
      q = swap;
      n = m;
    }
    this.p = p;
    this.q = q;
    return n;
  }

  /** Leaves out corners that are one with the one before. */
  private dedupe(n: number): number {
    const { p } = this;
    const least = SAME * SAME * this.size * this.size * 100;
    let m = 0;
    for (let k = 0; k < n; k++) {
      if (m > 0) {
        const du = p[2 * k] - p[2 * m - 2];
        const dw = p[2 * k + 1] - p[2 * m - 1];
        if (du * du + dw * dw < least) continue;
      }
      p[2 * m] = p[2 * k];
      p[2 * m + 1] = p[2 * k + 1];
      m++;
    }
    while (m > 1) {
      const du = p[0] - p[2 * m - 2];
      const dw = p[1] - p[2 * m - 1];
      if (!(du * du + dw * dw < least)) break;
      m--;
    }
    return m;
  }

  /** Turns the frame to P's principal axes (u the longer one) about its centroid; returns P's width. Sets `area`. */
  private width(): number {
    const { vertices: v, frame, count } = this;
    // About the first corner, as a fan of triangles.
    let area = 0;
    let cu = 0;
    let cw = 0;
    for (let m = 1; m + 1 < count; m++) {
      const au = v[2 * m] - v[0];
      const aw = v[2 * m + 1] - v[1];
      const bu = v[2 * m + 2] - v[0];
      const bw = v[2 * m + 3] - v[1];
      const twice = au * bw - aw * bu;
      area += twice;
      cu += twice * (au + bu);
      cw += twice * (aw + bw);
    }
    const isFull = area > 0;
    cu = isFull ? v[0] + cu / (3 * area) : 0;
    cw = isFull ? v[1] + cw / (3 * area) : 0;
    for (let m = 0; m < count && !isFull; m++) {
      cu += v[2 * m] / count;
      cw += v[2 * m + 1] / count;
    }
    this.area = isFull ? 0.5 * area : 0;
    let xx = 0;
    let xy = 0;
    let yy = 0;
    for (let m = 0; m < count; m++) {
      const n = m + 1 < count ? m + 1 : 0;
      const au = v[2 * m] - cu;
      const aw = v[2 * m + 1] - cw;
      const bu = v[2 * n] - cu;
      const bw = v[2 * n + 1] - cw;
      const weight = isFull ? au * bw - aw * bu : 1;
      xx += weight * (au * au + au * bu + bu * bu);
      xy += weight * (au * aw + bu * bw + 0.5 * (au * bw + bu * aw));
      yy += weight * (aw * aw + aw * bw + bw * bw);
    }
    const half = 0.5 * (xx - yy);
    const root = Math.sqrt(half * half + xy * xy);
    let c = 1;
    let s = 0;
    if (root > 1e-9 * (xx + yy)) {
      c = root + Math.abs(half);
      s = xy;
      const l = 1 / Math.sqrt(c * c + s * s);
      c *= l;
      s *= l;
      if (half < 0) {
        const t = c;
        c = s < 0 ? -s : s;
        s = s < 0 ? -t : t;
      }
    }
    let low = Infinity;
    let high = -Infinity;
    for (let m = 0; m < count; m++) {
      const u = v[2 * m] - cu;
      const w = v[2 * m + 1] - cw;
      v[2 * m] = c * u + s * w;
      v[2 * m + 1] = c * w - s * u;
      low = Math.min(low, v[2 * m + 1]);
      high = Math.max(high, v[2 * m + 1]);
    }
    for (let m = 0; m < 3; m++) {
      const u = frame[3 + m];
      const w = frame[6 + m];
      this.center[m] = cu * u + cw * w;
      frame[3 + m] = c * u + s * w;
      frame[6 + m] = c * w - s * u;
    }
    this.measured = true;
    return high - low;
  }

  private measured = false;

  /** Takes the axis along the height of the sliver P, if the bodies are hardly inside each other along it. */
  private acrossSliver(thin: number): boolean {
    const { frame } = this;
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
    this.measured = false;
    this.setNormal(x, y, z);
    this.separation = best;
    return true;
  }

  /** A P of one point between the closest points of the two. */
  private takeClosest(reach: number): boolean {
    const { convex, frame, faceA, faceB, a, b } = this;
    if (b.kind === HALF_SPACE || !convex.direction(a, b, reach)) return false;
    this.setNormal(convex.nx, convex.ny, convex.nz);
    frame[0] = this.nx;
    frame[1] = this.ny;
    frame[2] = this.nz;
    this.completeFrame();
    faceA.nx = -this.nx;
    faceA.ny = -this.ny;
    faceA.nz = -this.nz;
    faceB.nx = this.nx;
    faceB.ny = this.ny;
    faceB.nz = this.nz;
    faceA.isDisc = faceB.isDisc = false;
    for (let m = 0; m < 3; m++) {
      faceA.points[m] = convex.onA[m];
      faceB.points[m] = convex.onB[m];
      this.center[m] = convex.onA[m];
    }
    faceB.count = 1;
    this.count = 1;
    this.vertices[0] = this.vertices[1] = 0;
    this.area = 0;
    this.ofA = 0.5;
    this.measured = true;
    return true;
  }

  /** A P of one point at (x, y, z), world, half-way between two that are `gap` apart along the normal at n[ni…]. */
  setPoint(x: number, y: number, z: number, n: Float64Array, ni: number, gap: number): void {
    const { frame, planeA, planeB, origin, center } = this;
    origin[0] = x;
    origin[1] = y;
    origin[2] = z;
    center.fill(0);
    for (let m = 0; m < 3; m++) frame[m] = n[ni + m];
    this.setNormal(frame[0], frame[1], frame[2]);
    this.completeFrame();
    for (let m = 0; m < 3; m++) {
      planeA[m] = -frame[m];
      planeB[m] = frame[m];
    }
    planeA[3] = planeB[3] = -0.5 * gap;
    this.gap[0] = this.least = this.separation = gap;
    this.gap[1] = this.gap[2] = 0;
    this.count = 1;
    this.vertices[0] = this.vertices[1] = 0;
    this.area = 0;
    this.ofA = 0.5;
    this.hasRim = false;
    this.round = 0;
    this.axis.fill(0);
  }

  /** u and w at right angles to the n of the frame: u from the axis that n is least along. */
  private completeFrame(): void {
    const { frame } = this;
    const ax = Math.abs(frame[0]);
    const ay = Math.abs(frame[1]);
    const az = Math.abs(frame[2]);
    const k = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
    const along = frame[k];
    const l = 1 / Math.sqrt(1 - along * along);
    for (let m = 0; m < 3; m++) frame[3 + m] = ((m === k ? 1 : 0) - along * frame[m]) * l;
    crossInto(frame);
  }

  private finish(): number {
    const { faceA, faceB, planeA, planeB, gap, center, frame, vertices: v, axis, a, b } = this;
    if (!this.measured) this.width();
    this.measured = false;
    setPlane(planeA, faceA);
    if (b.kind === HALF_SPACE) {
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
    axis[0] = axis[1] = axis[2] = 0;
    const disc = faceA.isDisc ? a : b;
    this.round = faceA.isDisc ? 1 : faceB.isDisc ? 2 : 0;
    if (this.hasRim) for (let m = 0; m < 3; m++) axis[m] = disc.r[3 * m + 1];
    return FACES;
  }

  private reserve(n: number): void {
    if (2 * n <= this.p.length) return;
    this.p = new Float64Array(4 * n);
    this.q = new Float64Array(4 * n);
    this.vertices = new Float64Array(4 * n);
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

/** w = n × u. */
function crossInto(f: Float64Array): void {
  f[6] = f[1] * f[5] - f[2] * f[4];
  f[7] = f[2] * f[3] - f[0] * f[5];
  f[8] = f[0] * f[4] - f[1] * f[3];
}

function dot3(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

function areaOf(p: Float64Array, n: number): number {
  let sum = 0;
  for (let k = 0; k < n; k++) {
    const j = k + 1 < n ? k + 1 : 0;
    sum += p[2 * k] * p[2 * j + 1] - p[2 * j] * p[2 * k + 1];
  }
  return 0.5 * sum;
}

function areaOfFace(f: Face): number {
  const { points: p } = f;
  let sum = 0;
  for (let k = 1; k + 1 < f.count; k++) {
    const i = 3 * k;
    const ax = p[i] - p[0];
    const ay = p[i + 1] - p[1];
    const az = p[i + 2] - p[2];
    const bx = p[i + 3] - p[0];
    const by = p[i + 4] - p[1];
    const bz = p[i + 5] - p[2];
    sum += f.nx * (ay * bz - az * by) + f.ny * (az * bx - ax * bz) + f.nz * (ax * by - ay * bx);
  }
  return 0.5 * sum;
}

/**
 * The face of s most along the world direction (x, y, z), among those at its farthest vertex; false: it is curved
 * there.
 */
function faceOf(s: Placed, x: number, y: number, z: number, out: Face): boolean {
  const r = s.r;
  const dx = r[0] * x + r[3] * y + r[6] * z;
  const dy = r[1] * x + r[4] * y + r[7] * z;
  const dz = r[2] * x + r[5] * y + r[8] * z;
  switch (s.kind) {
    case BOX:
    case CONVEX:
      takeFace(s, faceTowards(s, dx, dy, dz), out);
      return true;
    case CYLINDER: {
      const side = Math.sqrt(dx * dx + dz * dz);
      if (!(Math.abs(dy) > side)) return false;
      takeDisc(s, dy > 0 ? 1 : -1, dx, dz, out);
      return true;
    }
    case CONE: {
      const side = Math.sqrt(dx * dx + dz * dz);
      const slant = Math.sqrt(s.hx * s.hx + 4 * s.hy * s.hy);
      // The side's normal is (2h, r)/slant in (radial, y); half-way between it and the base is where they part.
      if (!(-dy > (2 * s.hy * side + s.hx * dy) / slant)) return false;
      takeDisc(s, -1, dx, dz, out);
      return true;
    }
    default:
      return false;
  }
}

function faceTowards(s: Placed, dx: number, dy: number, dz: number): number {
  const { planes, vertices, faceStart, faceVertices } = s.polyhedron!;
  let far = 0;
  if (s.kind === CONVEX) {
    let most = -Infinity;
    for (let k = 0; k < vertices.length; k += 3) {
      const along = vertices[k] * dx + vertices[k + 1] * dy + vertices[k + 2] * dz;
      if (along > most) {
        most = along;
        far = k / 3;
      }
    }
  }
  let best = -1;
  let most = -Infinity;
  for (let f = 0; 4 * f < planes.length; f++) {
    const along = planes[4 * f] * dx + planes[4 * f + 1] * dy + planes[4 * f + 2] * dz;
    if (!(along > most)) continue;
    if (s.kind === CONVEX) {
      let has = false;
      for (let m = faceStart[f]; m < faceStart[f + 1]; m++) if (faceVertices[m] === far) has = true;
      if (!has) continue;
    }
    most = along;
    best = f;
  }
  return best;
}

function takeFace(s: Placed, face: number, out: Face): void {
  const { vertices: v, faceStart, faceVertices, planes } = s.polyhedron!;
  out.count = 0;
  out.isDisc = false;
  for (let m = faceStart[face]; m < faceStart[face + 1]; m++) {
    const k = 3 * faceVertices[m];
    out.add(s, v[k], v[k + 1], v[k + 2]);
  }
  out.turn(s, planes[4 * face], planes[4 * face + 1], planes[4 * face + 2]);
}

/** The cap at the end `up`, counter-clockwise seen from outside, its first corner towards (dx, dz). */
function takeDisc(s: Placed, up: number, dx: number, dz: number, out: Face): void {
  const length = Math.sqrt(dx * dx + dz * dz);
  const ux = length > LEVEL ? dx / length : 1;
  const uz = length > LEVEL ? dz / length : 0;
  out.count = 0;
  out.isDisc = true;
  for (let k = 0; k < RIM; k++) {
    // Seen from +Y, counter-clockwise turns +z towards +x.
    const c = RIM_COS[k] * s.hx;
    const w = (up > 0 ? RIM_SIN[k] : -RIM_SIN[k]) * s.hx;
    out.add(s, c * ux + w * uz, up * s.hy, c * uz - w * ux);
  }
  out.turn(s, 0, up, 0);
}

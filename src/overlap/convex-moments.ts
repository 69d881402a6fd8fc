// Volume, moments, area vector and turn of a polyhedron given by its edges, by the divergence theorem.
//
// For h homogeneous of degree k, ∫_Ω h = Σ_f d_f/(3+k) ∫_f h dS, with d_f the face's distance from the local origin
// (the cones over the faces fill Ω). On a face, fan out from one of its vertices, p: the triangle over the edge a → b
// has twice the area w = n·((a-p)×(b-p)). With e = a+b and f = a-b, summed over the face's edges, u = Σ w e + p Σw:
//   ∫_f 1 = Σw/2,   ∫_f x = u/6,   ∫_f xxᵀ = (Σ w (3eeᵀ+ffᵀ)/2 + u pᵀ + p uᵀ)/24,
// so one pass over the edges suffices: each adds to its left face, and turned round to its right face, and outlines
// never have to be put in order. Edges at p add nothing and are passed over: half of those of a quadrilateral.
// The local origin is a vertex of Ω: no digits are lost to far-away coordinates, and the faces that meet there (half of
// a slab's) have d = 0 up to rounding and need no second moment. Fanning out from the foot of the
// origin instead would let each edge serve both its faces, but its small faces are differences of large triangles: V of
// a rod of thickness h and length l then errs by ulp × (l/h)², instead of ulp × l/h.
//
//   symbol   unit   frame                        symbol   unit   frame
//   w        m²     –                            V        m³     –
//   p, e, f  m      base body, local origin      M        m⁵     world axes, about c
//   u        m³     base body, local origin      c        m      world axes, from out.origin
//   g        m²     world axes                   turn     m³     world axes, about c
//
// Verified in test/overlap/convex-closed-forms.test.ts and convex-gradient.test.ts.

import { rotateSymmetric } from '../math/symmetric3.js';
import type { ClippedPolyhedron } from './convex-clip.js';
import {
  OV_AREA_VECTOR,
  OV_CENTER,
  OV_FACE_NORMAL,
  OV_MOMENT,
  OV_STRIDE,
  OV_TURN,
  OV_VOLUME,
  type OverlapBuffer,
} from './overlap.js';

/**
 * The patch lies on the face whose own area vector comes closest to g, if it misses g by no more than this share of
 * |g|. A face that alone separates the solids misses nothing; a face at the brink misses the side face, depth × width
 * (which is what tilts g); of two faces at a crossing edge each misses about half or more, and the normal is left to
 * the patch.
 */
/**
 * The face that a patch lies on is believed where its area vector misses g by less than the first share of |g| (an
 * overhang misses by depth/length); at the second share nothing is left of it and the gradient alone speaks: where two
 * edges meet, as two cards that lean on each other, the faces on both sides miss it alike and would take turns.
 */
const FACE_SURE = 0.2;
const FACE_MISS = 0.33;
/** Below this share of the surface, |g| is the rounding of areas that cancel (one solid inside the other). */
const CLOSED_SHARE = 1e-9;

/** Per face met: normal xyz, distance from the local origin, Σw, Σ w e. */
const FACE_STRIDE = 8;

export class PolyhedronMoments {
  /** Number of the face among those met, or -1. */
  faceIndex = new Int32Array(64).fill(-1);
  /** The faces met, in the order of the edges. */
  faces = new Int32Array(64);
  faceCount = 0;
  /** 1 where the face met is B's, else 0. */
  faceSolid = new Uint8Array(64);
  /** Vertices about the local origin, base body's axes. */
  local = new Float64Array(3 * 64);
  /** Offset in `local` of the vertex that each face fans out from. */
  #fans = new Int32Array(64);
  #sums = new Float64Array(FACE_STRIDE * 64);

  reserve(vertexCount: number, faceLimit: number): void {
    if (this.local.length < 3 * vertexCount) this.local = new Float64Array(6 * vertexCount);
    if (this.faceIndex.length >= faceLimit) return;
    this.faceIndex = new Int32Array(2 * faceLimit).fill(-1);
    this.faces = new Int32Array(2 * faceLimit);
    this.faceSolid = new Uint8Array(2 * faceLimit);
    this.#fans = new Int32Array(2 * faceLimit);
    this.#sums = new Float64Array(FACE_STRIDE * 2 * faceLimit);
    this.faceCount = 0;
  }

  /**
   * Write one record and its points. Faces below `baseFaces` have their planes in `basePlanes`, the caps in
   * `capPlanes`; a base face belongs to solid `baseSolid` unless `owners` is set, a cap to the other. `r` turns base
   * axes into world axes; `shift` leads from out.origin to the base body's origin. False where what is left is thinner
   * than noise[0].
   */
  write(
    solid: ClippedPolyhedron,
    basePlanes: Float64Array,
    baseFaces: number,
    capPlanes: Float64Array,
    owners: Int32Array,
    baseSolid: number,
    r: Float64Array,
    shift: Float64Array,
    noise: Float64Array,
    out: OverlapBuffer,
  ): boolean {
    const vertexCount = solid.vertexCount;
    const edgeEnd = 4 * solid.edgeCount;
    const x = solid.vertices;
    const edges = solid.edges;
    this.reserve(vertexCount, 0);
    const local = this.local;
    const sums = this.#sums;
    const faceIndex = this.faceIndex;
    const faces = this.faces;
    const faceSolid = this.faceSolid;
    const fans = this.#fans;
    for (let i = 0; i < this.faceCount; i++) faceIndex[faces[i]] = -1;
    this.faceCount = 0;
    if (vertexCount < 4) return false;

    const ox = x[0];
    const oy = x[1];
    const oz = x[2];
    const eps = noise[0];
    const end = 3 * vertexCount;
    for (let i = 0; i < end; i += 3) {
      local[i] = x[i] - ox;
      local[i + 1] = x[i + 1] - oy;
      local[i + 2] = x[i + 2] - oz;
    }

    let faceCount = 0;
    let xx = 0;
    let xy = 0;
    let xz = 0;
    let yy = 0;
    let yz = 0;
    let zz = 0;
    for (let k = 0; k < edgeEnd; k += 4) {
      const a = 3 * edges[k];
      const b = 3 * edges[k + 1];
      for (let side = 2; side < 4; side++) {
        const face = edges[k + side];
        let i = faceIndex[face];
        if (i < 0) {
          i = faceCount++;
          faceIndex[face] = i;
          faces[i] = face;
          fans[i] = a;
          const base = face < baseFaces;
          faceSolid[i] = base && owners[face] === 0 ? baseSolid : 1 - baseSolid;
          const planes = base ? basePlanes : capPlanes;
          const p = 4 * (base ? face : face - baseFaces);
          const nx = planes[p];
          const ny = planes[p + 1];
          const nz = planes[p + 2];
          const s = FACE_STRIDE * i;
          sums[s] = nx;
          sums[s + 1] = ny;
          sums[s + 2] = nz;
          sums[s + 3] = planes[p + 3] - (nx * ox + ny * oy + nz * oz);
          sums[s + 4] = 0;
          sums[s + 5] = 0;
          sums[s + 6] = 0;
          sums[s + 7] = 0;
          continue;
        }
        const p = fans[i];
        if (p === a || p === b) continue;
        const ax = local[a];
        const ay = local[a + 1];
        const az = local[a + 2];
        const bx = local[b];
        const by = local[b + 1];
        const bz = local[b + 2];
        const px = local[p];
        const py = local[p + 1];
        const pz = local[p + 2];
        const lx = ax - px;
        const ly = ay - py;
        const lz = az - pz;
        const mx = bx - px;
        const my = by - py;
        const mz = bz - pz;
        const s = FACE_STRIDE * i;
        let w = sums[s] * (ly * mz - lz * my) + sums[s + 1] * (lz * mx - lx * mz) + sums[s + 2] * (lx * my - ly * mx);
        if (side === 3) w = -w;
        const ex = ax + bx;
        const ey = ay + by;
        const ez = az + bz;
        sums[s + 4] += w;
        sums[s + 5] += w * ex;
        sums[s + 6] += w * ey;
        sums[s + 7] += w * ez;
        const d = sums[s + 3];
        if (d <= eps && d >= -eps) continue; // A face at the local origin: what it adds is below the noise.
        const fx = ax - bx;
        const fy = ay - by;
        const fz = az - bz;
        const v = d * w;
        const ve = 1.5 * v;
        const vf = 0.5 * v;
        const vex = ve * ex;
        const vey = ve * ey;
        const vez = ve * ez;
        const vfx = vf * fx;
        const vfy = vf * fy;
        const vfz = vf * fz;
        xx += vex * ex + vfx * fx;
        xy += vex * ey + vfx * fy;
        xz += vex * ez + vfx * fz;
        yy += vey * ey + vfy * fy;
        yz += vey * ez + vfy * fz;
        zz += vez * ez + vfz * fz;
      }
    }
    this.faceCount = faceCount;

    let volume = 0;
    let surface = 0;
    let mx = 0;
    let my = 0;
    let mz = 0;
    let gx = 0;
    let gy = 0;
    let gz = 0;
    let tx = 0;
    let ty = 0;
    let tz = 0;
    for (let i = 0, s = 0; i < faceCount; i++, s += FACE_STRIDE) {
      const p = fans[i];
      const px = local[p];
      const py = local[p + 1];
      const pz = local[p + 2];
      const d = sums[s + 3];
      const w = sums[s + 4];
      const ux = sums[s + 5] + w * px;
      const uy = sums[s + 6] + w * py;
      const uz = sums[s + 7] + w * pz;
      const dx = d * ux;
      const dy = d * uy;
      const dz = d * uz;
      volume += d * w;
      surface += w;
      mx += dx;
      my += dy;
      mz += dz;
      xx += 2 * dx * px;
      xy += dx * py + dy * px;
      xz += dx * pz + dz * px;
      yy += 2 * dy * py;
      yz += dy * pz + dz * py;
      zz += 2 * dz * pz;
      if (faceSolid[i] === 0) {
        const nx = sums[s];
        const ny = sums[s + 1];
        const nz = sums[s + 2];
        gx += w * nx;
        gy += w * ny;
        gz += w * nz;
        tx += uy * nz - uz * ny;
        ty += uz * nx - ux * nz;
        tz += ux * ny - uy * nx;
      }
    }
    volume /= 6;
    surface *= 0.5;
    if (!(volume > noise[0] * surface)) return false;

    const k = 1 / (24 * volume);
    const cx = mx * k;
    const cy = my * k;
    const cz = mz * k;
    const record = out.records;
    record[OV_MOMENT] = xx / 120 - volume * cx * cx;
    record[OV_MOMENT + 1] = xy / 120 - volume * cx * cy;
    record[OV_MOMENT + 2] = xz / 120 - volume * cx * cz;
    record[OV_MOMENT + 3] = yy / 120 - volume * cy * cy;
    record[OV_MOMENT + 4] = yz / 120 - volume * cy * cz;
    record[OV_MOMENT + 5] = zz / 120 - volume * cz * cz;
    rotateSymmetric(record, OV_MOMENT, r, 0, record, OV_MOMENT);
    gx *= 0.5;
    gy *= 0.5;
    gz *= 0.5;
    // ∫ x×n = u×n/6, then carried to c.
    tx = tx / 6 - (cy * gz - cz * gy);
    ty = ty / 6 - (cz * gx - cx * gz);
    tz = tz / 6 - (cx * gy - cy * gx);

    const area2 = gx * gx + gy * gy + gz * gz;
    let bestFace = -1;
    let believed = 0;
    if (area2 > CLOSED_SHARE * CLOSED_SHARE * surface * surface) {
      let best = FACE_MISS * FACE_MISS * area2;
      for (let i = 0, s = 0; i < faceCount; i++, s += FACE_STRIDE) {
        const a = faceSolid[i] === 0 ? 0.5 * sums[s + 4] : -0.5 * sums[s + 4];
        const mx = gx - a * sums[s];
        const my = gy - a * sums[s + 1];
        const mz = gz - a * sums[s + 2];
        const miss = mx * mx + my * my + mz * mz;
        if (miss < best) {
          best = miss;
          bestFace = i;
        }
      }
      const doubt = (Math.sqrt(best / area2) - FACE_SURE) / (FACE_MISS - FACE_SURE);
      believed = doubt > 0 ? 1 - doubt * doubt * (3 - 2 * doubt) : 1;
    }
    const r0 = r[0];
    const r1 = r[1];
    const r2 = r[2];
    const r3 = r[3];
    const r4 = r[4];
    const r5 = r[5];
    const r6 = r[6];
    const r7 = r[7];
    const r8 = r[8];
    // World-oriented way from out.origin to the local origin.
    const lx = r0 * ox + r1 * oy + r2 * oz + shift[0];
    const ly = r3 * ox + r4 * oy + r5 * oz + shift[1];
    const lz = r6 * ox + r7 * oy + r8 * oz + shift[2];
    record[OV_VOLUME] = volume;
    record[OV_CENTER] = lx + (r0 * cx + r1 * cy + r2 * cz);
    record[OV_CENTER + 1] = ly + (r3 * cx + r4 * cy + r5 * cz);
    record[OV_CENTER + 2] = lz + (r6 * cx + r7 * cy + r8 * cz);
    record[OV_AREA_VECTOR] = r0 * gx + r1 * gy + r2 * gz;
    record[OV_AREA_VECTOR + 1] = r3 * gx + r4 * gy + r5 * gz;
    record[OV_AREA_VECTOR + 2] = r6 * gx + r7 * gy + r8 * gz;
    record[OV_TURN] = r0 * tx + r1 * ty + r2 * tz;
    record[OV_TURN + 1] = r3 * tx + r4 * ty + r5 * tz;
    record[OV_TURN + 2] = r6 * tx + r7 * ty + r8 * tz;
    if (bestFace >= 0) {
      const s = FACE_STRIDE * bestFace;
      const sign = faceSolid[bestFace] === 0 ? -1 : 1;
      let nx = sign * sums[s];
      let ny = sign * sums[s + 1];
      let nz = sign * sums[s + 2];
      if (believed < 1) {
        const rest = (1 - believed) / Math.sqrt(area2);
        nx = believed * nx - rest * gx;
        ny = believed * ny - rest * gy;
        nz = believed * nz - rest * gz;
        const k = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
        nx *= k;
        ny *= k;
        nz *= k;
      }
      record[OV_FACE_NORMAL] = r0 * nx + r1 * ny + r2 * nz;
      record[OV_FACE_NORMAL + 1] = r3 * nx + r4 * ny + r5 * nz;
      record[OV_FACE_NORMAL + 2] = r6 * nx + r7 * ny + r8 * nz;
    } else {
      record[OV_FACE_NORMAL] = 0;
      record[OV_FACE_NORMAL + 1] = 0;
      record[OV_FACE_NORMAL + 2] = 0;
    }
    for (let i = OV_FACE_NORMAL + 3; i < OV_STRIDE; i++) record[i] = 0;

    if (out.points.length < end) out.points = new Float64Array(2 * end);
    const points = out.points;
    for (let i = 0; i < end; i += 3) {
      const vx = local[i];
      const vy = local[i + 1];
      const vz = local[i + 2];
      points[i] = lx + (r0 * vx + r1 * vy + r2 * vz);
      points[i + 1] = ly + (r3 * vx + r4 * vy + r5 * vz);
      points[i + 2] = lz + (r6 * vx + r7 * vy + r8 * vz);
    }
    out.pointStart[0] = 0;
    out.pointStart[1] = vertexCount;
    out.count = 1;
    return true;
  }
}

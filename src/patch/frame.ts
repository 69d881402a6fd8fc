// The contact frame of an overlap: right-handed (n, u, w), n from B to A.
//
// Bouchard et al. 2015, "6D Frictional Contact for Rigid Bodies", §3.1 (frame), §4.1 (normal from the volume gradient),
// §5.7 (thin sheets, skinny rods), §6.1.2 (the tilt of an overhanging box).
//
//   g   m²   ∫_{∂A∩B} n_A dS           M   m⁵   central second moment        V   m³   volume
//   t   m³   ∫_{∂A∩B} (x-c)×n_A dS     λ₀≤λ₁≤λ₂ eigenvalues of M             e₀,e₁,e₂ its eigenvectors
//
// 'gradient' is the paper: n = -g/|g|. An overhanging box tilts it by about depth/length, because its overlap also
// shrinks when it moves sideways.
// 'face' is free of that tilt: the face normal of the overlap where it has one; else, by smooth weights,
//   - a sheet (λ₀ ≪ λ₁) of even thickness: e₀, which a box-shaped overlap has exactly at right angles to its face;
//   - a sheet whose thickness varies (a wedge): -g/|g|. There e₀ lies half-way between the two faces, while g is
//     exact whenever one side is a plane. Evenness shows in t: the area's centroid is the volume's centre;
//   - a rod (λ₁ ≪ λ₂): -g without its part along the rod, which can only come from the rod's ends;
//   - otherwise -g/|g|.
// Simplification: an uneven sheet that also overhangs keeps the tilt of -g; face normals are there for that.
// Where g vanishes (one solid inside the other) the normal is the reference's, else e₀: the volume then prefers no
// direction and neither do we. Verified in test/patch/frame.test.ts.

import { eigenSymmetric } from '../math/symmetric3.js';
import { OV_AREA_VECTOR, OV_FACE_NORMAL, OV_MOMENT, OV_TURN, OV_VOLUME } from '../overlap/overlap.js';

export type NormalChoice = 'face' | 'gradient';

/** Sheets are flat below the first ratio λ₀/λ₁ (thickness/width 0.14) and not flat above the second (0.32). */
const FLAT_FULL = 0.02;
const FLAT_NONE = 0.1;
/** |offset of area centroid| / √(λ₂/V): 0 for an even sheet, 0.71 for a wedge that ends in an edge. */
const EVEN_FULL = 0.03;
const EVEN_NONE = 0.2;
/** Rods: λ₁/λ₂. */
const ROD_FULL = 0.0025;
const ROD_NONE = 0.02;
/** e₀ must lie within 60° of -g to be believed at all. */
const AGREE_NONE = 0.5;
const AGREE_FULL = 0.8;
/** Relative anisotropy of the projected moment below which its axes fade into the reference direction. */
const ISOTROPIC = 1e-4;

/** Scratch of `contactFrame`; one per owner, reused. */
export class FrameScratch {
  readonly values = new Float64Array(3);
  readonly vectors = new Float64Array(9);
}

/** 1 below `full`, 0 above `none`, smooth between. */
function fade(x: number, full: number, none: number): number {
  const t = (x - full) / (none - full);
  if (!(t > 0)) return 1;
  if (t >= 1) return 0;
  return 1 - t * t * (3 - 2 * t);
}

/**
 * Write n, u, w (nine numbers) to out[oi…] for the overlap record at records[ri…]. u is the longer principal axis of
 * the projected second moment, where there is one; its sign follows the reference, so that it moves smoothly.
 *
 * reference[fi…]: an earlier frame of this contact (nine numbers, zeros: none), or only a direction from B to A
 * (three numbers and zeros). `out` may be `reference`. Returns false where the normal had to be guessed.
 */
export function contactFrame(
  out: Float64Array,
  oi: number,
  records: Float64Array,
  ri: number,
  choice: NormalChoice,
  reference: Float64Array,
  fi: number,
  scratch: FrameScratch,
): boolean {
  const u0 = reference[fi + 3];
  const u1 = reference[fi + 4];
  const u2 = reference[fi + 5];
  const sure = contactNormal(out, oi, records, ri, choice, reference, fi, scratch);
  alignTangents(out, oi, records, ri + OV_MOMENT, u0, u1, u2);
  return sure;
}

function contactNormal(
  out: Float64Array,
  oi: number,
  records: Float64Array,
  ri: number,
  choice: NormalChoice,
  reference: Float64Array,
  fi: number,
  scratch: FrameScratch,
): boolean {
  const gi = ri + OV_AREA_VECTOR;
  const gx = -records[gi];
  const gy = -records[gi + 1];
  const gz = -records[gi + 2];
  const area = Math.sqrt(gx * gx + gy * gy + gz * gz);
  const volume = records[ri + OV_VOLUME];
  const mi = ri + OV_MOMENT;
  const trace = records[mi] + records[mi + 3] + records[mi + 5];
  // The surface of a body of this volume and extent is some V/size at least; g far below it is cancellation.
  const known = area > 0 && area * Math.sqrt(trace) >= 1e-9 * volume * Math.sqrt(volume);

  if (choice === 'face') {
    const ni = ri + OV_FACE_NORMAL;
    const fx = records[ni];
    const fy = records[ni + 1];
    const fz = records[ni + 2];
    if (fx * fx + fy * fy + fz * fz > 0.25) {
      copyUnit(out, oi, records, ni);
      return true;
    }
  }
  if (!known) return fallbackNormal(out, oi, records, mi, trace, reference, fi, scratch);
  out[oi] = gx / area;
  out[oi + 1] = gy / area;
  out[oi + 2] = gz / area;
  if (choice === 'gradient' || !(trace > 0)) return true;

  const { values, vectors } = scratch;
  thinDirection(values, vectors, records, mi, out[oi], out[oi + 1], out[oi + 2]);
  const l0 = values[0];
  const l1 = values[1];
  const l2 = values[2];

  const rod = fade(l1, ROD_FULL * l2, ROD_NONE * l2);
  if (rod > 0) {
    eigenSymmetric(values, 0, vectors, 0, records, mi);
    const along = rod * dot(out, oi, vectors, 6);
    // A rod pushed along its axis (a peg) keeps the gradient: nothing else is left of it.
    if (along * along < 0.75) {
      for (let k = 0; k < 3; k++) out[oi + k] -= along * vectors[6 + k];
      copyUnit(out, oi, out, oi);
    }
  }

  let sheet = fade(l0, FLAT_FULL * l1, FLAT_NONE * l1);
  if (sheet > 0) {
    const ti = ri + OV_TURN;
    const tn = dot(records, ti, out, oi);
    const tt = dot(records, ti, records, ti) - tn * tn;
    const offset = (tt > 0 ? Math.sqrt(tt) : 0) / area;
    sheet *= fade(offset * Math.sqrt(volume), EVEN_FULL * Math.sqrt(l2), EVEN_NONE * Math.sqrt(l2));
    const c = dot(out, oi, vectors, 0);
    sheet *= fade(-Math.abs(c), -AGREE_FULL, -AGREE_NONE);
    const side = c < 0 ? -sheet : sheet;
    for (let k = 0; k < 3; k++) out[oi + k] = (1 - sheet) * out[oi + k] + side * vectors[k];
    copyUnit(out, oi, out, oi);
  }
  return true;
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** out = v/|v|. */
function copyUnit(out: Float64Array, oi: number, v: Float64Array, vi: number): void {
  const k = 1 / Math.sqrt(dot(v, vi, v, vi));
  for (let m = 0; m < 3; m++) out[oi + m] = v[vi + m] * k;
}

/**
 * e₀ into vectors[0…2] and λ₀, λ₁, λ₂ into `values`, by eight inverse iterations from n with the adjugate of M: exact
 * to rounding for sheets (each gains λ₀/λ₁ ≤ 0.1), and a tenth of the time of a Jacobi sweep. Where M is not flat the
 * estimate of λ₀/λ₁ is too large, which is all that the caller needs to know.
 */
function thinDirection(
  values: Float64Array,
  vectors: Float64Array,
  m: Float64Array,
  mi: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  // Scaled so that cubes of moments stay in range.
  const k = 1 / (m[mi] + m[mi + 3] + m[mi + 5]);
  const a = k * m[mi];
  const b = k * m[mi + 1];
  const c = k * m[mi + 2];
  const d = k * m[mi + 3];
  const e = k * m[mi + 4];
  const f = k * m[mi + 5];
  const a00 = d * f - e * e;
  const a01 = c * e - b * f;
  const a02 = b * e - c * d;
  const a11 = a * f - c * c;
  const a12 = b * c - a * e;
  const a22 = a * d - b * b;
  let x = nx;
  let y = ny;
  let z = nz;
  for (let i = 0; i < 8; i++) {
    const px = a00 * x + a01 * y + a02 * z;
    const py = a01 * x + a11 * y + a12 * z;
    const pz = a02 * x + a12 * y + a22 * z;
    const pp = px * px + py * py + pz * pz;
    if (!(pp > 0)) break; // a line or a point: λ₁ = 0, not a sheet
    const s = 1 / Math.sqrt(pp);
    x = px * s;
    y = py * s;
    z = pz * s;
  }
  const low = x * (a * x + 2 * (b * y + c * z)) + y * (d * y + 2 * e * z) + f * z * z;
  const l0 = low > 0 ? low : 0;
  // The other two from their sum and the sum of principal minors.
  const half = 0.5 * (1 - l0);
  const product = a00 + a11 + a22 - 2 * half * l0;
  const root = half * half - product;
  const l2 = half + (root > 0 ? Math.sqrt(root) : 0);
  values[0] = l0 / k;
  values[1] = (product > 0 ? product / l2 : 0) / k;
  values[2] = l2 / k;
  vectors[0] = x;
  vectors[1] = y;
  vectors[2] = z;
}

function fallbackNormal(
  out: Float64Array,
  oi: number,
  records: Float64Array,
  mi: number,
  trace: number,
  reference: Float64Array,
  fi: number,
  scratch: FrameScratch,
): boolean {
  if (dot(reference, fi, reference, fi) > 0) copyUnit(out, oi, reference, fi);
  else if (trace > 0) {
    const { values, vectors } = scratch;
    eigenSymmetric(values, 0, vectors, 0, records, mi);
    const up = vectors[1] < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) out[oi + k] = up * vectors[k];
  } else for (let k = 0; k < 3; k++) out[oi + k] = k === 1 ? 1 : 0;
  return false;
}

/** Choose u and w in the plane of n = out[oi…]: principal axes of the moment at m[mi…], near (ux, uy, uz). */
function alignTangents(
  out: Float64Array,
  oi: number,
  m: Float64Array,
  mi: number,
  ux: number,
  uy: number,
  uz: number,
): void {
  const nx = out[oi];
  const ny = out[oi + 1];
  const nz = out[oi + 2];
  // A reference u in the plane: the caller's, else Duff et al. 2017, continuous except across n_z = 0.
  const along = ux * nx + uy * ny + uz * nz;
  let ax = ux - along * nx;
  let ay = uy - along * ny;
  let az = uz - along * nz;
  const aa = ax * ax + ay * ay + az * az;
  if (aa > 0.01) {
    const k = 1 / Math.sqrt(aa);
    ax *= k;
    ay *= k;
    az *= k;
  } else {
    const sign = nz >= 0 ? 1 : -1;
    const q = -1 / (sign + nz);
    ax = 1 + sign * nx * nx * q;
    ay = sign * nx * ny * q;
    az = -sign * nx;
  }
  const bx = ny * az - nz * ay;
  const by = nz * ax - nx * az;
  const bz = nx * ay - ny * ax;

  const xx = m[mi];
  const xy = m[mi + 1];
  const xz = m[mi + 2];
  const yy = m[mi + 3];
  const yz = m[mi + 4];
  const zz = m[mi + 5];
  const px = xx * ax + xy * ay + xz * az;
  const py = xy * ax + yy * ay + yz * az;
  const pz = xz * ax + yz * ay + zz * az;
  const maa = px * ax + py * ay + pz * az;
  const mab = px * bx + py * by + pz * bz;
  const mbb =
    bx * (xx * bx + xy * by + xz * bz) + by * (xy * bx + yy * by + yz * bz) + bz * (xz * bx + yz * by + zz * bz);

  // The axis as a doubled angle, (cos 2φ, sin 2φ) times the anisotropy: continuous in M, and it fades into the
  // reference (φ = 0) where M is round.
  let c2 = maa - mbb;
  const s2 = 2 * mab;
  const sum = maa + mbb;
  const size = Math.sqrt(c2 * c2 + s2 * s2);
  if (!(sum > 0)) c2 = 1;
  else c2 += ISOTROPIC * sum * fade(size, 0, ISOTROPIC * sum);
  const norm = Math.sqrt(c2 * c2 + s2 * s2);
  let c = 1;
  let s = 0;
  if (norm > 0 && sum > 0) {
    // Half angle, |φ| ≤ π/2, from the larger of the two so that no digits cancel.
    const cd = c2 / norm;
    const sd = s2 / norm;
    if (cd >= 0) {
      c = Math.sqrt(0.5 * (1 + cd));
      s = (0.5 * sd) / c;
    } else {
      s = Math.sqrt(0.5 * (1 - cd));
      c = (0.5 * sd) / s;
      if (c < 0) {
        c = -c;
        s = -s;
      }
    }
  }
  const x = c * ax + s * bx;
  const y = c * ay + s * by;
  const z = c * az + s * bz;
  out[oi + 3] = x;
  out[oi + 4] = y;
  out[oi + 5] = z;
  out[oi + 6] = ny * z - nz * y;
  out[oi + 7] = nz * x - nx * z;
  out[oi + 8] = nx * y - ny * x;
}

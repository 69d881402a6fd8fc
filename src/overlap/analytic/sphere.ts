// Spheres: the cap that a plane cuts off, and the lens of two spheres, in closed form.
//
// A cap of height h on a sphere of radius R, η the distance from its flat side:
//   ∫ 1  = π h² (R - h/3)            ∫ η  = π h³ (R/3 - h/12)
//   ∫ η² = π h⁴ (R/6 - h/30)         ∫ z² = π h³ (R²/3 - R h/4 + h²/20), z any direction in the plane
// Its section is the disc of radius a = √(h (2R - h)). A lens is two caps back to back:
//   p = R_A + R_B - D,   h_A = p (D + R_B - R_A) / 2D,   h_B = p (D + R_A - R_B) / 2D, free of cancellation beyond p's
//   own.
// Verified in test/overlap/analytic-closed-forms.test.ts.

import { PI } from '../../math/trig.js';
import {
  OV_AREA_VECTOR,
  OV_CENTER,
  OV_FACE_NORMAL,
  OV_MOMENT,
  OV_TURN,
  OV_VOLUME,
  type OverlapBuffer,
} from '../overlap.js';
import { type PlaneCut, sampleScale, setVector, TOUCH } from './plane-cut.js';
import { SAMPLE_COS, SAMPLE_SIN, SAMPLES } from './samples.js';

function capVolume(R: number, h: number): number {
  return PI * h * h * (R - h / 3);
}
function capFirst(R: number, h: number): number {
  return PI * h * h * h * (R / 3 - h / 12);
}
function capSecond(R: number, h: number): number {
  return PI * h * h * h * h * (R / 6 - h / 30);
}
function capAcross(R: number, h: number): number {
  return PI * h * h * h * (R * (R / 3 - h / 4) + (h * h) / 20);
}

/**
 * Add (or, with `sign` -1, what its opposite takes from the ball) the cap of the sphere of radius R about ξ = ξ₀ + xi,
 * sunk by h in (0, 2R].
 */
export function addCap(cut: PlaneCut, R: number, h: number, xi: number, sign: number): void {
  const V = sign * capVolume(R, h);
  const E = capFirst(R, h);
  const Z = sign * capAcross(R, h);
  cut.add(V, E, xi * V, sign * capSecond(R, h), xi * E, xi * xi * V + Z, Z);
  const S = PI * h * (2 * R - h);
  if (S > 0) {
    cut.section += S;
    cut.sectionXi += xi * S;
  }
}

/** A circle of samples about height·m + ξ e_t, directions fixed to the plane. */
export function addCircle(cut: PlaneCut, height: number, xi: number, radius: number): void {
  const k = radius * sampleScale(PI);
  const { ux, uy, uz, wx, wy, wz, tx, ty, tz, ex, ey, ez } = cut;
  const ut = ux * tx + uy * ty + uz * tz;
  const ue = ux * ex + uy * ey + uz * ez;
  const wt = wx * tx + wy * ty + wz * tz;
  const we = wx * ex + wy * ey + wz * ez;
  for (let i = 0; i < SAMPLES; i++) {
    const p = k * SAMPLE_COS[i];
    const q = k * SAMPLE_SIN[i];
    cut.addPlanePoint(height, xi + p * ut + q * wt, p * ue + q * we);
  }
}

/** The outline of a ball about (height of its centre = 0, ξ) seen along m, where the plane lies at d above it. */
export function addBallOutline(cut: PlaneCut, R: number, d: number, height: number, xi: number): void {
  if (d <= -R) return;
  if (d >= 0) addCircle(cut, height, xi, R);
  else addCircle(cut, height + d, xi, Math.sqrt((R + d) * (R - d)));
}

/** Sphere against half-space; cut.d ≤ R. False: none. */
export function cutSphere(cut: PlaneCut, R: number): boolean {
  const h = R + cut.d;
  if (!(h > cut.least)) return false;
  cut.setNoAxis();
  addCap(cut, R, h, 0, 1);
  addBallOutline(cut, R, cut.d, 0, 0);
  return true;
}

/**
 * The overlap of sphere A about the origin and sphere B about (x, y, z). 1: written, 0: none. The normal is the line of
 * centres; with concentric spheres there is none, and the record's is zero.
 * Simplification: the directions of the outline's 32 samples jump where the line of centres crosses a symmetry plane
 * of the axes (no field of directions on a sphere is smooth); the polygon moves by up to 0.5 % of its radius there.
 */
export function sphereSphere(
  cut: PlaneCut,
  ra: number,
  rb: number,
  x: number,
  y: number,
  z: number,
  out: OverlapBuffer,
): number {
  const D = Math.sqrt(x * x + y * y + z * z);
  const p = ra + rb - D;
  if (!(p > TOUCH * (ra + rb + D))) return 0;
  const r = out.records;
  // n from B to A.
  const k = D > 0 ? -1 / D : 0;
  const nx = k * x;
  const ny = k * y;
  const nz = k * z;
  let V: number;
  /** Centre, along n from A's centre, and second moments along and across n. */
  let at: number;
  let along: number;
  let across: number;
  let S = 0;
  let discAt: number;
  let disc: number;
  if (D <= Math.abs(ra - rb)) {
    const R = Math.min(ra, rb);
    V = (4 / 3) * PI * R * R * R;
    at = ra <= rb ? 0 : -D;
    along = (V * R * R) / 5;
    across = along;
    discAt = at;
    disc = R;
  } else {
    const ha = (p * (D + rb - ra)) / (2 * D);
    const hb = (p * (D + ra - rb)) / (2 * D);
    const va = capVolume(ra, ha);
    const vb = capVolume(rb, hb);
    V = va + vb;
    // A's cap points to B (-n), B's to A.
    const first = capFirst(rb, hb) - capFirst(ra, ha);
    const mean = first / V;
    const plane = ha - ra;
    at = plane + mean;
    along = capSecond(ra, ha) + capSecond(rb, hb) - mean * first;
    across = capAcross(ra, ha) + capAcross(rb, hb);
    const aa = ha * (2 * ra - ha);
    S = PI * aa;
    // Seen along n the lens is as wide as its section, unless it holds the centre of the smaller sphere.
    if (ha > ra) {
      discAt = 0;
      disc = ra;
    } else if (hb > rb) {
      discAt = -D;
      disc = rb;
    } else {
      discAt = plane;
      disc = Math.sqrt(aa);
    }
  }
  r[OV_VOLUME] = V;
  setVector(r, OV_CENTER, at, nx, ny, nz);
  setVector(r, OV_AREA_VECTOR, -S, nx, ny, nz);
  setVector(r, OV_FACE_NORMAL, 1, nx, ny, nz);
  r.fill(0, OV_TURN, OV_TURN + 3);
  const q = along - across;
  r[OV_MOMENT] = across + q * nx * nx;
  r[OV_MOMENT + 1] = q * nx * ny;
  r[OV_MOMENT + 2] = q * nx * nz;
  r[OV_MOMENT + 3] = across + q * ny * ny;
  r[OV_MOMENT + 4] = q * ny * nz;
  r[OV_MOMENT + 5] = across + q * nz * nz;
  addDisc(cut, nx, ny, nz, discAt, disc, out);
  return 1;
}

function addDisc(
  cut: PlaneCut,
  nx: number,
  ny: number,
  nz: number,
  at: number,
  radius: number,
  out: OverlapBuffer,
): void {
  // Duff et al. 2017, with y for z and any unit vector in place of a zero one.
  const none = nx === 0 && ny === 0 && nz === 0;
  const my = none ? 1 : ny;
  const sign = my < 0 ? -1 : 1;
  const a = -1 / (sign + my);
  const b = nx * nz * a;
  const ux = 1 + sign * nx * nx * a;
  const uy = -sign * nx;
  const uz = sign * b;
  cut.setPlane(nx, my, nz, 0, 0, ux, uy, uz);
  cut.setNoAxis();
  addCircle(cut, none ? 0 : at, 0, radius);
  cut.writePoints(out, 0, 0, 0);
}

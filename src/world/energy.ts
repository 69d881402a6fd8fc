import { B_ANGULAR, B_CENTER, B_INERTIA_B, B_MASS, B_ROTATION, B_VELOCITY } from '../bodies/layout.js';

/** Kinetic energy of the body at o (J), into out[oi]: in an array, since what a function returns would be allocated. */
export function writeKineticEnergy(out: Float64Array, oi: number, d: Float64Array, o: number): void {
  const m = d[o + B_MASS];
  const vx = d[o + B_VELOCITY];
  const vy = d[o + B_VELOCITY + 1];
  const vz = d[o + B_VELOCITY + 2];
  const wx = d[o + B_ANGULAR];
  const wy = d[o + B_ANGULAR + 1];
  const wz = d[o + B_ANGULAR + 2];
  // Ω = Rᵀ ω, so that the inertia need not be turned.
  const x = -d[o + B_ROTATION];
  const y = -d[o + B_ROTATION + 1];
  const z = -d[o + B_ROTATION + 2];
  const w = d[o + B_ROTATION + 3];
  const tx = 2 * (y * wz - z * wy);
  const ty = 2 * (z * wx - x * wz);
  const tz = 2 * (x * wy - y * wx);
  const p = wx + w * tx + y * tz - z * ty;
  const q = wy + w * ty + z * tx - x * tz;
  const r = wz + w * tz + x * ty - y * tx;
  const i = o + B_INERTIA_B;
  const turning =
    d[i] * p * p + d[i + 3] * q * q + d[i + 5] * r * r + 2 * (d[i + 1] * p * q + d[i + 2] * p * r + d[i + 4] * q * r);
  out[oi] = 0.5 * (m * (vx * vx + vy * vy + vz * vz) + turning);
}

/** Potential energy in uniform gravity, zero at the world's origin (J). */
export function potentialEnergy(d: Float64Array, o: number, gx: number, gy: number, gz: number): number {
  return -d[o + B_MASS] * (gx * d[o + B_CENTER] + gy * d[o + B_CENTER + 1] + gz * d[o + B_CENTER + 2]);
}

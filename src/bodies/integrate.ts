// Advancing bodies: forces into velocities, velocities into poses.
//
// Translation: semi-implicit Euler. Free rotation: implicit midpoint with a Cayley update,
//   π₁ - π₀ = h πm × Ωm,  R₁ = R₀ cay(h Ωm),  π = I Ω (body frame), (·)m the mean of start and end
// (Austin, Krishnaprasad & Wang 1993, "Almost Poisson integration of rigid body systems", eq. 3.6). It keeps the
// kinetic energy and the spatial angular momentum R π to rounding, since both are quadratic or linear in the step.
// Newton's method from Ω₀ solves it; far beyond |Ω|h ≈ 2 there need not be a solution near Ω₀, and the step then keeps
// Ω as it is: the energy is still exact, the direction of the momentum is not.
//
// The rotation acts *after* the contact solve: the solve dissipates at the start's inertia, then this step keeps
// energy exactly, so that their composition can never gain.
// Verified in test/bodies/integrate.test.ts.

import { turnByCayley, turnByVector } from '../math/quaternion.js';
import {
  B_ANGULAR,
  B_ANGULAR_DAMPING,
  B_CENTER,
  B_CONSTANT_FORCE,
  B_CONSTANT_TORQUE,
  B_FORCE,
  B_INERTIA_B,
  B_INV_INERTIA,
  B_INV_MASS,
  B_LINEAR_DAMPING,
  B_MASS,
  B_OLD_VELOCITY,
  B_ROTATION,
  B_TORQUE,
  B_VELOCITY,
} from './layout.js';

/** Remembers the twist, then adds gravity, forces and damping to it. Forces on locked axes have no effect. */
export function applyForces(d: Float64Array, o: number, h: number, gx: number, gy: number, gz: number): void {
  for (let k = 0; k < 6; k++) d[o + B_OLD_VELOCITY + k] = d[o + B_VELOCITY + k];
  const ix = d[o + B_INV_MASS];
  const iy = d[o + B_INV_MASS + 1];
  const iz = d[o + B_INV_MASS + 2];
  const m = d[o + B_MASS];
  const linear = 1 / (1 + h * d[o + B_LINEAR_DAMPING]);
  const angular = 1 / (1 + h * d[o + B_ANGULAR_DAMPING]);
  const fx = m * gx + d[o + B_FORCE] + d[o + B_CONSTANT_FORCE];
  const fy = m * gy + d[o + B_FORCE + 1] + d[o + B_CONSTANT_FORCE + 1];
  const fz = m * gz + d[o + B_FORCE + 2] + d[o + B_CONSTANT_FORCE + 2];
  d[o + B_VELOCITY] = (d[o + B_VELOCITY] + h * ix * fx) * linear;
  d[o + B_VELOCITY + 1] = (d[o + B_VELOCITY + 1] + h * iy * fy) * linear;
  d[o + B_VELOCITY + 2] = (d[o + B_VELOCITY + 2] + h * iz * fz) * linear;
  const tx = d[o + B_TORQUE] + d[o + B_CONSTANT_TORQUE];
  const ty = d[o + B_TORQUE + 1] + d[o + B_CONSTANT_TORQUE + 1];
  const tz = d[o + B_TORQUE + 2] + d[o + B_CONSTANT_TORQUE + 2];
  const k = o + B_INV_INERTIA;
  d[o + B_ANGULAR] = (d[o + B_ANGULAR] + h * (d[k] * tx + d[k + 1] * ty + d[k + 2] * tz)) * angular;
  d[o + B_ANGULAR + 1] = (d[o + B_ANGULAR + 1] + h * (d[k + 1] * tx + d[k + 3] * ty + d[k + 4] * tz)) * angular;
  d[o + B_ANGULAR + 2] = (d[o + B_ANGULAR + 2] + h * (d[k + 2] * tx + d[k + 4] * ty + d[k + 5] * tz)) * angular;
}

export function clearForces(d: Float64Array, o: number): void {
  d.fill(0, o + B_FORCE, o + B_FORCE + 6);
}

/** Moves the pose along the twist without changing the twist: kinematic bodies, and bodies with a locked rotation. */
export function advanceRigidly(d: Float64Array, o: number, h: number): void {
  d[o + B_CENTER] += h * d[o + B_VELOCITY];
  d[o + B_CENTER + 1] += h * d[o + B_VELOCITY + 1];
  d[o + B_CENTER + 2] += h * d[o + B_VELOCITY + 2];
  turnByVector(d, o + B_ROTATION, h * d[o + B_ANGULAR], h * d[o + B_ANGULAR + 1], h * d[o + B_ANGULAR + 2]);
}

const NEWTON_STEPS = 12;

/** Moves a freely turning dynamic body, changing its angular velocity as the gyroscopic torque does. */
export function advanceFreely(d: Float64Array, o: number, h: number): void {
  d[o + B_CENTER] += h * d[o + B_VELOCITY];
  d[o + B_CENTER + 1] += h * d[o + B_VELOCITY + 1];
  d[o + B_CENTER + 2] += h * d[o + B_VELOCITY + 2];

  const wx = d[o + B_ANGULAR];
  const wy = d[o + B_ANGULAR + 1];
  const wz = d[o + B_ANGULAR + 2];
  if (wx === 0 && wy === 0 && wz === 0) return;

  // Ω₀ = Rᵀ ω
  const qx = d[o + B_ROTATION];
  const qy = d[o + B_ROTATION + 1];
  const qz = d[o + B_ROTATION + 2];
  const qw = d[o + B_ROTATION + 3];
  let tx = 2 * (qz * wy - qy * wz);
  let ty = 2 * (qx * wz - qz * wx);
  let tz = 2 * (qy * wx - qx * wy);
  const ox = wx + qw * tx - qy * tz + qz * ty;
  const oy = wy + qw * ty - qz * tx + qx * tz;
  const oz = wz + qw * tz - qx * ty + qy * tx;

  const i = o + B_INERTIA_B;
  const ixx = d[i];
  const ixy = d[i + 1];
  const ixz = d[i + 2];
  const iyy = d[i + 3];
  const iyz = d[i + 4];
  const izz = d[i + 5];
  const p0x = ixx * ox + ixy * oy + ixz * oz;
  const p0y = ixy * ox + iyy * oy + iyz * oz;
  const p0z = ixz * ox + iyz * oy + izz * oz;

  // Unknown m = Ωm: F(m) = I m - π₀ + (h/2) m × (I m) = 0, since πm = I Ωm.
  let mx = ox;
  let my = oy;
  let mz = oz;
  const hh = 0.5 * h;
  const scale = Math.abs(p0x) + Math.abs(p0y) + Math.abs(p0z);
  let converged = false;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const px = ixx * mx + ixy * my + ixz * mz;
    const py = ixy * mx + iyy * my + iyz * mz;
    const pz = ixz * mx + iyz * my + izz * mz;
    const fx = px - p0x + hh * (my * pz - mz * py);
    const fy = py - p0y + hh * (mz * px - mx * pz);
    const fz = pz - p0z + hh * (mx * py - my * px);
    const error = Math.abs(fx) + Math.abs(fy) + Math.abs(fz);
    // Jacobian I + h/2 (m̂ I - (I m)^)
    const a = ixx + hh * (my * ixz - mz * ixy);
    const b = ixy + hh * (my * iyz - mz * iyy + pz);
    const c = ixz + hh * (my * izz - mz * iyz - py);
    const e = ixy + hh * (mz * ixx - mx * ixz - pz);
    const f = iyy + hh * (mz * ixy - mx * iyz);
    const g = iyz + hh * (mz * ixz - mx * izz + px);
    const k = ixz + hh * (mx * ixy - my * ixx + py);
    const l = iyz + hh * (mx * iyy - my * ixy - px);
    const n = izz + hh * (mx * iyz - my * ixz);
    const c0 = f * n - g * l;
    const c1 = g * k - e * n;
    const c2 = e * l - f * k;
    const det = a * c0 + b * c1 + c * c2;
    if (det === 0) break;
    const r = 1 / det;
    mx -= r * (c0 * fx + (c * l - b * n) * fy + (b * g - c * f) * fz);
    my -= r * (c1 * fx + (a * n - c * k) * fy + (c * e - a * g) * fz);
    mz -= r * (c2 * fx + (b * k - a * l) * fy + (a * f - b * e) * fz);
    // One step past quadratic convergence leaves only rounding.
    if (error <= 1e-11 * scale) {
      converged = true;
      break;
    }
  }
  if (!converged || !(mx * mx + my * my + mz * mz <= 16 * (ox * ox + oy * oy + oz * oz))) {
    mx = ox;
    my = oy;
    mz = oz;
  }

  // ω at the end from Ω₁ = 2Ωm - Ω₀, turned by R₁; the rotation vector R₀ Ωm is fixed by the turn itself.
  tx = 2 * (qy * mz - qz * my);
  ty = 2 * (qz * mx - qx * mz);
  tz = 2 * (qx * my - qy * mx);
  const vx = mx + qw * tx + qy * tz - qz * ty;
  const vy = my + qw * ty + qz * tx - qx * tz;
  const vz = mz + qw * tz + qx * ty - qy * tx;
  turnByCayley(d, o + B_ROTATION, h * vx, h * vy, h * vz);

  const ex = 2 * mx - ox;
  const ey = 2 * my - oy;
  const ez = 2 * mz - oz;
  const nx = d[o + B_ROTATION];
  const ny = d[o + B_ROTATION + 1];
  const nz = d[o + B_ROTATION + 2];
  const nw = d[o + B_ROTATION + 3];
  tx = 2 * (ny * ez - nz * ey);
  ty = 2 * (nz * ex - nx * ez);
  tz = 2 * (nx * ey - ny * ex);
  d[o + B_ANGULAR] = ex + nw * tx + ny * tz - nz * ty;
  d[o + B_ANGULAR + 1] = ey + nw * ty + nz * tx - nx * tz;
  d[o + B_ANGULAR + 2] = ez + nw * tz + nx * ty - ny * tx;
}

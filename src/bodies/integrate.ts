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

import { rotateInto, turnByCayley, turnByVector, unrotateInto } from '../math/quaternion.js';
import type { Vec3 } from '../math/vec3.js';
import {
  B_ANGULAR_DAMPING,
  B_CENTER,
  B_CONSTANT_FORCE,
  B_CONSTANT_TORQUE,
  B_FORCE,
  B_GRAVITY_SCALE,
  B_INERTIA_B,
  B_INV_INERTIA,
  B_INV_MASS,
  B_LINEAR_DAMPING,
  B_MASS,
  B_ROTATION,
  B_TORQUE,
} from './layout.js';

/**
 * Adds gravity, forces and damping of h to the twist at v[w…] of the body at d[o…]. Forces on locked axes have no
 * effect.
 */
export function applyForces(d: Float64Array, o: number, v: Float64Array, w: number, h: number, gravity: Vec3): void {
  const linear = 1 / (1 + h * d[o + B_LINEAR_DAMPING]);
  const angular = 1 / (1 + h * d[o + B_ANGULAR_DAMPING]);
  const weight = d[o + B_MASS] * d[o + B_GRAVITY_SCALE];
  for (let k = 0; k < 3; k++) {
    const force = weight * gravity[k]! + d[o + B_FORCE + k] + d[o + B_CONSTANT_FORCE + k];
    v[w + k] = (v[w + k] + h * d[o + B_INV_MASS + k] * force) * linear;
  }
  const tx = d[o + B_TORQUE] + d[o + B_CONSTANT_TORQUE];
  const ty = d[o + B_TORQUE + 1] + d[o + B_CONSTANT_TORQUE + 1];
  const tz = d[o + B_TORQUE + 2] + d[o + B_CONSTANT_TORQUE + 2];
  const k = o + B_INV_INERTIA;
  v[w + 3] = (v[w + 3] + h * (d[k] * tx + d[k + 1] * ty + d[k + 2] * tz)) * angular;
  v[w + 4] = (v[w + 4] + h * (d[k + 1] * tx + d[k + 3] * ty + d[k + 4] * tz)) * angular;
  v[w + 5] = (v[w + 5] + h * (d[k + 2] * tx + d[k + 4] * ty + d[k + 5] * tz)) * angular;
}

export function clearForces(d: Float64Array, o: number): void {
  d.fill(0, o + B_FORCE, o + B_FORCE + 6);
}

/** Moves the pose along the twist without changing the twist: kinematic bodies, and bodies with a locked rotation. */
export function advanceRigidly(d: Float64Array, o: number, v: Float64Array, w: number, h: number): void {
  for (let k = 0; k < 3; k++) d[o + B_CENTER + k] += h * v[w + k];
  turnByVector(d, o + B_ROTATION, h * v[w + 3], h * v[w + 4], h * v[w + 5]);
}

/**
 * Moves a dynamic body; `locked` are its locked axes. Implicit midpoint assumes that it is free to turn about every
 * axis: where it is not, its twist stays as it is.
 */
export function advanceDynamic(
  d: Float64Array,
  o: number,
  v: Float64Array,
  w: number,
  h: number,
  locked: number,
): void {
  if ((locked & 56) === 0) advanceFreely(d, o, v, w, h);
  else advanceRigidly(d, o, v, w, h);
}

const NEWTON_STEPS = 12;

/** Moves a freely turning dynamic body, changing its angular velocity as the gyroscopic torque does. */
export function advanceFreely(d: Float64Array, o: number, v: Float64Array, twist: number, h: number): void {
  for (let k = 0; k < 3; k++) d[o + B_CENTER + k] += h * v[twist + k];
  const w = twist + 3;
  const q = o + B_ROTATION;
  if (v[w] === 0 && v[w + 1] === 0 && v[w + 2] === 0) return;

  // Ω₀ = Rᵀ ω
  unrotateInto(v, w, d, q, v, w);
  const ox = v[w];
  const oy = v[w + 1];
  const oz = v[w + 2];

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
  v[w] = mx;
  v[w + 1] = my;
  v[w + 2] = mz;
  rotateInto(v, w, d, q, v, w);
  turnByCayley(d, q, v, w, h);
  v[w] = 2 * mx - ox;
  v[w + 1] = 2 * my - oy;
  v[w + 2] = 2 * mz - oz;
  rotateInto(v, w, d, q, v, w);
}

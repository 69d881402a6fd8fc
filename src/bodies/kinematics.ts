// Quantities derived from a body's pose, kept in its record.

import { matrixFromQuaternion, rotateInto } from '../math/quaternion.js';
import { invertSymmetric, rotateSymmetric } from '../math/symmetric3.js';
import {
  B_CENTER,
  B_CENTER_B,
  B_INERTIA_B,
  B_INV_INERTIA,
  B_INV_INERTIA_B,
  B_INV_MASS,
  B_MASS,
  B_ORIGIN,
  B_ROTATION,
} from './layout.js';

/** Sets the shape's origin from the centre of mass and the rotation. */
export function updateOrigin(d: Float64Array, o: number): void {
  moveBy(d, o + B_ORIGIN, o + B_CENTER, o, -1);
}

/** Sets the centre of mass from the shape's origin and the rotation. */
export function updateCenter(d: Float64Array, o: number): void {
  moveBy(d, o + B_CENTER, o + B_ORIGIN, o, 1);
}

function moveBy(d: Float64Array, to: number, from: number, o: number, sign: number): void {
  const c = o + B_CENTER_B;
  const isOff = d[c] !== 0 || d[c + 1] !== 0 || d[c + 2] !== 0;
  if (isOff) rotateInto(d, to, d, o + B_ROTATION, d, c);
  for (let k = 0; k < 3; k++) d[to + k] = isOff ? d[from + k] + sign * d[to + k] : d[from + k];
}

/** Where a symmetric matrix keeps its entries, by rows. */
const SYMMETRIC = [0, 1, 2, 1, 3, 4, 2, 4, 5] as const;

/** Scratch for rotating inertia. One per world. */
export class InertiaScratch {
  readonly rotation = new Float64Array(9);
  readonly inertia = new Float64Array(6);
}

/**
 * World inverse mass and inertia of a dynamic body. Locked axes are world axes, so the rotational part is the inverse
 * of the inertia *restricted* to the free axes, P (Pᵀ I P)⁻¹ Pᵀ, not the inverse with rows crossed out.
 */
export function updateWorldInertia(d: Float64Array, o: number, locked: number, scratch: InertiaScratch): void {
  const im = d[o + B_MASS] > 0 ? 1 / d[o + B_MASS] : 0;
  for (let k = 0; k < 3; k++) d[o + B_INV_MASS + k] = locked & (1 << k) ? 0 : im;
  if (im === 0) {
    d.fill(0, o + B_INV_INERTIA, o + B_INV_INERTIA + 6);
    return;
  }
  matrixFromQuaternion(scratch.rotation, 0, d, o + B_ROTATION);
  if ((locked & 56) === 0) {
    rotateSymmetric(d, o + B_INV_INERTIA, scratch.rotation, 0, d, o + B_INV_INERTIA_B);
    return;
  }
  const s = scratch.inertia;
  rotateSymmetric(s, 0, scratch.rotation, 0, d, o + B_INERTIA_B);
  // A locked axis becomes an uncoupled one of unit inertia; its inverse is then cleared.
  for (let k = 0; k < 3; k++) {
    if (!(locked & (8 << k))) continue;
    for (let j = 0; j < 3; j++) s[SYMMETRIC[3 * k + j]] = j === k ? 1 : 0;
  }
  invertSymmetric(d, o + B_INV_INERTIA, s, 0);
  for (let k = 0; k < 3; k++) if (locked & (8 << k)) d[o + B_INV_INERTIA + SYMMETRIC[4 * k]] = 0;
}

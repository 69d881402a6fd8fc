// Stiffness and damping of a pair: chosen from masses and step, or given and then judged.
//
// Hasegawa & Sato 2004 say (§3.3) that proper coefficients follow from the masses, and not how. Forces are taken at the
// start of a step and velocities move poses at its end (semi-implicit Euler). A mode with generalised mass 1/L, spring
// k and damper b is then stable while
//
//   h L (k h + 2 b) < 4            (for L = 1/m: h√(k/m) < 2(√(1+ζ²) - ζ))
//
// - Chosen coefficients take L from the worst point of each body: at a corner a body gives way as if it were lighter,
//   by
//   1/m + λ_max([x]×ᵀ I⁻¹ [x]×), 5.5/m for a cube pushed along any axis, and friction's springs pull there too.
//   With b = 2ζ√(k m) this is a quadratic in √k. A body with many contacts is looked at in stability.ts.
// - Given coefficients are judged by the pair's heave alone, L = 1/m_a + 1/m_b: what fails this fails in every pose.
//   Simplification: a cube that lands on its corner with three quarters of that stiffness may still jump.
//
// Symbols: m = m_a m_b/(m_a + m_b) (kg), ζ damping ratio, h step (s).
// Verified in test/contact/penalty-coefficients.test.ts.

import { B_CENTER_B, B_INV_INERTIA_B, B_INV_MASS, B_MASS, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { rotateVector } from '../../math/quaternion.js';
import { eigenSymmetric } from '../../math/symmetric3.js';
import { partCount, partShape, placePart } from '../../shapes/parts.js';
import type { Shape, SimpleShape } from '../../shapes/shape.js';
import type { PenaltyOptions } from './options.js';

/** Of the largest stiffness that is stable for a body on its worst point, as a share of the bound on k h² + 2 b h. */
const SAFETY = 0.9;

export interface Coefficients {
  stiffness: number;
  damping: number;
  tangentStiffness: number;
  tangentDamping: number;
}

/** 1/(1/m_a + 1/m_b) from inverse masses. */
export function reducedMass(inverseA: number, inverseB: number): number {
  const sum = inverseA + inverseB;
  return sum > 0 ? 1 / sum : 1;
}

/** Greatest stiffness that a mode of inverse mass L carries, with the damping ratio ζ of a mass m or the damping b. */
export function stiffest(h: number, L: number, m: number, ratio: number, damping: number | null): number {
  if (damping !== null) return Math.max(0, (4 / (h * L) - 2 * damping) / h);
  const z = ratio * L * Math.sqrt(m);
  // 2(√(z² + L) - z)/(L h), without cancellation.
  const root = 2 / (h * (Math.sqrt(z * z + L) + z));
  return root * root;
}

export function chooseCoefficients(
  options: PenaltyOptions,
  h: number,
  inverseA: number,
  inverseB: number,
  mobilityA: number,
  mobilityB: number,
): Coefficients {
  const m = reducedMass(inverseA, inverseB);
  const L = (mobilityA + mobilityB || 1 / m) / SAFETY;
  const { dampingRatio, normalDamping } = options;
  let k = options.stiffness ?? stiffest(h, L, m, dampingRatio, normalDamping);
  // A given damper that uses up what the corner can bear: as much as heave leaves.
  if (!(k > 0)) k = 0.5 * stiffest(h, 1 / m, m, dampingRatio, normalDamping);
  const b = normalDamping ?? 2 * dampingRatio * Math.sqrt(k * m);
  return {
    stiffness: k,
    damping: b,
    tangentStiffness: options.tangentStiffness ?? k,
    tangentDamping: options.tangentDamping ?? b,
  };
}

/**
 * What a scene asks for and its step cannot carry between two bodies: the field, its value and the largest; or null.
 */
export function excess(
  options: PenaltyOptions,
  h: number,
  inverseA: number,
  inverseB: number,
): { field: string; value: number; largest: number; unit: string } | null {
  const L = inverseA + inverseB;
  if (!(L > 0)) return null;
  const m = 1 / L;
  const { stiffness, normalDamping, dampingRatio, tangentStiffness, tangentDamping } = options;
  const carried = (4 / (h * L)) * (1 + 1e-12);
  if (normalDamping !== null && 2 * normalDamping >= carried)
    return { field: 'normalDamping', value: normalDamping, largest: 2 / (h * L), unit: 'N·s/m' };
  if (stiffness !== null) {
    const largest = stiffest(h, L, m, dampingRatio, normalDamping);
    if (stiffness > largest * (1 + 1e-12)) return { field: 'stiffness', value: stiffness, largest, unit: 'N/m' };
  }
  const k = stiffness ?? 0;
  const b = tangentDamping ?? normalDamping ?? 2 * dampingRatio * Math.sqrt(k * m);
  if (tangentDamping !== null && 2 * tangentDamping >= carried)
    return { field: 'tangentDamping', value: tangentDamping, largest: 2 / (h * L), unit: 'N·s/m' };
  if (tangentStiffness !== null && tangentStiffness * h + 2 * b > carried)
    return {
      field: 'tangentStiffness',
      value: tangentStiffness,
      largest: Math.max(0, (4 / (h * L) - 2 * b) / h),
      unit: 'N/m',
    };
  return null;
}

/** Inverse mass along the axis along which the body moves most easily (1/kg). */
export function inverseMass(bodies: BodyStore, slot: number): number {
  const o = slot * BODY_STRIDE + B_INV_MASS;
  const d = bodies.f.data;
  const own = Math.max(d[o], d[o + 1], d[o + 2]);
  // The hand's mass stands for that of a body that is held.
  return own > 0 || bodies.held.size === 0 ? own : 1 / (bodies.held.get(slot) ?? Infinity);
}

/** How easily a body gives way where it does so most (1/kg), by slot. */
export class Mobility {
  readonly #known: { shape: Shape; mass: number; value: number }[] = [];
  readonly #matrix = new Float64Array(6);
  readonly #values = new Float64Array(3);
  readonly #vectors = new Float64Array(9);
  readonly #pose = new Float64Array(14);
  readonly #corner = new Float64Array(3);

  of(bodies: BodyStore, slot: number): number {
    const inverse = inverseMass(bodies, slot);
    if (!(inverse > 0)) return 0;
    // A held body turns as the hand does. The passivity controller adds damping of its own, k h/2, which needs room.
    if (bodies.held.has(slot)) return 2 * inverse;
    const shape = bodies.shapes[slot]!;
    const mass = bodies.f.data[slot * BODY_STRIDE + B_MASS];
    const known = this.#known[slot];
    if (known !== undefined && known.shape === shape && known.mass === mass) return known.value;
    const value = inverse + this.#turning(bodies, slot, shape);
    this.#known[slot] = { shape, mass, value };
    return value;
  }

  /** Greatest eigenvalue of [x]×ᵀ I⁻¹ [x]× over the points that enclose the shape. */
  #turning(bodies: BodyStore, slot: number, shape: Shape): number {
    const d = bodies.f.data;
    const o = slot * BODY_STRIDE;
    const pose = this.#pose;
    const corner = this.#corner;
    let most = 0;
    pose[6] = 1;
    pose[0] = pose[1] = pose[2] = pose[3] = pose[4] = pose[5] = 0;
    for (let k = 0; k < partCount(shape); k++) {
      const part = partShape(shape, k);
      placePart(pose, 7, shape, k, pose, 0);
      const { points, radius } = hullPoints(part);
      for (let m = 0; m < points.length; m += 3) {
        rotateVector(corner, 0, pose, 10, points[m], points[m + 1], points[m + 2]);
        const x = corner[0] + pose[7] - d[o + B_CENTER_B];
        const y = corner[1] + pose[8] - d[o + B_CENTER_B + 1];
        const z = corner[2] + pose[9] - d[o + B_CENTER_B + 2];
        // A ball around the point reaches farther, in the point's own direction at worst.
        const r = Math.sqrt(x * x + y * y + z * z);
        const s = r > 0 ? 1 + radius / r : 1;
        most = Math.max(most, r > 0 ? this.#at(d, o, s * x, s * y, s * z) : this.#round(d, o, radius));
      }
    }
    return most;
  }

  /** A ball about the centre of mass: any direction. */
  #round(d: Float64Array, o: number, r: number): number {
    return Math.max(this.#at(d, o, r, 0, 0), this.#at(d, o, 0, r, 0), this.#at(d, o, 0, 0, r));
  }

  #at(d: Float64Array, o: number, x: number, y: number, z: number): number {
    const i = o + B_INV_INERTIA_B;
    const a = d[i];
    const b = d[i + 1];
    const c = d[i + 2];
    const e = d[i + 3];
    const f = d[i + 4];
    const g = d[i + 5];
    // [x]×ᵀ I⁻¹ [x]×: columns of [x]× are e_k turned, (0, z, -y), (-z, 0, x), (y, -x, 0).
    const m = this.#matrix;
    m[0] = z * z * e - 2 * y * z * f + y * y * g;
    m[1] = -z * (z * b - y * c) + x * (z * f - y * g);
    m[2] = y * (z * b - y * c) - x * (z * e - y * f);
    m[3] = z * z * a - 2 * x * z * c + x * x * g;
    m[4] = y * (-z * a + x * c) - x * (-z * b + x * f);
    m[5] = y * y * a - 2 * x * y * b + x * x * e;
    eigenSymmetric(this.#values, 0, this.#vectors, 0, m, 0);
    return Math.max(this.#values[0], this.#values[1], this.#values[2]);
  }
}

/** Points whose hull, widened by the radius, holds the shape. */
function hullPoints(shape: SimpleShape): { points: ArrayLike<number>; radius: number } {
  switch (shape.type) {
    case 'sphere':
      return { points: [0, 0, 0], radius: shape.radius };
    case 'capsule':
      return { points: [0, shape.halfHeight, 0, 0, -shape.halfHeight, 0], radius: shape.radius };
    case 'box':
    case 'convex':
      return { points: shape.polyhedron.vertices, radius: 0 };
    case 'cylinder':
    case 'cone':
    case 'torus': {
      const r = shape.type === 'torus' ? shape.radius + shape.tube : shape.radius;
      const h = shape.type === 'torus' ? 0 : shape.halfHeight;
      const low = [r, -h, 0, -r, -h, 0, 0, -h, r, 0, -h, -r];
      const high = shape.type === 'cone' ? [0, h, 0] : [r, h, 0, -r, h, 0, 0, h, r, 0, h, -r];
      return { points: [...low, ...high], radius: 0 };
    }
    case 'mesh':
      return { points: shape.mesh.positions, radius: 0 };
    default:
      return { points: [], radius: 0 };
  }
}

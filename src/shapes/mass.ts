// Mass, centre of mass and inertia of solids.
//
// MassProperties are pure geometry for uniform unit density. Only a compound whose parts carry their own density is not
// uniform: then `split` holds its parts in two heaps, those that follow the body's density and those that have their
// own, and `bodyMass` puts the heaps together:
//   - body `density` D: parts without a density get D, the others keep theirs;
//   - body `mass` m: parts with a density keep theirs and the others share what is left of m evenly by volume; where
//     every part has its own density, these are relative and all of them are scaled to add up to m.
// Parts add up even where they overlap. Verified in test/shapes/mass.test.ts.

import { matrixFromQuaternion } from '../math/quaternion.js';
import { rotateSymmetric } from '../math/symmetric3.js';
import type { Quat, Sym3, Vec3 } from '../math/vec3.js';
import { add, rotate } from '../math/vec3.js';
import { ShapeError } from './errors.js';

export interface MassProperties {
  /** Of the whole shape, m³. */
  readonly volume: number;
  /** Centre of volume in the shape's frame; that of mass too unless `split` says otherwise. */
  readonly center: Vec3;
  /** Inertia about `center`, shape axes, for unit density (kg·m² per kg/m³): xx, xy, xz, yy, yz, zz. */
  readonly inertia: Sym3;
  /** Not null only for a compound with parts that have their own density: use `bodyMass`. */
  readonly split: MassSplit | null;
}

/** Mass (or volume, for unit density), its centre, and the inertia about that centre. */
export interface MassMoments {
  readonly mass: number;
  readonly center: Vec3;
  readonly inertia: Sym3;
}

export interface MassSplit {
  /** The parts without a density of their own, for unit density. Mass 0 if there are none. */
  readonly free: MassMoments;
  /** The parts with a density of their own, weighted by it. */
  readonly weighted: MassMoments;
}

/** Mass, centre of mass and inertia about it (shape axes) of a body of this shape, from its density or its mass. */
export function bodyMass(properties: MassProperties, given: { density: number } | { mass: number }): MassMoments {
  const { volume, center, inertia, split } = properties;
  if (split === null) {
    const density = 'density' in given ? given.density : given.mass / volume;
    const mass = 'density' in given ? density * volume : given.mass;
    return { mass, center, inertia: scaleSym(inertia, density) };
  }
  const { free, weighted } = split;
  if ('density' in given) return combine([scaled(free, given.density), weighted]);
  if (free.mass === 0) return { ...scaled(weighted, given.mass / weighted.mass), mass: given.mass };
  const rest = given.mass - weighted.mass;
  if (!(rest > 0)) {
    throw new ShapeError(
      `mass ${given.mass} kg is not more than the ${weighted.mass} kg of the parts that have their own density: ` +
        'raise it, or give the body a density instead',
    );
  }
  return { ...combine([scaled(free, rest / free.mass), weighted]), mass: given.mass };
}

const scaleSym = (s: Sym3, k: number): Sym3 => [s[0] * k, s[1] * k, s[2] * k, s[3] * k, s[4] * k, s[5] * k];

export const scaled = (m: MassMoments, k: number): MassMoments => ({
  mass: m.mass * k,
  center: m.center,
  inertia: scaleSym(m.inertia, k),
});

/** Parallel axis theorem: the sum of several masses, about their common centre. */
export function combine(parts: readonly MassMoments[]): MassMoments {
  let mass = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (const p of parts) {
    mass += p.mass;
    x += p.mass * p.center[0];
    y += p.mass * p.center[1];
    z += p.mass * p.center[2];
  }
  if (mass === 0) return { mass: 0, center: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] };
  x /= mass;
  y /= mass;
  z /= mass;
  const sum: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  for (const p of parts) {
    const dx = p.center[0] - x;
    const dy = p.center[1] - y;
    const dz = p.center[2] - z;
    sum[0] += p.inertia[0] + p.mass * (dy * dy + dz * dz);
    sum[1] += p.inertia[1] - p.mass * dx * dy;
    sum[2] += p.inertia[2] - p.mass * dx * dz;
    sum[3] += p.inertia[3] + p.mass * (dx * dx + dz * dz);
    sum[4] += p.inertia[4] - p.mass * dy * dz;
    sum[5] += p.inertia[5] + p.mass * (dx * dx + dy * dy);
  }
  return { mass, center: [x, y, z], inertia: sum };
}

/** The same mass after turning the shape by `rotation` about its origin and moving it by `position`. */
export function transformMass(m: MassMoments, position: Vec3, rotation: Quat): MassMoments {
  const r = new Float64Array(9);
  matrixFromQuaternion(r, 0, Float64Array.from(rotation), 0);
  const s = Float64Array.from(m.inertia);
  rotateSymmetric(s, 0, r, 0, s, 0);
  return {
    mass: m.mass,
    center: add(rotate(rotation, m.center), position),
    inertia: [s[0], s[1], s[2], s[3], s[4], s[5]],
  };
}

/** Of a solid whose principal axes are the shape's own. */
export const principalMass = (volume: number, center: Vec3, ix: number, iy: number, iz: number): MassProperties => ({
  volume,
  center,
  inertia: [ix, 0, 0, iy, 0, iz],
  split: null,
});

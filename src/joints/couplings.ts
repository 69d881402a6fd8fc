// What gears and racks share: angles of bodies about axes that are fixed in the world, counted over whole turns.
//
// Simplification: a block acts on two bodies, so a coupling knows nothing of the bearings. Its axes are those of the
// start, fixed in the world: right for bodies that are hinged to the world or to something that does not turn; a
// gearbox that itself turns needs gears that touch each other.
// Verified in test/joints/library.test.ts.

import { atan2 } from '../math/trig.js';
import { unwrap } from './unwrap.js';

/**
 * The angle by which a body has turned about the axis at f[axis…] since its joint frame's y lay along f[from…]; its
 * frame's axes are rows of `axes`. The last angle is kept at f[last], so that turns are counted.
 */
export function angleAbout(f: Float64Array, last: number, axis: number, from: number, axes: Float64Array): number {
  const [x, y, z] = [axes[3], axes[4], axes[5]];
  const [fx, fy, fz] = [f[from], f[from + 1], f[from + 2]];
  const sine = f[axis] * (fy * z - fz * y) + f[axis + 1] * (fz * x - fx * z) + f[axis + 2] * (fx * y - fy * x);
  const angle = unwrap(atan2(sine, fx * x + fy * y + fz * z), f[last]);
  f[last] = angle;
  return angle;
}

/** Adds `factor` times the angular velocity about d to a row, at f[at…]. */
export function writeTurn(f: Float64Array, at: number, d: Float64Array, factor: number): void {
  for (let k = 0; k < 3; k++) f[at + k] += factor * d[k];
}

// Restitution.

import { atRhs, BOUNCE } from '../solver/blocks.js';

/**
 * Asks the block at s[at…] for `more` (m/s) by restitution, and takes that down: it may be too much (solver/bounce.ts).
 */
export function askBounce(s: Float64Array, at: number, more: number): void {
  s[at + atRhs] -= more;
  s[at + BOUNCE] = more;
}

/**
 * Speed at which bodies a and b, with velocities v and before this step's forces old, part along the block row at s[j…]
 * after this step, in which they have `gap` between them (m, negative once they overlap). They bounce in the step in
 * which they would meet; slower than what gravity gives in two steps they only rest. Zero: no bounce.
 */
export function reboundOf(
  e: number,
  s: Float64Array,
  j: number,
  v: Float64Array,
  old: Float64Array,
  a: number,
  b: number,
  gap: number,
  h: number,
): number {
  let before = 0;
  let now = 0;
  for (let m = 0; m < 6; m++) {
    before += s[j + m] * old[6 * a + m] + s[j + 6 + m] * old[6 * b + m];
    now += s[j + m] * v[6 * a + m] + s[j + 6 + m] * v[6 * b + m];
  }
  if (!(before < -2 * Math.abs(now - before) && gap + h * now < 0)) return 0;
  return reboundSpeed(e, -before, (before - now) / h, gap, h);
}

/**
 * Speed at which two bodies part after a collision with restitution e in the step of length h in which they would meet:
 * still `gap` apart (m, negative once overlapping), approaching at `speed` (m/s) and drawn together at `pull` (m/s²).
 *
 * They bounce at the gap that the step happens to find, up to speed·h above the ground: with e·speed alone a ball at
 * e = 0.5 and 1/60 s came up to a quarter too high. Instead the energy is that of a bounce at contact. Semi-implicit
 * Euler keeps v²/2 + a x ∓ (a h/2) v (falling, rising), so a rebound at u from this gap reaches e² of the height if
 *   u² + a h u + 2 a gap = e² (s² + a h s + 2 a gap).
 * For e = 1 it is u = s. Zero: the bounce would not even reach this gap; the bodies come to rest on each other.
 * Verified in test/contact/rebound.test.ts.
 */
export function reboundSpeed(e: number, speed: number, pull: number, gap: number, h: number): number {
  const a = pull > 0 ? pull : 0;
  const lift = 2 * a * gap;
  const energy = e * e * (speed * speed + a * h * speed + lift) - lift;
  if (!(energy > 0)) return 0;
  const b = 0.5 * a * h;
  return Math.sqrt(b * b + energy) - b;
}

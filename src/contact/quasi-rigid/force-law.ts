// What a contact does within a step of h seconds, by its own force law F(d) = F_ref (d/d_ref)^p.
//
// p = K d/F is 1.5 for a ball (Hertz), 1 for a punch, 2 for a cone. A row of the solver presses with
//   λ/h = F₀ (1-θ) + θ (F* + K* (d₀ - d*)) - k v,    k = θ h K* + c,
// v the speed of parting at the end of the step: compliance 1/(h k) and the right-hand side that belongs to it.
//
// θ = 0 is explicit in the depth. With positions that follow the new velocities this is symplectic: it leaves an impact
// with the speed it came with. It stands while κ = (ωh)² is below STIFF_FROM, where an impact lasts some 45 steps; from
// STIFF_TO on θ = 1, backward Euler, which steel at 1/60 s needs and which makes impacts that are not resolved plastic.
// d* is where the tangent is taken: the present depth, unless the bodies move by as much within the step; then the end
// of the step as it would be if nothing else touched them, m (v' - v) = h F(d₀ - h v').
// Verified in test/contact/quasi-rigid/dynamics.test.ts.

import { exp, log } from '../../math/trig.js';

const STIFF_FROM = 0.008;
const STIFF_TO = 0.08;
const NEWTON_STEPS = 40;

/** (d/d_ref)^p, zero for d ≤ 0. */
export function powerOf(d: number, reference: number, p: number): number {
  if (!(d > 0)) return 0;
  const x = d / reference;
  return x === 1 ? 1 : p === 1 ? x : exp(p * log(x));
}

/** How much of the force is taken at the end of the step, at κ = (ωh)². */
export function implicitShare(kappa: number, from = STIFF_FROM, to = STIFF_TO): number {
  return kappa <= from ? 0 : kappa >= to ? 1 : (kappa - from) / (to - from);
}

/**
 * Depth at the end of a step of h seconds that begins at depth d0 with speed v of parting, for an effective mass m and
 * nothing else that pushes. Newton's method on a function that rises everywhere.
 */
export function endDepth(
  d0: number,
  v: number,
  m: number,
  h: number,
  force: number,
  reference: number,
  p: number,
): number {
  const free = d0 - h * v;
  if (!(free > 0)) return free;
  const s = (h * h) / m;
  let d = free;
  for (let k = 0; k < NEWTON_STEPS; k++) {
    const f = force * powerOf(d, reference, p);
    const off = d - free + s * f;
    const next = d - off / (1 + (s * p * f) / d);
    if (!(next > 0)) {
      d *= 0.5;
      continue;
    }
    if (Math.abs(next - d) <= 1e-12 * d) return next;
    d = next;
  }
  return d;
}

// What an island's impulses may never do, however badly they were solved: put energy in.
//
// With v₀ the velocities before the impulses, v after them, and b the right-hand sides (what a gap still leaves, what a
// rebound, a conveyor or a motor asks for), a solution has λ·(J v + b + C λ) ≤ 0: normal and joint rows do no work on
// what they ask for, friction and limits take some out. Where friction is strong, sweeps may diverge and Newton's
// method may not arrive; the impulses found may then have any size. p = λ·(J v₀ + b) and q = λ·(J (v - v₀) + C λ) ≥ 0
// give the energy that they put in, p + q/2. Where that is more than nothing, all of them are scaled by s = max(0,
// -p/q), which takes most out along that line. Cones and limits that hold λ hold s λ, and equal and opposite stays so.
// Consequence: in such a step bodies are not stopped as they should be, and go into each other by part of their way;
// the next step takes that up. Where less than half would be left, island-solver.ts finds impulses anew. Verified in test/solver/dissipation.test.ts.

import { atCompliance, atLambda, BLOCK_INTS, K_AT_A, K_AT_B, K_DATA, K_ROWS, K_WIDTH, K_WIDTH_A } from './blocks.js';
import type { Island } from './island.js';
import { applyImpulses, type SweepTools } from './sweeps.js';

/**
 * p and q may miss each other's rounding by this share. Where q is below nothing, impulses were so large on their way
 * that velocities no longer are what they make of them.
 */
const ROUNDING = 1e-6;

/** Scales the island's impulses where they put energy in; returns by how much, 1 where they do not. */
export function boundEnergy(island: Island, tools: SweepTools): number {
  if (takesOut(island, tools)) return 1;
  applyAnew(island, tools, 1);
  if (takesOut(island, tools)) return 1;
  const { r } = tools;
  const scale = r[0] < 0 && r[1] < Infinity ? -r[0] / r[1] : 0;
  applyAnew(island, tools, scale);
  return scale;
}

/**
 * Velocities from the impulses and those before them, to rounding. On their way to a solution impulses may have been
 * many orders larger, and velocities that took part in every change keep the rounding of that: up to 1e-7 of the
 * momentum.
 */
export function renewVelocities(island: Island, tools: SweepTools): void {
  applyAnew(island, tools, 1);
}

/** Whether the impulses take energy out; p and q are then in r[0] and r[1]. Whatever is no number takes nothing out. */
function takesOut({ blocks, order, from, to, v, start }: Island, { kernels, r }: SweepTools): boolean {
  const f = blocks.f.data;
  const i = blocks.i.data;
  let p = 0;
  let q = 0;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS;
    const m = i[h + K_ROWS];
    const o = i[h + K_DATA];
    kernels.residual(f, i, h, start, r);
    for (let k = 0; k < m; k++) {
      const lambda = f[o + atLambda + k];
      const before = lambda * (r[k] - f[o + atCompliance + k] * lambda);
      p += before;
      q -= before;
    }
    kernels.residual(f, i, h, v, r);
    for (let k = 0; k < m; k++) q += f[o + atLambda + k] * r[k];
  }
  r[0] = p;
  r[1] = q;
  return p + 0.5 * q <= 0 && q >= ROUNDING * p;
}

/** Impulses times a factor, and the velocities that they make. */
export function applyAnew(island: Island, { kernels }: SweepTools, scale: number): void {
  const { blocks, order, from, to, v, start } = island;
  const f = blocks.f.data;
  const i = blocks.i.data;
  for (let n = from; n < to; n++) {
    const h = order[n] * BLOCK_INTS;
    const l = i[h + K_DATA] + atLambda;
    const a = i[h + K_AT_A];
    const b = i[h + K_AT_B];
    const widthA = i[h + K_WIDTH_A];
    const widthB = i[h + K_WIDTH] - widthA;
    for (let k = 0; k < i[h + K_ROWS]; k++) f[l + k] = scale > 0 ? scale * f[l + k] : 0;
    for (let k = 0; k < widthA; k++) v[a + k] = start[a + k];
    for (let k = 0; k < widthB; k++) v[b + k] = start[b + k];
  }
  applyImpulses(island, kernels);
}

// How spinning is limited, by name, and the paper's bound on it: all force at the four corners of a rectangle.
//
// Bouchard et al. 2015, §5.6, Eq. 11–13 (src/patch/ellipse.ts has the sum). The rectangle is the one round the paper's
// ellipse: half-lengths √(3·variance) along u and w about the overlap's centre, which is the patch itself for a box
// that lies flat. A hull may reach beyond it; a centre of pressure out there counts as the rectangle's nearest point.
// Verified in test/contact/six-paper.test.ts.

import { spinBoundCorners } from '../../patch/ellipse.js';
import { PA_HALF, PA_STRIDE, type PatchBuffer } from '../../patch/patch.js';
import type { SixOptions } from './options.js';

/** With sliding, by the patch's limit surface; by the patch alone; by the corners. */
export const SPIN_CONTENSOU = 0;
export const SPIN_UNIFORM = 1;
export const SPIN_CORNERS = 2;

export function spinCode({ spin }: SixOptions): number {
  return spin === 'contensou' ? SPIN_CONTENSOU : spin === 'uniform' ? SPIN_UNIFORM : SPIN_CORNERS;
}

/** The most torque about the centre of pressure (pu, pw) of patch k, divided by μ f_n (m). */
export function cornerBound(patches: PatchBuffer, k: number, pu: number, pw: number): number {
  const h = k * PA_STRIDE + PA_HALF;
  const a = patches.records[h];
  const b = patches.records[h + 1];
  return spinBoundCorners(a, b, Math.max(-a, Math.min(a, pu)), Math.max(-b, Math.min(b, pw)));
}

/**
 * Share of the friction limit in use where force and torque are limited each for itself. `bound`: torque over μ f_n
 * (m).
 */
export function uncoupledShare(limit: number, bound: number, fu: number, fw: number, torque: number): number {
  if (!(limit > 0)) return fu === 0 && fw === 0 && torque === 0 ? 0 : 1;
  const slide = Math.sqrt(fu * fu + fw * fw) / limit;
  // Where no torque can be borne, rounding of one is no use of it.
  const turn = bound > 0 ? Math.abs(torque) / (limit * bound) : 0;
  return Math.max(slide, turn);
}

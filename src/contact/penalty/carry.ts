// Taking the springs of sticking friction along from step to step.
//
// Hasegawa & Sato 2004, Fig. 8: r grows by Δr and θ by Δθ, the way that A makes against B. Here that way is measured
// between two material points that lay together at the footprint's centre one step ago, so it is exact for any motion:
// kinematic bodies, bodies that were put elsewhere, steps of changing length. The springs turn by half of both bodies'
// turns, stay in the contact plane, and are moved to the footprint's new centre. So nothing grows while a ball rolls:
// the points beneath it are new ones, and they are at rest.
//
// Deviation: the paper lets (r, θ) stretch whatever the footprint has become. A box that comes down from its corner to
// its face would then get a face full of twisted springs from nowhere. Area that is new begins unstretched; so where
// the same (r, θ) would hold more energy on the new footprint than they did on the old one, both are scaled until they
// hold as much. What a step's motion adds comes after that.
// Verified in test/contact/penalty-friction.test.ts.

import { B_CENTER, B_ROTATION, B_SURFACE_VELOCITY, BODY_STRIDE } from '../../bodies/layout.js';
import { rotateInto, rotateVector } from '../../math/quaternion.js';
import type { Direction } from './directions.js';
import {
  P_AREA,
  P_LOCAL_A,
  P_LOCAL_B,
  P_PAIR_AREA,
  P_POLAR,
  P_STRETCH,
  P_TURN_A,
  P_TURN_B,
  P_TWIST,
} from './layout.js';

export class SpringCarrier {
  /** How far the footprint's new centre is from the nearer of the two material points at the old one (m). */
  jump = 0;
  readonly #work = new Float64Array(24);

  /**
   * Takes the springs of the record at r[0…] along: grown by the way that A has made against B since, turned with both,
   * and moved to the new centre of the footprint.
   */
  carry(r: Float64Array, input: Direction, d: Float64Array, a: number, b: number, h: number): void {
    const work = this.#work;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    const { normal: n, center: c } = input;
    rotateInto(work, 0, d, pa + B_ROTATION, r, P_LOCAL_A);
    rotateInto(work, 3, d, pb + B_ROTATION, r, P_LOCAL_B);
    turnSince(work, 6, d, pa + B_ROTATION, r, P_TURN_A);
    turnSince(work, 9, d, pb + B_ROTATION, r, P_TURN_B);
    surfaceVelocities(work, 12, d, pa, pb);
    // Half of both turns carries the springs themselves.
    const tx = 0.5 * (work[6] + work[9]);
    const ty = 0.5 * (work[7] + work[10]);
    const tz = 0.5 * (work[8] + work[11]);
    const sx = r[P_STRETCH];
    const sy = r[P_STRETCH + 1];
    const sz = r[P_STRETCH + 2];
    const twist = r[P_TWIST];
    const turned = (work[6] - work[9]) * n[0] + (work[7] - work[10]) * n[1] + (work[8] - work[11]) * n[2];
    let along = 0;
    let way = 0;
    let farA = 0;
    let farB = 0;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      const onB = work[3 + m] + (d[pb + B_CENTER + m] - d[pa + B_CENTER + m]);
      const carried = m === 0 ? ty * sz - tz * sy : m === 1 ? tz * sx - tx * sz : tx * sy - ty * sx;
      const middle1 = 0.5 * (work[m1] + work[3 + m1] + (d[pb + B_CENTER + m1] - d[pa + B_CENTER + m1]));
      const middle2 = 0.5 * (work[m2] + work[3 + m2] + (d[pb + B_CENTER + m2] - d[pa + B_CENTER + m2]));
      const arm = n[m1] * (c[m2] - middle2) - n[m2] * (c[m1] - middle1);
      work[18 + m] = r[P_STRETCH + m] + carried + twist * arm;
      work[21 + m] = work[m] - onB + h * (work[12 + m] - work[15 + m]) + turned * arm;
      farA += (c[m] - work[m]) * (c[m] - work[m]);
      farB += (c[m] - onB) * (c[m] - onB);
      along += work[18 + m] * n[m];
      way += work[21 + m] * n[m];
    }
    this.jump = Math.sqrt(farA < farB ? farA : farB);
    let square = 0;
    for (let m = 0; m < 3; m++) {
      work[18 + m] -= along * n[m];
      work[21 + m] -= way * n[m];
      square += work[18 + m] * work[18 + m];
    }
    const before = ((sx * sx + sy * sy + sz * sz) * r[P_AREA] + twist * twist * r[P_POLAR]) / r[P_PAIR_AREA];
    const after = (square * input.area + twist * twist * input.polar) / input.pairArea;
    const kept = after > before ? Math.sqrt(before / after) : 1;
    for (let m = 0; m < 3; m++) r[P_STRETCH + m] = kept * work[18 + m] + work[21 + m];
    r[P_TWIST] = kept * twist + turned;
  }
}

/** Velocities of the surfaces of A and B (conveyors), world axes, into out[at…] and the next three. */
export function surfaceVelocities(out: Float64Array, at: number, d: Float64Array, pa: number, pb: number): void {
  for (let side = 0; side < 2; side++) {
    const o = side === 0 ? pa : pb;
    const s = o + B_SURFACE_VELOCITY;
    if (d[s] === 0 && d[s + 1] === 0 && d[s + 2] === 0) out.fill(0, at + 3 * side, at + 3 * side + 3);
    else rotateVector(out, at + 3 * side, d, o + B_ROTATION, d[s], d[s + 1], d[s + 2]);
  }
}

/** Rotation vector (small: twice the vector part) from the quaternion at old[oi…] to the one at q[qi…]. */
function turnSince(out: Float64Array, k: number, q: Float64Array, qi: number, old: Float64Array, oi: number): void {
  const x = -old[oi];
  const y = -old[oi + 1];
  const z = -old[oi + 2];
  const w = old[oi + 3];
  const a = q[qi];
  const b = q[qi + 1];
  const c = q[qi + 2];
  const s = q[qi + 3];
  const scalar = s * w - a * x - b * y - c * z;
  const sign = scalar < 0 ? -2 : 2;
  out[k] = sign * (s * x + a * w + b * z - c * y);
  out[k + 1] = sign * (s * y - a * z + b * w + c * x);
  out[k + 2] = sign * (s * z + a * y - b * x + c * w);
}

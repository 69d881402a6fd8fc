// Friction of one direction of contact: the states of Fig. 8, and the wrench of springs, dampers and sliding.
//
// Hasegawa & Sato 2004, §4.6. While a contact sticks, springs and dampers spread over its footprint hold the bodies
// (Eq. 18–29). Their stretch at a point x of the plane is l(x) = r + θ n×(x - c), with r and θ grown step by step from
// the way that A makes against B.
// Let σ = (k_S l + b_S v)/S_c be the static friction at a point, p the pressure there. Fig. 8:
//
//   stick → slide   where ∫|σ|² > μ₀ ∫ p|σ|
//   slide → stick   where ∫|σ|² < μ ∫ p|σ|
//   in slide        friction is μ p against the slip, and (r, θ) are set so that the springs' wrench equals it
//
// Deviation: the paper compares force with force *and* torque with torque (about a point that it does not name). That
// is ill posed: in pure sliding both torques vanish, and a rounding error of θ decides; for a square footprint the
// static torque then overtakes its maximum at half of the force. What stands here is the work of both frictions along
// the same slip σ: for pure sliding it is the paper's comparison of forces, for pure spinning that of torques, and in
// between it follows the limit surface.
//
// Deviation: the paper sets (r, θ) so that springs *and dampers* bear the dynamic friction. At speed v the damper then
// winds up a spring against itself, by b v/k, and once the contact sticks that spring drives the body: energy from
// nowhere, as much as ½ (b v)²/k. So the springs alone are set, and never to hold more than what they held with the
// step's motion in it: a return map, which only takes energy away. Where slip ends v is zero, and the two agree.
//
// Further: r and θ are kept at the footprint's centre and carried along with the bodies; only the rotation about the
// normal counts (the normal forces resist the rest); the damper's sign is that of a damper (Eq. 25 as printed drives).
// Verified in test/contact/penalty-friction.test.ts and penalty-truths.test.ts.

import { PC_AREA, PC_FRAME, PC_FRICTION, PC_ORIGIN, PC_STATIC_FRICTION, PIECE_STRIDE } from './cells.js';
import type { Direction } from './directions.js';
import { spreadSquare, spreadWrench } from './integrals.js';
import { P_SHARE, P_STRETCH, P_TANGENT_DAMPING, P_TANGENT_STIFFNESS, P_TWIST, SLIDE, STICK } from './layout.js';

export class FrictionMachine {
  /** Friction on A: force and torque about the centre (world axes). */
  readonly wrench = new Float64Array(6);
  readonly #field = new Float64Array(3);
  readonly #planar = new Float64Array(3);
  readonly #fixed = new Float64Array(6);

  /** One step of the machine for the record at f[o…] in `state`; returns the new state. */
  update(input: Direction, f: Float64Array, o: number, state: number, p: Float64Array): number {
    const stiffness = f[o + P_TANGENT_STIFFNESS] / input.pairArea;
    const damping = f[o + P_TANGENT_DAMPING] / input.pairArea;
    const spin = dot3(input.spin, 0, input.normal, 0);
    let square = 0;
    let most = 0;
    let moving = 0;
    this.#fixed.fill(0);
    for (let k = 0; k < input.count; k++) {
      const q = input.pieces[k]! * PIECE_STRIDE;
      this.#density(input, f, o, stiffness, damping, spin, p, q);
      const qu = this.#field[0];
      const qw = this.#field[1];
      const qn = this.#field[2];
      square += spreadSquare(p, q + PC_AREA, qu, qw, qn);
      const pressed = input.pressed[k]!;
      pressed.slide(qu, qw, qn);
      most += p[q + PC_STATIC_FRICTION] * pressed.friction[0];
      moving += p[q + PC_FRICTION] * pressed.friction[0];
      spreadWrench(this.#planar, 0, p, q + PC_AREA, qu, qw, qn);
      this.#addWrench(this.#fixed, p, q, input.center);
    }
    f[o + P_SHARE] = most > 0 ? Math.min(1, square / most) : square > 0 ? 1 : 0;
    if (state === STICK ? square > most : !(square < moving)) {
      if (square > 0) {
        this.#slide(input, f, o, p);
        return SLIDE;
      }
    }
    this.wrench.set(this.#fixed);
    return STICK;
  }

  /** Friction of the slip itself; then the springs are set to bear just that, but never to more than they held. */
  #slide(input: Direction, f: Float64Array, o: number, p: Float64Array): void {
    const { wrench } = this;
    const planar = this.#planar;
    wrench.fill(0);
    for (let k = 0; k < input.count; k++) {
      const q = input.pieces[k]! * PIECE_STRIDE;
      this.#slip(input, p, q);
      const pressed = input.pressed[k]!;
      pressed.slide(this.#field[0], this.#field[1], this.#field[2]);
      for (let m = 0; m < 3; m++) planar[m] = -p[q + PC_FRICTION] * pressed.friction[1 + m];
      this.#addWrench(wrench, p, q, input.center);
    }
    const { normal: n, pairArea, area, polar } = input;
    const stiffness = f[o + P_TANGENT_STIFFNESS];
    if (!(stiffness > 0)) {
      for (let m = 0; m < 4; m++) f[o + P_STRETCH + m] = 0;
      return;
    }
    const along = dot3(wrench, 0, n, 0);
    const held = dot3(f, o + P_STRETCH, f, o + P_STRETCH) * area + f[o + P_TWIST] * f[o + P_TWIST] * polar;
    const share = pairArea / stiffness;
    for (let m = 0; m < 3; m++) f[o + P_STRETCH + m] = (-share / area) * (wrench[m] - along * n[m]);
    f[o + P_TWIST] = polar > 0 ? (-share / polar) * dot3(wrench, 3, n, 0) : 0;
    const holds = dot3(f, o + P_STRETCH, f, o + P_STRETCH) * area + f[o + P_TWIST] * f[o + P_TWIST] * polar;
    if (!(holds > held)) return;
    const kept = Math.sqrt(held / holds);
    for (let m = 0; m < 4; m++) f[o + P_STRETCH + m] *= kept;
  }

  /** Planar field of the static friction's density at the piece's origin: σ = k l + b v. */
  #density(
    input: Direction,
    f: Float64Array,
    o: number,
    stiffness: number,
    damping: number,
    spin: number,
    p: Float64Array,
    q: number,
  ): void {
    this.#slip(input, p, q);
    const field = this.#field;
    const planar = this.#planar;
    for (let m = 0; m < 3; m++) planar[m] = damping * field[m];
    const { normal: n, center: c } = input;
    const twist = f[o + P_TWIST];
    const x = p[q + PC_ORIGIN] - c[0];
    const y = p[q + PC_ORIGIN + 1] - c[1];
    const z = p[q + PC_ORIGIN + 2] - c[2];
    const lx = f[o + P_STRETCH] + twist * (n[1] * z - n[2] * y);
    const ly = f[o + P_STRETCH + 1] + twist * (n[2] * x - n[0] * z);
    const lz = f[o + P_STRETCH + 2] + twist * (n[0] * y - n[1] * x);
    const a = q + PC_FRAME;
    field[0] = planar[0] + stiffness * (p[a + 3] * lx + p[a + 4] * ly + p[a + 5] * lz);
    field[1] = planar[1] + stiffness * (p[a + 6] * lx + p[a + 7] * ly + p[a + 8] * lz);
    field[2] = damping * spin + stiffness * twist;
  }

  /** Planar slip of A against B at the piece's origin: (u, w) and the spin about its normal. */
  #slip(input: Direction, p: Float64Array, q: number): void {
    const { velocity: v, spin: s, center: c } = input;
    const x = p[q + PC_ORIGIN] - c[0];
    const y = p[q + PC_ORIGIN + 1] - c[1];
    const z = p[q + PC_ORIGIN + 2] - c[2];
    const vx = v[0] + s[1] * z - s[2] * y;
    const vy = v[1] + s[2] * x - s[0] * z;
    const vz = v[2] + s[0] * y - s[1] * x;
    const a = q + PC_FRAME;
    this.#field[0] = p[a + 3] * vx + p[a + 4] * vy + p[a + 5] * vz;
    this.#field[1] = p[a + 6] * vx + p[a + 7] * vy + p[a + 8] * vz;
    this.#field[2] = p[a] * s[0] + p[a + 1] * s[1] + p[a + 2] * s[2];
  }

  /** Adds the planar wrench at hand, about the piece's origin, to a wrench about the centre. */
  #addWrench(out: Float64Array, p: Float64Array, q: number, c: Float64Array): void {
    const planar = this.#planar;
    const a = q + PC_FRAME;
    const fx = planar[0] * p[a + 3] + planar[1] * p[a + 6];
    const fy = planar[0] * p[a + 4] + planar[1] * p[a + 7];
    const fz = planar[0] * p[a + 5] + planar[1] * p[a + 8];
    const x = p[q + PC_ORIGIN] - c[0];
    const y = p[q + PC_ORIGIN + 1] - c[1];
    const z = p[q + PC_ORIGIN + 2] - c[2];
    out[0] += fx;
    out[1] += fy;
    out[2] += fz;
    out[3] += planar[2] * p[a] + y * fz - z * fy;
    out[4] += planar[2] * p[a + 1] + z * fx - x * fz;
    out[5] += planar[2] * p[a + 2] + x * fy - y * fx;
  }
}

function dot3(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

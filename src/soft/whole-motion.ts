// The motion of a soft solid as a whole, so that what turns does not swell.
//
// Nodes that are moved straight on along their velocities leave the circle on which a turning body carries them: a
// turn by θ in a step stretches it by θ²/2. In a stiff solid that strain stores far more energy than the turn itself
// has, and the next step has to take it out again. So the field u of a step (velocities times h, or displacements) is
// split by momentum,
//   u = t + φ × r + d,   Σ m d = 0,  Σ m r × d = 0        r from the centre of mass
// and the turn is carried out as a turn: x = c + t + R (r + d). Free rotation is that of rigid bodies (integrate.ts),
// with the inertia of the moment; spin is what the angular momentum L gives at the end, so linear and angular momentum
// are kept to rounding here (elastic forces themselves have a torque of the order of the strain). Deformation then
// feels the turning frame: -m ω × (ω × r) and Coriolis' force, the latter as a turn of d's velocity by -2 h ω, which
// does no work at any step. Verified in test/soft/whole-motion.test.ts.
//
// Only of solids none of whose nodes is held. Parts of a body that turn on their own (arms of an octopus) still swell
// within the step; that is small where such turns are: in soft material.

import { advanceFreely } from '../bodies/integrate.js';
import { B_CENTER, B_INERTIA_B, B_ROTATION, BODY_STRIDE } from '../bodies/layout.js';
import { matrixFromQuaternion, turnByCayley } from '../math/quaternion.js';
import { invertSymmetric } from '../math/symmetric3.js';

/** Positions, velocities and masses of nodes. */
export interface Nodes {
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly mass: Float64Array;
}

/** The largest turn of a single displacement (rad); a larger one is scaled down as a whole. */
const MOST_TURN = 0.3;

export class WholeMotion {
  readonly center = new Float64Array(3);
  /** Momentum over mass, and angular momentum about the centre, of the field that was measured. */
  readonly linear = new Float64Array(3);
  readonly angular = new Float64Array(3);
  readonly spin = new Float64Array(3);
  /** xx, xy, xz, yy, yz, zz about the centre, world axes (kg m²). */
  readonly inertia = new Float64Array(6);
  readonly #inverse = new Float64Array(6);
  readonly #record = new Float64Array(BODY_STRIDE);
  readonly #twist = new Float64Array(6);
  readonly #r = new Float64Array(9);
  readonly #q = new Float64Array(4);

  /** Splits the field u of the nodes. */
  measure(nodes: Nodes, u: Float64Array): void {
    const { x, mass } = nodes;
    const { center, linear } = this;
    let whole = 0;
    let [cx, cy, cz, px, py, pz] = [0, 0, 0, 0, 0, 0];
    for (let i = 0, o = 0; i < mass.length; i++, o += 3) {
      const m = mass[i];
      whole += m;
      cx += m * x[o];
      cy += m * x[o + 1];
      cz += m * x[o + 2];
      px += m * u[o];
      py += m * u[o + 1];
      pz += m * u[o + 2];
    }
    center[0] = cx / whole;
    center[1] = cy / whole;
    center[2] = cz / whole;
    linear[0] = px / whole;
    linear[1] = py / whole;
    linear[2] = pz / whole;
    this.#measureTurn(nodes, u);
    this.#spinFrom(this.angular);
  }

  /** Inertia, and angular momentum of u, about the centre. */
  #measureTurn(nodes: Nodes, u: Float64Array): void {
    const { x, mass } = nodes;
    const { center, linear, angular, inertia } = this;
    let [lx, ly, lz, xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let i = 0, o = 0; i < mass.length; i++, o += 3) {
      const m = mass[i];
      const rx = x[o] - center[0];
      const ry = x[o + 1] - center[1];
      const rz = x[o + 2] - center[2];
      const ux = m * (u[o] - linear[0]);
      const uy = m * (u[o + 1] - linear[1]);
      const uz = m * (u[o + 2] - linear[2]);
      lx += ry * uz - rz * uy;
      ly += rz * ux - rx * uz;
      lz += rx * uy - ry * ux;
      xx += m * (ry * ry + rz * rz);
      yy += m * (rx * rx + rz * rz);
      zz += m * (rx * rx + ry * ry);
      xy -= m * rx * ry;
      xz -= m * rx * rz;
      yz -= m * ry * rz;
    }
    angular[0] = lx;
    angular[1] = ly;
    angular[2] = lz;
    inertia[0] = xx;
    inertia[1] = xy;
    inertia[2] = xz;
    inertia[3] = yy;
    inertia[4] = yz;
    inertia[5] = zz;
  }

  /** The spin that has this angular momentum; none where the inertia is singular. */
  #spinFrom(l: Float64Array): void {
    const { spin } = this;
    const s = this.#inverse;
    if (!invertSymmetric(s, 0, this.inertia, 0)) {
      spin.fill(0);
      return;
    }
    spin[0] = s[0] * l[0] + s[1] * l[1] + s[2] * l[2];
    spin[1] = s[1] * l[0] + s[3] * l[1] + s[4] * l[2];
    spin[2] = s[2] * l[0] + s[4] * l[1] + s[5] * l[2];
  }

  /** Impulses of the turning frame on the deformation within h, added to `out`, three numbers a node. */
  addFrameImpulses(nodes: Nodes, h: number, out: Float64Array): void {
    const { x, v, mass } = nodes;
    this.measure(nodes, v);
    const { center, linear, spin, angular } = this;
    const q = this.#q;
    const r = this.#r;
    const [wx, wy, wz] = [spin[0], spin[1], spin[2]];
    if (wx === 0 && wy === 0 && wz === 0) return;
    q.fill(0);
    q[3] = 1;
    turnByCayley(q, 0, spin, 0, -2 * h);
    matrixFromQuaternion(r, 0, q, 0);
    let [tx, ty, tz] = [0, 0, 0];
    // Twice: first the torque that they would have together, then what is left without it.
    for (let round = 0; round < 2; round++) {
      for (let i = 0, o = 0; i < mass.length; i++, o += 3) {
        const m = mass[i];
        const rx = x[o] - center[0];
        const ry = x[o + 1] - center[1];
        const rz = x[o + 2] - center[2];
        const sx = wy * rz - wz * ry;
        const sy = wz * rx - wx * rz;
        const sz = wx * ry - wy * rx;
        const dx = v[o] - linear[0] - sx;
        const dy = v[o + 1] - linear[1] - sy;
        const dz = v[o + 2] - linear[2] - sz;
        const jx = m * (r[0] * dx + r[1] * dy + r[2] * dz - dx - h * (wy * sz - wz * sy));
        const jy = m * (r[3] * dx + r[4] * dy + r[5] * dz - dy - h * (wz * sx - wx * sz));
        const jz = m * (r[6] * dx + r[7] * dy + r[8] * dz - dz - h * (wx * sy - wy * sx));
        if (round === 0) {
          tx += ry * jz - rz * jy;
          ty += rz * jx - rx * jz;
          tz += rx * jy - ry * jx;
        } else {
          out[o] += jx - m * (spin[1] * rz - spin[2] * ry);
          out[o + 1] += jy - m * (spin[2] * rx - spin[0] * rz);
          out[o + 2] += jz - m * (spin[0] * ry - spin[1] * rx);
        }
      }
      if (round === 1) break;
      angular[0] = tx;
      angular[1] = ty;
      angular[2] = tz;
      this.#spinFrom(angular);
    }
  }

  /** Positions at the end of h, and the velocities that go with them. */
  advance(nodes: Nodes, h: number): void {
    const { v } = nodes;
    this.measure(nodes, v);
    const { spin, angular, inertia, linear } = this;
    const record = this.#record;
    const twist = this.#twist;
    const r = this.#r;
    for (let k = 0; k < 3; k++) {
      record[B_CENTER + k] = 0;
      twist[k] = linear[k];
      twist[3 + k] = spin[k];
    }
    for (let k = 0; k < 6; k++) record[B_INERTIA_B + k] = inertia[k];
    for (let k = 0; k < 4; k++) record[B_ROTATION + k] = k < 3 ? 0 : 1;
    advanceFreely(record, 0, twist, 0, h);
    matrixFromQuaternion(r, 0, record, B_ROTATION);
    // The deformation's own velocities in place of all, and back once the spin at the end is known.
    this.#moveNodes(nodes, h);
    const { center } = this;
    for (let k = 0; k < 3; k++) {
      center[k] += h * linear[k];
      twist[k] = angular[k];
    }
    const [tx, ty, tz] = [linear[0], linear[1], linear[2]];
    linear.fill(0);
    this.#measureTurn(nodes, v);
    // What the deformation has by rounding is left out; L is that of the start.
    for (let k = 0; k < 3; k++) angular[k] = twist[k] - angular[k];
    this.#spinFrom(angular);
    this.#addMotion(nodes, tx, ty, tz);
  }

  /** Moves the nodes by u, of what deforms only a share, and turns their velocities along. Large turns are cut down. */
  displace(nodes: Nodes, u: Float64Array, deforming: number): void {
    this.measure(nodes, u);
    const { spin, linear } = this;
    const q = this.#q;
    const r = this.#r;
    const twist = this.#twist;
    const turn = Math.sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
    const share = turn > MOST_TURN ? MOST_TURN / turn : 1;
    q.fill(0);
    q[3] = 1;
    turnByCayley(q, 0, spin, 0, share);
    matrixFromQuaternion(r, 0, q, 0);
    for (let k = 0; k < 6; k++) twist[k] = k < 3 ? linear[k] : spin[k - 3];
    const part = share * deforming;
    // What u is made of, then the velocities about the same centre.
    const { x, mass, v } = nodes;
    const c = this.center;
    const [ux, uy, uz] = [twist[0], twist[1], twist[2]];
    const [wx, wy, wz] = [twist[3], twist[4], twist[5]];
    this.measure(nodes, v);
    const [vx, vy, vz] = [linear[0], linear[1], linear[2]];
    const [ox, oy, oz] = [spin[0], spin[1], spin[2]];
    for (let i = 0, o = 0; i < mass.length; i++, o += 3) {
      const rx = x[o] - c[0];
      const ry = x[o + 1] - c[1];
      const rz = x[o + 2] - c[2];
      const dx = rx + part * (u[o] - ux - (wy * rz - wz * ry));
      const dy = ry + part * (u[o + 1] - uy - (wz * rx - wx * rz));
      const dz = rz + part * (u[o + 2] - uz - (wx * ry - wy * rx));
      const nx = r[0] * dx + r[1] * dy + r[2] * dz;
      const ny = r[3] * dx + r[4] * dy + r[5] * dz;
      const nz = r[6] * dx + r[7] * dy + r[8] * dz;
      x[o] = c[0] + share * ux + nx;
      x[o + 1] = c[1] + share * uy + ny;
      x[o + 2] = c[2] + share * uz + nz;
      const ex = v[o] - vx - (oy * rz - oz * ry);
      const ey = v[o + 1] - vy - (oz * rx - ox * rz);
      const ez = v[o + 2] - vz - (ox * ry - oy * rx);
      v[o] = vx + oy * nz - oz * ny + r[0] * ex + r[1] * ey + r[2] * ez;
      v[o + 1] = vy + oz * nx - ox * nz + r[3] * ex + r[4] * ey + r[5] * ez;
      v[o + 2] = vz + ox * ny - oy * nx + r[6] * ex + r[7] * ey + r[8] * ez;
    }
  }

  /** x = c + h t + R (r + h d), v = R d, with d = v - t - ω × r. */
  #moveNodes(nodes: Nodes, h: number): void {
    const { x, v, mass } = nodes;
    const { center: c, linear: t, spin: w } = this;
    const r = this.#r;
    for (let i = 0, o = 0; i < mass.length; i++, o += 3) {
      const rx = x[o] - c[0];
      const ry = x[o + 1] - c[1];
      const rz = x[o + 2] - c[2];
      const dx = v[o] - t[0] - (w[1] * rz - w[2] * ry);
      const dy = v[o + 1] - t[1] - (w[2] * rx - w[0] * rz);
      const dz = v[o + 2] - t[2] - (w[0] * ry - w[1] * rx);
      const sx = rx + h * dx;
      const sy = ry + h * dy;
      const sz = rz + h * dz;
      x[o] = c[0] + h * t[0] + r[0] * sx + r[1] * sy + r[2] * sz;
      x[o + 1] = c[1] + h * t[1] + r[3] * sx + r[4] * sy + r[5] * sz;
      x[o + 2] = c[2] + h * t[2] + r[6] * sx + r[7] * sy + r[8] * sz;
      v[o] = r[0] * dx + r[1] * dy + r[2] * dz;
      v[o + 1] = r[3] * dx + r[4] * dy + r[5] * dz;
      v[o + 2] = r[6] * dx + r[7] * dy + r[8] * dz;
    }
  }

  #addMotion(nodes: Nodes, tx: number, ty: number, tz: number): void {
    const { x, v, mass } = nodes;
    const { center: c, spin: w } = this;
    for (let i = 0, o = 0; i < mass.length; i++, o += 3) {
      const rx = x[o] - c[0];
      const ry = x[o + 1] - c[1];
      const rz = x[o + 2] - c[2];
      v[o] += tx + w[1] * rz - w[2] * ry;
      v[o + 1] += ty + w[2] * rx - w[0] * rz;
      v[o + 2] += tz + w[0] * ry - w[1] * rx;
    }
  }
}

// The geometry of a joint at given poses: anchors, axes, errors and Jacobian rows. Used at the start of a step (rows
// for the velocity solve), at predicted poses (curvature) and after it (position correction).

import { B_CENTER, B_ROTATION } from '../bodies/layout.js';
import { matrixFromQuaternion, rotateInto } from '../math/quaternion.js';
import { atan2, PI } from '../math/trig.js';
import type { JointKind } from './kind.js';
import { J_ANCHOR_A, J_ANCHOR_B, J_FRAME_A, J_FRAME_B } from './layout.js';

export class JointGeometry {
  /** World lever arms from the centres of mass to the anchors. */
  readonly armA = new Float64Array(3);
  readonly armB = new Float64Array(3);
  /** From a's anchor to b's. */
  readonly gap = new Float64Array(3);
  /** Joint axes as fixed in a and in b, world: rows x, y, z. */
  readonly axesA = new Float64Array(9);
  readonly axesB = new Float64Array(9);
  /** Constraint errors of the core rows (m, rad). */
  readonly error = new Float64Array(6);
  /** Direction of the free coordinate's row, and its value (angle in (-π, π], position, swing or length). */
  readonly direction = new Float64Array(3);
  coordinate = 0;
  /** Couplings: the axes of a and of b in the world, and how they are coupled. */
  readonly coupledA = new Float64Array(3);
  readonly coupledB = new Float64Array(3);
  ratio = 0;
  /** Six-axis joints: which axes are not locked; Cardan angles about x, y, z, and the rows of their rates. */
  unlocked = 0;
  readonly turns = new Float64Array(3);
  readonly turnRows = new Float64Array(9);
  readonly #q = new Float64Array(8);
  readonly #m = new Float64Array(9);

  /**
   * Evaluates joint `j` of a kind with body a's record at pa of da, and b's at pb of db: all but an angle's coordinate.
   */
  evaluate(
    f: Float64Array,
    j: number,
    kind: JointKind,
    da: Float64Array,
    pa: number,
    db: Float64Array,
    pb: number,
  ): void {
    rotateInto(this.armA, 0, da, pa + B_ROTATION, f, j + J_ANCHOR_A);
    rotateInto(this.armB, 0, db, pb + B_ROTATION, f, j + J_ANCHOR_B);
    for (let k = 0; k < 3; k++) {
      this.gap[k] = db[pb + B_CENTER + k] + this.armB[k] - da[pa + B_CENTER + k] - this.armA[k];
    }
    if (kind.hasAxes) {
      this.#axes(this.axesA, 0, f, j + J_FRAME_A, da, pa);
      this.#axes(this.axesB, 4, f, j + J_FRAME_B, db, pb);
      for (let k = 0; k < 3; k++) this.direction[k] = this.axesA[k];
    }
    kind.evaluate(this, f, j);
  }

  /** Angle of a hinge, twist of a ball joint: the coordinate that costs an arctangent. */
  evaluateTwist(): void {
    const q = this.#q;
    const angle = 2 * atan2(this.#relativePart(q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7]), this.#relativeW());
    this.coordinate = angle > PI ? angle - 2 * PI : angle <= -PI ? angle + 2 * PI : angle;
  }

  /** Angle between the axes of a ball joint, with the direction about which it grows. */
  evaluateSwing(): void {
    const a = this.axesA;
    const b = this.axesB;
    const x = a[1] * b[2] - a[2] * b[1];
    const y = a[2] * b[0] - a[0] * b[2];
    const z = a[0] * b[1] - a[1] * b[0];
    const s = Math.sqrt(x * x + y * y + z * z);
    this.coordinate = atan2(s, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
    // With the axes parallel every perpendicular will do.
    const d = this.direction;
    d[0] = s > 1e-12 ? x / s : a[3];
    d[1] = s > 1e-12 ? y / s : a[4];
    d[2] = s > 1e-12 ? z / s : a[5];
  }

  /** The coordinate is the distance of the anchors, from a's to b's. */
  distance(): void {
    const g = this.gap;
    const length = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    this.coordinate = length;
    for (let k = 0; k < 3; k++) this.direction[k] = length > 0 ? g[k] / length : k === 1 ? 1 : 0;
  }

  /** The turn that would take a's axis to b's, as its components along a's y and z, to two errors from `at`. */
  axisError(at: number): void {
    const a = this.axesA;
    const b = this.axesB;
    const x = a[1] * b[2] - a[2] * b[1];
    const y = a[2] * b[0] - a[0] * b[2];
    const z = a[0] * b[1] - a[1] * b[0];
    this.error[at] = x * a[3] + y * a[4] + z * a[5];
    this.error[at + 1] = x * a[6] + y * a[7] + z * a[8];
  }

  /** The rotation of b's joint frame relative to a's, as twice the vector part, along a's axes, to three errors. */
  fullTurn(at: number): void {
    const q = this.#q;
    const s = this.#relativeW() >= 0 ? 2 : -2;
    this.error[at] = s * this.#relativePart(q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7]);
    this.error[at + 1] = s * this.#relativePart(q[1], q[2], q[0], q[3], q[5], q[6], q[4], q[7]);
    this.error[at + 2] = s * this.#relativePart(q[2], q[0], q[1], q[3], q[6], q[4], q[5], q[7]);
  }

  #relativeW(): number {
    const q = this.#q;
    return q[0] * q[4] + q[1] * q[5] + q[2] * q[6] + q[3] * q[7];
  }

  /** The first of the three vector components of conj(a) b, the arguments turned cyclically for the others. */
  #relativePart(
    ax: number,
    ay: number,
    az: number,
    aw: number,
    bx: number,
    by: number,
    bz: number,
    bw: number,
  ): number {
    return aw * bx - ax * bw - ay * bz + az * by;
  }

  /** World axes of a joint frame: the columns of R(body) R(frame), kept as rows. */
  #axes(out: Float64Array, at: number, f: Float64Array, frame: number, d: Float64Array, p: number): void {
    const q = this.#q;
    const ax = d[p + B_ROTATION];
    const ay = d[p + B_ROTATION + 1];
    const az = d[p + B_ROTATION + 2];
    const aw = d[p + B_ROTATION + 3];
    const bx = f[frame];
    const by = f[frame + 1];
    const bz = f[frame + 2];
    const bw = f[frame + 3];
    q[at] = aw * bx + ax * bw + ay * bz - az * by;
    q[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
    q[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
    q[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
    const m = this.#m;
    matrixFromQuaternion(m, 0, q, at);
    for (let k = 0; k < 9; k++) out[k] = m[3 * (k % 3) + ((k / 3) | 0)];
  }
}

/** Writes a row that measures the anchors' relative velocity along d (b minus a). */
export function writeLinearRow(
  f: Float64Array,
  at: number,
  g: JointGeometry,
  d: Float64Array,
  di: number,
  withGap: boolean,
): void {
  const x = d[di];
  const y = d[di + 1];
  const z = d[di + 2];
  // A direction fixed in a turns with it, which adds the gap to a's arm.
  const ax = g.armA[0] + (withGap ? g.gap[0] : 0);
  const ay = g.armA[1] + (withGap ? g.gap[1] : 0);
  const az = g.armA[2] + (withGap ? g.gap[2] : 0);
  f[at] = -x;
  f[at + 1] = -y;
  f[at + 2] = -z;
  f[at + 3] = -(ay * z - az * y);
  f[at + 4] = -(az * x - ax * z);
  f[at + 5] = -(ax * y - ay * x);
  f[at + 6] = x;
  f[at + 7] = y;
  f[at + 8] = z;
  f[at + 9] = g.armB[1] * z - g.armB[2] * y;
  f[at + 10] = g.armB[2] * x - g.armB[0] * z;
  f[at + 11] = g.armB[0] * y - g.armB[1] * x;
}

/** Writes a row that measures the relative angular velocity along d. */
export function writeAngularRow(f: Float64Array, at: number, d: Float64Array, di: number): void {
  for (let k = 0; k < 3; k++) {
    f[at + 3 + k] = -d[di + k];
    f[at + 9 + k] = d[di + k];
  }
}

const WORLD_AXES = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);

/** Writes three rows that measure the anchors' relative velocity along the world's axes. */
export function writePointRows(f: Float64Array, at: number, g: JointGeometry): void {
  for (let k = 0; k < 3; k++) writeLinearRow(f, at + 12 * k, g, WORLD_AXES, 3 * k, false);
}

// Position correction of joints after the step: Newton's method on the poses. Velocities are not touched.
//
// A pass evaluates every joint where its bodies are now, solves J M⁻¹ Jᵀ x = -C for all of them together and moves the
// bodies by M⁻¹ Jᵀ x. Joints couple through the bodies they share, so the matrix is as sparse as the mechanism and its
// envelope, in the order in which joints were made, is narrow for chains and trees. Visiting one joint after the other
// instead passes an error along a chain of 20 so slowly that it swung with gaps of a centimetre; that is kept only for
// what would be too large to factor. A limit that is violated is one more row. The inertia is that of the step's start:
// it only weighs who gives way. Verified in test/joints/.

import { isActive } from '../bodies/activity.js';
import { displace } from '../bodies/displace.js';
import { BODY_STRIDE } from '../bodies/layout.js';
import type { Arena, F64Slab, I32Slab } from '../memory/arena.js';
import { applyInverseMass } from '../solver/movers.js';
import { Skyline } from '../solver/skyline.js';
import { JointGeometry, writeAngularRow } from './geometry.js';
import {
  J_COORDINATE,
  J_HIGH,
  J_LOW,
  J_TWIST_HIGH,
  J_TWIST_LOW,
  JI_ALIVE,
  JI_BODY_A,
  JI_BODY_B,
  JI_LIMITS,
  JI_TWIST,
  JOINT_INTS,
  JOINT_STRIDE,
} from './layout.js';
import type { JointStore } from './store.js';
import { unwrap } from './unwrap.js';

/** Doubles of six rows with two bodies. */
const ROWS_SIZE = 72;
/** Entries of the matrix beyond which joints are corrected one after the other. */
const LARGEST_ENVELOPE = 200_000;
/** Errors up to this are rounding (m, rad). */
const NEGLIGIBLE = 1e-13;
/** Largest turn of a body in one pass (rad): the equations are linear in small turns only. */
const LARGEST_TURN = 0.5;

export class JointCorrector {
  readonly #geometry = new JointGeometry();
  readonly #matrix: Skyline;
  /** By position in the system: the joint's slot, its first row, and the previous joint on its a and on its b. */
  readonly #members: I32Slab;
  /** J and M⁻¹Jᵀ of each joint in the system. */
  readonly #rows: F64Slab;
  readonly #weighted: F64Slab;
  /** Right-hand side, then solution. */
  readonly #x: F64Slab;
  /** By body: first and last position of a joint on it (+1, 0 for none), and the displacement. */
  readonly #reach: I32Slab;
  readonly #motion: F64Slab;
  #count = 0;
  /** The joint that was evaluated last violates limits of its twist: the row after the core ones. */
  #hasTwist = false;
  /** Its core rows. */
  #core = 0;

  constructor(arena: Arena) {
    this.#matrix = new Skyline(arena);
    this.#members = arena.i32(4 * 8);
    this.#rows = arena.f64(ROWS_SIZE * 8);
    this.#weighted = arena.f64(ROWS_SIZE * 8);
    this.#x = arena.f64(64);
    this.#reach = arena.i32(64);
    this.#motion = arena.f64(64);
  }

  /** One pass over all joints; returns the largest error it met (m or rad). */
  pass(joints: JointStore, bodies: Float64Array, bodyInts: Int32Array): number {
    if (joints.count === 0) return 0;
    this.#reach.reserve((2 * bodies.length) / BODY_STRIDE);
    this.#motion.reserve((6 * bodies.length) / BODY_STRIDE);
    const worst = this.#worstError(joints, bodies, bodyInts);
    if (worst > NEGLIGIBLE) this.#correctAll(joints, bodies, bodyInts);
    return worst;
  }

  #worstError(joints: JointStore, bodies: Float64Array, bodyInts: Int32Array): number {
    let worst = 0;
    for (let slot = 0; slot < joints.count; slot++) {
      if (!hasActiveBody(joints.i.data, slot, bodyInts)) continue;
      const rowCount = this.#evaluate(joints, slot, bodies);
      for (let r = 0; r < rowCount; r++) worst = Math.max(worst, Math.abs(this.#geometry.error[r]));
    }
    return worst;
  }

  /**
   * Brings the joint's geometry and errors up to date; returns the number of rows, that of a violated limit included.
   */
  #evaluate(joints: JointStore, slot: number, bodies: Float64Array): number {
    const f = joints.f.data;
    const i = joints.i.data;
    const j = slot * JOINT_STRIDE;
    const n = slot * JOINT_INTS;
    const kind = joints.kindOf(slot);
    const g = this.#geometry;
    g.evaluate(f, j, kind, bodies, i[n + JI_BODY_A] * BODY_STRIDE, bodies, i[n + JI_BODY_B] * BODY_STRIDE);
    let core = kind.rowsOf?.(f, j) ?? kind.coreRows;
    this.#core = core;
    this.#hasTwist = false;
    if (i[n + JI_TWIST] === 1) {
      g.evaluateTwist();
      const twist = unwrap(g.coordinate, f[j + J_COORDINATE]);
      if (twist < f[j + J_TWIST_LOW] || twist > f[j + J_TWIST_HIGH]) {
        g.error[core++] = twist - (twist < f[j + J_TWIST_LOW] ? f[j + J_TWIST_LOW] : f[j + J_TWIST_HIGH]);
        this.#hasTwist = true;
      }
    }
    if (i[n + JI_LIMITS] === 0) return core;
    if (kind.limitsSwing) g.evaluateSwing();
    else if (kind.isAngle && !kind.measuresAngle) g.evaluateTwist();
    const x = kind.isAngle && !kind.limitsSwing ? unwrap(g.coordinate, f[j + J_COORDINATE]) : g.coordinate;
    if (x >= f[j + J_LOW] && x <= f[j + J_HIGH]) return core;
    g.error[core] = x - (x < f[j + J_LOW] ? f[j + J_LOW] : f[j + J_HIGH]);
    return core + 1;
  }

  #correctAll(joints: JointStore, bodies: Float64Array, bodyInts: Int32Array): void {
    this.#begin(joints);
    for (let slot = 0; slot < joints.count; slot++) {
      if (!hasActiveBody(joints.i.data, slot, bodyInts)) continue;
      this.#addJoint(joints, slot, bodies, bodyInts);
      // Too large for one system: what has been gathered is corrected now, the rest after it.
      if (this.#matrix.used <= LARGEST_ENVELOPE) continue;
      this.#solve(joints, bodies, bodyInts);
      this.#begin(joints);
    }
    this.#solve(joints, bodies, bodyInts);
  }

  #begin(joints: JointStore): void {
    const i = joints.i.data;
    for (let slot = 0; slot < joints.count; slot++) {
      this.#clearBody(i[slot * JOINT_INTS + JI_BODY_A]);
      this.#clearBody(i[slot * JOINT_INTS + JI_BODY_B]);
    }
    this.#matrix.clear();
    this.#count = 0;
  }

  #clearBody(b: number): void {
    this.#reach.data[2 * b] = 0;
    this.#reach.data[2 * b + 1] = 0;
    for (let k = 6 * b; k < 6 * b + 6; k++) this.#motion.data[k] = 0;
  }

  /** Appends a joint's core rows to the system. */
  #addJoint(joints: JointStore, slot: number, bodies: Float64Array, bodyInts: Int32Array): void {
    const rowCount = this.#evaluate(joints, slot, bodies);
    if (rowCount === 0) return;
    const g = this.#geometry;
    const n = slot * JOINT_INTS;
    const kind = joints.kindOf(slot);
    const a = joints.i.data[n + JI_BODY_A];
    const b = joints.i.data[n + JI_BODY_B];
    const k = this.#count++;
    const start = this.#matrix.size;
    this.#members.reserve(4 * this.#count);
    this.#rows.reserve(ROWS_SIZE * this.#count);
    this.#weighted.reserve(ROWS_SIZE * this.#count);
    this.#x.reserve(start + rowCount);
    for (let r = 0; r < rowCount; r++) this.#x.data[start + r] = -g.error[r];
    this.#rows.data.fill(0, ROWS_SIZE * k, ROWS_SIZE * k + 12 * rowCount);
    kind.writeCoreRows(this.#rows.data, ROWS_SIZE * k, g);
    let limit = ROWS_SIZE * k + 12 * this.#core;
    if (this.#hasTwist) {
      writeAngularRow(this.#rows.data, limit, g.axesA, 0);
      limit += 12;
    }
    if (ROWS_SIZE * k + 12 * rowCount > limit) kind.writeCoordinateRow(this.#rows.data, limit, g);
    this.#weigh(ROWS_SIZE * k, rowCount, bodies, bodyInts, a, b);

    const reach = this.#reach.data;
    const members = this.#members.data;
    members[4 * k] = slot;
    members[4 * k + 1] = start;
    members[4 * k + 2] = reach[2 * a + 1];
    members[4 * k + 3] = reach[2 * b + 1];
    let first = k;
    if (isActive(bodyInts, a)) first = this.#enter(a, k, first);
    if (isActive(bodyInts, b)) first = this.#enter(b, k, first);
    const column = members[4 * first + 1];
    for (let r = 0; r < rowCount; r++) this.#matrix.addRow(column);
    this.#couple(k, k, 0, 0, rowCount);
    this.#couple(k, k, 6, 6, rowCount);
    if (isActive(bodyInts, a)) this.#coupleAlong(joints, a, 0, k, rowCount);
    if (isActive(bodyInts, b)) this.#coupleAlong(joints, b, 6, k, rowCount);
  }

  /** Notes joint k on a body; returns the earlier of `first` and the body's first joint. */
  #enter(body: number, k: number, first: number): number {
    const reach = this.#reach.data;
    if (reach[2 * body] === 0) reach[2 * body] = k + 1;
    reach[2 * body + 1] = k + 1;
    return Math.min(first, reach[2 * body] - 1);
  }

  /** Couples joint k with all earlier ones on a body, whose columns in k's rows start at `side`. */
  #coupleAlong(joints: JointStore, body: number, side: number, k: number, rowCount: number): void {
    const members = this.#members.data;
    const i = joints.i.data;
    for (let at = members[4 * k + (side === 0 ? 2 : 3)]; at > 0; ) {
      const other = at - 1;
      const otherSide = i[members[4 * other] * JOINT_INTS + JI_BODY_A] === body ? 0 : 6;
      this.#couple(k, other, side, otherSide, rowCount);
      at = members[4 * other + (otherSide === 0 ? 2 : 3)];
    }
  }

  /** Adds J_k M⁻¹ J_jᵀ over one body's six columns to the matrix. */
  #couple(k: number, j: number, sideK: number, sideJ: number, rowCount: number): void {
    const f = this.#rows.data;
    const w = this.#weighted.data;
    const start = this.#members.data[4 * k + 1];
    const column = this.#members.data[4 * j + 1];
    const columns = (j === this.#count - 1 ? this.#matrix.size : this.#members.data[4 * j + 5]) - column;
    const e = this.#matrix.entries.data;
    for (let r = 0; r < rowCount; r++) {
      const at = this.#matrix.at(start + r) + column;
      const jr = ROWS_SIZE * k + 12 * r + sideK;
      const most = j === k ? r + 1 : columns;
      for (let c = 0; c < most; c++) {
        const wc = ROWS_SIZE * j + 12 * c + sideJ;
        let sum = 0;
        for (let m = 0; m < 6; m++) sum += f[jr + m] * w[wc + m];
        e[at + c] += sum;
      }
    }
  }

  /** M⁻¹Jᵀ of the rows at `o`; zero for a body that stands still, whatever its mass. */
  #weigh(o: number, rowCount: number, bodies: Float64Array, bodyInts: Int32Array, a: number, b: number): void {
    const j = this.#rows.data;
    const w = this.#weighted.data;
    for (let r = 0; r < rowCount; r++) {
      const at = o + 12 * r;
      if (isActive(bodyInts, a)) applyInverseMass(w, at, j, at, bodies, a * BODY_STRIDE);
      else w.fill(0, at, at + 6);
      if (isActive(bodyInts, b)) applyInverseMass(w, at + 6, j, at + 6, bodies, b * BODY_STRIDE);
      else w.fill(0, at + 6, at + 12);
    }
  }

  /** Solves the system gathered so far and moves its bodies. */
  #solve(joints: JointStore, bodies: Float64Array, bodyInts: Int32Array): void {
    this.#matrix.factor();
    this.#matrix.solve(this.#x.data);
    const members = this.#members.data;
    const i = joints.i.data;
    const w = this.#weighted.data;
    const motion = this.#motion.data;
    let turn = 0;
    for (let k = 0; k < this.#count; k++) {
      const n = members[4 * k] * JOINT_INTS;
      const a = 6 * i[n + JI_BODY_A];
      const b = 6 * i[n + JI_BODY_B];
      const start = members[4 * k + 1];
      const end = k + 1 < this.#count ? members[4 * k + 5] : this.#matrix.size;
      for (let r = 0; r < end - start; r++) {
        const x = this.#x.data[start + r];
        const at = ROWS_SIZE * k + 12 * r;
        for (let m = 0; m < 6; m++) {
          motion[a + m] += x * w[at + m];
          motion[b + m] += x * w[at + 6 + m];
        }
      }
    }
    for (let k = 0; k < 2 * this.#count; k++) {
      const o = 6 * i[members[4 * (k >> 1)] * JOINT_INTS + ((k & 1) === 0 ? JI_BODY_A : JI_BODY_B)] + 3;
      const square = motion[o] * motion[o] + motion[o + 1] * motion[o + 1] + motion[o + 2] * motion[o + 2];
      if (square > turn) turn = square;
    }
    if (turn > LARGEST_TURN * LARGEST_TURN) {
      const share = LARGEST_TURN / Math.sqrt(turn);
      for (let k = 0; k < 6 * (bodies.length / BODY_STRIDE); k++) motion[k] *= share;
    }
    for (let k = 0; k < this.#count; k++) {
      const n = members[4 * k] * JOINT_INTS;
      this.#moveBody(i[n + JI_BODY_A], bodies, bodyInts);
      this.#moveBody(i[n + JI_BODY_B], bodies, bodyInts);
    }
  }

  /** Moves a body once, by what all its joints ask for together. */
  #moveBody(b: number, bodies: Float64Array, bodyInts: Int32Array): void {
    if (this.#reach.data[2 * b] === 0 || !isActive(bodyInts, b)) return;
    displace(bodies, b * BODY_STRIDE, this.#motion.data, 6 * b, 1);
    this.#reach.data[2 * b] = 0;
  }
}

function hasActiveBody(jointInts: Int32Array, slot: number, bodyInts: Int32Array): boolean {
  const n = slot * JOINT_INTS;
  return (
    jointInts[n + JI_ALIVE] === 1 &&
    (isActive(bodyInts, jointInts[n + JI_BODY_A]) || isActive(bodyInts, jointInts[n + JI_BODY_B]))
  );
}

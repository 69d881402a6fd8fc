// Position correction along the full 6D gradient of the overlap's volume (Allard et al. 2010, §4.3; Bouchard §5.7).
//
// After the step the volume is known to first order, V + g·δx + t·δθ with the motion of A against B since detection.
// Where its mean depth exceeds the target, both bodies move by M⁻¹ Gᵀ x, G = (g, r×g + t), so that it comes down to the
// target and not below. Velocities are not touched. The second-order rest shows in the next step's exact volume.
// Patches of one body push each other's depths. So each keeps its x over the passes (projected Gauss–Seidel) and takes
// back what others have done for it: no patch is lifted farther than the least motion that serves all.

import { isActive } from '../../bodies/activity.js';
import { displace } from '../../bodies/displace.js';
import { B_CENTER, B_RADIUS, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import { applyInverseMass } from '../../solver/movers.js';
import { approachOf } from '../approach.js';
import { writeNormalRows } from './assemble.js';
import type { PatchContacts } from './contacts.js';
import { GapMeter, leastGap } from './gap.js';
import {
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_DEPTH,
  S_GRADIENT,
  S_LATER,
  S_MOST,
  S_NOW,
  S_POSE_A,
  S_POSE_B,
  S_PUSH,
  S_PUSHED,
  S_SHIFT,
  S_TURN,
  S_VOLUME,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_FEATURES,
  SI_OPEN,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
  WAY_OUT,
} from './layout.js';
import { notePose } from './motion.js';
import { factorPress, P_A, P_E, P_N, PRESS_NUMBERS, press } from './press.js';
import { CORRECTED_ENOUGH, CORRECTION_SWEEPS } from './tolerances.js';

/** A move below this share of CORRECTED_ENOUGH is next to nothing. */
const NEXT_TO_NOTHING = 0.01;
/** What would be turned farther (rad) in one pass is moved by a share: gaps are measured anew before it goes on. */
const MOST_TURN = 0.5;

/** Offsets within a contact's record: J (three rows), B = M⁻¹Jᵀ likewise; a volume has one row. */
const R_ROWS = 0;
const R_ANSWER = 36;
/** A = J B: its upper triangle and its factor (press.ts), or of a volume one number. */
const R_PRESS = 72;
/** Least gap, or of a volume what its mean depth is less than the target, before the sweeps of this pass (m). */
const R_START = 84;
/** How much of the depth is left to later steps, and how far it may be moved in this one (m). */
const R_LEFT = 85;
const R_MOST = 86;
const R_STRIDE = 87;
/** 1: the record's rows are written; when it was last visited. */
const N_READY = 0;
const N_VISITED = 1;
const N_STRIDE = 2;

export class PatchCorrector {
  private readonly bodies: BodyStore;
  private readonly row = new Float64Array(12);
  private readonly meter = new GapMeter();
  private readonly gap = new Float64Array(3);
  /** Of bearing contact n, at n·R_STRIDE and n·N_STRIDE. */
  private readonly records: F64Slab;
  private readonly marks: I32Slab;
  /** By slot: the pose before the sweeps of this pass; how the sweeps have moved and turned it, and how far at most. */
  private readonly base: F64Slab;
  private readonly moves: F64Slab;
  private readonly reach: F64Slab;
  /** When a body was last moved in this pass, and whether it was in the pass before. */
  private readonly moved: I32Slab;
  private readonly changed: I32Slab;
  private time = 0;
  private isFirst = true;
  private readonly press = new Float64Array(PRESS_NUMBERS);

  constructor(bodies: BodyStore, arena: Arena) {
    this.bodies = bodies;
    this.records = arena.f64(16);
    this.marks = arena.i32(16);
    this.base = arena.f64(16);
    this.moves = arena.f64(16);
    this.reach = arena.f64(16);
    this.moved = arena.i32(16);
    this.changed = arena.i32(16);
  }

  /** A new substep: its contacts have other rows. */
  begin(): void {
    this.isFirst = true;
  }

  /**
   * Some sweeps over all patches that were in the solve, to and fro; returns the largest excess of depth (m) met in the
   * last, or that turning may have left.
   */
  pass(contacts: PatchContacts): number {
    this.measure(contacts);
    let worst = 0;
    for (let n = 0; n < CORRECTION_SWEEPS; n++) {
      worst = this.sweep(contacts, n % 2 === 1);
      if (!(worst > CORRECTED_ENOUGH)) break;
    }
    return Math.max(worst, this.displaceAll());
  }

  /**
   * Gaps and poses before the sweeps. Within them gaps follow to first order: leaning faces that are turned and slide
   * along each other answer to a push by more than it takes, and sweeps over what they really do would not settle.
   */
  private measure(contacts: PatchContacts): void {
    const { bodies, isFirst } = this;
    this.note();
    const { f, i } = contacts.now;
    const n = contacts.bearingCount;
    this.records.reserve(n * R_STRIDE);
    this.marks.reserve(n * N_STRIDE);
    const marks = this.marks.data;
    const records = this.records.data;
    const changed = this.changed.data;
    for (let m = 0; m < n; m++) {
      const k = contacts.bearing.data[2 * m];
      const o = k * SIX_STRIDE;
      const a = i.data[k * SIX_INTS + SI_BODY_A];
      const b = i.data[k * SIX_INTS + SI_BODY_B];
      marks[m * N_STRIDE + N_VISITED] = -1;
      if (isFirst) marks[m * N_STRIDE + N_READY] = 0;
      else if (changed[a] === 0 && changed[b] === 0) continue;
      if (i.data[k * SIX_INTS + SI_FACING] === 1) {
        this.meter.measure(f.data, o + S_NOW, f.data, o, i.data, k * SIX_INTS, bodies.f.data);
        const patch = i.data[k * SIX_INTS + SI_PATCH];
        records[m * R_STRIDE + R_START] = leastGap(f.data, o + S_NOW, contacts.patches, patch);
        // A vertex off its face, an edge past its end (feature-finder.ts).
        if (i.data[k * SIX_INTS + SI_OPEN] === 1) records[m * R_STRIDE + R_START] = Infinity;
      } else {
        const deep = (f.data[o + S_VOLUME] + this.growth(f.data, o, a, b)) / f.data[o + S_AREA];
        records[m * R_STRIDE + R_START] = f.data[o + S_SHIFT] + f.data[o + S_DEPTH] - f.data[o + S_LATER] - deep;
      }
      if (isFirst) this.limit(m * R_STRIDE, f.data, o, a, b, contacts.h);
    }
    this.isFirst = false;
  }

  /** Poses as they are, and which of them differ from those of the pass before. Nothing has been moved yet. */
  private note(): void {
    const { bodies, isFirst } = this;
    const d = bodies.f.data;
    const { count } = bodies;
    this.base.reserve(7 * count);
    this.moves.reserve(6 * count);
    this.reach.reserve(count);
    this.moved.reserve(count);
    this.changed.reserve(count);
    const base = this.base.data;
    const changed = this.changed.data;
    for (let b = 0; b < count; b++) {
      const p = 7 * b;
      const o = b * BODY_STRIDE;
      changed[b] =
        isFirst ||
        base[p] !== d[o + B_CENTER] ||
        base[p + 1] !== d[o + B_CENTER + 1] ||
        base[p + 2] !== d[o + B_CENTER + 2] ||
        base[p + 3] !== d[o + B_ROTATION] ||
        base[p + 4] !== d[o + B_ROTATION + 1] ||
        base[p + 5] !== d[o + B_ROTATION + 2] ||
        base[p + 6] !== d[o + B_ROTATION + 3]
          ? 1
          : 0;
      if (changed[b] === 1) notePose(base, p, d, o);
    }
    this.moves.data.fill(0, 0, 6 * count);
    this.reach.data.fill(0, 0, count);
    this.moved.data.fill(0, 0, count);
    this.time = 0;
  }

  private sweep(contacts: PatchContacts, isBack: boolean): number {
    const i = contacts.now.i.data;
    const bearing = contacts.bearing.data;
    const marks = this.marks.data;
    const moved = this.moved.data;
    let worst = 0;
    for (let m = 0; m < contacts.bearingCount; m++) {
      const n = isBack ? contacts.bearingCount - 1 - m : m;
      const k = bearing[2 * n];
      const a = i[k * SIX_INTS + SI_BODY_A];
      const b = i[k * SIX_INTS + SI_BODY_B];
      // What it left there is still there.
      const visited = marks[n * N_STRIDE + N_VISITED];
      if (visited >= moved[a] && visited >= moved[b]) continue;
      marks[n * N_STRIDE + N_VISITED] = ++this.time;
      const isFacing = i[k * SIX_INTS + SI_FACING] === 1;
      const change = isFacing ? this.passFacing(contacts, n, k, a, b) : this.passVolume(contacts, n, k, a, b);
      if (change > worst) worst = change;
    }
    return worst;
  }

  /** An overlap: its mean depth down to the target, along the gradient of its volume. */
  private passVolume(contacts: PatchContacts, n: number, k: number, a: number, b: number): number {
    const f = contacts.now.f.data;
    const o = k * SIX_STRIDE;
    const c = this.records.data;
    const r = n * R_STRIDE;
    const isReady = this.marks.data[n * N_STRIDE + N_READY] === 1;
    const pushed = f[o + S_PUSH];
    const { moved } = this;
    const isStill = moved.data[a] === 0 && moved.data[b] === 0;
    if (isStill && pushed === 0 && !(c[r + R_START] < 0)) return 0;
    if (!isReady) {
      this.writeRow(f, o);
      for (let m = 0; m < 12; m++) c[r + R_ROWS + m] = this.row[m];
      this.answer(n, 1, a, b);
    }
    const area = f[o + S_AREA];
    const excess = (isStill ? 0 : this.along(c, r + R_ROWS, a, b)) / area - c[r + R_START] - c[r + R_LEFT];
    if (!(excess > 0) && pushed === 0) return 0;
    const sum = c[r + R_PRESS];
    if (!(sum > 0)) return 0;
    let x = (-excess * area) / sum;
    // At most all of its push is taken back.
    const share = x > -pushed ? -pushed / x : 1;
    if (x > -pushed) x = -pushed;
    f[o + S_PUSH] = pushed + x;
    const change = Math.abs(excess) * share;
    this.move(c, r + R_ANSWER, a, b, x, 0, 0, change);
    return change;
  }

  /**
   * A facing contact: the normal law on positions. With s the gap now and N what it has pushed so far, s - A N is the
   * gap without its push, A = J M⁻¹ Jᵀ; the N that the law makes of that replaces the old. Deeper than a share of the
   * thinner body is taken out over several steps.
   */
  private passFacing(contacts: PatchContacts, m: number, k: number, a: number, b: number): number {
    const { gap, press: w, moved } = this;
    const { now, patches } = contacts;
    const f = now.f.data;
    const o = k * SIX_STRIDE;
    const n = o + S_PUSHED;
    const c = this.records.data;
    const record = m * R_STRIDE;
    const isPushed = f[n] !== 0;
    const deepest = c[record + R_START];
    // Out of reach of all that its bodies have been moved.
    if (!isPushed && deepest >= this.reach.data[a] + this.reach.data[b]) return 0;
    const patch = now.i.data[k * SIX_INTS + SI_PATCH];
    if (this.marks.data[m * N_STRIDE + N_READY] === 0) {
      writeNormalRows(c, record + R_ROWS, f, o);
      // What is led out of another body is not turned on its way.
      if (now.i.data[k * SIX_INTS + SI_FEATURES] === WAY_OUT)
        for (let r = record + R_ROWS + 3; r < record + R_ROWS + 36; r += 6) c.fill(0, r, r + 3);
      this.answer(m, 3, a, b);
    }
    const isStill = moved.data[a] === 0 && moved.data[b] === 0;
    for (let r = 0; r < 3; r++)
      gap[r] = f[o + S_NOW + r] + (isStill ? 0 : this.along(c, record + R_ROWS + 12 * r, a, b));
    gap[0] += c[record + R_LEFT];
    if (!isPushed && !(leastGap(gap, 0, patches, patch) < 0)) return 0;
    const p = record + R_PRESS;
    if (!(c[p] > 0)) return 0;
    for (let r = 0; r < 12; r++) w[P_A + r] = c[p + r];
    const x = f[n];
    const y = f[n + 1];
    const z = f[n + 2];
    w[P_E] = gap[0] - (c[p] * x + c[p + 1] * y + c[p + 2] * z);
    w[P_E + 1] = gap[1] - (c[p + 1] * x + c[p + 3] * y + c[p + 4] * z);
    w[P_E + 2] = gap[2] - (c[p + 2] * x + c[p + 4] * y + c[p + 5] * z);
    if (!press(patches.vertices, patches.outlineStart[patch], patches.outlineCount[patch], w)) w.fill(0, P_N, P_N + 3);
    const dx = w[P_N] - x;
    const dy = w[P_N + 1] - y;
    const dz = w[P_N + 2] - z;
    gap[0] = c[p] * dx + c[p + 1] * dy + c[p + 2] * dz;
    gap[1] = c[p + 1] * dx + c[p + 3] * dy + c[p + 4] * dz;
    gap[2] = c[p + 2] * dx + c[p + 4] * dy + c[p + 5] * dz;
    const change = Math.max(Math.abs(leastGap(gap, 0, patches, patch)), Math.abs(gap[0]));
    const most = c[record + R_MOST];
    const share = change > most ? most / change : 1;
    f[n] = x + share * dx;
    f[n + 1] = y + share * dy;
    f[n + 2] = z + share * dz;
    this.move(c, record + R_ANSWER, a, b, share * dx, share * dy, share * dz, share * change);
    return share * change;
  }

  /** B and A of the rows in record n: how they answer to pushes. Bodies that do not move have no answer. */
  private answer(n: number, rows: number, a: number, b: number): void {
    const c = this.records.data;
    const d = this.bodies.f.data;
    const ints = this.bodies.i.data;
    const j = n * R_STRIDE + R_ROWS;
    const w = n * R_STRIDE + R_ANSWER;
    for (let r = 0; r < 12 * rows; r += 12) {
      applyInverseMass(c, w + r, c, j + r, d, a * BODY_STRIDE);
      applyInverseMass(c, w + r + 6, c, j + r + 6, d, b * BODY_STRIDE);
      if (!isActive(ints, a)) c.fill(0, w + r, w + r + 6);
      if (!isActive(ints, b)) c.fill(0, w + r + 6, w + r + 12);
    }
    let at = n * R_STRIDE + R_PRESS;
    for (let r = 0; r < rows; r++)
      for (let q = r; q < rows; q++) {
        let sum = 0;
        for (let m = 0; m < 12; m++) sum += c[j + 12 * r + m] * c[w + 12 * q + m];
        c[at++] = sum;
      }
    if (rows === 3) factorPress(c, n * R_STRIDE + R_PRESS, n * R_STRIDE + R_PRESS + 6);
    this.marks.data[n * N_STRIDE + N_READY] = 1;
  }

  /** The row at c[j…] times how bodies a and b have been moved. */
  private along(c: Float64Array, j: number, a: number, b: number): number {
    const v = this.moves.data;
    const p = 6 * a;
    const q = 6 * b;
    return (
      c[j] * v[p] +
      c[j + 1] * v[p + 1] +
      c[j + 2] * v[p + 2] +
      c[j + 3] * v[p + 3] +
      c[j + 4] * v[p + 4] +
      c[j + 5] * v[p + 5] +
      (c[j + 6] * v[q] +
        c[j + 7] * v[q + 1] +
        c[j + 8] * v[q + 2] +
        c[j + 9] * v[q + 3] +
        c[j + 10] * v[q + 4] +
        c[j + 11] * v[q + 5])
    );
  }

  /** Moves a and b by x, y, z times the rows at c[w…]. A change that is next to nothing sends nobody back to work. */
  private move(
    c: Float64Array,
    w: number,
    a: number,
    b: number,
    x: number,
    y: number,
    z: number,
    change: number,
  ): void {
    const v = this.moves.data;
    for (let m = 0; m < 6; m++) {
      v[6 * a + m] += x * c[w + m] + y * c[w + 12 + m] + z * c[w + 24 + m];
      v[6 * b + m] += x * c[w + 6 + m] + y * c[w + 18 + m] + z * c[w + 30 + m];
    }
    this.reachAnew(a);
    this.reachAnew(b);
    if (!(change > NEXT_TO_NOTHING * CORRECTED_ENOUGH)) return;
    const ints = this.bodies.i.data;
    if (isActive(ints, a)) this.moved.data[a] = this.time;
    if (isActive(ints, b)) this.moved.data[b] = this.time;
  }

  /** How far any point of a body has been moved. */
  private reachAnew(b: number): void {
    const v = this.moves.data;
    const p = 6 * b;
    const way = v[p] * v[p] + v[p + 1] * v[p + 1] + v[p + 2] * v[p + 2];
    const turn = v[p + 3] * v[p + 3] + v[p + 4] * v[p + 4] + v[p + 5] * v[p + 5];
    this.reach.data[b] = Math.sqrt(way) + this.bodies.f.data[b * BODY_STRIDE + B_RADIUS] * Math.sqrt(turn);
  }

  /** Poses from moves. Returns how far points may be from where first order has them: r θ²/2. */
  private displaceAll(): number {
    const { bodies, moves, reach } = this;
    const d = bodies.f.data;
    const v = moves.data;
    let off = 0;
    for (let b = 0; b < bodies.count; b++) {
      if (!(reach.data[b] > 0)) continue;
      const p = 6 * b + 3;
      const square = v[p] * v[p] + v[p + 1] * v[p + 1] + v[p + 2] * v[p + 2];
      const share = square > MOST_TURN * MOST_TURN ? MOST_TURN / Math.sqrt(square) : 1;
      displace(d, b * BODY_STRIDE, v, 6 * b, share);
      off = Math.max(off, 0.5 * square * d[b * BODY_STRIDE + B_RADIUS]);
    }
    return off;
  }

  /**
   * How far the contact at f[o…] may be moved in this step, a share of the thinner body and as far as the bodies came,
   * and how much of its depth is thus left.
   */
  private limit(r: number, f: Float64Array, o: number, a: number, b: number, h: number): void {
    const c = this.records.data;
    const deep = -c[r + R_START];
    let most = f[o + S_MOST];
    if (deep > most) most += approachOf(this.bodies.f.data, this.bodies.v.data, a, b, h);
    c[r + R_MOST] = most;
    c[r + R_LEFT] = deep > most ? deep - most : 0;
  }

  /**
   * Change of V, to first order, by the bodies' motion since the contact at f[o…] was detected. Leaves the gradient in
   * `row`.
   */
  growth(f: Float64Array, o: number, a: number, b: number): number {
    const d = this.bodies.f.data;
    this.writeRow(f, o);
    return (
      this.growthBy(f, o + S_POSE_A, 0, d, a * BODY_STRIDE) + this.growthBy(f, o + S_POSE_B, 6, d, b * BODY_STRIDE)
    );
  }

  /** How V changes with the motion of A and of B about their centres of mass. */
  private writeRow(f: Float64Array, o: number): void {
    const r = this.row;
    const x = f[o + S_GRADIENT];
    const y = f[o + S_GRADIENT + 1];
    const z = f[o + S_GRADIENT + 2];
    const tx = f[o + S_TURN];
    const ty = f[o + S_TURN + 1];
    const tz = f[o + S_TURN + 2];
    const ax = f[o + S_ARM_A];
    const ay = f[o + S_ARM_A + 1];
    const az = f[o + S_ARM_A + 2];
    const bx = f[o + S_ARM_B];
    const by = f[o + S_ARM_B + 1];
    const bz = f[o + S_ARM_B + 2];
    r[0] = x;
    r[1] = y;
    r[2] = z;
    r[3] = ay * z - az * y + tx;
    r[4] = az * x - ax * z + ty;
    r[5] = ax * y - ay * x + tz;
    r[6] = -x;
    r[7] = -y;
    r[8] = -z;
    r[9] = -(by * z - bz * y + tx);
    r[10] = -(bz * x - bx * z + ty);
    r[11] = -(bx * y - by * x + tz);
  }

  /** Change of V by the motion of one body since the pose at f[p…]. */
  private growthBy(f: Float64Array, p: number, half: number, d: Float64Array, o: number): number {
    const r = this.row;
    const x = d[o + B_ROTATION];
    const y = d[o + B_ROTATION + 1];
    const z = d[o + B_ROTATION + 2];
    const w = d[o + B_ROTATION + 3];
    const qx = -f[p + 3];
    const qy = -f[p + 4];
    const qz = -f[p + 5];
    const qw = f[p + 6];
    // Rotation vector to first order: twice the vector part of q q₀⁻¹.
    const s = w * qw - x * qx - y * qy - z * qz < 0 ? -2 : 2;
    return (
      r[half] * (d[o + B_CENTER] - f[p]) +
      r[half + 1] * (d[o + B_CENTER + 1] - f[p + 1]) +
      r[half + 2] * (d[o + B_CENTER + 2] - f[p + 2]) +
      r[half + 3] * (s * (w * qx + x * qw + y * qz - z * qy)) +
      r[half + 4] * (s * (w * qy - x * qz + y * qw + z * qx)) +
      r[half + 5] * (s * (w * qz + x * qy - y * qx + z * qw))
    );
  }
}

// A joint whose six axes are each free, limited, driven or locked, and the parts of it that limit and drive one axis.
//
//   x, y, z      the anchor of b along a's joint axes (m)
//   rx, ry, rz   Cardan angles of b's joint frame in a's (rad), R = R_p(α) R_r(β) R_q(γ)
//
// The order (p, r, q) of the three turns is chosen so that what is locked comes in the middle: with one axis unlocked
// it is the first, with two they are the first and the last. β is then held at 0 and no pose is singular. With e₁ = p
// of a, e₃ = q of b and e₂ between them, ω = α̇ e₁ + β̇ e₂ + γ̇ e₃; the rows that measure the rates are the dual
// vectors
//   α̇: (e₂ × e₃)/D,  β̇: e₂,  γ̇: (e₁ × e₂)/D,  D = e₁·(e₂ × e₃) = ±cos β.
// Simplification: with all three unlocked the order is x, y, z, and rx and rz lose their meaning at ry = ±90° (their
// rows are bounded there); limit ry, or leave the others free. Verified in test/joints/six-axis.test.ts.

import { atan2 } from '../../math/trig.js';
import { type JointGeometry, writeAngularRow, writeLinearRow } from '../geometry.js';
import type { JointKind } from '../kind.js';
import { J_AXES, J_WHICH } from '../layout.js';

/** Names of the axes, in the order of their numbers and bits. */
export const SIX_AXES = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
export type SixAxis = (typeof SIX_AXES)[number];

/** cos β below which it is taken for this. */
const SINGULAR = 1e-3;

/** Angles and their rows, for the axes in `unlocked`. */
function measureTurns(g: JointGeometry, unlocked: number): void {
  const turns = (unlocked >> 3) & 7;
  let p = 0;
  let r = 1;
  let q = 2;
  if (turns === 2) [p, r, q] = [1, 2, 0];
  else if (turns === 4) [p, r, q] = [2, 0, 1];
  else if (turns === 3) [p, r, q] = [0, 2, 1];
  else if (turns === 6) [p, r, q] = [1, 0, 2];
  const s = (p + 1) % 3 === r ? 1 : -1;
  const { axesA: a, axesB: b, turnRows: rows, turns: angles } = g;
  const pq = s * dot(a, 3 * p, b, 3 * q);
  const rq = s * dot(a, 3 * r, b, 3 * q);
  const qq = dot(a, 3 * q, b, 3 * q);
  angles[r] = atan2(pq, Math.sqrt(rq * rq + qq * qq));
  angles[p] = atan2(-rq, qq);
  angles[q] = atan2(-s * dot(a, 3 * p, b, 3 * r), dot(a, 3 * p, b, 3 * p));
  // e₂ = s e₃ × e₁, of unit length; at cos β = 0 any direction across e₁.
  cross(rows, 3 * r, b, 3 * q, a, 3 * p);
  let l = s * Math.sqrt(dot(rows, 3 * r, rows, 3 * r));
  const isSingular = !(Math.abs(l) > SINGULAR);
  if (isSingular) {
    for (let k = 0; k < 3; k++) rows[3 * r + k] = a[3 * r + k];
    l = 1;
  }
  for (let k = 0; k < 3; k++) rows[3 * r + k] /= l;
  cross(rows, 3 * p, rows, 3 * r, b, 3 * q);
  cross(rows, 3 * q, a, 3 * p, rows, 3 * r);
  let d = dot(rows, 3 * p, a, 3 * p);
  if (!(Math.abs(d) > SINGULAR)) d = d < 0 ? -SINGULAR : SINGULAR;
  for (let k = 0; k < 3; k++) {
    rows[3 * p + k] /= d;
    rows[3 * q + k] /= d;
  }
}

/** Holds what is locked; limits and motors are `axis` and `turn` joints beside it. */
export const sixAxis: JointKind<'six-axis'> = {
  type: 'six-axis',
  fields: ['axis', 'frame', 'axes'],
  collide: false,
  coreRows: 6,
  rowsOf(f, j) {
    const unlocked = f[j + J_AXES];
    let rows = 0;
    for (let k = 0; k < 6; k++) if (((unlocked >> k) & 1) === 0) rows++;
    return rows;
  },
  isAngle: false,
  limitsSwing: false,
  isSpring: false,
  hasAxes: true,
  evaluate(g, f, j) {
    const unlocked = f[j + J_AXES];
    g.unlocked = unlocked;
    let n = 0;
    for (let k = 0; k < 3; k++) if (((unlocked >> k) & 1) === 0) g.error[n++] = dot(g.gap, 0, g.axesA, 3 * k);
    measureTurns(g, unlocked);
    for (let k = 0; k < 3; k++) if (((unlocked >> (3 + k)) & 1) === 0) g.error[n++] = g.turns[k];
  },
  writeCoreRows(f, at, g) {
    let o = at;
    for (let k = 0; k < 3; k++) {
      if (((g.unlocked >> k) & 1) === 1) continue;
      writeLinearRow(f, o, g, g.axesA, 3 * k, true);
      o += 12;
    }
    for (let k = 0; k < 3; k++) {
      if (((g.unlocked >> (3 + k)) & 1) === 1) continue;
      writeAngularRow(f, o, g.turnRows, 3 * k);
      o += 12;
    }
  },
  // Never asked for: it has neither limits nor a motor of its own.
  writeCoordinateRow: (f, at, g) => writeAngularRow(f, at, g.direction, 0),
};

const PART = {
  fields: ['limits', 'motor'],
  isPart: true,
  collide: true,
  coreRows: 0,
  limitsSwing: false,
  isSpring: false,
  hasAxes: true,
  writeCoreRows: () => {},
} as const;

/** Limits and drives one of x, y, z of a six-axis joint. */
export const axisPart: JointKind<'axis'> = {
  ...PART,
  type: 'axis',
  isAngle: false,
  evaluate(g, f, j) {
    const k = 3 * f[j + J_WHICH];
    for (let m = 0; m < 3; m++) g.direction[m] = g.axesA[k + m];
    g.coordinate = dot(g.gap, 0, g.direction, 0);
  },
  writeCoordinateRow: (f, at, g) => writeLinearRow(f, at, g, g.direction, 0, true),
};

/** Limits and drives one of rx, ry, rz of a six-axis joint. */
export const turnPart: JointKind<'turn'> = {
  ...PART,
  type: 'turn',
  isAngle: true,
  measuresAngle: true,
  evaluate(g, f, j) {
    const k = f[j + J_WHICH] - 3;
    measureTurns(g, f[j + J_AXES]);
    for (let m = 0; m < 3; m++) g.direction[m] = g.turnRows[3 * k + m];
    g.coordinate = g.turns[k];
  },
  writeCoordinateRow: (f, at, g) => writeAngularRow(f, at, g.direction, 0),
};

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** out[o…] = a[i…] × b[j…]; out may be neither. */
function cross(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  out[o] = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  out[o + 1] = a[i + 2] * b[j] - a[i] * b[j + 2];
  out[o + 2] = a[i] * b[j + 1] - a[i + 1] * b[j];
}

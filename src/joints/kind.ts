// What a kind of joint is: one object in one file of kinds/, and one line in registry.ts.
//
// A kind measures its errors where the bodies are (`evaluate`) and writes one row for each (`writeCoreRows`); blocks,
// curvature, motor, limits, position correction, energy and reports follow from that for all kinds alike. Beside its
// errors a joint may have one free coordinate (an angle, a position, a length) which limits bound and a motor or spring
// drives. A kind chooses among the fields of JOINT_FIELDS. Shown by test/joints/new-kind.test.ts.

import type { JointGeometry } from './geometry.js';

/** Fields of a description that only some kinds have. */
export const JOINT_FIELDS = [
  'anchorB',
  'axis',
  'limits',
  'motor',
  'stiffness',
  'damping',
  'restLength',
  'twistLimits',
  'length',
  'axisB',
  'ratio',
  'frame',
  'axes',
] as const;
export type JointField = (typeof JOINT_FIELDS)[number];

export interface JointKind<T extends string = string> {
  /** The name in scenes. */
  readonly type: T;
  /** Which fields it has beside those of every joint. With `anchorB` the anchors of the two bodies are two points. */
  readonly fields: readonly JointField[];
  /** Fields that must be given, and what to say where they are not. */
  readonly needs?: readonly { readonly field: JointField; readonly because: string }[];
  /** What limits may be, in words, where these are not. */
  refuseLimits?(low: number, high: number): string | null;
  /** Whether the two bodies touch each other unless told. */
  readonly collide: boolean;
  /** Rows of the joint itself: up to six, five if it has limits. */
  readonly coreRows: number;
  /** How many of them the joint at f[j…] has, where that differs from joint to joint. */
  rowsOf?(f: Float64Array, j: number): number;
  /** Only a joint of another kind makes it. */
  readonly isPart?: boolean;
  /** The coordinate is an angle about the axis, counted over whole turns. */
  readonly isAngle: boolean;
  /** `evaluate` gives the angle itself; else it is that about the joint's axis. */
  readonly measuresAngle?: boolean;
  /** Limits bound the swing between the axes of a and b instead of the coordinate. */
  readonly limitsSwing: boolean;
  /** Stiffness and damping are those of a spring that always acts along the coordinate, not of a motor. */
  readonly isSpring: boolean;
  /** The coordinate is a distance between points that turns as they move: a limit on it follows the curve. */
  readonly isCurved?: boolean;
  /** The joint's axes in a and b are needed. */
  readonly hasAxes: boolean;

  /**
   * Errors of the core rows (m, rad), direction and value of the coordinate, from what `g` has of the joint at f[j…].
   */
  evaluate(g: JointGeometry, f: Float64Array, j: number): void;
  /** The rows that measure how the errors change, at f[at…], twelve numbers each. They are zero on entry. */
  writeCoreRows(f: Float64Array, at: number, g: JointGeometry): void;
  /** The row that measures how the coordinate changes. */
  writeCoordinateRow(f: Float64Array, at: number, g: JointGeometry): void;
}

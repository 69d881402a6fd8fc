import { writeAngularRow, writePointRows } from '../geometry.js';
import type { JointKind } from '../kind.js';

/**
 * Holds the anchors together. Its coordinate is the twist about the axis, its limits bound the swing of the axes, its
 * `twistLimits` the twist.
 */
export const ball: JointKind<'ball'> = {
  type: 'ball',
  fields: ['axis', 'limits', 'motor', 'twistLimits'],
  refuseLimits: (low, high) =>
    low < 0 || high > 3.1415926535897936 ? 'angles of swing from 0 to π for a ball joint' : null,
  collide: false,
  coreRows: 3,
  isAngle: true,
  limitsSwing: true,
  isSpring: false,
  hasAxes: true,
  evaluate: (g) => g.error.set(g.gap),
  writeCoreRows: writePointRows,
  writeCoordinateRow: (f, at, g) => writeAngularRow(f, at, g.direction, 0),
};

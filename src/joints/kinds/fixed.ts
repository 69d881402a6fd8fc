import { writeAngularRow, writePointRows } from '../geometry.js';
import type { JointKind } from '../kind.js';

/** Lets nothing move. */
export const fixed: JointKind<'fixed'> = {
  type: 'fixed',
  fields: ['axis'],
  collide: false,
  coreRows: 6,
  isAngle: false,
  limitsSwing: false,
  isSpring: false,
  hasAxes: true,
  evaluate(g) {
    g.error.set(g.gap);
    g.fullTurn(3);
  },
  writeCoreRows(f, at, g) {
    writePointRows(f, at, g);
    for (let k = 0; k < 3; k++) writeAngularRow(f, at + 36 + 12 * k, g.axesA, 3 * k);
  },
  // Never asked for: it has neither limits nor a motor.
  writeCoordinateRow: (f, at, g) => writeAngularRow(f, at, g.direction, 0),
};

// A kind of joint that the engine does not have, as a contributor would write it: this file, and one line that hands it
// in.

import { writeLinearRow } from '../../../src/joints/geometry.js';
import type { JointKind } from '../../../src/joints/kind.js';
import { J_REST_LENGTH } from '../../../src/joints/layout.js';

/** Keeps two points at the distance `restLength`. */
export const rod: JointKind<'rod'> = {
  type: 'rod',
  fields: ['anchorB', 'restLength'],
  collide: true,
  coreRows: 1,
  isAngle: false,
  limitsSwing: false,
  isSpring: false,
  hasAxes: false,
  evaluate(g, f, j) {
    g.distance();
    g.error[0] = g.coordinate - f[j + J_REST_LENGTH];
  },
  writeCoreRows: (f, at, g) => writeLinearRow(f, at, g, g.direction, 0, false),
  writeCoordinateRow: (f, at, g) => writeLinearRow(f, at, g, g.direction, 0, false),
};

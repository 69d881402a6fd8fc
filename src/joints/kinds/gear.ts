import { angleAbout, writeTurn } from '../couplings.js';
import type { JointKind } from '../kind.js';
import { J_ANGLE_A, J_ANGLE_B, J_AXIS_A, J_AXIS_B, J_FROM_A, J_FROM_B, J_RATIO } from '../layout.js';

/**
 * Couples the turning of two bodies: for one turn of a about its axis b makes `ratio` turns about its own. See
 * couplings.ts.
 */
export const gear: JointKind<'gear'> = {
  type: 'gear',
  fields: ['axis', 'axisB', 'ratio'],
  needs: [
    { field: 'axis', because: 'a gear needs the axis of a, such as [0, 0, 1]' },
    { field: 'ratio', because: 'a gear needs the turns of b for one of a, such as -0.5' },
  ],
  collide: false,
  coreRows: 1,
  isAngle: false,
  limitsSwing: false,
  isSpring: false,
  hasAxes: true,
  evaluate(g, f, j) {
    const a = angleAbout(f, j + J_ANGLE_A, j + J_AXIS_A, j + J_FROM_A, g.axesA);
    const b = angleAbout(f, j + J_ANGLE_B, j + J_AXIS_B, j + J_FROM_B, g.axesB);
    g.error[0] = b - f[j + J_RATIO] * a;
    g.coordinate = a;
    g.ratio = f[j + J_RATIO];
    for (let k = 0; k < 3; k++) {
      g.coupledA[k] = f[j + J_AXIS_A + k];
      g.coupledB[k] = f[j + J_AXIS_B + k];
    }
  },
  writeCoreRows(f, at, g) {
    writeTurn(f, at + 3, g.coupledA, -g.ratio);
    writeTurn(f, at + 9, g.coupledB, 1);
  },
  // Never asked for: it has neither limits nor a motor.
  writeCoordinateRow: (f, at, g) => writeTurn(f, at + 3, g.coupledA, 1),
};

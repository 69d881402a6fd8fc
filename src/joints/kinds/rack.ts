import { angleAbout, writeTurn } from '../couplings.js';
import { writeLinearRow } from '../geometry.js';
import type { JointKind } from '../kind.js';
import { J_ANGLE_A, J_AXIS_A, J_AXIS_B, J_FROM_A, J_OFFSET, J_RATIO } from '../layout.js';

/**
 * Couples the turning of a, a pinion, with the way of b, a rack: `ratio` metres along its axis for a radian. See
 * couplings.ts.
 */
export const rack: JointKind<'rack'> = {
  type: 'rack',
  fields: ['anchorB', 'axis', 'axisB', 'ratio'],
  needs: [
    { field: 'axis', because: 'a rack needs the axis about which a turns, such as [0, 0, 1]' },
    { field: 'axisB', because: 'a rack needs the direction along which b goes, such as [1, 0, 0]' },
    { field: 'ratio', because: 'a rack needs the metres of b for a radian of a: the radius of the pinion' },
  ],
  collide: false,
  coreRows: 1,
  isAngle: false,
  limitsSwing: false,
  isSpring: false,
  hasAxes: true,
  evaluate(g, f, j) {
    const a = angleAbout(f, j + J_ANGLE_A, j + J_AXIS_A, j + J_FROM_A, g.axesA);
    const b = j + J_AXIS_B;
    const way = g.gap[0] * f[b] + g.gap[1] * f[b + 1] + g.gap[2] * f[b + 2] - f[j + J_OFFSET];
    g.error[0] = way - f[j + J_RATIO] * a;
    g.coordinate = a;
    g.ratio = f[j + J_RATIO];
    for (let k = 0; k < 3; k++) {
      g.coupledA[k] = f[j + J_AXIS_A + k];
      g.coupledB[k] = f[b + k];
    }
  },
  writeCoreRows(f, at, g) {
    writeLinearRow(f, at, g, g.coupledB, 0, false);
    writeTurn(f, at + 3, g.coupledA, -g.ratio);
  },
  // Never asked for: it has neither limits nor a motor.
  writeCoordinateRow: (f, at, g) => writeTurn(f, at + 3, g.coupledA, 1),
};

import { writeAngularRow, writePointRows } from '../geometry.js';
import type { JointKind } from '../kind.js';

/** Holds the anchors together and the axes along each other. Its coordinate is the angle about the axis. */
export const hinge: JointKind<'hinge'> = {
  type: 'hinge',
  fields: ['axis', 'limits', 'motor'],
  needs: [{ field: 'axis', because: 'a hinge needs its direction, such as [0, 0, 1]' }],
  collide: false,
  coreRows: 5,
  isAngle: true,
  limitsSwing: false,
  isSpring: false,
  hasAxes: true,
  evaluate(g) {
    g.error.set(g.gap);
    g.axisError(3);
  },
  writeCoreRows(f, at, g) {
    writePointRows(f, at, g);
    for (let k = 1; k < 3; k++) writeAngularRow(f, at + 24 + 12 * k, g.axesA, 3 * k);
  },
  writeCoordinateRow: (f, at, g) => writeAngularRow(f, at, g.direction, 0),
};

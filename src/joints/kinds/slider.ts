import { writeAngularRow, writeLinearRow } from '../geometry.js';
import type { JointKind } from '../kind.js';

/** Lets b move along a's axis and nothing else. Its coordinate is the position along the axis. */
export const slider: JointKind<'slider'> = {
  type: 'slider',
  fields: ['axis', 'limits', 'motor'],
  needs: [{ field: 'axis', because: 'a slider needs its direction, such as [0, 0, 1]' }],
  collide: false,
  coreRows: 5,
  isAngle: false,
  limitsSwing: false,
  isSpring: false,
  hasAxes: true,
  evaluate(g) {
    const { error: e, gap, axesA: a } = g;
    e[0] = gap[0] * a[3] + gap[1] * a[4] + gap[2] * a[5];
    e[1] = gap[0] * a[6] + gap[1] * a[7] + gap[2] * a[8];
    g.fullTurn(2);
    g.coordinate = gap[0] * a[0] + gap[1] * a[1] + gap[2] * a[2];
  },
  // The directions are fixed in a and turn with it.
  writeCoreRows(f, at, g) {
    writeLinearRow(f, at, g, g.axesA, 3, true);
    writeLinearRow(f, at + 12, g, g.axesA, 6, true);
    for (let k = 0; k < 3; k++) writeAngularRow(f, at + 24 + 12 * k, g.axesA, 3 * k);
  },
  writeCoordinateRow: (f, at, g) => writeLinearRow(f, at, g, g.direction, 0, true),
};

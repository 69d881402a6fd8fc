import { writeLinearRow } from '../geometry.js';
import type { JointKind } from '../kind.js';

/** Keeps two points from parting farther than its length, and is slack below it. Its coordinate is their distance. */
export const rope: JointKind<'rope'> = {
  type: 'rope',
  fields: ['anchorB', 'length'],
  collide: true,
  coreRows: 0,
  isAngle: false,
  limitsSwing: false,
  isSpring: false,
  isCurved: true,
  hasAxes: false,
  evaluate: (g) => g.distance(),
  writeCoreRows() {},
  writeCoordinateRow: (f, at, g) => writeLinearRow(f, at, g, g.direction, 0, false),
};

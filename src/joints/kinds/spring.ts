import { writeLinearRow } from '../geometry.js';
import type { JointKind } from '../kind.js';

/** Pulls and pushes between two points, and holds nothing. Its coordinate is their distance. */
export const spring: JointKind<'spring'> = {
  type: 'spring',
  fields: ['anchorB', 'stiffness', 'damping', 'restLength'],
  needs: [{ field: 'stiffness', because: 'a spring needs it (N/m)' }],
  collide: true,
  coreRows: 0,
  isAngle: false,
  limitsSwing: false,
  isSpring: true,
  hasAxes: false,
  evaluate: (g) => g.distance(),
  writeCoreRows() {},
  writeCoordinateRow: (f, at, g) => writeLinearRow(f, at, g, g.direction, 0, false),
};

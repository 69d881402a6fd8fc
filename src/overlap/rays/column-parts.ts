// What ray columns ask of a kind: the engine's convex kinds, a line each, answer from beside themselves, others from
// within.

import type { ColumnParts } from '../../shapes/kind.js';
import { boxColumns } from '../../shapes/kinds/box.js';
import { capsuleColumns } from '../../shapes/kinds/capsule.js';
import { coneColumns } from '../../shapes/kinds/cone.js';
import { polyhedraColumns } from '../../shapes/kinds/convex.js';
import { cylinderColumns } from '../../shapes/kinds/cylinder.js';
import { halfSpaceColumns } from '../../shapes/kinds/half-space.js';
import { sphereColumns } from '../../shapes/kinds/sphere.js';
import type { SimpleShape } from '../../shapes/shape.js';

const OWN = {
  sphere: sphereColumns,
  box: boxColumns,
  cylinder: cylinderColumns,
  capsule: capsuleColumns,
  cone: coneColumns,
  convex: polyhedraColumns,
  'half-space': halfSpaceColumns,
} as unknown as Readonly<Partial<Record<SimpleShape['type'], ColumnParts>>>;

export function columnPartsOf(shape: SimpleShape): ColumnParts {
  return OWN[shape.type] ?? shape.kind;
}

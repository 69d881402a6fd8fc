// Shapes for who has no world that says which kinds there are.

import { SHAPE_KINDS } from './every-kind.js';
import { makeShape } from './make.js';
import type { Shape, ShapeDescription } from './shape.js';

/** `kinds`: those that may be described, all of the engine unless told. */
export function createShape(description: ShapeDescription, kinds = SHAPE_KINDS): Shape {
  return makeShape(description, kinds);
}

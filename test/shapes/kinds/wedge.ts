// A kind of convex polyhedra that the engine does not have: a right-angled wedge that rises along x.

import type { Vec3 } from '../../../src/math/vec3.js';
import type { ShapeKind } from '../../../src/shapes/kind.js';
import { type ConvexShape, createPolyhedron, polyhedra } from '../../../src/shapes/kinds/convex.js';
import { readLength } from '../../../src/shapes/read.js';
import type { ShapeDescription } from '../../../src/shapes/shape.js';

export interface WedgeDescription {
  type: 'wedge';
  length: number;
  height: number;
  width: number;
}

export const wedge: ShapeKind<WedgeDescription, ConvexShape> = {
  ...polyhedra,
  type: 'wedge',
  fields: ['length', 'height', 'width'],
  read: (fields, where) => ({
    type: 'wedge',
    length: readLength(fields.length, `${where}.length`),
    height: readLength(fields.height, `${where}.height`),
    width: readLength(fields.width, `${where}.width`),
  }),
  create(description) {
    const { length, height, width } = description;
    const points: Vec3[] = [];
    for (const z of [-0.5 * width, 0.5 * width]) points.push([0, 0, z], [length, 0, z], [length, height, z]);
    return createPolyhedron(wedge, Float64Array.from(points.flat()), description as unknown as ShapeDescription);
  },
};

// Meshes for tests, cut out of each other by manifold-3d.

import Module from 'manifold-3d';
import type { ShapeDescription } from '../../src/index.js';

const manifold = await Module();
manifold.setup();
export const { Manifold, Mesh } = manifold;

type Solid = InstanceType<typeof Manifold>;

export function meshOf(solid: Solid): ShapeDescription {
  const { vertProperties, triVerts, numProp } = solid.getMesh();
  const positions = Array.from(
    { length: (3 * vertProperties.length) / numProp },
    (_, k) => vertProperties[numProp * Math.floor(k / 3) + (k % 3)]!,
  );
  return { type: 'mesh', positions, indices: Int32Array.from(triVerts), weld: 1e-7 };
}

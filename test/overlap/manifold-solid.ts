// A mesh at a pose as a solid of manifold-3d, the oracle of volumes.

import type Module from 'manifold-3d';
import { type Quat, rotate, type Vec3 } from '../../src/math/vec3.js';
import type { MeshData } from '../../src/shapes/procedural.js';

export function solidOf(wasm: Awaited<ReturnType<typeof Module>>, m: MeshData, p: Vec3, q: Quat) {
  const mesh = new wasm.Mesh({
    numProp: 3,
    vertProperties: Float32Array.from(m.positions),
    triVerts: Uint32Array.from(m.indices),
  });
  const solid = wasm.Manifold.ofMesh(mesh);
  const [x, y, z] = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])];
  const placed = solid.transform([...x, 0, ...y, 0, ...z, 0, ...p, 1] as Parameters<typeof solid.transform>[0]);
  solid.delete();
  return placed;
}

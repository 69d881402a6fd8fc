// A body's shape as a mesh file. Round shapes become meshes whose vertices lie on them, so they come back a little
// smaller: with 64 sides by 0.2 % of a cylinder's volume. Verified in test/studio/files-export.test.ts.

import { writeMesh } from '../../meshes/index.js';
import { type ShapeDescription, SixfoldError } from '../../src/index.js';
import { createShape } from '../../src/shapes/create.js';
import { ShapeError } from '../../src/shapes/errors.js';
import { EVERY_KIND } from '../../src/shapes/every-kind.js';
import { tessellate } from '../../src/shapes/tessellate.js';

export type ShapeFormat = 'obj' | 'glb';

const SEGMENTS = 64;

/** The bytes of the file. OBJ keeps doubles, GLB holds singles. Parts of a compound lie side by side, not united. */
export async function exportShape(shape: ShapeDescription, format: ShapeFormat): Promise<Uint8Array> {
  try {
    return await writeMesh(tessellate(createShape(shape, EVERY_KIND), { segments: SEGMENTS }), `shape.${format}`);
  } catch (error) {
    if (error instanceof ShapeError) throw new SixfoldError(error.message);
    throw error;
  }
}

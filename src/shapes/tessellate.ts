// A closed, outward triangle mesh of any bounded shape: for drawing, export and as an oracle in tests.
// Vertices of curved surfaces lie on them, so the mesh is a little smaller than the solid: volume and inertia fall
// short by a share of order 1/segments². Parts of a compound are put side by side, not united.

import type { MeshData } from './procedural.js';
import type { Shape } from './shape.js';

export interface TessellateOptions {
  /** Sides of a full circle, at least 3; 32 unless told. */
  segments?: number;
}

export function tessellate(shape: Shape, options: TessellateOptions = {}): MeshData {
  return shape.kind.tessellate(shape, Math.max(3, Math.floor(options.segments ?? 32)));
}

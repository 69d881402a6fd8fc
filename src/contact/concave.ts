// Kinds of shapes that are not convex, with all that these need: what is handed to a world that shall have them.

import { CONCAVE_SOLIDS } from '../overlap/concave-solids.js';
import type { ConcaveParts, ShapeKind } from '../shapes/kind.js';
import { heightField as heightFieldKind } from '../shapes/kinds/height-field.js';
import { mesh as meshKind } from '../shapes/kinds/mesh.js';
import { torus as torusKind } from '../shapes/kinds/torus.js';
import { SIX_CONCAVE } from './six/concave.js';

export const concave: ConcaveParts = { ...CONCAVE_SOLIDS, six: SIX_CONCAVE };

/** The kind as a world takes it. */
export function withConcave(kind: unknown): ShapeKind {
  return { ...(kind as ShapeKind), concave };
}

export const mesh = withConcave(meshKind);
export const heightField = withConcave(heightFieldKind);
export const torus = withConcave(torusKind);

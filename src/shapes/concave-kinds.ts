// Every kind of shape of the engine that is not convex, one line each: worlds of `sixfold` have them, those of
// `sixfold/convex` are handed them.

import type { ShapeKind } from './kind.js';
import { heightField } from './kinds/height-field.js';
import { mesh } from './kinds/mesh.js';
import { torus } from './kinds/torus.js';

export const CONCAVE_KINDS = [mesh, heightField, torus] as unknown as readonly ShapeKind[];

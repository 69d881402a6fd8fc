// Kinds of shapes for who asks without a world: the engine's own, and every one that the package has, with those that
// models bring, for drawing and export, which know no model.

import type { ShapeKind } from './kind.js';
import { heightField } from './kinds/height-field.js';
import { mesh } from './kinds/mesh.js';
import { points } from './kinds/points.js';
import { torus } from './kinds/torus.js';
import { CONVEX_KINDS } from './registry.js';

export const SHAPE_KINDS = [...CONVEX_KINDS, mesh, heightField, torus] as unknown as readonly ShapeKind[];

export const EVERY_KIND: readonly ShapeKind[] = [...SHAPE_KINDS, points as unknown as ShapeKind];

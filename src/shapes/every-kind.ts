// Kinds of shapes for who asks without a world: the engine's own, and every one that the package has, with those that
// models bring, for drawing and export, which know no model.

import { CONCAVE_KINDS } from './concave-kinds.js';
import type { ShapeKind } from './kind.js';
import { points } from './kinds/points.js';
import { CONVEX_KINDS } from './registry.js';

export const SHAPE_KINDS: readonly ShapeKind[] = [
  ...(CONVEX_KINDS as unknown as readonly ShapeKind[]),
  ...CONCAVE_KINDS,
];

export const EVERY_KIND: readonly ShapeKind[] = [...SHAPE_KINDS, points as unknown as ShapeKind];

// Every kind of shape that the package has, with those that models bring: for drawing and export, which know no model.

import type { ShapeKind } from './kind.js';
import { points } from './kinds/points.js';
import { SHAPE_KINDS } from './registry.js';

export const EVERY_KIND = [...SHAPE_KINDS, points] as unknown as readonly ShapeKind[];

// The world that takes every scene: it hands in the kinds of shapes that are not convex by itself.

import { withConcave } from '../contact/concave.js';
import { CONCAVE_KINDS } from '../shapes/concave-kinds.js';
import type { SceneDescription } from './scene.js';
import { World as ConvexWorld, type WorldOptions } from './world.js';

const KINDS = CONCAVE_KINDS.map(withConcave);

export class World extends ConvexWorld {
  constructor(scene?: SceneDescription, options: WorldOptions = {}) {
    super(scene, { ...options, shapes: [...KINDS, ...(options.shapes ?? [])] });
  }
}

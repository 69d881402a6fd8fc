// The world that takes every scene: it hands in the kinds of shapes that are not convex by itself.

import { heightField, mesh, torus } from '../contact/concave.js';
import type { SceneDescription } from './scene.js';
import { World as ConvexWorld, type WorldOptions } from './world.js';

const CONCAVE_KINDS = [mesh, heightField, torus];

export class World extends ConvexWorld {
  constructor(scene?: SceneDescription, options: WorldOptions = {}) {
    super(scene, { ...options, shapes: [...CONCAVE_KINDS, ...(options.shapes ?? [])] });
  }
}

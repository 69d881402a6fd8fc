// Distances and overlaps of solids that are not convex, as a world is given them, and as models that always have them
// take them.

import { MeshBetween } from '../distance/between-mesh.js';
import { ConcavePoints } from '../distance/concave-points.js';
import { SurfaceNearest } from '../distance/surface-nearest.js';
import { ConcaveOverlap } from './concave.js';

export const CONCAVE_SOLIDS = {
  points: (): ConcavePoints => new ConcavePoints(),
  nearest: (): SurfaceNearest => new SurfaceNearest(),
  between: (): MeshBetween => new MeshBetween(),
  overlap: (): ConcaveOverlap => new ConcaveOverlap(),
};

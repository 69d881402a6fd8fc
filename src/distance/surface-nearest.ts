// Signed distance from a point to shapes whose kind does not know it: that of the nearest triangle of their surface.

import type { Nearest } from '../shapes/nearest.js';
import type { Placed } from './placed.js';
import { Surfaces } from './surface.js';
import { SurfaceClosest } from './surface-closest.js';

declare module '../shapes/kind.js' {
  interface ConcaveParts {
    nearest(): SurfaceNearest;
  }
}

export class SurfaceNearest {
  readonly #closest = new SurfaceClosest();
  readonly #surfaces: Surfaces;

  constructor(surfaces = new Surfaces()) {
    this.#surfaces = surfaces;
  }

  /** Of the point (x, y, z) in the shape's frame; beyond `limit` only some larger number. */
  find(s: Placed, x: number, y: number, z: number, limit: number, out: Nearest): void {
    const c = this.#closest;
    const d = c.find(this.#surfaces.of(s), x, y, z, limit);
    out.put(d, c.x, c.y, c.z, c.nx, c.ny, c.nz);
  }
}

// Signed distance from a point to a placed shape, with the nearest point of its surface and the outward normal there.
// The kind knows (`nearest`: closed forms for round shapes, exact over all faces for polyhedra); for those that do not,
// the nearest triangle of their surface. Verified in test/distance/points.test.ts.

import { Nearest } from '../shapes/nearest.js';
import type { Placed } from './placed.js';
import type { SurfaceNearest } from './surface-nearest.js';

export class Closest {
  /** Negative inside. */
  distance = 0;
  /** Nearest surface point and outward unit normal; world axes, relative to the pair's origin. */
  x = 0;
  y = 0;
  z = 0;
  nx = 0;
  ny = 1;
  nz = 0;
  readonly #local = new Nearest();
  readonly #surface: SurfaceNearest | null;

  /** `surface`: for shapes whose kind does not know; null: there are none. */
  constructor(surface: SurfaceNearest | null) {
    this.#surface = surface;
  }

  /** For all but half-spaces. Beyond `limit` only some larger number is returned. */
  find(s: Placed, wx: number, wy: number, wz: number, limit: number): number {
    const r = s.r;
    const dx = wx - s.x;
    const dy = wy - s.y;
    const dz = wz - s.z;
    const x = r[0] * dx + r[3] * dy + r[6] * dz;
    const y = r[1] * dx + r[4] * dy + r[7] * dz;
    const z = r[2] * dx + r[5] * dy + r[8] * dz;
    const shape = s.shape!;
    const { kind } = shape;
    const local = this.#local;
    if (kind.nearest) kind.nearest(shape, x, y, z, limit, local);
    else this.#surface!.find(s, x, y, z, limit, local);
    this.distance = local.distance;
    this.x = s.x + r[0] * local.x + r[1] * local.y + r[2] * local.z;
    this.y = s.y + r[3] * local.x + r[4] * local.y + r[5] * local.z;
    this.z = s.z + r[6] * local.x + r[7] * local.y + r[8] * local.z;
    this.nx = r[0] * local.nx + r[1] * local.ny + r[2] * local.nz;
    this.ny = r[3] * local.nx + r[4] * local.ny + r[5] * local.nz;
    this.nz = r[6] * local.nx + r[7] * local.ny + r[8] * local.nz;
    return this.distance;
  }
}

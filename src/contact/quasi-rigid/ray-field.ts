// Two placed shapes as heights over a contact plane: what the lattice asks, answered by rays along the normal.
//
// A lies on the side that the normal points to. Its surface there is met from below, B's from above, by rays that start
// a little outside the overlap: a room's floor is found although the room has a ceiling.

import { matrixFromQuaternion } from '../../math/quaternion.js';
import type { PointsShape } from '../../shapes/kinds/points.js';
import { castRayShape, RayHit } from '../../shapes/ray.js';
import { castRayMesh, MeshRoom } from '../../shapes/ray-mesh.js';
import type { SimpleShape } from '../../shapes/shape.js';
import type { GapField } from './lattice.js';

/** Start of rays, u, w and n in a shape's frame. */
const SIDE = 12;

export class RayField implements GapField {
  /** World point that heights and places are measured from, and the frame n, u, w. */
  readonly origin = new Float64Array(3);
  readonly frame = new Float64Array(9);
  #a!: SimpleShape;
  #b!: SimpleShape;
  readonly #sides = new Float64Array(2 * SIDE);
  readonly #rotation = new Float64Array(9);
  readonly #hit = new RayHit();
  readonly #room = new MeshRoom();
  #low = 0;
  #high = 0;

  /**
   * Shapes a at pose pa[ai…] and b at pb[bi…], looked at between the heights low and high, in the frame that is set.
   */
  place(
    a: SimpleShape,
    pa: Float64Array,
    ai: number,
    b: SimpleShape,
    pb: Float64Array,
    bi: number,
    low: number,
    high: number,
  ): void {
    this.#a = a;
    this.#b = b;
    this.#low = low;
    this.#high = high;
    this.#placeSide(0, pa, ai);
    this.#placeSide(SIDE, pb, bi);
  }

  #placeSide(s: number, p: Float64Array, i: number): void {
    const { origin, frame } = this;
    const sides = this.#sides;
    const r = this.#rotation;
    matrixFromQuaternion(r, 0, p, i + 3);
    const x = origin[0] - p[i];
    const y = origin[1] - p[i + 1];
    const z = origin[2] - p[i + 2];
    for (let k = 0; k < 3; k++) {
      sides[s + k] = r[k] * x + r[3 + k] * y + r[6 + k] * z;
      for (let axis = 0; axis < 3; axis++) {
        // Stored as u, w, n.
        const at = s + 3 + 3 * ((axis + 2) % 3) + k;
        sides[at] = r[k] * frame[3 * axis] + r[3 + k] * frame[3 * axis + 1] + r[6 + k] * frame[3 * axis + 2];
      }
    }
  }

  sample(u: number, w: number, out: Float64Array): boolean {
    const low = this.#low;
    const high = this.#high;
    const up = this.#cast(this.#a, 0, u, w, low, 1, high - low);
    if (!(up >= 0)) return false;
    const down = this.#cast(this.#b, SIDE, u, w, high, -1, high - low);
    if (!(down >= 0)) return false;
    out[0] = low + up;
    out[1] = high - down;
    return true;
  }

  /** Distance to the shape's surface from height h on, along ±n; negative: none. */
  #cast(shape: SimpleShape, s: number, u: number, w: number, h: number, sign: number, far: number): number {
    const f = this.#sides;
    const x = f[s] + u * f[s + 3] + w * f[s + 6] + h * f[s + 9];
    const y = f[s + 1] + u * f[s + 4] + w * f[s + 7] + h * f[s + 10];
    const z = f[s + 2] + u * f[s + 5] + w * f[s + 8] + h * f[s + 11];
    const dx = sign * f[s + 9];
    const dy = sign * f[s + 10];
    const dz = sign * f[s + 11];
    if (shape.type === 'half-space') return dy < 0 ? -y / dy : -1;
    if (shape.type === 'sphere') {
      const along = -(x * dx + y * dy + z * dz);
      const ex = x + along * dx;
      const ey = y + along * dy;
      const ez = z + along * dz;
      const rest = shape.radius * shape.radius - (ex * ex + ey * ey + ez * ez);
      return rest > 0 ? along - Math.sqrt(rest) : -1;
    }
    if (shape.type === 'mesh') {
      const t = castRayMesh(shape, x, y, z, dx, dy, dz, far, this.#hit, this.#room);
      // A scan's own surface instead of the mesh about it.
      if (t < 0 || !('cloud' in shape)) return t;
      const { cloud, tolerance } = shape as PointsShape;
      return cloud.meet(x, y, z, dx, dy, dz, t, tolerance);
    }
    // A ray that starts inside says nothing about the surface.
    const t = castRayShape(shape, x, y, z, dx, dy, dz, far, this.#hit);
    return t > 0 ? t : -1;
  }
}

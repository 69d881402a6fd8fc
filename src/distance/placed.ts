// A simple shape at a pose, unpacked once a pair so that the kernels read plain numbers.
//
// Positions are relative to the origin of the pair (A's own origin), world axes: a pair far from the world origin
// keeps its digits.

import { matrixFromQuaternion } from '../math/quaternion.js';
import type { Polyhedron } from '../shapes/polyhedron.js';
import type { SimpleShape } from '../shapes/shape.js';
import {
  BOX,
  CAPSULE,
  CONVEX,
  CYLINDER,
  NO_VERTICES,
  noSupport,
  SPHERE,
  type Support,
  solidOf,
  TORUS,
} from '../shapes/solid.js';

export {
  BOX,
  CAPSULE,
  CONE,
  CONVEX,
  CYLINDER,
  HALF_SPACE,
  MESH,
  SMOOTH,
  SPHERE,
  TORUS,
} from '../shapes/solid.js';

export class Placed {
  shape: SimpleShape | null = null;
  kind = SPHERE;
  /** Rotation matrix by rows: shape frame to world. */
  readonly r = new Float64Array(9);
  x = 0;
  y = 0;
  z = 0;
  /** Box half-lengths; for others radius (hx) and half height (hy); for a torus ring radius and tube. */
  hx = 0;
  hy = 0;
  hz = 0;
  /**
   * Radius swept around the core that GJK sees: spheres are points, capsules segments, and tori, which it takes for the
   * hulls round them, discs.
   */
  coreRadius = 0;
  /** Farthest point of the core in a direction; both in the shape's frame. */
  support: Support = noSupport;
  polyhedron: Polyhedron | null = null;
  vertices: Float64Array = NO_VERTICES;
  /** A length typical of the shape, for relative tolerances. */
  size = 1;

  /** The world direction that `farthest` looks in. Numbers go by arrays: as arguments they would be allocated. */
  readonly towards = new Float64Array(3);

  /** Farthest point of the core `towards`, world, to out[o…]. The engine's own kinds by what was unpacked of them. */
  farthest(out: Float64Array, o: number): void {
    const { r, towards: d } = this;
    const lx = r[0] * d[0] + r[3] * d[1] + r[6] * d[2];
    const ly = r[1] * d[0] + r[4] * d[1] + r[7] * d[2];
    const lz = r[2] * d[0] + r[5] * d[1] + r[8] * d[2];
    let x = 0;
    let y = 0;
    let z = 0;
    switch (this.kind) {
      case SPHERE:
        break;
      case CAPSULE:
        y = ly >= 0 ? this.hy : -this.hy;
        break;
      case BOX:
        x = lx >= 0 ? this.hx : -this.hx;
        y = ly >= 0 ? this.hy : -this.hy;
        z = lz >= 0 ? this.hz : -this.hz;
        break;
      case CONVEX: {
        const v = this.vertices;
        let most = -Infinity;
        for (let i = 0; i < v.length; i += 3) {
          const way = lx * v[i] + ly * v[i + 1] + lz * v[i + 2];
          if (!(way > most)) continue;
          most = way;
          x = v[i];
          y = v[i + 1];
          z = v[i + 2];
        }
        break;
      }
      case CYLINDER:
      case TORUS: {
        const side = lx * lx + lz * lz;
        const k = side > 0 ? this.hx / Math.sqrt(side) : 0;
        x = side > 0 ? lx * k : this.hx;
        // Of a torus the ring in its middle.
        y = this.kind === TORUS ? 0 : ly >= 0 ? this.hy : -this.hy;
        z = lz * k;
        break;
      }
      default:
        this.support(this.shape!, lx, ly, lz, out, o);
        x = out[o];
        y = out[o + 1];
        z = out[o + 2];
    }
    out[o] = this.x + r[0] * x + r[1] * y + r[2] * z;
    out[o + 1] = this.y + r[3] * x + r[4] * y + r[5] * z;
    out[o + 2] = this.z + r[6] * x + r[7] * y + r[8] * z;
  }

  /** World position of the point (x, y, z) of the shape's frame, to out[o…]. */
  toWorld(out: Float64Array, o: number, x: number, y: number, z: number): void {
    const { r } = this;
    out[o] = this.x + r[0] * x + r[1] * y + r[2] * z;
    out[o + 1] = this.y + r[3] * x + r[4] * y + r[5] * z;
    out[o + 2] = this.z + r[6] * x + r[7] * y + r[8] * z;
  }

  set(shape: SimpleShape, pose: Float64Array, i: number, ox: number, oy: number, oz: number): void {
    matrixFromQuaternion(this.r, 0, pose, i + 3);
    this.x = pose[i] - ox;
    this.y = pose[i + 1] - oy;
    this.z = pose[i + 2] - oz;
    // Shapes do not change: what was unpacked is still good.
    if (this.shape !== shape) this.#unpack(shape);
  }

  #unpack(shape: SimpleShape): void {
    const solid = solidOf(shape);
    this.shape = shape;
    this.kind = solid.kind;
    this.hx = solid.hx;
    this.hy = solid.hy;
    this.hz = solid.hz;
    this.coreRadius = solid.coreRadius;
    this.support = solid.support;
    this.polyhedron = solid.polyhedron;
    this.vertices = solid.vertices;
    this.size = solid.size;
  }
}

/** Frame of a to frame of b: x_b = m x_a + t. */
export function relative(a: Placed, b: Placed, m: Float64Array, t: Float64Array): void {
  const ra = a.r;
  const rb = b.r;
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  const dz = a.z - b.z;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) m[3 * i + j] = rb[i] * ra[j] + rb[i + 3] * ra[j + 3] + rb[i + 6] * ra[j + 6];
    t[i] = rb[i] * dx + rb[i + 3] * dy + rb[i + 6] * dz;
  }
}

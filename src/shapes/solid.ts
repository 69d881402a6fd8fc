// What pairs ask of a simple shape again and again, as plain numbers of one class: shapes of different kinds are
// objects of different classes, and code that meets more than four of these looks their fields up by name.

import type { ShapeKind } from './kind.js';
import type { Polyhedron } from './polyhedron.js';
import type { SimpleShape } from './shape.js';

export const SPHERE = 0;
export const CAPSULE = 1;
export const BOX = 2;
export const CONVEX = 3;
export const CYLINDER = 4;
export const CONE = 5;
export const SMOOTH = 6;
export const TORUS = 7;
export const MESH = 8;
export const HALF_SPACE = 9;

/** In the order of their numbers. */
const KINDS = ['sphere', 'capsule', 'box', 'convex', 'cylinder', 'cone', 'smooth', 'torus', 'mesh', 'half-space'];

export type Support = NonNullable<ShapeKind['support']>;

export const NO_VERTICES = new Float64Array(0);

/** Shapes that are not convex are never asked. */
export const noSupport: Support = (_shape, _x, _y, _z, out, o) => out.fill(0, o, o + 3);

export class Solid {
  readonly kind: number;
  /** Box half-lengths; for others radius (hx) and half height (hy); for a torus ring radius and tube. */
  readonly hx: number = 0;
  readonly hy: number = 0;
  readonly hz: number = 0;
  /**
   * Radius swept around the core that GJK sees: spheres are points, capsules segments, and tori, which it takes for the
   * hulls round them, discs.
   */
  readonly coreRadius: number;
  /** Farthest point of the core in a direction; both in the shape's frame. */
  readonly support: Support;
  readonly polyhedron: Polyhedron | null = null;
  readonly vertices: Float64Array = NO_VERTICES;
  /** A length typical of the shape, for relative tolerances. */
  readonly size: number;
  /** Smallest extent of its box; Infinity for a half-space. */
  readonly thickness: number;
  /** Overlaps of it may be sampled by rays. */
  readonly sampled: boolean;

  constructor(shape: SimpleShape) {
    const { kind, bounds: b } = shape;
    this.kind = KINDS.indexOf(shape.type);
    this.size = kind.size(shape);
    this.support = kind.support ?? noSupport;
    this.thickness = Math.min(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
    this.sampled = kind.sampled;
    this.coreRadius = shape.type === 'torus' ? shape.tube : (kind.coreRadius?.(shape) ?? 0);
    switch (shape.type) {
      case 'sphere':
        this.hx = shape.radius;
        break;
      case 'capsule':
      case 'cylinder':
      case 'cone':
        this.hx = shape.radius;
        this.hy = shape.halfHeight;
        break;
      case 'box':
        this.hx = shape.hx;
        this.hy = shape.hy;
        this.hz = shape.hz;
        this.polyhedron = shape.polyhedron;
        this.vertices = shape.polyhedron.vertices;
        break;
      case 'convex':
        this.polyhedron = shape.polyhedron;
        this.vertices = shape.polyhedron.vertices;
        break;
      case 'torus':
        this.hx = shape.radius;
        this.hy = shape.tube;
        break;
      case 'mesh':
        this.vertices = shape.mesh.positions;
        break;
      default:
    }
  }
}

/** Made when it is first asked for, and kept with the shape. */
export function solidOf(shape: SimpleShape): Solid {
  if (shape.solid) return shape.solid;
  const solid = new Solid(shape);
  if (Object.isExtensible(shape)) shape.solid = solid;
  return solid;
}

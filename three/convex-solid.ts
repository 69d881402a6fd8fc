// The convex parts of a shape as flat faces in the world, for cutting them with each other.
//
// Boxes and hulls are exact. Cylinders and cones are prisms and pyramids of SIDES sides with vertices on the rims;
// spheres, capsules and tori are not made flat: their overlaps are thinner than any facet is off the surface.

import type { ShapeDescription } from '../src/index.js';
import { rotate } from '../src/math/vec3.js';
import { createShape } from '../src/shapes/create.js';
import { EVERY_KIND } from '../src/shapes/every-kind.js';
import { computeHull } from '../src/shapes/quickhull.js';
import type { CompoundPart, SimpleShape } from '../src/shapes/shape.js';
import type { SolidLike } from './contact-like.js';

const SIDES = 64;

export interface FlatFaces {
  readonly vertices: Float64Array;
  /** Face f owns faceVertices[faceStart[f] … faceStart[f+1]), counter-clockwise seen from outside. */
  readonly faceStart: Int32Array;
  readonly faceVertices: Int32Array;
  /** Outward unit normal and offset a face: the solid is n·x ≤ d. */
  readonly planes: Float64Array;
}

export interface ConvexPart {
  readonly position: CompoundPart['position'];
  readonly rotation: CompoundPart['rotation'];
  /** One plane and no vertices for a half-space; null for what is not convex or has no flat faces. */
  readonly faces: FlatFaces | null;
  /** Whether the faces are the shape's own. */
  readonly exact: boolean;
}

/** The parts of a shape, each in the shape's frame. */
export function convexParts(description: ShapeDescription): ConvexPart[] {
  const shape = createShape(description, EVERY_KIND);
  const parts = shape.type === 'compound' ? shape.parts : [{ shape, position: [0, 0, 0], rotation: [0, 0, 0, 1] }];
  return (parts as CompoundPart[]).map(({ shape: part, position, rotation }) => ({
    position,
    rotation,
    faces: facesOf(part),
    exact: part.type === 'box' || part.type === 'convex' || part.type === 'half-space',
  }));
}

function facesOf(shape: SimpleShape): FlatFaces | null {
  switch (shape.type) {
    case 'box':
    case 'convex':
      return shape.polyhedron;
    case 'half-space':
      return {
        vertices: new Float64Array(0),
        faceStart: Int32Array.of(0),
        faceVertices: new Int32Array(0),
        planes: Float64Array.of(0, 1, 0, 0),
      };
    case 'cylinder':
      return computeHull(
        Float64Array.from([...ring(shape.radius, -shape.halfHeight), ...ring(shape.radius, shape.halfHeight)]),
      );
    case 'cone':
      return computeHull(Float64Array.from([...ring(shape.radius, -shape.halfHeight), 0, shape.halfHeight, 0]));
    default:
      return null;
  }
}

function ring(radius: number, y: number): number[] {
  return Array.from({ length: SIDES }, (_, k) => {
    const a = (2 * Math.PI * k) / SIDES;
    return [radius * Math.cos(a), y, radius * Math.sin(a)];
  }).flat();
}

/** A part of a solid in the world, relative to an origin near the overlap, so that no digits are lost far from zero. */
export class PlacedPart {
  vertices = new Float64Array(0);
  planes = new Float64Array(0);
  faces: FlatFaces | null = null;

  place(part: ConvexPart, solid: SolidLike, origin: readonly [number, number, number]): void {
    const { faces } = part;
    this.faces = faces;
    if (!faces) return;
    if (this.vertices.length < faces.vertices.length) this.vertices = new Float64Array(faces.vertices.length);
    if (this.planes.length < faces.planes.length) this.planes = new Float64Array(faces.planes.length);
    const at = (x: number, y: number, z: number) => {
      const p = rotate(part.rotation, [x, y, z]);
      const [px, py, pz] = part.position;
      const q = rotate(solid.rotation, [p[0] + px, p[1] + py, p[2] + pz]);
      const s = solid.position;
      return [q[0] + s[0] - origin[0], q[1] + s[1] - origin[1], q[2] + s[2] - origin[2]] as const;
    };
    for (let v = 0; v < faces.vertices.length; v += 3) {
      this.vertices.set(at(faces.vertices[v], faces.vertices[v + 1], faces.vertices[v + 2]), v);
    }
    const zero = at(0, 0, 0);
    for (let f = 0; f < faces.planes.length; f += 4) {
      const [nx, ny, nz] = rotate(
        solid.rotation,
        rotate(part.rotation, [faces.planes[f], faces.planes[f + 1], faces.planes[f + 2]]),
      );
      this.planes[f] = nx;
      this.planes[f + 1] = ny;
      this.planes[f + 2] = nz;
      this.planes[f + 3] = faces.planes[f + 3] + nx * zero[0] + ny * zero[1] + nz * zero[2];
    }
  }
}

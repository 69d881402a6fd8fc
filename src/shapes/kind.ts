// What a kind of shape is: one object in one file of kinds/, and one line in registry.ts.
//
// Every room asks the kind instead of listing kinds. `type` of a shape says how later rooms treat it, and need not be
// the kind's own name: a kind whose solids are convex polyhedra, closed meshes or compounds makes shapes of the type
// `convex`,
// `mesh` or `compound`, and every exact method for these is at its service (kinds/convex.ts has a helper). A convex
// kind with a curved surface makes shapes of the type `smooth` and gives `support`, `clipRay` and `outward`; distances
// then go through GJK and EPA, overlaps through ray columns. What a kind gives beyond that (`nearest`, `cutLine`) is
// used where it is faster or more exact. Shown by test/shapes/new-kind.test.ts.
//
// All points, directions and normals are in the shape's frame. Nothing here may allocate but `read`, `create` and
// `tessellate`.

import type { Fields } from '../checks/fields.js';
import type { LineCut } from './line-cut.js';
import type { MassProperties } from './mass.js';
import type { Nearest } from './nearest.js';
import type { MeshData } from './procedural.js';
import type { RayHit } from './ray-hit.js';
import type { ShapeDescription } from './shape.js';
import type { Solid } from './solid.js';

/** A description of whatever kind, already checked. */
export interface DescriptionBase {
  readonly type: string;
}

export interface ShapeBase {
  readonly type: string;
  readonly kind: ShapeKind;
  /** Bounds in the shape's frame: min x, y, z, max x, y, z. Infinite for a half-space. */
  readonly bounds: Float64Array;
  /**
   * For unit density; null for a half-space and for a compound that holds one. `bodyMass` makes a body's mass of it.
   */
  readonly massProperties: MassProperties | null;
  /** Kept for snapshots and scene export. */
  readonly description: ShapeDescription;
  /** What pairs ask of it (solid.ts), once they have asked. The engine's own kinds begin with null: one class for all. */
  solid?: Solid | null;
}

/**
 * What the rooms behind this one need for solids that are not convex and for no others: makers of their parts. Each
 * room adds its own by `declare module`; src/contact/concave.ts has all of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: rooms add to it
export interface ConcaveParts {}

/** Reads and makes the shapes that a shape is made of. */
export interface ShapeReader {
  describe(value: unknown, where: string): DescriptionBase;
}
export type CreateShape = (description: DescriptionBase) => ShapeBase;

export interface ShapeKind<D extends DescriptionBase = DescriptionBase, S extends ShapeBase = ShapeBase> {
  /** The name in scenes. */
  readonly type: D['type'];
  /** What its description may have beside `type`. */
  readonly fields: readonly string[];
  /** The checked description. Fields that nobody knows have been refused. */
  read(fields: Fields, where: string, reader: ShapeReader): D;
  /** The shape of a checked description; a ShapeError where the geometry has no volume or no inside. */
  create(description: D, create: CreateShape): S;
  /** A length typical of the shape, for relative tolerances. */
  size(shape: S): number;
  /**
   * Bounds of the shape turned by the rotation matrix r[ri…] (by rows), relative to its origin, into out[oi…oi+5]: min
   * x, y, z, max x, y, z.
   */
  bounds(shape: S, r: Float64Array, ri: number, out: Float64Array, oi: number): void;
  /** A closed, outward mesh with `segments` sides to a full circle. */
  tessellate(shape: S, segments: number): MeshData;
  /** Overlaps of such shapes may be sampled by rays, and then miss what lies between these. */
  readonly sampled: boolean;
  /** What its shapes need beside what convex ones do. A world has that of the first of its kinds that brings any. */
  readonly concave?: ConcaveParts;
  /**
   * Ray columns stand along the axes of the shape with the higher rank; 0 unless told. Flat sides first, see
   * overlap/rays/frame.ts.
   */
  rank?(shape: S): number;

  /**
   * Convex shapes: the stretch of the line p + t d inside, into `hit` (ray-clip.ts). p is the line's point nearest to
   * the origin.
   */
  clipRay?(shape: S, hit: RayHit, x: number, y: number, z: number, dx: number, dy: number, dz: number): void;
  /** Other shapes: the first t in [0, maxT] at which the ray is inside, with the normal in `hit`; -1 if none. */
  castRay?(
    shape: S,
    hit: RayHit,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    maxT: number,
  ): number;

  /** Convex shapes: the farthest point of the core in a direction, to out[o…o+2]. */
  support?(shape: S, x: number, y: number, z: number, out: Float64Array, o: number): void;
  /** Radius that is swept around the core; 0 unless told: the core is the shape. */
  coreRadius?(shape: S): number;
  /** Signed distance from a point, nearest surface point and normal; beyond `limit` some larger number will do. */
  nearest?(shape: S, x: number, y: number, z: number, limit: number, out: Nearest): void;
  /** The stretches of a line inside; returns how many. Without it those of `clipRay`. */
  cutLine?(shape: S, cut: LineCut): number;
  /** Outward direction, of any length, of the surface where it is nearest to a point, to n[0…2]. */
  outward?(shape: S, x: number, y: number, z: number, n: Float64Array): void;
}

/**
 * What only ray columns ask. The engine's convex kinds have it beside themselves, in the same file: worlds without ray
 * columns do not load it (overlap/rays/column-parts.ts).
 */
export type ColumnParts<S extends ShapeBase = ShapeBase> = Pick<ShapeKind<DescriptionBase, S>, 'cutLine' | 'outward'>;

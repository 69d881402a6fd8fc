// What bodies are made of. A Shape is immutable and may be shared by any number of bodies and worlds.
// All coordinates are in the shape's own frame (Y up; cylinders, capsules and cones along Y, centred at half height;
// a torus lies around Y; a half-space fills y ≤ 0).

import type { Quat, Vec3 } from '../math/vec3.js';
import type { MassProperties } from './mass.js';
import type { TriangleMesh } from './mesh.js';
import type { Polyhedron } from './polyhedron.js';

/** A shape as scene files and `addBody` describe it. */
export type ShapeDescription =
  | { type: 'sphere'; radius: number }
  | { type: 'box'; size: Vec3 }
  | { type: 'cylinder'; radius: number; height: number }
  | { type: 'capsule'; radius: number; height: number }
  | { type: 'cone'; radius: number; height: number }
  | { type: 'half-space' }
  | { type: 'convex'; points: readonly Vec3[] }
  | {
      type: 'mesh';
      positions: ArrayLike<number> | readonly Vec3[];
      indices: ArrayLike<number> | readonly Vec3[];
      weld?: number | boolean;
    }
  | { type: 'torus'; radius: number; tube: number }
  | { type: 'compound'; parts: readonly CompoundPartDescription[] };

export interface CompoundPartDescription {
  shape: ShapeDescription;
  position?: Vec3;
  rotation?: Quat;
  friction?: number;
  density?: number;
}

interface ShapeBase {
  /** Bounds in the shape's frame: min x, y, z, max x, y, z. Infinite for a half-space. */
  readonly bounds: Float64Array;
  /** For unit density; null for a half-space and for a compound that holds one. `bodyMass` makes a body's mass of it. */
  readonly massProperties: MassProperties | null;
  /** Kept for snapshots and scene export. */
  readonly description: ShapeDescription;
}

export interface SphereShape extends ShapeBase {
  readonly type: 'sphere';
  readonly radius: number;
}
export interface BoxShape extends ShapeBase {
  readonly type: 'box';
  readonly hx: number;
  readonly hy: number;
  readonly hz: number;
  readonly polyhedron: Polyhedron;
}
export interface CylinderShape extends ShapeBase {
  readonly type: 'cylinder';
  readonly radius: number;
  readonly halfHeight: number;
}
export interface CapsuleShape extends ShapeBase {
  readonly type: 'capsule';
  readonly radius: number;
  readonly halfHeight: number;
}
/** Apex at +halfHeight, base disc at −halfHeight. */
export interface ConeShape extends ShapeBase {
  readonly type: 'cone';
  readonly radius: number;
  readonly halfHeight: number;
}
export interface HalfSpaceShape extends ShapeBase {
  readonly type: 'half-space';
}
export interface ConvexShape extends ShapeBase {
  readonly type: 'convex';
  readonly polyhedron: Polyhedron;
}
export interface MeshShape extends ShapeBase {
  readonly type: 'mesh';
  readonly mesh: TriangleMesh;
}
/** `radius` is that of the ring's centre line. */
export interface TorusShape extends ShapeBase {
  readonly type: 'torus';
  readonly radius: number;
  readonly tube: number;
}
export interface CompoundShape extends ShapeBase {
  readonly type: 'compound';
  readonly parts: readonly CompoundPart[];
}

/** One simple shape of a compound, nested compounds flattened. */
export interface CompoundPart {
  readonly shape: SimpleShape;
  readonly position: Vec3;
  readonly rotation: Quat;
  readonly friction: number | null;
  readonly density: number | null;
}

export type SimpleShape =
  | SphereShape
  | BoxShape
  | CylinderShape
  | CapsuleShape
  | ConeShape
  | HalfSpaceShape
  | ConvexShape
  | MeshShape
  | TorusShape;
export type Shape = SimpleShape | CompoundShape;

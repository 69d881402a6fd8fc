// What bodies are made of. A Shape is immutable and may be shared by any number of bodies and worlds.
// All coordinates are in the shape's own frame (Y up; cylinders, capsules and cones along Y, centred at half height;
// a torus lies around Y; a half-space fills y ≤ 0). Each kind is a file of kinds/ and a line of registry.ts.

import type { CompoundShape } from './kinds/compound.js';
import type { SmoothShape } from './kinds/smooth.js';
import type { KnownDescription, KnownShape } from './registry.js';

export type { BoxShape } from './kinds/box.js';
export type { CapsuleShape } from './kinds/capsule.js';
export type { CompoundPart, CompoundPartDescription, CompoundShape } from './kinds/compound.js';
export type { ConeShape } from './kinds/cone.js';
export type { ConvexShape } from './kinds/convex.js';
export type { CylinderShape } from './kinds/cylinder.js';
export type { MeshShape } from './kinds/mesh.js';
export type { SphereShape } from './kinds/sphere.js';
export type { TorusShape } from './kinds/torus.js';
export type { SmoothShape };

/** Descriptions of shapes that entries of the package bring, by type: each entry adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: entries add to it
export interface FurtherDescriptions {}

/** A shape as scene files and `addBody` describe it. */
export type ShapeDescription = KnownDescription | FurtherDescriptions[keyof FurtherDescriptions];

export type Shape = KnownShape | SmoothShape;
export type SimpleShape = Exclude<Shape, CompoundShape>;

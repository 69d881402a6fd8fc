// Every kind of shape of a world, one line each: a kind that stands here is read, made, drawn, cast at and touched.
// `createShape` and `World` take further kinds beside these, and a model may bring its own.

import type { DescriptionBase, ShapeBase, ShapeKind } from './kind.js';
import { box } from './kinds/box.js';
import { capsule } from './kinds/capsule.js';
import { compound } from './kinds/compound.js';
import { cone } from './kinds/cone.js';
import { convex } from './kinds/convex.js';
import { cylinder } from './kinds/cylinder.js';
import { halfSpace } from './kinds/half-space.js';
import { heightField } from './kinds/height-field.js';
import { mesh } from './kinds/mesh.js';
import { sphere } from './kinds/sphere.js';
import { torus } from './kinds/torus.js';

export const SHAPE_KINDS = [
  sphere,
  box,
  cylinder,
  capsule,
  cone,
  halfSpace,
  convex,
  mesh,
  heightField,
  torus,
  compound,
] as const;

type KnownKind = (typeof SHAPE_KINDS)[number];
type Described<K> = K extends ShapeKind<infer D extends DescriptionBase, infer _S extends ShapeBase> ? D : never;
type Made<K> = K extends ShapeKind<infer _D extends DescriptionBase, infer S extends ShapeBase> ? S : never;

/** Descriptions and shapes of all kinds of the registry. */
export type KnownDescription = Described<KnownKind>;
export type KnownShape = Made<KnownKind>;

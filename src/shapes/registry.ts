// Every kind of convex shape, half-spaces and compounds, one line each: a kind that stands here is in every world, is
// read, made, drawn, cast at and touched. Kinds that are not convex are handed in (concave-kinds.ts), as are those of
// users and models.

import type { DescriptionBase, ShapeBase, ShapeKind } from './kind.js';
import { box } from './kinds/box.js';
import { capsule } from './kinds/capsule.js';
import { compound } from './kinds/compound.js';
import { cone } from './kinds/cone.js';
import { convex } from './kinds/convex.js';
import { cylinder } from './kinds/cylinder.js';
import { halfSpace } from './kinds/half-space.js';
import type { heightField } from './kinds/height-field.js';
import type { mesh } from './kinds/mesh.js';
import { sphere } from './kinds/sphere.js';
import type { torus } from './kinds/torus.js';

export const CONVEX_KINDS = [sphere, box, cylinder, capsule, cone, halfSpace, convex, compound] as const;

type KnownKind = (typeof CONVEX_KINDS)[number] | typeof mesh | typeof heightField | typeof torus;
type Described<K> = K extends ShapeKind<infer D extends DescriptionBase, infer _S extends ShapeBase> ? D : never;
type Made<K> = K extends ShapeKind<infer _D extends DescriptionBase, infer S extends ShapeBase> ? S : never;

/** Descriptions and shapes of all kinds of the package but those that models bring. */
export type KnownDescription = Described<KnownKind>;
export type KnownShape = Made<KnownKind>;

// The kinds that a world knows: those of the engine and those that were handed in.

import type { ModelParts } from '../contact/kind.js';
import type { JointKind } from '../joints/kind.js';
import { JOINT_KINDS } from '../joints/registry.js';
import type { ShapeKind } from '../shapes/kind.js';
import { SHAPE_KINDS } from '../shapes/registry.js';

export interface FurtherKinds {
  /** Further kinds of shapes that the scene may name, beside those of the engine. */
  shapes?: readonly ShapeKind[] | undefined;
  /** Further kinds of joints. */
  joints?: readonly JointKind[] | undefined;
}

export interface Kinds {
  readonly shapes: readonly ShapeKind[];
  readonly joints: readonly JointKind[];
}

/** Those of the engine, of the models and those handed in by themselves. */
export function kindsWith(further: FurtherKinds, models: readonly ModelParts[]): Kinds {
  return {
    shapes: [...SHAPE_KINDS, ...models.flatMap((model) => model.shapes ?? []), ...(further.shapes ?? [])],
    joints: [...JOINT_KINDS, ...(further.joints ?? [])],
  };
}

// The kinds that a world knows: those of the engine and those that were handed in.

import { SixfoldError } from '../checks/error.js';
import { show } from '../checks/fields.js';
import type { ModelParts } from '../contact/kind.js';
import type { JointKind } from '../joints/kind.js';
import { JOINT_KINDS } from '../joints/registry.js';
import type { ConcaveParts, ShapeKind } from '../shapes/kind.js';
import { CONVEX_KINDS } from '../shapes/registry.js';

export interface FurtherKinds {
  /** Further kinds of shapes that the scene may name, beside those of the engine. */
  shapes?: readonly ShapeKind[] | undefined;
  /** Further kinds of joints. */
  joints?: readonly JointKind[] | undefined;
}

export interface Kinds {
  readonly shapes: readonly ShapeKind[];
  readonly joints: readonly JointKind[];
  /** What shapes that are not convex need; null: no kind of them is there. */
  readonly concave: ConcaveParts | null;
}

/** Those of the engine, of the models and those handed in by themselves. */
export function kindsWith(further: FurtherKinds, models: readonly ModelParts[]): Kinds {
  const given = [...CONVEX_KINDS, ...models.flatMap((model) => model.shapes ?? []), ...(further.shapes ?? [])];
  const shapes = given.filter(({ type }, k) => given.findIndex((kind) => kind.type === type) === k) as ShapeKind[];
  const concave = shapes.find((kind) => kind.concave)?.concave ?? null;
  const bare = shapes.find(({ sampled }) => sampled);
  if (bare && !concave)
    throw new SixfoldError(
      `shapes of type ${show(bare.type)} need: import { concave } from 'sixfold/concave' and { ...kind, concave }`,
    );
  return { shapes, joints: [...JOINT_KINDS, ...(further.joints ?? [])], concave };
}

// What meshes need to touch others is made when their bodies join a world: a step in which they first come near something
// would take many times as long.

import { coverOf, partCount, partShape } from '../../shapes/parts.js';
import type { Shape } from '../../shapes/shape.js';
import type { FeatureFinder } from './feature-finder.js';
import type { OverlapPair } from './overlap-pair.js';

/**
 * Of the body in a slot, if it is a mesh: tree and cover; where there are other meshes edges, what walks through both go
 * by, and the directions of prisms; where there are half-spaces what these are cut with. No `features`: it goes by its
 * overlap alone.
 */
export function readyMeshes(hand: OverlapPair, features: FeatureFinder | null, slot: number): void {
  const { shapes } = hand.bodies;
  const isMesh = readyParts(shapes[slot]!, features, null);
  if (shapes[slot]!.type === 'half-space') for (const shape of shapes) if (shape) readyOnPlane(shape, features, hand);
  if (!isMesh) return;
  if (shapes.some((shape) => shape?.type === 'half-space')) readyOnPlane(shapes[slot]!, features, hand);
  let count = 0;
  for (const shape of shapes) if (shape && readyParts(shape, features, null)) count++;
  if (count > 1) for (const shape of shapes) if (shape) readyParts(shape, features, hand);
}

/** What overlaps of a shape's meshes with half-spaces go by. */
function readyOnPlane(shape: Shape, features: FeatureFinder | null, hand: OverlapPair): void {
  for (let k = 0; k < partCount(shape); k++) {
    const part = partShape(shape, k);
    if (part.type === 'mesh' && !(features !== null && part.hull))
      hand.overlap.concave?.onPlane(hand.rays).ready(part.mesh);
  }
}

/** The same for a shape, with what it needs beside others or, null, without. False: it is no mesh. */
function readyParts(shape: Shape, features: FeatureFinder | null, hand: OverlapPair | null): boolean {
  let isAny = false;
  for (let k = 0; k < partCount(shape); k++) {
    const part = partShape(shape, k);
    if (part.type !== 'mesh' || (features !== null && part.hull)) continue;
    isAny = true;
    void part.mesh.tree;
    if (features !== null) coverOf(part);
    if (hand === null) continue;
    hand.overlap.concave?.ready(part.mesh, hand.rays);
    features?.ready(part);
  }
  return isAny;
}

// What model `six` needs for meshes and tori beside what it does for convex bodies: terrain, hulls with pieces in their
// faces, vertices and edges, places at which tori touch, patches that curve, second looks at overlaps and
// their correction, steps in parts.

import type { BodyStore } from '../../bodies/store.js';
import { CoveredRegion } from '../../distance/covered.js';
import type { Arena } from '../../memory/arena.js';
import { SharedCurvature } from '../../patch/curvature.js';
import type { ConcaveParts } from '../../shapes/kind.js';
import { coverOf, partCount, partShape } from '../../shapes/parts.js';
import type { Shape } from '../../shapes/shape.js';
import type { BlockStore } from '../../solver/blocks.js';
import type { Kernels } from '../../solver/kernels.js';
import type { ContactSettings } from '../model.js';
import type { BodyTable } from './body-table.js';
import type { CorrectionIslands } from './correct-islands.js';
import type { CorrectionTape } from './correct-tape.js';
import { CorrectionTogether } from './correct-together.js';
import type { FacingFinder } from './facing-finder.js';
import { GroundFinder } from './facing-ground.js';
import type { FacingWriter } from './facing-writer.js';
import { FeatureFinder } from './feature-finder.js';
import { OverlapHere } from './overlap-here.js';
import { OverlapLook } from './overlap-look.js';
import type { OverlapPair } from './overlap-pair.js';
import type { OverlapWriter } from './overlap-writer.js';
import type { PartsAhead } from './parts-ahead.js';
import type { Speculation } from './speculative.js';
import { Tally } from './tally.js';
import { TorusFinder } from './torus-finder.js';

declare module '../../shapes/kind.js' {
  interface ConcaveParts {
    readonly six: typeof SIX_CONCAVE;
  }
}

export const SIX_CONCAVE = {
  curvature: (): SharedCurvature => new SharedCurvature(),
  region: (): CoveredRegion => new CoveredRegion(),
  ground: (ahead: PartsAhead, writer: FacingWriter): GroundFinder => new GroundFinder(ahead, writer),
  features: (bodies: BodyStore, facing: FacingFinder, concave: ConcaveParts): FeatureFinder =>
    new FeatureFinder(bodies, facing, concave),
  look: (
    hand: OverlapPair,
    writer: OverlapWriter,
    features: FeatureFinder | null,
    facing: FacingFinder | null,
    tori: TorusFinder | null,
    settings: ContactSettings,
  ): OverlapLook => new OverlapLook(hand, writer, features, facing, tori, settings),
  here: (hand: OverlapPair, writer: OverlapWriter, table: BodyTable, settings: ContactSettings): OverlapHere =>
    new OverlapHere(hand, writer, table, settings),
  together: (
    bodies: BodyStore,
    joints: BlockStore,
    tape: CorrectionTape,
    islands: CorrectionIslands,
    kernels: Kernels,
    arena: Arena,
  ): CorrectionTogether => new CorrectionTogether(bodies, joints, tape, islands, kernels, arena),
  tori: (bodies: BodyStore, hand: OverlapPair, speculation: Speculation): TorusFinder =>
    new TorusFinder(bodies, hand, speculation),
  tally: (arena: Arena, bodies: BodyStore): Tally => new Tally(arena, bodies),
  ready: readyMeshes,
};

/**
 * Makes what the body in a slot needs to touch others where it is a mesh: tree and cover, and edges where there are other
 * meshes. A step in which it first comes near something would take many times as long. `byOverlap`: it goes by its
 * overlap alone.
 */
function readyMeshes({ shapes }: BodyStore, slot: number, byOverlap: boolean): void {
  if (!readyParts(shapes[slot]!, byOverlap, false)) return;
  let count = 0;
  for (const shape of shapes) if (shape && readyParts(shape, byOverlap, false)) count++;
  if (count > 1) for (const shape of shapes) if (shape) readyParts(shape, byOverlap, true);
}

/** The same for a shape, with its edges or without. False: it is no mesh. */
function readyParts(shape: Shape, byOverlap: boolean, hasEdges: boolean): boolean {
  let isAny = false;
  for (let k = 0; k < partCount(shape); k++) {
    const part = partShape(shape, k);
    if (part.type !== 'mesh' || (!byOverlap && part.hull)) continue;
    isAny = true;
    void part.mesh.tree;
    if (hasEdges) void part.mesh.topology;
    if (!byOverlap) coverOf(part);
  }
  return isAny;
}

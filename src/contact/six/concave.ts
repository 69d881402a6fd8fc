// What model `six` needs for meshes and tori beside what it does for convex bodies: terrain, hulls with pieces in their
// faces, vertices and edges, places at which tori touch, patches that curve, second looks at overlaps and
// their correction, steps in parts.

import type { BodyStore } from '../../bodies/store.js';
import { CoveredRegion } from '../../distance/covered.js';
import type { Arena } from '../../memory/arena.js';
import { SharedCurvature } from '../../patch/curvature.js';
import type { ConcaveParts } from '../../shapes/kind.js';
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
import { MeshWayOut } from './mesh-way-out.js';
import { OverlapHere } from './overlap-here.js';
import { OverlapLook } from './overlap-look.js';
import type { OverlapPair } from './overlap-pair.js';
import type { OverlapWriter } from './overlap-writer.js';
import type { PartsAhead } from './parts-ahead.js';
import type { Speculation } from './speculative.js';
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
  wayOut: (hand: OverlapPair, facing: FacingFinder): MeshWayOut => new MeshWayOut(hand, facing),
};

// What a contact model is: it turns pairs of bodies that are near each other into blocks for the solver, or into
// forces.

import type { BodyStore } from '../bodies/store.js';
import type { Vec3 } from '../math/vec3.js';
import type { Arena } from '../memory/arena.js';
import type { Workspace } from '../memory/wasm.js';
import type { ConcaveParts } from '../shapes/kind.js';
import type { BlockStore } from '../solver/blocks.js';
import type { Kernels } from '../solver/kernels.js';
import type { Projection } from '../solver/projections.js';
import type { Ties } from '../solver/ties.js';
import type { Details, ModelHooks, ModelParts, WordValues } from './kind.js';
import type { PairBatch } from './pair-batch.js';

export interface ContactSettings {
  model: string;
  friction: number;
  staticFriction: number;
  restitution: number;
  /** Target mean interpenetration (m), or null: scaled with the smaller body. */
  depth: number | null;
  compliance: number;
  damping: number;
  /** The model's own options, checked by it. */
  options: Readonly<Record<string, unknown>>;
}

/** What the world lends to its contact model. */
export interface ContactContext {
  /** Where everything that outlives a call is kept. */
  readonly arena: Arena;
  readonly bodies: BodyStore;
  readonly blocks: BlockStore;
  readonly settings: ContactSettings;
  readonly warmStart: boolean;
  /** The model's own words at the top of the scene. */
  readonly words: WordValues;
  /** m/s² */
  readonly gravity: Vec3;
  readonly kernels: Kernels;
  readonly workspace: Workspace;
  /** What shapes that are not convex need; null: there are none. */
  readonly concave: ConcaveParts | null;
}

/** One contact as users see it. All vectors in the world frame; the wrench acts on a, about `point`. */
export interface ContactRecord {
  point: [number, number, number];
  normal: [number, number, number];
  force: [number, number, number];
  torque: [number, number, number];
  centerOfPressure: [number, number, number];
  area: number;
  volume: number;
  depth: number;
  slipMargin: number;
  tipMargin: number;
  state: 'slide' | 'roll' | 'spin' | 'stick';
  /** Convex outline of the patch, in order; empty for a point. */
  outline: [number, number, number][];
}

/** What pairs are met for: to stop each other, to bounce off each other, or to be taken apart by correction. */
export type Meeting = 'stop' | 'bounce' | 'last';

/** Passes of position correction in a substep, at most. */
export const CORRECTION_PASSES = 8;

/**
 * A model works in stages of the whole step, each over all of the step's pairs at once. The world calls, in this order:
 *
 *   begin → find (again for pairs that an island which it woke has) → keep → settle,
 *   then for every substep:  forces → assemble → ties → [solve] → readBack → lookAgain (which may lead back to
 *   assemble) → [move] → correct …,  and follow before the next one.
 *
 * Everything that a stage adds, it adds in the order of its pairs.
 */
export interface ContactModel extends ModelHooks {
  /** Local solves that the model's blocks name. */
  readonly projections: readonly Projection[];
  /** A step of `span` seconds, cut into substeps of h. */
  begin(span: number, h: number): void;
  /**
   * Finds the contacts that the pairs have at the current poses, and those that they get within `span`; says in
   * PB_FOUND which pairs have some.
   */
  find(pairs: PairBatch): void;
  /** Pairs that nobody looks at, since both bodies are at rest: they keep the contacts that they had. */
  keep(pairs: PairBatch): void;
  /**
   * All that was found, in order: what needs to know of more than one pair (the list stays as it is until the next
   * `begin`).
   */
  settle(pairs: PairBatch): void;
  /**
   * Models that push: adds the impulses of their forces over h to the velocities. Models with bodies of their own:
   * makes them wide movers of this substep (`blocks.movers`), with the velocities that they have without contact.
   */
  forces(h: number): void;
  /** Adds the blocks of the contacts. */
  assemble(h: number): void;
  /** Takes the solved impulses. */
  readBack(): void;
  /** Whether islands that nothing moves may be passed over, with what their contacts bear (world/resting.ts). */
  readonly rests?: boolean;
  /** To how much contacts say how high a body stands (m): what less energy than lifts it by that is as good as none. */
  depthOf?(slot: number): number;
  /** How often `lookAgain` is asked in a substep, at most; three times if the model does not say. */
  readonly mostLooks?: number;
  /**
   * A second look, after the solve: what the velocities found would lead to by the end of the substep of h. True:
   * contacts were added, and the substep is solved once more, from the velocities before the solve. By slot of the
   * bodies: `hasty` is 1 for those in motion among many, of which only meshes get a second look, at what is deep;
   * `stirred` is set to 1 for the bodies of what was added.
   */
  lookAgain?(h: number, hasty: Int32Array, stirred: Int32Array): boolean;
  /** Whether the last `lookAgain` found what those before it should have settled: shorter steps would do better. */
  readonly isUnsettled?: boolean;
  /**
   * A second look at pairs of which one has been struck, and now goes where nobody looked: contacts that the velocities
   * found lead to within h. Says in PB_FOUND which pairs got some; the rest is as for `lookAgain`.
   */
  meet?(pairs: PairBatch, h: number, why: Meeting): void;
  /** Whether bodies that bounce are among the step's pairs. */
  readonly hasBounces?: boolean;
  /**
   * After the last look, where anything bounces: contacts of pairs that do, and that the velocities found bring
   * together (world/strikes.ts). From now on blocks are assembled anew, with the impulses that their contacts bore. The
   * rest is as for `lookAgain`.
   */
  strikeOn?(h: number, stirred: Int32Array): boolean;
  /** Bodies that hold on to each other by forces; what blocks tie the world sees itself. */
  ties(into: Ties): void;
  /** One pass of position correction over all contacts of the step; returns the largest excess depth met (m). */
  correct(): number;
  /** Takes the contacts along with their bodies, to first order, for the next substep. */
  follow(): void;
  /** Whether the pair's contacts bear or overlap. */
  touches(pair: number): boolean;
  report(pair: number, into: ContactRecord[], details: Details): void;
  /**
   * Models that push: adds force and torque about its centre of mass of all contacts of a body to out[0…5] (N, N·m).
   */
  wrenchOn?(out: Float64Array, slot: number): void;
  /**
   * Throws where what the scene asks for between bodies a and b is more than a step of h can carry. Models with a bound
   * only.
   */
  admit?(a: number, b: number, h: number): void;
  /**
   * Parts that the model wants a step of h made in, from finding contacts on, as what it finds at the start says
   * nothing about the end of a longer one; without: one. Asked before the step, and once more by the
   * velocities found in its first part.
   */
  stepsOf?(h: number): number;
  /**
   * Whether the parts that `stepsOf` asked for last are steps as any other; else gravity acts in the first alone, as far
   * as contacts do not bear it (world/gravity.ts).
   */
  readonly hasEvenParts?: boolean;
  /** Adds for every body, by slot, f·g of the forces that its contacts bore in the last step, in any unit. */
  addLift?(lift: Float64Array, gravity: Vec3): void;
  /** A step of h seconds begins, in whatever parts; `isAgain`: the same one, since it turned back. */
  beginStep?(h: number, isAgain: boolean): void;
  /**
   * After each substep of a step that has several, in any part of it: what contacts bore in all of them is the step's,
   * in `touches` and `report` after the last.
   */
  sumUp?(isLast: boolean): void;
  /** Parts that the model wants a substep of h cut into, as a step that is longer cannot be carried; without: one. */
  partsOf?(h: number): number;
  /** Pairs of the step whose geometry was computed afresh, and reused from an earlier one. */
  readonly statistics: { computed: number; reused: number };
  forget(pair: number): void;
  /** Everything that outlives a step, for snapshots. */
  save(): unknown;
  load(saved: unknown): void;
}

/** A contact model as `new World(scene, { models: [...] })` takes it: what it adds to scenes, and how it is made. */
export interface ContactModelKind<M extends ContactModel = ContactModel> extends ModelParts {
  /** The model of the same name whose place it takes where it is handed in: the same with more options. */
  readonly replaces?: ContactModelKind;
  /** The model's own local solves are numbered from `firstProjection` on. */
  create(context: ContactContext, firstProjection: number): M;
}

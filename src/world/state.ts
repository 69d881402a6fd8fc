// Everything that a world consists of. The rooms' functions work on this; the World class is the door to it.

import { InertiaScratch } from '../bodies/kinematics.js';
import { BODY_INTS, I_GROUP, I_MASK, I_SENSOR, I_TYPE, TYPE_DYNAMIC, TYPE_OTHER } from '../bodies/layout.js';
import { BodyStore, pairOf as pairKey } from '../bodies/store.js';
import { BroadPhase } from '../broadphase/broad-phase.js';
import type { ContactModel, ContactModelKind } from '../contact/model.js';
import { PairBatch } from '../contact/pair-batch.js';
import { JointAssembler } from '../joints/assemble.js';
import { JointCorrector } from '../joints/correct.js';
import type { JointKind } from '../joints/kind.js';
import { JointStore } from '../joints/store.js';
import { Arena, type F64Slab, type I32Slab, type MemorySource } from '../memory/arena.js';
import { Workspace } from '../memory/wasm.js';
import type { ConcaveParts } from '../shapes/kind.js';
import { BlockStore } from '../solver/blocks.js';
import { Increments } from '../solver/increments.js';
import { Island } from '../solver/island.js';
import { IslandSolver } from '../solver/island-solver.js';
import { Islands } from '../solver/islands.js';
import { fastestKernels, type Kernels, type SharedKernels, typescriptKernels } from '../solver/kernels.js';
import { Movers } from '../solver/movers.js';
import { BASE_PROJECTIONS } from '../solver/projections.js';
import { makeAllReady } from '../solver/ready.js';
import { naturalError } from '../solver/residual.js';
import { SweepTools } from '../solver/sweeps.js';
import { Ties } from '../solver/ties.js';
import type { Companions } from './companions.js';
import { EventQueue } from './events.js';
import type { PairHook } from './hooks.js';
import type { WorldSettings } from './read-scene.js';
import type { ShapeLibrary } from './read-shape.js';
import { Sensors } from './sensors.js';

/** Milliseconds that the stages of the last step took; zero without a clock. */
export interface Profile {
  overlap: number;
  assembly: number;
  factorisation: number;
  solve: number;
  stabilisation: number;
}

/** What a world is made with, see WorldOptions. */
export interface StateOptions {
  readonly clock?: (() => number) | undefined;
  readonly memory?: MemorySource | undefined;
  readonly joints?: readonly JointKind[] | undefined;
  readonly simd?: boolean | undefined;
  readonly workers?: SharedKernels | undefined;
  readonly concave?: ConcaveParts | null;
}

/** Where a world keeps its state: handles find it here, whatever snapshot is restored. */
export interface Home {
  state: WorldState;
}

/** The bits of pairMarks that say whether a pair has touched, and outlive a step. */
export const TOUCHES = 3;

export class WorldState {
  readonly settings: WorldSettings;
  readonly clock: () => number;
  /** All packed memory of the world. */
  readonly arena: Arena;
  readonly bodies: BodyStore;
  readonly joints: JointStore;
  readonly blocks: BlockStore;
  /** What blocks act on: the bodies, and what a contact model adds to them. */
  readonly movers: Movers;
  /** The island that is being solved. */
  readonly island: Island;
  readonly kernels: Kernels;
  readonly workspace = new Workspace();
  readonly islands: Islands;
  readonly broadPhase: BroadPhase;
  /** Pairs on their way to a stage of the contact model, and what holds on by its forces. */
  readonly pairs: PairBatch;
  readonly ties: Ties;
  readonly model: ContactModel;
  /** What shapes that are not convex need; null: no kind of them is there. */
  readonly concave: ConcaveParts | null;
  readonly solver: IslandSolver;
  readonly #tools: SweepTools;
  /** Velocities of all movers that the last solve ended with. */
  readonly found: F64Slab;
  /** Velocities before the solve of the substep. */
  readonly unsolved: F64Slab;
  /** Velocities before this step's forces, while impacts are solved on top of each other, and what comes on top. */
  readonly came: F64Slab;
  readonly increments: Increments;
  /** Velocities by which what is struck was last looked for. */
  readonly looked: F64Slab;
  /** By slot, for second looks: bodies in full motion among many (1, 2 after a look), and bodies that got contacts. */
  readonly hasty: I32Slab;
  readonly stirred: I32Slab;
  /** By slot: 1, the last solve of the body's island met the tolerance; 1, correction has moved the body. */
  readonly solved: I32Slab;
  readonly led: I32Slab;
  /** By slot: 1, the body feels the forces of this step. */
  readonly felt: I32Slab;
  /** For how many times its length gravity acts in this part of a step; what contacts bear of it, by slot; gravity.ts. */
  falls = 1;
  readonly lift: F64Slab;
  readonly pull: [number, number, number] = [0, 0, 0];
  /** By slot: bodies that the solve has made faster than contacts were looked for; and the pairs they may meet in. */
  readonly struck: I32Slab;
  /** Pairs of these, by their places in the list. */
  readonly further: PairBatch;
  readonly events: EventQueue;
  readonly assembler = new JointAssembler();
  readonly corrector: JointCorrector;
  readonly inertia = new InertiaScratch();
  readonly profile: Profile = { overlap: 0, assembly: 0, factorisation: 0, solve: 0, stabilisation: 0 };
  time = 0;
  /** What `time` has lost to rounding. */
  timeError = 0;
  stepCount = 0;
  /** Length of the last step, if nothing stirred in it (s); 0: something may have (standing.ts). */
  stoodFor = 0;
  correctionWork = 0;
  /** Next number for an island that falls asleep: bodies that slept together wake together. */
  nextSleepingIsland = 1;
  /** Keys of body pairs that joints keep from touching, with the number of such joints. */
  readonly jointed = new Map<number, number>();
  /** By pair slot: whether the pair touched at the last step's end (TOUCHES), and was looked at in this step (detect.ts). */
  readonly pairMarks: I32Slab;
  /** Scratch: a bounding box, a rotation matrix, and what correction starts from (four numbers a body). */
  readonly box: F64Slab;
  readonly before: F64Slab;
  readonly sleepClock: F64Slab;
  /** By island: the greatest impulse in it (resting.ts). */
  readonly borne: F64Slab;
  /** What queries have found out about the bodies after a step, see queries.ts. */
  readonly escaped: { step: number; slots: number[] } = { step: -1, slots: [] };
  stepping = false;
  readonly sensors: Sensors;
  /** Asked for every pair before its contacts are found, see hooks.ts. */
  contactHook: PairHook | null = null;
  /** The scene's named shapes, for bodies that change their shape. */
  library: ShapeLibrary | null = null;
  /** What acts round every step, once the world has it. */
  companions: Companions | null = null;

  constructor(
    settings: WorldSettings,
    kind: ContactModelKind,
    { clock, memory, joints, simd, workers, concave = null }: StateOptions = {},
    listeners?: { readonly events: EventQueue; readonly sensors: Sensors },
  ) {
    this.kernels = simd === false ? typescriptKernels : fastestKernels(workers);
    // Who listens goes on listening when a snapshot is restored in place.
    this.events = new EventQueue(listeners?.events.handlers);
    this.concave = concave;
    this.sensors = new Sensors(concave, listeners?.sensors.handlers);
    const arena = new Arena(memory);
    this.arena = arena;
    this.settings = settings;
    this.clock = clock ?? (() => 0);
    this.bodies = new BodyStore(arena);
    this.joints = new JointStore(arena, joints);
    this.corrector = new JointCorrector(arena);
    this.movers = new Movers(arena, this.bodies.v);
    this.blocks = new BlockStore(arena, this.movers);
    this.island = new Island(this.blocks);
    this.islands = new Islands(arena);
    this.pairs = new PairBatch(arena);
    this.further = new PairBatch(arena);
    this.ties = new Ties(arena);
    // Of the scene's step and not of the last one: a restored world must widen boxes as the first one does.
    this.broadPhase = new BroadPhase(
      { lookAhead: 2 * settings.timeStep, filter: (a, b) => this.mayTouch(a, b) },
      arena,
      this.workspace,
    );
    this.model = kind.create(
      {
        arena,
        bodies: this.bodies,
        blocks: this.blocks,
        settings: settings.contact,
        warmStart: settings.solver.warmStart,
        words: settings.words,
        gravity: settings.gravity,
        kernels: this.kernels,
        workspace: this.workspace,
        concave,
      },
      BASE_PROJECTIONS.length,
    );
    this.#tools = new SweepTools([...BASE_PROJECTIONS, ...this.model.projections], this.kernels);
    this.solver = new IslandSolver(this.#tools, settings.solver.iterations, arena);
    this.found = arena.f64(64);
    this.unsolved = arena.f64(64);
    this.came = arena.f64(64);
    this.increments = new Increments(arena);
    this.looked = arena.f64(64);
    this.lift = arena.f64(64);
    this.hasty = arena.i32(64);
    this.stirred = arena.i32(64);
    this.struck = arena.i32(64);
    this.solved = arena.i32(64);
    this.felt = arena.i32(64);
    this.led = arena.i32(64);
    this.pairMarks = arena.i32(64);
    this.box = arena.f64(16);
    this.before = arena.f64(64);
    this.sleepClock = arena.f64(64);
    this.borne = arena.f64(64);
  }

  isDynamic(slot: number): boolean {
    return this.bodies.i.data[slot * BODY_INTS + I_TYPE] === TYPE_DYNAMIC;
  }

  /** Dynamic, or of a kind that the contact model moves: contact calls it a. */
  canMove(slot: number): boolean {
    return canMove(this.bodies.i.data[slot * BODY_INTS + I_TYPE]);
  }

  keepVelocities(): void {
    const { end } = this.movers;
    this.found.reserve(end);
    const v = this.bodies.v.data;
    for (let k = 0; k < end; k++) this.found.data[k] = v[k];
  }

  /**
   * Natural-map error of the last solve (m/s). Looked at only when asked for: it costs a sweep. A crowd in motion has no
   * S before, and gets it from how bodies have turned by then.
   */
  solverError(): number {
    makeAllReady(this.blocks, this.bodies.f.data, this.#tools);
    return naturalError(this.blocks, this.found.data, this.#tools);
  }

  /** Bodies that are held feel what cannot move either, where the model can tell what they feel. */
  #isFelt(a: number, b: number): boolean {
    return this.model.wrenchOn !== undefined && (this.bodies.held.has(a) || this.bodies.held.has(b));
  }

  mayTouch(a: number, b: number): boolean {
    const i = this.bodies.i.data;
    const na = a * BODY_INTS;
    const nb = b * BODY_INTS;
    if (!canMove(i[na + I_TYPE]) && !canMove(i[nb + I_TYPE]) && !this.#isFelt(a, b)) return false;
    if (i[na + I_SENSOR] === 1 || i[nb + I_SENSOR] === 1) return false;
    if ((i[na + I_GROUP] & i[nb + I_MASK]) === 0 || (i[nb + I_GROUP] & i[na + I_MASK]) === 0) return false;
    return !this.jointed.has(pairKey(a, b));
  }
}

/** Whether contact can move a body of that type. */
function canMove(type: number): boolean {
  return type === TYPE_DYNAMIC || type === TYPE_OTHER;
}

export { pairOf as pairKey } from '../bodies/store.js';

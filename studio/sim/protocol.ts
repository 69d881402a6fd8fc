// What the page and the worker that simulates say to each other. Everything here is plain data that can be posted.

import type { SceneView } from '../../scenes/index.js';
import type {
  BodyDescription,
  BodyType,
  Contact,
  ContactDescription,
  Energy,
  Joint,
  MotorDescription,
  Profile,
  Quat,
  SceneDescription,
  ShapeDescription,
  SolverDescription,
  Vec3,
} from '../../src/index.js';
import type { Sym3 } from '../../src/math/vec3.js';
import type { TractionsLike } from '../../three/traction-raster.js';
import type { EndingRequest } from './ending.js';

/**
 * What a lane simulates: a built-in scene by name, one of a seed, or a whole description; `overrides` are laid over it.
 */
export interface LaneSource {
  scene?: string;
  parameters?: Record<string, number>;
  /** As scenes/random.ts reads it: `7` or `heap:7`. */
  random?: string;
  description?: SceneDescription;
  overrides?: LaneOverrides;
}

export interface LaneOverrides {
  contact?: Partial<ContactDescription>;
  solver?: Partial<SolverDescription>;
  timeStep?: number;
  substeps?: number;
  gravity?: Vec3;
}

/** `id` stays the body's while it lives (both lanes of a comparison give the same id to the same body). */
export interface BodyInfo {
  id: number;
  name: string;
  type: BodyType;
  /** Index into the scene's `shapes`. */
  shape: number;
  /** kg; 0 unless dynamic. */
  mass: number;
  /** In the frame of the body's shape (m). */
  centerOfMass_B: Vec3;
  /** About the centre of mass, in the body's frame: xx, xy, xz, yy, yz, zz (kg·m²). Of bodies that can turn. */
  inertia_B?: Sym3;
  /** Of a belt, in the body's frame (m/s). */
  surfaceVelocity?: Vec3;
  /** Name of the device that holds it: such a body can be taken by hand though it is kinematic. */
  device?: string;
}

export interface JointInfo {
  name: string;
  type: Joint['type'];
  /** Ids of the bodies; 0: the world. */
  a: number;
  b: number;
  /** The joint's points and axis, each in the frame of its body (m); of a 0 in the world's. */
  anchor_A: Vec3;
  anchor_B: Vec3;
  axis_A: Vec3;
  /** As it is now. */
  motor?: MotorDescription;
}

/** Posted after a load and whenever the set of bodies on display changes. */
export interface SceneMessage {
  type: 'scene';
  lane: number;
  /** Number of lanes in all: when the last of them has come, the scene is complete. */
  lanes: number;
  /** Counts loads: while it stays, the index of a shape stays that shape's. */
  load: number;
  /** Name for machines and title for people. */
  name: string;
  title: string;
  source: LaneSource;
  bodies: BodyInfo[];
  shapes: ShapeDescription[];
  joints: JointInfo[];
  gravity: Vec3;
  timeStep: number;
  substeps: number;
  model: string;
  /** How it is looked at; empty for scenes of one's own. */
  view: SceneView;
}

export interface Frame {
  step: number;
  /** s */
  time: number;
  /** Achieved over wanted speed: 1 when it keeps up with the rate that was asked for. */
  speed: number;
  playing: boolean;
  /** Steps that the history holds: any of them can be sought. */
  first: number;
  last: number;
  /** Figures of the steps since the last frame, where statistics are wanted. */
  passed?: { step: number; time: number; lanes: LaneDetails[] }[];
  /** One, or two in a comparison. */
  lanes: LaneFrame[];
}

export const ASLEEP = 1;

/** The surface of a soft body: three numbers a vertex in the world frame (m), three vertices a triangle. */
export interface SoftSurface {
  /** Its place in the scene's `bodies`. */
  body: number;
  positions: Float32Array;
  indices: Uint32Array;
  /** Density of the stored energy by vertices, over the largest of the body's material that was seen so far: 0 to 1. */
  heat?: Float32Array;
}

export interface LaneFrame {
  /** Seven numbers a body, in the order of the scene's `bodies`: position x y z, rotation x y z w. */
  poses: Float32Array;
  /** One byte a body: ASLEEP. */
  flags: Uint8Array;
  /** The spring that holds a grabbed body, and pushes that act now. */
  pulls: Pull[];
  /** What hands feel: the user's first, while it holds something, then those of the scene's devices. */
  feels: Feel[];
  softs?: readonly SoftSurface[];
  details?: LaneDetails;
}

/** What a hand feels. */
export interface Feel {
  /** Of the device, or null: the user's own hand. */
  device: string | null;
  /** On the hand (N, N·m). */
  force: Vec3;
  torque: Vec3;
  /** What the world has given to the hand since it took hold (J). */
  energy: number;
  /** Steps that took longer than their time step, and the longest (ms), since then. */
  late: number;
  longest: number;
}

/** A force that the user exerts on a body (N), with the points where it acts and where it comes from. */
export interface Pull {
  kind: 'grab' | 'push';
  body: number;
  point: Vec3;
  /** Of a grab: where the pointer is. */
  target?: Vec3;
  force: Vec3;
}

/** What the page asks for in every frame; what it does not ask for is not computed. */
export interface Wanted {
  contacts?: boolean;
  /** Tractions by nodes, with the contacts, where the model has them. */
  tractions?: boolean;
  /** Energy, profile, solver, contact statistics. */
  statistics?: boolean;
  /** The solver's natural-map error: costs a sweep. */
  error?: boolean;
  velocities?: boolean;
  /** Boxes of the broad phase. */
  boxes?: boolean;
  joints?: boolean;
  hash?: boolean;
}

/**
 * A contact as `world.contacts()` has it, with the ids of its bodies. Its places have come along with the bodies to
 * where the frame has them (the engine says where they were at the start of the step).
 */
export interface ContactView extends Omit<Contact, 'a' | 'b'> {
  a: number;
  b: number;
  tractions?: TractionsLike;
}

export interface JointView {
  /** World frame: the joint's point on a and on b, its axis. */
  anchorA: Vec3;
  anchorB: Vec3;
  axis: Vec3;
  coordinate: number;
  /** On b (N); zero for a slider. */
  force: Vec3;
  motorForce: number;
  limitForce: number;
}

export interface LaneDetails {
  contacts?: ContactView[];
  energy?: Energy;
  profile?: Profile;
  /** Whole step on the worker's clock, drawing and posting not counted (ms). */
  stepMilliseconds?: number;
  solver?: { iterations: number; residual: number; error?: number; blocks: number; rows: number };
  contactStatistics?: { computed: number; reused: number };
  /** Six numbers a body: of the centre of mass (m/s), angular (rad/s). */
  velocities?: Float32Array;
  /** Six numbers a body: min x y z, max x y z (m). */
  boxes?: Float32Array;
  joints?: JointView[];
  hash?: string;
}

/** As posted: contacts packed in one array, see contact-codec.ts. */
export interface WireDetails extends Omit<LaneDetails, 'contacts'> {
  packed?: Float64Array;
}

/** Changes of the world. They are logged with their step, so that going back and forward again gives the same bits. */
export type Command =
  /**
   * A spring from a point of the body to the target; with `rotation` another one turns the body to that. With `force`
   * that force (N) at the point instead. Until released.
   */
  | { type: 'grab'; body: number; point_B: Vec3; target: Vec3; rotation?: Quat; force?: Vec3 }
  | { type: 'move-grab'; target: Vec3; rotation?: Quat; force?: Vec3 }
  | { type: 'release' }
  /** A force (N) at a world point that then moves with the body, for a number of steps (default 1). */
  | { type: 'push'; body: number; force: Vec3; point: Vec3; steps?: number }
  /** N·s at a world point, at once. */
  | { type: 'impulse'; body: number; impulse: Vec3; point: Vec3 }
  | { type: 'add'; description: BodyDescription }
  | { type: 'delete'; body: number }
  | { type: 'duplicate'; body: number; offset?: Vec3 }
  | { type: 'set'; body: number; values: BodyValues }
  /** Cuts a soft body along a quad of the world (m), at the next step. */
  | { type: 'cut'; body: number; quad: readonly [Vec3, Vec3, Vec3, Vec3] }
  /** The joint by its place in the scene's `joints`. */
  | { type: 'motor'; joint: number; motor: MotorDescription | null };

export interface BodyValues {
  position?: Vec3;
  rotation?: Quat;
  linearVelocity?: Vec3;
  angularVelocity?: Vec3;
  force?: Vec3;
  torque?: Vec3;
  surfaceVelocity?: Vec3;
  friction?: number | null;
  restitution?: number | null;
}

/** The poses of every step that the history holds, while its bodies stayed the same. */
export interface Trajectory {
  timeStep: number;
  first: number;
  bodies: BodyInfo[];
  shapes: ShapeDescription[];
  /** One time a step (s). */
  times: Float64Array;
  /** For each step seven numbers a body. */
  poses: Float32Array;
  /** Surfaces of soft bodies: for each step three numbers a vertex in the world frame (m). */
  softs?: { body: number; indices: Uint32Array; positions: Float32Array }[];
}

/**
 * Every bit of the bodies' states, for files: thirteen numbers a body, of position, rotation, linear and angular
 * velocity.
 */
export interface BodyStates {
  step: number;
  /** s */
  time: number;
  numbers: Float64Array;
  /** One byte a body: ASLEEP. */
  flags: Uint8Array;
}

export interface RayHit {
  body: number;
  point: Vec3;
  normal: Vec3;
  distance: number;
}

/** Questions and orders, each with the type of its answer. */
export interface Requests {
  load: { arguments: { lanes: LaneSource[] }; answer: undefined };
  play: { arguments: object; answer: undefined };
  pause: { arguments: object; answer: undefined };
  /** Steps forward at once and pauses; the frame comes before the answer. */
  step: { arguments: { count: number }; answer: { step: number } };
  reset: { arguments: object; answer: undefined };
  /** When playing ends, and what then. */
  ending: { arguments: EndingRequest; answer: undefined };
  /** Back to before the last thing that was done to the world; whether there was one. */
  undo: { arguments: object; answer: { undone: boolean } };
  rate: { arguments: { rate: number }; answer: undefined };
  /** Answers when the world is there with all its bits; poses are shown before. */
  seek: { arguments: { step: number }; answer: { step: number } };
  want: { arguments: { wanted: Wanted }; answer: undefined };
  /** Ids of the bodies that were made, one a lane, for 'add' and 'duplicate'. */
  command: { arguments: { command: Command }; answer: { bodies: number[] } };
  hash: { arguments: object; answer: string[] };
  snapshot: { arguments: { lane: number }; answer: Uint8Array };
  /** The scene as it was loaded, or with everything where it is now. */
  description: { arguments: { lane: number; at: 'start' | 'now' }; answer: SceneDescription };
  trajectory: { arguments: { lane: number }; answer: Trajectory };
  states: { arguments: { lane: number }; answer: BodyStates };
  ray: { arguments: { lane: number; origin: Vec3; direction: Vec3 }; answer: RayHit | null };
}

export type RequestName = keyof Requests;

/** Page to worker. */
export type ToWorker =
  | { [K in RequestName]: { type: 'request'; id: number; name: K; arguments: Requests[K]['arguments'] } }[RequestName]
  /** The page has taken the last frame: the worker may post another. */
  | { type: 'taken' };

/** Worker to page. */
export type FromWorker =
  | SceneMessage
  | { type: 'frame'; frame: Frame }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'refusal'; id: number; message: string }
  /** Something went wrong that nobody asked for, such as a state that is no longer finite; the session is paused. */
  | { type: 'error'; message: string }
  | { type: 'log'; message: string };

// A world as bytes: "SIXF", a version, a checksum of the rest, and the rest. A restored world goes on with the same
// bits.

import { BODY_INTS, BODY_STRIDE } from '../bodies/layout.js';
import type { OwnWords } from '../bodies/store.js';
import type { BroadPhaseState } from '../broadphase/broad-phase.js';
import { SixfoldError } from '../checks/error.js';
import { Vocabulary } from '../contact/vocabulary.js';
import type { JointKind } from '../joints/kind.js';
import { JOINT_INTS, JOINT_STRIDE } from '../joints/layout.js';
import { DecodeError, decode, encode } from '../memory/encode.js';
import { pack, unpack } from '../memory/pack.js';
import { ShapeError } from '../shapes/errors.js';
import { makeShape } from '../shapes/make.js';
import type { Shape, ShapeDescription } from '../shapes/shape.js';
import type { SavedCompanions } from './companions.js';
import { hashBytes } from './hash.js';
import type { Kinds } from './kinds.js';
import type { WorldSettings } from './read-scene.js';
import { ShapeLibrary } from './read-shape.js';
import type { Sensed } from './sensors.js';
import { type StateOptions, TOUCHES, WorldState } from './state.js';

const MAGIC = 'SIXF';
/** Raised whenever the layout of records or of this file changes. */
export const SNAPSHOT_VERSION = 7;
const HEADER = 4 + 4 + 16;

interface Counters {
  time: number;
  timeError: number;
  stepCount: number;
  correctionWork: number;
  nextSleepingIsland: number;
}

const pick = ({ time, timeError, stepCount, correctionWork, nextSleepingIsland }: Counters): Counters => ({
  time,
  timeError,
  stepCount,
  correctionWork,
  nextSleepingIsland,
});

interface Saved extends Counters {
  settings: WorldSettings;
  bodies: {
    count: number;
    f: Float64Array;
    i: Int32Array;
    v: Float64Array;
    free: number[];
    names: string[];
    autoNamed: number[];
    userData: unknown[];
    own: (OwnWords | null)[];
    shapeOf: Int32Array;
  };
  shapes: ShapeDescription[];
  /** The scene's named shapes: name, and which of `shapes`. */
  named: [string, number][];
  joints: { count: number; f: Float64Array; i: Int32Array; free: number[]; names: string[]; userData: unknown[] };
  /** Names of the kinds of joints, in the order by which records name them. */
  jointKinds: string[];
  jointed: [number, number][];
  broadPhase: BroadPhaseState;
  touching: Int32Array;
  sensed: Sensed[];
  /** What a contact hook said of pairs in the last step. */
  rules: [number, { friction?: number; restitution?: number }][];
  model: unknown;
  companions: SavedCompanions;
}

export function saveSnapshot(state: WorldState, library: ShapeLibrary, companions: SavedCompanions): Uint8Array {
  const { bodies, joints } = state;
  const shapes: ShapeDescription[] = [];
  const known = new Map<Shape, number>();
  const numberOf = (shape: Shape): number => {
    let at = known.get(shape);
    if (at === undefined) {
      at = shapes.push(shape.description) - 1;
      known.set(shape, at);
    }
    return at;
  };
  const shapeOf = new Int32Array(bodies.count).fill(-1);
  for (let b = 1; b < bodies.count; b++) {
    const shape = bodies.shapes[b];
    if (shape) shapeOf[b] = numberOf(shape);
  }
  const saved: Saved = {
    settings: state.settings,
    ...pick(state),
    bodies: {
      count: bodies.count,
      f: bodies.f.data.slice(0, bodies.count * BODY_STRIDE),
      v: bodies.v.data.slice(0, 6 * bodies.count),
      i: bodies.i.data.slice(0, bodies.count * BODY_INTS),
      free: bodies.free,
      names: bodies.names,
      autoNamed: [...bodies.autoNamed],
      userData: bodies.userData,
      own: bodies.own,
      shapeOf,
    },
    shapes,
    named: library.entries().map(([name, shape]) => [name, numberOf(shape)]),
    joints: {
      count: joints.count,
      f: joints.f.data.slice(0, joints.count * JOINT_STRIDE),
      i: joints.i.data.slice(0, joints.count * JOINT_INTS),
      free: joints.free,
      names: joints.names,
      userData: joints.userData,
    },
    jointKinds: joints.kinds.map((kind) => kind.type),
    jointed: [...state.jointed],
    broadPhase: state.broadPhase.save(),
    touching: state.pairMarks.data.slice(0, state.broadPhase.pairs.slotEnd).map((marks) => marks & TOUCHES),
    sensed: state.sensors.now,
    rules: [...bodies.pairRules],
    model: state.model.save(),
    companions,
  };
  const body = pack(encodeOrExplain(saved));
  const bytes = new Uint8Array(HEADER + body.length);
  for (let k = 0; k < 4; k++) bytes[k] = MAGIC.charCodeAt(k);
  new DataView(bytes.buffer).setUint32(4, SNAPSHOT_VERSION, true);
  const sum = hashBytes(body);
  for (let k = 0; k < 16; k++) bytes[8 + k] = sum.charCodeAt(k);
  bytes.set(body, HEADER);
  return bytes;
}

function encodeOrExplain(saved: Saved): Uint8Array {
  try {
    return encode(saved);
  } catch (error) {
    if (error instanceof RangeError)
      throw new SixfoldError(`userData cannot be saved: ${error.message}; keep plain data in it`);
    throw error;
  }
}

export interface Restored {
  state: WorldState;
  library: ShapeLibrary;
  vocabulary: Vocabulary;
  companions: SavedCompanions;
}

/** What a snapshot does not hold and the world needs: kinds of shapes and joints, models, a clock, memory. */
export interface Surroundings {
  readonly kinds: Kinds;
  readonly options: StateOptions & { readonly models?: unknown };
  /** A world that the snapshot is restored into: who listens there goes on, and its shapes need not be made again. */
  readonly into?: WorldState;
}

export function loadSnapshot(bytes: unknown, surroundings: Surroundings): Restored {
  if (!(bytes instanceof Uint8Array))
    throw new SixfoldError('the snapshot is not a Uint8Array; give the bytes of world.snapshot()');
  if (bytes.length < HEADER || !startsWithMagic(bytes))
    throw new SixfoldError('the snapshot does not start with "SIXF"; it is not one of sixfold');
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  if (version !== SNAPSHOT_VERSION)
    throw new SixfoldError(`the snapshot has version ${version}; this release reads version ${SNAPSHOT_VERSION}`);
  const body = bytes.subarray(HEADER);
  let sum = '';
  for (let k = 0; k < 16; k++) sum += String.fromCharCode(bytes[8 + k]);
  if (sum !== hashBytes(body))
    throw new SixfoldError(
      `the snapshot is damaged: its checksum is ${hashBytes(body)}, not ${JSON.stringify(sum)}; take it again`,
    );
  try {
    const whole = unpack(body);
    if (whole === null) throw new DecodeError('the bytes end too early');
    return rebuild(decode(whole) as Saved, surroundings);
  } catch (error) {
    if (error instanceof DecodeError)
      throw new SixfoldError(`the snapshot is damaged: ${error.message}; take it again`);
    // The checksum fits, so it was written like this: by another program, or by hand.
    if (error instanceof TypeError || error instanceof RangeError || error instanceof ShapeError)
      throw new SixfoldError('the snapshot holds no world that this release could go on with; take it again');
    throw error;
  }
}

/** Refuses data that would not fail at once where it is used. */
function check(saved: Saved): void {
  const { bodies: b, joints: j } = saved;
  const numbers = [...Object.values(pick(saved)), b.count, j.count];
  const isWhole =
    numbers.every((x) => typeof x === 'number') &&
    hasLength(b.f, Float64Array, b.count * BODY_STRIDE) &&
    hasLength(b.i, Int32Array, b.count * BODY_INTS) &&
    hasLength(b.shapeOf, Int32Array, b.count) &&
    hasLength(b.names, Array, b.count) &&
    hasLength(j.f, Float64Array, j.count * JOINT_STRIDE) &&
    hasLength(j.i, Int32Array, j.count * JOINT_INTS) &&
    hasLength(j.names, Array, j.count) &&
    saved.touching instanceof Int32Array &&
    [
      b.free,
      b.userData,
      b.own,
      saved.companions,
      j.free,
      j.userData,
      saved.jointed,
      saved.jointKinds,
      saved.shapes,
      saved.named,
      saved.sensed,
      saved.rules,
    ].every(Array.isArray) &&
    b.shapeOf.every((k) => k < saved.shapes.length);
  if (!isWhole) throw new TypeError();
}

/** Records name a kind of joint by its place: those that were handed in must be the same ones again. */
function checkKinds(saved: readonly string[], kinds: readonly JointKind[]): void {
  for (const [k, type] of saved.entries()) {
    if (kinds[k]?.type === type) continue;
    throw new SixfoldError(
      `joint type ${JSON.stringify(type)} of the snapshot is not known; ` +
        'hand its kind in: World.restore(bytes, { joints: [kind] })',
    );
  }
}

function hasLength(value: { length: number }, type: new () => unknown, length: number): boolean {
  return value instanceof type && value.length === length;
}

function startsWithMagic(bytes: Uint8Array): boolean {
  for (let k = 0; k < 4; k++) if (bytes[k] !== MAGIC.charCodeAt(k)) return false;
  return true;
}

/** The shapes that a world has, by the hash of their description. */
function shapesOf(state: WorldState | undefined): Map<string, Shape> {
  const known = new Set<Shape>();
  for (const shape of state?.bodies.shapes ?? []) if (shape) known.add(shape);
  return new Map([...known].map((shape) => [hashBytes(encode(shape.description)), shape]));
}

function rebuild(saved: Saved, { kinds, options, into }: Surroundings): Restored {
  check(saved);
  const vocabulary = new Vocabulary(options.models, saved.settings.contact.model);
  const state = new WorldState(saved.settings, vocabulary.chosen, { ...options, ...kinds }, into);
  Object.assign(state, pick(saved));
  checkKinds(saved.jointKinds, kinds.joints);
  const { bodies, joints } = state;
  const made = shapesOf(into);
  const shapes = saved.shapes.map(
    (description) => made.get(hashBytes(encode(description))) ?? makeShape(description, kinds.shapes),
  );
  const b = saved.bodies;
  bodies.count = b.count;
  bodies.f.load(b.f);
  bodies.v.load(b.v);
  bodies.old.reserve(b.v.length);
  bodies.i.load(b.i);
  for (const slot of b.free) bodies.free.push(slot);
  for (const slot of b.autoNamed) bodies.autoNamed.add(slot);
  for (let k = 1; k < b.count; k++) {
    bodies.shapes[k] = b.shapeOf[k] < 0 ? null : shapes[b.shapeOf[k]]!;
    bodies.names[k] = b.names[k]!;
    bodies.userData[k] = b.userData[k];
    bodies.own[k] = b.own[k]!;
  }
  const j = saved.joints;
  joints.count = j.count;
  joints.f.load(j.f);
  joints.i.load(j.i);
  for (const slot of j.free) joints.free.push(slot);
  for (let k = 0; k < j.count; k++) {
    joints.names[k] = j.names[k]!;
    joints.userData[k] = j.userData[k];
  }
  for (const [key, count] of saved.jointed) state.jointed.set(key, count);
  state.broadPhase.load(saved.broadPhase);
  state.pairMarks.load(saved.touching);
  state.sensors.now = saved.sensed;
  for (const [key, rule] of saved.rules) bodies.pairRules.set(key, rule);
  state.model.load(saved.model);
  const library = ShapeLibrary.of(
    saved.named.map(([name, at]) => [name, shapes[at]!]),
    kinds.shapes,
  );
  return { state, library, vocabulary, companions: saved.companions };
}

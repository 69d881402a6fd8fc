// A world as bytes: "SIXF", a version, a checksum of the rest, and the rest. A restored world goes on with the same bits.

import { BODY_INTS, BODY_STRIDE } from '../bodies/layout.js';
import type { BroadPhaseState } from '../broadphase/broad-phase.js';
import { SixfoldError } from '../checks/error.js';
import { JOINT_INTS, JOINT_STRIDE } from '../joints/layout.js';
import { DecodeError, decode, encode } from '../memory/encode.js';
import { createShape } from '../shapes/create.js';
import type { Shape, ShapeDescription } from '../shapes/shape.js';
import { hashBytes } from './hash.js';
import type { WorldSettings } from './read-scene.js';
import { WorldState } from './state.js';

const MAGIC = 'SIXF';
/** Raised whenever the layout of records or of this file changes. */
export const SNAPSHOT_VERSION = 1;
const HEADER = 4 + 4 + 16;

interface Saved {
  settings: WorldSettings;
  time: number;
  timeError: number;
  stepCount: number;
  correctionWork: number;
  nextSleepingIsland: number;
  bodies: {
    count: number;
    f: Float64Array;
    i: Int32Array;
    free: number[];
    names: string[];
    autoNamed: number[];
    userData: unknown[];
    shapeOf: Int32Array;
  };
  shapes: ShapeDescription[];
  joints: { count: number; f: Float64Array; i: Int32Array; free: number[]; names: string[]; userData: unknown[] };
  jointed: [number, number][];
  broadPhase: BroadPhaseState;
  touching: Int32Array;
  model: unknown;
}

export function saveSnapshot(state: WorldState): Uint8Array {
  const { bodies, joints } = state;
  const shapes: ShapeDescription[] = [];
  const known = new Map<Shape, number>();
  const shapeOf = new Int32Array(bodies.count).fill(-1);
  for (let b = 1; b < bodies.count; b++) {
    const shape = bodies.shapes[b];
    if (!shape) continue;
    let at = known.get(shape);
    if (at === undefined) {
      at = shapes.push(shape.description) - 1;
      known.set(shape, at);
    }
    shapeOf[b] = at;
  }
  const saved: Saved = {
    settings: state.settings,
    time: state.time,
    timeError: state.timeError,
    stepCount: state.stepCount,
    correctionWork: state.correctionWork,
    nextSleepingIsland: state.nextSleepingIsland,
    bodies: {
      count: bodies.count,
      f: bodies.f.data.slice(0, bodies.count * BODY_STRIDE),
      i: bodies.i.data.slice(0, bodies.count * BODY_INTS),
      free: bodies.free,
      names: bodies.names,
      autoNamed: [...bodies.autoNamed],
      userData: bodies.userData,
      shapeOf,
    },
    shapes,
    joints: {
      count: joints.count,
      f: joints.f.data.slice(0, joints.count * JOINT_STRIDE),
      i: joints.i.data.slice(0, joints.count * JOINT_INTS),
      free: joints.free,
      names: joints.names,
      userData: joints.userData,
    },
    jointed: [...state.jointed],
    broadPhase: state.broadPhase.save(),
    touching: state.pairTouching.data.slice(0, state.broadPhase.pairs.slotEnd),
    model: state.model.save(),
  };
  const body = encodeOrExplain(saved);
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

export function loadSnapshot(bytes: unknown, clock?: () => number): WorldState {
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
    return rebuild(decode(body) as Saved, clock);
  } catch (error) {
    if (error instanceof DecodeError)
      throw new SixfoldError(`the snapshot is damaged: ${error.message}; take it again`);
    throw error;
  }
}

function startsWithMagic(bytes: Uint8Array): boolean {
  for (let k = 0; k < 4; k++) if (bytes[k] !== MAGIC.charCodeAt(k)) return false;
  return true;
}

function rebuild(saved: Saved, clock?: () => number): WorldState {
  const state = new WorldState(saved.settings, clock);
  state.time = saved.time;
  state.timeError = saved.timeError;
  state.stepCount = saved.stepCount;
  state.correctionWork = saved.correctionWork;
  state.nextSleepingIsland = saved.nextSleepingIsland;
  const { bodies, joints } = state;
  const shapes = saved.shapes.map(createShape);
  const b = saved.bodies;
  bodies.count = b.count;
  bodies.f.reserve(b.f.length);
  bodies.f.data.set(b.f);
  bodies.i.reserve(b.i.length);
  bodies.i.data.set(b.i);
  bodies.free.push(...b.free);
  for (const slot of b.autoNamed) bodies.autoNamed.add(slot);
  for (let k = 1; k < b.count; k++) {
    bodies.shapes[k] = b.shapeOf[k] < 0 ? null : shapes[b.shapeOf[k]]!;
    bodies.names[k] = b.names[k]!;
    bodies.userData[k] = b.userData[k];
  }
  const j = saved.joints;
  joints.count = j.count;
  joints.f.reserve(j.f.length);
  joints.f.data.set(j.f);
  joints.i.reserve(j.i.length);
  joints.i.data.set(j.i);
  joints.free.push(...j.free);
  joints.names.push(...j.names);
  joints.userData.push(...j.userData);
  for (const [key, count] of saved.jointed) state.jointed.set(key, count);
  state.broadPhase.load(saved.broadPhase);
  state.pairTouching.reserve(saved.touching.length);
  state.pairTouching.data.set(saved.touching);
  state.pairSeen.reserve(saved.touching.length);
  state.model.load(saved.model);
  return state;
}

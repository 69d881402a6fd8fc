// What is posted of a step: poses and whatever the page wants to know besides, in arrays that are handed over and not
// copied.

import { packContacts } from './contact-codec.js';
import type { History, LaneMoment, Moment } from './history.js';
import type { Lane } from './lane.js';
import type { LaneFrame, SoftSurface, Trajectory, Wanted, WireDetails } from './protocol.js';
import type { Roster } from './roster.js';

/** Poses to show: those of a step, or a share of the way to it from the step before, if the bodies are the same. */
export function posesOf(
  moment: LaneMoment,
  before: LaneMoment | undefined,
  fraction: number,
): { poses: Float32Array; isBetween: boolean; softs: SoftSurface[] | undefined } {
  const isBetween = before?.roster === moment.roster && fraction < 1;
  const softs = moment.softs?.map((soft, k) =>
    surfaceBetween(isBetween ? before.softs?.[k] : undefined, soft, fraction),
  );
  return { poses: isBetween ? between(before.poses, moment.poses, fraction) : moment.poses.slice(), isBetween, softs };
}

/** A surface a share of the way from one step to the next, where it has the same vertices in both. */
function surfaceBetween(from: SoftSurface | undefined, to: SoftSurface, s: number): SoftSurface {
  const positions = to.positions.slice();
  if (from?.positions.length === positions.length)
    for (let k = 0; k < positions.length; k++)
      positions[k] = from.positions[k]! + s * (positions[k]! - from.positions[k]!);
  return { ...to, positions };
}

/** Adds the buffers that can be handed over to `transfer`. */
export function laneFrame(
  lane: Lane,
  moment: LaneMoment,
  poses: Float32Array,
  wanted: Wanted,
  fraction: number,
  transfer: Transferable[],
  softs?: readonly SoftSurface[],
): LaneFrame {
  const frame: LaneFrame = { poses, flags: moment.flags.slice(), pulls: lane.hands.pulls, feels: lane.feels() };
  if (softs) {
    frame.softs = softs;
    for (const { positions } of softs) transfer.push(positions.buffer);
  }
  transfer.push(poses.buffer, frame.flags.buffer);
  if (Object.keys(wanted).length === 0) return frame;
  const { contacts, ...rest } = lane.details(wanted, fraction);
  const details: WireDetails = rest;
  if (contacts) {
    details.packed = packContacts(contacts);
    transfer.push(details.packed.buffer);
  }
  if (rest.velocities) transfer.push(rest.velocities.buffer);
  if (rest.boxes) transfer.push(rest.boxes.buffer);
  frame.details = details;
  return frame;
}

/** All poses around a step during which the bodies were those of that step. */
export function trajectoryOf(history: History, step: number, lane: number, timeStep: number): Trajectory {
  const shown = history.at(step)!.lanes[lane]!;
  const { roster } = shown;
  const moments: Moment[] = [];
  for (let n = history.first; n <= history.last; n++) {
    const moment = history.at(n)!;
    const { roster: then, softs } = moment.lanes[lane]!;
    if (haveSameBodies(then, roster) && haveSameSurfaces(softs, shown.softs)) moments.push(moment);
    else if (n <= step) moments.length = 0;
    else break;
  }
  const size = 7 * roster.bodies.length;
  const poses = new Float32Array(size * moments.length);
  for (const [n, moment] of moments.entries()) poses.set(moment.lanes[lane]!.poses, size * n);
  return {
    timeStep,
    first: moments[0]!.step,
    bodies: [...roster.bodies],
    shapes: roster.shapes,
    times: Float64Array.from(moments, ({ time }) => time),
    poses,
    ...(shown.softs && { softs: shown.softs.map((_, k) => surfacesOf(moments, lane, k)) }),
  };
}

function surfacesOf(moments: readonly Moment[], lane: number, k: number) {
  const at = (n: number): SoftSurface => moments[n]!.lanes[lane]!.softs![k]!;
  const { body, indices, positions: first } = at(0);
  const positions = new Float32Array(first.length * moments.length);
  for (let n = 0; n < moments.length; n++) positions.set(at(n).positions, first.length * n);
  return { body, indices, positions };
}

/** A cut that does not go all the way through leaves the body, with other vertices. */
function haveSameSurfaces(a: LaneMoment['softs'], b: LaneMoment['softs']): boolean {
  return a?.length === b?.length && (a ?? []).every(({ positions }, k) => positions.length === b![k]!.positions.length);
}

function haveSameBodies(a: Roster, b: Roster): boolean {
  return a === b || (a.bodies.length === b.bodies.length && a.bodies.every((body, k) => body === b.bodies[k]));
}

/**
 * Poses a share of the way from one step to the next; rotations straight and normalised, which a step's turn allows.
 */
function between(from: Float32Array, to: Float32Array, s: number): Float32Array {
  const out = new Float32Array(to.length);
  for (let o = 0; o < to.length; o += 7) {
    for (let k = 0; k < 3; k++) out[o + k] = from[o + k]! + s * (to[o + k]! - from[o + k]!);
    let dot = 0;
    for (let k = 3; k < 7; k++) dot += from[o + k]! * to[o + k]!;
    const sign = dot < 0 ? -1 : 1;
    let size = 0;
    for (let k = 3; k < 7; k++) {
      out[o + k] = sign * (1 - s) * from[o + k]! + s * to[o + k]!;
      size += out[o + k]! * out[o + k]!;
    }
    for (let k = 3; k < 7; k++) out[o + k]! /= Math.sqrt(size);
  }
  return out;
}

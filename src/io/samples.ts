// The states of a run on its way: what --json and --out of the command line and the studio's recordings hold.
// A recording is lines of JSON: a header, then one sample a line.

import type { Details } from '../contact/kind.js';
import type { World } from '../world/world.js';

export interface BodyState {
  position: readonly number[];
  rotation: readonly number[];
  linearVelocity: readonly number[];
  angularVelocity: readonly number[];
  asleep: boolean;
  /** What the contact model adds. */
  [further: string]: unknown;
}

export interface Sample {
  time: number;
  bodies: Record<string, BodyState>;
}

/** The first line of a recording. */
export interface RecordingHeader {
  sixfold: 1;
  scene: string;
  model: string;
  timeStep: number;
  stepsPerSample: number;
  bodies: readonly string[];
}

/** The bodies' names in the order of the world, which names the unnamed: body0, body1, … */
export function namesOfBodies(world: World): string[] {
  return [...world.bodies()].map((body) => body.name);
}

/** The states of all bodies by name; `details` are names of the contact model's flags. */
export function statesOfBodies(world: World, details: Details = []): Record<string, BodyState> {
  // Without a prototype, so that a body may be called anything, even __proto__.
  const states: Record<string, BodyState> = Object.create(null);
  for (const body of world.bodies()) {
    states[body.name] = {
      position: [...body.position],
      rotation: [...body.rotation],
      linearVelocity: [...body.linearVelocity],
      angularVelocity: [...body.angularVelocity],
      asleep: body.asleep,
      ...body.report(details),
    };
  }
  return states;
}

// What the scoreboard asks of an engine: build a prepared scene, step it, and say where bodies are. One file in
// engines/ for each.

import type { PreparedScene } from './prepare.js';

/** An engine's own objects: its package is not there when types are checked. */
// biome-ignore lint/suspicious/noExplicitAny: the peers' types are installed by the scoreboard alone
export type Foreign = any;

/**
 * Numbers of a body in a frame: position of its centre of mass, quaternion, velocity, angular velocity (world frame).
 */
export const FRAME = 13;

export interface Simulation {
  /** One step of the scene's length, forces included. */
  step(): void;
  /** Writes FRAME numbers for each body of the scene, in order, static ones too. */
  read(into: Float64Array): void;
  /** What had to be made of a shape that the engine does not have, for the table's notes. */
  readonly notes: readonly string[];
}

export interface Engine {
  /** Name as in the tables. */
  readonly name: string;
  readonly packageName: string;
  /** Where it has something to show; without: everywhere. */
  readonly scenes?: readonly string[];
  create(scene: PreparedScene): Promise<Simulation>;
}

/** The engine cannot take this scene at all; the message says why, for the table. */
export class Unsupported extends Error {}

/** Collects remarks, each once. */
export class Notes {
  readonly list: string[] = [];

  add(note: string): void {
    if (!this.list.includes(note)) this.list.push(note);
  }
}

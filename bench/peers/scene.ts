// What a scene of the scoreboard is, and what its measures mean.

import type { SceneDescription } from '../../src/index.js';
import type { TorusHint } from './depth.js';
import type { Record as RunRecord } from './run.js';

/** A figure of a scene: how it is shown, and what mathematics says about it. */
export interface Measure {
  readonly label: string;
  readonly unit: string;
  /** The true value, or null where less is better. */
  readonly truth: number | null;
  readonly digits: number;
}

export interface PeerScene {
  readonly name: string;
  readonly title: string;
  /** One sentence for the report. */
  readonly about: string;
  readonly seconds: number;
  /** Frames are taken every so many steps. */
  readonly every: number;
  /** Phases whose steps are timed: from, to (s). */
  readonly phases: { readonly [phase: string]: readonly [number, number] };
  readonly measures: { readonly [name: string]: Measure };
  /** Meshes of the scene are tori of this size: depths between them are exact up to their facets. */
  readonly torus?: TorusHint;
  /** Why the scene cannot be made on this machine, in a line; null: it can. */
  missing?(): string | null;
  make(): SceneDescription;
  measure(record: RunRecord): { [name: string]: number };
}

/** Depths and lengths in millimetres; less is better. */
export const millimetres = (label: string): Measure => ({ label, unit: 'mm', truth: null, digits: 2 });
export const lessIsBetter = (label: string, unit: string, digits: number): Measure => ({
  label,
  unit,
  truth: null,
  digits,
});
export const truth = (label: string, unit: string, value: number, digits = 3): Measure => ({
  label,
  unit,
  truth: value,
  digits,
});

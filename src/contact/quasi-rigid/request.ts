// What a contact is resolved from (resolve.ts): where, how finely, and what the last step knows.

import type { KeptFactor } from './active-matrix.js';
import type { Response } from './response.js';

/**
 * Where to look: a rectangle of the contact plane that holds the overlap, and the area of the overlap in it (m, m²).
 */
export interface Region {
  u0: number;
  u1: number;
  w0: number;
  w1: number;
  area: number;
}

export interface ResolveOptions {
  /** Most nodes that bear, and lattices from coarse to fine. */
  nodes: number;
  levels: number;
  /** E* (Pa). */
  modulus: number;
  response: Response;
  /** Whether surfaces may rise beside the contact: then nodes that do not overlap yet may bear. */
  bulges: boolean;
  /** Share of A in how far the surfaces give way: 1 if B is rigid. */
  shareA: number;
}

/** What the last step knows: a lattice (layout.ts, HINT_…) and the nodes that bore on it. */
export interface Hint {
  readonly values: Float64Array;
  readonly nodes: Float64Array;
  readonly first: number;
  readonly count: number;
  /** Of the matrix on these nodes. */
  readonly factor: KeptFactor;
  /** How deep the contact was (m). */
  readonly depth: number;
}

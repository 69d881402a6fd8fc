// Where the kernel of the exact law has what it needs while it solves (bytes), and how a load lies there (src/patch/
// load.ts).

import { LAW_SCRATCH, MOST_FRICTION } from '../src/contact/six/law-layout';

export const LOAD_POINT: i32 = 1;
export const LOAD_LINE: i32 = 2;
export const LOAD_AREA: i32 = 3;

export const L_KIND: usize = 0;
export const L_COUNT: usize = 4;
export const L_COP_U: usize = 8;
export const L_COP_W: usize = 16;
export const L_SIZE: usize = 24;
export const L_ALPHA: usize = 32;
export const L_BETA_U: usize = 40;
export const L_BETA_W: usize = 48;
export const L_TU: usize = 56;
export const L_TW: usize = 64;
export const L_WIDTH: usize = 72;
export const L_MIDDLE: usize = 80;
export const L_S0: usize = 88;
export const L_S1: usize = 96;
export const L_Q0: usize = 104;
export const L_Q1: usize = 112;
export const L_Q2: usize = 120;
export const L_SPIN: usize = 128;
export const L_LEAN_U: usize = 136;
export const L_LEAN_W: usize = 144;
export const L_EDGES: usize = 152;
/** Bytes of an edge. */
export const EDGE: usize = 48;
/** What clipping may leave of a polygon, whatever rounding does: two vertices for every one. */
const CORNERS: usize = 2 * MOST_FRICTION;
const LOAD_BYTES: usize = L_EDGES + EDGE * CORNERS;

// law.ts
export const E0: usize = LAW_SCRATCH;
export const FORCE: usize = E0 + 48;
export const START: usize = FORCE + 24;
export const STEP: usize = START + 48;
export const X: usize = STEP + 48;
export const Y: usize = X + 72;
export const COUPLING: usize = Y + 72;
export const INVERSE: usize = COUPLING + 72;
// law-normal.ts: the system, N, and how N answers.
export const A: usize = INVERSE + 72;
export const E: usize = A + 72;
export const N: usize = E + 24;
export const Z: usize = N + 24;
// law-friction.ts
export const PER_FORCE: usize = Z + 72;
export const SLIP: usize = PER_FORCE + 24;
export const MISS: usize = SLIP + 24;
export const TO_NORMAL: usize = MISS + 24;
export const TO_MOTION: usize = TO_NORMAL + 72;
export const SLIP_TO_NORMAL: usize = TO_MOTION + 72;
export const SLIP_TO_MOTION: usize = SLIP_TO_NORMAL + 72;
export const GIVE: usize = SLIP_TO_MOTION + 72;
export const METRIC: usize = GIVE + 48;
export const STIFFNESS: usize = METRIC + 48;
export const WRENCH: usize = STIFFNESS + 72;
export const CENTRE: usize = WRENCH + 24;
export const MATRIX: usize = CENTRE + 48;
export const RECORD: usize = MATRIX + 72;
// law-limit.ts
export const FIRST_RECORD: usize = RECORD + 80;
export const SECOND_RECORD: usize = FIRST_RECORD + 80;
export const SCALED: usize = SECOND_RECORD + 80;
export const SCALED_INVERSE: usize = SCALED + 48;
export const WAY: usize = SCALED_INVERSE + 48;
export const NEWTON: usize = WAY + 24;
// law-pressure.ts
export const LOCAL: usize = NEWTON + 24;
export const FIRST_CLIP: usize = LOCAL + 16 * MOST_FRICTION;
export const SECOND_CLIP: usize = FIRST_CLIP + 16 * CORNERS;
export const FIRST_SUMS: usize = SECOND_CLIP + 16 * CORNERS;
export const SECOND_SUMS: usize = FIRST_SUMS + 48;
export const SOLUTION: usize = SECOND_SUMS + 48;
export const PROJECTION: usize = SOLUTION + 24;
// law-slip.ts
export const COLUMNS: usize = PROJECTION + 16;
export const WORK: usize = COLUMNS + 8 * CORNERS;
export const PRESSED: usize = WORK + 80;
export const NUDGED: usize = PRESSED + LOAD_BYTES;

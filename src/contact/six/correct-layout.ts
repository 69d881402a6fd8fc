// Where things are on the tape of correction (correct-tape.ts). Constants alone: the kernels in kernels/ are compiled
// with this file.

/** n of row 0, and how it turns A and B; the directions of rows 1 and 2, which turn A and, the other way, B. */
export const C_NORMAL = 0;
export const C_TURN_A = 3;
export const C_TURN_B = 6;
export const C_TILT_1 = 9;
export const C_TILT_2 = 12;
/** A = J M⁻¹ Jᵀ: its upper triangle by rows, and its factor (press.ts). */
export const C_A = 15;
export const C_FACTOR = 21;
/** The gap before the sweeps, less what is left to later steps; how far a visit may move it (m). */
export const C_GAP = 27;
export const C_MOST = 30;
/** When it was last visited. */
export const C_VISITED = 31;
export const C_STRIDE = 32;

/** Where the two bodies begin, the outline (start, corners), what bore at the last visit (press.ts). */
export const CI_A = 0;
export const CI_B = 1;
export const CI_START = 2;
export const CI_COUNT = 3;
export const CI_BEARS = 4;
export const C_INTS = 5;

/** A body: how it has been moved and turned, inverse masses, inverse inertia; when it was last moved. */
export const CB_INV_MASS = 6;
export const CB_INV_INERTIA = 9;
export const CB_MOVED = 15;
export const CB_STRIDE = 16;

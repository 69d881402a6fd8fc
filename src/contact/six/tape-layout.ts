// Where things are on a crowd's tape (crowd-tape.ts). Constants alone: the kernels in kernels/ are compiled with this
// file.

export const T_NORMAL = 0;
export const T_U = 3;
export const T_W = 6;
export const T_ARM_A = 9;
export const T_ARM_B = 12;
export const T_TILT_1 = 15;
export const T_TILT_2 = 18;
export const T_RHS = 21;
/** S: its diagonal, then what is above it by rows. Of a row, the diagonal too, with zeros for what it has not. */
export const T_S = 27;
export const T_ABOVE = 33;
/** The first three rows of its factor: L, and 1/D. The others lie apart (rest, below): only what rests asks for them. */
export const T_L = 48;
export const T_D = 51;
export const T_FRICTION = 54;
/** As patch/spread.ts has it: centre and variance along u and w, and 1 over how far it reaches from there both ways. */
export const T_CENTER = 55;
export const T_VARIANCE = 57;
export const T_REACH = 59;
/** The multiplier of slipping that the last visit ended with. */
export const T_GAMMA = 63;
/** Whole lines of a cache. */
export const T_STRIDE = 64;

/** What is left of the factor: L of rows 3, 4 and 5, and 1/D. */
export const REST_D = 12;
export const REST_STRIDE = 15;

/**
 * Before the corners of an outline: the compliance of the six rows, and how sharply the patch ends towards +u, -u, +w, -w
 * (1: an edge, less where it is curved). Records of KIND_EDGED have none of their own, but what all outlines begin with.
 */
export const EXTRAS = 10;
export const X_SHARP = 6;

/**
 * Of a raw record, where S will be: what is still to be made right-hand side, impulses, tilts and spread of
 * (kernels/crowd-raw.ts). Gap, axis, later, depth and wrench of the contact, and moments of its outline.
 */
export const R_GAP = T_S;
export const R_AXIS = R_GAP + 3;
export const R_LATER = R_AXIS + 3;
export const R_DEPTH = R_LATER + 1;
export const R_WRENCH = R_DEPTH + 1;
export const R_MOMENTS = R_WRENCH + 6;

/** Of a row between bounds. */
export const T_ROW = 0;
export const T_ANSWER = 12;
export const T_LOW = 24;
export const T_HIGH = 25;
export const T_ROW_RHS = 26;
/** Behind the diagonal of S. */
export const T_ROW_COMPLIANCE = 33;
/** 1/S. */
export const T_ROW_INVERSE = 34;

/**
 * Where the two bodies begin, what kind of record it is, its outline (start, count), the group's end, and what
 * bore at the last visit (press.ts), TRIES_REST: all six rows are to be tried first.
 */
export const TI_A = 0;
export const TI_B = 1;
export const TI_KIND = 2;
export const TI_START = 3;
export const TI_COUNT = 4;
export const TI_GROUP_END = 5;
export const TI_BEARS = 6;
/** Sweeps that pass over its group from now on. */
export const TI_PAUSE = 7;
export const TAPE_INTS = 8;
export const TRIES_REST = -1;
/** Value of TI_BEARS: the record is raw. */
export const RAW = -2;
/** Kinds: a patch that ends at edges all round and is stiff, one that does not, a row between bounds, edges that give. */
export const KIND_EDGED = 0;
export const KIND_CURVED = 1;
export const KIND_ROW = 2;
export const KIND_SOFT = 3;

/** A body: its twist, inverse masses and inverse inertia. */
export const TB_INV_MASS = 6;
export const TB_INV_INERTIA = 9;
export const TB_STRIDE = 16;

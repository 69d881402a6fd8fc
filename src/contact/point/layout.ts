// The record of one contact point.

/** World impulse of the last solve (N·s). */
export const P_IMPULSE = 0;
/** Points on the surfaces relative to the centres of mass, body frames. */
export const P_ANCHOR_A = 3;
export const P_ANCHOR_B = 6;
/** From b to a. */
export const P_NORMAL = 9;
/** At detection; negative is penetration (m). */
export const P_SEPARATION = 12;
export const P_FRICTION = 13;
/** Target depth of the pair (m). */
export const P_DEPTH = 14;
export const POINT_STRIDE = 16;

export const PI_ID = 0;
/** Which parts of the two bodies. */
export const PI_PARTS = 1;
export const PI_BODY_A = 2;
export const PI_BODY_B = 3;
/** 1: has inherited an impulse in this step; 2: has passed its own on. */
export const PI_HEIR = 4;
export const POINT_INTS = 5;

// The record of a box that packed code works on (box-pair.ts).

/** Rotation matrix by rows, half-lengths, the greatest of these. */
export const BX_ROTATION = 0;
export const BX_HALF = 9;
export const BX_SIZE = 12;
export const BX_STRIDE = 13;

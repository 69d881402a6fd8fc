// What goes to and fro between the batch of pairs (box-batch.ts) and its kernel (kernels/boxes.ts).

/** A pair as the kernel has it: its bodies, and what is known of it, in place of which comes what was found. */
export const BP_A = 0;
export const BP_B = 1;
export const BP_STATE = 2;
export const BP_INTS = 3;
/** Bits that are known: it had contacts in the step before; it may wait, if it moves. */
export const HAD = 1;
export const MAY_WAIT = 2;
/** What was found: the bodies are too far apart; they are apart along an axis; they wait; they have a contact. */
export const FAR_APART = 0;
export const APART_ALONG = 1;
export const WAITS = 2;
export const TOUCHES = 3;
/** It is nothing for the kernel: other shapes, slivers, and what turns by more than a quarter of a circle. */
export const ELSEWHERE = 4;

/** Of a pair that is looked at where it is, known: it is deep; the second is a half-space. Found: it is not deep. */
export const IS_DEEP = 1;
export const ON_PLANE = 2;
export const SHALLOW = 5;

/** A contact: the record (layout.ts), its patch (patch/layout.ts), the number of its corners, and these. */
export const BC_RECORD = 0;
export const BC_PATCH = 99;
export const BC_COUNT = 135;
export const BC_CORNERS = 136;
export const BC_STRIDE = 152;
/** A pair that waits: n, separation, and how far its contacts were looked for. */
export const BW_STRIDE = 5;

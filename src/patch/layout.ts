// Offsets into the record of a contact patch as it is made (patch.ts). Coordinates: (u, w) of its frame, relative to its
// centre. Most of it is asked for when it is made and never again.

/** n, u, w: world directions. */
export const PA_FRAME = 0;
/** The overlap's centre, relative to the overlap's origin. */
export const PA_CENTER = 9;
/** Half-lengths of the enclosing rectangle along u, w: √(3·variance) (Appendix A). */
export const PA_HALF = 12;
/** Half-axes of the equivalent ellipse: 2√variance. */
export const PA_AXES = 14;
/** |g|, m². */
export const PA_AREA = 16;
/** Mean depth V/|g|, m. */
export const PA_DEPTH = 17;
/** `polygonMoments` of the outline. */
export const PA_OUTLINE = 18;
/** `polygonMoments` of the friction polygon. */
export const PA_FRICTION = 24;
/** 1 where the normal is sure, 0 where it had to be guessed (frame.ts). */
export const PA_SURE = 30;
/** How far the overlap reaches from its centre along +u, -u, +w, -w: to its hull, whatever the outline. */
export const PA_REACH = 31;
/** By how much its friction polygon, still to be made, is larger than the outline; 0: it is made. */
export const PA_RIM = 35;
export const PA_STRIDE = 36;

/** The same numbers in the record that is kept. */
export const KEPT_OUTLINE = 0;
export const KEPT_FRICTION = 6;
export const KEPT_HALF = 12;
export const KEPT_RIM = 14;
export const KEPT_STRIDE = 15;
/** Of a union: the number of vertices of its ring's hull, right behind its outline; 0: it is that. */
export const KEPT_RING_HULL = KEPT_HALF;

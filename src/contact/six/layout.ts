// The record of one patch contact.

/** Force and torque of the last solve as impulses (N·s, N·m·s), on A about the centre, world frame. */
export const S_WRENCH = 0;
/** From the centres of mass of A and B to the patch's centre c. */
export const S_ARM_A = 6;
export const S_ARM_B = 9;
/** n, u, w. */
export const S_FRAME = 12;
/**
 * Facing contacts (facing.ts): the gap at the centre and how it changes along u and w, target depth included (m, 1, 1),
 * at the start of the substep; the axis about which a round face may turn and stay the same (world), or zero.
 */
export const S_GAP = 21;
export const S_AXIS = 24;
/** Curvature that both surfaces share over the patch: K_uu, K_uw, K_ww (1/m; patch/curvature.ts). */
export const S_CURVE = 27;
/** How much deeper the contact would be at the end of the step than its rows say (m): found by a second look. */
export const S_LATER = 30;
/** Target mean depth (m). */
export const S_DEPTH = 31;
export const S_FRICTION = 32;
/** How sharply the patch ends towards +u, -u, +w, -w. What a crowd's tape is made of ends here. */
export const S_SHARP = 33;
export const S_VOLUME = 37;
/** |g|, m². */
export const S_AREA = 38;
/** How far A was moved towards B to find the patch (m): it is that much farther apart than the overlap says. */
export const S_SHIFT = 39;
/** First-order change of V since detection, at the start of this step (m³): zero unless the geometry is reused. */
export const S_GROWN = 40;
/** Variances of the overlap along u and w (m²). */
export const S_VARIANCE = 41;
/** Of a facing contact: how much of the patch's outline is A's, 0 to 1. */
export const S_OF_A = 43;
/** Of a facing contact: how deep it may be and be corrected within one step (m). */
export const S_MOST = 44;
/** Whose face is round: 1, A's; 2, B's; 0, none. */
export const S_ROUND = 45;
/** Of an overlap: g, and ∫(x-c)×n over A's surface in B: the volume's gradient in A's motion about c. */
export const S_GRADIENT = 46;
export const S_TURN = 49;
/** How its centre moves (m) and its frame turns (rad, world frame) for every metre that its bodies do (follow.ts). */
export const S_DRIFT = 52;
export const S_TILT = 55;
/** Second moment of the overlap over its volume (m²): how far it reaches in any direction. */
export const S_MOMENT = 58;
/**
 * In the place of these, of a facing contact: both faces in the frames of their bodies about their centres of mass, the
 * point of the face over the patch's centre, and how it goes on for every metre along u and w (gap.ts).
 */
export const S_FACE_A = S_GRADIENT;
export const S_FACE_B = S_GRADIENT + 9;
/** Centre and rotation of A and of B at detection. */
export const S_POSE_A = 64;
export const S_POSE_B = 71;
/** The patch's centre in A's frame: how it is recognised in the next step. */
export const S_LOCAL = 78;
export const SIX_STRIDE = 81;
/**
 * Of a contact of features (features.ts): a point on A and one on B; the direction of an edge or the normal of a face
 * of each. In the frames of their bodies, about their centres of mass. Only overlaps have what these stand in place of.
 */
export const S_SPOT_A = S_GRADIENT;
export const S_SPOT_B = S_TURN;
export const S_LINE_A = S_DRIFT;
export const S_LINE_B = S_TILT;
/**
 * What it bore (N·s) when a look first found what its bodies strike on their way; below 0: it is one of these. 0: nothing
 * is struck so far.
 */
export const S_HELD = S_SHARP;

/** Of an overlap that a look has found ahead: how much closer the bodies have come there (m). */
export const S_WAY = S_GAP;

/** Which parts of the two bodies. */
export const SI_PARTS = 0;
export const SI_BODY_A = 1;
export const SI_BODY_B = 2;
/** Index in the PatchBuffer that goes with the pool. */
export const SI_PATCH = 3;
/** 1: has passed its wrench on. */
export const SI_MATCHED = 4;
/** 1: gets no block; -1: is never asked (internal-edges.ts). */
export const SI_SKIP = 5;
/** Value of SI_SKIP: was asked when it was found, and has a block. */
export const ASKED = -2;
/** Value of SI_SKIP: open, and without a block. */
export const IDLE = 2;
/** Value of SI_SKIP: has a block, and was asked to bounce in this substep. */
export const KNOCKED = -3;
/** 1: no longer overlaps, kept because it may be back within the step (matching.ts). */
export const SI_OPEN = 6;
/** Value of SI_OPEN: another contact stands for it in the correction of this substep (second-looks.ts). */
export const ASIDE = 2;
/** In place of the block of a contact that is only corrected: no solve knew of it. */
export const NO_BLOCK = -1;
/** 1: its geometry is carried from a pose of its own, which says nothing about when it was detected (follow.ts). */
export const SI_CARRIED = 7;
/** 1: has a facing region with its gap instead of an overlap. */
export const SI_FACING = 8;
/** Of a contact of features: which kind of them (features.ts), else 0; and which ones. */
export const SI_KIND = 9;
export const SI_FEATURES = 10;
/** Value of SI_FEATURES of a contact that is none of features: the way out of a pair (way-out.ts). */
export const WAY_OUT = -1;
/** The same of one between pieces of faces of hulls round meshes (covered.ts): they are idle together or not at all. */
export const PIECE = -2;
/** Value of SI_FEATURES: a point that lands beside a patch. */
export const LANDS = -3;
/** The same of one of the places at which a torus and another body are nearest to each other (torus-finder.ts). */
export const PLACE = -4;
export const SIX_INTS = 11;

/**
 * Parameters of a block: friction, and how sharply the patch ends towards +u, -u, +w, -w (1: an edge,
 * 0: curved).
 */
export const W_FRICTION = 0;
export const W_SHARP = 3;
/** What the visit found: 1 where friction slipped. */
export const W_SLIPS = 7;
/** Friction and slip, both about c, of the last visit that slipped: the next one's first guess. */
export const W_FORCE = 9;
export const W_GUESS = 12;

// The record of one contact: Q_STRIDE doubles. Vectors are in the world frame; frame axes are n, u, w.

/** Impulses: along n, about the tilting axes u and w; friction along u and w, about n. */
export const Q_IMPULSE = 0;
/** From the centres of mass of A and B to the contact's point, its centre of stiffness. */
export const Q_ARM_A = 6;
export const Q_ARM_B = 9;
export const Q_FRAME = 12;
/** What was solved: depth (m) of the undeformed overlap, force (N), moments about u and w at the point (N·m). */
export const Q_DEPTH = 21;
export const Q_FORCE = 22;
export const Q_MOMENT_U = 23;
export const Q_MOMENT_W = 24;
/** Tangent stiffness along n (N/m), about u and w (N·m). */
export const Q_STIFF_N = 25;
export const Q_STIFF_U = 26;
export const Q_STIFF_W = 27;
/** How the force grows with the depth: F ∝ d^p. */
export const Q_POWER = 28;
export const Q_ENERGY = 29;
export const Q_AREA = 30;
export const Q_PRESSURE = 31;
export const Q_VOLUME = 32;
export const Q_GYRATION = 33;
/** Depth now and at the end of the (sub)step; negative while apart. */
export const Q_NOW = 34;
export const Q_END = 35;
export const Q_FRICTION = 36;
export const Q_STATIC = 37;
/** 1: tilting about u (w) tilts a flat contact; 0: it rolls. */
export const Q_FLAT_U = 38;
export const Q_FLAT_W = 39;
/** How far the contact has swung (rad) since it began: ∫ω dt. */
export const Q_PHASE = 40;
/**
 * What other blocks added to the speed of opening in the last step (m/s), and to that of tilting (rad/s, a world
 * vector).
 */
export const Q_OTHERS_N = 41;
export const Q_OTHERS_TILT = 42;
/** (ωh)², the larger of pressing and of tilting what is flat. */
export const Q_KAPPA = 45;
/** 1: solved for the end of the step, in which the bodies move by Q_Y (opening, tilting about u, about w). */
export const Q_IMPLICIT = 46;
export const Q_Y = 47;
/** Speeds before contact, as Q_Y. */
export const Q_FREE = 50;
/** The bodies part by themselves, and the record is for when others push them; 2: so it was on a second look too. */
export const Q_IF_PUSHED = 53;
/**
 * The last lattice, to begin the next step with: its bounds, area of a cell, length of cells, whether it was cut at
 * edges, the area of the overlap that it was found in (m²; 0: none), what Q_FLAT was found to be, columns and rows.
 */
export const Q_HINT = 54;
export const HINT_BOUNDS = 0;
export const HINT_CELL = 4;
export const HINT_LONG = 5;
export const HINT_EDGE = 6;
export const HINT_AREA = 7;
export const HINT_FLAT = 8;
export const HINT_COLUMNS = 10;
export const HINT_ROWS = 11;
export const HINT_SIZE = 12;
/**
 * What others add in this step, as the last solve found it: as Q_OTHERS.
 */
export const Q_LOOK = 66;
/**
 * Corners of what a flat contact may come to bear on within the step: place along u and w from the point, and gap at
 * the start of the step (m; Infinity: none).
 */
export const Q_GUARDS = 70;
export const GUARD_COUNT = 4;
export const GUARD_U = 0;
export const GUARD_W = 1;
export const GUARD_GAP = 2;
export const GUARD_STRIDE = 3;
/**
 * How much deeper the contact began the step than the last one had foreseen (m): a path that turns by ω h within a step
 * ends ½ (ω h)² r off the straight one that steps are solved along.
 */
export const Q_UNFORESEEN = 82;
/** What the two split problems find: force of A's and of B's (N), overlap that is left (m). */
export const Q_SPLIT = 83;
/** How much of the force is taken at the end of the step (force-law.ts); 1 where it was solved for that. */
export const Q_AT_END = 86;
/** Energy of the deformation (J): when velocities are those of the step, and foreseen for its end. */
export const Q_STORED = 87;
export const Q_FORESEEN = 88;
/** What the lattices of this step know otherwise than those of the last of the same deformation (J), of the pair. */
export const Q_RESHAPED = 89;
export const Q_STRIDE = 90;

export const QI_BODY_A = 0;
export const QI_BODY_B = 1;
/** First node and number of nodes in the pair's list. */
export const QI_NODES = 2;
export const QI_NODE_COUNT = 3;
/** Blocks of this substep, or -1. */
export const QI_BLOCK = 4;
export const QI_FRICTION_BLOCK = 5;
export const QI_PARTS = 6;
/** Blocks of its corners, or -1. */
export const QI_GUARDS = 7;
export const Q_INTS = 11;

/**
 * A node of a contact as it is kept: place along u and w and height along n from the point, area, share of the force.
 */
export const K_U = 0;
export const K_W = 1;
export const K_H = 2;
export const K_AREA = 3;
export const K_SHARE = 4;
/** Its cell on the lattice: column and row. */
export const K_COLUMN = 5;
export const K_ROW = 6;
export const KEPT_STRIDE = 7;

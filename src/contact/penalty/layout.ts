// One record for every direction in which a pair of bodies touches: what its friction remembers, and its wrench.

/** Force and torque about `point` on A (N, N·m), the point, the normal, the centre of pressure: world frame. */
export const P_FORCE = 0;
export const P_TORQUE = 3;
export const P_POINT = 6;
export const P_NORMAL = 9;
export const P_PRESSURE_CENTER = 12;
/** Footprint (m²), volume (m³), greatest depth (m), normal force (N). */
export const P_AREA = 15;
export const P_VOLUME = 16;
export const P_DEEPEST = 17;
export const P_LOAD = 18;
/** Coefficients of the *pair*: the same in all of its records (N/m, N·s/m). */
export const P_STIFFNESS = 19;
export const P_DAMPING = 20;
export const P_TANGENT_STIFFNESS = 21;
export const P_TANGENT_DAMPING = 22;
/** Share of the friction limit that is used. */
export const P_SHARE = 23;
/**
 * Stretch of the static springs at `point` (m, world axes, along the plane), and their twist about the normal (rad).
 */
export const P_STRETCH = 24;
export const P_TWIST = 27;
/** `point` in the frames of A and B (relative to their centres of mass), and the rotations of both at that time. */
export const P_LOCAL_A = 28;
export const P_LOCAL_B = 31;
export const P_TURN_A = 34;
export const P_TURN_B = 38;
/** Length of the step that the coefficients were chosen for (s). */
export const P_STEP = 42;
/** ∫|x - point|² over the footprint (m⁴), and the footprint of the whole pair (m²). */
export const P_POLAR = 43;
export const P_PAIR_AREA = 44;
export const PENALTY_STRIDE = 46;

export const PN_BODY_A = 0;
export const PN_BODY_B = 1;
/** Fig. 8: STICK or SLIDE; no record is "no contact". */
export const PN_STATE = 2;
export const PENALTY_INTS = 3;

export const STICK = 0;
export const SLIDE = 1;

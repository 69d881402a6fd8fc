// The record of one body: BODY_STRIDE doubles and BODY_INTS integers; its velocities are kept apart (store.ts). One
// record after another, since a solver visit reads most of a body at once. Vectors are in the world frame (_W) unless
// marked _B (the body's frame, which is the shape's). Slot 0 is the world itself: static, at the origin, never handed
// out.

/** Centre of mass (m). */
export const B_CENTER = 0;
/** The shape's origin (m) followed by the rotation: together a pose of seven numbers. Derived from the centre. */
export const B_POSE = 3;
export const B_ORIGIN = 3;
export const B_ROTATION = 6;
/** Inverse mass along world x, y, z (1/kg): zero where locked, static or kinematic. */
export const B_INV_MASS = 10;
/** Inverse inertia (1/(kg·m²)): xx, xy, xz, yy, yz, zz, restricted to the axes that are not locked. */
export const B_INV_INERTIA = 13;
/** Mass (kg); zero unless dynamic. */
export const B_MASS = 19;
/** Inertia about the centre of mass in the body's frame, and its inverse: xx, xy, xz, yy, yz, zz. */
export const B_INERTIA_B = 20;
export const B_INV_INERTIA_B = 26;
/** Centre of mass in the body's frame. */
export const B_CENTER_B = 32;
/** Force and torque to apply in the next step (N, N·m), cleared by it. */
export const B_FORCE = 35;
export const B_TORQUE = 38;
/** Force and torque applied in every step. */
export const B_CONSTANT_FORCE = 41;
export const B_CONSTANT_TORQUE = 44;
/** Damping rates (1/s). */
export const B_LINEAR_DAMPING = 47;
export const B_ANGULAR_DAMPING = 48;
/** Own coefficients, or -1: the scene's. */
export const B_FRICTION = 49;
export const B_RESTITUTION = 50;
export const B_STATIC_FRICTION = 51;
/** Velocity of the surface (m/s), body frame. */
export const B_SURFACE_VELOCITY = 52;
/** How long the body has been slow enough to sleep (s). */
export const B_STILL_TIME = 55;
/** Radius about the centre of mass that encloses the shape (m), 0 if unbounded. */
export const B_RADIUS = 56;
/** Gravity acts on the body by this factor. */
export const B_GRAVITY_SCALE = 57;
export const BODY_STRIDE = 58;

export const I_TYPE = 0;
export const I_GENERATION = 1;
/** 0: awake; 1: asleep; RESTS: at rest, which is nobody's business but the step's (world/resting.ts). */
export const I_ASLEEP = 2;
export const RESTS = 2;
export const I_GROUP = 3;
export const I_MASK = 4;
/** Bits 1, 2, 4: x, y, z locked; 8, 16, 32: turning about x, y, z locked. */
export const I_LOCKED = 5;
export const I_ALIVE = 6;
export const I_ISLAND = 7;
/** Solves of its island that failed in a row, and steps that the island still pauses (solver/crowd.ts). */
export const I_FAILURES = 8;
export const I_PAUSE = 9;
/** 1: a sensor, which reports who overlaps it and touches nobody. */
export const I_SENSOR = 10;
/** 1: was in motion among many in the last step (solver/crowd.ts); SWEPT: among many that are calm after that. */
export const I_HASTY = 11;
export const SWEPT = 2;
export const BODY_INTS = 12;

export const TYPE_STATIC = 0;
export const TYPE_DYNAMIC = 1;
export const TYPE_KINEMATIC = 2;
/** A kind of the contact model's own: the model keeps its record, pushes and moves it. */
export const TYPE_OTHER = 3;

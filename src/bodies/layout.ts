// The record of one body: BODY_STRIDE doubles and BODY_INTS integers. One record after another, since a solver visit
// reads most of a body at once. Vectors are in the world frame (_W) unless marked _B (the body's frame, which is the
// shape's). Slot 0 is the world itself: static, at the origin, never handed out.

/** Centre of mass (m). */
export const B_CENTER = 0;
/** The shape's origin (m) followed by the rotation: together a pose of seven numbers. Derived from the centre. */
export const B_POSE = 3;
export const B_ORIGIN = 3;
export const B_ROTATION = 6;
/** Linear velocity of the centre of mass (m/s), then angular velocity (rad/s): a twist of six numbers. */
export const B_VELOCITY = 10;
export const B_ANGULAR = 13;
/** Inverse mass along world x, y, z (1/kg): zero where locked, static or kinematic. */
export const B_INV_MASS = 16;
/** Inverse inertia (1/(kg·m²)): xx, xy, xz, yy, yz, zz, restricted to the axes that are not locked. */
export const B_INV_INERTIA = 19;
/** Mass (kg); zero unless dynamic. */
export const B_MASS = 25;
/** Inertia about the centre of mass in the body's frame, and its inverse: xx, xy, xz, yy, yz, zz. */
export const B_INERTIA_B = 26;
export const B_INV_INERTIA_B = 32;
/** Centre of mass in the body's frame. */
export const B_CENTER_B = 38;
/** Force and torque to apply in the next step (N, N·m), cleared by it. */
export const B_FORCE = 41;
export const B_TORQUE = 44;
/** Force and torque applied in every step. */
export const B_CONSTANT_FORCE = 47;
export const B_CONSTANT_TORQUE = 50;
/** Damping rates (1/s). */
export const B_LINEAR_DAMPING = 53;
export const B_ANGULAR_DAMPING = 54;
/** Own coefficients, or -1: the scene's. */
export const B_FRICTION = 55;
export const B_RESTITUTION = 56;
export const B_STATIC_FRICTION = 57;
/** Velocity of the surface (m/s), body frame. */
export const B_SURFACE_VELOCITY = 58;
/** How long the body has been slow enough to sleep (s). */
export const B_STILL_TIME = 61;
/** Radius about the centre of mass that encloses the shape (m), 0 if unbounded. */
export const B_RADIUS = 62;
export const BODY_STRIDE = 72;
/** Twist at the start of the step, before forces: what restitution looks at. */
export const B_OLD_VELOCITY = 64;

export const I_TYPE = 0;
export const I_GENERATION = 1;
export const I_ASLEEP = 2;
export const I_GROUP = 3;
export const I_MASK = 4;
/** Bits 1, 2, 4: x, y, z locked; 8, 16, 32: turning about x, y, z locked. */
export const I_LOCKED = 5;
export const I_ALIVE = 6;
export const I_ISLAND = 7;
export const BODY_INTS = 8;

export const TYPE_STATIC = 0;
export const TYPE_DYNAMIC = 1;
export const TYPE_KINEMATIC = 2;
/** A kind of the contact model's own: the model keeps its record, pushes and moves it. */
export const TYPE_OTHER = 3;

// The record of one joint. Frames: the joint frame's x is the joint's axis; _A and _B are fixed in the bodies' frames.
// Motion is that of b relative to a: a positive angle turns b about the axis, a positive position moves b along it.

/** Anchor relative to the centre of mass, body frame. */
export const J_ANCHOR_A = 0;
export const J_ANCHOR_B = 3;
/** Rotation from the joint frame to the body frame. */
export const J_FRAME_A = 6;
export const J_FRAME_B = 10;
export const J_LOW = 14;
export const J_HIGH = 15;
export const J_TARGET = 16;
export const J_SPEED = 17;
export const J_STIFFNESS = 18;
export const J_DAMPING = 19;
/** N along an axis, N·m about one. */
export const J_MOST_FORCE = 20;
export const J_REST_LENGTH = 21;
/** Forces and torques of the last step: six of the joint itself, one of its limit, one of its motor or spring. */
export const J_FORCE = 22;
export const J_FORCE_LIMIT = 28;
export const J_FORCE_MOTOR = 29;
/** Angle (rad, counting whole turns), position or length (m). */
export const J_COORDINATE = 30;
/**
 * Force on b and torque about its anchor in the last step, world frame: of the joint, its limits and its motor together
 * (N, N·m).
 */
export const J_WRENCH = 32;
/** Limits of a ball joint's twist (rad), and the torque of them in the last step. */
export const J_TWIST_LOW = 38;
export const J_TWIST_HIGH = 39;
export const J_FORCE_TWIST = 40;
/** Loads at which the joint breaks (N, N·m); Infinity: never. */
export const J_BREAK_FORCE = 41;
export const J_BREAK_TORQUE = 42;
/**
 * Couplings: turns of b for one of a, or metres for a radian; angles so far, whole turns counted; the gap at the start.
 */
export const J_RATIO = 43;
export const J_ANGLE_A = 44;
export const J_ANGLE_B = 45;
export const J_OFFSET = 46;
/** Couplings: axes fixed in the world, each with the direction across it from which its angle counts. */
export const J_AXIS_A = 47;
export const J_FROM_A = 50;
export const J_AXIS_B = 53;
export const J_FROM_B = 56;
/**
 * A six-axis joint and its parts, which are no couplings: bits of the axes that are not locked; a part: which axis it
 * is for.
 */
export const J_AXES = J_RATIO;
export const J_WHICH = J_OFFSET;
export const JOINT_STRIDE = 59;

/** Place of the kind in the store's list. */
export const JI_TYPE = 0;
export const JI_BODY_A = 1;
export const JI_BODY_B = 2;
export const JI_ALIVE = 3;
export const JI_GENERATION = 4;
export const JI_LIMITS = 5;
export const JI_MOTOR = 6;
export const JI_COLLIDE = 7;
/** Blocks of the current step, or -1. */
export const JI_BLOCK = 8;
export const JI_BLOCK_LIMIT = 9;
export const JI_BLOCK_MOTOR = 10;
/** Whether it has limits of its twist, and their block. */
export const JI_TWIST = 11;
export const JI_BLOCK_TWIST = 12;
/** The six-axis joint that it is a part of: its slot and one; 0: none. */
export const JI_WHOLE = 13;
export const JOINT_INTS = 14;

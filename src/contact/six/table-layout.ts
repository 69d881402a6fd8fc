// The row of a body in the table of what finding contacts asks of every one (body-table.ts).

/** Centre of mass, and the radius about it. */
export const T_CENTER = 0;
export const T_RADIUS = 3;
/**
 * Velocity before this step's forces, its square, the speed of its farthest point about the centre, and what forces add
 * to the speed of any (m/s).
 */
export const T_COURSE = 4;
export const T_SQUARE = 7;
export const T_TURN = 8;
export const T_GAINED = 9;
/** Speed of its fastest point before this step's forces, about. */
export const T_SPEED = 10;
/** 1: it is one box; 2: it is a half-space that stands still; 1: it is convex, of one part, and has a box; its thickness, if it has; the box (box-layout.ts). */
export const T_IS_BOX = 11;
export const T_HAS_BOX = 12;
export const T_THICKNESS = 13;
export const T_BOX = 14;
/** Middle of the box, in the body's frame and in the world. */
export const T_INSIDE = 27;
export const T_MIDDLE = 30;
/** 1 + where its polyhedron lies among all (bytes, hull-pack.ts); 0: there is none. */
export const T_HULL = 33;
/** How far any point of it has gone in all, at most, since anybody asks for that (m). */
export const T_WALKED = 34;
export const T_STRIDE = 35;

// How a convex polyhedron lies in memory for the kernel that looks at many pairs at once (kernels/hulls.ts,
// hull-pack.ts).

/** Numbers: its size, and the radius of a ball within it. */
export const HU_SIZE = 0;
export const HU_BALL = 1;
/** Integers behind them: pairs of corners, faces, edges, where its joints begin (bytes), corners, whether it is a box. */
export const HU_PAIRS = 4;
export const HU_FACES = 5;
export const HU_EDGES = 6;
export const HU_JOINTS = 7;
export const HU_CORNERS = 8;
export const HU_IS_BOX = 9;
/** Then corners, all x, all y, all z, of an even number, and planes; these begin at this number. */
export const HU_NUMBERS = 5;
/** Larger ones are nothing for the kernel: corners, faces, edges, and corners of a face. */
export const MOST_HULL_CORNERS = 64;
export const MOST_HULL_FACES = 64;
export const MOST_HULL_EDGES = 96;
export const MOST_FACE_CORNERS = 8;

// How the sums of a mesh below a plane lie (mesh-half-space.ts), and the memory of the kernel that finds them
// (kernels/mesh-half-space.ts), in bytes.

export const SIDES = 32;
/** V, ∫x (3), ∫xxᵀ (6), g (3), ∫x×n (3) about o; then the extremes along the sides; then the points of these. */
export const SUMS = 16;
export const POINTS = SUMS + SIDES;
export const STRIDE = POINTS + 3 * SIDES;
/** Edges that are kept: each is cut in two triangles, whose corners there are the same. */
export const EDGES = 1024;

/** The plane; how many components were found; corners of a triangle that is cut; cosines and sines of the sides. */
export const H_PLANE = 0;
export const H_FOUND = 96;
export const H_CORNER = 112;
export const H_COS = 208;
export const H_SIN = H_COS + 8 * SIDES;
export const H_STACK = H_SIN + 8 * SIDES;
/** Nodes that the walk may have put aside: more than a tree is deep (MAX_TREE_DEPTH of shapes/triangle-tree.ts). */
export const H_DEPTH = 80;
/** Of an edge that is cut: its vertices, and when. */
export const H_EDGE = 12;
export const H_EDGES = H_STACK + 4 * H_DEPTH;
export const H_SCRATCH = H_EDGES + H_EDGE * EDGES;
/** Of a mesh: where its vertices, triangles in the tree's order, boxes, firsts and counts of the tree begin. */
export const H_POSITIONS = 0;
export const H_TRIANGLES = 4;
export const H_BOUNDS = 8;
export const H_FIRST = 12;
export const H_COUNT = 16;
export const H_MESH = 32;
/** Of a vertex: when it was found below, what it was joined to, its component, when it pushed out the extremes. */
export const H_PARENT = 4;
export const H_COMPONENT = 8;
export const H_REACHED = 12;
export const H_VERTEX = 16;
/** Of a triangle below: its place in the tree's order, where it belongs, heights of its corners. */
export const H_OWNER = 4;
export const H_HEIGHTS = 8;
export const H_BELOW = 32;

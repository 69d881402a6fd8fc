// How meshes lie in the memory of the kernel that walks through their trees (kernels/mesh-walk.ts), in bytes.

/** Of a mesh: where its vertices and triangles begin, in front of its nodes. */
export const W_POSITIONS = 0;
export const W_TRIANGLES = 4;
export const W_NODES = 16;
/**
 * Of a node: centre of its box and sum of its half extents (doubles); these extents, distance from the axis (0: not
 * measured), the mean normal, least and greatest height along it (singles); the other child or the first triangle,
 * triangles of a leaf.
 */
export const W_SIZE = 24;
export const W_EXTENT = 32;
export const W_WIDE = 44;
export const W_NORMAL = 48;
export const W_LOW = 60;
export const W_HIGH = 64;
export const W_FIRST = 68;
export const W_COUNT = 72;
export const W_NODE = 80;
/** Of a placed node, which is as long: when it was placed; half extents along the frame's axes, greatest height. */
export const W_STAMP = 24;
export const W_ALONG = 64;
export const W_ALONG_HIGH = 76;
/** Of a triangle: its vertices; eight times its number, and which of its sides run as their edges do, a bit for each. */
export const W_NUMBER = 12;
export const W_TRIANGLE = 16;
/**
 * Of a pair of triangles that may cross: their numbers; signs of each side of the first against the sides of the second,
 * bit 3 · side of the first + side of the second; heights of the corners of the first over the second, times twice its
 * area, and the other way round (doubles).
 */
export const W_SIGNS = 8;
export const W_HEIGHTS = 16;
export const W_PAIR = 64;
/** Of a list of pairs of leaves: how many there are, or -1; two nodes of each (addresses); and most that it holds. */
export const W_LISTED = 16;
export const W_LIST = 510;
/** Leaves of either mesh that stay placed, and the bytes of one. */
export const W_LEAVES = 64;
export const W_LEAF = 640;
/** What the kernel has for itself at the beginning of the memory: a pose, a stack, placed leaves of two meshes. */
export const W_SCRATCH = 86016;

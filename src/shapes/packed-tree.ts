// The box tree of a mesh once more, laid out small and in the order of walks that go through much of it: a large mesh
// does not fit into a core's cache, and such walks wait for memory as much as for arithmetic.
//
// A node is one record of 16 bytes: its box, on a grid of CELLS cells along each side of the mesh's box, and where its
// children or triangles are. Boxes round outwards, so they never lose what they hold and grow by 1/CELLS of the mesh a
// side. The two children of a node lie next to each other. A leaf is one stretch of memory with its triangles and its
// own copy of their vertices, all digits of them, so that a walk reads a leaf in one go and places each vertex once.
// Verified in test/shapes/packed-tree.test.ts.

import { LEAF, type TriangleTree } from './triangle-tree.js';

/**
 * Words of 32 bits per node. Sixteen bits each, the lower first: low + high along x, y, z, high - low along x, y, z;
 * then the link: the record of the first of two children, or -1 - where the leaf begins.
 */
export const PACKED_STRIDE = 4;
export const PACKED_LINK = 3;
/**
 * A leaf, in units of eight bytes: its first triangle's number in `order` (32 bits) and 8 · vertices + triangles (32
 * bits); four times sixteen bits, one for each triangle: the places a + 16 b + 256 c of its vertices in the leaf; x, y,
 * z of the vertices.
 */
export const LEAF_VERTICES = 2;
/** Units that can be read from the beginning of the last leaf on, and more. */
export const READ_AHEAD = 20;
/** Bits by which a triangle names each of its vertices. */
export const PACKED_BITS = 4;

/** Sums of two must fit into sixteen bits. */
export const CELLS = 32766;

export interface PackedTree {
  /** x, y, z where boxes are zero, and metres per unit of their sums and differences. */
  readonly grid: Float64Array;
  /** Record 0 is the root's, record 1 is empty. */
  readonly nodes: Int32Array;
  /** The leaves as doubles, as 32 bits and as 16 bits. */
  readonly vertices: Float64Array;
  readonly heads: Int32Array;
  readonly triangles: Uint16Array;
  /** The triangles' own numbers. */
  readonly order: Int32Array;
}

export function packTree(tree: TriangleTree, positions: Float64Array, indices: Int32Array): PackedTree {
  const { first, count, bounds, order } = tree;
  const nodeCount = count.length;
  const grid = new Float64Array(6);
  for (let k = 0; k < 3; k++) {
    grid[k] = bounds[k];
    // A little wide, so that the upper end lies on the grid, too.
    grid[3 + k] = ((0.5 * (bounds[3 + k] - bounds[k])) / CELLS) * (1 + 1e-12);
  }
  const leafAt = new Int32Array(nodeCount);
  let memory = new ArrayBuffer(8 * (6 * order.length + 64));
  let vertices = new Float64Array(memory);
  let heads = new Int32Array(memory);
  let triangles = new Uint16Array(memory);
  const own = new Int32Array(3 * LEAF);
  let used = 0;
  for (let i = 0; i < nodeCount; i++) {
    if (count[i] === 0) continue;
    if (vertices.length < used + LEAF_VERTICES + 9 * LEAF + READ_AHEAD) {
      const old = vertices;
      memory = new ArrayBuffer(16 * old.length);
      vertices = new Float64Array(memory);
      heads = new Int32Array(memory);
      triangles = new Uint16Array(memory);
      vertices.set(old);
    }
    leafAt[i] = used;
    let n = 0;
    let at = used + LEAF_VERTICES;
    for (let k = 0; k < count[i]; k++) {
      let names = 0;
      for (let c = 0; c < 3; c++) {
        const v = indices[3 * order[first[i] + k] + c];
        let name = 0;
        while (name < n && own[name] !== v) name++;
        if (name === n) {
          own[n++] = v;
          vertices[at++] = positions[3 * v];
          vertices[at++] = positions[3 * v + 1];
          vertices[at++] = positions[3 * v + 2];
        }
        names |= name << (PACKED_BITS * c);
      }
      triangles[4 * used + 4 + k] = names;
    }
    heads[2 * used] = first[i];
    heads[2 * used + 1] = 8 * n + count[i];
    used = at;
  }

  const nodes = new Int32Array(PACKED_STRIDE * (nodeCount + 1));
  const box = new Int32Array(6);
  const record = new Int32Array(nodeCount);
  let records = 2;
  for (let i = 0; i < nodeCount; i++) {
    for (let k = 0; k < 3; k++) {
      const cells = grid[3 + k] > 0 ? 0.5 / grid[3 + k] : 0;
      // A thousandth of a cell is more than rounding could take.
      const low = Math.max(0, Math.floor((bounds[6 * i + k] - grid[k]) * cells - 1e-3));
      const high = Math.min(CELLS, Math.ceil((bounds[6 * i + 3 + k] - grid[k]) * cells + 1e-3));
      box[k] = low + high;
      box[3 + k] = high - low;
    }
    const at = PACKED_STRIDE * record[i];
    for (let k = 0; k < 3; k++) nodes[at + k] = box[2 * k] | (box[2 * k + 1] << 16);
    if (count[i] > 0) nodes[at + PACKED_LINK] = -1 - leafAt[i];
    else {
      nodes[at + PACKED_LINK] = records;
      record[i + 1] = records;
      record[first[i]] = records + 1;
      records += 2;
    }
  }
  // Walks read ahead by so much from where a leaf begins.
  memory = memory.slice(0, 8 * (used + READ_AHEAD));
  return {
    grid,
    nodes,
    vertices: new Float64Array(memory),
    heads: new Int32Array(memory),
    triangles: new Uint16Array(memory),
    order,
  };
}

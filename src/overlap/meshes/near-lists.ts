// Pairs of leaves of two meshes that came within a margin of each other at an earlier pose (L. Verlet, 1967). As long as
// no point of the other mesh has moved by more than that margin, in the frame of the one that stands still, nothing else
// can cross: which pairs of triangles do is then found in the list, in the order in which a walk through both trees would
// come to them. In a step the same two bodies are asked for where it begins, where looks see them end, and where
// correction finds them, and some of these places are a hair apart.
//
// Simplification: lists know meshes and poses, not bodies. The one that was not used for longest makes room.

import type { TriangleMesh } from '../../shapes/mesh.js';

/** Lists that are kept. */
export const NEAR_LISTS = 128;
/** Margin as a share of the smaller mesh's half extents, all three: wider ones make walks longer and serve more often. */
const MARGIN = 1e-3;
/** Of the margin, what the singles of a walk leave. */
const LEFT = 0.999;

export class NearLists {
  /** The list that a walk may write to. */
  spare = 0;
  readonly #own = new Int32Array(NEAR_LISTS + 1);
  readonly #other = new Int32Array(NEAR_LISTS + 1);
  readonly #places = new Float64Array(12 * (NEAR_LISTS + 1));
  readonly #used = new Int32Array(NEAR_LISTS + 1);
  #time = 0;

  clear(): void {
    this.#own.fill(0);
  }

  /** The list of two meshes, which are written at these addresses, that holds at a pose of the other; -1: none. */
  find(own: number, other: number, mesh: TriangleMesh, place: Float64Array, margin: number): number {
    for (let k = 0; k <= NEAR_LISTS; k++) {
      if (this.#own[k] !== own || this.#other[k] !== other || this.#way(k, mesh, place) > LEFT * margin) continue;
      this.#used[k] = ++this.#time;
      return k;
    }
    return -1;
  }

  /** Keeps what a walk has written to the spare list. */
  keep(own: number, other: number, place: Float64Array): void {
    const k = this.spare;
    this.#own[k] = own;
    this.#other[k] = other;
    this.#used[k] = ++this.#time;
    for (let i = 0; i < 12; i++) this.#places[12 * k + i] = place[i];
    let oldest = 0;
    for (let i = 1; i <= NEAR_LISTS; i++) if (this.#used[i] < this.#used[oldest]) oldest = i;
    this.#own[oldest] = 0;
    this.spare = oldest;
  }

  /** No point of the mesh, by its box, has moved farther than this since list k was made. */
  #way(k: number, { tree: { bounds } }: TriangleMesh, place: Float64Array): number {
    const before = this.#places;
    const o = 12 * k;
    // How the middle of the box has moved, and what its half extents add along each of its axes.
    let way = 0;
    let [xx, yy, zz] = [0, 0, 0];
    for (let i = 0; i < 3; i++) {
      const x = place[3 * i] - before[o + 3 * i];
      const y = place[3 * i + 1] - before[o + 3 * i + 1];
      const z = place[3 * i + 2] - before[o + 3 * i + 2];
      const p = place[9 + i] - before[o + 9 + i];
      const moved = p + 0.5 * (x * (bounds[0] + bounds[3]) + y * (bounds[1] + bounds[4]) + z * (bounds[2] + bounds[5]));
      way += moved * moved;
      xx += x * x;
      yy += y * y;
      zz += z * z;
    }
    return (
      Math.sqrt(way) +
      0.5 *
        (Math.sqrt(xx) * (bounds[3] - bounds[0]) +
          Math.sqrt(yy) * (bounds[4] - bounds[1]) +
          Math.sqrt(zz) * (bounds[5] - bounds[2]))
    );
  }
}

/** How far two meshes may move against each other while a list of them holds (m). */
export function marginOf(a: TriangleMesh, b: TriangleMesh): number {
  return MARGIN * Math.min(sizeOf(a), sizeOf(b));
}

function sizeOf({ tree: { bounds } }: TriangleMesh): number {
  return 0.5 * (bounds[3] - bounds[0] + (bounds[4] - bounds[1]) + (bounds[5] - bounds[2]));
}

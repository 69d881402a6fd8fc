// The walk through the box trees of two meshes in WebAssembly (kernels/mesh-walk.ts): the same pairs of triangles in the
// same order as crossings.ts has them itself where a host has none. Verified in test/overlap/mesh-walk.test.ts.

import { growTo } from '../../memory/arena.js';
import { instantiate, type WasmHost, type WasmInstance } from '../../memory/wasm.js';
import type { MeshTopology, TriangleMesh } from '../../shapes/mesh.js';
import { marginOf, NEAR_LISTS, NearLists } from './near-lists.js';
import {
  W_COUNT,
  W_EXTENT,
  W_FIRST,
  W_LIST,
  W_LISTED,
  W_NODE,
  W_NODES,
  W_NUMBER,
  W_PAIR,
  W_POSITIONS,
  W_SCRATCH,
  W_SIZE,
  W_TRIANGLE,
  W_TRIANGLES,
  W_WIDE,
} from './walk-layout.js';
import { WALK_WASM } from './walk-wasm.js';

interface WalkExports {
  /** See kernels/mesh-walk.ts: addresses are bytes. */
  walk(
    own: number,
    other: number,
    placed: number,
    stamp: number,
    isOwnFirst: number,
    out: number,
    most: number,
    list: number,
    margin: number,
  ): number;
}

/** Bytes of a list of pairs of leaves. */
const LIST = W_LISTED + 8 * W_LIST;
/** Pairs that there is room for at first. */
const PAIRS = 1024;
/**
 * From so many bytes on all is written anew: meshes that are gone leave theirs behind. Simplification: more than some
 * five million triangles of different meshes that touch each other would be written again and again.
 */
const MOST = 2 ** 29;

export class MeshWalk {
  /** Pairs as walk-layout.ts has them: numbers and signs, and heights. */
  pairs: Int32Array = new Int32Array(0);
  heights: Float64Array = new Float64Array(0);
  #place: Float64Array = new Float64Array(0);
  #integers: Int32Array = new Int32Array(0);
  readonly #instance: WasmInstance<WalkExports>;
  #at = new WeakMap<TriangleMesh, number>();
  #end = 0;
  #placed = 0;
  #placedCount = 0;
  #out = 0;
  #most = 0;
  #stamp = 0;
  readonly #near = new NearLists();
  /** Where their pairs begin, one behind the other. */
  #lists = 0;

  private constructor(instance: WasmInstance<WalkExports>) {
    this.#instance = instance;
    this.#clear();
  }

  /** Null where the host cannot. */
  static make(host: WasmHost | null | undefined): MeshWalk | null {
    const instance = host ? instantiate<WalkExports>(host, WALK_WASM) : null;
    return instance && new MeshWalk(instance);
  }

  /**
   * Pairs of triangles that may cross, of `own`, which is where it is, and of `other` at a place (rotation by rows and
   * position), into `pairs`; returns how many. `isOwnFirst`: which of them is the first mesh.
   */
  find(own: TriangleMesh, other: TriangleMesh, place: Float64Array, isOwnFirst: boolean): number {
    const { memory, exports } = this.#instance;
    if (this.#end > MOST) this.#clear();
    const a = this.write(own);
    const b = this.write(other);
    const nodes = other.tree.count.length;
    if (nodes > this.#placedCount) {
      this.#placedCount = nodes;
      this.#placed = this.#take(W_NODE * nodes);
      // What was here before may look like a stamp.
      new Uint8Array(memory.buffer, this.#placed, W_NODE * nodes).fill(0);
    }
    const near = this.#near;
    const margin = marginOf(own, other);
    const found = near.find(a, b, other, place, margin);
    const list = this.#lists + LIST * (found < 0 ? near.spare : found);
    for (let isNew = found < 0; ; ) {
      if (this.pairs.buffer !== memory.buffer || this.pairs.byteOffset !== this.#out) {
        this.pairs = new Int32Array(memory.buffer, this.#out, (W_PAIR >> 2) * this.#most);
        this.heights = new Float64Array(memory.buffer, this.#out, (W_PAIR >> 3) * this.#most);
        this.#place = new Float64Array(memory.buffer, 0, 12);
        this.#integers = new Int32Array(memory.buffer);
      }
      this.#place.set(place);
      const listed = list >> 2;
      if (isNew) this.#integers[listed] = -1;
      const first = isOwnFirst ? 1 : 0;
      const count = exports.walk(a, b, this.#placed, ++this.#stamp, first, this.#out, this.#most, list, margin);
      if (isNew && this.#integers[listed] > 0) near.keep(a, b, place);
      isNew = false;
      if (count <= this.#most) return count;
      this.#most = 2 * count;
      this.#out = this.#takePairs();
    }
  }

  #clear(): void {
    this.#at = new WeakMap();
    this.#end = W_SCRATCH;
    this.#placedCount = 0;
    this.#near.clear();
    this.#lists = this.#take(LIST * (NEAR_LISTS + 1));
    this.#most = PAIRS;
    this.#out = this.#takePairs();
  }

  /** Room for the most pairs, and for one that is looked at. */
  #takePairs(): number {
    return this.#take(W_PAIR * (this.#most + 1));
  }

  /** Where so many bytes begin that nobody has. */
  #take(bytes: number): number {
    const at = this.#end;
    this.#end += (bytes + 15) & ~15;
    growTo(this.#instance.memory, this.#end);
    return at;
  }

  /** Where a mesh lies, for which it is written if it was not. */
  write(mesh: TriangleMesh): number {
    const known = this.#at.get(mesh);
    if (known !== undefined) return known;
    const { positions, indices, tree } = mesh;
    const { bounds, first, count, order } = tree;
    const { edges, ends } = mesh.topology as MeshTopology;
    const at = this.#take(W_NODES + W_NODE * count.length);
    const points = this.#take(8 * positions.length);
    const triangles = this.#take(W_TRIANGLE * order.length);
    this.#at.set(mesh, at);
    const { buffer } = this.#instance.memory;
    const f = new Float64Array(buffer);
    const s = new Float32Array(buffer);
    const i = new Int32Array(buffer);
    f.set(positions, points >> 3);
    i[(at + W_POSITIONS) >> 2] = points;
    i[(at + W_TRIANGLES) >> 2] = triangles;
    for (let n = 0; n < count.length; n++) {
      const o = at + W_NODES + W_NODE * n;
      let size = 0;
      for (let k = 0; k < 3; k++) {
        const half = 0.5 * (bounds[6 * n + 3 + k] - bounds[6 * n + k]);
        f[(o >> 3) + k] = bounds[6 * n + k] + half;
        s[((o + W_EXTENT) >> 2) + k] = half;
        size += half;
      }
      f[(o + W_SIZE) >> 3] = size;
      s[(o + W_WIDE) >> 2] = 0;
      i[(o + W_FIRST) >> 2] = first[n];
      i[(o + W_COUNT) >> 2] = count[n];
    }
    for (let k = 0; k < order.length; k++) {
      const o = (triangles + W_TRIANGLE * k) >> 2;
      const t = 3 * order[k];
      let along = 0;
      for (let c = 0; c < 3; c++) {
        const v = indices[t + c];
        i[o + c] = v;
        if (ends[2 * edges[t + c]] === v) along += 1 << c;
      }
      i[o + (W_NUMBER >> 2)] = 8 * order[k] + along;
    }
    return at;
  }
}

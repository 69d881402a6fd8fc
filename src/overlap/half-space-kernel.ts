// The part of a mesh below a plane in WebAssembly (kernels/mesh-half-space.ts): the same sums of the same components as
// mesh-half-space.ts has itself where a host has none. Verified in test/overlap/mesh-half-space.test.ts.

import { around, cos, sin } from '../math/trig.js';
import { growTo } from '../memory/arena.js';
import { instantiate, type WasmHost, type WasmInstance } from '../memory/wasm.js';
import type { TriangleMesh } from '../shapes/mesh.js';
import {
  H_BELOW,
  H_BOUNDS,
  H_COS,
  H_COUNT,
  H_FIRST,
  H_FOUND,
  H_MESH,
  H_PLANE,
  H_POSITIONS,
  H_SCRATCH,
  H_SIN,
  H_TRIANGLES,
  H_VERTEX,
  SIDES,
  STRIDE,
} from './half-space-layout.js';
import { HALF_SPACE_WASM } from './half-space-wasm.js';

interface HalfSpaceExports {
  /** See kernels/mesh-half-space.ts: addresses are bytes. */
  gather(mesh: number, vertices: number, stamp: number, level: number, out: number, most: number): number;
  addUp(mesh: number, vertices: number, stamp: number, from: number, count: number, sums: number): void;
}

/** Triangles and components that there is room for at first. */
const TRIANGLES = 1024;
const COMPONENTS = 32;
/** From so many bytes on all is written anew: meshes that are gone leave theirs behind. */
const MOST = 2 ** 29;

export class HalfSpaceKernel {
  /** Of the components found last, as half-space-layout.ts has them. */
  sums: Float64Array = new Float64Array(0);
  readonly #instance: WasmInstance<HalfSpaceExports>;
  #at = new WeakMap<TriangleMesh, number>();
  #end = 0;
  #vertices = 0;
  #vertexCount = 0;
  #below = 0;
  #mostBelow = TRIANGLES;
  #sums = 0;
  #mostSums = COMPONENTS;
  #stamp = 0;

  private constructor(instance: WasmInstance<HalfSpaceExports>) {
    this.#instance = instance;
    this.#clear();
    const f = new Float64Array(instance.memory.buffer);
    f.set(around(SIDES, cos), H_COS >> 3);
    f.set(around(SIDES, sin), H_SIN >> 3);
  }

  /** Null where the host cannot. */
  static make(host: WasmHost | null | undefined): HalfSpaceKernel | null {
    const instance = host ? instantiate<HalfSpaceExports>(host, HALF_SPACE_WASM) : null;
    return instance && new HalfSpaceKernel(instance);
  }

  /** Whether the mesh has been written: meshes that change are not. */
  has(mesh: TriangleMesh): boolean {
    return this.#at.has(mesh);
  }

  /** Finds what lies lower than `level` over the plane, into `sums`; returns how many components. */
  find(mesh: TriangleMesh, plane: Float64Array, level: number): number {
    const { memory, exports } = this.#instance;
    const at = this.#at.get(mesh)!;
    new Float64Array(memory.buffer, H_PLANE, plane.length).set(plane);
    let count = -1;
    for (;;) {
      count = exports.gather(at, this.#vertices, ++this.#stamp, level, this.#below, this.#mostBelow);
      if (count >= 0) break;
      this.#mostBelow *= 2;
      this.#below = this.#take(H_BELOW * (this.#mostBelow + 1));
    }
    const found = new Int32Array(memory.buffer, H_FOUND, 1)[0]!;
    if (found > this.#mostSums) {
      this.#mostSums = 2 * found;
      this.#sums = this.#take(8 * STRIDE * this.#mostSums);
    }
    exports.addUp(at, this.#vertices, this.#stamp, this.#below, count, this.#sums);
    if (this.sums.buffer !== memory.buffer || this.sums.byteOffset !== this.#sums)
      this.sums = new Float64Array(memory.buffer, this.#sums, STRIDE * this.#mostSums);
    return found;
  }

  #clear(): void {
    this.#at = new WeakMap();
    this.#end = H_SCRATCH;
    this.#vertexCount = 0;
    this.#below = this.#take(H_BELOW * (this.#mostBelow + 1));
    this.#sums = this.#take(8 * STRIDE * this.#mostSums);
  }

  /** Where so many bytes begin that nobody has. */
  #take(bytes: number): number {
    const at = this.#end;
    this.#end += (bytes + 15) & ~15;
    growTo(this.#instance.memory, this.#end);
    return at;
  }

  /** Writes a mesh that is not going to change, if it was not. */
  write(mesh: TriangleMesh): void {
    if (this.#at.has(mesh)) return;
    if (this.#end > MOST) this.#clear();
    const { positions, indices, tree } = mesh;
    const { bounds, first, count, order } = tree;
    const at = this.#take(H_MESH);
    const places = [
      [H_POSITIONS, this.#take(8 * positions.length)],
      [H_TRIANGLES, this.#take(12 * order.length)],
      [H_BOUNDS, this.#take(8 * bounds.length)],
      [H_FIRST, this.#take(4 * first.length)],
      [H_COUNT, this.#take(4 * count.length)],
    ] as const;
    const vertices = positions.length / 3;
    const isMore = vertices > this.#vertexCount;
    if (isMore) {
      this.#vertexCount = vertices;
      this.#vertices = this.#take(H_VERTEX * vertices);
    }
    const { buffer } = this.#instance.memory;
    // What was here before may look like a stamp.
    if (isMore) new Int32Array(buffer, this.#vertices, (H_VERTEX >> 2) * vertices).fill(0);
    const f = new Float64Array(buffer);
    const i = new Int32Array(buffer);
    for (const [name, place] of places) i[(at + name) >> 2] = place;
    f.set(positions, places[0][1] >> 3);
    f.set(bounds, places[2][1] >> 3);
    i.set(first, places[3][1] >> 2);
    i.set(count, places[4][1] >> 2);
    let o = places[1][1] >> 2;
    for (let k = 0; k < order.length; k++) for (let c = 0; c < 3; c++) i[o++] = indices[3 * order[k] + c];
    this.#at.set(mesh, at);
  }
}

// The exact law of a patch in WebAssembly (kernels/law.ts): the same bits as wrench-law.ts, which is what it is held
// against and what runs where a host has none. What a visit asks for is copied to its memory, and the answer back.
// Nothing of it stays there from one visit to the next, so that all worlds of a thread have one: a memory of WebAssembly
// is too dear for each small one. Verified in test/contact/law-kernel.test.ts.

import { instantiate, type WasmHost, type WasmInstance } from '../../memory/wasm.js';
import { KEPT_FRICTION, KEPT_STRIDE } from '../../patch/layout.js';
import type { PatchBuffer } from '../../patch/patch.js';
import { POLYGON_MOMENTS } from '../../patch/polygon.js';
import {
  LAW_BLOCK,
  LAW_D,
  LAW_FACTOR,
  LAW_FRICTION,
  LAW_MOMENTS,
  LAW_NUMBERS,
  LAW_OUTLINE,
  LAW_P,
  LAW_R,
  MOST_FRICTION,
  MOST_OUTLINE,
} from './law-layout.js';
import { LAW_WASM } from './law-wasm.js';
import { W_FRICTION, W_GUESS, W_SLIPS } from './layout.js';

interface LawExports {
  /** See kernels/law.ts: addresses are bytes. */
  project(corners: number, polygon: number, count: number): void;
  differentiate(corners: number, polygon: number, count: number): number;
}

const made = new WeakMap<WasmHost, LawKernel | null>();

export class LawKernel {
  readonly #instance: WasmInstance<LawExports>;
  readonly #m: Float64Array;
  /** Of the patch in hand: corners of its outline, where its friction polygon lies (bytes), corners of that. */
  #corners = 0;
  #polygon = 0;
  #count = 0;

  private constructor(instance: WasmInstance<LawExports>) {
    this.#instance = instance;
    this.#m = new Float64Array(instance.memory.buffer);
  }

  /** That of all worlds here, made when the first of them asks; null where the host cannot. */
  static of(host: WasmHost): LawKernel | null {
    let kernel = made.get(host);
    if (kernel === undefined) {
      const instance = instantiate<LawExports>(host, LAW_WASM);
      kernel = instance && new LawKernel(instance);
      made.set(host, kernel);
    }
    return kernel;
  }

  /** As WrenchLaw.project. False: the patch is one for TypeScript, and nothing was done. */
  project(f: Float64Array, o: number, r: Float64Array, patches: PatchBuffer, k: number): boolean {
    if (!this.#take(f, o, r, patches, k, LAW_NUMBERS)) return false;
    const m = this.#m;
    this.#instance.exports.project(this.#corners, this.#polygon, this.#count);
    for (let n = W_SLIPS; n < W_GUESS + 3; n++) f[o + n] = m[LAW_BLOCK / 8 + n];
    for (let n = 0; n < 6; n++) r[n] = m[LAW_R / 8 + n];
    return true;
  }

  /** As its derivative: 1 where it is known, 0 where it is not; -1: the patch is one for TypeScript. */
  differentiate(
    f: Float64Array,
    o: number,
    r: Float64Array,
    p: Float64Array,
    pi: number,
    d: Float64Array,
    patches: PatchBuffer,
    k: number,
  ): number {
    if (!this.#take(f, o, r, patches, k, LAW_FACTOR / 8)) return -1;
    const m = this.#m;
    for (let n = 0; n < 6; n++) m[LAW_P / 8 + n] = p[pi + n];
    const isKnown = this.#instance.exports.differentiate(this.#corners, this.#polygon, this.#count);
    for (let n = 0; n < 36 * isKnown; n++) d[n] = m[LAW_D / 8 + n];
    return isKnown;
  }

  /**
   * Copies so many numbers of the block at o, the residual and patch k. False: the patch has too many corners, or is a
   * union.
   */
  #take(f: Float64Array, o: number, r: Float64Array, patches: PatchBuffer, k: number, numbers: number): boolean {
    const corners = patches.outlineCount[k];
    const count = patches.frictionCount[k];
    if (corners > MOST_OUTLINE || count > MOST_FRICTION || corners === 0 || patches.isUnion(k)) return false;
    if (f[o + W_FRICTION] > 0) patches.makeFriction(k);
    const m = this.#m;
    const { vertices, records } = patches;
    const outline = patches.outlineStart[k];
    const friction = patches.frictionStart[k];
    copy(m, LAW_BLOCK / 8, f, o, numbers);
    copy(m, LAW_R / 8, r, 0, 6);
    copy(m, LAW_MOMENTS / 8, records, k * KEPT_STRIDE + KEPT_FRICTION, POLYGON_MOMENTS);
    copy(m, LAW_OUTLINE / 8, vertices, outline, 2 * corners);
    if (friction !== outline) copy(m, LAW_FRICTION / 8, vertices, friction, 2 * count);
    this.#corners = corners;
    this.#polygon = friction === outline ? LAW_OUTLINE : LAW_FRICTION;
    this.#count = count;
    return true;
  }
}

function copy(to: Float64Array, at: number, from: Float64Array, start: number, n: number): void {
  for (let k = 0; k < n; k++) to[at + k] = from[start + k];
}

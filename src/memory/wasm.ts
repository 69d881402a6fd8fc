// WebAssembly as the host has it. This package knows no host: where there is none, where it may not compile (a page's
// content security policy) or has no SIMD, kernels in TypeScript do the same.

import { type GrowingMemory, growTo } from './arena.js';

/** What is needed of `WebAssembly`. */
export interface WasmHost {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
  readonly Memory: new (descriptor: { initial: number }) => GrowingMemory;
}

export function wasmOfHost(): WasmHost | null {
  return (globalThis as { WebAssembly?: WasmHost }).WebAssembly ?? null;
}

export interface WasmInstance<E> {
  readonly memory: GrowingMemory;
  readonly exports: E;
}

/** The character of the byte 0: from there on nearly all that a module has needs no escape and is one byte in UTF-8. */
const FIRST = 40;

/** What kernels and their threads (kernels/threads.ts) have for themselves at the beginning of their memory (bytes). */
export const SCRATCH = 16384;

/**
 * One memory for kernels of a world that run one after the other and keep nothing in it: each lays out anew what it
 * needs. Made when the first of them asks. Whoever else needs room for a moment has it there, too.
 */
export class Workspace {
  #memory: GrowingMemory | null = null;
  /** Until there is one. */
  #own: ArrayBuffer | null = null;
  #integers: Int32Array = new Int32Array(0);

  memoryOf(host: WasmHost): GrowingMemory {
    this.#own = null;
    this.#memory ??= new host.Memory({ initial: 1 });
    return this.#memory;
  }

  /** The memory, at least so many bytes of it from SCRATCH on, with anything in them until somebody else asks or runs. */
  lend(bytes: number): ArrayBufferLike {
    if (this.#memory !== null) {
      growTo(this.#memory, SCRATCH + bytes);
      return this.#memory.buffer;
    }
    if (this.#own === null || this.#own.byteLength < SCRATCH + bytes) this.#own = new ArrayBuffer(SCRATCH + bytes);
    return this.#own;
  }

  /** So many integers of it, or more. */
  integers(n: number): Int32Array {
    const buffer = this.lend(4 * n);
    if (this.#integers.buffer !== buffer) this.#integers = new Int32Array(buffer, SCRATCH);
    return this.#integers;
  }
}

/**
 * An instance of the module that is written here, a character for each byte, with a memory of its own or that of a
 * workspace, which it imports as env.memory; null if the host does not let it be. What repeats in it stays visible to
 * compression so: gzipped it is a third smaller than in base 64.
 */
export function instantiate<E>(host: WasmHost, text: string, workspace?: Workspace): WasmInstance<E> | null {
  try {
    const memory = (workspace ?? new Workspace()).memoryOf(host);
    const module = new host.Module(bytesOf(text));
    const { exports } = new host.Instance(module, { env: { memory } });
    return { memory, exports: exports as E };
  } catch {
    return null;
  }
}

/** The module that is written here. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = text.charCodeAt(k) - FIRST;
  return bytes;
}

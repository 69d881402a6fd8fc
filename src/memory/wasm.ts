// WebAssembly as the host has it. This package knows no host: where there is none, where it may not compile (a page's
// content security policy) or has no SIMD, kernels in TypeScript do the same.

import type { GrowingMemory } from './arena.js';

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

/**
 * An instance of the module that is written here in base 16, with a memory of its own, which it imports as env.memory;
 * null if the host does not let it be. Base 16, since what repeats in it stays visible to compression: gzipped it is a
 * quarter smaller than base 64.
 */
export function instantiate<E>(host: WasmHost, hex: string): WasmInstance<E> | null {
  try {
    const memory = new host.Memory({ initial: 1 });
    const module = new host.Module(bytesOf(hex));
    const { exports } = new host.Instance(module, { env: { memory } });
    return { memory, exports: exports as E };
  } catch {
    return null;
  }
}

function bytesOf(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let k = 0; k < bytes.length; k++) bytes[k] = Number(`0x${hex.slice(2 * k, 2 * k + 2)}`);
  return bytes;
}

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
 * An instance of the module that is written here in base 64, with a memory of its own, which it imports as env.memory,
 * and with what else it imports; null if the host does not let it be.
 */
export function instantiate<E>(host: WasmHost, base64: string, imports: object): WasmInstance<E> | null {
  try {
    const memory = new host.Memory({ initial: 1 });
    const module = new host.Module(bytesOf(base64));
    const { exports } = new host.Instance(module, { ...imports, env: { memory } });
    return { memory, exports: exports as E };
  } catch {
    return null;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function bytesOf(base64: string): Uint8Array {
  const end = base64.indexOf('=');
  const digits = end < 0 ? base64.length : end;
  const bytes = new Uint8Array((digits * 3) >> 2);
  let bits = 0;
  let at = 0;
  for (let k = 0; k < digits; k++) {
    bits = ((bits << 6) | DIGITS.indexOf(base64[k]!)) & 0xffffff;
    if (k % 4 > 0) bytes[at++] = (bits >> (6 - 2 * (k % 4))) & 255;
  }
  return bytes;
}

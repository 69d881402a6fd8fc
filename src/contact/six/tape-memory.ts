// Where tapes lie: in the memory of the kernels that sweep them, or in a buffer of their own.

import { type GrowingMemory, growTo } from '../../memory/arena.js';

/** What kernels and their threads (kernels/threads.ts) have for themselves at the beginning of the memory (bytes). */
export const SCRATCH = 16384;

/** At least so many bytes: of the memory, or new ones. */
export function bufferOf(memory: GrowingMemory | null, bytes: number): ArrayBufferLike {
  if (memory === null) return new ArrayBuffer(bytes);
  growTo(memory, bytes);
  return memory.buffer;
}

/** Room for n where there was room for `had`: half as much again where it does not suffice. */
export function roomFor(n: number, had: number): number {
  return n <= had ? had : Math.max(n, (3 * had) >> 1);
}

// Where tapes lie: in the workspace of the kernels that sweep them, or in a buffer of their own. Where another kernel lets
// the workspace grow, arrays in it are empty, and so laid out anew.

import { type GrowingMemory, growTo } from '../../memory/arena.js';

/** At least so many bytes: of the memory, or new ones. */
export function bufferOf(memory: GrowingMemory | null, bytes: number): ArrayBufferLike {
  if (memory === null) return new ArrayBuffer(bytes);
  growTo(memory, bytes);
  return memory.buffer;
}

/**
 * Room for n where there was room for `had`: an eighth more where it does not suffice. Contents are not kept, so that to
 * grow costs no more than to be laid out.
 */
export function roomFor(n: number, had: number): number {
  return n <= had ? had : Math.max(n, had + (had >> 3));
}

// The one place that creates typed views of a world's state.
//
// Body state, contacts, patches and solver blocks live in packed arrays (slabs) that the world's arena hands out. A
// slab is counted and reserved between stages of the step, then filled; growing keeps its contents but may move it, so
// that whoever holds its array reads it again from the slab. Nothing has to be freed: an arena lives and dies with its
// world.
//
// Where the bytes come from is chosen when a world is made: plain buffers, shared ones that workers see too, or a
// WebAssembly.Memory that kernels see at an address. None of them ever pulls an array away from under its reader:
// buffers of their own never move, and a shared WebAssembly.Memory grows in place (an unshared one would detach its
// arrays, and is refused). Verified in test/memory/arena.test.ts.

/** A piece of memory of so many bytes, zeroed. */
export type MemorySource = (bytes: number) => { buffer: ArrayBufferLike; offset: number };

/** Every slab has a buffer of its own. */
export const plainMemory: MemorySource = (bytes) => ({ buffer: new ArrayBuffer(bytes), offset: 0 });

/** The same, seen by every worker that a slab's buffer is sent to. */
export const sharedMemory: MemorySource = (bytes) => ({ buffer: new SharedArrayBuffer(bytes), offset: 0 });

/** What is needed of a WebAssembly.Memory: this package knows no host. */
export interface GrowingMemory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

const PAGE = 65536;

/** Makes the memory at least so many bytes long. */
export function growTo(memory: GrowingMemory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}

/**
 * Slabs one after the other in a shared WebAssembly.Memory, from `start` bytes on. What a slab leaves behind as it
 * grows is not used again: since slabs grow by an eighth, that is up to eight times what is in use.
 */
export function memoryWithin(memory: GrowingMemory, start = 0): MemorySource {
  if (memory.buffer instanceof ArrayBuffer)
    throw new TypeError('the memory is not shared, and would detach its arrays as it grows; make it with shared: true');
  let end = (start + 15) & ~15;
  return (bytes) => {
    const offset = end;
    end += (bytes + 15) & ~15;
    growTo(memory, end);
    return { buffer: memory.buffer, offset };
  };
}

/** So many more numbers a slab gets at least. */
const FEW = 16;

/**
 * Numbers that a slab of `length` gets when n have to fit: an eighth more than it had, so that adding is amortised O(1)
 * and no more than a ninth of it lies idle.
 */
function roomFor(n: number, length: number): number {
  return Math.max(n, length + (length >> 3) + FEW);
}

/** A growable array of doubles. `data` changes identity when the slab grows. */
export class F64Slab {
  data: Float64Array;
  readonly #arena: Arena;

  constructor(arena: Arena, initial: number) {
    this.#arena = arena;
    this.data = arena.doubles(initial);
  }

  /** Make room for at least n doubles, keeping what is there. */
  reserve(n: number): void {
    if (n <= this.data.length) return;
    const grown = this.#arena.doubles(roomFor(n, this.data.length));
    grown.set(this.data);
    this.data = grown;
  }

  /** Begin with these values. */
  load(values: Float64Array): void {
    this.reserve(values.length);
    this.data.set(values);
  }
}

/** A growable array of 32-bit integers. */
export class I32Slab {
  data: Int32Array;
  readonly #arena: Arena;

  constructor(arena: Arena, initial: number) {
    this.#arena = arena;
    this.data = arena.integers(initial);
  }

  reserve(n: number): void {
    if (n <= this.data.length) return;
    const grown = this.#arena.integers(roomFor(n, this.data.length));
    grown.set(this.data);
    this.data = grown;
  }

  load(values: Int32Array): void {
    this.reserve(values.length);
    this.data.set(values);
  }
}

export class Arena {
  /** Bytes handed out so far. */
  bytes = 0;
  readonly #source: MemorySource;

  constructor(source: MemorySource = plainMemory) {
    this.#source = source;
  }

  f64(initial: number): F64Slab {
    return new F64Slab(this, initial);
  }

  i32(initial: number): I32Slab {
    return new I32Slab(this, initial);
  }

  doubles(n: number): Float64Array {
    const { buffer, offset } = this.#take(8 * n);
    return new Float64Array(buffer, offset, n);
  }

  integers(n: number): Int32Array {
    const { buffer, offset } = this.#take(4 * n);
    return new Int32Array(buffer, offset, n);
  }

  #take(bytes: number): { buffer: ArrayBufferLike; offset: number } {
    this.bytes += bytes;
    return this.#source(bytes);
  }
}

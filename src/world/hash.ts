/** A 64-bit hash of bytes, word by word (two lanes of the murmur3 mixer with different seeds), as 16 hex digits. */
export class StateHash {
  #a = 0x9e3779b9 | 0;
  #b = 0x85ebca6b | 0;
  readonly #f = new Float64Array(1);
  readonly #w = new Uint32Array(this.#f.buffer);

  addWord(word: number): void {
    this.#a = mix(this.#a, word);
    this.#b = mix(this.#b, word ^ 0x5bd1e995);
  }

  addNumber(x: number): void {
    this.#f[0] = x;
    this.addWord(this.#w[0]);
    this.addWord(this.#w[1]);
  }

  digest(): string {
    return hex(finish(this.#a)) + hex(finish(this.#b));
  }
}

function mix(h: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  h ^= Math.imul(k, 0x1b873593);
  h = (h << 13) | (h >>> 19);
  return (Math.imul(h, 5) + 0xe6546b64) | 0;
}

function finish(h: number): number {
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const hex = (x: number): string => x.toString(16).padStart(8, '0');

/** Checksum of bytes (for snapshots). */
export function hashBytes(bytes: Uint8Array): string {
  const h = new StateHash();
  const whole = bytes.length & ~3;
  for (let k = 0; k < whole; k += 4)
    h.addWord(bytes[k] | (bytes[k + 1] << 8) | (bytes[k + 2] << 16) | (bytes[k + 3] << 24));
  for (let k = whole; k < bytes.length; k++) h.addWord(bytes[k]);
  h.addWord(bytes.length);
  return h.digest();
}

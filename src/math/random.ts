/** Seeded random numbers (sfc32): the same sequence in every engine. State is three words and a counter. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = 0x9e3779b9 | 0;
    this.#c = Math.floor(seed / 4294967296) | 0;
    for (let i = 0; i < 15; i++) this.nextWord();
  }

  /** A uniform 32-bit word. */
  nextWord(): number {
    const t = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return t >>> 0;
  }

  /** Uniform in [0, 1), 53 bits. */
  next(): number {
    const high = this.nextWord() >>> 5;
    const low = this.nextWord() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** An integer in [0, n). */
  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  /** A unit quaternion, uniform over rotations (rejection in the 4-ball). */
  rotation(): [number, number, number, number] {
    for (;;) {
      const x = this.between(-1, 1);
      const y = this.between(-1, 1);
      const z = this.between(-1, 1);
      const w = this.between(-1, 1);
      const s = x * x + y * y + z * z + w * w;
      if (s > 1 || s < 1e-4) continue;
      const k = 1 / Math.sqrt(s);
      return [x * k, y * k, z * k, w * k];
    }
  }

  /** A unit vector, uniform over the sphere. */
  direction(): [number, number, number] {
    for (;;) {
      const x = this.between(-1, 1);
      const y = this.between(-1, 1);
      const z = this.between(-1, 1);
      const s = x * x + y * y + z * z;
      if (s > 1 || s < 1e-4) continue;
      const k = 1 / Math.sqrt(s);
      return [x * k, y * k, z * k];
    }
  }
}

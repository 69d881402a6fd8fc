// Sums of three numbers by two keys, kept small: what rays add to the vertices of a mesh in a cell. Open addressing,
// reused.

export class KeyedSums {
  count = 0;
  /** Two keys and three sums an entry, in the order in which they came. */
  first = new Int32Array(256);
  second = new Int32Array(256);
  value = new Float64Array(3 * 256);
  #table = new Int32Array(1024).fill(-1);

  clear(): void {
    if (this.count > 0) this.#table.fill(-1);
    this.count = 0;
  }

  add(a: number, b: number, axis: number, amount: number): void {
    // First the entry: it may put a larger array in the place of this one.
    const e = this.entry(a, b);
    this.value[3 * e + axis] += amount;
  }

  entry(a: number, b: number): number {
    let mask = this.#table.length - 1;
    let at = hash(a, b) & mask;
    while (this.#table[at] >= 0) {
      const e = this.#table[at];
      if (this.first[e] === a && this.second[e] === b) return e;
      at = (at + 1) & mask;
    }
    if (4 * this.count >= this.#table.length) {
      this.#grow();
      mask = this.#table.length - 1;
      at = hash(a, b) & mask;
      while (this.#table[at] >= 0) at = (at + 1) & mask;
    }
    const e = this.count++;
    this.#table[at] = e;
    this.first[e] = a;
    this.second[e] = b;
    this.value[3 * e] = this.value[3 * e + 1] = this.value[3 * e + 2] = 0;
    return e;
  }

  #grow(): void {
    const size = 2 * this.#table.length;
    this.#table = new Int32Array(size).fill(-1);
    for (let e = 0; e < this.count; e++) {
      let at = hash(this.first[e], this.second[e]) & (size - 1);
      while (this.#table[at] >= 0) at = (at + 1) & (size - 1);
      this.#table[at] = e;
    }
    const first = new Int32Array(size);
    first.set(this.first);
    const second = new Int32Array(size);
    second.set(this.second);
    const value = new Float64Array(3 * size);
    value.set(this.value);
    this.first = first;
    this.second = second;
    this.value = value;
  }
}

function hash(a: number, b: number): number {
  const h = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
  return (h ^ (h >>> 15)) >>> 0;
}

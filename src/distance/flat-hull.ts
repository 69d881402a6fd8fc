// Convex hull of points of a plane: Andrew's monotone chain (1979). Points nearer than a rounding error to a side are
// not corners. Verified in test/distance/ground.test.ts.

/** Corners that a side passes by less than this share of the hull's size are none. */
const ON_SIDE = 1e-10;

export class FlatHull {
  /** Corners, counter-clockwise pairs, after `close`. */
  points = new Float64Array(64);
  count = 0;
  #given = new Float64Array(128);
  #order = new Int32Array(64);
  #n = 0;

  clear(): void {
    this.#n = 0;
    this.count = 0;
  }

  add(x: number, y: number): void {
    if (2 * this.#n === this.#given.length) {
      const larger = new Float64Array(2 * this.#given.length);
      larger.set(this.#given);
      this.#given = larger;
      this.#order = new Int32Array(larger.length / 2);
    }
    this.#given[2 * this.#n] = x;
    this.#given[2 * this.#n + 1] = y;
    this.#n++;
  }

  /** Makes the hull and returns its area. */
  close(): number {
    const given = this.#given;
    const order = this.#order;
    const n = this.#n;
    if (this.points.length < 4 * n + 4) this.points = new Float64Array(4 * n + 4);
    const { points } = this;
    let size = 0;
    // By insertion: they are few, and come nearly in order.
    for (let k = 0; k < n; k++) {
      size = Math.max(size, Math.abs(given[2 * k] - given[0]), Math.abs(given[2 * k + 1] - given[1]));
      let j = k;
      while (j > 0 && isBefore(given, k, order[j - 1])) {
        order[j] = order[j - 1];
        j--;
      }
      order[j] = k;
    }
    const least = ON_SIDE * size * size;
    let m = 0;
    for (let side = 0; side < 2; side++) {
      const start = m;
      for (let k = 0; k < n; k++) {
        const at = 2 * order[side === 0 ? k : n - 1 - k];
        while (m - start >= 2 && turn(points, m, given[at], given[at + 1]) <= least) m--;
        points[2 * m] = given[at];
        points[2 * m + 1] = given[at + 1];
        m++;
      }
      // The last of each chain is the first of the other.
      m--;
    }
    this.count = m;
    let area = 0;
    for (let k = 0; k < m; k++) {
      const j = k + 1 < m ? k + 1 : 0;
      const ax = points[2 * k] - points[0];
      const ay = points[2 * k + 1] - points[1];
      area += ax * (points[2 * j + 1] - points[1]) - ay * (points[2 * j] - points[0]);
    }
    return 0.5 * area;
  }
}

function isBefore(p: Float64Array, a: number, b: number): boolean {
  return p[2 * a] < p[2 * b] || (p[2 * a] === p[2 * b] && p[2 * a + 1] < p[2 * b + 1]);
}

/** Twice the area of the last two corners and (x, y); positive: to the left. */
function turn(p: Float64Array, m: number, x: number, y: number): number {
  const ax = p[2 * m - 4];
  const ay = p[2 * m - 3];
  return (p[2 * m - 2] - ax) * (y - ay) - (p[2 * m - 1] - ay) * (x - ax);
}

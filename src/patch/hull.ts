// Convex hull in the plane: monotone chain (Andrew 1979) over packed pairs, with its own sort, so that a hull of many
// points allocates nothing and has the same bits everywhere.
//
// Turns are decided by the sign of a determinant whose rounding error is bounded (Shewchuk 1997, the first filter of
// orient2d); a turn within that bound counts as straight and its middle point is dropped, which moves the outline by
// some 1e-16 of its size. Two clean-ups follow, both relative to the size of the outline: vertices closer than MERGE
// are one (the top and bottom of an overlap project to the same corner up to rounding, and an edge of 1e-16 would have
// a random direction), and vertices nearer than STRAIGHT to the line of their neighbours go.
// Points that come as a convex outline already, as those of a box at rest do, are only seen to be one: no sort, no
// chain, and the same answer, since the bounds of both clean-ups must be kept twice over.
// Verified in test/patch/hull.test.ts.

const ORIENT_BOUND = 3.3306690738754716e-16;
export const MERGE = 1e-9;
const STRAIGHT = 1e-12;

export class HullBuilder {
  #xy = new Float64Array(2 * 64);
  #chain = new Int32Array(130);
  #count = 0;

  /** Start a new set of at most n points. */
  begin(n: number): void {
    if (2 * n > this.#xy.length) {
      this.#xy = new Float64Array(Math.max(2 * n, 2 * this.#xy.length));
      this.#chain = new Int32Array(this.#xy.length + 2);
    }
    this.#count = 0;
  }

  add(x: number, y: number): void {
    const k = 2 * this.#count++;
    this.#xy[k] = x + 0; // -0 and 0 are one number here
    this.#xy[k + 1] = y + 0;
  }

  /**
   * Add points[3·from … 3·to] relative to (cx, cy, cz), projected on u and w of the frame at frame[fi…]; calls begin.
   */
  project(
    points: Float64Array,
    from: number,
    to: number,
    cx: number,
    cy: number,
    cz: number,
    frame: Float64Array,
    fi: number,
  ): void {
    this.begin(to - from);
    const ux = frame[fi + 3];
    const uy = frame[fi + 4];
    const uz = frame[fi + 5];
    const wx = frame[fi + 6];
    const wy = frame[fi + 7];
    const wz = frame[fi + 8];
    const xy = this.#xy;
    let k = 0;
    for (let i = 3 * from; i < 3 * to; i += 3) {
      const x = points[i] - cx;
      const y = points[i + 1] - cy;
      const z = points[i + 2] - cz;
      xy[k++] = ux * x + uy * y + uz * z + 0;
      xy[k++] = wx * x + wy * y + wz * z + 0;
    }
    this.#count = to - from;
  }

  /**
   * The hull's vertices, counter-clockwise from the leftmost (lowest of those), into out[oi…] as pairs. `out` must have
   * room for as many pairs as points were added. Returns the number of vertices: 0, 1 (all points one), 2 (all on a
   * line) or a polygon with no vertex on a line between its neighbours.
   */
  build(out: Float64Array, oi: number): number {
    const first = this.#outlineStart();
    if (first >= 0) {
      const xy = this.#xy;
      const count = this.#count;
      for (let k = 0, i = 2 * first; k < 2 * count; k += 2, i += 2) {
        if (i === 2 * count) i = 0;
        out[oi + k] = xy[i];
        out[oi + k + 1] = xy[i + 1];
      }
      return count;
    }
    const n = this.#sortAndPrune();
    const xy = this.#xy;
    const chain = this.#chain;
    if (n <= 2) {
      for (let k = 0; k < 2 * n; k++) out[oi + k] = xy[k];
      return this.#clean(out, oi, n);
    }
    let m = 0;
    for (let i = 0; i < n; i++) {
      while (m >= 2 && !turnsLeft(xy, chain[m - 2], chain[m - 1], i)) m--;
      chain[m++] = i;
    }
    const lower = m + 1;
    for (let i = n - 2; i >= 0; i--) {
      while (m >= lower && !turnsLeft(xy, chain[m - 2], chain[m - 1], i)) m--;
      chain[m++] = i;
    }
    m--; // the first point closes the chain
    for (let k = 0; k < m; k++) {
      out[oi + 2 * k] = xy[2 * chain[k]];
      out[oi + 2 * k + 1] = xy[2 * chain[k] + 1];
    }
    return this.#clean(out, oi, m);
  }

  /** Number of the leftmost (lowest of those) of three or more points that are a clean outline in order; else -1. */
  #outlineStart(): number {
    const xy = this.#xy;
    const end = 2 * this.#count;
    if (end < 6) return -1;
    let px = xy[end - 2];
    let py = xy[end - 1];
    let qx = xy[0];
    let qy = xy[1];
    let dx = qx - px;
    let dy = qy - py;
    // Most sets in no order fail here already.
    if (!(dx * (xy[3] - qy) > dy * (xy[2] - qx))) return -1;
    // A convex outline goes there and back: its edges add up to twice its extent.
    let width = Math.abs(dx);
    let height = Math.abs(dy);
    for (let i = 2; i < end; i += 2) {
      width += Math.abs(xy[i] - xy[i - 2]);
      height += Math.abs(xy[i + 1] - xy[i - 1]);
    }
    const size = 0.5 * (width > height ? width : height);
    const near = MERGE * size * (MERGE * size);
    const straight = 4 * STRAIGHT * size * (STRAIGHT * size);
    let first = -1;
    for (let i = 0; i < end; i += 2) {
      px = qx;
      py = qy;
      const next = i + 2 === end ? 0 : i + 2;
      qx = xy[next];
      qy = xy[next + 1];
      const ex = qx - px;
      const ey = qy - py;
      const cross = dx * ey - dy * ex;
      const cx = dx + ex;
      const cy = dy + ey;
      if (!(cross > 0 && cross * cross > straight * (cx * cx + cy * cy) && ex * ex + ey * ey > near)) return -1;
      // Turning left throughout, it winds once if it has one leftmost point.
      if (ex > 0 || (ex === 0 && ey > 0)) {
        if (dx < 0 || (dx === 0 && dy < 0)) {
          if (first >= 0) return -1;
          first = i >> 1;
        }
      }
      dx = ex;
      dy = ey;
    }
    return first;
  }

  /** Lexicographic order, equal points once. Returns how many are left. */
  #sortAndPrune(): number {
    const xy = this.#xy;
    const n = this.#count;
    if (n <= 40) insertionSort(xy, n);
    else heapSort(xy, n);
    let m = 0;
    for (let i = 0; i < n; i++) {
      const x = xy[2 * i];
      const y = xy[2 * i + 1];
      if (!(Math.abs(x) < Infinity) || !(Math.abs(y) < Infinity)) continue;
      if (m > 0 && xy[2 * m - 2] === x && xy[2 * m - 1] === y) continue;
      xy[2 * m] = x;
      xy[2 * m + 1] = y;
      m++;
    }
    return m;
  }

  #clean(out: Float64Array, oi: number, n: number): number {
    if (n < 2) return n;
    let low = Infinity;
    let high = -Infinity;
    for (let k = 0; k < n; k++) {
      const y = out[oi + 2 * k + 1];
      if (y < low) low = y;
      if (y > high) high = y;
    }
    let right = out[oi];
    for (let k = 1; k < n; k++) if (out[oi + 2 * k] > right) right = out[oi + 2 * k];
    const size = Math.max(high - low, right - out[oi]);

    // Merge close neighbours; the first of a group stays.
    const near = MERGE * size * (MERGE * size);
    let m = 1;
    for (let k = 1; k < n; k++) {
      const x = out[oi + 2 * k];
      const y = out[oi + 2 * k + 1];
      const dx = x - out[oi + 2 * m - 2];
      const dy = y - out[oi + 2 * m - 1];
      if (dx * dx + dy * dy <= near) continue;
      out[oi + 2 * m] = x;
      out[oi + 2 * m + 1] = y;
      m++;
    }
    while (m > 1) {
      const dx = out[oi] - out[oi + 2 * m - 2];
      const dy = out[oi + 1] - out[oi + 2 * m - 1];
      if (dx * dx + dy * dy > near) break;
      m--;
    }
    // Drop vertices on the line of their neighbours. One pass back over the kept ones suffices for runs.
    let k = 0;
    while (m > 2 && k < m) {
      const a = oi + 2 * (k === 0 ? m - 1 : k - 1);
      const b = oi + 2 * k;
      const c = oi + 2 * (k === m - 1 ? 0 : k + 1);
      const ex = out[c] - out[a];
      const ey = out[c + 1] - out[a + 1];
      const height = ex * (out[b + 1] - out[a + 1]) - ey * (out[b] - out[a]);
      if (-height <= STRAIGHT * size * Math.sqrt(ex * ex + ey * ey)) {
        for (let i = 2 * k; i < 2 * m - 2; i++) out[oi + i] = out[oi + i + 2];
        m--;
        if (k > 0) k--;
      } else k++;
    }
    return m;
  }
}

function turnsLeft(xy: Float64Array, a: number, b: number, c: number): boolean {
  const cx = xy[2 * c];
  const cy = xy[2 * c + 1];
  const left = (xy[2 * a] - cx) * (xy[2 * b + 1] - cy);
  const right = (xy[2 * a + 1] - cy) * (xy[2 * b] - cx);
  return left - right > ORIENT_BOUND * (Math.abs(left) + Math.abs(right));
}

function insertionSort(xy: Float64Array, n: number): void {
  for (let i = 2; i < 2 * n; i += 2) {
    const x = xy[i];
    const y = xy[i + 1];
    let j = i - 2;
    while (j >= 0 && (xy[j] > x || (xy[j] === x && xy[j + 1] > y))) {
      xy[j + 2] = xy[j];
      xy[j + 3] = xy[j + 1];
      j -= 2;
    }
    xy[j + 2] = x;
    xy[j + 3] = y;
  }
}

function heapSort(xy: Float64Array, n: number): void {
  for (let i = (n >> 1) - 1; i >= 0; i--) siftDown(xy, i, n, xy[2 * i], xy[2 * i + 1]);
  for (let end = n - 1; end > 0; end--) {
    const x = xy[2 * end];
    const y = xy[2 * end + 1];
    xy[2 * end] = xy[0];
    xy[2 * end + 1] = xy[1];
    siftDown(xy, 0, end, x, y);
  }
}

function siftDown(xy: Float64Array, i: number, n: number, x: number, y: number): void {
  for (;;) {
    let child = 2 * i + 1;
    if (child >= n) break;
    if (child + 1 < n) {
      const p = 2 * child;
      if (xy[p + 2] > xy[p] || (xy[p + 2] === xy[p] && xy[p + 3] > xy[p + 1])) child++;
    }
    const q = 2 * child;
    if (!(xy[q] > x || (xy[q] === x && xy[q + 1] > y))) break;
    xy[2 * i] = xy[q];
    xy[2 * i + 1] = xy[q + 1];
    i = child;
  }
  xy[2 * i] = x;
  xy[2 * i + 1] = y;
}

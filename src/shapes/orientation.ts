// On which side of a plane does a point lie? Answered exactly.
//
// J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates", Discrete &
// Computational Geometry 18 (1997). The sign of det[b-a, c-a, p-a] is taken from doubles where their error bound
// (7 + 56 ε) ε · permanent (his bound A, ε = 2⁻⁵³) allows it, and else from expansions: sums of doubles that do not
// overlap and together are exact. Deviation: one exact stage instead of his three adaptive ones, which is simpler and
// only slower where points are coplanar. Exact as long as no product underflows: quickhull scales its points for that.
// Verified in test/shapes/orientation.test.ts against BigInt arithmetic.

const EPSILON = 1.1102230246251565e-16;
const SIDE_BOUND = (7 + 56 * EPSILON) * EPSILON;
const TURN_BOUND = (3 + 16 * EPSILON) * EPSILON;
const SPLITTER = 134217729; // 2²⁷ + 1

/** Predicates over an array of points (x, y, z each), which may be replaced between calls. Owns its scratch. */
export class Orientation {
  readonly #u = new Float64Array(6);
  readonly #v = new Float64Array(6);
  readonly #w = new Float64Array(6);
  readonly #scaledA = new Float64Array(128);
  readonly #scaledB = new Float64Array(128);
  readonly #productA = new Float64Array(128);
  readonly #productB = new Float64Array(128);
  readonly #minor = new Float64Array(64);
  readonly #partial = new Float64Array(256);
  readonly #total = new Float64Array(256);

  constructor(public points: Float64Array) {}

  /**
   * Positive where p lies on the side from which a, b, c run counter-clockwise, 0 where all four are coplanar. Exact.
   */
  side(a: number, b: number, c: number, p: number): number {
    const q = this.points;
    return this.sideOf(a, b, c, q[3 * p], q[3 * p + 1], q[3 * p + 2]);
  }

  /** The same for a point that is not in the array. */
  sideOf(a: number, b: number, c: number, x: number, y: number, z: number): number {
    const q = this.points;
    a *= 3;
    b *= 3;
    c *= 3;
    const ux = q[b] - q[a];
    const uy = q[b + 1] - q[a + 1];
    const uz = q[b + 2] - q[a + 2];
    const vx = q[c] - q[a];
    const vy = q[c + 1] - q[a + 1];
    const vz = q[c + 2] - q[a + 2];
    const wx = x - q[a];
    const wy = y - q[a + 1];
    const wz = z - q[a + 2];
    const yz = uy * vz;
    const zy = uz * vy;
    const zx = uz * vx;
    const xz = ux * vz;
    const xy = ux * vy;
    const yx = uy * vx;
    const det = wx * (yz - zy) + wy * (zx - xz) + wz * (xy - yx);
    const permanent =
      Math.abs(wx) * (Math.abs(yz) + Math.abs(zy)) +
      Math.abs(wy) * (Math.abs(zx) + Math.abs(xz)) +
      Math.abs(wz) * (Math.abs(xy) + Math.abs(yx));
    const bound = SIDE_BOUND * permanent;
    if (det > bound || det < -bound) return det;
    this.#differences(this.#u, a, q[b], q[b + 1], q[b + 2]);
    this.#differences(this.#v, a, q[c], q[c + 1], q[c + 2]);
    this.#differences(this.#w, a, x, y, z);
    let n = 0;
    for (let k = 0; k < 3; k++) {
      const m = this.#crossComponent(k);
      const t = this.#timesPair(this.#partial, this.#minor, m, this.#w, 2 * k);
      // total ← total + partial, through a copy since a sum cannot be made in place
      copy(this.#productA, this.#total, n);
      n = addExpansions(this.#total, this.#productA, n, this.#partial, t);
    }
    return n === 0 ? 0 : this.#total[n - 1];
  }

  /**
   * Seen along -axis (0, 1, 2: x, y, z): positive where the point lies to the left of a → b, 0 where it lies on that
   * line. Exact. The sign of component `axis` of (b-a) × (p-a).
   */
  turnOf(a: number, b: number, x: number, y: number, z: number, axis: number): number {
    const q = this.points;
    const i = axis === 2 ? 0 : axis + 1;
    const j = axis === 0 ? 2 : axis - 1;
    const pi = i === 0 ? x : i === 1 ? y : z;
    const pj = j === 0 ? x : j === 1 ? y : z;
    a *= 3;
    b *= 3;
    const left = (q[b + i] - q[a + i]) * (pj - q[a + j]);
    const right = (q[b + j] - q[a + j]) * (pi - q[a + i]);
    const det = left - right;
    const bound = TURN_BOUND * (Math.abs(left) + Math.abs(right));
    if (det > bound || det < -bound) return det;
    this.#differences(this.#u, a, q[b], q[b + 1], q[b + 2]);
    this.#differences(this.#v, a, x, y, z);
    const n = this.#crossComponent(axis);
    return n === 0 ? 0 : this.#minor[n - 1];
  }

  /** (b-a) × (c-a) rounded once from its exact value, into out[0…2]. */
  cross(out: Float64Array, a: number, b: number, c: number): void {
    const q = this.points;
    this.#differences(this.#u, 3 * a, q[3 * b], q[3 * b + 1], q[3 * b + 2]);
    this.#differences(this.#v, 3 * a, q[3 * c], q[3 * c + 1], q[3 * c + 2]);
    for (let k = 0; k < 3; k++) {
      const m = this.#crossComponent(k);
      let sum = 0;
      for (let i = 0; i < m; i++) sum += this.#minor[i];
      out[k] = sum;
    }
  }

  /** Component k of u × v as an expansion in `minor`; returns its length. */
  #crossComponent(k: number): number {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    const s = this.#pairTimesPair(this.#productA, this.#u, 2 * i, this.#v, 2 * j);
    const t = this.#pairTimesPair(this.#productB, this.#u, 2 * j, this.#v, 2 * i);
    for (let e = 0; e < t; e++) this.#productB[e] = -this.#productB[e];
    return addExpansions(this.#minor, this.#productA, s, this.#productB, t);
  }

  /** (x, y, z) less the point at offset a, exactly, as (low, high) pairs. */
  #differences(out: Float64Array, a: number, x: number, y: number, z: number): void {
    difference(out, 0, x, this.points[a]);
    difference(out, 2, y, this.points[a + 1]);
    difference(out, 4, z, this.points[a + 2]);
  }

  #pairTimesPair(out: Float64Array, p: Float64Array, pi: number, q: Float64Array, qi: number): number {
    this.#partial[0] = p[pi];
    this.#partial[1] = p[pi + 1];
    return this.#timesPair(out, this.#partial, 2, q, qi);
  }

  #timesPair(out: Float64Array, e: Float64Array, n: number, q: Float64Array, qi: number): number {
    const s = scaleExpansion(this.#scaledA, e, n, q[qi]);
    const t = scaleExpansion(this.#scaledB, e, n, q[qi + 1]);
    return addExpansions(out, this.#scaledA, s, this.#scaledB, t);
  }
}

function difference(out: Float64Array, i: number, x: number, y: number): void {
  const d = x - y;
  const back = x - d;
  out[i] = x - (d + back) + (back - y);
  out[i + 1] = d;
}

function copy(out: Float64Array, e: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) out[i] = e[i];
}

/** h = e + f by merging in order of magnitude (fast expansion sum with zero elimination). */
function addExpansions(h: Float64Array, e: Float64Array, n: number, f: Float64Array, m: number): number {
  let i = 0;
  let j = 0;
  let k = 0;
  let q = 0;
  for (let r = n + m; r > 0; r--) {
    let next: number;
    if (j >= m || (i < n && Math.abs(e[i]) < Math.abs(f[j]))) next = e[i++];
    else next = f[j++];
    const sum = q + next;
    const back = sum - q;
    const low = q - (sum - back) + (next - back);
    q = sum;
    if (low !== 0) h[k++] = low;
  }
  if (q !== 0) h[k++] = q;
  return k;
}

/** h = b e, with zero elimination. */
function scaleExpansion(h: Float64Array, e: Float64Array, n: number, b: number): number {
  if (n === 0 || b === 0) return 0;
  const c = SPLITTER * b;
  const bh = c - (c - b);
  const bl = b - bh;
  let k = 0;
  let q = 0;
  for (let i = 0; i < n; i++) {
    const a = e[i];
    const product = a * b;
    const d = SPLITTER * a;
    const ah = d - (d - a);
    const al = a - ah;
    const error = al * bl - (product - ah * bh - al * bh - ah * bl);
    if (i === 0) {
      if (error !== 0) h[k++] = error;
      q = product;
      continue;
    }
    const sum = q + error;
    const back = sum - q;
    const low = q - (sum - back) + (error - back);
    if (low !== 0) h[k++] = low;
    // |product| ≥ |sum|: fast two-sum
    const next = product + sum;
    const lower = sum - (next - product);
    if (lower !== 0) h[k++] = lower;
    q = next;
  }
  if (q !== 0) h[k++] = q;
  return k;
}

// The real roots of a quartic (a line through a torus), bracketed by the roots of its derivatives.
//
// Closed formulas for quartics lose half their digits near double roots, which is where a ray grazes. Instead: the
// second derivative is a quadratic; between its roots the cubic derivative is monotone, so each of its roots is
// bracketed; between those the quartic is monotone, and so on. Each bracket is closed by Newton's method kept inside it
// by bisection. Grazing rays come out as no root or as two equal ones: both are right.

export class QuarticRoots {
  readonly roots = new Float64Array(4);
  /** Whether the last quartic was negative at the ends of its interval. */
  startsBelow = false;
  endsBelow = false;
  readonly #inner = new Float64Array(3);
  readonly #quadratic = new Float64Array(2);

  /** Real roots of t⁴ + a t³ + b t² + c t + d in (low, high), ascending, into `roots`; returns how many. */
  solve(a: number, b: number, c: number, d: number, low: number, high: number): number {
    const { roots } = this;
    const quadratic = this.#quadratic;
    const inner = this.#inner;
    this.startsBelow = (((low + a) * low + b) * low + c) * low + d < 0;
    this.endsBelow = (((high + a) * high + b) * high + c) * high + d < 0;
    // f'' / 12 = t² + a/2 t + b/6
    let n = 0;
    const disc = 0.0625 * a * a - b / 6;
    if (disc > 0) {
      const root = Math.sqrt(disc);
      const t0 = -0.25 * a - root;
      const t1 = -0.25 * a + root;
      if (t0 > low && t0 < high) quadratic[n++] = t0;
      if (t1 > low && t1 < high) quadratic[n++] = t1;
    }
    // f' / 4 = t³ + 3a/4 t² + b/2 t + c/4
    let m = 0;
    let from = low;
    for (let k = 0; k <= n; k++) {
      const to = k < n ? quadratic[k] : high;
      const t = monotoneRoot(0, 1, 0.75 * a, 0.5 * b, 0.25 * c, from, to, ROUGH);
      if (t === t) inner[m++] = t;
      from = to;
    }
    let count = 0;
    from = low;
    for (let k = 0; k <= m; k++) {
      const to = k < m ? inner[k] : high;
      const t = monotoneRoot(1, a, b, c, d, from, to, FINE);
      if (t === t) roots[count++] = t;
      from = to;
    }
    return count;
  }
}

/**
 * Steps that end the search, the interval's scale being 1. Extrema only part the roots: their square is what counts.
 */
const FINE = 1e-16;
const ROUGH = 1e-9;

/** The root of e t⁴ + a t³ + b t² + c t + d in [low, high], on which it is monotone; NaN if there is none. */
function monotoneRoot(
  e: number,
  a: number,
  b: number,
  c: number,
  d: number,
  low: number,
  high: number,
  close: number,
): number {
  const fLow = (((e * low + a) * low + b) * low + c) * low + d;
  const fHigh = (((e * high + a) * high + b) * high + c) * high + d;
  if (fLow === 0) return low;
  if (fLow > 0 === fHigh > 0) return Number.NaN;
  const rising = fHigh > 0;
  // Where the line between the ends crosses zero, but not so near to an end that Newton's first step is a guess.
  let t = low + (high - low) * Math.max(0.05, Math.min(0.95, fLow / (fLow - fHigh)));
  for (let i = 0; i < 80; i++) {
    const f = (((e * t + a) * t + b) * t + c) * t + d;
    if (f === 0) return t;
    if (f > 0 === rising) high = t;
    else low = t;
    const slope = ((4 * e * t + 3 * a) * t + 2 * b) * t + c;
    let next = t - f / slope;
    if (!(next > low && next < high)) {
      // Rounding may push the last step out of a bracket that has closed on it.
      if (Math.abs(next - t) <= close + 4e-16 * Math.abs(t)) return t;
      next = 0.5 * (low + high);
    }
    if (Math.abs(next - t) <= close + 4e-16 * Math.abs(t) || next === low || next === high) return next;
    t = next;
  }
  return t;
}

// Elementary functions to hundreds of bits in integer arithmetic: an oracle that shares nothing with the engine.

/**
 * Bits after the point. Enough for any double modulo π/2: 971 for the largest exponent, 200 for cancellation, 53 for
 * the result.
 */
const BITS = 1300n;
/** Once reduced, arguments need far fewer. */
const SHORT = 220n;

function arctanOfInverse(n: bigint, bits: bigint): bigint {
  let sum = 0n;
  let power = (1n << bits) / n;
  for (let k = 1n; power !== 0n; k += 4n) {
    sum += power / k;
    power /= n * n;
    sum -= power / (k + 2n);
    power /= n * n;
  }
  return sum;
}

/** π by Machin's formula, with guard bits. */
const PI = (4n * (4n * arctanOfInverse(5n, BITS + 32n) - arctanOfInverse(239n, BITS + 32n))) >> 32n;
const PI_SHORT = PI >> (BITS - SHORT);
export const LN2 = logOfRatio(2n << SHORT, SHORT);

/** Every double is an integer times a power of two: exact in fixed point (down to 2^-bits, which the tests respect). */
export function fixed(x: number, bits: bigint): bigint {
  let e = 0;
  let m = x;
  while (!Number.isInteger(m)) {
    m *= 2;
    e++;
  }
  return (BigInt(m) << bits) >> BigInt(e);
}

/** The double nearest to v·2^-bits, for comparison only: correct to half an ulp. */
export function toNumber(v: bigint, bits: bigint): number {
  const size = (v < 0n ? -v : v).toString(2).length;
  const drop = size - 64;
  const top = drop > 0 ? v >> BigInt(drop) : v;
  return Number(top) * 2 ** ((drop > 0 ? drop : 0) - Number(bits));
}

/** |computed - v·2^-bits| in units of the last place of v. */
export function ulpsOff(computed: number, v: bigint, bits: bigint): number {
  const near = toNumber(v, bits);
  const unit = unitInLastPlace(near);
  // The difference in fixed point, widened so that small results keep their digits.
  const wide = bits + 200n;
  const difference = fixed(computed, wide) - (v << 200n);
  return Math.abs(toNumber(difference, wide)) / unit;
}

export function unitInLastPlace(x: number): number {
  const a = Math.abs(x);
  if (a < 2 ** -1021) return 2 ** -1074;
  let e = Math.floor(Math.log2(a));
  if (2 ** e > a) e--;
  return 2 ** (e - 52);
}

const multiply = (a: bigint, b: bigint): bigint => (a * b) >> SHORT;

function sinSeries(x: bigint): bigint {
  const z = multiply(x, x);
  let term = x;
  let sum = x;
  for (let k = 2n; term !== 0n && term !== -1n; k += 2n) {
    term = -multiply(term, z) / (k * (k + 1n));
    sum += term;
  }
  return sum;
}

function cosSeries(x: bigint): bigint {
  const z = multiply(x, x);
  let term = 1n << SHORT;
  let sum = term;
  for (let k = 1n; term !== 0n && term !== -1n; k += 2n) {
    term = -multiply(term, z) / (k * (k + 1n));
    sum += term;
  }
  return sum;
}

/** [sin x, cos x] in fixed point with `precision` bits. */
export function sinCos(x: number): [bigint, bigint] {
  const v = fixed(x, BITS);
  const quarter = PI / 2n;
  let n = (v + quarter / 2n) / quarter;
  if (v < 0n) n = (v - quarter / 2n) / quarter;
  const r = (v - n * quarter) >> (BITS - SHORT);
  const s = sinSeries(r);
  const c = cosSeries(r);
  switch (((n % 4n) + 4n) % 4n) {
    case 0n:
      return [s, c];
    case 1n:
      return [c, -s];
    case 2n:
      return [-s, -c];
    default:
      return [-c, s];
  }
}

/** atan of the ratio y/x, x > 0, by halving the angle until the series is quick. */
function atanOfRatio(y: bigint, x: bigint): bigint {
  // t = y/x; atan t = 2 atan(t / (1 + √(1 + t²)))
  let t = (y << SHORT) / x;
  const one = 1n << SHORT;
  const halvings = 6;
  for (let k = 0; k < halvings; k++) t = (t << SHORT) / (one + squareRoot((one + multiply(t, t)) << SHORT));
  const z = multiply(t, t);
  let power = t;
  let sum = 0n;
  for (let k = 1n; power !== 0n && power !== -1n; k += 2n) {
    sum += k % 4n === 1n ? power / k : -power / k;
    power = multiply(power, z);
  }
  return sum << BigInt(halvings);
}

function squareRoot(v: bigint): bigint {
  if (v < 2n) return v;
  let x = 1n << BigInt((v.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (x + v / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

export function atan2(y: number, x: number): bigint {
  const wide = SHORT + 200n;
  const a = fixed(Math.abs(y), wide);
  const b = fixed(Math.abs(x), wide);
  const angle = a <= b ? atanOfRatio(a, b) : PI_SHORT / 2n - atanOfRatio(b, a);
  const upper = x < 0 ? PI_SHORT - angle : angle;
  return y < 0 ? -upper : upper;
}

/** acos x = atan2(√(1 - x²), x), exactly. */
export function acos(x: number): bigint {
  const one = 1n << SHORT;
  const v = fixed(x, SHORT);
  const s = squareRoot((one - v) * (one + v));
  const size = v < 0n ? -v : v;
  const angle = s <= size ? atanOfRatio(s, size) : PI_SHORT / 2n - atanOfRatio(size, s);
  return v < 0n ? PI_SHORT - angle : angle;
}

export const asin = (x: number): bigint => PI_SHORT / 2n - acos(x);

/** exp x for |x| ≤ 60, as fixed point. */
export function exp(x: number): bigint {
  const v = fixed(x, SHORT + 100n);
  const wide = SHORT + 100n;
  let term = 1n << wide;
  let sum = term;
  const r = v >> 8n; // exp(x) = exp(x/256)^256
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    term = ((term * r) >> wide) / k;
    sum += term;
  }
  for (let k = 0; k < 8; k++) sum = (sum * sum) >> wide;
  return sum >> 100n;
}

/** ln of v/2^bits = 2 artanh((v-1)/(v+1)), for v not far from 1. */
function logOfRatio(v: bigint, bits: bigint): bigint {
  const one = 1n << bits;
  const t = ((v - one) << bits) / (v + one);
  const z = (t * t) >> bits;
  let power = t;
  let sum = 0n;
  for (let k = 1n; power !== 0n && power !== -1n; k += 2n) {
    sum += power / k;
    power = (power * z) >> bits;
  }
  return 2n * sum;
}

export function log(x: number): bigint {
  let e = Math.floor(Math.log2(x));
  let m = x;
  // Powers of two in two steps, since 2^-1074 has no reciprocal.
  m = e > 0 ? x / 2 ** e : x * 2 ** -Math.max(e, -1000) * 2 ** Math.max(0, -e - 1000);
  if (m > 1.5) {
    m /= 2;
    e++;
  }
  return logOfRatio(fixed(m, SHORT), SHORT) + BigInt(e) * LN2;
}

export { SHORT as PRECISION };

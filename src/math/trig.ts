// Elementary functions whose bits do not depend on the JavaScript engine.
//
// ECMAScript leaves Math.sin and its relatives "implementation-approximated", so two browsers may differ in the
// last bit and a simulation then diverges. Everything here uses only + - * / and sqrt, which IEEE 754 fixes.
// Coefficients and reductions follow Sun's fdlibm (public domain). Errors: sin, cos, atan, atan2, exp, log below 1 ulp;
// tan, asin, acos, which are made of them, below 3 ulp. Beyond 2^20·π/2 angles are reduced in integers, exactly and
// slowly, with allocations: no simulation that makes sense gets there. Verified in test/math/trig.test.ts.

const TWO_OVER_PI = 6.36619772367581382433e-1;
const PIO2_1 = 1.57079632673412561417; // first 33 bits of π/2
const PIO2_2 = 6.0771005063039659766e-11; // next 33 bits
const PIO2_2T = 2.02226624879595063154e-21;
export const PI = 3.141592653589793;
const PIO2_HI = 1.570796326794896558;
const PIO2_LO = 6.12323399573676603587e-17;

function kernelSin(x: number, y: number): number {
  const z = x * x;
  const r =
    8.33333333332248946124e-3 +
    z *
      (-1.98412698298579493134e-4 +
        z * (2.75573137070700676789e-6 + z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  const v = z * x;
  return x - (z * (0.5 * y - v * r) - y - v * -1.66666666666666324348e-1);
}

function kernelCos(x: number, y: number): number {
  const z = x * x;
  const r =
    z *
    (4.16666666666666019037e-2 +
      z *
        (-1.38888888888741095749e-3 +
          z *
            (2.48015872894767294178e-5 +
              z * (-2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11)))));
  const hz = 0.5 * z;
  const w = 1 - hz;
  return w + (1 - w - hz + (z * r - x * y));
}

/** 2^20·π/2: up to here whole quarter turns times the parts of π/2 are exact. */
const LARGEST_QUICK = 1647099;
/** acot(n)·2^1400 for a whole n, by its series. */
function acotScaled(n: bigint): bigint {
  let term = (1n << 1400n) / n;
  let sum = term;
  for (let k = 3n; term !== 0n; k += 2n) {
    term /= -n * n;
    sum += term / k;
  }
  return sum;
}

/** sin(x + quarters·π/2) for finite |x| > LARGEST_QUICK. */
function sinOfHuge(x: number, quarters: number): number {
  let mantissa = x < 0 ? -x : x;
  let exponent = 0;
  for (; mantissa < 4503599627370496; exponent--) mantissa *= 2;
  for (; mantissa >= 9007199254740992; exponent++) mantissa *= 0.5;
  const pi = 16n * acotScaled(5n) - 4n * acotScaled(239n); // Machin 1706
  // |x|·2/π with 256 bits after the point: no double comes closer than 2^-62 or so to a whole number of quarter turns.
  const turns = (BigInt(mantissa) * ((1n << 2681n) / pi)) >> BigInt(1024 - exponent);
  const whole = (turns + (1n << 255n)) >> 256n;
  const rest = ((turns - (whole << 256n)) * (pi >> 1145n)) >> 256n;
  const head = Number(rest);
  const tail = Number(rest - BigInt(head)) * 2 ** -256;
  const sign = x < 0 ? -1 : 1;
  const n = sign * Number(whole & 3n) + quarters;
  return sinOfReduced(n, sign * head * 2 ** -256, sign * tail);
}

/** sin(n·π/2 + head + tail). */
function sinOfReduced(n: number, head: number, tail: number): number {
  switch (n & 3) {
    case 0:
      return kernelSin(head, tail);
    case 1:
      return kernelCos(head, tail);
    case 2:
      return -kernelSin(head, tail);
    default:
      return -kernelCos(head, tail);
  }
}

function quadrantOf(x: number): number {
  return Math.floor(x * TWO_OVER_PI + 0.5);
}

/** Remainder of x after n quarter turns, as the head of a double-double; tail(…) gives its low part. */
function reducedHead(x: number, n: number): number {
  return x - n * PIO2_1 - n * PIO2_2 - n * PIO2_2T;
}

function reducedTail(x: number, n: number, head: number): number {
  const r = x - n * PIO2_1;
  const w = n * PIO2_2;
  const t = r - w;
  return t - head + (r - t - w) - n * PIO2_2T;
}

export function sin(x: number): number {
  if (x <= 0.7853981633974483 && x >= -0.7853981633974483) return kernelSin(x, 0);
  if (!(x <= LARGEST_QUICK && x >= -LARGEST_QUICK)) return x - x === 0 ? sinOfHuge(x, 0) : Number.NaN;
  const n = quadrantOf(x);
  const head = reducedHead(x, n);
  return sinOfReduced(n, head, reducedTail(x, n, head));
}

export function cos(x: number): number {
  if (x <= 0.7853981633974483 && x >= -0.7853981633974483) return kernelCos(x, 0);
  if (!(x <= LARGEST_QUICK && x >= -LARGEST_QUICK)) return x - x === 0 ? sinOfHuge(x, 1) : Number.NaN;
  const n = quadrantOf(x);
  const head = reducedHead(x, n);
  return sinOfReduced(n + 1, head, reducedTail(x, n, head));
}

/** The cosines or sines of n angles, evenly spaced around the circle from 0 on. */
export function around(n: number, of: (angle: number) => number): Float64Array {
  return Float64Array.from({ length: n }, (_, k) => of((2 * PI * k) / n));
}

export function tan(x: number): number {
  return sin(x) / cos(x);
}

const ATAN_HI = [4.63647609000806093515e-1, 7.85398163397448278999e-1, 9.82793723247329054082e-1, 1.570796326794896558];
const ATAN_LO = [
  2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17, 6.12323399573676603587e-17,
];

export function atan(x: number): number {
  if (x !== x || x === 0) return x; // -0 too
  const a = x < 0 ? -x : x;
  if (a >= 1e19) return x > 0 ? PIO2_HI + PIO2_LO : -(PIO2_HI + PIO2_LO);
  let id = -1;
  let t = a;
  if (a >= 0.4375) {
    if (a < 1.1875) {
      if (a < 0.6875) {
        id = 0;
        t = (2 * a - 1) / (2 + a);
      } else {
        id = 1;
        t = (a - 1) / (a + 1);
      }
    } else if (a < 2.4375) {
      id = 2;
      t = (a - 1.5) / (1 + 1.5 * a);
    } else {
      id = 3;
      t = -1 / a;
    }
  }
  const z = t * t;
  const w = z * z;
  const s1 =
    z *
    (3.33333333333329318027e-1 +
      w *
        (1.42857142725034663711e-1 +
          w *
            (9.09088713343650656196e-2 +
              w * (6.66107313738753120669e-2 + w * (4.97687799461593236017e-2 + w * 1.62858201153657823623e-2)))));
  const s2 =
    w *
    (-1.99999999998764832476e-1 +
      w *
        (-1.1111110405462355788e-1 +
          w * (-7.69187620504482999495e-2 + w * (-5.83357013379057348645e-2 + w * -3.6531572744216915527e-2))));
  const r = id < 0 ? t - t * (s1 + s2) : ATAN_HI[id]! - (t * (s1 + s2) - ATAN_LO[id]! - t);
  return x < 0 ? -r : r;
}

export function atan2(y: number, x: number): number {
  if (x !== x || y !== y) return Number.NaN;
  if (y === 0) return x > 0 || (x === 0 && 1 / x > 0) ? y : 1 / y > 0 ? PI : -PI;
  if (x === 0) return y > 0 ? PIO2_HI : -PIO2_HI;
  if (x === Infinity || x === -Infinity) {
    const infiniteY = y === Infinity || y === -Infinity;
    const base = x > 0 ? (infiniteY ? PI / 4 : 0) : infiniteY ? (3 * PI) / 4 : PI;
    return y > 0 ? base : -base;
  }
  const ratio = y / x;
  // Upright to the last bit on either side, infinite y included.
  if (ratio >= 1e19 || ratio <= -1e19) return y > 0 ? PIO2_HI : -PIO2_HI;
  const a = atan(ratio < 0 ? -ratio : ratio);
  if (x > 0) return y > 0 ? a : -a;
  const b = PI - (a - 1.2246467991473531772e-16);
  return y > 0 ? b : -b;
}

export function asin(x: number): number {
  return atan2(x, Math.sqrt((1 - x) * (1 + x)));
}

export function acos(x: number): number {
  return atan2(Math.sqrt((1 - x) * (1 + x)), x);
}

const LN2_HI = 6.9314718036912381649e-1;
const LN2_LO = 1.90821492927058770002e-10;

export function exp(x: number): number {
  if (x !== x) return x;
  if (x > 709.782712893384) return Infinity;
  if (x < -745.1332191019411) return 0;
  const k = Math.floor(x * 1.442695040888963387 + 0.5);
  const hi = x - k * LN2_HI;
  const lo = k * LN2_LO;
  const r = hi - lo;
  const t = r * r;
  const c =
    r -
    t *
      (1.66666666666666019037e-1 +
        t *
          (-2.77777777770155933842e-3 +
            t * (6.61375632143793436117e-5 + t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8))));
  const y = 1 - (lo - (r * c) / (2 - c) - hi);
  return scaleByPowerOfTwo(y, k);
}

function scaleByPowerOfTwo(y: number, k: number): number {
  // Powers of two are exact by repeated squaring, and at most the last product rounds (subnormal results).
  const half = k < 0 ? Math.ceil(k / 2) : Math.floor(k / 2);
  return y * powerOfTwo(half) * powerOfTwo(k - half);
}

function powerOfTwo(k: number): number {
  let base = k < 0 ? 0.5 : 2;
  let n = k < 0 ? -k : k;
  let result = 1;
  while (n > 0) {
    if (n & 1) result *= base;
    base *= base;
    n >>= 1;
  }
  return result;
}

export function log(x: number): number {
  if (x !== x || x < 0) return Number.NaN;
  if (x === 0) return -Infinity;
  if (x === Infinity) return Infinity;
  let k = 0;
  let m = x;
  while (m < 2 ** -32) {
    m *= 4294967296;
    k -= 32;
  }
  while (m >= 4294967296) {
    m /= 4294967296;
    k += 32;
  }
  while (m >= 1.4142135623730951) {
    m *= 0.5;
    k++;
  }
  while (m < 0.7071067811865476) {
    m *= 2;
    k--;
  }
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const t1 = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const t2 =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  const hfsq = 0.5 * f * f;
  return k * LN2_HI - (hfsq - (s * (hfsq + t1 + t2) + k * LN2_LO) - f);
}

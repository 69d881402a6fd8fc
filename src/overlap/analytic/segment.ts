// Moments of a circular segment, and the rule by which they are summed over slices.
//
// A disc of radius r is cut by a line; what lies beyond the line spans the half-angle β (π: the whole disc). With k
// the distance from the line and z along it (α runs from 0 to β over chords of half-length r sin α):
//
//   ∫ k^j dA = r^(2+j) f_j(β),   f_j = ∫₀^β 2 sin²α (cos α - cos β)^j dα,     ∫ z² dA = r⁴ f_z(β),   f_z = ∫₀^β ⅔
//   sin⁴α dα
//
//   f_0 = β - sin 2β / 2                                    ≈ ⅔ β³
//   f_1 = ¾ sin β + sin 3β / 12 - β cos β                   ≈ 2/15 β⁵
//   f_2 = ¾ β + β cos 2β / 2 - 7/12 sin 2β - sin 4β / 48    ≈ 4/105 β⁷
//   f_z = β/4 - sin 2β / 6 + sin 4β / 48                    ≈ 2/15 β⁵
//
// and of third order, ∫ k³ dA = r⁵ f_3 and ∫ k z² dA = r⁵ f_kz:
//
//   f_3  = 5/8 sin β + 35/96 sin 3β + sin 5β / 160 - 3/2 β cos β - β cos 3β / 4    ≈ 4/315 β⁹
//   f_kz = sin β / 6 + sin 3β / 32 - sin 5β / 480 - β cos β / 4                    ≈ 2/105 β⁷
//
// The closed forms cancel for small β, where the Taylor series of the same expressions are used: a cap of any
// thinness keeps its relative accuracy. Verified in test/overlap/analytic-parts.test.ts.

import { cos, sin } from '../../math/trig.js';

/** Below this half-angle the series; above it the closed forms lose at most a factor 200 (f_2). */
const SMALL = 0.7;
const SMALLER = 0.25;
const TERMS = 12;
const FEW_TERMS = 7;

/** Coefficients of β^(2n+1), n = first, first + 1, …, given as numerators over (2n+1)!. */
function series(first: number, numerator: (n: number) => number): Float64Array {
  const a = new Float64Array(TERMS);
  let factorial = 1;
  for (let n = 0; n < first + TERMS; n++) {
    if (n > 0) factorial *= 2 * n * (2 * n + 1);
    if (n >= first) a[n - first] = ((n & 1 ? -1 : 1) * numerator(n)) / factorial;
  }
  return a;
}

function power(base: number, n: number): number {
  let p = 1;
  for (let i = 0; i < n; i++) p *= base;
  return p;
}

const S0 = series(1, (n) => -power(4, n));
const S1 = series(2, (n) => 0.75 + power(9, n) / 4 - (2 * n + 1));
const S2 = series(3, (n) => ((2 * n + 1) / 2 - 7 / 6) * power(4, n) - power(16, n) / 12);
const SZ = series(2, (n) => power(16, n) / 12 - power(4, n) / 3);
const S3 = series(
  4,
  (n) => 0.625 + (35 / 32) * power(9, n) + power(25, n) / 32 - (2 * n + 1) * (1.5 + power(9, n) / 4),
);
const SKZ = series(3, (n) => 1 / 6 + (3 * power(9, n)) / 32 - power(25, n) / 96 - (2 * n + 1) / 4);

function horner(a: Float64Array, terms: number, x: number): number {
  let s = a[terms - 1];
  for (let i = terms - 2; i >= 0; i--) s = s * x + a[i];
  return s;
}

/** Offsets of what `segmentMoments` writes. */
export const SEG_0 = 0;
export const SEG_1 = 1;
export const SEG_2 = 2;
export const SEG_Z = 3;

/** f_0, f_1, f_2, f_z of the half-angle β in [0, π]. */
export function segmentMoments(out: Float64Array, beta: number): void {
  if (beta < SMALL) {
    const x = beta * beta;
    const x3 = beta * x;
    const terms = beta < SMALLER ? FEW_TERMS : TERMS;
    out[SEG_0] = x3 * horner(S0, terms, x);
    out[SEG_1] = x3 * x * horner(S1, terms, x);
    out[SEG_2] = x3 * x * x * horner(S2, terms, x);
    out[SEG_Z] = x3 * x * horner(SZ, terms, x);
    return;
  }
  const s = sin(beta);
  const c = cos(beta);
  const s3c = s * s * s * c;
  const f0 = beta - s * c;
  const first = (2 / 3) * s * s * s;
  out[SEG_0] = f0;
  out[SEG_1] = first - c * f0;
  out[SEG_2] = 0.25 * (f0 + 2 * s3c) - c * (2 * first - c * f0);
  out[SEG_Z] = 0.25 * f0 - s3c / 6;
}

/** Offsets of what `segmentThirds` writes besides. */
export const SEG_3 = 4;
export const SEG_KZ = 5;

/** f_3 and f_kz of the half-angle β in [0, π], behind what `segmentMoments` has written for the same β. */
export function segmentThirds(out: Float64Array, beta: number): void {
  if (beta < SMALL) {
    const x = beta * beta;
    const x7 = beta * x * x * x;
    const terms = beta < SMALLER ? FEW_TERMS : TERMS;
    out[SEG_3] = x7 * x * horner(S3, terms, x);
    out[SEG_KZ] = x7 * horner(SKZ, terms, x);
    return;
  }
  const s = sin(beta);
  const c = cos(beta);
  const s3 = s * s * s;
  const s5 = s3 * s * s;
  const f0 = out[SEG_0];
  // ∫ 2 sin²α (cos α - cos β)³ by the powers of cos α.
  out[SEG_3] = (2 / 3) * s3 - 0.4 * s5 - c * (0.75 * (f0 + 2 * s3 * c) - c * (2 * s3 - c * f0));
  out[SEG_KZ] = (2 / 15) * s5 - c * out[SEG_Z];
}

/** Nodes and weights of the 16-point Gauss–Legendre rule on [0, 1]. */
export const GAUSS = 16;
export const GAUSS_X = Float64Array.of(
  0.0052995325041750337,
  0.02771248846338371196,
  0.06718439880608412806,
  0.12229779582249848305,
  0.19106187779867812578,
  0.27099161117138630683,
  0.35919822461037054338,
  0.45249374508118127991,
  0.54750625491881872009,
  0.64080177538962945662,
  0.72900838882861369317,
  0.80893812220132187422,
  0.87770220417750151695,
  0.93281560119391587194,
  0.97228751153661628804,
  0.9947004674958249663,
);
const HALF_OF_WEIGHTS = [
  0.01357622970587704743, 0.03112676196932394643, 0.0475792558412463924, 0.06231448562776693603, 0.07479799440828836604,
  0.08457825969750126909, 0.09130170752246179443, 0.09472530522753424814,
];
/** The same from either end. */
export const GAUSS_W = Float64Array.of(...HALF_OF_WEIGHTS, ...HALF_OF_WEIGHTS.slice().reverse());
/** The 3-point rule on [0, 1], exact for degree 5: slices that are whole discs. */
export const GAUSS3_X = Float64Array.of(0.1127016653792583115, 0.5, 0.8872983346207416885);
export const GAUSS3_W = Float64Array.of(5 / 18, 8 / 18, 5 / 18);

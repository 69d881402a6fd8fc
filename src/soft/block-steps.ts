// Arithmetic of 3 × 3 blocks, unrolled, for the factor of block-cholesky.ts: columns that act on another, and the factor
// of a diagonal block. Verified with it in test/soft/parts.test.ts.

/** work(i) -= L(i, c) L(j, c)ᵀ for `count` entries of column c from p0 on, the first of which is in row j. */
export function subtract(l: Float64Array, p0: number, count: number, rows: Int32Array, work: Float64Array): void {
  const q = 9 * p0;
  const q0 = l[q];
  const q1 = l[q + 1];
  const q2 = l[q + 2];
  const q3 = l[q + 3];
  const q4 = l[q + 4];
  const q5 = l[q + 5];
  const q6 = l[q + 6];
  const q7 = l[q + 7];
  const q8 = l[q + 8];
  const end = p0 + count;
  for (let p = p0; p < end; p++) {
    const o = 9 * p;
    const w = 9 * rows[p];
    for (let k = 0; k < 9; k += 3) {
      const a = l[o + k];
      const b = l[o + k + 1];
      const c = l[o + k + 2];
      work[w + k] -= a * q0 + b * q1 + c * q2;
      work[w + k + 1] -= a * q3 + b * q4 + c * q5;
      work[w + k + 2] -= a * q6 + b * q7 + c * q8;
    }
  }
}

/** `subtract` for two columns with the same rows, the entries of the second from r0 on: what is loaded serves both. */
export function subtractTwo(
  l: Float64Array,
  p0: number,
  r0: number,
  count: number,
  rows: Int32Array,
  work: Float64Array,
): void {
  const q = 9 * p0;
  const q0 = l[q];
  const q1 = l[q + 1];
  const q2 = l[q + 2];
  const q3 = l[q + 3];
  const q4 = l[q + 4];
  const q5 = l[q + 5];
  const q6 = l[q + 6];
  const q7 = l[q + 7];
  const q8 = l[q + 8];
  const t = 9 * r0;
  const t0 = l[t];
  const t1 = l[t + 1];
  const t2 = l[t + 2];
  const t3 = l[t + 3];
  const t4 = l[t + 4];
  const t5 = l[t + 5];
  const t6 = l[t + 6];
  const t7 = l[t + 7];
  const t8 = l[t + 8];
  for (let n = 0; n < count; n++) {
    const o = 9 * (p0 + n);
    const u = 9 * (r0 + n);
    const w = 9 * rows[p0 + n];
    const a = l[o];
    const b = l[o + 1];
    const c = l[o + 2];
    const x = l[u];
    const y = l[u + 1];
    const z = l[u + 2];
    work[w] -= a * q0 + b * q1 + c * q2 + (x * t0 + y * t1 + z * t2);
    work[w + 1] -= a * q3 + b * q4 + c * q5 + (x * t3 + y * t4 + z * t5);
    work[w + 2] -= a * q6 + b * q7 + c * q8 + (x * t6 + y * t7 + z * t8);
    const d = l[o + 3];
    const e = l[o + 4];
    const f = l[o + 5];
    const x1 = l[u + 3];
    const y1 = l[u + 4];
    const z1 = l[u + 5];
    work[w + 3] -= d * q0 + e * q1 + f * q2 + (x1 * t0 + y1 * t1 + z1 * t2);
    work[w + 4] -= d * q3 + e * q4 + f * q5 + (x1 * t3 + y1 * t4 + z1 * t5);
    work[w + 5] -= d * q6 + e * q7 + f * q8 + (x1 * t6 + y1 * t7 + z1 * t8);
    const g = l[o + 6];
    const h = l[o + 7];
    const i = l[o + 8];
    const x2 = l[u + 6];
    const y2 = l[u + 7];
    const z2 = l[u + 8];
    work[w + 6] -= g * q0 + h * q1 + i * q2 + (x2 * t0 + y2 * t1 + z2 * t2);
    work[w + 7] -= g * q3 + h * q4 + i * q5 + (x2 * t3 + y2 * t4 + z2 * t5);
    work[w + 8] -= g * q6 + h * q7 + i * q8 + (x2 * t6 + y2 * t7 + z2 * t8);
  }
}

/** Cholesky of one block; the diagonal is kept inverted. */
export function factorDiagonal(a: Float64Array, o: number, l: Float64Array, d: number): boolean {
  if (!(a[o] > 0)) return false;
  const l00 = 1 / Math.sqrt(a[o]);
  const l10 = a[o + 3] * l00;
  const l20 = a[o + 6] * l00;
  const d1 = a[o + 4] - l10 * l10;
  if (!(d1 > 0)) return false;
  const l11 = 1 / Math.sqrt(d1);
  const l21 = (a[o + 7] - l20 * l10) * l11;
  const d2 = a[o + 8] - l20 * l20 - l21 * l21;
  if (!(d2 > 0)) return false;
  l[d] = l00;
  l[d + 1] = l[d + 2] = l[d + 5] = 0;
  l[d + 3] = l10;
  l[d + 4] = l11;
  l[d + 6] = l20;
  l[d + 7] = l21;
  l[d + 8] = 1 / Math.sqrt(d2);
  return true;
}

/** L(i, j) = work(i) L(j, j)⁻ᵀ. */
export function divide(work: Float64Array, w: number, l: Float64Array, d: number, o: number): void {
  for (let k = 0; k < 9; k += 3) {
    const a = work[w + k] * l[d];
    const b = (work[w + k + 1] - a * l[d + 3]) * l[d + 4];
    l[o + k] = a;
    l[o + k + 1] = b;
    l[o + k + 2] = (work[w + k + 2] - a * l[d + 6] - b * l[d + 7]) * l[d + 8];
  }
}

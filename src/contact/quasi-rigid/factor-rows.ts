// Cholesky's factor of a dense matrix.

/** Of a pivot: rounding may leave nothing where nodes nearly coincide. */
const LEAST = 1e-12;

/**
 * Cholesky's factor of the m × m matrix whose lower half is in l, by rows; its diagonal inverted. Four rows and two
 * columns at a time: six numbers that are read make eight products.
 */
export function factorRows(l: Float64Array, m: number): void {
  let i = 0;
  for (; i + 3 < m; i += 4) {
    const r0 = i * m;
    const r1 = r0 + m;
    const r2 = r1 + m;
    const r3 = r2 + m;
    for (let j = 0; j < i; j += 2) {
      const c0 = j * m;
      const c1 = c0 + m;
      let s00 = l[r0 + j];
      let s01 = l[r0 + j + 1];
      let s10 = l[r1 + j];
      let s11 = l[r1 + j + 1];
      let s20 = l[r2 + j];
      let s21 = l[r2 + j + 1];
      let s30 = l[r3 + j];
      let s31 = l[r3 + j + 1];
      for (let k = 0; k < j; k++) {
        const b0 = l[c0 + k];
        const b1 = l[c1 + k];
        const a0 = l[r0 + k];
        const a1 = l[r1 + k];
        const a2 = l[r2 + k];
        const a3 = l[r3 + k];
        s00 -= a0 * b0;
        s01 -= a0 * b1;
        s10 -= a1 * b0;
        s11 -= a1 * b1;
        s20 -= a2 * b0;
        s21 -= a2 * b1;
        s30 -= a3 * b0;
        s31 -= a3 * b1;
      }
      const d0 = l[c0 + j];
      const e = l[c1 + j];
      const d1 = l[c1 + j + 1];
      s00 *= d0;
      s10 *= d0;
      s20 *= d0;
      s30 *= d0;
      l[r0 + j] = s00;
      l[r1 + j] = s10;
      l[r2 + j] = s20;
      l[r3 + j] = s30;
      l[r0 + j + 1] = (s01 - s00 * e) * d1;
      l[r1 + j + 1] = (s11 - s10 * e) * d1;
      l[r2 + j + 1] = (s21 - s20 * e) * d1;
      l[r3 + j + 1] = (s31 - s30 * e) * d1;
    }
    for (let r = i; r < i + 4; r++) finishRow(l, m, r, i);
  }
  for (; i < m; i++) finishRow(l, m, i, 0);
}

/** Row r from column `from` on. */
function finishRow(l: Float64Array, m: number, r: number, from: number): void {
  const row = r * m;
  for (let j = from; j <= r; j++) {
    const column = j * m;
    let sum = l[row + j];
    for (let k = 0; k < j; k++) sum -= l[row + k] * l[column + k];
    l[row + j] = j === r ? 1 / Math.sqrt(sum > LEAST ? sum : LEAST) : sum * l[column + j];
  }
}

// LDLᵀ of small symmetric positive semi-definite matrices, packed by rows.
//
// A block is singular where axes are locked or constraints repeat one another. Pivots below `RANK` of their own
// diagonal are rounding, not information: the row is dropped (its multiplier becomes zero), which picks one of the
// solutions of the consistent system. No pivoting: the order of a block's rows is its order of preference.

const RANK = 1e-13;

/** Factors s (m×m at si) into f: unit lower triangle L below, 1/D on the diagonal (0 for a dropped row). */
export function factorLdl(s: Float64Array, si: number, f: Float64Array, fi: number, m: number): void {
  for (let r = 0; r < m; r++) {
    const fr = fi + r * m;
    const sr = si + r * m;
    for (let c = 0; c < r; c++) {
      const fc = fi + c * m;
      let sum = s[sr + c];
      // L_rc D_c is kept in f[fr + c] until the row is complete.
      for (let n = 0; n < c; n++) sum -= f[fr + n] * f[fc + n];
      f[fr + c] = sum;
    }
    let d = s[sr + r];
    const limit = RANK * d;
    for (let c = 0; c < r; c++) {
      const ld = f[fr + c];
      const l = ld * f[fi + c * m + c];
      d -= l * ld;
      f[fr + c] = l;
    }
    if (d > limit) {
      f[fr + r] = 1 / d;
    } else {
      f[fr + r] = 0;
      for (let c = 0; c < r; c++) f[fr + c] = 0;
    }
  }
}

/** x ← S⁻¹ x with a factor of factorLdl. */
export function solveLdl(f: Float64Array, fi: number, x: Float64Array, xi: number, m: number): void {
  if (m === 6) {
    solveSix(f, fi, x, xi);
    return;
  }
  for (let r = 1; r < m; r++) {
    let sum = x[xi + r];
    for (let c = 0; c < r; c++) sum -= f[fi + r * m + c] * x[xi + c];
    x[xi + r] = sum;
  }
  for (let r = 0; r < m; r++) x[xi + r] *= f[fi + r * m + r];
  for (let r = m - 2; r >= 0; r--) {
    let sum = x[xi + r];
    for (let c = r + 1; c < m; c++) sum -= f[fi + c * m + r] * x[xi + c];
    x[xi + r] = sum;
  }
}

/** The same of a patch, the same operations in the same order without their loops. */
function solveSix(f: Float64Array, fi: number, x: Float64Array, xi: number): void {
  const l10 = f[fi + 6];
  const l20 = f[fi + 12];
  const l21 = f[fi + 13];
  const l30 = f[fi + 18];
  const l31 = f[fi + 19];
  const l32 = f[fi + 20];
  const l40 = f[fi + 24];
  const l41 = f[fi + 25];
  const l42 = f[fi + 26];
  const l43 = f[fi + 27];
  const l50 = f[fi + 30];
  const l51 = f[fi + 31];
  const l52 = f[fi + 32];
  const l53 = f[fi + 33];
  const l54 = f[fi + 34];
  let x0 = x[xi];
  let x1 = x[xi + 1] - l10 * x0;
  let x2 = x[xi + 2] - l20 * x0 - l21 * x1;
  let x3 = x[xi + 3] - l30 * x0 - l31 * x1 - l32 * x2;
  let x4 = x[xi + 4] - l40 * x0 - l41 * x1 - l42 * x2 - l43 * x3;
  const x5 = (x[xi + 5] - l50 * x0 - l51 * x1 - l52 * x2 - l53 * x3 - l54 * x4) * f[fi + 35];
  x4 = x4 * f[fi + 28] - l54 * x5;
  x3 = x3 * f[fi + 21] - l43 * x4 - l53 * x5;
  x2 = x2 * f[fi + 14] - l32 * x3 - l42 * x4 - l52 * x5;
  x1 = x1 * f[fi + 7] - l21 * x2 - l31 * x3 - l41 * x4 - l51 * x5;
  x0 = x0 * f[fi] - l10 * x1 - l20 * x2 - l30 * x3 - l40 * x4 - l50 * x5;
  x[xi] = x0;
  x[xi + 1] = x1;
  x[xi + 2] = x2;
  x[xi + 3] = x3;
  x[xi + 4] = x4;
  x[xi + 5] = x5;
}

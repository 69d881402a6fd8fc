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

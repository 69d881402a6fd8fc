// General 3×3 matrices by rows.

/** out = A⁻¹ by cofactors; false where A is singular. `out` must not be `a`. */
export function invertMatrix(out: Float64Array, a: Float64Array): boolean {
  const c0 = a[4] * a[8] - a[5] * a[7];
  const c1 = a[5] * a[6] - a[3] * a[8];
  const c2 = a[3] * a[7] - a[4] * a[6];
  const det = a[0] * c0 + a[1] * c1 + a[2] * c2;
  if (!(Math.abs(det) > 0)) return false;
  const k = 1 / det;
  out[0] = k * c0;
  out[1] = k * (a[2] * a[7] - a[1] * a[8]);
  out[2] = k * (a[1] * a[5] - a[2] * a[4]);
  out[3] = k * c1;
  out[4] = k * (a[0] * a[8] - a[2] * a[6]);
  out[5] = k * (a[2] * a[3] - a[0] * a[5]);
  out[6] = k * c2;
  out[7] = k * (a[1] * a[6] - a[0] * a[7]);
  out[8] = k * (a[0] * a[4] - a[1] * a[3]);
  return true;
}

/** out = A B. `out` must be neither. */
export function multiplyMatrices(out: Float64Array, a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < 9; i += 3)
    for (let j = 0; j < 3; j++) out[i + j] = a[i] * b[j] + a[i + 1] * b[3 + j] + a[i + 2] * b[6 + j];
}

/** out = A x. `out` must not be `x`. */
export function transformVector(out: Float64Array, a: Float64Array, x: Float64Array): void {
  for (let i = 0; i < 3; i++) out[i] = a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2];
}

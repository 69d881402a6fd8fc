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
  const b0 = b[0];
  const b1 = b[1];
  const b2 = b[2];
  const b3 = b[3];
  const b4 = b[4];
  const b5 = b[5];
  const b6 = b[6];
  const b7 = b[7];
  const b8 = b[8];
  for (let i = 0; i < 9; i += 3) {
    const x = a[i];
    const y = a[i + 1];
    const z = a[i + 2];
    out[i] = x * b0 + y * b3 + z * b6;
    out[i + 1] = x * b1 + y * b4 + z * b7;
    out[i + 2] = x * b2 + y * b5 + z * b8;
  }
}

/** out = A x. `out` must not be `x`. */
export function transformVector(out: Float64Array, a: Float64Array, x: Float64Array): void {
  const x0 = x[0];
  const x1 = x[1];
  const x2 = x[2];
  out[0] = a[0] * x0 + a[1] * x1 + a[2] * x2;
  out[1] = a[3] * x0 + a[4] * x1 + a[5] * x2;
  out[2] = a[6] * x0 + a[7] * x1 + a[8] * x2;
}

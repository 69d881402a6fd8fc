// Symmetric 3×3 matrices packed as xx, xy, xz, yy, yz, zz.

/** out = R S Rᵀ, with R by rows at r[ri…]. `out` may be `s`. */
export function rotateSymmetric(
  out: Float64Array,
  oi: number,
  r: Float64Array,
  ri: number,
  s: Float64Array,
  si: number,
): void {
  const a = s[si];
  const b = s[si + 1];
  const c = s[si + 2];
  const d = s[si + 3];
  const e = s[si + 4];
  const f = s[si + 5];
  const r0 = r[ri];
  const r1 = r[ri + 1];
  const r2 = r[ri + 2];
  const r3 = r[ri + 3];
  const r4 = r[ri + 4];
  const r5 = r[ri + 5];
  const r6 = r[ri + 6];
  const r7 = r[ri + 7];
  const r8 = r[ri + 8];
  const t00 = r0 * a + r1 * b + r2 * c;
  const t01 = r0 * b + r1 * d + r2 * e;
  const t02 = r0 * c + r1 * e + r2 * f;
  const t10 = r3 * a + r4 * b + r5 * c;
  const t11 = r3 * b + r4 * d + r5 * e;
  const t12 = r3 * c + r4 * e + r5 * f;
  const t20 = r6 * a + r7 * b + r8 * c;
  const t21 = r6 * b + r7 * d + r8 * e;
  const t22 = r6 * c + r7 * e + r8 * f;
  out[oi] = t00 * r0 + t01 * r1 + t02 * r2;
  out[oi + 1] = t00 * r3 + t01 * r4 + t02 * r5;
  out[oi + 2] = t00 * r6 + t01 * r7 + t02 * r8;
  out[oi + 3] = t10 * r3 + t11 * r4 + t12 * r5;
  out[oi + 4] = t10 * r6 + t11 * r7 + t12 * r8;
  out[oi + 5] = t20 * r6 + t21 * r7 + t22 * r8;
}

/** out = S⁻¹; false (and zeros) where S is not positive definite to working precision. */
export function invertSymmetric(out: Float64Array, oi: number, s: Float64Array, si: number): boolean {
  const a = s[si];
  const b = s[si + 1];
  const c = s[si + 2];
  const d = s[si + 3];
  const e = s[si + 4];
  const f = s[si + 5];
  const m0 = d * f - e * e;
  const m1 = c * e - b * f;
  const m2 = b * e - c * d;
  const det = a * m0 + b * m1 + c * m2;
  if (!(det > 0) || !(a > 0)) {
    out.fill(0, oi, oi + 6);
    return false;
  }
  const k = 1 / det;
  out[oi] = m0 * k;
  out[oi + 1] = m1 * k;
  out[oi + 2] = m2 * k;
  out[oi + 3] = (a * f - c * c) * k;
  out[oi + 4] = (b * c - a * e) * k;
  out[oi + 5] = (a * d - b * b) * k;
  return true;
}

/**
 * Eigenvalues, ascending, into values[vi…vi+2] and unit eigenvectors as the rows of vectors[wi…wi+8] (right-handed).
 * Cyclic Jacobi: backward stable, and exact for diagonal input. Scale-free.
 */
export function eigenSymmetric(
  values: Float64Array,
  vi: number,
  vectors: Float64Array,
  wi: number,
  s: Float64Array,
  si: number,
): void {
  let a = s[si];
  let b = s[si + 1];
  let c = s[si + 2];
  let d = s[si + 3];
  let e = s[si + 4];
  let f = s[si + 5];
  vectors.fill(0, wi, wi + 9);
  vectors[wi] = vectors[wi + 4] = vectors[wi + 8] = 1;
  for (let sweep = 0; sweep < 12; sweep++) {
    const off = Math.abs(b) + Math.abs(c) + Math.abs(e);
    if (!(off > 1e-300) || off <= 1e-17 * (Math.abs(a) + Math.abs(d) + Math.abs(f))) break;
    if (b !== 0) {
      const t = jacobiTangent(a, d, b);
      const cs = 1 / Math.sqrt(t * t + 1);
      const sn = t * cs;
      a -= t * b;
      d += t * b;
      b = 0;
      const ec = c;
      c = cs * ec - sn * e;
      e = sn * ec + cs * e;
      turnRows(vectors, wi, wi + 3, cs, sn);
    }
    if (c !== 0) {
      const t = jacobiTangent(a, f, c);
      const cs = 1 / Math.sqrt(t * t + 1);
      const sn = t * cs;
      a -= t * c;
      f += t * c;
      c = 0;
      const eb = b;
      b = cs * eb - sn * e;
      e = sn * eb + cs * e;
      turnRows(vectors, wi, wi + 6, cs, sn);
    }
    if (e !== 0) {
      const t = jacobiTangent(d, f, e);
      const cs = 1 / Math.sqrt(t * t + 1);
      const sn = t * cs;
      d -= t * e;
      f += t * e;
      e = 0;
      const eb = b;
      b = cs * eb - sn * c;
      c = sn * eb + cs * c;
      turnRows(vectors, wi + 3, wi + 6, cs, sn);
    }
  }
  values[vi] = a;
  values[vi + 1] = d;
  values[vi + 2] = f;
  // A sorting network on three.
  for (let k = 0; k < 3; k++) {
    const i = k & 1;
    if (!(values[vi + i] > values[vi + i + 1])) continue;
    swap(values, vi + i, vi + i + 1, 1);
    // One of them negated, to stay right-handed.
    for (let m = 3 * i; m < 3 * i + 3; m++) swap(vectors, wi + m, wi + m + 3, -1);
  }
}

/** Turns the rows at v[p…] and v[q…] by the angle of cosine c and sine s. */
function turnRows(v: Float64Array, p: number, q: number, c: number, s: number): void {
  for (let k = 0; k < 3; k++) {
    const x = v[p + k];
    const y = v[q + k];
    v[p + k] = c * x - s * y;
    v[q + k] = s * x + c * y;
  }
}

function swap(v: Float64Array, p: number, q: number, sign: number): void {
  const x = v[p];
  v[p] = v[q];
  v[q] = sign * x;
}

function jacobiTangent(app: number, aqq: number, apq: number): number {
  const theta = (aqq - app) / (2 * apq);
  const root = Math.sqrt(theta * theta + 1);
  return theta >= 0 ? 1 / (theta + root) : 1 / (theta - root);
}

// Symmetric 3×3 matrices packed as xx, xy, xz, yy, yz, zz.
/** out = R S Rᵀ, with R by rows at r[ri…]. `out` may be `s`. */
export function rotateSymmetric(out, oi, r, ri, s, si) {
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
export function invertSymmetric(out, oi, s, si) {
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
export function eigenSymmetric(values, vi, vectors, wi, s, si) {
  let a = s[si];
  let b = s[si + 1];
  let c = s[si + 2];
  let d = s[si + 3];
  let e = s[si + 4];
  let f = s[si + 5];
  let x0 = 1;
  let x1 = 0;
  let x2 = 0;
  let y0 = 0;
  let y1 = 1;
  let y2 = 0;
  let z0 = 0;
  let z1 = 0;
  let z2 = 1;
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
      const p0 = x0;
      const p1 = x1;
      const p2 = x2;
      x0 = cs * p0 - sn * y0;
      x1 = cs * p1 - sn * y1;
      x2 = cs * p2 - sn * y2;
      y0 = sn * p0 + cs * y0;
      y1 = sn * p1 + cs * y1;
      y2 = sn * p2 + cs * y2;
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
      const p0 = x0;
      const p1 = x1;
      const p2 = x2;
      x0 = cs * p0 - sn * z0;
      x1 = cs * p1 - sn * z1;
      x2 = cs * p2 - sn * z2;
      z0 = sn * p0 + cs * z0;
      z1 = sn * p1 + cs * z1;
      z2 = sn * p2 + cs * z2;
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
      const p0 = y0;
      const p1 = y1;
      const p2 = y2;
      y0 = cs * p0 - sn * z0;
      y1 = cs * p1 - sn * z1;
      y2 = cs * p2 - sn * z2;
      z0 = sn * p0 + cs * z0;
      z1 = sn * p1 + cs * z1;
      z2 = sn * p2 + cs * z2;
    }
  }
  // A sorting network on three, each swap negating one vector to stay right-handed.
  let t;
  if (a > d) {
    t = a;
    a = d;
    d = t;
    t = x0;
    x0 = y0;
    y0 = -t;
    t = x1;
    x1 = y1;
    y1 = -t;
    t = x2;
    x2 = y2;
    y2 = -t;
  }
  if (d > f) {
    t = d;
    d = f;
    f = t;
    t = y0;
    y0 = z0;
    z0 = -t;
    t = y1;
    y1 = z1;
    z1 = -t;
    t = y2;
    y2 = z2;
    z2 = -t;
  }
  if (a > d) {
    t = a;
    a = d;
    d = t;
    t = x0;
    x0 = y0;
    y0 = -t;
    t = x1;
    x1 = y1;
    y1 = -t;
    t = x2;
    x2 = y2;
    y2 = -t;
  }
  values[vi] = a;
  values[vi + 1] = d;
  values[vi + 2] = f;
  vectors[wi] = x0;
  vectors[wi + 1] = x1;
  vectors[wi + 2] = x2;
  vectors[wi + 3] = y0;
  vectors[wi + 4] = y1;
  vectors[wi + 5] = y2;
  vectors[wi + 6] = z0;
  vectors[wi + 7] = z1;
  vectors[wi + 8] = z2;
}
function jacobiTangent(app, aqq, apq) {
  const theta = (aqq - app) / (2 * apq);
  const root = Math.sqrt(theta * theta + 1);
  return theta >= 0 ? 1 / (theta + root) : 1 / (theta - root);
}

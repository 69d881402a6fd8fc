// Closed-form integrals over one triangle of the contact plane.
//
// S. Hasegawa, M. Sato, "Real-time Rigid Body Simulation for Haptic Interactions Based on Contact Volume of Polygonal
// Objects", Eurographics 2004, §4.5–4.6. Whatever a spring, a damper or the paper's friction puts on a triangle is
// linear in the plane's
// coordinates x = (u, w), and so is its lever arm. Two formulas carry all of Eq. 7–29, with f_i and x_i at the corners,
// f̄ and x̄ their means and S_t the triangle's area:
//
//   ∫ f dS    = S_t f̄                                       Eq. 7, 11, 15, 21, 28
//   ∫ f x dS  = S_t (3/4 f̄ x̄ + 1/12 Σ f_i x_i)              Eq. 8, 12, 16, 22, 29
//
// Eq. 22 and 29 are the case f = x: ∫ |x|² dS = S_t/6 Σ_{i≤j} x_i·x_j. What the paper prints otherwise, and why it
// cannot be meant, is listed in docs/theory/penalty.md.
//
// Symbols: u, w (m), any frame with u × w = n; f of any unit. Triangles counter-clockwise seen from +n.
// Verified by quadrature on random triangles in test/contact/penalty-integrals.test.ts.

/** Area, ∫u, ∫w, ∫uu, ∫uw, ∫ww. */
export const FOOTPRINT = 6;

/**
 * Adds the moments of the triangle of points a, b, c (pairs in xy) to acc[o…]: the footprint of static springs and
 * dampers.
 */
export function addFootprint(acc: Float64Array, o: number, xy: Float64Array, a: number, b: number, c: number): void {
  const au = xy[2 * a];
  const aw = xy[2 * a + 1];
  const bu = xy[2 * b];
  const bw = xy[2 * b + 1];
  const cu = xy[2 * c];
  const cw = xy[2 * c + 1];
  const area = 0.5 * ((bu - au) * (cw - aw) - (bw - aw) * (cu - au));
  const su = au + bu + cu;
  const sw = aw + bw + cw;
  const k = area / 12;
  acc[o] += area;
  acc[o + 1] += (area / 3) * su;
  acc[o + 2] += (area / 3) * sw;
  acc[o + 3] += k * (su * su + au * au + bu * bu + cu * cu);
  acc[o + 4] += k * (su * sw + au * aw + bu * bw + cu * cw);
  acc[o + 5] += k * (sw * sw + aw * aw + bw * bw + cw * cw);
}

/** Adds ∫f, ∫f u, ∫f w of the linear f with the values f[a], f[b], f[c] at the corners: Eq. 7 and 8, 11 and 12. */
export function addLinear(
  acc: Float64Array,
  o: number,
  xy: Float64Array,
  f: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  const au = xy[2 * a];
  const aw = xy[2 * a + 1];
  const bu = xy[2 * b];
  const bw = xy[2 * b + 1];
  const cu = xy[2 * c];
  const cw = xy[2 * c + 1];
  const area = 0.5 * ((bu - au) * (cw - aw) - (bw - aw) * (cu - au));
  const sum = f[a] + f[b] + f[c];
  const k = area / 12;
  acc[o] += 4 * k * sum;
  acc[o + 1] += k * (sum * (au + bu + cu) + f[a] * au + f[b] * bu + f[c] * cu);
  acc[o + 2] += k * (sum * (aw + bw + cw) + f[a] * aw + f[b] * bw + f[c] * cw);
}

/**
 * ∫f² of the linear f with the values f[a], f[b], f[c] at the corners: twice the energy of springs of unit stiffness.
 */
export function squareOver(xy: Float64Array, f: Float64Array, a: number, b: number, c: number): number {
  const u = xy[2 * a];
  const w = xy[2 * a + 1];
  const area = 0.5 * ((xy[2 * b] - u) * (xy[2 * c + 1] - w) - (xy[2 * b + 1] - w) * (xy[2 * c] - u));
  const sum = f[a] + f[b] + f[c];
  return (area / 12) * (sum * sum + f[a] * f[a] + f[b] * f[b] + f[c] * f[c]);
}

/**
 * Friction of unit coefficient under the pressures p at the corners, for the slip (vu, vw, ω) at the frame's origin, as
 * the paper
 * interpolates it from the corners (Eq. 14–17, with S_c divided out once). Adds the dissipation rate ∫p|v|, and minus
 * force
 * (u, w) and torque on A to acc[o…]: as `evaluateSlip` of patch/slip.ts has them exactly.
 */
export function addCornerFriction(
  acc: Float64Array,
  o: number,
  xy: Float64Array,
  p: Float64Array,
  a: number,
  b: number,
  c: number,
  slip: Float64Array,
): void {
  const u0 = xy[2 * a];
  const w0 = xy[2 * a + 1];
  const area = 0.5 * ((xy[2 * b] - u0) * (xy[2 * c + 1] - w0) - (xy[2 * b + 1] - w0) * (xy[2 * c] - u0));
  let power = 0;
  let fu = 0;
  let fw = 0;
  let su = 0;
  let sw = 0;
  let turn = 0;
  for (let k = 0; k < 3; k++) {
    const i = k === 0 ? a : k === 1 ? b : c;
    const u = xy[2 * i];
    const w = xy[2 * i + 1];
    const vu = slip[0] - slip[2] * w;
    const vw = slip[1] + slip[2] * u;
    const v = Math.sqrt(vu * vu + vw * vw);
    const f = v > 0 ? p[i] / v : 0;
    power += p[i] * v;
    fu += f * vu;
    fw += f * vw;
    su += u;
    sw += w;
    turn += f * (u * vw - w * vu);
  }
  acc[o] += (area / 3) * power;
  acc[o + 1] += (area / 3) * fu;
  acc[o + 2] += (area / 3) * fw;
  acc[o + 3] += (area / 12) * (su * fw - sw * fu + turn);
}

/**
 * Wrench on A of springs or dampers spread over a footprint with moments m[mi…], whose density at x is -(Q + q n×x):
 * force
 * (u, w) and torque about the frame's origin into out[oi…] (Eq. 23, 24, 28, 29 with p×r instead of r×p).
 */
export function spreadWrench(
  out: Float64Array,
  oi: number,
  m: Float64Array,
  mi: number,
  qu: number,
  qw: number,
  q: number,
): void {
  out[oi] = -(qu * m[mi] - q * m[mi + 2]);
  out[oi + 1] = -(qw * m[mi] + q * m[mi + 1]);
  out[oi + 2] = -(m[mi + 1] * qw - m[mi + 2] * qu + q * (m[mi + 3] + m[mi + 5]));
}

/** ∫|Q + q n×x|² over a footprint. */
export function spreadSquare(m: Float64Array, mi: number, qu: number, qw: number, q: number): number {
  const mixed = qw * m[mi + 1] - qu * m[mi + 2];
  return (qu * qu + qw * qw) * m[mi] + 2 * q * mixed + q * q * (m[mi + 3] + m[mi + 5]);
}

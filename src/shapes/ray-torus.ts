// Where a line first meets a torus.
//
// With the line re-rooted at its point nearest to the centre, and u the arc length along it in units of the ring's
// radius, the torus is the quartic (|p|² + 1 - ρ²)² = 4 (x² + z²), ρ the tube in the same unit, negative inside. Its
// roots are separated by those of its derivative, these by those of the second derivative, which is a quadratic:
// between neighbours a polynomial is monotone and a bracketed Newton iteration cannot miss. At last
// the root is polished on the distance to the ring, whose slope does not shrink with the tube as the quartic's does.
// Lines that touch without entering are misses. Verified in test/shapes/ray.test.ts.

/** The part of a RayHit that is written here. */
interface NormalOut {
  readonly normal: Float64Array;
}

/** The ray must start outside. Returns t or -1. */
export function castRayTorus(
  radius: number,
  tube: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxT: number,
  hit: NormalOut,
): number {
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const ex = dx / length;
  const ey = dy / length;
  const ez = dz / length;
  const k = 1 / radius;
  const near = -(ox * ex + oy * ey + oz * ez);
  const px = (ox + near * ex) * k;
  const py = (oy + near * ey) * k;
  const pz = (oz + near * ez) * k;
  const rho = tube * k;
  // The stretch inside the ball around the torus, no earlier than the ray's start.
  const rest = (1 + rho) * (1 + rho) - (px * px + py * py + pz * pz);
  if (!(rest > 0)) return -1;
  const reach = Math.sqrt(rest) * (1 + 1e-12);
  const from = Math.max(-reach, -near * k);
  const to = Math.min(reach, (maxT * length - near) * k);
  if (!(from < to)) return -1;
  // (u² + m)² - 4 (e u² + 2 f u + g), u measured from the nearest point, so that |p|² has no linear term.
  const m = px * px + py * py + pz * pz + 1 - rho * rho;
  const e = ex * ex + ez * ez;
  const f = px * ex + pz * ez;
  const g = px * px + pz * pz;
  const c2 = 2 * m - 4 * e;
  const c1 = -8 * f;
  const c0 = m * m - 4 * g;
  // Second derivative 12 u² + 2 c2: at most two roots, symmetric.
  const turn = c2 < 0 ? Math.sqrt(-c2 / 6) : -1;
  let previous = from;
  let value = quartic(c2, c1, c0, from);
  // A ray that starts on the surface, and by rounding within it, meets it at once.
  if (value < 0) return finish(hit, radius, tube, px, py, pz, ex, ey, ez, from, near, length, maxT);
  for (let piece = 0; piece < 3; piece++) {
    // Ends of the pieces on which the derivative is monotone.
    const low = piece === 0 ? from : piece === 1 ? clamp(-turn, from, to) : clamp(turn, from, to);
    const high = piece === 0 ? (turn >= 0 ? clamp(-turn, from, to) : to) : piece === 1 ? clamp(turn, from, to) : to;
    if (turn < 0 && piece > 0) break;
    if (!(low < high)) continue;
    const slopeLow = slope(c2, c1, low);
    const slopeHigh = slope(c2, c1, high);
    for (let half = 0; half < 2; half++) {
      // Up to the derivative's root, then up to the end of the piece.
      let end = high;
      if (half === 0) {
        if (!(slopeLow < 0 !== slopeHigh < 0)) continue;
        end = solveSlope(c2, c1, low, high, slopeLow < 0);
      }
      const next = quartic(c2, c1, c0, end);
      if (value >= 0 && next < 0) {
        const u = solveQuartic(c2, c1, c0, previous, end);
        return finish(hit, radius, tube, px, py, pz, ex, ey, ez, u, near, length, maxT);
      }
      previous = end;
      value = next;
    }
  }
  return -1;
}

const quartic = (c2: number, c1: number, c0: number, u: number): number => ((u * u + c2) * u + c1) * u + c0;
const slope = (c2: number, c1: number, u: number): number => (4 * u * u + 2 * c2) * u + c1;
const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

/** Root of the derivative in a bracket on which it is monotone. */
function solveSlope(c2: number, c1: number, low: number, high: number, rising: boolean): number {
  let u = 0.5 * (low + high);
  for (let i = 0; i < 80; i++) {
    const s = slope(c2, c1, u);
    if (s < 0 === rising) low = u;
    else high = u;
    let next = u - s / (12 * u * u + 2 * c2);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (Math.abs(next - u) <= 1e-15 || next === u) return next;
    u = next;
  }
  return u;
}

/** Root of the quartic in a bracket on which it falls from ≥ 0 to < 0. */
function solveQuartic(c2: number, c1: number, c0: number, low: number, high: number): number {
  let u = 0.5 * (low + high);
  for (let i = 0; i < 80; i++) {
    const q = quartic(c2, c1, c0, u);
    if (q >= 0) low = u;
    else high = u;
    let next = u - q / slope(c2, c1, u);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (Math.abs(next - u) <= 1e-15 || next === u) return next;
    u = next;
  }
  return u;
}

function finish(
  hit: NormalOut,
  radius: number,
  tube: number,
  px: number,
  py: number,
  pz: number,
  ex: number,
  ey: number,
  ez: number,
  u: number,
  near: number,
  length: number,
  maxT: number,
): number {
  const rho = tube / radius;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let pass = 0; pass < 3; pass++) {
    const x = px + u * ex;
    const y = py + u * ey;
    const z = pz + u * ez;
    const ring = Math.sqrt(x * x + z * z);
    const out = 1 - 1 / ring;
    const distance = Math.sqrt((ring - 1) * (ring - 1) + y * y);
    nx = (x * out) / distance;
    ny = y / distance;
    nz = (z * out) / distance;
    if (pass === 2) break;
    const rate = nx * ex + ny * ey + nz * ez;
    // A Newton step is of use only where the line is not nearly tangent.
    const step = (distance - rho) / rate;
    if (rate < -1e-4 && Math.abs(step) < 1e-6) u -= step;
  }
  const t = (u * radius + near) / length;
  if (t > maxT) return -1;
  hit.normal[0] = nx;
  hit.normal[1] = ny;
  hit.normal[2] = nz;
  return Math.max(0, t);
}

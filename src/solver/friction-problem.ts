// A frictional contact problem without bodies: find reactions r and velocities u with
//     u = W r + q,   K_i ∋ r_i ⊥ u_i + μ_i |u_t,i| n ∈ K_i*,   K_i = { |r_t| ≤ μ_i r_n },
// and how well an answer solves it: Coulomb's law as Acary and Brogliato write it (2008, §3.9), normal component first.
//
// Contacts are kept with three components. A plane problem gets a third of its own, with the diagonal of its tangent
// and coupled to nothing: it stays zero, and there is one code for both.

export interface FrictionProblem {
  /** Components of a contact in the file: 2 or 3. */
  dimension: number;
  contacts: number;
  /** W by 3×3 blocks, row by row: those of contact i are start[i] … start[i+1], ascending in column. */
  start: Int32Array;
  column: Int32Array;
  blocks: Float64Array;
  /** Three numbers a contact. */
  q: Float64Array;
  mu: Float64Array;
}

/** u = W r + q. */
export function velocities(problem: FrictionProblem, r: Float64Array, u: Float64Array): void {
  const { contacts, q } = problem;
  for (let i = 0; i < contacts; i++) {
    u[3 * i] = q[3 * i];
    u[3 * i + 1] = q[3 * i + 1];
    u[3 * i + 2] = q[3 * i + 2];
    addRow(problem, i, r, u);
  }
}

/** u_i += Σ_j W_ij r_j. */
export function addRow(problem: FrictionProblem, i: number, r: Float64Array, u: Float64Array): void {
  const { start, column, blocks } = problem;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let n = start[i]; n < start[i + 1]; n++) {
    const j = 3 * column[n];
    const b = 9 * n;
    const r0 = r[j];
    const r1 = r[j + 1];
    const r2 = r[j + 2];
    x += blocks[b] * r0 + blocks[b + 1] * r1 + blocks[b + 2] * r2;
    y += blocks[b + 3] * r0 + blocks[b + 4] * r1 + blocks[b + 5] * r2;
    z += blocks[b + 6] * r0 + blocks[b + 7] * r1 + blocks[b + 8] * r2;
  }
  u[3 * i] += x;
  u[3 * i + 1] += y;
  u[3 * i + 2] += z;
}

/** |r - P_K(r - u - μ|u_t| n)|₂ / |q|₂ with u = W r + q (not divided where q is zero). */
export function naturalMapError(problem: FrictionProblem, r: Float64Array): number {
  const { contacts, mu, q } = problem;
  const u = new Float64Array(3 * contacts);
  velocities(problem, r, u);
  let sum = 0;
  let scale = 0;
  for (let k = 0; k < q.length; k++) scale += q[k] * q[k];
  for (let i = 0; i < contacts; i++) {
    const k = 3 * i;
    const slip = Math.sqrt(u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]);
    const n = r[k] - u[k] - mu[i] * slip;
    const a = r[k + 1] - u[k + 1];
    const b = r[k + 2] - u[k + 2];
    const t = Math.sqrt(a * a + b * b);
    let pn = n;
    let share = 1;
    if (t > mu[i] * n) {
      // Outside: on the cone's side, or at its tip where the polar cone holds the point.
      pn = mu[i] * t <= -n ? 0 : (n + mu[i] * t) / (1 + mu[i] * mu[i]);
      share = t > 0 ? (mu[i] * pn) / t : 0;
    }
    const dn = r[k] - pn;
    const da = r[k + 1] - share * a;
    const db = r[k + 2] - share * b;
    sum += dn * dn + da * da + db * db;
  }
  return scale > 0 ? Math.sqrt(sum / scale) : Math.sqrt(sum);
}

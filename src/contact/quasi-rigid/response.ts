// How a surface gives way: displacements at nodes from forces at nodes.
//
// M. Pauly, D. K. Pai, L. J. Guibas, "Quasi-rigid objects in contact", SCA 2004, §3.1 and §3.2.
//
//   u_i = 1/(πE*) Σ_j G_ij f_j        (eq. 1, 2, 7; (1-ν)/(2πG) of the paper is 1/(πE*) of one body)
//   f_j   force on node j (N), u_i normal displacement (m), A_j area of a node (m²)
//   1/E* = (1-ν_a²)/E_a + (1-ν_b²)/E_b  (1/Pa): both bodies at once, since they share nodes and tractions
//   G_ij (1/m), half-space:  erf(r/√(2(s_i²+s_j²)))/r,  s = √A/2π;  G_ii = 2√(π/A)
//   G_ij (1/m), volume:      f(r) = (1/r - √(π/2)/σ) exp(-r²/2σ²), which satisfies eq. 3 (∫ f r dr = 0), smoothed
//                            by the Gaussians of both nodes, s = √A/4
//
// Where we deviate: the paper collocates with normalised Gaussians whose width it does not give (eq. 6, 8), and that
// width decides everything: at one spacing nodal pressures are off by up to 100 times. Here every node is a blob of
// charge of its own area's size, and G_ij the energy of two blobs: a Gram matrix, hence symmetric and positive definite
// whatever the nodes are, so that the complementarity problem has exactly one solution. For the half-space blobs are
// Gaussians in space, whose energy is closed; for the volume-preserving kernel Gaussians in the plane: its transform is
// positive there, and not in space. G_ii is within 0.6 % of a uniform square's own displacement.
// An elongated cell is a row of `long` equal blobs, and its entry their mean: B G Bᵀ, positive definite too.
// Simplification: displacements along the normal only; what a normal force does sideways ((1-2ν)/(2-2ν) of it at most)
// is left out, as in the paper. Consequence: none for the normal contact of equal or rigid partners, some per cent for
// unequal ones. Verified in test/contact/quasi-rigid/response.test.ts.

import { erf, i0e } from '../../math/special.js';
import { exp, PI } from '../../math/trig.js';

/**
 * Entry of G for two nodes of areas ai and aj (m²) whose distance squared is rr (m²). Positive definite over any nodes.
 */
export type Response = (rr: number, ai: number, aj: number) => number;

const TWO_OVER_ROOT_PI = 2 / Math.sqrt(PI);
const ROOT_HALF_PI = Math.sqrt(PI / 2);

/** Boussinesq's half-space. */
export const halfSpaceResponse: Response = (rr, ai, aj) => {
  const ss = (ai + aj) / (2 * PI * PI);
  const xx = rr / ss;
  if (xx > 36) return 1 / Math.sqrt(rr);
  // Below, erf is its tangent to the last bit.
  if (xx < 1e-16) return TWO_OVER_ROOT_PI / Math.sqrt(ss);
  return erf(Math.sqrt(xx)) / Math.sqrt(rr);
};

/** The kernel that keeps the volume, of width σ (m). */
export function volumeResponse(sigma: number): Response {
  const vv = sigma * sigma;
  return (rr, ai, aj) => {
    const ss = (ai + aj) / 16;
    const share = vv / (vv + ss);
    const tt = share * ss;
    const faded = share * exp((-0.5 * rr) / (vv + ss));
    return faded * ROOT_HALF_PI * (i0e((0.25 * rr * share * share) / tt) / Math.sqrt(tt) - 1 / sigma);
  };
}

/** Modulus of two bodies pressed together (Pa), from E and ν of each; E = Infinity: rigid. */
export function contactModulus(youngA: number, poissonA: number, youngB: number, poissonB: number): number {
  return 1 / ((1 - poissonA * poissonA) / youngA + (1 - poissonB * poissonB) / youngB);
}

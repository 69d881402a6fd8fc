// A slip record: dissipation, its gradient and its second derivatives. And the rule by which lines are integrated.

/** Offsets in a slip record: D, ∂D/∂V_u, ∂D/∂V_w, ∂D/∂ω, then ∇²D: uu, uw, uω, ww, wω, ωω. */
export const SLIP_DISSIPATION = 0;
export const SLIP_GRADIENT = 1;
export const SLIP_HESSIAN = 4;
export const SLIP_STRIDE = 10;

/** A loop: `fill` costs more than ten stores. */
export function clear(out: Float64Array, oi: number): void {
  for (let k = oi; k < oi + SLIP_STRIDE; k++) out[k] = 0;
}

// Gauss–Legendre, five points.
export const G1 = 0.5384693101056831;
export const G2 = 0.906179845938664;
export const H0 = 0.28444444444444444;
export const H1 = 0.23931433524968324;
export const H2 = 0.11846344252809454;

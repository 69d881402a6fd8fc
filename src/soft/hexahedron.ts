// The stiffness matrix of one cell of the lattice: a cube with trilinear displacements and incompatible modes.
//
// E. L. Wilson, R. L. Taylor et al., "Incompatible displacement models", 1973; R. L. Taylor, P. J. Beresford, E. L.
// Wilson, "A non-conforming element for stress analysis", 1976 (modes whose strain has no mean, so that the patch test
// holds).
//
//   u(ξ) = Σ N_i(ξ) u_i + Σ_k (1 - ξ_k²) a_k,  k = x, y, z; the nine a_k are condensed out: K = H_uu - H_ua H_aa⁻¹
//   H_au.
//   H = ∫ 2μ ε:ε + λ (tr ε)² over the *material* in the cell, which may fill it in part: quadrature points come from
//   outside.
// Symbols: ξ in [-1, 1]³ of the cell; node i at ξ = ±1 by the bits 1, 2, 4 of i for x, y, z; K in N/m, 24 × 24 by rows,
// three numbers a node, in the cell's own axes; λ and μ are Lamé's (Pa).
//
// Deviations. (1) tr ε enters by its projection on {1, ξ, η, ζ} over the material: the bilinear terms, which no mode
// can relax, are what makes the element lock near ν = ½; at ν = 0.49 two cells across bend as at ν = 0.3 (test). (2) A
// cell whose material fills a share f below a tenth of it is made as stiff as a tenth (the finite cell method's small
// stiffness of what is empty; of fuller cells what is empty has a thousandth): few samples leave modes that strain none
// of them, and a tip that bears a body's weight would be pressed through itself. Nodes of slivers, with a
// hundred-thousandth of a node's mass, otherwise whirled at 30 m/s beside a ball at rest. Consequence: tips and rims
// thinner than a tenth of a cell are too stiff.
// Verified in test/soft/solid.test.ts: patch test, rigid motion, cantilever, near-incompressible bending, slivers.

const NODES = 8;
const DOF = 24;
const MODES = 9;
const ALL = DOF + MODES;
/** Share of a full cell's stiffness that any cell has at least, and that what is empty of a cell adds. */
const LEAST = 0.1;
const EMPTY = 1e-3;

/** Points of quadrature: ξ, η, ζ and weight as a share of the whole cell's volume. */
export interface CellPoints {
  readonly count: number;
  readonly data: Float64Array;
}

export interface CellMatrix {
  /** 24 × 24 by rows (N/m). */
  readonly k: Float64Array;
  /** Mean over the material of ∂N_i/∂x (1/m): three numbers a node. */
  readonly gradient: Float64Array;
  /** Mean over the material of N_i times the fullness: shares of the cell's mass when full. */
  readonly shares: Float64Array;
  /** Share of the cell that is material. */
  readonly fullness: number;
}

/** The eight points of 2 × 2 × 2 Gauss quadrature: exact for a full cell. */
export function fullCellPoints(): CellPoints {
  const g = Math.sqrt(1 / 3);
  const data = new Float64Array(32);
  for (let i = 0; i < 8; i++) data.set([i & 1 ? g : -g, i & 2 ? g : -g, i & 4 ? g : -g, 1 / 8], 4 * i);
  return { count: 8, data };
}

export function computeCellMatrix(points: CellPoints, edge: number, young: number, poisson: number): CellMatrix {
  const cut = integrate(points, edge, young, poisson);
  const lack = Math.max(LEAST - cut.fullness, EMPTY * (1 - cut.fullness));
  if (!(lack > 1e-12)) return cut;
  const whole = integrate(fullCellPoints(), edge, young, poisson);
  for (let n = 0; n < DOF * DOF; n++) cut.k[n] += lack * whole.k[n];
  return cut;
}

function integrate(points: CellPoints, edge: number, young: number, poisson: number): CellMatrix {
  const mu = young / (2 * (1 + poisson));
  const lambda = (young * poisson) / ((1 + poisson) * (1 - 2 * poisson));
  const d = 2 / edge;
  const volume = edge * edge * edge;
  const gradient = new Float64Array(3 * NODES);
  const shares = new Float64Array(NODES);
  const mean = new Float64Array(3);
  const shape = new Float64Array(4 * NODES);
  let fullness = 0;
  for (let p = 0; p < points.count; p++) {
    const o = 4 * p;
    const w = points.data[o + 3];
    writeShape(points.data, o, shape);
    fullness += w;
    for (let i = 0; i < NODES; i++) {
      shares[i] += w * shape[4 * i];
      for (let k = 0; k < 3; k++) gradient[3 * i + k] += w * d * shape[4 * i + 1 + k];
    }
    for (let k = 0; k < 3; k++) mean[k] += w * points.data[o + k];
  }
  for (let i = 0; i < 3 * NODES; i++) gradient[i] /= fullness;
  for (let k = 0; k < 3; k++) mean[k] /= fullness;
  // Strains of all 33 unknowns at one point: xx, yy, zz, xy, yz, zx (engineering shear), and the trace.
  const strain = new Float64Array(6 * ALL);
  const trace = new Float64Array(ALL);
  const h = new Float64Array(ALL * ALL);
  const gram = new Float64Array(16);
  const t = new Float64Array(4 * ALL);
  const phi = new Float64Array(4);
  for (let p = 0; p < points.count; p++) {
    const o = 4 * p;
    const w = points.data[o + 3] * volume;
    writeShape(points.data, o, shape);
    for (let i = 0; i < NODES; i++)
      for (let c = 0; c < 3; c++)
        writeStrain(strain, trace, 3 * i + c, c, d * shape[4 * i + 1], d * shape[4 * i + 2], d * shape[4 * i + 3]);
    for (let k = 0; k < 3; k++) {
      // The mean is taken away: a constant stress then does no work on the modes.
      const slope = -2 * d * (points.data[o + k] - mean[k]);
      for (let c = 0; c < 3; c++)
        writeStrain(strain, trace, DOF + 3 * k + c, c, k === 0 ? slope : 0, k === 1 ? slope : 0, k === 2 ? slope : 0);
    }
    phi[0] = 1;
    for (let k = 0; k < 3; k++) phi[1 + k] = points.data[o + k] - mean[k];
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) gram[4 * a + b] += w * phi[a] * phi[b];
      for (let n = 0; n < ALL; n++) t[a * ALL + n] += w * phi[a] * trace[n];
    }
    for (let a = 0; a < ALL; a++) {
      for (let b = a; b < ALL; b++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += 2 * strain[6 * a + k] * strain[6 * b + k];
        for (let k = 3; k < 6; k++) sum += strain[6 * a + k] * strain[6 * b + k];
        h[a * ALL + b] += w * mu * sum;
      }
    }
  }
  // λ Tᵀ Γ⁻¹ T: modified Gram–Schmidt on the rows of T along with Γ's own.
  for (let a = 0; a < 4; a++) {
    const pivot = gram[5 * a];
    if (!(pivot > 1e-9 * gram[0])) continue;
    for (let n = 0; n < ALL; n++)
      for (let m = n; m < ALL; m++) h[n * ALL + m] += (lambda / pivot) * t[a * ALL + n] * t[a * ALL + m];
    for (let b = a + 1; b < 4; b++) {
      const f = gram[4 * b + a] / pivot;
      for (let c = a; c < 4; c++) gram[4 * b + c] -= f * gram[4 * a + c];
      for (let n = 0; n < ALL; n++) t[b * ALL + n] -= f * t[a * ALL + n];
    }
  }
  for (let a = 0; a < ALL; a++) for (let b = 0; b < a; b++) h[a * ALL + b] = h[b * ALL + a];
  // Modes go out one after the other; those that the material cannot tell apart stay out altogether.
  let stiffest = 0;
  for (let m = DOF; m < ALL; m++) stiffest = Math.max(stiffest, h[m * ALL + m]);
  for (let m = ALL - 1; m >= DOF; m--) {
    const pivot = h[m * ALL + m];
    if (!(pivot > 1e-6 * stiffest)) continue;
    for (let a = 0; a < m; a++) {
      const f = h[a * ALL + m] / pivot;
      if (f === 0) continue;
      for (let b = 0; b < m; b++) h[a * ALL + b] -= f * h[m * ALL + b];
    }
  }
  const k = new Float64Array(DOF * DOF);
  for (let a = 0; a < DOF; a++) for (let b = 0; b < DOF; b++) k[a * DOF + b] = 0.5 * (h[a * ALL + b] + h[b * ALL + a]);
  return { k, gradient, shares, fullness };
}

/** N_i and its derivatives by ξ, η, ζ: four numbers a node. */
export function writeShape(at: Float64Array, o: number, out: Float64Array): void {
  for (let i = 0; i < NODES; i++) {
    const sx = i & 1 ? 1 : -1;
    const sy = i & 2 ? 1 : -1;
    const sz = i & 4 ? 1 : -1;
    const x = 1 + sx * at[o];
    const y = 1 + sy * at[o + 1];
    const z = 1 + sz * at[o + 2];
    out[4 * i] = 0.125 * x * y * z;
    out[4 * i + 1] = 0.125 * sx * y * z;
    out[4 * i + 2] = 0.125 * sy * x * z;
    out[4 * i + 3] = 0.125 * sz * x * y;
  }
}

/** Strain of a unit of the unknown n, which moves component c with gradient (x, y, z). */
function writeStrain(
  strain: Float64Array,
  trace: Float64Array,
  n: number,
  c: number,
  x: number,
  y: number,
  z: number,
): void {
  const o = 6 * n;
  strain[o] = c === 0 ? x : 0;
  strain[o + 1] = c === 1 ? y : 0;
  strain[o + 2] = c === 2 ? z : 0;
  strain[o + 3] = c === 0 ? y : c === 1 ? x : 0;
  strain[o + 4] = c === 1 ? z : c === 2 ? y : 0;
  strain[o + 5] = c === 2 ? x : c === 0 ? z : 0;
  trace[n] = c === 0 ? x : c === 1 ? y : z;
}

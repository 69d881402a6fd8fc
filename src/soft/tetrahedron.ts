// The stiffness matrix of a linear tetrahedron: constant strain, K = V Bᵀ C B, 12 × 12 by rows (N/m). It locks near ν =
// ½ and bends stiffly (six tets a cube reach 0.51 of the right deflection with two cubes across): what a file brings is
// used as it is; the lattice of hexahedron.ts is the better element. Verified in test/soft/parts.test.ts.

export interface TetMatrix {
  readonly k: Float64Array;
  /** ∂N_i/∂x (1/m), three numbers a node. */
  readonly gradient: Float64Array;
  /** Signed: negative where the corners are in the wrong order (m³). */
  readonly volume: number;
}

/** Corners a, b, c, d at x[3·a…] and so on; positive if d lies on the side from which a, b, c runs clockwise. */
export function computeTetMatrix(
  x: Float64Array,
  nodes: ArrayLike<number>,
  at: number,
  young: number,
  poisson: number,
): TetMatrix {
  const mu = young / (2 * (1 + poisson));
  const lambda = (young * poisson) / ((1 + poisson) * (1 - 2 * poisson));
  const m = new Float64Array(9);
  for (let c = 0; c < 3; c++)
    for (let k = 0; k < 3; k++) m[3 * k + c] = x[3 * nodes[at + 1 + c] + k] - x[3 * nodes[at] + k];
  // Columns of m are the edges; rows of its inverse are the gradients of N_1 … N_3.
  const c0 = m[4] * m[8] - m[5] * m[7];
  const c1 = m[5] * m[6] - m[3] * m[8];
  const c2 = m[3] * m[7] - m[4] * m[6];
  const det = m[0] * c0 + m[1] * c1 + m[2] * c2;
  const gradient = new Float64Array(12);
  const inverse = [
    c0,
    m[2] * m[7] - m[1] * m[8],
    m[1] * m[5] - m[2] * m[4],
    c1,
    m[0] * m[8] - m[2] * m[6],
    m[2] * m[3] - m[0] * m[5],
    c2,
    m[1] * m[6] - m[0] * m[7],
    m[0] * m[4] - m[1] * m[3],
  ];
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < 3; k++) {
      const g = inverse[3 * c + k]! / det;
      gradient[3 * (c + 1) + k] = g;
      gradient[k] -= g;
    }
  }
  const volume = det / 6;
  const k = new Float64Array(144);
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      const gi = 3 * i;
      const gj = 3 * j;
      let dot = 0;
      for (let n = 0; n < 3; n++) dot += gradient[gi + n] * gradient[gj + n];
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          k[(gi + a) * 12 + gj + b] =
            volume *
            (lambda * gradient[gi + a] * gradient[gj + b] +
              mu * (gradient[gi + b] * gradient[gj + a] + (a === b ? dot : 0)));
        }
      }
    }
  }
  return { k, gradient, volume };
}

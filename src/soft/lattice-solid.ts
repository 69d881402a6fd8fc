// From a lattice to a soft solid: matrices of the elements (one for all full cells) and lumped masses.

import { type CellMatrix, computeCellMatrix } from './hexahedron.js';
import type { Lattice } from './lattice.js';
import { SoftSolid, type SolidMaterial } from './solid.js';

export function solidFromLattice(lattice: Lattice, material: SolidMaterial, density: number): SoftSolid {
  const { elementCount, pointStart, points, nodes, edge } = lattice;
  const matrices: CellMatrix[] = [];
  const matrixOf = new Int32Array(elementCount);
  // Cells with the very same points share their matrix: found by comparing with those that have as many.
  const known = new Map<number, number[]>();
  for (let e = 0; e < elementCount; e++) {
    const from = 4 * pointStart[e];
    const data = points.subarray(from, 4 * pointStart[e + 1]);
    const alike = known.get(data.length) ?? [];
    if (alike.length === 0) known.set(data.length, alike);
    let found = -1;
    for (const other of alike) {
      const o = 4 * pointStart[other];
      let same = true;
      for (let k = 0; k < data.length && same; k++) same = Math.abs(points[o + k] - data[k]) < 1e-12;
      if (same) found = matrixOf[other];
      if (same) break;
    }
    if (found < 0) {
      found = matrices.length;
      matrices.push(computeCellMatrix({ count: data.length / 4, data }, edge, material.young, material.poisson));
      if (alike.length < 64) alike.push(e);
    }
    matrixOf[e] = found;
  }
  const mass = new Float64Array(lattice.nodeCount);
  const whole = density * edge * edge * edge;
  for (let e = 0; e < elementCount; e++) {
    const { shares } = matrices[matrixOf[e]];
    for (let i = 0; i < 8; i++) mass[nodes[8 * e + i]] += whole * shares[i];
  }
  return new SoftSolid(
    lattice.rest,
    mass,
    {
      nodesEach: 8,
      count: elementCount,
      nodes,
      matrixOf,
      matrices: matrices.map((m) => m.k),
      gradients: matrices.map((m) => m.gradient),
      scale: new Float64Array(elementCount).fill(1),
    },
    material,
  );
}

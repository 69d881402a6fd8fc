// The pieces that soft solids are made of, each against mathematics.

import { describe, expect, test } from 'vitest';
import { createShape } from '../../src/shapes/create.js';
import { createMesh } from '../../src/shapes/mesh.js';
import type { ShapeDescription } from '../../src/shapes/shape.js';
import { tessellate } from '../../src/shapes/tessellate.js';
import { BlockCholesky } from '../../src/soft/block-cholesky.js';
import { dissect, type Graph } from '../../src/soft/dissection.js';
import { findInnerFaces } from '../../src/soft/inner-faces.js';
import { buildLattice, latticeSize } from '../../src/soft/lattice.js';
import { updateRotation } from '../../src/soft/rotation.js';
import { embedInLattice, refineSurface } from '../../src/soft/surface.js';
import { checkTets, parseTetFile, tetSurface } from '../../src/soft/tet-file.js';
import { computeTetMatrix } from '../../src/soft/tetrahedron.js';

let seed = 7;
const random = (): number => {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647 - 0.5;
};

const latticeOf = (shape: ShapeDescription, resolution: number, volume: number) => {
  const { positions, indices } = tessellate(createShape(shape));
  return buildLattice(positions, indices, latticeSize(positions, resolution), volume);
};

/** Nodes of a box of cells, each the neighbour of those around it. */
function boxGraph([nx, ny, nz]: readonly [number, number, number]): { graph: Graph; places: Float64Array } {
  const count = nx * ny * nz;
  const at = (i: number) => [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))] as const;
  const near = Array.from({ length: count }, (_, i) =>
    Array.from({ length: count }, (_, j) => j).filter(
      (j) => j !== i && at(i).every((x, k) => Math.abs(x - at(j)[k]!) <= 1),
    ),
  );
  const start = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) start[i + 1] = start[i]! + near[i]!.length;
  const adjacency = Int32Array.from(near.flat());
  return {
    graph: { count, start, adjacency },
    places: Float64Array.from({ length: 3 * count }, (_, n) => at(Math.floor(n / 3))[n % 3]!),
  };
}

describe('inner faces', () => {
  const facesOf = (second: object) => {
    const shape = { type: 'compound', parts: [{ shape: { type: 'box', size: [1, 0.3, 0.3] } }, second] };
    const { positions, indices } = tessellate(createShape(shape as unknown as ShapeDescription));
    const fine = refineSurface(positions, indices, 0.1);
    return { ...fine, inner: findInnerFaces(fine.positions, fine.indices) };
  };
  test('parts that lie apart have none', () => {
    expect(facesOf({ shape: { type: 'sphere', radius: 0.2 }, position: [0, 0.4, 0] }).inner).toBe(null);
  });
  test.each([
    ['crossing', { shape: { type: 'box', size: [0.3, 0.3, 1] } }],
    ['crossing, with no face in a plane of the other', { shape: { type: 'box', size: [0.33, 0.25, 1] } }],
    ['face to face', { shape: { type: 'box', size: [0.3, 0.3, 0.3] }, position: [0, 0.3, 0] }],
  ])('%s: what is left has no face in the other part', (_, second) => {
    const { positions, indices, inner } = facesOf(second);
    const size = (second as { shape: { size: number[] } }).shape.size;
    const [, up] = (second as { position?: number[] }).position ?? [0, 0, 0];
    const within = (p: number[], [x, y, z]: number[], y0: number): boolean =>
      Math.abs(p[0]!) < x! / 2 && Math.abs(p[1]! - y0) <= y! / 2 && Math.abs(p[2]!) < z! / 2;
    let [kept, dropped] = [0, 0];
    for (let t = 0; t < indices.length; t += 3) {
      const middle = [0, 1, 2].map((k) => [0, 1, 2].reduce((s, c) => s + positions[3 * indices[t + c]! + k]! / 3, 0));
      if (inner![t / 3] === 1) dropped++;
      else {
        kept++;
        expect(within(middle, [1, 0.3, 0.3], 0) && within(middle, size, up!)).toBe(false);
      }
    }
    expect(kept).toBeGreaterThan(2 * dropped);
    expect(dropped).toBeGreaterThan(0);
  });
});

describe('block Cholesky', () => {
  test.each([
    [[1, 1, 1], 0],
    [[40, 1, 1], 2],
    [[40, 2, 2], 11],
    [[7, 7, 7], 48],
  ] as const)(
    'orders the nodes of a box of %o, each once, with columns of %i entries at most in the mean',
    (size, most) => {
      const { graph, places } = boxGraph(size);
      expect(Array.from(dissect(graph, places)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: graph.count }, (_, i) => i),
      );
      // Between two separators: two of a chain, eleven of layers of four; of a cube a plane less one.
      expect(new BlockCholesky(graph, places).operations / graph.count).toBeLessThanOrEqual(
        ((most + 1) * (most + 2)) / 2,
      );
    },
  );

  test('solves what it was given, on a random graph', () => {
    const n = 40;
    const places = Float64Array.from({ length: 3 * n }, random);
    const near: number[][] = Array.from({ length: n }, () => []);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < i; j++)
        if (random() > 0.35) {
          near[i]!.push(j);
          near[j]!.push(i);
        }
    const start = new Int32Array(n + 1);
    for (let i = 0; i < n; i++) start[i + 1] = start[i]! + near[i]!.length;
    const factor = new BlockCholesky({ count: n, start, adjacency: Int32Array.from(near.flat()) }, places);
    const dense = Array.from({ length: 3 * n }, () => new Float64Array(3 * n));
    const put = (i: number, j: number, block: number[]) => {
      const swap = factor.place[i]! < factor.place[j]!;
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++) {
          factor.values[9 * factor.entry(i, j) + (swap ? 3 * b + a : 3 * a + b)] = block[3 * a + b]!;
          dense[3 * i + a]![3 * j + b] = dense[3 * j + b]![3 * i + a] = block[3 * a + b]!;
        }
    };
    for (let i = 0; i < n; i++) {
      for (const j of near[i]!) if (j < i) put(i, j, Array.from({ length: 9 }, random));
      put(i, i, [60, 1, 2, 1, 70, 3, 2, 3, 80]);
    }
    expect(factor.factor()).toBe(true);
    const x = Float64Array.from({ length: 3 * n }, random);
    const b = Float64Array.from(dense, (row) => row.reduce((sum, a, k) => sum + a * x[k]!, 0));
    factor.solve(b);
    for (let k = 0; k < 3 * n; k++) expect(Math.abs(b[k]! - x[k]!)).toBeLessThan(1e-13);
  });
});

describe('rotation', () => {
  test('is that of the polar decomposition, and stays a rotation where the cell is turned inside out', () => {
    const q = Float64Array.of(0, 0, 0, 1);
    const r = new Float64Array(9);
    for (const last of [1.2, 0.1, -0.05]) {
      const f = Float64Array.of(1.1, 0.2, 0, -0.1, 0.9, 0.3, 0.1, 0, last);
      updateRotation(q, 0, f, r, 0);
      // RᵀF is symmetric, and R is orthogonal.
      const s = (i: number, j: number) => [0, 1, 2].reduce((sum, k) => sum + r[3 * k + i]! * f[3 * k + j]!, 0);
      for (const [i, j] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ] as const)
        expect(Math.abs(s(i, j) - s(j, i))).toBeLessThan(1e-12);
      expect(Math.hypot(...q)).toBeCloseTo(1, 14);
    }
  });
});

describe('lattice', () => {
  test('has the volume of the shape, and the whole of it hangs together', () => {
    const lattice = latticeOf({ type: 'sphere', radius: 0.5 }, 6, Math.PI / 6);
    let sum = 0;
    for (let o = 3; o < lattice.points.length; o += 4) sum += lattice.points[o]!;
    expect(sum * lattice.edge ** 3).toBeCloseTo(Math.PI / 6, 12);
    // One element a cell: nothing of a ball is apart from the rest.
    expect(new Set(lattice.cellOf).size).toBe(lattice.elementCount);
  });

  test('pieces that do not touch in a cell do not stick together, however narrow the gap', () => {
    for (const gap of [0.04, 0.01, 0.001]) {
      const part = (y: number) => ({
        shape: { type: 'box', size: [0.4, 0.1, 0.1] } as const,
        position: [0, y, 0] as const,
      });
      const shape = { type: 'compound', parts: [part(0.05 + gap / 2), part(-0.05 - gap / 2)] } as ShapeDescription;
      const lattice = latticeOf(shape, 3, 0.008);
      const seen = new Set<number>([0]);
      // What can be reached from the first element by way of nodes.
      for (let grown = true; grown; ) {
        grown = false;
        const nodes = new Set([...seen].flatMap((e) => [...lattice.nodes.subarray(8 * e, 8 * e + 8)]));
        for (let e = 0; e < lattice.elementCount; e++) {
          if (seen.has(e) || ![...lattice.nodes.subarray(8 * e, 8 * e + 8)].some((i) => nodes.has(i))) continue;
          seen.add(e);
          grown = true;
        }
      }
      expect(seen.size).toBeLessThan(lattice.elementCount);
    }
  });

  test('its surface follows linear fields exactly and stays closed when it is refined', () => {
    const { positions, indices } = tessellate(createShape({ type: 'torus', radius: 0.3, tube: 0.1 }));
    const size = latticeSize(positions, 7);
    const lattice = buildLattice(positions, indices, size, 1);
    const fine = refineSurface(positions, indices, 0.4 * size.edge);
    createMesh(fine.positions, fine.indices);
    const surface = embedInLattice(fine.positions, fine.indices, lattice);
    const x = lattice.rest.map((_, k) => {
      const o = k - (k % 3);
      return 2 * lattice.rest[o]! - lattice.rest[o + 1]! * (k % 3) + 0.5 * lattice.rest[o + 2]! + 1;
    });
    surface.update(x, new Float64Array(x.length), 0);
    for (let k = 0; k < surface.positions.length; k++) {
      const o = k - (k % 3);
      const exact = 2 * surface.rest[o]! - surface.rest[o + 1]! * (k % 3) + 0.5 * surface.rest[o + 2]! + 1;
      expect(Math.abs(surface.positions[k]! - exact)).toBeLessThan(1e-12);
    }
  });

  test.each([
    [{ type: 'capsule', radius: 0.04, height: 0.92 }, 0.04, 5000],
    [{ type: 'box', size: [1, 0.03, 0.2] }, 0.05, 3000],
    [{ type: 'cone', radius: 0.05, height: 1 }, 0.03, 8000],
  ] as const)('%o stays closed with the same volume and short edges, in few triangles', (shape, longest, most) => {
    const { positions, indices } = tessellate(createShape(shape as ShapeDescription));
    const fine = refineSurface(positions, indices, longest);
    const volumeOf = (p: Float64Array, t: Int32Array): number => createMesh(p, t).massProperties.volume;
    expect(volumeOf(fine.positions, fine.indices) / volumeOf(positions, indices)).toBeCloseTo(1, 10);
    for (let t = 0; t < fine.indices.length; t++) {
      const [a, b] = [3 * fine.indices[t]!, 3 * fine.indices[t % 3 === 2 ? t - 2 : t + 1]!];
      const p = fine.positions;
      expect(Math.hypot(p[a]! - p[b]!, p[a + 1]! - p[b + 1]!, p[a + 2]! - p[b + 2]!)).toBeLessThan(
        longest * (1 + 1e-6),
      );
    }
    expect(fine.indices.length / 3).toBeLessThan(most);
  });
});

describe('tetrahedra', () => {
  const text = `$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
2
1 2 2 0 1 1 2 3
2 4 2 0 1 1 2 3 4
$EndElements
`;

  test('store the energy of a uniform strain, from a file', () => {
    const { positions, indices } = parseTetFile(text);
    checkTets(positions, indices);
    expect(tetSurface({ positions, indices }).length).toBe(12);
    const { k, volume } = computeTetMatrix(positions, indices, 0, 1e5, 0.3);
    expect(volume).toBeCloseTo(1 / 6, 14);
    const u = positions.map((x, i) => (i % 3 === 2 ? 1e-3 * x : 0));
    let energy = 0;
    for (let a = 0; a < 12; a++) for (let b = 0; b < 12; b++) energy += 0.5 * u[a]! * k[12 * a + b]! * u[b]!;
    const modulus = (1e5 * 0.7) / (1.3 * 0.4);
    expect(energy / (0.5 * modulus * 1e-6 * volume)).toBeCloseTo(1, 12);
  });

  test('TetGen files count from one or from zero', () => {
    const tetgen = '4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n1 4 0\n1 1 2 3 4\n';
    expect([...parseTetFile(tetgen).indices]).toEqual([0, 1, 2, 3]);
  });
});

// Cuts keep mass, momenta and energy; closed surfaces stay closed.

import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { createShape } from '../../src/shapes/create.js';
import { createMesh } from '../../src/shapes/mesh.js';
import type { Shape, ShapeDescription } from '../../src/shapes/shape.js';
import { createSoftBody, type SoftBody } from '../../src/soft/body.js';
import { cutSoftBody } from '../../src/soft/cut.js';
import type { Cutter } from '../../src/soft/cutter.js';

function make(shape: ShapeDescription, resolution: number): SoftBody {
  const body = createSoftBody(
    createShape(shape) as Shape,
    {
      material: { young: 1e5, poisson: 0.3, massDamping: 0, stiffnessDamping: 0 },
      resolution,
      tets: null,
      fixed: [],
      forces: [],
      selfContact: false,
    },
    2,
  );
  body.place([1, 2, 3], [0.1, 0.2, -0.1, Math.sqrt(1 - 0.06)], [1, -2, 0.5], [0.3, 2, -1]);
  // Bent and twisted, and moving on.
  const { solid } = body;
  for (let i = 0; i < solid.nodeCount; i++) {
    const [x, y, z] = [solid.rest[3 * i]!, solid.rest[3 * i + 1]!, solid.rest[3 * i + 2]!];
    solid.x[3 * i + 1] += 0.2 * x * x;
    solid.x[3 * i + 2] += 0.1 * x * y;
    solid.v[3 * i] += Math.sin(7 * y) * z;
  }
  solid.updateRotations();
  body.updateWhole();
  return body;
}

function totals(bodies: readonly SoftBody[]): number[] {
  const sum = new Array<number>(11).fill(0);
  for (const { solid } of bodies) {
    for (let i = 0; i < solid.nodeCount; i++) {
      const m = solid.mass[i]!;
      const [x, y, z] = [solid.x[3 * i]!, solid.x[3 * i + 1]!, solid.x[3 * i + 2]!];
      const [u, v, w] = [solid.v[3 * i]!, solid.v[3 * i + 1]!, solid.v[3 * i + 2]!];
      const add = [m, m * u, m * v, m * w, m * (y * w - z * v), m * (z * u - x * w), m * (x * v - y * u), m * x, m * y];
      for (const [k, a] of add.entries()) sum[k]! += a;
    }
    sum[9]! += solid.kineticEnergy();
    sum[10]! += solid.elasticEnergy();
  }
  return sum;
}

const plane = (point: [number, number, number], n: [number, number, number]): Cutter => {
  const l = Math.hypot(...n);
  return { point, normal: [n[0] / l, n[1] / l, n[2] / l], quad: null };
};

describe('cutting', () => {
  test.each([
    [{ type: 'box', size: [0.4, 0.1, 0.1] } as ShapeDescription, 8, plane([1.03, 2, 3], [1, 0.2, 0.1])],
    [{ type: 'torus', radius: 0.2, tube: 0.06 } as ShapeDescription, 10, plane([1, 2, 3.01], [0.1, 0.2, 1])],
    [{ type: 'sphere', radius: 0.2 } as ShapeDescription, 6, plane([1.01, 2.02, 3], [0.3, 1, 0.1])],
  ])('%o falls apart in two, and nothing is lost', (shape, resolution, cutter) => {
    const body = make(shape, resolution);
    const before = totals([body]);
    body.updateSurface(0);
    const volume = body.surface.volume();
    const pieces = cutSoftBody(body, cutter)!;
    expect(pieces.length).toBe(2);
    const after = totals(pieces);
    const scale = Math.max(...before.map(Math.abs));
    for (let k = 0; k < before.length; k++) expect(Math.abs(after[k]! - before[k]!)).toBeLessThan(1e-12 * scale);
    let sum = 0;
    for (const piece of pieces) {
      piece.updateSurface(0);
      // Throws if the surface is not closed.
      createMesh(piece.surface.rest, piece.surface.indices);
      sum += piece.surface.volume();
    }
    expect(sum / volume).toBeCloseTo(1, 2);
  });

  // A cut that grazes a rim left crumbs of the lattice without any surface, and the next ray cast at them threw.
  test('every piece has a surface, wherever the plane goes, and nothing is lost', () => {
    const random = new Random(11);
    const between = (): number => 2 * random.next() - 1;
    for (const shape of [
      { type: 'torus', radius: 0.3, tube: 0.1 },
      { type: 'cone', radius: 0.2, height: 0.4 },
    ] as const) {
      for (let k = 0; k < 15; k++) {
        const body = make(shape, 4);
        const before = totals([body]);
        const at = [0, 1, 2].map((i) => body.center[i]! + 0.35 * between()) as [number, number, number];
        const pieces = cutSoftBody(body, plane(at, [between(), between(), between()]));
        if (!pieces) continue;
        for (const piece of pieces) expect(piece.surface.indices.length).toBeGreaterThan(0);
        for (const [n, x] of totals(pieces).entries())
          expect(Math.abs(x - before[n]!)).toBeLessThan(1e-11 * (1 + Math.abs(before[n]!)));
      }
    }
  });

  test('a quad that misses does nothing; one that ends inside slits the lattice only', () => {
    const body = make({ type: 'box', size: [0.4, 0.1, 0.1] }, 8);
    const far = plane([5, 0, 0], [1, 0, 0]);
    expect(cutSoftBody(body, far)).toBe(null);
    const { nodeCount } = body.solid;
    const c = [body.center[0], body.center[1], body.center[2]] as const;
    const quad = [
      [c[0], c[1], c[2] - 1],
      [c[0], c[1] + 1, c[2] - 1],
      [c[0], c[1] + 1, c[2] + 1],
      [c[0], c[1], c[2] + 1],
    ] as const;
    // Seen along the normal the corners run counter-clockwise.
    const slit = cutSoftBody(body, {
      point: [...c],
      normal: [1, 0, 0],
      quad: quad.map((p) => [...p] as [number, number, number]),
    })!;
    expect(slit.length).toBe(1);
    expect(slit[0]!.solid.nodeCount).toBeGreaterThan(nodeCount);
    const before = totals([body]);
    const after = totals(slit);
    for (let k = 0; k < before.length; k++) expect(Math.abs(after[k]! - before[k]!)).toBeLessThan(1e-11);
  });
});

// The soft solid against closed forms.

import { describe, expect, test } from 'vitest';
import { createShape } from '../../src/shapes/create.js';
import { tessellate } from '../../src/shapes/tessellate.js';
import { computeCellMatrix, fullCellPoints } from '../../src/soft/hexahedron.js';
import { buildLattice, latticeSize } from '../../src/soft/lattice.js';
import { solidFromLattice } from '../../src/soft/lattice-solid.js';
import type { SoftSolid } from '../../src/soft/solid.js';

function boxSolid(size: [number, number, number], resolution: number, young: number, poisson: number, damping = 0) {
  const shape = createShape({ type: 'box', size });
  const mesh = tessellate(shape);
  const lattice = buildLattice(
    mesh.positions,
    mesh.indices,
    latticeSize(mesh.positions, resolution),
    size[0] * size[1] * size[2],
  );
  return solidFromLattice(lattice, { young, poisson, massDamping: 0, stiffnessDamping: damping }, 1000);
}

function hold(solid: SoftSolid, isHeld: (x: number, y: number, z: number) => boolean): void {
  for (let i = 0; i < solid.nodeCount; i++)
    if (isHeld(solid.rest[3 * i]!, solid.rest[3 * i + 1]!, solid.rest[3 * i + 2]!)) solid.held[i] = 1;
  solid.forgetPattern();
}

/** Cantilever's tip deflection over Timoshenko's, after a few very long steps. */
function cantilever(resolution: number, poisson: number): number {
  const young = 1e6;
  const solid = boxSolid([1, 0.2, 0.2], resolution, young, poisson);
  hold(solid, (x) => x < -0.5 + 1e-9);
  const tip: number[] = [];
  for (let i = 0; i < solid.nodeCount; i++) if (solid.rest[3 * i]! > 0.5 - 1e-9) tip.push(i);
  // A thousandth of the truth's newton, so that the deflection is linear.
  for (const i of tip) solid.force[3 * i + 1] = -1e-3 / tip.length;
  for (let n = 0; n < 12; n++) {
    solid.v.fill(0);
    expect(solid.predict(1000, [0, 0, 0])).toBe(true);
    solid.advance(1000);
  }
  let sum = 0;
  for (const i of tip) sum += (solid.rest[3 * i + 1]! - solid.x[3 * i + 1]!) / tip.length;
  const shear = young / (2 * (1 + poisson));
  const inertia = 0.2 ** 4 / 12;
  const exact = 1 / (3 * young * inertia) + 1 / ((5 / 6) * shear * 0.04);
  return (sum * 1e3) / exact;
}

describe('soft solid', () => {
  test('a cell with a single sample of material resists every deformation as a tenth of a full one does', () => {
    const sample = new Float64Array([0.93, -0.86, 0.93, 1 / 64]);
    const sliver = computeCellMatrix({ count: 1, data: sample }, 0.1, 1e5, 0.3);
    const full = computeCellMatrix(fullCellPoints(), 0.1, 1e5, 0.3);
    const energy = (k: Float64Array, u: number[]): number =>
      u.reduce((sum, a, i) => sum + u.reduce((row, b, j) => row + a * k[24 * i + j]! * b, 0), 0);
    let state = 1;
    for (let n = 0; n < 200; n++) {
      const u = Array.from({ length: 24 }, () => {
        state = (state * 48271) % 2147483647;
        return state / 2147483647 - 0.5;
      });
      expect(energy(sliver.k, u)).toBeGreaterThan((0.1 - 1 / 64) * energy(full.k, u) * (1 - 1e-9));
    }
    // A motion as a whole strains nothing.
    const still = Array.from({ length: 24 }, (_, i) => (i % 3 === 0 ? 1 : 0));
    expect(Math.abs(energy(sliver.k, still))).toBeLessThan(1e-6);
  });

  test('a cantilever bends as Timoshenko says, at ν 0, 0.3 and 0.49', () => {
    const table: Record<string, number> = {};
    for (const resolution of [5, 8, 10, 20])
      for (const poisson of [0, 0.3, 0.49]) table[`${resolution} ${poisson}`] = cantilever(resolution, poisson);
    expect(Math.abs(table['10 0']! - 1)).toBeLessThan(0.05);
    expect(Math.abs(table['10 0.3']! - 1)).toBeLessThan(0.05);
    expect(Math.abs(table['20 0.3']! - 1)).toBeLessThan(Math.abs(table['5 0.3']! - 1));
    // Cells that are 60 % full are no worse than full ones.
    expect(Math.abs(table['8 0.3']! - 1)).toBeLessThan(0.05);
    // The clamp holds the section's width, which Timoshenko's beam does not know; near ν = ½ that stiffens it by some
    // per cent.
    expect(table['20 0.49']!).toBeGreaterThan(0.92);
    expect(table['10 0.49']!).toBeGreaterThan(0.9);
  });

  test('patch test: any linear field on the hull is linear inside, to 1e-10', () => {
    for (const poisson of [0, 0.3, 0.49]) {
      const solid = boxSolid([1, 0.75, 0.75], 4, 1e5, poisson);
      // Small enough that the rotation's own change, second order, is below the tolerance of what is linear.
      const g = [3, -1, 2, 2, -4, 1, 0.5, 1, 2].map((x) => x * 1e-9);
      const outer = (i: number) => [0, 1, 2].some((k) => Math.abs(solid.rest[3 * i + k]!) > [0.49, 0.37, 0.37][k]!);
      const u = (i: number, k: number) =>
        g[3 * k]! * solid.rest[3 * i]! +
        g[3 * k + 1]! * solid.rest[3 * i + 1]! +
        g[3 * k + 2]! * solid.rest[3 * i + 2]!;
      let inner = 0;
      for (let i = 0; i < solid.nodeCount; i++) {
        if (!outer(i)) inner++;
        else {
          solid.held[i] = 1;
          for (let k = 0; k < 3; k++) solid.x[3 * i + k] = solid.rest[3 * i + k]! + u(i, k);
        }
      }
      expect(inner).toBeGreaterThan(5);
      solid.forgetPattern();
      for (let n = 0; n < 4; n++) {
        solid.v.fill(0);
        solid.predict(1e4, [0, 0, 0]);
        solid.advance(1e4);
      }
      for (let i = 0; i < solid.nodeCount; i++)
        for (let k = 0; k < 3; k++)
          expect(Math.abs(solid.x[3 * i + k]! - solid.rest[3 * i + k]! - u(i, k))).toBeLessThan(1e-10 * 4e-9 + 1e-15);
    }
  });

  test('cells that are full in part store the energy of their material', () => {
    const e = 1e-7;
    for (const poisson of [0, 0.3, 0.49]) {
      const solid = boxSolid([1, 0.2, 0.33], 7, 1e5, poisson);
      for (let i = 0; i < solid.nodeCount; i++) solid.x[3 * i + 2] = (1 + e) * solid.rest[3 * i + 2]!;
      solid.updateRotations();
      const modulus = (1e5 * (1 - poisson)) / ((1 + poisson) * (1 - 2 * poisson));
      // A thousandth of the part that is missing stabilises cells: at most 2.5e-4 of the energy.
      expect(Math.abs(solid.elasticEnergy() / (0.5 * modulus * e * e * 0.066) - 1)).toBeLessThan(1e-3);
    }
  });

  test('rigid rotations cost no energy and make no force', () => {
    const solid = boxSolid([0.4, 0.3, 0.2], 4, 1e6, 0.3);
    for (const [x, y, z, w] of [
      [0.5, 0.5, 0.5, 0.5],
      [0.1, -0.7, 0.1, 0.7],
      [0, 0, 0.6, 0.8],
      [0.36, 0.48, -0.8, 0],
    ] as const) {
      const n = Math.hypot(x, y, z, w);
      const [a, b, c, d] = [x / n, y / n, z / n, w / n];
      const r = [
        [1 - 2 * (b * b + c * c), 2 * (a * b - c * d), 2 * (a * c + b * d)],
        [2 * (a * b + c * d), 1 - 2 * (a * a + c * c), 2 * (b * c - a * d)],
        [2 * (a * c - b * d), 2 * (b * c + a * d), 1 - 2 * (a * a + b * b)],
      ];
      for (let i = 0; i < solid.nodeCount; i++)
        for (let k = 0; k < 3; k++)
          solid.x[3 * i + k] =
            10 +
            r[k]![0]! * solid.rest[3 * i]! +
            r[k]![1]! * solid.rest[3 * i + 1]! +
            r[k]![2]! * solid.rest[3 * i + 2]!;
      solid.updateRotations();
      const f = new Float64Array(3 * solid.nodeCount);
      solid.addElasticForces(f);
      // Against the force that a strain of one would make in a cell: E e².
      expect(Math.max(...f.map(Math.abs))).toBeLessThan(1e-10 * 1e6 * 0.01);
      expect(solid.elasticEnergy()).toBeLessThan(1e-15);
    }
  });

  test('linear momentum is kept to rounding while it tumbles and rings', () => {
    const solid = boxSolid([0.4, 0.3, 0.2], 5, 2e4, 0.4, 0.001);
    let mass = 0;
    for (let i = 0; i < solid.nodeCount; i++) {
      mass += solid.mass[i]!;
      solid.v[3 * i] = 1 + 5 * solid.rest[3 * i + 1]!;
      solid.v[3 * i + 1] = 3 * solid.rest[3 * i]! ** 2;
      solid.v[3 * i + 2] = -4 * solid.rest[3 * i]! * solid.rest[3 * i + 1]!;
    }
    expect(mass).toBeCloseTo(24, 9);
    const momentum = (k: number) => solid.mass.reduce((sum, m, i) => sum + m * solid.v[3 * i + k]!, 0);
    const before = [0, 1, 2].map(momentum);
    let energy = solid.kineticEnergy() + solid.elasticEnergy();
    for (let n = 0; n < 200; n++) {
      solid.predict(0.01, [0, 0, 0]);
      solid.advance(0.01);
      const now = solid.kineticEnergy() + solid.elasticEnergy();
      expect(now).toBeLessThan(energy * (1 + 1e-3));
      energy = now;
    }
    for (let k = 0; k < 3; k++) expect(Math.abs(momentum(k) - before[k]!)).toBeLessThan(1e-11 * 24);
  });

  test('the axial mode of a clamped bar: 7.906 Hz, damped as backward Euler damps', () => {
    const solid = boxSolid([1, 0.2, 0.2], 10, 1e6, 0);
    hold(solid, (x) => x < -0.5 + 1e-9);
    for (let i = 0; i < solid.nodeCount; i++)
      solid.v[3 * i] = 1e-3 * Math.sin((Math.PI / 2) * (solid.rest[3 * i]! + 0.5));
    const tip = solid.rest.findIndex((x, i) => i % 3 === 0 && x > 0.5 - 1e-9);
    const h = 1e-3;
    const crossings: number[] = [];
    const peaks: number[] = [];
    let last = 0;
    let largest = 0;
    for (let n = 1; n <= 800; n++) {
      solid.predict(h, [0, 0, 0]);
      solid.advance(h);
      const u = solid.x[tip]! - solid.rest[tip]!;
      largest = Math.max(largest, u);
      if (last < 0 && u >= 0) {
        crossings.push((n - u / (u - last)) * h);
        peaks.push(largest);
        largest = 0;
      }
      last = u;
    }
    const cycles = crossings.length - 1;
    const frequency = cycles / (crossings[cycles]! - crossings[0]!);
    const omega = (Math.PI / 2) * Math.sqrt(1e6 / 1000);
    // Backward Euler turns by atan(ωh) a step and shrinks by 1/√(1 + ω²h²).
    expect(Math.abs(frequency / 7.906 - 1)).toBeLessThan(0.015);
    const decay = Math.log(peaks[1]! / peaks[cycles]!) / ((cycles - 1) / frequency);
    expect(decay / (Math.log(1 + omega * omega * h * h) / (2 * h))).toBeCloseTo(1, 1);
  });

  test('under its own weight the top of a cube sinks by ρ g L²/2E', () => {
    const solid = boxSolid([0.1, 0.1, 0.1], 4, 1e5, 0);
    hold(solid, (_, y) => y < -0.05 + 1e-9);
    for (let n = 0; n < 20; n++) {
      solid.v.fill(0);
      solid.predict(1000, [0, -9.81, 0]);
      solid.advance(1000);
    }
    for (let i = 0; i < solid.nodeCount; i++)
      if (solid.rest[3 * i + 1]! > 0.05 - 1e-9)
        expect(Math.abs((0.05 - solid.x[3 * i + 1]!) / 0.4905e-3 - 1)).toBeLessThan(0.02);
  });

  test('a cell turned inside out recovers', () => {
    const solid = boxSolid([0.2, 0.2, 0.2], 2, 1e5, 0.3, 0.01);
    for (let i = 0; i < solid.nodeCount; i++)
      solid.x[3 * i] = -0.8 * solid.rest[3 * i]! + 0.01 * solid.rest[3 * i + 1]!;
    for (let n = 0; n < 400; n++) {
      solid.predict(0.01, [0, 0, 0]);
      solid.advance(0.01);
    }
    expect(solid.elasticEnergy()).toBeLessThan(1e-6);
  });
});

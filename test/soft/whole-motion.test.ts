// Soft solids that turn: they do not swell, keep their momenta, and are stretched by what the turning frame pulls with.

import { describe, expect, test } from 'vitest';
import { createShape } from '../../src/shapes/create.js';
import { tessellate } from '../../src/shapes/tessellate.js';
import { buildLattice, latticeSize } from '../../src/soft/lattice.js';
import { solidFromLattice } from '../../src/soft/lattice-solid.js';
import type { SoftSolid } from '../../src/soft/solid.js';

function spinning(size: [number, number, number], cells: number, young: number, spin: number[]): SoftSolid {
  const mesh = tessellate(createShape({ type: 'box', size }));
  const lattice = buildLattice(
    mesh.positions,
    mesh.indices,
    latticeSize(mesh.positions, cells),
    size[0] * size[1] * size[2],
  );
  const solid = solidFromLattice(lattice, { young, poisson: 0, massDamping: 0, stiffnessDamping: 0.01 }, 1000);
  solid.analyse();
  const [a, b, c] = spin as [number, number, number];
  for (let o = 0; o < solid.x.length; o += 3) {
    const [x, y, z] = [solid.x[o]!, solid.x[o + 1]!, solid.x[o + 2]!];
    solid.v[o] = b * z - c * y;
    solid.v[o + 1] = c * x - a * z;
    solid.v[o + 2] = a * y - b * x;
  }
  return solid;
}

function angularMomentum({ x, v, mass }: SoftSolid): number[] {
  const l = [0, 0, 0];
  for (let i = 0; i < mass.length; i++)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [3 * i + ((k + 1) % 3), 3 * i + ((k + 2) % 3)];
      l[k]! += mass[i]! * (x[a]! * v[b]! - x[b]! * v[a]!);
    }
  return l;
}

describe('a soft solid that turns', () => {
  test('stiff as wood: energy never rises, and angular momentum is kept to the order of the strain', () => {
    const solid = spinning([0.3, 0.1, 0.2], 3, 1e9, [2, 5, 3]);
    const start = angularMomentum(solid);
    const size = Math.hypot(...start);
    const first = solid.kineticEnergy();
    let last = first;
    for (let n = 0; n < 200; n++) {
      solid.predict(1 / 60, [0, 0, 0]);
      solid.advance(1 / 60);
      solid.updateRotations();
      const energy = solid.kineticEnergy() + solid.elasticEnergy();
      // The frame's pull is that of the step's start: what it stretches by comes a step late, ω²h·strain of the energy.
      expect(energy).toBeLessThan(last * (1 + 1e-6));
      last = energy;
      // Elastic forces have a torque of the order of the strain, here ρ ω² l²/E = 1.5e-6 a radian at most.
      for (const [k, l] of angularMomentum(solid).entries())
        expect(Math.abs(l - start[k]!)).toBeLessThan(1.5e-6 * size);
    }
    // Straight on, the body would have lost its spin to swelling within a few turns.
    expect(last).toBeGreaterThan(0.99 * first);
  });

  test('a bar of half length a that spins about its middle is longer by ρ ω² a³/3E at each end', () => {
    const [a, young, omega] = [0.5, 1e6, 2];
    const solid = spinning([2 * a, 0.1, 0.1], 20, young, [0, 0, omega]);
    for (let n = 0; n < 400; n++) {
      solid.predict(0.01, [0, 0, 0]);
      solid.advance(0.01);
    }
    const end = (side: number): number[] => {
      const at = [0, 0, 0];
      let count = 0;
      for (let i = 0; i < solid.nodeCount; i++) {
        if (side * solid.rest[3 * i]! < a - 1e-9) continue;
        for (let k = 0; k < 3; k++) at[k]! += solid.x[3 * i + k]!;
        count++;
      }
      return at.map((x) => x / count);
    };
    const [p, q] = [end(1), end(-1)];
    const longer = Math.hypot(...p.map((x, k) => x - q[k]!)) - 2 * a;
    const l = angularMomentum(solid)[2]!;
    const exact = (2 * 1000 * omega * omega * a ** 3) / (3 * young);
    // Lumped masses are those of a bar longer by a cell of 0.05 m in the mean square: half a per cent; the turn of 0.02
    // a step as much again.
    expect(l).toBeGreaterThan(0);
    expect(Math.abs(longer / exact - 1)).toBeLessThan(0.02);
  });
});

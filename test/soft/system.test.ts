// The factor of the rest state, warped, against the factor of the matrix itself.

import { describe, expect, test } from 'vitest';
import { createShape } from '../../src/shapes/create.js';
import { tessellate } from '../../src/shapes/tessellate.js';
import { buildLattice, latticeSize } from '../../src/soft/lattice.js';
import { solidFromLattice } from '../../src/soft/lattice-solid.js';
import type { SoftSolid } from '../../src/soft/solid.js';

function bar(mode: 'direct' | 'warped', poisson = 0.3): SoftSolid {
  const mesh = tessellate(createShape({ type: 'box', size: [1, 0.3, 0.2] }));
  const lattice = buildLattice(mesh.positions, mesh.indices, latticeSize(mesh.positions, 10), 0.06);
  const solid = solidFromLattice(lattice, { young: 1e5, poisson, massDamping: 0.3, stiffnessDamping: 0.002 }, 1000);
  solid.analyse(mode);
  return solid;
}

/** Bends by `bend` rad along the bar, twists by `twist`, stretches a little; with velocities that deform it further. */
function deform(solid: SoftSolid, bend: number, twist: number): void {
  // With a bend of nothing at all every point would lie in one plane.
  const curvature = Math.max(bend, 1e-6);
  for (let i = 0; i < solid.nodeCount; i++) {
    const [x, y, z] = [solid.rest[3 * i]!, solid.rest[3 * i + 1]!, solid.rest[3 * i + 2]!];
    const [c, s] = [Math.cos(twist * x), Math.sin(twist * x)];
    const [u, w] = [c * y - s * z, s * y + c * z];
    const r = 1 / curvature - u;
    const at = [r * Math.sin(curvature * x) * 1.05, 1 / curvature - r * Math.cos(curvature * x), w];
    for (let k = 0; k < 3; k++) {
      solid.x[3 * i + k] = at[k]!;
      solid.v[3 * i + k] = Math.sin(7 * x + 3 * y + k) - 0.5 * w;
    }
  }
}

describe('the warped factor of the rest state', () => {
  test.each([
    [0, 0],
    [1.5, 0],
    [1, 3],
  ])('bent by %f and twisted by %f rad it gives the velocities of the factor itself, to 1e-8', (bend, twist) => {
    const [direct, warped] = [bar('direct'), bar('warped')];
    for (const solid of [direct, warped]) {
      deform(solid, bend, twist);
      expect(solid.predict(0.01, [0, -9.81, 0])).toBe(true);
    }
    let [off, most] = [0, 0];
    for (let k = 0; k < direct.v.length; k++) {
      off = Math.max(off, Math.abs(direct.v[k]! - warped.v[k]!));
      most = Math.max(most, Math.abs(direct.v[k]!));
    }
    expect(off / most).toBeLessThan(1e-8);
    expect(warped.system.passes).toBeLessThan(30);
  });

  test('it is the inverse itself where a solid turns as a whole', () => {
    const solid = bar('warped');
    const [c, s] = [Math.cos(2), Math.sin(2)];
    for (let i = 0; i < solid.nodeCount; i++) {
      const [x, y, z] = [solid.rest[3 * i]!, solid.rest[3 * i + 1]!, solid.rest[3 * i + 2]!];
      solid.x.set([c * x - s * y, s * x + c * y, z], 3 * i);
      solid.v.set([Math.sin(i), Math.cos(3 * i), 0], 3 * i);
    }
    expect(solid.predict(0.01, [0, 0, 0])).toBe(true);
    // One pass to be exact to rounding, one more where rounding itself is above the accuracy that is asked for.
    expect(solid.system.passes).toBeLessThanOrEqual(2);
  });

  test('linear momentum to rounding, however few passes there are', () => {
    const solid = bar('warped');
    deform(solid, 1, 3);
    const momentum = (k: number): number => solid.mass.reduce((sum, m, i) => sum + m * solid.v[3 * i + k]!, 0);
    const before = [0, 1, 2].map(momentum);
    solid.predict(0.01, [0, 0, 0]);
    // Mass damping takes its share, and nothing else does.
    for (let k = 0; k < 3; k++) expect(Math.abs(momentum(k) * (1 + 0.01 * 0.3) - before[k]!)).toBeLessThan(1e-11);
  });

  test('the switch is counted: bars of some cells factor, those of thousands do not', () => {
    const solid = (resolution: number) => {
      const mesh = tessellate(createShape({ type: 'box', size: [1, 1, 1] }));
      const lattice = buildLattice(mesh.positions, mesh.indices, latticeSize(mesh.positions, resolution), 1);
      const made = solidFromLattice(lattice, { young: 1e5, poisson: 0.3, massDamping: 0, stiffnessDamping: 0 }, 1000);
      return made.analyse();
    };
    expect(solid(4).isWarped).toBe(false);
    expect(solid(12).isWarped).toBe(true);
  });
});

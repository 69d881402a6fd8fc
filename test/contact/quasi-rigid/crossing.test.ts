// Deformed surfaces do not cross: the exact overlap of the deformed meshes, an independent check, is less than one per
// cent of the approach.
//
// Both surfaces are drawn as meshes over one plane: undeformed heights, moved by what the forces at the nodes make of
// them (the same response, between nodes too). Ball and plate share the displacement by their compliances.

import { describe, expect, it } from 'vitest';
import { N_AREA, N_FORCE, N_U, N_W, NODE_STRIDE } from '../../../src/contact/quasi-rigid/nodes.js';
import { contactModulus, halfSpaceResponse } from '../../../src/contact/quasi-rigid/response.js';
import { CONCAVE_SOLIDS } from '../../../src/overlap/concave-solids.js';
import { OV_AREA_VECTOR, OV_STRIDE, OV_VOLUME, OverlapBuffer } from '../../../src/overlap/overlap.js';
import { SolidOverlap } from '../../../src/overlap/solid-pair.js';
import { createShape } from '../../../src/shapes/create.js';
import type { SimpleShape } from '../../../src/shapes/shape.js';
import { ball, ballRegion, solve } from './fields.js';

/** A slab between the surface y = height(x, z) and a flat face beyond it, over a square, as a closed mesh. */
function slab(height: (x: number, z: number) => number, half: number, n: number, isAbove: boolean): SimpleShape {
  const positions: number[] = [];
  const indices: number[] = [];
  const far = isAbove ? 0.01 : -0.01;
  for (let side = 0; side < 2; side++)
    for (let j = 0; j <= n; j++)
      for (let i = 0; i <= n; i++) {
        const x = half * ((2 * i) / n - 1);
        const z = half * ((2 * j) / n - 1);
        positions.push(x, side === 0 ? height(x, z) : far, z);
      }
  const at = (side: number, i: number, j: number) => (side * (n + 1) + j) * (n + 1) + i;
  const quad = (a: number, b: number, c: number, d: number) => indices.push(a, b, c, a, c, d);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      quad(at(0, i, j), at(0, i + 1, j), at(0, i + 1, j + 1), at(0, i, j + 1));
      quad(at(1, i, j), at(1, i, j + 1), at(1, i + 1, j + 1), at(1, i + 1, j));
    }
  for (let i = 0; i < n; i++) {
    quad(at(1, i, 0), at(1, i + 1, 0), at(0, i + 1, 0), at(0, i, 0));
    quad(at(0, i, n), at(0, i + 1, n), at(1, i + 1, n), at(1, i, n));
    quad(at(0, 0, i), at(0, 0, i + 1), at(1, 0, i + 1), at(1, 0, i));
    quad(at(1, n, i), at(1, n, i + 1), at(0, n, i + 1), at(0, n, i));
  }
  if (!isAbove)
    for (let k = 0; k < indices.length; k += 3) [indices[k + 1], indices[k + 2]] = [indices[k + 2]!, indices[k + 1]!];
  return createShape({ type: 'mesh', positions, indices }) as SimpleShape;
}

/** Volume over area of what two solids have in common (m). */
function meanDepth(a: SimpleShape, b: SimpleShape): number {
  const buffer = new OverlapBuffer();
  const pose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  const count = new SolidOverlap(CONCAVE_SOLIDS).compute(a, pose, 0, b, pose, 0, buffer, { resolution: 96 } as never);
  let volume = 0;
  let area = 0;
  for (let c = 0; c < count; c++) {
    volume += buffer.records[c * OV_STRIDE + OV_VOLUME]!;
    area += Math.abs(buffer.records[c * OV_STRIDE + OV_AREA_VECTOR + 1]!);
  }
  return count > 0 ? volume / area : 0;
}

describe('deformed surfaces', () => {
  it.each([
    ['elastic ball on a rigid plate', 1],
    ['rigid ball on an elastic plate', 0],
    ['both elastic', 0.5],
  ] as const)('%s: they overlap by less than 1 %% of the approach', (_, shareA) => {
    const [radius, d] = [0.05, 1e-3];
    const modulus = shareA === 0.5 ? contactModulus(1e6, 0.3, 1e6, 0.3) : contactModulus(1e6, 0.3, Infinity, 0);
    const r = solve(ball(radius, d), ballRegion(radius, d), { modulus, shareA, nodes: 400 });
    const f = r.nodes.f.data;
    const cell = r.nodes.cellU * r.nodes.cellW;
    const given = (x: number, z: number) => {
      let sum = 0;
      for (let k = 0; k < r.nodes.count; k++) {
        const o = k * NODE_STRIDE;
        const rr = (x - f[o + N_U]!) ** 2 + (z - f[o + N_W]!) ** 2;
        // Between nodes a point of the surface is a node of the lattice's own size, with its share of the diagonal's
        // correction.
        const near = 0.2 * Math.max(0, 1 - rr / cell);
        sum += f[o + N_FORCE]! * (halfSpaceResponse(rr, cell, f[o + N_AREA]!) + near / Math.sqrt(cell));
      }
      return sum / (Math.PI * modulus);
    };
    const half = 0.011;
    const upper = (x: number, z: number) =>
      radius - d - Math.sqrt(radius * radius - x * x - z * z) + shareA * given(x, z);
    const lower = (x: number, z: number) => -(1 - shareA) * given(x, z);
    const a = slab(upper, half, 44, true);
    const b = slab(lower, half, 44, false);
    expect(meanDepth(a, b)).toBeLessThan(0.01 * d);
    // The check sees what it is for: undeformed they overlap by half of the approach.
    const whole = slab((x, z) => radius - d - Math.sqrt(radius * radius - x * x - z * z), half, 44, true);
    expect(
      meanDepth(
        whole,
        slab(() => 0, half, 44, false),
      ),
    ).toBeGreaterThan(0.3 * d);
  });
});

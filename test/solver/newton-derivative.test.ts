// The derivative of local solves against central differences.

import { expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import { atLambda } from '../../src/solver/blocks.js';
import { GENERAL, LINEAR, LocalDerivative, OPEN } from '../../src/solver/derivative.js';
import {
  BASE_PROJECTIONS,
  CONE_FRICTION,
  PROJECT_CONE,
  type Projection,
  projectCone,
} from '../../src/solver/projections.js';
import { randomSystem } from './newton-support.js';

const OPAQUE = BASE_PROJECTIONS.length;
/** The cone under another number, so that nothing is known about it. */
const opaque: Projection = (f, o, m, r) => projectCone(f, o, m, r, 0);

test('cones: analytic, and by differences where the law is unknown', () => {
  const random = new Random(8);
  const derivative = new LocalDerivative([...BASE_PROJECTIONS, opaque]);
  const seen = [0, 0, 0];
  for (let trial = 0; trial < 300; trial++) {
    const { blocks } = randomSystem(random, 2, [PROJECT_CONE]);
    const f = blocks.f.data;
    const o = blocks.dataOf(0);
    f[o + CONE_FRICTION] = random.between(0.05, 0.6);
    const e = Float64Array.from({ length: 3 }, (_, k) =>
      k === 0 ? random.between(-1, 0.5) : random.between(-0.6, 0.6),
    );
    const at = (k: number, step: number) => {
      const x = e.slice();
      x[k]! += step;
      projectCone(f, o, 3, x, 0);
      return x;
    };
    for (let k = 0; k < 3; k++) f[o + atLambda + k] = 0;
    const p = e.slice();
    projectCone(f, o, 3, p, 0);
    const kept = f.slice(o, o + 16);
    const d = new Float64Array(9);
    const kind = derivative.compute(f, o, 3, PROJECT_CONE, e, p, 0, kept, 0, d, 0);
    seen[kind]!++;
    if (kind !== GENERAL) continue;
    const byDifferences = new Float64Array(9);
    derivative.compute(f, o, 3, OPAQUE, e, p, 0, kept, 0, byDifferences, 0);
    for (let k = 0; k < 3; k++) {
      const up = at(k, 1e-6);
      const down = at(k, -1e-6);
      for (let r = 0; r < 3; r++) {
        const slope = (up[r]! - down[r]!) / 2e-6;
        // Second-order differences: 1e-12 of a third derivative that grows as the force gets small.
        const tolerance = 1e-6 * (1 + Math.abs(slope)) * Math.max(1, 0.01 / p[0]! ** 2);
        expect(Math.abs(d[3 * r + k]! - slope), `trial ${trial}`).toBeLessThan(tolerance);
        expect(Math.abs(byDifferences[3 * r + k]! - slope), `trial ${trial}`).toBeLessThan(10 * tolerance);
      }
    }
  }
  for (const kind of [LINEAR, OPEN, GENERAL]) expect(seen[kind]).toBeGreaterThan(10);
});

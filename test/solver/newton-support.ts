// Random blocks between random bodies, and the laws said without the solver's own words.

import { B_INV_INERTIA, B_INV_MASS, BODY_STRIDE } from '../../src/bodies/layout.js';
import type { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import {
  atCompliance,
  atJacobian,
  atLambda,
  atRhs,
  BLOCK_INTS,
  BlockStore,
  K_DATA,
  K_PROJECTION,
  K_ROWS,
} from '../../src/solver/blocks.js';
import { Island } from '../../src/solver/island.js';
import { typescriptKernels } from '../../src/solver/kernels.js';
import { Movers } from '../../src/solver/movers.js';
import {
  BASE_PROJECTIONS,
  BOUND_HIGH,
  BOUND_LOW,
  CONE_FRICTION,
  PROJECT_BILATERAL,
  PROJECT_BOUNDS,
  PROJECT_CONE,
} from '../../src/solver/projections.js';
import { SweepTools } from '../../src/solver/sweeps.js';

export interface System {
  bodies: Float64Array;
  movers: Movers;
  blocks: BlockStore;
  order: Int32Array;
  /** All blocks. */
  island: Island;
}

export const tools = (): SweepTools => new SweepTools(BASE_PROJECTIONS, typescriptKernels);

export function randomSystem(random: Random, bodyCount: number, kinds: readonly number[], soft = 0): System {
  const bodies = new Float64Array((bodyCount + 1) * BODY_STRIDE);
  const arena = new Arena();
  const movers = new Movers(arena, arena.f64(16));
  movers.begin(bodyCount + 1);
  for (let b = 1; b <= bodyCount; b++) {
    const o = b * BODY_STRIDE;
    bodies.fill(random.between(0.5, 2), o + B_INV_MASS, o + B_INV_MASS + 3);
    bodies.set(
      [random.between(0.5, 2), 0.1, -0.1, random.between(0.5, 2), 0.2, random.between(0.5, 2)],
      o + B_INV_INERTIA,
    );
    for (let k = 0; k < 6; k++) movers.v.data[6 * b + k] = random.between(-1, 1);
  }
  const blocks = new BlockStore(arena, movers);
  for (const kind of kinds) {
    const a = 1 + Math.floor(random.between(0, bodyCount));
    let b = Math.floor(random.between(0, bodyCount + 1));
    if (b === a) b = 0;
    const rows = kind === PROJECT_CONE ? 3 : kind === PROJECT_BOUNDS ? 1 : 1 + Math.floor(random.between(0, 3));
    const k = blocks.add(a, b, rows, kind);
    const o = blocks.dataOf(k);
    const f = blocks.f.data;
    if (kind === PROJECT_CONE) f[o + CONE_FRICTION] = random.between(0, 0.8);
    if (kind === PROJECT_BOUNDS) {
      f[o + BOUND_LOW] = random.between(-0.5, 0);
      f[o + BOUND_HIGH] = random.between(0, 0.5);
    }
    for (let r = 0; r < rows; r++) {
      // A point at a random place: forces along orthogonal axes, as contacts and joints have.
      const axis = [0, 0, 0];
      axis[r] = 1;
      for (const [half, sign] of [
        [0, 1],
        [6, -1],
      ] as const) {
        const arm = [random.between(-0.4, 0.4), random.between(-0.4, 0.4), random.between(-0.4, 0.4)];
        const j = o + atJacobian(rows) + 12 * r + half;
        for (let n = 0; n < 3; n++) {
          f[j + n] = sign * axis[n]!;
          f[j + 3 + n] = sign * (arm[(n + 1) % 3]! * axis[(n + 2) % 3]! - arm[(n + 2) % 3]! * axis[(n + 1) % 3]!);
        }
      }
      f[o + atCompliance + r] = soft;
      if (kind === PROJECT_BOUNDS) f[o + atRhs + r] = random.between(-0.5, 0.5);
    }
  }
  for (let k = 0; k < blocks.count; k++) {
    typescriptKernels.assemble(blocks, k, bodies);
    typescriptKernels.factor(blocks, k);
  }
  const order = Int32Array.from({ length: blocks.count }, (_, k) => k);
  const island = new Island(blocks).look(order, 0, blocks.count, bodies);
  return { bodies, movers, blocks, order, island };
}

/** The largest violation of any block's law, in N·s, m/s and their product, at the present impulses and velocities. */
export function worstViolation({ blocks, movers }: System): number {
  const r = new Float64Array(6);
  const i = blocks.i.data;
  const f = blocks.f.data;
  let worst = 0;
  for (let k = 0; k < blocks.count; k++) {
    const h = k * BLOCK_INTS;
    const o = i[h + K_DATA]!;
    const m = i[h + K_ROWS]!;
    typescriptKernels.residual(f, i, h, movers.v.data, r);
    const l = f.subarray(o + atLambda, o + atLambda + m);
    switch (i[h + K_PROJECTION]) {
      case PROJECT_BILATERAL:
        for (let n = 0; n < m; n++) worst = Math.max(worst, Math.abs(r[n]!));
        break;
      case PROJECT_BOUNDS: {
        const low = f[o + BOUND_LOW]!;
        const high = f[o + BOUND_HIGH]!;
        worst = Math.max(worst, low - l[0]!, l[0]! - high);
        // A push below its upper bound lets nothing approach, one above its lower bound nothing part.
        worst = Math.max(worst, Math.min(high - l[0]!, -r[0]!), Math.min(l[0]! - low, r[0]!));
        break;
      }
      default: {
        const mu = f[o + CONE_FRICTION]!;
        const force = Math.hypot(l[1]!, l[2]!);
        const slip = Math.hypot(r[1]!, r[2]!);
        worst = Math.max(worst, -l[0]!, -r[0]!, Math.min(l[0]!, r[0]!), force - mu * l[0]!);
        // Friction dissipates all that its limit allows: λt·u = -μ λn |u|.
        worst = Math.max(worst, mu * l[0]! * slip + l[1]! * r[1]! + l[2]! * r[2]!);
      }
    }
  }
  return worst;
}

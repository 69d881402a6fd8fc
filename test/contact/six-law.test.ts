// The law of one patch, checked on its results: not how they were found, but that they obey it.

import { describe, expect, test } from 'vitest';
import { WrenchLaw } from '../../src/contact/six/wrench-law.js';
import { Random } from '../../src/math/random.js';
import { PARAMETERS } from '../../src/solver/blocks.js';
import {
  addBody,
  blockOf,
  brakesMore,
  type Case,
  judge,
  patchesOf,
  randomCase,
  regular,
  type Verdict,
  visit,
} from './six-law-support.js';

const CASES = 6000;
/** Rounding of a 6×6 solve with a condition of 1e4 to 1e6, on velocities of the size of e₀. */
const VELOCITY = 1e-9;

interface Judged extends Verdict {
  c: Case;
  lambda: Float64Array;
  again: Float64Array;
  slips: boolean;
}

function judged(): Judged[] {
  const random = new Random(20150701);
  return Array.from({ length: CASES }, () => {
    const c = randomCase(random);
    const { lambda, again, slips } = visit(c);
    return { c, lambda, again, slips, ...judge(c, lambda) };
  });
}

describe('random bodies, motions and patches', () => {
  const all = judged();
  const settled = all.filter((x) => x.bears <= VELOCITY && x.least <= VELOCITY);

  test('all kinds of answer occur', () => {
    for (const kind of ['open', 'flat', 'edge', 'vertex'])
      expect(all.filter((x) => x.kind === kind).length, kind).toBeGreaterThan(CASES / 50);
    expect(all.filter((x) => x.slips && x.kind === 'flat').length).toBeGreaterThan(CASES / 50);
    expect(all.filter((x) => !x.slips && x.kind === 'edge').length).toBeGreaterThan(CASES / 50);
  });

  test('always: it pushes, from within the patch, with friction that the limit surface allows', () => {
    for (const x of all) {
      expect(x.push).toBe(0);
      expect(x.inside).toBeLessThan(1e-9);
      expect(x.limit).toBeLessThan(1e-6);
    }
  });

  test('nothing approaches an open patch', () => {
    for (const x of all) if (x.kind === 'open') expect(x.bears).toBeLessThan(VELOCITY);
  });

  test('without friction the normal law holds: v_n(q) = 0, and v_n is least at p', () => {
    for (const x of all) {
      if (x.c.mu > 0) continue;
      expect(x.bears).toBeLessThan(VELOCITY);
      expect(x.least).toBeLessThan(VELOCITY);
    }
  });

  // Friction and normal force depend on each other; with a strong coupling (a patch far beside the centre of mass, μ of
  // 2) there are folds that neither Newton's method nor raising μ gets over. What is left then is an error of the
  // normal row.
  test.each([
    [0.2, 0],
    [0.8, 0.002],
    [2, 0.003],
  ])('with friction %f it holds but for a share of %f', (mu, share) => {
    const some = all.filter((x) => x.c.mu === mu);
    const failed = some.filter((x) => x.bears > VELOCITY || x.least > VELOCITY);
    expect(failed.length / some.length).toBeLessThanOrEqual(share);
  });

  // Very thin loads leave the limit surface's own solver with noise (1e-6 at the worst); hardly any case has them.
  const quantile = (share: number, of: (x: Judged) => number) =>
    all.map(of).sort((a, b) => a - b)[Math.ceil(share * all.length) - 1]!;

  test('friction dissipates the most that the limit surface has for its slip', () => {
    expect(quantile(0.999, (x) => x.slip)).toBeLessThan(1e-10);
    expect(quantile(1, (x) => x.slip)).toBeLessThan(5e-6);
    // The wrench itself; where there is next to no slip its direction says little.
    expect(quantile(0.999, (x) => x.direction)).toBeLessThan(1e-7);
    expect(quantile(1, (x) => x.direction)).toBeLessThan(1e-3);
  });

  test('no other wrench of the limit set brakes more, sampled', () => {
    const random = new Random(7);
    let slipping = 0;
    for (const x of all) {
      if (!x.slips || x.c.mu === 0 || x.kind === 'open') continue;
      if (++slipping > 400) break;
      for (let k = 0; k < 20; k++) expect(-brakesMore(x.c, x.lambda, random)).toBeGreaterThan(-5e-6);
    }
    expect(slipping).toBeGreaterThan(300);
  });

  test('the derivative is that of central differences', () => {
    const step = 1e-6;
    const worst: number[] = [];
    for (const { c, kind, slips } of settled.slice(0, 2000)) {
      const patches = patchesOf(c.outline);
      const law = new WrenchLaw(patches);
      const f = blockOf(c);
      const p = Float64Array.from(c.e0);
      law.project(f, 0, 6, p, 0);
      // At rest it is -S⁻¹, and nothing where the patch is open: the solver knows both.
      if (kind === 'open' || (kind === 'flat' && !slips)) continue;
      const d = new Float64Array(36);
      expect(law.project.derivative!(f, 0, 6, Float64Array.from(c.e0), p, 0, d, 0)).toBe(true);
      const kept = f.slice(0, PARAMETERS);
      let [error, size] = [0, 0];
      for (let k = 0; k < 6; k++) {
        const [up, down] = [step, -step].map((h) => {
          f.set(kept);
          const r = Float64Array.from(c.e0);
          r[k]! += h;
          law.project(f, 0, 6, r, 0);
          return r;
        }) as [Float64Array, Float64Array];
        for (let i = 0; i < 6; i++) {
          const slope = (up[i]! - down[i]!) / (2 * step);
          error = Math.max(error, Math.abs(slope - d[6 * i + k]!));
          size = Math.max(size, Math.abs(slope));
        }
      }
      worst.push(error / size);
    }
    worst.sort((a, b) => a - b);
    expect(worst.length).toBeGreaterThan(1000);
    // Rounding of λ (1e-12) over the step; a line load's own derivative is a difference with a step of 1e-6.
    expect(worst[Math.floor(0.98 * worst.length)]).toBeLessThan(5e-6);
    // One in a few hundred has a kink within the step.
    expect(worst.filter((x) => x > 1e-4).length).toBeLessThan(0.01 * worst.length);
  });

  test('a second visit changes nothing', () => {
    const change = ({ lambda, again }: Judged) =>
      Math.max(...lambda.map((l, k) => Math.abs(l - again[k]!))) / Math.max(...lambda.map(Math.abs), 1e-300);
    const changes = settled.map(change).sort((a, b) => a - b);
    expect(changes[Math.floor(0.99 * changes.length)]).toBeLessThan(1e-12);
    // The noise of thin loads again, times the condition of the coupling.
    expect(changes.at(-1)).toBeLessThan(1e-4);
  });
});

describe('by hand', () => {
  const inverse = (x: number) => [
    [x, 0, 0],
    [0, x, 0],
    [0, 0, x],
  ];

  test('sticking that would lift the patch off has nothing to stick by: it bears and slips', () => {
    // The centre of mass is above and behind; friction against the slip turns the body so that the patch rises.
    const s = new Float64Array(36);
    addBody(s, 1, inverse(10), [-1, 1, 0]);
    const c: Case = {
      outline: regular(4, 0.01),
      mu: 0.3,
      sharp: [1, 1, 1, 1],
      s,
      e0: Float64Array.from([-0.1, 0, 0, -2, 0, 0]),
    };
    // One point: stick would need f_u = -e_u/S_uu and leave v_n = e_n - S_nu e_u/S_uu.
    expect(s[3]! * -2).toBeLessThan(-0.1 * s[21]!);
    const { lambda, slips } = visit(c);
    expect(slips).toBe(true);
    expect(lambda[0]).toBeGreaterThan(0);
    expect(lambda[3]! / lambda[0]!).toBeCloseTo(0.3, 3);
    expect(judge(c, lambda).bears).toBeLessThan(1e-12);
  });

  test('an edge bears only if the patch does not sink in beside it', () => {
    // A thin strip, frictionless: the unique solution of a linear complementarity problem, by trying all of them.
    const random = new Random(3);
    for (let k = 0; k < 300; k++) {
      const c = { ...randomCase(random), mu: 0, sharp: [1, 1, 1, 1] as Case['sharp'] };
      c.outline = regular(4, 0.5, Math.PI / 4).map(([u, w]) => [u, 0.1 * w]);
      const { lambda } = visit(c);
      const truth = lemke(c);
      for (let m = 0; m < 3; m++) expect(Math.abs(lambda[m]! - truth[m]!)).toBeLessThan(1e-8 * (1 + truth[0]!));
    }
  });

  test('a locked body: rows that cannot move get nothing', () => {
    const s = new Float64Array(36);
    // Moves along n only.
    s[0] = 1;
    const c: Case = {
      outline: regular(4, 0.5),
      mu: 0.5,
      sharp: [1, 1, 1, 1],
      s,
      e0: Float64Array.from([-2, 0, 0, 0, 0, 0]),
    };
    const { lambda } = visit(c);
    expect([...lambda]).toEqual([2, 0, 0, 0, 0, 0]);
  });
});

/** Forces at the vertices, f ≥ 0, v ≥ 0, f v = 0, by trying all active sets of up to three. */
function lemke(c: Case): [number, number, number] {
  const rows = c.outline.map(([u, w]) => [1, u, w]);
  const n = rows.length;
  const entry = (i: number, j: number) => {
    let sum = 0;
    for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) sum += rows[i]![a]! * c.s[6 * a + b]! * rows[j]![b]!;
    return sum;
  };
  const q = rows.map((row) => row.reduce((sum, x, a) => sum + x * c.e0[a]!, 0));
  let best: [number, number, number] = [0, 0, 0];
  let least = Infinity;
  for (let set = 0; set < 1 << n; set++) {
    const active = [...q.keys()].filter((k) => set & (1 << k));
    if (active.length > 3) continue;
    const f = solve(
      active.map((i) => active.map((j) => entry(i, j))),
      active.map((i) => -q[i]!),
    );
    const v = q.map((x, i) => x + active.reduce((sum, j, m) => sum + entry(i, j) * f[m]!, 0));
    const worst = Math.max(0, ...f.map((x) => -x), ...v.map((x) => -x));
    if (worst < least) {
      least = worst;
      best = [0, 1, 2].map((a) => active.reduce((sum, j, m) => sum + rows[j]![a]! * f[m]!, 0)) as typeof best;
    }
  }
  return best;
}

function solve(a: number[][], b: number[]): number[] {
  const n = b.length;
  const m = a.map((row, k) => [...row, b[k]!]);
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let r = k; r < n; r++) if (Math.abs(m[r]![k]!) > Math.abs(m[p]![k]!)) p = r;
    [m[k], m[p]] = [m[p]!, m[k]!];
    for (let r = 0; r < n; r++) {
      if (r === k) continue;
      const x = m[r]![k]! / m[k]![k]!;
      for (let j = k; j <= n; j++) m[r]![j]! -= x * m[k]![j]!;
    }
  }
  return m.map((row, k) => row[n]! / row[k]!);
}

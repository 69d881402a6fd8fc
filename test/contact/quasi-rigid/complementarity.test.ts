// s = (G + U Uᵀ) x + q ≥ 0, x ≥ 0, s·x = 0 on random nodes, against the conditions themselves: G is positive definite,
// so whatever keeps them is the solution.

import { describe, expect, it } from 'vitest';
import { KeptFactor } from '../../../src/contact/quasi-rigid/active-matrix.js';
import { Complementarity, type Rows } from '../../../src/contact/quasi-rigid/complementarity.js';
import { halfSpaceResponse } from '../../../src/contact/quasi-rigid/response.js';
import { Random } from '../../../src/math/random.js';
import { Arena } from '../../../src/memory/arena.js';

/** Nodes of any areas at random places of a disc; gaps of a bumpy ball. */
function nodesOf(random: Random, n: number) {
  const place = Array.from({ length: n }, () => {
    const r = Math.sqrt(random.next());
    const a = random.between(0, 2 * Math.PI);
    return [r * Math.cos(a), r * Math.sin(a), random.between(0.2, 2) / n] as const;
  });
  const rows: Rows = {
    fillRow(g, i, count) {
      for (let j = 0; j < count; j++) {
        const [p, q] = [place[i]!, place[j]!];
        g[i * count + j] = halfSpaceResponse((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2, p[2], q[2]);
      }
    },
    cells: null,
    shape: 1,
  };
  return { place, rows };
}

/** Largest |s| where it must be 0, -s and -x elsewhere, over the largest |q| and the x that it would need. */
function errorOf(p: Complementarity, n: number): number {
  const { q, x, u, active } = p;
  let deepest = 0;
  for (let i = 0; i < n; i++) deepest = Math.max(deepest, -q.data[i]);
  const t = [0, 0, 0];
  if (p.moves) for (let i = 0; i < n; i++) for (let c = 0; c < 3; c++) t[c]! += u.data[3 * i + c] * x.data[i];
  let worst = 0;
  for (let i = 0; i < n; i++) {
    const row = p.rowOf(i, n);
    let s = q.data[i];
    for (let j = 0; j < n; j++) s += (p.g.data[row + j] / p.unit) * x.data[j];
    if (p.moves) for (let c = 0; c < 3; c++) s += u.data[3 * i + c] * t[c]!;
    if (active.data[i] === 1) worst = Math.max(worst, Math.abs(s) / deepest, -x.data[i]);
    else worst = Math.max(worst, -s / deepest, Math.abs(x.data[i]));
  }
  return worst;
}

describe('the elastic complementarity problem', () => {
  it.each([
    [30, 1],
    [150, 2],
    [400, 3],
    [1300, 4],
  ])('%i nodes anywhere, from a wrong guess: conditions kept to 1e-10', (n, seed) => {
    const random = new Random(seed);
    const { place, rows } = nodesOf(random, n);
    const p = new Complementarity(new Arena());
    p.begin(n, rows, 1);
    for (let i = 0; i < n; i++) {
      p.q.data[i] = 0.5 * (place[i]![0] ** 2 + place[i]![1] ** 2) - (n > 1000 ? 0.9 : 0.3) * random.between(0.8, 1);
      p.active.data[i] = random.below(2);
    }
    p.solve(n);
    expect(errorOf(p, n)).toBeLessThan(1e-10);
  });

  it.each([1, 1e2, 1e4, 1e6])('bodies that move %s times more easily than they give way', (ease) => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = new Random(seed);
      const n = 60 + 40 * seed;
      const { place, rows } = nodesOf(random, n);
      const p = new Complementarity(new Arena());
      p.begin(n, rows, 1);
      p.moves = true;
      const root = Math.sqrt(ease);
      for (let i = 0; i < n; i++) {
        const [x, y] = place[i]!;
        p.q.data[i] = 0.2 * (x * x + y * y) - 0.3 + 0.3 * random.next() + 0.2 * x;
        p.u.data.set([root, root * y, -root * x], 3 * i);
        p.active.data[i] = random.below(2);
      }
      p.solve(n);
      expect(errorOf(p, n), `seed ${seed}`).toBeLessThan(1e-10);
    }
  });

  it('lengths counted in other units give the same forces', () => {
    const n = 120;
    const forces = [1, 0.01].map((unit) => {
      const random = new Random(7);
      const { place, rows } = nodesOf(random, n);
      const p = new Complementarity(new Arena());
      const scaled: Rows = {
        ...rows,
        fillRow(g, i, count) {
          rows.fillRow(g, i, count);
          for (let j = 0; j < count; j++) g[i * count + j]! *= unit;
        },
      };
      p.begin(n, scaled, unit);
      p.moves = true;
      for (let i = 0; i < n; i++) {
        p.q.data[i] = 0.5 * (place[i]![0] ** 2 + place[i]![1] ** 2) - 0.3;
        p.u.data.set([1, place[i]![1], -place[i]![0]], 3 * i);
        p.active.data[i] = 1;
      }
      p.solve(n);
      const y = new Float64Array(3 * n).fill(1);
      p.respond(n, y);
      return [...p.x.data.slice(0, n), ...y];
    });
    const most = Math.max(...forces[0]!.map(Math.abs));
    forces[0]!.forEach((f, k) => {
      expect(Math.abs(f - forces[1]![k]!)).toBeLessThan(1e-10 * most);
    });
  });

  it('a factor that is kept gives the bits of one that is computed', () => {
    const n = 100;
    const cells = new Int32Array(3 * n);
    for (let k = 0; k < n; k++) cells.set([k % 10, Math.floor(k / 10), 1], 3 * k);
    const rows: Rows = {
      fillRow(g, i, count) {
        for (let j = 0; j < count; j++)
          g[i * count + j] = halfSpaceResponse(
            (cells[3 * i]! - cells[3 * j]!) ** 2 + (cells[3 * i + 1]! - cells[3 * j + 1]!) ** 2,
            1,
            1,
          );
      },
      cells,
      shape: 1,
    };
    const kept = new KeptFactor();
    const solve = (factor: KeptFactor | null, unit: number, depth: number) => {
      const p = new Complementarity(new Arena());
      p.begin(n, rows, unit);
      p.kept = factor;
      for (let k = 0; k < n; k++) {
        p.q.data[k] = 0.02 * ((cells[3 * k]! - 4.5) ** 2 + (cells[3 * k + 1]! - 4.5) ** 2) - depth;
        p.active.data[k] = p.q.data[k] < -0.5 * depth ? 1 : 0;
      }
      p.solve(n);
      return [...p.x.data.slice(0, n)];
    };
    for (const depth of [0.3, 0.3, 0.301, 0.25, 0.3]) {
      const held = solve(kept, 0.01 * depth, depth);
      expect(held).toEqual(solve(new KeptFactor(), 0.01 * depth, depth));
      const most = Math.max(...held);
      solve(null, 0.01 * depth, depth).forEach((x, k) => {
        expect(Math.abs(x - held[k]!)).toBeLessThan(1e-12 * most);
      });
    }
  });
});

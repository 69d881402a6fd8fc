// The laws of pressing and sliding, against brute force and closed forms.

import { describe, expect, it } from 'vitest';
import {
  PRESS_REACH_U,
  pressingLaw,
  SLIDE_COUNT,
  SLIDE_FIRST,
  SLIDE_LIMIT,
  SLIDE_STATIC,
  SlidingLaw,
} from '../../../src/contact/quasi-rigid/laws.js';
import { Random } from '../../../src/math/random.js';
import { Arena } from '../../../src/memory/arena.js';
import { atFactor, atLambda, atSchur, blockSize } from '../../../src/solver/blocks.js';
import { factorLdl } from '../../../src/solver/factor.js';

function blockOf(s: readonly number[]): Float64Array {
  const f = new Float64Array(blockSize(3, 12));
  for (let k = 0; k < 9; k++) f[atSchur + k] = s[k]!;
  factorLdl(f, atSchur, f, atFactor(3), 3);
  return f;
}

function randomSpd(random: Random): number[] {
  const a = Array.from({ length: 9 }, () => random.between(-1, 1));
  const s = new Array(9).fill(0);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      for (let k = 0; k < 3; k++) s[3 * i + j] += a[3 * i + k]! * a[3 * j + k]!;
      if (i === j) s[3 * i + j] += 0.2;
    }
  return s;
}

describe('sliding', () => {
  const random = new Random(5);
  const arena = new Arena();
  const slab = arena.f64(3 * 200);
  const law = new SlidingLaw(slab);
  // Hertz's pressure on a disc of radius 1.
  const count = 200;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const r = Math.sqrt((k + 0.5) / count);
    const a = 2.399963229728653 * k;
    slab.data[3 * k] = r * Math.cos(a);
    slab.data[3 * k + 1] = r * Math.sin(a);
    slab.data[3 * k + 2] = Math.sqrt(1 - r * r);
    sum += Math.sqrt(1 - r * r);
  }
  for (let k = 0; k < count; k++) slab.data[3 * k + 2]! /= sum;

  const solve = (s: readonly number[], e: readonly number[], limit: number) => {
    const f = blockOf(s);
    f[SLIDE_FIRST] = 0;
    f[SLIDE_COUNT] = count;
    f[SLIDE_LIMIT] = limit;
    f[SLIDE_STATIC] = 1;
    const r = Float64Array.from(e);
    law.project(f, 0, 3, r, 0);
    return r;
  };

  it('friction is that of all nodes against their slip, to 1e-6 of the limit', () => {
    for (let trial = 0; trial < 40; trial++) {
      const s = randomSpd(random);
      const e = Array.from({ length: 3 }, () => random.between(-1, 1));
      const limit = random.between(0.05, 3);
      const l = solve(s, e, limit);
      const y = e.map((x, i) => x + s[3 * i]! * l[0] + s[3 * i + 1]! * l[1] + s[3 * i + 2]! * l[2]);
      const speed = Math.hypot(y[0]!, y[1]!) + Math.abs(y[2]!);
      // Sticking: nothing moves. Slipping: the sum over nodes.
      if (speed < 1e-6) continue;
      const want = [0, 0, 0];
      for (let k = 0; k < count; k++) {
        const [u, w, a] = [slab.data[3 * k]!, slab.data[3 * k + 1]!, slab.data[3 * k + 2]!];
        const vx = y[0]! - y[2]! * w;
        const vy = y[1]! + y[2]! * u;
        const size = Math.hypot(vx, vy);
        want[0]! -= (limit * a * vx) / size;
        want[1]! -= (limit * a * vy) / size;
        want[2]! -= (limit * a * (u * vy - w * vx)) / size;
      }
      for (let k = 0; k < 3; k++) expect(Math.abs(l[k]! - want[k]!), `trial ${trial}`).toBeLessThan(1e-6 * limit);
    }
  });

  it('pure spin is braked by 3π/16 of the limit times the radius, pure sliding by the limit', () => {
    const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    expect(-solve(unit, [0, 0, 10], 1)[2]!).toBeCloseTo((3 * Math.PI) / 16, 2);
    expect(-solve(unit, [10, 0, 0], 1)[0]!).toBeCloseTo(1, 7);
  });

  it('what the limit can hold does not move at all', () => {
    const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    expect([...solve(unit, [0.3, -0.2, 0.1], 1)]).toEqual([-0.3, 0.2, -0.1]);
  });
});

describe('pressing', () => {
  it('does not pull, and presses within its nodes', () => {
    const random = new Random(3);
    for (let trial = 0; trial < 100; trial++) {
      const f = blockOf(randomSpd(random));
      f[PRESS_REACH_U] = 0.1;
      f[PRESS_REACH_U + 1] = 0.2;
      const r = Float64Array.from([0, 1, 2].map(() => random.between(-1, 1)));
      pressingLaw(f, 0, 3, r, 0);
      expect(r[0]).toBeGreaterThanOrEqual(0);
      expect(Math.abs(r[1]!)).toBeLessThanOrEqual(0.1 * r[0]! + 1e-12);
      expect(Math.abs(r[2]!)).toBeLessThanOrEqual(0.2 * r[0]! + 1e-12);
    }
    expect(atLambda).toBeGreaterThan(0);
  });
});

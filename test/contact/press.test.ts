// The normal law of sweeps: the same answer as the law that it is a short form of, and the law itself holds for it.

import { expect, test } from 'vitest';
import { W_SHARP } from '../../src/contact/six/layout.js';
import { NormalLaw } from '../../src/contact/six/normal-law.js';
import {
  BEARS_FLAT,
  BEARS_NOT,
  factorPress,
  P_A,
  P_E,
  P_FACTOR,
  P_N,
  PRESS_NUMBERS,
  press,
} from '../../src/contact/six/press.js';
import { pressCurved } from '../../src/contact/six/press-curved.js';
import { EXTRAS, X_SHARP } from '../../src/contact/six/tape-layout.js';
import { Random } from '../../src/math/random.js';
import type { PatchBuffer } from '../../src/patch/patch.js';
import { patchesOf, randomCase } from './six-law-support.js';

/** The outline of the first patch as a tape has it: it ends at edges. */
function behindExtras({ vertices, outlineStart, outlineCount }: PatchBuffer): Float64Array {
  const start = outlineStart[0]!;
  const outline = new Float64Array(EXTRAS + 2 * outlineCount[0]!).fill(1, X_SHARP, EXTRAS);
  outline.set(vertices.subarray(start, start + 2 * outlineCount[0]!), EXTRAS);
  return outline;
}

test('random patches, bodies and motions', () => {
  const random = new Random(12);
  const sharp = new Float64Array(W_SHARP + 4).fill(1);
  const seen = { open: 0, flat: 0, tips: 0 };
  for (let n = 0; n < 3000; n++) {
    const c = randomCase(random);
    const patches = patchesOf(c.outline);
    const law = new NormalLaw(patches);
    const w = new Float64Array(PRESS_NUMBERS);
    let at = P_A;
    for (let i = 0; i < 3; i++) {
      law.e[i] = w[P_E + i] = c.e0[i]!;
      for (let j = 0; j < 3; j++) law.a[3 * i + j] = c.s[6 * i + j]!;
      for (let j = i; j < 3; j++) w[at++] = c.s[6 * i + j]!;
    }
    factorPress(w, P_A, P_FACTOR);
    const corners = patches.outlineCount[0]!;
    const bears = press(patches.vertices, patches.outlineStart[0]!, corners, BEARS_FLAT, w);
    const isFound = bears !== BEARS_NOT;
    expect(isFound).toBe(law.solve(sharp, 0));
    // Whatever bore before, the same bears now.
    const again = w.slice();
    const before = 1 + random.below(2 * corners);
    expect(press(patches.vertices, patches.outlineStart[0]!, corners, before, again)).toBe(bears);
    expect([...again]).toEqual([...w]);
    if (!isFound) {
      seen.open++;
      continue;
    }
    seen[law.tips ? 'tips' : 'flat']++;
    // Both solve 3×3 systems of condition up to some 1e6 in another order.
    for (let k = 0; k < 3; k++) {
      const off = Math.abs(w[P_N + k]! - law.n[k]!) / (Math.abs(law.n[0]!) + Math.abs(law.n[k]!));
      if (!(off < 1e-8)) expect.fail(`case ${n}: N differs by ${off}`);
    }
    // What is left of the approach is nowhere negative.
    const left = [0, 1, 2].map((i) => [0, 1, 2].reduce((sum, j) => sum + c.s[6 * i + j]! * w[P_N + j]!, c.e0[i]!)) as [
      number,
      number,
      number,
    ];
    const scale = Math.abs(c.e0[0]!) + Math.abs(c.e0[1]!) + Math.abs(c.e0[2]!);
    for (const [u, v] of c.outline)
      if (!(left[0] + left[1] * u + left[2] * v > -1e-8 * scale)) expect.fail(`case ${n}: it still approaches`);
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
});

test('patches that end in curves', () => {
  const random = new Random(13);
  const sharp = new Float64Array(W_SHARP + 4);
  const seen = { open: 0, flat: 0, tips: 0 };
  for (let n = 0; n < 3000; n++) {
    const c = randomCase(random);
    const patches = patchesOf(c.outline);
    const law = new NormalLaw(patches);
    const w = new Float64Array(PRESS_NUMBERS);
    const same = random.between(0, 1);
    const outline = behindExtras(patches);
    for (let k = 0; k < 4; k++)
      sharp[W_SHARP + k] = outline[X_SHARP + k] = n % 3 === 0 ? same : random.below(2) === 0 ? 1 : random.between(0, 1);
    let at = P_A;
    for (let i = 0; i < 3; i++) {
      law.e[i] = w[P_E + i] = c.e0[i]!;
      for (let j = 0; j < 3; j++) law.a[3 * i + j] = c.s[6 * i + j]!;
      for (let j = i; j < 3; j++) w[at++] = c.s[6 * i + j]!;
    }
    factorPress(w, P_A, P_FACTOR);
    const corners = patches.outlineCount[0]!;
    const bears = pressCurved(outline, EXTRAS, corners, BEARS_FLAT, w);
    const isFound = bears !== BEARS_NOT;
    expect(isFound).toBe(law.solve(sharp, 0));
    if (!isFound) {
      seen.open++;
      continue;
    }
    seen[law.tips ? 'tips' : 'flat']++;
    // Both solve 3×3 systems of condition up to some 1e6 in another order.
    for (let k = 0; k < 3; k++) {
      const off = Math.abs(w[P_N + k]! - law.n[k]!) / (Math.abs(law.n[0]!) + Math.abs(law.n[k]!));
      if (!(off < 1e-8)) expect.fail(`case ${n}: N differs by ${off}`);
    }
    // Asked first, it bears again.
    const again = w.slice();
    expect(pressCurved(outline, EXTRAS, corners, bears, again)).toBe(bears);
    expect([...again]).toEqual([...w]);
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
});

test('pressure on an edge or a corner to the last digit: rounding denies no patch all of its answers', () => {
  const random = new Random(14);
  for (let n = 0; n < 20000; n++) {
    const c = randomCase(random);
    // Small patches lose most digits: forces at the ends of a short edge are differences of like numbers.
    const scale = 10 ** -random.between(0, 3);
    const patches = patchesOf(c.outline.map(([u, v]) => [scale * u, scale * v] as [number, number]));
    const { vertices: v } = patches;
    const outline = behindExtras(patches);
    const corners = patches.outlineCount[0]!;
    const i = 2 * random.below(corners);
    const j = (i + 2) % (2 * corners);
    const x = n % 3 === 0 ? 0 : random.next();
    const bears = [1, v[i]! + x * (v[j]! - v[i]!), v[i + 1]! + x * (v[j + 1]! - v[i + 1]!)];
    const w = new Float64Array(PRESS_NUMBERS);
    let at = P_A;
    for (let k = 0; k < 3; k++) {
      // e = -A N: N there stops everything.
      w[P_E + k] = -bears.reduce((sum, b, m) => sum + c.s[6 * k + m]! * b, 0);
      for (let m = k; m < 3; m++) w[at++] = c.s[6 * k + m]!;
    }
    factorPress(w, P_A, P_FACTOR);
    for (const isCurved of [false, true]) {
      const found = isCurved
        ? pressCurved(outline, EXTRAS, corners, BEARS_FLAT, w)
        : press(v, 0, corners, BEARS_FLAT, w);
      if (found === BEARS_NOT) expect.fail(`case ${n}: nothing bears`);
      // A of condition 1e6 and more, over patches a thousandth of their arms.
      if (!(Math.abs(w[P_N]! - 1) < 1e-6)) expect.fail(`case ${n}: ${w[P_N]} bears instead of 1`);
    }
  }
});

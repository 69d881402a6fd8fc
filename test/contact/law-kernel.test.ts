// The exact law's kernel, bit by bit what TypeScript makes of the same blocks: impulses, what is kept for the next visit,
// and derivatives.

import { expect, test } from 'vitest';
import { W_FRICTION, W_SHARP, W_SLIPS } from '../../src/contact/six/layout.js';
import { WrenchLaw } from '../../src/contact/six/wrench-law.js';
import { Random } from '../../src/math/random.js';
import { wasmOfHost } from '../../src/memory/wasm.js';
import { KEPT_FRICTION, KEPT_HALF, KEPT_OUTLINE } from '../../src/patch/layout.js';
import { PatchBuffer } from '../../src/patch/patch.js';
import { polygonMoments } from '../../src/patch/polygon.js';
import { atFactor, atLambda, atSchur, PARAMETERS } from '../../src/solver/blocks.js';
import { factorLdl } from '../../src/solver/factor.js';
import { blockOf, type Case, patchesOf, randomCase, regular, residual } from './six-law-support.js';

/** The same at another size: lengths, not masses or speeds. */
function scaled(c: Case, size: number): Case {
  const by = [1, size, size, 1, 1, size];
  return {
    ...c,
    outline: c.outline.map(([u, w]) => [size * u, size * w]),
    s: c.s.map((x, k) => x / (by[Math.floor(k / 6)]! * by[k % 6]!)),
    e0: c.e0.map((x, k) => x / by[k]!),
  };
}

/** Outlines that random cases lack: points, lines, slivers, and such as stand beside the centre. */
function odd(c: Case, random: Random): Case {
  const [a, b] = [random.between(0.05, 0.5), random.between(0.05, 0.5)];
  const thin = 10 ** random.between(-9, -1);
  const [x, y] = [random.between(-2, 2) * a, random.between(-2, 2) * b];
  const box = (u: number, w: number): [number, number][] => [
    [x - u, y - w],
    [x + u, y - w],
    [x + u, y + w],
    [x - u, y + w],
  ];
  const outlines: [number, number][][] = [
    [[x, y]],
    [
      [x - a, y],
      [x + a, y + thin * b],
    ],
    box(a, thin * b),
    box(a, b),
    [...regular(16, a)].map(([u, w]) => [u, w * thin] as [number, number]),
    regular(32, a),
  ];
  return { ...c, outline: outlines[random.below(outlines.length)]! };
}

/** A visit from λ = 0 and two that follow, each with its derivative, by both: of how many there is one, and how many slip. */
function compare(c: Case, patches: PatchBuffer, sides: readonly WrenchLaw[]): [number, number] {
  let known = 0;
  let slips = 0;
  const blocks = sides.map(() => blockOf(c));
  for (let visit = 0; visit < 3; visit++) {
    const answers = sides.map((law, k) => {
      const f = blocks[k]!;
      const lambda = f.slice(atLambda, atLambda + 6);
      const e = residual(c, lambda);
      const r = Float64Array.from(e);
      law.project(f, 0, 6, r, 0);
      const d = new Float64Array(36);
      const isKnown = r[0]! > 0 && law.project.derivative!(f, 0, 6, Float64Array.from(e), r, 0, d, 0);
      f.set(r, atLambda);
      return { r, d, isKnown, kept: f.slice(0, PARAMETERS) };
    });
    expect(answers[1]).toStrictEqual(answers[0]);
    if (answers[0]!.isKnown) known++;
    if (answers[0]!.kept[W_SLIPS]! > 0) slips++;
  }
  expect(patches.count).toBe(1);
  return [known, slips];
}

function lawsOf(patches: PatchBuffer): readonly [WrenchLaw, WrenchLaw] {
  return [new WrenchLaw(patches), new WrenchLaw(patches, null, wasmOfHost())];
}

test.each([
  ['as they are', 1, false],
  ['of 1 cm', 0.01, false],
  ['of 10 m', 10, false],
  ['thin, and points', 1, true],
  ['thin, of 1 cm', 0.01, true],
])('random blocks, %s', (_, size, isOdd) => {
  const random = new Random(11);
  let known = 0;
  let slips = 0;
  const patches = patchesOf([[0, 0]]);
  const laws = lawsOf(patches);
  for (let n = 0; n < 2000; n++) {
    let c = randomCase(random);
    if (isOdd) c = odd(c, random);
    c = scaled(c, size);
    take(patches, c);
    const [k, s] = compare(c, patches, laws);
    known += k;
    slips += s;
  }
  expect(known).toBeGreaterThan(500);
  expect(slips).toBeGreaterThan(1000);
}, 60_000);

/** Puts the outline of c in the place of the one that is there. */
function take(patches: PatchBuffer, { outline }: Case): void {
  const n = outline.length;
  patches.records[KEPT_HALF] = patches.records[KEPT_HALF + 1] = 0;
  outline.forEach(([u, w], k) => {
    patches.vertices[2 * k] = u;
    patches.vertices[2 * k + 1] = w;
  });
  patches.outlineCount[0] = patches.frictionCount[0] = n;
  polygonMoments(patches.records, KEPT_OUTLINE, patches.vertices, 0, n);
  polygonMoments(patches.records, KEPT_FRICTION, patches.vertices, 0, n);
}

test('a friction polygon of its own, locked axes, and a patch that is too large', () => {
  const random = new Random(5);
  const frame = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (const corners of [40, 64, 65]) {
    for (let n = 0; n < 100; n++) {
      const c = randomCase(random);
      const patches = new PatchBuffer();
      const outline = regular(corners, random.between(0.05, 0.5));
      patches.addPolygon(Float64Array.from(outline.flat()), corners, frame, 0, 16, 1.01);
      const block = { ...c, outline, mu: Math.max(c.mu, 0.3) };
      compare(block, patches, lawsOf(patches));
    }
  }
  for (let n = 0; n < 300; n++) {
    const c = randomCase(random);
    for (let k = 0; k < 6; k++) if (random.below(3) === 0 && k > 0) for (let j = 0; j < 6; j++) c.s[6 * k + j] = c.s[6 * j + k] = 0;
    const patches = patchesOf(c.outline);
    compare(c, patches, lawsOf(patches));
  }
});

test('the block that support makes is the one that is handed over', () => {
  const c = randomCase(new Random(1));
  const f = blockOf(c);
  expect(f[W_FRICTION]).toBe(c.mu);
  expect([...f.subarray(W_SHARP, W_SHARP + 4)]).toEqual([...c.sharp]);
  const l = new Float64Array(36);
  factorLdl(f, atSchur, l, 0, 6);
  expect(f.slice(atFactor(6), atFactor(6) + 36)).toStrictEqual(l);
});

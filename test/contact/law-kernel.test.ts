// The exact law's kernel, bit by bit what TypeScript makes of the same blocks: impulses, what is kept for the next visit,
// and derivatives.

import { expect, test } from 'vitest';
import { LawKernel } from '../../src/contact/six/law-kernel.js';
import { W_SLIPS } from '../../src/contact/six/layout.js';
import { WrenchLaw } from '../../src/contact/six/wrench-law.js';
import { Random } from '../../src/math/random.js';
import { wasmOfHost } from '../../src/memory/wasm.js';
import { KEPT_FRICTION, KEPT_HALF, KEPT_OUTLINE } from '../../src/patch/layout.js';
import { PatchBuffer } from '../../src/patch/patch.js';
import { polygonMoments } from '../../src/patch/polygon.js';
import { atLambda, PARAMETERS } from '../../src/solver/blocks.js';
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
function compare(c: Case, sides: readonly WrenchLaw[]): [number, number] {
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
      return [...r, ...d, ...f.subarray(0, PARAMETERS), isKnown ? 1 : 0];
    }) as [number[], number[]];
    if (!answers[0].every((x, k) => Object.is(x, answers[1][k]))) expect(answers[1]).toEqual(answers[0]);
    if (answers[0].at(-1) === 1) known++;
    if (blocks[0]![W_SLIPS]! > 0) slips++;
  }
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
])(
  'random blocks, %s',
  (_, size, isOdd) => {
    const random = new Random(11);
    let known = 0;
    let slips = 0;
    const patches = patchesOf([[0, 0]]);
    const laws = lawsOf(patches);
    for (let n = 0; n < 1000; n++) {
      let c = randomCase(random);
      if (isOdd) c = odd(c, random);
      c = scaled(c, size);
      take(patches, c);
      const [k, s] = compare(c, laws);
      known += k;
      slips += s;
    }
    expect(known).toBeGreaterThan(300);
    expect(slips).toBeGreaterThan(500);
  },
  60_000,
);

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
      compare(block, lawsOf(patches));
    }
  }
  for (let n = 0; n < 300; n++) {
    const c = randomCase(random);
    for (let k = 0; k < 6; k++)
      if (random.below(3) === 0 && k > 0) for (let j = 0; j < 6; j++) c.s[6 * k + j] = c.s[6 * j + k] = 0;
    const patches = patchesOf(c.outline);
    compare(c, lawsOf(patches));
  }
});

test('all worlds have one, and a host that cannot leaves them to TypeScript', () => {
  const host = wasmOfHost()!;
  expect(LawKernel.of(host)).toBe(LawKernel.of(host));
  const failing = {
    ...host,
    Memory: host.Memory,
    Module: class {
      constructor() {
        throw new Error('no');
      }
    },
  };
  expect(LawKernel.of(failing as never)).toBe(null);
  const c = randomCase(new Random(2));
  const patches = patchesOf(c.outline);
  compare(c, [new WrenchLaw(patches), new WrenchLaw(patches, null, failing as never)]);
});

test('the kernel takes what it has room for, and leaves unions to TypeScript', () => {
  const kernel = LawKernel.of(wasmOfHost()!)!;
  const c = randomCase(new Random(1));
  const takes = (patches: PatchBuffer) => kernel.project(blockOf(c), 0, Float64Array.from(c.e0), patches, 0);
  for (const [corners, isTaken] of [
    [1, true],
    [32, true],
    [33, false],
    [65, false],
  ] as const)
    expect(takes(patchesOf(regular(corners, 0.1)))).toBe(isTaken);
  const union = patchesOf(regular(8, 0.1));
  union.outlineStart[0] = 2;
  expect(takes(union)).toBe(false);
});

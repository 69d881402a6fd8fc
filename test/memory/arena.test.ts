// A world has the same bits wherever its memory lies, and slabs never lose what they hold.

import { describe, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { memoryWithin, plainMemory, sharedMemory, World } from '../../src/index.js';
import { Arena, type MemorySource } from '../../src/memory/arena.js';

const wasm = (): MemorySource =>
  memoryWithin(new WebAssembly.Memory({ initial: 1, maximum: 4096, shared: true }), 1000);

describe.each([
  ['plain buffers', () => plainMemory],
  ['shared buffers', () => sharedMemory],
  ['a shared WebAssembly.Memory', wasm],
] as const)('in %s', (_, source) => {
  test('slabs keep what they hold while others grow, and are zero where nobody wrote', () => {
    const arena = new Arena(source());
    const slabs = Array.from({ length: 8 }, () => ({ f: arena.f64(3), i: arena.i32(5) }));
    for (let round = 4; round < 12; round++)
      for (const [k, { f, i }] of slabs.entries()) {
        const n = 2 ** round + k;
        f.reserve(n);
        i.reserve(n);
        expect(f.data[n - 1]).toBe(0);
        expect(i.data[n - 1]).toBe(0);
        f.data[n - 1] = n + 0.5;
        i.data[n - 1] = n;
        for (let m = 4; m <= round; m++) {
          expect(f.data[2 ** m + k - 1]).toBe(2 ** m + k + 0.5);
          expect(i.data[2 ** m + k - 1]).toBe(2 ** m + k);
        }
      }
    expect(arena.bytes).toBeGreaterThan(8 * 12 * 2048);
  });

  test.each(['six', 'point'] as const)('a pile and a machine move as ever under %s', (model) => {
    for (const name of ['pile', 'gear-pair']) {
      const scene = scenes.find((s) => s.name === name)!.make();
      const contact = { ...scene.contact, model };
      const here = new World({ ...scene, contact });
      let there = new World({ ...scene, contact }, { memory: source() });
      for (let step = 0; step < 40; step++) {
        here.step();
        there.step();
        if (step === 20) there = World.restore(there.snapshot(), { memory: source() });
      }
      expect(there.hash(), name).toBe(here.hash());
    }
  });
});

test('a memory that would detach its arrays is refused', () => {
  expect(() => memoryWithin(new WebAssembly.Memory({ initial: 1 }))).toThrow('make it with shared: true');
});

// Threads that share the work of large islands: the same bits for any number of them, whenever they come and go, and
// nothing that waits for ever.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type SceneDescription, World } from '../../src/index.js';
import { startWorkers, type Workers } from '../../workers/index.js';
import { bundle } from '../browser/bundle.js';
import { mixOf, pileOf } from './crowds.js';

const MANY = 256;

/** Hashes after every few steps, and the largest number of blocks. */
function run(scene: SceneDescription, steps: number, workers?: Workers): { hashes: string[]; blocks: number } {
  const world = new World(scene, workers ? { workers } : {});
  const hashes: string[] = [];
  let blocks = 0;
  for (let k = 0; k < steps; k++) {
    world.step();
    blocks = Math.max(blocks, world.solverStatistics.blocks);
    if (k % 5 === 4) hashes.push(world.hash());
  }
  return { hashes, blocks };
}

/** Steps, and numbers of workers: few, as threads that share cores wait for their turn. */
const SCENES: [string, SceneDescription, number, number[]][] = [
  ['a pile of 300 boxes', pileOf([10, 3, 10], 1), 12, [0, 1, 2, 3]],
  ['the same, 1 cm wide', pileOf([9, 4, 9], 2, 0.01), 8, [2]],
  ['bodies of four kinds', mixOf([10, 5, 10], 3), 22, [1, 3]],
  ['boxes, 2 m wide', pileOf([10, 3, 10], 4, 2), 12, [2]],
];

describe('the same bits with any number of workers', () => {
  test.each(SCENES)('%s', (_, scene, steps, counts) => {
    const alone = run(scene, steps);
    expect(alone.blocks).toBeGreaterThan(MANY);
    for (const count of counts) {
      const workers = startWorkers(count, { isPatient: true });
      try {
        expect(run(scene, steps, workers).hashes, `${count} workers`).toEqual(alone.hashes);
        expect(workers.missing).toBeNull();
        expect(workers.work).toHaveLength(count === 0 ? 0 : count + 1);
        // All took part, and had as much to do as the others.
        const visits = workers.work.map((work) => work.visits);
        for (const [k, { shares }] of workers.work.entries()) {
          expect(shares, `thread ${k}`).toBeGreaterThan(0);
          expect(visits[k]! / visits[0]!, `thread ${k}`).toBeGreaterThan(0.5);
        }
      } finally {
        workers.close();
      }
    }
  });
});

test('workers come late and go early, and worlds share them', () => {
  const scene = pileOf([10, 3, 10], 5);
  const { hashes } = run(scene, 20);
  // Not patient: whoever is not awake yet is left out.
  const workers = startWorkers(2);
  const [one, other] = [new World(scene, { workers }), new World(scene, { workers })];
  for (let k = 0; k < 20; k++) {
    one.step();
    other.step();
    if (k === 14) workers.close();
    if (k % 5 === 4) expect([one.hash(), other.hash()]).toEqual([hashes[(k - 4) / 5], hashes[(k - 4) / 5]]);
  }
  workers.close();
});

test('a snapshot goes on with workers, and without', () => {
  const scene = mixOf([10, 3, 10], 6);
  const { hashes } = run(scene, 20);
  const workers = startWorkers(1, { isPatient: true });
  try {
    const first = new World(scene, { workers });
    for (let k = 0; k < 10; k++) first.step();
    const bytes = first.snapshot();
    for (const world of [World.restore(bytes, { workers }), World.restore(bytes)]) {
      for (let k = 10; k < 20; k++) world.step();
      expect(world.hash()).toBe(hashes[3]);
    }
  } finally {
    workers.close();
  }
});

test('where a host has no shared memory a line says so, and the world is the same', () => {
  const shared = globalThis.SharedArrayBuffer;
  let workers: Workers;
  try {
    // @ts-expect-error: a page that is not isolated has none
    globalThis.SharedArrayBuffer = undefined;
    workers = startWorkers(2);
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
  expect(workers.count).toBe(0);
  expect(workers.missing).toMatch(/^there is no shared memory: .*Cross-Origin-Embedder-Policy: require-corp$/);
  const scene = pileOf([8, 2, 8], 7);
  expect(run(scene, 10, workers).hashes).toEqual(run(scene, 10).hashes);
});

test.each([-1, 1.5, 32, Number.NaN])('%s workers are refused in one line', (count) => {
  expect(() => startWorkers(count)).toThrow(
    `the number of workers is ${count}; it must be a whole number from 0 to 31`,
  );
});

test('a program ends though its workers were not closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixfold-workers-'));
  try {
    const file = join(folder, 'program.mjs');
    writeFileSync(
      file,
      await bundle(`import { World } from './src/index.ts';
import { startWorkers } from './workers/index.ts';
import { pileOf } from './test/workers/crowds.ts';
const workers = startWorkers(2, { isPatient: true });
const world = new World(pileOf([10, 3, 10], 8), { workers });
for (let k = 0; k < 10; k++) world.step();
console.log(world.hash(), workers.work[2].shares > 0);`),
    );
    const said = execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 100_000 });
    expect(said.trim()).toBe(`${run(pileOf([10, 3, 10], 8), 10).hashes[1]} true`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { driveByTimer, PacedLoop } from '../../src/io/paced-loop.js';
import { PoseBuffer } from '../../src/io/pose-buffer.js';

describe('a paced loop', () => {
  test('steps as often as the clock says, and counts what is late', () => {
    let now = 0;
    const loop = new PacedLoop(
      () => {},
      1,
      () => now,
    );
    expect(loop.run()).toBe(1);
    now = 0.5;
    expect(loop.run()).toBe(0.5);
    now = 5;
    loop.run();
    expect(loop.statistics.steps).toBe(6);
    // Steps 1 to 3 ended more than a period after they were due at 1, 2 and 3 ms.
    expect(loop.statistics.late).toBe(3);
    expect(loop.statistics.skipped).toBe(0);
  });

  test('leaves steps out when it is hopeless, and says so', () => {
    let now = 0;
    const loop = new PacedLoop(
      () => {},
      1,
      () => now,
      10,
    );
    loop.run();
    now = 1000;
    loop.run();
    expect(loop.statistics.skipped).toBeGreaterThan(980);
    expect(loop.statistics.steps + loop.statistics.skipped).toBe(1001);
  });

  test('names the longest step', () => {
    let now = 0;
    const costs = [0.1, 0.1, 3, 0.1];
    const loop = new PacedLoop(
      () => (now += costs.shift() ?? 0.1),
      1,
      () => now,
    );
    for (let k = 0; k < 8; k++) {
      loop.run();
      now += 0.5;
    }
    expect(loop.statistics.longest).toBeCloseTo(3, 9);
    expect(loop.statistics.longestAt).toBe(3);
  });

  test('runs on a timer where threads share no memory', () => {
    let now = 0;
    const queue: (() => void)[] = [];
    const loop = new PacedLoop(
      () => {},
      1,
      () => now,
    );
    driveByTimer(
      loop,
      (run, ms) => {
        now += ms;
        queue.push(run);
      },
      () => loop.statistics.steps >= 10,
    );
    while (queue.length > 0) queue.shift()!();
    expect(loop.statistics.steps).toBe(10);
  });
});

describe('a pose buffer', () => {
  test('gives the latest publication, or says that there is none', () => {
    const buffer = new PoseBuffer(new ArrayBuffer(PoseBuffer.bytes(3)), 3);
    const out = new Float64Array(3);
    expect(buffer.read(out)).toBe(false);
    for (let k = 1; k < 10; k++) {
      buffer.publish([k, 2 * k, 3 * k]);
      expect(buffer.read(out)).toBe(true);
      expect([...out]).toEqual([k, 2 * k, 3 * k]);
    }
    expect(buffer.published).toBe(9);
  });

  test('is never torn while another thread writes as fast as it can', async () => {
    const width = 500;
    const memory = new SharedArrayBuffer(PoseBuffer.bytes(width));
    const stop = new SharedArrayBuffer(4);
    // The writer as plain JavaScript: what a worker runs must not need a build.
    const worker = new Worker(
      `const { workerData: { memory, stop, width } } = require('node:worker_threads');
       const count = new Int32Array(memory, 0, 1), data = new Float64Array(memory, 8, 2 * width), cell = new Int32Array(stop);
       for (let n = 1; Atomics.load(cell, 0) === 0; n++) {
         const from = (n & 1) * width;
         for (let k = 0; k < width; k++) data[from + k] = n;
         Atomics.store(count, 0, n);
       }`,
      { eval: true, workerData: { memory, stop, width } },
    );
    const buffer = new PoseBuffer(memory, width);
    const out = new Float64Array(width);
    while (!buffer.read(out)) await new Promise((resolve) => setTimeout(resolve, 1));
    let last = 0;
    for (let n = 0; n < 3000; n++) {
      buffer.read(out);
      expect(out.every((x) => x === out[0])).toBe(true);
      expect(out[0]!).toBeGreaterThanOrEqual(last);
      last = out[0]!;
    }
    Atomics.store(new Int32Array(stop), 0, 1);
    await worker.terminate();
  });
});

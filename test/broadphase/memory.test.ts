import { describe, expect, it } from 'vitest';
import { BroadPhase } from '../../src/broadphase/broad-phase.js';
import { Random } from '../../src/math/random.js';

describe('memory of the broad phase', () => {
  it('allocates nothing per update once warm', () => {
    const n = 400;
    const random = new Random(9);
    const phase = new BroadPhase({ lookAhead: 2 });
    const boxes = new Float64Array(6 * n);
    const velocities = new Float64Array(3 * n);
    for (let k = 0; k < 3 * n; k++) {
      const at = 6 * Math.floor(k / 3) + (k % 3);
      boxes[at] = random.between(0, 9);
      boxes[at + 3] = boxes[at] + 1;
      velocities[k] = random.between(-0.05, 0.05);
    }
    for (let k = 0; k < n; k++) phase.add(k, boxes, 6 * k);
    const step = (): void => {
      for (let k = 0; k < 3 * n; k++) {
        const at = 6 * ((k / 3) | 0) + (k % 3);
        boxes[at] += velocities[k];
        boxes[at + 3] += velocities[k];
        if (boxes[at] < 0 || boxes[at] > 9) velocities[k] = boxes[at] < 0 ? 0.05 : -0.05;
      }
      for (let k = 0; k < n; k++) {
        phase.move(k, boxes, 6 * k, velocities, 3 * k);
      }
      phase.update();
    };
    for (let k = 0; k < 3000; k++) step();
    const slabs = [phase.pairs.pairs.data, phase.pairs.begun.data, phase.fatBoxes.data].map((d) => d.length);
    // Short spans, and their median: a collection that falls into one of them must not hide what the others show.
    const growths: number[] = [];
    for (let span = 0; span < 41; span++) {
      const before = process.memoryUsage().heapUsed;
      for (let k = 0; k < 20; k++) step();
      growths.push(process.memoryUsage().heapUsed - before);
    }
    growths.sort((x, y) => x - y);
    expect([phase.pairs.pairs.data, phase.pairs.begun.data, phase.fatBoxes.data].map((d) => d.length)).toEqual(slabs);
    // One number boxed per proxy and step would be 16 bytes × 400 × 20 = 128 kB; asking for the figure costs a few kB.
    expect(growths[20]).toBeLessThan(20e3);
  });
});

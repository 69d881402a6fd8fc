import { expect, test } from 'vitest';
import { Arena } from '../../src/memory/arena.js';
import {
  atFactor,
  atJacobian,
  atLambda,
  atRhs,
  BLOCK_INTS,
  BlockStore,
  blockSize,
  K_READY,
  RIGID_WIDTH,
  THIN,
} from '../../src/solver/blocks.js';
import { Movers } from '../../src/solver/movers.js';

const OWNER = 41;

test('a thin block that was widened is thin again with what it bears, and the next one has the room', () => {
  const arena = new Arena();
  const movers = new Movers(arena, arena.f64(6 * 8));
  movers.begin(8);
  const blocks = new BlockStore(arena, movers);
  const thin = [1, 2, 3].map((b) => blocks.add(b, 0, 6, 0, -1, OWNER + b));
  const whole = blocks.add(4, 0, 6, 0);
  const { size } = blocks;
  const order = Int32Array.from([...thin, whole]);
  const f = () => blocks.f.data;
  blocks.f.data.fill(7, blocks.dataOf(whole), blocks.dataOf(whole) + blockSize(6, RIGID_WIDTH));
  for (const k of thin) for (let r = 0; r < 12; r++) f()[blocks.dataOf(k) + atRhs + r] = 100 * k + r;
  for (let round = 0; round < 2; round++)
    for (const k of thin) {
      const place = blocks.dataOf(k);
      const n = order.indexOf(k);
      expect(blocks.i.data[k * BLOCK_INTS + K_READY]).toBe(THIN - (OWNER + k + 1));
      blocks.widen(k);
      const wide = blocks.dataOf(k);
      expect(wide).toBe(size);
      expect(blocks.i.data[k * BLOCK_INTS + K_READY]).toBe(0);
      for (let r = 0; r < 12; r++) expect(f()[wide + atRhs + r]).toBe(100 * k + r + 1000 * round);
      for (let m = atJacobian(6); m < blockSize(6, RIGID_WIDTH) - 6 * RIGID_WIDTH; m++) expect(f()[wide + m]).toBe(0);
      // Solved: rows, a factor, and other impulses.
      f().fill(3, wide + atFactor(6), wide + blockSize(6, RIGID_WIDTH));
      for (let r = 0; r < 12; r++) f()[wide + atRhs + r] += 1000;
      blocks.narrow(order, n, n + 1, size);
      expect(blocks.size).toBe(size);
      expect(blocks.dataOf(k)).toBe(place);
      expect(f()[place + atLambda]).toBe(100 * k + 6 + 1000 * (round + 1));
      expect(blocks.isEmpty(k)).toBe(false);
    }
  // What is a whole block from the start stays one.
  blocks.narrow(order, 0, order.length, size);
  expect(f()[blocks.dataOf(whole) + atFactor(6)]).toBe(7);
});

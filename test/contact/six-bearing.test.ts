import { expect, test, vi } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { CorrectionIslands } from '../../src/contact/six/correct-islands.js';
import { World } from '../../src/index.js';

// A crowd in full motion is solved twice in every step; where the look in between found nothing, its contacts were once
// borne by both solves, and corrected as if there were two of each.
test('correction has no contact twice', () => {
  const scene = scenes.find(({ name }) => name === 'domino-run')!.make({});
  const world = new World({ ...scene, sleep: false });
  const find = vi.spyOn(CorrectionIslands.prototype, 'find');
  let most = 0;
  try {
    for (let step = 0; step < 125; step++) {
      find.mockClear();
      world.step();
      for (const [{ bearing, bearingCount }] of find.mock.calls) {
        const contacts = Array.from({ length: bearingCount }, (_, m) => bearing.data[2 * m]);
        expect(new Set(contacts).size, `step ${step}`).toBe(bearingCount);
        most = Math.max(most, bearingCount);
      }
    }
  } finally {
    find.mockRestore();
  }
  // As many as make a crowd.
  expect(most).toBeGreaterThan(32);
});

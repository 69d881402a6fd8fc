import { expect, test } from 'vitest';
import { plot } from './plot.js';
import { sceneNamed } from './support.js';

test('a scene is drawn at several times', () => {
  const { png, notes } = plot(sceneNamed('falling-box').make(), { times: [0, 0.5], pixels: 100 });
  expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  // Width and height follow the name of the first chunk.
  expect([png[19], png[23]]).toEqual([200, 100]);
  expect(notes).toHaveLength(2);
});

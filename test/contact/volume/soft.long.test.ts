// What takes long: fifty scenes that nobody chose, and what a thousand steps with a cut every hundred leave behind.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type SceneDescription, World } from '../../../src/index.js';
import { volume } from '../../../src/volume.js';
import { drawScene, watch } from './random-scenes.js';

/** Compounds whose parts overlap and that are to touch themselves do so from the start: see docs/theory/volume.md. */
const isOverlapping = (seed: number): boolean =>
  drawScene(seed).scene.bodies!.some(
    (body) => 'selfContact' in body && (body.shape as { type: string }).type === 'compound',
  );

test('fifty random scenes stay finite, gain no energy and stay above the floor', () => {
  const bad: string[] = [];
  let count = 0;
  for (let seed = 101; count < 50; seed++) {
    if (isOverlapping(seed)) continue;
    count++;
    const drawn = drawScene(seed);
    const seen = watch(drawn, Math.max(1, Math.sqrt(drawn.size)), () => 0);
    if (seen.failure || seen.rise > 0.03 || seen.below > 0.1) bad.push(`${seed}: ${JSON.stringify(seen)}`);
  }
  expect(bad).toEqual([]);
});

test('a thousand steps with a cut every hundred retain nothing', () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const heap = (): number => {
    gc();
    gc();
    return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  };
  const run = (): void => {
    const world = new World(
      {
        timeStep: 0.01,
        contact: { model: 'volume' },
        bodies: [
          { name: 'ground', type: 'static', shape: { type: 'half-space' } },
          {
            name: 'bar',
            type: 'soft',
            shape: { type: 'box', size: [0.6, 0.06, 0.06] },
            density: 1000,
            position: [0, 0.03, 0],
            material: { young: 1e6, poisson: 0.3, stiffnessDamping: 0.01 },
            resolution: 10,
          },
        ],
      } as unknown as SceneDescription,
      { models: [volume] },
    );
    for (let n = 0; n < 1000; n++) {
      if (n % 100 === 50) {
        const longest = [...world.bodies()].filter((b) => b.type === 'soft').sort((p, q) => q.mass - p.mass)[0]!;
        const [x, y, z] = longest.position;
        world.part(volume).cut({ body: longest.name, plane: { point: [x, y, z], normal: [1, 0, 0] } });
      }
      world.step();
    }
    // Ten cuts, eleven pieces: the largest is halved each time, down to slices of a cell.
    expect([...world.bodies()].length).toBeGreaterThan(5);
  };
  run();
  const before = heap();
  run();
  run();
  // Two more worlds have come and gone: what they kept would be megabytes of lattices and surfaces.
  expect(heap() - before).toBeLessThan(4e6);
});

// Crowds move with the same bits in WebAssembly and in TypeScript.

import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { type BodyDescription, type SceneDescription, type ShapeDescription, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';

function compare(scene: SceneDescription, steps: number): void {
  const here = new World(scene, { simd: false });
  const there = new World(scene);
  for (let k = 1; k <= steps; k++) {
    here.step();
    there.step();
    if (k % 20 === 0) expect(there.hash(), `step ${k}`).toBe(here.hash());
  }
}

test('a pile of 100 boxes', () => {
  compare(scenes.find(({ name }) => name === 'pile')!.make({ boxes: 100 }), 200);
});

test('curved bodies among flat ones', () => {
  const random = new Random(3);
  const shapes: ShapeDescription[] = [
    { type: 'box', size: [0.3, 0.2, 0.25] },
    { type: 'sphere', radius: 0.14 },
    { type: 'cylinder', radius: 0.12, height: 0.3 },
    { type: 'capsule', radius: 0.1, height: 0.2 },
  ];
  const bodies = Array.from(
    { length: 48 },
    (_, k): BodyDescription => ({
      shape: shapes[k % shapes.length]!,
      density: 500,
      position: [0.34 * ((k % 4) - 1.5), 0.3 + 0.34 * (k >> 4), 0.34 * (((k >> 2) % 4) - 1.5)],
      rotation: random.rotation(),
    }),
  );
  compare({ sleep: false, bodies: [{ type: 'static', shape: { type: 'half-space' } }, ...bodies] }, 60);
});

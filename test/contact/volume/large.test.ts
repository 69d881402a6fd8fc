// Conjugate gradients on the warped factor of the rest state, and contact on top of them. Bodies of a thousand nodes
// and more go that way; here a small one is made to.

import { expect, test } from 'vitest';
import { type SceneDescription, World } from '../../../src/index.js';
import { volume } from '../../../src/volume.js';

const scene = {
  timeStep: 0.01,
  contact: { model: 'volume', friction: 0.5 },
  bodies: [
    { name: 'ground', type: 'static', shape: { type: 'half-space' } },
    {
      name: 'cube',
      type: 'soft',
      shape: { type: 'box', size: [0.1, 0.1, 0.1] },
      density: 1000,
      position: [0, 0.05, 0],
      linearVelocity: [0.3, 0, 0],
      material: { young: 1e5, poisson: 0, massDamping: 10, stiffnessDamping: 0.01 },
      resolution: 6,
    },
  ],
} as unknown as SceneDescription;

test('a cube slides, stops and sinks as a factored one does, and goes on from a snapshot bit by bit', () => {
  const world = new World(scene, { models: [volume] });
  const direct = new World(scene, { models: [volume] });
  const solidOf = (w: World) => w.part(volume).softs.list[0]!.body.solid;
  solidOf(world).analyse('warped');
  let saved = new Uint8Array();
  for (let k = 0; k < 40; k++) {
    if (k === 20) saved = new Uint8Array(world.snapshot());
    world.step();
    direct.step();
  }
  const [a, b] = [solidOf(world), solidOf(direct)];
  // Landing and stopping, rows see answers that are off by some per cent for a step each; a tenth of a millimetre of
  // the 7 that it slides, of the half that its top sinks.
  for (let k = 0; k < a.x.length; k++) expect(Math.abs(a.x[k]! - b.x[k]!)).toBeLessThan(1e-4);
  const force = (w: World): number => w.contacts()[0]!.force[1];
  expect(Math.abs(force(world) / force(direct) - 1)).toBeLessThan(0.01);
  // Nothing creeps at rest: what rows do not see is carried over.
  expect(a.fastest()).toBeLessThan(0.02);
  const restored = World.restore(saved, { models: [volume] });
  solidOf(restored).analyse('warped');
  for (let k = 20; k < 40; k++) restored.step();
  expect(restored.hash()).toBe(world.hash());
});

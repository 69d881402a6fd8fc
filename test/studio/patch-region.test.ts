// What is drawn of a patch is what overlaps: its area is the engine's, not that of the hull.

import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { World } from '../../src/index.js';
import { torusMesh } from '../../src/shapes/procedural.js';
import { PatchRegions } from '../../studio/view/patch-region.js';
import { ContactPatchView } from '../../three/index.js';

const regions = new PatchRegions();

test('a ring on the ground is drawn as a ring', () => {
  const world = new World(scenes.find(({ name }) => name === 'two-tori')!.make());
  for (let n = 0; n < 40; n++) world.step();
  const contact = world.contacts().find(({ a, b }) => [a.name, b.name].join() === 'lower,ground')!;
  const region = regions.of(contact, contact.a, contact.b)!;
  // The hull is 92 times too large. The section through the middle of the overlap is narrower than the whole: by
  // sqrt(1/2) to 1.
  expect(region.area / contact.area).toBeGreaterThan(0.5);
  expect(region.area / contact.area).toBeLessThan(2.5);
  expect(region.pieces.length).toBeGreaterThan(50);
});

test('a ring of triangles too', () => {
  const { positions, indices } = torusMesh(0.5, 0.1, 48, 24);
  const world = new World({ contact: { depth: 1e-3 } });
  world.addBody({ name: 'floor', type: 'static', shape: { type: 'half-space' } });
  world.addBody({ name: 'ring', shape: { type: 'mesh', positions, indices }, mass: 1, position: [0, 0.0985, 0] });
  world.step();
  const [contact] = world.contacts();
  const region = regions.of(contact!, contact!.a, contact!.b);
  if (region) expect(region.area / contact!.area).toBeLessThan(4);
  else expect(contact!.area).toBeGreaterThan(0);
});

test('where the outline is all of the patch it is left alone', () => {
  const world = new World();
  world.addBody({ type: 'static', shape: { type: 'half-space' } });
  world.addBody({ shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0, 0.5, 0] });
  for (let n = 0; n < 5; n++) world.step();
  const [contact] = world.contacts();
  expect(regions.of(contact!, contact!.a, contact!.b)).toBeNull();
});

test('the pressure that is drawn over a ring is the load over the area of the ring', () => {
  const world = new World(scenes.find(({ name }) => name === 'two-tori')!.make());
  for (let n = 0; n < 40; n++) world.step();
  const contact = world.contacts().find(({ a, b }) => [a.name, b.name].join() === 'lower,ground')!;
  const region = regions.of(contact, contact.a, contact.b)!;
  const view = new ContactPatchView({ pressure: true });
  view.update([{ ...contact, region }]);
  const load = contact.force.reduce((sum, f, k) => sum + f * contact.normal[k]!, 0);
  expect(view.meanPressure).toBeCloseTo(load / region.area, 6);
  expect(view.pressure.triangleCount).toBe(2 * region.pieces.length);
});

// Queries see a soft body as it stands: bent, and where its surface is.

import { expect, test } from 'vitest';
import { type SceneDescription, World } from '../../src/index.js';
import { volume } from '../../src/volume.js';

const make = (bodies: object[], more: object = {}): World =>
  new World({ timeStep: 0.01, contact: { model: 'volume' }, ...more, bodies } as unknown as SceneDescription, {
    models: [volume],
  });
const material = { young: 1e5, poisson: 0.3, massDamping: 10, stiffnessDamping: 0.02 };

test('a cone, whose centre of mass is not its origin, is met where its surface is', () => {
  const shape = { type: 'cone', radius: 0.2, height: 0.4 };
  const world = make([{ name: 'cone', type: 'soft', shape, density: 1000, position: [1, 2, 3], material }]);
  const down = world.castRay([1, 5, 3], [0, -1, 0])!;
  expect(down.body.name).toBe('cone');
  expect(down.distance).toBeCloseTo(2.8, 9);
  const up = world.castRay([1, 0, 3], [0, 1, 0])!;
  expect(up.distance).toBeCloseTo(1.8, 9);
  expect(up.normal[1]).toBeCloseTo(-1, 9);
  expect(world.castRay([1.15, 5, 3], [0, 1, 0])).toBeNull();
  expect(world.closestBody([1, 2.5, 3])!.distance).toBeCloseTo(0.3, 9);
  // A ball that goes down on the tip.
  expect(world.castShape({ type: 'sphere', radius: 0.1 }, { position: [1, 4, 3] }, [0, -1, 0])!.distance).toBeCloseTo(
    1.7,
    3,
  );
  const [found] = world.overlapping({ type: 'box', size: [1, 0.2, 1] }, { position: [1, 1.8, 3] });
  // The lowest quarter of the cone's height: all but (3/4)³ of its volume.
  expect(found!.volume / ((Math.PI * 0.04 * 0.4) / 3)).toBeCloseTo(1 - 27 / 64, 2);
});

test('overlaps before the first step are those of the surface', () => {
  const cone = {
    name: 'cone',
    type: 'soft',
    shape: { type: 'cone', radius: 0.2, height: 0.4 },
    density: 1000,
    material,
  };
  const world = make([
    { name: 'ground', type: 'static', shape: { type: 'half-space' } },
    { ...cone, position: [0, 0.1, 0] },
  ]);
  const [record] = world.overlaps();
  expect(record!.volume / ((Math.PI * 0.04 * 0.4) / 3)).toBeCloseTo(1 - 27 / 64, 2);
});

test('a bar that hangs down is met where it hangs', () => {
  const fixed = [
    {
      box: [
        [-0.5, -1, -1],
        [-0.49, 1, 1],
      ],
    },
  ];
  const shape = { type: 'box', size: [1, 0.1, 0.1] };
  const world = make([{ name: 'bar', type: 'soft', shape, density: 1000, material, fixed, resolution: 10 }]);
  for (let k = 0; k < 60; k++) world.step();
  const { positions } = world.part(volume).surfaceOf('bar')!;
  let low = 0;
  for (let k = 1; k < positions.length; k += 3) if (positions[k]! < positions[low + 1]!) low = k - 1;
  const [x, y, z] = [positions[low]!, positions[low + 1]!, positions[low + 2]!];
  expect(y).toBeLessThan(-0.2);
  const inward = 0.98;
  const hit = world.castRay([x * inward, y - 1, z * 0.9], [0, 1, 0])!;
  expect(hit.body.name).toBe('bar');
  expect(Math.abs(hit.distance - 1)).toBeLessThan(0.05);
});

test('a sensor sees a soft body come and go', () => {
  const zone = { name: 'zone', type: 'static', sensor: true, shape: { type: 'box', size: [1, 0.2, 1] } };
  const ball = { name: 'ball', type: 'soft', shape: { type: 'sphere', radius: 0.1 }, density: 1000, material };
  const world = make([zone, { ...ball, position: [0, 0.3, 0], resolution: 4 }]);
  const seen: string[] = [];
  let most = 0;
  world.on('sensorBegin', ({ body }) => seen.push(`begin ${body.name}`));
  world.on('sensorStay', ({ volume: v }) => (most = Math.max(most, v)));
  world.on('sensorEnd', ({ body }) => seen.push(`end ${body.name}`));
  for (let k = 0; k < 90; k++) world.step();
  expect(seen).toEqual(['begin ball', 'end ball']);
  // All of it fits, but for what steps of up to 3 cm leave out.
  expect(most / ((4 / 3) * Math.PI * 1e-3)).toBeGreaterThan(0.95);
});

// Pressure and friction by cells: they add up to the contact's wrench, and are where the load is.

import { expect, test } from 'vitest';
import { type SceneDescription, World } from '../../../src/index.js';
import { volume } from '../../../src/volume.js';

interface Tractions {
  positions: number[];
  normals: number[];
  areas: number[];
  pressures: number[];
  friction: number[];
}

const block = (type: 'soft' | 'dynamic', cell: number | null): World =>
  new World(
    {
      timeStep: 0.005,
      contact: { model: 'volume', friction: 0.4, cell },
      bodies: [
        { name: 'ground', type: 'static', shape: { type: 'half-space' } },
        {
          name: 'block',
          type,
          shape: { type: 'box', size: [0.3, 0.1, 0.2] },
          density: 1000,
          position: [0, 0.05, 0],
          linearVelocity: [1, 0, 0],
          ...(type === 'soft'
            ? { material: { young: 1e6, poisson: 0.3, stiffnessDamping: 0.005 }, resolution: 6 }
            : {}),
        },
      ],
    } as unknown as SceneDescription,
    { models: [volume] },
  );

test.each([
  ['soft', null],
  ['soft', 0.07],
  ['dynamic', null],
  ['dynamic', 0.07],
] as const)('a %s block that slides, cells of %s m: tractions add up to force and torque', (type, cell) => {
  const world = block(type, cell);
  for (let k = 0; k < 10; k++) world.step();
  const [contact] = world.contacts(['tractions']);
  const { positions, normals, areas, pressures, friction } = (contact as unknown as { tractions: Tractions }).tractions;
  const force = [0, 0, 0];
  let area = 0;
  let along = 0;
  for (const [n, a] of areas.entries()) {
    area += a;
    expect(pressures[n]).toBeGreaterThanOrEqual(0);
    for (let k = 0; k < 3; k++) force[k]! += a * (pressures[n]! * normals[3 * n + k]! + friction[3 * n + k]!);
    along += a * pressures[n]! * positions[3 * n]!;
  }
  // Pressure is even over a part, so that sums are the model's own: to rounding.
  for (let k = 0; k < 3; k++) expect(force[k]!).toBeCloseTo(contact!.force[k]!, 9);
  expect(area / contact!.area).toBeCloseTo(1, 9);
  // A soft part's area is shared out to vertices by its pixels: to a hundredth of the block.
  expect(Math.abs(along / force[1]! - contact!.centerOfPressure[0])).toBeLessThan(0.003);
  // Sliding: friction is on the cone, against the motion.
  expect(force[0]! / force[1]!).toBeCloseTo(-0.4, 3);
});

test('under a block that is pushed at its top the front bears more', () => {
  const world = new World(
    {
      timeStep: 0.005,
      contact: { model: 'volume', friction: 1, cell: 0.05 },
      bodies: [
        { name: 'ground', type: 'static', shape: { type: 'half-space' } },
        {
          name: 'block',
          type: 'soft',
          shape: { type: 'box', size: [0.3, 0.1, 0.2] },
          density: 1000,
          position: [0, 0.05, 0],
          material: { young: 1e6, poisson: 0, massDamping: 20, stiffnessDamping: 0.01 },
          resolution: 6,
          forces: [
            {
              box: [
                [-0.2, 0.049, -0.2],
                [0.2, 0.051, 0.2],
              ],
              force: [10, 0, 0],
            },
          ],
        },
      ],
    } as unknown as SceneDescription,
    { models: [volume] },
  );
  for (let k = 0; k < 120; k++) world.step();
  const [contact] = world.contacts(['tractions']);
  const { positions, areas, pressures } = (contact as unknown as { tractions: Tractions }).tractions;
  let [load, moment] = [0, 0];
  for (const [n, a] of areas.entries()) {
    load += a * pressures[n]!;
    moment += a * pressures[n]! * positions[3 * n]!;
  }
  // 10 N at 0.1 m height over the weight of 58.86 N.
  expect(load).toBeCloseTo(58.86, 1);
  expect(Math.abs(moment / load / (1 / 58.86) - 1)).toBeLessThan(0.1);
});

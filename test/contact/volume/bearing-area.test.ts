// Over what area soft bodies say that they bear. A ball between plates, against Hertz's law, is in soft.long.test.ts.

import { describe, expect, test } from 'vitest';
import { type SceneDescription, World } from '../../../src/index.js';
import { createShape } from '../../../src/shapes/create.js';
import { tessellate } from '../../../src/shapes/tessellate.js';
import { bumpsOf } from '../../../src/soft/bumps.js';
import { volume } from '../../../src/volume.js';

const bumps = (shape: object, edge: number, segments: number) => {
  const { positions, indices } = tessellate(createShape(shape as never), { segments });
  return bumpsOf(Float64Array.from(positions), Int32Array.from(indices), edge);
};

describe('bumps that a curved surface keeps on a lattice', () => {
  // e²H/6, H the mean curvature, 1/R. Normals at vertices are means over triangles, and edges are chords: both differ
  // from the sphere's by the square of the angle between two vertices.
  test('of a sphere, and bounded where it has few cells', () => {
    const angle = (2 * Math.PI) / 48;
    for (const h of bumps({ type: 'sphere', radius: 2 }, 0.3, 48))
      expect(Math.abs(h / (0.3 ** 2 / 12) - 1)).toBeLessThan(angle * angle);
    expect(Math.max(...bumps({ type: 'sphere', radius: 2 }, 2, 48))).toBe(2 / 16);
  });
});

test.each([
  [0.02, 0],
  [3, 0.5],
])('a soft cube of %f m, turned by %f rad, bears over its face', (size, angle) => {
  const world = new World(
    {
      timeStep: 0.01,
      contact: { model: 'volume', friction: 0.5 },
      bodies: [
        { name: 'ground', type: 'static', shape: { type: 'half-space' } },
        {
          name: 'cube',
          type: 'soft',
          shape: { type: 'box', size: [size, size, size] },
          density: 1000,
          position: [0.3 * size, size / 2, 0.1 * size],
          rotation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)],
          material: { young: 2e3 * 9810 * size, poisson: 0, massDamping: 5, stiffnessDamping: 0.01 },
          resolution: 3,
        },
      ],
    } as unknown as SceneDescription,
    { models: [volume] },
  );
  for (let k = 0; k < 20; k++) world.step();
  const [contact] = world.contacts();
  // A skin of a thousandth on every side, and what rays see of a face that lies across them: a pixel's fraction at its
  // rim.
  expect(Math.abs(contact!.area / (size * size) - 1)).toBeLessThan(0.01);
});

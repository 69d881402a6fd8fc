// Crowds for tests of workers: bodies that fall on each other, near enough to be one island of some hundred contacts
// within a few steps.

import type { BodyDescription, SceneDescription, ShapeDescription } from '../../src/index.js';
import { Random } from '../../src/math/random.js';

/** `sizes` of a grid of boxes that are a little awry. */
export function pileOf([nx, ny, nz]: [number, number, number], seed: number, size = 0.2): SceneDescription {
  return crowd([nx, ny, nz], seed, size, () => ({ type: 'box', size: [size, size, size] }));
}

/** The same of boxes, balls, cylinders and wedges of different sizes. */
export function mixOf(grid: [number, number, number], seed: number, size = 0.2): SceneDescription {
  return crowd(grid, seed, size, (random) => {
    const s = size * random.between(0.6, 1);
    const kinds: ShapeDescription[] = [
      { type: 'box', size: [s, size * random.between(0.5, 1), s] },
      { type: 'sphere', radius: s / 2 },
      { type: 'cylinder', radius: s / 2, height: s },
      { type: 'cone', radius: s / 2, height: s },
    ];
    return kinds[random.below(kinds.length)]!;
  });
}

function crowd(
  [nx, ny, nz]: [number, number, number],
  seed: number,
  size: number,
  shapeOf: (random: Random) => ShapeDescription,
): SceneDescription {
  const random = new Random(seed);
  const off = () => random.between(-0.02, 0.02) * size;
  const bodies: BodyDescription[] = [{ type: 'static', shape: { type: 'half-space' } }];
  for (let y = 0; y < ny; y++)
    for (let x = 0; x < nx; x++)
      for (let z = 0; z < nz; z++)
        bodies.push({
          shape: shapeOf(random),
          density: 500,
          position: [1.05 * size * x + off(), size * (0.52 + 1.03 * y) + off(), 1.05 * size * z + off()],
          rotation: [off() / size, off() / size, off() / size, 1],
          linearVelocity: [size * random.between(-2, 2), -5 * size, size * random.between(-2, 2)],
        });
  return { bodies, sleep: false };
}

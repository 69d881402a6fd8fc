// Contacts thinner than any lattice over them: rings that stand on lines.

import { describe, expect, it } from 'vitest';
import { Valley } from '../../../src/contact/quasi-rigid/valleys.js';
import { type SceneDescription, World } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { quasiRigid } from '../../../src/quasi-rigid.js';

describe('valleys', () => {
  it('finds the bottom of parabolas that are valleys or bowls, exactly', () => {
    const random = new Random(3);
    const valley = new Valley();
    for (let trial = 0; trial < 50; trial++) {
      const [u, w] = [random.between(-0.45, 0.45), random.between(-0.45, 0.45)];
      const [c, s] = [Math.cos(trial), Math.sin(trial)];
      const least = trial % 2 === 0 ? 0 : 0.5;
      const gap = (x: number, y: number) => {
        const along = c * (x - u) + s * (y - w);
        const across = c * (y - w) - s * (x - u);
        return 2 * along * along + least * across * across;
      };
      const g = Float64Array.from({ length: 9 }, (_, k) => gap((k % 3) - 1, Math.floor(k / 3) - 1));
      const isInside = valley.find(g, 4, 3);
      // Of a line the nearest point to the middle, which may lie beyond the cell.
      if (least > 0) expect(isInside).toBe(true);
      expect(Math.abs(gap(valley.u, valley.w))).toBeLessThan(1e-12);
      expect(Math.abs(gap(0, 0) - valley.drop)).toBeLessThan(1e-12);
    }
  });

  it('is none where the gap is flat, slopes or is a ridge', () => {
    const valley = new Valley();
    const of = (gap: (x: number, y: number) => number) =>
      valley.find(
        Float64Array.from({ length: 9 }, (_, k) => gap((k % 3) - 1, Math.floor(k / 3) - 1)),
        4,
        3,
      );
    expect(of(() => 1)).toBe(false);
    expect(of((x, y) => x + 2 * y)).toBe(false);
    expect(of((x, y) => -x * x - y * y)).toBe(false);
    expect(of((x) => x * x + 3 * x)).toBe(false);
    expect(of((x, y) => (y === 0 && x > 0 ? Number.NaN : x * x))).toBe(false);
  });
});

it.each([
  [0.12, 0.04, 2e11],
  [0.036, 0.012, 1e8],
  [1.2, 0.4, 1e9],
])('a torus of %s and %s m, E %s, dropped askew lies on its ring and sleeps', (radius, tube, young) => {
  const world = new World(
    {
      contact: { model: 'quasi-rigid' },
      bodies: [
        { name: 'ground', type: 'static', shape: { type: 'half-space' } },
        {
          name: 'ring',
          shape: { type: 'torus', radius, tube },
          density: 2000,
          position: [0, 3 * tube, 0],
          rotation: [0.1, 0, 0.05, Math.sqrt(1 - 0.0125)],
          material: { young, poisson: 0.3 },
        },
      ],
    } as SceneDescription,
    { models: [quasiRigid] },
  );
  const ring = [...world.bodies()].find(({ name }) => name === 'ring')!;
  for (let k = 0; k < 400 && !ring.asleep; k++) world.step();
  expect(ring.asleep).toBe(true);
  // A line load: some tens of the weight over the modulus and the ring's length; nothing against the tube.
  expect(Math.abs(ring.position[1] / tube - 1)).toBeLessThan(1e-3);
});

// Points on surfaces: on them, with their normals, evenly spaced, and denser where the surface curves.

import { describe, expect, test } from 'vitest';
import { sampleSurface } from '../../meshes/index.js';
import { type ShapeDescription, World } from '../../src/index.js';
import { quasiRigid } from '../../src/quasi-rigid.js';

const sphere: ShapeDescription = { type: 'sphere', radius: 0.3 };
const norm = (v: ArrayLike<number>, at: number) => Math.hypot(v[at]!, v[at + 1]!, v[at + 2]!);

/** Distance of each point to the nearest other one (m). */
function spacings(p: Float64Array): number[] {
  const n = p.length / 3;
  return Array.from({ length: n }, (_, i) => {
    let least = Infinity;
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      least = Math.min(
        least,
        Math.hypot(p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!),
      );
    }
    return least;
  });
}

describe('points of a surface', () => {
  test('lie on it, with outward normals', () => {
    const { positions, normals } = sampleSurface(sphere, { count: 600 });
    expect(positions.length).toBe(1800);
    for (let i = 0; i < positions.length; i += 3) {
      // Chords of 1/256 of a circle lie up to 1 - cos(π/256) = 7.5e-5 of the radius inside, twice that across two of
      // them.
      expect(Math.abs(norm(positions, i) / 0.3 - 1)).toBeLessThan(1.6e-4);
      expect(norm(normals, i)).toBeCloseTo(1, 12);
      const along =
        positions[i]! * normals[i]! + positions[i + 1]! * normals[i + 1]! + positions[i + 2]! * normals[i + 2]!;
      expect(along / norm(positions, i)).toBeGreaterThan(1 - 1e-3);
    }
  });

  test('are apart: none nearer than half of the closest packing, where random points nearly touch', () => {
    const { positions } = sampleSurface(sphere, { count: 600, seed: 4 });
    const closest = 2 * Math.sqrt((4 * Math.PI * 0.09) / (2 * Math.sqrt(3) * 600));
    // Yuksel's sets reach 0.7 to 0.8 of the densest packing.
    expect(Math.min(...spacings(positions))).toBeGreaterThan(0.5 * closest);
  });

  test('are the same for the same seed, and others for another', () => {
    const at = (seed: number) => sampleSurface(sphere, { count: 100, seed }).positions;
    expect(at(7)).toEqual(at(7));
    expect(at(8)).not.toEqual(at(7));
  });

  test('of flat faces have their normals, up to the edges', () => {
    const { positions, normals } = sampleSurface({ type: 'box', size: [1, 1, 1] }, { count: 400 });
    for (let i = 0; i < positions.length; i += 3) {
      const k = [0, 1, 2].find((axis) => Math.abs(Math.abs(positions[i + axis]!) - 0.5) < 1e-12)!;
      expect(normals[i + k]! * positions[i + k]!).toBeCloseTo(0.5, 12);
    }
  });
});

describe('density', () => {
  const capsule: ShapeDescription = { type: 'capsule', radius: 0.05, height: 1 };
  const shareAtEnds = (curvature: number) => {
    const { positions } = sampleSurface(capsule, { count: 2000, curvature });
    let ends = 0;
    for (let i = 0; i < positions.length; i += 3) if (Math.abs(positions[i + 1]!) > 0.5) ends++;
    return ends / 2000;
  };

  test('without curvature goes by area', () => {
    // 4πr² of 4πr² + 2πr h.
    expect(Math.abs(shareAtEnds(0) - 0.1 / 1.1)).toBeLessThan(0.01);
  });

  test('goes up where a surface bends, as often as said', () => {
    const share = (curvature: number) => {
      const { positions } = sampleSurface({ type: 'torus', radius: 0.5, tube: 0.05 }, { count: 3000, curvature });
      let inner = 0;
      for (let i = 0; i < positions.length; i += 3) if (Math.hypot(positions[i]!, positions[i + 2]!) < 0.5) inner++;
      return inner / 3000;
    };
    // A torus bends by 1/tube everywhere across: its density is even, and the inner half has π - 2 t/R of 2π of the
    // area.
    const inner = 0.5 - 0.05 / (Math.PI * 0.5);
    expect(Math.abs(share(1) - inner)).toBeLessThan(0.01);
    expect(Math.abs(share(0) - inner)).toBeLessThan(0.01);
    const bump = (curvature: number) => {
      const points = [];
      const { positions } = sampleSurface(
        {
          type: 'compound',
          parts: [
            { shape: { type: 'sphere', radius: 1 } },
            { shape: { type: 'sphere', radius: 0.1 }, position: [3, 0, 0] },
          ],
        },
        { count: 3000, curvature },
      );
      for (let i = 0; i < positions.length; i += 3) if (positions[i]! > 2) points.push(i);
      return points.length / 3000;
    };
    // Areas 1 and 0.01; κL is 1.005 and 10.05, of which 24 is the most: ρ = 2.01 and 25.
    expect(Math.abs(bump(0) - 0.01 / 1.01)).toBeLessThan(0.004);
    expect(Math.abs(bump(1) - 0.25 / (0.25 + 2.01))).toBeLessThan(0.01);
  });
});

test('make a solid with the mass of the surface', () => {
  const shape = { type: 'points' as const, ...sampleSurface(sphere, { count: 2000 }) };
  const world = new World({ bodies: [{ name: 'scan', shape, density: 1000 }] }, { models: [quasiRigid] });
  // Chords of the spacing s, 26 mm, lie s²/8r inside, 0.1 % of the radius: three times that in volume, and as much for
  // faces.
  expect(Math.abs(world.body('scan').mass / (36 * Math.PI) - 1)).toBeLessThan(0.01);
});

test.each([
  [{ count: 10 }, 'count is 10; give a whole number of points from 50 to 1000000'],
  [{ count: 100, seed: Number.NaN }, 'seed is NaN; give a number'],
  [{ count: 100, curvature: -1 }, 'curvature is -1; give 0 for even spacing, 1 or more to follow curvature'],
])('%j is refused in one line', (options, message) => {
  expect(() => sampleSurface(sphere, options)).toThrow(message);
});

test('a surface without area is refused', () => {
  const mesh = { positions: new Float64Array(9), indices: Int32Array.of(0, 1, 2) };
  expect(() => sampleSurface(mesh, { count: 100 })).toThrow('the surface has no area to sample');
});

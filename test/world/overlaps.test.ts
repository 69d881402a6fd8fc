// world.overlaps(): what the command line's tests (test/cli/overlap.test.ts) cannot reach.

import { describe, expect, test } from 'vitest';
import { type BodyDescription, SixfoldError, type Vec3, World } from '../../src/index.js';
import { cos, sin } from '../../src/math/trig.js';
import { icosphere } from '../../src/shapes/procedural.js';
import { boxMesh } from '../overlap/rays-helpers.js';

const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };

describe('world.overlaps', () => {
  test('a resting box overlaps the ground by its target depth', () => {
    const depth = 1e-3;
    const world = new World({
      contact: { depth },
      bodies: [ground, { name: 'box', shape: { type: 'box', size: [2, 1, 0.5] }, mass: 3, position: [0, 0.5, 0] }],
    });
    expect(world.overlaps()).toEqual([]); // it only touches
    for (let k = 0; k < 60; k++) world.step();
    const [found] = world.overlaps();
    expect(found!.a).toBe(world.body('ground'));
    expect(found!.b).toBe(world.body('box'));
    // Position correction leaves 1e-10 m, the solver's tolerance of 1e-9 N·s another 1e-9/m per step.
    expect(Math.abs(found!.depth - depth)).toBeLessThan(1e-8);
    expect(Math.abs(found!.area - 1)).toBeLessThan(1e-12);
    expect(found!.outline).toHaveLength(4);
  });

  test('asking changes nothing', () => {
    const make = () =>
      new World({
        bodies: [ground, { shape: { type: 'sphere', radius: 0.5 }, mass: 1, position: [0, 0.49, 0] }],
      });
    const [asked, silent] = [make(), make()];
    for (let k = 0; k < 20; k++) {
      asked.overlaps();
      asked.step();
      silent.step();
    }
    expect(asked.hash()).toBe(silent.hash());
  });

  test('removed bodies are gone, and new ones in their places are seen', () => {
    const world = new World({ bodies: [ground] });
    const ball: BodyDescription = { shape: { type: 'sphere', radius: 0.5 }, mass: 1, position: [0, 0.4, 0] };
    const first = world.addBody(ball);
    world.addBody({ ...ball, position: [5, 0.4, 0] });
    expect(world.overlaps()).toHaveLength(2);
    world.removeBody(first);
    expect(world.overlaps()).toHaveLength(1);
    const next = world.addBody({ ...ball, position: [9, 0.3, 0] });
    expect(world.overlaps().map(({ b }) => b)).toContain(next);
  });

  test('finer rays come closer to the exact hull', () => {
    // The same polyhedron as a mesh, for rays, and as a convex hull, for clipping.
    const { positions, indices } = icosphere(6, 0.5);
    const points: Vec3[] = [];
    for (let k = 0; k < positions.length; k += 3) points.push([positions[k]!, positions[k + 1]!, positions[k + 2]!]);
    const pose = { mass: 1, position: [0.1, 0.3, 0.2], rotation: [0.5, 0.1, -0.3, 0.806] } as const;
    const truth = new World({ bodies: [ground, { shape: { type: 'convex', points }, ...pose }] }).overlaps()[0]!;
    const world = new World({ bodies: [ground, { shape: { type: 'mesh', positions, indices }, ...pose }] });
    const errorAt = (resolution: number) => Math.abs(world.overlaps({ resolution })[0]!.volume / truth.volume - 1);
    // Measured 1.3e-3 and 1e-5, of order 1.5 to 2 (docs/decisions/overlap-rays.md); 8 and 20 times that, since a single
    // pose may fall badly on the grid.
    expect(errorAt(16)).toBeLessThan(1e-2);
    expect(errorAt(256)).toBeLessThan(2e-4);
  });

  test('pixels cut into nine where lengths jump see walls along the rays better', () => {
    const { positions, indices } = boxMesh([0.4, 0.3, 0.5]);
    const around: BodyDescription = { type: 'static', shape: { type: 'box', size: [4, 4, 4] } };
    const errorOf = (refine: number): number => {
      let sum = 0;
      for (let k = 1; k <= 12; k++) {
        const rotation = [0.07, sin(0.06 * k), 0.03, cos(0.06 * k)] as const;
        const shape = { type: 'mesh', positions, indices } as const;
        // Inside as a whole, all of its sides are walls, and its volume is known.
        const volume = new World({ bodies: [around, { shape, mass: 1, rotation }] }).overlaps({
          resolution: 32,
          refine,
        })[0]!.volume;
        sum += Math.abs(volume / 0.06 - 1);
      }
      return sum;
    };
    expect(errorOf(1)).toBeLessThan(0.5 * errorOf(0));
  });

  test('wrong options are refused by name', () => {
    const world = new World();
    for (const options of [
      { refine: -1 },
      { resolution: 4 },
      { resolution: 2.5 },
      { resolution: Number.NaN },
      { pixels: 48 },
      7,
    ])
      expect(() => world.overlaps(options as object)).toThrow(SixfoldError);
    expect(() => world.overlaps({ resolution: 5000 })).toThrow('options.resolution is 5000');
  });
});

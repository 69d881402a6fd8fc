// What slides down a slope does so by the angle and the friction alone, however the rays and cells lie to it; and what
// is softer than its own weight lies on the floor all the same.

import { describe, expect, test } from 'vitest';
import { type SceneDescription, World } from '../../../src/index.js';
import { volume } from '../../../src/volume.js';
import { gainsNothing } from '../../scenes/support.js';

const ANGLE = 0.35;
const [SIN, COS] = [Math.sin(ANGLE), Math.cos(ANGLE)];
/** About an axis that is none of the world's. */
const TURN = [0.6 * Math.sin(ANGLE / 2), 0, 0.8 * Math.sin(ANGLE / 2), Math.cos(ANGLE / 2)] as const;
const UP = [-0.8 * SIN, COS, 0.6 * SIN] as const;
const DOWN = [-0.8 * COS, -SIN, 0.6 * COS] as const;

/** A slab whose upper side is the slope, as a hull that says nothing of how it lies. */
function slab(): [number, number, number][] {
  const along = [0.6, 0, 0.8];
  const points: [number, number, number][] = [];
  for (const a of [-2, 2])
    for (const b of [-2, 2])
      for (const c of [-0.5, 0])
        points.push([0, 1, 2].map((k) => a * along[k]! + b * DOWN[k]! + c * UP[k]!) as [number, number, number]);
  return points;
}

const slopes = {
  'a half-space': { shape: { type: 'half-space' }, rotation: TURN },
  'a hull': { shape: { type: 'convex', points: slab() } },
};
const box = { type: 'box', size: [0.3, 0.15, 0.3] };
const bodies = {
  soft: { type: 'soft', shape: box, resolution: 4, material: { young: 1e5, poisson: 0.3, stiffnessDamping: 0.001 } },
  rigid: { shape: box },
};

describe('down a slope of 0.35 rad', () => {
  test.each([
    ['soft', 'a half-space', null, 0, 0.005],
    ['soft', 'a half-space', null, 0.3, 0.005],
    ['soft', 'a hull', null, 0.3, 0.02],
    ['soft', 'a hull', 0.1, 0.3, 0.02],
    ['rigid', 'a half-space', 0.1, 0.3, 0.005],
  ] as const)('a %s box on %s, cells of %s, friction %s', (kind, slope, cell, friction, within) => {
    const h = 0.01;
    const world = new World(
      {
        timeStep: h,
        contact: { model: 'volume', friction, cell },
        bodies: [
          { name: 'slope', type: 'static', ...slopes[slope] },
          { name: 'box', density: 1000, position: UP.map((x) => 0.0755 * x), rotation: TURN, ...bodies[kind] },
        ],
      } as unknown as SceneDescription,
      { models: [volume] },
    );
    const speed = (): number => world.body('box')!.linearVelocity.reduce((sum, x, k) => sum + x * DOWN[k]!, 0);
    for (let k = 0; k < 20; k++) world.step();
    const before = speed();
    for (let k = 0; k < 30; k++) world.step();
    const truth = 9.81 * (SIN - friction * COS);
    // Rays that a slope's normal is told by are as fine as a hundredth of a cell; a half-space says its own.
    expect(Math.abs((speed() - before) / (30 * h * truth) - 1)).toBeLessThan(within);
  });
});

test.each([
  ['sphere', { type: 'sphere', radius: 0.3 }],
  ['box', { type: 'box', size: [0.6, 0.6, 0.6] }],
])('a %s that its own weight crushes stays above the floor, and gains no energy', (_, shape) => {
  const world = new World(
    {
      timeStep: 1 / 60,
      contact: { model: 'volume' },
      bodies: [
        { name: 'floor', type: 'static', shape: { type: 'half-space' } },
        {
          name: 'puddle',
          type: 'soft',
          shape,
          density: 1000,
          position: [0, 0.5, 0],
          resolution: 3,
          // ρ g L is 5886 Pa.
          material: { young: 2500, poisson: 0.4, stiffnessDamping: 0.01 },
        },
      ],
    } as unknown as SceneDescription,
    { models: [volume] },
  );
  gainsNothing(world, 60);
  const { body } = world.part(volume).softs.list[0]!;
  body.updateSurface(0);
  expect(body.surface.bounds[1]).toBeGreaterThan(-0.01);
  expect(body.center[1]).toBeGreaterThan(0.03);
});

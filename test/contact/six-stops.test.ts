// Where a mesh that strikes something is stopped within its step. V goes with a power p of how deep its tip is, |g| is its
// derivative, and so V/|g| is a p-th of that: it is as deep as it may be, d̄, where the tip is p d̄ deep.

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.js';
import { revolve } from '../../src/shapes/procedural.js';

const H = 1 / 60;
const GAP = 0.01;
const DEPTH = 1e-4;

/** Hollow at the top, and of so many sides that it has no hull to go by. */
const cone = revolve(
  [
    [0, 0],
    [0.5, 0.5],
    [0, 0.3],
  ],
  200,
);
const bowl = revolve(
  [...Array.from({ length: 101 }, (_, k): [number, number] => [0.005 * k, (0.005 * k) ** 2]), [0, 0.2]],
  200,
);
const dish = revolve(
  [
    [0, -0.5],
    [2, -0.5],
    [2, 0.6],
    [1.9, 0.6],
    [1.9, 0],
    [0, 0],
  ],
  160,
);

describe.each([
  ['a half-space', { type: 'half-space' } as const],
  ['a mesh', { type: 'mesh', ...dish } as const],
])('on %s', (_, floor) => {
  /** How deep the tip is at the end of the step by the velocity that it is left with. */
  const land = (mesh: ReturnType<typeof revolve>, speed: number): number => {
    const world = new World({
      gravity: [0, 0, 0],
      contact: { depth: DEPTH },
      bodies: [
        { name: 'floor', type: 'static', shape: floor },
        {
          name: 'it',
          shape: { type: 'mesh', ...mesh },
          density: 500,
          position: [0, GAP, 0],
          linearVelocity: [0, -speed, 0],
        },
      ],
    });
    world.step(H);
    return -world.body('it').linearVelocity[1] * H - GAP;
  };

  it.each([1, 3, 5])('stops a tip at thrice the mean depth, at %d m/s', (speed) => {
    // Exactly: its power is 3.
    expect(land(cone, speed)).toBeCloseTo(3 * DEPTH, 12);
  });

  it.each([1, 3, 5])('stops a cap at twice the mean depth, at %d m/s', (speed) => {
    // Its facets are 5 mm long and their sagitta is 6e-6 m, where it is 2e-4 m deep.
    expect(Math.abs(land(bowl, speed) - 2 * DEPTH)).toBeLessThan(2 * 6e-6);
  });
});

// Meshes and tori that fall on each other: nothing passes through, nothing sinks in, all comes to rest.
// Default settings, sleeping off, dt 1/60. Bodies are about 1 m large, so that depths in metres are shares of their
// size.

import { describe, expect, test } from 'vitest';
import { bumpySphere, ridgedTorus, star, trefoil } from '../../scenes/forms.js';
import { type Quat, type ShapeDescription, World } from '../../src/index.js';
import { bumpyCube } from '../../src/shapes/procedural.js';
import { armadillo, hasArmadillo } from './armadillo.js';

const g = 9.81;
const mesh = (m: { positions: Float64Array; indices: Int32Array }): ShapeDescription => ({ type: 'mesh', ...m });
const multiply = ([a, b, c, d]: Quat, [x, y, z, w]: Quat): Quat => [
  d * x + a * w + b * z - c * y,
  d * y - a * z + b * w + c * x,
  d * z + a * y - b * x + c * w,
  d * w - a * x - b * y - c * z,
];
const tilted = (angle: number): Quat => [
  0.6 * Math.sin(0.5 * angle),
  0,
  0.8 * Math.sin(0.5 * angle),
  Math.cos(0.5 * angle),
];

/** One body falls on another, which falls on the ground. Checks what holds for all of them. */
function fallTogether(shape: ShapeDescription, turned: Quat, lower: number, upper: number, rests = true): World {
  const w = new World({
    sleep: false,
    shapes: { shape },
    bodies: [
      { name: 'ground', type: 'static', shape: { type: 'half-space' } },
      { name: 'lower', shape: 'shape', density: 500, position: [0, lower, 0] },
      { name: 'upper', shape: 'shape', density: 500, position: [0.1, upper, 0.05], rotation: turned },
    ],
  });
  const weight = 2 * w.body('lower').mass * g;
  let least = Infinity;
  let first = Number.NaN;
  let work = 0;
  let deepest = 0;
  let moving = 0;
  for (let k = 0; k < 300; k++) {
    w.step();
    for (const c of w.contacts()) deepest = Math.max(deepest, c.depth);
    const { kinetic, potential, correctionWork } = w.energy();
    const energy = kinetic + potential - correctionWork;
    if (k === 0) first = energy;
    work = Math.max(work, Math.abs(correctionWork));
    // Rounding of V, through 300 steps, at most: energy must not rise.
    expect(energy - least).toBeLessThan(1e-6 * weight);
    least = Math.min(least, energy);
    if (kinetic > 1e-3 * weight) moving = w.time;
  }
  expect(deepest).toBeLessThan(0.02);
  // The work of correction may not grow: found are 0.2 % (ridged rings) to 1.3 % (bumpy balls) of the first energy.
  expect(work).toBeLessThan(0.014 * first);
  if (rests) expect(moving).toBeLessThan(4.95);
  return w;
}

describe('two dynamic bodies, one on the other', () => {
  test.each([
    ['bumpy balls', mesh(bumpySphere(12, 0.5)), 0.55, 1.6, false], // The upper one rolls away, as it should.
    ['stars', mesh(star(12, 0.5)), 0.62, 1.8, true],
    ['knots', mesh(trefoil(0.33, 0.1, 112, 12)), 0.3, 1.1, true],
    ['ridged rings', mesh(ridgedTorus(0.37, 0.13, 9, 144, 24)), 0.2, 0.9, true],
    ['tori', { type: 'torus', radius: 0.37, tube: 0.13 } as const, 0.2, 0.9, true],
  ] as [string, ShapeDescription, number, number, boolean][])('%s', (_, shape, lower, upper, rests) => {
    const w = fallTogether(shape, tilted(1), lower, upper, rests);
    // No passing through: neither is inside the other, nor below the ground.
    for (const o of w.overlaps()) expect(o.volume).toBeLessThan(1e-4);
    for (const name of ['lower', 'upper']) expect(w.body(name).position[1]).toBeGreaterThan(0.1);
  });

  describe.skipIf(!hasArmadillo)(
    'armadillos of 52,000 triangles, the upper one turned by a quarter more each time',
    () => {
      test.each([0, 1, 2, 3])('%i', { timeout: 120_000 }, (quarters) => {
        const yaw: Quat = [0, Math.sin((Math.PI / 4) * quarters), 0, Math.cos((Math.PI / 4) * quarters)];
        const w = fallTogether(mesh(armadillo()!), multiply(yaw, tilted(1)), 0.55, 1.6);
        for (const o of w.overlaps()) expect(o.volume).toBeLessThan(1e-4);
      });
    },
  );
});

test('a mesh that stands on many feet comes to rest, to the last digit', () => {
  const w = new World({
    sleep: false,
    bodies: [
      { name: 'ground', type: 'static', shape: { type: 'half-space' } },
      { name: 'star', shape: mesh(star(15, 0.5)), density: 500, position: [0, 0.62, 0], rotation: tilted(0.3) },
    ],
  });
  for (let k = 0; k < 240; k++) w.step();
  const { position, rotation } = w.body('star');
  for (let k = 0; k < 60; k++) w.step();
  const moved = w.body('star');
  expect(Math.hypot(...position.map((x, i) => x - moved.position[i]!))).toBeLessThan(1e-6);
  expect(Math.hypot(...rotation.map((x, i) => x - moved.rotation[i]!))).toBeLessThan(1e-6);
});

test.each([20, 100])('a bumpy cube at %f m/s does not pass a wall of 5 cm', (speed) => {
  const w = new World({
    sleep: false,
    gravity: [0, 0, 0],
    bodies: [
      { name: 'wall', type: 'static', shape: { type: 'box', size: [0.05, 4, 4] } },
      { name: 'cube', shape: mesh(bumpyCube(12)), mass: 1, position: [-3.03, 0, 0], linearVelocity: [speed, 0, 0] },
    ],
  });
  let deepest = 0;
  for (let k = 0; k < 30; k++) {
    w.step();
    for (const c of w.contacts()) deepest = Math.max(deepest, c.depth);
  }
  expect(w.body('cube').position[0]).toBeLessThan(-0.5);
  expect(deepest).toBeLessThan(0.02);
});

test('a mesh that slides over a floor of tiles meets no ghosts', () => {
  const w = new World({
    sleep: false,
    contact: { friction: 0 },
    bodies: [
      ...Array.from({ length: 12 }, (_, i) => ({
        name: `tile${i}`,
        type: 'static' as const,
        shape: { type: 'box' as const, size: [0.5, 1, 2] as const },
        position: [0.5 * i, -0.5, 0] as const,
      })),
      { name: 'cube', shape: mesh(bumpyCube(12)), mass: 1, position: [0.5, 0.53, 0], linearVelocity: [2, 0, 0] },
    ],
  });
  for (let k = 0; k < 90; k++) w.step();
  expect(w.body('cube').linearVelocity[0]).toBeGreaterThan(1.9);
  expect(Math.abs(w.body('cube').angularVelocity[2])).toBeLessThan(0.2);
});

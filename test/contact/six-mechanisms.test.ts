// Mechanisms of meshes at default settings: presses, bullets, stacks, gears, the start of a chain.

import { describe, expect, test } from 'vitest';
import { type Quat, type ShapeDescription, type Vec3, World } from '../../src/index.js';
import { chain, loadedChain, swing, WIRE } from './chain.js';
import { drive, STANDARD, turnGears } from './gears.js';
import { farPeak } from './hinge.js';
import { Manifold, meshOf } from './solids.js';

const meshBox = (x: number, y: number, z: number) => meshOf(Manifold.cube([x, y, z], true));
const box = (x: number, y: number, z: number): ShapeDescription => ({ type: 'box', size: [x, y, z] });
const turn = ([x, y, z]: Vec3, angle: number): Quat => {
  const s = Math.sin(angle / 2);
  return [s * x, s * y, s * z, Math.cos(angle / 2)];
};

test('a stack of mesh boxes stands as one of boxes', () => {
  const stack = (of: typeof box) =>
    new World({
      bodies: [
        { type: 'static', shape: { type: 'half-space' } },
        { shape: of(0.2, 0.2, 0.2), density: 1000, position: [0, 0.1, 0] },
        { shape: of(0.2, 0.2, 0.2), density: 1000, position: [0.02, 0.303, 0], rotation: turn([0.6, 0, 0.8], 0.02) },
      ],
    });
  const [a, b] = [stack(meshBox), stack(box)];
  for (let k = 0; k < 60; k++) {
    a.step();
    b.step();
  }
  const there = [...b.bodies()];
  // Single precision of the mesh's corners: 6e-9 m.
  [...a.bodies()].forEach((body, k) => {
    for (let m = 0; m < 3; m++) expect(Math.abs(body.position[m]! - there[k]!.position[m]!)).toBeLessThan(1e-7);
  });
});

test('a plate of 1 cm is pressed against a mesh cube by 5 kN', () => {
  const w = new World({
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      { shape: meshBox(0.2, 0.2, 0.2), density: 1000, position: [0, 0.1, 0] },
      { name: 'plate', shape: meshBox(0.3, 0.01, 0.3), density: 1000, position: [0, 0.206, 0], force: [0, -5000, 0] },
    ],
  });
  let deepest = 0;
  for (let k = 0; k < 60; k++) {
    w.step();
    for (const c of w.contacts()) deepest = Math.max(deepest, c.depth);
  }
  expect(deepest).toBeLessThan(0.02 * 0.01);
  expect(Math.abs(w.body('plate').position[1]! - 0.205)).toBeLessThan(1e-5);
});

describe('a mesh cube at a wall of 1 cm', () => {
  test.each([100, 300])('%i m/s', (speed) => {
    for (const rotation of [[0, 0, 0, 1] as Quat, turn([0, 0, 1], 0.5), turn([0.6, 0.8, 0], 0.9)]) {
      const w = new World({
        gravity: [0, 0, 0],
        bodies: [
          { type: 'static', shape: box(0.01, 2, 2) },
          {
            name: 'cube',
            shape: meshBox(0.1, 0.1, 0.1),
            density: 1000,
            position: [-0.14, 0.1, 0],
            rotation,
            linearVelocity: [speed, 0, 0],
          },
        ],
      });
      let deepest = 0;
      for (let k = 0; k < 30; k++) {
        w.step();
        expect(w.body('cube').position[0]).toBeLessThan(-0.05);
        for (const c of w.contacts()) deepest = Math.max(deepest, c.depth);
      }
      expect(deepest).toBeLessThan(0.02 * 0.01);
    }
  });
});

test('three links of a chain hold a ball of 300 times their mass', () => {
  const { deepest, isWhole } = chain(3, 0.2);
  expect(isWhole).toBe(true);
  expect(deepest).toBeLessThan(0.05 * WIRE);
});

// Links that are pulled taut one after the other: correction moves them into those that they have no contact with yet.
test('twelve links are pulled taut', () => {
  const chosen = loadedChain(2007);
  const { deepest, isWhole } = swing(chosen, 0.1);
  expect(isWhole).toBe(true);
  expect(deepest).toBeLessThan(0.05 * chosen.wire);
});

test('20 teeth drive 30 with friction', () => drive(0.3, 5, 0.9));

// More than a tooth in a step. Where such a step began while no teeth touched, it was made in one part, by overlaps: both
// gears were held by both flanks of their teeth, and were off by 1.8 %.
test('gears that fly through their play at 21 rad/s keep the ratio', () => {
  const { off } = turnGears({ ...STANDARD, friction: 0.3, velocity: 21 }, 60, 10);
  expect(off).toBeLessThan(0.01);
});

// It turns by 0.28 rad in a step, which is then made in eight. 3 % of the energy, as of an arm ten times as long.
test('an arm of 24 mm on a pin swings to the other side', () => {
  const far = farPeak(0, 0.1);
  expect(far).toBeGreaterThan(88);
  expect(far).toBeLessThan(90.1);
});

// It comes down by 1 cm in the step in which its head lands, which is more than a quarter of the head; the small one by
// more than its head is thick, which would end wholly inside the plate.
test.each([
  [0, 0.048, 0.25],
  [0.3, 0.048, 0.25],
  [0, 0.024, 0.338],
  [0.5, 0.024, 0.338],
])('a bolt falls into its hole until its head lies on the plate, friction %f, size %f', (friction, size, height) => {
  const upright = (solid: InstanceType<typeof Manifold>) => meshOf(solid.rotate([-90, 0, 0]).scale(size));
  const plate = Manifold.cube([1, 1, 0.4], true).subtract(Manifold.cylinder(1, 0.16, 0.16, 16, true));
  const head = Manifold.cylinder(0.15, 0.3, 0.3, 6, true).translate([0, 0, 0.475]);
  const bolt = Manifold.cylinder(0.8, 0.15, 0.15, 16, true).add(head);
  const w = new World({
    contact: { friction },
    bodies: [
      { type: 'static', shape: upright(plate) },
      { name: 'bolt', shape: upright(bolt), density: 2700, position: [0, height * size, 0] },
    ],
  });
  for (let k = 0; k < 40; k++) w.step();
  expect(Math.abs(w.body('bolt').position[1]! / size + 0.2)).toBeLessThan(1e-4);
});

// Substeps: contacts are found once in a step, everything else is done n times as if each were a step of h/n.

import { describe, expect, test } from 'vitest';
import { type SceneDescription, World } from '../../src/index.js';
import { box, G, ground, H, pointWorld, run, sphere } from './support.js';

const six = (scene: SceneDescription): World => new World({ sleep: false, ...scene });

function stepped(make: (more: SceneDescription) => World, n: number, seconds: number, parts = 1): World {
  const world = make({ substeps: n, timeStep: H / parts });
  run(world, seconds, H / parts);
  return world;
}

describe('without contacts n substeps are n steps, bit for bit', () => {
  test.each([
    [
      'a tumbling box',
      (more: SceneDescription) =>
        six({
          ...more,
          bodies: [box([1, 2, 3], [0, 0, 0], { angularVelocity: [0.1, 5, 0.2], linearVelocity: [1, 2, 3] })],
        }),
    ],
    [
      'a double pendulum',
      (more: SceneDescription) =>
        six({
          ...more,
          bodies: [box([0.2, 0.2, 0.2], [1, 0, 0], { name: 'a' }), box([0.2, 0.2, 0.2], [2, 0, 0], { name: 'b' })],
          joints: [
            { type: 'ball', b: 'a', anchor: [0, 0, 0] },
            { type: 'ball', a: 'a', b: 'b', anchor: [1, 0, 0] },
          ],
        }),
    ],
  ] as const)('%s', (_, make) => {
    expect(stepped(make, 4, 1).hash()).toBe(stepped(make, 1, 1, 4).hash());
  });
});

describe('contacts are found once', () => {
  test.each(['six', 'point'] as const)('%s: a rolling ball is looked at once a step', (model) => {
    const world = six({
      substeps: 8,
      contact: { model },
      bodies: [ground, sphere(0.5, [0, 0.5, 0], { linearVelocity: [1, 0, 0], angularVelocity: [0, 0, -2] })],
    });
    run(world, 0.5, H, () => expect(world.contactStatistics.computed).toBe(1));
  });

  test('what rests is not looked at again', () => {
    const world = six({ substeps: 4, bodies: [ground, box([1, 1, 1], [0, 0.5, 0]), box([1, 1, 1], [0, 1.5, 0])] });
    run(world, 0.5);
    run(world, 1, H, () => expect(world.contactStatistics.computed).toBe(0));
  });
});

describe('truths of the patch, cut into substeps', () => {
  test.each([2, 4, 8])('a ball rolls down by the law of its patch, %i substeps', (substeps) => {
    const R = 0.5;
    const depth = 1e-5;
    const angle = 0.2;
    const world = six({
      substeps,
      gravity: [G * Math.sin(angle), -G * Math.cos(angle), 0],
      contact: { depth },
      bodies: [ground, sphere(R, [0, R - 2 * depth, 0], { name: 'ball' })],
    });
    run(world, 0.5);
    const before = world.body('ball').linearVelocity[0];
    run(world, 2, H, () => expect(Math.abs(world.body('ball').position[1] - R)).toBeLessThan(4 * depth));
    const a = 2 * Math.sqrt(R * depth);
    const truth = (5 / 7) * (G * Math.sin(angle) - (G * Math.cos(angle) * a) / R);
    // The bar of whole steps.
    expect(Math.abs((world.body('ball').linearVelocity[0] - before) / 2 / truth - 1)).toBeLessThan(0.005);
  });

  test('a plate spins down as its area has it', () => {
    const world = six({
      substeps: 4,
      contact: { friction: 0.5 },
      bodies: [ground, box([1, 0.1, 1], [0, 0.05, 0], { name: 'plate', angularVelocity: [0, 10, 0] })],
    });
    run(world, 0.2);
    const before = world.body('plate').angularVelocity[1];
    run(world, 0.4);
    const truth = (0.5 * G * 0.3826) / (1 / 6);
    expect(Math.abs((before - world.body('plate').angularVelocity[1]) / 0.4 / truth - 1)).toBeLessThan(0.01);
  });

  test('a box that pivots on its edge comes closer to the pendulum in proportion to the substeps', () => {
    const tilt = 0.3;
    const pivot = (n: number, parts: number) => {
      const c = Math.cos(tilt);
      const s = Math.sin(tilt);
      const world = six({
        substeps: n,
        timeStep: H / parts,
        contact: { friction: 1 },
        bodies: [
          ground,
          box([1, 1, 1], [-(0.5 * c - 0.5 * s), 0.5 * s + 0.5 * c, 0], {
            name: 'box',
            rotation: [0, 0, -Math.sin(tilt / 2), Math.cos(tilt / 2)],
            linearVelocity: [0.5 * s + 0.5 * c, 0.5 * c - 0.5 * s, 0],
            angularVelocity: [0, 0, -1],
          }),
        ],
      });
      run(world, 0.4, H / parts);
      const { rotation } = world.body('box');
      return 2 * Math.atan2(rotation[2], rotation[3]);
    };
    const truth = pivot(1, 128);
    const whole = Math.abs(pivot(1, 1) - truth);
    const four = Math.abs(pivot(4, 1) - truth);
    // The integrator's error is of first order: a quarter, and what carrying the contact adds must stay below as much
    // again.
    expect(four).toBeLessThan(0.5 * whole);
  });
});

describe('landing within a step', () => {
  test.each([1e-4, 1e-3, 2e-3, 3e-3])('a box let go %f m above the ground is stopped by it', (height) => {
    const world = six({ substeps: 4, bodies: [ground, box([1, 1, 1], [0, 0.5 + height, 0], { name: 'box' })] });
    let lowest = Infinity;
    run(world, 1, H, () => {
      lowest = Math.min(lowest, world.body('box').position[1] - 0.5);
    });
    // Target depth 2e-5, and the second-order error of one substep's correction.
    expect(lowest).toBeGreaterThan(-5e-5);
  });

  test('a bullet does not pass a wall of 5 cm', () => {
    for (let k = 0; k < 20; k++) {
      const world = six({
        substeps: 4,
        gravity: [0, 0, 0],
        bodies: [
          box([0.05, 2, 2], [0, 0, 0], { type: 'static' }),
          sphere(0.02, [-2 - 0.08 * k, 0, 0], { name: 'bullet', linearVelocity: [100, 0, 0] }),
        ],
      });
      run(world, 0.1);
      expect(world.body('bullet').position[0]).toBeLessThan(0);
    }
  });

  test('a ball bounces as high as its restitution says', () => {
    const world = six({
      substeps: 4,
      contact: { restitution: 0.8 },
      bodies: [ground, sphere(0.1, [0, 1.1, 0], { name: 'ball' })],
    });
    let highest = 0;
    run(world, 1, H, () => {
      if (world.time > 0.5) highest = Math.max(highest, world.body('ball').position[1] - 0.1);
    });
    // The instant of the bounce is off by a substep at most: v h/4 both ways.
    expect(Math.abs(highest - 0.64)).toBeLessThan(0.02);
  });
});

describe('energy less the work of correction', () => {
  test.each([2, 4])('never rises over half a second while a cylinder tumbles, %i substeps', (substeps) => {
    const world = six({
      substeps,
      bodies: [
        ground,
        {
          shape: { type: 'cylinder', radius: 0.3, height: 0.5 },
          mass: 1,
          position: [0, 1, 0],
          rotation: [0.3, 0, 0.1, 0.95],
          angularVelocity: [3, 1, 2],
        },
      ],
    });
    const energies: number[] = [];
    let work = 0;
    run(world, 3, H, () => {
      const { kinetic, potential, correctionWork } = world.energy();
      work = Math.max(work, Math.abs(correctionWork));
      energies.push(kinetic + potential - correctionWork);
    });
    const scale = energies[0]!;
    for (let k = 30; k < energies.length; k++) expect(energies[k]! - energies[k - 30]!).toBeLessThan(1e-9 * scale);
    // What correction adds in all: found are 2.4e-5 and 2.7e-5 of the energy.
    expect(work).toBeLessThan(3e-5 * scale);
  });
});

test('a stack stands, and stands as still as with whole steps', () => {
  for (const make of [six, pointWorld]) {
    const world = make({
      substeps: 4,
      sleep: false,
      bodies: [ground, ...Array.from({ length: 10 }, (_, k) => box([1, 1, 1], [0, 0.5 + k, 0]))],
    });
    run(world, 3);
    const top = [...world.bodies()].at(-1)!;
    // Fifty sweeps of points leave 2.9e-7 m, as they did in 0.1.0; patches are solved.
    expect(Math.hypot(top.position[0], top.position[2])).toBeLessThan(make === six ? 1e-8 : 3e-7);
    // Ten contacts at their target depth of 2e-5 m.
    expect(Math.abs(top.position[1] - 9.5)).toBeLessThan(1.05 * 10 * 2e-5);
  }
});

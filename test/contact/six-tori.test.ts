// Tori that are struck: between a heavy body and the ground, on boxes, in each other. They do not go in, and nothing is
// gained.

import { expect, test } from 'vitest';
import { type SceneDescription, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';

type Bodies = NonNullable<SceneDescription['bodies']>;

/**
 * Depth and energy of a scene while it runs: the deepest contact in tubes, and the most that it gained in a step beyond
 * what the impulses do at the velocity by which their laws are missed, which the solver reports.
 */
function run(bodies: Bodies, tube: number, friction: number, steps: number): { deep: number; gained: number } {
  const world = new World({ bodies, contact: { friction }, sleep: false });
  let deep = 0;
  let gained = 0;
  let last = Infinity;
  for (let n = 0; n < steps; n++) {
    world.step();
    let missed = 0;
    for (const { depth, force } of world.contacts()) {
      deep = Math.max(deep, depth / tube);
      missed += (Math.hypot(...force) * world.solverStatistics.error) / 60;
    }
    const { kinetic, potential, correctionWork } = world.energy();
    gained = Math.max(gained, kinetic + potential - correctionWork - last - missed);
    last = kinetic + potential - correctionWork;
  }
  return { deep, gained };
}

const ground = (kind: string, R: number): Bodies[number] =>
  kind === 'half-space'
    ? { name: 'ground', type: 'static', shape: { type: 'half-space' } }
    : { name: 'ground', type: 'static', shape: { type: 'box', size: [60 * R, R, 60 * R] }, position: [0, -R / 2, 0] };

test.each(['half-space', 'box'])('a torus between a heavy box and the ground (%s) does not go in (seed 31)', (kind) => {
  const random = new Random(31);
  for (let n = 0; n < 6; n++) {
    const R = 10 ** random.between(-2, 0.5);
    const tube = R * random.between(0.15, 0.4);
    const lean = random.between(0, 0.5);
    const bodies: Bodies = [
      ground(kind, R),
      {
        name: 'ring',
        shape: { type: 'torus', radius: R, tube },
        density: 300,
        position: [0, R * lean + 1.2 * tube, 0],
        rotation: [Math.sin(lean / 2), 0, 0, Math.cos(lean / 2)],
      },
      {
        name: 'box',
        shape: { type: 'box', size: [R, R, R] },
        density: 6000,
        position: [0.6 * R, 4 * R, 0.2 * R],
        rotation: random.rotation(),
      },
    ];
    const { deep, gained } = run(bodies, tube, random.between(0, 0.8), 120);
    const scale = 6000 * R ** 3 * 9.81 * R;
    // A rim that rolls on its overlap comes down by half of ROLLS_DOWN of R within a step, which is 0.033 of the thinnest
    // tube; looks mind 0.01 of it.
    expect(deep, `case ${n}, R ${R}, tube ${tube}`).toBeLessThan(0.05);
    expect(gained, `case ${n}`).toBeLessThan(1e-12 * scale);
  }
});

test('tori thrown on each other stay at their target depth but for the impact (seed 41)', () => {
  const random = new Random(41);
  for (let n = 0; n < 8; n++) {
    const R = 10 ** random.between(-1, 0.5);
    const tube = R * random.between(0.2, 0.4);
    const ring = (name: string, y: number): Bodies[number] => ({
      name,
      shape: { type: 'torus', radius: R, tube },
      density: 500,
      position: [random.between(-0.5, 0.5) * R, y, random.between(-0.5, 0.5) * R],
      rotation: random.rotation(),
    });
    const bodies = [ground('half-space', R), ring('lower', 1.6 * R), ring('upper', 4.4 * R)];
    const { deep, gained } = run(bodies, tube, 0.5, 180);
    expect(deep, `case ${n}, R ${R}`).toBeLessThan(0.05);
    expect(gained, `case ${n}`).toBeLessThan(1e-12 * 500 * 20 * R * tube * tube * 9.81 * R);
  }
});

test('a torus that lies on a plane has one contact, with the area of its ring', () => {
  const [radius, tube] = [0.4, 0.12];
  const world = new World({
    bodies: [
      ground('half-space', 1),
      { name: 'ring', shape: { type: 'torus', radius, tube }, mass: 10, position: [0, tube, 0] },
    ],
  });
  for (let n = 0; n < 60; n++) world.step();
  const contacts = [...world.contacts()];
  expect(contacts).toHaveLength(1);
  const { area, volume, depth, force } = contacts[0]!;
  // A ring of width 2 √(2 r d), d against r: 1e-4 of it.
  const width = 2 * Math.sqrt(2 * tube * depth);
  expect(area / (2 * Math.PI * radius * width)).toBeCloseTo(1, 3);
  expect(volume / ((2 / 3) * area * depth)).toBeCloseTo(1, 3);
  expect(force[1]).toBeCloseTo(98.1, 6);
});

test('a torus that falls over a ball, which its hole is too small for, does not go in', () => {
  const [radius, tube] = [0.3, 0.1];
  for (let n = 0; n < 6; n++) {
    const world = new World({
      bodies: [
        ground('half-space', 1),
        { name: 'ball', shape: { type: 'sphere', radius: 0.22 }, density: 800, position: [0.002 * n, 0.22, 0] },
        {
          name: 'ring',
          shape: { type: 'torus', radius, tube },
          density: 400,
          position: [0, 0.9 + 0.011 * n, 0],
          linearVelocity: [0, -3, 0],
        },
      ],
    });
    const ball = world.body('ball')!;
    const ring = world.body('ring')!;
    let deep = 0;
    let reported = 0;
    for (let k = 0; k < 120; k++) {
      world.step();
      // The circle's distance from the ball's centre, in closed form: the ball seen from the ring.
      const [x, y, z, w] = ring.rotation as [number, number, number, number];
      const axis = [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)];
      const d = ball.position.map((p, m) => p - ring.position[m]!);
      const high = d.reduce((sum, p, m) => sum + p * axis[m]!, 0);
      const out = Math.sqrt(Math.max(0, d.reduce((sum, p) => sum + p * p, 0) - high * high));
      const depth = 0.22 + tube - Math.hypot(out - radius, high);
      deep = Math.max(deep, depth / (2 * tube));
      for (const c of world.contacts())
        if (c.a === ball || c.b === ball)
          if (c.a === ring || c.b === ring) reported = Math.max(reported, c.depth - Math.max(0, depth));
    }
    // Looks leave 0.005 of the thinner body alone.
    expect(deep, `case ${n}`).toBeLessThan(0.01);
    // Places are kept, and so are their depths, while bodies move by less than 0.02 of the target depth (REUSE).
    expect(reported, `case ${n}`).toBeLessThan(0.02 * 2e-5 * 2 * tube);
  }
});

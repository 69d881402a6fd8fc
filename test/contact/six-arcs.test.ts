// Tori that lie over the end of a flat face: the arcs of the ring over it are one contact, with an exact gap, and bear
// where a rigid ring would.

import { expect, test } from 'vitest';
import { type Body, type SceneDescription, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';

type Bodies = NonNullable<SceneDescription['bodies']>;

const RADIUS = 0.3;
const TUBE = 0.1;
/** The target depth of six is 2e-5 of the thinner body, unless the scene says how deep. */
const TARGET = 2e-5 * 2 * TUBE;

function rest(bodies: Bodies, steps: number): { world: World; body: Body } {
  const world = new World({ bodies, contact: { friction: 0.5 }, sleep: false });
  for (let k = 0; k < steps; k++) world.step();
  return { world, body: world.body('ring') };
}

const ring = (x: number, y: number, more: object = {}): Bodies[number] => ({
  name: 'ring',
  shape: { type: 'torus', radius: RADIUS, tube: TUBE },
  mass: 3,
  position: [x, y, 0],
  ...more,
});

test('half over the edge of a table it has one contact, with the area of its arc', () => {
  const { world, body } = rest(
    [{ type: 'static', shape: { type: 'box', size: [2, 0.4, 2] }, position: [-0.9, -0.2, 0] }, ring(0, TUBE)],
    60,
  );
  const contacts = [...world.contacts()];
  expect(contacts).toHaveLength(1);
  const { area, depth, force, point, normal } = contacts[0]!;
  expect(force[1]).toBeCloseTo(3 * 9.81, 8);
  expect(Math.abs(depth - TARGET)).toBeLessThan(0.5 * TARGET);
  expect(Math.hypot(...body.linearVelocity)).toBeLessThan(1e-9);
  // It reaches from the edge at x = 0.1 all the way round: an arc of 2 (π - acos(1/3)), in 256 slices. What bears may be
  // less deep by 0.3 of the target at one end, and its strip narrower by the root of that.
  const width = 2 * Math.sqrt(2 * TUBE * depth);
  const angle = 2 * (Math.PI - Math.acos(0.1 / RADIUS));
  expect(area / (angle * RADIUS * width)).toBeGreaterThan(Math.sqrt(0.7) - 2 / 256);
  expect(area / (angle * RADIUS * width)).toBeLessThan(1 + 2 / 256);
  expect(Math.abs(normal[1]!)).toBeGreaterThan(1 - 1e-12);
  expect(point[0]).toBeLessThan(0.1);
});

test('it falls off the table when its centre is beyond the edge, and not before', () => {
  const table: Bodies[number] = {
    type: 'static',
    shape: { type: 'box', size: [2, 0.4, 2] },
    position: [-1, -0.2, 0],
  };
  // Beyond the edge it tips about, the tube touches at two places, whose patches are as long as on a plane: a tenth of the
  // tube to either side.
  const { body: stays } = rest([table, ring(-0.001, TUBE)], 120);
  expect(stays.position[1]).toBeGreaterThan(TUBE - 2 * TARGET);
  const { body: falls } = rest([table, ring(0.015, TUBE)], 60);
  expect(falls.rotation[2]).toBeLessThan(-0.1);
});

test('across a beam it rests on two arcs as one contact, and does not rock', () => {
  const { world, body } = rest(
    [{ type: 'static', shape: { type: 'box', size: [0.15, 0.4, 2] }, position: [0.02, -0.2, 0] }, ring(0, TUBE)],
    60,
  );
  expect([...world.contacts()]).toHaveLength(1);
  expect(Math.hypot(...body.angularVelocity)).toBeLessThan(1e-9);
});

test('what is let fall on the ends of faces comes to rest at its target depth (seed 5)', () => {
  const random = new Random(5);
  let fallen = 0;
  for (let n = 0; n < 8; n++) {
    const R = 10 ** random.between(-1.2, 0);
    const tube = R * random.between(0.15, 0.4);
    const tilt = random.between(0.001, 0.2);
    const turn = random.between(0, 2 * Math.PI);
    const s = Math.sin(tilt / 2);
    const yaw = random.between(0, 3);
    const beam = n % 2 === 1;
    const bodies: Bodies = [
      {
        type: 'static',
        shape: { type: 'box', size: beam ? [0.5 * R, R, 10 * R] : [5 * R, R, 10 * R] },
        position: [beam ? 0 : -2.1 * R, -R / 2, 0],
        rotation: beam ? [0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)] : [0, 0, 0, 1],
      },
      {
        name: 'ring',
        shape: { type: 'torus', radius: R, tube },
        density: 500,
        position: [random.between(-0.15, 0.15) * R, tube + R * tilt + 0.05 * R, random.between(-0.15, 0.15) * R],
        rotation: [s * Math.cos(turn), 0, s * Math.sin(turn), Math.cos(tilt / 2)],
      },
    ];
    const world = new World({ bodies, contact: { friction: 0.6 } });
    const body = world.body('ring');
    let deep = 0;
    let gained = 0;
    let last = Infinity;
    for (let k = 0; k < 180; k++) {
      world.step();
      for (const c of world.contacts()) deep = Math.max(deep, c.depth / (2 * tube));
      const { kinetic, potential, correctionWork } = world.energy();
      gained = Math.max(gained, kinetic + potential - correctionWork - last);
      last = kinetic + potential - correctionWork;
    }
    // One topples over the edge of its beam when it lands.
    const hasFallen = body.position[1]! < -R;
    expect(body.asleep || hasFallen, `case ${n}`).toBe(true);
    // Looks leave LOOK_DEPTHS, 20 target depths of 2e-5, alone.
    expect(deep, `case ${n}`).toBeLessThan(4e-4);
    expect(gained, `case ${n}`).toBeLessThan(1e-12 * body.mass * 9.81 * R);
    if (hasFallen) fallen++;
    else expect(world.energy().correctionWork, `case ${n}`).toBeLessThan(0.01 * body.mass * 9.81 * 2 * (R + tube));
  }
  expect(fallen).toBeLessThan(2);
});

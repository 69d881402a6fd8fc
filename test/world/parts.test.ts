// Steps that are made in several, as a mechanism of meshes turns far in them: to who asks they are one step each.

import { describe, expect, test } from 'vitest';
import { World as ConvexWorld } from '../../src/convex.js';
import {
  type BodyDescription,
  type ContactEvent,
  type Quat,
  type SceneDescription,
  type Vec3,
  World,
} from '../../src/index.js';
import { chainWorld, randomChain } from '../contact/chain.js';
import { gear, STANDARD } from '../contact/gears.js';
import { Manifold, meshOf } from '../contact/solids.js';
import { DepthOracle } from '../random/oracle.js';

const [SMALL, LARGE] = [20, 30];

/**
 * Two gears and, if asked for, more bodies and joints. A motor drives the small one at 20 rad/s, a torque brakes the
 * other.
 */
function gears(more: BodyDescription[] = [], joints: SceneDescription['joints'] = []): World {
  const apart = (STANDARD.module * (SMALL + LARGE)) / 2;
  return new World({
    sleep: false,
    contact: { friction: 0.3 },
    bodies: [
      { name: 'base', type: 'static', shape: { type: 'sphere', radius: 0.001 }, position: [0, 0, -1], mask: 0 },
      { name: 'small', shape: gear(SMALL, 0), density: 7800 },
      {
        name: 'large',
        shape: gear(LARGE, Math.PI + Math.PI / LARGE),
        density: 7800,
        position: [apart, 0, 0],
        torque: [0, 0, 1],
      },
      ...more,
    ],
    joints: [
      {
        type: 'hinge',
        a: 'small',
        b: 'base',
        anchor: [0, 0, 0],
        axis: [0, 0, 1],
        motor: { velocity: 20, maxForce: 1e3 },
      },
      { type: 'hinge', a: 'large', b: 'base', anchor: [apart, 0, 0], axis: [0, 0, 1] },
      ...joints,
    ],
  });
}

/** An arm of 24 mm on a pin, let go at 90°: by 0.4 rad in a step of 1/100 s. */
function arm(size: number): World {
  const pin = Manifold.cylinder(0.1, 0.01, 0.01, 32, true);
  const flange = Manifold.cylinder(0.01, 0.02, 0.02, 32, true);
  const hole = Manifold.cylinder(0.1, 0.0102, 0.0102, 32, true);
  const still = pin.add(flange.translate([0, 0, 0.02])).add(flange.translate([0, 0, -0.02]));
  const swung = Manifold.cube([0.03, 0.24, 0.02], true).translate([0, -0.1, 0]).subtract(hole);
  return new World({
    timeStep: 0.01,
    contact: { friction: 0 },
    sleep: false,
    bodies: [
      { type: 'static', shape: meshOf(still.scale(size)) },
      { shape: meshOf(swung.scale(size)), density: 2700, rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
    ],
  });
}

/**
 * Steps and checks that what contacts and joints bore is the change of every body's momentum, gravity's share aside.
 */
function stepByTheBook(world: World): void {
  const h = world.timeStep;
  const bodies = [...world.bodies()].filter(({ type }) => type === 'dynamic');
  const before = bodies.map(({ linearVelocity }) => linearVelocity);
  world.step();
  const sums = new Map(bodies.map(({ name }) => [name, [0, 0, 0]]));
  let most = 0;
  const add = (name: string | null, force: Vec3, sign: number) => {
    const sum = name === null ? undefined : sums.get(name);
    for (let m = 0; m < 3; m++) {
      most = Math.max(most, Math.abs(h * force[m]!));
      if (sum) sum[m]! += sign * h * force[m]!;
    }
  };
  for (const { a, b, force } of world.contacts()) {
    add(a.name, force, 1);
    add(b.name, force, -1);
  }
  for (const { a, b, force } of world.joints()) {
    add(a, force, -1);
    add(b, force, 1);
  }
  bodies.forEach(({ name, mass, linearVelocity }, k) => {
    for (let m = 0; m < 3; m++) {
      const change = mass * (linearVelocity[m]! - before[k]![m]! - h * world.gravity[m]!);
      expect(Math.abs(change - sums.get(name)![m]!)).toBeLessThan(1e-9 * (most + mass * h * 9.81));
    }
  });
}

describe('impulses add up in every step', () => {
  test.each([1, 0.1])('an arm on its pin, size %f', (size) => {
    const world = arm(size);
    for (let k = 0; k < 30 * Math.sqrt(size); k++) stepByTheBook(world);
  });

  test('gears at 20 rad/s, with what falls and lies beside them', () => {
    const world = gears([
      { name: 'floor', type: 'static', shape: { type: 'half-space' }, position: [0, -1, 0] },
      { name: 'box', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, density: 1000, position: [0, -0.95, 0.5] },
      {
        name: 'ball',
        shape: { type: 'sphere', radius: 0.1 },
        density: 1000,
        position: [1, -0.89, 0.5],
        linearVelocity: [0, -1, 0],
      },
    ]);
    for (let k = 0; k < 12; k++) stepByTheBook(world);
  });
});

test('gears that stay in mesh touch from their first step on, once', () => {
  const world = gears();
  const told: string[] = [];
  for (const type of ['begin', 'persist', 'end'] as const)
    world.on(type, (event: ContactEvent) => told.push(`${event.type} ${event.contacts.length > 0}`));
  for (let k = 0; k < 8; k++) {
    world.step();
    expect(told.splice(0)).toEqual([k === 0 ? 'begin true' : 'persist true']);
  }
});

test('what flies goes as it would alone, and what lies bears its weight', () => {
  const ball: BodyDescription = {
    name: 'ball',
    shape: { type: 'sphere', radius: 0.01 },
    density: 1000,
    position: [1, 0, 0.5],
    linearVelocity: [1, 3, 0],
  };
  const world = gears([
    ball,
    { name: 'floor', type: 'static', shape: { type: 'half-space' }, position: [0, -2, 0] },
    { name: 'box', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, mass: 2, position: [-1, -1.95, 0.5] },
  ]);
  const alone = new World({ sleep: false, bodies: [ball] });
  for (let k = 0; k < 10; k++) {
    world.step();
    alone.step();
  }
  // To rounding of positions that are added up in several parts.
  for (let m = 0; m < 3; m++) {
    expect(Math.abs(world.body('ball').position[m]! - alone.body('ball').position[m]!)).toBeLessThan(1e-12);
    expect(Math.abs(world.body('ball').linearVelocity[m]! - alone.body('ball').linearVelocity[m]!)).toBeLessThan(1e-12);
  }
  const [under] = world.contacts().filter(({ a }) => a.name === 'box');
  expect(under!.force[1]).toBeCloseTo(2 * 9.81, 6);
  expect(under!.centerOfPressure[0]).toBeCloseTo(-1, 6);
  expect(under!.depth).toBeLessThan(1e-5);
});

test('what sleeps beside them reports what it bore', () => {
  const world = new World({
    bodies: [
      { name: 'floor', type: 'static', shape: { type: 'half-space' }, position: [0, -2, 0] },
      { name: 'box', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, mass: 2, position: [-1, -1.95, 0.5] },
    ],
  });
  const beside = gears([
    { name: 'floor', type: 'static', shape: { type: 'half-space' }, position: [0, -2, 0] },
    { name: 'box', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, mass: 2, position: [-1, -1.95, 0.5] },
  ]);
  for (const each of [world, beside]) {
    for (let k = 0; k < 3; k++) each.step();
    each.body('box').sleep();
    for (const h of [1 / 60, 1 / 60, 1 / 100]) {
      each.step(h);
      const [under] = each.contacts().filter(({ a }) => a.name === 'box');
      expect(under!.force[1]).toBeCloseTo(2 * 9.81, 6);
    }
    expect(each.body('box').asleep).toBe(true);
  }
});

// Where looks at meshes do not settle, parts are even, and each has its share of gravity.
test('impulses of a chain that is jerked add up in every step', () => {
  const { world } = chainWorld({ ...randomChain(1), links: 8, wire: 0.003, ball: 200, timeStep: 1 / 60 });
  for (let k = 0; k < 12; k++) stepByTheBook(world);
});

// In the part in which gravity acts it needs all that it has for the whole step.
test('a motor that bears 1.2 times a weight holds it beside fast gears', () => {
  const weight: BodyDescription = { name: 'weight', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, mass: 1, mask: 0 };
  const world = gears(
    [{ ...weight, position: [1, 0, 0] }],
    [{ type: 'slider', b: 'weight', anchor: [1, 0, 0], axis: [0, 1, 0], motor: { velocity: 0, maxForce: 1.2 * 9.81 } }],
  );
  for (let k = 0; k < 10; k++) {
    world.step();
    const [motor] = [...world.joints()].filter(({ b }) => b === 'weight');
    expect(motor!.motorForce).toBeCloseTo(9.81, 4);
  }
  // A motor yields by a millionth.
  expect(Math.abs(world.body('weight').position[1])).toBeLessThan(1e-6);
});

test('a snapshot between such steps has the same contacts and goes on with the same bits', () => {
  const world = gears();
  for (let k = 0; k < 3; k++) world.step();
  const other = World.restore(world.snapshot());
  const seen = (w: World) => w.contacts().map(({ point, force, torque }) => [...point, ...force, ...torque]);
  expect(seen(other)).toEqual(seen(world));
  for (let k = 0; k < 3; k++) {
    world.step();
    other.step();
  }
  expect(other.hash()).toBe(world.hash());
});

// In the middle of their play, at the speeds of their ratio: nothing touches, and a step is made in parts all the same.
test('a snapshot of gears that fly through their play goes on with the same bits', () => {
  const apart = (STANDARD.module * (SMALL + LARGE)) / 2;
  const world = new World({
    sleep: false,
    gravity: [0, 0, 0],
    contact: { friction: 0.3 },
    bodies: [
      { shape: gear(SMALL, 0), density: 7800, angularVelocity: [0, 0, 20] },
      {
        shape: gear(LARGE, Math.PI + Math.PI / LARGE),
        density: 7800,
        position: [apart, 0, 0],
        angularVelocity: [0, 0, (-20 * SMALL) / LARGE + 0.2],
      },
    ],
  });
  for (let k = 0; k < 6; k++) {
    const other = World.restore(world.snapshot());
    world.step();
    other.step();
    expect(other.hash(), `step ${k}`).toBe(world.hash());
  }
});

/** Stones that strike a thin plate at one end, which flies over a sharp-edged post: it turns by up to a radian a step. */
const STRUCK: [
  thickness: number,
  at: number,
  turned: Quat,
  density: number,
  from: Vec3,
  turnedStone: Quat,
  speed: number,
][] = [
  [
    0.0083,
    0.0317,
    [0.6734, -0.4776, -0.5643, -0.0038],
    7174,
    [0.1005, 1, 0.0237],
    [0.041, 0.4364, 0.8448, -0.3069],
    9.35,
  ],
  [
    0.0067,
    0.0303,
    [-0.4058, 0.016, 0.3634, -0.8385],
    3784,
    [0.1361, 1, 0.0211],
    [0.7784, -0.2588, -0.5453, 0.1722],
    9.05,
  ],
];

describe('what is struck and turns far', () => {
  test.each(STRUCK)(
    'a plate %f thick, struck at one end',
    (thickness, at, turned, density, from, turnedStone, speed) => {
      const scene: SceneDescription = {
        sleep: false,
        bodies: [
          { type: 'static', shape: { type: 'half-space' } },
          { type: 'static', shape: { type: 'box', size: [0.1, 0.4, 0.4] }, position: [0, 0.2, 0] },
          {
            shape: { type: 'box', size: [0.3, thickness, 0.2] },
            density: 800,
            position: [at, 0.6, 0],
            rotation: turned,
          },
          {
            shape: { type: 'box', size: [0.2, 0.2, 0.2] },
            density,
            position: from,
            rotation: turnedStone,
            linearVelocity: [0, -speed, 0],
          },
        ],
      };
      const world = new World(scene);
      const convex = new ConvexWorld(scene);
      const oracle = new DepthOracle(world);
      const moving = [...world.bodies()].filter(({ type }) => type === 'dynamic');
      const h = world.timeStep;
      for (let k = 0; k < 40; k++) {
        const before = moving.map(({ linearVelocity }) => linearVelocity);
        // What turns on is known to snapshots.
        const restored = World.restore(world.snapshot());
        world.step();
        convex.step();
        restored.step();
        expect(convex.hash()).toBe(world.hash());
        expect(restored.hash()).toBe(world.hash());
        oracle.measure((_a, _b, depth) => expect(depth).toBeLessThan(0.1 * thickness));
        const contacts = world.contacts();
        expect(convex.contacts().map(({ force }) => force)).toEqual(contacts.map(({ force }) => force));
        moving.forEach((body, n) => {
          for (let m = 0; m < 3; m++) {
            const signed = contacts.map((c) => (c.a === body ? 1 : c.b === body ? -1 : 0) * c.force[m]! * h);
            const change = body.mass * (body.linearVelocity[m]! - before[n]![m]! - h * world.gravity[m]!);
            // Rounding of momentum is some 1e-16 of it.
            const exchanged = signed.reduce((sum, x) => sum + Math.abs(x), 1e-6 * body.mass * speed);
            expect(Math.abs(change - signed.reduce((sum, x) => sum + x, 0))).toBeLessThan(1e-9 * exchanged);
          }
        });
      }
    },
  );
});

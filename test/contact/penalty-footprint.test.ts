// The normal force of bodies at rest is k V/S_c at the overlap's centre, for every pair of shapes: cells, spokes and
// columns against overlap/.

import { describe, expect, it } from 'vitest';
import { type ShapeDescription, type Vec3, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { dot, length, sub } from '../../src/math/vec3.js';
import { penalty } from '../../src/penalty.js';

const K = 1000;
const ground: ShapeDescription = { type: 'half-space' };
const cube: ShapeDescription = { type: 'box', size: [1, 0.8, 0.6] };
const wedge: ShapeDescription = {
  type: 'convex',
  points: [
    [-0.5, -0.4, -0.3],
    [0.5, -0.4, -0.4],
    [0, -0.3, 0.5],
    [0.1, 0.5, 0],
    [-0.3, 0.3, 0.2],
  ],
};
const meshed: ShapeDescription = {
  type: 'mesh',
  positions: [
    -0.5, -0.4, -0.3, 0.5, -0.4, -0.3, 0.5, -0.4, 0.3, -0.5, -0.4, 0.3, -0.5, 0.4, -0.3, 0.5, 0.4, -0.3, 0.5, 0.4, 0.3,
    -0.5, 0.4, 0.3,
  ],
  indices: [0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6, 0, 5, 1, 0, 4, 5, 1, 6, 2, 1, 5, 6, 2, 7, 3, 2, 6, 7, 3, 4, 0, 3, 7, 4],
};
const round: ShapeDescription[] = [
  { type: 'sphere', radius: 0.5 },
  { type: 'cylinder', radius: 0.4, height: 0.8 },
  { type: 'capsule', radius: 0.3, height: 0.5 },
  { type: 'cone', radius: 0.5, height: 0.9 },
];

/** Two bodies without gravity, velocity or friction: after one tiny step the contact is that of where they were put. */
function touch(a: ShapeDescription, position: Vec3, rotation: readonly number[], b: ShapeDescription) {
  const world = new World(
    {
      gravity: [0, 0, 0],
      timeStep: 1e-7,
      contact: { model: 'penalty', stiffness: K, friction: 0 },
      bodies: [
        { name: 'b', type: 'static', shape: b },
        { name: 'a', shape: a, mass: 1, position, rotation: rotation as [number, number, number, number] },
      ],
    },
    { models: [penalty] },
  );
  const overlaps = world.overlaps();
  world.step();
  return { overlaps, contacts: world.contacts() };
}

/** A random pose that overlaps by some share of the size, found from afar. */
function approach(random: Random, a: ShapeDescription, b: ShapeDescription) {
  const rotation = random.rotation();
  const direction = b === ground ? ([0, 1, 0] as const) : random.direction();
  for (let distance = 1.4; distance > 0; distance -= 0.07) {
    const at: Vec3 = [direction[0] * distance, direction[1] * distance, direction[2] * distance];
    const found = touch(a, at, rotation, b);
    if (found.contacts.length > 0) return found;
  }
  return null;
}

function check(found: NonNullable<ReturnType<typeof approach>>, tolerance: number, label: string): void {
  const [contact] = found.contacts;
  const [overlap] = found.overlaps;
  expect(found.contacts.length, label).toBe(1);
  if (!contact || !overlap || found.overlaps.length > 1) return;
  expect(Math.abs(contact.volume / overlap.volume - 1), label).toBeLessThan(tolerance);
  const load = dot(contact.force, contact.normal);
  expect(Math.abs(load / ((K * contact.volume) / contact.area) - 1), label).toBeLessThan(tolerance);
  expect(
    length(sub(contact.force, [load * contact.normal[0], load * contact.normal[1], load * contact.normal[2]])),
  ).toBeLessThan(1e-9 * K);
  // The force's line goes through the overlap's centre.
  const off = sub(contact.centerOfPressure, overlap.center);
  const along = dot(off, contact.normal);
  expect(Math.sqrt(Math.max(0, dot(off, off) - along * along)), label).toBeLessThan(tolerance);
  expect(contact.tipMargin, label).toBeGreaterThan(0);
}

describe('the normal force of an overlap', () => {
  for (const [name, a, b] of [
    ['box and half-space', cube, ground],
    ['convex and half-space', wedge, ground],
    ['box and box', cube, cube],
    ['convex and box', wedge, cube],
    ['convex and convex', wedge, wedge],
  ] as const)
    it(`${name}: exact`, () => {
      for (let seed = 1; seed <= 8; seed++) {
        const found = approach(new Random(seed), a, b);
        // Cells are cut from numbers of size one with depths of 0.01: rounding is some 1e-13 of them.
        if (found) check(found, 1e-8, `seed ${seed}`);
      }
    });

  it('round solids on a half-space and on a box: volume and centre are those of overlap/', () => {
    for (const shape of round)
      for (let seed = 1; seed <= 3; seed++) {
        const plane = approach(new Random(seed), shape, ground);
        if (plane) check(plane, 1e-6, `${shape.type} on a half-space, seed ${seed}`);
        const box = approach(new Random(seed), shape, cube);
        // Most of these are ray columns, and world.overlaps() casts others: with some twenty across an overlap, one
        // more or less of them at the rim is worth 5 % of it. A sliver between the columns of one may be missed by
        // those of the other.
        if (box && box.contacts[0]!.depth > 0.003) check(box, 0.05, `${shape.type} on a box, seed ${seed}`);
      }
  });

  it('a meshed box presses as the box does', () => {
    for (let seed = 1; seed <= 4; seed++) {
      const exact = approach(new Random(seed), cube, ground)!;
      const columns = approach(new Random(seed), meshed, ground)!;
      check(columns, 1e-6, `seed ${seed}`);
      // The footprint's area comes from the area vector; exact for a mesh on a plane.
      const [p, q] = [exact.contacts[0]!, columns.contacts[0]!];
      expect(Math.abs(dot(p.force, p.normal) / dot(q.force, q.normal) - 1), `seed ${seed}`).toBeLessThan(0.02);
    }
  });

  it('compounds share one stiffness: two halves press as the whole', () => {
    const halves: ShapeDescription = {
      type: 'compound',
      parts: [
        { shape: { type: 'box', size: [0.5, 0.8, 0.6] }, position: [-0.25, 0, 0] },
        { shape: { type: 'box', size: [0.5, 0.8, 0.6] }, position: [0.25, 0, 0] },
      ],
    };
    const whole = touch(cube, [0, 0.39, 0], [0, 0, 0, 1], ground).contacts;
    const parts = touch(halves, [0, 0.39, 0], [0, 0, 0, 1], ground).contacts;
    expect(parts).toHaveLength(1);
    expect(parts[0]!.force[1]).toBeCloseTo(whole[0]!.force[1], 9);
    expect(parts[0]!.force[1]).toBeCloseTo(K * 0.01, 9);
    expect(parts[0]!.area).toBeCloseTo(0.6, 12);
  });
});

it.each(['half-space', 'box'] as const)(
  'a ring on a %s is borne by the ring, not by the disc that it surrounds',
  (type) => {
    const [mass, stiffness, tube] = [3, 1e5, 0.1];
    const shape: ShapeDescription = type === 'box' ? { type, size: [2, 0.2, 2] } : { type };
    const world = new World(
      {
        timeStep: 0.001,
        contact: { model: 'penalty', stiffness },
        bodies: [
          { type: 'static', shape, position: [0, type === 'box' ? -0.1 : 0, 0] },
          { name: 'ring', shape: { type: 'torus', radius: 0.3, tube }, mass, position: [0, tube, 0] },
        ],
      },
      { models: [penalty] },
    );
    for (let k = 0; k < 400; k++) world.step();
    // Below a shallow cap the mean of the chords is two thirds of the largest; pixels know a rim to some per cent.
    const depth = (1.5 * mass * 9.81) / stiffness;
    expect(Math.abs((tube - world.body('ring').position[1]) / depth - 1)).toBeLessThan(0.03);
  },
);

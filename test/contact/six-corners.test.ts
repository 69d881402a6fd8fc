// Corners are blunt (src/contact/six/blunt.ts): under a force f they bear on a spot of radius a = √(f/πH), which resists
// rolling by 4√2/3π a f and spinning by ⅔ μ a f. Edges of length l bear on spots of radius b = min(a/√2, l/1000), two at
// least, which resist rolling by 4√2/3π b f.

import { expect, test } from 'vitest';
import { type Body, type BodyDescription, type Vec3, World } from '../../src/index.js';

const AHEAD = (4 * Math.SQRT2) / (3 * Math.PI);
const G = 9.81;

/** A pyramid that stands on its tip. */
const tip = (s: number): Vec3[] => [
  [-s, 1.5 * s, -s],
  [s, 1.5 * s, -s],
  [s, 1.5 * s, s],
  [-s, 1.5 * s, s],
  [0, 0, 0],
];

/** A wedge that stands on its edge, along x. */
const EDGE = 0.06;
const wedge = (s: number): Vec3[] =>
  [-0.5 * EDGE, 0.5 * EDGE].flatMap((x): Vec3[] => [
    [x, 1.5 * s, -s],
    [x, 1.5 * s, s],
    [x, 0, 0],
  ]);

/**
 * A bar on two pillars, with a tip at each end and a weight below: it swings about the line through both. `onEdge`: on
 * one pillar, by a wedge in its middle, with a weight at each end: so it bears in the middle of the edge.
 */
function pendulum(
  hardness: number | null,
  timeStep = 1 / 60,
  { onEdge = false, substeps = 1 } = {},
): { world: World; body: Body } {
  const pillar = (x: number): BodyDescription => ({
    type: 'static',
    shape: { type: 'box', size: [0.1, 1, 0.1] },
    position: [x, -0.5, 0],
  });
  const world = new World({
    timeStep,
    substeps,
    sleep: false,
    contact: { hardness },
    bodies: [
      ...(onEdge ? [0] : [-0.4, 0.4]).map(pillar),
      {
        name: 'swing',
        density: 500,
        shape: {
          type: 'compound',
          parts: [
            { shape: { type: 'box', size: [1, 0.05, 0.2] }, position: [0, 0.055, 0] },
            ...(onEdge
              ? [{ shape: { type: 'convex', points: wedge(0.02) } } as const]
              : [-0.4, 0.4].map((x) => ({
                  shape: { type: 'convex', points: tip(0.02) } as const,
                  position: [x, 0, 0] as const,
                }))),
            ...(onEdge ? [-0.3, 0.3] : [0]).map((x) => ({
              shape: { type: 'box', size: [0.3, 0.2, 0.2] } as const,
              position: [x, -0.3, 0] as const,
            })),
          ],
        },
      },
    ],
  });
  const body = world.body('swing')!;
  while (world.time < 0.5) world.step();
  return { world, body };
}

/** Angle about the line through both tips. */
const angleOf = (body: Body): number => 2 * Math.atan2(body.rotation[0]!, body.rotation[3]!);

/** Turning points of the swing from `start` on, their sign left out. */
function turningPoints({ world, body }: { world: World; body: Body }, spin: number, count: number): number[] {
  const y = body.centerOfMass[1]!;
  body.angularVelocity = [spin, 0, 0];
  body.linearVelocity = [0, 0, spin * y];
  const found: number[] = [];
  let [before, last] = [0, 0];
  while (found.length < count && world.time < 30) {
    world.step();
    const now = angleOf(body);
    if ((last - before) * (now - last) < 0) {
      // The top of the parabola through the three.
      const curve = now - 2 * last + before;
      found.push(Math.abs(last - (now - before) ** 2 / (8 * curve)));
    }
    [before, last] = [last, now];
  }
  return found;
}

// A pendulum of weight m g, its centre d below its axis, that a torque T resists, loses 2 T/m g d of its amplitude from
// one turning point to the next (to the second order of the amplitude, and of the centripetal force: 0.01 here). Steps
// of 1/240 s lose 1e-3 of the amplitude in that time beside it, which is taken off by what the ideal one loses.
test.each([1e7, 3e7, 3e8])(
  'a swing on two corners of hardness %d ebbs as a pendulum with friction does',
  (hardness) => {
    const blunt = pendulum(hardness, 1 / 240);
    const { mass } = blunt.body;
    const d = -blunt.body.centerOfMass[1]!;
    const force = 0.5 * mass * G;
    const torque = 2 * AHEAD * force * Math.sqrt(force / (Math.PI * hardness));
    const loss = (2 * torque) / (mass * G * d);
    const swings = turningPoints(blunt, 0.4, 5);
    const ideal = turningPoints(pendulum(null, 1 / 240), 0.4, 5);
    expect(swings).toHaveLength(5);
    for (let k = 1; k < 5; k++) {
      const lost = swings[k - 1]! - swings[k]! - (ideal[k - 1]! - ideal[k]!);
      expect(lost / loss).toBeGreaterThan(0.97);
      expect(lost / loss).toBeLessThan(1.03);
    }
  },
);

// The first of these is as wide as the edge is crooked, the others as hardness asks for.
test.each([3e7, 1e10, 1e11])('a swing on an edge of hardness %d ebbs as a pendulum with friction does', (hardness) => {
  const blunt = pendulum(hardness, 1 / 240, { onEdge: true });
  const d = -blunt.body.centerOfMass[1]!;
  const force = blunt.body.mass * G;
  const loss = (2 * AHEAD * Math.min(Math.sqrt(force / (2 * Math.PI * hardness)), 1e-3 * EDGE)) / d;
  const swings = turningPoints(blunt, 0.4, 5);
  const ideal = turningPoints(pendulum(null, 1 / 240, { onEdge: true }), 0.4, 5);
  for (let k = 1; k < 5; k++) {
    const lost = swings[k - 1]! - swings[k]! - (ideal[k - 1]! - ideal[k]!);
    expect(lost / loss).toBeGreaterThan(0.97);
    expect(lost / loss).toBeLessThan(1.03);
  }
});

test('each substep has its share', () => {
  const whole = turningPoints(pendulum(1e6, 1 / 240), 0.4, 3);
  const cut = turningPoints(pendulum(1e6, 1 / 60, { substeps: 4 }), 0.4, 3);
  // Turning points are those of a parabola through three angles, 1/60 s apart: off by some 1e-3 of the swing.
  for (let k = 0; k < 3; k++) expect(Math.abs(cut[k]! - whole[k]!)).toBeLessThan(2e-3 * whole[0]!);
});

test('by default it stops, and by no more than the spots allow it hangs aside', () => {
  const { world, body } = pendulum(3e7);
  turningPoints({ world, body }, 0.4, 1);
  const force = 0.5 * body.mass * G;
  const loss = (2 * 2 * AHEAD * force * Math.sqrt(force / (Math.PI * 3e7))) / (body.mass * G * -body.centerOfMass[1]!);
  for (let k = 0; k < 1800; k++) world.step();
  expect(Math.hypot(...body.angularVelocity)).toBeLessThan(1e-4);
  expect(Math.abs(angleOf(body))).toBeLessThan(loss);
});

test('a top on its corner slows down by two thirds of friction on its spot', () => {
  const hardness = 1e6;
  const world = new World({
    sleep: false,
    contact: { friction: 0.4, hardness },
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      { name: 'top', density: 1000, shape: { type: 'convex', points: tip(0.05) }, locked: ['rx', 'rz'] },
    ],
  });
  const top = world.body('top')!;
  top.angularVelocity = [0, 50, 0];
  for (let k = 0; k < 30; k++) world.step();
  const before = top.angularVelocity[1]!;
  for (let k = 0; k < 60; k++) world.step();
  const force = top.mass * G;
  const expected = (2 / 3) * 0.4 * force * Math.sqrt(force / (Math.PI * hardness));
  // The force is that of the step before, exact at rest; what is left is the position of the tip in its patch.
  expect(((before - top.angularVelocity[1]!) * top.inertia[1]!) / expected).toBeCloseTo(1, 6);
});

test.each([1, 3])('with %d substeps it never adds energy, and reports account for the angular momentum', (substeps) => {
  const { world, body } = pendulum(1e6, 1 / 60, { substeps });
  body.angularVelocity = [0.3, 0, 0];
  body.linearVelocity = [0, 0, 0.3 * body.centerOfMass[1]!];
  const h = world.timeStep;
  const total = () => {
    const { kinetic, potential, correctionWork } = world.energy();
    return kinetic + potential - correctionWork;
  };
  let last = total();
  for (let k = 0; k < 120; k++) {
    const spin = body.angularVelocity[0]!;
    const at = body.centerOfMass;
    world.step();
    const now = total();
    expect(now).toBeLessThan(last + 1e-12);
    last = now;
    let torque = 0;
    for (const c of world.contacts()) {
      const sign = c.a === body ? 1 : -1;
      const y = c.point[1]! - at[1]!;
      const z = c.point[2]! - at[2]!;
      torque += sign * (c.torque[0]! + y * c.force[2]! - z * c.force[1]!);
    }
    // Points are where bodies are, at the end of the step, and forces act at its start: an arm times h ω.
    const moved = Math.abs(at[1]!) * h * 0.35 * body.mass * G;
    expect(Math.abs(body.inertia[0]! * (body.angularVelocity[0]! - spin) - torque * h)).toBeLessThan(h * moved + 1e-9);
  }
});

test('a snapshot goes on with the same bits, and has the same reports', () => {
  const { world, body } = pendulum(1e6);
  body.angularVelocity = [0.3, 0, 0];
  for (let k = 0; k < 20; k++) world.step();
  const copy = World.restore(world.snapshot());
  expect(copy.contacts().map((c) => c.torque)).toEqual(world.contacts().map((c) => c.torque));
  for (let k = 0; k < 20; k++) {
    world.step();
    copy.step();
  }
  expect(copy.hash()).toBe(world.hash());
});

test('hardness is read, and refused by name', () => {
  expect(() => new World({ contact: { hardness: 0 } })).toThrow(/contact\.hardness .*> 0/);
  expect(() => new World({ contact: { hardness: null } })).not.toThrow();
});

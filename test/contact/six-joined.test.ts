// Patches of one pair in one plane are one block: a table's feet, the bumps of a rough face.
// Default settings, sleeping off, dt 1/60, unless said.

import { describe, expect, test } from 'vitest';
import { bumpyCube } from '../../scenes/meshes.js';
import {
  type BodyDescription,
  type CompoundPartDescription,
  type SceneDescription,
  type ShapeDescription,
  World,
} from '../../src/index.js';
import { voxels } from './voxels.js';

const g = 9.81;
const CELL = 0.02;
const ground = { name: 'ground', type: 'static', shape: { type: 'half-space' } } as const;
type Legs = readonly (readonly [number, number])[];
const crossed = (at: readonly number[]): Legs => at.flatMap((i) => at.map((k) => [i, k] as const));
const four = crossed([2, 22]);
const nine = crossed([2, 12, 22]);

const isFull = (legs: Legs) => (i: number, j: number, k: number) => j >= 3 || legs.some(([x, z]) => x === i && z === k);
/** A plate of 0.5 × 0.04 × 0.5 on legs of 0.02 × 0.06 × 0.02, as one mesh. */
const meshOn = (legs: Legs): ShapeDescription => ({ type: 'mesh', ...voxels(25, 5, 25, CELL, isFull(legs)) });
/** The same of boxes. */
const boxesOn = (legs: Legs): ShapeDescription => ({
  type: 'compound',
  parts: [
    { shape: { type: 'box', size: [0.5, 0.04, 0.5] }, position: [0, 0.08, 0] },
    ...legs.map(([i, k]) => ({
      shape: { type: 'box', size: [CELL, 0.06, CELL] } as const,
      position: [(i - 12) * CELL, 0.03, (k - 12) * CELL] as const,
    })),
  ],
});

/** Nothing rests where a hook must be asked: there are blocks to count in every step. */
function made(scene: SceneDescription): World {
  const w = new World(scene);
  w.contactHook = () => undefined;
  return w;
}

const world = (bodies: readonly BodyDescription[], more: Partial<SceneDescription> = {}) =>
  made({ sleep: false, contact: { friction: 0.4 }, bodies: [ground, ...bodies], ...more });

/** Mean distance of the legs' feet from the middle, and I/m of the whole, about y. */
function lawOf(legs: Legs): { lever: number; gyration: number } {
  let [lever, inertia, mass] = [0, 0, 0];
  const N = 20;
  for (const [i, k] of legs)
    for (let a = 0; a < N; a++)
      for (let b = 0; b < N; b++) lever += CELL * Math.hypot(i + (a + 0.5) / N - 12.5, k + (b + 0.5) / N - 12.5);
  for (let i = 0; i < 25; i++)
    for (let j = 0; j < 5; j++)
      for (let k = 0; k < 25; k++) {
        if (!isFull(legs)(i, j, k)) continue;
        mass++;
        inertia += CELL * CELL * ((i - 12) ** 2 + (k - 12) ** 2 + 1 / 6);
      }
  return { lever: lever / (legs.length * N * N), gyration: inertia / mass };
}

describe('a plate on legs that spins', () => {
  test.each([
    ['four', 'mesh', four],
    ['nine', 'mesh', nine],
    ['four', 'boxes', four],
    ['nine', 'boxes', nine],
  ] as const)('on %s, as %s, slows down by μ g ∫p|x| / (I/m)', (_, kind, legs) => {
    const shape = kind === 'mesh' ? meshOn(legs) : boxesOn(legs);
    const w = world([{ name: 'plate', shape, density: 1000, angularVelocity: [0, 8, 0] }]);
    const plate = w.body('plate');
    const { lever, gyration } = lawOf(legs);
    const slowing = (0.4 * g * lever) / gyration;
    const steps = Math.floor((60 * 8) / slowing) - 1;
    expect(steps).toBeGreaterThan(10);
    // It sinks in by the target depth, and is stopped.
    w.step();
    w.step();
    for (let k = 2; k < steps; k++) {
      const before = plate.angularVelocity[1];
      w.step();
      // Half a cell's grid of the oracle: 1e-4. The law asks for 1 %.
      expect((60 * (before - plate.angularVelocity[1])) / slowing).toBeCloseTo(1, 3);
      expect(w.solverStatistics.blocks).toBe(1);
    }
    // It is symmetric: nothing pushes it aside.
    expect(Math.hypot(plate.position[0], plate.position[2])).toBeLessThan(1e-9);
    // Each leg has its share, at right angles to where it is, and slips.
    const contacts = w.contacts();
    expect(contacts).toHaveLength(legs.length);
    for (const { force, point, slipMargin } of contacts) {
      expect(force[1] / ((plate.mass * g) / legs.length)).toBeCloseTo(1, 3);
      expect(Math.abs(force[0] * point[0] + force[2] * point[2])).toBeLessThan(1e-3 * force[1]);
      expect(slipMargin).toBeLessThan(1e-3);
    }
    w.step();
    w.step();
    expect(Math.abs(plate.angularVelocity[1])).toBeLessThan(1e-9);
  });

  test('and slides, stops both at once', () => {
    // Coulomb–Contensou: while it spins it slides more easily, and neither ends before the other.
    const w = world([
      { name: 'plate', shape: meshOn(four), density: 1000, angularVelocity: [0, 6, 0], linearVelocity: [1, 0, 0] },
    ]);
    const plate = w.body('plate');
    // The same by quadrature, of points that bear alike.
    const { gyration } = lawOf(four);
    const dt = 1 / 60;
    let [x, v, omega] = [0, 1, 6];
    const points = four.flatMap(([i, k]) =>
      [0.25, 0.75].flatMap((a) => [0.25, 0.75].map((b) => [(i + a - 12.5) * CELL, (k + b - 12.5) * CELL] as const)),
    );
    let turned = 0;
    for (let n = 0; n < 60; n++) {
      w.step();
      for (let m = 0; m < 50 && Math.hypot(v, omega) > 1e-2; m++) {
        let [f, t] = [0, 0];
        const [c, s] = [Math.cos(turned), Math.sin(turned)];
        for (const [a, b] of points) {
          const [px, pz] = [c * a + s * b, c * b - s * a];
          const [vx, vz] = [v + omega * pz, -omega * px];
          const speed = Math.hypot(vx, vz);
          f -= (0.4 * g * vx) / speed / points.length;
          t -= (0.4 * g * (pz * vx - px * vz)) / speed / points.length;
        }
        v += (f * dt) / 50;
        omega += ((t / gyration) * dt) / 50;
        turned += (omega * dt) / 50;
        x += (v * dt) / 50;
      }
      // Steps of a sixtieth: first order in 1/20 of the way.
      expect(Math.abs(plate.linearVelocity[0] - v)).toBeLessThan(0.02);
      expect(Math.abs(plate.angularVelocity[1] - omega)).toBeLessThan(0.15);
    }
    expect(Math.abs(plate.position[0] - x)).toBeLessThan(0.01 * x + 0.5 * dt);
    expect(Math.hypot(...plate.linearVelocity)).toBeLessThan(1e-9);
  });
});

describe('the hull of all feet', () => {
  test.each([
    [0.997, false],
    [1.003, true],
  ])('a plate on nine legs, pushed down at its edge with %f of the critical force: tips %s', (share, tips) => {
    const w = world([{ name: 'plate', shape: meshOn(nine), density: 1000 }]);
    const plate = w.body('plate');
    // The outer feet end at 0.21, the edge is at 0.25.
    const load = (share * plate.mass * g * 0.21) / 0.04;
    for (let k = 0; k < 90; k++) {
      const q = plate.rotation;
      const [x, y] = [1 - 2 * q[2] * q[2], 2 * q[3] * q[2]];
      const { position } = plate;
      // At the height of the feet: it pushes straight down wherever it goes.
      if (k > 5) plate.applyForce([0, -load, 0], [position[0] + 0.25 * x, position[1] + 0.25 * y, position[2]]);
      w.step();
      if (!tips) expect(w.solverStatistics.blocks).toBe(1);
    }
    const fallen = 2 * plate.rotation[2] ** 2;
    if (tips) expect(fallen).toBeGreaterThan(1e-3);
    else expect(fallen).toBeLessThan(1e-12);
  });

  test('bears at each foot what one affine pressure gives it', () => {
    // A load at (u, w) on four feet: p = 1/A + u x/J + w y/J, with A and J of the four squares.
    const w = world([{ name: 'plate', shape: boxesOn(four), density: 1000 }]);
    const plate = w.body('plate');
    const [u, v, load] = [0.1, -0.05, 60];
    for (let k = 0; k < 30; k++) {
      plate.applyForce([0, -load, 0], [u, 0.1, v]);
      w.step();
    }
    const total = plate.mass * g + load;
    const [cu, cv] = [(load * u) / total, (load * v) / total];
    // Second moment over area: 0.2² between the feet and their own side²/12.
    const J = 0.04 + CELL ** 2 / 12;
    for (const { force, point } of w.contacts()) {
      const [x, z] = [Math.sign(point[0]) * 0.2, Math.sign(point[2]) * 0.2];
      expect(force[1]).toBeCloseTo((total / 4) * (1 + (cu * x + cv * z) / J), 6);
    }
  });

  test('is kept when one of four is lifted by a hair: it comes down, and nothing shakes', () => {
    // Tilted by a tenth of the target depth over its length.
    const angle = (0.1 * 2e-5) / 0.4;
    const w = world([{ name: 'plate', shape: meshOn(four), density: 1000, rotation: [angle / 2, 0, angle / 2, 1] }]);
    for (let k = 0; k < 60; k++) w.step();
    const { angularVelocity, linearVelocity, rotation } = w.body('plate');
    expect(Math.hypot(...angularVelocity, ...linearVelocity)).toBeLessThan(1e-9);
    // Level again, to within a target depth.
    expect(Math.hypot(rotation[0], rotation[2])).toBeLessThan(2e-5 / 0.4);
    expect(w.contacts()).toHaveLength(4);
    expect(w.solverStatistics.blocks).toBe(1);
  });
});

test.each([
  ['half-space', 16],
  ['box', 48],
] as const)('a bumpy cube rests on a %s in one block', (floor, detail) => {
  const scene = bumpyCube.make({ detail });
  const bodies = scene.bodies!.map((b) =>
    b.type === 'static' && floor === 'box'
      ? { ...b, shape: { type: 'box', size: [4, 1, 4] } as const, position: [0, -0.5, 0] as const }
      : b,
  );
  const w = made({ ...scene, bodies, sleep: false });
  for (let k = 0; k < 150; k++) w.step();
  expect(w.contacts().length).toBeGreaterThan(1);
  expect(w.solverStatistics.blocks).toBe(1);
  expect(w.solverStatistics.iterations).toBeLessThan(4);
  const up = w.contacts().reduce((sum, c) => sum + c.force[1], 0);
  const cube = w.body('cube');
  expect(up / (cube.mass * g)).toBeCloseTo(1, 6);
});

describe('what is not in one plane stays apart', () => {
  test('feet on two steps of a stair', () => {
    const step = 0.01;
    const w = made({
      sleep: false,
      bodies: [
        {
          name: 'stair',
          type: 'static',
          shape: {
            type: 'compound',
            parts: [
              { shape: { type: 'box', size: [1, 1, 2] }, position: [-0.5, -0.5, 0] },
              { shape: { type: 'box', size: [1, 1, 2] }, position: [0.5, -0.5 - step, 0] },
            ],
          },
        },
        {
          name: 'plate',
          density: 1000,
          shape: {
            type: 'compound',
            parts: [
              { shape: { type: 'box', size: [0.5, 0.04, 0.5] }, position: [0, 0.08, 0] },
              ...four.map(([i, k]) => ({
                shape: { type: 'box', size: [CELL, 0.06 + (i > 12 ? step : 0), CELL] } as const,
                position: [(i - 12) * CELL, 0.03 - (i > 12 ? step / 2 : 0), (k - 12) * CELL] as const,
              })),
            ],
          },
        },
      ],
    });
    for (let k = 0; k < 20; k++) w.step();
    expect(w.contacts()).toHaveLength(4);
    expect(w.solverStatistics.blocks).toBe(2);
  });

  test('a box in a groove, or with feet of different friction', () => {
    const side = (x: number) => ({
      shape: { type: 'box', size: [1, 0.2, 1] } as const,
      position: [x, 0.5, 0] as const,
      rotation: [0, 0, Math.sign(x) * Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)] as const,
    });
    const groove = { type: 'static', shape: { type: 'compound', parts: [side(-0.4), side(0.4)] } } as const;
    const w = made({
      sleep: false,
      bodies: [
        groove,
        {
          shape: { type: 'box', size: [0.4, 0.4, 0.4] },
          mass: 1,
          position: [0, 0.56, 0],
          rotation: [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)],
        },
      ],
    });
    for (let k = 0; k < 60; k++) w.step();
    expect(w.contacts()).toHaveLength(2);
    expect(w.solverStatistics.blocks).toBe(2);
    const { parts } = boxesOn(four) as { type: 'compound'; parts: readonly CompoundPartDescription[] };
    const slick = parts.map((part, k) => (k === 1 ? { ...part, friction: 0.1 } : part));
    const v = world([{ shape: { type: 'compound', parts: slick }, density: 1000 }]);
    for (let k = 0; k < 10; k++) v.step();
    expect(v.solverStatistics.blocks).toBe(2);
  });
});

test('a plate whose feet leave a table, row by row, is borne on without a jump', () => {
  const w = made({
    sleep: false,
    contact: { friction: 0 },
    bodies: [
      { type: 'static', shape: { type: 'box', size: [1, 1, 1] }, position: [-0.5, -0.5, 0] },
      { name: 'plate', shape: boxesOn(nine), density: 1000, position: [-0.3, 0, 0], linearVelocity: [0.5, 0, 0] },
    ],
  });
  const plate = w.body('plate');
  const weight = plate.mass * g;
  const counts = new Set<number>();
  // Until the middle is above the edge.
  for (let k = 0; k < 34; k++) {
    const middle = plate.position[0];
    w.step();
    const contacts = w.contacts();
    counts.add(contacts.length);
    if (k < 2) continue;
    expect(contacts.reduce((sum, c) => sum + c.force[1], 0) / weight).toBeCloseTo(1, 6);
    // The centre of pressure is under the middle, whatever bears.
    const moment = contacts.reduce((sum, c) => sum + c.force[1] * (c.centerOfPressure[0] - middle), 0);
    expect(Math.abs(moment) / weight).toBeLessThan(1e-6);
    // Feet that have just left may still come back from below.
    expect(w.solverStatistics.blocks).toBeLessThan(3);
    expect(w.solverStatistics.iterations).toBeLessThan(4);
  }
  expect([...counts]).toEqual([9, 6]);
  expect(plate.linearVelocity[0]).toBeCloseTo(0.5, 9);
  expect(Math.hypot(...plate.angularVelocity)).toBeLessThan(1e-6);
});

test.each([1, 4])('a snapshot of a plate on legs, in %i substeps, goes on with the same bits', (substeps) => {
  const w = world(
    [{ name: 'plate', shape: meshOn(nine), density: 1000, angularVelocity: [0, 8, 0], linearVelocity: [0.3, 0, 0] }],
    { substeps },
  );
  w.contactHook = null;
  for (let k = 0; k < 10; k++) w.step();
  const copy = World.restore(w.snapshot());
  for (let k = 0; k < 30; k++) {
    w.step();
    copy.step();
  }
  expect(copy.hash()).toBe(w.hash());
});

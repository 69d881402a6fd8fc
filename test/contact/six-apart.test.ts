// Pairs that had nothing are not looked at before they may have come closer: what is held to be apart is, and nothing
// else happens than if everybody were looked at.

import { afterEach, expect, test, vi } from 'vitest';
import { B_CENTER, B_POSE, B_RADIUS, B_ROTATION, BODY_STRIDE } from '../../src/bodies/layout.js';
import { BodyStore } from '../../src/bodies/store.js';
import { ApartPairs } from '../../src/contact/six/apart.js';
import { BodyTable } from '../../src/contact/six/body-table.js';
import { Gjk } from '../../src/distance/gjk.js';
import { Placed } from '../../src/distance/placed.js';
import { type BodyDescription, type ShapeDescription, World } from '../../src/index.js';
import { turnByVector } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { createShape } from '../../src/shapes/create.js';
import type { SimpleShape } from '../../src/shapes/shape.js';

afterEach(() => {
  vi.restoreAllMocks();
});

function shapeOf(kind: number, s: number): ShapeDescription {
  const kinds: ShapeDescription[] = [
    { type: 'sphere', radius: 0.15 * s },
    { type: 'box', size: [0.3 * s, 0.2 * s, 0.25 * s] },
    { type: 'cylinder', radius: 0.12 * s, height: 0.3 * s },
    { type: 'capsule', radius: 0.1 * s, height: 0.2 * s },
    { type: 'cone', radius: 0.15 * s, height: 0.3 * s },
  ];
  return kinds[kind % kinds.length]!;
}

test('what is known to be apart is, however bodies have moved and turned since', () => {
  const random = new Random(3);
  const arena = new Arena();
  const bodies = new BodyStore(arena);
  const slots: number[] = [];
  const count = 400;
  for (let n = 0; n < 2 * count; n++) {
    const shape = createShape(shapeOf(n % 2 === 0 ? n : 3 * n + 2, 1)) as SimpleShape;
    const slot = bodies.allocate(shape, `b${n}`, null);
    slots.push(slot);
    const d = bodies.f.data;
    const p = slot * BODY_STRIDE;
    for (let m = 0; m < 3; m++) d[p + B_POSE + m] = d[p + B_CENTER + m] = random.between(-0.25, 0.25);
    const q = random.rotation();
    for (let m = 0; m < 4; m++) d[p + B_ROTATION + m] = q[m]!;
    const b = shape.bounds;
    d[p + B_RADIUS] = Math.hypot(b[3]!, b[4]!, b[5]!);
  }
  const table = new BodyTable(bodies, arena);
  const apart = new ApartPairs(bodies, table, arena);
  const gjk = new Gjk();
  const [a, b] = [new Placed(), new Placed()];
  const distance = (i: number, j: number) => {
    const d = bodies.f.data;
    a.set(bodies.shapes[i] as SimpleShape, d, i * BODY_STRIDE + B_POSE, 0, 0, 0);
    b.set(bodies.shapes[j] as SimpleShape, d, j * BODY_STRIDE + B_POSE, 0, 0, 0);
    return gjk.distance(a, b, Infinity) - a.coreRadius - b.coreRadius;
  };
  const need = 0.01;
  let held = 0;
  let lost = 0;
  table.update();
  for (let step = 0; step < 12; step++) {
    for (let n = 0; n < count; n++) {
      const [i, j] = [slots[2 * n]!, slots[2 * n + 1]!];
      const known = apart.holds(n, i, j, need);
      // Of the other order, or another pair, it knows nothing.
      expect(apart.holds(n, j, i, need)).toBe(false);
      const far = distance(i, j);
      if (known) {
        held++;
        expect(far, `pair ${n}, step ${step}`).toBeGreaterThan(need);
      } else if (step === 0) {
        if (n % 5 === 0) {
          if (far > need) apart.note(n, i, j, far);
        } else apart.measure(n, i, j, need);
        expect(apart.holds(n, i, j, need)).toBe(far * (1 - 1e-6) > need);
      } else if (far > need) lost++;
    }
    for (const slot of slots) {
      const d = bodies.f.data;
      const p = slot * BODY_STRIDE;
      const way = () => 0.004 * random.between(-1, 1);
      for (let m = 0; m < 3; m++) {
        const x = way();
        d[p + B_POSE + m] += x;
        d[p + B_CENTER + m] += x;
      }
      turnByVector(d, p + B_ROTATION, 5 * way(), 5 * way(), 5 * way());
    }
    table.update();
  }
  expect(held).toBeGreaterThan(500);
  expect(lost).toBeGreaterThan(100);
  // A body with another shape is another body.
  const n = Array.from({ length: count }, (_, k) => k).find((k) =>
    apart.holds(k, slots[2 * k]!, slots[2 * k + 1]!, 0),
  )!;
  bodies.shapes[slots[0]!] = createShape(shapeOf(0, 2));
  table.update();
  expect(apart.holds(n, slots[2 * n]!, slots[2 * n + 1]!, 0)).toBe(false);
});

test('a heap that settles does so bit by bit as if all pairs were looked at', () => {
  const random = new Random(4);
  const bodies: BodyDescription[] = [{ name: 'ground', type: 'static', shape: { type: 'half-space' } }];
  for (let n = 0; n < 40; n++)
    bodies.push({
      name: `b${n}`,
      type: 'dynamic',
      mass: 1,
      shape: shapeOf(n, random.between(0.8, 1.2)),
      position: [0.35 * (n % 3), 0.3 + 0.4 * Math.floor(n / 9), 0.35 * (Math.floor(n / 3) % 3)],
      rotation: random.rotation(),
    });
  const run = () => {
    const world = new World({ bodies, timeStep: 1 / 60, sleep: false });
    for (let k = 0; k < 120; k++) world.step();
    return world.hash();
  };
  const hash = run();
  const holds = vi.spyOn(ApartPairs.prototype, 'holds');
  expect(run()).toBe(hash);
  expect(holds.mock.results.filter(({ value }) => value === true).length).toBeGreaterThan(20);
  holds.mockReturnValue(false);
  expect(run()).toBe(hash);
});

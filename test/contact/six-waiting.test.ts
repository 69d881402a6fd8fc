// Pairs that stay apart in a step wait without contacts, and are found in the same step where a solve makes them meet.

import { expect, test } from 'vitest';
import { B_CENTER, B_RADIUS, BODY_STRIDE } from '../../src/bodies/layout.js';
import type { BodyStore } from '../../src/bodies/store.js';
import { Waiting } from '../../src/contact/six/waiting.js';
import { FacingRegion } from '../../src/distance/facing.js';
import { type BodyDescription, World } from '../../src/index.js';
import { turnByVector } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { createShape } from '../../src/shapes/create.js';
import type { SimpleShape } from '../../src/shapes/shape.js';

test('what waits is apart on all of its way', () => {
  const random = new Random(5);
  const between = (low: number, high: number) => low + (high - low) * random.next();
  const region = new FacingRegion();
  let waited = 0;
  for (let n = 0; n < 1500; n++) {
    const size = 10 ** between(-2, 1);
    const h = 1 / 60;
    const f = new Float64Array(2 * BODY_STRIDE);
    const v = Float64Array.from(
      { length: 12 },
      (_, k) => (k % 6 < 3 ? size : 1) * between(-1, 1) * 10 ** between(-1, 1.5),
    );
    const shapes = [0, 1].map(() => {
      const side = (): number => size * between(0.2, 1);
      return createShape({ type: 'box', size: [side(), side(), side()] }) as SimpleShape;
    });
    const poses = new Float64Array(14);
    for (let k = 0; k < 2; k++) {
      const q = Array.from({ length: 4 }, () => between(-1, 1));
      const l = Math.hypot(...q);
      for (let m = 0; m < 4; m++) poses[7 * k + 3 + m] = q[m]! / l;
      for (let m = 0; m < 3; m++) poses[7 * k + m] = f[k * BODY_STRIDE + B_CENTER + m] = size * between(-1, 1);
      const b = shapes[k]!.bounds;
      f[k * BODY_STRIDE + B_RADIUS] = Math.hypot(b[3]!, b[4]!, b[5]!);
    }
    const bodies = { f: { data: f }, v: { data: v }, old: { data: v } } as unknown as BodyStore;
    const waiting = new Waiting(bodies, new Arena());
    const apart = region.separationAt(shapes[0]!, shapes[1]!, poses, Infinity);
    const axis = new Float64Array(3);
    region.writeAxis(axis);
    expect(waiting.has(3)).toBe(false);
    if (!waiting.add(3, 0, 1, axis, apart, 1, h)) continue;
    expect(waiting.has(3)).toBe(true);
    expect(waiting.holds(3, 0, 1, h)).toBe(true);
    waited++;
    const moved = new Float64Array(14);
    for (let s = 1; s <= 20; s++) {
      const t = (h * s) / 20;
      moved.set(poses);
      for (let k = 0; k < 2; k++) {
        for (let m = 0; m < 3; m++) moved[7 * k + m] += t * v[6 * k + m]!;
        turnByVector(moved, 7 * k + 3, t * v[6 * k + 3]!, t * v[6 * k + 4]!, t * v[6 * k + 5]!);
      }
      expect(region.separationAt(shapes[0]!, shapes[1]!, moved, Infinity)).toBeGreaterThan(0);
    }
    expect(waiting.take(3)).toBe(1);
    expect(waiting.has(3)).toBe(false);
  }
  expect(waited).toBeGreaterThan(200);
});

test.each([2, 5, 12])('what falls behind a body that is stopped lands on it in the same step, at %d m/s', (speed) => {
  // Three cubes one above the other, apart by less than they fall in a step; the lowest lands first.
  const gap = (0.4 * speed) / 60;
  const cube = (k: number): BodyDescription => ({
    name: `${k}`,
    shape: { type: 'box', size: [0.2, 0.2, 0.2] },
    mass: 1,
    position: [0, 0.1 + 0.3 * gap + k * (0.2 + gap), 0],
    linearVelocity: [0, -speed, 0],
  });
  const w = new World({
    sleep: false,
    bodies: [
      { type: 'static', shape: { type: 'box', size: [2, 0.2, 2] }, position: [0, -0.1, 0] },
      ...[0, 1, 2].map(cube),
    ],
  });
  const height = (k: number) => w.body(`${k}`).position[1];
  for (let n = 0; n < 30; n++) {
    w.step();
    for (let k = 0; k < 3; k++) {
      const below = k === 0 ? -0.1 : height(k - 1);
      // Target depth is 4e-6 m; what a solve leaves is less.
      expect(height(k) - below).toBeGreaterThan(0.2 - 1e-5);
    }
  }
  expect(height(2)).toBeCloseTo(0.5, 4);
});

test('bodies that fall side by side have no contact and no block', () => {
  const w = new World({
    sleep: false,
    bodies: [0, 1].map((k) => ({
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      mass: 1,
      position: [0.21 * k, 0, 0],
      linearVelocity: [0, -5, 0],
    })),
  });
  for (let n = 0; n < 20; n++) {
    w.step();
    expect(w.contacts()).toEqual([]);
    expect(w.solverStatistics.blocks).toBe(0);
  }
});

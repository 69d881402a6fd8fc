// Pairs that are turned away by a direction of the step before: never one that the full search would keep.

import { expect, test } from 'vitest';
import { B_CENTER, B_ORIGIN, B_RADIUS, B_ROTATION, BODY_STRIDE } from '../../src/bodies/layout.js';
import type { BodyStore } from '../../src/bodies/store.js';
import { BodyTable } from '../../src/contact/six/body-table.js';
import { Parting } from '../../src/contact/six/parting.js';
import { FacingRegion } from '../../src/distance/facing.js';
import { turnByVector } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { createShape } from '../../src/shapes/create.js';
import type { ShapeDescription, SimpleShape } from '../../src/shapes/shape.js';

test('what is turned away is farther apart than asked for, by the search itself (seed 3)', () => {
  const random = new Random(3);
  const size = () => random.between(0.1, 1);
  const kinds: (() => ShapeDescription)[] = [
    () => ({ type: 'sphere', radius: size() }),
    () => ({ type: 'capsule', radius: size(), height: size() }),
    () => ({ type: 'box', size: [size(), size(), size()] }),
    () => ({ type: 'cylinder', radius: size(), height: size() }),
    () => ({ type: 'cone', radius: size(), height: size() }),
    // Off its origin, as hulls may be.
    () => ({
      type: 'convex',
      points: Array.from({ length: 12 }, () => random.direction().map((x) => x + 0.3)) as never,
    }),
  ];
  const region = new FacingRegion();
  const f = new Float64Array(2 * BODY_STRIDE);
  const v = new Float64Array(12);
  const poses = new Float64Array(14);
  let turnedAway = 0;
  let all = 0;
  for (let n = 0; n < 600; n++) {
    const shapes = [0, 1].map(() => createShape(kinds[Math.floor(random.between(0, 5.999))]!()) as SimpleShape);
    const bodies = { count: 2, shapes, f: { data: f }, v: { data: v }, old: { data: v } } as unknown as BodyStore;
    const arena = new Arena();
    const table = new BodyTable(bodies, arena);
    const parting = new Parting(bodies, table, arena);
    for (let k = 0; k < 2; k++) {
      poses.set(
        random.direction().map((x) => x * random.between(0, 2)),
        7 * k,
      );
      poses.set(random.rotation(), 7 * k + 3);
    }
    // A way of several steps, in which what was found before is asked first.
    for (let step = 0; step < 8; step++) {
      for (let k = 0; k < 2; k++) {
        const [x, y, z] = random.direction();
        turnByVector(poses, 7 * k + 3, 0.2 * x, 0.2 * y, 0.2 * z);
        for (let m = 0; m < 3; m++) {
          poses[7 * k + m] += 0.1 * random.between(-1, 1);
          f[k * BODY_STRIDE + B_ORIGIN + m] = f[k * BODY_STRIDE + B_CENTER + m] = poses[7 * k + m]!;
        }
        for (let m = 0; m < 4; m++) f[k * BODY_STRIDE + B_ROTATION + m] = poses[7 * k + 3 + m]!;
        f[k * BODY_STRIDE + B_RADIUS] = 2;
      }
      table.update();
      const by = random.between(0, 0.3);
      const isFar = region.separationAt(shapes[0]!, shapes[1]!, poses, by) === Infinity;
      const areBoxes = shapes.every((shape) => shape!.type === 'box');
      all += isFar && !areBoxes ? 1 : 0;
      if (!parting.areApart(2, 0, 1, by + 1e-9)) continue;
      turnedAway++;
      expect(isFar).toBe(true);
    }
  }
  // Most, but not all: a few tries are enough.
  expect(turnedAway).toBeGreaterThan(0.8 * all);
  expect(turnedAway).toBeLessThan(all);
});

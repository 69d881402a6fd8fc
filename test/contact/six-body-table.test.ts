// Boxes round convex bodies tell pairs apart: never those that are nearer, by GJK.

import { expect, test } from 'vitest';
import { B_CENTER, B_ORIGIN, B_RADIUS, B_ROTATION, BODY_STRIDE } from '../../src/bodies/layout.js';
import { BodyStore } from '../../src/bodies/store.js';
import { BodyTable } from '../../src/contact/six/body-table.js';
import { Gjk } from '../../src/distance/gjk.js';
import { Placed } from '../../src/distance/placed.js';
import type { ShapeDescription, Vec3 } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { createShape } from '../../src/shapes/create.js';
import type { SimpleShape } from '../../src/shapes/shape.js';

test.each([0.01, 1, 10])(
  'bodies of size %d that are said to be clear are, and most that are far are said to be',
  (size) => {
    const seed = 31;
    const random = new Random(seed);
    const length = () => size * random.between(0.2, 1);
    // A hull lies beside its origin.
    const point = (): Vec3 => [length(), length(), length()];
    const shapes = (): ShapeDescription[] => [
      { type: 'box', size: point() },
      { type: 'sphere', radius: length() },
      { type: 'capsule', radius: length(), height: length() },
      { type: 'cylinder', radius: length(), height: length() },
      { type: 'cone', radius: length(), height: length() },
      { type: 'convex', points: [[0, 0, 0], [size, 0, 0], [0, size, 0], point(), point()] },
    ];
    const arena = new Arena();
    const bodies = new BodyStore(arena);
    for (let n = 0; n < 120; n++) {
      const slot = bodies.allocate(createShape(shapes()[n % 6]!), `b${n}`, null);
      const o = slot * BODY_STRIDE;
      const q = random.rotation();
      for (let m = 0; m < 3; m++) {
        bodies.f.data[o + B_ORIGIN + m] = size * random.between(-3, 3);
        bodies.f.data[o + B_CENTER + m] = bodies.f.data[o + B_ORIGIN + m];
      }
      for (let m = 0; m < 4; m++) bodies.f.data[o + B_ROTATION + m] = q[m]!;
      bodies.f.data[o + B_RADIUS] = 4 * size;
    }
    const table = new BodyTable(bodies, arena);
    table.update();
    const gjk = new Gjk();
    const [a, b] = [new Placed(), new Placed()];
    const by = 0.1 * size;
    let far = 0;
    let clear = 0;
    let inLine = 0;
    for (let i = 1; i <= 120; i++)
      for (let j = 1; j < i; j++) {
        const [first, second] = [bodies.shapes[i] as SimpleShape, bodies.shapes[j] as SimpleShape];
        a.set(first, bodies.f.data, i * BODY_STRIDE + B_ORIGIN, 0, 0, 0);
        b.set(second, bodies.f.data, j * BODY_STRIDE + B_ORIGIN, 0, 0, 0);
        const distance = gjk.distance(a, b, Infinity) - a.coreRadius - b.coreRadius;
        if (distance > by) far++;
        const isInLine = table.areClearInLine(i, j, by);
        const isClear = table.areClear(i, j, by);
        if (isInLine) inLine++;
        if (isClear) clear++;
        if (!isClear && !isInLine) continue;
        // Both are sums of a dozen numbers no larger than 10 sizes: off by some 1e-14 of a size.
        expect(distance, `seed ${seed}, ${i} and ${j}`).toBeGreaterThan(by - 1e-13 * size);
      }
    expect(clear).toBeGreaterThan(0.7 * far);
    expect(inLine).toBeGreaterThan(0.7 * far);
  },
);

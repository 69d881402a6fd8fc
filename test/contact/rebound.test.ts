// Restitution, of both models.

import { describe, expect, test } from 'vitest';
import { reboundSpeed } from '../../src/contact/rebound.js';
import { World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';

const G = 9.81;
const H = 1 / 60;

test('rebounds to the height that it fell from times e², from any gap', () => {
  const random = new Random(74);
  for (let k = 0; k < 500; k++) {
    const e = random.between(0, 1);
    const s = random.between(0, 10);
    const gap = random.between(-0.01, 0.1);
    const u = reboundSpeed(e, s, G, gap, H);
    const fallen = s * s + G * H * s + 2 * G * gap;
    if (u > 0) expect(u * u + G * H * u + 2 * G * gap).toBeCloseTo(e * e * fallen, 9);
    else expect(e * e * fallen).toBeLessThanOrEqual(2 * G * gap + 1e-12);
    expect(reboundSpeed(1, s, G, gap, H)).toBeCloseTo(s, 9);
    expect(reboundSpeed(e, s, 0, gap, H)).toBeCloseTo(e * s, 12);
  }
});

describe.each(['point', 'six'] as const)('%s', (model) => {
  const shapes = {
    ball: { type: 'sphere', radius: 0.1 },
    box: { type: 'box', size: [0.2, 0.2, 0.2] },
  } as const;

  test.each(['ball', 'box'] as const)('a %s dropped from h comes back to e²h, and again', (name) => {
    for (const e of [0.3, 0.5, 0.8, 1]) {
      for (const dt of [H, H / 4]) {
        const world = new World({
          contact: { model, restitution: e },
          bodies: [
            { type: 'static', shape: { type: 'half-space' } },
            { name, shape: shapes[name], mass: 1, position: [0, 1.1, 0] },
          ],
        });
        const body = world.body(name);
        const tops: number[] = [];
        let rising = false;
        while (tops.length < 2 && world.time < 5) {
          world.step(dt);
          if (rising && body.linearVelocity[1] <= 0) tops.push(body.position[1] - 0.1);
          rising = body.linearVelocity[1] > 0;
        }
        // The top is sampled: it may lie g dt²/8 above the highest sample, and the bounce itself is of second order.
        for (const [k, top] of tops.entries()) expect(Math.abs(top - e ** (2 * (k + 1)))).toBeLessThan(2 * G * dt * dt);
      }
    }
  });

  test('what rests does not buzz: a box with e = 0.9 comes to rest and sleeps', () => {
    const world = new World({
      contact: { model, restitution: 0.9 },
      bodies: [
        { type: 'static', shape: { type: 'half-space' } },
        { name: 'box', shape: { type: 'box', size: [0.5, 0.5, 0.5] }, mass: 1, position: [0, 0.3, 0] },
      ],
    });
    while (world.time < 10) world.step();
    expect(world.body('box').asleep).toBe(true);
  });
});

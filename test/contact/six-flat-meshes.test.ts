// Meshes that are not convex, lying on what is flat of them, or standing on edges (distance/covered.ts).

import { describe, expect, test } from 'vitest';
import { type ShapeDescription, World } from '../../src/index.js';
import { extruded, flatScene } from '../random/flat-meshes.js';
import { judge } from '../random/judge.js';

const g = 9.81;
const ground = { name: 'ground', type: 'static', shape: { type: 'half-space' } } as const;

const polar = (n: number, r: (k: number) => number) =>
  Array.from({ length: n }, (_, k) => {
    const angle = (2 * Math.PI * k) / n;
    return [r(k) * Math.cos(angle), r(k) * Math.sin(angle)] as const;
  });

/**
 * ∫|x| dA, and area, of a polygon about the origin, in which the origin sees every corner: by triangles, cut 200 times.
 */
function leverOf(outline: readonly (readonly [number, number])[]): { lever: number; area: number } {
  let [lever, area] = [0, 0];
  const N = 200;
  outline.forEach(([ax, ay], k) => {
    const [bx, by] = outline[(k + 1) % outline.length]!;
    const twice = ax * by - ay * bx;
    area += 0.5 * twice;
    // From the origin out |x| grows in proportion: ∫ = twice/3 times the mean of |x| on the far side.
    for (let m = 0; m < N; m++) {
      const t = (m + 0.5) / N;
      lever += ((twice / 3) * Math.hypot(ax + t * (bx - ax), ay + t * (by - ay))) / N;
    }
  });
  return { lever, area };
}

describe('a mesh that lies flat', () => {
  test.each([
    ['a star', polar(10, (k) => (k % 2 ? 0.06 : 0.15))],
    ['a gear', polar(24, (k) => (k % 4 < 2 ? 0.15 : 0.11))],
  ])('%s that spins slows down by μ g ∫|x| dA / (A I/m), and reports its area', (_, outline) => {
    const height = 0.05;
    const w = new World({
      sleep: false,
      contact: { friction: 0.4 },
      bodies: [
        ground,
        {
          name: 'it',
          shape: extruded(outline, height),
          density: 1000,
          position: [0, 0.5 * height, 0],
          angularVelocity: [0, 20, 0],
        },
      ],
    });
    const it = w.body('it');
    const { lever, area } = leverOf(outline);
    const slowing = (0.4 * g * lever * it.mass) / (area * it.inertia[1]!);
    w.step();
    w.step();
    expect(it.angularVelocity[1]).toBeGreaterThan((5 * slowing) / 60);
    while (it.angularVelocity[1] > (2 * slowing) / 60) {
      const before = it.angularVelocity[1];
      w.step();
      // Pieces of the union are simplified to some ten corners: a thousandth of the spin bound.
      expect((60 * (before - it.angularVelocity[1])) / slowing).toBeCloseTo(1, 2);
      expect(w.solverStatistics.blocks).toBe(1);
      expect(w.contacts().reduce((sum, c) => sum + c.area, 0) / area).toBeCloseTo(1, 9);
      expect(w.contacts().reduce((sum, c) => sum + c.force[1], 0) / (it.mass * g)).toBeCloseTo(1, 9);
    }
  });

  test('an L that leans lands flat, and stays to the last digit', () => {
    const outline = [
      [0, 0],
      [0.3, 0],
      [0.3, 0.1],
      [0.1, 0.1],
      [0.1, 0.3],
      [0, 0.3],
    ] as const;
    const w = new World({
      bodies: [
        ground,
        {
          name: 'it',
          shape: extruded(outline, 0.1),
          density: 1000,
          position: [0, 0.06, 0],
          rotation: [0.02, 0, 0.01, 1],
        },
      ],
      sleep: false,
    });
    const it = w.body('it');
    for (let k = 0; k < 60; k++) w.step();
    expect(Math.hypot(...it.linearVelocity, ...it.angularVelocity)).toBeLessThan(1e-9);
    expect(w.energy().correctionWork).toBeLessThan(1e-3 * it.mass * g * 0.1);
  });

  test('a narrow beam between the legs of a U meets nothing', () => {
    // Its hull is closed below; what is between the legs is not there.
    const outline = [
      [0, 0],
      [0.1, 0],
      [0.1, 0.2],
      [0.3, 0.2],
      [0.3, 0],
      [0.4, 0],
      [0.4, 0.3],
      [0, 0.3],
    ] as const;
    const w = new World({
      bodies: [
        ground,
        { type: 'static', shape: { type: 'box', size: [0.1, 0.15, 1] }, position: [0.2, 0.075, 0] },
        { name: 'it', shape: extruded(outline, 0.2, true), density: 1000, position: [0, 0.3, 0] },
      ],
    });
    const it = w.body('it');
    for (let k = 0; k < 90; k++) w.step();
    expect(it.position[1]).toBeLessThan(1e-4);
    expect(it.position[1]).toBeGreaterThan(-1e-3);
  });
});

test('random meshes, dropped with a small tilt, come to rest and sleep', () => {
  let met = 0;
  for (let seed = 5001; met < 12; seed++) {
    const { scene, kind, partner } = flatScene(seed);
    // Between meshes much goes by overlaps.
    if (partner === 'mesh' || partner === 'field') continue;
    met++;
    const v = judge(scene, 5);
    const what = `${seed} ${kind} on ${partner}: ${JSON.stringify(v)}`;
    expect(v.rest, what).toBeLessThan(3);
    expect(v.asleep, what).toBeLessThan(4);
    expect(v.correction, what).toBeLessThan(0.01);
    expect(v.gain, what).toBeLessThan(1e-3);
    expect(v.momentum, what).toBeLessThan(1e-9);
    expect(v.depth, what).toBeLessThan(0.02);
  }
});

test('a star of 3 cm on a slope, at 1/30 s, sleeps', () => {
  const shape: ShapeDescription = extruded(
    polar(10, (k) => (k % 2 ? 0.006 : 0.015)),
    0.006,
  );
  for (const lean of [0.1, 0.2, 0.3]) {
    const w = new World({
      timeStep: 1 / 30,
      contact: { friction: 0.5 },
      bodies: [
        { ...ground, rotation: [0, 0, Math.sin(0.5 * lean), Math.cos(0.5 * lean)] },
        {
          name: 'it',
          shape,
          density: 1000,
          position: [0, 0.03, 0],
          rotation: [0.3, 0.1, 0.3, 0.9],
          angularVelocity: [1, 2, 3],
        },
      ],
    });
    for (let k = 0; k < 90; k++) w.step();
    expect(w.body('it').asleep, `${lean}`).toBe(true);
  }
});

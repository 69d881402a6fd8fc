// Contacts at rest keep their geometry: when that begins, how exact it stays, and what ends it.

import { describe, expect, test } from 'vitest';
import { mixed } from '../../bench/peers/scenes/crowds.js';
import { type BodyDescription, type SceneDescription, World } from '../../src/index.js';
import { judge } from '../random/judge.js';

const g = 9.81;
const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };
const box = (name: string, y: number, x = 0): BodyDescription => ({
  name,
  shape: { type: 'box', size: [1, 1, 1] },
  mass: 1,
  position: [x, y, 0],
});

function world(scene: SceneDescription): World {
  return new World({ sleep: false, ...scene, contact: { model: 'six', ...scene.contact } });
}

function run(w: World, seconds: number, each?: () => void): void {
  for (let k = 0; k < Math.round(seconds / w.timeStep); k++) {
    w.step();
    each?.();
  }
}

const resting: Record<string, BodyDescription[]> = {
  'a box': [box('a', 0.5)],
  'a tower of five': Array.from({ length: 5 }, (_, k) => box(`b${k}`, 0.5 + k)),
  'a staggered stack': Array.from({ length: 4 }, (_, k) => box(`b${k}`, 0.5 + k, 0.15 * k)),
  'a cylinder on its end': [
    { name: 'a', shape: { type: 'cylinder', radius: 0.3, height: 0.4 }, mass: 1, position: [0, 0.2, 0] },
  ],
  'a sphere': [{ name: 'a', shape: { type: 'sphere', radius: 0.3 }, mass: 1, position: [0, 0.3, 0] }],
  'a cone on its base': [
    { name: 'a', shape: { type: 'cone', radius: 0.3, height: 0.5 }, mass: 1, position: [0, 0.25, 0] },
  ],
  'a table on four legs': [
    {
      name: 'a',
      shape: {
        type: 'compound',
        parts: [
          { shape: { type: 'box', size: [1, 0.1, 1] }, position: [0, 0.55, 0] },
          ...[-0.4, 0.4].flatMap((x) =>
            [-0.4, 0.4].map((z) => ({
              shape: { type: 'box', size: [0.1, 0.5, 0.1] } as const,
              position: [x, 0.25, z] as const,
            })),
          ),
        ],
      },
      mass: 3,
    },
  ],
};

describe('resting', () => {
  test.each(Object.keys(resting))('%s recomputes nothing after two seconds', (name) => {
    const w = world({ bodies: [ground, ...resting[name]!] });
    // Else the whole island would rest, and nothing would have to be reused.
    w.contactHook = () => undefined;
    run(w, 2);
    run(w, 0.5, () => {
      expect(w.contactStatistics.computed).toBe(0);
      expect(w.contactStatistics.reused).toBe(resting[name]!.length);
    });
    const force = w
      .contacts()
      .reduce((sum, c) => sum + (c.b.name === 'ground' ? 1 : c.a.name === 'ground' ? -1 : 0) * c.force[1], 0);
    const weight = g * [...w.bodies()].reduce((sum, b) => sum + b.mass, 0);
    expect(Math.abs(force / weight - 1)).toBeLessThan(1e-6);
  });

  test('a box that slides, and one that spins, are computed afresh in every step', () => {
    for (const motion of [{ linearVelocity: [2, 0, 0] as const }, { angularVelocity: [0, 5, 0] as const }]) {
      const w = world({ contact: { friction: 0.1 }, bodies: [ground, { ...box('a', 0.5), ...motion }] });
      run(w, 0.3, () => expect(w.contactStatistics).toEqual({ computed: 1, reused: 0 }));
    }
  });
});

describe('ends at once', () => {
  const settled = () => {
    const w = world({ bodies: [ground, box('a', 0.5), box('b', 1.5)] });
    run(w, 2);
    expect(w.contactStatistics.computed).toBe(0);
    return w;
  };

  test('by a nudge', () => {
    const w = settled();
    w.body('b').applyImpulse([0.5, 0, 0]);
    w.step();
    expect(w.contactStatistics.computed).toBe(1);
  });

  test('by a new place: the contacts are those of a world that was built there', () => {
    const w = settled();
    w.body('b').position = [0.25, w.body('b').position[1], 0];
    w.step();
    expect(w.contactStatistics.computed).toBe(1);
    const outline = w.contacts().find((c) => c.a.name !== 'ground' && c.b.name !== 'ground')!.outline;
    expect(Math.min(...outline.map((p) => p[0]))).toBeCloseTo(-0.25, 5);
    expect(Math.max(...outline.map((p) => p[0]))).toBeCloseTo(0.5, 5);
  });

  test('and a body whose support is removed falls', () => {
    const w = settled();
    w.removeBody(w.body('a'));
    run(w, 0.2);
    expect(w.body('b').linearVelocity[1]).toBeCloseTo(-0.2 * g, 6);
  });
});

describe('the volume follows to first order', () => {
  const R = 0.5;
  const depth = 1e-3;
  // s: how far it is sunk in; the volume's second derivative is the rate at which the area grows.
  test.each([
    ['sphere', { type: 'sphere', radius: R } as const, 2 * depth, (s: number) => 2 * Math.PI * (R - s)],
    [
      'lying cylinder',
      { type: 'cylinder', radius: R, height: 1 } as const,
      1.5 * depth,
      (s: number) => (2 * (R - s)) / Math.sqrt(2 * R * s - s * s),
    ],
    ['box', { type: 'box', size: [1, 1, 1] } as const, depth, () => 0],
  ])('%s, against an exact overlap', (_, shape, sink, growth) => {
    const w = world({
      gravity: [0, 0, 0],
      contact: { depth, friction: 0 },
      bodies: [
        ground,
        {
          name: 'a',
          shape,
          mass: 1,
          position: [0, R - sink, 0],
          rotation: shape.type === 'cylinder' ? [Math.SQRT1_2, 0, 0, Math.SQRT1_2] : [0, 0, 0, 1],
        },
      ],
    });
    w.step();
    const a = w.body('a');
    const { area } = w.contacts()[0]!;
    // Up by just less than the bound of a fiftieth of the depth, then down: it may go as far as V says.
    const up = 0.019 * depth;
    a.position = [0, a.position[1] + up, 0];
    const exact = w.overlaps()[0]!.volume;
    // Position correction moved it too: V has not been looked at since the start.
    const moved = a.position[1] - (R - sink);
    a.linearVelocity = [0, (-0.1 * depth) / w.timeStep, 0];
    const before = a.position[1];
    w.step();
    expect(w.contactStatistics.reused).toBe(1);
    const followed = area * (depth - (before - a.position[1]));
    expect(Math.abs(followed - exact)).toBeLessThan(0.5 * growth(sink) * moved * moved * 1.02 + 1e-13);
    // Far less than what was followed.
    expect(Math.abs(followed - exact)).toBeLessThan(0.02 * area * up);
  });
});

test('a contact asleep bears the same force whatever the length of the steps that go by', () => {
  const w = world({ sleep: true, bodies: [ground, box('a', 0.5)] });
  run(w, 2);
  expect(w.body('a').asleep).toBe(true);
  const [before] = w.contacts();
  w.step(w.timeStep / 3);
  const [after] = w.contacts();
  for (const [k, x] of before!.force.entries()) expect(after!.force[k]).toBeCloseTo(x, 12);
  expect(after!.force[1]).toBeCloseTo(g, 6);
});

test('a snapshot of a resting scene goes on with the same bits, and with reuse', () => {
  const w = world({
    bodies: [
      ground,
      ...resting['a staggered stack']!,
      ...resting['a sphere']!.map((b) => ({ ...b, name: 'ball', position: [3, 0.3, 0] as const })),
    ],
  });
  run(w, 1.5);
  const copy = World.restore(w.snapshot());
  for (let k = 0; k < 60; k++) {
    if (k === 30) for (const x of [w, copy]) x.body('b2').applyImpulse([0.3, 0, 0.1], [0.5, 2.7, 0.2]);
    w.step();
    copy.step();
    expect(copy.hash()).toBe(w.hash());
    expect(copy.contactStatistics).toEqual(w.contactStatistics);
  }
  // All of it, the order of contacts and their patches included.
  expect(Buffer.compare(copy.snapshot(), w.snapshot())).toBe(0);
});

describe('a crowd that comes to rest', () => {
  // Bodies of all shapes that creep, while a few still roll.
  const pit = { ...mixed(120), sleep: false };

  test('keeps the contacts of what creeps, and a snapshot of it goes on with the same bits', () => {
    const w = world(pit);
    let kept = 0;
    for (let k = 0; k < 130; k++) {
      w.step();
      const { computed, reused } = w.contactStatistics;
      if (k >= 110) kept = Math.max(kept, reused / (computed + reused));
    }
    expect(kept).toBeGreaterThan(0.25);
    const copy = World.restore(w.snapshot());
    for (let k = 0; k < 20; k++) {
      w.step();
      copy.step();
      expect(copy.hash()).toBe(w.hash());
      expect(copy.contactStatistics).toEqual(w.contactStatistics);
    }
  });

  test('gains no energy, goes by its impulses, and stays shallow', () => {
    const { gain, momentum, depth } = judge(pit, 3);
    // Rounding of energies of 1e3 J, and of impulses.
    expect(gain).toBeLessThan(1e-11);
    expect(momentum).toBeLessThan(1e-9);
    expect(depth).toBeLessThan(0.05);
  });
});

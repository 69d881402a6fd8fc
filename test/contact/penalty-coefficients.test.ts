// How stiff a pair may be: the bounds of semi-implicit Euler, and what the model chooses within them.

import { describe, expect, it } from 'vitest';
import { chooseCoefficients, excess, stiffest } from '../../src/contact/penalty/coefficients.js';
import type { PenaltyOptions } from '../../src/contact/penalty/options.js';
import { type SceneDescription, SixfoldError, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { penalty } from '../../src/penalty.js';

const OPTIONS: PenaltyOptions = {
  stiffness: null,
  dampingRatio: 1,
  normalDamping: null,
  tangentStiffness: null,
  tangentDamping: null,
  penaltyArea: true,
  spin: 'exact',
  pull: false,
};
const ground = { name: 'ground', type: 'static', shape: { type: 'half-space' } } as const;
const cube = (contact: object, more: object = {}): SceneDescription => ({
  timeStep: 0.001,
  contact: { model: 'penalty', ...contact },
  bodies: [ground, { name: 'cube', shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0, 0.5, 0] }],
  ...more,
});
const worldOf = (scene: SceneDescription) => new World(scene, { models: [penalty] });

/** Whether v' = v - h(k x + b v)/m, x' = x + h v' stays bounded. */
function isStable(h: number, k: number, b: number, m: number): boolean {
  let x = 1;
  let v = 0;
  for (let n = 0; n < 4000; n++) {
    v -= (h * (k * x + b * v)) / m;
    x += h * v;
    if (Math.abs(x) > 1e6) return false;
  }
  return true;
}

describe('the bound of one mode', () => {
  it('is 2, 1.236 and 0.828 for damping ratios of 0, ½ and 1', () => {
    for (const [ratio, bound] of [
      [0, 2],
      [0.5, 1.236],
      [1, 0.828],
    ] as const)
      expect(Math.sqrt(stiffest(0.01, 1, 1, ratio, null)) * 0.01).toBeCloseTo(bound, 3);
  });

  it('is where the integrator itself turns unstable, for any mass and step', () => {
    const random = new Random(7);
    for (let n = 0; n < 50; n++) {
      const h = 10 ** random.between(-4, -1);
      const m = 10 ** random.between(-3, 3);
      const ratio = random.between(0, 2);
      const k = stiffest(h, 1 / m, m, ratio, null);
      const damping = (s: number) => 2 * ratio * Math.sqrt(s * m);
      expect(isStable(h, 0.99 * k, damping(0.99 * k), m), `seed 7, case ${n}`).toBe(true);
      expect(isStable(h, 1.02 * k, damping(1.02 * k), m), `seed 7, case ${n}`).toBe(false);
    }
  });
});

describe('coefficients that a scene gives', () => {
  const message = (make: () => unknown) => {
    try {
      make();
    } catch (error) {
      expect(error).toBeInstanceOf(SixfoldError);
      return (error as Error).message;
    }
    return '';
  };

  it('are refused in one line where the step cannot carry them, with the largest that it can', () => {
    // h√(k/m) ≤ 2(√2 - 1): k ≤ 686 292 N/m.
    expect(message(() => worldOf(cube({ stiffness: 1e6 })))).toMatch(
      /^contact\.stiffness is 1000000; a step of 0\.001 s carries at most 686292 \(N\/m\) between .*"cube".*$/,
    );
    expect(message(() => worldOf(cube({ stiffness: 6.86e5 })))).toBe('');
    expect(message(() => worldOf(cube({ stiffness: 3.9e6, dampingRatio: 0 })))).toBe('');
    expect(message(() => worldOf(cube({ stiffness: 4.1e6, dampingRatio: 0 })))).toContain('at most 4000000');
    expect(message(() => worldOf(cube({ normalDamping: 3000 })))).toContain('contact.normalDamping is 3000');
    expect(message(() => worldOf(cube({ stiffness: 1e4, tangentStiffness: 1e7 })))).toContain(
      'contact.tangentStiffness',
    );
    expect(message(() => worldOf(cube({ dampingRatio: 1, normalDamping: 3 })))).toContain('keep one');
  });

  it('are judged again by a longer step, before anything moves', () => {
    const world = worldOf(cube({ stiffness: 6e5 }));
    const before = world.hash();
    expect(message(() => world.step(0.002))).toContain('a step of 0.002 s carries at most');
    expect(world.hash()).toBe(before);
    world.step();
  });

  it('words of other models are refused', () => {
    for (const word of ['depth', 'compliance', 'damping', 'restitution'])
      expect(message(() => worldOf(cube({ [word]: 0.1 })))).toContain(word);
  });

  it('excess is null for what never moves', () => {
    expect(excess({ ...OPTIONS, stiffness: 1e12 }, 0.01, 0, 0)).toBeNull();
  });
});

describe('coefficients that are chosen', () => {
  it('let a cube rest at m g/k', () => {
    const world = worldOf(cube({ stiffness: 2000 }));
    for (let k = 0; k < 3000; k++) world.step();
    expect(world.contacts()[0]!.depth).toBeCloseTo(9.81 / 2000, 7);
    const c = chooseCoefficients(OPTIONS, 0.001, 1, 0, 5.5, 0);
    expect(c.tangentStiffness).toBe(c.stiffness);
    expect(c.damping).toBeCloseTo(2 * Math.sqrt(c.stiffness), 9);
    // Stable at the corner: h L (k h + 2 b) < 4 with L = 5.5/m.
    expect(0.001 * 5.5 * (c.stiffness * 0.001 + 2 * c.damping)).toBeLessThan(4);
  });

  for (const [size, mass, h] of [
    [1, 1, 1e-3],
    [0.01, 1e-3, 1e-3],
    [10, 2000, 1 / 240],
  ] as const)
    it(`bring a cube of ${size} m that falls on its corner to rest`, () => {
      const world = worldOf({
        timeStep: h,
        contact: { model: 'penalty' },
        bodies: [
          ground,
          {
            name: 'cube',
            shape: { type: 'box', size: [size, size, size] },
            mass,
            position: [0, size, 0],
            rotation: [0.325, 0, -0.325, 0.888],
            angularVelocity: [0.1, 0, 0],
          },
        ],
      });
      const start = world.energy();
      let most = 0;
      for (let t = 0; t < 8 * Math.max(1, Math.sqrt(size)); t += h) {
        world.step();
        most = Math.max(most, world.energy().kinetic);
      }
      // It never has more than its fall gave it, and ends still.
      expect(most).toBeLessThan(1.01 * (start.kinetic + mass * 9.81 * size));
      expect(world.energy().kinetic).toBeLessThan(1e-3 * mass * 9.81 * size);
    });

  it('hold a stack of ten, and a box on four posts that are bodies of their own', () => {
    const stack = worldOf({
      timeStep: 0.001,
      sleep: false,
      contact: { model: 'penalty' },
      bodies: [
        ground,
        ...Array.from({ length: 10 }, (_, k) => ({
          name: `box${k}`,
          shape: { type: 'box', size: [1, 1, 1] } as const,
          mass: 1,
          position: [0, 0.5 + k, 0] as const,
        })),
      ],
    });
    for (let k = 0; k < 3000; k++) stack.step();
    for (const { name, linearVelocity, position } of stack.bodies()) {
      expect(Math.hypot(...linearVelocity), name).toBeLessThan(0.05);
      expect(Math.hypot(position[0], position[2]), name).toBeLessThan(1e-3);
    }
    const posts = [-0.45, 0.45].flatMap((x) => [-0.45, 0.45].map((z) => [x, z] as const));
    const table = worldOf({
      timeStep: 0.001,
      sleep: false,
      contact: { model: 'penalty' },
      bodies: [
        ...posts.map(([x, z], k) => ({
          name: `post${k}`,
          type: 'static' as const,
          shape: { type: 'box', size: [0.1, 1, 0.1] } as const,
          position: [x, -0.5, z] as const,
        })),
        { name: 'box', shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0, 0.55, 0] },
      ],
    });
    for (let k = 0; k < 2000; k++) table.step();
    expect(Math.hypot(...table.body('box').linearVelocity)).toBeLessThan(1e-3);
    expect(Math.hypot(...table.body('box').angularVelocity)).toBeLessThan(1e-3);
  });
});

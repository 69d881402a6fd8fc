// When friction's springs give way, and that they make no energy.

import { describe, expect, it } from 'vitest';
import { randomScene } from '../../scenes/random.js';
import { type SceneDescription, World } from '../../src/index.js';
import { penalty } from '../../src/penalty.js';

const worldOf = (scene: SceneDescription) => new World(scene, { models: [penalty] });
const ground = { name: 'ground', type: 'static', shape: { type: 'half-space' } } as const;

/**
 * Over a unit square under even pressure, of total 1: static friction σ = (s, 0) + θ n×x with a share s of the limit
 * and a twist θ; force and torque of σ over those of the largest friction along it, and the same of their work.
 */
function shares(s: number, theta: number): { force: number; torque: number; work: number } {
  const n = 200;
  const sums = { fs: 0, fm: 0, ts: 0, tm: 0, ws: 0, wm: 0 };
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const u = (i + 0.5) / n - 0.5;
      const w = (j + 0.5) / n - 0.5;
      const [x, y] = [s - theta * w, theta * u];
      const size = Math.hypot(x, y);
      sums.fs += x;
      sums.fm += x / size;
      sums.ts += u * y - w * x;
      sums.tm += (u * y - w * x) / size;
      sums.ws += size * size;
      sums.wm += size;
    }
  }
  return { force: sums.fs / sums.fm, torque: sums.ts / sums.tm, work: sums.ws / sums.wm };
}

describe('when a contact slips', () => {
  it('the torques of Fig. 8 would let a square go at half of its force, by any twist at all; work does not', () => {
    for (const theta of [1e-3, 1e-6]) {
      const half = shares(0.5, theta);
      expect(half.force).toBeCloseTo(0.5, 5);
      // ∫ x×σ = θ(⟨u²⟩ + ⟨w²⟩), ∫ x×σ/|σ| = θ⟨u²⟩/s: their ratio is 2 s.
      expect(half.torque).toBeCloseTo(1, 4);
      expect(half.work).toBeCloseTo(0.5, 5);
      expect(shares(1, theta).work).toBeCloseTo(1, 5);
    }
    // Pure spinning: the work is that of the torques.
    const spin = shares(0, 1);
    expect(spin.work).toBeCloseTo(spin.torque, 9);
  });

  const pulled = (force: number, torque: number): number => {
    const world = worldOf({
      timeStep: 0.001,
      sleep: false,
      contact: { model: 'penalty', friction: 0.2, staticFriction: 0.4 },
      bodies: [
        ground,
        {
          name: 'box',
          shape: { type: 'box', size: [1, 0.2, 1] },
          mass: 1,
          // Let down already, and pulled at the height of the floor: it does not lean.
          position: [0, 0.1 - 4e-4, 0],
          force: [0.4 * 9.81 * force, 0, 0],
          torque: [0, 0.4 * 9.81 * 0.38259 * torque, 0.1 * 0.4 * 9.81 * force],
        },
      ],
    });
    for (let k = 0; k < 1500; k++) world.step();
    const { position, rotation } = world.body('box');
    return Math.max(Math.abs(position[0]), Math.abs(rotation[1]));
  };

  it('a plate that is pulled holds up to μ₀ m g and not beyond, with a touch of twist in it', () => {
    // The load is switched on at once: spring and damper of a damping ratio of 1 then bear 1 + e⁻² = 1.135 of it for a
    // moment.
    expect(pulled(0.85, 1e-4)).toBeLessThan(2e-3);
    expect(pulled(1.03, 1e-4)).toBeGreaterThan(0.3);
  });

  it('a plate that is twisted holds up to 0.3826 μ₀ m g L and not beyond', () => {
    expect(pulled(0, 0.85)).toBeLessThan(2e-3);
    expect(pulled(0, 1.03)).toBeGreaterThan(0.3);
  });
});

describe('energy', () => {
  it('boxes that tumble on corners, edges and faces never have more than they were given', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const scene = randomScene('tumble', seed);
      const world = worldOf({ ...scene, timeStep: 0.001, contact: { ...scene.contact, model: 'penalty' } });
      const total = () => {
        const { kinetic, potential } = world.energy();
        return kinetic + potential;
      };
      const start = total();
      let low = start;
      let rise = 0;
      for (let k = 0; k < 1200; k++) {
        world.step();
        if (k % 4 !== 0) continue;
        const now = total();
        rise = Math.max(rise, now - low);
        low = Math.min(low, now);
        expect(now, `seed ${seed}`).toBeLessThanOrEqual(start * (1 + 1e-9));
      }
      // While the footprint grows and shrinks, forces are not quite the gradient of what springs are said to hold
      // (docs/theory/penalty.md): up to half of what they hold at an impact comes back uncounted. Springs that are
      // wound up made a hundredfold of this.
      expect(rise / start, `seed ${seed}`).toBeLessThan(5e-3);
    }
  });

  it('a contact that begins to stick at speed is not driven on by its own springs', () => {
    // A box slides; then it is pressed down so hard that it sticks at once.
    const world = worldOf({
      timeStep: 0.001,
      contact: { model: 'penalty', friction: 0.1 },
      bodies: [
        ground,
        {
          name: 'box',
          shape: { type: 'box', size: [1, 1, 1] },
          mass: 1,
          position: [0, 0.4996, 0],
          linearVelocity: [3, 0, 0],
          locked: ['rx', 'ry', 'rz'],
        },
      ],
    });
    const box = world.body('box');
    let fastest = 3;
    for (let k = 0; k < 400; k++) {
      if (k > 100) box.applyForce([0, -2000, 0]);
      world.step();
      const speed = box.linearVelocity[0];
      expect(speed).toBeLessThanOrEqual(fastest + 1e-9);
      // A critically damped spring that catches a body sends it back at e⁻² of its speed, 0.4 m/s, and in steps a
      // little faster.
      expect(speed).toBeGreaterThan(-0.6);
      fastest = Math.max(speed, 0);
    }
    expect(Math.abs(box.linearVelocity[0])).toBeLessThan(1e-3);
  });
});

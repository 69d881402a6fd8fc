// The closed forms of physics that model penalty must show, in the scenes of the paper.

import { describe, expect, it } from 'vitest';
import {
  blockWall,
  handOnWall,
  prescribedHand,
  spinningDisc,
  stickSlip,
  tiltedCube,
  wallRows,
} from '../../scenes/haptics.js';
import { type SceneDescription, World } from '../../src/index.js';
import { penalty } from '../../src/penalty.js';

const worldOf = (scene: SceneDescription) => new World(scene, { models: [penalty] });

describe('stick-slip (Experiment 3)', () => {
  it('has the period, the start and the end of slip of dry friction', () => {
    const world = worldOf(stickSlip.make());
    const weight = world.body('weight');
    const hook = world.body('hook');
    const starts: number[] = [];
    const stretches: number[] = [];
    const ends: number[] = [];
    let sliding = false;
    let held = 0;
    for (let k = 0; k < 5500; k++) {
      world.step();
      const stretch = hook.position[0] - weight.position[0] - 0.3;
      const v = weight.linearVelocity[0];
      // While it sticks it still gives way by 0.5 mm/s, by its tangential springs and by leaning; as it slips it is
      // soon faster than 2 mm/s.
      if (v < 6e-4) held = stretch;
      if (!sliding && v > 2e-3) {
        sliding = true;
        starts.push(world.time);
        stretches.push(held);
      } else if (sliding && v < 1e-3) {
        sliding = false;
        ends.push(stretch);
      }
    }
    expect(starts.length).toBeGreaterThanOrEqual(11);
    for (let k = 2; k < 11; k++) {
      const period = starts[k]! - starts[k - 1]!;
      expect(Math.abs(period / 0.485 - 1)).toBeLessThan(0.01);
      expect(Math.abs(stretches[k]! / 0.012998 - 1)).toBeLessThan(0.01);
      expect(Math.abs(ends[k - 1]! - 0.002698)).toBeLessThan(3e-4);
    }
  });

  it('decays with a small damper', () => {
    const amplitude = (damping: number) => {
      const world = worldOf(stickSlip.make({ damping }));
      const weight = world.body('weight');
      const hook = world.body('hook');
      let low = Infinity;
      for (let k = 0; k < 5000; k++) {
        world.step();
        if (world.time > 4.4) low = Math.min(low, hook.position[0] - weight.position[0] - 0.3);
      }
      return low;
    };
    // Less spring force is left at the end of each slip, the more the damper takes.
    expect(amplitude(4)).toBeGreaterThan(amplitude(0) + 5e-4);
  });
});

describe('tilted cube (Experiment 2)', () => {
  it('rests after 40 s at m g/k, with heave and rocking as the modes say', () => {
    const world = worldOf(tiltedCube.make());
    const cube = world.body('cube');
    const heave: number[] = [];
    const rocking: number[] = [];
    for (let k = 1; k <= 4000; k++) {
      world.step();
      heave.push(1 - cube.position[1] - 9.8 / 1500);
      rocking.push(cube.angularVelocity[2]);
    }
    expect(1 - cube.position[1]).toBeCloseTo(9.8 / 1500, 6);
    expect(Math.abs(cube.angularVelocity[2])).toBeLessThan(1e-4);
    // From 20 s on all of the face touches and both are linear. Steps of 10 ms raise a frequency by (ωh)²/24: 0.6 % and
    // 0.3 %.
    expectMode(rocking.slice(2200), 27.1, 0.375);
    expectMode(heave.slice(2200, 3000), 38.7, 0.75);
  });

  it('never does at the deepest point', () => {
    const world = worldOf(tiltedCube.make({ area: 0 }));
    const cube = world.body('cube');
    let fastest = 0;
    for (let k = 1; k <= 6000; k++) {
      world.step();
      if (k > 5800) fastest = Math.max(fastest, Math.abs(cube.angularVelocity[2]));
    }
    expect(fastest).toBeGreaterThan(0.05);
  });
});

/** Angular frequency by zero crossings and decay rate by the peaks between them, within 3 %; samples every 10 ms. */
function expectMode(samples: readonly number[], omega: number, rate: number): void {
  const crossings: number[] = [];
  const peaks: { time: number; log: number }[] = [];
  let peak = 0;
  let at = 0;
  for (let k = 1; k < samples.length; k++) {
    const a = samples[k - 1]!;
    const b = samples[k]!;
    if (Math.abs(b) > peak) {
      peak = Math.abs(b);
      at = 0.01 * k;
    }
    if (a > 0 === b > 0) continue;
    crossings.push(0.01 * (k - 1 + a / (a - b)));
    if (crossings.length > 1) peaks.push({ time: at, log: Math.log(peak) });
    peak = 0;
  }
  const n = crossings.length - 1;
  expect(n).toBeGreaterThan(20);
  const measured = (Math.PI * n) / (crossings[n]! - crossings[0]!);
  expect(Math.abs(measured / omega - 1)).toBeLessThan(0.03);
  // A straight line through the logarithms of the peaks: sampling scatters each by some (ωh)²/8.
  const mean = (f: (p: { time: number; log: number }) => number) => peaks.reduce((s, p) => s + f(p), 0) / peaks.length;
  const t = mean((p) => p.time);
  const l = mean((p) => p.log);
  const slope = mean((p) => (p.time - t) * (p.log - l)) / mean((p) => (p.time - t) ** 2);
  expect(Math.abs(-slope / rate - 1)).toBeLessThan(0.03);
}

describe('spinning bodies stop as their area says', () => {
  const stopTorque = (scene: SceneDescription, name: string, inertia: number, load: number) => {
    const world = worldOf(scene);
    const body = world.body(name);
    for (let k = 0; k < 200; k++) world.step();
    const before = body.angularVelocity[1];
    for (let k = 0; k < 200; k++) world.step();
    return ((before - body.angularVelocity[1]) / 0.2) * (inertia / load);
  };
  const plate = (spin: 'exact' | 'vertices'): SceneDescription => ({
    timeStep: 0.001,
    contact: { model: 'penalty', friction: 0.3, spin },
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      {
        name: 'plate',
        shape: { type: 'box', size: [1, 0.05, 1] },
        mass: 1,
        position: [0, 0.025, 0],
        angularVelocity: [0, 5, 0],
      },
    ],
  });

  it('square plate: 0.3826 L, and 0.2357 L by the paper’s interpolation', () => {
    expect(Math.abs(stopTorque(plate('exact'), 'plate', 1 / 6, 0.3 * 9.81) / 0.3826 - 1)).toBeLessThan(1e-3);
    expect(Math.abs(stopTorque(plate('vertices'), 'plate', 1 / 6, 0.3 * 9.81) / 0.2357 - 1)).toBeLessThan(1e-3);
  });

  it('disc: 2/3 r', () => {
    const share = stopTorque(spinningDisc.make(), 'disc', 0.125, 0.3 * 9.81 * 0.5);
    expect(Math.abs(share / (2 / 3) - 1)).toBeLessThan(0.01);
  });
});

describe('block wall (Experiment 1)', () => {
  it('the springs of a wall are nine tenths of what its step carries', () => {
    const { timeStep: h, contact } = blockWall.make();
    const { stiffness: k, dampingRatio: z } = contact as { stiffness: number; dampingRatio: number };
    // All blocks turn the same way: four contacts a block, each strained twice as far as by the block alone.
    const shift = (2 + 0.05) / 2;
    const l = 2 - shift;
    const square = (8 * ((1 - l / 2) ** 2 + l ** 2 / 12 + 0.5 ** 2)) / (5 / 12);
    const carried = h! * square * (h! * k + 2 * 2 * z * Math.sqrt(k / 2));
    expect(carried).toBeLessThan(0.9 * 4);
    expect(carried).toBeGreaterThan(0.89 * 4);
  });

  it('and nearly twice what lets the largest wall buckle', () => {
    // Rows lean by θ_j in a plane across the wall. Springs hold each against the one below, by k w²/12 a contact, and
    // the weight above pulls it down: K θ = G θ/k, K tridiagonal. The greatest eigenvalue by power iteration.
    const rows = wallRows(200);
    const springs = rows.map((n, j) => (j === 0 ? n : 2 * n) / 12);
    const weights = rows.map((n, j) => 9.8 * (n / 2 + rows.slice(j + 1).reduce((sum, m) => sum + m, 0)));
    let lean = rows.map(() => 1);
    let critical = 0;
    for (let k = 0; k < 100; k++) {
      const moments = lean.map((_, j) => lean.slice(j).reduce((sum, angle, m) => sum + weights[j + m]! * angle, 0));
      let angle = 0;
      const next = moments.map((moment, j) => (angle += moment / springs[j]!));
      critical = Math.max(...next);
      lean = next.map((x) => x / critical);
    }
    expect(critical).toBeCloseTo(5072, -1);
    const { stiffness } = blockWall.make().contact as { stiffness: number };
    expect(stiffness / critical).toBeGreaterThan(1.9);
  });

  it('stands for 10 s where it falls at the deepest points', () => {
    const standsFor = (area: number) => {
      const world = worldOf(blockWall.make({ blocks: 28, area }));
      const start = new Map([...world.bodies()].map((body) => [body.name, body.position]));
      for (let k = 0; k < 2000; k++) {
        world.step();
        for (const { name, position: p } of k % 20 === 0 ? world.bodies() : []) {
          const q = start.get(name)!;
          if (Math.max(Math.abs(p[0] - q[0]), Math.abs(p[2] - q[2])) > 0.5) return world.time;
        }
      }
      return 10;
    };
    expect(standsFor(1)).toBe(10);
    expect(standsFor(0)).toBeLessThan(5);
  }, 120_000);
});

describe('hands', () => {
  it('two springs in a row: 4 N and 2 mm', () => {
    const world = worldOf(handOnWall.make());
    for (let k = 0; k < 3000; k++) world.step();
    expect(Math.abs(world.device('hand').force[1] / 4 - 1)).toBeLessThan(1e-3);
    expect(Math.abs((0.05 - world.body('tip').position[1]) / 0.002 - 1)).toBeLessThan(1e-3);
  });

  it('sampling gives 0.4935 mJ a cycle, and the controller takes it away', () => {
    const cycles = (passivity: number) => {
      const world = worldOf(prescribedHand.make({ passivity }));
      const energy = [0];
      for (let k = 1; k <= 5000; k++) {
        world.step();
        if (k % 500 === 0) energy.push(world.device('hand').energyToHand);
      }
      return energy.slice(1).map((e, k) => e - energy[k]!);
    };
    for (const e of cycles(0)) expect(Math.abs(e / 0.4935e-3 - 1)).toBeLessThan(0.01);
    for (const e of cycles(1)) expect(e).toBeLessThanOrEqual(0);
  });
});

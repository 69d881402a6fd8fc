// What world.contacts() says about patches.

import { describe, expect, test } from 'vitest';
import { type BodyDescription, type Contact, type SceneDescription, World } from '../../src/index.js';

const g = 9.81;
const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };

function world(scene: SceneDescription): World {
  return new World({ sleep: false, ...scene, contact: { model: 'six', ...scene.contact } });
}

function run(w: World, seconds: number, each?: () => void): void {
  for (let k = 0; k < Math.round(seconds / w.timeStep); k++) {
    each?.();
    w.step();
  }
}

/** The contact with its wrench and normal as they act on the named body. */
function on(w: World, name: string): Contact {
  const c = w.contacts().find((x) => x.a.name === name || x.b.name === name)!;
  if (c.a.name === name) return c;
  const minus = (v: readonly [number, number, number]): [number, number, number] => [-v[0], -v[1], -v[2]];
  return { ...c, a: c.b, b: c.a, normal: minus(c.normal), force: minus(c.force), torque: minus(c.torque) };
}

const block = (extra: Partial<BodyDescription> = {}): BodyDescription => ({
  name: 'box',
  shape: { type: 'box', size: [1, 0.5, 0.8] },
  mass: 2,
  position: [0, 0.25, 0],
  ...extra,
});

describe('forces', () => {
  test('in a stack every contact bears what is above it', () => {
    const w = world({
      bodies: [
        ground,
        ...Array.from({ length: 5 }, (_, k) => ({
          name: `b${k}`,
          shape: { type: 'box', size: [1, 1, 1] } as const,
          mass: k + 1,
          position: [0, 0.5 + k, 0] as const,
        })),
      ],
    });
    run(w, 1);
    const contacts = w.contacts();
    expect(contacts.length).toBe(5);
    for (const c of contacts) {
      const names = [c.a.name, c.b.name];
      const above = names.includes('ground') ? 0 : Math.max(...names.map((n) => Number(n.slice(1))));
      let weight = 0;
      for (let k = above; k < 5; k++) weight += (k + 1) * g;
      expect(Math.abs(c.force[1]) / weight).toBeCloseTo(1, 8);
      expect(Math.hypot(c.force[0], c.force[2])).toBeLessThan(1e-6);
      // From b to a, and a is pushed away from b.
      expect(c.normal[1] * c.force[1]).toBeGreaterThan(0);
      expect(Math.sign(c.a.position[1] - c.b.position[1])).toBe(Math.sign(c.normal[1]));
    }
  });

  test('a load beside the centre moves the centre of pressure to where the weights balance', () => {
    const w = world({
      bodies: [
        ground,
        block(),
        { name: 'load', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, mass: 1, position: [0.3, 0.55, -0.2] },
      ],
    });
    run(w, 1);
    const c = w.contacts().find((x) => x.a.name === 'ground' || x.b.name === 'ground')!;
    expect(c.centerOfPressure[0]).toBeCloseTo(0.1, 6);
    expect(c.centerOfPressure[2]).toBeCloseTo(-0.2 / 3, 6);
  });

  test('the torque about `point` is that of the force at the centre of pressure, but for the spin about the normal', () => {
    const w = world({ contact: { friction: 1 }, bodies: [ground, block({ force: [3, 0, 2], torque: [0.5, 0.4, 1] })] });
    run(w, 1);
    const c = on(w, 'box');
    const r = c.centerOfPressure.map((x, k) => x - c.point[k]!) as [number, number, number];
    const f = c.force;
    const torque = [r[1] * f[2] - r[2] * f[1], r[2] * f[0] - r[0] * f[2], r[0] * f[1] - r[1] * f[0]];
    const across = c.torque.map((t, k) => t - torque[k]!);
    expect(Math.hypot(across[0]!, across[2]!)).toBeLessThan(1e-9);
    // All of it holds the body: forces and torques about its centre of mass sum to zero.
    const arm = c.point.map((x, k) => x - w.body('box').centerOfMass[k]!) as [number, number, number];
    const about = [
      c.torque[0] + arm[1] * f[2] - arm[2] * f[1] + 0.5,
      c.torque[1] + arm[2] * f[0] - arm[0] * f[2] + 0.4,
      c.torque[2] + arm[0] * f[1] - arm[1] * f[0] + 1,
    ];
    for (const x of about) expect(Math.abs(x)).toBeLessThan(1e-6);
    expect(f[0]).toBeCloseTo(-3, 6);
    expect(f[1]).toBeCloseTo(2 * g, 6);
    expect(f[2]).toBeCloseTo(-2, 6);
  });
});

describe('the overlap', () => {
  const depth = 1e-3;
  const still = (body: BodyDescription) => {
    const w = world({ gravity: [0, 0, 0], contact: { depth }, bodies: [ground, body] });
    w.step();
    return on(w, body.name!);
  };

  test('of a box: its face, as deep as it lies', () => {
    const c = still(block({ position: [0.3, 0.25 - depth, 0] }));
    expect(c.area).toBeCloseTo(0.8, 12);
    expect(c.volume).toBeCloseTo(0.8 * depth, 12);
    expect(c.depth).toBeCloseTo(depth, 12);
    expect(c.normal[1]).toBeCloseTo(1, 12);
    expect(c.outline.length).toBe(4);
    for (const p of c.outline) {
      expect(Math.abs(p[0] - 0.3)).toBeCloseTo(0.5, 9);
      expect(Math.abs(p[2])).toBeCloseTo(0.4, 9);
    }
  });

  test('of a sphere: a cap', () => {
    const R = 0.4;
    const s = 2 * depth;
    const c = still({ name: 'it', shape: { type: 'sphere', radius: R }, mass: 1, position: [0, R - s, 0] });
    expect(c.area).toBeCloseTo(Math.PI * (2 * R * s - s * s), 12);
    expect(c.volume).toBeCloseTo(Math.PI * s * s * (R - s / 3), 12);
    const a = Math.sqrt(2 * R * s - s * s);
    for (const p of c.outline) expect(Math.abs(Math.hypot(p[0], p[2]) / a - 1)).toBeLessThan(0.01);
  });

  test('of a cylinder on its end: a disc', () => {
    const c = still({
      name: 'it',
      shape: { type: 'cylinder', radius: 0.3, height: 1 },
      mass: 1,
      position: [0, 0.5 - depth, 0],
    });
    expect(c.area).toBeCloseTo(Math.PI * 0.09, 6);
    expect(c.depth).toBeCloseTo(depth, 9);
    for (const p of c.outline) expect(Math.abs(Math.hypot(p[0], p[2]) - 0.3)).toBeLessThan(0.003);
  });

  test('of a box that hangs over an edge: what is supported', () => {
    const w = world({
      gravity: [0, 0, 0],
      contact: { depth },
      bodies: [
        { name: 'shelf', type: 'static', shape: { type: 'box', size: [1, 1, 1] } },
        { name: 'it', shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0.3, 1 - depth, 0.1] },
      ],
    });
    w.step();
    const c = on(w, 'it');
    expect(c.area).toBeCloseTo(0.7 * 0.9, 9 - 3);
    expect(c.point[0]).toBeCloseTo(0.15, 6);
    expect(c.point[2]).toBeCloseTo(0.05, 6);
  });

  test('of a coin that wobbles down: never more than lies on the ground, and its whole face in the end', () => {
    const tilt = 0.2;
    const w = world({
      timeStep: 1 / 120,
      bodies: [
        ground,
        {
          name: 'it',
          shape: { type: 'cylinder', radius: 0.3, height: 0.03 },
          density: 7800,
          position: [0, 0.3 * Math.sin(tilt) + 0.015, 0],
          rotation: [0, 0, Math.sin(tilt / 2), Math.cos(tilt / 2)],
          angularVelocity: [1, 3, 0],
        },
      ],
    });
    const coin = w.body('it');
    for (let k = 0; k < 300; k++) {
      w.step();
      const [x, , z] = coin.rotation;
      const lean = 2 * Math.sqrt(x * x + z * z);
      for (const { outline, point } of w.contacts()) {
        // A disc that leans by more than 1 mrad and is some micrometres deep touches over a sliver at its rim.
        const wide = outline.filter((p) => Math.hypot(p[0] - point[0], p[2] - point[2]) > 0.29).length;
        if (lean > 1e-3) expect(wide, `${k}: ${lean} rad`).toBeLessThan(outline.length > 8 ? outline.length / 2 : 9);
      }
    }
    expect(on(w, 'it').area).toBeCloseTo(Math.PI * 0.09, 3);
  });
});

describe('margins', () => {
  // Half-width 0.5, height of the push above the ground 0.25 (the centre of mass): p = F h/(m g).
  test.each([0, 0.5, 0.98])('slip margin at %f of the friction limit', (share) => {
    const w = world({ contact: { friction: 0.5 }, bodies: [ground, block({ force: [share * 0.5 * 2 * g, 0, 0] })] });
    run(w, 0.5);
    expect(on(w, 'box').slipMargin).toBeCloseTo(1 - share, 6);
    expect(on(w, 'box').state).toBe('stick');
  });

  test('a sliding box has none', () => {
    const w = world({ contact: { friction: 0.5 }, bodies: [ground, block({ linearVelocity: [3, 0, 0] })] });
    run(w, 0.2);
    expect(on(w, 'box').slipMargin).toBeLessThan(1e-6);
  });

  test.each([0, 0.5, 0.98])('slip margin at %f of the spin limit', (share) => {
    // A disc under uniform pressure bears 2/3 μ f_n r; the polygon that stands for it 2e-4 less at most.
    const w = world({
      contact: { friction: 0.5 },
      bodies: [
        ground,
        {
          name: 'box',
          shape: { type: 'cylinder', radius: 0.5, height: 0.2 },
          mass: 1,
          position: [0, 0.1, 0],
          torque: [0, (share * 0.5 * g * 0.5 * 2) / 3, 0],
        },
      ],
    });
    run(w, 0.5);
    expect(Math.abs(on(w, 'box').slipMargin - (1 - share))).toBeLessThan(1e-3);
  });

  test.each([0, 0.5, 0.98])('tip margin at %f of the tipping torque', (share) => {
    const w = world({ bodies: [ground, block({ torque: [0, 0, -share * 2 * g * 0.5] })] });
    run(w, 0.5);
    expect(on(w, 'box').tipMargin).toBeCloseTo(1 - share, 4);
  });
});

describe('states', () => {
  const state = (body: Partial<BodyDescription>, seconds = 0.1, friction = 0.3) => {
    const w = world({ contact: { friction }, bodies: [ground, block(body)] });
    run(w, seconds);
    return on(w, 'box').state;
  };
  const ball = { shape: { type: 'sphere', radius: 0.3 }, position: [0, 0.3, 0] } as const;

  test('stick, slide, spin, roll', () => {
    expect(state({})).toBe('stick');
    expect(state({ linearVelocity: [2, 0, 0] })).toBe('slide');
    expect(state({ angularVelocity: [0, 5, 0] })).toBe('spin');
    expect(state({ ...ball, linearVelocity: [1, 0, 0], angularVelocity: [0, 0, -1 / 0.3] })).toBe('roll');
    expect(state({ ...ball, linearVelocity: [4, 0, 0] })).toBe('slide');
    expect(state({ ...ball, angularVelocity: [0, 10, 0] })).toBe('spin');
  });

  test('on a conveyor a box that goes along sticks', () => {
    const w = world({
      bodies: [{ ...ground, surfaceVelocity: [1, 0, 0] }, block({ linearVelocity: [1, 0, 0] })],
    });
    run(w, 0.2);
    expect(on(w, 'box').state).toBe('stick');
  });
});

describe('events', () => {
  test('begin when it lands, persist while it lies, end when it is lifted', () => {
    const w = world({ bodies: [ground, block({ position: [0, 0.5, 0] })] });
    const seen: [string, number][] = [];
    for (const type of ['begin', 'persist', 'end'] as const)
      w.on(type, (e) => {
        expect([e.a.name, e.b.name].sort()).toEqual(['box', 'ground']);
        if (type !== 'persist' || seen.at(-1)?.[0] !== 'persist') seen.push([type, w.time]);
      });
    run(w, 1);
    expect(seen.map((x) => x[0])).toEqual(['begin', 'persist']);
    // It falls 0.25 m in √(2·0.25/g) = 0.226 s.
    expect(Math.abs(seen[0]![1] - Math.sqrt(0.5 / g))).toBeLessThan(2 / 60);
    w.body('box').linearVelocity = [0, 3, 0];
    run(w, 0.1);
    expect(seen.map((x) => x[0])).toEqual(['begin', 'persist', 'end']);
    expect(w.contacts()).toEqual([]);
  });
});

test('an event carries the contacts of its pair', () => {
  const world = new World({
    sleep: false,
    bodies: [
      { name: 'ground', type: 'static', shape: { type: 'half-space' } },
      { name: 'box', shape: { type: 'box', size: [1, 1, 1] }, mass: 2, position: [0, 0.5, 0] },
      { name: 'other', shape: { type: 'box', size: [1, 1, 1] }, mass: 3, position: [5, 0.5, 0] },
    ],
  });
  const forces: number[] = [];
  world.on('persist', (event) => {
    if (event.a.name === 'box') forces.push(event.contacts.length, event.contacts[0]!.force[1]);
  });
  for (let k = 0; k < 30; k++) world.step();
  expect(forces.slice(-2)[0]).toBe(1);
  expect(forces.slice(-2)[1]).toBeCloseTo(2 * 9.81, 6);
});

// Displaced vertices: both deformed surfaces of two balls meet in the contact, and go on apart beside it.

import { expect, it } from 'vitest';
import { World } from '../../../src/index.js';
import { deform, pressureAt, type QuasiRigidRecord, quasiRigid, tractionsCsv } from '../../../src/quasi-rigid.js';

const MATERIAL = { young: 1e6, poisson: 0.3 };
const world = new World(
  {
    gravity: [0, 0, 0],
    timeStep: 1e-3,
    contact: { model: 'quasi-rigid', nodes: 400 },
    bodies: [
      {
        name: 'low',
        type: 'static',
        shape: { type: 'sphere', radius: 0.05 },
        position: [0, -0.05, 0],
        material: MATERIAL,
      },
      {
        name: 'high',
        shape: { type: 'sphere', radius: 0.05 },
        mass: 1,
        position: [0, 0.049, 0],
        locked: ['x', 'y', 'z', 'rx', 'ry', 'rz'],
        material: MATERIAL,
      },
    ],
  } as never,
  { models: [quasiRigid] },
);
world.step();
const contact = world.contacts(['tractions'])[0]! as unknown as QuasiRigidRecord & {
  a: { name: string };
  b: { name: string };
};

it('surfaces meet within the contact, to 3 % of the approach, and do not cross beside it', () => {
  const upper = (r: number) => 0.049 - Math.sqrt(0.05 ** 2 - r * r);
  const lower = (r: number) => -0.05 + Math.sqrt(0.05 ** 2 - r * r);
  const radius = contact.contactRadius;
  for (const share of [0, 0.3, 0.6, 0.8, 1.3, 2, 4]) {
    const r = share * radius;
    const high = Float64Array.of(r, upper(r), 0);
    const low = Float64Array.of(r, lower(r), 0);
    deform(high, contact, contact.a.name === 'high' ? 'a' : 'b');
    deform(low, contact, contact.a.name === 'high' ? 'b' : 'a');
    const gap = high[1]! - low[1]!;
    if (share < 1) expect(Math.abs(gap)).toBeLessThan(0.03 * 1e-3);
    else expect(gap).toBeGreaterThan(0);
  }
});

it('has the pressure of the nodes, and CSV with a line for each', () => {
  const t = contact.tractions!;
  expect(Math.abs(pressureAt(t, 0, -0.0005, 0) / contact.pressureMax - 1)).toBeLessThan(0.1);
  expect(pressureAt(t, 0.03, 0, 0)).toBe(0);
  expect(tractionsCsv([contact]).trim().split('\n')).toHaveLength(1 + t.areas.length);
});

it('with the kernel that keeps the volume surfaces rise beside the contact by as much as they sink in it', () => {
  const width = 0.02;
  const world = new World(
    {
      gravity: [0, 0, 0],
      timeStep: 1e-3,
      contact: { model: 'quasi-rigid', response: 'volume', width },
      bodies: [
        { name: 'ground', type: 'static', shape: { type: 'half-space' }, material: MATERIAL },
        {
          name: 'ball',
          shape: { type: 'sphere', radius: 0.05 },
          mass: 1,
          position: [0, 0.049, 0],
          locked: ['x', 'y', 'z', 'rx', 'ry', 'rz'],
        },
      ],
    } as never,
    { models: [quasiRigid] },
  );
  world.step();
  const c = world.contacts(['tractions'])[0]! as unknown as QuasiRigidRecord & { a: { name: string } };
  const side = c.a.name === 'ground' ? 'a' : 'b';
  expect(c.tractions!.width).toBe(width);
  // Rings of the plane around the contact: what goes down comes up (eq. 3), by the midpoint rule.
  let sum = 0;
  let size = 0;
  let highest = 0;
  const step = 2e-4;
  for (let r = step / 2; r < 0.12; r += step) {
    let mean = 0;
    for (let k = 0; k < 8; k++) {
      const at = Float64Array.of(r * Math.cos((k * Math.PI) / 4), 0, r * Math.sin((k * Math.PI) / 4));
      deform(at, c, side);
      mean += at[1]! / 8;
      highest = Math.max(highest, at[1]!);
    }
    sum += mean * r * step;
    size += Math.abs(mean) * r * step;
  }
  expect(highest).toBeGreaterThan(1e-5);
  expect(Math.abs(sum) / size).toBeLessThan(0.01);
});

// What hands feel in the studio: the user's own, those of devices, in every lane, and rumble.

import { describe, expect, test, vi } from 'vitest';
import type { LaneSource } from '../../studio/sim/protocol.js';
import { feelTables } from '../../studio/touch/feel.js';
import { Rumble } from '../../studio/touch/rumble.js';
import { Bench } from './support.js';

async function loaded(lanes: LaneSource[]): Promise<Bench> {
  const bench = new Bench();
  await bench.client.load(lanes);
  return bench;
}

const ball: LaneSource = {
  description: {
    gravity: [0, 0, 0],
    timeStep: 0.001,
    bodies: [{ name: 'ball', shape: { type: 'sphere', radius: 0.2 }, mass: 2 }],
  },
};

describe('what a hand feels', () => {
  test('is nothing while it holds nothing', async () => {
    const { client } = await loaded([ball]);
    await client.stepOnce(3);
    expect(client.frame!.lanes[0]!.feels).toEqual([]);
  });

  test('is the spring, and its energy is force times way: minus what the body has got', async () => {
    const { client } = await loaded([ball]);
    const body = client.scenes[0]!.bodies[0]!.id;
    await client.command({ type: 'grab', body, point_B: [0, 0, 0], target: [0, 0, 0] });
    // Pulled away at 1 m/s: the hand gives, so its energy falls.
    for (let k = 1; k <= 200; k++) {
      await client.command({ type: 'move-grab', target: [0.001 * k, 0, 0] });
      await client.stepOnce();
    }
    const [feel] = client.frame!.lanes[0]!.feels;
    const [pull] = client.frame!.lanes[0]!.pulls;
    expect(feel!.device).toBeNull();
    for (let k = 0; k < 3; k++) expect(feel!.force[k]).toBe(-pull!.force[k]!);
    // Kinetic energy of the body, ½ m v², and what is in spring and damper: more than the first was given.
    const { numbers } = await client.states(0);
    const kinetic = 0.5 * 2 * numbers[7]! ** 2;
    expect(kinetic).toBeGreaterThan(0.5);
    expect(feel!.energy).toBeLessThan(-kinetic);
    expect(feel!.energy).toBeGreaterThan(-4 * kinetic);
    await client.command({ type: 'release' });
    await client.stepOnce();
    expect(client.frame!.lanes[0]!.feels).toEqual([]);
  });

  test('a body of a device is taken off its path, feels its wall, and goes back when it is let go', async () => {
    const { client } = await loaded([{ scene: 'hand-on-wall' }]);
    const tip = client.scenes[0]!.bodies.find(({ name }) => name === 'tip')!;
    expect(tip.device).toBe('hand');
    await client.command({ type: 'grab', body: tip.id, point_B: [0, 0, 0], target: [0, 0.042, 0] });
    await client.stepOnce(2000);
    // 500 N/m aimed 8 mm into a wall of 2000 N/m.
    const [own, device] = client.frame!.lanes[0]!.feels;
    expect(own!.force[1]).toBeCloseTo((8e-3 * 500 * 2000) / 2500, 3);
    expect(device).toMatchObject({ device: 'hand' });
    expect(device!.force[1]).toBeCloseTo(own!.force[1], 9);
    await client.command({ type: 'release' });
    await client.stepOnce(2000);
    expect(client.frame!.lanes[0]!.feels[0]!.force[1]).toBeCloseTo(4, 3);
  });

  test('is repeated bit by bit when time goes back', async () => {
    const bench = await loaded([{ scene: 'shovels' }]);
    const { client } = bench;
    const shovel = client.scenes[0]!.bodies.find(({ name }) => name === 'left shovel')!;
    await client.command({ type: 'grab', body: shovel.id, point_B: [0, 0, 0], target: [-0.1, 0.05, 0] });
    for (let k = 0; k < 20; k++) {
      await client.command({ type: 'move-grab', target: [-0.1 + 0.002 * k, 0.05, 0] });
      await client.stepOnce(5);
    }
    await client.command({ type: 'release' });
    await client.stepOnce(50);
    const end = await client.hash();
    const seek = client.seek(10);
    await bench.run(1000);
    await seek;
    await client.stepOnce(client.frame!.last - 10);
    expect(await client.hash()).toEqual(end);
  });

  test('models stand side by side while one hand plays both', async () => {
    const { client } = await loaded([
      { scene: 'hand-on-wall' },
      { scene: 'hand-on-wall', overrides: { contact: { model: 'six' } } },
    ]);
    const tip = client.scenes[0]!.bodies.find(({ name }) => name === 'tip')!;
    await client.command({ type: 'grab', body: tip.id, point_B: [0, 0, 0], target: [0, 0.042, 0] });
    await client.stepOnce(1000);
    const tables = feelTables(client.frame!.lanes.map(({ feels }) => feels));
    expect(tables.map(({ device }) => device)).toEqual([null, 'hand']);
    expect(tables[0]!.rows[0]).toHaveLength(2);
    const [soft, stiff] = client.frame!.lanes.map(({ feels }) => feels[0]!.force[1]);
    // The second wall is chosen as stiff as the step carries: nearly all of 500 N/m times 8 mm.
    expect(stiff!).toBeGreaterThan(soft!);
    expect(stiff!).toBeGreaterThan(3.8);
    expect(stiff!).toBeLessThan(4);
  });
});

test('late steps and the longest one are counted since the hand took hold', async () => {
  const bench = await loaded([ball]);
  const { client } = bench;
  const body = client.scenes[0]!.bodies[0]!.id;
  await client.command({ type: 'grab', body, point_B: [0, 0, 0], target: [0, 0, 0] });
  bench.cost = 3;
  await client.stepOnce(4);
  bench.cost = 0;
  await client.stepOnce();
  const [feel] = client.frame!.lanes[0]!.feels;
  expect(feel!.late).toBe(4);
  expect(feel!.longest).toBeGreaterThanOrEqual(3);
});

test('a pad rumbles by force, and not more often than it can', () => {
  const playEffect = vi.fn(async () => undefined);
  const pad = { vibrationActuator: { playEffect } } as unknown as Gamepad;
  const rumble = new Rumble();
  rumble.feel([pad], [0, 0, 0], 10, 0);
  expect(playEffect).not.toHaveBeenCalled();
  rumble.feel([pad], [0, 5, 0], 10, 1);
  rumble.feel([pad], [0, 5, 0], 10, 20);
  rumble.feel([pad, {} as Gamepad], [0, 50, 0], 10, 60);
  expect(playEffect.mock.calls).toEqual([
    ['dual-rumble', { duration: 80, strongMagnitude: 0.5, weakMagnitude: 0.25 }],
    ['dual-rumble', { duration: 80, strongMagnitude: 1, weakMagnitude: 0.5 }],
  ]);
});

// Sensors report who overlaps them, with the volume that mathematics dictates, and change nothing.

import { describe, expect, test } from 'vitest';
import { type SceneDescription, type SensorEvent, World } from '../../src/index.js';
import { box, ground, pointWorld, sphere, stepTimes } from './support.js';

const gate = { name: 'gate', type: 'static', shape: { type: 'box', size: [2, 2, 2] }, sensor: true } as const;

describe('volumes', () => {
  const volumeOf = (scene: SceneDescription): number => {
    const world = new World({ gravity: [0, 0, 0], ...scene });
    world.step();
    return world.sensed().reduce((sum, { volume }) => sum + volume, 0);
  };

  test('a cube that reaches halfway in: half of it', () => {
    expect(volumeOf({ bodies: [gate, box([1, 1, 1], [1, 0.2, 0.3])] })).toBeCloseTo(0.5, 12);
  });

  test('a ball in a half-space: the cap π h² (3r - h)/3', () => {
    const lake = { type: 'static', shape: { type: 'half-space' }, sensor: true } as const;
    for (const h of [0.1, 0.5, 1, 1.9])
      expect(volumeOf({ bodies: [lake, sphere(1, [0, 1 - h, 0])] })).toBeCloseTo((Math.PI * h * h * (3 - h)) / 3, 9);
  });

  test('a compound adds up its parts, and a sensor part measures beside solid ones', () => {
    const two = {
      type: 'compound',
      parts: [-1, 1].map((x) => ({ shape: { type: 'box', size: [1, 1, 1] } as const, position: [x, 0, 0] as const })),
    } as const;
    expect(volumeOf({ bodies: [gate, { shape: two, mass: 1, position: [0.25, 0, 0] }] })).toBeCloseTo(1.0, 12);
    const world = new World({
      gravity: [0, 0, 0],
      bodies: [
        {
          name: 'hand',
          density: 1000,
          shape: {
            type: 'compound',
            parts: [
              { shape: { type: 'box', size: [1, 1, 1] } },
              { shape: { type: 'box', size: [1, 1, 1] }, position: [1, 0, 0], sensor: true },
            ],
          },
        },
        box([0.5, 0.5, 0.5], [1.5, 0, 0], { name: 'thing' }),
      ],
    });
    // The sensor part weighs nothing.
    expect(world.body('hand').mass).toBeCloseTo(1000, 9);
    expect(world.body('hand').centerOfMass[0]).toBe(0);
    world.step();
    expect(world.sensed(world.body('hand')).map(({ part, body }) => [part, body.name])).toEqual([[1, 'thing']]);
    expect(world.sensed()[0]!.volume).toBeCloseTo(0.125 / 2, 12);
    expect(world.contacts()).toEqual([]);
  });
});

test('a body that falls through begins, stays and ends, and moves as if nothing were there', () => {
  const log: string[] = [];
  const make = (bodies: NonNullable<SceneDescription['bodies']>) => new World({ bodies });
  const ball = sphere(0.5, [0, 3, 0], { name: 'ball' });
  const world = make([gate, ball]);
  const note = (e: SensorEvent) => log.push(`${e.type} ${e.sensor.name} ${e.body.name} ${e.part}`);
  for (const type of ['sensorBegin', 'sensorStay', 'sensorEnd'] as const) world.on(type, note);
  const alone = make([ball]);
  let most = 0;
  for (let k = 0; k < 80; k++) {
    world.step();
    alone.step();
    most = Math.max(most, world.sensed()[0]?.volume ?? 0);
  }
  expect(world.body('ball').position).toEqual(alone.body('ball').position);
  expect(log[0]).toBe('sensorBegin gate ball null');
  expect(log.at(-1)).toBe('sensorEnd gate ball null');
  expect(new Set(log.slice(1, -1))).toEqual(new Set(['sensorStay gate ball null']));
  // All of the ball was inside.
  expect(most).toBeCloseTo((4 / 3) * Math.PI * 0.125, 9);
  expect(world.contacts()).toEqual([]);
});

test('a sensor keeps nobody awake, sees sleepers, and notices when it is put elsewhere', () => {
  const world = pointWorld({ bodies: [ground, gate, box([0.2, 0.2, 0.2], [0, 0.1, 0], { name: 'box' })] });
  let stays = 0;
  world.on('sensorStay', () => stays++);
  stepTimes(world, 90);
  expect(world.body('box').asleep).toBe(true);
  expect(world.sensed()[0]!.volume).toBeCloseTo(0.008, 9);
  expect(stays).toBe(89);
  world.body('gate').position = [0.6 + 0.4, 0, 0];
  expect(world.body('box').asleep).toBe(false);
  world.step();
  expect(world.sensed()[0]!.volume).toBeCloseTo(0.2 * 0.2 * 0.1, 5);
  world.body('gate').sensor = false;
  world.step();
  expect(world.sensed()).toEqual([]);
});

test('masks, statics, other sensors and removed bodies', () => {
  const world = new World({
    gravity: [0, 0, 0],
    bodies: [
      { ...gate, mask: 2 },
      ground,
      { ...gate, name: 'other', group: 2 },
      sphere(0.1, [0, 0, 0], { name: 'unseen', mask: 0 }),
      sphere(0.1, [0.5, 0, 0], { name: 'seen', group: 2 }),
    ],
  });
  world.step();
  expect(world.sensed(world.body('gate')).map(({ body }) => body.name)).toEqual(['seen']);
  let ends = 0;
  world.on('sensorEnd', () => ends++);
  world.removeBody(world.body('seen'));
  world.step();
  expect([world.sensed().length, ends]).toEqual([0, 0]);
});

test('a restored world goes on with the same events', () => {
  const world = new World({ bodies: [gate, sphere(0.5, [0, 1, 0], { name: 'ball' })] });
  world.step();
  const other = World.restore(world.snapshot());
  const types = [world, other].map((w) => {
    const log: string[] = [];
    for (const type of ['sensorBegin', 'sensorStay', 'sensorEnd'] as const)
      w.on(type, (e) => log.push(`${e.type} ${e.volume}`));
    stepTimes(w, 60);
    return log;
  });
  expect(types[0]!.length).toBeGreaterThan(10);
  expect(types[1]).toEqual(types[0]);
});

test('a compound of sensors alone is told what to do', () => {
  const part = { shape: { type: 'sphere', radius: 1 }, sensor: true } as const;
  expect(() => new World({ bodies: [{ mass: 1, shape: { type: 'compound', parts: [part] } }] })).toThrow(
    /no solid part: give the body "sensor": true/,
  );
});

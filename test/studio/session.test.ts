import { describe, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { World } from '../../src/index.js';
import type { Command, Frame, LaneSource, SceneMessage } from '../../studio/sim/protocol.js';
import { Bench } from './support.js';

const tower: LaneSource = { scene: 'tower' };

async function loaded(lanes: LaneSource[], limits = {}): Promise<Bench> {
  const bench = new Bench(limits);
  await bench.client.load(lanes);
  return bench;
}

describe('bits', () => {
  test('a session steps as a world does', async () => {
    const { client } = await loaded([{ scene: 'spinning-plate', parameters: { friction: 0.3 } }]);
    await client.stepOnce(200);
    const world = new World(scenes.find(({ name }) => name === 'spinning-plate')!.make({ friction: 0.3 }));
    for (let n = 0; n < 200; n++) world.step();
    expect(await client.hash()).toEqual([world.hash()]);
  });

  test('back 500 steps and forward again through grabs, pushes, additions and deletions: the same bits at every step', async () => {
    const bench = await loaded([{ scene: 'tower' }, { scene: 'tower', overrides: { contact: { model: 'point' } } }]);
    const { client } = bench;
    const hashes: string[][] = [];
    const go = async (steps: number) => {
      for (let n = 0; n < steps; n++) {
        const { step } = await client.stepOnce();
        hashes[step] = await client.hash();
      }
    };
    const act = async (command: Command) => {
      const answer = await client.command(command);
      hashes[client.frame!.step] = await client.hash();
      return answer;
    };
    const id = (name: string) => client.scenes[0]!.bodies.find((body) => body.name === name)!.id;
    const boxes = client.scenes[0]!.bodies.filter(({ type }) => type === 'dynamic').slice(-6);
    await go(20);
    await act({ type: 'grab', body: boxes[0]!.id, point_B: [0.1, 0, 0], target: [1, 2, 0] });
    for (let n = 0; n < 30; n++) {
      await act({ type: 'move-grab', target: [1 + 0.05 * n, 2, 0.5] });
      await act({ type: 'move-grab', target: [1 + 0.05 * n, 2, 0.6] });
      await go(2);
    }
    await act({ type: 'release' });
    await act({ type: 'push', body: boxes[1]!.id, force: [40, 10, 0], point: [0, 1, 0], steps: 25 });
    await go(60);
    const { bodies: made } = await act({
      type: 'add',
      description: { name: 'drop', shape: { type: 'sphere', radius: 0.3 }, mass: 4, position: [0.2, 4, 0.1] },
    });
    expect(made).toEqual([id('drop'), id('drop')]);
    await go(80);
    await act({ type: 'duplicate', body: made[0]! });
    await go(40);
    await act({ type: 'delete', body: boxes[2]!.id });
    await act({ type: 'set', body: boxes[3]!.id, values: { linearVelocity: [0, 3, 0] } });
    await act({ type: 'impulse', body: boxes[4]!.id, impulse: [0, 2, 1], point: [0, 0, 0] });
    await go(380);
    const end = client.frame!.step;
    expect(end).toBe(640);
    const drawn = client.frame!.lanes.map(({ poses }) => poses);

    for (const goal of [end - 500, 20, 95, 141, 300, 0, 333]) {
      const seek = client.seek(goal);
      await bench.run(2000);
      expect(await seek).toEqual({ step: goal });
      if (goal > 0) expect(await client.hash()).toEqual(hashes[goal]);
    }
    const seek = client.seek(end - 500);
    await bench.run(1000);
    await seek;
    for (let step = end - 500; step < end; ) {
      ({ step } = await client.stepOnce());
      expect(await client.hash(), `step ${step}`).toEqual(hashes[step]);
    }
    expect(client.frame!.lanes.map(({ poses }) => poses)).toEqual(drawn);
  }, 60_000);

  test('contacts after a seek are those of before', async () => {
    const bench = await loaded([tower]);
    const { client } = bench;
    await client.want({ contacts: true, statistics: true, hash: true });
    const seen: unknown[] = [];
    for (let n = 1; n <= 90; n++) {
      await client.stepOnce();
      seen[n] = client.frame!.lanes[0]!.details!.contacts;
    }
    // 60 is a key itself, 45 is reached by repeating.
    for (const step of [45, 60, 90]) {
      const seek = client.seek(step);
      await bench.run(500);
      await seek;
      await bench.run(50);
      expect(client.frame!.step).toBe(step);
      expect(client.frame!.lanes[0]!.details!.contacts).toEqual(seen[step]);
    }
  });
});

describe('time', () => {
  test('plays in real time, slower when told, and says so when it cannot keep up', async () => {
    const bench = await loaded([tower]);
    const { client } = bench;
    await client.play();
    await bench.run(2000);
    // A step more or less at either end.
    expect(Math.abs(client.frame!.step - 120)).toBeLessThanOrEqual(2);
    expect(client.frame!.speed).toBe(1);
    await client.setRate(0.1);
    const before = client.frame!.step;
    await bench.run(2000);
    expect(Math.abs(client.frame!.step - before - 12)).toBeLessThanOrEqual(2);
    await client.setRate(1);
    // Every look at the clock takes 10 ms now: a step reads it many times and takes longer than a sixtieth.
    bench.cost = 10;
    await bench.run(4000);
    expect(client.frame!.speed).toBeLessThan(0.5);
    expect(client.frame!.speed).toBeGreaterThan(0);
    bench.cost = 0;
    await client.pause();
    await bench.run(20);
    expect(client.frame).toMatchObject({ playing: false, speed: 1 });
  });

  test('in slow motion bodies are drawn between the steps, and their contacts with them', async () => {
    const bench = await loaded([{ scene: 'sliding-disc', overrides: { timeStep: 1 / 60 } }]);
    const { client } = bench;
    await client.want({ contacts: true });
    await client.setRate(0.1);
    const xs: number[] = [];
    const offsets: number[] = [];
    client.on('frame', ({ detail }) => {
      const [lane] = detail.lanes;
      const k = 7 * client.scenes[0]!.bodies.findIndex(({ type }) => type === 'dynamic');
      xs.push(lane!.poses[k]!);
      const contact = lane!.details?.contacts?.[0];
      if (contact) offsets.push(contact.point[0] - lane!.poses[k]!);
    });
    await client.play();
    await bench.run(1000);
    expect(new Set(xs).size).toBeGreaterThan(40);
    for (let n = 1; n < xs.length; n++) expect(xs[n]!).toBeGreaterThanOrEqual(xs[n - 1]!);
    // It slides by 4 cm a step; friction takes a twentieth of that off within a step, which its velocity at the end
    // does not know.
    for (const offset of offsets) expect(Math.abs(offset)).toBeLessThan(2e-3);
    expect(offsets.length).toBeGreaterThan(40);
  });

  test('waits for a page that does not take its frames', async () => {
    const bench = await loaded([tower]);
    await bench.client.play();
    await bench.run(100);
    const receive = bench.session.receive.bind(bench.session);
    bench.session.receive = () => {};
    const { step } = bench.client.frame!;
    await bench.run(20_000);
    bench.session.receive = receive;
    // What it did before it lost patience: a second and a half and a little.
    const { step: after } = await bench.client.stepOnce();
    expect(after - step).toBeLessThan(110);
  });

  test('two time steps stay together', async () => {
    const { client } = await loaded([tower, { scene: 'tower', overrides: { timeStep: 1 / 240 } }]);
    await client.stepOnce(30);
    const world = new World({ ...scenes.find(({ name }) => name === 'tower')!.make(), timeStep: 1 / 240 });
    for (let n = 0; n < 120; n++) world.step();
    expect((await client.hash())[1]).toBe(world.hash());
  });
});

describe('history', () => {
  test('holds the last 30 s, within its memory', async () => {
    const { client } = await loaded([tower], { seconds: 2, bytes: 1e6 });
    await client.stepOnce(400);
    expect(client.frame).toMatchObject({ step: 400, first: 280, last: 400 });
    const small = await loaded([tower], { seconds: 30, bytes: 300_000 });
    await small.client.stepOnce(1500);
    const { first, last } = small.client.frame!;
    expect(last).toBe(1500);
    expect(first).toBeGreaterThan(700);
    const seek = small.client.seek(first);
    await small.run(3000);
    expect(await seek).toEqual({ step: first });
  });

  test('a new command in the past begins another future, and a hand of the old one lets go', async () => {
    const bench = await loaded([tower]);
    const { client } = bench;
    const body = client.scenes[0]!.bodies.at(-1)!.id;
    await client.stepOnce(10);
    await client.command({ type: 'grab', body, point_B: [0, 0, 0], target: [0, 5, 0] });
    await client.stepOnce(50);
    await client.command({ type: 'release' });
    await client.stepOnce(50);
    const seek = client.seek(30);
    await bench.run(200);
    await seek;
    await bench.run(30);
    expect(client.frame).toMatchObject({ step: 30, last: 110 });
    // The page did not grab: nothing to move.
    await client.command({ type: 'move-grab', target: [9, 9, 9] });
    await client.stepOnce();
    expect(client.frame!.lanes[0]!.pulls).toMatchObject([{ kind: 'grab', body, target: [0, 5, 0] }]);
    expect(client.frame!.last).toBe(110);
    await client.command({ type: 'push', body, force: [0, 0, 1], point: [0, 1, 0] });
    await client.stepOnce();
    expect(client.frame).toMatchObject({ step: 32, last: 32 });
    expect(client.frame!.lanes[0]!.pulls).toMatchObject([{ kind: 'push' }]);
  });

  test('a trajectory has the poses of every step since the bodies last changed', async () => {
    const { client } = await loaded([tower]);
    await client.stepOnce(20);
    await client.command({
      type: 'add',
      description: { shape: { type: 'sphere', radius: 0.1 }, mass: 1, position: [3, 3, 0] },
    });
    await client.stepOnce(30);
    const { first, times, poses, bodies, timeStep } = await client.trajectory();
    expect([first, times.length, bodies.length]).toEqual([20, 31, client.scenes[0]!.bodies.length]);
    expect(poses.length).toBe(7 * 31 * bodies.length);
    expect(times[30]! - times[0]!).toBeCloseTo(30 * timeStep, 12);
    expect(poses.slice(-7)).toEqual(client.frame!.lanes[0]!.poses.slice(-7));
  });
});

describe('messages', () => {
  test('a scene that is refused leaves the running one alone', async () => {
    const { client } = await loaded([tower]);
    await client.stepOnce(5);
    const hash = await client.hash();
    await expect(client.load([{ scene: 'nowhere' }])).rejects.toThrow('no scene named "nowhere"');
    await expect(
      client.load([tower, { description: { bodies: [{ shape: { type: 'sphere', radius: -1 }, mass: 1 }] } }]),
    ).rejects.toThrow('radius');
    await expect(client.command({ type: 'delete', body: 99 })).rejects.toThrow('no body has the id 99');
    await expect(
      client.command({ type: 'add', description: { shape: { type: 'box', size: [1, 1, 1] } } }),
    ).rejects.toThrow('mass is missing');
    const ground = client.scenes[0]!.bodies.find(({ type }) => type === 'static')!.id;
    await expect(client.command({ type: 'grab', body: ground, point_B: [0, 0, 0], target: [0, 0, 0] })).rejects.toThrow(
      'is static',
    );
    await expect(client.command({ type: 'set', body: ground, values: { linearVelocity: [1, 0, 0] } })).rejects.toThrow(
      'static',
    );
    expect(await client.hash()).toEqual(hash);
  });

  test('scenes are announced before the frame that needs them', async () => {
    const bench = new Bench();
    const { client } = bench;
    const order: string[] = [];
    client.on('scene', ({ detail }: CustomEvent<SceneMessage>) =>
      order.push(`scene ${detail.lane} ${detail.bodies.length}`),
    );
    client.on('frame', ({ detail }: CustomEvent<Frame>) =>
      order.push(`frame ${detail.step} ${detail.lanes.map(({ poses }) => poses.length / 7).join(' ')}`),
    );
    await client.load([tower, tower]);
    await client.command({ type: 'delete', body: client.scenes[0]!.bodies.at(-1)!.id });
    await client.stepOnce();
    await bench.run(50);
    const seek = client.seek(0);
    await bench.run(50);
    await seek;
    expect(order.slice(0, 3)).toEqual(['scene 0 11', 'scene 1 11', 'frame 0 11 11']);
    expect(order.slice(3, 7)).toEqual(['scene 0 10', 'scene 1 10', 'frame 0 10 10', 'frame 1 10 10']);
    // The deletion is part of what is at step 0 now.
    expect(order.at(-1)).toBe('frame 0 10 10');
  });

  test('a body that leaves all bounds stops the play with a message that names it, and the step before is still there', async () => {
    const bench = await loaded([
      {
        description: {
          gravity: [0, 0, 0],
          bodies: [{ name: 'rocket', shape: { type: 'sphere', radius: 1 }, mass: 1e-3 }],
        },
      },
    ]);
    const { client } = bench;
    const errors: string[] = [];
    client.on('error', ({ detail }) => errors.push(detail));
    await client.stepOnce(3);
    const body = client.scenes[0]!.bodies[0]!.id;
    await client.command({ type: 'push', body, force: [1e12, 0, 0], point: [0, 1, 0], steps: 10 });
    await client.play();
    await bench.run(500);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('"rocket"');
    expect(client.frame!.playing).toBe(false);
    expect(await client.hash()).toHaveLength(1);
  });

  test('the scene as it is now can be loaded again', async () => {
    const { client } = await loaded([{ scene: 'chain' }]);
    await client.stepOnce(200);
    const now = await client.description('now');
    const frame = client.frame!;
    const again = await loaded([{ description: JSON.parse(JSON.stringify(now)) }]);
    const { poses } = again.client.frame!.lanes[0]!;
    for (let k = 0; k < poses.length; k++) expect(Math.abs(poses[k]! - frame.lanes[0]!.poses[k]!)).toBeLessThan(1e-6);
    await client.stepOnce(20);
    await again.client.stepOnce(20);
    const [a, b] = [client.frame!.lanes[0]!.poses, again.client.frame!.lanes[0]!.poses];
    // Joints start without their warm start: a twentieth of a second apart by what the solver leaves, not by the motion
    // (centimetres).
    for (let k = 0; k < a.length; k++) expect(Math.abs(a[k]! - b[k]!)).toBeLessThan(1e-4);
    expect(await client.description('start')).toEqual(scenes.find(({ name }) => name === 'chain')!.make());
  });
});

describe('the end of a scene', () => {
  const { seconds } = scenes.find(({ name }) => name === 'falling-box')!;
  const box: LaneSource = { scene: 'falling-box', parameters: {} };
  const end = 20;

  test('pauses at exactly the step that was asked for, however late its frames are taken', async () => {
    expect(seconds).toBeGreaterThan(0);
    const bench = await loaded([box]);
    await bench.client.setEnding(end, 'pause');
    await bench.client.play();
    await bench.run(2000);
    expect(bench.client.frame).toMatchObject({ step: end, playing: false });
    // Playing on goes beyond it.
    await bench.client.play();
    await bench.run(500);
    expect(bench.client.frame!.step).toBeGreaterThan(end);
  });

  test('starts again after a moment, and goes on if the world was changed', async () => {
    const bench = await loaded([box]);
    await bench.client.setEnding(end, 'restart');
    await bench.client.play();
    const load = bench.client.scenes[0]!.load;
    await bench.run(3000);
    expect(bench.client.scenes[0]!.load).toBeGreaterThan(load);
    await bench.client.reset();
    await bench.client.command({
      type: 'add',
      description: { name: 'own', shape: { type: 'sphere', radius: 0.1 }, mass: 1, position: [3, 1, 0] },
    });
    const mine = bench.client.scenes[0]!.load;
    await bench.run(3000);
    expect(bench.client.scenes[0]!.load).toBe(mine);
    expect(bench.client.frame!.step).toBeGreaterThan(end);
  });
});

describe('undo', () => {
  test('takes back what was done last, with the bits of before', async () => {
    const { client } = await loaded([tower]);
    await client.stepOnce(10);
    const before = await client.hash();
    const bodies = client.scenes[0]!.bodies.length;
    const { id } = client.scenes[0]!.bodies.at(-1)!;
    await client.command({ type: 'duplicate', body: id });
    await client.command({ type: 'delete', body: id });
    expect(await client.undo()).toEqual({ undone: true });
    expect(client.scenes[0]!.bodies).toHaveLength(bodies + 1);
    await client.stepOnce(5);
    expect(await client.undo()).toEqual({ undone: true });
    expect(client.scenes[0]!.bodies).toHaveLength(bodies);
    expect(client.frame!.step).toBe(10);
    expect(await client.hash()).toEqual(before);
    expect(await client.undo()).toEqual({ undone: false });
  });

  test('a pull with all its moves is one thing', async () => {
    const { client } = await loaded([tower]);
    await client.stepOnce(3);
    const before = await client.hash();
    const { id } = client.scenes[0]!.bodies.at(-1)!;
    await client.command({ type: 'grab', body: id, point_B: [0, 0, 0], target: [1, 3, 0] });
    await client.stepOnce(4);
    await client.command({ type: 'move-grab', target: [2, 3, 0] });
    await client.stepOnce(4);
    await client.command({ type: 'release' });
    await client.stepOnce(4);
    await client.undo();
    expect(client.frame!.step).toBe(3);
    expect(await client.hash()).toEqual(before);
    await client.stepOnce(4);
    expect(client.frame!.lanes[0]!.pulls).toEqual([]);
  });
});

test('every step has its figures, whichever are shown', async () => {
  const { client } = await loaded([tower]);
  await client.want({ statistics: true });
  const steps: number[] = [];
  client.on('frame', ({ detail }) => steps.push(...(detail.passed ?? []).map(({ step }) => step)));
  await client.stepOnce(7);
  await client.stepOnce(3);
  expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

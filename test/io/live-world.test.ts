import { describe, expect, it } from 'vitest';
import { handOnWall } from '../../scenes/haptics.js';
import { type SceneDescription, type Vec3, World } from '../../src/index.js';
import { type FromLive, LiveClient, type LiveOptions, LiveWorker, type ToLive, warmUp } from '../../src/loop.js';
import { penalty } from '../../src/penalty.js';

const models = [penalty];
const scene = handOnWall.make();

/** Both sides in one thread, with a clock and a timer that the test moves. */
class Both {
  now = 0;
  readonly queue: { at: number; run: () => void }[] = [];
  readonly client: LiveClient;
  readonly posted: FromLive[] = [];
  readonly start: () => void;
  /** Read by the worker's clock: what to do when it is looked at. */
  onLook: (() => void) | null = null;

  constructor(shared: boolean, given: SceneDescription = scene, drive?: LiveOptions['drive']) {
    const worker = new LiveWorker({
      models,
      warmUp: false,
      ...(drive && { drive }),
      clock: () => {
        this.onLook?.();
        return this.now;
      },
      later: (run, ms) => this.queue.push({ at: this.now + ms, run }),
      post: (message) => {
        const data = structuredClone(message);
        this.posted.push(data);
        this.client.receive(data);
      },
    });
    const waiting: ToLive[] = [];
    let isOpen = false;
    this.client = new LiveClient(given, {
      post: (message) => (isOpen ? worker.receive(message) : waiting.push(message)),
      shared,
    });
    this.start = () => {
      isOpen = true;
      for (const message of waiting) worker.receive(message);
    };
  }

  runUntil(time: number): void {
    while (this.queue.length > 0 && this.now < time) {
      const { at, run } = this.queue.shift()!;
      this.now = Math.max(at, this.now);
      run();
    }
  }
}

describe('a live world', () => {
  it('by messages: steps as the clock says, posts frames now and then, and ends when told', async () => {
    const both = new Both(false);
    both.start();
    both.runUntil(2000);
    expect(both.client.read()).toBe(true);
    const { frame } = both.client;
    // The clock stands while a step is computed, so none is late, and each is felt a step later at most.
    expect(frame.late).toBe(0);
    expect(frame.steps).toBeGreaterThan(1990);
    expect(frame.force(0)[1]).toBeCloseTo(4, 3);
    expect(frame.poses[7 + 1]).toBeCloseTo(0.048, 5);
    const frames = both.posted.filter(({ type }) => type === 'frame').length;
    expect(frames).toBeGreaterThan(200);
    expect(frames).toBeLessThan(260);
    both.client.stop();
    both.runUntil(1e9);
    const { statistics, hash } = await both.client.stopped;
    const world = new World(scene, { models, clock: () => 0 });
    for (let k = 0; k < statistics.steps; k++) world.step();
    expect(hash).toBe(world.hash());
  });

  it('with shared memory: the same bits, through buffers alone', async () => {
    const both = new Both(true);
    let looks = 0;
    both.onLook = () => {
      both.now += 0.25;
      if (++looks === 6000) both.client.stop();
    };
    both.start();
    const { statistics, hash } = await both.client.stopped;
    expect(both.posted.map(({ type }) => type)).toEqual(['stopped']);
    expect(statistics.steps).toBeGreaterThan(500);
    expect(both.client.read()).toBe(true);
    expect(both.client.frame.steps).toBe(statistics.steps - 1);
    const world = new World(scene, { models, clock: () => 0 });
    for (let k = 0; k < statistics.steps; k++) world.step();
    expect(hash).toBe(world.hash());
  });

  it('whoever acts in the world does so before every step, both ways', async () => {
    const bare = {
      bodies: [{ name: 'ball', shape: { type: 'sphere' as const, radius: 0.1 }, mass: 1 }],
      gravity: [0, 0, 0] as Vec3,
    };
    // 2 N on 1 kg: a speed of 2 t.
    const drive = (world: World) => ({ act: () => world.body('ball').applyForce([2, 0, 0]) });
    for (const shared of [false, true]) {
      const both = new Both(shared, bare, drive);
      let looks = 0;
      both.onLook = () => {
        if (!shared) return;
        both.now += 5;
        if (++looks === 200) both.client.stop();
      };
      both.start();
      both.runUntil(500);
      if (!shared) both.client.stop();
      both.runUntil(1e9);
      const { statistics, hash } = await both.client.stopped;
      expect(statistics.steps).toBeGreaterThan(10);
      const world = new World(bare, { models });
      const driver = drive(world);
      for (let k = 0; k < statistics.steps; k++) {
        driver.act();
        world.step();
      }
      expect(world.body('ball').linearVelocity[0]).toBeCloseTo((2 * statistics.steps) / 60, 12);
      expect(hash).toBe(world.hash());
    }
  });

  it('counts steps that come late', async () => {
    const both = new Both(false);
    both.start();
    both.runUntil(50);
    both.now += 20;
    both.runUntil(200);
    both.client.read();
    expect(both.client.frame.late).toBeGreaterThan(15);
    expect(both.client.frame.late).toBeLessThan(25);
  });

  it('takes poses of devices both ways', () => {
    const led = { ...scene, devices: [{ name: 'hand', type: 'socket' as const, body: 'tip' }] };
    for (const shared of [false, true]) {
      const both = new Both(shared, led);
      both.client.setPose('hand', [0.01, 0.06, 0], [0, 0, 0, 1]);
      let looks = 0;
      both.onLook = () => {
        if (!shared) return;
        both.now += 0.25;
        if (++looks === 200) both.client.stop();
      };
      both.start();
      both.runUntil(30);
      both.client.read();
      expect(both.client.frame.poses[7]).toBeCloseTo(0.01, 12);
      expect(() => both.client.setPose('foot', [0, 0, 0], [0, 0, 0, 1])).toThrow('no device is named "foot"');
    }
  });

  it('says in one line what cannot be used', async () => {
    const both = new Both(false, { ...scene, contact: { model: 'penalty', stiffness: 1e9 } });
    both.start();
    await expect(both.client.stopped).rejects.toThrow('contact.stiffness is 1000000000');
  });
});

it('a copy warms up: two thousand steps, or a second', () => {
  let now = 0;
  expect(warmUp(scene, models, () => now)).toBe(2000);
  expect(warmUp(scene, models, () => (now += 100))).toBe(9);
  // Whoever acts in the world acts in its copy.
  let acts = 0;
  warmUp(
    scene,
    models,
    () => (now += 100),
    () => ({ act: () => acts++ }),
  );
  expect(acts).toBe(9);
});

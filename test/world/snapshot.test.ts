import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SixfoldError, World } from '../../src/index.js';
import { decode, encode } from '../../src/memory/encode.js';
import { pack, unpack } from '../../src/memory/pack.js';
import { hashBytes } from '../../src/world/hash.js';
import { SNAPSHOT_VERSION } from '../../src/world/snapshot.js';
import { pointScenes } from '../golden/point-scenes.js';
import { box, ground, pointWorld, sphere, stepTimes } from './support.js';

const HEADER = 24;

/** Runs `use` and says whether it was refused as it must be: with one line. */
function refused(use: () => unknown): boolean {
  try {
    use();
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(SixfoldError);
    expect((error as Error).message).not.toMatch(/[\r\n]/);
    expect((error as Error).message.length).toBeGreaterThan(10);
    return true;
  }
}

/** Whether two snapshots are the same bytes (comparing them as lists takes seconds). */
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** The same bytes with a checksum that fits. */
function sealed(body: Uint8Array, version = SNAPSHOT_VERSION): Uint8Array {
  const bytes = new Uint8Array(HEADER + body.length);
  bytes.set([...'SIXF'].map((c) => c.charCodeAt(0)));
  new DataView(bytes.buffer).setUint32(4, version, true);
  bytes.set(
    [...hashBytes(body)].map((c) => c.charCodeAt(0)),
    8,
  );
  bytes.set(body, HEADER);
  return bytes;
}

describe('a restored world', () => {
  test('goes on with the same bytes, not only the same poses', () => {
    for (const [name, make] of Object.entries(pointScenes)) {
      const world = new World(make());
      stepTimes(world, 37);
      const copy = World.restore(world.snapshot());
      expect(same(copy.snapshot(), world.snapshot()), name).toBe(true);
      for (let k = 0; k < 5; k++) {
        stepTimes(world, 11);
        stepTimes(copy, 11);
        expect(copy.hash(), name).toBe(world.hash());
        expect(same(copy.snapshot(), world.snapshot()), name).toBe(true);
      }
    }
  });

  test('is the same in everything that can be asked', () => {
    const world = new World(pointScenes.machine!());
    stepTimes(world, 50);
    const copy = World.restore(world.snapshot());
    expect(copy.name).toBe(world.name);
    expect(copy.model).toBe('point');
    expect(copy.time).toBe(world.time);
    expect(copy.stepCount).toBe(world.stepCount);
    expect(copy.gravity).toEqual(world.gravity);
    expect(copy.timeStep).toBe(world.timeStep);
    expect(copy.energy()).toEqual(world.energy());
    const strip = (w: World): unknown => w.contacts().map(({ a, b, ...rest }) => ({ a: a.name, b: b.name, ...rest }));
    expect(strip(copy)).toEqual(strip(world));
    const joints = (w: World): unknown =>
      [...w.joints()].map((j) => [j.type, j.coordinate, j.motorForce, j.limitForce, j.type === 'slider' ? 0 : j.force]);
    expect(joints(copy)).toEqual(joints(world));
    const bodies = (w: World): unknown =>
      [...w.bodies()].map((b) => [
        b.name,
        b.type,
        b.shape,
        b.mass,
        b.position,
        b.rotation,
        b.asleep,
        b.friction,
        b.force,
      ]);
    expect(bodies(copy)).toEqual(bodies(world));
  });

  test('takes changes as the first one does: bodies, joints, named shapes, teleports, removals', () => {
    const world = new World({ ...pointScenes.oddities!(), timeStep: 0.01 });
    stepTimes(world, 20);
    const copy = World.restore(world.snapshot());
    for (const w of [world, copy]) {
      const added = w.addBody({ shape: 'crate', mass: 1, position: [0, 2, 0], linearVelocity: [0, -5, 0] });
      w.addJoint({ type: 'ball', b: added, anchor: [0, 3, 0] });
      const [, first, second] = [...w.bodies()];
      first!.position = [0.1, 1.5, 0];
      w.removeBody(second!);
      w.addBody(sphere(0.3, [0.1, 4, 0.05]));
    }
    stepTimes(world, 100);
    stepTimes(copy, 100);
    expect(copy.hash()).toBe(world.hash());
    expect(same(copy.snapshot(), world.snapshot())).toBe(true);
  });

  test('knows stale handles of its own, and none of the first world', () => {
    const world = pointWorld({ bodies: [ground] });
    const body = world.addBody(sphere(0.5, [0, 1, 0], { name: 'ball' }));
    const copy = World.restore(world.snapshot());
    expect(() => copy.removeBody(body)).toThrow('another world');
    const own = copy.body('ball');
    copy.removeBody(own);
    expect(own.alive).toBe(false);
    expect(body.alive).toBe(true);
    expect(() => own.position).toThrow(SixfoldError);
  });

  test('a sleeping island sleeps on, and wakes as one', () => {
    const world = pointWorld({
      bodies: [ground, box([1, 1, 1], [0, 0.5, 0], { name: 'low' }), box([1, 1, 1], [0, 1.5, 0])],
    });
    stepTimes(world, 90);
    const copy = World.restore(world.snapshot());
    expect([...copy.bodies()].slice(1).map((b) => b.asleep)).toEqual([true, true]);
    copy.body('low').wake();
    expect([...copy.bodies()].slice(1).map((b) => b.asleep)).toEqual([false, false]);
  });

  test('events go on where they were: no second begin', () => {
    const world = pointWorld({ bodies: [ground, sphere(0.5, [0, 0.5, 0])], sleep: false });
    stepTimes(world, 3);
    const copy = World.restore(world.snapshot());
    const seen: string[] = [];
    for (const type of ['begin', 'persist', 'end'] as const) copy.on(type, (e) => seen.push(e.type));
    stepTimes(copy, 2);
    expect(seen).toEqual(['persist', 'persist']);
  });

  test('many bodies, most of them removed', () => {
    const world = pointWorld({ gravity: [0, 0, 0] });
    const bodies = Array.from({ length: 500 }, (_, k) => world.addBody(sphere(0.4, [k, 0, 0])));
    for (const [k, body] of bodies.entries()) if (k % 5 !== 0) world.removeBody(body);
    world.step();
    const copy = World.restore(world.snapshot());
    expect([...copy.bodies()].length).toBe(100);
    expect(copy.addBody(sphere(0.4, [0, 5, 0])).name).toBe(world.addBody(sphere(0.4, [0, 5, 0])).name);
    expect(same(copy.snapshot(), world.snapshot())).toBe(true);
  });
});

describe('what is no snapshot of ours', () => {
  const world = new World(pointScenes.machine!());
  stepTimes(world, 10);
  const good = world.snapshot();

  test('is refused: nothing, other types, other files, other versions', () => {
    for (const wrong of [undefined, null, 3, 'SIXF', {}, [], good.buffer, new Float64Array(9)])
      expect(refused(() => World.restore(wrong as never))).toBe(true);
    expect(refused(() => World.restore(new Uint8Array(0)))).toBe(true);
    expect(refused(() => World.restore(new TextEncoder().encode('{"sixfold": 1, "bodies": []}')))).toBe(true);
    expect(() => World.restore(new TextEncoder().encode('PNG and so on, long enough to have a header'))).toThrow(
      'SIXF',
    );
    // Version 2 is that of release 0.1.0.
    for (const version of [2, SNAPSHOT_VERSION + 1])
      expect(() => World.restore(sealed(good.subarray(HEADER), version))).toThrow(
        `the snapshot has version ${version}; this release reads version ${SNAPSHOT_VERSION}`,
      );
    expect(World.restore(good).hash()).toBe(world.hash());
  });

  test('is refused when cut off anywhere or with anything appended', () => {
    for (let n = 0; n < good.length; n += 97) expect(refused(() => World.restore(good.subarray(0, n)))).toBe(true);
    expect(refused(() => World.restore(Uint8Array.of(...good, 0)))).toBe(true);
  });

  test('is refused when any bit is flipped', () => {
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const damaged = good.slice();
        damaged[at]! ^= mask;
        expect(refused(() => World.restore(damaged))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('noise and noise behind a good header are refused, quickly', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (noise) => {
        expect(refused(() => World.restore(noise))).toBe(true);
        expect(refused(() => World.restore(sealed(noise)))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('data that decodes but is no world is refused, whatever is missing or of another type', () => {
    const body = good.subarray(HEADER);
    const saved = decode(unpack(body)!) as Record<string, unknown>;
    for (const key of Object.keys(saved)) {
      for (const wrong of [undefined, null, 'text', 7, [], {}]) {
        // Numbers in place of numbers are another world, not a broken one.
        if (typeof saved[key] === 'number' && wrong === 7) continue;
        // No list is empty by mistake.
        if (Array.isArray(saved[key]) && Array.isArray(wrong) && key !== 'shapes') continue;
        expect(
          refused(() => World.restore(sealed(pack(encode({ ...saved, [key]: wrong }))))),
          `${key}: ${String(wrong)}`,
        ).toBe(true);
      }
    }
    for (const wrong of [null, 3, 'x', []])
      expect(refused(() => World.restore(sealed(pack(encode(wrong)))))).toBe(true);
  });
});

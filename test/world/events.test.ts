import { describe, expect, test } from 'vitest';
import { type Body, SixfoldError, type World } from '../../src/index.js';
import { box, ground, H, pointWorld, sphere, stepTimes } from './support.js';

/** Every event as text, step by step. */
function record(world: World): string[] {
  const seen: string[] = [];
  for (const type of ['begin', 'persist', 'end'] as const)
    world.on(type, (e) => {
      expect(e.type).toBe(type);
      seen.push(`${world.stepCount} ${type} ${e.a.name} ${e.b.name}`);
    });
  return seen;
}

describe('contact events', () => {
  test('begin once, persist once a step, end once', () => {
    for (const substeps of [1, 4]) {
      const world = pointWorld({ bodies: [ground], sleep: false, substeps });
      const ball = world.addBody(sphere(0.5, [0, 0.5, 0], { name: 'ball' }));
      const seen = record(world);
      stepTimes(world, 5);
      expect(seen).toEqual([
        '1 begin ball ground',
        '2 persist ball ground',
        '3 persist ball ground',
        '4 persist ball ground',
        '5 persist ball ground',
      ]);
      seen.length = 0;
      ball.linearVelocity = [0, 5, 0];
      stepTimes(world, 5);
      // It still touches at the start of the step in which it leaves.
      expect(seen.filter((s) => !s.startsWith('6 persist'))).toEqual([expect.stringMatching(/^[67] end ball ground$/)]);
    }
  });

  test('one event for a pair, however many points it has', () => {
    const world = pointWorld({ bodies: [ground], sleep: false });
    world.addBody(box([1, 1, 1], [0, 0.5, 0], { name: 'box' }));
    const seen = record(world);
    world.step();
    expect(world.contacts().length).toBe(4);
    expect(seen).toEqual(['1 begin box ground']);
  });

  test('a bounce begins and ends, each time', () => {
    const world = pointWorld({ bodies: [ground], contact: { restitution: 1 } });
    world.addBody(sphere(0.1, [0, 0.5, 0], { name: 'ball' }));
    const seen = record(world);
    stepTimes(world, 120);
    const begins = seen.filter((s) => s.includes('begin')).length;
    const ends = seen.filter((s) => s.includes('end')).length;
    expect(begins).toBeGreaterThan(2);
    expect(begins - ends).toBeLessThanOrEqual(1);
    expect(begins).toBeGreaterThanOrEqual(ends);
    // They alternate.
    const order = seen.filter((s) => !s.includes('persist')).map((s) => s.split(' ')[1]);
    for (let k = 1; k < order.length; k++) expect(order[k]).not.toBe(order[k - 1]);
  });

  test('bodies that pass near without touching have no events', () => {
    const world = pointWorld({ gravity: [0, 0, 0] });
    world.addBody(sphere(0.5, [0, 0, 0]));
    // Contacts are found ahead along straight lines: within (v dt)²/2 of the sum of radii (3.5 mm) a pass would be a
    // graze.
    world.addBody(sphere(0.5, [-3, 1.005, 0], { linearVelocity: [5, 0, 0] }));
    const seen = record(world);
    stepTimes(world, 90);
    expect(seen).toEqual([]);
  });

  test('sleeping pairs are silent, and go on when they wake', () => {
    const world = pointWorld({ bodies: [ground] });
    const body = world.addBody(box([1, 1, 1], [0, 0.5, 0], { name: 'box' }));
    const seen = record(world);
    stepTimes(world, 60);
    expect(body.asleep).toBe(true);
    seen.length = 0;
    stepTimes(world, 10);
    expect(seen).toEqual([]);
    body.wake();
    stepTimes(world, 1);
    expect(seen).toEqual(['71 persist box ground']);
  });

  test('a body that is removed ends its contacts without an event; a body moved away ends them with one', () => {
    const world = pointWorld({ bodies: [ground] });
    const a = world.addBody(sphere(0.5, [0, 0.5, 0], { name: 'a' }));
    const b = world.addBody(sphere(0.5, [5, 0.5, 0], { name: 'b' }));
    world.step();
    const seen = record(world);
    world.removeBody(a);
    b.position = [5, 50, 0];
    stepTimes(world, 3);
    expect(seen).toEqual(['2 end b ground']);
  });

  test('handlers may be taken off, also from within', () => {
    const world = pointWorld({ bodies: [ground, sphere(0.5, [0, 0.5, 0])], sleep: false });
    let count = 0;
    const stop = world.on('persist', () => {
      count++;
      stop();
    });
    stepTimes(world, 5);
    expect(count).toBe(1);
    expect(() => world.on('bump' as 'begin', () => {})).toThrow(SixfoldError);
    expect(() => world.on('begin', 3 as never)).toThrow(SixfoldError);
  });
});

describe('changes inside handlers', () => {
  test('removing bodies: whoever is gone has no further event, and the world goes on', () => {
    const world = pointWorld({ bodies: [ground] });
    const balls = [0, 1, 2, 3].map((k) => world.addBody(sphere(0.5, [2 * k, 0.5, 0], { name: `ball${k}` })));
    const heard: string[] = [];
    world.on('begin', (e) => {
      heard.push(e.a.name);
      // The first takes everybody with it, itself included.
      for (const ball of balls) if (ball.alive) world.removeBody(ball);
    });
    world.on('begin', (e) => heard.push(`again ${e.a.name}`));
    world.step();
    expect(heard).toEqual(['ball0']);
    expect([...world.bodies()].length).toBe(1);
    stepTimes(world, 5);
    expect(world.contacts()).toEqual([]);
  });

  test('removing and adding: a newcomer in the same slot does not inherit the event', () => {
    const world = pointWorld({ bodies: [ground] });
    world.addBody(sphere(0.5, [0, 0.5, 0], { name: 'first' }));
    world.addBody(sphere(0.5, [3, 0.5, 0], { name: 'second' }));
    const heard: string[] = [];
    let made: Body | null = null;
    world.on('begin', (e) => {
      heard.push(e.a.name);
      if (made) return;
      world.removeBody(world.body('second'));
      made = world.addBody(sphere(0.5, [3, 5, 0], { name: 'third' }));
    });
    world.step();
    expect(heard).toEqual(['first']);
    stepTimes(world, 90);
    expect(heard).toEqual(['first', 'third']);
  });

  test('adding bodies and joints, pushing, teleporting: all take effect with the next step', () => {
    const world = pointWorld({ bodies: [ground], sleep: false });
    const ball = world.addBody(sphere(0.5, [0, 0.5, 0]));
    let done = false;
    world.on('begin', () => {
      if (done) return;
      done = true;
      const other = world.addBody(sphere(0.2, [0, 3, 0], { name: 'other' }));
      world.addJoint({ type: 'ball', b: other, anchor: [0, 3.5, 0] });
      ball.applyImpulse([1, 0, 0]);
      ball.position = [1, 0.5, 0];
    });
    world.step();
    expect(ball.linearVelocity[0]).toBe(1);
    stepTimes(world, 60);
    expect(ball.position[0]).toBeGreaterThan(1.5);
    expect(world.body('other').position[1]).toBeCloseTo(3, 3);
  });

  test('stepping inside a handler is refused, and the world is none the worse', () => {
    const world = pointWorld({ bodies: [ground, sphere(0.5, [0, 0.5, 0])] });
    let message = '';
    world.on('begin', () => {
      try {
        world.step();
      } catch (error) {
        message = (error as Error).message;
        expect(error).toBeInstanceOf(SixfoldError);
      }
    });
    world.step();
    expect(message).toBe('step() was called inside a contact event; call it after the step has returned');
    expect(world.stepCount).toBe(1);
    expect(world.time).toBe(H);
    world.step();
    expect(world.stepCount).toBe(2);
  });

  test('an error in a handler reaches the caller of step, and the next step works', () => {
    const world = pointWorld({ bodies: [ground, sphere(0.5, [0, 0.5, 0])] });
    let armed = true;
    world.on('begin', () => {
      if (armed) throw new Error('mine');
    });
    expect(() => world.step()).toThrow('mine');
    armed = false;
    world.step();
    expect(world.stepCount).toBe(2);
  });

  test('taking a snapshot inside a handler gives the state after the step', () => {
    const world = pointWorld({ bodies: [ground, sphere(0.5, [0, 0.5, 0])] });
    let bytes: Uint8Array | null = null;
    world.on('begin', () => {
      bytes = world.snapshot();
    });
    world.step();
    expect(bytes).toEqual(world.snapshot());
  });
});

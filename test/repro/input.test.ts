// Minimal cases of input that once was not refused as it must be.

import { expect, test } from 'vitest';
import { show } from '../../src/checks/fields.js';
import { type SceneDescription, SixfoldError, type Vec3, World } from '../../src/index.js';
import { computingTime } from '../computing.js';
import { pointWorld, sphere } from '../world/support.js';

function messageOf(use: () => unknown): string {
  try {
    use();
  } catch (error) {
    expect(error).toBeInstanceOf(SixfoldError);
    return (error as Error).message;
  }
  throw new Error('it was not refused');
}

test('holes in lists are missing values', () => {
  const world = pointWorld();
  const holes = new Array(3) as never[];
  expect(messageOf(() => world.addBody({ shape: { type: 'compound', parts: holes }, mass: 1 }))).toMatch(
    'parts[0] is missing',
  );
  const points: Vec3[] = new Array(5);
  points[0] = [0, 0, 0];
  points[1] = [1, 0, 0];
  points[2] = [0, 1, 0];
  points[4] = [0, 0, 1];
  expect(messageOf(() => world.addBody({ shape: { type: 'convex', points }, mass: 1 }))).toMatch(
    'points[3] is missing',
  );
  expect(messageOf(() => new World({ bodies: new Array(2) as never[] }))).toMatch('bodies[0] is missing');
});

test('a few lines of compounds that multiply to billions of parts are refused at once', () => {
  const shapes: Record<string, unknown> = { s0: { type: 'sphere', radius: 1 } };
  for (let k = 1; k <= 12; k++)
    shapes[`s${k}`] = { type: 'compound', parts: new Array(10).fill({ shape: `s${k - 1}` }) };
  const start = computingTime();
  expect(messageOf(() => new World({ shapes } as SceneDescription))).toMatch(/more than 10000 parts in all/);
  expect(computingTime() - start).toBeLessThan(2000);
});

test('a value that would be gigabytes of text is shown by its beginning', () => {
  let wide: unknown = [1, 2];
  for (let k = 0; k < 60; k++) wide = [wide, wide];
  expect(show(wide)).toHaveLength(60);
  const ring: Record<string, unknown> = { type: 'box' };
  ring.self = ring;
  expect(show(ring)).toBe('{"type":"box","self":{"type":"box","self":{"type":"box","...');
  expect(show([1, Number.NaN, 'a\nb', null, undefined, 5n])).toBe('[1,NaN,"a\\nb",null,undefined,5]');
  expect(show(new Float64Array([1, 2]))).toBe('[1,2]');
  expect(show('x'.repeat(1e6))).toHaveLength(60);
});

test('userData that holds the same lists many times over cannot be saved, and says so', () => {
  let wide: unknown = [1, 2];
  for (let k = 0; k < 60; k++) wide = [wide, wide];
  const world = pointWorld();
  world.addBody(sphere(1, [0, 0, 0], { userData: wide }));
  expect(messageOf(() => world.snapshot())).toMatch('userData cannot be saved');
});

test('names of shapes with line breaks stay on one line', () => {
  for (const scene of [
    { shapes: { 'a\nb': { type: 'sphere', radius: -1 } } },
    { shapes: { 'a\nb': 'a\nb' } },
    { shapes: { 'a\nb': { type: 'compound', parts: [{ shape: 'c' }] }, c: 'a\nb' } },
    { shapes: { 'a\nb': { type: 'sphere', radius: 1 } }, bodies: [{ shape: 'ghost', mass: 1 }] },
    { shapes: { ['x'.repeat(5000)]: { type: 'sphere', radius: 1 } }, bodies: [{ shape: 'ghost', mass: 1 }] },
  ]) {
    const message = messageOf(() => new World(scene as SceneDescription));
    expect(message).not.toMatch(/\n/);
    expect(message.length).toBeLessThan(400);
  }
});

test('typed arrays of big integers are no positions', () => {
  const world = pointWorld();
  const positions = new BigInt64Array(12) as unknown as number[];
  expect(messageOf(() => world.addBody({ shape: { type: 'mesh', positions, indices: [0, 1, 2] }, mass: 1 }))).toMatch(
    'positions',
  );
});

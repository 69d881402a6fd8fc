import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { World } from '../../src/index.js';
import { Folder, sixfold } from './sixfold.js';

const folder = new Folder();
afterAll(() => folder.remove());

/**
 * A free fall: after n steps of semi-implicit Euler, v = -g n h and y = y0 - g h² n (n + 1) / 2, exactly but for
 * rounding.
 */
const fall = folder.write('fall.json', {
  sixfold: 1,
  gravity: [0, -10, 0],
  timeStep: 0.01,
  contact: { model: 'point' },
  bodies: [
    { name: 'stone', shape: { type: 'sphere', radius: 0.1 }, mass: 2, position: [0, 5, 0] },
    { shape: { type: 'box', size: [1, 1, 1] }, type: 'static', position: [50, 0, 0] },
  ],
});

const json = async (...args: string[]) => {
  const outcome = await sixfold(['run', ...args, '--json']);
  expect(outcome.stderr).toBe('');
  expect(outcome.status).toBe(0);
  expect(outcome.stdout.endsWith('}\n')).toBe(true);
  return JSON.parse(outcome.stdout);
};

test('prints the fields of the contract, and nothing else on standard output', async () => {
  const report = await json(fall, '--steps', '10');
  expect(Object.keys(report)).toEqual(
    'scene model steps time bodies energy contacts solver milliseconds hash'.split(' '),
  );
  expect(report).toMatchObject({ scene: 'fall', model: 'point', steps: 10, contacts: [] });
  expect(Object.keys(report.bodies)).toEqual(['stone', 'body1']);
  expect(Object.keys(report.bodies.stone)).toEqual(
    'position rotation linearVelocity angularVelocity asleep'.split(' '),
  );
  expect(Object.keys(report.energy)).toEqual('initial final correctionWork largestRise'.split(' '));
  expect(Object.keys(report.solver)).toEqual('meanIterations maxIterations lastResidual'.split(' '));
  expect(Object.keys(report.milliseconds)).toEqual(
    'step p99Step overlap assembly factorisation solve stabilisation'.split(' '),
  );
  for (const value of Object.values(report.milliseconds)) expect(value).toBeGreaterThanOrEqual(0);
  expect(report.milliseconds.p99Step).toBeGreaterThan(0);
  expect(report.hash).toMatch(/^[0-9a-f]{8,}$/);
});

test('falls as semi-implicit Euler says', async () => {
  const report = await json(fall, '--steps', '50');
  const { position, linearVelocity } = report.bodies.stone;
  // Fifty additions of numbers of order 10: an error of at most 50 · 10 · 2⁻⁵³ ≈ 6e-14.
  expect(Math.abs(linearVelocity[1] + 10 * 0.5)).toBeLessThan(1e-13);
  expect(Math.abs(position[1] - (5 - (10 * 1e-4 * 50 * 51) / 2))).toBeLessThan(1e-13);
  expect(Math.abs(report.time - 0.5)).toBeLessThan(1e-13);
  // Potential energy of 2 kg at 5 m.
  expect(Math.abs(report.energy.initial - 100)).toBeLessThan(1e-12);
  // Semi-implicit Euler loses m g² h² / 2 in each step of a fall: no rise but rounding of a sum of order 100.
  expect(report.energy.largestRise).toBeLessThan(1e-12);
});

test('--time is rounded to whole steps, --sample up to whole steps', async () => {
  expect((await json(fall, '--time', '0.104')).steps).toBe(10);
  expect((await json(fall, '--time', '0.106')).steps).toBe(11);
  expect((await json(fall, '--time', '0')).steps).toBe(0);
  const timesOf = async (every: string) =>
    (await json(fall, '--steps', '10', '--sample', every)).samples.map((s: { time: number }) =>
      Math.round(s.time * 1e6),
    );
  expect(await timesOf('0.03')).toEqual([0, 30_000, 60_000, 90_000]);
  expect(await timesOf('0.021')).toEqual([0, 30_000, 60_000, 90_000]);
  expect(await timesOf('0.05')).toEqual([0, 50_000, 100_000]);
  expect(await timesOf('1e-9')).toHaveLength(11);
});

test('--out writes a header and a line per sample', async () => {
  const out = join(folder.path, 'fall.jsonl');
  const { status } = await sixfold(['run', fall, '--steps', '10', '--sample', '0.05', '--out', out]);
  expect(status).toBe(0);
  const lines = readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(4);
  expect(lines[0]).toEqual({
    sixfold: 1,
    scene: 'fall',
    model: 'point',
    timeStep: 0.01,
    stepsPerSample: 5,
    bodies: ['stone', 'body1'],
  });
  expect(lines[3].bodies.stone.position[1]).toBeLessThan(lines[2].bodies.stone.position[1]);
});

test('a bad scene leaves no file behind', async () => {
  const bad = folder.write('bad.json', { bodies: [{ name: 'coin', shape: { type: 'sphere', radius: -1 }, mass: 1 }] });
  const out = join(folder.path, 'bad.jsonl');
  const outcome = await sixfold(['run', bad, '--json', '--out', out]);
  expect(outcome).toMatchObject({ status: 2, stdout: '' });
  expect(outcome.stderr).toMatch(/^sixfold: .*coin.*radius.*-1.*\n$/);
  expect(existsSync(out)).toBe(false);
});

test('same scene, same hash', async () => {
  const [a, b] = [await json('tower', '--steps', '30'), await json('tower', '--steps', '30')];
  expect(a.hash).toBe(b.hash);
  expect((await json('tower', '--steps', '31')).hash).not.toBe(a.hash);
});

test('what is built gives the bits of the sources', async () => {
  const world = new World(scenes.find(({ name }) => name === 'falling-box')!.make());
  for (let step = 0; step < 100; step++) world.step();
  expect((await json('falling-box', '--steps', '100')).hash).toBe(world.hash());
});

test('--model passes over the words of the model that the scene leaves', async () => {
  const file = folder.write('paper.json', { contact: { model: 'six', preset: 'paper', friction: 0.4 } });
  const report = await json(file, '--steps', '3', '--model', 'point');
  expect(report).toMatchObject({ model: 'point', steps: 3 });
});

test('contacts name bodies and carry their weight', async () => {
  const report = await json('tower', '--steps', '60', '--model', 'point');
  expect(report.model).toBe('point');
  expect(Object.keys(report.contacts[0])).toEqual(
    'a b point normal force torque centerOfPressure area volume depth slipMargin tipMargin state'.split(' '),
  );
  // Ten boxes of 0.2³ · 500 kg stand on the ground; the solver stops when a sweep changes less than 1e-9 N·s, and the
  // error of what it leaves is larger by the condition of a stack of ten: far below a ten-thousandth.
  const weight = 10 * 0.008 * 500 * 9.81;
  let held = 0;
  for (const { a, b, force } of report.contacts) {
    if (b === 'ground') held += force[1];
    if (a === 'ground') held -= force[1];
  }
  expect(Math.abs(held - weight)).toBeLessThan(1e-4 * weight);
});

test('says in words what happened', async () => {
  const { status, stdout, stderr } = await sixfold(['run', 'falling-box', '--time', '3']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const word of ['scene', 'bodies', 'energy', 'contacts', 'steps/s']) expect(stdout).toContain(word);
});

test('lists the built-in scenes, and checks one of each model', async () => {
  const { stdout, status } = await sixfold(['scenes']);
  expect(status).toBe(0);
  const names = stdout.trimEnd().split('\n');
  expect(names).toEqual(scenes.map(({ name }) => name));
  const some = ['tower', 'tilted-cube', 'snake', 'elastic-ball'];
  const checked = await sixfold(['check', ...some]);
  expect(checked).toMatchObject({ status: 0, stderr: '' });
  expect(checked.stdout.trimEnd().split('\n')).toHaveLength(some.length);
  // Several are checked in turn, up to the first that cannot be used.
  const stopped = await sixfold(['check', 'tower', 'no-such-scene', 'coin']);
  expect(stopped.status).toBe(2);
  expect(stopped.stdout).toMatch(/^tower: [^\n]*\n$/);
});

test('reads mesh files relative to the scene file, also in compounds and shapes', async () => {
  folder.write('tetrahedron.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n');
  const mesh = { type: 'mesh', file: 'tetrahedron.obj' };
  const scene = folder.write('meshes.json', {
    shapes: { tip: mesh },
    bodies: [
      { name: 'plain', shape: mesh, density: 6 },
      { name: 'named', shape: 'tip', density: 6, position: [5, 0, 0] },
      { name: 'part', shape: { type: 'compound', parts: [{ shape: mesh }] }, density: 6, position: [10, 0, 0] },
    ],
  });
  const report = await json(scene, '--steps', '1');
  expect(Object.keys(report.bodies)).toEqual(['plain', 'named', 'part']);
});

test.each([
  [['run']],
  [['run', 'tower', '--frobnicate']],
  [['run', 'tower', '--time', '1', '--steps', '2']],
  [['run', 'tower', '--time', 'soon']],
  [['run', 'tower', '--time', '-1']],
  [['run', 'tower', '--time', '1e999']],
  [['run', 'tower', '--time', '1e300']],
  [['run', 'tower', '--steps', '1.5']],
  [['run', 'tower', '--sample', '0']],
  [['run', 'tower', '--time']],
  [['run', 'tower', '--model', 'magic']],
  [['run', 'tower', '--steps', '1', '--out', '/nowhere/at/all.jsonl']],
  [['run', 'tower', 'tower']],
  [['run', 'no-such-scene']],
  [['check', 'line\nbreak']],
  [['frobnicate']],
  [['--frobnicate']],
])('%j ends with status 2 and one line', async (args) => {
  const { status, stdout, stderr } = await sixfold(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^sixfold: [^\n]+\n$/);
});

test('help and version are no errors', async () => {
  for (const args of [[], ['--help'], ['run', '--help'], ['--version']]) {
    const { status, stdout, stderr } = await sixfold(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.length).toBeGreaterThan(4);
  }
});

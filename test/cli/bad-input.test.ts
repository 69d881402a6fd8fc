// Fifty scenes that nobody should write, through the command line: each runs, or ends with status 2 and one line,
// within a second of computing. (The engine itself sees thousands of generated ones in its own tests.) Every ninth has
// a process of its own, started as a user would; the others share one.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Folder, ResidentSixfold, sixfold } from './sixfold.js';

const folder = new Folder();
const resident = new ResidentSixfold();
afterAll(() => {
  resident.stop();
  folder.remove();
});
mkdirSync(join(folder.path, 'folder.json'));
mkdirSync(join(folder.path, 'folder.obj'));
folder.write('garbage.obj', 'v 1 2\nf a b c\n\0\0\0');
folder.write('garbage.stl', 'solid nothing at all');
folder.write('garbage.glb', 'glTF\0\0\0\0');
folder.write('garbage.ply', 'ply\nformat ascii 1.0\nelement vertex 999999999\nend_header\n');
folder.write('open.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
folder.write('mesh.xyz', '1 2 3');

const ball = { name: 'ball', shape: { type: 'sphere', radius: 0.5 }, mass: 1, position: [0, 0.4, 0] };
const ground = { name: 'ground', type: 'static', shape: { type: 'half-space' } };
/** A good scene but for some fields of the ball. */
const body = (fields: object): object => ({ bodies: [ground, { ...ball, ...fields }] });
const mesh = (file: unknown): object => body({ shape: { type: 'mesh', file } });
const nested = (depth: number): object => {
  let shape: object = { type: 'sphere', radius: 1 };
  for (let i = 0; i < depth; i++) shape = { type: 'compound', parts: [{ shape }] };
  return body({ shape });
};
/** Text that JSON reads as infinity. */
const INFINITE = '{"bodies": [{"shape": {"type": "sphere", "radius": 1e999}, "mass": 1}]}';

const refused: [string, string | object][] = [
  ['an empty file', ''],
  ['only white space', ' \n '],
  ['cut off', '{"bodies": ['],
  ['a comma too many', '{"bodies": [],}'],
  ['a comment', '// scene\n{}'],
  ['NaN', '{"timeStep": NaN}'],
  ['binary', '\0\u0001\ufffd{}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '42'],
  ['a text', '"scene"'],
  ['nested lists', '['.repeat(100_000)],
  ['an infinite radius', INFINITE],
  ['an infinite mass', INFINITE.replace('1e999', '1').replace('"mass": 1', '"mass": 1e999')],
  ['a newer format', { sixfold: 2, bodies: [] }],
  ['bodies that are no list', { bodies: { ball } }],
  ['a body that is null', { bodies: [null] }],
  ['a body that is a list', { bodies: [[]] }],
  ['no shape', { bodies: [{ mass: 1 }] }],
  ['a shape without a type', body({ shape: {} })],
  ['a shape that is null', body({ shape: null })],
  ['an unknown shape', body({ shape: { type: 'banana' } })],
  ['a misspelt field', body({ fricton: 1 })],
  ['NaN as a text', body({ mass: 'NaN' })],
  ['a negative mass', body({ mass: -1 })],
  ['no mass at all', { bodies: [{ shape: { type: 'sphere', radius: 1 } }] }],
  ['a negative radius', body({ shape: { type: 'sphere', radius: -1 } })],
  ['a huge radius', body({ shape: { type: 'sphere', radius: 1e300 } })],
  ['a huge position', body({ position: [1e300, 0, 0] })],
  ['a short position', body({ position: [0, 1] })],
  ['texts for numbers', body({ position: ['0', '1', '2'] })],
  ['a zero rotation', body({ rotation: [0, 0, 0, 0] })],
  ['two bodies of one name', { bodies: [ball, ball] }],
  ['a time step of zero', { ...body({}), timeStep: 0 }],
  ['a negative time step', { ...body({}), timeStep: -0.01 }],
  ['endless substeps', { ...body({}), substeps: 1e9 }],
  ['an unknown model', { ...body({}), contact: { model: 'magic' } }],
  ['negative friction', { ...body({}), contact: { friction: -0.5 } }],
  ['contact that is a list', { ...body({}), contact: [] }],
  ['a joint to nobody', { ...body({}), joints: [{ type: 'ball', a: 'ball', b: 'nobody', anchor: [0, 0, 0] }] }],
  ['a joint to itself', { ...body({}), joints: [{ type: 'ball', a: 'ball', b: 'ball', anchor: [0, 0, 0] }] }],
  ['an unknown joint', { ...body({}), joints: [{ type: 'glue', b: 'ball' }] }],
  ['a shape that names itself', { ...body({ shape: 'x' }), shapes: { x: 'x' } }],
  [
    'shapes in a ring',
    { ...body({ shape: 'x' }), shapes: { x: { type: 'compound', parts: [{ shape: 'y' }] }, y: 'x' } },
  ],
  ['an unknown shape name', body({ shape: 'ghost' })],
  ['a shape name from the prototype', body({ shape: 'constructor' })],
  ['shapes nested a thousand deep', nested(1000)],
  [
    'flat points',
    body({
      shape: {
        type: 'convex',
        points: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [1, 1, 0],
        ],
      },
    }),
  ],
  ['a missing mesh', mesh('missing.obj')],
  ['a mesh path that is a number', mesh(7)],
  ['a mesh that is a folder', mesh('folder.obj')],
  ['an open mesh', mesh('open.obj')],
  ['a garbage OBJ', mesh('garbage.obj')],
  ['a garbage STL', mesh('garbage.stl')],
  ['a garbage GLB', mesh('garbage.glb')],
  ['a garbage PLY', mesh('garbage.ply')],
  ['an unknown mesh format', mesh('mesh.xyz')],
  ['a mesh path with a line break', mesh('a\nb.obj')],
  ['a name with a line break', body({ name: 'a\nb', mass: -1 })],
  [
    'indices out of range',
    body({
      shape: {
        type: 'mesh',
        positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
        indices: [0, 1, 2, 0, 1, 9, 0, 2, 3, 1, 2, 3],
      },
    }),
  ],
];

const accepted: [string, string | object][] = [
  ['nothing', {}],
  ['no bodies', { bodies: [] }],
  ['a name from the prototype', body({ name: '__proto__' })],
  ['two bodies in one place', { bodies: [ground, ball, { ...ball, name: 'other' }] }],
  ['a body deep in the ground', body({ position: [0, -3, 0] })],
  ['a feather on an anvil', { bodies: [ground, ball, { ...ball, name: 'anvil', mass: 1e9, position: [0, 1.4, 0] }] }],
  ['a tiny body', body({ shape: { type: 'sphere', radius: 1e-6 }, mass: 1e-15 })],
  ['a fast body', body({ linearVelocity: [1e6, -1e6, 0], angularVelocity: [1e5, 0, 0] })],
  ['a byte order mark', '\ufeff{"bodies": []}'],
];

const commands = [['check'], ['run', '--steps', '3', '--json']];
const LIMIT_MS = 1000;
let next = 0;

/** Alternates between the two commands that read scenes: both must refuse alike. */
async function feed(content: string | object) {
  const file = folder.write(`scene${next}.json`, content);
  const [command, ...options] = commands[next % commands.length]!;
  const args = [command!, file, ...options];
  // 9 is odd: both commands get processes of their own.
  return next++ % 9 === 0 ? sixfold(args, folder.path) : resident.run(args, folder.path);
}

describe('each within a second', () => {
  test.each(refused)('refuses %s in one line', async (_, content) => {
    const { status, stdout, stderr, milliseconds } = await feed(content);
    expect({ status, stdout }, stderr).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^sixfold: [^\n]+\n$/);
    expect(stderr).not.toMatch(/\bat .*\.js:\d+/);
    expect(milliseconds).toBeLessThan(LIMIT_MS);
  });

  test.each(accepted)('runs %s', async (_, content) => {
    const { status, stderr, milliseconds } = await feed(content);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(milliseconds).toBeLessThan(LIMIT_MS);
  });

  test.each([['folder.json'], ['no/such/file.json'], ['missing.json'], ['']])('refuses the path %j', async (path) => {
    const { status, stdout, stderr } = await resident.run(['check', path], folder.path);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^sixfold: scene [^\n]+\n$/);
  });
});

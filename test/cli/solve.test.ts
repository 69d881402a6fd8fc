// `sixfold solve` from outside.

import { afterAll, expect, test } from 'vitest';
import { Folder, sixfold } from './sixfold.js';

const folder = new Folder();
afterAll(() => folder.remove());
const ball = folder.write('ball.dat', '3\n1\n0\n3\n3\n3\t3\n2 0 0\n0 1 0\n0 0 1\n-2 0.3 -0.4\n0.5\n');

test('prints reactions in the order of the file', async () => {
  const { status, stdout } = await sixfold(['solve', ball, '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ reactions: [1, -0.3, 0.4], iterations: 1, error: 0 });
});

test('says in one line what is wrong', async () => {
  for (const [path, message] of [
    [folder.write('bad.dat', '3 1 0 3 3 3 3 1 0 x'), 'line 1: W[2] is "x"; it must be a finite number'],
    ['missing.dat', 'missing.dat cannot be read: there is no such file'],
    [folder.path, 'it is a folder'],
  ] as const) {
    const { status, stdout, stderr } = await sixfold(['solve', path, '--json']);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
});

// No scene that passes validation is known to become non-finite, so here the world is made to say that it did.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { run } from '../../cli/run.js';
import { World } from '../../src/index.js';
import { Folder } from './sixfold.js';

const folder = new Folder();
afterAll(() => folder.remove());
afterEach(() => {
  vi.restoreAllMocks();
});

test('a state that becomes non-finite stops the run with status 3, names body and time, and keeps the samples', async () => {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    });
  }
  vi.spyOn(World.prototype, 'findNonFinite').mockImplementation(function (this: World) {
    return this.stepCount >= 5 ? this.body('box') : null;
  });
  const out = join(folder.path, 'out.jsonl');
  const status = await run('falling-box', { steps: '100', sample: '0.01', json: true, out });
  expect(status).toBe(3);
  expect(written.stderr).toMatch(/^sixfold: body "box" [^\n]*0\.0833\d* s[^\n]*\n$/);
  expect(JSON.parse(written.stdout)).toMatchObject({ steps: 5, samples: { length: 5 } });
  expect(readFileSync(out, 'utf8').trimEnd().split('\n')).toHaveLength(6);
});

// The manual says what the package is: every exported name is in the reference, and the samples of the guides run on
// what is published.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namesOf, packageEntries, pageOf, referenceOf } from '../../scripts/lib/api-reference.js';
import { filesBelow } from '../../scripts/lib/build.js';
import { samplesOf } from '../../scripts/lib/docs-samples.js';
import { root } from '../../scripts/lib/paths.js';
import { Folder } from '../cli/sixfold.js';

describe.each(packageEntries())('$from', (entry) => {
  test('every exported name is in the reference, with its declaration', async () => {
    const page = pageOf(entry);
    const names = namesOf(entry.file);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const found = referenceOf(entry).find((one) => one.name === name);
      expect(found?.code, name).toMatch(/\w/);
      expect(page).toContain(`\n### ${name}\n`);
    }
    // What the module really has is among the names.
    const module = await import(join(root, entry.file.replace(/\.d\.ts$/, '.js')));
    for (const name of Object.keys(module)) expect(names).toContain(name);
  });

  test('nothing private is shown', () => {
    for (const { code, name } of referenceOf(entry)) expect(code, name).not.toMatch(/^\s*(private|protected) /m);
  });
});

const folder = new Folder();
afterAll(() => folder.remove());
beforeAll(() => {
  // As if installed: what is published is what lies in dist/.
  mkdirSync(join(folder.path, 'node_modules'));
  symlinkSync(root, join(folder.path, 'node_modules', 'sixfold'), 'junction');
  symlinkSync(join(root, 'node_modules', 'three'), join(folder.path, 'node_modules', 'three'), 'junction');
});

/** What the samples say, where mathematics says what it has to be. */
const SAID: Readonly<Record<string, RegExp>> = {
  'docs/guides/conveyor.md': /^1\.500 m\/s/,
  'docs/guides/force-plate.md': /load 147\.150 N; centre of pressure at 0\.0333 m/,
  'docs/guides/gripper.md': /lifted by 0\.200 m/,
  'docs/guides/rollback.md': /^true /,
  'docs/guides/sensors.md': /volume 0\.033510 of 0\.033510 m³; speed 1/,
  'docs/guides/terrain.md': /3\.000000000 m\/s[\s\S]*holes closed: 1 left: 0/,
  'docs/guides/units.md': /0\.01 m: 1\.000000[\s\S]*10 m: 1\.000000/,
  'docs/guides/vehicle.md': /speed 3\.50 m\/s/,
};

test.each(['docs/start.md', ...filesBelow('docs/guides')])('the samples of %s run', async (path) => {
  const samples = samplesOf(readFileSync(join(root, path), 'utf8'));
  expect(samples.length).toBeGreaterThan(0);
  let all = '';
  for (const [k, { code }] of samples.entries()) {
    const name = `${path.replace(/\W+/g, '-')}-${k}.mjs`;
    folder.write(name, (await transformWithOxc(code, 'sample.ts')).code);
    const said = execFileSync(process.execPath, [name], { cwd: folder.path, encoding: 'utf8' });
    expect(said.trim()).not.toBe('');
    all += said;
  }
  if (SAID[path]) expect(all).toMatch(SAID[path]);
});

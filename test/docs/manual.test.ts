// The pages of the manual: links that lead somewhere on the site, live scenes that exist.

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { manualFiles, pageFor, pageText, scenesIn } from '../../scripts/lib/manual-pages.js';
import { root } from '../../scripts/lib/paths.js';

const pages = manualFiles().filter(({ from }) => from.endsWith('.md'));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('files of the repository have their places on the site', () => {
  expect(pageFor('docs/guides/speed.md')).toBe('guides/speed.md');
  expect(pageFor('docs/decisions/')).toBe('decisions/index.md');
  expect(pageFor('CONTRIBUTING.md')).toBe('contributing.md');
  expect(pageFor('src/index.ts')).toBeNull();
});

test('links out of docs/ lead to the page on the site, or become text', () => {
  const text = 'See [rules](../CONTRIBUTING.md#rules), [code](../src/index.ts) and [speed](guides/speed.md).';
  expect(pageText(text, 'docs/step.md', { base: '/' })).toBe(
    'See [rules](./contributing.md#rules), code and [speed](./guides/speed.md).',
  );
  expect(pageText('[up](../when-not.md)', 'docs/guides/speed.md', { base: '/' })).toBe('[up](../when-not.md)');
  expect(pageText('```ts\nconst a = [b](c.md);\n```', 'docs/step.md', { base: '/' })).toContain('[b](c.md)');
});

test('a marker becomes a live scene, below the folder of the site', () => {
  const page = pageText('<!-- scene: arch -->', 'docs/start.md', { base: '/sixfold/' });
  expect(page).toContain('src="/sixfold/studio/index.html?embed#scene=arch"');
  expect(page).toContain('title="The scene arch, live"');
});

test('every live scene exists, and every guide has one and a sample', () => {
  const names = scenes.map(({ name }) => name);
  for (const { from } of [...pages, { from: 'site/home.md' }])
    for (const name of scenesIn(read(from))) expect(names, from).toContain(name);
  for (const { from } of pages.filter(({ from }) => from.startsWith('docs/guides/'))) {
    expect(scenesIn(read(from)), from).toHaveLength(1);
    expect(read(from), from).toMatch(/^```ts$/m);
  }
});

test('every link of every page leads to a page or a picture of the site', () => {
  const there = new Set(manualFiles().map(({ to }) => to));
  for (const folder of ['decisions', 'results', 'theory', 'guides']) there.add(`${folder}/index.md`);
  there.add('index.md');
  for (const { from, to } of pages) {
    const text = pageText(read(from), from, { base: '/' }).replace(/^```[\s\S]*?^```[ \t]*$/gm, '');
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^([a-z]+:|#)/.test(target!)) continue;
      const path = posix.join(posix.dirname(to), target!.split('#')[0]!);
      expect([...there], `${target} of ${from}`).toContain(path);
    }
  }
});

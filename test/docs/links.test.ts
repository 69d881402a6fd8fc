// The documentation names only what exists: every relative link leads to a file (and to a heading in it), and every
// path in `code` that starts in a folder of the repository is there.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow } from '../../scripts/lib/build.js';
import { root } from '../../scripts/lib/paths.js';

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...filesBelow('docs')].filter((path) =>
  path.endsWith('.md'),
);
const FOLDERS = 'src|meshes|scenes|cli|bench|docs|test|scripts|bin|three|studio'.split('|');

/** As GitHub makes an anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const withoutFences = (text: string): string => text.replace(/^```[\s\S]*?^```[ \t]*$/gm, '');

describe.each(documents)('%s', (path) => {
  const text = withoutFences(readFileSync(join(root, path), 'utf8'));

  test('links lead somewhere', () => {
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      const [file, anchor] = target!.split('#') as [string, string | undefined];
      const to = file === '' ? path : posix.join(dirname(path), file);
      expect(existsSync(join(root, to)), `${target} of ${path}`).toBe(true);
      if (anchor === undefined) continue;
      const headings = [...readFileSync(join(root, to), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, h]) => anchorOf(h!));
      expect(headings, `${target} of ${path}`).toContain(anchor);
    }
  });

  test('paths in code exist', () => {
    for (const [, code] of text.matchAll(/`([^`\n]+)`/g)) {
      if (!/^[\w.-]+(\/[\w.-]+)*\/?$/.test(code!) || !code!.includes('/')) continue;
      const isOurs = FOLDERS.includes(code!.split('/')[0]!);
      // Rooms of src/ are named without it where the text is about rooms, as in docs/step.md.
      const isRoom = existsSync(join(root, 'src', code!.split('/')[0]!));
      if (isOurs) expect(existsSync(join(root, code!)), `${code} in ${path}`).toBe(true);
      else if (isRoom) expect(existsSync(join(root, 'src', code!)), `src/${code} in ${path}`).toBe(true);
    }
  });
});

test('every document is linked from another', () => {
  const linked = new Set<string>(['README.md']);
  for (const path of documents) {
    for (const [, target] of readFileSync(join(root, path), 'utf8').matchAll(/\]\(([^)\s#]+)/g))
      if (!/^[a-z]+:/.test(target!)) linked.add(posix.join(dirname(path), target!));
  }
  // Decisions, results and theory are found through their folders.
  for (const path of documents.filter((p) => !/^docs\/(decisions|results|theory)\//.test(p)))
    expect([...linked], `${path} is linked from nowhere`).toContain(path);
});

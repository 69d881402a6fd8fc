// The code samples of the documentation: every block fenced as ```ts in README.md, CONTRIBUTING.md and docs/ must
// compile, each on its own, as a module of someone who installed the package. Other fences (```js, ```text, ```jsonc)
// are left alone.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, tsc } from './build.js';
import { cache } from './install.js';
import { root } from './paths.js';
import { runNode } from './process.js';

/**
 * @param {string} markdown @returns {{ code: string, line: number }[]} the ```ts blocks with the line each starts on
 */
export function samplesOf(markdown) {
  return [...markdown.matchAll(/^```ts[ \t]*\r?\n([\s\S]*?)^```[ \t]*$/gm)].map((match) => ({
    code: match[1] ?? '',
    line: markdown.slice(0, match.index).split('\n').length + 1,
  }));
}

/** @returns {Promise<{ code: number, output: string }>} */
export async function checkDocsSamples() {
  const folder = join(cache, 'docs-samples');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const documents = ['README.md', 'CONTRIBUTING.md', ...filesBelow('docs')].filter(
    (path) => path.endsWith('.md') && existsSync(join(root, path)),
  );
  /** @type {Map<string, string>} */
  const places = new Map();
  for (const path of documents) {
    for (const { code, line } of samplesOf(readFileSync(join(root, path), 'utf8'))) {
      const name = `${path.replace(/[^a-z0-9]+/gi, '-')}-line-${line}.ts`;
      places.set(name, `${path}, sample from line ${line}`);
      writeFileSync(join(folder, name), `${code}\nexport {};\n`);
    }
  }
  if (places.size === 0) return { code: 0, output: '' };
  const up = root.replaceAll('\\', '/').replace(/\/$/, '');
  const settings = {
    extends: `${up}/tsconfig.base.json`,
    compilerOptions: {
      lib: ['ES2023', 'DOM'],
      types: ['node'],
      typeRoots: [`${up}/node_modules/@types`],
      noUnusedLocals: false,
      paths: {
        sixfold: [`${up}/src/index.ts`],
        'sixfold/meshes': [`${up}/meshes/index.ts`],
        'sixfold/hands': [`${up}/hands/index.ts`],
        'sixfold/loop': [`${up}/src/loop.ts`],
        'sixfold/concave': [`${up}/src/concave.ts`],
        'sixfold/control': [`${up}/src/control.ts`],
        'sixfold/convex': [`${up}/src/convex.ts`],
        'sixfold/paper': [`${up}/src/paper.ts`],
        'sixfold/penalty': [`${up}/src/penalty.ts`],
        'sixfold/scenes': [`${up}/scenes/index.ts`],
        'sixfold/three': [`${up}/three/index.ts`],
        'sixfold/volume': [`${up}/src/volume.ts`],
        'sixfold/workers': [`${up}/workers/index.ts`],
      },
    },
    include: ['*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const result = await runNode([tsc, '-p', join(folder, 'tsconfig.json'), '--pretty', 'false']);
  let output = result.output;
  for (const [name, place] of places) output = output.replaceAll(new RegExp(`\\S*${name}`, 'g'), place);
  return { code: result.code, output };
}

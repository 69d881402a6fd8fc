// Runs a TypeScript file of the repository: `node scripts/run-ts.js bench/overlap.ts [arguments]`.
// It is bundled with what it imports of ours into the cache folder, so nothing is written beside the sources.

import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { cache } from './lib/install.js';

const [file, ...args] = process.argv.slice(2);
if (!file) {
  console.error('usage: node scripts/run-ts.js FILE.ts [arguments]');
  process.exit(2);
}
const output = join(cache, 'run', `${basename(file, '.ts')}.mjs`);
const bundle = await rolldown({
  input: resolve(file),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[a-z]:/i.test(id),
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
});
await bundle.write({ file: output, format: 'esm', sourcemap: 'inline', codeSplitting: false });
await bundle.close();
process.argv = [process.execPath, output, ...args];
await import(pathToFileURL(output).href);

// Runs a TypeScript file of the repository: `node scripts/run-ts.js bench/overlap.ts [arguments]`.
// It is bundled with what it imports of ours into the cache folder, so nothing is written beside the sources.
// With --bundle before the file it is not run: the bundle's path is printed instead, for who starts it many times.

import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { cache } from './lib/install.js';
import { root } from './lib/paths.js';

const given = process.argv.slice(2);
const bundleOnly = given[0] === '--bundle';
const [file, ...args] = bundleOnly ? given.slice(1) : given;
if (!file) {
  console.error('usage: node scripts/run-ts.js [--bundle] FILE.ts [arguments]');
  process.exit(2);
}
// Named after its place, so that two files of one name do not meet.
const place = relative(root, resolve(file))
  .replace(/\.ts$/, '')
  .replace(/[^\w-]+/g, '-');
const output = join(cache, 'run', `${place}.mjs`);
const bundle = await rolldown({
  input: resolve(file),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[a-z]:/i.test(id),
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
});
await bundle.write({ file: output, format: 'esm', sourcemap: 'inline', codeSplitting: false });
await bundle.close();
if (bundleOnly) console.log(output);
else {
  process.argv = [process.execPath, output, ...args];
  await import(pathToFileURL(output).href);
}

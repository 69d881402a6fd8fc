// npm run bench: lists the benchmarks; npm run bench -- NAME [arguments] runs one. A file of bench/ is a benchmark, and
// so is a folder with a file of its name; the first line of the file says what it measures.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from './lib/install.js';
import { root } from './lib/paths.js';

const folder = join(root, 'bench');
const files = new Map();
for (const entry of readdirSync(folder, { withFileTypes: true })) {
  const name = entry.name.replace(/\.ts$/, '');
  const file = entry.isDirectory() ? join(folder, name, `${name}.ts`) : join(folder, entry.name);
  if (file.endsWith('.ts') && existsSync(file)) files.set(name, file);
}

const name = process.argv[2];
if (name === undefined) {
  console.log('npm run bench -- NAME, with NAME one of:\n');
  for (const [key, file] of [...files].sort()) {
    const first = readFileSync(file, 'utf8').split('\n', 1)[0] ?? '';
    console.log(`  ${key.padEnd(18)}${first.replace(/^\/\/\s*/, '')}`);
  }
} else if (!files.has(name)) {
  console.error(`there is no benchmark ${JSON.stringify(name)}; npm run bench lists them`);
  process.exitCode = 2;
} else {
  await ensureDependencies();
  process.chdir(root);
  process.argv.splice(2, 1, files.get(name));
  await import('./run-ts.js');
}

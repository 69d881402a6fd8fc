// Measures again what a paper reports and writes docs/results/: `npm run reproduce -- six`.
// Each folder of scripts/reproduce/ is one reproduction; the file of its name does the work.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./reproduce', import.meta.url));
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
const name = process.argv[2];
if (name === undefined || !names.includes(name)) {
  console.error(`usage: npm run reproduce -- NAME, with NAME one of: ${names.join(', ')}`);
  process.exit(2);
}
process.argv[2] = join(folder, name, `${name}.ts`);
await import('./run-ts.js');

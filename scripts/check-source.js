// The rules of scripts/lib/source-rules.js on every source file; one line per violation.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './lib/build.js';
import { root } from './lib/paths.js';
import { findViolations, PARTS } from './lib/source-rules.js';

const files = Object.keys(PARTS)
  .flatMap(filesBelow)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.endsWith('/vite.config.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const violations = findViolations(files);
for (const path of [...Object.keys(PARTS), 'test', 'bench'].flatMap(filesBelow)) {
  if (path.endsWith('.js') && existsSync(join(root, path.replace(/\.js$/, '.ts')))) {
    violations.push(`${path} is compiled output beside its source: remove it (dist/ is the place for it)`);
  }
}
for (const line of violations) console.log(line);
console.log(`${files.length} files, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;

#!/usr/bin/env node
import { existsSync } from 'node:fs';

const entry = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(entry)) {
  const { main } = await import(entry.href);
  process.exitCode = await main(process.argv.slice(2));
} else {
  console.error('sixfold: dist/ is missing; run `npm run build` in the repository first');
  process.exitCode = 1;
}

// The recorded hash in the engines that are not V8: SpiderMonkey and JavaScriptCore. Where one cannot be had the test
// is skipped with a line that says so, but not where CI is set: there all three are required.

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { ensureEngine, missing } from '../../scripts/lib/engines.js';
import { run } from '../../scripts/lib/process.js';
import { bundle } from '../browser/bundle.js';
import { Folder } from '../cli/sixfold.js';

const recorded = readFileSync(new URL('../golden/determinism.txt', import.meta.url), 'utf8').trim();
const folder = new Folder();
afterAll(() => folder.remove());

/** The engine's program, or a reason to skip. */
async function engine(which: 'firefox' | 'jsc', skip: (note: string) => void): Promise<string> {
  const path = await ensureEngine(which);
  if (path) return path;
  if (process.env.CI) throw new Error(missing(which));
  console.log(`skipped: ${missing(which)}`);
  skip(missing(which));
  return '';
}

test('every shape and every joint give the recorded hash in JavaScriptCore', async ({ skip }) => {
  const jsc = await engine('jsc', skip);
  const script = await bundle(
    "import { determinismHash } from './test/golden/determinism.ts';\nprint(determinismHash());\ndeclare function print(text: string): void;",
  );
  const file = `${folder.path}/determinism.js`;
  writeFileSync(file, script);
  const { code, output } = await run(jsc, ['-m', file], { timeout: 280_000 });
  expect(output.trim()).toBe(recorded);
  expect(code).toBe(0);
});

test('every shape and every joint give the recorded hash in Firefox', async ({ skip }) => {
  const executablePath = await engine('firefox', skip);
  const script = await bundle("export { determinismHash as default } from './test/golden/determinism.ts';");
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>empty</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { launch } = await import('puppeteer-core');
  const browser = await launch({ browser: 'firefox', executablePath, headless: true, protocolTimeout: 280_000 });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    // As text: the test runner rewrites import() in functions.
    const hash = await page.evaluate("import('/script.js').then((module) => module.default())");
    expect(hash).toBe(recorded);
  } finally {
    await browser.close();
    server.close();
  }
});

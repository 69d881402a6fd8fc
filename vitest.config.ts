import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { root } from './scripts/lib/paths.js';
import { sourcesFirst } from './scripts/lib/sources-first.js';

// Tests of the engine run from the sources; those of the package need dist/; the browser's and the studio's need a Chromium. Each has long
// ones too, which are `npm run test:long`. Package and browser run after the engine, and the studio after them, one file at a time: a browser
// that draws is a large program itself.
// None of them may depend on how fast the machine is, so that a limit of time is reached only by what hangs.

/** What takes more than half a minute of one core, and what needs engines that few have. `npm test` stays below eight minutes on two. */
const LONG = ['test/**/*.long.test.ts', 'test/engines/**/*.test.ts', 'test/golden/built-in.test.ts'];
const LARGE = 'test/{browser,cli,consumer,studio-browser}';

export default defineConfig({
  plugins: [sourcesFirst()],
  // Examples import the package; their tests take it from the sources.
  resolve: {
    alias: [
      { find: /^sixfold$/, replacement: join(root, 'src/index.ts') },
      { find: /^sixfold\/control$/, replacement: join(root, 'src/control.ts') },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['test/**/*.test.ts'],
          exclude: [`${LARGE}/**`, ...LONG],
          // Files share a worker and the modules that it has loaded: the sources have no state in modules, and loading them
          // for each file anew took a quarter of the time.
          isolate: false,
          testTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          globalSetup: ['test/cli/setup.ts'],
          include: ['test/{cli,consumer}/**/*.test.ts'],
          exclude: LONG,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: LONG,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'studio',
          include: ['test/studio-browser/**/*.test.ts'],
          exclude: LONG,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: LONG,
          exclude: [`${LARGE}/**`],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'long-large',
          globalSetup: ['test/cli/setup.ts'],
          include: [`${LARGE}/**/*.long.test.ts`],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});

// Runs code in Chromium. A module is bundled into one script and added to an empty page; nothing is served and nothing
// is loaded from a network.

import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { CHROMIUM_MISSING, findChromium } from '../../scripts/lib/chromium.js';
import { root } from '../../scripts/lib/paths.js';
import { sourcesFirst } from '../../scripts/lib/sources-first.js';

const ENTRY = 'virtual:entry';

/** One script out of a module and all it imports; paths in `code` are relative to the root of the repository. */
async function bundle(code: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      sourcesFirst(),
      {
        name: 'entry',
        enforce: 'pre',
        resolveId(id, importer) {
          if (id === ENTRY) return `${root}entry.ts`;
          if (importer === `${root}entry.ts` && id.startsWith('./')) return this.resolve(`${root}${id.slice(2)}`);
          return null;
        },
        load: (id) => (id === `${root}entry.ts` ? code : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict', output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('the bundler gave nothing back');
  return output.output[0].code;
}

/** A browser; with `webgl`, one that draws in software, so that a machine without a graphics card will do. */
export async function launchChromium({ webgl = false } = {}): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? (await findChromium());
  if (!executablePath) throw new Error(CHROMIUM_MISSING);
  const args = [
    '--no-sandbox',
    ...(webgl ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-gpu']),
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath, args, headless: true });
}

export class Page {
  private constructor(private readonly browser: Browser) {}

  static async open(): Promise<Page> {
    return new Page(await launchChromium());
  }

  /** Bundles a module, runs its default export in a new page, and gives back what that returns (as JSON would carry it). */
  async run(code: string): Promise<unknown> {
    const script = await bundle(code);
    const page = await this.browser.newPage();
    try {
      // As text: the test runner rewrites import() in functions.
      const blob = `new Blob([${JSON.stringify(script)}], { type: 'text/javascript' })`;
      return await page.evaluate(`import(URL.createObjectURL(${blob})).then((module) => module.default())`);
    } finally {
      await page.close();
    }
  }

  version(): string {
    return this.browser.version();
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

/** Runs the default export of a module of the repository once, in a browser of its own. */
export async function runInChromium(code: string): Promise<unknown> {
  const page = await Page.open();
  try {
    return await page.run(code);
  } finally {
    await page.close();
  }
}

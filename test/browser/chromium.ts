// Runs code in Chromium. A module is bundled into one script and added to an empty page; nothing is served and nothing
// is loaded from a network.

import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_MISSING, findChromium } from '../../scripts/lib/chromium.js';
import { bundle } from './bundle.js';

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

  /**
   * Bundles a module, runs its default export in a new page, and gives back what that returns (as JSON would carry it).
   */
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

// The built studio in a real Chromium, served below a path as any web server might. A page that writes an error to the
// console, throws, or asks another host for anything fails its test.

import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { CHROMIUM_MISSING, findChromium, SOFTWARE_GL } from '../../scripts/lib/chromium.js';
import { root } from '../../scripts/lib/paths.js';
import { runNode } from '../../scripts/lib/process.js';
import { serveFolder } from '../../scripts/lib/static-server.js';
import { studioFolder } from '../../scripts/lib/studio-build.js';
import type { StudioHandle } from '../../studio/main.js';

declare global {
  interface Window {
    studio: StudioHandle;
  }
}

export const LAPTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
/** Software drawing is slow: what is not looked at is kept small. */
export const SMALL = { width: 760, height: 480 };

export interface VisitOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** Whether it plays (default). */
  plays?: boolean;
  /** Whether the view is drawn in its size; else it is a few pixels wide, which costs next to nothing (default). */
  drawn?: boolean;
}

export interface OpenPage {
  page: Page;
  context: BrowserContext;
}

export class Studio {
  private readonly opened: OpenPage[] = [];
  private shared: Page | null = null;
  /** Errors on the console, exceptions and requests to other hosts. */
  private readonly faults: string[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly server: { url: string; close(): Promise<void> },
  ) {}

  static async start(): Promise<Studio> {
    // In a process of its own: in this one vite would take the build for one of the tests.
    const script = join(root, 'scripts', 'build-studio.js');
    const { code, output } = await runNode([script, '--if-stale', '--no-pictures'], {
      env: { NODE_ENV: 'production' },
    });
    if (code !== 0) throw new Error(output);
    const executablePath = process.env.CHROMIUM ?? (await findChromium());
    if (!executablePath) throw new Error(CHROMIUM_MISSING);
    const server = await serveFolder(studioFolder, '/some/where/');
    return new Studio(await chromium.launch({ executablePath, args: SOFTWARE_GL, headless: true }), server);
  }

  get url(): string {
    return this.server.url;
  }

  /** A page of its own. The first picture takes seconds in software: `visit` is for tests that can share one. */
  async open(hash = '', options: BrowserContextOptions = {}): Promise<OpenPage> {
    const context = await this.browser.newContext({ viewport: SMALL, colorScheme: 'light', ...options });
    const page = await context.newPage();
    const { host } = new URL(this.url);
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.faults.push(`exception: ${error.message}`));
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (/^(https?|wss?):$/.test(url.protocol) && url.host !== host) this.faults.push(`request to ${url.host}`);
    });
    await page.goto(this.url + hash, TIMEOUT);
    await firstFrame(page);
    const opened = { page, context };
    this.opened.push(opened);
    return opened;
  }

  /** A page of its own that is expected to fail: what goes wrong on it is not held against the test. */
  async openBroken(breakIt: () => void): Promise<Page> {
    const context = await this.browser.newContext({ viewport: SMALL });
    const page = await context.newPage();
    this.opened.push({ page, context });
    await page.addInitScript(breakIt);
    await page.goto(this.url);
    return page;
  }

  /** The page that the tests of a file share, as if it had just been opened on that address. */
  async visit(hash: string, options: VisitOptions = {}): Promise<Page> {
    const { viewport = SMALL, colorScheme = 'light', plays = true, drawn = false } = options;
    if (!this.shared) {
      this.shared = (await this.open(hash, { reducedMotion: 'reduce' })).page;
      this.opened.pop(); // stays
    }
    const page = this.shared;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const load = await page.evaluate(
      ([address, isDrawn, willPlay]) => {
        const { client, stage, theme, transport, layerToggles, messages } = window.studio;
        for (const dialog of document.querySelectorAll('dialog')) dialog.close();
        for (const popover of document.querySelectorAll<HTMLElement>('[popover]')) popover.hidePopover();
        (document.activeElement as HTMLElement | null)?.blur();
        messages.clear();
        theme.choice = 'auto';
        localStorage.clear();
        stage.layers.reset();
        layerToggles.update();
        document.getElementById('view')!.style.cssText = isDrawn ? '' : 'width: 64px; height: 40px';
        transport.setRate(1);
        transport.setPlaying(willPlay);
        const before = client.scenes[0]?.load ?? -1;
        if (location.hash === address) void client.reset();
        else location.hash = address;
        return before;
      },
      [hash, drawn, plays] as const,
    );
    await page.waitForFunction((before) => (window.studio.client.scenes[0]?.load ?? -1) > before, load, TIMEOUT);
    await settle(page);
    return page;
  }

  /** Closes the pages of a test, and fails it if anything went wrong on one of them. */
  async check(): Promise<void> {
    for (const { context } of this.opened.splice(0)) await context.close();
    expect(this.faults.splice(0)).toEqual([]);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}

/** Machines that test several things at once are slow; what takes this long has failed. */
export const TIMEOUT = { timeout: 60_000 };

export async function firstFrame(page: Page): Promise<void> {
  await page.waitForFunction(() => window.studio?.client.frame, undefined, TIMEOUT);
}

/** The step on display. */
export const stepOf = (page: Page): Promise<number> => page.evaluate(() => window.studio.client.frame?.step ?? -1);
export const isPlaying = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.studio.client.frame?.playing ?? false);

/** Waits until a step has been shown. */
export async function reachStep(page: Page, step: number): Promise<void> {
  await page.waitForFunction((wanted) => (window.studio.client.frame?.step ?? -1) >= wanted, step, TIMEOUT);
}

/** Waits until exactly this step is shown. */
export async function beAtStep(page: Page, step: number): Promise<void> {
  await page.waitForFunction((wanted) => window.studio.client.frame?.step === wanted, step, TIMEOUT);
}

/** Two frames drawn: whatever was asked has been shown. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

// The built studio in a real Chromium, served below a path as any web server might. A page that writes an error to the
// console, throws, or asks another host for anything fails its test.

import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
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
  private readonly contexts = new Set<BrowserContext>();
  private shared: OpenPage | null = null;
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
    const context = await this.newContext({ colorScheme: 'light', ...options });
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
    await page.goto(this.url + hash);
    await firstFrame(page);
    return { page, context };
  }

  /** A page of its own that is expected to fail: what goes wrong on it is not held against the test. */
  async openBroken(breakIt: () => void): Promise<Page> {
    const page = await (await this.newContext()).newPage();
    await page.addInitScript(breakIt);
    await page.goto(this.url);
    return page;
  }

  private async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({ viewport: SMALL, ...options });
    context.setDefaultTimeout(TIMEOUT.timeout);
    this.contexts.add(context);
    return context;
  }

  /** The page that the tests of a file share, as if it had just been opened on that address. */
  async visit(hash: string, options: VisitOptions = {}): Promise<Page> {
    const { viewport = SMALL, colorScheme = 'light', plays = true, drawn = false } = options;
    this.shared ??= await this.open(hash, { reducedMotion: 'reduce' });
    const { page } = this.shared;
    await page.mouse.up();
    for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await page.keyboard.up(key);
    await page.mouse.move(0, 0);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await settle(page); // panels are where this size has them
    await page.evaluate(tidyUp);
    await page.evaluate(
      async ([address, isDrawn, willPlay]) => {
        const { client, choice, transport } = window.studio;
        document.getElementById('view')!.style.cssText = isDrawn ? '' : 'width: 64px; height: 40px';
        transport.setPlaying(willPlay);
        // Also where the address is the same: a test may have loaded something else.
        const before = choice.lanes;
        history.replaceState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
        const isBusy = () => document.getElementById('loading')!.hasAttribute('data-on');
        while (choice.lanes === before || isBusy()) await new Promise((resolve) => setTimeout(resolve, 5));
        // All that was asked for until now has been answered and shown.
        if (!willPlay) await client.stepOnce(0);
      },
      [hash, drawn, plays] as const,
    );
    await settle(page);
    return page;
  }

  /**
   * After each test: closes its pages, and fails it if anything went wrong on one of them. When the test has failed,
   * the page that is shared goes too, whatever it was left with: the next test has a new one.
   */
  async check(context?: TestContext): Promise<void> {
    if (context?.task.result?.state === 'fail') this.shared = null;
    const faults = this.faults.splice(0);
    for (const one of this.contexts) {
      if (one === this.shared?.context) continue;
      this.contexts.delete(one);
      await one.close();
    }
    expect(faults).toEqual([]);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}

/** Runs in the page: takes back whatever a test may have done to it. */
function tidyUp(): void {
  const { stage, theme, transport, layerToggles, messages, selection, touch } = window.studio;
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  for (const popover of document.querySelectorAll<HTMLElement>('[popover]')) popover.hidePopover();
  for (const details of document.querySelectorAll('details')) details.open = false;
  for (const card of document.querySelectorAll('.import')) card.remove();
  // Columns as a page begins: the first tab; the right one open where there is room, the sheet closed.
  for (const id of ['left', 'right', 'sheet']) {
    const column = document.getElementById(id)!;
    const tab = column.querySelector<HTMLElement>('[role=tab]');
    if (!tab) continue; // it has none in this layout
    if (tab.ariaSelected !== 'true') tab.click();
    const isOpen = id === 'left' || (id === 'right' && innerWidth >= 1100);
    if (!isOpen) column.querySelector<HTMLElement>('.fold')!.click();
  }
  (document.activeElement as HTMLElement | null)?.blur();
  messages.clear();
  touch.hand.letGo();
  touch.panel.setTool('grab');
  selection.clear();
  selection.hover(null);
  theme.choice = 'auto';
  stage.layers.reset();
  layerToggles.update();
  transport.setRate(1);
  // Tests that wait for a step must not be taken back to the first.
  transport.setRepeat(false);
  stage.followBody(null);
  stage.setArrowScale(1);
  stage.rig.isOwn = false;
  document.querySelector<HTMLElement>('.welcome:not([hidden]) button')?.click();
  localStorage.clear();
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

/** Pauses. When it returns, the page has the last frame, and all that was asked before is done. */
export const halt = (page: Page): Promise<number> => step(page, 0);

/** Goes forward by whole steps and pauses there; the page then has the frame of that step. */
export const step = (page: Page, count = 1): Promise<number> =>
  page.evaluate(async (n) => (await window.studio.client.stepOnce(n)).step, count);

/**
 * Figures are written a few times a second: when it returns they are those of the last frame. Only while paused. A
 * timer of the page fires after those that were due before it, however slow the machine is.
 */
export const written = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await window.studio.client.stepOnce(0);
    await new Promise((resolve) => setTimeout(resolve, 120));
  });

/** So many frames of the display, in each of which the page could have drawn. */
export const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (n) => {
    for (let k = 0; k < n; k++) await new Promise(requestAnimationFrame);
  }, count);

/** Waits until a step has been shown. */
export async function reachStep(page: Page, step: number): Promise<void> {
  await page.waitForFunction((wanted) => (window.studio.client.frame?.step ?? -1) >= wanted, step, TIMEOUT);
}

/** Waits until the simulation has paused, and returns the step at which it did. */
export async function pausedAt(page: Page): Promise<number> {
  await page.waitForFunction(() => window.studio.client.frame?.playing === false, undefined, TIMEOUT);
  return stepOf(page);
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

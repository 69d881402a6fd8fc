import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { seriousFaults } from './axe.js';
import { LAPTOP, Studio, settle, written } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterEach((context) => studio.check(context));
afterAll(() => studio.stop());

type Page = Awaited<ReturnType<Studio['visit']>>;

/** The plate after 20 steps of its spin, with nothing selected. */
async function plate(drawn: boolean): Promise<Page> {
  const page = await studio.visit('#scene=spinning-plate', { plays: false, drawn });
  await page.evaluate(async () => {
    window.studio.selection.clear();
    for (let k = 0; k < 20; k++) await window.studio.client.stepOnce();
  });
  await settle(page);
  return page;
}

/** The numbers of a row of the panel, with its unit. */
async function figure(page: Page, id: string): Promise<{ numbers: number[]; unit: string }> {
  const row = page.locator(`[data-figure="${id}"]`);
  const texts = await row.locator('.figure').allTextContents();
  return {
    numbers: texts.map((text) => Number(text.replace('−', '-'))),
    unit: (await row.locator('.figure-unit').textContent()) ?? '',
  };
}

test('a click selects the contact, a second one the body, and both have the numbers of the engine', async () => {
  const page = await plate(true);
  const at = await page.evaluate(() => window.studio.stage.project([0.1, 0, 0.1])!);
  await page.mouse.click(at.x, at.y);
  await page.waitForFunction(() => window.studio.selection.current?.kind === 'contact');
  await written(page);
  expect(await page.textContent('.contact-state')).toBe('spins');
  const force = await figure(page, 'normal');
  expect(force.unit).toBe('N');
  expect(force.numbers[0]).toBeCloseTo(9.81, 2); // 1 kg
  expect((await figure(page, 'area')).numbers[0]).toBeCloseTo(1, 3);
  expect((await figure(page, 'slip')).numbers[0]).toBeCloseTo(0, 3);
  expect(await page.locator('.contact-mark path').last().getAttribute('d')).toMatch(/^M.*Z$/);

  // The panel may have moved the picture.
  const again = await page.evaluate(() => window.studio.stage.project([0.1, 0, 0.1])!);
  await page.mouse.click(again.x, again.y);
  await page.waitForFunction(() => window.studio.selection.current?.kind === 'body');
  await written(page);
  const engine = await page.evaluate(async () => {
    const { client, selection } = window.studio;
    const k = client.scenes[0]!.bodies.findIndex(({ id }) => id === selection.body);
    const { numbers } = await client.states();
    const { kinetic } = client.frame!.lanes[0]!.details!.energy!;
    return { name: client.scenes[0]!.bodies[k]!.name, numbers: [...numbers.slice(13 * k, 13 * k + 13)], kinetic };
  });
  expect(engine.name).toBe('plate');
  const close = (shown: readonly number[], wanted: readonly number[]) =>
    // three digits after the point
    expect(Math.max(...shown.map((x, k) => Math.abs(x - wanted[k]!)))).toBeLessThan(6e-4);
  close((await figure(page, 'position')).numbers, engine.numbers.slice(0, 3));
  close((await figure(page, 'velocity')).numbers, engine.numbers.slice(7, 10));
  close((await figure(page, 'angular')).numbers, engine.numbers.slice(10, 13));
  expect(await figure(page, 'energy')).toMatchObject({ unit: 'J' });
  close((await figure(page, 'energy')).numbers, [engine.kinetic]);

  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => window.studio.selection.current)).toBeNull();
});

test('a drag turns the camera and selects nothing', async () => {
  const page = await plate(true);
  const at = await page.evaluate(() => window.studio.stage.project([0.1, 0, 0.1])!);
  await page.mouse.move(at.x, at.y + 150);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y + 150, { steps: 3 });
  await page.mouse.up();
  expect(await page.evaluate(() => window.studio.selection.current)).toBeNull();
});

test('the keyboard selects from the list, and goes from a body to its contact', async () => {
  const page = await plate(false);
  await page.click('#tab-inspect');
  await page.focus('#selected');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => window.studio.selection.body !== null);
  await written(page);
  const chip = page.locator('#panel-inspect .chip').first();
  expect(await chip.textContent()).toMatch(/: spin$/);
  await chip.focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => window.studio.selection.current?.kind)).toBe('contact');
  await page.focus('#selected');
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => window.studio.selection.current)).toBeNull();
});

test('charts say what the engine has, and keep their points when one goes back', async () => {
  const page = await plate(false);
  await page.click('#tab-charts');
  await written(page);
  const kinetic = await page.evaluate(() => window.studio.client.frame!.lanes[0]!.details!.energy!.kinetic);
  const said = () => page.getAttribute('[data-chart="energy"] .plot', 'aria-label');
  expect(await said()).toMatch(/^Energy at 0\.33 seconds: total/);
  const shown = /kinetic ([\d.]+)\u202fJ/.exec((await said()) ?? '')?.[1];
  expect(Number(shown)).toBeCloseTo(kinetic, 3);
  expect(await page.locator('.chart canvas').count()).toBe(6);
  await page.evaluate(() => window.studio.client.seek(10));
  await written(page);
  expect(await said()).toMatch(/^Energy at 0\.17 seconds/);
  expect(await page.evaluate(() => window.studio.statistics.lanes[0]!.length)).toBe(21);
});

test('axe finds no serious fault in figures, charts and comparisons', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const hash = '#scene=spinning-plate&compare=point';
    const page = await studio.visit(hash, { plays: false, colorScheme, viewport: LAPTOP });
    await page.evaluate(async () => {
      const { client, selection } = window.studio;
      await client.stepOnce(5);
      selection.selectBody(client.scenes[0]!.bodies.at(-1)!.id);
    });
    await page.click('#tab-compare');
    await written(page);
    expect(await seriousFaults(page)).toEqual([]);
    await page.locator('#panel-inspect .chip').first().click();
    await written(page);
    expect(await seriousFaults(page)).toEqual([]);
    await page.click('#tab-charts');
    await written(page);
    expect(await seriousFaults(page)).toEqual([]);
  }
});

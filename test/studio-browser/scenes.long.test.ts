import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { Studio } from './studio.js';

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.start();
});
afterAll(() => studio.stop());

const STEPS = 120;
/** Steps between two pictures: as when a slow machine plays. */
const CHUNK = 8;

test('every scene loads, runs 120 steps and is drawn without an error', { timeout: 1_200_000 }, async () => {
  const page = await studio.visit('#scene=falling-box', { plays: false });
  const known = await page.evaluate(() => window.studio.thumbnails.scenes);
  // Those of the engine's own models and of penalty; what is over by then would have begun again.
  const own = scenes.filter(({ seconds, make }) => {
    const { contact, timeStep = 1 / 60 } = make();
    return (contact?.model ?? 'penalty') === 'penalty' && seconds >= 2 * STEPS * timeStep;
  });
  const names = known.filter((name) => own.some((scene) => scene.name === name));
  const slow: string[] = [];
  for (const name of names) {
    const result = await page.evaluate(
      async ([scene, steps, chunk]) => {
        const { choice, client, stage } = window.studio;
        const start = performance.now();
        const isLoaded = await choice.showScene(scene);
        let pictures = 0;
        const count = () => pictures++;
        stage.addEventListener('draw', count);
        for (let n = 0; n < steps; n += chunk) {
          await client.stepOnce(chunk);
          await new Promise(requestAnimationFrame);
        }
        stage.removeEventListener('draw', count);
        const { step, lanes } = client.frame!;
        const areFinite = lanes.every(({ poses }) => poses.length > 0 && poses.every(Number.isFinite));
        const shown = stage.lanes[0]?.bodies.scene?.name;
        return { isLoaded, step, areFinite, shown, isDrawn: pictures > 0, seconds: (performance.now() - start) / 1000 };
      },
      [name, STEPS, CHUNK] as const,
    );
    const { seconds, ...facts } = result;
    expect(facts, name).toEqual({ isLoaded: true, step: STEPS, areFinite: true, shown: name, isDrawn: true });
    if (seconds > 5) slow.push(`${name} ${seconds.toFixed(1)} s`);
    await studio.check();
  }
  if (slow.length > 0) console.log(`slow scenes: ${slow.join(', ')}`);
});

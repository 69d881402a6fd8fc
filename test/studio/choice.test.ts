import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { Choice } from '../../studio/choice.js';
import { MODELS, modelOf, withModel } from '../../studio/models.js';
import type { LaneSource } from '../../studio/sim/protocol.js';

/** Accepts what it is told to load when told so. */
class Loader {
  readonly asked: LaneSource[][] = [];
  private readonly waiting: { resolve(): void; reject(error: Error): void }[] = [];

  load(lanes: LaneSource[]): Promise<void> {
    this.asked.push(lanes);
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  async accept(): Promise<void> {
    this.waiting.shift()?.resolve();
    await new Promise((resolve) => setTimeout(resolve));
  }

  async refuse(reason: string): Promise<void> {
    this.waiting.shift()?.reject(new Error(reason));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

test('a model laid over a scene is recognised, and leaves the rest alone', () => {
  for (const model of MODELS) {
    const overrides = withModel({ timeStep: 0.01, contact: { friction: 0.2, preset: 'paper' } }, model);
    expect(modelOf(overrides)).toBe(model);
    expect(overrides.timeStep).toBe(0.01);
    expect(overrides.contact?.friction).toBe(0.2);
    expect(withModel(overrides, null)).toEqual({ timeStep: 0.01, contact: { friction: 0.2 } });
  }
  expect(modelOf({})).toBeNull();
  expect(modelOf({ contact: { model: 'six' } })?.id).toBe('six'); // as links have it
});

test('changes during a load are joined: the last one counts', async () => {
  const loader = new Loader();
  const choice = new Choice(loader);
  let changes = 0;
  choice.addEventListener('change', () => changes++);
  const shown = choice.showScene('tower');
  choice.setParameter('boxes', 20);
  choice.setParameter('boxes', 30);
  await loader.accept();
  expect(changes).toBe(0); // what is loaded is not what is wanted
  await loader.accept();
  expect(await shown).toBe(true);
  expect(changes).toBe(1);
  expect(loader.asked.map((lanes) => lanes[0]?.parameters)).toEqual([undefined, { boxes: 30 }]);
  expect(choice.parameters).toEqual({ boxes: 30 });
});

test('what is refused leaves everything as it was, and says why', async () => {
  const loader = new Loader();
  const choice = new Choice(loader);
  const reasons: string[] = [];
  choice.addEventListener('refused', (event) => reasons.push((event as CustomEvent<Error>).detail.message));
  const shown = choice.showScene('tower');
  await loader.accept();
  await shown;
  const changed = choice.setParameter('boxes', 1e9);
  await loader.refuse('too many');
  expect(await changed).toBe(false);
  expect(reasons).toEqual(['too many']);
  expect(choice.parameters).toEqual({});
  const again = choice.setParameter('boxes', 12);
  await loader.accept();
  expect(await again).toBe(true);
  expect(choice.parameters).toEqual({ boxes: 12 });
});

test("a parameter at the scene's own value is not said", async () => {
  const loader = new Loader();
  const choice = new Choice(loader);
  const steps = [
    choice.show([{ scene: 'tower', parameters: { boxes: 30 } }]),
    choice.setParameter('boxes', scenes.find(({ name }) => name === 'tower')?.parameters[0]?.value ?? 0),
  ];
  await loader.accept();
  await loader.accept();
  await Promise.all(steps);
  expect(choice.parameters).toEqual({});
});

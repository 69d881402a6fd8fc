// Draws the pictures of the gallery: the build opens the page and asks for them (scripts/lib/thumbnails.js).

import { type Scene, scenes } from '../scenes/index.js';
import type { Choice } from './choice.js';
import type { SimClient } from './sim/client.js';
import type { Scheme, Stage } from './view/stage.js';

const WIDTH = 480;
const HEIGHT = 300;
const QUALITY = 0.86;
/** Unless the scene says when: a part of the time that it is worth watching, and no longer than this (s). */
const PART = 0.3;
const LATEST = 1.5;

export const momentOf = ({ moment, seconds }: Scene): number => moment ?? Math.min(LATEST, PART * seconds);

export class ThumbnailMaker {
  /** Names of the scenes that can be drawn. */
  readonly scenes: readonly string[] = scenes.map(({ name }) => name);

  constructor(
    private readonly client: SimClient,
    private readonly choice: Choice,
    private readonly stage: Stage,
  ) {}

  /** The scene at its telling moment, as addresses of data. */
  async draw(name: string): Promise<Record<Scheme, string>> {
    const scene = scenes.find((one) => one.name === name);
    if (!scene || !(await this.choice.showScene(name))) throw new Error(`there is no scene ${name}`);
    await this.client.pause();
    const { timeStep } = this.client.scenes[0]!;
    await this.client.stepOnce(Math.max(1, Math.round(momentOf(scene) / timeStep)));
    return { light: await this.picture('light'), dark: await this.picture('dark') };
  }

  private async picture(scheme: Scheme): Promise<string> {
    const blob = await this.stage.capture({
      width: WIDTH,
      height: HEIGHT,
      type: 'image/webp',
      quality: QUALITY,
      scheme,
    });
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.onerror = () => reject(new Error('the picture could not be read'));
      reader.readAsDataURL(blob);
    });
  }
}

// Pictures of the gallery under `npm start`, where no build has drawn them: a second, small studio in the page draws
// one scene after the other while the gallery is open, and hands them to the server, which keeps them until the sources
// change.

import { Choice } from './choice.js';
import { SimClient } from './sim/client.js';
import { ThumbnailMaker } from './thumbnail-maker.js';
import type { Thumbnails } from './ui/thumbnails.js';
import { Stage } from './view/stage.js';

export class LiveThumbnails {
  private maker: ThumbnailMaker | null = null;
  private running: Promise<void> | null = null;

  constructor(private readonly thumbnails: Thumbnails) {}

  /** Draws those that are missing, as long as somebody looks. */
  draw(names: readonly string[], isWanted: () => boolean): Promise<void> {
    this.running ??= this.drawAll(names, isWanted).finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async drawAll(names: readonly string[], isWanted: () => boolean): Promise<void> {
    await this.thumbnails.ready;
    for (const name of names) {
      if (!isWanted()) return;
      if (this.thumbnails.source(name, 'light')) continue;
      try {
        const images = await this.studio().draw(name);
        this.thumbnails.put(name, images);
        for (const [scheme, data] of Object.entries(images)) await keep(`${scheme}/${name}.webp`, data);
      } catch {
        // The drawing stays in its place.
      }
    }
  }

  private studio(): ThumbnailMaker {
    if (this.maker) return this.maker;
    const root = document.createElement('div');
    root.style.cssText = 'position:fixed;left:-200px;top:0;width:48px;height:30px;overflow:hidden';
    root.setAttribute('aria-hidden', 'true');
    root.inert = true;
    document.body.append(root);
    const client = new SimClient();
    const stage = new Stage(root, client);
    // The pictures alone are drawn, not what leads to them.
    stage.isDrawn = false;
    this.maker = new ThumbnailMaker(client, new Choice(client), stage);
    return this.maker;
  }
}

/** The server of `npm start` keeps it; any other does not, and need not. */
async function keep(path: string, data: string): Promise<void> {
  const body = await (await fetch(data)).blob();
  await fetch(`./thumbnails/${path}`, { method: 'PUT', body }).catch(() => {});
}

// npm run build:studio: the studio in dist-studio/, with a picture of every scene where a Chromium can draw them.

import { ensureDependencies, requireNode } from './lib/install.js';

requireNode();
try {
  await ensureDependencies();
  const { buildStudio, copyThumbnails, studioSize, writeServiceWorker } = await import('./lib/studio-build.js');
  const { updateThumbnails } = await import('./lib/thumbnails.js');
  await buildStudio({ onlyIfStale: false });
  await updateThumbnails();
  copyThumbnails();
  writeServiceWorker();
  const { gzip, thumbnails } = studioSize();
  console.log(
    `dist-studio/: ${Math.ceil(gzip / 1000)} kB with gzip, and ${Math.ceil(thumbnails / 1000)} kB of pictures`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

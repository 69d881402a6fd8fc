// npm run build:studio: the studio in dist-studio/, with a picture of every scene where a Chromium can draw them.
// The tests pass --if-stale (leave a folder that is up to date alone) and --no-pictures (draw none, use those there
// are).

import { ensureDependencies, requireNode } from './lib/install.js';

requireNode();
try {
  const onlyIfStale = process.argv.includes('--if-stale');
  await ensureDependencies();
  const { buildStudio, copyThumbnails, studioFolder, studioSize, writeServiceWorker } = await import(
    './lib/studio-build.js'
  );
  await buildStudio({ onlyIfStale });
  if (!process.argv.includes('--no-pictures')) {
    const { updateThumbnails } = await import('./lib/thumbnails.js');
    await updateThumbnails(studioFolder);
    copyThumbnails();
    writeServiceWorker();
  }
  const { gzip, thumbnails } = studioSize();
  console.log(
    `dist-studio/: ${Math.ceil(gzip / 1000)} kB with gzip, and ${Math.ceil(thumbnails / 1000)} kB of pictures`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

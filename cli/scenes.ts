// sixfold scenes: the built-in scenes, one per line. Their summaries only on a terminal, so that a pipe gets names.

import { scenes } from '../scenes/index.js';

export function listScenes(): number {
  const width = Math.max(...scenes.map(({ name }) => name.length));
  for (const { name, summary } of scenes) {
    process.stdout.write(process.stdout.isTTY ? `${name.padEnd(width)}  ${summary}\n` : `${name}\n`);
  }
  return 0;
}

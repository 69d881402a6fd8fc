// All pictures of the documentation. See scripts/pictures.js.

import { mkdirSync, writeFileSync } from 'node:fs';
import { convergence } from './convergence.js';
import { rayColumns } from './ray-columns.js';
import { plate } from './spinning-plate.js';
import type { Picture } from './svg.js';
import { twoBoxes } from './two-boxes.js';

const PICTURES: Record<string, () => Picture> = {
  'two-boxes': twoBoxes,
  'ray-columns': rayColumns,
  convergence,
  'spinning-plate': plate,
};

const folder = 'docs/pictures';
mkdirSync(folder, { recursive: true });
for (const [name, draw] of Object.entries(PICTURES)) {
  const svg = draw().toString();
  writeFileSync(`${folder}/${name}.svg`, svg);
  console.log(`${folder}/${name}.svg, ${Math.round(svg.length / 1024)} kB`);
}

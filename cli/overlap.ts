// sixfold overlap: how the bodies of a scene overlap before the first step.

import { allModels } from '../src/all-models.js';
import { type Overlap, World } from '../src/index.js';
import { namesOfBodies } from '../src/io/samples.js';
import { loadScene } from './load-scene.js';
import { count, short } from './text.js';

export interface OverlapCommandOptions {
  json?: boolean;
}

export async function overlap(scene: string, options: OverlapCommandOptions): Promise<number> {
  const { name, description } = await loadScene(scene);
  const world = new World(description, { models: allModels });
  const names = namesOfBodies(world);
  const bodies = [...world.bodies()];
  const overlaps = world.overlaps().map(({ a, b, ...rest }) => ({
    a: names[bodies.indexOf(a)]!,
    b: names[bodies.indexOf(b)]!,
    ...rest,
  }));
  process.stdout.write(`${options.json ? JSON.stringify({ overlaps }) : tableOf(name, overlaps)}\n`);
  return 0;
}

type Named = Omit<Overlap, 'a' | 'b'> & { a: string; b: string };

function tableOf(scene: string, overlaps: readonly Named[]): string {
  if (overlaps.length === 0) return `${scene}: nothing overlaps`;
  const rows = overlaps.map((o) => [
    o.a,
    o.b,
    short(o.volume),
    short(o.area),
    short(o.depth),
    `(${o.center.map(short).join(', ')})`,
    String(o.outline.length),
  ]);
  const table = [['a', 'b', 'volume m³', 'area m²', 'depth m', 'centre m', 'corners'], ...rows];
  const widths = table[0]!.map((_, k) => Math.max(...table.map((row) => row[k]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, k) => cell.padEnd(widths[k]!))
      .join('  ')
      .trimEnd(),
  );
  return [`${scene}: ${count(overlaps.length, 'overlap')}`, ...lines].join('\n');
}

// sixfold check: validates scenes and runs nothing. The first that cannot be used ends it.

import { allModels } from '../src/all-models.js';
import { World } from '../src/index.js';
import { loadScene } from './load-scene.js';
import { count } from './text.js';

export async function check(scenes: readonly string[]): Promise<number> {
  for (const scene of scenes) {
    const { name, description } = await loadScene(scene);
    const world = new World(description, { models: allModels });
    const bodies = count([...world.bodies()].length, 'body', 'bodies');
    process.stdout.write(`${name}: ${bodies}, ${count(description.joints?.length ?? 0, 'joint')}, nothing wrong\n`);
  }
  return 0;
}

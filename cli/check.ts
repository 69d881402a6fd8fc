// sixfold check: validates a scene and runs nothing.

import { allModels } from '../src/all-models.js';
import { World } from '../src/index.js';
import { loadScene } from './load-scene.js';
import { count } from './text.js';

export async function check(scene: string): Promise<number> {
  const { name, description } = await loadScene(scene);
  const world = new World(description, { models: allModels });
  const bodies = count([...world.bodies()].length, 'body', 'bodies');
  process.stdout.write(`${name}: ${bodies}, ${count(description.joints?.length ?? 0, 'joint')}, nothing wrong\n`);
  return 0;
}

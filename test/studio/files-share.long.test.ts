import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { decodeScene, encodeScene } from '../../studio/files/share.js';

test.each(scenes)('a link of $name comes back as it was, meshes and all', async (scene) => {
  const description = scene.make(scene.name === 'bumpy-cube' ? { detail: 64 } : {});
  // Scans of fifty thousand points are too long for a link; saying so is all that is asked.
  const isScan = JSON.stringify(description).length > 5e6;
  const reload = async () => decodeScene(await encodeScene(description));
  if (isScan) await expect(reload()).rejects.toThrow('save it as a file instead');
  else expect(await reload()).toEqual(description);
});

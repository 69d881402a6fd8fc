// Every built-in scene under both models has the recorded bits. If a change of behaviour is meant, `npx vitest run
// test/golden -u` records the new hashes; say in the commit why they changed.

import { describe, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import type {} from '../../src/volume.js';
import { runBuiltIn } from './built-in.js';

/** Soft bodies exist under their own model only. */
const rigid = scenes.filter((scene) => scene.make().bodies!.every(({ type }) => type !== 'soft'));

for (const model of ['six', 'point'] as const)
  describe(model, () => {
    for (const { name } of rigid)
      test(name, async () => {
        const { firstContact, hashes } = runBuiltIn(name, model);
        const [first, second] = hashes;
        expect(second, 'the scene must move').not.toBe(first);
        await expect(`first contact ${firstContact}\n${hashes.join('\n')}\n`).toMatchFileSnapshot(
          `built-in/${model}/${name}.txt`,
        );
      }, 300_000);
  });

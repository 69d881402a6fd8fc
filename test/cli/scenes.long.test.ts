import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { sixfold } from './sixfold.js';

test.each(scenes.map(({ name }) => name))('check %s: valid', async (name) => {
  expect(await sixfold(['check', name])).toMatchObject({ status: 0, stderr: '' });
});

import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { searchScenes } from '../../studio/ui/search.js';

const found = (query: string) => searchScenes(scenes, query).map(({ name }) => name);

test.each(['dominos', 'dominoes', 'domino', 'Dominoe', 'domimo run'])('%s finds the domino run', (query) => {
  expect(found(query)[0]).toBe('domino-run');
});

test('"spin" is what spins, not a group', () => {
  const names = found('spin');
  const group = scenes.filter((scene) => scene.group === 'rolling and spinning').map(({ name }) => name);
  expect(names).toContain('spinning-plate');
  expect(names).toContain('spinning-sphere');
  expect(group.some((name) => !names.includes(name))).toBe(true);
});

test('titles come before summaries, and all words count', () => {
  expect(found('tower')[0]).toBe('tower');
  expect(found('tower hundred')).toContain('high-tower');
  expect(found('tower xylophone')).toEqual([]);
});

test('no words find all', () => {
  expect(found('  ')).toHaveLength(scenes.length);
});

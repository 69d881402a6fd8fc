// The search of the gallery: every word of the query has to begin a word of the scene's name, title or summary, in
// singular or plural, or nearly so. The name of its group does not count: "spin" means scenes that spin. Verified in
// test/studio/search.test.ts.

import type { Scene } from '../../scenes/index.js';

/** Words of at least so many letters may have one letter wrong, missing or too much. */
const FORGIVING = 5;

/** Scenes that have all words of a query, those first that have them in their title. */
export function searchScenes(scenes: readonly Scene[], query: string): Scene[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [...scenes];
  const found = scenes.flatMap((scene) => {
    const title = wordsOf(`${scene.name} ${scene.title}`);
    const all = [...title, ...wordsOf(scene.summary)];
    const rank = wanted.map((word) => (matches(title, word) ? 0 : matches(all, word) ? 1 : Number.POSITIVE_INFINITY));
    const worst = Math.max(...rank);
    return Number.isFinite(worst) ? [{ scene, rank: worst }] : [];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ scene }) => scene);
}

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return plain
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(singular);
}

/** Without the ending of a plural: dominoes and dominos are domino. */
function singular(word: string): string {
  if (word.length < 4 || word.endsWith('ss')) return word;
  return word.replace(/(?<=[ox])es$|s$/, '');
}

function matches(words: readonly string[], wanted: string): boolean {
  if (words.some((word) => word.startsWith(wanted))) return true;
  return wanted.length >= FORGIVING && words.some((word) => isNear(word.slice(0, wanted.length + 1), wanted));
}

/** Whether one letter more, less or other makes them equal, the end of the first aside. */
function isNear(a: string, b: string): boolean {
  let k = 0;
  while (k < b.length && a[k] === b[k]) k++;
  const rest = b.slice(k);
  const isSame = (x: string, y: string) => x.startsWith(y);
  return isSame(a.slice(k + 1), rest.slice(1)) || isSame(a.slice(k + 1), rest) || isSame(a.slice(k), rest.slice(1));
}

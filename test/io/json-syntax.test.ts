import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSyntaxFault } from '../../src/io/json-syntax.js';

test.each([
  ['{', 1, 2],
  ['{"a": 1,}', 1, 9],
  ['{"a": 1\n "b": 2}', 2, 2],
  ['[1, 2', 1, 6],
  ['[1, NaN]', 1, 5],
  ['{"a": 01}', 1, 7],
  ["{'a': 1}", 1, 2],
  ['{"a" 1}', 1, 6],
  ['{"a": "b\nc"}', 1, 7],
  ['{} {}', 1, 4],
  ['// comment\n{}', 1, 1],
  ['{"a": +1}', 1, 7],
  ['', 1, 1],
])('%j is wrong at line %i, column %i', (text, line, column) => {
  expect(findSyntaxFault(text)).toMatchObject({ line, column });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('agrees with JSON.parse on what is JSON, whole or damaged', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '{', ']', '0', '\\', 'e'), (text, at, damage) => {
      const i = at % (text.length + 1);
      const damaged = text.slice(0, i) + damage + text.slice(i + (damage ? 0 : 1));
      expect(findSyntaxFault(text)).toBeNull();
      expect(findSyntaxFault(damaged) === null).toBe(parses(damaged));
    }),
    { numRuns: 2000 },
  );
});

test('nesting costs no stack', () => {
  expect(findSyntaxFault('['.repeat(1e6))).not.toBeNull();
  expect(findSyntaxFault(`"${'a'.repeat(5e6)}`)).not.toBeNull();
});

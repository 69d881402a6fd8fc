import { expect, test } from 'vitest';
import { samplesOf } from '../../scripts/lib/docs-samples.js';
import { findViolations } from '../../scripts/lib/source-rules.js';

const judge = (path: string, text: string): string[] => findViolations([{ path, text }]);

test.each([
  ['a later room', 'src/math/a.ts', "import { World } from '../world/world.js';"],
  ['the type of a later room', 'src/shapes/a.ts', "import type { Body } from '../bodies/store.js';"],
  ['a type imported inline', 'src/shapes/a.ts', "export type B = import('../bodies/store.js').Body;"],
  ['a re-export of a later room', 'src/solver/a.ts', "export * from '../contact/point.js';"],
  ['a dynamic import', 'src/solver/a.ts', "export const x = () => import('../contact/point.js');"],
  ['a computed import', 'src/solver/a.ts', 'export const x = (name: string) => import(name);'],
  ['the index from a room', 'src/io/a.ts', "import { World } from '../index.js';"],
  ['a package in src', 'src/math/a.ts', "import { Vector3 } from 'three';"],
  ['Node in src', 'src/io/a.ts', "import { readFileSync } from 'node:fs';"],
  ['the command line in meshes', 'meshes/a.ts', "import { main } from '../cli/main.js';"],
  ['a foreign package in meshes', 'meshes/a.ts', "import { Command } from 'commander';"],
  ['three in meshes', 'meshes/a.ts', "import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';"],
  ['a package whose name only starts alike', 'meshes/a.ts', "import x from 'three-mesh-bvh';"],
  ['a missing ending', 'cli/a.ts', "import { x } from './b';"],
  ['an unknown room', 'src/attic/a.ts', "import { sin } from '../math/trig.js';"],
])('refuses %s', (_, path, text) => {
  expect(judge(path, text)).toHaveLength(1);
});

test.each([
  ['an earlier room', 'src/world/a.ts', "import { sin } from '../math/trig.js';"],
  ['its own room', 'src/world/a.ts', "import { step } from './step.js';"],
  ['every room from the index', 'src/index.ts', "export { World } from './world/world.js';"],
  [
    'Node in the command line',
    'cli/a.ts',
    "import { readFileSync } from 'node:fs'; import { World } from '../src/index.js';",
  ],
])('allows %s', (_, path, text) => {
  expect(judge(path, text)).toEqual([]);
});

test.each([
  'const x = Math.sin(1);',
  'const x = Math.hypot(1, 2);',
  'const x = Math.pow(2, 0.5);',
  'const x = Math.random();',
  "const x = Math['cos'](1);",
  'const { sin } = Math;',
  'const x = Date.now();',
  'const x = new Date();',
  'const x = globalThis;',
  'const f = (a: number) => a ** 2;',
  'const f = (a: number) => { a **= 3; return a; };',
  'let counter = 0;',
  'export let counter = 0;',
  "const x = 'a'.localeCompare('b');",
])('refuses in the engine: %s', (text) => {
  expect(judge('src/math/a.ts', text)).toHaveLength(1);
  expect(judge('cli/a.ts', text)).toEqual([]);
});

test.each([
  'const x = Math.sqrt(2) + Math.abs(-1) + Math.PI;',
  'const x = 2 ** -52;',
  '// Math.sin and Date.now in a comment',
  "const x = 'Math.sin(1)';",
  'interface Clock { Date: number }',
  'const clock = { Date: 1 }; const x = clock.Date;',
  'export function f() { let n = 0; return ++n; }',
])('allows in the engine: %s', (text) => {
  expect(judge('src/math/a.ts', text)).toEqual([]);
});

test('finds rings of values but not of types', () => {
  const ring = (kind: string) =>
    findViolations([
      { path: 'src/math/a.ts', text: `import ${kind}{ b } from './b.js'; export type A = typeof b;` },
      { path: 'src/math/b.ts', text: `import ${kind}{ a } from './a.js'; export type B = typeof a;` },
    ]);
  expect(ring('')).toEqual(['modules import each other in a ring: src/math/a.ts -> src/math/b.ts -> src/math/a.ts']);
  expect(ring('type ')).toEqual([]);
});

test('finds the ts samples of a document and where they start', () => {
  const text = 'One\n\n```ts\nlet a = 1;\n```\n\n```js\nvar b;\n```\n\n```ts\nlet c;\n```\n';
  expect(samplesOf(text)).toEqual([
    { code: 'let a = 1;\n', line: 4 },
    { code: 'let c;\n', line: 12 },
  ]);
});

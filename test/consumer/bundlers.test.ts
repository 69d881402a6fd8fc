// The packed package through the tools that people have: esbuild, rolldown, vite and webpack each make one file of a
// program that uses the engine and reads a mesh, without three.js and without the library for glTF. The file says in
// Node what the program says there without a bundler, by `import` and by `require`.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { rolldown } from 'rolldown';
import { build as vite } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import webpack from 'webpack';
import { tsc } from '../../scripts/lib/build.js';
import { root } from '../../scripts/lib/paths.js';
import { Folder } from '../cli/sixfold.js';

const folder = new Folder();
const project = folder.path;
const entry = join(project, 'program.js');
const elsewhere = new Folder();
afterAll(() => {
  folder.remove();
  elsewhere.remove();
});

const PROGRAM = `import { World } from 'sixfold';
import { readMesh, writeObj, writeStl, writePly } from 'sixfold/meshes';
const mesh = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  indices: Int32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
};
const read = [];
for (const [name, write] of [['a.obj', writeObj], ['a.stl', writeStl], ['a.ply', writePly]])
  read.push((await readMesh(write(mesh), name)).indices.length);
const refusal = await readMesh(new Uint8Array(20), 'a.glb').then(() => 'read', (error) => error.message);
const world = new World({});
world.addBody({ type: 'static', shape: { type: 'half-space' } });
world.addBody({ shape: { type: 'mesh', ...mesh }, mass: 1, position: [0, 0.2, 0] });
for (let k = 0; k < 30; k++) world.step();
console.log(JSON.stringify([read, refusal, world.hash()]));
`;

const node = (...args: string[]): string => execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
let said = '';

beforeAll(() => {
  // A path with all the tools' own packages above it would find glTF's library: the project lies elsewhere.
  const cli = process.env.npm_execpath;
  const [command, before] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const npm = (args: string[], cwd: string) =>
    execFileSync(command, [...before, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', project], root));
  folder.write('package.json', { name: 'consumer', private: true, type: 'module' });
  npm(['install', `./${packed.filename}`, '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'], project);
  writeFileSync(entry, PROGRAM);
  said = node('program.js');
});

/** What a bundle says when it runs where no package is. */
function sayOf(code: string): string {
  elsewhere.write('out.mjs', code);
  return node(join(elsewhere.path, 'out.mjs'));
}

test('Node by import', () => {
  const [read, refusal, hash] = JSON.parse(said) as [number[], string, string];
  expect(read).toEqual([12, 12, 12]);
  expect(refusal).toBe('a.glb: reading glTF needs the package @gltf-transform/core: npm install @gltf-transform/core');
  expect(hash).toMatch(/^[0-9a-f]+$/);
});

/** From these on Node's `require` takes modules. */
const takesModules = (([major = 0, minor = 0]) =>
  major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19))(
  process.versions.node.split('.').map(Number),
);

test.skipIf(!takesModules)('Node by require', () => {
  writeFileSync(
    join(project, 'program.cjs'),
    `const { World } = require('sixfold');
    const { readMesh } = require('sixfold/meshes');
    console.log(typeof World, typeof readMesh, typeof require('sixfold/scenes').scenes.length);\n`,
  );
  expect(node('--no-warnings', 'program.cjs').trim()).toBe('function function number');
});

test('esbuild', async () => {
  const { outputFiles, errors } = await esbuild({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    write: false,
    minify: true,
    logLevel: 'silent',
    target: 'es2022',
  });
  expect(errors).toEqual([]);
  expect(sayOf(outputFiles[0]!.text)).toBe(said);
});

test('rolldown', async () => {
  const bundle = await rolldown({ input: entry, cwd: project, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  expect(sayOf(output[0].code)).toBe(said);
});

test('vite', async () => {
  const result = await vite({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [made] = Array.isArray(result) ? result : [result];
  if (!made || !('output' in made)) throw new Error('vite gave nothing back');
  expect(sayOf(made.output[0].code)).toBe(said);
});

test('webpack', async () => {
  const stats = await new Promise<webpack.Stats>((resolve, reject) => {
    webpack(
      {
        context: project,
        entry,
        mode: 'production',
        target: 'es2022',
        experiments: { outputModule: true },
        optimization: { minimize: false }, // which takes a minute and proves nothing
        output: { path: join(project, 'packed'), filename: 'out.mjs', module: true, asyncChunks: false },
      },
      (error, done) => (error || !done ? reject(error ?? new Error('webpack gave nothing back')) : resolve(done)),
    );
  });
  expect(stats.compilation.errors.map(({ message }) => message)).toEqual([]);
  expect(sayOf(readFileSync(join(project, 'packed', 'out.mjs'), 'utf8'))).toBe(said);
});

test('the types need no other package, and no skipLibCheck', () => {
  writeFileSync(
    join(project, 'types.ts'),
    `import { World, type SceneDescription } from 'sixfold';
    import { readMesh, type MeshData, type ResolveFile } from 'sixfold/meshes';
    import { scenes } from 'sixfold/scenes';
    const resolve: ResolveFile = () => new Uint8Array();
    export const mesh: Promise<MeshData> = readMesh(new Uint8Array(), 'a.obj', { resolve });
    const scene: SceneDescription = scenes[0]!.make();
    new World(scene).step();\n`,
  );
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--types', ''];
  for (const resolution of [
    ['--module', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ])
    node(tsc, ...strict, '--lib', 'es2023,dom', ...resolution, 'types.ts');
});

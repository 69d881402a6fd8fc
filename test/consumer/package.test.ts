// The package as someone gets it: packed, installed into an empty project, and the sample of the README run there.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { build, transformWithOxc } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tsc } from '../../scripts/lib/build.js';
import { samplesOf } from '../../scripts/lib/docs-samples.js';
import { root } from '../../scripts/lib/paths.js';
import { launchChromium } from '../browser/chromium.js';
import { Folder } from '../cli/sixfold.js';

const folder = new Folder();
const project = folder.path;
afterAll(() => folder.remove());

function npm(args: string[], cwd: string): string {
  const cli = process.env.npm_execpath;
  const [command, before] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  // stderr is dropped: npm warns there about settings of the machine.
  return execFileSync(command, [...before, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

const node = (...args: string[]): string => execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' });

let packed: { filename: string; files: { path: string }[] };

beforeAll(() => {
  // Scripts stay off: dist/ has just been built, and must not vanish under the other tests.
  [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', project], root));
  folder.write('package.json', { name: 'consumer', private: true, type: 'module' });
  npm(['install', `./${packed.filename}`, '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'], project);
});

/** Whether a file compiles, strictly, as Node and as bundlers resolve its imports. */
function checkTypes(file: string, ...more: string[]): void {
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', ...more];
  const surroundings = ['--lib', 'es2023,dom', '--types', ''];
  for (const resolution of [
    ['--module', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ]) {
    node(tsc, ...strict, ...surroundings, ...resolution, file);
  }
}

/** A module of dist/ and all that it imports from there. */
function modulesBehind(entry: string): string[] {
  const found = [entry];
  for (const path of found) {
    for (const [, from] of readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
      const target = posix.join(posix.dirname(path), from!);
      if (!found.includes(target)) found.push(target);
    }
  }
  return found;
}

/** What a program is that has a world of an entry and nothing else, bundled and minified: bytes, gzipped. */
async function sizeOf(entry: string): Promise<number> {
  const input = join(project, `world-${entry.replace('/', '-')}.js`);
  writeFileSync(input, `export { World } from '${entry}';\n`);
  const bundled = await rolldown({ input, cwd: project, logLevel: 'silent' });
  const { output } = await bundled.generate({ format: 'esm', minify: true });
  await bundled.close();
  expect(output).toHaveLength(1);
  const { code } = output[0];
  expect(code.length).toBeGreaterThan(100_000); // else the engine is not in it
  return gzipSync(code, { level: 9 }).length;
}

// The goal is 175 kB for a world with six and point. Found are 225.8 for one of convex bodies, and 300.3 for one that
// takes every scene: columns of rays are 18 of the difference, distances and facing regions of meshes and tori 18, mesh
// overlaps 10, the kinds themselves and their trees 13 (docs/decisions/entries.md). Of the 50.8 too many, the
// exact law in WebAssembly is 14.6, contacts of boxes there 7.3 and of other polyhedra 3.4, cylinders by their features 2.4, matrices on the tape 1.7, drifts and what sweeps no
// longer call 1.9, boxes on the ground and where correction looks at them 2.0, records that go to the tape by the kernel
// some 2, blunt corners and edges 2.3, what parts of a step bore 1.3, momentum 0.7, ends of mantles 0.7, who is
// known to be apart 0.6, worlds in which nothing stirs 0.5, how far correction may lead 0.4.
test('a world with six and point, bundled and minified, is at most 225.9 kB gzipped, and 300.3 with all shapes', async () => {
  expect(await sizeOf('sixfold/convex')).toBeLessThanOrEqual(225_900);
  expect(await sizeOf('sixfold')).toBeLessThanOrEqual(300_300);
});

test('a world of convex bodies takes kinds that are not', () => {
  const code = `import { World } from 'sixfold';
    import { heightField, mesh, torus } from 'sixfold/concave';
    import { SixfoldError, World as Convex, type SceneDescription } from 'sixfold/convex';
    const ring: SceneDescription = { bodies: [{ shape: { type: 'torus', radius: 1, tube: 0.2 }, mass: 1 }] };
    let line = '';
    try { new Convex(ring); } catch (error) { if (error instanceof SixfoldError) line = error.message; }
    const convex: Convex = new Convex(ring, { shapes: [heightField, mesh, torus] });
    const whole: World = World.restore(convex.snapshot());
    for (const world of [convex, whole]) world.step();
    console.log(line.includes('sixfold/concave'), convex.hash() === whole.hash(), whole instanceof Convex);`;
  writeFileSync(join(project, 'convex.ts'), code);
  writeFileSync(
    join(project, 'convex.js'),
    code.replace(', type SceneDescription', '').replaceAll(/: (SceneDescription|Convex|World)(?= =)/g, ''),
  );
  expect(node('convex.js').trim()).toBe('true true true');
  checkTypes('convex.ts');
});

test('what is thrown and what a debugger shows can be read', async () => {
  writeFileSync(
    join(project, 'read.js'),
    `import { World } from 'sixfold';
    const body = new World({}).addBody({ shape: { type: 'box', size: [1, 1, 1] }, mass: 1 });
    try { body.centerOfMass = 2; } catch (error) { console.log(error.message, error.stack); }
    try { body.position = 3; } catch (error) { console.log(error.stack); }\n`,
  );
  const said = node('--enable-source-maps', 'read.js');
  expect(said).toContain('body.centerOfMass cannot be set; it follows from the shape; set position');
  // Frames are those of the sources, which the maps hold: they are not in the package.
  expect(said).toMatch(/readVec3 \(.*src[\\/]checks[\\/]fields\.ts:\d+/);
  const map = JSON.parse(readFileSync(join(root, 'dist/src/world/world.js.map'), 'utf8'));
  expect(map.sources).toEqual(['../../../src/world/world.ts']);
  expect(map.sourcesContent).toEqual([readFileSync(join(root, 'src/world/world.ts'), 'utf8')]);
});

test('the package holds what it declares, and no sources', () => {
  const paths = packed.files.map(({ path }) => path);
  const { exports, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const declared = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry!),
  );
  for (const path of [...declared, `./${bin.sixfold}`]) expect(paths).toContain((path as string).slice(2));
  expect(paths).toContain('LICENSE');
  for (const path of paths)
    expect(path).toMatch(/^(dist\/.*(\.js|\.js\.map|\.d\.ts)|bin\/.*\.js|[A-Z]+(\.md)?|package\.json)$/);
});

test('the engine needs no package', () => {
  for (const name of readdirSync(join(project, 'node_modules')))
    expect(['three', '@gltf-transform']).not.toContain(name);
  writeFileSync(join(project, 'empty.js'), "import { World } from 'sixfold'; new World({}).step();\n");
  node('empty.js');
});

test('the command is installed', () => {
  expect(node(join('node_modules', 'sixfold', 'bin', 'sixfold.js'), 'run', 'falling-box', '--steps', '5')).toContain(
    'falling-box',
  );
});

test.skipIf(!existsSync(join(root, 'README.md')))('the sample of the README compiles and runs', async () => {
  const [sample] = samplesOf(readFileSync(join(root, 'README.md'), 'utf8'));
  expect(sample, 'README.md has a ts sample').toBeDefined();
  const { code } = await transformWithOxc(sample!.code, 'sample.ts');
  writeFileSync(join(project, 'sample.js'), code);
  expect(node('sample.js').trim()).not.toBe('');
  writeFileSync(join(project, 'sample.ts'), sample!.code);
  checkTypes('sample.ts');
});

test('bundled into an empty page the sample says in Chromium what it says in Node', async () => {
  const [sample] = samplesOf(readFileSync(join(root, 'README.md'), 'utf8'));
  const { code } = await transformWithOxc(sample!.code, 'sample.ts');
  writeFileSync(join(project, 'page.js'), code);
  const inNode = node(
    '--eval',
    `console.log = (...args) => process.stdout.write(args.map((v) => JSON.stringify(v)).join(' ') + '\\n');
    import('./page.js');`,
  );
  const result = await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: join(project, 'page.js') } },
  });
  if (!('output' in result)) throw new Error('the bundler gave nothing back');
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const said: Promise<string>[] = [];
    const faults: string[] = [];
    page.on('console', (message) =>
      said.push(
        Promise.all(message.args().map((arg) => arg.jsonValue())).then((args) =>
          args.map((value) => JSON.stringify(value)).join(' '),
        ),
      ),
    );
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.setContent('<!doctype html><title>empty</title>');
    await page.addScriptTag({ type: 'module', content: result.output[0].code });
    const lines = inNode.split('\n').length - 1;
    await expect
      .poll(() => (faults.length > 0 ? lines : said.length), { timeout: 60_000 })
      .toBeGreaterThanOrEqual(lines);
    expect(faults).toEqual([]);
    expect(`${(await Promise.all(said)).join('\n')}\n`).toBe(inNode);
  } finally {
    await browser.close();
  }
});

test('drawing needs three, and not the engine', () => {
  const modules = modulesBehind('dist/three/index.js');
  expect(modules).toContain('dist/three/index.js');
  expect(modules).not.toContain('dist/src/index.js');
  expect(modules).not.toContain('dist/src/world/world.js');
  const code = `import { World } from 'sixfold';
    import { ContactPatchView, meshFromShape, OverlapView, syncMeshes, WrenchView } from 'sixfold/three';
    import { Group, type Object3D } from 'three';
    const world = new World({});
    world.addBody({ type: 'static', shape: { type: 'half-space' } });
    const coin = world.addBody({ shape: { type: 'cylinder', radius: 0.5, height: 0.05 }, mass: 1, position: [0, 0.025, 0] });
    for (let i = 0; i < 20; i++) world.step();
    const meshes = new Map<typeof coin, Object3D>([[coin, meshFromShape(coin.shape)]]);
    syncMeshes(world, meshes, { parent: new Group() });
    const patches = new ContactPatchView();
    patches.update(world.contacts());
    new WrenchView({ newtonsPerMetre: 10 }).update(world.contacts());
    new OverlapView({ exaggeration: 10 }).update(world.overlaps());
    console.log(meshes.size, patches.fill.triangleCount > 10, meshes.get(coin)?.position.y === coin.position[1]);`;
  writeFileSync(join(project, 'draw.ts'), code);
  writeFileSync(join(project, 'draw.js'), code.replace(', type Object3D', '').replace('<typeof coin, Object3D>', ''));
  // As if installed beside it: three is an optional peer.
  const added = ['three', '@types'].map((name) => join(project, 'node_modules', name));
  try {
    for (const path of added) symlinkSync(join(root, path.slice(project.length)), path, 'junction');
    expect(node('draw.js').trim()).toBe('2 true true');
    checkTypes('draw.ts', '--skipLibCheck'); // those of three are not for us to judge
  } finally {
    for (const path of added) rmSync(path, { force: true });
  }
});

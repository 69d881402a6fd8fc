import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeGlb, writeObj, writePly, writeStl } from '../../meshes/index.js';
import { scenes } from '../../scenes/index.js';
import { type SceneDescription, World } from '../../src/index.js';
import { bumpyCube } from '../../src/shapes/procedural.js';
import { toText } from '../../studio/files/json.js';
import { LARGEST_FILES } from '../../studio/files/kinds.js';
import { type FileLike, readFiles } from '../../studio/files/open.js';
import { cube, volume } from '../meshes/samples.js';
import { expectOneLine, file, hashAfter } from './files-support.js';

async function openScene(...files: FileLike[]): Promise<{ name: string; description: SceneDescription }> {
  const opened = await readFiles(files);
  if (opened.kind !== 'scene') throw new Error('not a scene');
  return opened;
}

test('a saved scene opens as it was, and runs with the same bits', async () => {
  for (const name of ['rattleback', 'newtons-cradle', 'bumpy-cube']) {
    const scene = scenes.find((one) => one.name === name)!;
    const description = scene.make(name === 'bumpy-cube' ? { detail: 16 } : {});
    const opened = await openScene(file('saved.json', toText({ sixfold: 1, ...description })));
    expect(opened.name).toBe(name);
    expect(hashAfter(opened.description, 100)).toBe(hashAfter(description, 100));
  }
});

test('saved text reads well: short things on a line, no line endless', () => {
  const text = toText({ sixfold: 1, ...scenes.find(({ name }) => name === 'bumpy-cube')!.make({ detail: 16 }) });
  expect(text).toMatch(/^\{\n {2}"sixfold": 1,\n {2}"name": "bumpy-cube",\n {2}"contact": \{ "friction": 0.5 \},\n/);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(160);
});

test('mesh files that a scene names are found among those that came with it', async () => {
  const scene = {
    shapes: { a: { type: 'mesh', file: 'models/Cube.OBJ' } },
    bodies: [
      { name: 'x', shape: 'a', mass: 1 },
      { shape: { type: 'compound', parts: [{ shape: { type: 'mesh', file: 'b.stl' } }] }, mass: 1 },
    ],
  };
  const text = file('two.json', `\uFEFF${JSON.stringify(scene)}`);
  const obj = file('cube.obj', writeObj(cube()));
  const { name, description } = await openScene(file('b.stl', writeStl(cube())), text, obj);
  expect(name).toBe('two');
  expect([...new World(description).bodies()]).toHaveLength(2);
  await expectOneLine(openScene(text), /needs the mesh files "Cube.OBJ", "b.stl": open or drop all of them together/);
  await expectOneLine(openScene(text, obj), /needs the mesh file "b.stl"/);
  await expectOneLine(
    openScene(text, obj, file('b.stl', 'rubbish')),
    /^bodies\[1\]: shape.parts\[0\].shape.file is "b.stl": b.stl: .*cut off/,
  );
});

test('meshes of all formats open, and .gltf finds its .bin', async () => {
  const mesh = cube();
  const opened = await readFiles([
    file('a.obj', writeObj(mesh)),
    file('b.STL', writeStl(mesh)),
    file('c.ply', writePly(mesh)),
    file('d.glb', await writeGlb(mesh)),
    file('d.mtl', 'whatever'),
  ]);
  if (opened.kind !== 'meshes') throw new Error('no meshes');
  expect(opened.meshes.map(({ name, format }) => `${name} ${format}`)).toEqual(['a obj', 'b stl', 'c ply', 'd glb']);
  for (const one of opened.meshes) {
    expect(one.volume).toBeCloseTo(volume(mesh), 6);
    expect(one.size.map((x) => x.toFixed(6))).toEqual(['1.100000', '1.100000', '1.100000']);
    expect(one.triangles).toBe(12);
  }
  const json = {
    asset: { version: '2.0' },
    buffers: [{ uri: 'my%20data.bin', byteLength: 96 + 72 }],
    bufferViews: [
      { buffer: 0, byteLength: 96 },
      { buffer: 0, byteOffset: 96, byteLength: 72 },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  };
  const bytes = new Uint8Array(168);
  bytes.set(new Uint8Array(Float32Array.from(mesh.positions).buffer));
  bytes.set(new Uint8Array(Uint16Array.from(mesh.indices).buffer), 96);
  const gltf = file('e.gltf', JSON.stringify(json));
  expect(await readFiles([gltf, file('my data.bin', bytes)])).toMatchObject({ meshes: [{ triangles: 12 }] });
  await expectOneLine(readFiles([gltf]), /needs the file my%20data.bin: open or drop it together/);
});

test('a file of 200 MB is refused before it is read', async () => {
  const huge: FileLike = {
    name: 'huge.stl',
    size: 200_000_000,
    arrayBuffer: () => {
      throw new Error('it was read');
    },
  };
  await expectOneLine(readFiles([huge]), /^"huge.stl" is 200 MB long; at most 64 MB are read: reduce the mesh/);
  const half = { ...huge, size: 0.6 * LARGEST_FILES };
  await expectOneLine(readFiles([half, half]), /^the 2 files are together 77 MB long/);
});

test.each<[string, FileLike[], RegExp]>([
  ['nothing', [], /no files/],
  ['a picture', [file('cat.png', 'x')], /^"cat.png" cannot be opened: the studio reads scenes/],
  ['a file without ending', [file('README', 'x')], /^"README" cannot be opened/],
  ['something unknown among meshes', [file('a.obj', 'x'), file('b.blend', 'x')], /^"b.blend" cannot be opened/],
  ['two scenes', [file('a.json', '{}'), file('b.json', '{}')], /"a.json", "b.json" are 2 scenes: open one at a time/],
  ['an empty scene file', [file('a.json', ' ')], /^scene "a.json": the file is empty/],
  ['a scene with a fault', [file('a.json', '{\n  "bodies": [\n    {,\n')], /not JSON at line 3, column 6: expected/],
  ['a list', [file('a.json', '[1]')], /holds no JSON object/],
  ['bytes', [file('a.json', Uint8Array.from([0xff, 0, 1, 2]))], /not JSON at line 1, column 1/],
  ['a wrong reference', [file('a.json', '{"shapes":{"a":{"type":"mesh","file":7}}}')], /shapes\["a"\].file is 7/],
  [
    'a scene that is none',
    [file('a.json', '{"bodies":[{"shape":{"type":"box","size":[1,-1,1]}}]}')],
    /^scene "a.json": bodies\[0\]: shape.size\[1\] is -1; it must be/,
  ],
  ['an empty mesh', [file('a.obj', '')], /a.obj: is empty/],
  [
    'an unclosed mesh',
    [file('a.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3')],
    /"a.obj" cannot become a body: .*3 open edges/,
  ],
  ['a folder', [{ name: 'x.obj', size: 4096, arrayBuffer: () => Promise.reject(new DOMException('no')) }], /folder/],
])('%s is refused in one line', async (_, files, pattern) => {
  await expectOneLine(readFiles(files), pattern);
});

test('damaged files never hang and never surprise: they open or are refused in one line', async () => {
  const mesh = bumpyCube(3);
  const scene = toText({ bodies: [{ shape: { type: 'mesh', ...cube() }, mass: 1 }] });
  const samples: [string, Uint8Array][] = [
    ['a.obj', writeObj(mesh)],
    ['a.stl', writeStl(mesh)],
    ['a.ply', writePly(mesh)],
    ['a.glb', await writeGlb(mesh)],
    ['a.json', new TextEncoder().encode(scene)],
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.array(
        fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.integer({ min: 0, max: 255 })),
        {
          maxLength: 4,
        },
      ),
      fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      async ([name, bytes], changes, cut) => {
        const damaged = bytes.slice(0, cut === null ? bytes.length : Math.floor(cut * bytes.length));
        for (const [at, value] of changes) if (damaged.length > 0) damaged[Math.floor(at * damaged.length)] = value;
        const result = await readFiles([file(name, damaged)]).catch((error: unknown) => error);
        if (result instanceof Error) await expectOneLine(Promise.reject(result));
      },
    ),
    { numRuns: 300 },
  );
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MeshData, MeshFileError, readMesh, writeGlb, writeMesh, writeStl } from '../../meshes/index.js';
import { computingTime } from '../computing.js';
import { asciiPly, asciiStl, cube, gltfDocument, openEdges, soup, text, torus, volume } from './samples.js';

const singles = (values: number[]): number[] => values.map((x) => Math.fround(x) + 0);
const gltf = (json: unknown): Uint8Array => text(JSON.stringify(json));

async function refusal(bytes: Uint8Array, fileName: string): Promise<string> {
  const error = await readMesh(bytes, fileName).then(
    () => {
      throw new Error('was read');
    },
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(MeshFileError);
  const { message } = error as Error;
  expect(message).not.toMatch(/[\r\n]/);
  expect(message.startsWith(`${fileName}: `)).toBe(true);
  return message;
}

// Parsers must not chatter: the command line promises one line.
const METHODS = ['log', 'warn', 'error', 'info', 'debug'] as const;
beforeEach(() => {
  for (const method of METHODS) vi.spyOn(console, method).mockImplementation(() => {});
});
afterEach(() => {
  const said = METHODS.flatMap((method) => vi.mocked(console[method]).mock.calls.map(([first]) => first));
  vi.restoreAllMocks();
  vi.resetModules();
  expect(said).toEqual([]);
});

describe('round trips', () => {
  const shapes: [string, MeshData][] = [
    ['cube', cube()],
    ['torus', torus()],
    [
      'a torus far away and tiny coordinates',
      { ...torus(), positions: torus().positions.map((x) => x * 1e-7 + 1 / 3) },
    ],
  ];
  for (const [name, mesh] of shapes) {
    for (const extension of ['obj', 'ply']) {
      it(`${name} through ${extension}, every bit`, async () => {
        const back = await readMesh(await writeMesh(mesh, `a.${extension}`), `a.${extension}`);
        expect([...back.positions]).toEqual([...mesh.positions].map((x) => x + 0));
        expect([...back.indices]).toEqual([...mesh.indices]);
      });
    }
    if (name.startsWith('a ')) continue; // singles cannot tell such coordinates apart
    for (const extension of ['stl', 'glb']) {
      it(`${name} through ${extension}, rounded to singles`, async () => {
        const back = await readMesh(await writeMesh(mesh, `a.${extension}`), `a.${extension}`);
        expect(soup(back)).toEqual(singles(soup(mesh)));
        expect(back.positions.length).toBe(mesh.positions.length); // triangles share vertices again
        expect(openEdges(back)).toBe(0);
      });
    }
    it(`${name} through text STL, text PLY and embedded glTF`, async () => {
      expect(soup(await readMesh(text(asciiStl(mesh)), 'a.stl'))).toEqual(singles(soup(mesh)));
      for (const newline of ['\n', '\r\n']) {
        expect(soup(await readMesh(text(asciiPly(mesh, 'double', newline)), 'a.ply'))).toEqual(soup(mesh));
        expect(soup(await readMesh(text(asciiPly(mesh, 'float', newline)), 'A.PLY'))).toEqual(singles(soup(mesh)));
      }
      expect(soup(await readMesh(gltf(gltfDocument(mesh)), 'a.gltf'))).toEqual(singles(soup(mesh)));
    });
  }

  it('reads from the middle of a larger buffer', async () => {
    for (const extension of ['obj', 'stl', 'ply', 'glb']) {
      const bytes = await writeMesh(cube(), `a.${extension}`);
      const larger = new Uint8Array(bytes.length + 10).fill(65);
      larger.set(bytes, 3);
      const back = await readMesh(larger.subarray(3, 3 + bytes.length), `a.${extension}`);
      expect(back.indices.length).toBe(36);
    }
  });
});

describe('OBJ', () => {
  it('knows the ways of writing faces, and ignores what is no surface', async () => {
    const file = `# a tetrahedron and a quadrilateral
mtllib none.mtl
o thing
v 0 0 0
v 1e0 0 0 1.0
  v 0 1. 0
v 0 0 +.5 0.1 0.2 0.3
vn 0 0 1
vt 0 0
g part
usemtl red
s off
f 1/1/1 3/1/1 2/1/1
f 1//1 2//1 4//1
f -4/1 -1/1 -2/1
f 2 3 \\
 4
l 1 2
p 1
v 5 0 0
v 6 0 0
v 6 1 0
v 5 1 0
f 5 6 7 8 # fanned out
nonsense here
`;
    for (const newline of ['\n', '\r\n', '\r']) {
      const mesh = await readMesh(text(file.replaceAll('\n', newline)), 'a.obj');
      expect([...mesh.indices]).toEqual([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 4, 5, 6, 4, 6, 7]);
      expect(mesh.positions[11]).toBe(0.5);
    }
  });

  it('keeps vertex numbers beyond the integers that singles hold', async () => {
    // 2²⁰ + a few vertices: both parts of the label are in use.
    const n = 2 ** 20 + 3;
    const lines: string[] = [];
    for (let v = 0; v < n; v++) lines.push(`v ${v} 0 ${v % 2}`);
    lines.push(`f ${n} ${n - 1} 1`);
    const mesh = await readMesh(text(lines.join('\n')), 'a.obj');
    expect(soup(mesh)).toEqual([n - 1, 0, (n - 1) % 2, n - 2, 0, (n - 2) % 2, 0, 0, 0]);
  });

  it('says what is wrong', async () => {
    expect(await refusal(text('hello'), 'a.obj')).toMatch(/no vertices/);
    expect(await refusal(text('v 0 0 0\nv 1 0 0\nv 0 1 0\n'), 'a.obj')).toMatch(/no faces/);
    expect(await refusal(text('v 0 0 0\nv 1 0\nv 0 1 0\nf 1 2 3\n'), 'a.obj')).toMatch(/vertex 2 .* nothing/);
    expect(await refusal(text('v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n'), 'a.obj')).toMatch(/vertex 2 .* nan/);
    expect(await refusal(text('v 0 0 1e999\nf 1 1 1\n'), 'a.obj')).toMatch(/1e999/);
    for (const face of ['1 2 4', '1 2 0', '1 2 -4', '1 2 x']) {
      expect(await refusal(text(`v 0 0 0\nv 1 0 0\nv 0 1 0\nf ${face}\n`), 'a.obj')).toMatch(/not there/);
    }
    expect(await refusal(text('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 2\n'), 'a.obj')).toMatch(
      /no triangles with any extent/,
    );
  });
});

describe('STL', () => {
  it('tells text from binary files that begin with "solid"', async () => {
    const bytes = writeStl(cube());
    bytes.set(text('solid as a rock'));
    expect((await readMesh(bytes, 'a.stl')).indices.length).toBe(36);
    const padded = new Uint8Array(bytes.length + 7);
    padded.set(bytes);
    expect((await readMesh(padded, 'a.stl')).indices.length).toBe(36);
  });

  it('reads capitals, several solids, names that are words of the format, and normals that are not numbers', async () => {
    const one = asciiStl(cube(), 'facet vertex endsolid solid').replaceAll('normal 0 0 0', 'normal nan -nan inf');
    const two = asciiStl(cube(3)).toUpperCase();
    const mesh = await readMesh(text(`${one}${two}`), 'a.stl');
    expect(volume(mesh)).toBeCloseTo(1.1 ** 3 + 27, 5);
  });

  it('says what is wrong', async () => {
    const whole = asciiStl(cube());
    expect(await refusal(text(whole.slice(0, whole.length / 2)), 'a.stl')).toMatch(/cut off|damaged/);
    expect(await refusal(text(whole.replace(/vertex.*\n/, '')), 'a.stl')).toMatch(/facet 1 /);
    expect(await refusal(text(whole.replace(/vertex \S+/, 'vertex inf')), 'a.stl')).toMatch(/facet 1 /);
    expect(await refusal(text('solid nothing\nendsolid\n'), 'a.stl')).toMatch(/no triangles/);
    expect(await refusal(writeStl(cube()).slice(0, 300), 'a.stl')).toMatch(/announces 12 triangles and holds 4/);
    expect(await refusal(new Uint8Array(40), 'a.stl')).toMatch(/40 bytes/);
    const nan = writeStl(cube());
    new DataView(nan.buffer).setFloat32(84 + 12, Number.NaN, true);
    expect(await refusal(nan, 'a.stl')).toMatch(/not finite/);
    expect(() => writeStl(cube(1e300))).toThrow(MeshFileError);
  });

  it('is done quickly with texts that never end', async () => {
    const start = computingTime();
    await refusal(text(`solid x\n${'facet '.repeat(300_000)}`), 'a.stl');
    await refusal(text('solid '.repeat(300_000)), 'a.stl');
    await refusal(text(`solid x\nfacet normal 0 0 0 ${'vertex '.repeat(300_000)}`), 'a.stl');
    await refusal(text(`solid x\nfacet${' '.repeat(1_000_000)}`), 'a.stl');
    expect(computingTime() - start).toBeLessThan(2000);
  });
});

describe('PLY', () => {
  it('reads quadrilaterals, big-endian data, extra properties and coloured faces', async () => {
    const quad = `ply
format ascii 1.0
element face 1
property uchar red
property uchar green
property uchar blue
property list uint8 uint32 vertex_index
element vertex 4
property float x
property float y
property float z
property float quality
element edge 1
property int vertex1
property int vertex2
end_header
255 0 0 4 0 1 2 3
0 0 0 9
1 0 0 9
1 1 0 9
0 1 0 9
0 1
`;
    const mesh = await readMesh(text(quad.replace('element face', 'comment end_header\nelement face')), 'a.ply');
    expect(soup(mesh)).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect(mesh.positions.length).toBe(12);
    const header = text(
      'ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\n' +
        'element face 1\nproperty list uchar ushort vertex_indices\nend_header\n',
    );
    const body = new DataView(new ArrayBuffer(9 * 8 + 7));
    const values = [0, 0, 0, 0.1, 0, 0, 0, 0.2, 0];
    for (const [i, x] of values.entries()) body.setFloat64(8 * i, x);
    for (const [i, x] of [3, 0, 0, 0, 1, 0, 2].entries()) body.setUint8(72 + i, x);
    const bytes = new Uint8Array(header.length + body.byteLength);
    bytes.set(header);
    bytes.set(new Uint8Array(body.buffer), header.length);
    expect(soup(await readMesh(bytes, 'a.ply'))).toEqual(values);
  });

  it('says what is wrong', async () => {
    const whole = asciiPly(cube());
    expect(await refusal(text('plx\n'), 'a.ply')).toMatch(/does not begin/);
    expect(await refusal(text(whole.slice(0, 60)), 'a.ply')).toMatch(/cut off/);
    expect(await refusal(text(whole.slice(0, -20)), 'a.ply')).toMatch(/cut off/);
    expect(await refusal(text(whole.replace('element face 12', 'element face 0')), 'a.ply')).toMatch(/points/);
    expect(await refusal(text(whole.replace('\n3 0 2 3', '\n2 0 2')), 'a.ply')).toMatch(/2 corners/);
    expect(await refusal(text(whole.replace('\n3 0 2 3', '\n3 0 2 8')), 'a.ply')).toMatch(/vertex 8 of 8/);
    expect(await refusal(text(whole.replace('\n3 0 2 3', '\n3 0 2 -1')), 'a.ply')).toMatch(/vertex -1/);
    expect(await refusal(text(whole.replace('-0.55', 'NaN')), 'a.ply')).toMatch(/vertex 0 has the x coordinate NaN/);
    expect(await refusal(text(whole.replace('property double y', 'property quad y')), 'a.ply')).toMatch(/quad y/);
    expect(await refusal(text(whole.replace('comment', 'remark')), 'a.ply')).toMatch(/unknown header line/);
    expect(await refusal(text(whole.replace('vertex 8', 'vertex 4000000000')), 'a.ply')).toMatch(/4000000000/);
    expect(await refusal(text(whole.replace('ascii', 'morse')), 'a.ply')).toMatch(/morse/);
    expect(await refusal(text(whole.replace('element vertex', 'element end_header')), 'a.ply')).toMatch(/end_header/);
    expect(await refusal((await writeMesh(cube(), 'a.ply')).slice(0, -1), 'a.ply')).toMatch(/cut off/);
    expect(await refusal(text(asciiPly(cube(1e300), 'float')), 'a.ply')).toMatch(/Infinity/);
  });
});

describe('glTF', () => {
  it('places, mirrors and merges by the nodes of the default scene', async () => {
    const json = gltfDocument(cube(1));
    const s = Math.SQRT1_2;
    json.scenes = [{ nodes: [5] }, { nodes: [0, 1] }];
    json.scene = 1;
    json.nodes = [
      { translation: [10, 0, 0], rotation: [0, s, 0, s], scale: [2, 1, 1], children: [2] },
      { matrix: [-1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 20, 0, 1], mesh: 0 },
      { translation: [3, 0, 0], mesh: 0 },
      {},
      {},
      { mesh: 0 },
    ];
    const mesh = await readMesh(gltf(json), 'a.gltf');
    expect(mesh.indices.length).toBe(72);
    expect(openEdges(mesh)).toBe(0);
    expect(volume(mesh)).toBeCloseTo(2 + 1, 12); // the mirrored and sheared one counts positive
    // Child: shifted to x = 3, doubled to 6 ± 1, turned by 90° about y to z = −6, moved by 10 in x. (Rows of the
    // rotation carry √½ rounded: 1e-15.)
    const xs = [...mesh.positions].filter((_, i) => i % 3 === 0).slice(0, 8);
    const zs = [...mesh.positions].filter((_, i) => i % 3 === 2).slice(0, 8);
    expect(Math.min(...xs)).toBeCloseTo(9.5, 13);
    expect(Math.max(...xs)).toBeCloseTo(10.5, 13);
    expect(Math.min(...zs)).toBeCloseTo(-7, 13);
    expect(Math.max(...zs)).toBeCloseTo(-5, 13);
    // The other: x' = −x + y/2, y' = y + 20.
    const rest = mesh.positions.subarray(24);
    expect(Math.max(...rest.filter((_, i) => i % 3 === 0))).toBe(0.75);
    expect(Math.max(...rest.filter((_, i) => i % 3 === 1))).toBe(20.5);
  });

  it('reads quantised, interleaved and sparse positions, and triangles without indices', async () => {
    const json = gltfDocument(cube(1));
    const data = new DataView(new ArrayBuffer(3 * 16 + 4 + 12));
    const corners = [0, 0, 0, 32767, 0, 0, 0, 32767, 0];
    for (let v = 0; v < 3; v++) for (let i = 0; i < 3; i++) data.setInt16(16 * v + 4 + 2 * i, corners[3 * v + i], true);
    data.setUint16(48, 2, true); // sparse: vertex 2 becomes (0, 0, 32767)
    data.setInt16(52 + 4, 32767, true);
    json.buffers = [{ byteLength: 64, uri: `data:;base64,${Buffer.from(data.buffer).toString('base64')}` }];
    json.bufferViews = [
      { buffer: 0, byteLength: 48, byteStride: 16 },
      { buffer: 0, byteOffset: 48, byteLength: 2 },
      { buffer: 0, byteOffset: 52, byteLength: 6 },
    ];
    json.accessors = [
      {
        bufferView: 0,
        byteOffset: 4,
        componentType: 5122,
        normalized: true,
        count: 3,
        type: 'VEC3',
        sparse: { count: 1, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 2 } },
      },
    ];
    json.meshes = [{ primitives: [{ attributes: { POSITION: 0 } }, { mode: 1, attributes: { POSITION: 77 } }] }];
    json.extensionsRequired = ['KHR_mesh_quantization'];
    expect(soup(await readMesh(gltf(json), 'a.gltf'))).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 1]);
  });

  it('needs no pictures, and other files only through "resolve"', async () => {
    const json = gltfDocument(cube(1));
    json.images = [{ uri: 'missing.png' }];
    json.textures = [{ source: 0 }];
    json.materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }];
    json.meshes[0].primitives[0].material = 0;
    const data = Buffer.from(json.buffers[0].uri.split(',')[1], 'base64');
    json.buffers[0].uri = 'some%20part.bin';
    expect(await refusal(gltf(json), 'a.gltf')).toMatch(/needs the file some%20part.bin: pass "resolve"/);
    const asked: string[] = [];
    const resolve = async (uri: string) => {
      asked.push(uri);
      return new Uint8Array(data);
    };
    expect(volume(await readMesh(gltf(json), 'a.gltf', { resolve }))).toBeCloseTo(1, 6);
    expect(asked).toEqual(['some part.bin']);
    const failing = readMesh(gltf(json), 'a.gltf', { resolve: () => Promise.reject(new Error('no such file')) });
    await expect(failing).rejects.toThrow('a.gltf: needs the file some%20part.bin: no such file');
  });

  it('says what is wrong', async () => {
    const change = async (edit: (json: ReturnType<typeof gltfDocument>) => void): Promise<string> => {
      const json = gltfDocument(cube(1));
      edit(json);
      return refusal(gltf(json), 'a.gltf');
    };
    expect(await refusal(text('{"asset'), 'a.gltf')).toMatch(/damaged/);
    expect(await refusal(text('[]'), 'a.gltf')).toMatch(/no glTF object/);
    expect(await change((j) => (j.asset.version = '1.0'))).toMatch(/version "1.0"/);
    expect(await change((j) => (j.extensionsRequired = ['KHR_draco_mesh_compression']))).toMatch(/KHR_draco_mesh/);
    expect(await change((j) => (j.meshes[0].primitives[0].mode = 0))).toMatch(/points/);
    expect(await change((j) => (j.meshes[0].primitives[0].mode = 5))).toMatch(/strips/);
    expect(await change((j) => (j.accessors[0].count = 9))).toMatch(/beyond the end of their view/);
    expect(await change((j) => (j.accessors[0].count = 1e12))).toMatch(/wrong count/);
    expect(await change((j) => delete j.accessors[0].bufferView)).toMatch(/without data/);
    expect(await change((j) => (j.accessors[0].type = 'VEC2'))).toMatch(/wrong type/);
    expect(await change((j) => (j.bufferViews[1].byteLength = 1e6))).toMatch(/beyond the end of its buffer/);
    expect(await change((j) => (j.accessors[0].count = 4))).toMatch(/names vertex \d of 4/);
    expect(await change((j) => (j.nodes[0].children = [0]))).toMatch(/node 0 hangs in the scene twice/);
    expect(await change((j) => (j.nodes[0].scale = [1, 1e999, 1]))).toMatch(/not finite/);
    expect(await change((j) => (j.scene = 4))).toMatch(/no such scene/);
    expect(await change((j) => (j.scenes[0].nodes = [7]))).toMatch(/no node 7/);
    expect(await change((j) => (j.scenes[0].nodes = []))).toMatch(/no triangles/);
    const glb = await writeGlb(cube());
    expect(await refusal(glb.slice(0, -10), 'a.glb')).toMatch(/cut off/);
    expect(await refusal(glb.slice(0, 16), 'a.glb')).toMatch(/cut off/);
    await expect(writeGlb(cube(1e300))).rejects.toThrow(MeshFileError);
  });
});

describe('files in general', () => {
  it('are chosen by the ending of their names', async () => {
    expect(await refusal(text('x'), 'a.fbx')).toBe(
      'a.fbx: is of an unknown kind: the name must end in one of .obj, .stl, .ply, .gltf, .glb',
    );
    expect(await refusal(text('x'), 'obj')).toMatch(/unknown kind/);
    await expect(writeMesh(cube(), 'a.gltf')).rejects.toThrow(/unknown kind.*\.glb/);
    for (const kind of ['obj', 'stl', 'ply', 'gltf', 'glb']) {
      expect(await refusal(new Uint8Array(0), `a.${kind}`)).toBe(`a.${kind}: is empty`);
    }
  });

  it('name the package to install when it is missing', async () => {
    const missing = () => {
      throw new Error('not found');
    };
    vi.doMock('three', missing);
    vi.doMock('@gltf-transform/core', missing);
    const meshes = await import('../../meshes/index.js');
    const messages: string[] = [];
    for (const name of ['a.obj', 'a.stl', 'a.ply']) {
      const bytes = await meshes.writeMesh(cube(), name);
      expect((await meshes.readMesh(bytes, name)).indices).toHaveLength(36);
    }
    await meshes.readMesh(text('x'), 'a.glb').catch((e: Error) => messages.push(e.message));
    await meshes.writeGlb(cube()).catch((e: Error) => messages.push(e.message));
    expect(messages).toEqual([
      'a.glb: reading glTF needs the package @gltf-transform/core: npm install @gltf-transform/core',
      'writing GLB needs the package @gltf-transform/core: npm install @gltf-transform/core',
    ]);
    vi.doUnmock('three');
    vi.doUnmock('@gltf-transform/core');
  });
});

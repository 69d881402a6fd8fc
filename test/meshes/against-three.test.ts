// An independent oracle: the loaders of three.js read the same triangles from the same files.

import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';
import { expect, test } from 'vitest';
import { type MeshData, readMesh, writeMesh } from '../../meshes/index.js';
import { Random } from '../../src/math/random.js';

const random = new Random(5);
/** Triangles anywhere, of coordinates that singles hold, so that both sides have the same. */
const mesh: MeshData = {
  positions: Float64Array.from({ length: 300 }, () => Math.fround(random.between(-9, 9))),
  indices: Int32Array.from({ length: 3 * 400 }, (_, k) => {
    const first = Math.floor(random.between(0, 98));
    return k % 3 === 0 ? first : Math.floor(random.between(0, 100));
  }),
};

/** The corners of all triangles that have an extent, one after the other. */
function soup(positions: ArrayLike<number>, indices: ArrayLike<number> | undefined): string[] {
  const count = (indices?.length ?? positions.length / 3) / 3;
  const corner = (k: number) => {
    const v = 3 * (indices ? indices[k]! : k);
    return `${positions[v]} ${positions[v + 1]} ${positions[v + 2]}`;
  };
  const triangles: string[] = [];
  for (let t = 0; t < count; t++) {
    const corners = [corner(3 * t), corner(3 * t + 1), corner(3 * t + 2)];
    if (new Set(corners).size === 3) triangles.push(corners.join(', '));
  }
  return triangles.sort();
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const buffer = (bytes: Uint8Array) => bytes.slice().buffer as ArrayBuffer;

const LOADERS = {
  obj: (bytes: Uint8Array) => {
    const [object] = new OBJLoader().parse(text(bytes)).children;
    return (object as unknown as { geometry: ReturnType<STLLoader['parse']> }).geometry;
  },
  stl: (bytes: Uint8Array) => new STLLoader().parse(buffer(bytes)),
  ply: (bytes: Uint8Array) => new PLYLoader().parse(buffer(bytes)),
};

test.each(['obj', 'stl', 'ply'] as const)('%s', async (kind) => {
  const bytes = await writeMesh(mesh, `a.${kind}`);
  const ours = await readMesh(bytes, `a.${kind}`);
  const theirs = LOADERS[kind](bytes);
  const expected = soup(theirs.attributes.position!.array, theirs.index?.array);
  expect(soup(ours.positions, ours.indices)).toEqual(expected);
  expect(expected.length).toBeGreaterThan(300);
});

test('every way of writing the corner of a face of an OBJ file', async () => {
  const file = `# a comment
v 0 0 0
v 1 0 0 # with words behind it
v 1 1 0
v 0 1 0
vt 0 0
vn 0 0 1
g group
f 1 2 3
f 1/1 3/1 4/1
f 1//1 2//1 3//1
f 1/1/1 3/1/1 4/1/1
f -4 -3 -2 -1
f 1 2 \\
 3 4
l 1 2
p 1
`;
  const bytes = new TextEncoder().encode(file);
  const { positions, indices } = await readMesh(bytes, 'a.obj');
  const theirs = new OBJLoader().parse(file.replace(/^[lp] .*$/gm, '')).children as unknown as {
    geometry: ReturnType<STLLoader['parse']>;
  }[];
  const all = theirs.flatMap(({ geometry }) => soup(geometry.attributes.position!.array, undefined)).sort();
  expect(soup(positions, indices)).toEqual(all);
  expect(all).toHaveLength(8);
});

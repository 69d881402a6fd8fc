// glTF and GLB by @gltf-transform/core, which decodes the surfaces (gltf-source.ts selects them); they are placed by
// the nodes of the default scene (gltf-nodes.ts) and merged. Mirrored nodes have their triangles turned round, as the
// specification says. Skins and morph targets are not applied: the mesh comes out in its rest pose. Coordinates are
// singles by the format.

import type { GLTF } from '@gltf-transform/core';
import { MeshFileError } from './error.js';
import { type Matrix4, placeNodes } from './gltf-nodes.js';
import { readSource } from './gltf-source.js';
import { countingIndices, type MeshData } from './mesh.js';
import type { ResolveFile } from './resolve-file.js';
import { single } from './stl.js';

const MOST_VERTICES = 2 ** 24;

/** The library, or how to get it. Within `try`, so that bundlers take it for optional. */
async function importLibrary(fileName: string, task: string) {
  try {
    return await import('@gltf-transform/core');
  } catch {
    const name = '@gltf-transform/core';
    throw new MeshFileError(fileName, `${task} needs the package ${name}: npm install ${name}`);
  }
}

export async function readGltf(bytes: Uint8Array, fileName: string, resolve?: ResolveFile): Promise<MeshData> {
  const core = await importLibrary(fileName, 'reading glTF');
  const io = new core.WebIO().setLogger(new core.Logger(core.Logger.Verbosity.SILENT));
  const { json, surface } = await readSource(bytes, fileName, core.GLB_BUFFER, resolve);
  const root = (await io.readJSON(surface)).getRoot();
  const surfaces = root.listMeshes().map((mesh) =>
    mesh.listPrimitives().map((primitive) => {
      const position = primitive.getAttribute('POSITION')!;
      const corners = primitive.getIndices();
      // getElement undoes the normalisation of integers.
      const points = new Float64Array(3 * position.getCount());
      const element: number[] = [];
      for (let v = 0; v < position.getCount(); v++) points.set(position.getElement(v, element), 3 * v);
      const indices = corners ? Int32Array.from(corners.getArray()!) : countingIndices(points.length / 3);
      return { positions: points, indices };
    }),
  );
  return merge(json, surfaces, fileName);
}

/** All surfaces where the nodes put them, as one. */
function merge(json: GLTF.IGLTF, surfaces: readonly (readonly MeshData[])[], fileName: string): MeshData {
  const positions: number[] = [];
  const indices: number[] = [];
  const add = (mesh: number, m: Matrix4): void => {
    for (const surface of surfaces[mesh] ?? []) {
      const base = positions.length / 3;
      const p = surface.positions;
      const count = p.length / 3;
      // Instances make much of little: a small file may mean more than fits in memory.
      if (base + count > MOST_VERTICES || indices.length + surface.indices.length > 6 * MOST_VERTICES) {
        throw new MeshFileError(fileName, `has more than ${MOST_VERTICES} vertices: reduce it`);
      }
      for (let i = 0; i < p.length; i += 3) {
        for (let row = 0; row < 3; row++) {
          positions.push(m[row] * p[i] + m[row + 4] * p[i + 1] + m[row + 8] * p[i + 2] + m[row + 12]);
        }
      }
      const mirrored = determinant(m) < 0;
      if (surface.indices.length % 3 !== 0)
        throw new MeshFileError(fileName, 'has a triangle without three corners: the file is damaged');
      for (let i = 0; i < surface.indices.length; i += 3) {
        const corners = [
          surface.indices[i],
          surface.indices[i + (mirrored ? 2 : 1)],
          surface.indices[i + (mirrored ? 1 : 2)],
        ];
        for (const corner of corners) {
          if (!(corner >= 0 && corner < count))
            throw new MeshFileError(fileName, `names vertex ${corner} of ${count}: the file is damaged`);
          indices.push(base + corner);
        }
      }
    }
  };
  placeNodes(json, fileName, add);
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
}

function determinant(m: Matrix4): number {
  return m[0] * (m[5] * m[10] - m[9] * m[6]) - m[4] * (m[1] * m[10] - m[9] * m[2]) + m[8] * (m[1] * m[6] - m[5] * m[2]);
}

/** GLB with one mesh: singles, since the format has no doubles. */
export async function writeGlb(mesh: MeshData): Promise<Uint8Array> {
  const { Document, WebIO, Accessor } = await importLibrary('', 'writing GLB');
  const document = new Document();
  const buffer = document.createBuffer();
  const position = document
    .createAccessor()
    .setType(Accessor.Type.VEC3)
    .setArray(Float32Array.from(mesh.positions, (x) => single(x, 'GLB')))
    .setBuffer(buffer);
  const indices = document
    .createAccessor()
    .setType(Accessor.Type.SCALAR)
    .setArray(Uint32Array.from(mesh.indices))
    .setBuffer(buffer);
  const primitive = document.createPrimitive().setAttribute('POSITION', position).setIndices(indices);
  if (mesh.colors)
    primitive.setAttribute(
      'COLOR_0',
      document.createAccessor().setType(Accessor.Type.VEC3).setArray(mesh.colors).setBuffer(buffer),
    );
  const node = document.createNode('mesh').setMesh(document.createMesh('mesh').addPrimitive(primitive));
  document.getRoot().setDefaultScene(document.createScene().addChild(node)).getAsset().generator = 'sixfold';
  return new WebIO().writeBinary(document);
}

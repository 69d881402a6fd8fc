// Wavefront OBJ, in double precision. Vertices and faces are read, in all the ways of writing a corner (1, 1/2, 1//3,
// 1/2/3, and negative ones, which count back from the last vertex so far); lines, points, curves, colours and rational
// weights are ignored.
//
// A polygon is fanned out from its first corner, which is right for convex ones; a concave one gives triangles that
// overlap. Verified in test/meshes, also against the loader of three.js.

import { MeshFileError } from './error.js';
import type { MeshData } from './mesh.js';

export async function readObj(bytes: Uint8Array, fileName: string): Promise<MeshData> {
  const text = new TextDecoder().decode(bytes);
  const positions: number[] = [];
  const indices: number[] = [];
  // A backslash joins lines.
  for (const line of text.replace(/\r\n?/g, '\n').replace(/\\\n/g, ' ').split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words[0] === 'v') readVertex(words, positions, fileName);
    else if (words[0] === 'f') readFace(line.replace(/#.*/, '').trim().split(/\s+/), positions.length / 3, indices);
  }
  const count = positions.length / 3;
  if (count === 0) throw new MeshFileError(fileName, 'has no vertices: is it an OBJ file?');
  if (indices.length === 0)
    throw new MeshFileError(fileName, 'has vertices but no faces: export it as a surface, not as points');
  for (let k = 0; k < indices.length; k++) {
    if (indices[k] >= 0 && indices[k] < count) continue;
    const corner = `triangle ${Math.floor(k / 3)}`;
    throw new MeshFileError(fileName, `${corner} names a vertex that is not there: the file is damaged or cut off`);
  }
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
}

function readVertex(words: readonly string[], positions: number[], fileName: string): void {
  const vertex = positions.length / 3;
  for (let i = 1; i <= 3; i++) {
    const x = words.length > i ? Number(words[i]) : Number.NaN;
    if (!Number.isFinite(x)) {
      const value = words.length > i ? words[i] : 'nothing';
      throw new MeshFileError(
        fileName,
        `vertex ${vertex + 1} has the coordinate ${value}: three finite numbers needed`,
      );
    }
    positions.push(x);
  }
}

/** Adds the triangles of a polygon; corners that are none become -1, and are found when all vertices are known. */
function readFace(words: readonly string[], vertices: number, indices: number[]): void {
  const corner = (word: string | undefined): number => {
    const number = Number(word?.split('/')[0] || Number.NaN);
    if (!Number.isInteger(number) || number === 0) return -1;
    return number > 0 ? number - 1 : vertices + number;
  };
  for (let k = 2; k + 1 < Math.max(4, words.length); k++)
    indices.push(corner(words[1]), corner(words[k]), corner(words[k + 1]));
}

/** OBJ text. Coordinates are written with as many digits as it takes to read the same doubles back. */
export function writeObj(mesh: MeshData): Uint8Array {
  const lines: string[] = [];
  const p = mesh.positions;
  for (let i = 0; i < p.length; i += 3) lines.push(`v ${p[i]} ${p[i + 1]} ${p[i + 2]}`);
  const t = mesh.indices;
  for (let i = 0; i < t.length; i += 3) lines.push(`f ${t[i] + 1} ${t[i + 1] + 1} ${t[i + 2] + 1}`);
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

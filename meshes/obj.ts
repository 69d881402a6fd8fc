// Wavefront OBJ by three's OBJLoader, which knows the ways of writing a face, and in double precision, which it does not
// keep: it stores positions as singles. So each vertex goes in with its number instead of its coordinates, split into
// two parts that a single holds exactly, and what comes back is the vertex that a face means. Coordinates are read here.
//
// Only vertices and faces go in: lines and points in an object would turn its faces into lines, and statements that the
// loader does not know it reports on the console. A polygon is fanned out from its first corner, as the loader does,
// which is right for convex ones; a concave one gives triangles that overlap. Rational weights and colours are ignored.

import { importPackage, MeshFileError } from './error.js';
import type { MeshData } from './mesh.js';

const LABEL_BITS = 20; // 2 · 20 > 31 bits, and both parts below 2²⁴

export async function readObj(bytes: Uint8Array, fileName: string): Promise<MeshData> {
  const { OBJLoader } = await importPackage(
    () => import('three/examples/jsm/loaders/OBJLoader.js'),
    fileName,
    'reading OBJ',
    'three',
  );
  const { positions, labelled, faces } = labelVertices(new TextDecoder().decode(bytes), fileName);
  if (positions.length === 0) throw new MeshFileError(fileName, 'has no vertices: is it an OBJ file?');
  if (faces === 0)
    throw new MeshFileError(fileName, 'has vertices but no faces: export it as a surface, not as points');
  const group = new OBJLoader().parse(labelled);
  const indices: number[] = [];
  for (const object of group.children) {
    const labels = (object as { geometry?: { attributes: { position?: { array: ArrayLike<number> } } } }).geometry;
    const array = labels?.attributes.position?.array ?? [];
    for (let i = 0; i < array.length; i += 3) {
      const vertex = array[i] + array[i + 1] * 2 ** LABEL_BITS;
      if (!(vertex >= 0)) {
        const corner = `triangle ${Math.floor(indices.length / 3)}`;
        throw new MeshFileError(fileName, `${corner} names a vertex that is not there: the file is damaged or cut off`);
      }
      indices.push(vertex);
    }
  }
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
}

/** The vertices of the text, and the text with the number of each vertex for its coordinates. */
function labelVertices(text: string, fileName: string): { positions: number[]; labelled: string; faces: number } {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\\\n/g, ' ').split('\n');
  const positions: number[] = [];
  const kept: string[] = [];
  let faces = 0;
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n].trim();
    if (/^f\s/.test(line)) {
      kept.push(line.replace(/#.*/, ''));
      faces++;
    } else if (/^v\s/.test(line)) {
      const words = line.split(/\s+/);
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
      kept.push(`v ${vertex % 2 ** LABEL_BITS} ${Math.floor(vertex / 2 ** LABEL_BITS)} 0`);
    }
  }
  return { positions, labelled: kept.join('\n'), faces };
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

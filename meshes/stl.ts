// STL, binary and text. Coordinates are singles: by the format in binary files, by custom in text, so that a solid is
// the same in both. Normals and colours are ignored. A count larger than the file, facets with two corners and a text
// that is cut off are refused. Verified in test/meshes, also against the loader of three.js.

import { MeshFileError } from './error.js';
import { countingIndices, type MeshData, wholeBuffer } from './mesh.js';

const HEADER_BYTES = 84;
const FACET_BYTES = 50;

export async function readStl(bytes: Uint8Array, fileName: string): Promise<MeshData> {
  const buffer = wholeBuffer(bytes);
  const positions = isText(buffer) ? readText(new TextDecoder().decode(bytes), fileName) : readBinary(buffer, fileName);
  if (positions.length === 0) throw new MeshFileError(fileName, 'has no triangles: export it again');
  return { positions, indices: countingIndices(positions.length / 3) };
}

/** Text begins with "solid"; but so do many binary files, whose length agrees with their count, or which hold zeros. */
function isText(buffer: ArrayBuffer): boolean {
  if (buffer.byteLength >= HEADER_BYTES) {
    const count = new DataView(buffer).getUint32(80, true);
    if (HEADER_BYTES + FACET_BYTES * count === buffer.byteLength) return false;
  }
  const start = new TextDecoder().decode(new Uint8Array(buffer, 0, Math.min(512, buffer.byteLength)));
  return /^\s*solid/i.test(start) && !start.includes('\0');
}

function readBinary(buffer: ArrayBuffer, fileName: string): Float64Array {
  const length = buffer.byteLength;
  if (length < HEADER_BYTES) {
    throw new MeshFileError(fileName, `is ${length} bytes long, too short for an STL file: the file is cut off`);
  }
  const view = new DataView(buffer);
  const count = view.getUint32(80, true);
  const room = Math.floor((length - HEADER_BYTES) / FACET_BYTES);
  if (count > room) {
    const what = `announces ${count} triangles and holds ${room}`;
    throw new MeshFileError(fileName, `${what}: the file is cut off or no STL file`);
  }
  const positions = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    // After the normal.
    const at = HEADER_BYTES + FACET_BYTES * t + 12;
    for (let i = 0; i < 9; i++) positions[9 * t + i] = view.getFloat32(at + 4 * i, true);
  }
  return positions;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/;

/** The corners of all facets of all solids, or an error that says where there is something else. */
function readText(text: string, fileName: string): Float64Array {
  // Names of solids may hold any word.
  const nameless = text.toLowerCase().replace(/^[^\S\n]*(end)?solid\b.*?(?=\bfacet\s+normal\b|$)/gm, '$1solid ');
  const out: number[] = [];
  let facets = 0;
  let corners = -1; // of the facet at hand; −1 outside
  let open = false;
  let vertexFrom = -1; // where the numbers of a vertex begin
  for (const match of nameless.matchAll(/endsolid|solid|endfacet|facet|endloop|vertex/g)) {
    const word = match[0];
    let fits = true;
    if (vertexFrom >= 0) {
      const numbers = nameless.slice(vertexFrom, match.index).trim().split(/\s+/);
      fits = numbers.length === 3 && numbers.every((n) => NUMBER.test(n) && Number.isFinite(Math.fround(Number(n))));
      for (const number of numbers) out.push(Math.fround(Number(number)));
      vertexFrom = -1;
    }
    if (word === 'solid' || word === 'endsolid') {
      fits &&= open === (word === 'endsolid') && corners < 0;
      open = word === 'solid';
    } else if (word === 'facet') {
      fits &&= open && corners < 0;
      corners = 0;
    } else if (word === 'vertex') {
      fits &&= corners >= 0 && corners < 3;
      corners++;
      vertexFrom = match.index + word.length;
    } else if (word === 'endfacet') {
      fits &&= corners === 3;
      corners = -1;
      facets++;
    }
    if (!fits) {
      const where = `facet ${facets + (corners < 0 ? 0 : 1)}`;
      throw new MeshFileError(
        fileName,
        `${where} is not made of three vertices of three finite numbers: the file is damaged`,
      );
    }
  }
  if (open) throw new MeshFileError(fileName, 'ends before "endsolid": the file is cut off');
  return Float64Array.from(out);
}

/** Binary STL: singles, and triangles that share nothing, as the format has it. */
export function writeStl(mesh: MeshData): Uint8Array {
  const { positions: p, indices } = mesh;
  const count = indices.length / 3;
  const buffer = new ArrayBuffer(HEADER_BYTES + FACET_BYTES * count);
  const view = new DataView(buffer);
  view.setUint32(80, count, true);
  for (let t = 0; t < count; t++) {
    const at = HEADER_BYTES + FACET_BYTES * t;
    const [a, b, c] = [3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(normal[0], normal[1], normal[2]);
    for (let i = 0; i < 3; i++) {
      view.setFloat32(at + 4 * i, length > 0 ? normal[i] / length : 0, true);
      view.setFloat32(at + 12 + 4 * i, single(p[a + i], 'STL'), true);
      view.setFloat32(at + 24 + 4 * i, single(p[b + i], 'STL'), true);
      view.setFloat32(at + 36 + 4 * i, single(p[c + i], 'STL'), true);
    }
  }
  return new Uint8Array(buffer);
}

export function single(x: number, format: string): number {
  const rounded = Math.fround(x);
  if (Number.isFinite(rounded)) return rounded;
  throw new MeshFileError(
    '',
    `${format} holds coordinates in single precision, and ${x} does not fit: write OBJ or PLY`,
  );
}

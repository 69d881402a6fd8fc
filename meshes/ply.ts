// PLY, text and binary, in double precision where the file declares doubles. Of vertices the coordinates are read and
// of faces the corners; whatever else there is is walked over. What would give a surface with holes (a text cut off, an
// index beyond the vertices) is refused. Polygons are fanned out from their first corner, which is right for convex
// ones. Verified in test/meshes, also against the loader of three.js.

import { MeshFileError } from './error.js';
import { type MeshData, wholeBuffer } from './mesh.js';

const SIZES: Record<string, number> = {
  char: 1,
  int8: 1,
  uchar: 1,
  uint8: 1,
  short: 2,
  int16: 2,
  ushort: 2,
  uint16: 2,
  int: 4,
  int32: 4,
  uint: 4,
  uint32: 4,
  float: 4,
  float32: 4,
  double: 8,
  float64: 8,
};

const isType = (name: string | undefined): boolean => name !== undefined && Object.hasOwn(SIZES, name);

interface Property {
  readonly name: string;
  readonly type: string;
  /** The type of the count, for lists. */
  readonly countType?: string;
}

interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: Property[];
}

interface Header {
  readonly format: string;
  readonly elements: Element[];
  /** Where the data begin. */
  readonly end: number;
}

/** Points and normals of a PLY file; its faces, if any, are passed over. */
export async function readPlyCloud(
  bytes: Uint8Array,
  fileName: string,
): Promise<{ positions: Float64Array; normals: Float64Array }> {
  const buffer = wholeBuffer(bytes);
  const header = readHeader(buffer, fileName, true);
  const read =
    header.format === 'ascii'
      ? textSource(buffer, header.end)
      : binarySource(buffer, header.end, header.format === 'binary_little_endian');
  const room = buffer.byteLength - header.end;
  for (const { name, count, properties } of header.elements) {
    const isVertex = name === 'vertex';
    if (count * properties.length > room)
      throw new MeshFileError(fileName, `announces ${count} × ${name} and holds fewer: the file is cut off`);
    const positions = new Float64Array(isVertex ? 3 * count : 0);
    const normals = new Float64Array(isVertex ? 3 * count : 0);
    for (let n = 0; n < count; n++) {
      for (const property of properties) {
        const length = property.countType === undefined ? 1 : read(property.countType);
        for (let i = 0; i < length; i++) {
          const value = read(property.type);
          if (!isVertex) continue;
          const isNormal = /^n[xyz]$/.test(property.name);
          if (!isNormal && !/^[xyz]$/.test(property.name)) continue;
          if (!Number.isFinite(value))
            throw new MeshFileError(
              fileName,
              `point ${n} has ${property.name} ${value}: the file is cut off or damaged`,
            );
          (isNormal ? normals : positions)[3 * n + AXES.indexOf(property.name[isNormal ? 1 : 0]!)] = value;
        }
      }
    }
    if (isVertex) return { positions, normals };
  }
  throw new MeshFileError(fileName, 'has no element "vertex": not a cloud of points');
}

export async function readPly(bytes: Uint8Array, fileName: string): Promise<MeshData> {
  const buffer = wholeBuffer(bytes);
  return readBody(buffer, readHeader(buffer, fileName), fileName);
}

function readHeader(buffer: ArrayBuffer, fileName: string, asPoints = false): Header {
  const fail = (what: string): never => {
    throw new MeshFileError(fileName, what);
  };
  const latin = new TextDecoder('latin1').decode(new Uint8Array(buffer, 0, Math.min(buffer.byteLength, 65536)));
  if (!/^ply[\r\n]/.test(latin)) fail('does not begin with "ply": not a PLY file');
  const newline = latin.startsWith('ply\r\n') ? '\r\n' : latin[3];
  const stop = latin.indexOf(`${newline}end_header${newline}`);
  if (stop < 0) fail('has no end of header: the file is cut off');
  let format = '';
  const elements: Element[] = [];
  for (const line of latin.slice(3, stop).split(/[\r\n]+/)) {
    const words = line.trim().split(/\s+/);
    const element = elements[elements.length - 1];
    switch (words[0]) {
      case '':
      case 'comment':
      case 'obj_info':
        break;
      case 'format':
        format = words[1] ?? '';
        break;
      case 'element':
        if (!/^\d{1,10}$/.test(words[2] ?? '')) fail(`has the header line "${line}": element, name, count expected`);
        if (words[1] === 'end_header') fail('has an element "end_header"');
        elements.push({ name: words[1], count: Number(words[2]), properties: [] });
        break;
      case 'property': {
        const list = words[1] === 'list';
        const [type, name] = list ? [words[3], words[4]] : [words[1], words[2]];
        const known = isType(type) && (!list || isType(words[2])) && name !== undefined && name !== 'end_header';
        if (element === undefined || !known) fail(`has the header line "${line}": property, type, name expected`);
        element.properties.push(list ? { name, type, countType: words[2] } : { name, type });
        break;
      }
      default:
        fail(`has the unknown header line "${line}": the file is damaged`);
    }
  }
  if (!['ascii', 'binary_little_endian', 'binary_big_endian'].includes(format)) {
    fail(`has the format "${format}": ascii, binary_little_endian or binary_big_endian expected`);
  }
  const vertices = elements.filter((e) => e.name === 'vertex');
  const faces = elements.filter((e) => e.name === 'face');
  if (vertices.length !== 1) fail('has no element "vertex": not a mesh');
  if (!asPoints && (faces.length !== 1 || faces[0].count === 0))
    fail('has no faces: export it as a surface, not as a cloud of points');
  for (const axis of asPoints ? ['x', 'y', 'z', 'nx', 'ny', 'nz'] : ['x', 'y', 'z']) {
    const p = vertices[0].properties.filter((p) => p.name === axis);
    if (p.length !== 1 || p[0].countType !== undefined)
      fail(`has no vertex property "${axis}"${axis.length > 1 ? ': a cloud of points needs normals' : ''}`);
  }
  if (asPoints) return { format, elements, end: stop + 10 + 2 * newline.length };
  const corners = faces[0].properties.filter((p) => isCornerList(p));
  if (corners.length !== 1) fail('has no face property "vertex_indices"');
  return { format, elements, end: stop + 10 + 2 * newline.length };
}

const isCornerList = (p: Property): boolean =>
  p.countType !== undefined && (p.name === 'vertex_indices' || p.name === 'vertex_index');

/** Reads one number after the other; NaN, forever, past the end. */
type Source = (type: string) => number;

function textSource(buffer: ArrayBuffer, from: number): Source {
  const words = new TextDecoder('latin1').decode(new Uint8Array(buffer, from)).split(/\s+/);
  let next = words[0] === '' ? 1 : 0;
  return (type) => {
    const word = words[next++];
    if (word === undefined || word === '') return Number.NaN;
    if (type === 'float' || type === 'float32') return Math.fround(Number(word));
    return Number(word);
  };
}

function binarySource(buffer: ArrayBuffer, from: number, little: boolean): Source {
  const view = new DataView(buffer, from);
  let at = 0;
  return (type) => {
    const here = at;
    at += SIZES[type];
    if (at > view.byteLength) return Number.NaN;
    switch (type) {
      case 'char':
      case 'int8':
        return view.getInt8(here);
      case 'uchar':
      case 'uint8':
        return view.getUint8(here);
      case 'short':
      case 'int16':
        return view.getInt16(here, little);
      case 'ushort':
      case 'uint16':
        return view.getUint16(here, little);
      case 'int':
      case 'int32':
        return view.getInt32(here, little);
      case 'uint':
      case 'uint32':
        return view.getUint32(here, little);
      case 'float':
      case 'float32':
        return view.getFloat32(here, little);
      default:
        return view.getFloat64(here, little);
    }
  };
}

/**
 * The surface; or an error, unless every element is there, coordinates are finite, and faces have corners that exist.
 */
function readBody(buffer: ArrayBuffer, header: Header, fileName: string): MeshData {
  const read =
    header.format === 'ascii'
      ? textSource(buffer, header.end)
      : binarySource(buffer, header.end, header.format === 'binary_little_endian');
  const room = buffer.byteLength - header.end;
  const vertexCount = header.elements.find((e) => e.name === 'vertex')!.count;
  const positions: number[] = [];
  const indices: number[] = [];
  const corners: number[] = [];
  for (const { name, count, properties } of header.elements) {
    // Each number takes at least a byte, so this bounds the walk by the length of the file.
    if (count * properties.length > room || (count > 0 && properties.length === 0)) {
      throw new MeshFileError(fileName, `announces ${count} × ${name} and holds fewer: the file is cut off`);
    }
    for (let n = 0; n < count; n++) {
      for (const property of properties) {
        const isCoordinate = name === 'vertex' && /^[xyz]$/.test(property.name);
        const isCorner = name === 'face' && isCornerList(property);
        const length = property.countType === undefined ? 1 : read(property.countType);
        if (!(length >= 0 && length <= room && Number.isInteger(length))) {
          throw new MeshFileError(
            fileName,
            `ends or makes no sense at ${name} ${n} of ${count}: the file is cut off or damaged`,
          );
        }
        if (isCorner && length < 3)
          throw new MeshFileError(fileName, `face ${n} has ${length} corners: the file is damaged, export it again`);
        corners.length = 0;
        for (let i = 0; i < length; i++) {
          const value = read(property.type);
          if (isCorner && !(value >= 0 && value < vertexCount && Number.isInteger(value))) {
            throw new MeshFileError(
              fileName,
              `face ${n} names vertex ${value} of ${vertexCount}: the file is cut off or damaged`,
            );
          }
          if (isCorner) corners.push(value);
          if (isCoordinate) positions[3 * n + AXES.indexOf(property.name)] = value;
          if (isCoordinate && !Number.isFinite(value)) {
            throw new MeshFileError(
              fileName,
              `vertex ${n} has the ${property.name} coordinate ${value}: the file is cut off or damaged`,
            );
          }
        }
        if (isCorner) addFace(corners, indices);
      }
    }
  }
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
}

const AXES = 'xyz';

function addFace(corners: readonly number[], indices: number[]): void {
  for (let k = 1; k + 1 < corners.length; k++) indices.push(corners[0], corners[k], corners[k + 1]);
}

/** Binary PLY with doubles: what is read back is what was written. */
export function writePly(mesh: MeshData): Uint8Array {
  const { positions, indices } = mesh;
  const header = new TextEncoder().encode(
    [
      'ply',
      'format binary_little_endian 1.0',
      `element vertex ${positions.length / 3}`,
      'property double x',
      'property double y',
      'property double z',
      `element face ${indices.length / 3}`,
      'property list uchar int vertex_indices',
      'end_header\n',
    ].join('\n'),
  );
  const bytes = new Uint8Array(header.length + 8 * positions.length + 13 * (indices.length / 3));
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  let at = header.length;
  for (let i = 0; i < positions.length; i++, at += 8) view.setFloat64(at, positions[i], true);
  for (let t = 0; t < indices.length; t += 3, at += 13) {
    view.setUint8(at, 3);
    for (let i = 0; i < 3; i++) view.setInt32(at + 1 + 4 * i, indices[t + i], true);
  }
  return bytes;
}

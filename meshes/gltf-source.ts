// What of a glTF or GLB file makes the surface: the triangles of its meshes, and the accessors, views and buffers that
// they use. Only that goes to the parser, so that missing pictures, unknown materials and the like do not matter.
// Ranges are checked here because the parser reads beyond a view that is too short for its accessor.

import type { GLTF, JSONDocument } from '@gltf-transform/core';
import { MeshFileError } from './error.js';
import { wholeBuffer } from './mesh.js';
import type { ResolveFile } from './resolve-file.js';

/** Required extensions that leave positions alone, or that the library reads without being told. */
const HARMLESS =
  /^(KHR_mesh_quantization|KHR_materials_\w+|KHR_texture_\w+|EXT_texture_\w+|KHR_lights_\w+|EXT_lights_\w+)$/;
const COMPONENT_BYTES: Record<number, number> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const TRIANGLES = 4;
const MOST_ELEMENTS = 2 ** 24;

/**
 * The file's JSON, and a document of its surface with all bytes at hand. binaryName is the name by which the parser
 * knows the binary chunk.
 */
export async function readSource(
  bytes: Uint8Array,
  fileName: string,
  binaryName: string,
  resolve: ResolveFile | undefined,
): Promise<{ json: GLTF.IGLTF; surface: JSONDocument }> {
  const whole = new Uint8Array(wholeBuffer(bytes));
  const { json, binary } = isGlb(whole)
    ? splitGlb(whole, fileName)
    : { json: parseJson(whole, fileName), binary: undefined };
  const surface = selectSurface(json, fileName);
  surface.resources = await gatherBuffers(surface.json, binary, binaryName, fileName, resolve);
  checkRanges(surface, binaryName, fileName);
  return { json, surface };
}

const isGlb = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && new DataView(bytes.buffer).getUint32(0, true) === 0x46546c67;

function parseJson(bytes: Uint8Array, fileName: string): GLTF.IGLTF {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new MeshFileError(fileName, 'is neither glTF text nor GLB: the file is damaged or of another kind');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new MeshFileError(fileName, 'holds no glTF object: the file is of another kind');
  }
  return json as GLTF.IGLTF;
}

/** The two chunks of a GLB file. */
function splitGlb(bytes: Uint8Array, fileName: string): { json: GLTF.IGLTF; binary: Uint8Array | undefined } {
  const view = new DataView(bytes.buffer);
  let json: GLTF.IGLTF | undefined;
  let binary: Uint8Array | undefined;
  if (bytes.length < 20) throw new MeshFileError(fileName, 'is too short for a GLB file: the file is cut off');
  if (view.getUint32(4, true) !== 2) {
    throw new MeshFileError(fileName, `is GLB of version ${view.getUint32(4, true)}: export it as version 2`);
  }
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) throw new MeshFileError(fileName, 'ends within a chunk: the file is cut off');
    const chunk = bytes.slice(at + 8, at + 8 + length);
    if (kind === 0x4e4f534a && json === undefined) json = parseJson(chunk, fileName);
    else if (kind === 0x004e4942 && binary === undefined) binary = chunk;
    at += 8 + length + ((4 - (length % 4)) % 4);
  }
  if (json === undefined) throw new MeshFileError(fileName, 'has no JSON chunk: the file is damaged');
  return { json, binary };
}

const list = <T>(value: readonly T[] | undefined): readonly T[] => (Array.isArray(value) ? value : []);

/** A glTF document of the triangles alone: mesh by mesh as in the file, the rest renumbered. */
function selectSurface(json: GLTF.IGLTF, fileName: string): JSONDocument {
  for (const extension of list(json.extensionsRequired)) {
    if (HARMLESS.test(String(extension))) continue;
    throw new MeshFileError(fileName, `requires the extension ${extension}, which is not supported: export it without`);
  }
  const out = {
    asset: { version: json.asset?.version ?? '' },
    buffers: [] as GLTF.IBuffer[],
    bufferViews: [] as GLTF.IBufferView[],
    accessors: [] as GLTF.IAccessor[],
    meshes: [] as GLTF.IMesh[],
  };
  if (out.asset.version !== '2.0') {
    throw new MeshFileError(fileName, `is glTF of version "${out.asset.version}": export it as 2.0`);
  }
  // `take` copies entry i of a list once, and returns its new number.
  const taken = {
    buffer: new Map<number, number>(),
    view: new Map<number, number>(),
    accessor: new Map<number, number>(),
  };
  const take = <T>(
    i: number,
    from: readonly T[] | undefined,
    to: T[],
    seen: Map<number, number>,
    copy: (entry: T) => T,
  ): number => {
    const known = seen.get(i);
    if (known !== undefined) return known;
    const entry = list(from)[i];
    if (entry === undefined || entry === null)
      throw new MeshFileError(fileName, 'refers to data that are not there: the file is damaged');
    seen.set(i, to.length);
    to.push(entry);
    to[seen.get(i)!] = copy(entry);
    return seen.get(i)!;
  };
  const takeBuffer = (i: number): number => take(i, json.buffers, out.buffers, taken.buffer, (b) => ({ ...b }));
  const takeView = (i: number): number =>
    take(i, json.bufferViews, out.bufferViews, taken.view, (v) => ({ ...v, buffer: takeBuffer(v.buffer) }));
  const takeAccessor = (i: number): number =>
    take(i, json.accessors, out.accessors, taken.accessor, (a) => {
      const copy: GLTF.IAccessor = { componentType: a.componentType, count: a.count, type: a.type };
      if (a.normalized !== undefined) copy.normalized = a.normalized;
      if (a.byteOffset !== undefined) copy.byteOffset = a.byteOffset;
      if (a.bufferView !== undefined) copy.bufferView = takeView(a.bufferView);
      if (a.sparse !== undefined) {
        const { count, indices, values } = a.sparse;
        // Offsets are spelt out: the parser would take that of the accessor for one that is missing.
        copy.sparse = {
          count,
          indices: { ...indices, bufferView: takeView(indices.bufferView), byteOffset: indices.byteOffset ?? 0 },
          values: { ...values, bufferView: takeView(values.bufferView), byteOffset: values.byteOffset ?? 0 },
        };
      }
      return copy;
    });
  for (const mesh of list(json.meshes)) {
    const primitives: GLTF.IMeshPrimitive[] = [];
    for (const { mode, attributes, indices } of list(mesh?.primitives)) {
      if (mode !== undefined && mode !== TRIANGLES) {
        // Points and lines enclose nothing; strips and fans are triangles in another order.
        if (mode < TRIANGLES) continue;
        throw new MeshFileError(fileName, 'has strips or fans of triangles: export it with plain triangles');
      }
      if (attributes?.POSITION === undefined) continue;
      const copy: GLTF.IMeshPrimitive = { attributes: { POSITION: takeAccessor(attributes.POSITION) } };
      if (indices !== undefined) copy.indices = takeAccessor(indices);
      primitives.push(copy);
    }
    out.meshes.push({ primitives });
  }
  if (!out.meshes.some((mesh) => mesh.primitives.length > 0)) {
    throw new MeshFileError(fileName, 'has no triangles: export it as a surface, not as points or lines');
  }
  return { json: out as GLTF.IGLTF, resources: {} };
}

/** The bytes of each buffer, under the name by which the library looks for them. */
async function gatherBuffers(
  json: GLTF.IGLTF,
  binary: Uint8Array | undefined,
  binaryName: string,
  fileName: string,
  resolve: ResolveFile | undefined,
): Promise<JSONDocument['resources']> {
  const resources: JSONDocument['resources'] = {};
  for (const [n, buffer] of list(json.buffers).entries()) {
    if (buffer.uri === undefined) {
      if (binary === undefined) throw new MeshFileError(fileName, `buffer ${n} has no data: the file is cut off`);
      resources[binaryName] = new Uint8Array(wholeBuffer(binary));
      continue;
    }
    let data: Uint8Array;
    if (buffer.uri.startsWith('data:')) data = decodeDataUri(buffer.uri, fileName);
    else if (resolve !== undefined) {
      try {
        data = await resolve(decodePercent(buffer.uri));
      } catch (error) {
        throw new MeshFileError(
          fileName,
          `needs the file ${buffer.uri}: ${error instanceof Error ? error.message : error}`,
        );
      }
    } else {
      throw new MeshFileError(fileName, `needs the file ${buffer.uri}: pass "resolve" to fetch it, or export as GLB`);
    }
    buffer.uri = `buffer-${n}`;
    resources[buffer.uri] = new Uint8Array(wholeBuffer(data));
  }
  return resources;
}

function decodeDataUri(uri: string, fileName: string): Uint8Array {
  const comma = uri.indexOf(',');
  const body = comma < 0 ? '' : uri.slice(comma + 1);
  try {
    const plain = body.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    const text = uri.slice(0, comma).endsWith(';base64') ? atob(plain) : plain;
    return Uint8Array.from(text, (c) => c.charCodeAt(0));
  } catch {
    throw new MeshFileError(fileName, 'holds embedded data that are not base64: the file is damaged');
  }
}

function decodePercent(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

const isCount = (n: unknown, most: number): n is number =>
  Number.isInteger(n) && (n as number) >= 0 && (n as number) <= most;

/** Every accessor lies within its view, every view within its buffer; positions are triples, indices scalars. */
function checkRanges({ json, resources }: JSONDocument, binaryName: string, fileName: string): void {
  const fail = (what: string): never => {
    throw new MeshFileError(fileName, `${what}: the file is cut off or damaged`);
  };
  for (const view of list(json.bufferViews)) {
    const { uri } = list(json.buffers)[view.buffer];
    const size = resources[uri ?? binaryName].byteLength;
    const offset = view.byteOffset ?? 0;
    if (!isCount(offset, size) || !isCount(view.byteLength, size - offset))
      fail('has a view beyond the end of its buffer');
    if (view.byteStride !== undefined && !(isCount(view.byteStride, 252) && view.byteStride >= 1))
      fail('has a wrong stride');
  }
  const inView = (i: number, offset: number, count: number, elementBytes: number): void => {
    const view = list(json.bufferViews)[i];
    const stride = view.byteStride ?? elementBytes;
    if (!isCount(offset, view.byteLength)) fail('has data beyond the end of their view');
    if (count > 0 && offset + (count - 1) * stride + elementBytes > view.byteLength)
      fail('has data beyond the end of their view');
  };
  const roles = new Map<number, 'VEC3' | 'SCALAR'>();
  for (const { primitives } of list(json.meshes)) {
    for (const { attributes, indices } of primitives) {
      roles.set(attributes.POSITION, 'VEC3');
      if (indices === undefined) continue;
      if (roles.get(indices) === 'VEC3') fail('uses positions as indices');
      roles.set(indices, 'SCALAR');
    }
  }
  for (const [n, accessor] of list(json.accessors).entries()) {
    const { componentType, count, type, bufferView, byteOffset, sparse } = accessor;
    const role = roles.get(n);
    const componentBytes = COMPONENT_BYTES[componentType];
    if (type !== role || componentBytes === undefined) fail('has positions or indices of a wrong type');
    const width = role === 'VEC3' ? 3 : 1;
    if (!isCount(count, MOST_ELEMENTS * 4)) fail('has a wrong count');
    if (bufferView !== undefined) inView(bufferView, byteOffset ?? 0, count, width * componentBytes);
    else if (sparse === undefined || count > MOST_ELEMENTS) fail('has positions or indices without data');
    if (sparse === undefined) continue;
    const indexBytes = COMPONENT_BYTES[sparse.indices.componentType];
    if (indexBytes === undefined || !isCount(sparse.count, count)) fail('has wrong sparse data');
    inView(sparse.indices.bufferView, sparse.indices.byteOffset ?? 0, sparse.count, indexBytes);
    inView(sparse.values.bufferView, sparse.values.byteOffset ?? 0, sparse.count, width * componentBytes);
  }
}

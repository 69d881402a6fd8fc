import type { MeshData } from '../../meshes/index.js';

/** The unit cube about the origin, with coordinates that no single holds exactly. */
export function cube(size = 1.1): MeshData {
  const h = size / 2;
  const positions = new Float64Array(24);
  for (let v = 0; v < 8; v++) for (let i = 0; i < 3; i++) positions[3 * v + i] = v & (1 << i) ? h : -h;
  const indices = Int32Array.of(
    ...[0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4],
    ...[2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
  );
  return { positions, indices };
}

export function torus(major = 1, minor = 0.3, m = 24, n = 12): MeshData {
  const positions = new Float64Array(3 * m * n);
  const indices: number[] = [];
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) {
      const a = (2 * Math.PI * i) / m;
      const b = (2 * Math.PI * j) / n;
      const r = major + minor * Math.cos(b);
      positions.set([r * Math.cos(a), minor * Math.sin(b), -r * Math.sin(a)], 3 * (n * i + j));
      const at = (p: number, q: number) => n * (p % m) + (q % n);
      indices.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  return { positions, indices: Int32Array.from(indices) };
}

/** Corner coordinates triangle by triangle: what a mesh is, whatever its vertices are numbered. */
export function soup(mesh: MeshData): number[] {
  return [...mesh.indices].flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]).map((x) => x + 0);
}

/** Six times the enclosed volume is the sum of determinants. */
export function volume({ positions: p, indices }: MeshData): number {
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    sum +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum / 6;
}

/** Edges that are not run once in each direction. */
export function openEdges({ indices }: MeshData): number {
  const runs = new Map<string, number>();
  for (let t = 0; t < indices.length; t += 3)
    for (let i = 0; i < 3; i++) {
      const [a, b] = [indices[t + i], indices[t + ((i + 1) % 3)]];
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      runs.set(key, (runs.get(key) ?? 0) + (a < b ? 1 : -1));
    }
  return [...runs.values()].filter((n) => n !== 0).length;
}

export const text = (s: string): Uint8Array => new TextEncoder().encode(s);

export function asciiStl(mesh: MeshData, name = 'part'): string {
  const s = soup(mesh);
  const out = [`solid ${name}`];
  for (let i = 0; i < s.length; i += 9) {
    out.push('facet normal 0 0 0', 'outer loop');
    for (let k = 0; k < 9; k += 3) out.push(`vertex ${s[i + k]} ${s[i + k + 1]} ${s[i + k + 2]}`);
    out.push('endloop', 'endfacet');
  }
  return `${[...out, `endsolid ${name}`].join('\n')}\n`;
}

export function asciiPly(mesh: MeshData, type = 'double', newline = '\n'): string {
  const p = mesh.positions;
  const t = mesh.indices;
  const lines = ['ply', 'format ascii 1.0', 'comment made by a test', `element vertex ${p.length / 3}`];
  for (const axis of 'xyz') lines.push(`property ${type} ${axis}`);
  lines.push(`element face ${t.length / 3}`, 'property list uchar int vertex_indices', 'end_header');
  for (let i = 0; i < p.length; i += 3) lines.push(`${p[i]} ${p[i + 1]} ${p[i + 2]}`);
  for (let i = 0; i < t.length; i += 3) lines.push(`3 ${t[i]} ${t[i + 1]} ${t[i + 2]}`);
  return lines.join(newline) + newline;
}

// biome-ignore lint/suspicious/noExplicitAny: glTF documents that may be wrong on purpose
export type AnyGltf = any;

/** A .gltf document with embedded data: one mesh of singles, one node. */
export function gltfDocument(mesh: MeshData): AnyGltf {
  const positions = new Uint8Array(Float32Array.from(mesh.positions).buffer);
  const indices = new Uint8Array(Uint16Array.from(mesh.indices).buffer);
  const bytes = new Uint8Array(positions.length + indices.length);
  bytes.set(positions);
  bytes.set(indices, positions.length);
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: mesh.positions.length / 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: mesh.indices.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: positions.length },
      { buffer: 0, byteOffset: positions.length, byteLength: indices.length },
    ],
    buffers: [
      {
        byteLength: bytes.length,
        uri: `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`,
      },
    ],
  };
}

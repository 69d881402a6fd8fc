// Tetrahedra as scenes bring them, and their outer surface.

import { ShapeError } from '../shapes/errors.js';

export interface TetMesh {
  readonly positions: Float64Array;
  readonly indices: Int32Array;
}

/** Checks tetrahedra; throws a ShapeError that says which one is wrong and how. */
export function checkTets(positions: Float64Array, indices: Int32Array): TetMesh {
  if (positions.length % 3 !== 0)
    throw new ShapeError(`tets positions hold ${positions.length} numbers: they must come in threes`);
  if (indices.length === 0 || indices.length % 4 !== 0)
    throw new ShapeError(`tets indices hold ${indices.length} numbers: they must come in fours`);
  const n = positions.length / 3;
  for (let i = 0; i < positions.length; i++)
    if (!(Math.abs(positions[i]) < Infinity)) throw new ShapeError(`tets vertex ${(i / 3) | 0} is not finite`);
  const isUsed = new Uint8Array(n);
  let inverted = 0;
  let first = -1;
  for (let t = 0; t < indices.length; t += 4) {
    for (let k = 0; k < 4; k++) {
      const v = indices[t + k];
      if (!(v >= 0 && v < n))
        throw new ShapeError(`tet ${t / 4} names vertex ${v}, but there are ${n} vertices, counted from 0`);
      isUsed[v] = 1;
    }
    if (!(signedVolume(positions, indices, t) > 0) && inverted++ === 0) first = t / 4;
  }
  const idle = isUsed.indexOf(0);
  if (idle >= 0) throw new ShapeError(`tets vertex ${idle} belongs to no tet and would weigh nothing: leave it out`);
  if (inverted > 0)
    throw new ShapeError(
      `tets are turned inside out or flat: ${inverted} of ${indices.length / 4}, the first is ${first}: ` +
        'swap two of its vertices or remake the mesh',
    );
  return { positions, indices };
}

export function signedVolume(p: Float64Array, indices: Int32Array, t: number): number {
  const a = 3 * indices[t];
  const b = 3 * indices[t + 1];
  const c = 3 * indices[t + 2];
  const d = 3 * indices[t + 3];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const wx = p[d] - p[a];
  const wy = p[d + 1] - p[a + 1];
  const wz = p[d + 2] - p[a + 2];
  return (ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)) / 6;
}

/** Faces that one tetrahedron has for itself, outward. */
export function tetSurface(mesh: TetMesh): Int32Array {
  const faces = new Map<string, [number, number, number] | null>();
  for (let t = 0; t < mesh.indices.length; t += 4) {
    const [a, b, c, d] = [mesh.indices[t], mesh.indices[t + 1], mesh.indices[t + 2], mesh.indices[t + 3]];
    for (const face of [
      [a, c, b],
      [a, b, d],
      [b, c, d],
      [a, d, c],
    ] as [number, number, number][]) {
      const key = [...face].sort((x, y) => x - y).join(' ');
      faces.set(key, faces.has(key) ? null : face);
    }
  }
  return Int32Array.from([...faces.values()].flatMap((face) => face ?? []));
}

/** Nodes and tetrahedra of a Gmsh file (format 2 or 4, ASCII) or of a TetGen pair (.node followed by .ele). */
export function parseTetFile(text: string): TetMesh {
  return text.includes('$MeshFormat') ? parseGmsh(text) : parseTetgen(text);
}

function parseGmsh(text: string): TetMesh {
  const section = (name: string): number[][] => {
    const from = text.indexOf(`$${name}`);
    const to = text.indexOf(`$End${name}`);
    if (from < 0 || to < 0) throw new ShapeError(`the .msh file has no $${name}`);
    return text
      .slice(from, to)
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => line.split(/\s+/).map(Number));
  };
  const version = section('MeshFormat')[0]![0]!;
  const nodes = new Map<number, [number, number, number]>();
  const tets: number[] = [];
  const nodeLines = section('Nodes');
  const elementLines = section('Elements');
  if (version < 4) {
    for (const [id, x, y, z] of nodeLines.slice(1)) nodes.set(id!, [x!, y!, z!]);
    for (const line of elementLines.slice(1)) if (line[1] === 4) tets.push(...line.slice(3 + line[2]!, 7 + line[2]!));
  } else {
    let at = 1;
    for (let b = 0; b < nodeLines[0]![0]!; b++) {
      const count = nodeLines[at]![3]!;
      for (let k = 0; k < count; k++) {
        const [x, y, z] = nodeLines[at + 1 + count + k]!;
        nodes.set(nodeLines[at + 1 + k]![0]!, [x!, y!, z!]);
      }
      at += 1 + 2 * count;
    }
    at = 1;
    for (let b = 0; b < elementLines[0]![0]!; b++) {
      const [, , type, count] = elementLines[at]!;
      for (let k = 0; k < count!; k++) if (type === 4) tets.push(...elementLines[at + 1 + k]!.slice(1, 5));
      at += 1 + count!;
    }
  }
  return renumbered(nodes, tets);
}

function parseTetgen(text: string): TetMesh {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/).map(Number));
  const nodes = new Map<number, [number, number, number]>();
  const tets: number[] = [];
  const count = lines[0]?.[0] ?? 0;
  for (const [id, x, y, z] of lines.slice(1, 1 + count)) nodes.set(id!, [x!, y!, z!]);
  const elements = lines[1 + count]?.[0] ?? 0;
  for (const line of lines.slice(2 + count, 2 + count + elements)) tets.push(...line.slice(1, 5));
  return renumbered(nodes, tets);
}

function renumbered(nodes: Map<number, [number, number, number]>, tets: readonly number[]): TetMesh {
  if (tets.length === 0) throw new ShapeError('the file has no tetrahedra');
  const used = [...new Set(tets)].sort((a, b) => a - b);
  const number = new Map(used.map((id, k) => [id, k]));
  const positions = new Float64Array(3 * used.length);
  for (const [k, id] of used.entries()) {
    const p = nodes.get(id);
    if (!p) throw new ShapeError(`a tetrahedron names node ${id}, which the file does not have`);
    positions.set(p, 3 * k);
  }
  return { positions, indices: Int32Array.from(tets, (id) => number.get(id)!) };
}

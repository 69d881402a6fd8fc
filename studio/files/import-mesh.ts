// A mesh from a file on its way to becoming a body: is it the surface of a solid, how large is it meant to be, where
// does it go. Nothing here touches the running scene.
// Verified in test/studio/files-import.test.ts.

import { type BodyDescription, SixfoldError, type Vec3 } from '../../src/index.js';
import type { MeshArrays } from '../../src/io/scene-text.js';
import { ShapeError } from '../../src/shapes/errors.js';
import { createMesh, weld } from '../../src/shapes/mesh.js';
import type { Extent } from './extent.js';
import { MOST_TRIANGLES } from './kinds.js';

/** A closed surface, in the units of its file. */
export interface ImportedMesh extends MeshArrays {
  /** Of the file, without folder and ending. */
  name: string;
  /** Ending of the file's name, in lower case. */
  format: string;
  triangles: number;
  /** Lengths of its box along x, y, z. */
  size: [number, number, number];
  /** Enclosed by it. */
  volume: number;
  /** What was mended on the way, one sentence each. */
  notes: string[];
}

/** Vertices nearer to each other than this share of the mesh's size are joined where that closes it: files round. */
const JOINED = 1e-5;

/** The mesh, mended where that is beyond doubt; throws a SixfoldError that names its faults otherwise. */
export function checkMesh(mesh: MeshArrays, fileName: string): ImportedMesh {
  const [, name, format] = /([^/\\]*?)(?:\.([^./\\]*))?$/.exec(fileName)!;
  const notes: string[] = [];
  const count = mesh.indices.length / 3;
  if (count > MOST_TRIANGLES) {
    const [has, most] = [count, MOST_TRIANGLES].map((n) => n.toLocaleString('en'));
    throw new SixfoldError(
      `${JSON.stringify(fileName)} has ${has} triangles; at most ${most} are taken: reduce it, or use the command line`,
    );
  }
  let { positions, indices } = mesh;
  let fault = faultOf(positions, indices);
  if (fault && /not closed/.test(fault)) {
    const joined = weld(positions, indices, JOINED * Math.max(...sizeOf(positions)));
    const left = joined.indices.length > 0 ? faultOf(joined.positions, joined.indices) : fault;
    if (!left || /faces inwards/.test(left)) {
      notes.push(`${(positions.length - joined.positions.length) / 3} vertices that nearly met were joined.`);
      ({ positions, indices } = joined);
      fault = left;
    }
  }
  if (fault && /faces inwards/.test(fault)) {
    indices = flipped(indices);
    fault = faultOf(positions, indices);
    notes.push('It faced inwards and was turned inside out.');
  }
  if (fault) throw new SixfoldError(`${JSON.stringify(fileName)} cannot become a body: ${fault}`);
  return {
    positions,
    indices,
    name: name || 'mesh',
    format: (format ?? '').toLowerCase(),
    triangles: indices.length / 3,
    size: sizeOf(positions),
    volume: createMesh(positions, indices).massProperties.volume,
    notes,
  };
}

function faultOf(positions: Float64Array, indices: Int32Array): string | null {
  try {
    createMesh(positions, indices);
    return null;
  } catch (error) {
    if (error instanceof ShapeError) return error.message;
    throw error;
  }
}

function flipped(indices: Int32Array): Int32Array {
  const out = indices.slice();
  for (let t = 0; t < out.length; t += 3) [out[t + 1], out[t + 2]] = [out[t + 2]!, out[t + 1]!];
  return out;
}

function boxOf(positions: Float64Array): { min: [number, number, number]; max: [number, number, number] } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    min[k] = Math.min(min[k]!, positions[i]!);
    max[k] = Math.max(max[k]!, positions[i]!);
  }
  return { min, max };
}

function sizeOf(positions: Float64Array): [number, number, number] {
  const { min, max } = boxOf(positions);
  return [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
}

/** What the scene's moving bodies are like, so that a new one is neither dust nor a mountain among them. */
export interface Surroundings {
  /** Longest side of the middle one of the moving bodies (m). */
  longest: number;
  /** Its mass over the cube of that (kg/m³). */
  density: number;
  /** All bounded bodies where they are now, or null if there are none. */
  box: Extent | null;
}

export const NO_SURROUNDINGS: Surroundings = { longest: 0.5, density: 500, box: null };

/** Sizes against the scene's own between which a mesh keeps its size. */
const SMALLEST = 1 / 8;
const LARGEST = 4;

/**
 * How long the longest side should be (m), and why. glTF is in metres by its specification. The other formats say
 * nothing; STL files mostly come from CAD programs and printers, in millimetres. What would be out of proportion is
 * fitted to the scene.
 */
export function suggestSize(
  mesh: Pick<ImportedMesh, 'size' | 'format'>,
  around: Surroundings,
): { longest: number; reason: string } {
  const longest = Math.max(...mesh.size);
  const fits = (x: number): boolean => x >= SMALLEST * around.longest && x <= LARGEST * around.longest;
  if (mesh.format !== 'stl' && fits(longest)) return { longest, reason: 'taken as metres' };
  if (mesh.format === 'stl' && fits(longest / 1000)) return { longest: longest / 1000, reason: 'taken as millimetres' };
  if (fits(longest)) return { longest, reason: 'taken as metres' };
  return { longest: around.longest, reason: 'fitted to the scene' };
}

export interface PlaceOptions {
  /** Unique name of the body. */
  name: string;
  /** Longest side of its box (m). */
  longest: number;
  /** kg; by the density of the scene's bodies unless told. */
  mass?: number;
  /** Where it is dropped, x and z (m); over the middle of the scene unless told. */
  at?: readonly [number, number];
}

/** A dynamic body of the mesh, its origin in the middle of its box, above everything that is there. */
export function bodyFromMesh(mesh: ImportedMesh, around: Surroundings, options: PlaceOptions): BodyDescription {
  const { min, max } = boxOf(mesh.positions);
  const scale = options.longest / Math.max(...mesh.size);
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i++) {
    positions[i] = (mesh.positions[i]! - 0.5 * (min[i % 3]! + max[i % 3]!)) * scale;
  }
  const height = mesh.size[1] * scale;
  const { box } = around;
  const [x, z] = options.at ?? (box ? [0.5 * (box[0] + box[3]), 0.5 * (box[2] + box[5])] : [0, 0]);
  const position: Vec3 = [x, (box?.[4] ?? 0) + 0.5 * height + 0.25 * options.longest, z];
  const mass = options.mass ?? around.density * options.longest * options.longest * options.longest;
  return { name: options.name, shape: { type: 'mesh', positions, indices: mesh.indices }, mass, position };
}

/** The name, or the first of name-2, name-3, … that nobody has. */
export function freeName(name: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  if (!names.has(name)) return name;
  for (let k = 2; ; k++) if (!names.has(`${name}-${k}`)) return `${name}-${k}`;
}

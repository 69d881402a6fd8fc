// Closed triangle meshes: the checks that make "inside" mean something, and the repair that most files need.
//
// A mesh is closed and consistently oriented where every edge is run through as often in one direction as in the other.
// That allows an edge with four triangles (two bodies that touch along an edge) and allows cavities, which are closed
// surfaces facing inwards. Not checked: whether the surface cuts through itself, and whether one of several separate
// pieces is inside out as long as the whole encloses positive volume; volumes then count with their sign or several
// times. Verified in test/shapes/mesh.test.ts.

import { ShapeError } from './errors.js';
import type { MassProperties } from './mass.js';
import { type PackedTree, packTree } from './packed-tree.js';
import { polyhedralMass } from './polyhedral-mass.js';
import type { TriangleTree } from './triangle-tree.js';
import { buildTriangleTree } from './triangle-tree.js';
import { joinPoints } from './weld.js';

/** A closed, consistently outward-oriented triangle mesh. Immutable. */
export interface TriangleMesh {
  /** x, y, z per vertex. */
  readonly positions: Float64Array;
  /** Three vertex indices a triangle, counter-clockwise seen from outside. */
  readonly indices: Int32Array;
  /** Box tree over the triangles, built on first use. */
  readonly tree: TriangleTree;
  /** The same tree for walks through much of it, built on first use. */
  readonly packed: PackedTree;
  /** Its edges, and who meets whom at its vertices, built on first use; none for surfaces that change. */
  readonly topology?: MeshTopology;
}

export interface MeshTopology {
  /** The edge of side c of triangle t, from its corner c on: edges[3t + c]. */
  readonly edges: Int32Array;
  /** The two vertices of each edge. */
  readonly ends: Int32Array;
  /** The triangles at vertex v: around[start[v] … start[v + 1]). */
  readonly start: Int32Array;
  readonly around: Int32Array;
  /** Whether all vertices hang together: a surface of several shells has some that do not. */
  readonly isOne: boolean;
}

/** Numbers in threes, flat or as tuples. */
export type Triples = ArrayLike<number> | readonly (readonly [number, number, number])[];

class Mesh implements TriangleMesh {
  #built: TriangleTree | null = null;
  #packedTree: PackedTree | null = null;
  #topology: MeshTopology | null = null;

  constructor(
    readonly positions: Float64Array,
    readonly indices: Int32Array,
  ) {}

  get tree(): TriangleTree {
    this.#built ??= buildTriangleTree(this.positions, this.indices);
    return this.#built;
  }

  get packed(): PackedTree {
    this.#packedTree ??= packTree(this.tree, this.positions, this.indices);
    return this.#packedTree;
  }

  get topology(): MeshTopology {
    this.#topology ??= topologyOf(this.positions.length / 3, this.indices);
    return this.#topology;
  }
}

function topologyOf(vertices: number, indices: Int32Array): MeshTopology {
  const { vertices: ends, count, edges } = edgeUse(indices);
  const start = new Int32Array(vertices + 1);
  for (const v of indices) start[v + 1]++;
  for (let v = 0; v < vertices; v++) start[v + 1] += start[v];
  const filled = start.slice();
  const around = new Int32Array(indices.length);
  for (let s = 0; s < indices.length; s++) around[filled[indices[s]]++] = Math.floor(s / 3);
  const seen = new Uint8Array(vertices);
  const stack = [0];
  let reached = 0;
  seen[0] = 1;
  while (stack.length > 0) {
    const v = stack.pop()!;
    reached++;
    for (let k = start[v]; k < start[v + 1]; k++)
      for (let c = 3 * around[k]; c < 3 * around[k] + 3; c++) {
        if (seen[indices[c]] === 1) continue;
        seen[indices[c]] = 1;
        stack.push(indices[c]);
      }
  }
  return { edges, ends: ends.slice(0, 2 * count), start, around, isOne: reached === vertices };
}

/** A mesh that is known to be closed, with outward faces. */
export function uncheckedMesh(positions: Float64Array, indices: Int32Array): TriangleMesh {
  return new Mesh(positions, indices);
}

/**
 * A checked mesh and its mass properties. `welding`: false, true for equal vertices, or a distance in metres. Vertices
 * that no triangle uses are dropped. Throws a ShapeError for whatever is not a closed surface facing outwards.
 */
export function createMesh(
  positions: Triples,
  indices: Triples,
  welding: number | boolean = false,
): { mesh: TriangleMesh; massProperties: MassProperties } {
  let p: Float64Array = Float64Array.from(flatten(positions));
  const given = flatten(indices);
  checkIndices(p, given);
  let t: Int32Array = Int32Array.from(given);
  if (welding !== false) ({ positions: p, indices: t } = weld(p, t, welding === true ? 0 : welding));
  else ({ positions: p, indices: t } = dropUnused(p, t));
  checkFaces(p, t);
  checkEdges(p, t);
  const massProperties = polyhedralMass(p, t);
  const { volume } = massProperties;
  if (volume < 0) {
    throw new ShapeError(`mesh faces inwards (volume ${volume} m³): flip the order of each triangle's vertices`);
  }
  if (!(volume > 0) || !(volume < Infinity)) throw new ShapeError(`mesh encloses no volume (${volume} m³)`);
  return { mesh: new Mesh(p, t), massProperties };
}

/**
 * A surface with borders, cleaned and checked as `createMesh` does: every edge has one triangle or two that run it in
 * opposite directions.
 */
export function openSurface(
  positions: Triples,
  indices: Triples,
  welding: number | boolean,
): { positions: Float64Array; indices: Int32Array } {
  const p = Float64Array.from(flatten(positions));
  const given = flatten(indices);
  checkIndices(p, given);
  const t = Int32Array.from(given);
  const surface = welding === false ? dropUnused(p, t) : weld(p, t, welding === true ? 0 : welding);
  checkFaces(surface.positions, surface.indices);
  checkEdges(surface.positions, surface.indices, true);
  return surface;
}

/**
 * Join vertices that are equal, or within `tolerance` of each other (each vertex joins the earliest one near enough).
 * Triangles that collapse are dropped, and so are vertices that no triangle uses.
 */
export function weld(
  positions: Float64Array,
  indices: Int32Array,
  tolerance = 0,
): { positions: Float64Array; indices: Int32Array } {
  const joined = joinPoints(positions, tolerance);
  const kept = new Int32Array(indices.length);
  let n = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const a = joined[indices[t]];
    const b = joined[indices[t + 1]];
    const c = joined[indices[t + 2]];
    if (a === b || b === c || c === a) continue;
    kept[n] = a;
    kept[n + 1] = b;
    kept[n + 2] = c;
    n += 3;
  }
  return dropUnused(positions, kept.slice(0, n));
}

function dropUnused(positions: Float64Array, indices: Int32Array): { positions: Float64Array; indices: Int32Array } {
  const renumbered = new Int32Array(positions.length / 3);
  for (let i = 0; i < indices.length; i++) renumbered[indices[i]] = 1;
  let n = 0;
  for (let v = 0; v < renumbered.length; v++) renumbered[v] = renumbered[v] === 1 ? n++ : -1;
  if (n === renumbered.length) return { positions, indices };
  const packed = new Float64Array(3 * n);
  for (let v = 0; v < renumbered.length; v++) {
    if (renumbered[v] >= 0) packed.set(positions.subarray(3 * v, 3 * v + 3), 3 * renumbered[v]);
  }
  return { positions: packed, indices: indices.map((v) => renumbered[v]) };
}

export function flatten(triples: Triples): ArrayLike<number> {
  if (triples.length === 0 || typeof triples[0] === 'number') return triples as ArrayLike<number>;
  const tuples = triples as readonly (readonly [number, number, number])[];
  const flat = new Float64Array(3 * tuples.length);
  for (let i = 0; i < flat.length; i++) flat[i] = tuples[(i / 3) | 0][i % 3];
  return flat;
}

function checkIndices(positions: Float64Array, indices: ArrayLike<number>): void {
  for (const [name, { length }] of Object.entries({ positions, indices }))
    if (length % 3 !== 0) throw new ShapeError(`mesh ${name} hold ${length} numbers: they must come in threes`);
  if (indices.length === 0) throw new ShapeError('mesh has no triangles: it needs at least four');
  const n = positions.length / 3;
  for (let i = 0; i < indices.length; i++) {
    const v = indices[i];
    if (v >= 0 && v < n && v === Math.floor(v)) continue;
    const triangle = Math.floor(i / 3);
    throw new ShapeError(`mesh triangle ${triangle} names vertex ${v}, but there are ${n} vertices, counted from 0`);
  }
  for (let i = 0; i < positions.length; i++) {
    if (Math.abs(positions[i]) < Infinity) continue;
    throw new ShapeError(`mesh vertex ${nameVertex(positions, Math.floor(i / 3))} is not finite`);
  }
}

const nameVertex = (p: Float64Array, v: number): string => `${v} (${p[3 * v]}, ${p[3 * v + 1]}, ${p[3 * v + 2]})`;

/** A face has no area if it names a vertex twice or is, to rounding, a line: thinner than 1e-14 of its length. */
function checkFaces(p: Float64Array, indices: Int32Array): void {
  let bad = 0;
  let first = -1;
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t];
    const b = 3 * indices[t + 1];
    const c = 3 * indices[t + 2];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const wx = vx - ux;
    const wy = vy - uy;
    const wz = vz - uz;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const longest = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz);
    const limit = 1e-14 * longest;
    if (a !== b && b !== c && c !== a && Math.sqrt(nx * nx + ny * ny + nz * nz) > limit) continue;
    if (bad++ === 0) first = t;
  }
  if (bad === 0) return;
  const [a, b, c] = [indices[first], indices[first + 1], indices[first + 2]];
  throw new ShapeError(
    `mesh has ${count(bad, 'degenerate triangle')}, the first is ${first / 3} with vertices ` +
      `${nameVertex(p, a)}, ${nameVertex(p, b)} and ${nameVertex(p, c)}: weld them away or remake the mesh`,
  );
}

const count = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? '' : 's'}`;

/** Edges in the order in which triangles first use them: two vertices each, and how often each direction is used. */
interface EdgeUse {
  readonly vertices: Int32Array;
  readonly forward: Int32Array;
  readonly backward: Int32Array;
  readonly count: number;
  /** Which one each side of a triangle is. */
  readonly edges: Int32Array;
}

function edgeUse(indices: Int32Array): EdgeUse {
  const vertices = new Int32Array(2 * indices.length);
  const forward = new Int32Array(indices.length);
  const backward = new Int32Array(indices.length);
  // Hashed by both vertices, not by one: the hub of a fan has as many edges as the fan has triangles.
  let size = 16;
  while (size < indices.length) size *= 2;
  const heads = new Int32Array(size).fill(-1);
  const next = new Int32Array(indices.length);
  const sides = new Int32Array(indices.length);
  let edges = 0;
  for (let s = 0; s < indices.length; s++) {
    const a = indices[s];
    const b = indices[s % 3 === 2 ? s - 2 : s + 1];
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    let slot = Math.imul(Math.imul(low, 0x9e3779b1) ^ high, 0x85ebca6b);
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    let e = heads[slot];
    while (
      e >= 0 &&
      !(vertices[2 * e] === low && vertices[2 * e + 1] === high) &&
      !(vertices[2 * e] === high && vertices[2 * e + 1] === low)
    ) {
      e = next[e];
    }
    if (e < 0) {
      e = edges++;
      vertices[2 * e] = a;
      vertices[2 * e + 1] = b;
      next[e] = heads[slot];
      heads[slot] = e;
    }
    if (vertices[2 * e] === a) forward[e]++;
    else backward[e]++;
    sides[s] = e;
  }
  return { vertices, forward, backward, count: edges, edges: sides };
}

function checkEdges(p: Float64Array, indices: Int32Array, mayBeOpen = false): void {
  const use = edgeUse(indices);
  // By kind: with one triangle; with two that run it alike; with more that do not pair up.
  const counts = [0, 0, 0];
  const first = [-1, -1, -1];
  for (let e = 0; e < use.count; e++) {
    const f = use.forward[e];
    const b = use.backward[e];
    if (f === b) continue;
    const kind = Math.min(f + b, 3) - 1;
    if (counts[kind]!++ === 0) first[kind] = e;
  }
  const [open, twisted, crowded] = counts as [number, number, number];
  const [firstOpen, firstTwisted, firstCrowded] = first as [number, number, number];
  const between = (e: number): string =>
    `between vertices ${nameVertex(p, use.vertices[2 * e])} and ${nameVertex(p, use.vertices[2 * e + 1])}`;
  if (open > 0 && !mayBeOpen) {
    const remedy = closesWhenWelded(p, indices)
      ? 'weld: true closes it'
      : 'if it stays where it is, give it a "thickness" (m) behind its triangles; if it moves, take its hull ' +
        '({ "type": "convex" }) or convex pieces (convexPieces of sixfold/meshes), close it (closeHoles), ' +
        'or weld with a tolerance';
    throw new ShapeError(`mesh is not closed: ${count(open, 'open edge')}, the first ${between(firstOpen)}: ${remedy}`);
  }
  if (crowded > 0) {
    const e = firstCrowded;
    throw new ShapeError(
      `mesh is not a solid's surface: ${count(crowded, 'edge')} with more than two triangles that do not pair up, ` +
        `the first ${between(e)} with ${use.forward[e] + use.backward[e]}: remove the surplus triangles`,
    );
  }
  if (twisted > 0) {
    throw new ShapeError(
      `mesh is not consistently oriented: ${count(twisted, 'edge')} run the same way by both triangles, ` +
        `the first ${between(firstTwisted)}: flip the triangles on one side of it`,
    );
  }
}

function closesWhenWelded(positions: Float64Array, indices: Int32Array): boolean {
  const { positions: p, indices: t } = weld(positions, indices);
  if (p.length === positions.length) return false;
  const use = edgeUse(t);
  for (let e = 0; e < use.count; e++) if (use.forward[e] !== use.backward[e]) return false;
  return use.count > 0;
}

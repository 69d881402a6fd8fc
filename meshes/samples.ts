// A surface as points: even, seeded, and denser where it curves, for shapes of type `points`.
//
// Candidates, several for each point that is wanted, are drawn by area times density; then the one that is most crowded
// is taken away until the wanted number is left (C. Yuksel 2015, "Sample elimination for generating Poisson disk sample
// sets", Eq. 2 and 3: the crowding of i is the sum over its neighbours of (1 - d/2r)⁸, r = √(A/(2√3 n))). Deviations:
// distances are measured in the local spacing, d √ρ, so that one r serves a density ρ that varies; the paper's lower
// bound of d is left out.
//     ρ = 1 + c (κ L)²,  at most 1 + 24 c,
// with κ the greatest change of normal for a length along the edges of a vertex (1/m), and L the radius of the ball of
// the same area: on a ball it is even, at sharp edges points stand five times as close as on flat faces (c = 1).
// Simplification: distances are straight, not along the surface; two sides of a sheet thinner than the spacing crowd
// each other. Verified in test/meshes/samples.test.ts.

import { Random } from '../src/math/random.js';
import { crossOfTriangle } from '../src/math/triangle.js';
import { createShape } from '../src/shapes/create.js';
import type { ShapeDescription } from '../src/shapes/shape.js';
import { tessellate } from '../src/shapes/tessellate.js';
import { MeshFileError } from './error.js';
import type { MeshData } from './mesh.js';

export interface SampleOptions {
  /** Points that are wanted. */
  readonly count: number;
  /** The same seed gives the same points; 1 unless told. */
  readonly seed?: number;
  /** How much denser points stand where the surface curves: 1 unless told, 0 for even spacing. */
  readonly curvature?: number;
}

/** Points of a surface with outward unit normals: `{ type: 'points', ...sampleSurface(mesh, { count: 5000 }) }`. */
export interface SurfaceSamples {
  readonly positions: Float64Array;
  readonly normals: Float64Array;
}

const FEWEST = 50;
const MOST = 1_000_000;
const CANDIDATES = 5;
const DENSEST = 24;
/** Sides of a full circle where a shape is no mesh: chords are then 8e-5 of the radius inside it. */
const SEGMENTS = 256;
/** A face whose vertices' normals lean from its own by more than this cosine is flat up to its edges. */
const SMOOTH = 0.8;

/** Samples a mesh, or any bounded shape. */
export function sampleSurface(surface: MeshData | ShapeDescription, options: SampleOptions): SurfaceSamples {
  const { count, seed = 1, curvature = 1 } = options;
  if (!Number.isInteger(count) || count < FEWEST || count > MOST)
    throw new MeshFileError('', `count is ${count}; give a whole number of points from ${FEWEST} to ${MOST}`);
  if (!Number.isFinite(seed)) throw new MeshFileError('', `seed is ${seed}; give a number`);
  if (!(curvature >= 0 && curvature < Infinity))
    throw new MeshFileError('', `curvature is ${curvature}; give 0 for even spacing, 1 or more to follow curvature`);
  const mesh = 'type' in surface ? tessellate(createShape(surface), { segments: SEGMENTS }) : surface;
  const candidates = draw(mesh, CANDIDATES * count, new Random(seed), curvature);
  return eliminate(candidates, count);
}

interface Candidates {
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  /** ρ of each. */
  readonly densities: Float64Array;
  /** ∫ρ dA, m². */
  readonly weight: number;
}

/** Points by area times density, stratified: one in each of n equal shares of the weight. */
function draw({ positions: p, indices }: MeshData, n: number, random: Random, curvature: number): Candidates {
  const triangles = indices.length / 3;
  const cross = new Float64Array(3);
  const faces = new Float64Array(3 * triangles);
  const areas = new Float64Array(triangles);
  const smooth = new Float64Array(p.length);
  let area = 0;
  for (let t = 0; t < triangles; t++) {
    const [a, b, c] = [3 * indices[3 * t]!, 3 * indices[3 * t + 1]!, 3 * indices[3 * t + 2]!];
    crossOfTriangle(cross, p, a, b, c);
    const size = Math.sqrt(cross[0]! * cross[0]! + cross[1]! * cross[1]! + cross[2]! * cross[2]!);
    areas[t] = 0.5 * size;
    area += areas[t]!;
    for (let k = 0; k < 3; k++) {
      faces[3 * t + k] = size > 0 ? cross[k]! / size : 0;
      for (const v of [a, b, c]) smooth[v + k]! += cross[k]!;
    }
  }
  if (!(area > 0 && area < Infinity))
    throw new MeshFileError('', 'the surface has no area to sample; give triangles with an extent');
  for (let v = 0; v < smooth.length; v += 3) normalise(smooth, v);
  const bends = bendsOf(p, indices, smooth);
  const radius = Math.sqrt(area / (4 * Math.PI));
  const density = (bend: number) => 1 + curvature * Math.min(DENSEST, bend * radius * (bend * radius));
  const cumulative = new Float64Array(triangles + 1);
  for (let t = 0; t < triangles; t++) {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += density(bends[indices[3 * t + k]!]!);
    cumulative[t + 1] = cumulative[t]! + (areas[t]! * sum) / 3;
  }
  const weight = cumulative[triangles]!;
  const out = {
    positions: new Float64Array(3 * n),
    normals: new Float64Array(3 * n),
    densities: new Float64Array(n),
    weight,
  };
  let t = 0;
  for (let s = 0; s < n; s++) {
    const at = ((s + random.next()) / n) * weight;
    while (t < triangles - 1 && cumulative[t + 1]! <= at) t++;
    const root = Math.sqrt(random.next());
    const second = random.next();
    const shares = [1 - root, root * (1 - second), root * second];
    let leans = false;
    for (let k = 0; k < 3; k++) {
      const v = 3 * indices[3 * t + k]!;
      const f = 3 * t;
      leans ||= !(smooth[v]! * faces[f]! + smooth[v + 1]! * faces[f + 1]! + smooth[v + 2]! * faces[f + 2]! > SMOOTH);
    }
    for (let k = 0; k < 3; k++) {
      const v = 3 * indices[3 * t + k]!;
      out.densities[s]! += shares[k]! * density(bends[v / 3]!);
      for (let x = 0; x < 3; x++) {
        out.positions[3 * s + x]! += shares[k]! * p[v + x]!;
        out.normals[3 * s + x]! += shares[k]! * (leans ? faces[3 * t + x]! : smooth[v + x]!);
      }
    }
    normalise(out.normals, 3 * s);
  }
  return out;
}

/** By vertex, the greatest change of normal for a length along its edges (1/m). */
function bendsOf(p: Float64Array, indices: Int32Array, normals: Float64Array): Float64Array {
  const bends = new Float64Array(p.length / 3);
  for (let s = 0; s < indices.length; s++) {
    const a = 3 * indices[s]!;
    const b = 3 * indices[s % 3 === 2 ? s - 2 : s + 1]!;
    let way = 0;
    let turn = 0;
    for (let k = 0; k < 3; k++) {
      way += (p[a + k]! - p[b + k]!) * (p[a + k]! - p[b + k]!);
      turn += (normals[a + k]! - normals[b + k]!) * (normals[a + k]! - normals[b + k]!);
    }
    if (!(way > 0)) continue;
    const bend = Math.sqrt(turn / way);
    bends[a / 3] = Math.max(bends[a / 3]!, bend);
    bends[b / 3] = Math.max(bends[b / 3]!, bend);
  }
  return bends;
}

function normalise(v: Float64Array, at: number): void {
  const size = Math.sqrt(v[at]! * v[at]! + v[at + 1]! * v[at + 1]! + v[at + 2]! * v[at + 2]!);
  for (let k = 0; k < 3; k++) v[at + k] = size > 0 ? v[at + k]! / size : k === 1 ? 1 : 0;
}

/** Takes the most crowded away until `count` are left, in the order in which they were drawn. */
function eliminate(candidates: Candidates, count: number): SurfaceSamples {
  const { positions: p, normals, densities, weight } = candidates;
  const n = densities.length;
  const reach = 2 * Math.sqrt(weight / (2 * Math.sqrt(3) * count));
  const { starts, others, crowds } = neighboursOf(p, densities, reach);
  const crowding = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let k = starts[i]!; k < starts[i + 1]!; k++) crowding[i]! += crowds[k]!;
  const heap = new Heap(crowding);
  const isLeft = new Uint8Array(n).fill(1);
  for (let left = n; left > count; left--) {
    const gone = heap.pop();
    isLeft[gone] = 0;
    for (let k = starts[gone]!; k < starts[gone + 1]!; k++)
      if (isLeft[others[k]!] === 1) heap.lower(others[k]!, crowds[k]!);
  }
  const out = { positions: new Float64Array(3 * count), normals: new Float64Array(3 * count) };
  let to = 0;
  for (let i = 0; i < n; i++) {
    if (isLeft[i] !== 1) continue;
    out.positions.set(p.subarray(3 * i, 3 * i + 3), to);
    out.normals.set(normals.subarray(3 * i, 3 * i + 3), to);
    to += 3;
  }
  return out;
}

/**
 * Who is nearer than `reach` in the local spacing, and how much it crowds; found in cells as wide as the widest reach.
 */
function neighboursOf(p: Float64Array, densities: Float64Array, reach: number) {
  const n = densities.length;
  const least = densities.reduce((a, b) => Math.min(a, b), Infinity);
  const cell = reach / Math.sqrt(least);
  const key = (x: number, y: number, z: number) => `${x},${y},${z}`;
  const cellOf = (i: number, k: number) => Math.floor(p[3 * i + k]! / cell);
  const cells = new Map<string, number[]>();
  for (let i = 0; i < n; i++) {
    const name = key(cellOf(i, 0), cellOf(i, 1), cellOf(i, 2));
    const list = cells.get(name);
    if (list) list.push(i);
    else cells.set(name, [i]);
  }
  const starts = new Int32Array(n + 1);
  const others: number[] = [];
  const crowds: number[] = [];
  for (let i = 0; i < n; i++) {
    const [cx, cy, cz] = [cellOf(i, 0), cellOf(i, 1), cellOf(i, 2)];
    for (let x = cx - 1; x <= cx + 1; x++) {
      for (let y = cy - 1; y <= cy + 1; y++) {
        for (let z = cz - 1; z <= cz + 1; z++) {
          for (const j of cells.get(key(x, y, z)) ?? []) {
            if (j === i) continue;
            const [dx, dy, dz] = [p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!];
            const d = Math.sqrt(0.5 * (densities[i]! + densities[j]!) * (dx * dx + dy * dy + dz * dz));
            if (d >= reach) continue;
            const near = (1 - d / reach) * (1 - d / reach);
            others.push(j);
            crowds.push(near * near * near * near);
          }
        }
      }
    }
    starts[i + 1] = others.length;
  }
  return { starts, others, crowds };
}

/** A binary heap of the numbers 0 … n, the one with the greatest value on top; equal ones by number. */
class Heap {
  private readonly values: Float64Array;
  private readonly order: Int32Array;
  private readonly places: Int32Array;
  private size: number;

  constructor(values: Float64Array) {
    this.values = values;
    this.size = values.length;
    this.order = Int32Array.from({ length: this.size }, (_, k) => k);
    this.places = this.order.slice();
    for (let k = (this.size >> 1) - 1; k >= 0; k--) this.sink(k);
  }

  pop(): number {
    const top = this.order[0]!;
    this.size--;
    this.put(0, this.order[this.size]!);
    this.sink(0);
    return top;
  }

  lower(item: number, by: number): void {
    this.values[item]! -= by;
    this.sink(this.places[item]!);
  }

  private isAbove(a: number, b: number): boolean {
    const difference = this.values[a]! - this.values[b]!;
    return difference > 0 || (difference === 0 && a < b);
  }

  private put(place: number, item: number): void {
    this.order[place] = item;
    this.places[item] = place;
  }

  private sink(from: number): void {
    const item = this.order[from]!;
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.isAbove(this.order[child + 1]!, this.order[child]!)) child++;
      if (!this.isAbove(this.order[child]!, item)) break;
      this.put(place, this.order[child]!);
      place = child;
    }
    this.put(place, item);
  }
}

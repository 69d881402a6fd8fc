// A solid as a few convex pieces, so that any mesh may move fast and cheaply: approximate convex decomposition by
// planes.
//
// Boxes of a grid of cells are cut, the one whose surface lies deepest under its hull first, by the plane along a side
// that leaves the least volume under the hulls of its two halves (compare Mamou & Ghorbel 2009; cuts instead of
// collapses). The piece of a box is the hull of what of the surface lies in it, clipped exactly, and of the box's
// corners inside the solid: so pieces do not overlap, and where the solid is convex they are it. Simplifications:
// planes lie along the axes and on grid planes; hollows smaller than a cell stay filled; what is not closed is a shell
// one cell thick. There was no library to build on: the ones for JavaScript are bindings that nobody keeps.
// Verified in test/meshes/pieces.test.ts.

import { meshContains, PointScratch } from '../src/shapes/contains.js';
import { createShape } from '../src/shapes/create.js';
import { ShapeError } from '../src/shapes/errors.js';
import { polyhedralMass, triangulateFaces } from '../src/shapes/polyhedral-mass.js';
import { computeHull } from '../src/shapes/quickhull.js';
import type { MeshShape } from '../src/shapes/shape.js';
import type { MeshData } from './mesh.js';
import { Voxels } from './voxels.js';

export interface PieceOptions {
  /** Pieces, at most; 16 unless told. */
  readonly most?: number;
  /**
   * How deep the surface may lie under the hull of its piece, as a share of the mesh's longest side: 0.02 unless told.
   */
  readonly tolerance?: number;
  /** Cells along the longest side; 32 unless told. */
  readonly resolution?: number;
}

export interface ConvexPart {
  readonly shape: { readonly type: 'convex'; readonly points: [number, number, number][] };
}

/** The convex hull of a mesh, as a shape. */
export function convexHull(mesh: MeshData): ConvexPart['shape'] {
  return { type: 'convex', points: corners(computeHull(mesh.positions).vertices) };
}

/** The mesh as a compound of convex pieces, as a shape. */
export function convexPieces(mesh: MeshData, options: PieceOptions = {}): { type: 'compound'; parts: ConvexPart[] } {
  const most = Math.max(1, Math.floor(options.most ?? 16));
  const voxels = new Voxels(mesh, Math.max(4, Math.floor(options.resolution ?? 32)));
  const cutter = new Cutter(mesh, voxels);
  let pieces = [cutter.measure(cutter.whole())];
  const allowed = (options.tolerance ?? 0.02) * voxels.longest;
  while (pieces.length < most) {
    let worst = -1;
    for (let k = 0; k < pieces.length; k++)
      if (!pieces[k]!.isWhole && (worst < 0 || pieces[k]!.depth > pieces[worst]!.depth)) worst = k;
    if (worst < 0 || !(pieces[worst]!.depth > allowed)) break;
    const halves = cutter.cut(pieces[worst]!).map((half) => cutter.measure(half));
    if (halves.length < 2) pieces[worst]!.isWhole = true;
    else pieces = [...pieces.slice(0, worst), ...halves, ...pieces.slice(worst + 1)];
  }
  const parts: ConvexPart[] = [];
  for (const piece of pieces) {
    const points = cutter.hullOf(piece);
    if (points) parts.push({ shape: { type: 'convex', points } });
  }
  return { type: 'compound', parts };
}

type Triple = readonly [number, number, number];
interface Piece {
  /** Its box (m). */
  readonly low: Triple;
  readonly high: Triple;
  /** Volume under the hull of its cells' centres (m³), and how deep the surface lies under its own hull (m). */
  readonly hull: number;
  readonly depth: number;
  isWhole: boolean;
}

/** How much better than one in the middle a cut at the end of a side must be, as a share of the piece's volume. */
const MIDDLE = 0.1;
/** Places along a side that are tried for a cut. */
const TRIED = 12;

class Cutter {
  private readonly mesh: MeshData;
  private readonly voxels: Voxels;
  private readonly solid: MeshShape | null;
  private readonly scratch = new PointScratch();

  constructor(mesh: MeshData, voxels: Voxels) {
    this.mesh = mesh;
    this.voxels = voxels;
    this.solid = closedSolid(mesh);
    if (this.solid !== null) this.takeCentres(this.solid);
  }

  /** Of what is closed a cell is solid if its centre is. */
  private takeCentres(solid: MeshShape): void {
    const { cells, counts, edge, low } = this.voxels;
    for (let k = 0; k < cells.length; k++) {
      if (cells[k] !== 1) continue;
      const x = low[0] + ((k % counts[0]) + 0.5) * edge;
      const y = low[1] + ((Math.floor(k / counts[0]) % counts[1]) + 0.5) * edge;
      const z = low[2] + (Math.floor(k / (counts[0] * counts[1])) + 0.5) * edge;
      cells[k] = meshContains(solid, x, y, z, this.scratch) ? 2 : 0;
    }
  }

  whole(): Piece {
    const { low, counts, edge } = this.voxels;
    const high = low.map((x, k) => x + counts[k]! * edge) as unknown as Triple;
    return this.piece(low, high) ?? { low, high, hull: 0, depth: 0, isWhole: true };
  }

  /** What of the solid lies in a box, by the centres of its cells; null: nothing. */
  private piece(low: Triple, high: Triple): Piece | null {
    const { voxels } = this;
    const { edge } = voxels;
    const first = low.map((x, k) => Math.max(0, Math.ceil((x - voxels.low[k]!) / edge - 0.5)));
    const last = high.map((x, k) => Math.min(voxels.counts[k]! - 1, Math.ceil((x - voxels.low[k]!) / edge - 0.5) - 1));
    const ends: number[] = [];
    for (let z = first[2]!; z <= last[2]!; z++)
      for (let y = first[1]!; y <= last[1]!; y++) {
        let from = -1;
        let to = -1;
        for (let x = first[0]!; x <= last[0]!; x++) {
          if (voxels.cells[voxels.index(x, y, z)] === 0) continue;
          if (from < 0) from = x;
          to = x;
        }
        if (from < 0) continue;
        ends.push(from, y, z);
        if (to > from) ends.push(to, y, z);
      }
    if (ends.length === 0) return null;
    return { low, high, hull: hullVolume(ends) * edge ** 3, depth: 0, isWhole: false };
  }

  /** Measures how deep the surface lies under the piece's hull: at corners and middles of its clipped triangles. */
  measure(piece: Piece): Piece {
    const points = this.surface(piece);
    let planes: Float64Array;
    try {
      planes = computeHull(Float64Array.from(points)).planes;
    } catch (error) {
      if (error instanceof ShapeError) return piece;
      throw error;
    }
    let depth = 0;
    for (let k = 0; k < points.length; k += 3) {
      let nearest = Infinity;
      for (let f = 0; f < planes.length && nearest > depth; f += 4) {
        const [x, y, z] = [points[k]!, points[k + 1]!, points[k + 2]!];
        nearest = Math.min(nearest, planes[f + 3]! - planes[f]! * x - planes[f + 1]! * y - planes[f + 2]! * z);
      }
      depth = Math.max(depth, nearest);
    }
    return { ...piece, depth };
  }

  /** The two halves of a piece with the least under their hulls; fewer, where no cut can be made. */
  cut(piece: Piece): Piece[] {
    const points = this.surface(piece);
    let best: Piece[] = [];
    let least = Infinity;
    for (let axis = 0; axis < 3; axis++) {
      for (const { at, off } of this.places(points, axis)) {
        const high = [...piece.high] as [number, number, number];
        const low = [...piece.low] as [number, number, number];
        high[axis] = low[axis] = at;
        const halves = [this.piece(piece.low, high), this.piece(low, piece.high)].filter((half) => half !== null);
        // Of cuts that are about as good, the one nearest to the middle of the longest side: many hollows (a ring's)
        // show their gain only after two cuts.
        const cost = halves.reduce((sum, half) => sum + half.hull, 0) + MIDDLE * off * piece.hull;
        if (halves.length < 2 || !(cost < least)) continue;
        least = cost;
        best = halves;
      }
    }
    return best;
  }

  /** Where a cut across an axis may be: at even distances, and where corners are if these are few. */
  private places(points: readonly number[], axis: number): { at: number; off: number }[] {
    const all = new Set<number>();
    for (let k = axis; k < points.length; k += 3) all.add(points[k]!);
    const sorted = [...all].sort((a, b) => a - b);
    const [low, high] = [sorted[0] ?? 0, sorted[sorted.length - 1] ?? 0];
    const tried = Array.from({ length: TRIED }, (_, k) => low + ((k + 1) / (TRIED + 1)) * (high - low));
    const least = 0.5 * this.voxels.edge;
    const inner = sorted.filter((x) => x > low + least && x < high - least);
    if (inner.length <= 4 * TRIED) tried.push(...inner);
    return tried
      .filter((x) => x > low + least && x < high - least)
      .map((at) => ({ at, off: (0.5 * this.voxels.longest + Math.abs(at - 0.5 * (low + high))) / (high - low) }));
  }

  /** Corners and middles of the triangles, clipped to a piece's box. */
  private surface(piece: Piece): number[] {
    const { low, high } = piece;
    const points: number[] = [];
    for (let t = 0; t < this.mesh.indices.length; t += 3) addClipped(points, this.mesh, t, low, high);
    return points;
  }

  /** Hull of the surface within a piece's box, and of the box's corners inside the solid. */
  hullOf(piece: Piece): [number, number, number][] | null {
    const { solid } = this;
    const { low, high } = piece;
    const points = this.surface(piece);
    for (let c = 0; solid !== null && c < 8; c++) {
      const [x, y, z] = [0, 1, 2].map((k) => ((c >> k) & 1 ? high[k]! : low[k]!)) as [number, number, number];
      if (meshContains(solid, x, y, z, this.scratch)) points.push(x, y, z);
    }
    try {
      return corners(computeHull(Float64Array.from(points)).vertices);
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
    }
    // A flat piece of a shell: as thick as its cells.
    if (solid !== null) return null;
    const box: [number, number, number][] = [];
    for (let c = 0; c < 8; c++)
      box.push([0, 1, 2].map((k) => ((c >> k) & 1 ? high[k]! : low[k]!)) as [number, number, number]);
    return box;
  }
}

function closedSolid(mesh: MeshData): MeshShape | null {
  try {
    return createShape({ type: 'mesh', positions: mesh.positions, indices: mesh.indices }) as MeshShape;
  } catch (error) {
    if (error instanceof ShapeError) return null;
    throw error;
  }
}

/** Volume of the hull of points; 0 where they are flat. */
function hullVolume(points: readonly number[]): number {
  try {
    const hull = computeHull(Float64Array.from(points));
    return polyhedralMass(hull.vertices, triangulateFaces(hull)).volume;
  } catch (error) {
    if (error instanceof ShapeError) return 0;
    throw error;
  }
}

/** The corners of a triangle clipped to a box (Sutherland & Hodgman 1974). */
function addClipped(out: number[], { positions: p, indices }: MeshData, t: number, low: Triple, high: Triple): void {
  let polygon: number[][] = [0, 1, 2].map((c) => [0, 1, 2].map((k) => p[3 * indices[t + c]! + k]!));
  for (let k = 0; k < 3; k++) {
    // One that lies in a side of the box bounds what is in the box only if it faces out of it.
    const [a, b, c] = polygon as [number[], number[], number[]];
    if (a[k] !== b[k] || b[k] !== c[k] || (a[k] !== low[k] && a[k] !== high[k])) continue;
    const [u, w] = [(k + 1) % 3, (k + 2) % 3];
    const facing = (b[u]! - a[u]!) * (c[w]! - a[w]!) - (b[w]! - a[w]!) * (c[u]! - a[u]!);
    if (a[k] === low[k] ? facing > 0 : facing < 0) return;
  }
  for (let k = 0; k < 3 && polygon.length > 0; k++)
    for (const [bound, sign] of [
      [low[k]!, 1],
      [high[k]!, -1],
    ] as const) {
      const kept: number[][] = [];
      for (let m = 0; m < polygon.length; m++) {
        const [a, b] = [polygon[m]!, polygon[(m + 1) % polygon.length]!];
        const [da, db] = [sign * (a[k]! - bound), sign * (b[k]! - bound)];
        if (da >= 0) kept.push(a);
        if (da > 0 !== db > 0 && da !== 0 && db !== 0) {
          const s = da / (da - db);
          const cut = a.map((v, n) => v + s * (b[n]! - v));
          cut[k] = bound;
          kept.push(cut);
        }
      }
      polygon = kept;
    }
  const middle = [0, 0, 0];
  for (const corner of polygon) {
    out.push(corner[0]!, corner[1]!, corner[2]!);
    for (let k = 0; k < 3; k++) middle[k] = middle[k]! + corner[k]! / polygon.length;
  }
  if (polygon.length > 0) out.push(middle[0]!, middle[1]!, middle[2]!);
}

function corners(vertices: Float64Array): [number, number, number][] {
  return Array.from({ length: vertices.length / 3 }, (_, k) => [
    vertices[3 * k]!,
    vertices[3 * k + 1]!,
    vertices[3 * k + 2]!,
  ]);
}

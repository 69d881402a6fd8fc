// What really overlaps in the plane of a patch. A contact's outline is a convex hull: of a ring that lies on the ground
// it is the whole disc. Here the two solids are cut by the patch's plane, line by line, and what lies in both is drawn:
// primitives exactly, by the engine's own cuts, meshes by the segments in which the plane meets their triangles.
//
// Simplifications: one plane through the overlap's middle stands for all of its depth; the region is made of strips, so
// that what is thinner than a strip along the lines is drawn as wide as one; meshes of more than MOST_TRIANGLES keep
// their hull. Verified in test/studio/patch-region.test.ts.

import type { Quat, ShapeDescription, Vec3 } from '../../src/index.js';
import { anyPerpendicular, cross, dot, rotate, sub, unrotate } from '../../src/math/vec3.js';
import { cutShape } from '../../src/overlap/rays/cast-primitive.js';
import { createShape } from '../../src/shapes/create.js';
import { EVERY_KIND } from '../../src/shapes/every-kind.js';
import { LineCut } from '../../src/shapes/line-cut.js';
import type { MeshShape, Shape, SimpleShape } from '../../src/shapes/shape.js';

export interface Region {
  /** Convex pieces, and the lines around all of them. */
  pieces: readonly (readonly Vec3[])[];
  edges: readonly (readonly [Vec3, Vec3])[];
  /** m² */
  area: number;
}

export interface PlacedSolid {
  shape: ShapeDescription;
  position: Vec3;
  rotation: Quat;
}

interface Patch {
  point: Vec3;
  normal: Vec3;
  /** m², of what overlaps. */
  area: number;
  depth: number;
  outline: readonly Vec3[];
}

const LINES = 64;
const MOST_TRIANGLES = 20_000;
/** An outline with less than this share of it covered is worth the trouble. */
const SPARSE = 0.75;

type Stretch = readonly [from: number, to: number];
type Cutter = (at: Vec3, along: Vec3, low: number, high: number) => Stretch[];

export class PatchRegions {
  private readonly shapes = new WeakMap<ShapeDescription, Shape>();
  private readonly cut = new LineCut();

  /** Null where the outline says it well enough, or where nothing can be cut. */
  of(patch: Patch, a: PlacedSolid, b: PlacedSolid): Region | null {
    const { outline, normal, point } = patch;
    if (outline.length < 3 || !(patch.area < SPARSE * hullArea(outline))) return null;
    const u = anyPerpendicular(normal);
    const w = cross(normal, u);
    const us = outline.map((p) => dot(sub(p, point), u));
    const ws = outline.map((p) => dot(sub(p, point), w));
    const bounds = [Math.min(...us), Math.max(...us), Math.min(...ws), Math.max(...ws)] as const;
    // A face that lies in the plane counts as outside: then a little to either side.
    for (const shift of [0, 0.25, -0.25]) {
      const origin = along(point, normal, shift * patch.depth);
      const cutA = this.cutter(a, origin, normal, u, w);
      const cutB = this.cutter(b, origin, normal, u, w);
      if (!cutA || !cutB) return null;
      const region = strips(origin, u, w, bounds, (at, low, high) =>
        common(cutA(at, u, low, high), cutB(at, u, low, high)),
      );
      if (region.area > 0) return region;
    }
    return null;
  }

  private cutter(solid: PlacedSolid, origin: Vec3, normal: Vec3, u: Vec3, w: Vec3): Cutter | null {
    const { shape: description } = solid;
    let shape = this.shapes.get(description);
    if (!shape) this.shapes.set(description, (shape = createShape(description, EVERY_KIND)));
    if (shape.type === 'mesh') return meshCutter(shape, solid, origin, normal, u, w);
    if (shape.type === 'compound') return null;
    const simple = shape as SimpleShape;
    const { rotation, position } = solid;
    return (at, direction, low, high) => {
      const { cut } = this;
      cut.line.set(unrotate(rotation, sub(at, position)));
      cut.line.set(unrotate(rotation, direction), 3);
      cut.low = low;
      cut.high = high;
      cut.start();
      const count = cutShape(simple.kind, simple, cut);
      return Array.from({ length: count }, (_, k) => [cut.t[2 * k]!, cut.t[2 * k + 1]!] as const);
    };
  }
}

/** Even-odd, between the segments in which the plane meets the triangles. */
function meshCutter(shape: MeshShape, solid: PlacedSolid, origin: Vec3, normal: Vec3, u: Vec3, w: Vec3): Cutter | null {
  const { positions, indices } = shape.mesh;
  if (indices.length > 3 * MOST_TRIANGLES) return null;
  const { rotation, position } = solid;
  const count = positions.length / 3;
  const [height, x, y] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let v = 0; v < count; v++) {
    const p = rotate(rotation, [positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!]);
    const arm = sub([p[0] + position[0], p[1] + position[1], p[2] + position[2]], origin);
    height[v] = dot(arm, normal);
    x[v] = dot(arm, u);
    y[v] = dot(arm, w);
  }
  const segments: number[] = [];
  for (let t = 0; t < indices.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [p, q] = [indices[t + k]!, indices[t + ((k + 1) % 3)]!];
      if (height[p]! < 0 === height[q]! < 0) continue;
      const s = height[p]! / (height[p]! - height[q]!);
      segments.push(x[p]! + s * (x[q]! - x[p]!), y[p]! + s * (y[q]! - y[p]!));
    }
  return (at) => {
    const line = dot(sub(at, origin), w);
    const crossings: number[] = [];
    for (let k = 0; k + 3 < segments.length; k += 4) {
      const [x0, y0, x1, y1] = [segments[k]!, segments[k + 1]!, segments[k + 2]!, segments[k + 3]!];
      if (y0 < line !== y1 < line) crossings.push(x0 + ((line - y0) / (y1 - y0)) * (x1 - x0));
    }
    crossings.sort((p, q) => p - q);
    const stretches: Stretch[] = [];
    for (let k = 0; k + 1 < crossings.length; k += 2) stretches.push([crossings[k]!, crossings[k + 1]!]);
    return stretches;
  };
}

function common(a: readonly Stretch[], b: readonly Stretch[]): Stretch[] {
  const out: Stretch[] = [];
  for (const [a0, a1] of a)
    for (const [b0, b1] of b) {
      const [low, high] = [Math.max(a0, b0), Math.min(a1, b1)];
      if (low < high) out.push([low, high]);
    }
  return out;
}

/** Between neighbouring lines with as many stretches each, trapezoids; else a strip around each line. */
function strips(
  origin: Vec3,
  u: Vec3,
  w: Vec3,
  [u0, u1, w0, w1]: readonly [number, number, number, number],
  stretchesAt: (at: Vec3, low: number, high: number) => Stretch[],
): Region {
  const pieces: Vec3[][] = [];
  const edges: [Vec3, Vec3][] = [];
  let area = 0;
  const height = (w1 - w0) / LINES;
  const place = (s: number, t: number): Vec3 => along(along(origin, u, s), w, t);
  let before: Stretch[] = [];
  for (let k = 0; k <= LINES; k++) {
    const t = w0 + (k + 1e-3) * ((w1 - w0) / (LINES + 2e-3));
    const now = stretchesAt(along(origin, w, t), u0, u1).flatMap(([from, to]): Stretch[] => {
      const [low, high] = [Math.max(from, u0), Math.min(to, u1)];
      return low < high ? [[low, high]] : [];
    });
    now.sort((p, q) => p[0] - q[0]);
    if (k > 0 && now.length === before.length && now.length > 0) {
      for (const [n, [low, high]] of now.entries()) {
        const [l, h] = before[n]!;
        const corners = [place(l, t - height), place(h, t - height), place(high, t), place(low, t)] as const;
        pieces.push([...corners]);
        edges.push([corners[0], corners[3]], [corners[1], corners[2]]);
        area += 0.5 * (h - l + high - low) * height;
      }
    } else
      for (const [low, high] of now.length > before.length ? now : before) {
        const [bottom, top] = [
          t - (now.length > before.length ? 0.5 : 1) * height,
          t - (now.length > before.length ? 0 : 0.5) * height,
        ];
        pieces.push([place(low, bottom), place(high, bottom), place(high, top), place(low, top)]);
        edges.push([place(low, 0.5 * (bottom + top)), place(high, 0.5 * (bottom + top))]);
        area += 0.5 * (high - low) * height;
      }
    before = now;
  }
  return { pieces, edges, area };
}

const along = (p: Vec3, d: Vec3, s: number): Vec3 => [p[0] + s * d[0], p[1] + s * d[1], p[2] + s * d[2]];

function hullArea(outline: readonly Vec3[]): number {
  const sum: [number, number, number] = [0, 0, 0];
  for (let k = 1; k + 1 < outline.length; k++) {
    const c = cross(sub(outline[k]!, outline[0]!), sub(outline[k + 1]!, outline[0]!));
    for (let n = 0; n < 3; n++) sum[n]! += 0.5 * c[n]!;
  }
  return Math.hypot(...sum);
}

// The volume that two bodies share, which is what the engine makes a contact of.
//
// Where both are convex with flat faces the drawn surface is that of the true intersection, and nearly so for cylinders
// and cones that lie flat. For every other pair (spheres, capsules, tori, meshes) it is a simplification: the prism of
// the patch's outline by the mean depth, which has the right place, outline and, where the outline is all of the patch,
// volume, but not the shape.

import { Color, type ColorRepresentation, DoubleSide, Group, MeshBasicMaterial } from 'three';
import type { ShapeDescription } from '../src/index.js';
import type { OverlapLike } from './contact-like.js';
import { ConvexIntersection } from './convex-intersection.js';
import { type ConvexPart, convexParts, PlacedPart } from './convex-solid.js';
import { bringToFront, ORDER, type OverlayOptions } from './overlay.js';
import { TriangleSet } from './triangle-set.js';

export interface OverlapViewOptions extends OverlayOptions {
  /**
   * Stretches overlaps along their normals, about their middles: 1 (unless told) is true; a contact at rest is a tenth
   * of a millimetre deep and hardly to be seen.
   */
  exaggeration?: number;
  color?: ColorRepresentation;
  /** 0.6 unless told. */
  opacity?: number;
}

/** A polyhedron for a round solid is used if its overlap is at most this many times too large or too small. */
const NEAR = 1.25;
/** Compounds of more pairs of parts are drawn as prisms. */
const MOST_PAIRS = 400;

type Point = readonly [number, number, number];

/** Draws overlaps: `view.update(world.overlaps())`, or the contacts of a step. */
export class OverlapView extends Group {
  readonly surface: TriangleSet;
  readonly color: Color;
  exaggeration: number;
  private readonly intersection = new ConvexIntersection();
  private readonly placedA = new PlacedPart();
  private readonly placedB = new PlacedPart();
  private readonly parts = new WeakMap<ShapeDescription, ConvexPart[]>();

  constructor(options: OverlapViewOptions = {}) {
    super();
    const material = new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      opacity: options.opacity ?? 0.6,
      side: DoubleSide,
      depthWrite: false,
      toneMapped: false,
    });
    if (options.xray ?? true) bringToFront(material);
    this.surface = new TriangleSet(material, 'color', ORDER.overlap);
    this.color = new Color(options.color ?? 0x6f4cff);
    this.exaggeration = options.exaggeration ?? 1;
    this.add(this.surface);
  }

  update(overlaps: Iterable<OverlapLike>): void {
    if (!this.visible) return;
    this.surface.begin();
    for (const overlap of overlaps) {
      const normal = normalOf(overlap);
      const middle = middleOf(overlap);
      if (!middle) continue;
      if (!this.addIntersection(overlap, middle, normal)) this.addPrism(overlap, middle, normal);
    }
    this.surface.end();
  }

  override dispose(): void {
    this.surface.dispose();
  }

  /** False if the pair has no faces to cut, or none that fit. */
  private addIntersection(overlap: OverlapLike, middle: Point, normal: Point | null): boolean {
    const partsA = this.partsOf(overlap.a.shape);
    const partsB = this.partsOf(overlap.b.shape);
    const pair = this.bestPair(overlap, partsA, partsB, middle);
    if (!pair) return false;
    const before = this.surface.vertexCount;
    const stretch = normal ? this.exaggeration - 1 : 0;
    const [nx, ny, nz] = normal ?? [0, 1, 0];
    this.intersect(overlap, pair[0], pair[1], middle, (p, count, fx, fy, fz) => {
      const first = this.surface.vertexCount;
      const shade = shadeOf(fx, fy, fz);
      for (let k = 0; k < 3 * count; k += 3) {
        const along = stretch * (p[k] * nx + p[k + 1] * ny + p[k + 2] * nz);
        this.vertex(
          middle[0] + p[k] + along * nx,
          middle[1] + p[k + 1] + along * ny,
          middle[2] + p[k + 2] + along * nz,
          shade,
        );
      }
      this.surface.fan(first, count);
    });
    return this.surface.vertexCount > before;
  }

  /** The two parts whose intersection is this overlap. */
  private bestPair(
    overlap: OverlapLike,
    partsA: ConvexPart[],
    partsB: ConvexPart[],
    middle: Point,
  ): [ConvexPart, ConvexPart] | null {
    const isOne = partsA.length * partsB.length === 1;
    if (partsA.length * partsB.length > MOST_PAIRS) return null;
    if (isOne && partsA[0].exact && partsB[0].exact) return [partsA[0], partsB[0]];
    let best: [ConvexPart, ConvexPart] | null = null;
    let nearest = Infinity;
    for (const a of partsA) {
      for (const b of partsB) {
        if (!a.faces || !b.faces) continue;
        this.intersect(overlap, a, b, middle, () => {});
        const { volume, center } = this.intersection;
        if (!(volume > 0)) continue;
        const ratio = volume / overlap.volume;
        if (!(a.exact && b.exact) && !(ratio < NEAR && ratio > 1 / NEAR)) continue;
        const distance = Math.hypot(center[0], center[1], center[2]);
        if (distance >= nearest) continue;
        nearest = distance;
        best = [a, b];
      }
    }
    return best;
  }

  private intersect(
    { a, b }: OverlapLike,
    partA: ConvexPart,
    partB: ConvexPart,
    origin: Point,
    visitor: Parameters<ConvexIntersection['visit']>[2],
  ): void {
    this.placedA.place(partA, a, origin);
    this.placedB.place(partB, b, origin);
    this.intersection.visit(this.placedA, this.placedB, visitor);
  }

  private addPrism({ outline, depth }: OverlapLike, _middle: Point, normal: Point | null): void {
    const n = outline.length;
    if (n < 3 || !normal) return;
    const h = 0.5 * depth * this.exaggeration;
    const [x, y, z] = normal;
    const facing = windingOf(outline, normal);
    for (const side of [-1, 1]) {
      const first = this.surface.vertexCount;
      for (let k = 0; k < n; k++) {
        const p = outline[side * facing > 0 ? k : n - 1 - k];
        this.vertex(
          p[0] + side * h * x,
          p[1] + side * h * y,
          p[2] + side * h * z,
          shadeOf(side * x, side * y, side * z),
        );
      }
      this.surface.fan(first, n);
    }
    for (let k = 0; k < n; k++) {
      const p = outline[facing > 0 ? k : n - 1 - k];
      const q = outline[facing > 0 ? (k + 1) % n : (2 * n - 2 - k) % n];
      // Outward: the edge's direction turned by a right angle about the normal, the other way round.
      const e = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
      const l = Math.hypot(e[0], e[1], e[2]) || 1;
      const shade = shadeOf((e[1] * z - e[2] * y) / l, (e[2] * x - e[0] * z) / l, (e[0] * y - e[1] * x) / l);
      const first = this.surface.vertexCount;
      this.vertex(p[0] - h * x, p[1] - h * y, p[2] - h * z, shade);
      this.vertex(q[0] - h * x, q[1] - h * y, q[2] - h * z, shade);
      this.vertex(q[0] + h * x, q[1] + h * y, q[2] + h * z, shade);
      this.vertex(p[0] + h * x, p[1] + h * y, p[2] + h * z, shade);
      this.surface.fan(first, 4);
    }
  }

  private vertex(x: number, y: number, z: number, shade: number): void {
    const { r, g, b } = this.color;
    this.surface.vertex(x, y, z, shade * r, shade * g, shade * b);
  }

  private partsOf(shape: ShapeDescription): ConvexPart[] {
    let parts = this.parts.get(shape);
    if (!parts) this.parts.set(shape, (parts = convexParts(shape)));
    return parts;
  }
}

/** Light from a fixed direction, baked in: faces differ without any lamp in the scene. */
function shadeOf(x: number, y: number, z: number): number {
  return 0.8 + 0.2 * (0.36 * x + 0.8 * y + 0.48 * z);
}

function normalOf({ normal, areaVector }: OverlapLike): Point | null {
  if (normal) return normal;
  if (!areaVector) return null;
  const size = Math.hypot(...areaVector);
  return size > 0 ? [areaVector[0] / size, areaVector[1] / size, areaVector[2] / size] : null;
}

function middleOf({ outline }: OverlapLike): Point | null {
  if (outline.length === 0) return null;
  const sum: [number, number, number] = [0, 0, 0];
  for (const p of outline) for (let k = 0; k < 3; k++) sum[k] += p[k] / outline.length;
  return sum;
}

/** 1 if the outline runs counter-clockwise about the normal, -1 if clockwise. */
function windingOf(outline: readonly Point[], n: Point): number {
  let sum = 0;
  const o = outline[0];
  for (let k = 1; k + 1 < outline.length; k++) {
    const a = [outline[k][0] - o[0], outline[k][1] - o[1], outline[k][2] - o[2]];
    const b = [outline[k + 1][0] - o[0], outline[k + 1][1] - o[1], outline[k + 1][2] - o[2]];
    sum += n[0] * (a[1] * b[2] - a[2] * b[1]) + n[1] * (a[2] * b[0] - a[0] * b[2]) + n[2] * (a[0] * b[1] - a[1] * b[0]);
  }
  return sum >= 0 ? 1 : -1;
}

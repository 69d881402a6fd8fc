// How much room shapes and bodies take, from their descriptions and poses alone: the page has no World to ask.
// A body's box is that of its shape's box turned along, so it may be larger than the tightest.
// Verified in test/studio/files-import.test.ts.

import type { BodyDescription, ShapeDescription } from '../../src/index.js';
import { normalizeQuat, type Quat, rotate, type Vec3 } from '../../src/math/vec3.js';
import { createShape } from '../../src/shapes/create.js';
import type { BodyInfo } from '../sim/protocol.js';
import { NO_SURROUNDINGS, type Surroundings } from './import-mesh.js';

/** min x, y, z, max x, y, z (m) */
export type Extent = readonly [number, number, number, number, number, number];

const about = (x: number, y: number, z: number): Extent => [-x, -y, -z, x, y, z];

/** Of a shape in its own frame; null if it has no end. */
export function extentOfShape(shape: ShapeDescription): Extent | null {
  switch (shape.type) {
    case 'sphere':
      return about(shape.radius, shape.radius, shape.radius);
    case 'box':
      return about(0.5 * shape.size[0], 0.5 * shape.size[1], 0.5 * shape.size[2]);
    case 'cylinder':
    case 'cone':
      return about(shape.radius, 0.5 * shape.height, shape.radius);
    case 'capsule':
      return about(shape.radius, 0.5 * shape.height + shape.radius, shape.radius);
    case 'torus':
      return about(shape.radius + shape.tube, shape.tube, shape.radius + shape.tube);
    case 'convex':
      return extentOfPoints(shape.points);
    case 'mesh':
    case 'points':
      return extentOfPoints(shape.positions);
    case 'height-field':
      return createShape(shape).bounds as unknown as Extent;
    case 'compound':
      return shape.parts.reduce<Extent | null>((all, part) => {
        const own = extentOfShape(part.shape);
        return union(all, own && moved(own, part.position ?? [0, 0, 0], normalizeQuat(part.rotation ?? [0, 0, 0, 1])));
      }, null);
    case 'half-space':
      return null;
  }
}

function extentOfPoints(points: ArrayLike<number> | readonly Vec3[]): Extent {
  const out: [number, number, number, number, number, number] = [
    Infinity,
    Infinity,
    Infinity,
    -Infinity,
    -Infinity,
    -Infinity,
  ];
  const add = (k: number, x: number): void => {
    out[k] = Math.min(out[k]!, x);
    out[k + 3] = Math.max(out[k + 3]!, x);
  };
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!;
    if (typeof point === 'number') add(i % 3, point);
    else for (let k = 0; k < 3; k++) add(k, point[k]!);
  }
  return out;
}

function union(a: Extent | null, b: Extent | null): Extent | null {
  if (!a || !b) return a ?? b;
  return [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.max(a[3], b[3]),
    Math.max(a[4], b[4]),
    Math.max(a[5], b[5]),
  ];
}

/** The box around a box that was turned and moved. */
export function moved(box: Extent, position: Vec3, rotation: Quat): Extent {
  const corners: Vec3[] = [];
  for (let c = 0; c < 8; c++) {
    const corner = rotate(rotation, [box[c & 1 ? 3 : 0], box[c & 2 ? 4 : 1], box[c & 4 ? 5 : 2]]);
    corners.push([corner[0] + position[0], corner[1] + position[1], corner[2] + position[2]]);
  }
  return extentOfPoints(corners);
}

/** The same with one more body, whose shape is a description and no name. */
export function withBody(around: Surroundings, { shape, position, rotation }: BodyDescription): Surroundings {
  const own = extentOfShape(shape as ShapeDescription);
  const placed = own && moved(own, position ?? [0, 0, 0], normalizeQuat(rotation ?? [0, 0, 0, 1]));
  return { ...around, box: union(around.box, placed) };
}

const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** What a new body comes among; poses are seven numbers a body, as frames have them. */
export function surroundingsOf(
  bodies: readonly BodyInfo[],
  shapes: readonly ShapeDescription[],
  poses: ArrayLike<number>,
): Surroundings {
  const extents = shapes.map(extentOfShape);
  const lengths: number[] = [];
  const densities: number[] = [];
  let box: Extent | null = null;
  bodies.forEach(({ shape, mass, type }, i) => {
    const own = extents[shape];
    if (!own || poses.length < 7 * i + 7) return;
    const [x, y, z, a, b, c, w] = Array.from({ length: 7 }, (_, k) => poses[7 * i + k]!) as [
      number,
      number,
      number,
      ...Quat,
    ];
    box = union(box, moved(own, [x, y, z], [a, b, c, w]));
    if (type !== 'dynamic') return;
    const longest = Math.max(own[3] - own[0], own[4] - own[1], own[5] - own[2]);
    lengths.push(longest);
    densities.push(mass / (longest * longest * longest));
  });
  if (lengths.length === 0) return { ...NO_SURROUNDINGS, box };
  return { longest: middle(lengths), density: middle(densities), box };
}

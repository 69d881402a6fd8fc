// Looking at solids: an orthographic camera, and faces with their shading.

import { add, cross, dot, normalize, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import type { MeshData } from '../../src/shapes/procedural.js';
import type { Picture, Point, Style } from './svg.js';

export class View {
  private readonly right: Vec3;
  private readonly up: Vec3;

  /** `toward` points from what is seen to the eye; `at` of the world lies at `middle` of the picture. */
  constructor(
    readonly toward: Vec3,
    readonly at: Vec3,
    readonly middle: Point,
    readonly pixelsPerMetre: number,
  ) {
    this.toward = normalize(toward);
    this.right = normalize(cross([0, 1, 0], this.toward));
    this.up = cross(this.toward, this.right);
  }

  place(p: Vec3): Point {
    const d = sub(p, this.at);
    return [
      this.middle[0] + this.pixelsPerMetre * dot(d, this.right),
      this.middle[1] - this.pixelsPerMetre * dot(d, this.up),
    ];
  }

  depth(p: Vec3): number {
    return dot(p, this.toward);
  }
}

export interface Face {
  points: readonly Vec3[];
  normal: Vec3;
}

export function faceOf(points: readonly Vec3[]): Face {
  let normal: Vec3 = [0, 0, 0];
  for (let k = 0; k < points.length; k++) normal = add(normal, cross(points[k]!, points[(k + 1) % points.length]!));
  return { points, normal: normalize(normal) };
}

export const middleOf = (points: readonly Vec3[]): Vec3 =>
  scale(
    points.reduce((sum, p) => add(sum, p), [0, 0, 0] as Vec3),
    1 / points.length,
  );

export function facesOf(mesh: MeshData, place: (p: Vec3) => Vec3): Face[] {
  const vertex = (i: number): Vec3 =>
    place([mesh.positions[3 * i]!, mesh.positions[3 * i + 1]!, mesh.positions[3 * i + 2]!]);
  const faces: Face[] = [];
  for (let t = 0; t < mesh.indices.length; t += 3)
    faces.push(faceOf([vertex(mesh.indices[t]!), vertex(mesh.indices[t + 1]!), vertex(mesh.indices[t + 2]!)]));
  return faces;
}

const LIGHT = normalize([-0.4, 1, 0.55]);

/** A colour as bright as the light falls on a face. */
export function shaded(color: string, normal: Vec3, ambient = 0.62): string {
  const light = ambient + (1 - ambient) * Math.max(0, dot(normal, LIGHT));
  const channel = (k: number) => Math.min(255, Math.round(Number.parseInt(color.slice(k, k + 2), 16) * light * 1.08));
  return `#${[1, 3, 5].map((k) => channel(k).toString(16).padStart(2, '0')).join('')}`;
}

/** Draws faces from far to near; the style may depend on the face and on whether it looks at the eye. */
export function drawFaces(
  picture: Picture,
  view: View,
  faces: readonly Face[],
  styleOf: (face: Face, front: boolean) => Style | null,
): void {
  const sorted = faces
    .map((face) => ({ face, depth: view.depth(middleOf(face.points)) }))
    .sort((p, q) => p.depth - q.depth);
  for (const { face } of sorted) {
    const style = styleOf(face, dot(face.normal, view.toward) > 0);
    if (style)
      picture.polygon(
        face.points.map((p) => view.place(p)),
        style,
      );
  }
}

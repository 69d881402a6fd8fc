// Two meshes, and what the rays of each direction make of their overlap: columns, as wide as a pixel, that lie inside
// both.

import { add, cross, dot, type Vec3 } from '../../src/math/vec3.js';
import { OV_VOLUME, OverlapBuffer } from '../../src/overlap/overlap.js';
import type { RayDirection } from '../../src/overlap/rays/direction.js';
import { RayOverlap } from '../../src/overlap/rays/ray-overlap.js';
import { createShape } from '../../src/shapes/create.js';
import { icosphere, type MeshData, torusMesh } from '../../src/shapes/procedural.js';
import type { MeshShape } from '../../src/shapes/shape.js';
import { BLUE, INK, ORANGE, Picture, QUIET } from './svg.js';
import { drawFaces, facesOf, middleOf, shaded, View } from './view.js';

const RING = { mesh: torusMesh(0.62, 0.3, 44, 22), position: [0, 0, 0] as Vec3 };
const BALL = { mesh: icosphere(8, 0.44), position: [0.3, 0.36, 0.42] as Vec3 };
const RESOLUTION = 14;
const EYE: Vec3 = [0.45, 0.62, 1];
const COLUMN = '#8fa3b3';

/** What the pictures look at behind the curtain: nobody else needs the rays themselves. */
interface Insides {
  readonly directions: readonly RayDirection[];
  readonly frame: { readonly rotation: Float64Array; readonly origin: Float64Array };
}

export function rayColumns(): Picture {
  const shapes = [RING, BALL].map(({ mesh }) => createShape({ type: 'mesh', ...mesh }) as MeshShape);
  const poses = [RING, BALL].map(({ position }) => Float64Array.of(...position, 0, 0, 0, 1));
  const rays = new RayOverlap();
  const overlap = new OverlapBuffer();
  const volumeAt = (resolution: number): number => {
    const options = { resolution, cubic: true, split: 'none' } as const;
    rays.compute(shapes[0]!, poses[0]!, 0, shapes[1]!, poses[1]!, 0, overlap, options);
    return overlap.records[OV_VOLUME]!;
  };
  const truth = volumeAt(400);
  const volume = volumeAt(RESOLUTION);
  const inside = rays as unknown as Insides;

  const picture = new Picture(960, 400, 'A ring and a ball, and their overlap as columns along three directions');
  picture.text([30, 38], 'The overlap of two meshes, measured by rays in three directions', { size: 16 });
  picture.texts(
    [30, 61],
    [
      ['columns end on the ring', BLUE],
      ['or on the ball', ORANGE],
      [`· ${RESOLUTION} × ${RESOLUTION} rays each, to be seen; the step uses 48 along the longest side`, QUIET],
    ],
    { size: 13 },
  );

  const view = new View(EYE, [0, 0.1, 0], [168, 210], 140);
  drawSolid(picture, view, RING, BLUE, 0.62);
  drawSolid(picture, view, BALL, ORANGE, 0.62);
  picture.text([168, 360], 'the two solids', { anchor: 'middle', size: 14, color: QUIET });
  picture.text([168, 382], `together V = ${volume.toFixed(5)} m³, ${signed(volume / truth - 1)}`, {
    anchor: 'middle',
    size: 13,
    bold: true,
  });

  for (const [axis, dir] of inside.directions.entries()) {
    const middle = 428 + 206 * axis;
    const near = new View(EYE, [0.33, 0.14, 0.45], [middle, 215], 205);
    const sum = drawColumns(picture, near, dir, inside.frame);
    picture.text([middle, 360], `along ${'xyz'[axis]}`, { anchor: 'middle', size: 14, color: QUIET });
    picture.text([middle, 382], `${sum.toFixed(5)} m³, ${signed(sum / truth - 1)}`, {
      anchor: 'middle',
      size: 13,
      color: INK,
    });
  }
  return picture;
}

const signed = (share: number): string => `${share >= 0 ? '+' : '−'}${Math.abs(100 * share).toFixed(2)} %`;

function drawSolid(
  picture: Picture,
  view: View,
  { mesh, position }: { mesh: MeshData; position: Vec3 },
  color: string,
  opacity: number,
): void {
  drawFaces(
    picture,
    view,
    facesOf(mesh, (p) => add(position, p)),
    ({ normal }, front) =>
      front ? { fill: shaded(color, normal, 0.62), fillOpacity: opacity, stroke: '#ffffff', width: 0.35 } : null,
  );
}

/** Draws every segment as a column and returns the volume that these rays alone measure. */
function drawColumns(picture: Picture, view: View, dir: RayDirection, frame: Insides['frame']): number {
  const { rotation: m, origin } = frame;
  const place = (u: number, v: number, w: number): Vec3 => {
    const p = [0, 0, 0];
    p[dir.u] = u;
    p[dir.v] = v;
    p[dir.axis] = w;
    const row = (k: number) => m[k]! * p[0]! + m[k + 1]! * p[1]! + m[k + 2]! * p[2]!;
    return [row(0) + origin[0]!, row(3) + origin[1]!, row(6) + origin[2]!];
  };
  let sum = 0;
  const columns: { depth: number; faces: { points: Vec3[]; color: string }[] }[] = [];
  for (let s = 0; s < dir.segCount; s++) {
    const ray = dir.segRay[s]!;
    const [low, high] = [dir.segLow[s]!, dir.segHigh[s]!];
    sum += dir.rayArea[ray]! * (high - low);
    const [u, v, hu, hv] = [dir.rayU[ray]!, dir.rayV[ray]!, 0.5 * dir.hu, 0.5 * dir.hv];
    const corner = (i: number, j: number, k: number) => place(u + i * hu, v + j * hv, k < 0 ? low : high);
    const owner = (end: number) => ((end & 1) === 0 ? BLUE : ORANGE);
    const faces = [
      { points: ring(corner, 2, -1), color: owner(dir.endLow[s]!) },
      { points: ring(corner, 2, 1), color: owner(dir.endHigh[s]!) },
      ...[-1, 1].flatMap((side) => [0, 1].map((axis) => ({ points: ring(corner, axis, side), color: COLUMN }))),
    ];
    columns.push({ depth: view.depth(place(u, v, 0.5 * (low + high))), faces });
  }
  columns.sort((p, q) => p.depth - q.depth);
  for (const { faces } of columns) {
    const body = middleOf(faces.flatMap(({ points }) => points));
    for (const { points, color } of faces) {
      const middle = middleOf(points);
      const outward: Vec3 = [middle[0] - body[0], middle[1] - body[1], middle[2] - body[2]];
      const [a, b, c] = points as [Vec3, Vec3, Vec3];
      let normal = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - b[0], c[1] - b[1], c[2] - b[2]]);
      if (dot(normal, outward) < 0) normal = [-normal[0], -normal[1], -normal[2]];
      if (dot(normal, view.toward) <= 0) continue;
      const size = Math.sqrt(dot(normal, normal));
      const unit: Vec3 = [normal[0] / size, normal[1] / size, normal[2] / size];
      picture.polygon(
        points.map((p) => view.place(p)),
        { fill: shaded(color, unit, 0.7), stroke: '#ffffff', width: 0.5 },
      );
    }
  }
  return sum;
}

/** The four corners of one side of a column. */
function ring(corner: (i: number, j: number, k: number) => Vec3, axis: number, side: number): Vec3[] {
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([p, q]) => {
    const at = [0, 0, 0];
    at[axis] = side;
    at[(axis + 1) % 3] = p!;
    at[(axis + 2) % 3] = q!;
    return corner(at[0]!, at[1]!, at[2]!);
  });
}

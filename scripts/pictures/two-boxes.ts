// Two boxes, their overlap as clipping finds it, its moments, and the patch that contact makes of it.

import { World } from '../../src/index.js';
import { eigenSymmetric } from '../../src/math/symmetric3.js';
import { add, length, normalizeQuat, type Quat, rotate, scale, type Vec3 } from '../../src/math/vec3.js';
import { BoxOverlap } from '../../src/overlap/convex-boxes.js';
import { OV_AREA_VECTOR, OV_CENTER, OV_MOMENT, OV_VOLUME, OverlapBuffer } from '../../src/overlap/overlap.js';
import { SolidOverlap } from '../../src/overlap/solid-pair.js';
import { PA_HALF } from '../../src/patch/layout.js';
import { DEFAULT_PATCH, PatchBuffer } from '../../src/patch/patch.js';
import { createShape } from '../../src/shapes/create.js';
import type { BoxShape } from '../../src/shapes/shape.js';
import { BLUE, FAINT, GREEN, INK, ORANGE, Picture, type Point, PURPLE, QUIET, RED } from './svg.js';
import { drawFaces, type Face, faceOf, shaded, View } from './view.js';

const A = { size: [2.2, 0.9, 1.6] as Vec3, position: [0, 0.45, 0] as Vec3, rotation: [0, 0, 0, 1] as Quat };
const B = {
  size: [1.2, 0.9, 1.0] as Vec3,
  position: [0.38, 1.06, 0.12] as Vec3,
  rotation: normalizeQuat([0.06, 0.24, 0.1, 0.96]),
};

function facesOfBox({ size, position, rotation }: typeof A): Face[] {
  const corner = (x: number, y: number, z: number): Vec3 =>
    add(position, rotate(rotation, [(x * size[0]) / 2, (y * size[1]) / 2, (z * size[2]) / 2]));
  const faces: Face[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const ring = [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].map(([u, v]) => {
        const p = [0, 0, 0];
        p[axis] = side;
        p[(axis + 1) % 3] = u!;
        p[(axis + 2) % 3] = v!;
        return corner(p[0]!, p[1]!, p[2]!);
      });
      faces.push(faceOf(side > 0 ? ring : ring.reverse()));
    }
  }
  return faces;
}

export function twoBoxes(): Picture {
  const shapes = [A, B].map(({ size }) => createShape({ type: 'box', size }) as BoxShape);
  const poses = [A, B].map(({ position, rotation }) => Float64Array.of(...position, ...rotation));
  const convex = new BoxOverlap();
  const solids = new SolidOverlap(null, convex);
  const overlap = new OverlapBuffer();
  solids.compute(shapes[0]!, poses[0]!, 0, shapes[1]!, poses[1]!, 0, overlap, {});
  convex.updatePolygons(overlap);
  const patches = new PatchBuffer();
  patches.add(overlap, 0, DEFAULT_PATCH);

  const r = overlap.records;
  const world = (d: Float64Array, k: number): Vec3 =>
    add([d[k]!, d[k + 1]!, d[k + 2]!], [...overlap.origin] as unknown as Vec3);
  const center = world(r, OV_CENTER);
  const volume = r[OV_VOLUME]!;
  const g: Vec3 = [r[OV_AREA_VECTOR]!, r[OV_AREA_VECTOR + 1]!, r[OV_AREA_VECTOR + 2]!];

  const picture = new Picture(960, 470, 'Two boxes, their overlap with its moments, and the contact patch');
  const view = new View([0.62, 0.52, 1], [0.05, 0.72, 0], [270, 232], 165);

  const boxes: [Face[], string][] = [
    [facesOfBox(A), BLUE],
    [facesOfBox(B), ORANGE],
  ];
  // Translucent boxes first, then the overlap in full colour, then the edges in front of it.
  for (const [faces, color] of boxes)
    drawFaces(picture, view, faces, (_, front) =>
      front
        ? { fill: color, fillOpacity: 0.1 }
        : { fill: color, fillOpacity: 0.06, stroke: color, width: 1, opacity: 0.55, dash: '4 4' },
    );
  const { polygons } = convex;
  const pieces: { face: Face; color: string }[] = [];
  for (let k = 0; k < polygons.polygonCount; k++) {
    const points: Vec3[] = [];
    for (let i = polygons.polygonStart[k]!; i < polygons.polygonStart[k + 1]!; i++)
      points.push(world(polygons.polygonPoints, 3 * i));
    pieces.push({ face: faceOf(points), color: polygons.polygonSolid[k] === 0 ? BLUE : ORANGE });
  }
  drawFaces(
    picture,
    view,
    pieces.map(({ face }) => face),
    (face, front) => {
      const { color } = pieces.find((piece) => piece.face === face)!;
      return { fill: shaded(color, face.normal, 0.8), fillOpacity: front ? 0.86 : 1, stroke: '#ffffff', width: 1.2 };
    },
  );
  for (const [faces, color] of boxes)
    drawFaces(picture, view, faces, (_, front) => (front ? { stroke: color, width: 1.6 } : null));

  // Principal axes of M, as long as those of the box that has the same moments: half-length √(3·variance).
  const values = new Float64Array(3);
  const vectors = new Float64Array(9);
  eigenSymmetric(values, 0, vectors, 0, r.slice(OV_MOMENT, OV_MOMENT + 6), 0);
  for (let k = 0; k < 3; k++) {
    const axis: Vec3 = [vectors[3 * k]!, vectors[3 * k + 1]!, vectors[3 * k + 2]!];
    const half = Math.sqrt((3 * values[k]!) / volume);
    picture.line(view.place(add(center, scale(axis, -half))), view.place(add(center, scale(axis, half))), {
      stroke: '#ffffff',
      width: 2.4,
      cap: 'round',
    });
  }
  const tip = add(center, scale(g, -0.78 / length(g)));
  picture.arrow(view.place(center), view.place(tip), RED, 3);
  picture.circle(view.place(center), 4.5, { fill: INK, stroke: '#ffffff', width: 1.5 });
  const [tx, ty] = view.place(tip);
  picture.text([tx + 10, ty + 8], 'n = −g/|g|', { color: RED, size: 15, italic: true });
  picture.texts(
    [34, 42],
    [
      ['A', BLUE],
      ['and', QUIET],
      ['B', ORANGE],
    ],
    { size: 20 },
  );
  picture.texts(
    [34, 446],
    [
      ['faces of the overlap from A’s surface', BLUE],
      ['and from B’s', ORANGE],
      ['· white: principal axes of M', QUIET],
    ],
    { size: 13 },
  );

  drawPatch(picture, patches, [742, 205], 190);
  const rows: [string, string][] = [
    ['volume V', `${volume.toFixed(4)} m³`],
    ['contact area |g|', `${length(g).toFixed(4)} m²`],
    ['mean depth V/|g|', `${(volume / length(g)).toFixed(4)} m`],
  ];
  for (const [k, [name, value]] of rows.entries()) {
    picture.text([760, 388 + 24 * k], name, { anchor: 'end', color: QUIET });
    picture.text([776, 388 + 24 * k], value);
  }
  // The public way to the same numbers must agree with what is drawn.
  const [same] = new World({
    bodies: [A, B].map(({ size, ...pose }) => ({ shape: { type: 'box', size }, mass: 1, ...pose })),
  }).overlaps();
  if (same!.volume !== volume) throw new Error('world.overlaps() and SolidOverlap differ');
  return picture;
}

function drawPatch(picture: Picture, patches: PatchBuffer, middle: Point, pixelsPerMetre: number): void {
  const f = patches.records;
  const at = (u: number, w: number): Point => [middle[0] + pixelsPerMetre * u, middle[1] - pixelsPerMetre * w];
  const start = patches.outlineStart[0]!;
  const outline: Point[] = [];
  for (let k = 0; k < patches.outlineCount[0]!; k++)
    outline.push(at(patches.vertices[start + 2 * k]!, patches.vertices[start + 2 * k + 1]!));
  picture.line([560, 40], [560, 430], { stroke: FAINT });
  picture.text([590, 40], 'the patch, seen along n', { size: 16 });
  picture.polygon(outline, { fill: GREEN, fillOpacity: 0.22, stroke: GREEN, width: 2.2 });
  const [hu, hw] = [f[PA_HALF]!, f[PA_HALF + 1]!];
  picture.polygon([at(-hu, -hw), at(hu, -hw), at(hu, hw), at(-hu, hw)], { stroke: PURPLE, width: 1.4, dash: '6 4' });
  picture.ellipse(middle, pixelsPerMetre * hu, pixelsPerMetre * hw, { stroke: PURPLE, width: 1.4 });
  const reach = Math.max(...outline.map(([x]) => Math.abs(x - middle[0]))) + 34;
  const rise = Math.max(...outline.map(([, y]) => Math.abs(y - middle[1]))) + 26;
  picture.arrow(middle, [middle[0] + reach, middle[1]], INK, 1.3);
  picture.arrow(middle, [middle[0], middle[1] - rise], INK, 1.3);
  picture.text([middle[0] + reach + 4, middle[1] + 5], 'u', { italic: true });
  picture.text([middle[0] + 8, middle[1] - rise + 8], 'w', { italic: true });
  picture.circle(middle, 4, { fill: INK });
  picture.texts(
    [590, 63],
    [
      ['hull polygon', GREEN],
      ['· ellipse and rectangle of the moments', PURPLE],
    ],
    { size: 13 },
  );
}

// How the error of the ray method falls with the pixel size. The truth is exact: the same solids as convex polyhedra,
// or the closed form of a lens. Every point is the root mean square over random poses.

import { Random } from '../../src/math/random.js';
import { normalizeQuat, type Quat, type Vec3 } from '../../src/math/vec3.js';
import { CONCAVE_SOLIDS } from '../../src/overlap/concave-solids.js';
import { OV_VOLUME, OverlapBuffer } from '../../src/overlap/overlap.js';
import { RayOverlap } from '../../src/overlap/rays/ray-overlap.js';
import { SolidOverlap } from '../../src/overlap/solid-pair.js';
import { createShape } from '../../src/shapes/create.js';
import { icosphere, type MeshData } from '../../src/shapes/procedural.js';
import type { SimpleShape } from '../../src/shapes/shape.js';
import { tessellate } from '../../src/shapes/tessellate.js';
import { BLUE, Diagram, GREEN, INK, ORANGE, Picture, QUIET } from './svg.js';

const RESOLUTIONS = [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];
const POSES = 24;

interface Pair {
  name: string;
  color: string;
  /** As meshes, for the rays, and as convex solids, for the truth. */
  meshes: [SimpleShape, SimpleShape];
  solids: [SimpleShape, SimpleShape];
  place(random: Random): [Vec3, Quat, Vec3, Quat];
}

const meshOf = (mesh: MeshData) => createShape({ type: 'mesh', ...mesh }) as SimpleShape;
const hullOf = ({ positions }: MeshData) => {
  const points: Vec3[] = [];
  for (let k = 0; k < positions.length; k += 3) points.push([positions[k]!, positions[k + 1]!, positions[k + 2]!]);
  return createShape({ type: 'convex', points }) as SimpleShape;
};
const anyRotation = (random: Random): Quat =>
  normalizeQuat([random.next() - 0.5, random.next() - 0.5, random.next() - 0.5, random.next() - 0.5]);
const near = (random: Random, reach: number): Vec3 => [
  reach * (random.next() - 0.5),
  reach * (random.next() - 0.5),
  reach * (random.next() - 0.5),
];

function pairs(): Pair[] {
  const box = tessellate(createShape({ type: 'box', size: [1, 0.7, 0.5] }));
  const ball = icosphere(10, 0.5);
  const floor = createShape({ type: 'half-space' }) as SimpleShape;
  return [
    {
      name: 'two boxes at any angle',
      color: BLUE,
      meshes: [meshOf(box), meshOf(box)],
      solids: [hullOf(box), hullOf(box)],
      place: (random) => [[0, 0, 0], anyRotation(random), near(random, 0.6), anyRotation(random)],
    },
    {
      name: 'two balls of 2000 triangles',
      color: ORANGE,
      meshes: [meshOf(ball), meshOf(ball)],
      solids: [hullOf(ball), hullOf(ball)],
      place: (random) => {
        const [x, y, z] = near(random, 1);
        const k = 0.85 / Math.sqrt(x * x + y * y + z * z);
        return [[0, 0, 0], anyRotation(random), [k * x, k * y, k * z], anyRotation(random)];
      },
    },
    {
      name: 'a box nearly flat on the ground',
      color: GREEN,
      meshes: [meshOf(box), floor],
      solids: [hullOf(box), floor],
      place: (random) => {
        const tilt = 0.002;
        const q = normalizeQuat([tilt * (random.next() - 0.5), random.next() - 0.5, tilt * (random.next() - 0.5), 1]);
        return [[0, 0.349, 0], q, [0, 0, 0], [0, 0, 0, 1]];
      },
    },
  ];
}

export function convergence(): Picture {
  const picture = new Picture(960, 470, 'Error of the volume from rays against the pixel size');
  const diagram = new Diagram(picture, 96, 70, 520, 330, [1 / 300, 1 / 7], [3e-7, 0.1], true);
  diagram.frame(
    [8, 16, 32, 64, 128, 256].map((r) => [1 / r, `1/${r}`]),
    [-6, -5, -4, -3, -2, -1].map((e) => [10 ** e, `10${superscript(e)}`]),
    'pixel size, as a share of the overlap’s longest side',
    'error of V, as a share of V',
  );
  picture.text([96, 34], 'The ray method converges', { size: 16 });
  picture.text([96, 54], `root mean square over ${POSES} random poses, against exact clipping`, {
    size: 13,
    color: QUIET,
  });

  const overlap = new OverlapBuffer();
  const finder = new SolidOverlap(CONCAVE_SOLIDS);
  const rays = new RayOverlap();
  let row = 0;
  for (const { name, color, meshes, solids, place } of pairs()) {
    const random = new Random(7);
    const squares = RESOLUTIONS.map(() => 0);
    const bounds = RESOLUTIONS.map(() => 0);
    for (let n = 0; n < POSES; n++) {
      const [pa, qa, pb, qb] = place(random);
      const a = Float64Array.of(...pa, ...qa);
      const b = Float64Array.of(...pb, ...qb);
      finder.compute(solids[0], a, 0, solids[1], b, 0, overlap, {});
      const truth = overlap.records[OV_VOLUME]!;
      for (const [k, resolution] of RESOLUTIONS.entries()) {
        const options = { resolution, split: 'none' } as const;
        rays.compute(meshes[0], a, 0, meshes[1], b, 0, overlap, options);
        squares[k]! += (overlap.records[OV_VOLUME]! / truth - 1) ** 2 / POSES;
        bounds[k]! += rays.errorBound / truth / POSES;
      }
    }
    const errors = squares.map(Math.sqrt);
    const [order, scale] = fitOrder(errors);
    const line = RESOLUTIONS.map((r) => diagram.at(1 / r, scale * (1 / r) ** order));
    picture.path([line[0]!, line.at(-1)!], { stroke: color, width: 1.4, dash: '6 5' });
    for (const [k, error] of errors.entries())
      picture.circle(diagram.at(1 / RESOLUTIONS[k]!, error), 4, { fill: color, stroke: '#ffffff' });
    const y = 96 + 82 * row++;
    picture.circle([652, y - 5], 5, { fill: color });
    picture.text([668, y], name, { size: 14, bold: true, color });
    picture.text([668, y + 21], `fitted order ${order.toFixed(2)}`, { size: 14, color: INK });
    const at48 = RESOLUTIONS.indexOf(48);
    picture.text([668, y + 41], `at 48 pixels: ${percent(errors[at48]!)}, bound ${percent(bounds[at48]!)}`, {
      size: 13,
      color: QUIET,
    });
  }
  const guide = (order: number, x: number, y: number) => {
    const [p, q] = [diagram.at(x, y), diagram.at(x / 3, y / 3 ** order)];
    picture.line(p, q, { stroke: QUIET, width: 1 });
    picture.text([q[0] - 6, q[1] + 4], `order ${order}`, { size: 12, color: QUIET, anchor: 'end' });
  };
  guide(1, 0.024, 0.05);
  guide(2, 0.07, 1.6e-6 * 9);
  picture.text([652, 362], 'Dots: measured. Dashes: straight lines fitted', { size: 13, color: QUIET });
  picture.text([652, 381], 'to their logarithms. The step uses 48 pixels.', { size: 13, color: QUIET });
  return picture;
}

/** Least squares of log error = log scale + order · log(pixel size). */
function fitOrder(errors: readonly number[]): [number, number] {
  const x = RESOLUTIONS.map((r) => -Math.log(r));
  const y = errors.map(Math.log);
  const mean = (v: readonly number[]) => v.reduce((sum, e) => sum + e, 0) / v.length;
  const [mx, my] = [mean(x), mean(y)];
  const order =
    x.reduce((sum, e, k) => sum + (e - mx) * (y[k]! - my), 0) / x.reduce((sum, e) => sum + (e - mx) * (e - mx), 0);
  return [order, Math.exp(my - order * mx)];
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;

function superscript(exponent: number): string {
  return String(exponent).replace(/./g, (c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]!));
}

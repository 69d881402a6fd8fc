import { expect, test } from 'vitest';
import { CP_SEPARATION, CP_STRIDE, PointBuffer } from '../../src/distance/buffer.js';
import { PointGenerator } from '../../src/distance/points.js';
import { Random } from '../../src/math/random.js';
import type { Quat, Vec3 } from '../../src/math/vec3.js';
import { CONCAVE_SOLIDS } from '../../src/overlap/concave-solids.js';
import { createShape } from '../../src/shapes/create.js';
import { bumpyCube, icosphere } from '../../src/shapes/procedural.js';
import type { ShapeDescription, SimpleShape } from '../../src/shapes/shape.js';
import { computingTime } from '../computing.js';
import { body, deepest, points, randomHull, signedDistance } from './support.js';

const random = new Random(41);
const descriptions: ShapeDescription[] = [
  { type: 'sphere', radius: 0.5 },
  { type: 'capsule', radius: 0.25, height: 1 },
  { type: 'box', size: [1, 1, 1] },
  { type: 'box', size: [2, 0.02, 1] },
  { type: 'cylinder', radius: 0.5, height: 1 },
  { type: 'cylinder', radius: 0.5, height: 0.02 },
  { type: 'cone', radius: 0.5, height: 1 },
  { type: 'torus', radius: 0.5, tube: 0.2 },
  { type: 'half-space' },
  randomHull(random),
  {
    type: 'convex',
    points: [
      [-0.25, -0.25, -0.25],
      [0.75, -0.25, -0.25],
      [-0.25, 0.75, -0.25],
      [-0.25, -0.25, 0.75],
    ],
  },
  { type: 'mesh', ...icosphere(2, 0.5) },
  { type: 'mesh', ...bumpyCube(3, 1, 2, 0.05) },
];
const shapes = descriptions.map((d) => createShape(d) as SimpleShape);

const S = Math.SQRT1_2;
const ALIGNED: Quat[] = [
  [0, 0, 0, 1],
  [1, 0, 0, 0],
  [0, 0, S, S],
  [S, 0, 0, S],
  [0, S, 0, S],
  [0.5, 0.5, 0.5, 0.5],
];

function randomPose(out: Float64Array, o: number, spread: number): void {
  const kind = random.below(4);
  const q = kind < 2 ? random.rotation() : ALIGNED[random.below(ALIGNED.length)];
  // aligned poses at exact multiples of a half or quarter: coincident, touching, flush
  const p: Vec3 =
    kind === 0 || kind === 3
      ? [random.between(-spread, spread), random.between(-spread, spread), random.between(-spread, spread)]
      : [(random.below(9) - 4) / 4, (random.below(9) - 4) / 4, (random.below(9) - 4) / 4];
  out.set(p, o);
  out.set(q, o + 3);
}

test('20,000 random pairs of all shapes, aligned and coincident poses among them', () => {
  const generator = new PointGenerator(CONCAVE_SOLIDS);
  const out = new PointBuffer();
  const poses = new Float64Array(14);
  let touching = 0;
  let slowest = 0;
  for (let i = 0; i < 20000; i++) {
    const a = random.below(shapes.length);
    const b = random.below(shapes.length);
    randomPose(poses, 0, 0.6);
    if (random.below(20) === 0) poses.copyWithin(7, 0, 7);
    else randomPose(poses, 7, 0.6);
    const margin = random.below(2) === 0 ? 0.02 : 0.2;
    const start = computingTime();
    const n = generator.generate(shapes[a], poses, 0, shapes[b], poses, 7, margin, out);
    slowest = Math.max(slowest, computingTime() - start);
    if (n > 0) touching++;
    if (new Set(out.ids.subarray(0, n)).size !== n) throw new Error(`pair ${i}: ids not distinct`);
    for (let k = 0; k < n; k++) {
      const o = k * CP_STRIDE;
      const d = out.data;
      let finite = true;
      for (let c = 0; c < CP_STRIDE; c++) finite &&= Math.abs(d[o + c]) < 100;
      const nn = d[o + 6] ** 2 + d[o + 7] ** 2 + d[o + 8] ** 2;
      const along = (d[o] - d[o + 3]) * d[o + 6] + (d[o + 1] - d[o + 4]) * d[o + 7] + (d[o + 2] - d[o + 5]) * d[o + 8];
      if (!finite || Math.abs(nn - 1) > 1e-12 || d[o + 9] > margin + 1e-9 || Math.abs(along - d[o + 9]) > 1e-5) {
        throw new Error(
          `pair ${i}: ${descriptions[a].type}, ${descriptions[b].type}: ${Array.from(d.slice(o, o + 10))} poses ${Array.from(poses)} margin ${margin}`,
        );
      }
    }
  }
  expect(touching).toBeGreaterThan(8000);
  // no search may run away
  expect(slowest).toBeLessThan(500);
});

test('overlapping bodies always have a point, whatever the pair', () => {
  const pairs = descriptions.length;
  for (let i = 0; i < pairs; i++) {
    for (let j = 0; j < pairs; j++) {
      if (descriptions[i].type === 'half-space' && descriptions[j].type === 'half-space') continue;
      // shifted a little so that every pair overlaps without being exactly concentric; a torus needs its tube hit
      const shift = (descriptions[i].type === 'torus') !== (descriptions[j].type === 'torus') ? 0.4 : 0.07;
      const a = body(descriptions[i], [shift, 0.005, 0.03]);
      const list = points(a, body(descriptions[j]), 0.01);
      expect(list.length, `${descriptions[i].type} ${i}, ${descriptions[j].type} ${j}`).toBeGreaterThan(0);
      expect(deepest(list), `${descriptions[i].type} ${i}, ${descriptions[j].type} ${j}`).toBeLessThan(0);
    }
  }
});

test('a point inside both bodies means a contact point', () => {
  const generator = new PointGenerator(CONCAVE_SOLIDS);
  const out = new PointBuffer();
  const poses = new Float64Array(14);
  let overlapping = 0;
  for (let i = 0; i < 2500; i++) {
    const a = random.below(shapes.length);
    const b = random.below(shapes.length);
    randomPose(poses, 0, 0.5);
    randomPose(poses, 7, 0.5);
    const bodies = [a, b].map((k, j) => ({
      shape: shapes[k],
      position: [...poses.slice(7 * j, 7 * j + 3)] as unknown as Vec3,
      rotation: [...poses.slice(7 * j + 3, 7 * j + 7)] as unknown as Quat,
    }));
    let inside = false;
    for (let k = 0; k < 20 && !inside; k++) {
      const p: Vec3 = [random.between(-0.7, 0.7), random.between(-0.7, 0.7), random.between(-0.7, 0.7)];
      inside = signedDistance(bodies[0], p) < -1e-3 && signedDistance(bodies[1], p) < -1e-3;
    }
    if (!inside || (shapes[a].type === 'half-space' && shapes[b].type === 'half-space')) continue;
    overlapping++;
    const n = generator.generate(shapes[a], poses, 0, shapes[b], poses, 7, 0.01, out);
    let low = 0;
    for (let k = 0; k < n; k++) low = Math.min(low, out.data[k * CP_STRIDE + CP_SEPARATION]);
    expect(low, `${shapes[a].type} ${a}, ${shapes[b].type} ${b}, ${Array.from(poses)}`).toBeLessThan(0);
  }
  expect(overlapping).toBeGreaterThan(250);
});

test('a cone grazing a coarse ball along its side, where only an edge dips in', () => {
  const a = body(
    descriptions[6],
    [-0.25, 0.5, -0.25],
    [0.48278049521599903, 0.2283371402803421, -0.49921232873611016, 0.6823285093307034],
  );
  const b = body(
    descriptions[11],
    [-0.4658347164802392, 0.36549141161402854, -0.15630729390788778],
    [-0.09329057038627295, 0.32110677807794186, -0.2734967919353061, -0.9018795991430913],
  );
  expect(deepest(points(a, b, 0.01))).toBeLessThan(0);
});

test('the same pair gives the same bits, on a used generator and on a new one', () => {
  const poses = new Float64Array(14);
  const used = new PointGenerator(CONCAVE_SOLIDS);
  const out = new PointBuffer();
  for (let i = 0; i < 400; i++) {
    const a = shapes[random.below(shapes.length)];
    const b = shapes[random.below(shapes.length)];
    randomPose(poses, 0, 0.5);
    randomPose(poses, 7, 0.5);
    const n = used.generate(a, poses, 0, b, poses, 7, 0.02, out);
    const first = [...out.data.slice(0, n * CP_STRIDE), ...out.ids.slice(0, n)];
    const fresh = new PointBuffer();
    expect(new PointGenerator(CONCAVE_SOLIDS).generate(a, poses, 0, b, poses, 7, 0.02, fresh)).toBe(n);
    expect([...fresh.data.slice(0, n * CP_STRIDE), ...fresh.ids.slice(0, n)]).toEqual(first);
  }
});

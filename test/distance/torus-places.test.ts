// Tori against what they touch: the gap over a plane, the places at which two of them are nearest to each other, and the
// patches there.

import { expect, test } from 'vitest';
import { ArcRegion } from '../../src/distance/arc-region.js';
import { CP_NORMAL, CP_ON_A, CP_ON_B, CP_SEPARATION, CP_STRIDE, PointBuffer } from '../../src/distance/buffer.js';
import { CURVED, FACES, FacingRegion } from '../../src/distance/facing.js';
import { PlaceRegion } from '../../src/distance/place-region.js';
import { PointGenerator } from '../../src/distance/points.js';
import { rotateVector } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { CONCAVE_SOLIDS } from '../../src/overlap/concave-solids.js';
import { createShape } from '../../src/shapes/create.js';
import type { SimpleShape } from '../../src/shapes/shape.js';

const torus = (radius: number, tube: number) => createShape({ type: 'torus', radius, tube }) as SimpleShape;

/** Points of a torus's ring in the world. */
function ringPoints(R: number, pose: Float64Array, count: number): number[][] {
  const v = new Float64Array(3);
  return Array.from({ length: count }, (_, k) => {
    const phi = (2 * Math.PI * k) / count;
    rotateVector(v, 0, pose, 3, R * Math.cos(phi), 0, R * Math.sin(phi));
    return [0, 1, 2].map((m) => pose[m]! + v[m]!);
  });
}

test('over a plane the gap of a torus is affine, and exact under every point of its ring (seed 7)', () => {
  const random = new Random(7);
  const ground = createShape({ type: 'half-space' }) as SimpleShape;
  const region = new FacingRegion();
  let flat = 0;
  for (let n = 0; n < 300; n++) {
    const R = 10 ** random.between(-2, 1);
    const r = R * random.between(0.05, 0.9);
    const poses = new Float64Array(14);
    poses.set([random.between(-R, R), R * random.between(0.5, 1.5), random.between(-R, R), ...random.rotation()]);
    poses[13] = 1;
    const status = region.find(torus(R, r), ground, poses, Infinity, 0);
    const points = ringPoints(R, poses, 256);
    const lowest = Math.min(...points.map(([, y]) => y!)) - r;
    // 256 points miss the lowest by R (π/256)²/2 at most.
    expect(Math.abs(region.separation - lowest)).toBeLessThan(1e-4 * R);
    if (status === CURVED) continue;
    expect(status).toBe(FACES);
    flat++;
    expect(region.hasWholeRing).toBe(true);
    const { gap, frame, center, origin } = region;
    for (const x of points) {
      const at = (e: number) => [0, 1, 2].reduce((s, m) => s + (x[m]! - origin[m]! - center[m]!) * frame[e + m]!, 0);
      const want = x[1]! - r;
      // A dozen roundings of numbers of the size of R.
      expect(Math.abs(gap[0]! + gap[1]! * at(3) + gap[2]! * at(6) - want)).toBeLessThan(1e-13 * (R + r) * 16);
    }
  }
  expect(flat).toBeGreaterThan(150);
});

test('over a part of a face the gap of its arcs is affine, exact, and theirs alone (seed 9)', () => {
  const random = new Random(9);
  const region = new ArcRegion();
  let count = 0;
  for (let n = 0; n < 300; n++) {
    const R = 10 ** random.between(-2, 1);
    const r = R * random.between(0.05, 0.5);
    const size = [random.between(0.3, 3) * R, R, random.between(0.3, 3) * R] as [number, number, number];
    const box = createShape({ type: 'box', size }) as SimpleShape;
    const poses = new Float64Array(14);
    const lean = random.between(0, 0.3);
    const turn = random.between(0, 2 * Math.PI);
    const s = Math.sin(lean / 2);
    poses.set([random.between(-1, 1) * R, R / 2 + r, random.between(-1, 1) * R]);
    poses.set([s * Math.cos(turn), 0, s * Math.sin(turn), Math.cos(lean / 2)], 3);
    poses[13] = 1;
    const isTorusA = n % 2 === 0;
    const points = ringPoints(R, poses, 512);
    const isOver = ([x, , z]: number[], by: number) =>
      Math.abs(x!) < size[0] / 2 + by && Math.abs(z!) < size[2] / 2 + by;
    const sag = 0.005 * R;
    if (!isTorusA) poses.copyWithin(7, 0, 7);
    if (!isTorusA) poses.set([0, 0, 0, 0, 0, 0, 1]);
    const up = new Float64Array([0, isTorusA ? 1 : -1, 0]);
    const isFound = region.setArcs(isTorusA ? torus(R, r) : box, isTorusA ? box : torus(R, r), poses, up, 0);
    if (!isFound) {
      expect(points.filter((x) => isOver(x, -sag)).length).toBe(0);
      continue;
    }
    count++;
    const { gap, frame, center, origin, vertices, least } = region;
    const at = (x: number[], e: number) =>
      [0, 1, 2].reduce((sum, m) => sum + (x[m]! - origin[m]! - center[m]!) * frame[e + m]!, 0);
    let off = 0;
    let left = 0;
    for (const x of points) {
      if (!isOver(x, 0)) continue;
      const want = x[1]! - R / 2 - r;
      const [u, w] = [at(x, 3), at(x, 6)];
      off = Math.max(off, Math.abs(gap[0]! + gap[1]! * u + gap[2]! * w - want));
      for (let m = 0; m < region.count && region.count > 2; m++) {
        const k = (m + 1) % region.count;
        const [eu, ew] = [vertices[2 * k]! - vertices[2 * m]!, vertices[2 * k + 1]! - vertices[2 * m + 1]!];
        const out = (eu * (w - vertices[2 * m + 1]!) - ew * (u - vertices[2 * m]!)) / Math.hypot(eu, ew);
        left = Math.max(left, -out);
      }
    }
    // A dozen roundings of numbers of the size of R.
    expect(off).toBeLessThan(1e-13 * (R + r) * 16);
    // No arc is left out, but for the ring's polygon.
    expect(left).toBeLessThan(2 * sag);
    // Corners of the region lie on the ring, to its polygon, and over the face.
    for (let m = 0; m < region.count; m++) {
      const x = [0, 1, 2].map(
        (c) => origin[c]! + center[c]! + vertices[2 * m]! * frame[3 + c]! + vertices[2 * m + 1]! * frame[6 + c]!,
      );
      expect(isOver(x, 1e-9 * R)).toBe(true);
      const from = Math.min(...points.map((p) => Math.hypot(p[0]! - x[0]!, p[2]! - x[2]!)));
      expect(from).toBeLessThan(1.5 * sag + (Math.PI * R) / 512);
    }
    const lowest = Math.min(...points.filter((x) => isOver(x, 0)).map((x) => x[1]! - R / 2 - r), Infinity);
    // Along an edge its polygon ends half a side early at most.
    expect(least).toBeLessThan(lowest + (Math.PI / 32) * R * Math.tan(lean) + 1e-12 * R);
  }
  expect(count).toBeGreaterThan(150);
});

test('places of two tori are all minima of the distance of their rings (seed 11)', () => {
  const random = new Random(11);
  const generator = new PointGenerator(CONCAVE_SOLIDS);
  const out = new PointBuffer();
  let found = 0;
  for (let n = 0; n < 60; n++) {
    const [R, S] = [1, random.between(0.4, 1.5)];
    const [r, s] = [0.2, 0.15];
    const poses = new Float64Array(14);
    poses.set([0, 0, 0, ...random.rotation()]);
    poses.set(
      [0, 1, 2].map(() => random.between(-1.2, 1.2)),
      7,
    );
    poses.set(random.rotation(), 10);
    const margin = 0.1;
    if (!generator.places(torus(R, r), torus(S, s), poses, margin, out)) continue;
    // Brute force: distance of points of one ring from the other ring, and its minima.
    const count = 720;
    const others = ringPoints(S, poses.subarray(7), 720);
    const d = ringPoints(R, poses, count).map((x) =>
      Math.min(...others.map((y) => Math.hypot(x[0]! - y[0]!, x[1]! - y[1]!, x[2]! - y[2]!))),
    );
    const minima = d.filter((x, k) => x <= d[(k + count - 1) % count]! && x < d[(k + 1) % count]!);
    for (const least of minima.filter((x) => x - r - s < margin - 0.01)) {
      found++;
      // Chords of 0.5° miss the nearest point by (0.0065)²/2d, and less than 0.0065.
      const near = [...Array(out.count).keys()].some(
        (k) => Math.abs(out.data[k * CP_STRIDE + CP_SEPARATION]! + r + s - least) < 0.0066,
      );
      expect(near, `case ${n}: ${least}`).toBe(true);
    }
    for (let k = 0; k < out.count; k++) {
      const o = k * CP_STRIDE;
      const way = [0, 1, 2].map((m) => out.data[o + CP_ON_A + m]! - out.data[o + CP_ON_B + m]!);
      const along = way.reduce((sum, x, m) => sum + x * out.data[o + CP_NORMAL + m]!, 0);
      expect(along).toBeCloseTo(out.data[o + CP_SEPARATION]!, 9);
      // At a minimum the points lie on one normal: golden section finds it to the root of rounding.
      expect(Math.hypot(...way)).toBeCloseTo(Math.abs(along), 6);
    }
  }
  expect(found).toBeGreaterThan(20);
});

test('rings that lie on each other run along each other', () => {
  const poses = Float64Array.of(0, 0.4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1);
  expect(new PointGenerator(CONCAVE_SOLIDS).places(torus(1, 0.2), torus(1, 0.2), poses, 0.1, new PointBuffer())).toBe(
    false,
  );
});

test.each([
  // One in the bend of the other: 1/r - 1/(R - r) both ways.
  ['in the bend', [0, 0, 0], [Math.SQRT1_2, 0, 0, Math.SQRT1_2], 1.6, 1 / 0.2 - 1 / 0.8, 1 / 0.2 - 1 / 0.8],
  // Side by side in one plane: twice the curvatures of the outside.
  ['side by side', [0, 0, 0], [0, 0, 0, 1], 2.4, 2 / 0.2, 2 / 1.2],
] as const)('the patch of two tori %s is that of their curvatures', (_, _at, turn, apart, steep, shallow) => {
  const [a, b] = [torus(1, 0.2), torus(1, 0.2)];
  const poses = new Float64Array(14);
  poses.set([apart, 0, 0, ...turn]);
  poses[13] = 1;
  const out = new PointBuffer();
  expect(new PointGenerator(CONCAVE_SOLIDS).places(a, b, poses, 0.05, out)).toBe(true);
  expect(out.count).toBe(1);
  expect(out.data[CP_SEPARATION]).toBeCloseTo(0, 9);
  const region = new PlaceRegion();
  const depth = 1e-5;
  const at = [0, 1, 2].map((m) => out.origin[m]! + 0.5 * (out.data[CP_ON_A + m]! + out.data[CP_ON_B + m]!));
  region.setPlace(a, b, poses, at[0]!, at[1]!, at[2]!, out.data, CP_NORMAL, out.data[CP_SEPARATION]!, depth);
  // The octagon has the second moments of the ellipse with half-axes √(4 d/κ): area times its share, π/4 a b³.
  const v = region.vertices;
  let [area, uu, ww] = [0, 0, 0];
  for (let k = 0; k < region.count; k++) {
    const j = (k + 1) % region.count;
    const [x, y, z, w] = [v[2 * k]!, v[2 * k + 1]!, v[2 * j]!, v[2 * j + 1]!];
    const cross = x * w - y * z;
    area += cross / 2;
    uu += (cross * (x * x + x * z + z * z)) / 12;
    ww += (cross * (y * y + y * w + w * w)) / 12;
  }
  const [long, short] = [Math.sqrt((4 * depth) / shallow), Math.sqrt((4 * depth) / steep)];
  // The place is known to 1e-8 of the ring.
  expect(uu / area / (long * long * 0.25)).toBeCloseTo(1, 5);
  expect(ww / area / (short * short * 0.25)).toBeCloseTo(1, 5);
});

test('no patch is longer than a tenth of the tube, however the sides bend into each other (seed 13)', () => {
  const random = new Random(13);
  const generator = new PointGenerator(CONCAVE_SOLIDS);
  const out = new PointBuffer();
  const region = new PlaceRegion();
  const [R, r] = [1, 0.3];
  const others = [
    { type: 'cylinder', radius: 0.6, height: 3 },
    { type: 'sphere', radius: 0.8 },
    { type: 'box', size: [0.9, 3, 0.7] },
    { type: 'torus', radius: 0.9, tube: 0.4 },
  ] as const;
  let saddles = 0;
  for (let n = 0; n < 400; n++) {
    const [a, b] = [torus(R, r), createShape(others[n % 4]!) as SimpleShape];
    const poses = new Float64Array(14);
    poses.set([...[0, 1, 2].map(() => random.between(-1, 1)), ...random.rotation()]);
    poses.set([0, 0, 0, ...random.rotation()], 7);
    generator.places(a, b, poses, 0.05, out, true);
    for (let k = 0; k < out.count; k++) {
      const o = k * CP_STRIDE;
      const at = [0, 1, 2].map((m) => out.origin[m]! + 0.5 * (out.data[o + CP_ON_A + m]! + out.data[o + CP_ON_B + m]!));
      region.setPlace(a, b, poses, at[0]!, at[1]!, at[2]!, out.data, o + CP_NORMAL, 0, 1e-6);
      const v = region.vertices;
      let longest = 0;
      for (let m = 0; m < region.count; m++) longest = Math.max(longest, Math.hypot(v[2 * m]!, v[2 * m + 1]!));
      // An octagon of a circle's mean square radius reaches by 5.3 % beyond it.
      expect(longest, `case ${n}, place ${k}`).toBeLessThan(0.1 * r * 1.0528);
      if (longest > 0.099 * r) saddles++;
    }
  }
  expect(saddles).toBeGreaterThan(50);
});

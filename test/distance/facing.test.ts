// The facing region of two flat-faced bodies: its axis against brute force, its gap against the planes it is made of.

import { describe, expect, test } from 'vitest';
import { APART, CURVED, FACES, FacingRegion } from '../../src/distance/facing.js';
import type { ShapeDescription, Vec3 } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { createShape } from '../../src/shapes/create.js';
import type { SimpleShape } from '../../src/shapes/shape.js';

const shape = (description: ShapeDescription) => createShape(description) as SimpleShape;
const box = (x: number, y: number, z: number) => shape({ type: 'box', size: [x, y, z] });
const groundPose = [0, 0, 0, 0, 0, 0, 1];

function poses(a: readonly number[], b: readonly number[] = groundPose): Float64Array {
  return Float64Array.from([...a, ...b]);
}

describe('a box over a half-space', () => {
  test('faces it with its whole face, touching or not, and the gap is its height above the ground', () => {
    const region = new FacingRegion();
    const tilt = 0.05;
    const pose = [0, 0.7, 0, 0, 0, Math.sin(tilt / 2), Math.cos(tilt / 2)];
    expect(region.find(box(2, 1, 1), shape({ type: 'half-space' }), poses(pose), 1, 0)).toBe(FACES);
    expect(region.count).toBe(4);
    // Seen from above, the tilted face is cos(tilt) times as long.
    expect(region.area).toBeCloseTo(2 * Math.cos(tilt), 12);
    expect(region.least).toBeCloseTo(0.7 - 0.5 * Math.cos(tilt) - Math.sin(tilt), 12);
    expect(region.least).toBeCloseTo(region.separation, 12);
    expect(Math.hypot(region.gap[1]!, region.gap[2]!)).toBeCloseTo(Math.tan(tilt), 12);
  });

  test('is cut off where a plane over it is below zero, and stays whole where nothing would be left', () => {
    const region = new FacingRegion();
    region.find(box(2, 1, 1), shape({ type: 'half-space' }), poses([0, 0.5, 0, 0, 0, 0, 1]), 1, 0);
    expect(region.keepWhere(Float64Array.of(9, -1.1, 0, 0), 1)).toBe(false);
    expect(region.area).toBeCloseTo(2, 12);
    // u is along the longer side: 0.25 + u is below zero on the last 0.75 of it.
    expect(region.keepWhere(Float64Array.of(9, 0.25, 1, 0), 1)).toBe(true);
    expect(region.count).toBe(4);
    expect(region.area).toBeCloseTo(1.25, 12);
    // Off a corner, where both sides leave 0.5: five corners, less a triangle.
    expect(region.keepWhere(Float64Array.of(1, -1, -1), 0)).toBe(true);
    expect(region.count).toBe(5);
    expect(region.area).toBeCloseTo(1.25 - 0.125, 12);
  });

  test('beyond reach they are apart', () => {
    const region = new FacingRegion();
    const found = region.find(box(1, 1, 1), shape({ type: 'half-space' }), poses([0, 2, 0, 0, 0, 0, 1]), 1, 0);
    expect(found).toBe(APART);
  });
});

test('two boxes have the planes of their faces, whatever was looked at before them', () => {
  const fresh = new FacingRegion();
  const region = new FacingRegion();
  const boxes = poses([0, 0.99, 0, 0, 0, 0, 1]);
  region.find(shape({ type: 'torus', radius: 0.6, tube: 0.1 }), box(2, 1, 2), poses([0, 0.6, 0, 0, 0, 0, 1]), 0.1, 0);
  for (const r of [fresh, region]) expect(r.find(box(1, 1, 1), box(1, 1, 1), boxes, 0, 0)).toBe(FACES);
  expect(region.planeA).toEqual(fresh.planeA);
  expect(region.planeB).toEqual(fresh.planeB);
  expect(region.tube).toBe(0);
});

test('a capsule and a cylinder have their axis to the bit, though a cylinder and a box were followed before them', () => {
  const fresh = new FacingRegion();
  const region = new FacingRegion();
  const cylinder = shape({ type: 'cylinder', radius: 0.12, height: 0.3 });
  const flown = poses([0.1, 0.5, 0, 0.3, 0.1, 0.2, Math.sqrt(0.86)]);
  region.separationAt(cylinder, box(0.5, 0.4, 0.3), flown, 1);
  region.separationAt(cylinder, box(0.5, 0.4, 0.3), flown, 1, true);
  const at = poses([0.13, 0.3, 0.05, 0.5, 0.5, -0.1, 0.7], [0, 0, 0, 0.1, 0.2, 0.3, Math.sqrt(0.86)]);
  const n = [fresh, region].map((r) => {
    const axis = new Float64Array(3);
    r.separationAt(shape({ type: 'capsule', radius: 0.1, height: 0.2 }), cylinder, at, 1);
    r.writeAxis(axis);
    return [...axis, r.separation];
  });
  expect(n[1]).toEqual(n[0]);
});

test('a box over a half-space has its own area and axes, though slivers were looked at before it', () => {
  const random = new Random(5);
  const region = new FacingRegion();
  const ground = shape({ type: 'half-space' });
  for (let n = 0; n < 200; n++) {
    // Too narrow by far, whichever way.
    const at = random.direction().map((x) => 1.2 * x);
    region.find(box(1, 1, 1), box(1, 1, 1), poses([...at, ...random.rotation()]), 1, 9);
    expect(region.find(box(3, 1, 2), ground, poses([5, 0.5, 7, 0, 0, 0, 1]), 0.1, 0)).toBe(FACES);
    expect(region.area).toBeCloseTo(6, 12);
    expect(region.center[0]! + region.origin[0]!).toBeCloseTo(5, 12);
    expect(Math.abs(region.frame[3]!)).toBeCloseTo(1, 12);
  }
});

test('balls, capsules and tori are as far from a half-space as their lowest points', () => {
  const region = new FacingRegion();
  const ground = shape({ type: 'half-space' });
  const lean = 0.7;
  const at = poses([0.3, 2, -0.4, Math.sin(lean / 2), 0, 0, Math.cos(lean / 2)]);
  const apart = (a: ShapeDescription) => region.separationAt(shape(a), ground, at, Infinity);
  expect(apart({ type: 'sphere', radius: 0.5 })).toBeCloseTo(1.5, 14);
  expect(apart({ type: 'capsule', radius: 0.3, height: 1 })).toBeCloseTo(1.7 - 0.5 * Math.cos(lean), 14);
  expect(apart({ type: 'torus', radius: 0.6, tube: 0.1 })).toBeCloseTo(1.9 - 0.6 * Math.sin(lean), 14);
});

// It is balls along a segment. Over its patch the surface lies behind the plane that it touches by the target depth,
// at right angles to that plane.
test('a capsule that leans over a plane is as far from it along its whole length as its balls', () => {
  const region = new FacingRegion();
  const [radius, height, depth] = [0.3, 1, 1e-5];
  const capsule = shape({ type: 'capsule', radius, height });
  for (const [ground, other] of [
    [shape({ type: 'half-space' }), groundPose],
    [box(9, 2, 9), [0, -1, 0, 0, 0, 0, 1]],
  ] as const)
    for (const lean of [0.02, 0.2, 0.7]) {
      const turn = (0.5 * Math.PI - lean) / 2;
      const at = poses([0.3, 2, -0.4, Math.sin(turn), 0, 0, Math.cos(turn)], other);
      expect(region.find(capsule, ground, at, Infinity, 0, depth)).toBe(FACES);
      const rise = 0.5 * height * Math.sin(lean);
      const gaps = Array.from({ length: region.count }, (_, k) => {
        const [u, w] = [region.vertices[2 * k]!, region.vertices[2 * k + 1]!];
        return region.gap[0]! + region.gap[1]! * u + region.gap[2]! * w - depth * Math.cos(lean);
      }).sort((x, y) => x - y);
      expect(gaps[0]).toBeCloseTo(2 - radius - rise, 12);
      expect(gaps.at(-1)).toBeCloseTo(2 - radius + rise, 12);
    }
});

test('boxes have no ring, whatever was asked for before them', () => {
  const region = new FacingRegion();
  const torus = shape({ type: 'torus', radius: 0.6, tube: 0.1 });
  region.find(torus, box(1, 1, 1), poses([0.3, 0.59, 0, 0, 0, 0, 1]), 0.1, 0);
  expect(region.hasWholeRing).toBe(false);
  expect(region.find(box(1, 1, 1), box(1, 1, 1), poses([0.3, 0.99, 0, 0, 0, 0, 1]), 0.1, 0)).toBe(FACES);
  expect(region.hasWholeRing).toBe(true);
});

test('two boxes that overhang each other face each other where both are', () => {
  const region = new FacingRegion();
  expect(region.find(box(1, 1, 1), box(1, 1, 1), poses([0.6, 1.01, 0.3, 0, 0, 0, 1]), 0.1, 0)).toBe(FACES);
  expect(region.area).toBeCloseTo(0.4 * 0.7, 12);
  expect(region.gap[0]).toBeCloseTo(0.01, 12);
  expect(region.frame[1]).toBeCloseTo(1, 12);
});

test('where edges cross, the crossing is the lowest point of the region', () => {
  const region = new FacingRegion();
  const q = Math.sin(Math.PI / 8);
  const c = Math.cos(Math.PI / 8);
  // Both stand on an edge; the edges cross at right angles, 1 mm apart.
  const a = [0, Math.SQRT1_2 + 0.0005, 0, q, 0, 0, c];
  const b = [0, -Math.SQRT1_2 - 0.0005, 0, 0, 0, q, c];
  expect(region.find(box(1, 1, 1), box(1, 1, 1), poses(a, b), 0.1, 0)).toBe(FACES);
  expect(region.separation).toBeCloseTo(0.001, 12);
  expect(region.least).toBeCloseTo(0.001, 12);
  expect(Math.hypot(region.center[0]! + region.origin[0]! - 0, 0)).toBeLessThan(0.5);
});

test('a cylinder on its side has no flat face to show', () => {
  const region = new FacingRegion();
  const lying = [0, 0.5, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2];
  const roller = shape({ type: 'cylinder', radius: 0.5, height: 1 });
  expect(region.find(roller, shape({ type: 'half-space' }), poses(lying), 1, 0)).toBe(CURVED);
});

test('the lowest corner of a leaning cap is the lowest point of its rim', () => {
  const region = new FacingRegion();
  for (const tilt of [1e-4, 0.01, 0.3, 0.7]) {
    const pose = [0, 1, 0, Math.sin(tilt / 2), 0, 0, Math.cos(tilt / 2)];
    const disc = shape({ type: 'cylinder', radius: 0.5, height: 0.2 });
    expect(region.find(disc, shape({ type: 'half-space' }), poses(pose), 1, 0)).toBe(FACES);
    expect(region.least).toBeCloseTo(1 - 0.1 * Math.cos(tilt) - 0.5 * Math.sin(tilt), 12);
  }
});

test('slivers: a box that rests a hair below the top of the next tile does not see its side', () => {
  const region = new FacingRegion();
  const depth = 1e-5;
  const beside = poses([0, 0.5 - depth, 0, 0, 0, 0, 1], [1.001, -0.5, 0, 0, 0, 0, 1]);
  expect(region.find(box(1, 1, 1), box(1, 1, 1), beside, 0.1, 6 * depth)).toBe(APART);
  const over = poses([0.1, 0.5 - depth, 0, 0, 0, 0, 1], [1.001, -0.5, 0, 0, 0, 0, 1]);
  expect(region.find(box(1, 1, 1), box(1, 1, 1), over, 0.1, 6 * depth)).toBe(FACES);
  expect(region.frame[1]).toBeCloseTo(1, 12);
});

/** The corners of a placed polyhedron. */
function corners(s: SimpleShape, pose: readonly number[]): Vec3[] {
  if (s.type !== 'box' && s.type !== 'convex') return [];
  const v = s.polyhedron.vertices;
  const [x, y, z, qx, qy, qz, qw] = pose as [number, number, number, number, number, number, number];
  const out: Vec3[] = [];
  for (let k = 0; k < v.length; k += 3) {
    const [a, b, c] = [v[k]!, v[k + 1]!, v[k + 2]!];
    const tx = 2 * (qy * c - qz * b);
    const ty = 2 * (qz * a - qx * c);
    const tz = 2 * (qx * b - qy * a);
    out.push([
      x + a + qw * tx + qy * tz - qz * ty,
      y + b + qw * ty + qz * tx - qx * tz,
      z + c + qw * tz + qx * ty - qy * tx,
    ]);
  }
  return out;
}

test.each([1, 2, 3, 4, 5])(
  'random pairs, seed %i: what the region says of their distance holds for all their corners',
  (seed) => {
    const random = new Random(seed);
    const region = new FacingRegion();
    let found = 0;
    for (let n = 0; n < 200; n++) {
      const s = () => random.between(0.3, 1);
      const hull = (): ShapeDescription => ({
        type: 'convex',
        points: Array.from(
          { length: 12 },
          (): Vec3 => [random.between(-0.5, 0.5), random.between(-0.5, 0.5), random.between(-0.5, 0.5)],
        ),
      });
      const a = random.below(2) ? box(s(), s(), s()) : shape(hull());
      const b = random.below(2) ? box(s(), s(), s()) : shape(hull());
      const d = random.direction();
      const far = random.between(0.3, 1.2);
      const pa = [...d.map((x) => far * x), ...random.rotation()];
      const pb = [0, 0, 0, ...random.rotation()];
      if (region.find(a, b, poses(pa, pb), 0.5, 0) !== FACES) continue;
      found++;
      const [nx, ny, nz] = region.frame;
      const along = (p: Vec3) => nx! * p[0]! + ny! * p[1]! + nz! * p[2]!;
      const low = Math.min(...corners(a, pa).map(along));
      const high = Math.max(...corners(b, pb).map(along));
      // The axis separates them by as much as it says (or, at a P of one point, by its gap), to rounding of coordinates
      // of 1.
      const says = region.count === 1 ? region.gap[0]! : region.separation;
      expect(Math.abs(low - high - says)).toBeLessThan(1e-6);
      // No point of the region is closer than the bodies are.
      expect(region.least).toBeGreaterThan(low - high - 1e-6);
      for (let m = 0; m < region.count; m++) expect(Number.isFinite(region.vertices[2 * m]!)).toBe(true);
    }
    expect(found).toBeGreaterThan(50);
  },
);

test('where edges of hulls cross, the region has the crossing: it is as deep as the hulls are', () => {
  const region = new FacingRegion();
  const random = new Random(20);
  const hull = () =>
    shape({
      type: 'convex',
      points: Array.from({ length: 14 }, (): Vec3 => [random.next() - 0.5, random.next() - 0.5, random.next() - 0.5]),
    });
  let crossings = 0;
  for (let n = 0; n < 400; n++) {
    const a = hull();
    const b = n % 2 === 0 ? hull() : box(random.between(0.2, 1), random.between(0.1, 1), random.between(0.2, 1));
    const d = random.direction();
    const turns = [random.rotation(), random.rotation()];
    const at = (far: number) => poses([0, 0, 0, ...turns[0]!], [far * d[0]!, far * d[1]!, far * d[2]!, ...turns[1]!]);
    const deep = random.between(0, 0.1);
    let near = 0;
    let far = 3;
    for (let k = 0; k < 50; k++) {
      const middle = 0.5 * (near + far);
      if (region.separationAt(a, b, at(middle), Infinity) < -deep) near = middle;
      else far = middle;
    }
    expect(region.find(a, b, at(near), 0, 0), `case ${n}`).toBe(FACES);
    const { frame, planeA, planeB } = region;
    const alongA = frame[0]! * planeA[0]! + frame[1]! * planeA[1]! + frame[2]! * planeA[2]!;
    const alongB = frame[0]! * planeB[0]! + frame[1]! * planeB[1]! + frame[2]! * planeB[2]!;
    // The normal of a face is taken for an edge's axis that is hardly better (sat.ts).
    if (alongA < -1 + 1e-9 || alongB > 1 - 1e-9) continue;
    crossings++;
    // The crossing is known to the rounding of sums of a few products of size 1 over the sine of the edges.
    expect(region.least - region.separation, `case ${n}`).toBeLessThan(1e-9);
  }
  expect(crossings).toBeGreaterThan(100);
});

// Pressure on a solid of revolution has no torque about its axis, and its turning about that lifts nothing. Rows are
// taken at the region's centre, which has to be over the disc's, however much of that the beam leaves of the region.
test('turning about its own axis moves no cap up or down that leans over a beam', () => {
  const region = new FacingRegion();
  const random = new Random(9);
  let found = 0;
  for (let n = 0; n < 200; n++) {
    const lean = random.between(0.05, 0.7);
    const cylinder = shape({ type: 'cylinder', radius: 0.1, height: 0.25 });
    const at = [random.between(-0.05, 0.1), 0.2, random.between(-0.1, 0.1)];
    // It leans any way.
    const way = random.between(0, 2 * Math.PI);
    const turn = [Math.sin(lean / 2) * Math.sin(way), 0, -Math.sin(lean / 2) * Math.cos(way), Math.cos(lean / 2)];
    const isFirst = n % 2 === 0;
    const beam = box(0.12, 0.1, 0.4);
    const beamPose = [0, -0.05, 0, 0, 0, 0, 1];
    const status = isFirst
      ? region.find(cylinder, beam, poses([...at, ...turn], beamPose), 1, 0)
      : region.find(beam, cylinder, poses(beamPose, [...at, ...turn]), 1, 0);
    if (status !== FACES || !region.hasRim) continue;
    found++;
    const axis = [Math.sin(lean) * Math.cos(way), Math.cos(lean), Math.sin(lean) * Math.sin(way)];
    const c = [0, 1, 2].map((m) => region.center[m]! + region.origin[m]! - at[m]!);
    const up =
      region.frame[0]! * (axis[1]! * c[2]! - axis[2]! * c[1]!) +
      region.frame[1]! * (axis[2]! * c[0]! - axis[0]! * c[2]!) +
      region.frame[2]! * (axis[0]! * c[1]! - axis[1]! * c[0]!);
    expect(Math.abs(up)).toBeLessThan(1e-12);
  }
  expect(found).toBeGreaterThan(100);
});

// Tori in ray columns: their crossings on a stretch of a line, what they fill of a box, and contacts with closed forms.

import { describe, expect, it } from 'vitest';
import { matrixFromQuaternion } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { OverlapBuffer } from '../../src/overlap/overlap.js';
import { RayOverlap } from '../../src/overlap/rays/ray-overlap.js';
import { TorusTrim } from '../../src/overlap/rays/region-torus.js';
import { TorusPieces } from '../../src/overlap/rays/torus-pieces.js';
import { LineCut } from '../../src/shapes/line-cut.js';
import { about, pose, shapeOf, total } from './rays-helpers.js';

const distance = (R: number, r: number, x: number, y: number, z: number): number =>
  Math.hypot(Math.hypot(x, z) - R, y) - r;

describe('crossings', () => {
  const cut = new LineCut();

  it('lie on the surface, and part inside from outside (seed 101)', () => {
    const random = new Random(101);
    for (let i = 0; i < 4000; i++) {
      const [R, r] = [1, random.between(0.02, 0.98)];
      const shape = shapeOf({ type: 'torus', radius: R, tube: r });
      const o = [random.between(-2, 2), random.between(-1, 1), random.between(-2, 2)];
      const d = i % 5 === 0 ? [0, 1, 0] : i % 5 === 1 ? [1, 0, 0] : random.direction();
      cut.line.set([...o, ...d]);
      cut.low = Number.NEGATIVE_INFINITY;
      cut.high = Number.POSITIVE_INFINITY;
      const at = (t: number): number => distance(R, r, o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]);
      const n = shape.kind.cutLine!(shape, cut);
      const whole = [...cut.t.slice(0, 2 * n)];
      // An error of 1e-16 in the quartic's value is one in distance over its slope; at grazes, its root.
      whole.forEach((t) => {
        expect(Math.abs(at(t)), `case ${i}`).toBeLessThan(1e-13);
      });
      // Points of the line against the intervals.
      for (let k = 0; k < 40; k++) {
        const t = random.between(-5, 5);
        const gap = at(t);
        if (Math.abs(gap) < 1e-12) continue;
        const inside = whole.some((x, j) => j % 2 === 0 && t > x && t < whole[j + 1]);
        expect(inside, `case ${i} at ${t}: ${gap}`).toBe(gap < 0);
      }
      // A stretch of the line gives the same, cut off.
      for (let k = 0; k < 4; k++) {
        const low = random.between(-3, 3);
        const high = low + 10 ** random.between(-4, 0.5);
        cut.low = low;
        cut.high = high;
        const m = shape.kind.cutLine!(shape, cut);
        const part: number[] = [];
        for (let j = 0; j < 2 * m; j += 2)
          if (cut.t[j] < high && cut.t[j + 1] > low) part.push(Math.max(cut.t[j], low), Math.min(cut.t[j + 1], high));
        const want: number[] = [];
        for (let j = 0; j < whole.length; j += 2)
          if (whole[j] < high && whole[j + 1] > low) want.push(Math.max(whole[j], low), Math.min(whole[j + 1], high));
        const length = (list: number[]): number => list.reduce((s, x, j) => s + (j % 2 ? x : -x), 0);
        expect(Math.abs(length(part) - length(want)), `case ${i}, ${low} to ${high}`).toBeLessThan(1e-11);
      }
    }
  });
});

describe('region', () => {
  it('holds all that a torus has in a box (seed 102)', () => {
    const random = new Random(102);
    const trim = new TorusTrim();
    const place = new Float64Array(12);
    let met = 0;
    for (let i = 0; i < 300; i++) {
      const [R, r] = [1, random.between(0.05, 0.7)];
      matrixFromQuaternion(place, 0, Float64Array.from(random.rotation()), 0);
      const p = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      place.set(p, 9);
      const box = new Float64Array(6);
      for (let k = 0; k < 3; k++) {
        box[k] = random.between(-1.5, 1);
        box[k + 3] = box[k] + random.between(0.05, 1);
      }
      const found = trim.trim(box, place, R, r);
      // Farthest points of the torus within the box, among random ones.
      const far = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      for (let n = 0; n < 8000; n++) {
        const x: Vec3 = [
          random.between(box[0], box[3]),
          random.between(box[1], box[4]),
          random.between(box[2], box[5]),
        ];
        const q = [0, 1, 2].map((c) => [0, 1, 2].reduce((s, k) => s + place[3 * k + c] * (x[k] - p[k]), 0));
        if (distance(R, r, q[0], q[1], q[2]) > 0) continue;
        for (let k = 0; k < 3; k++) {
          far[k] = Math.min(far[k], x[k]);
          far[k + 3] = Math.max(far[k + 3], x[k]);
        }
      }
      if (far[0] === Infinity) continue;
      expect(found, `case ${i}`).toBe(true);
      met++;
      for (let k = 0; k < 3; k++) {
        const what = `case ${i}, axis ${k}: ${trim.filled[k]} … ${trim.filled[k + 3]}, points ${far[k]} … ${far[k + 3]}`;
        expect(trim.filled[k], what).toBeLessThanOrEqual(far[k]);
        expect(trim.filled[k + 3], what).toBeGreaterThanOrEqual(far[k + 3]);
        expect(trim.filled[k], what).toBeGreaterThanOrEqual(box[k]);
        expect(trim.filled[k + 3], what).toBeLessThanOrEqual(box[k + 3]);
      }
    }
    expect(met).toBeGreaterThan(80);
  });

  it('sees a graze between its samples', () => {
    const trim = new TorusTrim();
    const place = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    for (let i = 0; i < 200; i++) {
      const phi = 0.1 + 0.031 * i;
      for (const depth of [1e-3, 1e-6, 1e-9]) {
        // A small box whose corner nearest to the ring lies `depth` inside the tube.
        const out = 1.2 - depth;
        const [x, z] = [out * Math.cos(phi), out * Math.sin(phi)];
        const box = Float64Array.of(
          Math.cos(phi) > 0 ? x : x - 0.3,
          -0.1,
          Math.sin(phi) > 0 ? z : z - 0.3,
          Math.cos(phi) > 0 ? x + 0.3 : x,
          0.1,
          Math.sin(phi) > 0 ? z + 0.3 : z,
        );
        expect(trim.trim(box, place, 1, 0.2), `${phi}, ${depth}`).toBe(true);
        // What is left is of the size of the contact.
        expect(trim.filled[4] - trim.filled[1], `${phi}, ${depth}`).toBeLessThan(3 * Math.sqrt(depth));
        const outside = box.slice();
        const away = [Math.cos(phi), 0, Math.sin(phi)];
        for (let k = 0; k < 3; k++) {
          outside[k] += (depth + 1e-9) * 1.5 * away[k];
          outside[k + 3] += (depth + 1e-9) * 1.5 * away[k];
        }
        expect(trim.trim(outside, place, 1, 0.2), `${phi}, ${depth} apart`).toBe(false);
      }
    }
  });
});

describe('places where two tori meet', () => {
  it('hold every point that both have (seed 103)', () => {
    const random = new Random(103);
    const pieces = new TorusPieces();
    const [a, b] = [new Float64Array(12), new Float64Array(12)];
    let points = 0;
    for (let i = 0; i < 200; i++) {
      const tori: [number, number][] = [0, 1].map(() => {
        const R = random.between(0.3, 1);
        return [R, R * random.between(0.05, 0.9)];
      });
      [a, b].forEach((place, k) => {
        matrixFromQuaternion(place, 0, Float64Array.from(random.rotation()), 0);
        const reach = k === 0 ? 0 : 1;
        place.set(
          [0, 0, 0].map(() => random.between(-reach, reach)),
          9,
        );
      });
      const n = pieces.find(a, ...tori[0], b, ...tori[1]);
      const local = (place: Float64Array, x: Vec3): number[] =>
        [0, 1, 2].map((c) => [0, 1, 2].reduce((s, k) => s + place[3 * k + c] * (x[k] - place[9 + k]), 0));
      // Points of A, many of them on its surface.
      for (let m = 0; m < 5000; m++) {
        const [R, r] = tori[0];
        const phi = random.between(0, 2 * Math.PI);
        const psi = random.between(0, 2 * Math.PI);
        const out = R + r * (m % 2 ? 1 : random.between(0, 1)) * Math.cos(psi);
        const q = [out * Math.cos(phi), r * Math.sin(psi), out * Math.sin(phi)];
        const x = [0, 1, 2].map((k) => a[9 + k] + a[3 * k] * q[0] + a[3 * k + 1] * q[1] + a[3 * k + 2] * q[2]);
        const there = local(b, x as unknown as Vec3);
        if (distance(...tori[1], there[0], there[1], there[2]) > 0) continue;
        points++;
        let held = false;
        for (let k = 0; k < n && !held; k++)
          held = [0, 1, 2].every(
            (c) => x[c] > pieces.boxes[6 * k + c] - 1e-12 && x[c] < pieces.boxes[6 * k + c + 3] + 1e-12,
          );
        expect(held, `case ${i}: ${x}`).toBe(true);
      }
    }
    expect(points).toBeGreaterThan(10000);
  });

  it('finds a contact of any shallowness', () => {
    const pieces = new TorusPieces();
    const a = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    for (let i = 0; i < 100; i++)
      for (const gap of [-1e-4, -1e-8, -1e-11, 1e-11, 1e-4]) {
        const way = 0.063 * i;
        const d = 2 * (0.4 + 0.1) + gap;
        const b = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, d * Math.cos(way), 0, d * Math.sin(way));
        expect(pieces.find(a, 0.4, 0.1, b, 0.4, 0.1), `${way}, ${gap}`).toBe(gap < 0 ? 1 : 0);
      }
  });
});

describe('contacts of two tori', () => {
  const [R, r, h] = [0.4, 0.12, 0.002];
  const shape = shapeOf({ type: 'torus', radius: R, tube: r });
  const rays = new RayOverlap();
  const out = new OverlapBuffer();
  const volume = (p: Vec3, q = about([0, 1, 0], 0)): number => {
    rays.compute(shape, pose([0, 0, 0]), 0, shape, pose(p, q), 0, out, {});
    return total(out).V;
  };

  it('one in the bend of the other: a paraboloid of curvature 1/r - 1/(R - r) both ways', () => {
    const want = (Math.PI * h * h) / (1 / r - 1 / (R - r));
    const quarter = about([1, 0, 0], 0.5 * Math.PI);
    // The paraboloid is good to the order of h/r, 2 %.
    const got = volume([2 * (R - r) + h, 0, 0], quarter);
    expect(Math.abs(got - want)).toBeLessThan(rays.errorBound + 0.02 * want);
    expect(Math.abs(got / want - 1)).toBeLessThan(0.05);
    expect(out.count).toBe(1);
  });

  it('side by side: principal curvatures add', () => {
    const want = (Math.PI * h * h) / (2 * Math.sqrt((1 / r) * (1 / (R + r))));
    const got = volume([2 * (R + r) - h, 0, 0]);
    expect(Math.abs(got / want - 1)).toBeLessThan(0.05);
  });

  it('one on the other: a ring of lenses', () => {
    const beta = Math.acos(1 - h / (2 * r));
    const want = 2 * Math.PI * R * 2 * r * r * (beta - Math.sin(beta) * Math.cos(beta));
    const got = volume([0, 2 * r - h, 0]);
    expect(Math.abs(got - want)).toBeLessThan(rays.errorBound);
    // The ring is less than two pixels wide.
    expect(Math.abs(got / want - 1)).toBeLessThan(0.1);
  });
});

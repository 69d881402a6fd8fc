// Where surfaces of meshes cross, against every pair of triangles.

import { expect, it } from 'vitest';
import { matrixFromQuaternion } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { Crossings } from '../../src/overlap/meshes/crossings.js';
import type { TriangleMesh } from '../../src/shapes/mesh.js';
import { icosphere, torusMesh } from '../../src/shapes/procedural.js';
import { bumpySphere, meshOf, warp } from './rays-helpers.js';

/** Six times the volume of the tetrahedron of four points. */
function volume(p: readonly number[], q: readonly number[], r: readonly number[], s: readonly number[]): number {
  const [a, b, c] = [p, q, r].map((x) => x.map((v, k) => v - s[k]!)) as [number[], number[], number[]];
  return (
    a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
    a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
    a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)
  );
}

/** Whether a side of triangle s goes through triangle t. */
function pierces(s: readonly number[][], t: readonly number[][]): boolean {
  const [a, b, c] = t as [number[], number[], number[]];
  for (let k = 0; k < 3; k++) {
    const [p, q] = [s[k]!, s[(k + 1) % 3]!];
    if (volume(a, b, c, p) >= 0 === volume(a, b, c, q) >= 0) continue;
    const side = volume(p, q, a, b) >= 0;
    if (volume(p, q, b, c) >= 0 === side && volume(p, q, c, a) >= 0 === side) return true;
  }
  return false;
}

const cornersOf = (mesh: TriangleMesh, at: (v: number) => number[]): number[][][] =>
  Array.from({ length: mesh.indices.length / 3 }, (_, t) => [0, 1, 2].map((c) => at(mesh.indices[3 * t + c])));

/** The vertex that is farthest along a way, or against it. */
function farthest(mesh: TriangleMesh, at: (v: number) => number[], way: readonly number[], sign: number): number[] {
  const along = (p: readonly number[]) => sign * (p[0]! * way[0]! + p[1]! * way[1]! + p[2]! * way[2]!);
  let best = at(0);
  for (let v = 1; v < mesh.positions.length / 3; v++) if (along(at(v)) > along(best)) best = at(v);
  return best;
}

it('are found on surfaces that hardly touch (60 pairs, seed 3)', () => {
  const random = new Random(3);
  const crossings = new Crossings();
  const scaled = (size: number, m: ReturnType<typeof icosphere>) =>
    warp(m, (p) => [size * p[0], size * p[1], size * p[2]]);
  let met = 0;
  for (let n = 0; n < 60; n++) {
    const size = 10 ** random.between(-2, 1);
    const forms = [icosphere(6), torusMesh(1, 0.4, 40, 16), bumpySphere(6, 0.1, 3)];
    const a = meshOf(scaled(size, forms[n % 3]!)).mesh;
    const b = meshOf(scaled(size, forms[((n / 3) | 0) % 3]!)).mesh;
    const place = new Float64Array(12);
    matrixFromQuaternion(place, 0, Float64Array.of(...random.rotation()), 0);
    const way = random.direction();
    // The farthest vertices of both lie on each other, but for a little.
    const deep = size * 10 ** random.between(-4, -1);
    const mineAt = (v: number) => Array.from(a.positions.subarray(3 * v, 3 * v + 3));
    const otherAt = (v: number) =>
      [0, 1, 2].map((k) => {
        const [x, y, z] = b.positions.subarray(3 * v, 3 * v + 3) as unknown as [number, number, number];
        return place[3 * k] * x + place[3 * k + 1] * y + place[3 * k + 2] * z + place[9 + k];
      });
    const onA = farthest(a, mineAt, way, 1);
    const onB = farthest(b, otherAt, way, -1);
    for (let k = 0; k < 3; k++) place[9 + k] = onA[k]! - onB[k]! - deep * way[k]!;
    crossings.meshes[0].begin(a, a.topology!, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), true);
    crossings.meshes[1].begin(b, b.topology!, place, false);
    crossings.find(place, 1);
    expect(crossings.isSound).toBe(true);
    const mine = cornersOf(a, mineAt);
    const other = cornersOf(b, otherAt);
    const want = new Set<string>();
    const lows = other.map((t) => [0, 1, 2].map((k) => Math.min(t[0]![k]!, t[1]![k]!, t[2]![k]!)));
    const highs = other.map((t) => [0, 1, 2].map((k) => Math.max(t[0]![k]!, t[1]![k]!, t[2]![k]!)));
    mine.forEach((s, i) => {
      const low = [0, 1, 2].map((k) => Math.min(s[0]![k]!, s[1]![k]!, s[2]![k]!));
      const high = [0, 1, 2].map((k) => Math.max(s[0]![k]!, s[1]![k]!, s[2]![k]!));
      for (let j = 0; j < other.length; j++) {
        const [l, h] = [lows[j]!, highs[j]!];
        if (l[0]! > high[0]! || l[1]! > high[1]! || l[2]! > high[2]!) continue;
        if (h[0]! < low[0]! || h[1]! < low[1]! || h[2]! < low[2]!) continue;
        if (pierces(s, other[j]!) || pierces(other[j]!, s)) want.add(`${i} ${j}`);
      }
    });
    const found = new Set<string>();
    for (let p = 0; p < crossings.pieces; p++) found.add(`${crossings.piece[4 * p]} ${crossings.piece[4 * p + 1]}`);
    expect([...found].sort()).toEqual([...want].sort());
    if (want.size > 0) met++;
  }
  expect(met).toBeGreaterThan(40);
});

// The walk through two meshes' trees in WebAssembly, against the one in TypeScript: the same pieces of curve in the same
// order, to the bit.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { wasmOfHost } from '../../src/memory/wasm.js';
import { Crossings } from '../../src/overlap/meshes/crossings.js';
import { MeshPairOverlap } from '../../src/overlap/meshes/mesh-pair.js';
import { MeshWalk } from '../../src/overlap/meshes/walk.js';
import { OV_STRIDE, OverlapBuffer } from '../../src/overlap/overlap.js';
import { torusMesh } from '../../src/shapes/procedural.js';
import type { MeshShape } from '../../src/shapes/shape.js';
import { boxMesh, meshOf, pose, randomMesh } from './rays-helpers.js';

const host = wasmOfHost();
const kernels = [new MeshPairOverlap(host), new MeshPairOverlap(null)] as const;
const found = [new OverlapBuffer(), new OverlapBuffer()] as const;

/** How many components both have, after they were held against each other. */
function compare(a: MeshShape, pa: Float64Array, b: MeshShape, pb: Float64Array, name: string): number {
  const counts = kernels.map((meshes, k) => meshes.compute(a, pa, 0, b, pb, 0, found[k]!, {}));
  expect(counts[0], name).toBe(counts[1]);
  const [now, want] = found;
  let differ = 0;
  for (let k = 0; k < OV_STRIDE * counts[1]!; k++) if (now.records[k] !== want.records[k]) differ++;
  const points = 3 * want.pointStart[Math.max(0, counts[1]!)];
  for (let k = 0; k < points; k++) if (now.points[k] !== want.points[k]) differ++;
  expect(differ, name).toBe(0);
  return counts[1]!;
}

describe('the walk in WebAssembly', () => {
  it('is there', () => {
    expect(MeshWalk.make(host)).not.toBeNull();
    expect(MeshWalk.make(null)).toBeNull();
  });

  it('finds what TypeScript finds, of any meshes (2,000 pairs, seed 17)', () => {
    const random = new Random(17);
    const shapes = Array.from({ length: 24 }, (_, i) => meshOf(randomMesh(random, i)));
    let met = 0;
    for (let i = 0; i < 2000; i++) {
      const d = random.direction();
      const r = random.between(0, 1.8);
      const pa = pose([d[0] * r, d[1] * r, d[2] * r], random.rotation());
      const pb = pose([0, 0, 0], random.rotation());
      if (compare(shapes[i % 24]!, pa, shapes[(7 * i + ((i / 24) | 0)) % 24]!, pb, `pair ${i}`) > 0) met++;
    }
    expect(met).toBeGreaterThan(800);
  });

  it('finds what hardly touches, where boxes and flat parts nearly part them (200 pairs, seed 3)', () => {
    const random = new Random(3);
    const fine = meshOf(torusMesh(0.4, 0.15, 100, 25));
    const coarse = meshOf(torusMesh(0.3, 0.1, 12, 7));
    let met = 0;
    let apart = 0;
    for (let i = 0; i < 200; i++) {
      const [a, b] = i % 3 === 0 ? [fine, coarse] : i % 3 === 1 ? [coarse, fine] : [fine, fine];
      const d = random.direction();
      const [qa, qb] = [random.rotation(), random.rotation()];
      const at = (r: number) => pose([d[0] * r, d[1] * r, d[2] * r], qa);
      const pb = pose([0, 0, 0], qb);
      // The farthest distance at which they touch, halved down to what is left between met and apart.
      let [low, high] = [0, 1.2];
      for (let k = 0; k < 40; k++) {
        const r = 0.5 * (low + high);
        const n = compare(a, at(r), b, pb, `pair ${i}, ${k}`);
        if (n === 0) high = r;
        else low = r;
        if (k > 20) n === 0 ? apart++ : met++;
      }
    }
    expect(met).toBeGreaterThan(1000);
    expect(apart).toBeGreaterThan(1000);
  });

  it('finds what moves by less than lists of near leaves hold, and by a little more (40 ways, seed 29)', () => {
    const random = new Random(29);
    const shapes = [torusMesh(0.4, 0.15, 60, 20), torusMesh(0.3, 0.1, 12, 7)].map(meshOf);
    shapes.push(meshOf(randomMesh(random, 3)));
    let met = 0;
    for (let i = 0; i < 40; i++) {
      const [a, b] = [shapes[i % 3]!, shapes[((i / 3) | 0) % 3]!];
      const d = random.direction();
      const q = random.rotation();
      const way = random.direction();
      const turn = random.direction();
      const r = random.between(0.1, 0.7);
      // Lists hold for some 1e-3 m: up to ten moves, and less than one.
      const far = random.between(5e-5, 2e-3);
      const pb = pose([0, 0, 0], random.rotation());
      for (let k = 0; k < 25; k++) {
        const at = [0, 1, 2].map((m) => d[m]! * r + k * far * way[m]!) as [number, number, number];
        const spun = q.map((x, m) => x + (m < 3 ? k * far * turn[m]! : 0));
        const length = Math.hypot(...spun);
        const turned = spun.map((x) => x / length) as [number, number, number, number];
        if (compare(a, pose(at, turned), b, pb, `way ${i}, ${k}`) > 0) met++;
      }
    }
    expect(met).toBeGreaterThan(300);
  });

  it('finds what lies flush, along the axes', () => {
    const a = meshOf(boxMesh([1, 1, 1]));
    for (const x of [0, 0.25, 0.5, 1 - 1e-9, 1, 1 + 1e-9])
      for (const y of [0, 1e-12, 1, 1 + 1e-15])
        compare(a, pose([x, y, 0.5], [0, 0, 0, 1]), a, pose([0, 0, 0], [0, 0, 0, 1]), `${x} ${y}`);
  });

  it('has room for as many pairs as there are', () => {
    // Every bar of one comb of needles through every bar of another.
    const rows = 20;
    const bars = (along: 0 | 2) => {
      const positions: number[] = [];
      const indices: number[] = [];
      for (let k = 0; k < rows; k++) {
        const bar = boxMesh(along === 0 ? [10, 1, 0.05] : [0.05, 1, 10]);
        const first = positions.length / 3;
        for (let v = 0; v < bar.positions.length; v += 3) {
          const shift = 0.1 * k + 0.3;
          positions.push(
            bar.positions[v]! + (along === 0 ? 0 : shift),
            bar.positions[v + 1]! + (along === 0 ? 0 : 0.37),
            bar.positions[v + 2]! + (along === 0 ? shift : 0),
          );
        }
        for (const i of bar.indices) indices.push(first + i);
      }
      return meshOf({ positions: Float64Array.from(positions), indices: Int32Array.from(indices) }).mesh;
    };
    const [a, b] = [bars(0), bars(2)];
    const place = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    const crossings = [new Crossings(host), new Crossings(null)];
    for (const c of crossings) {
      c.meshes[0].begin(a, a.topology!, place, true);
      c.meshes[1].begin(b, b.topology!, place, false);
      c.find(place, 1);
    }
    const [now, want] = crossings as [Crossings, Crossings];
    expect(want.pieces).toBeGreaterThan(4096);
    expect(now.pieces).toBe(want.pieces);
    expect(now.piece.subarray(0, 4 * want.pieces)).toEqual(want.piece.subarray(0, 4 * want.pieces));
    expect(now.points.subarray(0, 3 * want.count)).toEqual(want.points.subarray(0, 3 * want.count));
  });
});

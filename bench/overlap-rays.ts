// Overlap of meshes by rays, timed: milliseconds per pair (single thread), and ratios measured in the same run.
//
//   node scripts/run-ts.js bench/overlap-rays.ts [mesh.off]
//
// - A bumpy cube of 196,608 triangles resting on a box, everything included (components, outline); the same contact
//   with 786,432 triangles; the same by manifold-3d's intersection and volume, its solids already built.
// - Two solids of 52,020 triangles in contact: bumpy spheres, or the mesh given as an OFF file (such as the armadillo
//   of Debian's libcgal-demo) against itself.
// - What 1,000 calls leave on the heap, and the convergence of V (root mean square over poses, relative), for plots.
// Each contender goes through 16 poses, so that branch predictors cannot learn one.

import { readFileSync } from 'node:fs';
import Module from 'manifold-3d';
import { Random } from '../src/math/random.js';
import { rotate, type Vec3 } from '../src/math/vec3.js';
import { OverlapBuffer } from '../src/overlap/overlap.js';
import { type RayOptions, RayOverlap } from '../src/overlap/rays/ray-overlap.js';
import { createShape } from '../src/shapes/create.js';
import { packTree } from '../src/shapes/packed-tree.js';
import { bumpyCube, icosphere, type MeshData } from '../src/shapes/procedural.js';
import type { MeshShape, SimpleShape } from '../src/shapes/shape.js';
import { buildTriangleTree } from '../src/shapes/triangle-tree.js';

const POSES = 16;
const ROUNDS = 31;
const rays = new RayOverlap();
const out = new OverlapBuffer();

const meshOf = (m: MeshData): MeshShape => {
  const shape = createShape({ type: 'mesh', ...m }) as MeshShape;
  void shape.mesh.packed;
  return shape;
};

function readOff(path: string): MeshData {
  const numbers = readFileSync(path, 'utf8').replace(/#.*/g, '').trim().split(/\s+/).slice(1).map(Number);
  const [vertices, faces] = numbers;
  const positions = Float64Array.from(numbers.slice(3, 3 + 3 * vertices));
  const indices = new Int32Array(3 * faces);
  for (let f = 0; f < faces; f++) {
    for (let k = 0; k < 3; k++) indices[3 * f + k] = numbers[3 + 3 * vertices + 4 * f + 1 + k];
  }
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const x of positions) {
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  // To a size of two, like the spheres.
  const mid: Vec3 = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let v = k; v < positions.length; v += 3) sum += positions[v];
    return sum / vertices;
  }) as unknown as Vec3;
  for (let v = 0; v < positions.length; v++) positions[v] = (2 * (positions[v] - mid[v % 3])) / (high - low);
  return { positions, indices };
}

function bumpySphere(n: number): MeshData {
  const mesh = icosphere(n);
  const p = mesh.positions;
  for (let i = 0; i < p.length; i += 3) {
    const [x, y, z] = [p[i], p[i + 1], p[i + 2]];
    const s =
      1 +
      0.12 * Math.sin(5 * x + 1) * Math.sin(5 * y + 2) * Math.sin(5 * z) +
      0.06 * Math.sin(15 * x) * Math.sin(13 * z);
    p[i] *= s;
    p[i + 1] *= s;
    p[i + 2] *= s;
  }
  return mesh;
}

interface Contender {
  name: string;
  run: (pose: number) => void;
  times: number[];
}

const median = (x: number[]): number => [...x].sort((a, b) => a - b)[x.length >> 1];

/**
 * Contenders take turns, pose by pose; mean over the poses of the least over the rounds: other work on the machine only
 * adds, and adds more to whoever takes longer.
 */
function measure(contenders: Contender[]): number[] {
  for (const c of contenders) c.times = new Array(POSES).fill(Number.POSITIVE_INFINITY);
  for (let round = -5; round < ROUNDS; round++) {
    for (let k = 0; k < POSES; k++) {
      for (const c of contenders) {
        const start = performance.now();
        c.run(k);
        if (round >= 0) c.times[k] = Math.min(c.times[k], performance.now() - start);
      }
    }
  }
  return contenders.map((c) => c.times.reduce((sum, t) => sum + t, 0) / POSES);
}

const ours = (
  name: string,
  A: SimpleShape,
  poses: Float64Array,
  B: SimpleShape,
  pb: Float64Array,
  options: RayOptions,
): Contender => ({
  name,
  run: (k) => {
    rays.compute(A, poses, 7 * k, B, pb, 0, out, options);
  },
  times: [],
});

async function cubes(): Promise<void> {
  const random = new Random(1);
  const box = createShape({ type: 'box', size: [3, 1, 3] }) as SimpleShape;
  const pb = Float64Array.of(0, -0.5, 0, 0, 0, 0, 1);
  const rest = new Float64Array(7 * POSES);
  const turned = new Float64Array(7 * POSES);
  for (let k = 0; k < POSES; k++) {
    const at = [random.between(-0.8, 0.8), 0.51, random.between(-0.8, 0.8)];
    const half = random.between(-0.4, 0.4);
    rest.set([...at, 0, 0, 0, 1], 7 * k);
    turned.set([...at, 0, Math.sin(half), 0, Math.cos(half)], 7 * k);
  }
  const [small, large] = [meshOf(bumpyCube(128)), meshOf(bumpyCube(256))];
  const rows: [string, Float64Array, RayOptions][] = [
    ['bumpy cube on a box, one component', rest, { split: 'none' }],
    ['the same, turned', turned, { split: 'none' }],
    ['the same, turned, a component for each bump', turned, {}],
    ['the same, finer rays where lengths jump', turned, { split: 'none', refine: 0.15 }],
    ['the same, 64 pixels', turned, { split: 'none', resolution: 64 }],
  ];
  for (const [name, poses, options] of rows) {
    const [a, b] = measure([ours(name, small, poses, box, pb, options), ours(name, large, poses, box, pb, options)]);
    const ratio = b / a;
    console.log(
      `${name.padEnd(46)} 197k ${a.toFixed(2)} ms, 786k ${b.toFixed(2)} ms, ratio ${ratio.toFixed(2)}` +
        `  (${rays.rays} rays, ${rays.hits} hits, ${out.count} components)`,
    );
  }

  const wasm = await Module();
  wasm.setup();
  const mesh = bumpyCube(128);
  const built: number[] = [];
  let bytes = 0;
  for (let k = 0; k < 7; k++) {
    const start = performance.now();
    const tree = buildTriangleTree(mesh.positions, mesh.indices);
    const packed = packTree(tree, mesh.positions, mesh.indices);
    built.push(performance.now() - start);
    bytes = tree.bounds.byteLength + tree.first.byteLength + tree.count.byteLength + tree.order.byteLength;
    bytes += packed.nodes.byteLength + packed.vertices.byteLength;
  }
  console.log(`tree of 197k triangles: ${Math.min(...built).toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB`);

  const solid = wasm.Manifold.ofMesh(
    new wasm.Mesh({
      numProp: 3,
      vertProperties: Float32Array.from(mesh.positions),
      triVerts: Uint32Array.from(mesh.indices),
    }),
  );
  const ground = wasm.Manifold.cube([3, 1, 3], true).translate([0, -0.5, 0]);
  const times: number[] = [];
  let worst = 0;
  for (let k = 0; k < POSES; k++) {
    const p = turned.subarray(7 * k, 7 * k + 7);
    const q = [p[3], p[4], p[5], p[6]] as const;
    const placed = solid.transform([
      ...rotate(q, [1, 0, 0]),
      0,
      ...rotate(q, [0, 1, 0]),
      0,
      ...rotate(q, [0, 0, 1]),
      0,
      p[0],
      p[1],
      p[2],
      1,
    ] as Parameters<typeof solid.transform>[0]);
    placed.numTri();
    const start = performance.now();
    const both = placed.intersect(ground);
    const volume = both.volume();
    times.push(performance.now() - start);
    both.delete();
    placed.delete();
    rays.compute(small, turned, 7 * k, box, pb, 0, out, { split: 'none' });
    worst = Math.max(worst, Math.abs(out.records[0] / volume - 1));
  }
  const theirs = median(times);
  const [mine] = measure([ours('', small, turned, box, pb, { split: 'none' })]);
  console.log(
    `manifold-3d, intersection and volume: ${theirs.toFixed(1)} ms, ${(theirs / mine).toFixed(0)} times ours; ` +
      `volumes differ by ${(100 * worst).toFixed(2)} % at most`,
  );

  const before = process.memoryUsage().heapUsed;
  for (let k = 0; k < 1000; k++) rays.compute(small, turned, 7 * (k % POSES), box, pb, 0, out, {});
  console.log(
    `heap after 1,000 more calls: ${((process.memoryUsage().heapUsed - before) / 1000).toFixed(0)} bytes a call`,
  );
}

function pairs(path: string | undefined): void {
  const data = path ? readOff(path) : bumpySphere(51);
  const solid = meshOf(data);
  const name = path ? 'the given mesh' : 'bumpy spheres';
  for (const [label, depth] of [
    ['in contact', 0.06],
    ['deep in each other', 0.5],
  ] as const) {
    const random = new Random(2);
    const poses = new Float64Array(7 * POSES);
    const pb = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    for (let k = 0; k < POSES; k++) {
      // From afar towards the other, to the first overlap, and deeper by as much as asked.
      const d = random.direction();
      const q = random.rotation();
      let far = 3;
      const at = (s: number): Float64Array => Float64Array.of(s * d[0], s * d[1], s * d[2], ...q);
      while (far > 0.1 && rays.compute(solid, at(far), 0, solid, pb, 0, out, { split: 'none' }) === 0) far -= 0.01;
      poses.set(at(far - depth), 7 * k);
    }
    const [ms] = measure([ours(name, solid, poses, solid, pb, {})]);
    console.log(
      `two ${name} of ${data.indices.length / 3} triangles ${label}: ${ms.toFixed(2)} ms ` +
        `(${rays.rays} rays, ${rays.hits} hits, ${rays.regions} regions)`,
    );
  }
}

function convergence(): void {
  const ball = createShape({ type: 'sphere', radius: 1 }) as SimpleShape;
  const slab = createShape({ type: 'box', size: [2, 1, 2] }) as SimpleShape;
  const corners = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) => [-1, 1].map((z): Vec3 => [0.4 * x, 0.25 * y, 0.3 * z])),
  );
  const block = createShape({ type: 'convex', points: corners }) as SimpleShape;
  console.log('pixels   lens: error, bound        turned block: error, bound, error with finer rays');
  for (const resolution of [8, 12, 16, 24, 32, 48, 64, 96, 128]) {
    const random = new Random(3);
    const sums = [0, 0, 0, 0, 0];
    const N = 60;
    for (let k = 0; k < N; k++) {
      const d = random.between(1.5, 1.9);
      const n = random.direction();
      const lens = (Math.PI * (4 + d) * (2 - d) ** 2) / 12;
      const pb = Float64Array.of(d * n[0], d * n[1], d * n[2], 0, 0, 0, 1);
      rays.compute(ball, Float64Array.of(0, 0, 0, 0, 0, 0, 1), 0, ball, pb, 0, out, { resolution, split: 'none' });
      sums[0] += (out.records[0] / lens - 1) ** 2;
      sums[1] += rays.errorBound / lens / N;
      const half = random.between(0.05, 0.7);
      const pa = Float64Array.of(
        random.between(-0.3, 0.3),
        0.7,
        random.between(-0.3, 0.3),
        0,
        Math.sin(half),
        0,
        Math.cos(half),
      );
      const po = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
      rays.compute(block, pa, 0, slab, po, 0, out, { resolution, split: 'none' });
      sums[2] += (out.records[0] / 0.024 - 1) ** 2;
      sums[3] += rays.errorBound / 0.024 / N;
      rays.compute(block, pa, 0, slab, po, 0, out, { resolution, split: 'none', refine: 0.3 });
      sums[4] += (out.records[0] / 0.024 - 1) ** 2;
    }
    const rms = (s: number): string => Math.sqrt(s / N).toExponential(1);
    console.log(
      `${String(resolution).padStart(6)}   ${rms(sums[0])}  ${sums[1].toExponential(1)}        ` +
        `${rms(sums[2])}  ${sums[3].toExponential(1)}  ${rms(sums[4])}`,
    );
  }
}

await cubes();
pairs(process.argv[2]);
convergence();

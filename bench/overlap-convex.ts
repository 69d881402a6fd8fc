// Convex overlap, timed: microseconds per pair, and how many times as long the peers take for the same pair in the same
// run, single thread. The least over rounds in which the contenders take turns: other work on the machine only adds,
// and adds more to the contender that takes longer, so medians on a busy machine would flatter the fast.
//
// cannon-es: Narrowphase.getContacts for the pair (contact points only: friction is off, and contact equations are
// recycled, as in its own step). manifold-3d: intersection and volume of two solids that are already built and placed;
// then with placing one of them, which ours includes, since bodies move.
// Ours: volume, centre, second moment, area vector, turn, face normal and corners; then with the hull polygon of the
// patch (ratios are to this row); then with all that a contact keeps of its patch (frame, ellipse, hull, its moments
// and reach). Each contender goes through 64 poses, so that branch predictors cannot learn one; manifold-3d's volumes
// are compared with ours.

import { Body, Box, ContactMaterial, Vec3, World } from 'cannon-es';
import Module, { type Manifold } from 'manifold-3d';
import { Random } from '../src/math/random.js';
import { BoxOverlap } from '../src/overlap/convex-boxes.js';
import { OV_CENTER, OverlapBuffer } from '../src/overlap/overlap.js';
import { HullBuilder } from '../src/patch/hull.js';
import { DEFAULT_PATCH, PatchBuffer } from '../src/patch/patch.js';
import { boxPolyhedron, type Polyhedron } from '../src/shapes/polyhedron.js';
import { computeHull } from '../src/shapes/quickhull.js';

const POSES = 64;
const ROUNDS = 61;
const DEPTH = 1e-3;

interface Scene {
  name: string;
  sizeA: readonly [number, number, number];
  sizeB: readonly [number, number, number];
  /** POSES poses of A; B stays at the origin. */
  poses: Float64Array;
}

interface Contender {
  name: string;
  /** Goes through all poses; returns something that depends on the work. */
  run(): number;
  /** Passes per timing, so that one takes about a millisecond. */
  passes: number;
  times: number[];
}

function scenes(): Scene[] {
  const random = new Random(1);
  const rest = new Float64Array(7 * POSES);
  const spun = new Float64Array(7 * POSES);
  const stack = new Float64Array(7 * POSES);
  const flush = new Float64Array(7 * POSES);
  for (let i = 0; i < POSES; i++) {
    const tilt = 1e-5 * random.between(-1, 1);
    const half = random.between(-0.7, 0.7);
    const k = 1 / Math.sqrt(1 + half * half + tilt * tilt);
    const at = [random.between(-1, 1), 1 - DEPTH, random.between(-1, 1)];
    rest.set([...at, 0, 0, 0, 1], 7 * i);
    spun.set([...at, tilt * k, half * k, 0, k], 7 * i);
    stack.set([0.2 * at[0], 1 - DEPTH, 0.2 * at[2], tilt * k, half * k, 0, k], 7 * i);
    flush.set([0, 1 - DEPTH, 0, 0, 0, 0, 1], 7 * i);
  }
  return [
    { name: 'box at rest on a floor', sizeA: [1, 1, 1], sizeB: [10, 1, 10], poses: rest },
    { name: 'the same, spun and a little tilted', sizeA: [1, 1, 1], sizeB: [10, 1, 10], poses: spun },
    { name: 'cube on a cube, flush', sizeA: [1, 1, 1], sizeB: [1, 1, 1], poses: flush },
    { name: 'cube on a cube, shifted, spun, tilted', sizeA: [1, 1, 1], sizeB: [1, 1, 1], poses: stack },
  ];
}

function ours(scene: Scene): Contender[] {
  const overlap = new BoxOverlap();
  const out = new OverlapBuffer();
  const hull = new HullBuilder();
  const frame = Float64Array.of(0, 1, 0, 0, 0, 1, 1, 0, 0);
  const polygon = new Float64Array(128);
  const patches = new PatchBuffer();
  const [A, B] = [scene.sizeA, scene.sizeB].map(([x, y, z]) => boxPolyhedron(x / 2, y / 2, z / 2)) as [
    Polyhedron,
    Polyhedron,
  ];
  const still = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  const poses = scene.poses;
  const each = (name: string, work: (i: number) => number): Contender => ({
    name,
    passes: 16,
    times: [],
    run: () => {
      let sum = 0;
      for (let i = 0; i < 7 * POSES; i += 7) sum += work(i);
      return sum;
    },
  });
  return [
    each('sixfold, boxes', (i) => {
      overlap.computeBoxes(A, poses, i, B, still, 0, out);
      return out.records[0];
    }),
    each('sixfold, boxes + hull polygon', (i) => {
      overlap.computeBoxes(A, poses, i, B, still, 0, out);
      const r = out.records;
      hull.project(out.points, 0, out.pointStart[1], r[OV_CENTER], r[OV_CENTER + 1], r[OV_CENTER + 2], frame, 0);
      return hull.build(polygon, 0);
    }),
    each('sixfold, boxes + whole patch', (i) => {
      overlap.computeBoxes(A, poses, i, B, still, 0, out);
      patches.clear();
      return patches.add(out, 0, DEFAULT_PATCH);
    }),
    each('sixfold, general path', (i) => {
      overlap.compute(A, poses, i, B, still, 0, out);
      return out.records[0];
    }),
    each('sixfold, boxes + boundary polygons', (i) => {
      overlap.computeBoxes(A, poses, i, B, still, 0, out);
      return overlap.updatePolygons(out).polygonCount;
    }),
  ];
}

function cannon(scene: Scene): Contender {
  const world = new World();
  world.defaultContactMaterial = new ContactMaterial(world.defaultMaterial, world.defaultMaterial, { friction: 0 });
  const shape = ([x, y, z]: readonly [number, number, number]): Box => new Box(new Vec3(x / 2, y / 2, z / 2));
  const floor = new Body({ mass: 0, shape: shape(scene.sizeB) });
  const boxes: Body[][] = [];
  for (let i = 0; i < 7 * POSES; i += 7) {
    const p = scene.poses;
    const body = new Body({ mass: 1, shape: shape(scene.sizeA), position: new Vec3(p[i], p[i + 1], p[i + 2]) });
    body.quaternion.set(p[i + 3], p[i + 4], p[i + 5], p[i + 6]);
    world.addBody(body);
    boxes.push([body]);
  }
  world.addBody(floor);
  const floors = [floor];
  let contacts: Parameters<World['narrowphase']['getContacts']>[3] = [];
  let pool: typeof contacts = [];
  return {
    name: 'cannon-es contact points',
    passes: 2,
    times: [],
    run: () => {
      let count = 0;
      for (const box of boxes) {
        [contacts, pool] = [pool, contacts];
        while (contacts.length > 0) pool.push(contacts.pop()!);
        world.narrowphase.getContacts(box, floors, world, contacts, pool, [], []);
        count += contacts.length;
      }
      return count;
    },
  };
}

async function manifold(scene: Scene): Promise<Contender[]> {
  const wasm = await Module();
  wasm.setup();
  const floor = wasm.Manifold.cube([...scene.sizeB], true);
  const unplaced = wasm.Manifold.cube([...scene.sizeA], true);
  type Matrix = Parameters<Manifold['transform']>[0];
  const matrices: Matrix[] = [];
  const boxes: Manifold[] = [];
  for (let i = 0; i < 7 * POSES; i += 7) {
    const [px, py, pz, x, y, z, w] = scene.poses.subarray(i, i + 7);
    const matrix = [
      ...[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0],
      ...[2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0],
      ...[2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0],
      ...[px, py, pz, 1],
    ] as Matrix;
    matrices.push(matrix);
    const placed = unplaced.transform(matrix);
    placed.volume(); // Transforms are lazy: apply it now.
    boxes.push(placed);
  }
  const volume = (box: Manifold): number => {
    const both = box.intersect(floor);
    const v = both.volume();
    both.delete();
    return v;
  };
  return [
    {
      name: 'manifold-3d intersection, volume',
      passes: 1,
      times: [],
      run: () => boxes.reduce((sum, box) => sum + volume(box), 0),
    },
    {
      name: 'manifold-3d placing, intersection, volume',
      passes: 1,
      times: [],
      run: () => {
        let sum = 0;
        for (const matrix of matrices) {
          const box = unplaced.transform(matrix);
          sum += volume(box);
          box.delete();
        }
        return sum;
      },
    },
  ];
}

/** Round hulls, from shallow to deep: how the general path grows with the number of corners. */
function hulls(): void {
  console.log('\ngeneral path, hulls of n points on a sphere');
  const overlap = new BoxOverlap();
  const out = new OverlapBuffer();
  const random = new Random(2);
  const box = boxPolyhedron(2, 0.5, 2);
  const cloud = (n: number): Float64Array =>
    Float64Array.from(Array.from({ length: n }, () => random.direction()).flat());
  for (const n of [8, 32, 128, 512]) {
    const [A, B] = [computeHull(cloud(n)), computeHull(cloud(n))];
    const onBox = new Float64Array(7 * POSES);
    const onHull = new Float64Array(7 * POSES);
    for (let i = 0; i < POSES; i++) {
      onBox.set([0, 1.4, 0, ...random.rotation()], 7 * i);
      onHull.set([0, 1.8, 0, ...random.rotation()], 7 * i);
    }
    const still = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    const time = (work: (i: number) => void): string => {
      const times: number[] = [];
      for (let round = 0; round < 2 * ROUNDS; round++) {
        const start = performance.now();
        for (let i = 0; i < 7 * POSES; i += 7) work(i);
        if (round >= ROUNDS) times.push((1e3 * (performance.now() - start)) / POSES);
      }
      return least(times).toFixed(2).padStart(8);
    };
    const box1 = time((i) => overlap.compute(A, onBox, i, box, still, 0, out));
    const hull1 = time((i) => overlap.compute(A, onHull, i, B, still, 0, out));
    const plane1 = time((i) =>
      overlap.computeHalfSpace(A, onBox, i, Float64Array.of(0, 0.5, 0, 0, 0, 0, 1), 0, false, out),
    );
    console.log(
      `  n ${`${n}`.padStart(4)}   on a half-space ${plane1} µs   on a box ${box1} µs   on another ${hull1} µs`,
    );
  }
}

const least = (times: number[]): number => Math.min(...times);

for (const scene of scenes()) {
  const contenders = [...ours(scene), cannon(scene), ...(await manifold(scene))];
  let sink = 0;
  for (const c of contenders) for (let k = 0; k < 20 * c.passes; k++) sink += c.run();
  for (let round = 0; round < ROUNDS; round++) {
    for (const c of contenders) {
      const start = performance.now();
      for (let k = 0; k < c.passes; k++) sink += c.run();
      c.times.push((1e3 * (performance.now() - start)) / (c.passes * POSES));
    }
  }
  const best = contenders.map((c) => least(c.times));
  const [mine, theirs] = [contenders[0].run(), contenders[contenders.length - 1].run()];
  console.log(`\n${scene.name}  (volumes differ by ${Math.abs(theirs / mine - 1).toExponential(1)}, ${sink > 0})`);
  contenders.forEach((c, i) => {
    console.log(`  ${c.name.padEnd(42)} ${best[i].toFixed(3).padStart(9)} µs   × ${(best[i] / best[1]).toFixed(1)}`);
  });
}
hulls();

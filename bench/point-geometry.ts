// Contact points, timed: microseconds per pair, and how many times as long cannon-es takes for the same pair in the
// same run, single thread. Medians over rounds in which the contenders take turns.
//
// cannon-es: Narrowphase.getContacts for the pair (friction off, contact equations recycled, as in its own step).
// Ours: PointGenerator.generate with a margin of 1 cm, all points, no reduction. Each contender goes through 64 poses,
// so that branch predictors cannot learn one. Then our other pairs, and what a million calls leave on the heap.

import { Body, Box, ContactMaterial, type Cylinder, Sphere, Vec3, World } from 'cannon-es';
import { PointBuffer } from '../src/distance/buffer.js';
import { PointGenerator } from '../src/distance/points.js';
import { Random } from '../src/math/random.js';
import { CONCAVE_SOLIDS } from '../src/overlap/concave-solids.js';
import { createShape } from '../src/shapes/create.js';
import { bumpyCube, icosphere } from '../src/shapes/procedural.js';
import type { ShapeDescription, SimpleShape } from '../src/shapes/shape.js';

const POSES = 64;
const ROUNDS = 41;
const MARGIN = 0.01;
const still = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

interface Scene {
  name: string;
  a: ShapeDescription;
  b: ShapeDescription;
  /** POSES poses of A; B stays at the origin. */
  poses: Float64Array;
}

type Shape = Box | Sphere | Cylinder;

const make = (d: ShapeDescription): SimpleShape => createShape(d) as SimpleShape;
const median = (times: number[]): number => times.sort((x, y) => x - y)[times.length >> 1];
const box = (x: number, y: number, z: number): ShapeDescription => ({ type: 'box', size: [x, y, z] });

function scenes(): Scene[] {
  const random = new Random(1);
  const rest = new Float64Array(7 * POSES);
  const stack = new Float64Array(7 * POSES);
  const corner = new Float64Array(7 * POSES);
  const apart = new Float64Array(7 * POSES);
  const ball = new Float64Array(7 * POSES);
  for (let i = 0; i < POSES; i++) {
    const half = random.between(-0.7, 0.7);
    const k = 1 / Math.sqrt(1 + half * half);
    const at = [random.between(-1, 1), 0.999, random.between(-1, 1)];
    rest.set([...at, 0, 0, 0, 1], 7 * i);
    stack.set([0.2 * at[0], 0.999, 0.2 * at[2], 0, half * k, 0, k], 7 * i);
    corner.set([0.3 * at[0], 1.2, 0.3 * at[2], ...random.rotation()], 7 * i);
    apart.set([0.3 * at[0], 1.75, 0.3 * at[2], ...random.rotation()], 7 * i);
    ball.set([0.3 * at[0], 0.999, 0.3 * at[2], ...random.rotation()], 7 * i);
  }
  return [
    { name: 'box at rest on a floor', a: box(1, 1, 1), b: box(10, 1, 10), poses: rest },
    { name: 'cube on a cube, shifted and spun', a: box(1, 1, 1), b: box(1, 1, 1), poses: stack },
    { name: 'cube in a cube, any pose', a: box(1, 1, 1), b: box(1, 1, 1), poses: corner },
    { name: 'cubes apart, boxes overlapping', a: box(1, 1, 1), b: box(1, 1, 1), poses: apart },
    { name: 'ball on a cube', a: { type: 'sphere', radius: 0.5 }, b: box(1, 1, 1), poses: ball },
  ];
}

function ours(scene: Scene): () => number {
  const generator = new PointGenerator(CONCAVE_SOLIDS);
  const out = new PointBuffer();
  const a = make(scene.a);
  const b = make(scene.b);
  return () => {
    let count = 0;
    for (let i = 0; i < 7 * POSES; i += 7) count += generator.generate(a, scene.poses, i, b, still, 0, MARGIN, out);
    return count;
  };
}

function cannon(scene: Scene): () => number {
  const world = new World();
  world.defaultContactMaterial = new ContactMaterial(world.defaultMaterial, world.defaultMaterial, { friction: 0 });
  const shape = (d: ShapeDescription): Shape => {
    if (d.type === 'sphere') return new Sphere(d.radius);
    if (d.type === 'box') return new Box(new Vec3(d.size[0] / 2, d.size[1] / 2, d.size[2] / 2));
    throw new Error(`no ${d.type} here`);
  };
  const floor = new Body({ mass: 0, shape: shape(scene.b) });
  const bodies: Body[][] = [];
  for (let i = 0; i < 7 * POSES; i += 7) {
    const p = scene.poses;
    const body = new Body({ mass: 1, shape: shape(scene.a), position: new Vec3(p[i], p[i + 1], p[i + 2]) });
    body.quaternion.set(p[i + 3], p[i + 4], p[i + 5], p[i + 6]);
    world.addBody(body);
    bodies.push([body]);
  }
  world.addBody(floor);
  const floors = [floor];
  let contacts: Parameters<World['narrowphase']['getContacts']>[3] = [];
  let pool: typeof contacts = [];
  return () => {
    let count = 0;
    for (const one of bodies) {
      [contacts, pool] = [pool, contacts];
      while (contacts.length > 0) pool.push(contacts.pop()!);
      world.narrowphase.getContacts(one, floors, world, contacts, pool, [], []);
      count += contacts.length;
    }
    return count;
  };
}

function timeOf(run: () => number, passes: number): number {
  const start = performance.now();
  for (let k = 0; k < passes; k++) run();
  return (1e3 * (performance.now() - start)) / (passes * POSES);
}

console.log('µs per pair            sixfold  (points)   cannon-es  (points)   ratio');
for (const scene of scenes()) {
  const mine = ours(scene);
  const theirs = cannon(scene);
  for (let k = 0; k < 200; k++) mine();
  for (let k = 0; k < 40; k++) theirs();
  const a: number[] = [];
  const b: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    a.push(timeOf(mine, 16));
    b.push(timeOf(theirs, 2));
  }
  const [x, y] = [median(a), median(b)];
  const points = (f: () => number): string => (f() / POSES).toFixed(1).padStart(5);
  console.log(
    `${scene.name.padEnd(34)} ${x.toFixed(3).padStart(7)} ${points(mine)}  ${y.toFixed(3).padStart(9)} ${points(theirs)}  × ${(y / x).toFixed(1)}`,
  );
}

console.log('\nother pairs, µs');
const random = new Random(2);
const hull = (n: number): ShapeDescription => ({
  type: 'convex',
  points: Array.from({ length: n }, () => random.direction()),
});
const others: [string, ShapeDescription, ShapeDescription, number, boolean][] = [
  ['hull of 12 points on a box', hull(12), box(4, 1, 4), 1.35, true],
  ['hulls of 12 points', hull(12), hull(12), 1.7, true],
  ['hulls of 100 points', hull(100), hull(100), 1.9, true],
  ['cylinder standing on a box', { type: 'cylinder', radius: 0.5, height: 1 }, box(4, 1, 4), 0.999, false],
  ['cylinder in a box, any pose', { type: 'cylinder', radius: 0.5, height: 1 }, box(4, 1, 4), 1.05, true],
  [
    'cylinder in a cylinder, any pose',
    { type: 'cylinder', radius: 0.5, height: 1 },
    { type: 'cylinder', radius: 0.5, height: 1 },
    0.9,
    true,
  ],
  ['cone on a box, any pose', { type: 'cone', radius: 0.5, height: 1 }, box(4, 1, 4), 0.9, true],
  ['capsule on a box, any pose', { type: 'capsule', radius: 0.3, height: 1 }, box(4, 1, 4), 0.95, true],
  ['torus on a box, any pose', { type: 'torus', radius: 1, tube: 0.25 }, box(4, 1, 4), 1.2, true],
  [
    'box on a bumpy cube of 3072 triangles',
    box(0.3, 0.3, 0.3),
    { type: 'mesh', ...bumpyCube(16, 1, 4, 0.02) },
    0.65,
    true,
  ],
  [
    'ball on the bumpy cube',
    { type: 'sphere', radius: 0.2 },
    { type: 'mesh', ...bumpyCube(16, 1, 4, 0.02) },
    0.7,
    true,
  ],
  [
    'cylinder on the bumpy cube',
    { type: 'cylinder', radius: 0.2, height: 0.3 },
    { type: 'mesh', ...bumpyCube(16, 1, 4, 0.02) },
    0.7,
    true,
  ],
  [
    'two mesh balls of 1280 triangles',
    { type: 'mesh', ...icosphere(8, 0.5) },
    { type: 'mesh', ...icosphere(8, 0.5) },
    0.98,
    true,
  ],
];
for (const [name, da, db, height, turned] of others) {
  const poses = new Float64Array(7 * POSES);
  for (let i = 0; i < POSES; i++) {
    const q = turned ? random.rotation() : [0, 0, 0, 1];
    poses.set([random.between(-0.1, 0.1), height, random.between(-0.1, 0.1), ...q], 7 * i);
  }
  const run = ours({ name, a: da, b: db, poses });
  for (let k = 0; k < 20; k++) run();
  const times: number[] = [];
  for (let round = 0; round < 15; round++) times.push(timeOf(run, 2));
  console.log(`  ${name.padEnd(40)} ${median(times).toFixed(2).padStart(9)}   ${(run() / POSES).toFixed(1)} points`);
}

// what warm calls leave behind: garbage per call, with the young generation emptied only by chance
const scene = scenes()[1];
const run = ours(scene);
for (let k = 0; k < 500; k++) run();
const before = process.memoryUsage().heapUsed;
for (let k = 0; k < 15625; k++) run();
console.log(`\nheap after a million calls: ${((process.memoryUsage().heapUsed - before) / 1e6).toFixed(3)} B per call`);

// Round solids against a half-space, a box's face and each other: microseconds per call, everything included (moments,
// gradient, patch points). Medians of rounds over 64 poses each. Print-out only: `node scripts/run-ts.js
// bench/overlap-analytic.ts`.

import { Random } from '../src/math/random.js';
import { cos, sin } from '../src/math/trig.js';
import { AnalyticOverlap } from '../src/overlap/analytic/analytic.js';
import { TorusCut } from '../src/overlap/analytic/torus.js';
import { OV_VOLUME, OverlapBuffer } from '../src/overlap/overlap.js';
import { createShape } from '../src/shapes/create.js';
import type { ShapeDescription, SimpleShape } from '../src/shapes/shape.js';

const POSES = 64;
const ROUNDS = 31;
const PASSES = 40;
const DEPTH = 1e-3;

const shape = (d: ShapeDescription): SimpleShape => createShape(d) as SimpleShape;
const floor = shape({ type: 'half-space' });
const slab = shape({ type: 'box', size: [8, 1, 8] });
const sphere = shape({ type: 'sphere', radius: 0.5 });
const capsule = shape({ type: 'capsule', radius: 0.3, height: 0.8 });
const cylinder = shape({ type: 'cylinder', radius: 0.4, height: 0.9 });
const coin = shape({ type: 'cylinder', radius: 0.5, height: 0.05 });
const cone = shape({ type: 'cone', radius: 0.4, height: 0.9 });
const torus = shape({ type: 'torus', radius: 0.4, tube: 0.12 });

/** How far the solid reaches below its origin when its axis leans by `tilt`. */
function below(s: SimpleShape, tilt: number): number {
  const c = Math.abs(cos(tilt));
  const across = Math.abs(sin(tilt));
  if (s.type === 'sphere') return s.radius;
  if (s.type === 'capsule') return s.radius + s.halfHeight * c;
  if (s.type === 'cylinder') return s.radius * across + s.halfHeight * c;
  if (s.type === 'torus') return s.radius * across + s.tube;
  if (s.type !== 'cone') throw new Error(s.type);
  return Math.max(s.radius * across + s.halfHeight * cos(tilt), -s.halfHeight * cos(tilt));
}

/** Leaning by `tilt` in any direction, sunk by DEPTH into y ≤ top. */
function poses(s: SimpleShape, tilt: number, top: number): Float64Array {
  const random = new Random(1);
  const p = new Float64Array(7 * POSES);
  for (let k = 0; k < POSES; k++) {
    const way = random.between(0, 6.28);
    p[7 * k] = random.between(-1, 1);
    p[7 * k + 1] = top + below(s, tilt) - DEPTH * random.between(0.5, 1.5);
    p[7 * k + 2] = random.between(-1, 1);
    p[7 * k + 3] = sin(0.5 * tilt) * cos(way);
    p[7 * k + 5] = sin(0.5 * tilt) * sin(way);
    p[7 * k + 6] = cos(0.5 * tilt);
  }
  return p;
}

const overlap = new AnalyticOverlap(new TorusCut());
const out = new OverlapBuffer();
const still = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

function time(name: string, a: SimpleShape, p: Float64Array, b: SimpleShape): void {
  const times: number[] = [];
  let sum = 0;
  let found = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    found = 0;
    for (let pass = 0; pass < PASSES; pass++)
      for (let k = 0; k < POSES; k++) {
        if (overlap.compute(a, p, 7 * k, b, still, 0, out) !== 1) continue;
        found++;
        sum += out.records[OV_VOLUME];
      }
    times.push((1000 * (performance.now() - start)) / (PASSES * POSES));
  }
  times.sort((x, y) => x - y);
  const share = Math.round((100 * found) / (PASSES * POSES));
  const count = out.pointStart[1];
  console.log(
    `${name.padEnd(34)} ${times[ROUNDS >> 1].toFixed(2)} µs   ${share} % overlap, ${count} points${sum > 0 ? '' : ' ?'}`,
  );
}

const SIDE = Math.PI / 2;
/** A cone on its side leans until a generator lies on the floor. */
const ON_SIDE = Math.PI / 2 + 0.4182243295792291;
const cases: [string, SimpleShape, number][] = [
  ['sphere', sphere, 0],
  ['capsule standing', capsule, 0],
  ['capsule on its side', capsule, SIDE],
  ['capsule leaning', capsule, 0.5],
  ['capsule nearly on its side', capsule, SIDE - 0.001],
  ['cylinder standing', cylinder, 0],
  ['cylinder on its side', cylinder, SIDE],
  ['cylinder leaning', cylinder, 0.5],
  ['coin leaning', coin, 0.2],
  ['cone on its base', cone, 0],
  ['cone on its tip', cone, Math.PI],
  ['cone leaning', cone, 0.5],
  ['cone on its side', cone, ON_SIDE],
  ['torus lying', torus, 0],
  ['torus nearly lying', torus, 0.001],
  ['torus about to lift off', torus, 0.00125],
  ['torus leaning', torus, 0.5],
  ['torus upright', torus, SIDE],
];
for (let warm = 0; warm < 2; warm++) {
  if (warm) console.log('half-space');
  for (const [name, s, tilt] of cases) time(`  ${name}`, s, poses(s, tilt, 0), floor);
  if (warm) console.log('face of a box');
  for (const [name, s, tilt] of cases) time(`  ${name}`, s, poses(s, tilt, 0.5), slab);
}
const near = new Float64Array(7 * POSES);
const random = new Random(2);
for (let k = 0; k < POSES; k++) {
  const [x, y, z] = random.direction();
  near.set([x * 0.999, y * 0.999, z * 0.999, 0, 0, 0, 1], 7 * k);
}
time('sphere and sphere', sphere, near, sphere);

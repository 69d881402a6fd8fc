// The contact patch, timed: microseconds per call on one thread, medians over rounds. Every kernel goes through 64
// different inputs, so that branch predictors cannot learn one. "Four points" is what a point-contact engine spends on
// the same friction: the sum over the patch's corners, which is 85 % off for a spinning square (the ratio is the price
// of being right).

import { performance } from 'node:perf_hooks';
import { Random } from '../src/math/random.js';
import { OV_AREA_VECTOR, OV_MOMENT, OV_STRIDE, OV_VOLUME } from '../src/overlap/overlap.js';
import { contactFrame, FrameScratch } from '../src/patch/frame.js';
import { HullBuilder } from '../src/patch/hull.js';
import { LIMIT_CHEAP, LIMIT_PRECISE, LimitSurface } from '../src/patch/limit-surface.js';
import { PressureLoad } from '../src/patch/load.js';
import { ellipsePolygon, polygonMoments, projectToPolygon } from '../src/patch/polygon.js';
import { PressureSolver } from '../src/patch/pressure.js';
import { evaluateSlip } from '../src/patch/slip.js';
import { SLIP_STRIDE } from '../src/patch/slip-record.js';

const CASES = 64;
const ROUNDS = 31;
const random = new Random(1);
let sink = 0;

function time(name: string, run: (k: number) => void): number {
  let passes = 1;
  for (;;) {
    const start = performance.now();
    for (let p = 0; p < passes; p++) for (let k = 0; k < CASES; k++) run(k);
    if (performance.now() - start > 4) break;
    passes *= 2;
  }
  const times: number[] = [];
  for (let r = 0; r < ROUNDS; r++) {
    const start = performance.now();
    for (let p = 0; p < passes; p++) for (let k = 0; k < CASES; k++) run(k);
    times.push(((performance.now() - start) * 1000) / (passes * CASES));
  }
  times.sort((a, b) => a - b);
  const median = times[ROUNDS >> 1];
  console.log(`${name.padEnd(58)} ${median.toFixed(3).padStart(8)} µs`);
  return median;
}

// Hull of the eight corners of a thin box, spun.
const points = new Float64Array(3 * 8 * CASES);
for (let k = 0; k < CASES; k++) {
  const a = random.between(0, 6.28);
  const [c, s] = [Math.cos(a), Math.sin(a)];
  for (let v = 0; v < 8; v++) {
    const x = v & 1 ? 0.5 : -0.5;
    const z = v & 2 ? 0.5 : -0.5;
    points.set([c * x - s * z, v & 4 ? 1e-3 : 0, s * x + c * z], 3 * (8 * k + v));
  }
}
const upright = Float64Array.of(0, 1, 0, 0, 0, 1, 1, 0, 0);
const hull = new HullBuilder();
const outline = new Float64Array(64);
time('hull of 8 points, projected', (k) => {
  hull.project(points, 8 * k, 8 * k + 8, 0, 0, 0, upright, 0);
  sink += hull.build(outline, 0);
});

const records = new Float64Array(OV_STRIDE * CASES);
for (let k = 0; k < CASES; k++) {
  const r = OV_STRIDE * k;
  records[r + OV_VOLUME] = 1e-3;
  const e = 1e-6 * random.next();
  records.set([1e-3 / 12, e, 2 * e, 1e-9 / 12, e, (1e-3 / 12) * random.between(0.5, 1)], r + OV_MOMENT);
  records.set([1e-3 * random.next(), -1, 0], r + OV_AREA_VECTOR);
}
const frames = new Float64Array(9 * CASES);
const scratch = new FrameScratch();
time('contact frame, normal from moments', (k) => {
  contactFrame(frames, 9 * k, records, OV_STRIDE * k, 'face', frames, 9 * k, scratch);
});
time('contact frame, normal from the gradient', (k) => {
  contactFrame(frames, 9 * k, records, OV_STRIDE * k, 'gradient', frames, 9 * k, scratch);
});

function regularPatch(n: number): { poly: Float64Array; moments: Float64Array; n: number } {
  const poly = new Float64Array(2 * n);
  if (n === 4) poly.set([-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5]);
  else ellipsePolygon(poly, 0, n, 0.5, 0.5);
  const moments = new Float64Array(6);
  polygonMoments(moments, 0, poly, 0, n);
  return { poly, moments, n };
}

const projection = new Float64Array(4);
const solver = new PressureSolver();
const load = new PressureLoad();
const surface = new LimitSurface();
const record = new Float64Array(SLIP_STRIDE);
const inKern = Float64Array.from({ length: 2 * CASES }, () => random.between(-0.08, 0.08));
const beyond = Float64Array.from(
  { length: 2 * CASES },
  () => (random.next() < 0.5 ? -1 : 1) * random.between(0.15, 0.34),
);
const twists = Float64Array.from({ length: 3 * CASES }, () => random.between(-1, 1));

for (const n of [4, 16, 32]) {
  const { poly, moments } = regularPatch(n);
  const name = n === 4 ? 'square' : `${n}-gon`;
  time(`${name}: closest point`, (k) => {
    sink += projectToPolygon(projection, 0, poly, 0, n, 10 * beyond[2 * k], 10 * beyond[2 * k + 1]);
  });
  time(`${name}: pressure and spin bound inside the kern`, (k) => {
    solver.solve(load, poly, 0, n, moments, 0, inKern[2 * k], inKern[2 * k + 1]);
    sink += load.spin;
  });
  time(`${name}: pressure and spin bound beyond the kern`, (k) => {
    solver.solve(load, poly, 0, n, moments, 0, beyond[2 * k], beyond[2 * k + 1]);
    sink += load.spin;
  });
  solver.solve(load, poly, 0, n, moments, 0, 0.05, 0.03);
  const wrench = time(`${name}: friction wrench of a slip twist`, (k) => {
    evaluateSlip(record, 0, load, twists[3 * k], twists[3 * k + 1], twists[3 * k + 2], false);
    sink += record[3];
  });
  time(`${name}: the same with second derivatives`, (k) => {
    evaluateSlip(record, 0, load, twists[3 * k], twists[3 * k + 1], twists[3 * k + 2], true);
    sink += record[3];
  });
  time(`${name}: friction wrench, almost pure sliding`, (k) => {
    evaluateSlip(record, 0, load, twists[3 * k], 1, 1e-3 * twists[3 * k + 2], false);
    sink += record[3];
  });
  if (n === 4) {
    const four = time('square: friction wrench of four points', (k) => {
      let fu = 0;
      let fw = 0;
      let t = 0;
      for (let v = 0; v < 8; v += 2) {
        const x = poly[v];
        const y = poly[v + 1];
        const a = twists[3 * k] - twists[3 * k + 2] * y;
        const b = twists[3 * k + 1] + twists[3 * k + 2] * x;
        const i = 0.25 / Math.sqrt(a * a + b * b);
        fu += a * i;
        fw += b * i;
        t += (x * b - y * a) * i;
      }
      sink += fu + fw + t;
    });
    console.log(`${'  the patch / four points'.padEnd(58)} ${(wrench / four).toFixed(1).padStart(8)} ×`);
  }
  const metric = Float64Array.of(1, 0.1, 0.2, 1.2, -0.1, 6);
  const target = new Float64Array(3);
  const slips = new Float64Array(3 * CASES);
  const project = (k: number, warm: boolean, quality: typeof LIMIT_CHEAP) => {
    target[0] = 2 * twists[3 * k];
    target[1] = 2 * twists[3 * k + 1] + 1;
    target[2] = twists[3 * k + 2];
    if (!warm) slips.fill(0, 3 * k, 3 * k + 3);
    sink += surface.project(target, 0, slips, 3 * k, load, 0.5, metric, 0, quality);
  };
  time(`${name}: projection on the limit surface, 1e-3`, (k) => project(k, false, LIMIT_CHEAP));
  time(`${name}: the same, warm`, (k) => project(k, true, LIMIT_CHEAP));
  time(`${name}: the same, 1e-11`, (k) => project(k, false, LIMIT_PRECISE));
}
if (!Number.isFinite(sink)) throw new Error('a kernel returned no number');

// V is continuous: slide one solid past another in 10,000 steps; no step changes V by more than the gradient at its
// ends allows. Between events V is smooth, so ΔV lies between g₀·δ and g₁·δ up to the third order in the step, |δ|³ ×
// the third derivative; where faces come to lie in one plane g jumps, and the two ends bracket the jump. A step that
// ends exactly there sees a value within the jump (ties count for A), not its far side, which may lie |δ| ×
// perimeter/area (at most 4 for these solids, measured in their size) beyond the near one.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { dot, type Quat, type Vec3 } from '../../src/math/vec3.js';
import { BoxOverlap } from '../../src/overlap/convex-boxes.js';
import { OV_STRIDE, OverlapBuffer } from '../../src/overlap/overlap.js';
import { boxPolyhedron, type Polyhedron } from '../../src/shapes/polyhedron.js';
import { about, answer, pose, prism, randomHull } from './convex-helpers.js';

const STEPS = 10_000;

interface Slide {
  name: string;
  A: Polyhedron;
  B: Polyhedron;
  from: Vec3;
  to: Vec3;
  q: Quat;
  boxes: boolean;
  /** Greatest third derivative of V along the path, in units of length⁰: about 6 × the slopes of the corners met. */
  third: number;
}

const cube = boxPolyhedron(0.5, 0.5, 0.5);
const random = new Random(41);
const slides: Slide[] = [
  {
    name: 'cube over cube, faces parallel',
    A: cube,
    B: cube,
    from: [-1.25, 0.75, 0],
    to: [1.25, 0.75, 0],
    q: [0, 0, 0, 1],
    boxes: true,
    third: 1,
  },
  {
    name: 'cube through cube along the diagonal',
    A: cube,
    B: cube,
    from: [-1.25, -1.25, -1.25],
    to: [1.25, 1.25, 1.25],
    q: [0, 0, 0, 1],
    boxes: true,
    third: 6,
  },
  {
    name: 'turned cube over cube',
    A: cube,
    B: cube,
    from: [-1.5, 0.9, 0.2],
    to: [1.5, 0.9, 0.2],
    q: about([1, 2, 3], 0.7),
    boxes: true,
    third: 40,
  },
  {
    name: 'cube almost parallel',
    A: cube,
    B: cube,
    from: [-1.3, 0.95, 0],
    to: [1.3, 0.95, 0],
    q: about([1, 2, 3], 1e-9),
    boxes: true,
    third: 40,
  },
  {
    name: 'cube down through a face',
    A: cube,
    B: boxPolyhedron(2, 0.5, 2),
    from: [0.3, 1.5, 0.1],
    to: [0.3, -1.5, 0.1],
    q: [0, 0, 0, 1],
    boxes: false,
    third: 1,
  },
  {
    name: 'hull through hull',
    A: randomHull(random, 12),
    B: randomHull(random, 14),
    from: [-2, 0.3, 0],
    to: [2, 0.3, 0],
    q: random.rotation(),
    boxes: false,
    third: 100,
  },
  {
    name: 'prism over prism',
    A: prism(6, 0.7, 0.5),
    B: prism(5, 0.7, 0.5),
    from: [-1.5, 0.95, 0],
    to: [1.5, 0.95, 0],
    q: [0, 0, 0, 1],
    boxes: false,
    third: 40,
  },
];

describe('volume along a slide', () => {
  const overlap = new BoxOverlap();
  const out = new OverlapBuffer();
  for (const { name, A, B, from, to, q, boxes, third } of slides) {
    it(name, () => {
      const pb = pose();
      const step: Vec3 = [(to[0] - from[0]) / STEPS, (to[1] - from[1]) / STEPS, (to[2] - from[2]) / STEPS];
      const length = Math.sqrt(dot(step, step));
      let last = 0;
      let lastRate = 0;
      let met = 0;
      for (let i = 0; i <= STEPS; i++) {
        const pa = pose([from[0] + step[0] * i, from[1] + step[1] * i, from[2] + step[2] * i], q);
        const found = boxes ? overlap.computeBoxes(A, pa, 0, B, pb, 0, out) : overlap.compute(A, pa, 0, B, pb, 0, out);
        let V = 0;
        let rate = 0;
        if (found) {
          met++;
          for (let k = 0; k < OV_STRIDE; k++) if (!Number.isFinite(out.records[k])) throw new Error(`step ${i}: NaN`);
          const got = answer(out);
          V = got.V;
          rate = dot(got.g, step);
        }
        if (i > 0) {
          const miss = Math.abs(V - last - 0.5 * (rate + lastRate));
          const allowed = 0.5 * Math.abs(rate - lastRate) * (1 + 4 * length) + third * length ** 3 + 1e-14;
          if (miss > allowed) expect.fail(`step ${i}: V went from ${last} to ${V}, rates ${lastRate} and ${rate}`);
        }
        last = V;
        lastRate = rate;
      }
      expect(met).toBeGreaterThan(STEPS / 3);
      expect(last).toBe(0);
    });
  }
});

// Into how many parts a step is cut, where the scene leaves stiffness to the model.
//
// The stiffest safe spring of a body of mass m is k = q² m/h², q² = 0.0125 between two alike (coefficients.ts): at
// 1/60 s a body sinks 0.2 m by its own weight, whatever its size. So small things would fall through floors and towers
// would buckle, unless the step is short enough for what the scene holds. With h the length of a part, a body that
// carries the weight W, its own included,
//
//   sinks by        W/k ≤ d/4              d its thinnest extent: it stays above what it lies on
//   stays upright   W/k ≤ w²/(12 H)        w its width, H the height of what stands on it: the rocking stiffness
//                                          k w²/12 is twice W H/2, at which it buckles
//
// and W/k ≤ d/4 for the thinnest of what does not move. W counts what stands on a body at the time: dynamic bodies that
// are higher, with their centre over its box. Parts are the same for the whole scene, so that every step costs the
// same; they are counted anew when bodies come or go.
//
// Simplifications: loads that come later (thrown, poured, levered by joints) are not foreseen; with them bodies sink
// deeper. Parts are no shorter than SHORTEST, and steps that are no longer are not cut. Coefficients that a scene gives
// are its own affair: there is one part.
// Verified in test/contact/penalty-substeps.test.ts.

import {
  B_CENTER,
  B_CONSTANT_FORCE,
  B_GRAVITY_SCALE,
  B_MASS,
  B_ORIGIN,
  B_ROTATION,
  BODY_INTS,
  BODY_STRIDE,
  I_ALIVE,
  I_SENSOR,
  I_TYPE,
  TYPE_DYNAMIC,
} from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { matrixFromQuaternion } from '../../math/quaternion.js';
import type { Vec3 } from '../../math/vec3.js';
import { updateBounds } from '../../shapes/bounds.js';
import { partCount, partShape } from '../../shapes/parts.js';
import type { Shape } from '../../shapes/shape.js';
import { chooseCoefficients, type Mobility } from './coefficients.js';
import type { PenaltyOptions } from './options.js';

/** Of a part (s): haptics is felt up to some kilohertz, and shorter steps only cost. */
const SHORTEST = 2.5e-4;
/** Share of the thinnest extent that a body may sink. */
const SINK = 0.25;
const BUCKLE = 12;

export interface SavedParts {
  parts: number;
  h: number;
  gravity: [number, number, number];
}

export class StepParts {
  readonly #bodies: BodyStore;
  readonly #options: PenaltyOptions;
  readonly #mobility: Mobility;
  readonly #gravity: Vec3;
  #isKnown = false;
  #parts = 1;
  #h = 0;
  readonly #known: [number, number, number] = [0, 0, 0];

  constructor(bodies: BodyStore, options: PenaltyOptions, mobility: Mobility, gravity: Vec3) {
    this.#bodies = bodies;
    this.#options = options;
    this.#mobility = mobility;
    this.#gravity = gravity;
  }

  /** Bodies have come or gone. */
  forget(): void {
    this.#isKnown = false;
  }

  /** Parts of a step of h seconds. */
  of(h: number): number {
    if (this.#options.stiffness !== null) return 1;
    const g = this.#gravity;
    const known = this.#known;
    if (this.#isKnown && h === this.#h && g[0] === known[0] && g[1] === known[1] && g[2] === known[2])
      return this.#parts;
    this.#isKnown = true;
    this.#h = h;
    for (let k = 0; k < 3; k++) known[k] = g[k]!;
    this.#parts = this.#count(h);
    return this.#parts;
  }

  save(): SavedParts | null {
    return this.#isKnown ? { parts: this.#parts, h: this.#h, gravity: [...this.#known] } : null;
  }

  load(saved: SavedParts | null): void {
    this.#isKnown = saved !== null;
    if (saved === null) return;
    this.#parts = saved.parts;
    this.#h = saved.h;
    for (let k = 0; k < 3; k++) this.#known[k] = saved.gravity[k]!;
  }

  #count(h: number): number {
    const loads = this.#loads();
    const most = Math.max(1, Math.floor(h / SHORTEST + 1e-9));
    let parts = 1;
    for (const load of loads) while (parts < most && !this.#carries(load, h / parts)) parts++;
    return parts;
  }

  #carries({ slot, weight, deepest }: Load, h: number): boolean {
    const bodies = this.#bodies;
    const mobility = this.#mobility;
    const options = this.#options;
    const inverse = 1 / bodies.f.data[slot * BODY_STRIDE + B_MASS];
    const give = mobility.of(bodies, slot);
    const { stiffness } = chooseCoefficients(options, h, inverse, inverse, give, give);
    return weight <= stiffness * deepest;
  }

  #loads(): Load[] {
    const bodies = this.#bodies;
    const g = this.#gravity;
    const d = bodies.f.data;
    const i = bodies.i.data;
    const size = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    const up =
      Math.abs(g[1]) >= Math.abs(g[0]) && Math.abs(g[1]) >= Math.abs(g[2])
        ? 1
        : Math.abs(g[0]) >= Math.abs(g[2])
          ? 0
          : 2;
    const sign = g[up]! > 0 ? -1 : 1;
    const boxes = new Float64Array(6 * bodies.count);
    const matrix = new Float64Array(9);
    const moving: number[] = [];
    let wall = Infinity;
    for (let s = 1; s < bodies.count; s++) {
      const n = s * BODY_INTS;
      const shape = bodies.shapes[s];
      if (i[n + I_ALIVE] === 0 || i[n + I_SENSOR] === 1 || !shape) continue;
      if (i[n + I_TYPE] !== TYPE_DYNAMIC) {
        wall = Math.min(wall, thinnest(shape));
        continue;
      }
      const o = s * BODY_STRIDE;
      if (!(d[o + B_MASS] > 0)) continue;
      moving.push(s);
      matrixFromQuaternion(matrix, 0, d, o + B_ROTATION);
      updateBounds(boxes, 6 * s, shape, matrix, 0, d[o + B_ORIGIN], d[o + B_ORIGIN + 1], d[o + B_ORIGIN + 2]);
    }
    const own = (s: number): number => {
      const o = s * BODY_STRIDE;
      const f = o + B_CONSTANT_FORCE;
      const push = Math.sqrt(d[f] * d[f] + d[f + 1] * d[f + 1] + d[f + 2] * d[f + 2]);
      return d[o + B_MASS] * Math.abs(d[o + B_GRAVITY_SCALE]) * size + push;
    };
    return moving.map((s) => {
      const height = sign * d[s * BODY_STRIDE + B_CENTER + up];
      const top = (t: number): number => (sign > 0 ? boxes[6 * t + 3 + up] : -boxes[6 * t + up]);
      let weight = own(s);
      let high = top(s);
      for (const t of moving) {
        const o = t * BODY_STRIDE + B_CENTER;
        if (t === s || !(sign * d[o + up] > height) || !isOver(boxes, 6 * s, d, o, up)) continue;
        weight += own(t);
        high = Math.max(high, top(t));
      }
      const bottom = sign > 0 ? boxes[6 * s + up] : -boxes[6 * s + 3 + up];
      const wide = width(boxes, 6 * s, up);
      const upright = (wide * wide) / (BUCKLE * (high - bottom));
      return { slot: s, weight, deepest: Math.min(SINK * Math.min(thinnest(bodies.shapes[s]!), wall), upright) };
    });
  }
}

interface Load {
  slot: number;
  /** N */
  weight: number;
  /** How deep it may sink under that (m). */
  deepest: number;
}

/** Whether the point at p[o…] lies over the box at b[s…], seen along the axis `up`. */
function isOver(b: Float64Array, s: number, p: Float64Array, o: number, up: number): boolean {
  for (let k = 0; k < 3; k++) if (k !== up && (p[o + k] < b[s + k] || p[o + k] > b[s + 3 + k])) return false;
  return true;
}

/** Smaller extent of the box across the axis `up` (m). */
function width(b: Float64Array, s: number, up: number): number {
  let least = Infinity;
  for (let k = 0; k < 3; k++) if (k !== up) least = Math.min(least, b[s + 3 + k] - b[s + k]);
  return least;
}

/** Least extent of a shape along the axes of its own frame, of the thinnest part of a compound (m). */
function thinnest(shape: Shape): number {
  let thin = Infinity;
  for (let k = 0; k < partCount(shape); k++) {
    const b = partShape(shape, k).bounds;
    thin = Math.min(thin, b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  }
  return thin;
}

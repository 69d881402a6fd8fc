// What finding contacts asks of every body in every step, side by side: where it is, how far it may come, and, where it
// is one box, that box. Records of bodies are longer, and shapes are objects scattered over the heap; most pairs of a
// crowd are turned away by a few of these numbers.

import { B_CENTER, B_RADIUS, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { BX_ROTATION, BX_STRIDE, setSides } from '../../distance/box-pair.js';
import { matrixFromQuaternion } from '../../math/quaternion.js';
import type { Arena, F64Slab } from '../../memory/arena.js';
import type { Shape } from '../../shapes/shape.js';
import { DEPTH_PER_SIZE, targetDepth, thickness } from '../material.js';
import type { ContactSettings } from '../model.js';

/** Centre of mass, and the radius about it. */
const T_CENTER = 0;
const T_RADIUS = 3;
/**
 * Velocity before this step's forces, its square, the speed of its farthest point about the centre, and what forces add
 * to the speed of any (m/s).
 */
const T_COURSE = 4;
const T_SQUARE = 7;
const T_TURN = 8;
const T_GAINED = 9;
/** Speed of its fastest point before this step's forces, about. */
const T_SPEED = 10;
/** 1: it is one box; its thickness; the box. */
const T_IS_BOX = 11;
const T_THICKNESS = 12;
export const T_BOX = 13;
export const T_STRIDE = T_BOX + BX_STRIDE;

export class BodyTable {
  readonly #slab: F64Slab;
  /** Shapes whose numbers are here. */
  readonly #known: (Shape | null)[] = [];
  readonly #bodies: BodyStore;

  constructor(bodies: BodyStore, arena: Arena) {
    this.#bodies = bodies;
    this.#slab = arena.f64(T_STRIDE * 16);
  }

  get data(): Float64Array {
    return this.#slab.data;
  }

  /** Takes down how bodies are and move, before contacts are looked for. */
  update(): void {
    const bodies = this.#bodies;
    const known = this.#known;
    const { count, shapes } = bodies;
    this.#slab.reserve(T_STRIDE * count);
    const t = this.#slab.data;
    const d = bodies.f.data;
    const v = bodies.v.data;
    const old = bodies.old.data;
    for (let b = 0; b < count; b++) {
      const o = b * T_STRIDE;
      const p = b * BODY_STRIDE;
      const w = 6 * b;
      const shape = shapes[b] ?? null;
      if (known[b] !== shape) this.#unpack(b, shape);
      const radius = d[p + B_RADIUS];
      for (let m = 0; m < 3; m++) {
        t[o + T_CENTER + m] = d[p + B_CENTER + m];
        t[o + T_COURSE + m] = old[w + m];
      }
      t[o + T_RADIUS] = radius;
      t[o + T_SQUARE] = square(old, w);
      t[o + T_TURN] = radius * Math.sqrt(square(old, w + 3));
      t[o + T_SPEED] = Math.sqrt(t[o + T_SQUARE]) + t[o + T_TURN];
      t[o + T_GAINED] = changed(v, old, w) + radius * changed(v, old, w + 3);
      if (t[o + T_IS_BOX] === 1) matrixFromQuaternion(t, o + T_BOX + BX_ROTATION, d, p + B_ROTATION);
    }
  }

  /** How far bodies a and b may come closer within h: approach.ts, `reachOf`. */
  reachOf(a: number, b: number, h: number): number {
    const t = this.#slab.data;
    const p = a * T_STRIDE;
    const q = b * T_STRIDE;
    const x = t[p + T_COURSE] - t[q + T_COURSE];
    const y = t[p + T_COURSE + 1] - t[q + T_COURSE + 1];
    const z = t[p + T_COURSE + 2] - t[q + T_COURSE + 2];
    const alike = Math.max(x * x + y * y + z * z, t[p + T_SQUARE], t[q + T_SQUARE]);
    return h * (Math.sqrt(alike) + (t[p + T_TURN] + t[q + T_TURN]) + t[p + T_GAINED] + t[q + T_GAINED]);
  }

  /** How far points of bodies a and b move together within h, before this step's forces. */
  wayOf(a: number, b: number, h: number): number {
    const t = this.#slab.data;
    return h * t[a * T_STRIDE + T_SPEED] + h * t[b * T_STRIDE + T_SPEED];
  }

  /** Radius of the smaller one of two bodies; of a half-space and another, that of the other. */
  smaller(a: number, b: number): number {
    const t = this.#slab.data;
    const ra = t[a * T_STRIDE + T_RADIUS];
    const rb = t[b * T_STRIDE + T_RADIUS];
    return rb > 0 && rb < ra ? rb : ra;
  }

  /** Whether the spheres around two bodies are farther apart than `by`. A half-space has none. */
  areFar(a: number, b: number, by: number): boolean {
    const t = this.#slab.data;
    const p = a * T_STRIDE;
    const q = b * T_STRIDE;
    const ra = t[p + T_RADIUS];
    const rb = t[q + T_RADIUS];
    const x = t[p + T_CENTER] - t[q + T_CENTER];
    const y = t[p + T_CENTER + 1] - t[q + T_CENTER + 1];
    const z = t[p + T_CENTER + 2] - t[q + T_CENTER + 2];
    const far = ra + rb + by;
    return ra > 0 && rb > 0 && x * x + y * y + z * z > far * far;
  }

  areBoxes(a: number, b: number): boolean {
    const t = this.#slab.data;
    return t[a * T_STRIDE + T_IS_BOX] === 1 && t[b * T_STRIDE + T_IS_BOX] === 1;
  }

  /** Thickness of the thinner one of two boxes. */
  thinner(a: number, b: number): number {
    const t = this.#slab.data;
    return Math.min(t[a * T_STRIDE + T_THICKNESS], t[b * T_STRIDE + T_THICKNESS]);
  }

  /** Target depth of bodies a and b. `asHulls`: convex meshes count as the hulls that they are. */
  depthOf(a: number, b: number, settings: ContactSettings, asHulls: boolean): number {
    if (this.areBoxes(a, b)) return settings.depth ?? DEPTH_PER_SIZE * this.thinner(a, b);
    const { shapes } = this.#bodies;
    return targetDepth(shapes[a]!, shapes[b]!, settings, asHulls);
  }

  #unpack(b: number, shape: Shape | null): void {
    const t = this.#slab.data;
    const o = b * T_STRIDE;
    this.#known[b] = shape;
    t[o + T_IS_BOX] = 0;
    if (shape === null || shape.type !== 'box') return;
    t[o + T_IS_BOX] = 1;
    t[o + T_THICKNESS] = thickness(shape);
    setSides(t, o + T_BOX, shape);
  }
}

function square(v: Float64Array, i: number): number {
  return v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
}

function changed(v: Float64Array, old: Float64Array, i: number): number {
  const x = v[i] - old[i];
  const y = v[i + 1] - old[i + 1];
  const z = v[i + 2] - old[i + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

// What finding contacts asks of every body in every step, side by side: where it is, how far it may come, and the box
// that turns with it: of what is convex the box round it. Records of bodies are longer, and shapes are objects
// scattered over the heap; most pairs of a crowd are turned away by a few of these numbers.

import {
  B_CENTER,
  B_ORIGIN,
  B_RADIUS,
  B_ROTATION,
  BODY_INTS,
  BODY_STRIDE,
  I_ASLEEP,
  I_HASTY,
  I_ISLAND,
} from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { BX_HALF, BX_ROTATION } from '../../distance/box-layout.js';
import { setSides } from '../../distance/box-pair.js';
import { matrixFromQuaternion } from '../../math/quaternion.js';
import type { Arena, F64Slab, I32Slab } from '../../memory/arena.js';
import type { Shape } from '../../shapes/shape.js';
import { BOX, CAPSULE, CONE, CONVEX, CYLINDER, SMOOTH, type Solid, SPHERE, solidOf } from '../../shapes/solid.js';
import { approachOf } from '../approach.js';
import { DEPTH_PER_SIZE, targetDepth, thickness } from '../material.js';
import type { ContactSettings } from '../model.js';
import { HullPack } from './hull-pack.js';
import {
  T_BOX,
  T_CENTER,
  T_COURSE,
  T_GAINED,
  T_HAS_BOX,
  T_HULL,
  T_INSIDE,
  T_IS_BOX,
  T_MIDDLE,
  T_RADIUS,
  T_SPEED,
  T_SQUARE,
  T_STRIDE,
  T_THICKNESS,
  T_TURN,
  T_WALKED,
} from './table-layout.js';
import { DEPTH_BOUND, REUSE, REUSE_IN_MOTION, REUSE_SWEPT } from './tolerances.js';

export class BodyTable {
  /** Speed of the fastest point of any body over the radius of the smallest body (1/s). */
  fleetness = 0;
  /** Whether anybody asks how far bodies have gone. */
  isFollowed = false;
  /** Grows where a body gets another shape: what was measured before holds no more. */
  age = 0;
  readonly #slab: F64Slab;
  /** By body: how it slept when its row was written, and in which island: who sleeps on stays where it is. */
  readonly #sleepers: I32Slab;
  /** Shapes whose numbers are here. */
  readonly #known: (Shape | null)[] = [];
  /** What is convex and of one part. */
  readonly #solids: (Solid | null)[] = [];
  /** Polyhedra for the kernel, if any is no box. */
  readonly hulls = new HullPack();
  readonly #bodies: BodyStore;
  /** For `isBeyond`: numbers as arguments would be allocated. */
  readonly #away = new Float64Array(4);
  readonly #line = new Float64Array(3);
  /** Room along the line that was looked along last (m), where there was any. */
  lineRoom = 0;
  readonly #was = new Float64Array(9);

  constructor(bodies: BodyStore, arena: Arena) {
    this.#bodies = bodies;
    this.#slab = arena.f64(T_STRIDE * 16);
    this.#sleepers = arena.i32(2 * 16);
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
    this.#sleepers.reserve(2 * count);
    const t = this.#slab.data;
    const sleepers = this.#sleepers.data;
    const d = bodies.f.data;
    const i = bodies.i.data;
    const v = bodies.v.data;
    const old = bodies.old.data;
    let fastest = 0;
    let smallest = Infinity;
    for (let b = 0; b < count; b++) {
      const o = b * T_STRIDE;
      const p = b * BODY_STRIDE;
      const w = 6 * b;
      const shape = shapes[b] ?? null;
      const asleep = i[b * BODY_INTS + I_ASLEEP];
      const island = i[b * BODY_INTS + I_ISLAND];
      if (asleep !== 0 && sleepers[2 * b] === asleep && sleepers[2 * b + 1] === island && known[b] === shape) {
        if (t[o + T_SPEED] > fastest) fastest = t[o + T_SPEED];
        if (t[o + T_RADIUS] > 0 && t[o + T_RADIUS] < smallest) smallest = t[o + T_RADIUS];
        continue;
      }
      sleepers[2 * b] = asleep;
      sleepers[2 * b + 1] = island;
      if (known[b] !== shape) this.#unpack(b, shape);
      const radius = d[p + B_RADIUS];
      const isFollowed = this.isFollowed && t[o + T_HAS_BOX] === 1;
      if (isFollowed) {
        t[o + T_WALKED] += apart(t, o + T_CENTER, d, p + B_CENTER);
        for (let m = 0; m < 9; m++) this.#was[m] = t[o + T_BOX + BX_ROTATION + m];
      }
      for (let m = 0; m < 3; m++) {
        t[o + T_CENTER + m] = d[p + B_CENTER + m];
        t[o + T_COURSE + m] = old[w + m];
      }
      t[o + T_RADIUS] = radius;
      t[o + T_SQUARE] = square(old, w);
      t[o + T_TURN] = radius * Math.sqrt(square(old, w + 3));
      t[o + T_SPEED] = Math.sqrt(t[o + T_SQUARE]) + t[o + T_TURN];
      t[o + T_GAINED] = changed(v, old, w) + radius * changed(v, old, w + 3);
      if (t[o + T_SPEED] > fastest) fastest = t[o + T_SPEED];
      if (radius > 0 && radius < smallest) smallest = radius;
      // Boxes by themselves have a way of their own.
      if (t[o + T_IS_BOX] === 1 && t[o + T_HULL] === 0 && this.hulls.count > 0)
        t[o + T_HULL] = this.hulls.placeOf(this.#solids[b]!);
      const isPlane = shape?.type === 'half-space';
      if (t[o + T_HAS_BOX] === 0 && !isPlane) continue;
      const r = o + T_BOX + BX_ROTATION;
      matrixFromQuaternion(t, r, d, p + B_ROTATION);
      if (isFollowed) t[o + T_WALKED] += radius * turned(this.#was, t, r);
      if (isPlane) {
        // What turns with it may be anywhere.
        t[o + T_IS_BOX] = isStill(v, old, w) ? 2 : 0;
        continue;
      }
      const x = t[o + T_INSIDE];
      const y = t[o + T_INSIDE + 1];
      const z = t[o + T_INSIDE + 2];
      for (let m = 0; m < 3; m++)
        t[o + T_MIDDLE + m] = d[p + B_ORIGIN + m] + t[r + 3 * m] * x + t[r + 3 * m + 1] * y + t[r + 3 * m + 2] * z;
    }
    this.fleetness = fastest / smallest;
    if (this.hulls.isStale) this.#packHulls();
  }

  /** Leaves polyhedra out whose bodies are gone. */
  #packHulls(): void {
    const t = this.#slab.data;
    const solids = this.#solids;
    this.hulls.begin();
    for (let b = 0; b < this.#bodies.count; b++)
      if (t[b * T_STRIDE + T_HULL] > 0) t[b * T_STRIDE + T_HULL] = this.hulls.placeOf(solids[b]!);
    this.hulls.end();
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

  /**
   * How far bodies a and b, of this target depth, may have moved since their contacts were found, and keep them (m).
   * Crowds are known by who was in one in the step before.
   */
  reuseOf(a: number, b: number, depth: number): number {
    const i = this.#bodies.i.data;
    const ofA = i[a * BODY_INTS + I_HASTY];
    const ofB = i[b * BODY_INTS + I_HASTY];
    if ((ofA === 0 && ofB === 0) || !this.#areFollowed(a, b)) return REUSE * depth;
    return (ofA === 1 || ofB === 1 ? REUSE_IN_MOTION : REUSE_SWEPT) * depth;
  }

  /** Whether two bodies are convex, or one of them is and the other the ground. */
  #areFollowed(a: number, b: number): boolean {
    const t = this.#slab.data;
    const p = a * T_STRIDE;
    const q = b * T_STRIDE;
    if (t[p + T_HAS_BOX] === 1) return t[q + T_HAS_BOX] === 1 || t[q + T_IS_BOX] === 2;
    return t[q + T_HAS_BOX] === 1 && t[p + T_IS_BOX] === 2;
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

  /**
   * Whether a side of either box round two convex bodies shows that they are farther apart than `by`. False: they may
   * be nearer. Most of what the spheres let through in vain ends here, without a look at its shapes.
   */
  areClear(a: number, b: number, by: number): boolean {
    const t = this.#slab.data;
    const p = a * T_STRIDE;
    const q = b * T_STRIDE;
    if (!this.areConvex(a, b)) return false;
    const away = this.#away;
    for (let m = 0; m < 3; m++) away[m] = t[q + T_MIDDLE + m] - t[p + T_MIDDLE + m];
    away[3] = by;
    return isBeyond(t, p + T_BOX, q + T_BOX, away) || isBeyond(t, q + T_BOX, p + T_BOX, away);
  }

  /**
   * Whether the spheres and boxes around two bodies meet within h by their velocities of now. `depth`: their target
   * depth, if the scene says so.
   */
  mayMeet(a: number, b: number, h: number, depth: number | null): boolean {
    const { f, v } = this.#bodies;
    const way = approachOf(f.data, v.data, a, b, h);
    if (this.areFar(a, b, way)) return false;
    const need = way + 2 * (depth ?? DEPTH_BOUND * this.smaller(a, b));
    return !this.areClear(a, b, need) && !this.areClearInLine(a, b, need);
  }

  /**
   * Whether two convex bodies are farther apart than `by` along the line through the middles of the boxes round them.
   * What is not flat fills its box badly, and so does an octahedron. Not of two boxes, which are their boxes: the kernel
   * decides on them.
   */
  areClearInLine(a: number, b: number, by: number): boolean {
    const solidA = this.#solids[a];
    const solidB = this.#solids[b];
    if (!solidA || !solidB || (solidA.kind === BOX && solidB.kind === BOX)) return false;
    const t = this.#slab.data;
    const n = this.#line;
    const p = a * T_STRIDE;
    const q = b * T_STRIDE;
    const x = t[q + T_MIDDLE] - t[p + T_MIDDLE];
    const y = t[q + T_MIDDLE + 1] - t[p + T_MIDDLE + 1];
    const z = t[q + T_MIDDLE + 2] - t[p + T_MIDDLE + 2];
    const l = Math.sqrt(x * x + y * y + z * z);
    if (!(l > by)) return false;
    n[0] = x / l;
    n[1] = y / l;
    n[2] = z / l;
    this.lineRoom = l - this.#extent(solidA, p, 1) - this.#extent(solidB, q, -1);
    return this.lineRoom > by;
  }

  /** How far any point of a convex body has gone in all, at most (m). */
  walked(body: number): number {
    return this.#slab.data[body * T_STRIDE + T_WALKED];
  }

  /** Whether two bodies are convex, and one of them is curved. */
  areRound(a: number, b: number): boolean {
    if (!this.areConvex(a, b)) return false;
    return this.#solids[a]!.polyhedron === null || this.#solids[b]!.polyhedron === null;
  }

  /** How far a solid, its row at t[o…], reaches from the middle of its box along the line in hand, or against it. */
  #extent(solid: Solid, o: number, sign: number): number {
    const t = this.#slab.data;
    const n = this.#line;
    const r = o + T_BOX + BX_ROTATION;
    const { hx, hy, hz } = solid;
    const x = sign * (t[r] * n[0] + t[r + 3] * n[1] + t[r + 6] * n[2]);
    const y = sign * (t[r + 1] * n[0] + t[r + 4] * n[1] + t[r + 7] * n[2]);
    const z = sign * (t[r + 2] * n[0] + t[r + 5] * n[1] + t[r + 8] * n[2]);
    switch (solid.kind) {
      case SPHERE:
        return hx;
      case CAPSULE:
        return Math.abs(y) * hy + hx;
      case BOX:
        return Math.abs(x) * hx + Math.abs(y) * hy + Math.abs(z) * hz;
      case CYLINDER:
        return Math.abs(y) * hy + Math.sqrt(x * x + z * z) * hx;
      case CONE:
        return Math.max(y * hy, Math.sqrt(x * x + z * z) * hx - y * hy);
      default: {
        const v = solid.vertices;
        let most = -Infinity;
        for (let i = 0; i < v.length; i += 3) {
          const way = x * v[i] + y * v[i + 1] + z * v[i + 2];
          if (way > most) most = way;
        }
        return most - (x * t[o + T_INSIDE] + y * t[o + T_INSIDE + 1] + z * t[o + T_INSIDE + 2]);
      }
    }
  }

  /** Whether two bodies are balls, capsules, boxes, hulls, cylinders or cones: no mesh, no torus, nothing of a user's. */
  areConvex(a: number, b: number): boolean {
    const t = this.#slab.data;
    return t[a * T_STRIDE + T_HAS_BOX] === 1 && t[b * T_STRIDE + T_HAS_BOX] === 1;
  }

  /** Whether two bodies are a box each. */
  areBoxes(a: number, b: number): boolean {
    const t = this.#slab.data;
    return t[a * T_STRIDE + T_IS_BOX] === 1 && t[b * T_STRIDE + T_IS_BOX] === 1;
  }

  /** Whether two bodies are polyhedra that the kernel knows. */
  areFlat(a: number, b: number): boolean {
    const t = this.#slab.data;
    return this.areBoxes(a, b) || (t[a * T_STRIDE + T_HULL] > 0 && t[b * T_STRIDE + T_HULL] > 0);
  }

  /** Whether body a is such a one and body b a half-space that stood still when bodies were taken down. */
  isOnPlane(a: number, b: number): boolean {
    const t = this.#slab.data;
    const p = a * T_STRIDE;
    return (t[p + T_IS_BOX] === 1 || t[p + T_HULL] > 0) && t[b * T_STRIDE + T_IS_BOX] === 2;
  }

  /** Thickness of the thinner one of two such bodies. */
  thinner(a: number, b: number): number {
    const t = this.#slab.data;
    return Math.min(t[a * T_STRIDE + T_THICKNESS], t[b * T_STRIDE + T_THICKNESS]);
  }

  /** Target depth of bodies a and b. `asHulls`: convex meshes count as the hulls that they are. */
  depthOf(a: number, b: number, settings: ContactSettings, asHulls: boolean): number {
    if (this.areConvex(a, b)) return settings.depth ?? DEPTH_PER_SIZE * this.thinner(a, b);
    const { shapes } = this.#bodies;
    return targetDepth(shapes[a]!, shapes[b]!, settings, asHulls);
  }

  #unpack(b: number, shape: Shape | null): void {
    const t = this.#slab.data;
    const o = b * T_STRIDE;
    this.#known[b] = shape;
    this.age++;
    this.#solids[b] = null;
    t[o + T_IS_BOX] = t[o + T_HAS_BOX] = t[o + T_HULL] = 0;
    t.fill(0, o + T_INSIDE, o + T_INSIDE + 3);
    if (shape?.type === 'half-space') t[o + T_THICKNESS] = Infinity;
    if (shape === null || shape.type === 'compound' || shape.kind.sampled || !(solidOf(shape).kind < SMOOTH)) return;
    t[o + T_HAS_BOX] = 1;
    const solid = solidOf(shape);
    this.#solids[b] = solid;
    if (solid.kind === CONVEX) t[o + T_HULL] = this.hulls.placeOf(solid);
    t[o + T_THICKNESS] = thickness(shape);
    if (shape.type !== 'box') {
      const { bounds } = shape;
      for (let m = 0; m < 3; m++) {
        t[o + T_INSIDE + m] = 0.5 * (bounds[m] + bounds[3 + m]);
        t[o + T_BOX + BX_HALF + m] = 0.5 * (bounds[3 + m] - bounds[m]);
      }
      return;
    }
    t[o + T_IS_BOX] = 1;
    setSides(t, o + T_BOX, shape);
  }
}

/**
 * Whether a box at away[0…2] from another, or the other way, their records at t[b…] and t[a…], is farther than away[3]
 * from a side of that other.
 */
function isBeyond(t: Float64Array, a: number, b: number, away: Float64Array): boolean {
  const x = away[0];
  const y = away[1];
  const z = away[2];
  for (let m = 0; m < 3; m++) {
    const nx = t[a + m];
    const ny = t[a + m + 3];
    const nz = t[a + m + 6];
    const far =
      Math.abs(nx * t[b] + ny * t[b + 3] + nz * t[b + 6]) * t[b + BX_HALF] +
      Math.abs(nx * t[b + 1] + ny * t[b + 4] + nz * t[b + 7]) * t[b + BX_HALF + 1] +
      Math.abs(nx * t[b + 2] + ny * t[b + 5] + nz * t[b + 8]) * t[b + BX_HALF + 2];
    if (Math.abs(nx * x + ny * y + nz * z) - t[a + BX_HALF + m] - far > away[3]) return true;
  }
  return false;
}

/** Whether the twists at v[i…] and old[i…] are none. */
function isStill(v: Float64Array, old: Float64Array, i: number): boolean {
  for (let m = i; m < i + 6; m++) if (v[m] !== 0 || old[m] !== 0) return false;
  return true;
}

/** Distance of two points. */
function apart(f: Float64Array, i: number, g: Float64Array, j: number): number {
  const x = f[i] - g[j];
  const y = f[i + 1] - g[j + 1];
  const z = f[i + 2] - g[j + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** How far a point at 1 from the centre has turned with a matrix, at most: 2 sin(θ/2) = |R - R'|/√2. */
function turned(was: Float64Array, t: Float64Array, r: number): number {
  let sum = 0;
  for (let m = 0; m < 9; m++) sum += (t[r + m] - was[m]) * (t[r + m] - was[m]);
  return Math.sqrt(0.5 * sum);
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

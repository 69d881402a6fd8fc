// A contact of springs as users see it, and the energy in its springs.
//
// Wrench, volume, area and depth are those of the last step's start, at which its forces were taken; the outline and
// the energy are those of the present poses. The energy is that of springs at their depth, ½ k/S_c ∫d² dS + ½ k_S/S_c
// ∫|l|² dS. While S_c changes with the depth (an edge, a corner, a ball) the paper's force is not this energy's
// gradient: the sum of all energies then dips as such a body comes down, by a third of the springs' share for a ball,
// and rises again as it leaves (docs/theory/penalty.md).

import { B_CENTER, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { HullBuilder } from '../../patch/hull.js';
import type { ContactRecord } from '../model.js';
import { slipState } from '../state.js';
import type { ContactStore } from '../store.js';
import { SpringCarrier } from './carry.js';
import {
  PC_FRAME,
  PC_ORIGIN,
  PC_SQUARE,
  PI_CELLS,
  PI_GROUP,
  PI_POINTS,
  PIECE_INTS,
  PIECE_STRIDE,
  POINT_STRIDE,
} from './cells.js';
import { Direction, keepDeepest, sortPieces, totalArea } from './directions.js';
import {
  P_AREA,
  P_DEEPEST,
  P_FORCE,
  P_LOAD,
  P_NORMAL,
  P_PAIR_AREA,
  P_POINT,
  P_POLAR,
  P_PRESSURE_CENTER,
  P_SHARE,
  P_STIFFNESS,
  P_STRETCH,
  P_TANGENT_STIFFNESS,
  P_TORQUE,
  P_TWIST,
  P_VOLUME,
  PENALTY_INTS,
  PENALTY_STRIDE,
  PN_BODY_A,
  PN_BODY_B,
  PN_STATE,
  SLIDE,
} from './layout.js';
import { completeFrame } from './normal.js';
import type { PenaltyOptions } from './options.js';
import type { PieceFinder } from './pieces.js';

type Point = [number, number, number];

export class PenaltyReporter {
  readonly #bodies: BodyStore;
  readonly #options: PenaltyOptions;
  readonly #finder: PieceFinder;
  readonly #input = new Direction(false);
  readonly #carrier = new SpringCarrier();
  readonly #hull = new HullBuilder();
  readonly #frame = new Float64Array(9);
  readonly #carried = new Float64Array(PENALTY_STRIDE);

  constructor(bodies: BodyStore, options: PenaltyOptions, finder: PieceFinder) {
    this.#bodies = bodies;
    this.#options = options;
    this.#finder = finder;
  }

  report(pair: number, store: ContactStore, into: ContactRecord[]): void {
    const { now } = store;
    const from = now.startOf(pair);
    const to = from + now.countOf(pair);
    if (from === to) return;
    const directions = this.#find(pair, store);
    for (let k = from; k < to; k++) into.push(this.#recordOf(store, k, directions));
  }

  /** The pair's footprint at the present poses; returns its directions. */
  #find(pair: number, store: ContactStore): number {
    const { now } = store;
    const from = now.startOf(pair);
    const a = now.i.data[from * PENALTY_INTS + PN_BODY_A];
    const b = now.i.data[from * PENALTY_INTS + PN_BODY_B];
    const f = now.f.data;
    const finder = this.#finder;
    if (finder.find(a, b, f, from * PENALTY_STRIDE + P_NORMAL, PENALTY_STRIDE, now.countOf(pair)) === 0) return 0;
    if (!this.#options.penaltyArea) keepDeepest(finder.footprint);
    return sortPieces(finder.footprint);
  }

  #recordOf(store: ContactStore, k: number, directions: number): ContactRecord {
    const f = store.now.f.data;
    const i = store.now.i.data;
    const o = k * PENALTY_STRIDE;
    const d = this.#bodies.f.data;
    const pa = i[k * PENALTY_INTS + PN_BODY_A] * BODY_STRIDE;
    const pb = i[k * PENALTY_INTS + PN_BODY_B] * BODY_STRIDE;
    const at = (m: number): Point => [f[o + m], f[o + m + 1], f[o + m + 2]];
    const point = at(P_POINT);
    const normal = at(P_NORMAL);
    const arms = new Float64Array(6);
    for (let m = 0; m < 3; m++) {
      arms[m] = point[m]! - d[pa + B_CENTER + m];
      arms[3 + m] = point[m]! - d[pb + B_CENTER + m];
    }
    const bears = f[o + P_LOAD] > 0;
    const spread = this.#options.penaltyArea;
    const outline = spread ? this.#outlineAlong(normal, directions) : [];
    const center = at(P_PRESSURE_CENTER);
    return {
      point,
      normal,
      force: at(P_FORCE),
      torque: at(P_TORQUE),
      centerOfPressure: bears ? center : point,
      area: spread ? f[o + P_AREA] : 0,
      volume: f[o + P_VOLUME],
      depth: spread ? f[o + P_VOLUME] / f[o + P_AREA] : f[o + P_DEEPEST],
      slipMargin: bears ? Math.min(1, Math.max(0, 1 - f[o + P_SHARE])) : 1,
      tipMargin: bears && spread ? tipMargin(outline, point, center, normal) : bears ? 0 : 1,
      state: slipState(this.#bodies, pa / BODY_STRIDE, pb / BODY_STRIDE, arms, normal),
      outline,
    };
  }

  /** Convex outline of the direction of the present footprint that faces along the normal. */
  #outlineAlong(n: Point, directions: number): Point[] {
    const input = this.#input;
    const { footprint } = this.#finder;
    let best = 0.7;
    let at = -1;
    for (let g = 0; g < directions; g++) {
      input.gather(footprint, g, 1);
      const along = n[0] * input.normal[0] + n[1] * input.normal[1] + n[2] * input.normal[2];
      if (along > best) {
        best = along;
        at = g;
      }
    }
    if (at < 0) return [];
    input.gather(footprint, at, 1);
    return this.#outline();
  }

  #outline(): Point[] {
    const input = this.#input;
    const hull = this.#hull;
    const frame = this.#frame;
    const { pieces: p, ints, xy, points, cellStart } = this.#finder.footprint;
    const d = this.#bodies.f.data;
    const a = this.#finder.bodyA * BODY_STRIDE + B_CENTER;
    for (let m = 0; m < 3; m++) frame[m] = input.normal[m];
    completeFrame(frame);
    const corners: number[] = [];
    for (let at = 0; at < input.count; at++) {
      const i = input.pieces[at]! * PIECE_INTS;
      const q = input.pieces[at]! * PIECE_STRIDE;
      for (let m = cellStart[ints[i + PI_CELLS]]; m < cellStart[ints[i + PI_CELLS + 1]]; m++)
        this.#addCorner(corners, p, q, xy[2 * m], xy[2 * m + 1]);
      for (let m = ints[i + PI_POINTS]; m < ints[i + PI_POINTS + 1]; m++)
        this.#addCorner(corners, p, q, points[POINT_STRIDE * m], points[POINT_STRIDE * m + 1]);
    }
    hull.begin(corners.length / 2);
    for (let m = 0; m < corners.length; m += 2) hull.add(corners[m]!, corners[m + 1]!);
    const out = new Float64Array(corners.length);
    const n = hull.build(out, 0);
    return Array.from({ length: n }, (_, m): Point => {
      const u = out[2 * m];
      const w = out[2 * m + 1];
      const along = (j: number): number => d[a + j] + input.center[j] + u * frame[3 + j] + w * frame[6 + j];
      return [along(0), along(1), along(2)];
    });
  }

  #addCorner(out: number[], p: Float64Array, q: number, u: number, w: number): void {
    const e = this.#frame;
    const { center: c } = this.#input;
    const a = q + PC_FRAME;
    const x = p[q + PC_ORIGIN] - c[0] + u * p[a + 3] + w * p[a + 6];
    const y = p[q + PC_ORIGIN + 1] - c[1] + u * p[a + 4] + w * p[a + 7];
    const z = p[q + PC_ORIGIN + 2] - c[2] + u * p[a + 5] + w * p[a + 8];
    out.push(e[3] * x + e[4] * y + e[5] * z, e[6] * x + e[7] * y + e[8] * z);
  }

  /** Energy in the springs of a pair at the present poses (J). */
  storedEnergy(pair: number, store: ContactStore): number {
    const { now } = store;
    const from = now.startOf(pair);
    const count = now.countOf(pair);
    if (count === 0) return 0;
    const directions = this.#find(pair, store);
    if (directions === 0) return 0;
    const { footprint } = this.#finder;
    const f = now.f.data;
    const area = totalArea(footprint);
    let square = 0;
    for (let k = 0; k < footprint.count; k++)
      if (footprint.ints[k * PIECE_INTS + PI_GROUP] >= 0) square += footprint.pieces[k * PIECE_STRIDE + PC_SQUARE];
    let energy = (0.5 * f[from * PENALTY_STRIDE + P_STIFFNESS] * square) / area;
    for (let g = 0; g < directions; g++) {
      this.#input.gather(footprint, g, area);
      energy += this.#stretchEnergy(store, from, count, area);
    }
    return energy;
  }

  #stretchEnergy(store: ContactStore, from: number, count: number, area: number): number {
    const input = this.#input;
    const r = this.#carried;
    const f = store.now.f.data;
    const { normal: n } = input;
    let best = 0.7;
    let at = -1;
    for (let k = from; k < from + count; k++) {
      const o = k * PENALTY_STRIDE + P_NORMAL;
      const along = f[o] * n[0] + f[o + 1] * n[1] + f[o + 2] * n[2];
      if (along > best) {
        best = along;
        at = k;
      }
    }
    if (at < 0) return 0;
    for (let m = 0; m < PENALTY_STRIDE; m++) r[m] = f[at * PENALTY_STRIDE + m];
    const i = store.now.i.data;
    const a = i[at * PENALTY_INTS + PN_BODY_A];
    const b = i[at * PENALTY_INTS + PN_BODY_B];
    const s = P_STRETCH;
    // Springs that slide do not stretch any further: what the step's motion adds is friction's.
    const slides = i[at * PENALTY_INTS + PN_STATE] === SLIDE;
    const held = (S: number, polar: number, whole: number): number =>
      ((0.5 * r[P_TANGENT_STIFFNESS]) / whole) *
      ((r[s] * r[s] + r[s + 1] * r[s + 1] + r[s + 2] * r[s + 2]) * S + r[P_TWIST] * r[P_TWIST] * polar);
    if (slides) return held(r[P_AREA], r[P_POLAR], r[P_PAIR_AREA]);
    this.#carrier.carry(r, input, this.#bodies.f.data, a, b, store.h);
    return held(input.area, input.polar, area);
  }
}

/** 1 with the centre of pressure at the middle of the outline's corners, 0 on the outline, linear between. */
function tipMargin(outline: readonly Point[], point: Point, cop: Point, n: Point): number {
  let used = 0;
  for (let k = 0; k < outline.length; k++) {
    const a = outline[k]!;
    const b = outline[(k + 1) % outline.length]!;
    // Outward in the plane: edge × n, for corners that go round n.
    const ex = b[0] - a[0];
    const ey = b[1] - a[1];
    const ez = b[2] - a[2];
    const ox = ey * n[2] - ez * n[1];
    const oy = ez * n[0] - ex * n[2];
    const oz = ex * n[1] - ey * n[0];
    const far = ox * (a[0] - point[0]) + oy * (a[1] - point[1]) + oz * (a[2] - point[2]);
    const near = ox * (cop[0] - point[0]) + oy * (cop[1] - point[1]) + oz * (cop[2] - point[2]);
    if (far > 0) used = Math.max(used, near / far);
  }
  return Math.min(1, Math.max(0, 1 - used));
}

// The record of a contact (layout.ts) from what was solved: resolve.ts and tractions.ts.
//
// The tangent stiffness K is diagonal about the point where pushing does not tilt, along the axes where tilting stays
// tilting: point and frame of the record are these.

import { B_CENTER, B_MASS, B_STATIC_FRICTION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { combineFriction } from '../material.js';
import type { ContactSettings } from '../model.js';
import { placeGuards } from './guards.js';
import {
  GUARD_COUNT,
  HINT_FLAT,
  K_AREA,
  K_COLUMN,
  K_H,
  K_ROW,
  K_SHARE,
  K_U,
  K_W,
  Q_AREA,
  Q_ARM_A,
  Q_ARM_B,
  Q_DEPTH,
  Q_END,
  Q_ENERGY,
  Q_FLAT_U,
  Q_FLAT_W,
  Q_FORCE,
  Q_FRAME,
  Q_FRICTION,
  Q_GYRATION,
  Q_HINT,
  Q_IF_PUSHED,
  Q_IMPLICIT,
  Q_IMPULSE,
  Q_INTS,
  Q_KAPPA,
  Q_MOMENT_U,
  Q_MOMENT_W,
  Q_NOW,
  Q_OTHERS_N,
  Q_PHASE,
  Q_POWER,
  Q_PRESSURE,
  Q_SPLIT,
  Q_STATIC,
  Q_STIFF_N,
  Q_STIFF_U,
  Q_STIFF_W,
  Q_STRIDE,
  Q_UNFORESEEN,
  Q_VOLUME,
  Q_Y,
  QI_BLOCK,
  QI_BODY_A,
  QI_BODY_B,
  QI_FRICTION_BLOCK,
  QI_GUARDS,
  QI_NODE_COUNT,
  QI_NODES,
  QI_PARTS,
} from './layout.js';
import { PairMotion } from './motion.js';
import { CELL_INTS, N_AREA, N_FORCE, N_GAP, N_H, N_U, N_W, NODE_STRIDE } from './nodes.js';
import type { OverlapSearch } from './overlap-search.js';
import { nearestContact, normalVelocity, type PairContacts } from './pair-contacts.js';
import type { RayField } from './ray-field.js';
import type { Region } from './request.js';
import type { Resolver } from './resolve.js';
import type { SplitProblems } from './split.js';
import {
  type Summary,
  T_AREA,
  T_CURVATURE,
  T_DEPTH,
  T_ENERGY,
  T_FORCE,
  T_GYRATION,
  T_HEIGHT,
  T_MOMENT_U,
  T_MOMENT_W,
  T_PRESSURE,
  T_STIFFNESS,
} from './tractions.js';

/** Columns or rows that bear, from which on they tell whether tilting across them rolls. */
const WIDE = 3;

/** What a contact was found from. */
export interface Found {
  readonly search: OverlapSearch;
  readonly field: RayField;
  readonly resolver: Resolver;
  readonly summary: Summary;
  readonly split: SplitProblems;
  readonly motion: PairMotion;
  readonly region: Region;
  /** Contacts of the pair in the step before. */
  readonly old: PairContacts;
  readonly h: number;
  readonly friction: number;
  readonly parts: number;
  /** Whether the bodies part by themselves, and whether the step has been solved before. */
  readonly parted: boolean;
  readonly isAgain: boolean;
}

export class RecordWriter {
  readonly #bodies: BodyStore;
  readonly #settings: ContactSettings;
  readonly #heights = new Float64Array(2);
  readonly #atPoint = new PairMotion();

  constructor(bodies: BodyStore, settings: ContactSettings) {
    this.#bodies = bodies;
    this.#settings = settings;
  }

  /** Adds the contact to the pair, of an overlap's component and its volume (m³). */
  write(into: PairContacts, found: Found, component: number, volume: number, implicit: boolean): void {
    const bodies = this.#bodies;
    const { field, resolver, friction, motion, search, split, h } = found;
    const { a, b, centers } = search;
    const t = found.summary.t;
    if (!(t[T_FORCE] > 0) || !(t[T_STIFFNESS] > 0)) return;
    const k = into.add();
    const q = into.f;
    const o = k * Q_STRIDE;
    const fr = field.frame;
    // The point about which pushing does not tilt.
    const u = -t[T_STIFFNESS + 2] / t[T_STIFFNESS];
    const w = t[T_STIFFNESS + 1] / t[T_STIFFNESS];
    const kuu = t[T_STIFFNESS + 3] - w * w * t[T_STIFFNESS];
    const kuw = t[T_STIFFNESS + 4] + u * w * t[T_STIFFNESS];
    const kww = t[T_STIFFNESS + 5] - u * u * t[T_STIFFNESS];
    const mu = t[T_MOMENT_U] - w * t[T_FORCE];
    const mw = t[T_MOMENT_W] + u * t[T_FORCE];
    // Axes about which tilting stays tilting.
    const half = 0.5 * (kuu - kww);
    const root = Math.sqrt(half * half + kuw * kuw);
    let x = half >= 0 ? half + root : kuw;
    let y = half >= 0 ? kuw : root - half;
    const size = Math.sqrt(x * x + y * y);
    if (root > 1e-6 * (kuu + kww) && size > 0) {
      x /= size;
      y /= size;
    } else {
      x = 1;
      y = 0;
    }
    const nearU = x < 0 ? -1 : 1;
    x *= nearU;
    y *= nearU;
    for (let m = 0; m < 3; m++) {
      q[o + Q_FRAME + m] = fr[m];
      q[o + Q_FRAME + 3 + m] = x * fr[3 + m] + y * fr[6 + m];
      q[o + Q_FRAME + 6 + m] = x * fr[6 + m] - y * fr[3 + m];
    }
    q[o + Q_STIFF_N] = t[T_STIFFNESS];
    q[o + Q_STIFF_U] = Math.max(0, x * x * kuu + 2 * x * y * kuw + y * y * kww);
    q[o + Q_STIFF_W] = Math.max(0, y * y * kuu - 2 * x * y * kuw + x * x * kww);
    q[o + Q_MOMENT_U] = x * mu + y * mw;
    q[o + Q_MOMENT_W] = x * mw - y * mu;
    q[o + Q_FORCE] = t[T_FORCE];
    q[o + Q_DEPTH] = this.#deepest(found, t[T_DEPTH]);
    q[o + Q_POWER] = Math.min(3, Math.max(1, (t[T_STIFFNESS] * q[o + Q_DEPTH]) / t[T_FORCE]));
    q[o + Q_ENERGY] = t[T_ENERGY];
    q[o + Q_AREA] = t[T_AREA];
    q[o + Q_PRESSURE] = t[T_PRESSURE];
    q[o + Q_VOLUME] = volume;
    q[o + Q_GYRATION] = t[T_GYRATION];
    // Tilting about u opens along w, and the other way round.
    const c = T_CURVATURE;
    const cu = x * x * t[c] + 2 * x * y * t[c + 1] + y * y * t[c + 2];
    const cw = y * y * t[c] - 2 * x * y * t[c + 1] + x * x * t[c + 2];
    const flatU = flatness(q[o + Q_STIFF_U] * cw, t[T_FORCE]);
    const flatW = flatness(q[o + Q_STIFF_W] * cu, t[T_FORCE]);
    q[o + Q_FLAT_U] = flatU;
    q[o + Q_FLAT_W] = flatW;
    q[o + Q_SPLIT] = split.forceA;
    q[o + Q_SPLIT + 1] = split.forceB;
    q[o + Q_SPLIT + 2] = split.left;
    q[o + Q_FRICTION] = friction;
    q[o + Q_STATIC] = this.#staticOf(a, b, friction);
    const d = bodies.f.data;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    const share = d[pa + B_MASS] > 0 ? (d[pb + B_MASS] > 0 ? 0.5 : 1) : 0;
    const height = this.#heightOf(field, u, w, share, t[T_HEIGHT]);
    for (let m = 0; m < 3; m++) {
      const at = field.origin[m] + u * fr[3 + m] + w * fr[6 + m] + height * fr[m];
      // Both arms lead to one point of the world as it is, also where the bodies were moved ahead.
      const apart = d[pa + B_CENTER + m] - centers[m] - (d[pb + B_CENTER + m] - centers[3 + m]);
      q[o + Q_ARM_A + m] = at - centers[m] - (1 - share) * apart;
      q[o + Q_ARM_B + m] = at - centers[3 + m] + share * apart;
    }
    q[o + Q_NOW] = q[o + Q_DEPTH] + search.time * normalVelocity(q, o, bodies.v.data, a, b);
    q[o + Q_IMPLICIT] = implicit ? 1 : 0;
    q[o + Q_IF_PUSHED] = implicit && found.parted ? (found.isAgain ? 2 : 1) : 0;
    if (implicit) {
      const { y: speeds, flat } = motion;
      const yn = speeds[0] + w * speeds[1] - u * speeds[2];
      q[o + Q_Y] = yn;
      q[o + Q_Y + 1] = x * speeds[1] + y * speeds[2];
      q[o + Q_Y + 2] = x * speeds[2] - y * speeds[1];
      q[o + Q_FLAT_U] = x * x * flat[0] + y * y * flat[1];
      q[o + Q_FLAT_W] = y * y * flat[0] + x * x * flat[1];
      // Depth is that at the step's end, after opening at this speed.
      q[o + Q_NOW] = q[o + Q_DEPTH] + h * yn;
    }
    placeGuards(q, o, found, component, u, w, x, y, this.#heights);
    const at = this.#atPoint;
    at.take(bodies, a, b, q, o + Q_ARM_A, q, o + Q_FRAME, bodies.v.data);
    const hh = h * h;
    q[o + Q_KAPPA] = Math.max(
      hh * q[o + Q_STIFF_N] * at.s[0],
      hh * q[o + Q_STIFF_U] * at.s[4] * q[o + Q_FLAT_U],
      hh * q[o + Q_STIFF_W] * at.s[8] * q[o + Q_FLAT_W],
    );
    const i = into.i;
    const n = k * Q_INTS;
    i[n + QI_BODY_A] = a;
    i[n + QI_BODY_B] = b;
    i[n + QI_PARTS] = found.parts;
    i[n + QI_BLOCK] = -1;
    i[n + QI_FRICTION_BLOCK] = -1;
    for (let g = 0; g < GUARD_COUNT; g++) i[n + QI_GUARDS + g] = -1;
    resolver.note(q, o + Q_HINT, found.region.area);
    // What bears says better than the region whether tilting rolls, if it is wide enough to tell: a capsule lies flat
    // along its length, and round ends do not change that. Along the lattice's axes, for the next step.
    if (widthOf(resolver, 1) >= WIDE) q[o + Q_HINT + HINT_FLAT] = x * x * flatU + y * y * flatW;
    if (widthOf(resolver, 0) >= WIDE) q[o + Q_HINT + HINT_FLAT + 1] = y * y * flatU + x * x * flatW;
    keepNodes(into, n, resolver, u, w, x, y, height, t[T_FORCE]);
    inherit(into, k, found);
  }

  /**
   * Where forces act along the normal. Linear elasticity is written in the undeformed shape: a body's tractions act on
   * its undeformed surface. Those of A and B are the depth apart; so that friction makes no angular momentum, both act
   * at one height: on the body that moves, half-way if both do. A ball on a plane thus rolls on its own radius.
   */
  #heightOf(field: RayField, u: number, w: number, share: number, otherwise: number): number {
    const h = this.#heights;
    return field.sample(u, w, h) ? share * h[0] + (1 - share) * h[1] : otherwise;
  }

  #staticOf(a: number, b: number, friction: number): number {
    const settings = this.#settings;
    const d = this.#bodies.f.data;
    // A coefficient of its own at rest, else the scene's ratio does not apply to bodies with their own friction.
    const own = combineFriction(d[a * BODY_STRIDE + B_STATIC_FRICTION], d[b * BODY_STRIDE + B_STATIC_FRICTION], -1);
    if (own >= 0) return Math.max(own, friction);
    return friction === settings.friction ? Math.max(settings.staticFriction, friction) : friction;
  }

  /** The deepest point lies between nodes: the top of the parabola through the deepest and its neighbours. */
  #deepest({ field, resolver }: Found, atNodes: number): number {
    const h = this.#heights;
    const f = resolver.nodes.f.data;
    let best = 0;
    let depth = -Infinity;
    for (let k = 0; k < resolver.nodes.count; k++) {
      const gap = -f[k * NODE_STRIDE + N_GAP];
      if (gap > depth) {
        depth = gap;
        best = k;
      }
    }
    const u = f[best * NODE_STRIDE + N_U];
    const w = f[best * NODE_STRIDE + N_W];
    // Of the surfaces as they are: a step that is solved for its end moves them as a whole.
    if (!field.sample(u, w, h)) return atNodes;
    const here = h[1] - h[0];
    let rise = 0;
    for (let axis = 0; axis < 2; axis++) {
      const du = axis === 0 ? 0.5 * resolver.nodes.cellU : 0;
      const dw = axis === 0 ? 0 : 0.5 * resolver.nodes.cellW;
      if (!field.sample(u - du, w - dw, h)) continue;
      const before = h[1] - h[0];
      if (!field.sample(u + du, w + dw, h)) continue;
      const after = h[1] - h[0];
      const bend = before + after - 2 * here;
      if (!(bend < 0)) continue;
      const top = ((after - before) * (after - before)) / (-8 * bend);
      rise += Math.min(top, -0.25 * bend);
    }
    return atNodes + rise;
  }
}

/** How many columns (axis 0) or rows (1) lie between the outermost nodes that bear. */
function widthOf({ nodes }: Resolver, axis: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < nodes.count; k++) {
    if (!(nodes.f.data[k * NODE_STRIDE + N_FORCE] > 0)) continue;
    const at = nodes.cells.data[CELL_INTS * k + axis];
    if (at < low) low = at;
    if (at > high) high = at;
  }
  return high - low + 1;
}

function keepNodes(
  into: PairContacts,
  n: number,
  resolver: Resolver,
  u: number,
  w: number,
  x: number,
  y: number,
  height: number,
  force: number,
): void {
  into.i[n + QI_NODES] = into.nodeCount;
  const f = resolver.nodes.f.data;
  for (let k = 0; k < resolver.nodes.count; k++) {
    const o = k * NODE_STRIDE;
    if (!(f[o + N_FORCE] > 0)) continue;
    const at = into.addNode();
    const du = f[o + N_U] - u;
    const dw = f[o + N_W] - w;
    into.nodes[at + K_U] = x * du + y * dw;
    into.nodes[at + K_W] = x * dw - y * du;
    into.nodes[at + K_H] = f[o + N_H] - height;
    into.nodes[at + K_AREA] = f[o + N_AREA];
    into.nodes[at + K_SHARE] = f[o + N_FORCE] / force;
    into.nodes[at + K_COLUMN] = resolver.nodes.cells.data[CELL_INTS * k];
    into.nodes[at + K_ROW] = resolver.nodes.cells.data[CELL_INTS * k + 1];
  }
  into.i[n + QI_NODE_COUNT] = into.nodeCount - into.i[n + QI_NODES];
}

/** Impulses and phase of the nearest contact of the same parts in the step before. */
function inherit(into: PairContacts, k: number, { old, isAgain, parts }: Found): void {
  const o = k * Q_STRIDE;
  const from = nearestContact(old, parts, into.f, o + Q_ARM_A);
  // On a second look the old record is of this step too.
  if (isAgain && from >= 0) into.f[o + Q_UNFORESEEN] = old.f[from + Q_UNFORESEEN];
  else {
    const foreseen = from < 0 ? 0 : Math.max(0, old.f[from + Q_END]);
    into.f[o + Q_UNFORESEEN] = Math.max(0, into.f[o + Q_NOW] - foreseen);
  }
  if (from < 0) return;
  into.f[o + Q_PHASE] = old.f[from + Q_PHASE];
  for (let m = 0; m < 4; m++) into.f[o + Q_OTHERS_N + m] = old.f[from + Q_OTHERS_N + m];
  // Impulses as world vectors: the frame may have turned.
  const q = into.f;
  const p = old.f;
  q[o + Q_IMPULSE] = p[from + Q_IMPULSE];
  q[o + Q_IMPULSE + 5] = p[from + Q_IMPULSE + 5];
  for (let set = 1; set <= 3; set += 2) {
    for (let axis = 0; axis < 2; axis++) {
      let sum = 0;
      for (let m = 0; m < 3; m++) {
        const vector =
          p[from + Q_IMPULSE + set] * p[from + Q_FRAME + 3 + m] +
          p[from + Q_IMPULSE + set + 1] * p[from + Q_FRAME + 6 + m];
        sum += vector * q[o + Q_FRAME + 3 + 3 * axis + m];
      }
      q[o + Q_IMPULSE + set + axis] = sum;
    }
  }
}

/**
 * Whether tilting tilts or rolls. A round body that is tilted rolls: the force moves by R θ, so that the stiffness
 * against tilting is F R. A flat one is far below F times its radius of curvature. 0: rolls, 1: flat.
 */
function flatness(stiffnessTimesCurvature: number, force: number): number {
  const x = 1.5 - (2 * stiffnessTimesCurvature) / force;
  return x < 0 ? 0 : x > 1 ? 1 : x;
}

// 6D contact: one block of six rows for every contact patch (Bouchard et al. 2015).
//
// geometry.ts finds the patches, wrench-law.ts is the law of one patch, correct.ts takes out penetration. Here a patch
// becomes a block: rows in the patch's frame (see wrench-law.ts for their order), the approach that is still free before
// the target depth as the right-hand side of the normal row, restitution, compliance, the conveyor's velocity.
// Verified in test/contact/six*.test.ts.

import {
  B_CENTER,
  B_OLD_VELOCITY,
  B_ROTATION,
  B_SURFACE_VELOCITY,
  B_VELOCITY,
  BODY_STRIDE,
} from '../../bodies/layout.js';
import { rotateVector } from '../../math/quaternion.js';
import { Arena, type I32Slab } from '../../memory/arena.js';
import { LimitSurface } from '../../patch/limit-surface.js';
import { PressureLoad } from '../../patch/load.js';
import { PA_FRICTION, PA_OUTLINE, PA_STRIDE, PatchBuffer } from '../../patch/patch.js';
import { PressureSolver } from '../../patch/pressure.js';
import { atCompliance, atJacobian, atLambda, atRhs } from '../../solver/blocks.js';
import type { Projection } from '../../solver/projections.js';
import { approachOf } from '../approach.js';
import { isSampled, restitutionOf, targetDepth, thickness } from '../material.js';
import type { ContactContext, ContactModel, ContactModelKind, ContactRecord } from '../model.js';
import { ContactPool } from '../pool.js';
import { slipState } from '../state.js';
import { PatchCorrector } from './correct.js';
import { PatchFinder } from './geometry.js';
import { markGhosts, type PassTest } from './ghosts.js';
import { assembleLanding, LANDING_INTS, LANDING_STRIDE } from './landing.js';
import {
  S_AREA,
  S_ARM_A,
  S_ARM_B,
  S_DEPTH,
  S_FRAME,
  S_FRICTION,
  S_GROWN,
  S_LOCAL,
  S_MOMENT,
  S_POSE_A,
  S_POSE_B,
  S_PUSH,
  S_SHARP,
  S_SHIFT,
  S_VARIANCE,
  S_VOLUME,
  S_WRENCH,
  SI_BLOCK,
  SI_BODY_A,
  SI_BODY_B,
  SI_GHOST,
  SI_HEIR,
  SI_LOST,
  SI_PARTS,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { movedSince, travel } from './motion.js';
import { readSixOptions, SIX_OPTIONS, type SixOptions } from './options.js';
import { PaperLaw } from './paper-law.js';
import { cornerBound, SPIN_CONTENSOU, SPIN_CORNERS, spinCode, uncoupledShare } from './spin.js';
import { W_FRICTION, W_PATCH, W_SHARP, W_SPIN, WrenchLaw } from './wrench-law.js';

/** How far a patch's centre may wander in a step and still be the same patch, as a share of the thinner body. */
const MATCH_PER_SIZE = 0.2;

/** Patches of one pair of parts, at most; the smallest join their neighbours. A table has four. */
const MOST_PATCHES = 4;
/** Motion since detection up to which geometry is reused, as a share of the target depth. */
const REUSE = 0.02;
/** Motion since detection up to which a patch that came apart is remembered, in target depths. */
const REMEMBER = 20;

export const sixModel: ContactModelKind = {
  name: 'six',
  options: SIX_OPTIONS,
  create: (context, firstProjection) => new SixModel(context, firstProjection),
};

class SixModel implements ContactModel {
  readonly projections: readonly Projection[];
  private readonly context: ContactContext;
  private readonly firstProjection: number;
  private readonly options: SixOptions;
  private readonly spin: number;
  private readonly finder: PatchFinder;
  private readonly corrector: PatchCorrector;
  private readonly landings: ContactPool;
  private current: ContactPool;
  private previous: ContactPool;
  private patches = new PatchBuffer();
  private oldPatches = new PatchBuffer();
  private readonly v = new Float64Array(6);
  private readonly load_ = new PressureLoad();
  private readonly pressure = new PressureSolver();
  private readonly limit = new LimitSurface();
  private readonly heads: I32Slab;
  private readonly links: I32Slab;
  /** Whether this step's ghosts have been told from its contacts. */
  private sorted = false;
  private h = 0;
  /** Pairs whose geometry was computed and reused in this step. */
  private computed = 0;
  private reused = 0;

  constructor(context: ContactContext, firstProjection: number) {
    const arena = new Arena();
    this.context = context;
    this.firstProjection = firstProjection;
    this.options = readSixOptions(context.settings.options);
    this.spin = spinCode(this.options);
    this.finder = new PatchFinder(
      context.bodies,
      context.settings,
      { normal: this.options.normal, outline: this.options.patch, frictionVertices: 16 },
      // The paper has one contact for every pair.
      this.options.law === 'paper' ? { split: 'none' } : { maxComponents: MOST_PATCHES },
    );
    this.corrector = new PatchCorrector(context.bodies);
    this.current = new ContactPool(arena, SIX_STRIDE, SIX_INTS);
    this.previous = new ContactPool(arena, SIX_STRIDE, SIX_INTS);
    this.heads = arena.i32(16);
    this.links = arena.i32(16);
    this.landings = new ContactPool(arena, LANDING_STRIDE, LANDING_INTS);
    const law =
      this.options.law === 'paper'
        ? new PaperLaw(() => this.patches, this.options.patch)
        : new WrenchLaw(() => this.patches);
    this.projections = [law.project];
  }

  begin(h: number): void {
    this.h = h;
    this.sorted = false;
    this.computed = 0;
    this.reused = 0;
    const pool = this.current;
    this.current = this.previous;
    this.previous = pool;
    this.current.clear();
    const patches = this.patches;
    this.patches = this.oldPatches;
    this.oldPatches = patches;
    this.patches.clear();
    this.landings.clear();
  }

  detect(pair: number, a: number, b: number): boolean {
    const { bodies, settings } = this.context;
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const depth = targetDepth(shapeA, shapeB, settings);
    if (this.reuse(pair, a, b, depth)) return true;
    this.computed++;
    const start = this.current.count;
    const firstLanding = this.landings.count;
    this.finder.find(a, b, depth, this.h, this.current, this.patches, this.landings);
    this.landings.setRange(pair, firstLanding, this.landings.count - firstLanding);
    const count = this.current.count - start;
    this.current.setRange(pair, start, count);
    this.inherit(pair, start, MATCH_PER_SIZE * Math.min(thickness(shapeA), thickness(shapeB), 1e3));
    if (isSampled(shapeA) || isSampled(shapeB)) this.remember(pair, a, b, depth);
    return this.current.countOf(pair) > 0;
  }

  /**
   * Keeps the patches of a mesh that came apart by less than they can fall back within the step. A mesh stands on many
   * feet; one that the last correction lifted by a hair would else fall in free flight, by g h², into the ground, be
   * lifted again with the others let go, and so on for ever. Its geometry is that of when it last overlapped, its distance
   * follows by V's gradient. So are patches kept that rays may have missed between them: those whose volume should not have
   * vanished, and that lie clear of all others (else they have joined one).
   */
  private remember(pair: number, a: number, b: number, depth: number): void {
    const now = this.current;
    const old = this.previous;
    const d = this.context.bodies.f.data;
    const reach = approachOf(d, a, b, this.h) + depth;
    const from = old.startOf(pair);
    const to = from + old.countOf(pair);
    const start = now.startOf(pair);
    const end = now.count;
    for (let n = from; n < to; n++) {
      const o = n * SIX_STRIDE;
      const i = n * SIX_INTS;
      if (old.i.data[i + SI_HEIR] === 1 || old.i.data[i + SI_GHOST] === 1 || old.f.data[o + S_SHIFT] > 0) continue;
      const far =
        movedSince(old.f.data, o + S_POSE_A, d, a * BODY_STRIDE) +
        movedSince(old.f.data, o + S_POSE_B, d, b * BODY_STRIDE);
      if (far > REMEMBER * depth) continue;
      const grown = this.corrector.growth(old.f.data, o, a, b);
      const gap = -(old.f.data[o + S_VOLUME] + grown) / old.f.data[o + S_AREA];
      if (!(gap < reach) || (!(gap > 0) && !this.isClear(o, start, end))) continue;
      const k = now.copyFrom(old, n);
      now.f.data[k * SIX_STRIDE + S_GROWN] = grown;
      now.i.data[k * SIX_INTS + SI_BLOCK] = -1;
      now.i.data[k * SIX_INTS + SI_HEIR] = 0;
      now.i.data[k * SIX_INTS + SI_LOST] = 1;
      now.i.data[k * SIX_INTS + SI_PATCH] = this.patches.copy(this.oldPatches, old.i.data[i + SI_PATCH]);
    }
    now.setRange(pair, start, now.count - start);
  }

  /** Whether the old contact at record o lies clear of the new ones from `start` to `end`. */
  private isClear(o: number, start: number, end: number): boolean {
    const f = this.current.f.data;
    const g = this.previous.f.data;
    const spread = Math.sqrt(g[o + S_MOMENT] + g[o + S_MOMENT + 3] + g[o + S_MOMENT + 5]);
    for (let k = start; k < end; k++) {
      const p = k * SIX_STRIDE;
      // Twice the spread reaches a disc's rim, and beyond a square's sides.
      const near = 2 * (spread + Math.sqrt(f[p + S_MOMENT] + f[p + S_MOMENT + 3] + f[p + S_MOMENT + 5]));
      const x = f[p + S_LOCAL] - g[o + S_LOCAL];
      const y = f[p + S_LOCAL + 1] - g[o + S_LOCAL + 1];
      const z = f[p + S_LOCAL + 2] - g[o + S_LOCAL + 2];
      if (x * x + y * y + z * z < near * near) return false;
    }
    return true;
  }

  /**
   * Takes over the last step's geometry where neither body has moved, since it was computed, by more than a small share of
   * the target depth. V follows to first order by its 6D gradient, the rest stays. The error of V is of second order in
   * the motion; that of the outline is the motion itself, REUSE target depths at most.
   */
  private reuse(pair: number, a: number, b: number, depth: number): boolean {
    const old = this.previous;
    const count = old.countOf(pair);
    if (count === 0) return false;
    const from = old.startOf(pair);
    const d = this.context.bodies.f.data;
    const most = REUSE * depth;
    let known = false;
    let moved = 0;
    for (let n = from; n < from + count; n++) {
      const o = n * SIX_STRIDE;
      if (old.f.data[o + S_SHIFT] > 0 || old.i.data[n * SIX_INTS + SI_GHOST] === 1) return false;
      if (old.i.data[n * SIX_INTS + SI_LOST] === 1) continue;
      known = true;
      const byA = movedSince(old.f.data, o + S_POSE_A, d, a * BODY_STRIDE);
      const byB = movedSince(old.f.data, o + S_POSE_B, d, b * BODY_STRIDE);
      if (byA > most || byB > most) return false;
      moved += byA + byB;
    }
    // A body on the move may be about to land beside its patch.
    if (!known || travel(d, a * BODY_STRIDE, this.h) + travel(d, b * BODY_STRIDE, this.h) > depth) return false;
    this.reused++;
    this.keep(pair);
    const now = this.current;
    for (let k = now.startOf(pair); k < now.count; k++) {
      now.f.data[k * SIX_STRIDE + S_GROWN] = moved === 0 ? 0 : this.corrector.growth(now.f.data, k * SIX_STRIDE, a, b);
    }
    return true;
  }

  private readonly passes: PassTest = (k, shared, x, y, z, push) => {
    const f = this.current.f.data;
    const i = this.current.i.data;
    const n = k * SIX_INTS;
    const o = k * SIX_STRIDE + S_FRAME;
    const way = push + f[k * SIX_STRIDE + S_SHIFT];
    return this.finder.passes(
      i[n + SI_BODY_A],
      i[n + SI_BODY_B],
      i[n + SI_PARTS],
      shared,
      x,
      y,
      z,
      f[o],
      f[o + 1],
      f[o + 2],
      way,
    );
  };

  /** New patches take over the wrench of the nearest old one. */
  private inherit(pair: number, start: number, reach: number): void {
    const now = this.current;
    const old = this.previous;
    const from = old.startOf(pair);
    const to = from + old.countOf(pair);
    for (let k = start; k < now.count; k++) {
      let nearest = -1;
      let best = reach * reach;
      const p = k * SIX_STRIDE + S_LOCAL;
      for (let n = from; n < to; n++) {
        if (
          old.i.data[n * SIX_INTS + SI_HEIR] === 1 ||
          old.i.data[n * SIX_INTS + SI_PARTS] !== now.i.data[k * SIX_INTS + SI_PARTS]
        )
          continue;
        const q = n * SIX_STRIDE + S_LOCAL;
        const x = now.f.data[p] - old.f.data[q];
        const y = now.f.data[p + 1] - old.f.data[q + 1];
        const z = now.f.data[p + 2] - old.f.data[q + 2];
        const d = x * x + y * y + z * z;
        // A body that rolls brings ever new points into contact: with one patch before and after there is no doubt.
        if (d < best || (to - from === 1 && now.count - start === 1)) {
          best = d;
          nearest = n;
        }
      }
      if (nearest < 0) continue;
      old.i.data[nearest * SIX_INTS + SI_HEIR] = 1;
      for (let m = 0; m < 6; m++)
        now.f.data[k * SIX_STRIDE + S_WRENCH + m] = old.f.data[nearest * SIX_STRIDE + S_WRENCH + m];
    }
  }

  keep(pair: number): void {
    const pool = this.current;
    pool.copyPair(pair, this.previous);
    for (let k = pool.startOf(pair); k < pool.count; k++) {
      const n = k * SIX_INTS;
      pool.i.data[n + SI_BLOCK] = -1;
      pool.i.data[n + SI_HEIR] = 0;
      pool.i.data[n + SI_PATCH] = this.patches.copy(this.oldPatches, pool.i.data[n + SI_PATCH]);
    }
  }

  assemble(pair: number, a: number, b: number): void {
    const pool = this.current;
    if (!this.sorted) {
      markGhosts(pool, this.context.bodies.count, this.heads, this.links, this.passes);
      this.sorted = true;
    }
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    const restitution = restitutionOf(this.context.bodies, a, b, this.context.settings);
    for (let k = from; k < to; k++)
      if (pool.i.data[k * SIX_INTS + SI_GHOST] !== 1) this.assemblePatch(k, a, b, restitution);
    if (this.options.law === 'paper') return;
    const first = this.landings.startOf(pair);
    for (let k = first; k < first + this.landings.countOf(pair); k++)
      assembleLanding(this.landings, k, this.context.blocks, this.h);
  }

  private assemblePatch(k: number, a: number, b: number, restitution: number): void {
    const { bodies, blocks, settings, warmStart } = this.context;
    const d = bodies.f.data;
    const f = this.current.f.data;
    const o = k * SIX_STRIDE;
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    const block = blocks.add(a, b, 6, this.firstProjection);
    this.current.i.data[k * SIX_INTS + SI_BLOCK] = block;
    const at = blocks.dataOf(block);
    const s = blocks.f.data;
    const j = at + atJacobian;
    writeLinear(s, j, f, o, S_FRAME);
    writeAngular(s, j + 12, f, o + S_FRAME + 6, -1);
    writeAngular(s, j + 24, f, o + S_FRAME + 3, 1);
    writeLinear(s, j + 36, f, o, S_FRAME + 3);
    writeLinear(s, j + 48, f, o, S_FRAME + 6);
    writeAngular(s, j + 60, f, o + S_FRAME, 1);
    s[at + W_FRICTION] = f[o + S_FRICTION];
    s[at + W_PATCH] = this.current.i.data[k * SIX_INTS + SI_PATCH];
    s[at + W_SPIN] = this.spin;
    for (let m = 0; m < 4; m++) s[at + W_SHARP + m] = f[o + S_SHARP + m];

    const h = this.h;
    const depth = (f[o + S_VOLUME] + f[o + S_GROWN]) / f[o + S_AREA] - f[o + S_SHIFT];
    const free = f[o + S_DEPTH] - depth;
    if (settings.compliance > 0) {
      // f = x/c (1 + d ẋ) at the end's depth x (Hunt and Crossley), spread over the patch as a bed of springs.
      const x = depth > 0 ? depth : 0;
      const slowed = h + settings.damping * x;
      const soft = settings.compliance / (h * slowed);
      s[at + atCompliance] = soft;
      s[at + atRhs] = depth > 0 ? -x / slowed : -depth / h;
      s[at + atCompliance + 1] = soft / Math.max(f[o + S_VARIANCE], 1e-300);
      s[at + atCompliance + 2] = soft / Math.max(f[o + S_VARIANCE + 1], 1e-300);
    } else {
      if (free > 0) s[at + atRhs] = free / h;
      if (restitution > 0) {
        let before = 0;
        let now = 0;
        for (let m = 0; m < 6; m++) {
          before += s[j + m] * d[pa + B_OLD_VELOCITY + m] + s[j + 6 + m] * d[pb + B_OLD_VELOCITY + m];
          now += s[j + m] * d[pa + B_VELOCITY + m] + s[j + 6 + m] * d[pb + B_VELOCITY + m];
        }
        // It bounces in the step in which it would arrive; slower than what gravity gives in two steps it only rests.
        if (before < -2 * Math.abs(now - before) && -depth + h * now < 0) s[at + atRhs] = restitution * before;
      }
    }
    const v = this.v;
    rotateVector(
      v,
      0,
      d,
      pa + B_ROTATION,
      d[pa + B_SURFACE_VELOCITY],
      d[pa + B_SURFACE_VELOCITY + 1],
      d[pa + B_SURFACE_VELOCITY + 2],
    );
    rotateVector(
      v,
      3,
      d,
      pb + B_ROTATION,
      d[pb + B_SURFACE_VELOCITY],
      d[pb + B_SURFACE_VELOCITY + 1],
      d[pb + B_SURFACE_VELOCITY + 2],
    );
    for (let m = 0; m < 3; m++) {
      s[at + atRhs + 3] += f[o + S_FRAME + 3 + m] * (v[m] - v[3 + m]);
      s[at + atRhs + 4] += f[o + S_FRAME + 6 + m] * (v[m] - v[3 + m]);
    }

    if (warmStart) {
      const l = at + atLambda;
      for (let m = 0; m < 3; m++) {
        const force = f[o + S_WRENCH + m];
        const torque = f[o + S_WRENCH + 3 + m];
        s[l] += f[o + S_FRAME + m] * force;
        s[l + 1] -= f[o + S_FRAME + 6 + m] * torque;
        s[l + 2] += f[o + S_FRAME + 3 + m] * torque;
        s[l + 3] += f[o + S_FRAME + 3 + m] * force;
        s[l + 4] += f[o + S_FRAME + 6 + m] * force;
        s[l + 5] += f[o + S_FRAME + m] * torque;
      }
      if (!(s[l] > 0)) s.fill(0, l, l + 6);
    }
  }

  readBack(): void {
    const { blocks } = this.context;
    const s = blocks.f.data;
    const f = this.current.f.data;
    const i = this.current.i.data;
    for (let k = 0; k < this.current.count; k++) {
      const block = i[k * SIX_INTS + SI_BLOCK];
      if (block < 0) continue;
      const l = blocks.dataOf(block) + atLambda;
      const o = k * SIX_STRIDE;
      f[o + S_PUSH] = 0;
      for (let m = 0; m < 3; m++) {
        const n = f[o + S_FRAME + m];
        const u = f[o + S_FRAME + 3 + m];
        const w = f[o + S_FRAME + 6 + m];
        f[o + S_WRENCH + m] = n * s[l] + u * s[l + 3] + w * s[l + 4];
        f[o + S_WRENCH + 3 + m] = n * s[l + 5] + u * s[l + 2] - w * s[l + 1];
      }
    }
  }

  correct(): number {
    if (this.context.settings.compliance > 0) return 0;
    return this.corrector.pass(this.current);
  }

  touches(pair: number): boolean {
    const pool = this.current;
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    for (let k = from; k < to; k++) if (this.bears(k)) return true;
    return false;
  }

  private bears(k: number): boolean {
    const f = this.current.f.data;
    const o = k * SIX_STRIDE;
    const overlaps = f[o + S_SHIFT] === 0 && this.current.i.data[k * SIX_INTS + SI_LOST] === 0;
    return overlaps || f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0;
  }

  report(pair: number, into: ContactRecord[]): void {
    const pool = this.current;
    const from = pool.startOf(pair);
    const to = from + pool.countOf(pair);
    for (let k = from; k < to; k++) if (this.bears(k)) into.push(this.recordOf(k));
  }

  private recordOf(k: number): ContactRecord {
    const d = this.context.bodies.f.data;
    const f = this.current.f.data;
    const o = k * SIX_STRIDE;
    const pa = this.current.i.data[k * SIX_INTS + SI_BODY_A] * BODY_STRIDE;
    const pb = this.current.i.data[k * SIX_INTS + SI_BODY_B] * BODY_STRIDE;
    const patch = this.current.i.data[k * SIX_INTS + SI_PATCH];
    const arms = f.slice(o + S_ARM_A, o + S_ARM_A + 6);
    const point = vector((m) => d[pb + B_CENTER + m] + f[o + S_ARM_B + m]);
    const n = vector((m) => f[o + S_FRAME + m]);
    const u = vector((m) => f[o + S_FRAME + 3 + m]);
    const w = vector((m) => f[o + S_FRAME + 6 + m]);
    const force = vector((m) => f[o + S_WRENCH + m] / this.h);
    const torque = vector((m) => f[o + S_WRENCH + 3 + m] / this.h);
    const fn = dot(force, n);
    const cop: [number, number] = fn > 0 ? [-dot(torque, w) / fn, dot(torque, u) / fn] : [0, 0];
    const sharp = (x: number, side: number) => x * f[o + S_SHARP + side + (x >= 0 ? 0 : 1)];
    const bearing: [number, number] = [sharp(cop[0], 0), sharp(cop[1], 2)];
    const at = (x: readonly [number, number]) => vector((m) => point[m]! + x[0] * u[m]! + x[1] * w[m]!);
    const outline: [number, number, number][] = [];
    for (let m = 0; m < this.patches.outlineCount[patch]; m++) {
      const v = this.patches.outlineStart[patch] + 2 * m;
      outline.push(at([this.patches.vertices[v], this.patches.vertices[v + 1]]));
    }
    return {
      point,
      normal: n,
      force,
      torque,
      centerOfPressure: at(cop),
      area: f[o + S_AREA],
      volume: f[o + S_VOLUME],
      depth: Math.max(0, (f[o + S_VOLUME] + f[o + S_GROWN]) / f[o + S_AREA] - f[o + S_SHIFT]),
      slipMargin: this.slipMargin(patch, f[o + S_FRICTION], fn, bearing, dot(force, u), dot(force, w), dot(torque, n)),
      tipMargin: fn > 0 ? this.tipMargin(patch, cop) : 1,
      state: slipState(d, pa, pb, arms, n),
      outline,
    };
  }

  /** 1 less the share of the friction limit that is used. */
  private slipMargin(
    patch: number,
    mu: number,
    fn: number,
    cop: readonly [number, number],
    fu: number,
    fw: number,
    torque: number,
  ): number {
    if (!(fn > 0)) return 1;
    const p = this.patches;
    const r = patch * PA_STRIDE + PA_FRICTION;
    this.pressure.solve(
      this.load_,
      p.vertices,
      p.frictionStart[patch],
      p.frictionCount[patch],
      p.records,
      r,
      cop[0],
      cop[1],
    );
    const about = torque - cop[0] * fw + cop[1] * fu;
    const bound = this.spin === SPIN_CORNERS ? cornerBound(p, patch, cop[0], cop[1]) : this.load_.spin;
    const gauge =
      this.spin === SPIN_CONTENSOU
        ? this.limit.gauge(this.load_, mu * fn, fu, fw, about)
        : uncoupledShare(mu * fn, bound, fu, fw, about);
    return Math.min(1, Math.max(0, 1 - gauge));
  }

  /** 1 with the centre of pressure at the outline's centroid, 0 on the outline, linear between. */
  private tipMargin(patch: number, cop: readonly [number, number]): number {
    const p = this.patches;
    const r = patch * PA_STRIDE + PA_OUTLINE;
    const cu = p.records[r + 1];
    const cw = p.records[r + 2];
    const n = p.outlineCount[patch];
    const start = p.outlineStart[patch];
    let used = 0;
    for (let k = 0; k < n; k++) {
      const a = start + 2 * k;
      const b = start + 2 * ((k + 1) % n);
      // Outward normal of a counter-clockwise edge.
      const nu = p.vertices[b + 1] - p.vertices[a + 1];
      const nw = p.vertices[a] - p.vertices[b];
      const far = nu * (p.vertices[a] - cu) + nw * (p.vertices[a + 1] - cw);
      if (far > 0) used = Math.max(used, (nu * (cop[0] - cu) + nw * (cop[1] - cw)) / far);
    }
    return Math.min(1, Math.max(0, 1 - used));
  }

  get statistics(): { computed: number; reused: number } {
    return { computed: this.computed, reused: this.reused };
  }

  forget(pair: number): void {
    this.current.setRange(pair, 0, 0);
  }

  save(): unknown {
    return { h: this.h, contacts: this.current.save(), patches: this.patches.save() };
  }

  load(saved: unknown): void {
    const s = saved as { h: number; contacts: unknown; patches: unknown };
    this.h = s.h;
    this.current.load(s.contacts);
    this.patches.load(s.patches);
  }
}

/** Velocity of A against B at the patch's centre along the frame's axis at o + axis. */
function writeLinear(s: Float64Array, at: number, f: Float64Array, o: number, axis: number): void {
  const x = f[o + axis];
  const y = f[o + axis + 1];
  const z = f[o + axis + 2];
  s[at] = x;
  s[at + 1] = y;
  s[at + 2] = z;
  s[at + 3] = f[o + S_ARM_A + 1] * z - f[o + S_ARM_A + 2] * y;
  s[at + 4] = f[o + S_ARM_A + 2] * x - f[o + S_ARM_A] * z;
  s[at + 5] = f[o + S_ARM_A] * y - f[o + S_ARM_A + 1] * x;
  s[at + 6] = -x;
  s[at + 7] = -y;
  s[at + 8] = -z;
  s[at + 9] = -(f[o + S_ARM_B + 1] * z - f[o + S_ARM_B + 2] * y);
  s[at + 10] = -(f[o + S_ARM_B + 2] * x - f[o + S_ARM_B] * z);
  s[at + 11] = -(f[o + S_ARM_B] * y - f[o + S_ARM_B + 1] * x);
}

/** Angular velocity of A against B along sign times the axis at f[a…]. */
function writeAngular(s: Float64Array, at: number, f: Float64Array, a: number, sign: number): void {
  for (let m = 0; m < 3; m++) {
    s[at + 3 + m] = sign * f[a + m];
    s[at + 9 + m] = -sign * f[a + m];
  }
}

const vector = (of: (m: number) => number): [number, number, number] => [of(0), of(1), of(2)];
const dot = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

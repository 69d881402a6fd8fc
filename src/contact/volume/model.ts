// Volume constraints (Allard et al. 2010, Algorithm 1) between rigid and soft bodies, in the stages of a step.
//
// begin     soft bodies: implicit step without contact, as a prediction (§4.3: prediction, then correction)
// find      overlap of every pair, by ray columns and cells (columns.ts, volumes.ts, pair.ts)
// assemble  three rows a cell; a soft body is a mover with the nodes that are touched: an impulse changes their velocities by (A⁻¹)_PP Jᵀ λ
// readBack  A⁻¹ Jᵀ λ for all nodes, and they move
// correct   post-stabilisation (Eq. 18, 19): positions only, down to the target mean depth
//
// Where V is looked at: the poses q + h v₀ to which the last step's velocities v₀ lead. For bodies at rest these are the present poses, as in the
// paper; for bodies that move, those where they are about to meet. Only a pair that does not overlap there is looked at again with this step's
// forces in v₀. Looked at with gravity in it, a resting body would overlap by g h² all over, whatever its tilt, and rock within that unseen.
// To first order the step ends with V + h ∂V/∂q (v - v₀). With a the area, d̄ the target depth and d = V/a + h v_n(v₀) the mean depth at the step's
// start, the normal row asks for v_n ≥ -max(0, d̄ - d)/h: bodies may use up what is left to the target; what is deeper is not pushed out by
// velocity. Touching bodies so bear in the step in which they meet.
// Deviation from the paper: it stabilises with fresh columns until V ≤ V̄; here one linear pass with the step's own gradient does, and the
// next step measures anew (one cast of rays a step instead of two or more).
// Several cells under one rigid body share its load in no unique way: a compliance of 1e-6 of a cell's own answer, as its area, picks even pressure.

import { displace } from '../../bodies/displace.js';
import {
  B_CENTER,
  B_CENTER_B,
  B_FRICTION,
  B_MASS,
  B_ORIGIN,
  B_ROTATION,
  B_SURFACE_VELOCITY,
  BODY_INTS,
  BODY_STRIDE,
  I_ALIVE,
  I_TYPE,
  TYPE_DYNAMIC,
} from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { SixfoldError } from '../../checks/error.js';
import { show } from '../../checks/fields.js';
import { matrixFromQuaternion, rotateInto, turnByVector } from '../../math/quaternion.js';
import type { Quat, Vec3 } from '../../math/vec3.js';
import { partCount, partShape, placePart } from '../../shapes/parts.js';
import type { MeshShape, SimpleShape } from '../../shapes/shape.js';
import { createSoftBody, type SoftBody, type SoftDescription } from '../../soft/body.js';
import { MOST_CELLS } from '../../soft/lattice.js';
import type { SolidMaterial } from '../../soft/solid.js';
import {
  atCompliance,
  atJacobian,
  atLambda,
  atResponse,
  atRhs,
  atSchur,
  BLOCK_INTS,
  K_DATA,
  K_WIDTH,
} from '../../solver/blocks.js';
import type { Response } from '../../solver/movers.js';
import { CONE_FRICTION, PROJECT_BILATERAL, PROJECT_CONE } from '../../solver/projections.js';
import type { Details, Roster } from '../kind.js';
import { combineFriction, restitutionOf, thickness } from '../material.js';
import type { ContactContext, ContactModel, ContactModelKind, ContactRecord } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_FOUND, PB_SLOT } from '../pair-batch.js';
import { VolumeColumns } from './columns.js';
import {
  P_AREA,
  P_CENTER,
  P_DEPTH,
  P_FREE,
  P_FRICTION_A,
  P_FRICTION_B,
  P_LAMBDA,
  P_NORMAL,
  P_STRIDE,
  P_TANGENT1,
  P_TANGENT2,
  P_VOLUME,
  VolumePair,
} from './pair.js';
import { CONTACT_OPTIONS, SCENE_WORDS, SOFT_WORDS } from './read.js';
import { reportPair } from './report.js';
import { C_SIDE, CELL_STRIDE, S_AREA, S_TORQUE, SIDE_STRIDE } from './volumes.js';

/** Target depth as a share of the thinner body. */
const DEPTH_PER_SIZE = 2e-5;
/** Skin of a soft body as a share of its thinnest extent. */
const SKIN_PER_SIZE = 1e-3;
/** Compliance of a cell against its own answer, where a pair has several. */
const EVEN = 1e-6;
const CORRECTION_SWEEPS = 60;

/** A soft body in a world: where it stands among the bodies, and which of its nodes blocks act on in this step. */
class SoftMover implements Response {
  /** Number of each node among those that are touched, or -1. */
  readonly touched: Int32Array;
  nodes = new Int32Array(64);
  count = 0;
  /** Where its velocities begin, or -1: nothing touches it. */
  at = -1;
  readonly shape: MeshShape;
  private full = new Float64Array(0);
  /** How the surface was looked at in this step: 0 not yet, 1 without its forces, 2 with them. */
  looked = 0;
  /** By how much the surface is taken to lie further out for contact (m): it then rests where it is, and not a target depth deep. */
  skin = 0;

  constructor(
    readonly slot: number,
    readonly body: SoftBody,
    description: MeshShape['description'],
  ) {
    this.touched = new Int32Array(body.solid.nodeCount).fill(-1);
    const { surface } = body;
    this.shape = {
      type: 'mesh',
      mesh: {
        positions: surface.positions,
        indices: surface.indices,
        get tree(): never {
          throw new Error('a soft surface has a packed tree only');
        },
        get packed() {
          return surface.refit();
        },
      },
      bounds: surface.bounds,
      massProperties: null,
      description,
    };
  }

  clear(): void {
    for (let k = 0; k < this.count; k++) this.touched[this.nodes[k]] = -1;
    this.count = 0;
    this.at = -1;
  }

  /** The surface where the velocities before this step's forces lead, or those with them. */
  lookAhead(span: number, withForces: boolean): void {
    const state = withForces ? 2 : 1;
    if (this.looked === state) return;
    this.looked = state;
    const { solid, before, surface } = this.body;
    surface.update(solid.x, withForces ? solid.v : before, span);
    surface.inflate(this.skin);
  }

  /** Counts a node as touched, unless its velocity is given. */
  touch(node: number): void {
    if (this.touched[node] >= 0 || this.body.solid.unknown[node] < 0) return;
    if (this.count === this.nodes.length) {
      const nodes = new Int32Array(2 * this.count);
      nodes.set(this.nodes);
      this.nodes = nodes;
    }
    this.touched[node] = this.count;
    this.nodes[this.count++] = node;
  }

  /** Impulses on the touched nodes at x[xi…] into those on all unknowns, answered: `full` holds A⁻¹ of it. */
  answer(x: Float64Array, xi: number): Float64Array {
    const { solid } = this.body;
    if (this.full.length !== 3 * solid.unknownCount) this.full = new Float64Array(3 * solid.unknownCount);
    const { full, nodes } = this;
    full.fill(0);
    for (let k = 0; k < this.count; k++) {
      const j = 3 * solid.unknown[nodes[k]];
      for (let i = 0; i < 3; i++) full[j + i] = x[xi + 3 * k + i];
    }
    solid.respond(full);
    return full;
  }

  respond(out: Float64Array, oi: number, x: Float64Array, xi: number): void {
    const full = this.answer(x, xi);
    const { solid } = this.body;
    for (let k = 0; k < this.count; k++) {
      const j = 3 * solid.unknown[this.nodes[k]];
      for (let i = 0; i < 3; i++) out[oi + 3 * k + i] = full[j + i];
    }
    for (let k = 3 * this.count; k < 6 * Math.ceil(this.count / 2); k++) out[oi + k] = 0;
  }
}

/** A node tied to a body that moves freely: one block of three rows. */
interface Tie {
  readonly soft: SoftMover;
  readonly node: number;
  readonly body: number;
  readonly local: Float64Array;
  block: number;
  readonly lambda: Float64Array;
}

export class VolumeModel implements ContactModel {
  readonly projections = [];
  readonly statistics = { computed: 0, reused: 0 };
  readonly softs: (SoftMover | undefined)[] = [];
  private readonly columns = new VolumeColumns();
  private readonly pairs: (VolumePair | undefined)[] = [];
  private active: VolumePair[] = [];
  private ties_: Tie[] = [];
  private h = 0;
  private span = 0;
  private corrected = false;
  private readonly pose = new Float64Array(14);
  private readonly part = new Float64Array(14);
  private readonly places: readonly [Float64Array, Float64Array] = [new Float64Array(12), new Float64Array(12)];
  private readonly scratch = new Float64Array(16);
  private displacement = new Float64Array(0);
  private impulses = new Float64Array(0);
  private readonly cell: number;
  private readonly pixel: number;
  private readonly viscosity: number;

  constructor(private readonly context: ContactContext) {
    const { options } = context.settings;
    this.cell = (options.cell as number | null) ?? 0;
    this.pixel = (options.pixel as number | null) ?? 0;
    this.viscosity = (options.viscosity as number | undefined) ?? 0;
  }

  private get bodies(): BodyStore {
    return this.context.bodies;
  }

  // Bodies.

  addBody(slot: number): void {
    const { bodies } = this;
    const own = bodies.own[slot];
    if (own?.type !== 'soft') return;
    const { words } = own;
    const shape = bodies.shapes[slot]!;
    const tets = words.element === 'tet' ? words.tets : null;
    const where = `body ${show(bodies.names[slot])}`;
    if (words.element === 'tet' && !tets)
      throw new SixfoldError(`${where}: tets is missing; element "tet" needs { "positions", "indices" } or a file`);
    if (words.element === 'hex' && words.tets)
      throw new SixfoldError(`${where}: tets is given, but element is "hex"; set "element": "tet"`);
    const description: SoftDescription = {
      material: words.material as SolidMaterial,
      resolution: words.resolution as number,
      tets: tets as SoftDescription['tets'],
      fixed: words.fixed as SoftDescription['fixed'],
      forces: words.forces as SoftDescription['forces'],
      selfContact: words.selfContact as boolean,
    };
    const { bounds } = shape;
    const sides = [0, 1, 2].map((k) => bounds[3 + k] - bounds[k]);
    const edge = Math.max(...sides) / description.resolution;
    const cells = sides.reduce((n, s) => n * Math.ceil(s / edge), 1);
    if (!tets && cells > MOST_CELLS)
      throw new SixfoldError(
        `${where}: resolution ${description.resolution} makes ${cells} cells; at most ${MOST_CELLS} are allowed`,
      );
    const o = slot * BODY_STRIDE;
    const d = bodies.f.data;
    const mass = d[o + B_MASS];
    const body = createSoftBody(shape, description, mass);
    const soft = new SoftMover(slot, body, shape.description as MeshShape['description']);
    soft.skin = this.context.settings.depth ?? SKIN_PER_SIZE * thickness(shape);
    this.softs[slot] = soft;
    const v = bodies.v.data;
    const at = (k: number): Vec3 => [d[o + k], d[o + k + 1], d[o + k + 2]];
    const q: Quat = [d[o + B_ROTATION], d[o + B_ROTATION + 1], d[o + B_ROTATION + 2], d[o + B_ROTATION + 3]];
    const w = 6 * slot;
    body.place(at(B_ORIGIN), q, [v[w], v[w + 1], v[w + 2]], [v[w + 3], v[w + 4], v[w + 5]]);
    for (const push of description.forces) {
      const nodes = body.nodesIn(push);
      if (nodes.length === 0)
        throw new SixfoldError(`${where}: forces: no node lies in the box ${show([push.low, push.high])}`);
      for (const i of nodes) for (let k = 0; k < 3; k++) body.solid.force[3 * i + k] += push.force[k]! / nodes.length;
    }
    this.hold(soft, where);
    this.writeRecord(soft);
  }

  /** Nodes that are fixed: to the world and to bodies that are moved by hand their velocity is given; to others they are tied by blocks. */
  private hold(soft: SoftMover, where: string): void {
    const { body, slot } = soft;
    const { solid } = body;
    for (const fixed of body.description.fixed) {
      const nodes = body.nodesIn(fixed);
      if (nodes.length === 0)
        throw new SixfoldError(`${where}: fixed: no node lies in the box ${show([fixed.low, fixed.high])}`);
      const holder = fixed.to === null ? 0 : this.bodies.slotOf(fixed.to);
      if (holder < 0 || holder === slot)
        throw new SixfoldError(`${where}: fixed: no body before this one is named ${show(fixed.to)}; give it first`);
      if (this.softs[holder])
        throw new SixfoldError(`${where}: fixed: ${show(fixed.to)} is soft; nodes are fixed to rigid bodies`);
      const local = new Float64Array(3 * nodes.length);
      for (const [n, i] of nodes.entries()) this.writeLocal(local, 3 * n, holder, solid.x, 3 * i);
      if (this.bodies.i.data[holder * BODY_INTS + I_TYPE] === TYPE_DYNAMIC) {
        for (const [n, node] of nodes.entries())
          this.ties_.push({
            soft,
            node,
            body: holder,
            local: local.slice(3 * n, 3 * n + 3),
            block: -1,
            lambda: new Float64Array(3),
          });
      } else {
        for (const i of nodes) solid.held[i] = 1;
        body.anchors.push({ body: holder, nodes: Int32Array.from(nodes), local });
      }
    }
    solid.forgetPattern();
    void solid.factor;
  }

  /** A point of the world in a body's frame, about its centre of mass. */
  private writeLocal(out: Float64Array, oi: number, holder: number, x: Float64Array, xi: number): void {
    const d = this.bodies.f.data;
    const o = holder * BODY_STRIDE;
    const r = this.scratch;
    matrixFromQuaternion(r, 0, d, o + B_ROTATION);
    const p = [0, 1, 2].map((k) => x[xi + k] - d[o + B_CENTER + k]);
    for (let k = 0; k < 3; k++) out[oi + k] = r[k] * p[0]! + r[3 + k] * p[1]! + r[6 + k] * p[2]!;
  }

  removeBody(slot: number): void {
    this.softs[slot] = undefined;
    this.ties_ = this.ties_.filter((tie) => tie.soft.slot !== slot && tie.body !== slot);
  }

  prepare(_: Roster): void {}

  /** What the world knows of a soft body: centre of mass, best-fit rotation, momentum over mass, spin. */
  private writeRecord(soft: SoftMover): void {
    const { body, slot } = soft;
    const d = this.bodies.f.data;
    const v = this.bodies.v.data;
    const o = slot * BODY_STRIDE;
    body.updateWhole();
    for (let k = 0; k < 3; k++) {
      d[o + B_CENTER + k] = d[o + B_ORIGIN + k] = body.center[k];
      d[o + B_CENTER_B + k] = 0;
      v[6 * slot + k] = body.velocity[k];
      v[6 * slot + 3 + k] = body.spin[k];
    }
    for (let k = 0; k < 4; k++) d[o + B_ROTATION + k] = body.rotation[k];
  }

  /** Box of a soft body over the coming step, for the broad phase. */
  writeBox(slot: number, h: number, out: Float64Array): boolean {
    const soft = this.softs[slot];
    if (!soft) return false;
    const { body } = soft;
    body.updateSurface(0);
    const { bounds } = body.surface;
    const reach = 0.02 * Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
    let fastest = 0;
    const { v } = body.solid;
    for (let k = 0; k < v.length; k++) fastest = Math.max(fastest, Math.abs(v[k]));
    const [gx, gy, gz] = this.context.gravity;
    const way = h * (fastest + h * Math.max(Math.abs(gx), Math.abs(gy), Math.abs(gz)));
    for (let k = 0; k < 3; k++) {
      out[k] = bounds[k] - reach - way;
      out[3 + k] = bounds[3 + k] + reach + way;
    }
    return true;
  }

  // Stages.

  begin(span: number, h: number): void {
    this.span = span;
    this.h = h;
    this.statistics.computed = this.statistics.reused = 0;
    this.active.length = 0;
    for (const soft of this.softs) {
      if (!soft) continue;
      soft.body.before.set(soft.body.solid.v);
      this.predict(soft, span);
      soft.looked = 0;
    }
  }

  private predict(soft: SoftMover, h: number): void {
    const { body } = soft;
    const { solid } = body;
    const d = this.bodies.f.data;
    const v = this.bodies.v.data;
    const r = this.scratch;
    for (const { body: holder, nodes, local } of body.anchors) {
      // Where the body will be at the step's end, and what takes the nodes there.
      this.writePose(holder, h, v, 0);
      matrixFromQuaternion(r, 0, this.pose, 3);
      for (let n = 0; n < nodes.length; n++) {
        for (let k = 0; k < 3; k++) {
          const p =
            d[holder * BODY_STRIDE + B_CENTER + k] +
            h * v[6 * holder + k] +
            r[3 * k] * local[3 * n] +
            r[3 * k + 1] * local[3 * n + 1] +
            r[3 * k + 2] * local[3 * n + 2];
          solid.v[3 * nodes[n] + k] = (p - solid.x[3 * nodes[n] + k]) / h;
        }
      }
    }
    solid.predict(h, this.context.gravity);
  }

  /** Pose to which velocities lead a rigid body within h: origin and rotation. */
  private writePose(slot: number, h: number, v: Float64Array, at: number): void {
    const { pose, scratch } = this;
    const d = this.bodies.f.data;
    const o = slot * BODY_STRIDE;
    const w = 6 * slot;
    for (let k = 0; k < 4; k++) pose[at + 3 + k] = d[o + B_ROTATION + k];
    turnByVector(pose, at + 3, h * v[w + 3], h * v[w + 4], h * v[w + 5]);
    rotateInto(scratch, 9, pose, at + 3, d, o + B_CENTER_B);
    for (let k = 0; k < 3; k++) pose[at + k] = d[o + B_CENTER + k] + h * v[w + k] - scratch[9 + k];
  }

  find(batch: PairBatch): void {
    const i = batch.i.data;
    for (let n = 0; n < batch.count; n++) {
      const o = n * PAIR_INTS;
      const slot = i[o + PB_SLOT];
      const pair = (this.pairs[slot] ??= new VolumePair());
      pair.begin();
      pair.a = i[o + PB_BODY_A];
      pair.b = i[o + PB_BODY_B];
      this.measure(pair);
      this.statistics.computed++;
      i[o + PB_FOUND] = pair.count > 0 ? 1 : 0;
    }
  }

  private measure(pair: VolumePair): void {
    const { bodies, context } = this;
    const { a, b, volumes } = pair;
    const softA = this.softs[a];
    const softB = this.softs[b];
    pair.softA = softA?.body ?? null;
    pair.softB = softB?.body ?? null;
    volumes.surfaces[0] = softA ? softA.body.surface : null;
    volumes.surfaces[1] = softB ? softB.body.surface : null;
    pair.ahead = false;
    this.cast(pair, bodies.old.data);
    if (volumes.cells === 0) {
      pair.ahead = true;
      this.cast(pair, bodies.v.data);
    }
    pair.settle(context.warmStart);
    if (pair.count === 0) return;
    const d = bodies.f.data;
    pair.friction = combineFriction(
      d[a * BODY_STRIDE + B_FRICTION],
      d[b * BODY_STRIDE + B_FRICTION],
      context.settings.friction,
    );
    const size = Math.min(thickness(bodies.shapes[a]!), thickness(bodies.shapes[b]!));
    pair.depth =
      softA || softB
        ? (softA?.skin ?? 0) + (softB?.skin ?? 0)
        : (context.settings.depth ?? DEPTH_PER_SIZE * (size < Infinity ? size : 1));
  }

  /** Columns through both bodies where the velocities v lead them. */
  private cast(pair: VolumePair, v: Float64Array): void {
    const { bodies, places, pose, part } = this;
    const { a, b, volumes, ahead } = pair;
    const softA = this.softs[a];
    const softB = this.softs[b];
    softA?.lookAhead(this.span, ahead);
    softB?.lookAhead(this.span, ahead);
    const d = bodies.f.data;
    for (let k = 0; k < 3; k++) {
      volumes.reference[k] = d[a * BODY_STRIDE + B_CENTER + k] + this.span * v[6 * a + k];
      volumes.reference[3 + k] = d[b * BODY_STRIDE + B_CENTER + k] + this.span * v[6 * b + k];
    }
    if (!softA) this.writePose(a, this.span, v, 0);
    if (!softB) this.writePose(b, this.span, v, 7);
    const shapeA = bodies.shapes[a]!;
    const shapeB = bodies.shapes[b]!;
    const partsA = softA ? 1 : partCount(shapeA);
    const partsB = softB ? 1 : partCount(shapeB);
    for (let m = 0; m < partsA; m++) {
      const sa: SimpleShape = softA ? softA.shape : partShape(shapeA, m);
      if (softA) writeIdentity(places[0]);
      else {
        placePart(part, 0, shapeA, m, pose, 0);
        writePlace(places[0], part, 0);
      }
      for (let n = 0; n < partsB; n++) {
        const sb: SimpleShape = softB ? softB.shape : partShape(shapeB, n);
        if (softB) writeIdentity(places[1]);
        else {
          placePart(part, 7, shapeB, n, pose, 7);
          writePlace(places[1], part, 7);
        }
        this.columns.cast(sa, places[0], sb, places[1], this.cell, this.pixel, volumes);
      }
    }
  }

  keep(batch: PairBatch): void {
    const i = batch.i.data;
    // What both bodies sleep through stays reported as it was; it takes no part in the solve.
    for (let n = 0; n < batch.count; n++) {
      const pair = this.pairs[i[n * PAIR_INTS + PB_SLOT]];
      if (pair) pair.firstBlock = -1;
    }
  }

  settle(batch: PairBatch): void {
    const i = batch.i.data;
    this.active.length = 0;
    for (let n = 0; n < batch.count; n++) this.active.push(this.pairs[i[n * PAIR_INTS + PB_SLOT]]!);
  }

  forces(h: number): void {
    this.h = h;
    this.corrected = false;
    if (h === this.span) return;
    for (const soft of this.softs) {
      if (!soft) continue;
      soft.body.solid.v.set(soft.body.before);
      this.predict(soft, h);
    }
  }

  assemble(h: number): void {
    const { movers } = this.context.blocks;
    for (const soft of this.softs) soft?.clear();
    for (const tie of this.ties_) tie.soft.touch(tie.node);
    for (const pair of this.active) {
      const a = this.softs[pair.a];
      const b = this.softs[pair.b];
      if (a) for (let e = 0; e < pair.nodes[0].count; e++) a.touch(pair.nodes[0].second[e]);
      if (b) for (let e = 0; e < pair.nodes[1].count; e++) b.touch(pair.nodes[1].second[e]);
    }
    for (const soft of this.softs) {
      if (!soft) continue;
      // A mover without freedoms cannot be: one node stands for all that are held.
      soft.at = movers.widen(soft.slot, Math.max(3 * soft.count, 1), soft);
      const v = movers.v.data;
      for (let k = 0; k < soft.count; k++)
        for (let i = 0; i < 3; i++) v[soft.at + 3 * k + i] = soft.body.solid.v[3 * soft.nodes[k] + i];
    }
    for (const tie of this.ties_) this.assembleTie(tie, h);
    for (const pair of this.active) this.assemblePair(pair, h);
  }

  private assembleTie(tie: Tie, h: number): void {
    const { blocks } = this.context;
    const { soft, node, body } = tie;
    tie.block = -1;
    const at = soft.touched[node];
    if (at < 0) return;
    tie.block = blocks.add(soft.slot, body, 3, PROJECT_BILATERAL);
    const o = blocks.dataOf(tie.block);
    const f = blocks.f.data;
    const w = blocks.i.data[tie.block * BLOCK_INTS + K_WIDTH];
    const j = o + atJacobian(3);
    const wa = w - 6;
    const d = this.bodies.f.data;
    const p = body * BODY_STRIDE;
    const r = this.scratch;
    rotateInto(r, 9, d, p + B_ROTATION, tie.local, 0);
    const { x } = soft.body.solid;
    for (let k = 0; k < 3; k++) {
      f[j + w * k + 3 * at + k] = 1;
      f[j + w * k + wa + k] = -1;
      // -(ω × r) along k.
      const a = (k + 1) % 3;
      const b = (k + 2) % 3;
      f[j + w * k + wa + 3 + a] = -r[9 + b];
      f[j + w * k + wa + 3 + b] = r[9 + a];
      // What has opened closes within the step.
      f[o + atRhs + k] = (x[3 * node + k] - d[p + B_CENTER + k] - r[9 + k]) / h;
      if (this.context.warmStart) f[o + atLambda + k] = tie.lambda[k];
    }
  }

  private assemblePair(pair: VolumePair, h: number): void {
    const { blocks, settings } = this.context;
    const restitution = restitutionOf(this.bodies, pair.a, pair.b, settings);
    pair.firstBlock = -1;
    for (let n = 0; n < pair.count; n++) {
      const block = blocks.add(pair.a, pair.b, 3, PROJECT_CONE);
      if (pair.firstBlock < 0) pair.firstBlock = block;
      this.writeRows(pair, n, block);
      const o = blocks.dataOf(block);
      const f = blocks.f.data;
      const c = P_STRIDE * n;
      const { data } = pair;
      f[o + CONE_FRICTION] = pair.friction;
      const free = this.rowVelocity(block, 0);
      const before = this.oldVelocity(pair, block);
      // Of the velocities that lead to where V was looked at.
      data[c + P_FREE] = pair.ahead ? free : before;
      data[c + P_DEPTH] = data[c + P_VOLUME] / data[c + P_AREA];
      const depth = data[c + P_DEPTH] + h * data[c + P_FREE];
      if (settings.compliance > 0) {
        const x = depth > 0 ? depth : 0;
        const slowed = h + settings.damping * x;
        f[o + atCompliance] = settings.compliance / (h * slowed);
        f[o + atRhs] = depth > 0 ? -x / slowed : -depth / h;
      } else {
        if (depth < pair.depth) f[o + atRhs] = (pair.depth - depth) / h;
        if (restitution > 0) {
          if (before < -2 * Math.abs(free - before)) f[o + atRhs] = restitution * before;
        }
      }
      this.writeSurfaceVelocity(pair, c, o);
      if (this.context.warmStart) for (let k = 0; k < 3; k++) f[o + atLambda + k] = data[c + P_LAMBDA + k];
    }
    if (pair.count > 1 && settings.compliance === 0) this.even(pair);
    if (this.viscosity > 0) for (let n = 0; n < pair.count; n++) this.assembleViscosity(pair, n, h);
  }

  /** Normal row, then the two tangents, of contact n. */
  private writeRows(pair: VolumePair, n: number, block: number): void {
    const { blocks } = this.context;
    const f = blocks.f.data;
    const i = blocks.i.data;
    const w = i[block * BLOCK_INTS + K_WIDTH];
    const o = i[block * BLOCK_INTS + K_DATA];
    const j = o + atJacobian(3);
    const { data, volumes } = pair;
    const c = P_STRIDE * n;
    const side = CELL_STRIDE * pair.cellOf[n] + C_SIDE;
    const inverse = -1 / data[c + P_AREA];
    const slots = [pair.a, pair.b];
    let start = 0;
    for (let s = 0; s < 2; s++) {
      const soft = this.softs[slots[s]!];
      const sign = s === 0 ? 1 : -1;
      if (soft) {
        const sums = pair.nodes[s as 0 | 1];
        for (let e = 0; e < sums.count; e++) {
          if (sums.first[e] !== n) continue;
          const at = soft.touched[sums.second[e]];
          if (at < 0) continue;
          const [gx, gy, gz] = [sums.value[3 * e], sums.value[3 * e + 1], sums.value[3 * e + 2]];
          const k = j + start + 3 * at;
          f[k] = inverse * gx;
          f[k + 1] = inverse * gy;
          f[k + 2] = inverse * gz;
          // w_k = A_k/Σ A_k; the sum is -a on A's side and a on B's.
          const weight =
            sign * inverse * (gx * data[c + P_NORMAL] + gy * data[c + P_NORMAL + 1] + gz * data[c + P_NORMAL + 2]);
          for (let t = 0; t < 3; t++) {
            f[k + w + t] = sign * weight * data[c + P_TANGENT1 + t];
            f[k + 2 * w + t] = sign * weight * data[c + P_TANGENT2 + t];
          }
        }
        start += 6 * Math.ceil(Math.max(3 * soft.count, 1) / 6);
      } else {
        const g = side + SIDE_STRIDE * s;
        for (let k = 0; k < 3; k++) {
          f[j + start + k] = inverse * volumes.data[g + S_AREA + k];
          f[j + start + 3 + k] = inverse * volumes.data[g + S_TORQUE + k];
        }
        const at = c + (s === 0 ? P_FRICTION_A : P_FRICTION_B);
        for (let t = 0; t < 2; t++) {
          const row = j + (t + 1) * w + start;
          const tangent = c + (t === 0 ? P_TANGENT1 : P_TANGENT2);
          for (let k = 0; k < 3; k++) {
            const a = (k + 1) % 3;
            const b = (k + 2) % 3;
            const ra = data[at + a] - volumes.reference[3 * s + a];
            const rb = data[at + b] - volumes.reference[3 * s + b];
            f[row + k] = sign * data[tangent + k];
            f[row + 3 + k] = sign * (ra * data[tangent + b] - rb * data[tangent + a]);
          }
        }
        start += 6;
      }
    }
  }

  /** Row r of the block times the present velocities, held nodes included through their own rows being zero. */
  private rowVelocity(block: number, r: number): number {
    const { blocks } = this.context;
    return this.rowTimes(block, r, blocks.movers.v.data);
  }

  private rowTimes(block: number, r: number, v: Float64Array): number {
    const { blocks } = this.context;
    const i = blocks.i.data;
    const f = blocks.f.data;
    const h = block * BLOCK_INTS;
    const w = i[h + K_WIDTH];
    const j = i[h + K_DATA] + atJacobian(3) + w * r;
    const wa = i[h + 9];
    let sum = 0;
    for (let k = 0; k < wa; k++) sum += f[j + k] * v[i[h + 6] + k];
    for (let k = wa; k < w; k++) sum += f[j + k] * v[i[h + 7] + k - wa];
    return sum;
  }

  /** Normal velocity at the step's start. */
  private oldVelocity(pair: VolumePair, block: number): number {
    const { blocks } = this.context;
    const i = blocks.i.data;
    const f = blocks.f.data;
    const h = block * BLOCK_INTS;
    const j = i[h + K_DATA] + atJacobian(3);
    const wa = i[h + 9];
    const { old } = this.bodies;
    let sum = 0;
    for (const [slot, from] of [
      [pair.a, 0],
      [pair.b, wa],
    ] as const) {
      const soft = this.softs[slot];
      if (soft) {
        for (let k = 0; k < soft.count; k++)
          for (let t = 0; t < 3; t++) sum += f[j + from + 3 * k + t] * soft.body.before[3 * soft.nodes[k] + t];
      } else for (let k = 0; k < 6; k++) sum += f[j + from + k] * old.data[6 * slot + k];
    }
    return sum;
  }

  private writeSurfaceVelocity(pair: VolumePair, c: number, o: number): void {
    const d = this.bodies.f.data;
    const f = this.context.blocks.f.data;
    const r = this.scratch;
    rotateInto(r, 0, d, pair.a * BODY_STRIDE + B_ROTATION, d, pair.a * BODY_STRIDE + B_SURFACE_VELOCITY);
    rotateInto(r, 3, d, pair.b * BODY_STRIDE + B_ROTATION, d, pair.b * BODY_STRIDE + B_SURFACE_VELOCITY);
    for (let k = 0; k < 3; k++) {
      f[o + atRhs + 1] += (r[k] - r[3 + k]) * pair.data[c + P_TANGENT1 + k];
      f[o + atRhs + 2] += (r[k] - r[3 + k]) * pair.data[c + P_TANGENT2 + k];
    }
  }

  /** Compliance that shares a rigid body's load out evenly over the area of its cells. */
  private even(pair: VolumePair): void {
    const { blocks, kernels } = this.context;
    let answer = 0;
    let area = 0;
    for (let n = 0; n < pair.count; n++) {
      kernels.assemble(blocks, pair.firstBlock + n, this.bodies.f.data);
      answer += blocks.f.data[blocks.dataOf(pair.firstBlock + n) + atSchur];
      area += pair.data[P_STRIDE * n + P_AREA];
    }
    for (let n = 0; n < pair.count; n++)
      blocks.f.data[blocks.dataOf(pair.firstBlock + n) + atCompliance] =
        (EVEN * answer * (area / pair.count)) / (pair.count * pair.data[P_STRIDE * n + P_AREA]);
  }

  /** f = -ν a² v_t (the paper's f_k = -ν v_rel A_k, summed): two rows with the compliance 1/(h ν a²). */
  private assembleViscosity(pair: VolumePair, n: number, h: number): void {
    const { blocks } = this.context;
    const from = pair.firstBlock + n;
    const block = blocks.add(pair.a, pair.b, 2, PROJECT_BILATERAL);
    const f = blocks.f.data;
    const w = blocks.i.data[block * BLOCK_INTS + K_WIDTH];
    const j = blocks.dataOf(from) + atJacobian(3) + w;
    const to = blocks.dataOf(block);
    for (let k = 0; k < 2 * w; k++) f[to + atJacobian(2) + k] = f[j + k];
    const a = pair.data[P_STRIDE * n + P_AREA];
    f[to + atCompliance] = f[to + atCompliance + 1] = 1 / (h * this.viscosity * a * a);
  }

  ties(): void {}

  readBack(): void {
    const { blocks } = this.context;
    const f = blocks.f.data;
    for (const pair of this.active) {
      pair.bears = false;
      for (let n = 0; n < pair.count; n++) {
        const o = blocks.dataOf(pair.firstBlock + n) + atLambda;
        for (let k = 0; k < 3; k++) pair.data[P_STRIDE * n + P_LAMBDA + k] = f[o + k];
        if (f[o] > 0) pair.bears = true;
      }
    }
    for (const tie of this.ties_) {
      if (tie.block < 0) continue;
      const o = blocks.dataOf(tie.block) + atLambda;
      for (let k = 0; k < 3; k++) tie.lambda[k] = f[o + k];
    }
    for (const soft of this.softs) {
      if (!soft) continue;
      const { solid } = soft.body;
      if (soft.count > 0) {
        const impulse = this.impulseOn(soft, -1);
        if (impulse) {
          const full = soft.answer(impulse, 0);
          for (let i = 0; i < solid.nodeCount; i++) {
            const u = solid.unknown[i];
            if (u >= 0) for (let k = 0; k < 3; k++) solid.v[3 * i + k] += full[3 * u + k];
          }
        }
      }
      solid.advance(this.h);
    }
  }

  /** Σ Jᵀ λ on the touched nodes; with `row` only that row, and impulses from `impulses`. Null where there is none. */
  private impulseOn(soft: SoftMover, row: number): Float64Array | null {
    const { blocks } = this.context;
    const f = blocks.f.data;
    const i = blocks.i.data;
    const n = 3 * soft.count;
    if (this.displacement.length < n) this.displacement = new Float64Array(2 * n);
    const out = this.displacement;
    out.fill(0, 0, n);
    let any = false;
    for (let block = 0; block < blocks.count; block++) {
      const h = block * BLOCK_INTS;
      if (i[h] !== soft.slot && i[h + 1] !== soft.slot) continue;
      const w = i[h + K_WIDTH];
      const wa = i[h + 9];
      const rows = i[h + 2];
      const o = i[h + K_DATA];
      const start = i[h] === soft.slot ? 0 : wa;
      for (let r = 0; r < rows; r++) {
        const x = row < 0 ? f[o + atLambda + r] : r === row ? this.impulses[block] : 0;
        if (x === 0) continue;
        any = true;
        const j = o + atJacobian(rows) + w * r + start;
        for (let k = 0; k < n; k++) out[k] += x * f[j + k];
      }
    }
    return any ? out : null;
  }

  correct(): number {
    if (this.corrected) return 0;
    this.corrected = true;
    this.stabilise();
    for (const soft of this.softs) if (soft) this.writeRecord(soft);
    return 0;
  }

  /** Eq. 18, 19 with the step's own gradients: ξ ≥ 0 with d - J Δq ≤ d̄ where ξ acts. */
  private stabilise(): void {
    const { blocks, settings } = this.context;
    if (settings.compliance > 0) return;
    const f = blocks.f.data;
    const i = blocks.i.data;
    if (this.impulses.length < blocks.count) this.impulses = new Float64Array(2 * blocks.count);
    this.impulses.fill(0, 0, blocks.count);
    const { end, v } = blocks.movers;
    const moved = new Float64Array(end);
    let any = false;
    for (const pair of this.active) {
      for (let n = 0; n < pair.count; n++) {
        const c = P_STRIDE * n;
        const now = this.rowTimes(pair.firstBlock + n, 0, v.data);
        // Mean depth at the step's end, to first order.
        pair.data[c + P_DEPTH] -= this.h * (now - pair.data[c + P_FREE]);
        if (pair.data[c + P_DEPTH] > pair.depth * (1 + 1e-3)) any = true;
      }
    }
    if (!any) return;
    for (let sweep = 0; sweep < CORRECTION_SWEEPS; sweep++) {
      let worst = 0;
      for (const pair of this.active) {
        for (let n = 0; n < pair.count; n++) {
          const block = pair.firstBlock + n;
          const h = block * BLOCK_INTS;
          const o = i[h + K_DATA];
          const excess = pair.data[P_STRIDE * n + P_DEPTH] - this.rowTimes(block, 0, moved) - pair.depth;
          const old = this.impulses[block];
          const schur = f[o + atSchur];
          if (!(schur > 0)) continue;
          const next = Math.max(0, old + excess / schur);
          if (next === old) continue;
          this.impulses[block] = next;
          worst = Math.max(worst, Math.abs(next - old) * schur);
          const w = i[h + K_WIDTH];
          const wa = i[h + 9];
          const b = o + atResponse(3, w);
          for (let k = 0; k < wa; k++) moved[i[h + 6] + k] += (next - old) * f[b + k];
          for (let k = wa; k < w; k++) moved[i[h + 7] + k - wa] += (next - old) * f[b + k];
        }
      }
      if (worst < 1e-9) break;
    }
    const d = this.bodies.f.data;
    for (let slot = 1; slot < this.bodies.count; slot++) {
      if (this.bodies.i.data[slot * BODY_INTS + I_ALIVE] !== 1) continue;
      const soft = this.softs[slot];
      if (!soft) displace(d, slot * BODY_STRIDE, moved, 6 * slot, 1);
      else if (soft.count > 0) {
        const impulse = this.impulseOn(soft, 0);
        if (!impulse) continue;
        const { solid } = soft.body;
        const full = soft.answer(impulse, 0);
        for (let n = 0; n < solid.nodeCount; n++) {
          const u = solid.unknown[n];
          if (u >= 0) for (let k = 0; k < 3; k++) solid.x[3 * n + k] += full[3 * u + k];
        }
      }
    }
  }

  follow(): void {
    for (const soft of this.softs) soft?.body.before.set(soft.body.solid.v);
    // Depths go on as the last substep left them.
    for (const pair of this.active)
      for (let n = 0; n < pair.count; n++)
        pair.data[P_STRIDE * n + P_VOLUME] = pair.data[P_STRIDE * n + P_DEPTH] * pair.data[P_STRIDE * n + P_AREA];
  }

  touches(slot: number): boolean {
    return this.pairs[slot]?.bears ?? false;
  }

  report(slot: number, into: ContactRecord[], _details: Details): void {
    const pair = this.pairs[slot];
    if (pair && pair.count > 0) reportPair(pair, this.h, into);
  }

  reportBody(slot: number, details: Details): Record<string, unknown> {
    const soft = this.softs[slot];
    if (!soft) return {};
    soft.body.updateSurface(0);
    return {
      volume: soft.body.surface.volume(),
      ...(details.includes('nodes') ? { nodes: Array.from(soft.body.solid.x) } : {}),
    };
  }

  kineticEnergy(): number {
    let sum = 0;
    for (const soft of this.softs) if (soft) sum += soft.body.solid.kineticEnergy();
    return sum;
  }

  storedEnergy(): number {
    let sum = 0;
    const [gx, gy, gz] = this.context.gravity;
    for (const soft of this.softs) {
      if (!soft) continue;
      const { solid } = soft.body;
      solid.updateRotations();
      sum += solid.elasticEnergy();
      for (let i = 0; i < solid.nodeCount; i++)
        sum -= solid.mass[i] * (gx * solid.x[3 * i] + gy * solid.x[3 * i + 1] + gz * solid.x[3 * i + 2]);
    }
    return sum;
  }

  hash(add: (value: number) => void): void {
    for (const soft of this.softs) {
      if (!soft) continue;
      for (const x of soft.body.solid.x) add(x);
      for (const x of soft.body.solid.v) add(x);
    }
  }

  forget(slot: number): void {
    this.pairs[slot] = undefined;
  }

  save(): unknown {
    return {
      softs: this.softs.flatMap((soft) =>
        soft ? [[soft.slot, soft.body.solid.x.slice(), soft.body.solid.v.slice(), soft.body.solid.q.slice()]] : [],
      ),
    };
  }

  load(saved: unknown): void {
    for (const [slot, x, v, q] of (saved as { softs: [number, Float64Array, Float64Array, Float64Array][] }).softs) {
      this.addBody(slot);
      const { solid } = this.softs[slot]!.body;
      solid.x.set(x);
      solid.v.set(v);
      solid.q.set(q);
      this.writeRecord(this.softs[slot]!);
    }
  }
}

function writeIdentity(place: Float64Array): void {
  place.fill(0);
  place[0] = place[4] = place[8] = 1;
}

function writePlace(place: Float64Array, pose: Float64Array, at: number): void {
  matrixFromQuaternion(place, 0, pose, at + 3);
  for (let k = 0; k < 3; k++) place[9 + k] = pose[at + k];
}

void P_CENTER;

export const volumeModel: ContactModelKind<VolumeModel> = {
  name: 'volume',
  options: CONTACT_OPTIONS,
  sceneWords: SCENE_WORDS,
  bodyKinds: {
    soft: {
      words: SOFT_WORDS,
      refuses: ['locked', 'inertia', 'force', 'torque', 'linearDamping', 'angularDamping', 'surfaceVelocity'],
    },
  },
  flags: [{ name: 'nodes', description: "the nodes of soft bodies, in the world's frame" }],
  studio: { title: 'volume', hint: 'Constraints on overlapping volume; soft bodies (Allard et al. 2010).' },
  create: (context) => new VolumeModel(context),
};

// Volume constraints (Allard et al. 2010, Algorithm 1) between rigid and soft bodies, in the stages of a step.
//
//   begin     soft bodies: implicit step without contact, as a prediction (§4.3: prediction, then correction)
//   find      overlap of every pair, by ray columns and cells (measure.ts, finder.ts, columns.ts, volumes.ts, pair.ts)
//   settle    contact of soft bodies with themselves (self-columns.ts)
//   assemble  rows of every contact (assemble.ts, rows.ts); a soft body is a mover with the nodes that are touched
//   readBack  what the impulses do to all nodes, and they move
//   correct   post-stabilisation (stabilise.ts)
//
// To first order, with v₀ the velocities along which V was looked at, the step ends with V + h ∂V/∂q (v - v₀). With a
// the area, d̄ the target depth and d = V/a + h v_n(v₀) the mean depth at the step's start, the normal row asks for
// v_n ≥ -max(0, d̄ - d)/h: bodies may use up what is left to the target; what is deeper is not pushed out by velocity.
// So touching bodies bear in the step in which they meet.
//
// Deviations from the paper: it stabilises with fresh columns until V ≤ V̄; here one linear pass with the step's own
// gradient does, and the next step measures anew (one cast of rays a step instead of two or more). One volume is held
// by its quarters (law.ts), that of a soft body by those of many cells (finder.ts). A soft body's surface is taken a
// skin further out than it is, and may sink in by that much: it rests where it is. Several cells under one rigid body
// share its load in no unique way: a compliance of a
// thousandth of a cell's own answer, by its area, picks even pressure.
//
// Simplifications: static friction is friction; a body wholly inside another is not pushed out.

import { wakeIsland } from '../../bodies/wake.js';
import { show } from '../../checks/fields.js';
import type { Vec3 } from '../../math/vec3.js';
import type { MeshShape } from '../../shapes/shape.js';
import { atCompliance, atLambda } from '../../solver/blocks.js';
import { mesh } from '../concave.js';
import type { Details } from '../kind.js';
import type { ContactContext, ContactModel, ContactModelKind, ContactRecord } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_FOUND, PB_SLOT } from '../pair-batch.js';
import { VolumeAssembler } from './assemble.js';
import { BearingArea } from './bearing-area.js';
import { SoftCuts } from './cuts.js';
import { createVolumeLaw } from './law.js';
import { OverlapMeasure } from './measure.js';
import { P_PARTS, P_SLIDE, P_STRIDE, PART_LAMBDA, PART_STRIDE, VolumePair } from './pair.js';
import { loadPairs, type SavedPairs, savePairs } from './pair-save.js';
import {
  CONTACT_OPTIONS,
  type Cut,
  type CutDescription,
  readCut,
  SCENE_WORDS,
  SOFT_WORDS,
  shapeOfTets,
} from './read.js';
import { reportPair } from './report.js';
import type { SoftMover } from './soft-mover.js';
import { loadSoft, type SavedSoft, saveSoft } from './soft-save.js';
import { SoftStore } from './soft-store.js';
import { Stabiliser } from './stabilise.js';

export class VolumeModel implements ContactModel {
  readonly projections = [createVolumeLaw()];
  readonly statistics = { computed: 0, reused: 0 };
  readonly softs: SoftStore;
  readonly #measure: OverlapMeasure;
  readonly #assembler: VolumeAssembler;
  readonly #stabiliser: Stabiliser;
  /** Contacts of soft bodies with themselves, by slot. */
  readonly #selves: (VolumePair | undefined)[] = [];
  readonly #pairs: (VolumePair | undefined)[] = [];
  /** The pairs of the step with contacts, in order. */
  readonly #active: VolumePair[] = [];
  /** The soft bodies that take part in this step. */
  readonly #awake: SoftMover[] = [];
  readonly #cuts: SoftCuts;
  readonly #bearing = new BearingArea();
  readonly #bears = (pair: VolumePair): number => this.#bearing.shareOf(pair, this.#context.bodies, this.softs.bySlot);
  #h = 0;
  #substepsLeft = 0;
  #corrected = false;
  #correctionWork = 0;
  /** Stored at contacts by the last solve (J). */
  #pressed = 0;

  readonly #context: ContactContext;

  constructor(context: ContactContext, projection: number) {
    this.#context = context;
    const { options } = context.settings;
    this.softs = new SoftStore(context);
    this.#cuts = new SoftCuts(context, this.softs);
    const cell = (options.cell as number | null) ?? 0;
    const pixel = (options.pixel as number | null) ?? 0;
    this.#measure = new OverlapMeasure(context, this.softs, cell, pixel);
    this.#assembler = new VolumeAssembler(context, this.softs, projection, (options.viscosity as number) ?? 0);
    this.#stabiliser = new Stabiliser(context, this.softs);
  }

  prepare(): void {
    this.softs.prepare();
  }

  addBody(slot: number): void {
    if (this.#context.bodies.own[slot]?.type === 'soft') this.softs.add(slot);
  }

  removeBody(slot: number): void {
    this.softs.remove(slot);
    this.#cuts.pieces.delete(slot);
    this.#selves[slot] = undefined;
  }

  /** Cuts a soft body before the next step. One that misses it is a warning in the report. */
  cut(cut: CutDescription): void {
    this.#cuts.list.push({ ...readCut({ ...cut, time: 0 }, 'cut'), time: -Infinity });
  }

  divide(time: number): readonly { body: number; pieces: number }[] {
    return this.#cuts.divide(time, this.#selves);
  }

  takePiece(slot: number, from: number, k: number): void {
    this.softs.replace(slot, this.#cuts.pieces.get(from)![k]!, this.softs.bySlot[from]);
  }

  plateAt(slot: number): { mass: number; radius: number } {
    return this.softs.plateOf(slot);
  }

  tiePlate(slot: number, plate: number): void {
    this.softs.tiePlate(slot, plate);
  }

  reportSections(): Record<string, unknown> {
    const { gravity, bodies } = this.#context;
    const warnings = [...this.#cuts.warnings];
    for (const { slot, body } of this.softs.list) {
      const { young } = body.solid.material;
      const weight = body.weightOnFoot(gravity);
      if (young < 0.5 * weight && !body.isPiece)
        warnings.push(
          `body ${show(bodies.names[slot])}: material.young is ${young} Pa, and its own weight presses on its foot with ` +
            `${Math.round(weight)} Pa; it may be crushed and fall through what it lies on: take more than half of that`,
        );
    }
    return warnings.length > 0 ? { warnings } : {};
  }

  writeBox(slot: number, h: number, out: Float64Array): boolean {
    const soft = this.softs.bySlot[slot];
    if (soft) this.softs.writeBox(soft, h, out);
    return soft !== undefined;
  }

  begin(span: number, h: number): void {
    this.#measure.span = span;
    this.#h = h;
    this.#substepsLeft = Math.round(span / h);
    this.statistics.computed = 0;
    this.#active.length = 0;
    for (const soft of this.softs.list) {
      soft.forgetLooks();
      soft.predicted = false;
      if (!this.softs.isAsleep(soft)) this.softs.takeChanges(soft);
      if (this.softs.isAsleep(soft) && this.softs.isCarried(soft)) wakeIsland(this.#context.bodies, soft.slot);
      if (!this.softs.isAsleep(soft)) this.#measure.foresee(soft);
      else {
        soft.body.solid.v.fill(0);
        soft.body.before.fill(0);
        soft.clear();
      }
    }
  }

  fastest(slot: number): number {
    const soft = this.softs.bySlot[slot];
    return soft ? soft.body.solid.fastest() : Infinity;
  }

  find(batch: PairBatch): void {
    const i = batch.i.data;
    for (let n = 0; n < batch.count; n++) {
      const o = n * PAIR_INTS;
      const slot = i[o + PB_SLOT];
      const pair = (this.#pairs[slot] ??= new VolumePair());
      pair.begin();
      pair.a = i[o + PB_BODY_A];
      pair.b = i[o + PB_BODY_B];
      this.#measure.measure(pair);
      this.statistics.computed++;
      i[o + PB_FOUND] = pair.count > 0 ? 1 : 0;
    }
  }

  keep(batch: PairBatch): void {
    const i = batch.i.data;
    // What both bodies sleep through stays reported as it was; it takes no part in the solve.
    for (let n = 0; n < batch.count; n++) {
      const pair = this.#pairs[i[n * PAIR_INTS + PB_SLOT]];
      if (pair) pair.firstBlock = -1;
    }
  }

  settle(batch: PairBatch): void {
    const i = batch.i.data;
    this.#active.length = 0;
    for (let n = 0; n < batch.count; n++) this.#active.push(this.#pairs[i[n * PAIR_INTS + PB_SLOT]]!);
    this.#awake.length = 0;
    for (const soft of this.softs.list) if (!this.softs.isAsleep(soft)) this.#awake.push(soft);
    for (const soft of this.#awake) {
      this.#measure.foresee(soft);
      // A pair that the broad phase does not know.
      if (!soft.body.description.selfContact) continue;
      const pair = (this.#selves[soft.slot] ??= new VolumePair());
      this.#measure.measureSelf(soft, pair);
      if (pair.count > 0) this.#active.push(pair);
    }
  }

  forces(h: number): void {
    this.#h = h;
    this.#corrected = false;
    if (h === this.#measure.span) return;
    for (const soft of this.#awake) {
      soft.body.solid.v.set(soft.body.before);
      this.softs.predict(soft, h);
    }
  }

  assemble(h: number): void {
    const { movers } = this.#context.blocks;
    const { ties } = this.softs;
    const list = this.#awake;
    for (const soft of list) soft.clear();
    for (const tie of ties) {
      tie.block = -1;
      if (list.includes(tie.soft)) this.#assembler.addTieRows(tie);
    }
    for (const pair of this.#active) this.#assembler.addSoftRows(pair);
    for (const soft of list) {
      const at = movers.widen(soft.slot, soft.rowCount, soft);
      const v = movers.v.data;
      for (let r = 0; r < soft.rowCount; r++) v[at + r] = soft.times(r, soft.body.solid.v);
    }
    for (const tie of ties) if (list.includes(tie.soft)) this.#assembler.assembleTie(tie, h);
    for (const pair of this.#active) this.#assembler.assemblePair(pair, h);
    for (const soft of list) if (soft.lag.length > 0) this.#assembler.addLag(soft);
  }

  ties(): void {}

  readBack(): void {
    const { blocks } = this.#context;
    const f = blocks.f.data;
    this.#pressed = 0;
    for (const pair of this.#active) {
      pair.bears = false;
      for (let n = 0; n < pair.count; n++) {
        const o = blocks.dataOf(pair.firstBlock + n) + atLambda;
        const c = P_STRIDE * n;
        const parts = pair.parts[n];
        for (let p = 0; p < parts; p++) {
          pair.data[c + P_PARTS + PART_STRIDE * p + PART_LAMBDA] = f[o + p];
          if (f[o + p] > 0) pair.bears = true;
          if (pair.gives) this.#pressed += 0.5 * f[o + p - atLambda + atCompliance] * f[o + p] * f[o + p];
        }
        for (let k = 0; k < 2; k++) pair.data[c + P_SLIDE + k] = f[o + parts + k];
      }
    }
    for (const tie of this.softs.ties) {
      if (tie.block < 0) continue;
      const o = blocks.dataOf(tie.block) + atLambda;
      for (let k = 0; k < 3; k++) tie.lambda[k] = f[o + k];
    }
    for (const soft of this.#awake) {
      const { solid } = soft.body;
      const impulse = this.#stabiliser.impulseOn(soft, false);
      if (impulse) soft.push(impulse, blocks.movers.v.data, blocks.movers.at(soft.slot));
      else soft.rest();
      solid.advance(this.#h);
    }
  }

  correct(): number {
    if (this.#corrected) return 0;
    this.#corrected = true;
    this.#substepsLeft--;
    this.#correctionWork += this.#stabiliser.run(this.#active, this.#h);
    for (const soft of this.#awake) {
      this.softs.writeRecord(soft);
      if (this.#substepsLeft === 0) soft.body.solid.clearPulls();
    }
    return 0;
  }

  takeCorrectionWork(): number {
    const work = this.#correctionWork;
    this.#correctionWork = 0;
    return work;
  }

  follow(): void {
    for (const soft of this.#awake) soft.body.before.set(soft.body.solid.v);
    // Depths go on as the last substep left them.
    for (const pair of this.#active) pair.followed = true;
  }

  touches(slot: number): boolean {
    return this.#pairs[slot]?.bears ?? false;
  }

  report(slot: number, into: ContactRecord[], details: Details): void {
    const pair = this.#pairs[slot];
    if (pair && pair.count > 0) reportPair(pair, this.#h, into, details, this.#bears);
  }

  reportUnpaired(into: { a: number; b: number; record: ContactRecord }[], details: Details): void {
    for (const [slot, pair] of this.#selves.entries()) {
      if (!pair || pair.count === 0) continue;
      const records: ContactRecord[] = [];
      reportPair(pair, this.#h, records, details, this.#bears);
      for (const record of records) into.push({ a: slot, b: slot, record });
    }
  }

  reportBody(slot: number, details: Details): Record<string, unknown> {
    const soft = this.softs.bySlot[slot];
    if (!soft) return {};
    soft.body.updateSurface(0);
    return {
      volume: soft.body.surface.volume(),
      ...(details.includes('nodes') ? { nodes: Array.from(soft.body.solid.x) } : {}),
    };
  }

  solidOf(slot: number): MeshShape | null {
    const soft = this.softs.bySlot[slot];
    return soft ? soft.standing : null;
  }

  /**
   * The surface of a soft body as it stands, for drawing: world frame, counter-clockwise from outside. Null: there is
   * none.
   */
  surfaceOf(body: string): { positions: Float64Array; indices: Int32Array } | null {
    const soft = this.#softNamed(body);
    if (!soft) return null;
    soft.body.updateSurface(0);
    return { positions: soft.body.surface.positions, indices: soft.body.surface.indices };
  }

  /** Density of the energy that is stored in a soft body (J/m³), by vertices of its surface. */
  energyOf(body: string): Float64Array | null {
    return this.#softNamed(body)?.body.vertexEnergy() ?? null;
  }

  /**
   * The vertex of a soft body's surface that is nearest to a point of the world: its number, place and velocity.
   * Null: there is no such body.
   */
  vertexAt(body: string, point: Vec3, vertex = -1): { vertex: number; position: Vec3; velocity: Vec3 } | null {
    const soft = this.#softNamed(body);
    if (!soft) return null;
    soft.body.updateSurface(0);
    const { surface, solid } = soft.body;
    const at = vertex >= 0 && vertex < surface.vertexCount ? vertex : soft.body.nearestVertex(point);
    const p = surface.positions;
    const v: [number, number, number] = [0, 0, 0];
    for (let c = surface.carriers * at; c < surface.carriers * (at + 1); c++)
      for (let k = 0; k < 3; k++) v[k]! += surface.weights[c] * solid.v[3 * surface.nodes[c] + k];
    return { vertex: at, position: [p[3 * at], p[3 * at + 1], p[3 * at + 2]], velocity: v };
  }

  /** Pulls at a vertex of a soft body's surface in the next step (N). */
  pullVertex(body: string, vertex: number, force: Vec3): void {
    const soft = this.#softNamed(body);
    if (!soft) return;
    soft.body.pullVertex(vertex, force);
    wakeIsland(this.#context.bodies, soft.slot);
  }

  #softNamed(body: string): SoftMover | undefined {
    const slot = this.#context.bodies.slotOf(body);
    return slot < 0 ? undefined : this.softs.bySlot[slot];
  }

  kineticEnergy(): number {
    return this.softs.kineticEnergy();
  }

  /** In the deformation of soft bodies, and in what gives at their contacts (assemble.ts): ½ c λ² each. */
  storedEnergy(): number {
    return this.softs.storedEnergy() + this.#pressed;
  }

  hash(add: (value: number) => void): void {
    for (const { body } of this.softs.list) {
      for (const x of body.solid.x) add(x);
      for (const x of body.solid.v) add(x);
    }
  }

  forget(slot: number): void {
    this.#pairs[slot] = undefined;
  }

  save(): unknown {
    return {
      softs: this.softs.list.map((soft) => saveSoft(soft)),
      ties: this.softs.ties.map(({ soft, node, body, local, lambda }) => [soft.slot, node, body, local, lambda]),
      pressed: this.#pressed,
      cuts: this.#cuts.list,
      warnings: this.#cuts.warnings,
      pairs: savePairs(this.#pairs),
      selves: savePairs(this.#selves),
    };
  }

  load(saved: unknown): void {
    const s = saved as {
      softs: SavedSoft[];
      ties: [number, number, number, Float64Array, Float64Array][];
      pressed: number;
      cuts: Cut[];
      warnings: string[];
      pairs: SavedPairs;
      selves: SavedPairs;
    };
    this.softs.prepare();
    for (const soft of s.softs) loadSoft(this.softs, soft);
    this.softs.ties = s.ties.map(([slot, node, body, local, lambda]) => ({
      soft: this.softs.bySlot[slot]!,
      node,
      body,
      local,
      block: -1,
      row: -1,
      lambda,
    }));
    for (const soft of this.softs.list) this.softs.noteHolders(soft);
    this.#pressed = s.pressed;
    this.#cuts.list = [...s.cuts];
    this.#cuts.warnings.push(...s.warnings);
    loadPairs(this.#pairs, s.pairs);
    loadPairs(this.#selves, s.selves);
  }
}

export const volume: ContactModelKind<VolumeModel> = {
  name: 'volume',
  // Forty cells that share a rigid body's load and slide one after the other.
  iterations: 200,
  options: CONTACT_OPTIONS,
  sceneWords: SCENE_WORDS,
  // What soft bodies are to queries and sensors.
  shapes: [mesh],
  bodyKinds: {
    soft: {
      words: SOFT_WORDS,
      refuses: ['locked', 'inertia', 'force', 'torque', 'linearDamping', 'angularDamping', 'surfaceVelocity'],
      shapeOf: shapeOfTets,
    },
  },
  flags: [
    { name: 'nodes', description: "the nodes of soft bodies, in the world's frame" },
    {
      name: 'tractions',
      description: 'pressure and friction at every contact: by cells (volume), by nodes (quasi-rigid)',
    },
  ],
  studio: {
    title: 'volume',
    hint: 'Constraints on overlapping volume; soft bodies (Allard et al. 2010).',
    layers: [{ id: 'strain', title: 'Stored energy of soft bodies', group: 'Bodies' }],
  },
  create: (context, projection) => new VolumeModel(context, projection),
};

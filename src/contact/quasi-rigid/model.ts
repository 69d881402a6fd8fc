// Quasi-rigid contact: rigid in motion, elastic where bodies touch.
//
// M. Pauly, D. K. Pai, L. J. Guibas, "Quasi-rigid objects in contact", SCA 2004. Who does what: finder.ts says where
// bodies touch or are about to, resolve.ts what presses there, assemble.ts makes blocks of it, laws.ts are the laws of
// these, report.ts shows them. Bodies resume their shape at once (§5): nothing of the deformation outlives a step but
// impulses and phases. Verified in test/contact/quasi-rigid/.

import { Arena } from '../../memory/arena.js';
import { points } from '../../shapes/kinds/points.js';
import type { Projection } from '../../solver/projections.js';
import { approachOf } from '../approach.js';
import { withConcave } from '../concave.js';
import type { Details } from '../kind.js';
import type { ContactContext, ContactModel, ContactModelKind, ContactRecord } from '../model.js';
import { PAIR_INTS, type PairBatch, PB_BODY_A, PB_BODY_B, PB_FOUND, PB_SLOT } from '../pair-batch.js';
import { ContactAssembler } from './assemble.js';
import { Elasticity } from './elasticity.js';
import { ContactFinder } from './finder.js';
import { pressingLaw, SlidingLaw } from './laws.js';
import {
  KEPT_STRIDE,
  Q_END,
  Q_IMPLICIT,
  Q_IMPULSE,
  Q_INTS,
  Q_NOW,
  Q_RESHAPED,
  Q_STORED,
  Q_STRIDE,
  Q_UNFORESEEN,
} from './layout.js';
import { QUASI_RIGID_OPTIONS, type QuasiRigidOptions, readMaterial } from './options.js';
import { PairContacts } from './pair-contacts.js';
import { recordOf } from './report.js';
import type { Response } from './response.js';
import { SolvedContacts } from './solved.js';

interface SavedPair {
  slot: number;
  f: Float64Array;
  i: Int32Array;
  nodes: Float64Array;
}

export const quasiRigid: ContactModelKind = {
  name: 'quasi-rigid',
  options: QUASI_RIGID_OPTIONS,
  shapes: [withConcave(points)],
  bodyWords: { material: readMaterial },
  refuses: { contact: ['depth', 'compliance', 'damping'] },
  flags: [
    {
      name: 'tractions',
      description: 'pressure and friction at every contact: by cells (volume), by nodes (quasi-rigid)',
    },
  ],
  studio: {
    title: 'quasi-rigid',
    hint: 'Bodies give way where they touch, and say with what pressure.',
    layers: [
      { id: 'tractions', title: 'Pressure on the body', group: 'Tractions' },
      { id: 'traction-arrows', title: 'Arrows at nodes', group: 'Tractions', color: '#7a0026' },
      { id: 'traction-contours', title: 'Contours', group: 'Tractions' },
      { id: 'traction-section', title: 'Section', group: 'Tractions' },
    ],
  },
  create: (context, firstProjection) => new QuasiRigidModel(context, firstProjection, null),
};

/**
 * The model with another Green's function than the two that have names. It must be positive definite over any nodes:
 * response.ts says what it gets and returns.
 */
export function quasiRigidWith(response: Response): ContactModelKind {
  return {
    ...quasiRigid,
    create: (context, firstProjection) => new QuasiRigidModel(context, firstProjection, response),
  };
}

class QuasiRigidModel implements ContactModel {
  readonly projections: readonly Projection[];
  readonly #context: ContactContext;
  readonly #finder: ContactFinder;
  readonly #assembler: ContactAssembler;
  readonly #solved: SolvedContacts;
  /** By pair slot. */
  readonly #pairs: (PairContacts | undefined)[] = [];
  #batch: PairBatch | null = null;
  readonly #withSplit: boolean;
  #span = 0;
  #h = 0;
  #found = 0;
  /** Velocities before the solve. */
  #unsolved = new Float64Array(0);
  #isAgain = false;
  readonly #again: number[] = [];

  constructor(context: ContactContext, firstProjection: number, response: Response | null) {
    const arena = new Arena();
    this.#context = context;
    const options = context.settings.options as unknown as QuasiRigidOptions;
    const elasticity = new Elasticity(context.bodies, options, response);
    this.#finder = new ContactFinder(context.bodies, context.settings, elasticity, arena);
    this.#assembler = new ContactAssembler(context, firstProjection, arena);
    this.#solved = new SolvedContacts(context);
    this.#withSplit = options.split;
    this.projections = [pressingLaw, new SlidingLaw(this.#assembler.nodes).project];
  }

  #pairOf(slot: number): PairContacts {
    let pair = this.#pairs[slot];
    if (!pair) {
      pair = new PairContacts();
      while (this.#pairs.length <= slot) this.#pairs.push(undefined);
      this.#pairs[slot] = pair;
    }
    return pair;
  }

  begin(span: number, h: number): void {
    // What contacts bear, they bear in a longer step for longer.
    if (this.#h > 0 && h !== this.#h) {
      for (const pair of this.#pairs)
        for (let k = 0; k < (pair?.count ?? 0); k++)
          for (let m = 0; m < 6; m++) pair!.f[k * Q_STRIDE + Q_IMPULSE + m] *= h / this.#h;
    }
    this.#span = span;
    this.#h = h;
    this.#found = 0;
    this.#batch = null;
  }

  find(batch: PairBatch): void {
    for (let n = 0; n < batch.count; n++) {
      const i = batch.i.data;
      const o = n * PAIR_INTS;
      const pair = this.#pairOf(i[o + PB_SLOT]);
      this.#finder.find(pair, i[o + PB_BODY_A], i[o + PB_BODY_B], this.#span, this.#h);
      i[o + PB_FOUND] = pair.count > 0 ? 1 : 0;
      this.#found++;
    }
  }

  keep(): void {}

  settle(batch: PairBatch): void {
    this.#batch = batch;
  }

  forces(): void {}

  assemble(h: number): void {
    const v = this.#context.bodies.v.data;
    if (this.#unsolved.length < v.length) this.#unsolved = new Float64Array(v.length);
    if (!this.#isAgain) this.#unsolved.set(v);
    this.#assembler.begin(this.#isAgain);
    this.#isAgain = false;
    this.#each((pair, k) => this.#assembler.assemble(pair, k, h));
  }

  #each(visit: (pair: PairContacts, k: number) => void): void {
    const batch = this.#batch;
    if (batch === null) return;
    for (let n = 0; n < batch.count; n++) {
      const pair = this.#pairs[batch.i.data[n * PAIR_INTS + PB_SLOT]];
      if (pair) for (let k = 0; k < pair.count; k++) visit(pair, k);
    }
  }

  readBack(): void {
    this.#each((pair, k) => this.#solved.readBack(pair, k, this.#h));
  }

  /**
   * Work of the contacts on overlap that no step foresaw. With U convex in the depth, a step taken implicitly gains at
   * most F (d₀ - d₀'), d₀ the depth that it began with and d₀' the one that the step before had ended with. Of soft
   * contacts: what a new lattice knows otherwise of the same deformation.
   */
  takeCorrectionWork(): number {
    let sum = 0;
    this.#each((pair, k) => {
      const o = k * Q_STRIDE;
      if (pair.f[o + Q_IMPLICIT] === 1) sum += (pair.f[o + Q_IMPULSE] / this.#h) * pair.f[o + Q_UNFORESEEN];
      else sum += pair.f[o + Q_RESHAPED];
      pair.f[o + Q_UNFORESEEN] = 0;
      pair.f[o + Q_RESHAPED] = 0;
    });
    return sum;
  }

  /**
   * A stiff contact's tangent was taken at the end of the step as it would be with what others did in the last step.
   * Where others have done something else, it is taken again with what they do: Newton's method on the step's energy,
   * which is convex, so that backward Euler gains none.
   */
  lookAgain(h: number): boolean {
    const batch = this.#batch;
    const unsolved = this.#unsolved;
    if (batch === null) return false;
    const { bodies } = this.#context;
    const v = bodies.v.data;
    let isOff = false;
    this.#again.length = 0;
    for (let n = 0; n < batch.count; n++) {
      const o = n * PAIR_INTS;
      const pair = this.#pairs[batch.i.data[o + PB_SLOT]];
      if (!pair) continue;
      const a = batch.i.data[o + PB_BODY_A];
      const b = batch.i.data[o + PB_BODY_B];
      let isPairOff = false;
      for (let k = 0; k < pair.count; k++) if (this.#solved.lookAt(pair, k)) isPairOff = true;
      if (isPairOff) this.#again.push(n);
      else if (pair.count === 0) {
        const way = approachOf(bodies.f.data, v, a, b, h);
        if (!(way > 1.001 * approachOf(bodies.f.data, unsolved, a, b, h))) continue;
        // Pushed together by others: looked for along the way that they are pushed.
        this.#finder.find(pair, a, b, h, h);
        if (pair.count > 0) isOff = true;
      }
    }
    if (this.#again.length > 0) {
      for (let k = 0; k < v.length; k++) v[k] = unsolved[k];
      for (const n of this.#again) {
        const o = n * PAIR_INTS;
        const pair = this.#pairs[batch.i.data[o + PB_SLOT]]!;
        this.#finder.find(pair, batch.i.data[o + PB_BODY_A], batch.i.data[o + PB_BODY_B], this.#span, h, true);
      }
      isOff = true;
    }
    this.#isAgain = isOff;
    return isOff;
  }

  ties(): void {}

  /** Depth is what bears: there is nothing to correct. */
  correct(): number {
    return 0;
  }

  follow(): void {
    this.#each((pair, k) => {
      pair.f[k * Q_STRIDE + Q_NOW] = pair.f[k * Q_STRIDE + Q_END];
    });
  }

  touches(slot: number): boolean {
    const pair = this.#pairs[slot];
    if (!pair) return false;
    for (let k = 0; k < pair.count; k++) if (bears(pair, k)) return true;
    return false;
  }

  report(slot: number, into: ContactRecord[], details: Details): void {
    const pair = this.#pairs[slot];
    if (!pair) return;
    const withTractions = details.includes('tractions');
    for (let k = 0; k < pair.count; k++)
      if (bears(pair, k)) into.push(recordOf(pair, k, this.#context.bodies, this.#h, withTractions, this.#withSplit));
  }

  storedEnergy(): number {
    let sum = 0;
    for (const pair of this.#pairs)
      for (let k = 0; k < (pair?.count ?? 0); k++) sum += pair!.f[k * Q_STRIDE + Q_STORED];
    return sum;
  }

  get statistics(): { computed: number; reused: number } {
    return { computed: this.#found, reused: 0 };
  }

  forget(slot: number): void {
    const pair = this.#pairs[slot];
    if (!pair) return;
    pair.clear();
    // The slot may go to another pair.
    pair.material = null;
  }

  save(): unknown {
    const pairs: SavedPair[] = [];
    this.#pairs.forEach((pair, slot) => {
      if (!pair || pair.count === 0) return;
      pairs.push({
        slot,
        f: pair.f.slice(0, pair.count * Q_STRIDE),
        i: pair.i.slice(0, pair.count * Q_INTS),
        nodes: pair.nodes.slice(0, pair.nodeCount * KEPT_STRIDE),
      });
    });
    return { h: this.#h, pairs };
  }

  load(saved: unknown): void {
    const { h, pairs } = saved as { h: number; pairs: SavedPair[] };
    this.#h = h;
    for (const { slot, f, i, nodes } of pairs) {
      const pair = this.#pairOf(slot);
      pair.clear();
      for (let k = 0; k < f.length / Q_STRIDE; k++) pair.add();
      for (let k = 0; k < nodes.length / KEPT_STRIDE; k++) pair.addNode();
      pair.f.set(f);
      pair.i.set(i);
      pair.nodes.set(nodes);
    }
  }
}

function bears(pair: PairContacts, k: number): boolean {
  const o = k * Q_STRIDE;
  return pair.f[o + Q_IMPULSE] > 0 || pair.f[o + Q_END] > 0;
}

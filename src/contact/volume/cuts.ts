// Cuts of soft bodies that are due: which bodies they divide, and into which pieces (soft/cut.ts).

import { wakeIsland } from '../../bodies/wake.js';
import { show } from '../../checks/fields.js';
import type { SoftBody } from '../../soft/body.js';
import { cutSoftBody } from '../../soft/cut.js';
import type { ContactContext } from '../model.js';
import type { Cut } from './read.js';
import type { SoftStore } from './soft-store.js';

export class SoftCuts {
  list: Cut[];
  /** Pieces of bodies that have fallen apart, by slot, until they are bodies. */
  readonly pieces = new Map<number, SoftBody[]>();
  /** What missed. */
  readonly warnings: string[] = [];

  readonly #context: ContactContext;
  readonly #softs: SoftStore;

  constructor(context: ContactContext, softs: SoftStore) {
    this.#context = context;
    this.#softs = softs;
    this.list = [...((context.words.cuts as Cut[] | undefined) ?? [])];
  }

  /** Makes the cuts that are due; forgets the contacts with themselves, by slot, of the bodies that are cut. */
  divide(time: number, selves: unknown[]): readonly { body: number; pieces: number }[] {
    if (this.list.length === 0) return [];
    const due = this.list.filter((cut) => cut.time <= time + 1e-9);
    this.list = this.list.filter((cut) => cut.time > time + 1e-9);
    // One after the other: a later cut may go through a piece that an earlier one has made.
    const fallen: { body: number; pieces: number }[] = [];
    for (const cut of due) {
      const slot = this.#context.bodies.slotOf(cut.body);
      const soft = slot < 0 ? undefined : this.#softs.bySlot[slot];
      const pieces = soft && !this.pieces.has(slot) ? cutSoftBody(soft.body, cut) : null;
      if (!soft || !pieces) {
        this.warnings.push(`a cut at ${time} s misses body ${show(cut.body)}`);
        continue;
      }
      wakeIsland(this.#context.bodies, slot);
      if (pieces.length === 1) this.#softs.replace(slot, pieces[0]!);
      else {
        this.pieces.set(slot, pieces);
        fallen.push({ body: slot, pieces: pieces.length });
      }
      selves[slot] = undefined;
    }
    return fallen;
  }
}

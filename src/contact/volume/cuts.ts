// Cuts of soft bodies that are due: which bodies they divide, and into which pieces (soft/cut.ts).

import { wakeIsland } from '../../bodies/wake.js';
import { show } from '../../checks/fields.js';
import type { SoftBody } from '../../soft/body.js';
import { cutSoftBody } from '../../soft/cut.js';
import type { ContactContext } from '../model.js';
import type { Cut } from './read.js';
import type { SoftMover } from './soft-mover.js';
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

  /**
   * Makes cuts that are due, up to the first that divides bodies: the next may go through what they fall into. Forgets
   * the contacts with themselves, by slot, of the bodies that are cut.
   */
  divide(time: number, selves: unknown[]): readonly { body: number; pieces: number }[] {
    const fallen: { body: number; pieces: number }[] = [];
    while (fallen.length === 0) {
      const k = this.list.findIndex((cut) => cut.time <= time + 1e-9);
      if (k < 0) return fallen;
      const [cut] = this.list.splice(k, 1) as [Cut];
      let isMissed = true;
      for (const { slot, body } of this.#goneThrough(cut.body)) {
        const pieces = cutSoftBody(body, cut);
        if (!pieces) continue;
        isMissed = false;
        wakeIsland(this.#context.bodies, slot);
        if (pieces.length === 1) this.#softs.replace(slot, pieces[0]!);
        else {
          this.pieces.set(slot, pieces);
          fallen.push({ body: slot, pieces: pieces.length });
        }
        selves[slot] = undefined;
      }
      if (isMissed) this.warnings.push(`a cut at ${time} s misses body ${show(cut.body)}${this.#whyOf(cut.body)}`);
    }
    return fallen;
  }

  /** The soft body of that name or, where that has fallen apart, what is left of it. */
  #goneThrough(name: string): readonly SoftMover[] {
    const { bodies } = this.#context;
    const slot = bodies.slotOf(name);
    if (slot >= 0) return this.#softs.list.filter((soft) => soft.slot === slot);
    return this.#softs.list.filter((soft) => bodies.names[soft.slot]?.startsWith(`${name}/`));
  }

  #whyOf(name: string): string {
    const soft = this.#goneThrough(name)[0];
    if (!soft) return this.#context.bodies.slotOf(name) < 0 ? ': there is none of that name' : ', which is not soft';
    return soft.body.lattice ? '' : ': bodies of tetrahedra cannot be cut';
  }
}

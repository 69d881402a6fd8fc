// The companions of a world: what acts round every step whatever the contact model. They come with the models handed
// in.

import { SixfoldError } from '../checks/error.js';
import { show } from '../checks/fields.js';
import type { Companion, CompanionKind, Details } from '../contact/kind.js';
import type { WorldState } from './state.js';

export type SavedCompanions = [name: string, saved: unknown][];

export class Companions {
  readonly #running: { readonly kind: CompanionKind; readonly companion: Companion }[];

  /** `words` are the fields of the scene; a restored world has none. */
  constructor(kinds: readonly CompanionKind[], words: Readonly<Record<string, unknown>>, state: WorldState) {
    const context = {
      bodies: state.bodies,
      pairs: state.broadPhase.pairs,
      model: state.model,
      timeStep: state.settings.timeStep,
      clock: state.clock,
      settings: state.settings.contact,
      refilter: (slot: number) => state.broadPhase.refilter(slot),
      slotOf: (name: string) => state.bodies.slotOf(name),
    };
    this.#running = kinds.map((kind) => ({
      kind,
      companion: kind.create(kind.read(words[kind.name], kind.name), context),
    }));
  }

  find(kind: CompanionKind): Companion | null {
    return this.#running.find((one) => one.kind === kind)?.companion ?? null;
  }

  named(name: string): Companion | null {
    return this.#running.find(({ kind }) => kind.name === name)?.companion ?? null;
  }

  get areNone(): boolean {
    return this.#running.length === 0;
  }

  begin(h: number): void {
    for (let k = 0; k < this.#running.length; k++) this.#running[k]!.companion.begin(h);
  }

  /** Whether any of them may have done something. */
  push(h: number): boolean {
    let isAny = false;
    for (let k = 0; k < this.#running.length; k++) {
      const { companion } = this.#running[k]!;
      if (companion.push !== undefined && companion.push(h) !== false) isAny = true;
    }
    return isAny;
  }

  end(h: number): void {
    for (let k = 0; k < this.#running.length; k++) this.#running[k]!.companion.end(h);
  }

  report(details: Details): Record<string, unknown> {
    return Object.assign({}, ...this.#running.map(({ companion }) => companion.reportSections(details)));
  }

  save(): SavedCompanions {
    return this.#running.map(({ kind, companion }) => [kind.name, companion.save()]);
  }

  load(saved: SavedCompanions): void {
    for (const [name, value] of saved) {
      const one = this.#running.find(({ kind }) => kind.name === name);
      if (one) one.companion.load(value);
      else if (value !== null && value !== undefined)
        throw new SixfoldError(
          `the snapshot has ${show(name)}, which no model here brings; hand in the models that it was taken with`,
        );
    }
  }
}

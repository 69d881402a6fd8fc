// What is selected: a body or a contact, one at a time. Everything on the page that speaks of "the selected one" asks
// here.
//
// A contact has no name: it is that pair's first, second, … in the order in which the step lists them. It stays
// selected while the bodies part, so that its numbers are there again when they touch again.

import type { BodyInfo, ContactView, SceneMessage } from '../sim/protocol.js';

export type Selected =
  | { kind: 'body'; lane: number; body: number }
  /** `a` and `b` are ids of bodies; `nth` counts the contacts of the pair from 0. */
  | { kind: 'contact'; lane: number; a: number; b: number; nth: number };

type Scenes = readonly (SceneMessage | undefined)[];

/** Fires 'change' when something else is selected, 'hover' when something else is pointed at. */
export class Selection extends EventTarget {
  private chosen: Selected | null = null;
  private pointed: number | null = null;
  private sceneName = '';

  get current(): Selected | null {
    return this.chosen;
  }

  /** Id of the selected body, if it is a body. */
  get body(): number | null {
    return this.chosen?.kind === 'body' ? this.chosen.body : null;
  }

  /** Id of the body that is pointed at, in the view or in a list. */
  get hovered(): number | null {
    return this.pointed;
  }

  select(next: Selected | null): void {
    if (isSame(next, this.chosen)) return;
    this.chosen = next;
    this.dispatchEvent(new Event('change'));
  }

  selectBody(body: number, lane = 0): void {
    this.select({ kind: 'body', lane, body });
  }

  selectContact(contacts: readonly ContactView[], index: number, lane = 0): void {
    const { a, b } = contacts[index]!;
    this.select({ kind: 'contact', lane, a, b, nth: ordinalOf(contacts, index) });
  }

  clear(): void {
    this.select(null);
  }

  hover(body: number | null): void {
    if (body === this.pointed) return;
    this.pointed = body;
    this.dispatchEvent(new Event('hover'));
  }

  /** After bodies came or went, or another scene: what is no longer there is no longer selected. */
  keepIn(scenes: Scenes): void {
    const chosen = this.chosen;
    const sceneName = scenes[0]?.name ?? '';
    const isOther = sceneName !== this.sceneName;
    this.sceneName = sceneName;
    if (this.pointed !== null && !bodyOf(scenes[0], this.pointed)) this.hover(null);
    if (!chosen) return;
    const lane = scenes[chosen.lane] ? chosen.lane : 0;
    const bodies = chosen.kind === 'body' ? [chosen.body] : [chosen.a, chosen.b];
    const isThere = !isOther && bodies.every((id) => bodyOf(scenes[lane], id));
    this.select(isThere ? { ...chosen, lane } : null);
  }
}

export const bodyOf = (scene: SceneMessage | undefined, id: number): BodyInfo | undefined =>
  scene?.bodies.find((body) => body.id === id);

/** Which of its pair's contacts one is. */
export function ordinalOf(contacts: readonly ContactView[], index: number): number {
  const { a, b } = contacts[index]!;
  let nth = 0;
  for (let k = 0; k < index; k++) if (contacts[k]!.a === a && contacts[k]!.b === b) nth++;
  return nth;
}

/** The selected contact among those of a frame; null while its bodies do not touch there. */
export function contactOf(contacts: readonly ContactView[], selected: Selected | null): ContactView | null {
  if (selected?.kind !== 'contact') return null;
  let nth = 0;
  for (const contact of contacts) {
    if (contact.a !== selected.a || contact.b !== selected.b) continue;
    if (nth++ === selected.nth) return contact;
  }
  return null;
}

export function isSame(p: Selected | null, q: Selected | null): boolean {
  if (p === null || q === null) return p === q;
  if (p.lane !== q.lane) return false;
  if (p.kind === 'body') return q.kind === 'body' && p.body === q.body;
  return q.kind === 'contact' && p.a === q.a && p.b === q.b && p.nth === q.nth;
}

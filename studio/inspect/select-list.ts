// The list of all bodies and contacts: the way to select with the keyboard, and to what the pointer cannot reach.

import type { SimClient } from '../sim/client.js';
import { h } from '../ui/dom.js';
import { contactName } from './figures.js';
import { ordinalOf, type Selected, type Selection } from './selection.js';

export class SelectList {
  readonly select = h('select', { 'aria-label': 'Selected body or contact', id: 'selected' });
  readonly element = this.select;
  private options = '';

  constructor(
    private readonly client: SimClient,
    private readonly selection: Selection,
  ) {
    this.select.addEventListener('change', () => selection.select(parse(this.select.value)));
    this.select.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') selection.clear();
    });
    // Contacts come and go while it is closed; while it is used it must not change under the hand.
    for (const type of ['focus', 'pointerdown']) this.select.addEventListener(type, () => this.fill({ isAll: true }));
    this.fill({ isAll: false });
  }

  show(): void {
    if (document.activeElement !== this.select) this.fill({ isAll: false });
    const value = write(this.selection.current);
    if (this.select.value !== value) this.select.value = value;
  }

  /** All there is; or, while nobody looks, no more of the contacts than the selected one. */
  private fill({ isAll }: { isAll: boolean }): void {
    const { current } = this.selection;
    const lane = current?.lane ?? 0;
    const scene = this.client.scenes[lane];
    const bodies = scene?.bodies.map(({ id, name }) => [write({ kind: 'body', lane, body: id }), name] as const) ?? [];
    const contacts = new Map<string, string>();
    const add = (a: number, b: number, nth: number) =>
      contacts.set(write({ kind: 'contact', lane, a, b, nth }), contactName(scene, a, b, nth));
    if (current?.kind === 'contact') add(current.a, current.b, current.nth);
    const touching = (isAll && this.client.frame?.lanes[lane]?.details?.contacts) || [];
    for (const [k, { a, b }] of touching.entries()) add(a, b, ordinalOf(touching, k));
    const key = JSON.stringify([bodies, [...contacts]]);
    if (key === this.options) return;
    this.options = key;
    const option = ([value, text]: readonly [string, string]) => h('option', { value }, text);
    this.select.replaceChildren(
      h('option', { value: '' }, 'nothing selected'),
      h('optgroup', { label: 'Bodies' }, ...bodies.map(option)),
      contacts.size > 0 ? h('optgroup', { label: 'Contacts' }, ...[...contacts].map(option)) : '',
    );
    this.select.value = write(current);
  }
}

const write = (selected: Selected | null): string => (selected ? JSON.stringify(selected) : '');
const parse = (text: string): Selected | null => (text === '' ? null : (JSON.parse(text) as Selected));

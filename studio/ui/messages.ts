// What the page says: short notes that go away by themselves, faults that stay until they are read. Two live regions,
// so that a screen reader hears notes when it is idle and faults at once.

import { h } from './dom.js';
import { icon } from './icons.js';

const NOTE_TIME = 5000;
const AT_MOST = 4;

export class Messages {
  private readonly notes = h('div', { role: 'status', 'aria-live': 'polite' });
  private readonly faults = h('div', { role: 'alert', 'aria-live': 'assertive' });
  readonly element = h('div', { class: 'messages' }, this.faults, this.notes);

  /** Says something that may be missed. */
  note(text: string): void {
    const message = this.show(this.notes, text, false);
    setTimeout(() => message.remove(), NOTE_TIME);
  }

  /** Says what went wrong, in one readable line; it stays until dismissed. */
  fault(error: unknown): void {
    this.show(this.faults, error instanceof Error ? error.message : String(error), true);
  }

  clear(): void {
    this.notes.replaceChildren();
    this.faults.replaceChildren();
  }

  private show(region: HTMLElement, text: string, isFault: boolean): HTMLElement {
    for (const old of region.children) if (old.querySelector('p')?.textContent === text) old.remove();
    const close = h('button', { type: 'button', class: 'icon-button small', 'aria-label': 'Dismiss' }, icon('close'));
    const message = h(
      'div',
      { class: isFault ? 'message fault' : 'message' },
      isFault ? icon('warning') : null,
      h('p', {}, text),
      close,
    );
    close.addEventListener('click', () => message.remove());
    region.append(message);
    while (region.childElementCount > AT_MOST) region.firstElementChild?.remove();
    return message;
  }
}

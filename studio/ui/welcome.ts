// What a first visitor has to know, once: that bodies can be taken. Gone with the first drag, or when it is dismissed.

import { h, storage } from './dom.js';
import { icon } from './icons.js';

const MOUSE =
  'Drag a body to pull or throw it. Drag beside it to look around. Click it for its figures; ? has the rest.';
const FINGERS = 'Drag a body to pull or throw it, beside it to look around. Tap it for its figures.';

export class Welcome {
  private readonly card: HTMLElement;

  constructor(notices: HTMLElement) {
    const close = h('button', { type: 'button', class: 'icon-button small', 'aria-label': 'Dismiss' }, icon('close'));
    const text = matchMedia('(pointer: coarse)').matches ? FINGERS : MOUSE;
    this.card = h('div', { class: 'card welcome' }, icon('hand'), h('p', {}, text), close);
    this.card.hidden = storage.get('welcomed') === 'yes';
    close.addEventListener('click', () => this.done());
    notices.append(this.card);
  }

  /** It was read, or done. */
  done(): void {
    if (this.card.hidden) return;
    this.card.hidden = true;
    storage.set('welcomed', 'yes');
  }
}

// Names above the two halves of the view, and between them how far they have come apart.

import { quantity, said } from '../inspect/format.js';
import { h } from '../ui/dom.js';
import type { Viewport } from '../view/viewports.js';
import type { Difference } from './difference.js';

export class LaneLabels {
  readonly element: HTMLElement;
  private readonly names = ['A', 'B'].map((letter) => ({
    box: h('div', { class: 'lane-label card' }, h('b', {}, letter)),
    name: h('span', {}),
    facts: h('small', {}),
  }));
  private readonly difference = h('div', {
    class: 'lane-difference card',
    title: 'Largest distance and angle of a body',
  });

  constructor() {
    for (const { box, name, facts } of this.names) box.append(h('div', {}, name, facts));
    this.element = h(
      'div',
      { class: 'lane-labels', hidden: true },
      ...this.names.map(({ box }) => box),
      this.difference,
    );
  }

  set visible(visible: boolean) {
    this.element.hidden = !visible;
  }

  setTitles(titles: readonly string[]): void {
    for (const [k, { name }] of this.names.entries()) name.textContent = titles[k] ?? '';
  }

  setFacts(facts: readonly string[]): void {
    for (const [k, { facts: text }] of this.names.entries()) setText(text, facts[k] ?? '');
  }

  setDifference({ distance, angle }: Difference): void {
    setText(this.difference, differenceText(distance, angle));
  }

  /** Puts them where the halves are. */
  place([first, second]: readonly Viewport[]): void {
    if (!first || !second) return;
    const isBeside = second.x > first.x;
    this.element.classList.toggle('stacked', !isBeside);
    for (const [k, { free }] of [first, second].entries()) {
      const { style } = this.names[k]!.box;
      style.left = `${isBeside ? free.x + 0.5 * free.width : free.x + MARGIN}px`;
      style.top = `${free.y + MARGIN}px`;
      style.maxWidth = `${isBeside ? free.width - 2 * MARGIN : 0.6 * free.width}px`;
    }
    const { style } = this.difference;
    style.left = `${isBeside ? second.free.x : second.free.x + second.free.width - MARGIN}px`;
    style.top = `${isBeside ? first.free.y + first.free.height - MARGIN : second.free.y}px`;
  }
}

const MARGIN = 8;

export function differenceText(distance: number, angle: number): string {
  return `Δ ${said(quantity(distance, 'm'))} · ${((angle * 180) / Math.PI).toFixed(1)}°`;
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

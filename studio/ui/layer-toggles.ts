// Switches for what is drawn of the physics, grouped as the view names them.

import type { Layer, Layers } from '../view/layers.js';
import { h, storage } from './dom.js';
import { icon } from './icons.js';

export interface LegendEntry {
  name: string;
  color: string;
}

export class LayerToggles {
  private readonly boxes = new Map<string, HTMLInputElement>();
  private readonly restore = h('button', { type: 'button', class: 'text-button' }, icon('reset'), 'Restore');

  /** `legends`: what the colours of a layer mean, by its id. */
  constructor(
    root: HTMLElement,
    private readonly layers: Layers,
    private readonly legends: Readonly<Record<string, readonly LegendEntry[]>>,
  ) {
    const kept = storage.get('layers');
    if (kept !== null) layers.chosen = kept.split(',');
    for (const group of new Set(layers.list.map((layer) => layer.group))) {
      root.append(
        h(
          'fieldset',
          { class: 'layer-group' },
          h('legend', {}, group),
          ...layers.list.filter((layer) => layer.group === group).flatMap((layer) => this.row(layer)),
        ),
      );
    }
    root.append(
      h(
        'p',
        { class: 'hint' },
        'Grey bodies stand still. A body that has turned pale sleeps: it rests and costs nothing.',
      ),
    );
    this.restore.addEventListener('click', () => {
      layers.reset();
      this.changed();
    });
    root.append(this.restore);
    this.update();
  }

  toggle(id: string): void {
    this.layers.set(id, !this.layers.isOn(id));
    this.changed();
  }

  /** After layers were changed from elsewhere. */
  update(): void {
    for (const [id, box] of this.boxes) box.checked = this.layers.isOn(id);
  }

  private changed(): void {
    storage.set('layers', this.layers.chosen.join(','));
    this.update(); // one may have switched another off
  }

  private row({ id, title, color }: Layer): HTMLElement[] {
    const box = h('input', { type: 'checkbox', 'data-layer': id });
    box.addEventListener('change', () => this.toggle(id));
    this.boxes.set(id, box);
    const label = h('label', { class: 'check' }, box, h('span', {}, title, color ? swatch(color) : null));
    const legend = this.legends[id];
    if (!legend) return [label];
    return [
      label,
      h('ul', { class: 'legend' }, ...legend.map((entry) => h('li', {}, swatch(entry.color), entry.name))),
    ];
  }
}

function swatch(color: string): HTMLElement {
  const element = h('span', { class: 'swatch', 'aria-hidden': 'true' });
  element.style.background = color;
  return element;
}

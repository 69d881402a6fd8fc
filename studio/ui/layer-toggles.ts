// Switches for what is drawn of the physics, grouped as the view names them.

import { h } from './dom.js';

export interface Layer {
  id: string;
  title: string;
  group: string;
  /** Where colour means something: the same colour beside the name. */
  color?: string;
}

export interface LayerState {
  isOn(id: string): boolean;
  set(id: string, on: boolean): void;
}

export class LayerToggles {
  private readonly boxes = new Map<string, HTMLInputElement>();

  constructor(
    root: HTMLElement,
    layers: readonly Layer[],
    private readonly state: LayerState,
  ) {
    for (const group of new Set(layers.map((layer) => layer.group))) {
      root.append(
        h(
          'fieldset',
          { class: 'layer-group' },
          h('legend', {}, group),
          ...layers.filter((layer) => layer.group === group).map((layer) => this.row(layer)),
        ),
      );
    }
  }

  toggle(id: string): void {
    this.state.set(id, !this.state.isOn(id));
    const box = this.boxes.get(id);
    if (box) box.checked = this.state.isOn(id);
  }

  /** After the layers were changed from elsewhere. */
  update(): void {
    for (const [id, box] of this.boxes) box.checked = this.state.isOn(id);
  }

  private row({ id, title, color }: Layer): HTMLElement {
    const box = h('input', { type: 'checkbox', 'data-layer': id, checked: this.state.isOn(id) });
    box.addEventListener('change', () => this.state.set(id, box.checked));
    this.boxes.set(id, box);
    const swatch = color ? h('span', { class: 'swatch' }) : null;
    if (swatch && color) swatch.style.background = color;
    return h('label', { class: 'check' }, box, h('span', {}, swatch, title));
  }
}

// How long arrows are, and which pressure has which colour: controls and a scale in the panel of layers.

import { PRESSURE_STOPS } from '../../three/index.js';
import { quantity, said } from '../inspect/format.js';
import type { Stage } from '../view/stage.js';
import { h } from './dom.js';

/** Factors to the left and to the right of the slider's middle. */
const RANGE = 20;

export class Scales {
  private readonly arrows = h('input', {
    type: 'range',
    min: -1,
    max: 1,
    step: 0.01,
    value: 0,
    'aria-label': 'Length of the arrows',
  });
  private readonly arrowsSaid = h('output', {});
  private readonly bar = h('div', { class: 'pressure-bar', role: 'img' });
  private readonly full = h('output', {});
  private readonly pressure: HTMLElement;

  constructor(
    root: HTMLElement,
    private readonly stage: Stage,
  ) {
    this.arrows.addEventListener('input', () => {
      stage.setArrowScale(RANGE ** this.arrows.valueAsNumber);
      this.show();
    });
    this.arrows.addEventListener('dblclick', () => {
      this.arrows.value = '0';
      stage.setArrowScale(1);
      this.show();
    });
    const stops = PRESSURE_STOPS.map(([r, g, b, a]) => `rgb(${r} ${g} ${b} / ${a / 255})`);
    this.bar.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
    this.pressure = h(
      'div',
      { class: 'pressure-scale' },
      this.bar,
      h('div', { class: 'pressure-ends' }, h('span', {}, '0'), this.full),
    );
    root.append(
      h(
        'fieldset',
        { class: 'layer-group' },
        h('legend', {}, 'Scales'),
        h('label', { class: 'motor' }, h('span', {}, 'Arrows', this.arrowsSaid), this.arrows),
        this.pressure,
      ),
    );
    stage.addEventListener('draw', () => this.show());
    this.show();
  }

  private show(): void {
    const { newtonsPerMetre, fullPressure } = this.stage.scales;
    const length = this.arrows.valueAsNumber;
    this.arrows.style.setProperty('--at', String(0.5 * (length + 1)));
    setText(this.arrowsSaid, `${said(quantity(newtonsPerMetre, 'N'))} per m`);
    this.pressure.hidden = !this.stage.layers.isOn('pressure');
    const text = fullPressure > 0 ? said(quantity(fullPressure, 'Pa')) : 'no load';
    setText(this.full, text);
    this.bar.setAttribute('aria-label', `Pressure, from 0 to ${text}`);
  }
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

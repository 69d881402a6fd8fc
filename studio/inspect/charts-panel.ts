// The panel of charts. Drawn only while it is seen, and then no more often than the eye can follow.

import type { SimClient } from '../sim/client.js';
import { h } from '../ui/dom.js';
import type { Panel } from '../ui/shell.js';
import { Chart } from './chart.js';
import { CHARTS } from './chart-specs.js';
import { paced } from './pace.js';
import type { Statistics } from './statistics.js';

export class ChartsPanel {
  private readonly charts: Chart[];
  private readonly lanes = h('div', { class: 'segments', role: 'radiogroup', 'aria-label': 'Side' });
  private readonly refresh = paced(() => this.draw());
  private lane = 0;

  constructor(
    private readonly panel: Panel,
    private readonly client: SimClient,
    private readonly statistics: Statistics,
    fault: (error: unknown) => void,
  ) {
    this.charts = CHARTS.map((spec) => new Chart(spec, (step) => void client.seek(step).catch(fault)));
    for (const [k, name] of ['A', 'B'].entries()) {
      const input = h('input', { type: 'radio', name: 'charts-lane', checked: k === 0 });
      input.addEventListener('change', () => {
        this.lane = k;
        this.draw();
      });
      this.lanes.append(h('label', {}, input, h('span', {}, name)));
    }
    panel.element.tabIndex = 0; // nothing in it takes the focus: so that keys can scroll it
    panel.element.append(this.lanes, ...this.charts.map(({ element }) => element));
    statistics.addEventListener('change', this.refresh);
    panel.onVisible(this.refresh);
    new ResizeObserver(this.refresh).observe(panel.element);
    this.draw();
  }

  /** After a change between light and dark. */
  restyle(): void {
    for (const chart of this.charts) chart.restyle();
  }

  private draw(): void {
    const isPair = this.client.scenes.length > 1;
    this.lanes.hidden = !isPair;
    if (!this.panel.visible) return;
    const series = this.statistics.lanes[isPair ? this.lane : 0]!;
    for (const chart of this.charts) chart.draw(series, this.client.frame?.step ?? 0);
  }
}

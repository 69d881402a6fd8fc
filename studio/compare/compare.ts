// Puts the comparison on the page: the control in the bar, the panel, the names above the halves.

import type { Choice } from '../choice.js';
import { paced } from '../inspect/pace.js';
import { StepSeries } from '../inspect/series.js';
import type { Statistics } from '../inspect/statistics.js';
import type { SimClient } from '../sim/client.js';
import type { Frame } from '../sim/protocol.js';
import type { Keyboard } from '../ui/keyboard.js';
import type { Shell } from '../ui/shell.js';
import type { Stage } from '../view/stage.js';
import { viewportsOf } from '../view/viewports.js';
import { ComparePanel, millisecondsText } from './compare-panel.js';
import { Comparison } from './comparison.js';
import { type Apart, type Difference, differenceOf } from './difference.js';
import { LaneLabels } from './lane-labels.js';
import { sideTitles } from './settings.js';

export interface CompareContext {
  client: SimClient;
  choice: Choice;
  stage: Stage;
  shell: Shell;
  keyboard: Keyboard;
  statistics: Statistics;
}

export function addComparison(context: CompareContext): { comparison: Comparison; apart: Apart } {
  const { client, choice, stage, shell, keyboard, statistics } = context;
  const comparison = new Comparison(choice, client);
  const apart: Apart = { series: new StepSeries(['time', 'distance', 'angle']), now: null };
  const panel = shell.addPanel({ id: 'compare', title: 'Compare', icon: 'compare', side: 'left', order: 1 });
  const sides = new ComparePanel(panel, comparison, client, statistics, apart);
  const labels = new LaneLabels();
  shell.view.append(labels.element);

  const toggle = () => {
    void comparison.toggle();
    // The sheet of a narrow page would cover what there is to see.
    if (!comparison.isOn && !shell.isNarrow) panel.show();
  };
  const button = shell.addControl({ title: 'Compare', icon: 'compare', key: 'C', run: toggle });
  button.setAttribute('aria-pressed', 'false');
  button.parentElement!.prepend(button); // of what is shown, before what the page is like
  keyboard.add({ keys: ['c'], label: 'compare with another model, or end it', group: 'View', run: toggle });

  const place = () => {
    const { clientWidth, clientHeight } = shell.view;
    labels.place(viewportsOf(clientWidth, clientHeight, shell.insets(), client.scenes.length));
  };
  const showFacts = paced(() => {
    const step = client.frame?.step ?? 0;
    labels.setFacts([0, 1].map((lane) => factsOf(statistics, step, lane)));
    if (apart.now) labels.setDifference(apart.now);
  });
  shell.addEventListener('layout', place);
  stage.addEventListener('draw', place);
  choice.addEventListener('change', () => {
    button.setAttribute('aria-pressed', String(comparison.isOn));
    sides.show();
  });
  client.on('scene', ({ detail }) => {
    apart.series.clear();
    if (detail.lane < detail.lanes - 1) return;
    const [a, b] = client.scenes;
    labels.visible = b !== undefined;
    if (a && b) labels.setTitles(sideTitles(a, b));
    place();
  });
  client.on('frame', ({ detail }) => {
    apart.now = apartIn(client, detail);
    apart.series.keep(detail.first, detail.last);
    if (!apart.now) return;
    const { distance, angle } = apart.now;
    apart.series.put(detail.step, { time: detail.time, distance, angle: (angle * 180) / Math.PI });
    showFacts();
    sides.update();
  });
  return { comparison, apart };
}

function apartIn({ scenes }: SimClient, { lanes }: Frame): Difference | null {
  const [a, b] = scenes;
  const [p, q] = lanes;
  return a && b && p && q ? differenceOf([a, b], [p, q]) : null;
}

/** What a step costs, in a few words. */
function factsOf(statistics: Statistics, step: number, lane: number): string {
  const { iterations = Number.NaN } = statistics.at(step, lane) ?? {};
  if (Number.isNaN(iterations)) return '';
  const times = millisecondsText(statistics.meanMilliseconds(step, lane));
  return `${iterations} ${iterations === 1 ? 'iteration' : 'iterations'} · ${times} a step`;
}

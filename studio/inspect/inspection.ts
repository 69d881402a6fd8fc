// Puts the inspection on the page: selecting, the panel of what is selected, the charts.

import type { SimClient } from '../sim/client.js';
import type { Keyboard } from '../ui/keyboard.js';
import type { Shell } from '../ui/shell.js';
import type { ThemeChoice } from '../ui/theme.js';
import type { Stage } from '../view/stage.js';
import { ChartsPanel } from './charts-panel.js';
import { selectByClick } from './click-select.js';
import { InspectPanel } from './inspect-panel.js';
import { Marks } from './marks.js';
import { Selection } from './selection.js';
import { Statistics } from './statistics.js';

export interface InspectionContext {
  client: SimClient;
  stage: Stage;
  shell: Shell;
  keyboard: Keyboard;
  theme: ThemeChoice;
  fault(error: unknown): void;
}

export function addInspection({ client, stage, shell, keyboard, theme, fault }: InspectionContext): {
  selection: Selection;
  statistics: Statistics;
} {
  const selection = new Selection();
  new Marks(shell.view, stage, client, selection);
  selectByClick(stage, client, selection);
  client.on('scene', ({ detail }) => {
    if (detail.lane === detail.lanes - 1) selection.keepIn(client.scenes);
  });
  keyboard.add({ keys: ['Escape'], label: 'select nothing', group: 'View', run: () => selection.clear() });

  const inspect = shell.addPanel({ id: 'inspect', title: 'Inspect', icon: 'inspect', side: 'right', order: 1 });
  new InspectPanel(inspect, client, selection);
  selection.addEventListener('change', () => {
    // The sheet of a narrow page would cover what was clicked.
    if (selection.current && !shell.isNarrow) inspect.show();
  });

  const statistics = new Statistics(client);
  const panel = shell.addPanel({ id: 'charts', title: 'Charts', icon: 'chart', side: 'right', order: 2 });
  const charts = new ChartsPanel(panel, client, statistics, fault);
  theme.addEventListener('change', () => charts.restyle());
  return { selection, statistics };
}

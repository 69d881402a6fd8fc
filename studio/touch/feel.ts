// What hands feel, as numbers: force, torque, energy that the world has given them, longest and late steps. One column
// for each lane, so that the models stand side by side while the hand plays.

import { quantity, said } from '../inspect/format.js';
import { paced } from '../inspect/pace.js';
import type { SimClient } from '../sim/client.js';
import type { Feel } from '../sim/protocol.js';
import { h } from '../ui/dom.js';

const HINT = 'Hold a body, or play a scene with devices: what hands feel stands here.';

const size = (v: Feel['force']): number => Math.hypot(...v);

/** The lines of one hand. */
export const FEEL_LINES: readonly { label: string; title: string; of(feel: Feel): string }[] = [
  {
    label: 'Force',
    title: 'On the hand, as it is sent',
    of: ({ force }) => said(quantity(size(force), 'N')),
  },
  {
    label: 'Torque',
    title: "On the hand, about the body's centre of mass",
    of: ({ torque }) => said(quantity(size(torque), 'N·m')),
  },
  {
    label: 'Energy to the hand',
    title: 'What the world has given to the hand since it took hold; below zero: the hand has given',
    of: ({ energy }) => said(quantity(energy, 'J')),
  },
  {
    label: 'Longest step',
    title: 'Since the hand took hold',
    of: ({ longest }) => said(quantity(longest, 'ms')),
  },
  {
    label: 'Late steps',
    title: 'Steps that took longer to compute than the time that they stand for',
    of: ({ late }) => late.toLocaleString('en'),
  },
];

/** One table a hand: by device, or null for the user's own. */
export function feelTables(lanes: readonly (readonly Feel[])[]): { device: string | null; rows: string[][] }[] {
  return (lanes[0] ?? []).map(({ device }) => ({
    device,
    rows: FEEL_LINES.map(({ of }) =>
      lanes.map((feels) => {
        const feel = feels.find((one) => one.device === device);
        return feel ? of(feel) : '–';
      }),
    ),
  }));
}

export class FeelView {
  readonly element = h('div', { class: 'feel' });
  private readonly hint = h('p', { class: 'hint' }, HINT);
  private cells: HTMLElement[][][] = [];
  private shape = '';
  private readonly refresh = paced(() => this.draw());

  constructor(private readonly client: SimClient) {
    this.element.append(this.hint);
    client.on('frame', () => this.refresh());
    client.on('scene', () => this.refresh());
  }

  private draw(): void {
    const { frame, scenes } = this.client;
    const tables = feelTables(frame?.lanes.map(({ feels }) => feels) ?? []);
    const models = scenes.map(({ model }) => model);
    const shape = JSON.stringify([models, tables.map(({ device }) => device)]);
    if (shape !== this.shape) this.build(tables, models);
    this.shape = shape;
    for (const [t, { rows }] of tables.entries())
      for (const [r, row] of rows.entries())
        for (const [c, text] of row.entries()) {
          const cell = this.cells[t]![r]![c]!;
          if (cell.textContent !== text) cell.textContent = text;
        }
  }

  private build(tables: ReturnType<typeof feelTables>, models: readonly string[]): void {
    this.cells = [];
    const made = tables.map(({ device, rows }) => {
      const lines = rows.map((row) => row.map(() => h('td', {})));
      this.cells.push(lines);
      const head = h('tr', {}, h('td', {}), ...models.map((model) => h('th', { scope: 'col' }, model)));
      const body = lines.map((cells, k) =>
        h('tr', {}, h('th', { scope: 'row', title: FEEL_LINES[k]!.title }, FEEL_LINES[k]!.label), ...cells),
      );
      return h(
        'table',
        { class: 'feel-table', 'data-device': device ?? '' },
        h('caption', {}, device ?? 'Your hand'),
        h('thead', {}, head),
        h('tbody', {}, ...body),
      );
    });
    this.element.replaceChildren(...(made.length > 0 ? made : [this.hint]));
  }
}

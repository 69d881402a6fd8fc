// The panel of the comparison: what the second side has otherwise, and the figures of both sides beside each other.

import { quantity, said, whole } from '../inspect/format.js';
import { paced } from '../inspect/pace.js';
import { Sparkline } from '../inspect/sparkline.js';
import type { Statistics } from '../inspect/statistics.js';
import { MODELS, modelOf, withModel } from '../models.js';
import type { SimClient } from '../sim/client.js';
import { h } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import type { Panel } from '../ui/shell.js';
import type { Comparison } from './comparison.js';
import { type Apart, type ApartColumn, restSince } from './difference.js';
import { SETTINGS, settingOf, withSetting } from './settings.js';

const OWN = 'as the scene has it';

interface Line {
  label: string;
  title?: string;
  /** The figure of one side. */
  of(lane: number): string;
}

export class ComparePanel {
  private readonly invitation: HTMLElement;
  private readonly running: HTMLElement;
  private readonly model = h('select', { id: 'compare-model' });
  private readonly selects = SETTINGS.map(({ id }) => h('select', { id: `compare-${id}` }));
  private readonly lines: Line[];
  private readonly cells: HTMLElement[][] = [];
  private readonly distance = new Sparkline<ApartColumn>({
    label: 'Largest distance',
    lines: [{ key: 'distance', label: 'Largest distance', color: 1 }],
    least: 1e-5,
    format: (value) => said(quantity(value, 'm')),
  });
  private readonly angle = new Sparkline<ApartColumn>({
    label: 'Largest angle',
    lines: [{ key: 'angle', label: 'Largest angle', color: 2 }],
    least: 0.1,
    format: (value) => `${value.toFixed(2)}°`,
  });
  private readonly who = h('p', { class: 'hint' });
  private readonly refresh = paced(() => this.draw());

  constructor(
    private readonly panel: Panel,
    private readonly comparison: Comparison,
    private readonly client: SimClient,
    private readonly statistics: Statistics,
    private readonly apart: Apart,
  ) {
    this.lines = this.makeLines();
    this.invitation = this.makeInvitation();
    this.running = h(
      'div',
      { class: 'comparing' },
      this.makeTable(),
      h('div', { class: 'plots' }, this.distance.element, this.angle.element, this.who),
      h('div', { class: 'field' }, h('label', { for: 'compare-model' }, 'Model of B'), this.model),
      this.makeSettings(),
      this.makeButtons(),
    );
    panel.element.append(this.invitation, this.running);
    panel.onVisible(() => this.refresh());
    this.show();
  }

  /** After a load. */
  show(): void {
    const { isOn, overrides } = this.comparison;
    this.invitation.hidden = isOn;
    this.running.hidden = !isOn;
    const models = MODELS.map(({ id, title }) => [id, title] as const);
    fill(this.model, modelOf(overrides)?.id, models);
    for (const [k, setting] of SETTINGS.entries())
      fill(this.selects[k]!, settingOf(overrides, setting), setting.options);
    this.refresh();
  }

  update(): void {
    if (this.panel.visible) this.refresh();
  }

  private draw(): void {
    if (!this.panel.visible || !this.comparison.isOn || !this.client.frame) return;
    for (const [row, { of }] of this.lines.entries())
      for (const lane of [0, 1]) {
        const cell = this.cells[row]![lane]!;
        const text = of(lane);
        if (cell.textContent !== text) cell.textContent = text;
      }
    const { step } = this.client.frame;
    this.distance.draw(this.apart.series, step);
    this.angle.draw(this.apart.series, step);
    const { farthest = '', mostTurned = '' } = this.apart.now ?? {};
    const names = [...new Set([farthest, mostTurned])].filter(Boolean).join(' and ');
    this.who.hidden = (this.apart.now?.count ?? 0) < 3;
    this.who.textContent = names && `of ${names}`;
  }

  private makeLines(): Line[] {
    const step = () => this.client.frame?.step ?? 0;
    const now = (lane: number) => this.statistics.at(step(), lane);
    const joules = (value: number | undefined) => (value === undefined ? '–' : said(quantity(value, 'J')));
    return [
      {
        label: 'At rest since',
        title: 'From when on there is no kinetic energy left, to the step that was shown',
        of: (lane) => {
          const series = this.statistics.lanes[lane]!;
          const since = restSince(series.columns.time, series.columns.kinetic, series.indexAt(step()));
          return since === null ? 'moving' : `${since.toFixed(2)}\u202fs`;
        },
      },
      { label: 'Kinetic energy', of: (lane) => joules(now(lane)?.kinetic) },
      { label: 'Total energy', title: 'Less the work of position correction', of: (lane) => joules(now(lane)?.total) },
      { label: 'Solver iterations', of: (lane) => whole(now(lane)?.iterations ?? Number.NaN) },
      { label: 'Rows', of: (lane) => whole(now(lane)?.rows ?? Number.NaN) },
      {
        label: 'Time per step',
        title: 'Mean of the last 30 steps that were shown',
        of: (lane) => millisecondsText(this.statistics.meanMilliseconds(step(), lane)),
      },
    ];
  }

  private makeTable(): HTMLElement {
    const body = h('tbody', {});
    for (const { label, title } of this.lines) {
      const cells = [h('td', {}), h('td', {})];
      this.cells.push(cells);
      body.append(h('tr', { title }, h('th', { scope: 'row' }, label), ...cells));
    }
    const head = h('tr', {}, h('td', {}), h('th', { scope: 'col' }, 'A'), h('th', { scope: 'col' }, 'B'));
    return h('table', { class: 'sides' }, h('thead', {}, head), body);
  }

  private makeSettings(): HTMLElement {
    this.model.addEventListener('change', () => {
      const model = MODELS.find(({ id }) => id === this.model.value) ?? null;
      void this.comparison.set(withModel(this.comparison.overrides, model));
    });
    const fields = SETTINGS.map((setting, k) => {
      const select = this.selects[k]!;
      select.addEventListener('change', () => {
        const option = setting.options.find(([value]) => String(value) === select.value);
        void this.comparison.set(withSetting(this.comparison.overrides, setting, option?.[0]));
      });
      return h('div', { class: 'field' }, h('label', { for: select.id }, setting.label), select);
    });
    return h('details', { class: 'more' }, h('summary', {}, icon('chevron'), 'Other settings of B'), ...fields);
  }

  private makeButtons(): HTMLElement {
    const swap = h('button', { type: 'button', class: 'button' }, 'Swap');
    const end = h('button', { type: 'button', class: 'button' }, 'End comparison');
    swap.addEventListener('click', () => void this.comparison.swap());
    end.addEventListener('click', () => void this.comparison.end());
    return h('div', { class: 'compare-buttons' }, swap, end);
  }

  private makeInvitation(): HTMLElement {
    const choices = MODELS.map((model) => {
      const { title, hint } = model;
      const button = h('button', { type: 'button', class: 'compare-choice' }, h('b', {}, title), h('span', {}, hint));
      button.addEventListener('click', () => void this.comparison.start(model));
      return button;
    });
    return h(
      'div',
      { class: 'invitation' },
      h('p', {}, 'The same scene twice, in step, under one camera. The second side may have another contact model:'),
      ...choices,
      h('p', { class: 'hint' }, 'Once it runs, it may have another solver, time step, friction or depth, too.'),
    );
  }
}

export const millisecondsText = (value: number): string =>
  Number.isNaN(value) ? '–' : `${value.toFixed(value < 10 ? 2 : 1)}\u202fms`;

function fill(
  select: HTMLSelectElement,
  chosen: string | number | undefined,
  options: readonly (readonly [string | number, string])[],
): void {
  const all = [['', OWN] as const, ...options.map(([value, title]) => [String(value), title] as const)];
  if (chosen !== undefined && !options.some(([value]) => value === chosen)) all.push([String(chosen), String(chosen)]);
  select.replaceChildren(...all.map(([value, title]) => h('option', { value }, title)));
  select.value = chosen === undefined ? '' : String(chosen);
}

// The panel of what is selected: its name, its figures with units, and small plots of its last seconds.

import { length } from '../../src/math/vec3.js';
import type { SimClient } from '../sim/client.js';
import type { ContactView, Frame, LaneFrame, SceneMessage } from '../sim/protocol.js';
import { h } from '../ui/dom.js';
import type { Panel } from '../ui/shell.js';
import { STATES } from '../view/layers.js';
import { bodyRows, bodyState, contactRows, nameOf, normalForce, type Row, shapeText } from './figures.js';
import { quantity, said } from './format.js';
import { paced } from './pace.js';
import { SelectList } from './select-list.js';
import { bodyOf, contactOf, ordinalOf, type Selected, type Selection } from './selection.js';
import { StepSeries } from './series.js';
import { Sparkline } from './sparkline.js';

interface Link {
  key: string;
  text: string;
  state?: string;
  /** The body that it is about. */
  body?: number;
  run(): void;
}

const COLUMNS = ['time', 'speed', 'spin', 'normal', 'slip', 'tip'] as const;
type Column = (typeof COLUMNS)[number];

const colorOfState = new Map(STATES.map(({ name, color }) => [name, color]));

export class InspectPanel {
  private readonly list: SelectList;
  private readonly hint = h('p', { class: 'hint' }, 'Click a body or a contact in the view, or choose one here.');
  private readonly about = h('p', { class: 'hint' });
  private readonly state = h('p', { class: 'contact-state' });
  private readonly figures = h('dl', { class: 'figures' });
  private readonly plots = h('div', { class: 'plots' });
  private readonly links = h('div', { class: 'links' });
  private readonly detail: HTMLElement;
  private readonly cells = new Map<string, { texts: HTMLElement[]; unit: HTMLElement; bar: HTMLMeterElement | null }>();
  private readonly series = new StepSeries<Column>(COLUMNS);
  private readonly speed = new Sparkline<Column>({
    label: 'Speed',
    lines: [{ key: 'speed', label: 'Speed', color: 1 }],
    least: 0.01,
    format: (value) => said(quantity(value, 'm/s')),
  });
  private readonly spin = new Sparkline<Column>({
    label: 'Angular speed',
    lines: [{ key: 'spin', label: 'Angular speed', color: 2 }],
    least: 0.01,
    format: (value) => said(quantity(value, 'rad/s')),
  });
  private readonly normal = new Sparkline<Column>({
    label: 'Normal force',
    lines: [{ key: 'normal', label: 'Normal force', color: 1 }],
    least: 1e-3,
    format: (value) => said(quantity(value, 'N')),
  });
  private readonly margins = new Sparkline<Column>({
    label: 'Margins',
    lines: [
      { key: 'slip', label: 'Slip margin', color: 3 },
      { key: 'tip', label: 'Tip margin', color: 2 },
    ],
    least: 1,
    format: (value) => value.toFixed(2),
  });
  private readonly refresh = paced(() => this.show());
  private shownRows = '';
  private shownLinks = '';
  private load = -1;

  constructor(
    private readonly panel: Panel,
    private readonly client: SimClient,
    private readonly selection: Selection,
  ) {
    this.list = new SelectList(client, selection);
    this.detail = h('div', { class: 'detail' }, this.about, this.state, this.links, this.figures, this.plots);
    panel.element.append(h('div', { class: 'field' }, this.list.element, this.hint), this.detail);
    selection.addEventListener('change', () => this.changed());
    client.on('frame', ({ detail }) => this.record(detail));
    client.on('scene', ({ detail }) => {
      if (detail.load !== this.load) this.series.clear();
      this.load = detail.load;
      this.refresh();
    });
    panel.onVisible(() => this.changed(false));
    this.changed();
  }

  private get lane(): { scene: SceneMessage | undefined; frame: LaneFrame | undefined } {
    const lane = this.selection.current?.lane ?? 0;
    return { scene: this.client.scenes[lane], frame: this.client.frame?.lanes[lane] };
  }

  /** Of a comparison. */
  private get side(): string {
    return this.client.scenes.length > 1 ? `${'AB'[this.selection.current?.lane ?? 0]}: ` : '';
  }

  private changed(isOther = true): void {
    const { current } = this.selection;
    const { visible } = this.panel;
    const wanted = { contacts: visible || current?.kind === 'contact', velocities: visible };
    this.client.want(wanted, 'inspect').catch(() => {}); // only a page that is being closed refuses
    if (isOther) {
      this.series.clear();
      if (this.client.frame) this.record(this.client.frame);
      const { speed, spin, normal, margins } = this;
      const isStill = current?.kind === 'body' && bodyOf(this.lane.scene, current.body)?.type === 'static';
      const plots = isStill ? [] : current?.kind === 'body' ? [speed, spin] : [normal, margins];
      this.plots.replaceChildren(...plots.map(({ element }) => element));
    }
    this.show();
  }

  private record(frame: Frame): void {
    const { current } = this.selection;
    this.series.keep(frame.first, frame.last);
    if (current && this.panel.visible) {
      const values = this.valuesOf(current, frame.lanes[current.lane]);
      if (values) this.series.put(frame.step, { ...NONE, time: frame.time, ...values });
    }
    this.refresh();
  }

  private valuesOf(current: Selected, lane: LaneFrame | undefined): Partial<Record<Column, number>> | null {
    if (!lane?.details) return null;
    if (current.kind === 'contact') {
      const contact = contactOf(lane.details.contacts ?? [], current);
      if (!contact) return { normal: 0, slip: 1, tip: 1 };
      return { normal: normalForce(contact), slip: contact.slipMargin, tip: contact.tipMargin };
    }
    const { velocities } = lane.details;
    const k = this.client.scenes[current.lane]?.bodies.findIndex(({ id }) => id === current.body) ?? -1;
    if (!velocities || k < 0) return null;
    const at = (o: number) => length([velocities[o]!, velocities[o + 1]!, velocities[o + 2]!]);
    return { speed: at(6 * k), spin: at(6 * k + 3) };
  }

  private show(): void {
    if (!this.panel.visible) return;
    const { current } = this.selection;
    this.list.show();
    this.hint.hidden = current !== null;
    this.detail.hidden = current === null;
    if (!current) return;
    if (current.kind === 'body') this.showBody(current.body);
    else this.showContact(current);
    const step = this.client.frame?.step ?? 0;
    for (const plot of [this.speed, this.spin, this.normal, this.margins])
      if (plot.element.isConnected) plot.draw(this.series, step);
  }

  private showBody(id: number): void {
    const { scene, frame } = this.lane;
    const info = bodyOf(scene, id);
    if (!scene || !frame || !info) return;
    this.state.hidden = true;
    setText(this.about, `${this.side}${info.type}, ${shapeText(scene.shapes[info.shape]!)}`);
    const state = bodyState(frame, scene.bodies.indexOf(info), info);
    if (state) this.showRows(bodyRows(info, state));
    const contacts = frame.details?.contacts ?? [];
    this.showContactLinks(
      scene,
      contacts.flatMap((contact, k) => (contact.a === id || contact.b === id ? [k] : [])),
      contacts,
      id,
    );
  }

  private showContact(current: Selected & { kind: 'contact' }): void {
    const { scene, frame } = this.lane;
    const contact = contactOf(frame?.details?.contacts ?? [], current);
    setText(this.about, `${this.side}contact, its wrench acts on ${nameOf(scene, current.a)}`);
    this.state.hidden = false;
    const state = contact?.state ?? 'apart';
    if (this.state.dataset.state !== state) {
      this.state.dataset.state = state;
      this.state.replaceChildren(swatch(state), state === 'apart' ? 'not touching' : WORDS[state]);
    }
    this.figures.hidden = !contact;
    if (contact) this.showRows(contactRows(contact));
    this.showLinks(
      [current.a, current.b].map((body) => ({
        key: `${body}`,
        text: nameOf(scene, body),
        body,
        run: () => this.selection.selectBody(body, current.lane),
      })),
    );
  }

  private showContactLinks(scene: SceneMessage, at: number[], contacts: readonly ContactView[], id: number): void {
    this.figures.hidden = false;
    this.showLinks(
      at.slice(0, MOST_LINKS).map((index) => {
        const { a, b, state } = contacts[index]!;
        const nth = ordinalOf(contacts, index);
        const { lane } = this.selection.current!;
        return {
          key: `${a} ${b} ${nth} ${state}`,
          text: `on ${nameOf(scene, a === id ? b : a)}${nth > 0 ? `, ${nth + 1}` : ''}: ${state}`,
          state,
          body: a === id ? b : a,
          run: () => this.selection.select({ kind: 'contact', lane, a, b, nth }),
        };
      }),
      at.length,
    );
  }

  private showLinks(links: Link[], count = 0): void {
    const { current } = this.selection;
    const lane = 1 - (current?.lane ?? 0);
    if (current && this.client.scenes.length > 1)
      links.push({
        key: `lane ${lane}`,
        text: `the same in ${'AB'[lane]}`,
        run: () => this.selection.select({ ...current, lane }),
      });
    const keys = `${JSON.stringify(current)} ${count} ${links.map(({ key }) => key).join()}`;
    if (keys === this.shownLinks) return;
    // Not away from under the finger: what has the focus keeps it.
    const focused = [...this.links.children].indexOf(document.activeElement as Element);
    this.shownLinks = keys;
    this.selection.hover(null); // who was pointed at may be gone with its button
    const buttons = links.map(({ text, state, body = null, run }) => {
      const button = h('button', { type: 'button', class: 'chip' }, state && swatch(state), text);
      button.addEventListener('click', run);
      for (const type of ['pointerenter', 'focus']) button.addEventListener(type, () => this.selection.hover(body));
      for (const type of ['pointerleave', 'blur']) button.addEventListener(type, () => this.selection.hover(null));
      return button;
    });
    const more = count > MOST_LINKS ? h('span', { class: 'hint' }, `and ${count - MOST_LINKS} more`) : '';
    this.links.replaceChildren(...buttons, more);
    if (focused >= 0) (buttons[Math.min(focused, buttons.length - 1)] ?? this.list.select).focus();
  }

  private showRows(rows: readonly Row[]): void {
    const ids = rows.map(({ id }) => id).join();
    if (ids !== this.shownRows) {
      this.shownRows = ids;
      this.cells.clear();
      this.figures.replaceChildren(...rows.map((row) => this.makeRow(row)));
    }
    for (const { id, texts, unit, share } of rows) {
      const cell = this.cells.get(id)!;
      for (const [k, text] of texts.entries()) setText(cell.texts[k]!, text);
      setText(cell.unit, unit);
      if (cell.bar && share !== undefined) cell.bar.value = share;
    }
  }

  private makeRow({ id, label, texts, share, title }: Row): HTMLElement {
    const cells = texts.map(() => h('span', { class: 'figure' }));
    const unit = h('span', { class: 'figure-unit' });
    const bar = share === undefined ? null : h('meter', { min: 0, max: 1, 'aria-hidden': 'true' });
    this.cells.set(id, { texts: cells, unit, bar });
    const kind = texts.length > 1 ? 'vector' : 'scalar';
    return h(
      'div',
      { class: kind, 'data-figure': id, title },
      h('dt', {}, label, kind === 'vector' && ' ', kind === 'vector' && unit),
      h('dd', {}, bar, ...cells, kind === 'scalar' && unit),
    );
  }
}

const NONE: Record<Column, number> = { time: 0, speed: 0, spin: 0, normal: 0, slip: 1, tip: 1 };
const MOST_LINKS = 6;
const WORDS: Readonly<Record<ContactView['state'], string>> = {
  stick: 'sticks',
  slide: 'slides',
  roll: 'rolls',
  spin: 'spins',
};

function swatch(state: string): HTMLElement {
  const color = colorOfState.get(state as ContactView['state']);
  return h('i', { class: 'swatch', style: color && `background: ${color}` });
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

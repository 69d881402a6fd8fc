// The page around the view: a bar on top, panels at the sides, playback at the bottom. Under 700 px the panels become
// the tabs of one sheet at the bottom. Rooms add what they have with addPanel, addAction and addControl.

import { byId, h, storage } from './dom.js';
import { type IconName, icon, mark } from './icons.js';

export interface PanelOptions {
  id: string;
  title: string;
  icon: IconName;
  side: 'left' | 'right';
  /** Smaller comes first (default 10). */
  order?: number;
}

export interface Panel {
  /** Where the panel's content goes. */
  readonly element: HTMLElement;
  /** Whether anybody can see it: what is hidden need not be drawn. */
  readonly visible: boolean;
  /** Opens the column (or the sheet) on this panel. */
  show(): void;
  /** Called whenever `visible` changes. */
  onVisible(listener: (visible: boolean) => void): void;
}

export interface Action {
  title: string;
  icon: IconName;
  run(): void;
  /** Entries of one group stand together in the menu. */
  group?: string;
  /** As the help lists it; the key itself is added to the keyboard by whoever adds the action. */
  key?: string;
}

interface Entry extends PanelOptions {
  body: HTMLElement;
  tab: HTMLButtonElement;
  listeners: ((visible: boolean) => void)[];
  wasVisible: boolean;
}

const NARROW = '(max-width: 699px)';
const ROOM_FOR_BOTH = '(min-width: 1100px)';

/** One column of panels, or the sheet: a strip of tabs over the body of the chosen one. */
class Column {
  readonly tabs: HTMLElement;
  readonly bodies = h('div', { class: 'bodies' });
  private readonly fold: HTMLButtonElement;
  entries: Entry[] = [];
  active: Entry | null = null;
  open = true;

  constructor(
    readonly root: HTMLElement,
    readonly onChange: () => void,
  ) {
    this.tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': root.getAttribute('aria-label') });
    this.fold = h('button', { type: 'button', class: 'icon-button small fold' }, icon('chevron'));
    this.fold.addEventListener('click', () => this.choose(!this.open));
    this.tabs.addEventListener('keydown', (event) => this.moveByKey(event));
    root.append(h('div', { class: 'strip' }, this.tabs, this.fold), this.bodies);
  }

  set(entries: Entry[]): void {
    this.entries = entries;
    this.tabs.replaceChildren(...entries.map(({ tab }) => tab));
    this.bodies.replaceChildren(...entries.map(({ body }) => body));
    if (!this.active || !entries.includes(this.active)) this.active = entries[0] ?? null;
    this.update();
  }

  show(entry: Entry): void {
    this.active = entry;
    this.open = true;
    this.update();
  }

  setOpen(open: boolean): void {
    this.open = open;
    this.update();
  }

  /** As setOpen, by the user, who will find it so the next time. */
  choose(open: boolean): void {
    storage.set(this.root.id, open ? 'open' : 'closed');
    this.setOpen(open);
  }

  update(): void {
    this.root.hidden = this.entries.length === 0;
    this.root.dataset.open = String(this.open);
    for (const entry of this.entries) {
      const isChosen = entry === this.active;
      const isShown = isChosen && this.open;
      entry.tab.setAttribute('aria-selected', String(isShown));
      entry.tab.tabIndex = isChosen ? 0 : -1;
      entry.body.hidden = !isShown;
      if (entry.wasVisible === isShown) continue;
      entry.wasVisible = isShown;
      for (const listener of entry.listeners) listener(isShown);
    }
    this.bodies.hidden = !this.open;
    this.fold.setAttribute('aria-expanded', String(this.open));
    const name = this.root.getAttribute('aria-label')?.toLowerCase();
    this.fold.setAttribute('aria-label', `${this.open ? 'Hide' : 'Show'} ${name}`);
    this.onChange();
  }

  private moveByKey(event: KeyboardEvent): void {
    const at = this.entries.findIndex(({ tab }) => tab === document.activeElement);
    const count = this.entries.length;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const entry = this.entries[(to + count) % count]!;
    this.show(entry);
    entry.tab.focus();
  }
}

/** Fires 'layout' when the part of the view that nothing covers may have changed. */
export class Shell extends EventTarget {
  readonly view = byId('view');
  readonly transport = byId('transport');
  private readonly entries: Entry[] = [];
  private readonly narrow = matchMedia(NARROW);
  private readonly roomForBoth = matchMedia(ROOM_FOR_BOTH);
  private readonly left: Column;
  private readonly right: Column;
  private readonly sheet: Column;
  private readonly controls = h('div', { class: 'controls' });
  private readonly menu = h('div', { class: 'menu', id: 'menu', popover: 'auto' });
  private readonly groups = new Map<string, HTMLElement>();
  /** The part of the bar beside the name: what is shown, and the way to other scenes. */
  readonly heading = h('div', { class: 'heading' });

  constructor() {
    super();
    const changed = () => this.changed();
    this.left = new Column(byId('left'), changed);
    this.right = new Column(byId('right'), changed);
    this.sheet = new Column(byId('sheet'), changed);
    this.sheet.open = false;
    const more = h(
      'button',
      { type: 'button', class: 'icon-button', popovertarget: 'menu', 'aria-label': 'Menu' },
      icon('more'),
    );
    byId('bar').append(
      h('div', { class: 'brand' }, mark(), h('span', {}, 'sixfold')),
      this.heading,
      h('div', { class: 'tools card' }, this.controls, more),
      this.menu,
    );
    document.documentElement.toggleAttribute('data-embed', this.isEmbedded);
    this.left.open = storage.get('left') !== 'closed';
    const openRight = () => this.right.setOpen(this.roomForBoth.matches && storage.get('right') !== 'closed');
    openRight();
    this.roomForBoth.addEventListener('change', openRight);
    this.narrow.addEventListener('change', () => this.place());
    addEventListener('resize', changed);
    new ResizeObserver(changed).observe(byId('notices'));
    this.place();
  }

  /** In a page of the manual: the picture and playback alone. */
  readonly isEmbedded = new URLSearchParams(location.search).has('embed');

  get isNarrow(): boolean {
    return this.narrow.matches;
  }

  addPanel(options: PanelOptions): Panel {
    const body = h('div', {
      class: 'panel',
      role: 'tabpanel',
      id: `panel-${options.id}`,
      'aria-labelledby': `tab-${options.id}`,
    });
    const tab = h(
      'button',
      { type: 'button', class: 'tab', role: 'tab', id: `tab-${options.id}`, 'aria-controls': body.id },
      icon(options.icon),
      h('span', {}, options.title),
    );
    const entry: Entry = { ...options, body, tab, listeners: [], wasVisible: false };
    tab.addEventListener('click', () => {
      const column = this.columnOf(entry);
      const isShown = column.active === entry && column.open;
      if (!isShown) column.show(entry);
      column.choose(!isShown);
    });
    this.entries.push(entry);
    this.entries.sort((a, b) => (a.order ?? 10) - (b.order ?? 10));
    this.place();
    return {
      element: body,
      get visible() {
        return entry.wasVisible;
      },
      show: () => this.columnOf(entry).show(entry),
      onVisible: (listener) => void entry.listeners.push(listener),
    };
  }

  /** An entry of the menu. */
  addAction({ title, icon: name, run, group = '', key }: Action): HTMLButtonElement {
    const button = h(
      'button',
      { type: 'button', class: 'menu-item' },
      icon(name),
      h('span', {}, title),
      key ? h('kbd', {}, key) : null,
    );
    button.addEventListener('click', () => {
      this.menu.hidePopover();
      run();
    });
    let section = this.groups.get(group);
    if (!section) {
      section = h('div', { class: 'menu-group' });
      this.groups.set(group, section);
      this.menu.append(section);
    }
    section.append(button);
    return button;
  }

  /** A button in the bar, for what is used all the time. */
  addControl({ title, icon: name, run, key }: Action): HTMLButtonElement {
    const button = h(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': title, title: key ? `${title} (${key})` : title },
      icon(name),
    );
    button.addEventListener('click', run);
    this.controls.append(button);
    return button;
  }

  /** How much of the view is covered from each side (px): the camera frames what is left. */
  insets(): { top: number; right: number; bottom: number; left: number; notices: number } {
    const { innerWidth, innerHeight } = window;
    const bar = byId('bar').getBoundingClientRect().bottom;
    const bottom = innerHeight - this.transport.getBoundingClientRect().top;
    const notices = byId('notices').offsetHeight;
    if (this.isEmbedded) return { top: 0, right: 0, bottom, left: 0, notices };
    if (this.isNarrow) return { top: bar, right: 0, bottom, left: 0, notices };
    const shown = [this.left, this.right].filter(({ root }) => !root.hidden);
    // What is left of a folded column is a strip on top.
    const folded = shown.filter(({ open }) => !open).map(({ root }) => root.getBoundingClientRect().bottom);
    const top = Math.max(bar, ...folded);
    const isBeside = (column: Column) => shown.includes(column) && column.open;
    const left = isBeside(this.left) ? this.left.root.getBoundingClientRect().right : 0;
    const right = isBeside(this.right) ? innerWidth - this.right.root.getBoundingClientRect().left : 0;
    return { top, right, bottom, left, notices };
  }

  private columnOf(entry: Entry): Column {
    return this.isNarrow ? this.sheet : this[entry.side];
  }

  private place(): void {
    const narrow = this.isNarrow;
    document.documentElement.dataset.layout = narrow ? 'narrow' : 'wide';
    this.left.set(narrow ? [] : this.entries.filter(({ side }) => side === 'left'));
    this.right.set(narrow ? [] : this.entries.filter(({ side }) => side === 'right'));
    this.sheet.set(narrow ? this.entries : []);
  }

  private changed(): void {
    if (!this.sheet) return; // still being made
    this.dispatchEvent(new Event('layout'));
  }
}

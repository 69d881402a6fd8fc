// All scenes at a glance: a picture each, what it is and what to look at, grouped by what they teach or by paper.

import { type Scene, type SceneGroup, scenes } from '../../scenes/index.js';
import { h, storage } from './dom.js';
import { icon } from './icons.js';
import { searchScenes } from './search.js';
import type { Scheme } from './theme.js';
import { placeholder, type Thumbnails } from './thumbnails.js';

type Topic = Exclude<SceneGroup, `paper: ${string}`>;

const TOPICS: readonly { id: Topic; title: string; teaches: string }[] = [
  { id: 'contact', title: 'Contact', teaches: 'what a patch is and what it bears' },
  { id: 'rolling and spinning', title: 'Rolling and spinning', teaches: 'friction that follows from the patch' },
  { id: 'stacks', title: 'Stacks', teaches: 'load that passes from contact to contact' },
  { id: 'mechanisms', title: 'Mechanisms', teaches: 'joints, motors and contact together' },
  { id: 'meshes', title: 'Meshes', teaches: 'any closed solid may move' },
  { id: 'hands', title: 'Hands', teaches: 'what a hand feels that holds a body' },
];

/** What the scenes of a paper teach; the others are grouped by that already. */
const TOPIC_OF: Readonly<Record<string, Topic>> = {
  'cubes-on-edge': 'contact',
  'cube-near-edge': 'contact',
  'sliding-octagon': 'contact',
  'sloppy-stack': 'stacks',
  'nested-stack': 'stacks',
  'rolling-sphere': 'rolling and spinning',
  'sliding-sphere': 'rolling and spinning',
  'spinning-sphere': 'rolling and spinning',
  'tumbling-cylinder': 'rolling and spinning',
  'rolling-coin': 'rolling and spinning',
  'pinch-grasp': 'mechanisms',
  'bumpy-cube': 'meshes',
  salad: 'meshes',
};

export const PAPERS: Readonly<Record<string, string>> = {
  'Bouchard 2015': '6D frictional contact for rigid bodies, Graphics Interface',
  'Hasegawa 2004': 'Real-time rigid body simulation for haptic interactions, Computer Graphics Forum',
  'Allard 2010': 'Volume contact constraints at arbitrary resolution, ACM Transactions on Graphics',
  'Pauly 2004': 'Quasi-rigid objects in contact, Symposium on Computer Animation',
};

export interface SceneSection {
  title: string;
  teaches: string;
  scenes: readonly Scene[];
}

export type Grouping = 'topic' | 'paper';

export const paperOf = ({ group }: Scene): string | null => (group.startsWith('paper: ') ? group.slice(7) : null);
export const topicOf = (scene: Scene): Topic =>
  paperOf(scene) ? (TOPIC_OF[scene.name] ?? 'contact') : (scene.group as Topic);

export function sectionsOf(all: readonly Scene[], grouping: Grouping): SceneSection[] {
  if (grouping === 'topic') {
    return TOPICS.map(({ id, title, teaches }) => ({
      title,
      teaches,
      scenes: all.filter((scene) => topicOf(scene) === id),
    })).filter((section) => section.scenes.length > 0);
  }
  const papers = [...new Set(all.map(paperOf))].filter((paper) => paper !== null);
  const rest = all.filter((scene) => paperOf(scene) === null);
  return [
    ...papers.map((paper) => ({
      title: paper,
      teaches: PAPERS[paper] ?? '',
      scenes: all.filter((scene) => paperOf(scene) === paper),
    })),
    ...(rest.length > 0
      ? [{ title: 'Beyond the papers', teaches: 'classics of mechanics and hard cases', scenes: rest }]
      : []),
  ];
}

export class Gallery {
  private readonly search = h('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search the scenes',
    autocomplete: 'off',
  });
  private readonly list = h('div', { class: 'gallery-list' });
  private readonly dialog: HTMLDialogElement;
  private grouping: Grouping = storage.get('grouping') === 'paper' ? 'paper' : 'topic';
  private current = '';
  private found: Scene[] = [];
  scheme: Scheme = 'light';

  constructor(
    private readonly thumbnails: Thumbnails,
    private readonly choose: (scene: Scene) => void,
  ) {
    const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close' }, icon('close'));
    this.dialog = h(
      'dialog',
      { class: 'dialog gallery', 'aria-labelledby': 'gallery-title' },
      h(
        'header',
        {},
        h('h2', { id: 'gallery-title' }, 'Scenes'),
        this.groupingControl(),
        h('div', { class: 'search' }, icon('search'), this.search),
        close,
      ),
      this.list,
    );
    close.addEventListener('click', () => this.dialog.close());
    this.dialog.addEventListener('click', (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.search.addEventListener('input', () => this.fill());
    this.search.addEventListener('keydown', (event) => {
      const first = this.found[0];
      if (event.key === 'Enter' && first) this.pick(first);
    });
    this.list.addEventListener('keydown', (event) => this.moveByKey(event));
    this.dialog.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.target === this.search) return;
      event.preventDefault();
      this.search.focus();
    });
    document.body.append(this.dialog);
    thumbnails.addEventListener('drawn', (event) => this.showPicture((event as CustomEvent<string>).detail));
  }

  private showPicture(name: string): void {
    const scene = scenes.find((one) => one.name === name);
    const place = this.list.querySelector(`[data-scene="${name}"] .picture`);
    if (scene && place) place.replaceChildren(this.picture(scene));
  }

  /** Called whenever it opens. */
  onOpen: () => void = () => {};

  /** How long a built-in scene is worth watching (s). */
  secondsOf(name: string): number {
    return scenes.find((scene) => scene.name === name)?.seconds ?? 10;
  }

  /** The scene after one in the gallery's order, or before it. */
  beside(name: string, by: 1 | -1): Scene {
    const all = sectionsOf(scenes, this.grouping).flatMap((section) => [...section.scenes]);
    const at = all.findIndex((scene) => scene.name === name);
    return all[(Math.max(at, by > 0 ? -1 : 0) + by + all.length) % all.length]!;
  }

  get isOpen(): boolean {
    return this.dialog.open;
  }

  async open(current: string): Promise<void> {
    this.current = current;
    this.search.value = '';
    await this.thumbnails.ready;
    this.fill();
    this.dialog.showModal();
    this.onOpen();
    const card = this.list.querySelector<HTMLElement>('[aria-current]');
    (card ?? this.search).focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'center' });
  }

  close(): void {
    this.dialog.close();
  }

  private groupingControl(): HTMLElement {
    const options = (
      [
        ['topic', 'By topic'],
        ['paper', 'By paper'],
      ] as const
    ).map(([value, title]) => {
      const input = h('input', { type: 'radio', name: 'grouping', value, checked: value === this.grouping });
      input.addEventListener('change', () => {
        this.grouping = value;
        storage.set('grouping', value);
        this.fill();
      });
      return h('label', {}, input, h('span', {}, title));
    });
    return h('div', { class: 'segments', role: 'radiogroup', 'aria-label': 'Group the scenes' }, ...options);
  }

  private fill(): void {
    const matching = searchScenes(scenes, this.search.value);
    const isSearch = this.search.value.trim() !== '';
    // What is searched for comes in the order of how well it matches.
    const sections: SceneSection[] =
      isSearch && matching.length > 0
        ? [{ title: 'Found', teaches: '', scenes: matching }]
        : sectionsOf(matching, this.grouping);
    this.found = sections.flatMap((section) => [...section.scenes]);
    this.list.replaceChildren(
      ...sections.map(({ title, teaches, scenes: shown }, i) =>
        h(
          'section',
          { 'aria-labelledby': `section-${i}` },
          h('h3', { id: `section-${i}` }, title, h('small', {}, teaches)),
          h('ul', { class: 'cards' }, ...shown.map((scene) => h('li', {}, this.card(scene)))),
        ),
      ),
    );
    if (this.found.length === 0)
      this.list.append(h('p', { class: 'empty', role: 'status' }, 'No scene has all of these words.'));
  }

  private picture(scene: Scene): Element {
    const source = this.thumbnails.source(scene.name, this.scheme);
    return source
      ? h('img', { src: source, alt: '', width: 480, height: 300, loading: 'lazy', decoding: 'async' })
      : placeholder(topicOf(scene));
  }

  private card(scene: Scene): HTMLElement {
    const button = h(
      'button',
      {
        type: 'button',
        class: 'scene-card',
        'data-scene': scene.name,
        'aria-current': scene.name === this.current ? 'true' : null,
        'aria-describedby': `about-${scene.name}`,
      },
      h('span', { class: 'picture' }, this.picture(scene)),
      h('span', { class: 'scene-title' }, scene.title),
      h('span', { class: 'about', id: `about-${scene.name}` }, scene.summary),
    );
    button.addEventListener('click', () => this.pick(scene));
    return button;
  }

  private pick(scene: Scene): void {
    this.dialog.close();
    this.choose(scene);
  }

  /** Arrow keys move between cards as they lie on the screen. */
  private moveByKey(event: KeyboardEvent): void {
    const cards = [...this.list.querySelectorAll<HTMLElement>('.scene-card')];
    const at = cards.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    let to = step === undefined ? undefined : cards[at + step];
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
      to = beside(cards, at, event.key === 'ArrowDown' ? 1 : -1);
    if (!to) return;
    event.preventDefault();
    to.focus();
  }
}

/** The card nearest in x in the next row below (1) or above (-1). */
function beside(cards: readonly HTMLElement[], at: number, direction: 1 | -1): HTMLElement | undefined {
  const from = cards[at]!.getBoundingClientRect();
  let best: HTMLElement | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const card of cards) {
    const { left, top } = card.getBoundingClientRect();
    const down = (top - from.top) * direction;
    if (down < 8) continue;
    const cost = down * 4 + Math.abs(left - from.left);
    if (cost < bestCost) [best, bestCost] = [card, cost];
  }
  return best;
}

// Keys for everything on the main path, and the dialog that lists them. Keys of one character can be switched off
// there, for people who dictate or whose keyboard sends stray letters (WCAG 2.1.4).

import { h, storage } from './dom.js';
import { icon } from './icons.js';

export interface Shortcut {
  /** As KeyboardEvent.key has them; the first is the one that is listed. */
  keys: readonly string[];
  label: string;
  group: string;
  /** How the help writes the keys, where the first does not say it. */
  name?: string;
  /** Together with Ctrl, or with Cmd where that is the custom. */
  ctrl?: boolean;
  run(key: string): void;
}

const NAMES: Readonly<Record<string, string>> = { ' ': 'Space', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' };

/** Controls that need these keys themselves; `isClicked`: the focus came there with the pointer. */
function isTaken(event: KeyboardEvent, isClicked: boolean): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (!target || target.closest('dialog[open], :popover-open')) return true;
  if (target.closest('input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]')) {
    return true;
  }
  // A control that was clicked keeps the focus, but only one that was reached with keys means to be pressed with them.
  if (event.key === ' ' || event.key === 'Enter')
    return target.closest('button, a, summary, input, label') !== null && !isClicked;
  if (event.key.startsWith('Arrow')) return target.closest('input, [role=tab], [role=tablist]') !== null;
  return false;
}

const POINTER: readonly (readonly [string, string])[] = [
  ['Drag a body', 'pull it by a spring; let go to throw'],
  ['Shift, Alt, wheel', 'while dragging: at its height, turn it, nearer and farther'],
  ['Drag beside it', 'turn the view'],
  ['Right button', 'shift the view; with fingers: two'],
  ['Wheel', 'nearer and farther; with fingers: two, apart'],
  ['Click', 'select a contact or a body; a second click: the body around it'],
  ['Drop a file', 'a scene or a mesh'],
];

function pointerHelp(): HTMLElement {
  const rows = POINTER.map(([what, does]) => h('div', {}, h('dt', {}, h('b', {}, what)), h('dd', {}, does)));
  return h('section', { class: 'pointer-help' }, h('h3', {}, 'Mouse and fingers'), h('dl', {}, ...rows));
}

export class Keyboard {
  private readonly shortcuts: Shortcut[] = [];
  private enabled = storage.get('shortcuts') !== 'off';
  private dialog: HTMLDialogElement | null = null;
  /** What has the focus has it from a click. (`:focus-visible` turns true with the very key that is to be judged.) */
  private isClicked = false;

  constructor() {
    addEventListener('keydown', (event) => {
      if (event.key === 'Tab') this.isClicked = false;
      this.hear(event);
    });
    // Pressed with keys, a control is clicked zero times.
    addEventListener('click', ({ detail }) => (this.isClicked = detail > 0), { capture: true });
    let isDown = false;
    addEventListener('pointerdown', () => (isDown = true), { capture: true });
    // After the click that may follow.
    addEventListener('pointerup', () => setTimeout(() => (isDown = false)), { capture: true });
    addEventListener('focusin', () => (this.isClicked = isDown), { capture: true });
    this.add({ keys: ['?'], label: 'this list', group: 'Page', run: () => this.showHelp() });
  }

  add(shortcut: Shortcut): void {
    this.shortcuts.push(shortcut);
  }

  private hear(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || isTaken(event, this.isClicked)) return;
    const isCtrl = event.ctrlKey || event.metaKey;
    if (!this.enabled && !isCtrl && event.key.length === 1 && event.key !== ' ') return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const shortcut = this.shortcuts.find(({ keys, ctrl = false }) => ctrl === isCtrl && keys.includes(key));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run(key);
  }

  showHelp(): void {
    this.dialog?.remove();
    const groups = [...new Set(this.shortcuts.map(({ group }) => group))];
    const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close' }, icon('close'));
    const toggle = h('input', { type: 'checkbox', checked: this.enabled });
    toggle.addEventListener('change', () => {
      this.enabled = toggle.checked;
      storage.set('shortcuts', this.enabled ? 'on' : 'off');
    });
    const dialog = h(
      'dialog',
      { class: 'dialog help', 'aria-labelledby': 'help-title' },
      h('header', {}, h('h2', { id: 'help-title' }, 'Help'), close),
      // It may be too long for the window, and then has to be scrolled with keys as well.
      h(
        'div',
        { class: 'help-scroll', role: 'group', 'aria-label': 'Keys', tabindex: 0 },
        h(
          'div',
          { class: 'help-groups' },
          pointerHelp(),
          ...groups.map((group) =>
            h(
              'section',
              {},
              h('h3', {}, group),
              h(
                'dl',
                {},
                ...this.shortcuts
                  .filter((shortcut) => shortcut.group === group)
                  .map(({ keys, label, name }) =>
                    h(
                      'div',
                      {},
                      h('dt', {}, h('kbd', {}, name ?? NAMES[keys[0]!] ?? keys[0]!.toUpperCase())),
                      h('dd', {}, label),
                    ),
                  ),
              ),
            ),
          ),
        ),
      ),
      h('label', { class: 'check' }, toggle, h('span', {}, 'Keys of a single letter')),
    );
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener('close', () => dialog.remove());
    this.dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
  }
}

// The file menu, its keys, and files that are dropped on the page.

import type { SimClient } from '../sim/client.js';
import { byId, h } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import type { Keyboard } from '../ui/keyboard.js';
import type { Shell } from '../ui/shell.js';
import type { FileActions, Imported, Reading } from './actions.js';
import { importCard, openMotionDialog, openSaveDialog, openShapeDialog, openShareDialog } from './dialogs.js';
import { acceptDrops, chooseFiles } from './drop.js';

export interface MenuContext {
  actions: FileActions;
  client: SimClient;
  shell: Shell;
  keyboard: Keyboard;
  /** Id of the body that is selected, if one is. */
  selected(): number | null;
}

export function addFileMenu({ actions, client, shell, keyboard, selected }: MenuContext): void {
  const choose = async () => {
    const files = await chooseFiles();
    if (files.length > 0) await actions.open(files);
  };
  const entries = [
    { title: 'Open scene or mesh…', icon: 'open', key: 'O', label: 'open a scene or a mesh', run: choose },
    { title: 'Save scene…', icon: 'save', key: 'S', label: 'save the scene', run: () => openSaveDialog(actions) },
    { title: 'Share link…', icon: 'share', key: 'L', label: 'link to the scene', run: () => openShareDialog(actions) },
    { title: 'Export shape…', icon: 'save', run: () => openShapeDialog(actions, client, selected()) },
    { title: 'Export motion…', icon: 'save', run: () => openMotionDialog(actions, client) },
    { title: 'Save picture', icon: 'frame', key: 'P', label: 'save a picture', run: () => actions.savePicture() },
    { title: 'Record film', icon: 'record', run: () => actions.toggleFilm() },
  ] as const;
  for (const entry of entries) {
    shell.addAction({ ...entry, run: () => void entry.run(), group: 'File' });
    if (!('key' in entry)) continue;
    keyboard.add({ keys: [entry.key.toLowerCase()], label: entry.label, group: 'File', run: () => void entry.run() });
  }
  addStopButton(actions, shell);
  const overlay = h('div', { class: 'drop-overlay', 'aria-hidden': 'true' }, icon('plus'), h('p', {}, 'Drop to add'));
  document.body.append(overlay);
  acceptDrops({ target: document.body, overlay, onFiles: (files) => void actions.open(files) });
  const reading = h('div', { class: 'card reading', role: 'status' });
  reading.hidden = true;
  byId('notices').append(reading);
  actions.addEventListener('reading', (event) => {
    const { detail } = event as CustomEvent<Reading | null>;
    reading.hidden = !detail;
    if (!detail) return;
    const cancel = h('button', { type: 'button', class: 'button' }, 'Cancel');
    cancel.addEventListener('click', () => detail.cancel());
    reading.replaceChildren(h('span', {}, `Reading ${detail.names} …`), cancel);
  });
  actions.addEventListener('imported', (event) => {
    for (const old of document.querySelectorAll('.import')) old.remove();
    byId('notices').append(importCard(actions, (event as CustomEvent<Imported>).detail));
  });
}

/** While a film is made: how long it is, and the way to end it. */
function addStopButton(actions: FileActions, shell: Shell): void {
  const stop = shell.addControl({ title: 'Stop recording', icon: 'record', run: () => void actions.toggleFilm() });
  const time = h('span', { class: 'film-time' });
  stop.classList.add('film');
  stop.append(time);
  stop.hidden = true;
  let timer = 0;
  actions.addEventListener('film', () => {
    const { film } = actions;
    stop.hidden = !film;
    clearInterval(timer);
    if (!film) return;
    const show = () => {
      const seconds = Math.floor((performance.now() - film.startedAt) / 1000);
      time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    };
    show();
    timer = setInterval(show, 1000) as unknown as number;
  });
}

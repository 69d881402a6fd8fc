// Wires the parts of the page; no logic.

import { fragmentOf, lanesOf } from './address.js';
import { Choice } from './choice.js';
import { FileActions } from './files/actions.js';
import { addFileMenu } from './files/menu.js';
import { selectByClick } from './inspect/click-select.js';
import { Marks } from './inspect/marks.js';
import { Selection } from './inspect/selection.js';
import { SimClient } from './sim/client.js';
import { byId, h } from './ui/dom.js';
import { Gallery } from './ui/gallery.js';
import { icon } from './ui/icons.js';
import { Keyboard } from './ui/keyboard.js';
import { Messages } from './ui/messages.js';
import { ScenePanel } from './ui/scene-panel.js';
import { Shell } from './ui/shell.js';
import { ThemeChoice } from './ui/theme.js';
import { Thumbnails } from './ui/thumbnails.js';
import { Transport } from './ui/transport.js';
import { Stage } from './view/stage.js';

const FIRST_SCENE = 'spinning-plate';

const theme = new ThemeChoice();
const messages = new Messages();
document.body.append(messages.element);
const fault = (error: unknown) => messages.fault(error);
const keyboard = new Keyboard();
const shell = new Shell();
const client = new SimClient();
const stage = new Stage(shell.view, client, { scheme: theme.scheme });
const choice = new Choice(client);
const transport = new Transport(shell.transport, byId('notices'), client, fault);
const gallery = new Gallery(new Thumbnails(), (scene) => void choice.showScene(scene.name));
const scenePanel = new ScenePanel(
  shell.addPanel({ id: 'scene', title: 'Scene', icon: 'sliders', side: 'left', order: 0 }).element,
  choice,
);

const sceneName = h('span', {}, 'Scenes');
const sceneButton = h(
  'button',
  { type: 'button', class: 'scene-button', 'aria-haspopup': 'dialog', title: 'All scenes (G)' },
  icon('scenes'),
  sceneName,
);
const openGallery = () => void gallery.open(choice.scene?.name ?? '');
sceneButton.addEventListener('click', openGallery);
shell.heading.append(sceneButton);

const themeButton = shell.addControl({ title: 'Theme', icon: 'auto', run: () => theme.next() });
function showTheme() {
  themeButton.replaceChildren(icon(({ auto: 'auto', light: 'sun', dark: 'moon' } as const)[theme.choice]));
  themeButton.setAttribute('aria-label', `Theme: ${theme.choice}`);
  themeButton.title = `Theme: ${theme.choice} (T)`;
  gallery.scheme = theme.scheme;
  stage.setScheme(theme.scheme);
}
theme.addEventListener('change', showTheme);
showTheme();
shell.addControl({ title: 'Keyboard shortcuts', icon: 'help', key: '?', run: () => keyboard.showHelp() });

choice.addEventListener('refused', (event) => fault((event as CustomEvent).detail));
choice.addEventListener('change', async () => {
  const fragment = await fragmentOf(choice.lanes);
  if (fragment !== location.hash) history.pushState(null, '', fragment);
});
client.on('scene', ({ detail }) => {
  if (detail.lane !== 0) return;
  sceneName.textContent = detail.title;
  document.title = `${detail.title} · sixfold studio`;
  transport.setLength(choice.scene?.seconds ?? 10, detail.timeStep);
  scenePanel.setFacts({ ...detail, bodies: detail.bodies.length });
});
client.on('error', ({ detail }) => fault(detail));

keyboard.add({ keys: [' ', 'k'], label: 'play or pause', group: 'Playback', run: () => transport.toggle() });
keyboard.add({ keys: ['.'], label: 'one step forward', group: 'Playback', run: () => transport.stepForward() });
keyboard.add({ keys: [','], label: 'one step back', group: 'Playback', run: () => transport.stepBack() });
keyboard.add({ keys: ['r'], label: 'back to the start', group: 'Playback', run: () => transport.reset() });
keyboard.add({ keys: ['['], label: 'slower', group: 'Playback', run: () => transport.changeRate(-1) });
keyboard.add({ keys: [']'], label: 'faster', group: 'Playback', run: () => transport.changeRate(1) });
keyboard.add({ keys: ['g'], label: 'all scenes', group: 'Page', run: openGallery });
keyboard.add({ keys: ['t'], label: 'light, dark or automatic', group: 'Page', run: () => theme.next() });

const showInsets = () => stage.setInsets(shell.insets());
shell.addEventListener('layout', showInsets);
showInsets();
keyboard.add({ keys: ['f'], label: 'all bodies into view', group: 'View', run: () => stage.frame() });

const selection = new Selection();
new Marks(shell.view, stage, client, selection);
selectByClick(stage, client, selection);
client.on('scene', ({ detail }) => {
  if (detail.lane === detail.lanes - 1) selection.keepIn(client.scenes);
});
keyboard.add({ keys: ['Escape'], label: 'select nothing', group: 'View', run: () => selection.clear() });

const files = new FileActions({ client, choice, messages, stage });
addFileMenu({ actions: files, client, shell, keyboard, selected: () => selection.body });

/** For scripts in the console, and for tests. */
Object.assign(window, { studio: { client, stage, choice, files, selection } });

async function showAddress() {
  try {
    await choice.show((await lanesOf(location.hash)) ?? [{ scene: FIRST_SCENE }]);
  } catch (error) {
    fault(error);
  }
}
addEventListener('popstate', showAddress);
await showAddress();

// Wires the parts of the page; no logic.

import { scenes } from '../scenes/index.js';
import { fragmentOf, lanesOf } from './address.js';
import { Choice } from './choice.js';
import { addComparison } from './compare/compare.js';
import { FileActions } from './files/actions.js';
import { addFileMenu } from './files/menu.js';
import { addInspection } from './inspect/inspection.js';
import { SimClient } from './sim/client.js';
import { ThumbnailMaker } from './thumbnail-maker.js';
import { addTouch } from './touch/touch.js';
import { byId, h } from './ui/dom.js';
import { Gallery } from './ui/gallery.js';
import { icon } from './ui/icons.js';
import { Keyboard } from './ui/keyboard.js';
import { LayerToggles } from './ui/layer-toggles.js';
import { Messages } from './ui/messages.js';
import { ScenePanel } from './ui/scene-panel.js';
import { Shell } from './ui/shell.js';
import { ThemeChoice } from './ui/theme.js';
import { Thumbnails } from './ui/thumbnails.js';
import { Transport } from './ui/transport.js';
import { STATES } from './view/layers.js';
import { Stage } from './view/stage.js';

const FIRST_SCENE = 'rolling-coin';
/** How long a scene of one's own is worth watching, as far as we know (s). */
const USUAL_LENGTH = 10;

const theme = new ThemeChoice();
const messages = new Messages();
const fault = (error: unknown) => messages.fault(error);
document.body.append(messages.element);
// What nobody caught is said too: a browser without WebGL, a worker that cannot start.
addEventListener('error', ({ error }) => error && fault(error));
addEventListener('unhandledrejection', ({ reason }) => fault(reason));
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
const layerToggles = new LayerToggles(
  shell.addPanel({ id: 'layers', title: 'Layers', icon: 'layers', side: 'right', order: 0 }).element,
  stage.layers,
  { state: STATES },
);

// the bar
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
const help = { title: 'Keyboard shortcuts', icon: 'help', key: '?', run: () => keyboard.showHelp() } as const;
shell.addControl(help).classList.add('wide-only');

function showTheme(): void {
  themeButton.replaceChildren(icon(({ auto: 'auto', light: 'sun', dark: 'moon' } as const)[theme.choice]));
  themeButton.setAttribute('aria-label', `Theme: ${theme.choice}`);
  themeButton.title = `Theme: ${theme.choice} (T)`;
  gallery.scheme = theme.scheme;
  stage.setScheme(theme.scheme);
}
theme.addEventListener('change', showTheme);
showTheme();

// what is shown
client.on('scene', ({ detail }) => {
  if (detail.lane !== 0) return;
  const { title, source, timeStep, bodies } = detail;
  sceneName.textContent = title;
  document.title = `${title} · sixfold studio`;
  transport.setLength(scenes.find(({ name }) => name === source.scene)?.seconds ?? USUAL_LENGTH, timeStep);
  scenePanel.setFacts({ ...detail, bodies: bodies.length });
});
client.on('error', ({ detail }) => fault(detail));
choice.addEventListener('refused', (event) => fault((event as CustomEvent).detail));
choice.addEventListener('busy', () => byId('loading').toggleAttribute('data-on', true));
choice.addEventListener('idle', () => byId('loading').toggleAttribute('data-on', false));
let addressed: string | undefined;
choice.addEventListener('change', async () => {
  const fragment = await fragmentOf(choice.lanes).catch(() => null); // too long for a link: it has none
  const isSameScene = choice.scene?.name === addressed;
  addressed = choice.scene?.name;
  if (!fragment || fragment === location.hash) return;
  if (isSameScene) history.replaceState(null, '', fragment);
  else history.pushState(null, '', fragment);
});

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
keyboard.add({
  keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  name: '1 – 9',
  label: 'layers, in their order',
  group: 'View',
  run: (key) => layerToggles.toggle(stage.layers.list[Number(key) - 1]!.id),
});

const { selection, statistics } = addInspection({ client, stage, shell, keyboard, theme, fault });
const { comparison, apart } = addComparison({ client, choice, stage, shell, keyboard, statistics });

const touch = addTouch({ client, stage, shell, keyboard, transport, messages, selection });

const files = new FileActions({ client, choice, messages, stage });
addFileMenu({ actions: files, client, shell, keyboard, selected: () => selection.body });
shell.addAction({ ...help, group: 'Page' });

/** Shows what the address says; what cannot be read is said, and the first scene is shown if there is none yet. */
async function showAddress(): Promise<void> {
  const lanes = await lanesOf(location.hash).catch(fault);
  const isShown = lanes ? await choice.show(lanes) : false;
  if (!isShown && choice.lanes.length === 0) await choice.showScene(FIRST_SCENE);
}
addEventListener('popstate', showAddress);

/** For the console and for tests; described in docs/studio.md. */
const handle = {
  client,
  stage,
  choice,
  selection,
  statistics,
  comparison,
  apart,
  touch,
  files,
  shell,
  transport,
  layerToggles,
  gallery,
  keyboard,
  theme,
  thumbnails: new ThumbnailMaker(client, choice, stage),
  messages,
};
export type StudioHandle = typeof handle;
Object.assign(window, { studio: handle });

await showAddress();
if (!matchMedia('(prefers-reduced-motion: reduce)').matches) transport.setPlaying(true);
if (import.meta.env.PROD) navigator.serviceWorker?.register('./service-worker.js').catch(() => {}); // then not offline

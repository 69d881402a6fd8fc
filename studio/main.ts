// Wires the parts of the page; no logic.

import { scenes } from '../scenes/index.js';
import { fragmentOf, lanesOf, sightOf } from './address.js';
import { Choice } from './choice.js';
import { addComparison } from './compare/compare.js';
import { FileActions } from './files/actions.js';
import { addFileMenu } from './files/menu.js';
import { addInspection } from './inspect/inspection.js';
import { LiveThumbnails } from './live-thumbnails.js';
import { SimClient } from './sim/client.js';
import { ThumbnailMaker } from './thumbnail-maker.js';
import { addTouch } from './touch/touch.js';
import { TreePanel } from './tree/tree-panel.js';
import { addCameraControls } from './ui/camera-controls.js';
import { byId, h } from './ui/dom.js';
import { Gallery } from './ui/gallery.js';
import { icon } from './ui/icons.js';
import { Keyboard } from './ui/keyboard.js';
import { LayerToggles } from './ui/layer-toggles.js';
import { Messages } from './ui/messages.js';
import { Scales } from './ui/scales.js';
import { ScenePanel } from './ui/scene-panel.js';
import { Shell } from './ui/shell.js';
import { ThemeChoice } from './ui/theme.js';
import { Thumbnails } from './ui/thumbnails.js';
import { Transport } from './ui/transport.js';
import { Welcome } from './ui/welcome.js';
import { STATES } from './view/layers.js';
import { Stage } from './view/stage.js';

const FIRST_SCENE = 'rolling-coin';

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
/** Who chooses a scene wants to see it, also where the one before was paused. */
const play = (name: string) => void choice.showScene(name).then((isShown) => isShown && transport.setPlaying(true));
const thumbnails = new Thumbnails();
const gallery = new Gallery(thumbnails, (scene) => play(scene.name));
// The build has drawn them; the sources have not.
if (import.meta.env.DEV) {
  const live = new LiveThumbnails(thumbnails);
  const names = scenes.map(({ name }) => name);
  gallery.onOpen = () => void live.draw(names, () => gallery.isOpen);
}
const scenePanel = new ScenePanel(
  shell.addPanel({ id: 'scene', title: 'Scene', icon: 'sliders', side: 'left', order: 0 }).element,
  choice,
);
const layersPanel = shell.addPanel({ id: 'layers', title: 'Layers', icon: 'layers', side: 'right', order: 0 }).element;
const cameraRoot = h('div', {});
layersPanel.append(cameraRoot);
const layerToggles = new LayerToggles(layersPanel, stage.layers, { state: STATES });
new Scales(layersPanel, stage);

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
const next = (by: 1 | -1) => play(gallery.beside(choice.scene?.name ?? '', by).name);
const around = h('span', { class: 'around wide-only' });
for (const [name, title, by] of [
  ['previous', 'Previous scene (B)', -1],
  ['next', 'Next scene (N)', 1],
] as const) {
  const button = h('button', { type: 'button', class: 'icon-button small', 'aria-label': title, title }, icon(name));
  button.addEventListener('click', () => next(by));
  around.append(button);
}
shell.heading.append(sceneButton, around);
const themeButton = shell.addControl({ title: 'Theme', icon: 'auto', run: () => theme.next() });
const help = { title: 'Help: mouse and keys', icon: 'help', key: '?', run: () => keyboard.showHelp() } as const;
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
  transport.setLength(scenes.find(({ name }) => name === source.scene)?.seconds ?? null, timeStep);
  scenePanel.setFacts({ ...detail, bodies: bodies.length });
});
client.on('error', ({ detail }) => fault(detail));
choice.addEventListener('refused', (event) => fault((event as CustomEvent).detail));
choice.addEventListener('busy', () => byId('loading').toggleAttribute('data-on', true));
choice.addEventListener('idle', () => byId('loading').toggleAttribute('data-on', false));
let addressed: string | undefined;
let shownScene: string | undefined;
choice.addEventListener('change', async () => {
  const fragment = await fragmentOf(choice.lanes).catch(() => null); // too long for a link: it has none
  const isSameScene = choice.scene?.name === addressed;
  addressed = choice.scene?.name;
  if (addressed !== shownScene) {
    // What was said of another scene is over.
    if (shownScene !== undefined) messages.clear();
    for (const card of document.querySelectorAll('.import')) card.remove();
    shownScene = addressed;
  }
  if (!fragment || fragment === location.hash.replace(/&(camera|layers|time)=[^&]*/g, '')) return;
  if (isSameScene) history.replaceState(null, '', fragment);
  else history.pushState(null, '', fragment);
});

keyboard.add({ keys: [' ', 'k'], label: 'play or pause', group: 'Playback', run: () => transport.toggle() });
keyboard.add({ keys: ['.'], label: 'one step forward', group: 'Playback', run: () => transport.stepForward() });
keyboard.add({ keys: [','], label: 'one step back', group: 'Playback', run: () => transport.stepBack() });
keyboard.add({ keys: ['r'], label: 'back to the start', group: 'Playback', run: () => transport.reset() });
keyboard.add({ keys: ['['], label: 'slower', group: 'Playback', run: () => transport.changeRate(-1) });
keyboard.add({ keys: [']'], label: 'faster', group: 'Playback', run: () => transport.changeRate(1) });
keyboard.add({
  keys: ['e'],
  label: 'start again at the end, or stop',
  group: 'Playback',
  run: () => transport.setRepeat(!transport.isRepeating),
});
keyboard.add({ keys: ['n'], label: 'next scene', group: 'Page', run: () => next(1) });
keyboard.add({ keys: ['b'], label: 'previous scene', group: 'Page', run: () => next(-1) });
const undo = async () => {
  const { undone } = await client.undo();
  messages.note(undone ? 'Undone: back to before what you did last.' : 'Nothing to undo.');
};
keyboard.add({
  keys: ['z'],
  name: 'Ctrl Z',
  ctrl: true,
  label: 'undo what was done to bodies',
  group: 'Touch',
  run: () => void undo().catch(fault),
});
shell.addAction({ title: 'Undo', icon: 'undo', group: 'Edit', key: 'Ctrl Z', run: () => void undo().catch(fault) });
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
addCameraControls({ root: cameraRoot, stage, selection, keyboard, messages });
new TreePanel(
  shell.addPanel({ id: 'tree', title: 'Bodies', icon: 'tree', side: 'left', order: 3 }),
  client,
  selection,
  fault,
);
const { comparison, apart } = addComparison({ client, choice, stage, shell, keyboard, statistics });

const touch = addTouch({ client, stage, shell, keyboard, transport, messages, selection });

const welcome = new Welcome(byId('notices'));
touch.hand.addEventListener('change', () => touch.hand.held && welcome.done());

const files = new FileActions({ client, choice, messages, stage });
addFileMenu({ actions: files, client, shell, keyboard, selected: () => selection.body });
shell.addAction({ ...help, group: 'Page' });
// Where the page lies beside the manual, as in what `npm run docs` builds.
const manual = document.querySelector<HTMLMetaElement>('meta[name="sixfold-manual"]')?.content;
if (manual)
  shell.addAction({ title: 'Manual', icon: 'book', group: 'Page', run: () => void open(manual, 'sixfold-manual') });
scenePanel.setManual(manual ?? null);

/** Shows what the address says; what cannot be read is said, and the first scene is shown if there is none yet. */
async function showAddress(): Promise<void> {
  const lanes = await lanesOf(location.hash).catch(fault);
  const isShown = lanes ? await choice.show(lanes) : false;
  if (isShown) await showSight();
  if (!isShown && choice.lanes.length === 0) await choice.showScene(FIRST_SCENE);
}
/** Camera, layers and moment, where the link has them. */
async function showSight(): Promise<void> {
  const { camera, layers, time } = sightOf(location.hash);
  if (layers) {
    stage.layers.chosen = layers;
    layerToggles.update();
  }
  if (time !== undefined) await client.stepOnce(Math.round(time / client.scenes[0]!.timeStep));
  if (camera) stage.lookFrom(camera);
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
const isMoment = location.hash.includes('&time=');
if (!isMoment && !matchMedia('(prefers-reduced-motion: reduce)').matches) transport.setPlaying(true);
if (import.meta.env.PROD) navigator.serviceWorker?.register('./service-worker.js').catch(() => {}); // then not offline

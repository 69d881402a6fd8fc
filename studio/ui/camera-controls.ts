// From where the scene is looked at, and with whom the camera goes along.

import type { Selection } from '../inspect/selection.js';
import type { Stage } from '../view/stage.js';
import { h } from './dom.js';
import type { Keyboard } from './keyboard.js';
import type { Messages } from './messages.js';

const PRESETS: readonly { id: string; title: string; from: readonly [number, number] | null }[] = [
  { id: 'scene', title: 'Scene', from: null },
  { id: 'front', title: 'Front', from: [0, 4] },
  { id: 'side', title: 'Side', from: [90, 4] },
  { id: 'top', title: 'Top', from: [0, 90] },
];

export interface CameraContext {
  root: HTMLElement;
  stage: Stage;
  selection: Selection;
  keyboard: Keyboard;
  messages: Messages;
}

export function addCameraControls({ root, stage, selection, keyboard, messages }: CameraContext): void {
  let at = 0;
  const look = (k: number) => {
    at = k;
    const { from } = PRESETS[k]!;
    stage.frame({ fly: true, ...(from && { from }) });
  };
  const buttons = PRESETS.map(({ id, title }, k) => {
    const button = h('button', { type: 'button', class: 'button', 'data-preset': id }, title);
    button.addEventListener('click', () => look(k));
    return button;
  });
  const box = h('input', { type: 'checkbox', 'data-follow': true });
  const follow = (isOn: boolean) => {
    const { body } = selection;
    if (isOn && body === null) messages.note('Select a body first: click it, or choose it under Bodies.');
    stage.followBody(isOn ? body : null);
    box.checked = stage.following.body !== null;
  };
  box.addEventListener('change', () => follow(box.checked));
  selection.addEventListener('change', () => {
    if (stage.following.body === null) return;
    follow(selection.body !== null);
  });
  root.append(
    h(
      'fieldset',
      { class: 'layer-group' },
      h('legend', {}, 'Camera'),
      h('div', { class: 'buttons-row presets' }, ...buttons),
      h('label', { class: 'check' }, box, h('span', {}, 'Follow the selected body')),
    ),
  );
  const group = 'View';
  keyboard.add({ keys: ['v'], label: 'scene, front, side, top', group, run: () => look((at + 1) % PRESETS.length) });
  keyboard.add({ keys: ['j'], label: 'follow the selected body', group, run: () => follow(!box.checked) });
}

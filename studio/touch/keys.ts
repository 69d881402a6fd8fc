// The hand's keys: hold, move, let go, without a pointer. With nothing in the hand the same keys move the eye.

import type { Vec3 } from '../../src/index.js';
import type { Keyboard } from '../ui/keyboard.js';
import type { Messages } from '../ui/messages.js';
import type { Stage } from '../view/stage.js';
import type { BodyActions } from './body-actions.js';
import type { Drive } from './drive.js';
import type { Hand } from './hand.js';
import type { TouchPanel } from './panel.js';

/** A press moves what is held by this share of the distance to the eye, or the eye by this angle (rad) or factor. */
const STEP = 0.02;
const ANGLE = 0.08;
const ZOOM = 1.1;

/** To the right, up, towards the eye. */
const MOVES: Readonly<Record<string, Vec3>> = {
  ArrowRight: [1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  ArrowUp: [0, 0, -1],
  ArrowDown: [0, 0, 1],
  PageUp: [0, 1, 0],
  PageDown: [0, -1, 0],
};

export interface KeysContext {
  keyboard: Keyboard;
  messages: Messages;
  stage: Stage;
  hand: Hand;
  drive: Drive;
  bodies: BodyActions;
  panel: TouchPanel;
}

export function addKeys({ keyboard, messages, stage, hand, drive, bodies, panel }: KeysContext): void {
  const group = 'Touch';
  keyboard.add({
    keys: ['Enter'],
    name: 'Enter',
    label: 'hold the selected body, or let go',
    group,
    run: () => {
      if (!drive.toggle('keys')) messages.note('Nothing to hold: select a body that moves first.');
      else if (hand.held) messages.note('Held: arrows and Page Up/Down move it, Enter lets go.');
    },
  });
  const move = (key: string): void => {
    const [x, y, z] = MOVES[key]!;
    if (hand.held) drive.nudge([STEP * x, STEP * y, STEP * z]);
    else if (y !== 0) stage.zoom(y > 0 ? ZOOM : 1 / ZOOM);
    else stage.turn(ANGLE * x, -ANGLE * z);
  };
  const arrows = Object.keys(MOVES).slice(0, 4);
  keyboard.add({ keys: arrows, name: '← ↑ ↓ →', label: 'move what is held, or turn the view', group, run: move });
  keyboard.add({ keys: ['PageUp'], name: 'Page ↑', label: 'lift what is held, or go nearer', group, run: move });
  keyboard.add({ keys: ['PageDown'], name: 'Page ↓', label: 'lower what is held, or go farther', group, run: move });
  keyboard.add({ keys: ['h'], label: 'grab, push or cut', group, run: () => panel.toggleTool() });
  keyboard.add({
    keys: ['Delete', 'Backspace'],
    name: 'Del',
    label: 'delete the selected body',
    group,
    run: () => void bodies.remove(),
  });
  keyboard.add({
    keys: ['d'],
    name: 'Ctrl D',
    ctrl: true,
    label: 'duplicate the selected body',
    group,
    run: () => void bodies.duplicate(),
  });
  // Before it selects nothing.
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !hand.held) return;
      event.preventDefault();
      hand.letGo();
    },
    { capture: true },
  );
}

// Puts touch on the page: hands on bodies, and bodies that come and go.

import type { Selection } from '../inspect/selection.js';
import type { SimClient } from '../sim/client.js';
import type { Keyboard } from '../ui/keyboard.js';
import type { Messages } from '../ui/messages.js';
import type { Shell } from '../ui/shell.js';
import type { Transport } from '../ui/transport.js';
import type { Stage } from '../view/stage.js';
import { BodyActions } from './body-actions.js';
import { Cutting } from './cutting.js';
import { Devices } from './devices.js';
import { Drive } from './drive.js';
import { Hand } from './hand.js';
import { addKeys } from './keys.js';
import { TouchPanel } from './panel.js';
import { PointerHand } from './pointer.js';

/** A force of so many times the weight of what is held (kg; of a device's body, which has none, this) rumbles most. */
const RUMBLE = 5;
const HAND = 0.3;
const G = 9.81;

export interface TouchContext {
  client: SimClient;
  stage: Stage;
  shell: Shell;
  keyboard: Keyboard;
  transport: Transport;
  messages: Messages;
  selection: Selection;
}

export interface Touch {
  hand: Hand;
  pointer: PointerHand;
  bodies: BodyActions;
  devices: Devices;
  panel: TouchPanel;
}

export function addTouch({ client, stage, shell, keyboard, transport, messages, selection }: TouchContext): Touch {
  const fault = (error: unknown) => messages.fault(error);
  const hand = new Hand(client, () => transport.setPlaying(true), fault);
  const pointer = new PointerHand(stage, hand);
  const cutting = new Cutting(stage, client, messages);
  const bodies = new BodyActions(client, stage, selection, messages);
  const drive = new Drive(stage, hand, selection);
  const devices = new Devices(drive, hand, {
    playOrPause: () => transport.toggle(),
    stepForward: () => transport.stepForward(),
    stepBack: () => transport.stepBack(),
    reset: () => transport.reset(),
    frame: () => stage.frame(),
  });
  client.on('frame', ({ detail }) => {
    const feel = detail.lanes[0]?.feels.find(({ device }) => device === null);
    if (feel && hand.held) devices.feel(feel.force, RUMBLE * G * (hand.bodyOf(hand.held.body)?.mass || HAND));
  });
  const { element } = shell.addPanel({ id: 'touch', title: 'Touch', icon: 'hand', side: 'left', order: 5 });
  const panel = new TouchPanel(element, { client, selection, hand, pointer, drive, cutting, bodies, devices, fault });
  addKeys({ keyboard, messages, stage, hand, drive, bodies, panel });
  if (devices.hasKnobs) {
    const run = () => void devices.connect().catch(fault);
    shell.addAction({ title: 'Connect 6-DOF device…', icon: 'plus', group: 'Device', run });
  }
  return { hand, pointer, bodies, devices, panel };
}

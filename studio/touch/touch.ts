// Puts touch on the page: hands on bodies, and bodies that come and go.

import type { Selection } from '../inspect/selection.js';
import type { SimClient } from '../sim/client.js';
import type { Keyboard } from '../ui/keyboard.js';
import type { Messages } from '../ui/messages.js';
import type { Shell } from '../ui/shell.js';
import type { Transport } from '../ui/transport.js';
import type { Stage } from '../view/stage.js';
import { Hand } from './hand.js';
import { PointerHand } from './pointer.js';

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
}

export function addTouch({ client, stage, transport, messages }: TouchContext): Touch {
  const fault = (error: unknown) => messages.fault(error);
  const hand = new Hand(client, () => transport.setPlaying(true), fault);
  const pointer = new PointerHand(stage, hand);
  return { hand, pointer };
}

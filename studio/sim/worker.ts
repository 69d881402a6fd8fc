// The simulation's thread: a thin shell around a session.

import type { ToWorker } from './protocol.js';
import { Session } from './session.js';

const scope = self as unknown as {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: (event: MessageEvent<ToWorker>) => void;
};

const session = new Session({
  clock: () => performance.now(),
  post: (message, transfer) => scope.postMessage(message, transfer),
});

// Timers are held back by milliseconds when they are nested; a message to oneself is not, and lets others come first.
const channel = new MessageChannel();
let timer: ReturnType<typeof setTimeout> | undefined;
let isQueued = false;

function run(): void {
  clearTimeout(timer);
  const delay = session.tick();
  if (delay === 0) queue();
  else if (delay < Infinity) timer = setTimeout(run, delay);
}

function queue(): void {
  if (isQueued) return;
  isQueued = true;
  channel.port2.postMessage(null);
}

channel.port1.onmessage = () => {
  isQueued = false;
  run();
};

scope.onmessage = ({ data }) => {
  session.receive(data);
  queue();
};

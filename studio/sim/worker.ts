// The simulation's thread. Its session is still to be written; every request is refused until then.

import type { ToWorker } from './protocol.js';

const scope = self as unknown as { postMessage(message: unknown): void; onmessage: (event: MessageEvent) => void };
scope.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'request')
    scope.postMessage({ type: 'refusal', id: data.id, message: `${data.name} is not there yet` });
};

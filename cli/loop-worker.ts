// The world of `sixfold serve`, in a thread of its own: steps against the clock, and talks through shared memory.

import { parentPort } from 'node:worker_threads';
import { allModels } from '../src/all-models.js';
import { LiveWorker, type ToLive } from '../src/loop.js';

if (parentPort) {
  const port = parentPort;
  const worker = new LiveWorker({
    models: allModels,
    clock: () => performance.now(),
    later: (run, ms) => setTimeout(run, ms),
    post: (message) => port.postMessage(message),
  });
  port.on('message', (message: ToLive) => worker.receive(message));
}

// The world of `sixfold serve`, in a thread of its own: steps against the clock, and talks through shared memory.

import { parentPort, workerData } from 'node:worker_threads';
import { scenes } from '../scenes/index.js';
import { allModels } from '../src/all-models.js';
import type { World } from '../src/index.js';
import { LiveWorker, type ToLive } from '../src/loop.js';

if (parentPort) {
  const port = parentPort;
  // Functions do not travel between threads: who walks or drives in a built-in scene is found by its name.
  const { driven } = workerData as { driven: string | null };
  const drive = scenes.find(({ name }) => name === driven)?.drive;
  const worker = new LiveWorker({
    models: allModels,
    clock: () => performance.now(),
    later: (run, ms) => setTimeout(run, ms),
    post: (message) => port.postMessage(message),
    ...(drive && { drive: (world: World) => drive(world) }),
  });
  port.on('message', (message: ToLive) => worker.receive(message));
}

// A live world in a browser: a worker that steps against the clock, and the page that draws it and holds its devices.
//
// In the worker: serveLive([penalty]);
// In the page: const live = openLive(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }), scene);
//
// Pages that are cross-origin isolated share memory with the worker; all others talk by messages.

import type { ContactModelKind, SceneDescription } from '../src/index.js';
import { type FromLive, LiveClient, type LiveOptions, LiveWorker, type ToLive } from '../src/loop.js';

interface WorkerScope {
  postMessage(message: FromLive): void;
  onmessage: ((event: MessageEvent<ToLive>) => void) | null;
}

/** Timers wake late, by milliseconds when they are nested: what is due sooner than this is waited for awake (ms). */
const AWAKE = 6;

/** Runs in a worker. `drive` makes who acts in the world, if anybody does: a character, a driver, a script. */
export function serveLive(models: readonly ContactModelKind[], { drive }: Pick<LiveOptions, 'drive'> = {}): void {
  const scope = globalThis as unknown as WorkerScope;
  const channel = new MessageChannel();
  let next: (() => void) | null = null;
  channel.port1.onmessage = () => {
    const run = next;
    next = null;
    run?.();
  };
  const worker = new LiveWorker({
    models,
    clock: () => performance.now(),
    // A message to oneself lets others come first, and is not held back.
    later: (run, ms) => {
      if (ms > AWAKE) {
        setTimeout(run, ms - AWAKE);
        return;
      }
      next = run;
      channel.port2.postMessage(null);
    },
    post: (message) => scope.postMessage(message),
    ...(drive && { drive }),
  });
  scope.onmessage = ({ data }) => worker.receive(data);
}

/** Runs in a page. */
export function openLive(worker: Worker, scene: SceneDescription, shared = globalThis.crossOriginIsolated): LiveClient {
  const live = new LiveClient(scene, { post: (message) => worker.postMessage(message), shared: shared === true });
  worker.addEventListener('message', ({ data }: MessageEvent<FromLive>) => live.receive(data));
  return live;
}

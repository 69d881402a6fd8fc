// Tasks of worker.ts as promises.

import { SixfoldError } from '../../src/index.js';
import type { FromFileWorker, TaskName, Tasks } from './worker.js';

/** Does a task beside the page; `signal` gives it up. Whatever is wrong is one readable line. */
export function beside<K extends TaskName>(
  task: K,
  given: Tasks[K]['given'],
  signal?: AbortSignal,
): Promise<Tasks[K]['result']> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../worker.ts', import.meta.url), { type: 'module', name: 'files' });
    const end = (settle: () => void): void => {
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<FromFileWorker>) =>
      end(() =>
        'result' in data ? resolve(data.result as Tasks[K]['result']) : reject(new SixfoldError(data.refusal)),
      );
    worker.onerror = (event) => {
      event.preventDefault();
      end(() => reject(new SixfoldError('it was too much for the browser: use smaller files, or reload the page')));
    };
    signal?.addEventListener('abort', () => end(() => reject(new SixfoldError('given up'))));
    worker.postMessage({ task, ...given });
  });
}

// readFiles in a worker, so that the page goes on while a large mesh is read and checked.

import { SixfoldError } from '../../src/index.js';
import { LARGEST_FILES } from './kinds.js';
import type { Opened } from './open.js';
import type { FromFileWorker } from './worker.js';

/** As readFiles; `signal` gives up. */
export function readFilesBeside(files: readonly File[], signal?: AbortSignal): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'files' });
    const end = (settle: () => void): void => {
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<FromFileWorker>) =>
      end(() => ('opened' in data ? resolve(data.opened) : reject(new SixfoldError(data.refusal))));
    worker.onerror = (event) => {
      event.preventDefault();
      const limit = `${Math.round(LARGEST_FILES / 1e6)} MB`;
      end(() => reject(new SixfoldError(`the files could not be read, perhaps for lack of memory (limit ${limit})`)));
    };
    signal?.addEventListener('abort', () => end(() => reject(new SixfoldError('reading was given up'))));
    worker.postMessage([...files]);
  });
}
